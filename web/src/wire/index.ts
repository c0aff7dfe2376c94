// Generated from crates/server/src/wire by `cargo xtask wire`; do not edit.
/* eslint-disable */

/** Version of the REST and socket format. */ export const PROTOCOL = 3;

/** Account as its owner sees it. */ export type AccountOut = {
/** Handle: unique, of Latin letters, digits, `_` and `-`. */ handle: string,
/** Display name; `null` to show the handle. */ name: string | null,
/** Time of registration. */ created_at: number,
/** Settings of the page as JSON; empty if none were saved. */ settings: string,
/** True if others see the name only. */ is_private: boolean,
/** True if running games are in no list. */ is_unlisted: boolean, };

/** Account of the caller, or how to get one: `GET /api/account`. */ export type AccountState = {
/** The account; `null` for a guest. */ account: AccountOut | null,
/** People who may create an account. */ registration: RegistrationRule,
/** True if passwords may be sent over this connection. */ is_private: boolean,
/** True if the connection is not encrypted, and the operator allows passwords all the same. */ is_plain: boolean,
/** Number of games of the guest that this browser is without an account. */ guest_games: number, };

/** Limits for analyses: `GET /api/analysis/means`. */ export type AnalysisLimits = {
/** Maximum number of threads. */ threads: number,
/** Maximum number of lines. */ lines: number,
/** Maximum time per position in seconds. */ seconds: number,
/** Transposition table size in megabytes. */ hash: number, };

/** Line of an analysis. */ export type AnalysisLine = {
/** Score from the first side's view. */ score: Score,
/** True if the score is exact; otherwise it is a bound. */ exact: boolean,
/** The moves in coordinates. */ moves: Array<string>,
/** The moves by notation. */ text: { [key in string]: Array<string> }, };

/** Position to analyze while the client listens: `GET /api/analysis`. */ export type AnalysisQuery = {
/** The game. */ game: string,
/** Start position of the line. Default: the start of the game. */ position?: string,
/** Moves that lead to the position, in coordinates, separated by commas. */ moves?: string,
/** Rule options as `name:value`, separated by commas. */ options?: string,
/** Number of best lines, 1 to 5. Default: 1. */ lines?: number,
/** Number of threads, limited by the server. Default: 1. */ threads?: number,
/** Maximum depth in plies. */ depth?: number,
/** Maximum time in seconds. Default: 30. */ seconds?: number,
/** True to analyze the threat: the opponent moves instead. */ threat?: boolean, };

/** State of an analysis. */ export type AnalysisState = "waiting" | "running" | "done" | "resting" | "elsewhere";

/** Report of an analysis: each event of `GET /api/analysis`, the last one with a final state. */ export type AnalysisView = {
/** State. */ state: AnalysisState,
/** Depth in plies. */ depth: number,
/** Selective depth in plies. */ seldepth: number,
/** Nodes searched. */ nodes: number,
/** Nodes per second. */ nps: number,
/** Time in milliseconds. */ ms: number,
/** Transposition table usage in permille. */ full: number,
/** Number of threads. */ threads: number,
/** Best lines, best first. */ lines: Array<AnalysisLine>,
/** Error, if the analysis failed. */ failure: MessageOut | null, };

/** What a ban is from. */ export type BanFrom = "rated" | "all";

/** Two players of a board, by start number. */ export type BoardPair = {
/** Moves first. */ first: number,
/** Moves second. */ second: number, };

/** Result of a board. */ export type BoardResult = "first" | "draw" | "second" | "first_by_forfeit" | "second_by_forfeit" | "both_absent";

/** Board behind a QR code: `GET /api/tournaments/{id}/boards/{token}`. */ export type BoardSlip = {
/** Name of the tournament. */ tournament: string,
/** Name of the section. */ section: string,
/** Round. */ round: number,
/** The board. */ board: BoardView,
/** Name of the player who moves first. */ first: string,
/** Name of the second player. */ second: string, };

/** Board of a round. */ export type BoardView = {
/** Number, from 1. */ board: number,
/** Moves first. */ first: number,
/** Moves second. */ second: number,
/** Result. */ result: BoardResult | null,
/** Results as both players report them, for officials and the players themselves. */ proposed: [BoardResult | null, BoardResult | null],
/** Game on this server. */ room: string | null, };

/** Match of a knockout. */ export type BracketMatch = {
/** Start number of the higher seed; `null` until it is known. */ first: number | null,
/** Start number of the lower seed; `null` for a bye, and until it is known. */ second: number | null,
/** Points of both in the games of the match. */ score: [number, number],
/** Number of games that have ended. */ games: number,
/** Player who goes on. */ winner: number | null,
/** True if all games are played, it is level, and the organizer has to decide. */ level: boolean,
/** True for the match for the third place. */ third_place: boolean,
/** True if the first player goes on without a match. */ bye: boolean, };

/** Stage of a knockout. */ export type BracketStage = {
/** Its name, such as "Semi-finals". */ title: MessageOut,
/** Matches from top to bottom; the match for the third place comes last. */ matches: Array<BracketMatch>, };

/** Kind of a bye that a player asks for. */ export type ByeChoice = "full" | "half" | "zero";

/** Repetition case of the arbiter. */ export type CaseView = {
/** Number of occurrences of the position. */ occurrences: number,
/** Occurrence at which the verdict takes effect. */ limit: number,
/** True if the verdict is in effect. */ is_final: boolean,
/** The verdict: in effect, or pending. */ verdict: MatchOutcome,
/** Side that must deviate. */ must_deviate: Side | null,
/** Catalogue key of the rule. */ rule: string,
/** Plies of the cycle, oldest first. */ plies: Array<PlyNote>,
/** Summary as a sentence. */ summary: MessageOut,
/** Side that must deviate, as a sentence. */ duty: MessageOut, };

/** Standings of a category. */ export type CategoryView = {
/** The category. */ category: TournamentCategory,
/** Start numbers with their ranks in the category, best first. */ ranks: Array<[number, number]>,
/** Team results of its players. */ teams: Array<TeamRow>, };

/** Challenge to a player: `POST /api/challenges`. */ export type ChallengeIn = {
/** Handle of the challenged player. */ handle: string,
/** Terms. */ terms: SeekIn, };

/** Response to a challenge. */ export type ChallengeOut = {
/** The challenge. */ id: string, };

/** Challenge by somebody. */ export type ChallengeView = {
/** Identifier. */ id: string,
/** Challenger and terms. */ seek: SeekView, };

/** Chase of one piece by another. */ export type ChaseView = {
/** Chasing piece. */ chaser: PieceView,
/** Chased piece. */ victim: PieceView,
/** True if the chased piece is protected. */ protected: boolean,
/** True if it is chased throughout the cycle. */ throughout: boolean,
/** The chase as a sentence. */ message: MessageOut, };

/** Message of a client: one JSON object, at most 8 KiB. */ export type ClientIn = {
/** The client's identifier of this message, up to 64 characters, unique per message. A repeated message is answered again and executed only once. */ id: string,
/** Last event seen. A command for an older position is refused with the current view. */ seq?: number,
/** Side to act for, if the client controls both. Default: the side to move. */ side?: Side, } & ({ "type": "play",
/** The move. */ mv: string,
/** Its notation. Default: coordinates. */ notation?: string, } | { "type": "give_turn" } | { "type": "take_back",
/** Number of plies. */ plies?: number,
/** True to take back a reveal too, against a machine: the piece stays known, and the result does not count. */ seen?: boolean, } | { "type": "redo",
/** Number of plies. */ plies?: number, } | { "type": "reset" } | { "type": "offer_draw" } | { "type": "claim_draw",
/** The move. */ mv?: string, } | { "type": "answer",
/** True to accept. */ accept: boolean, } | { "type": "resign" } | { "type": "pause" } | { "type": "resume" } | { "type": "abort" } | { "type": "flag" } | { "type": "claim_left",
/** True for a draw instead of a win. */ draw: boolean, } | { "type": "hint" } | { "type": "move_now" } | { "type": "evaluation",
/** True for on. */ on: boolean, } | { "type": "pace",
/** Milliseconds. */ ms: number, } | { "type": "step" } | { "type": "add_part",
/** 16 to 32 random bytes, in hexadecimal digits. */ nonce: string, } | { "type": "talk",
/** Fixed phrase. */ phrase?: Phrase,
/** Free text, up to 200 characters. */ text?: string, } | { "type": "ping" });

/** Request of a client. */ export type ClientRequest = { "type": "play",
/** The move. */ mv: string,
/** Its notation. Default: coordinates. */ notation?: string, } | { "type": "give_turn" } | { "type": "take_back",
/** Number of plies. */ plies?: number,
/** True to take back a reveal too, against a machine: the piece stays known, and the result does not count. */ seen?: boolean, } | { "type": "redo",
/** Number of plies. */ plies?: number, } | { "type": "reset" } | { "type": "offer_draw" } | { "type": "claim_draw",
/** The move. */ mv?: string, } | { "type": "answer",
/** True to accept. */ accept: boolean, } | { "type": "resign" } | { "type": "pause" } | { "type": "resume" } | { "type": "abort" } | { "type": "flag" } | { "type": "claim_left",
/** True for a draw instead of a win. */ draw: boolean, } | { "type": "hint" } | { "type": "move_now" } | { "type": "evaluation",
/** True for on. */ on: boolean, } | { "type": "pace",
/** Milliseconds. */ ms: number, } | { "type": "step" } | { "type": "add_part",
/** 16 to 32 random bytes, in hexadecimal digits. */ nonce: string, } | { "type": "talk",
/** Fixed phrase. */ phrase?: Phrase,
/** Free text, up to 200 characters. */ text?: string, } | { "type": "ping" };

/** Time control. */ export type ClockChoice = { "kind": "off" } | { "kind": "game",
/** Initial time: one second to 24 hours. */ initial_ms: number,
/** Increment per move: up to one hour. */ increment_ms: number, } | { "kind": "uneven",
/** Initial times. */ initial_ms: [number, number],
/** Increments per move. */ increment_ms: [number, number], } | { "kind": "move",
/** One second to 14 days. */ allowance_ms: number, };

/** State of the clocks. */ export type ClockView = {
/** Time control. */ rule: ClockChoice,
/** Remaining time of each side at `now`; `null` without a clock. */ left_ms: [number | null, number | null],
/** Side whose clock is running. */ running: Side | null,
/** Server time of this state. */ now: number,
/** Server time at which the side to move started thinking. */ since: number | null, };

/** Recovery code: shown once. */ export type CodeOut = {
/** Code that sets a new password; the previous one is no longer valid. */ recovery_code: string, };

/** Color of `one`. */ export type Color = "first" | "second" | "random";

/** A comment: `POST /api/library/games/{id}/comment`. */ export type CommentIn = {
/** Index of the move; none for the whole game. */ node?: number,
/** Text; empty to delete the comment. */ text: string, };

/** Round of a player in the crosstable. */ export type CrosstableCell = {
/** Start number of the opponent. */ opponent: number | null,
/** Side. */ side: Side | null,
/** `1`, `=`, `0`; `+`, `-` without play; `F`, `H`, `Z`, `U` for byes as in TRF; `*` while the game is running. */ result: string, };

/** Point of a rating curve. */ export type CurvePoint = {
/** End of the game. */ at: number,
/** Rating after it. */ rating: number,
/** The room. */ room: string, };

/** Wishes for the overview: `GET /api/puzzles`. */ export type DailyQuery = {
/** Game of the puzzle of the day. Default: any; also if the game has no puzzles. */ game?: string, };

/** Proof of a deal: `GET /api/rooms/{id}/deal`, after the match. The page `/verify` and `kydai verify` check it. */ export type DealProof = {
/** The game. */ game: string,
/** Scheme of the deal. */ scheme: string,
/** The room. */ room: string | null,
/** Rule options that are not the default. */ options: { [key in string]: string },
/** Start position; `null` for the game's own. */ start: string | null,
/** Commitment published before the game. */ commitment: string,
/** Seed of the server. */ seed: string,
/** Nonces of the two sides. */ nonces: [string, string],
/** Origin of each nonce. */ by: [PartBy | null, PartBy | null],
/** Start position with every piece face up. */ pieces: string | null,
/** Moves in coordinates, each with the pieces that its mover saw revealed and captured face down. */ moves: Array<string>, };

/** Commitment of a deal, and after the match its opening. Bytes are hexadecimal digits. */ export type DealView = {
/** Scheme of the deal: `jieqi-v1`. */ scheme: string,
/** Commitment to the server's seed, published before the nonces. */ commitment: string,
/** True if both nonces are known and the pieces are dealt. No move is possible before. */ dealt: boolean,
/** Nonce of each seat; `null` while it is missing. */ nonces: [string | null, string | null],
/** Origin of each nonce. */ by: [PartBy | null, PartBy | null],
/** The seed, after the match. */ seed: string | null,
/** Start position with every piece face up, after the match. */ pieces: string | null, };

/** Win to play out against the machine's longest resistance: `POST /api/defences`. */ export type DefenseIn = {
/** The game. */ game: string,
/** Start position. */ position: string,
/** Moves so far, in coordinates; the machine is to move. */ moves: Array<string>,
/** Search whose proof may still apply. */ solve?: string, };

/** Reply of the machine. */ export type DefenseView = {
/** Status of the goal. */ status: GoalStatus,
/** Remaining moves of the player at most, if proven. */ moves: number | null,
/** The line with the reply. */ line: LineView, };

/** Origin of a rating. The catalogues' key is `elo_{mark}`. */ export type EloMark = "anchored" | "estimated" | "relative";

/** Engine. Its specification is text: `alphabeta:depth=4,table=off`. */ export type EngineInfo = {
/** Its name: `alphabeta`. The catalogues' key is `engine_name_{name}`. */ name: string,
/** Parameters. */ options: Array<EngineOption>, };

/** Parameter of an engine. The catalogues' key is `engine_param_{name}`. */ export type EngineOption = {
/** Its name. */ name: string,
/** Type of its value. */ kind: EngineOptionKind,
/** Minimum, for numbers. */ least: number | null,
/** Maximum, for numbers. */ most: number | null,
/** Allowed words, for choices. */ values: Array<string>,
/** Suggested value; `null` to leave the parameter out. */ default: string | null, };

/** Type of a parameter's value. */ export type EngineOptionKind = "integer" | "number" | "switch" | "choice";

/** Player of a tournament, as entered. */ export type Entrant = {
/** Name, up to 60 characters. */ name: string,
/** `m`, `w` or empty. */ sex: string,
/** Title. */ title: string,
/** Rating, 0 if none. */ rating: number,
/** Federation or club. */ federation: string,
/** Identifier at the federation. */ identifier: string,
/** Date of birth. */ birth: string,
/** Team. */ team: string,
/** Codes of categories. */ categories: Array<string>,
/** Engine that plays, by its specification; empty for a person. */ engine: string, };

/** Error response. */ export type ErrorOut = {
/** Message for people. */ error: MessageOut, };

/** Estimate of an engine. */ export type Estimate = {
/** Score. */ score: Score,
/** Expected line. */ line: Array<Ply>, };

/** Evaluation to take apart: `POST /api/labs/evaluation`. */ export type EvalIn = {
/** The game. */ game: string,
/** Start position, in any dialect. Default: the start of the game. */ position?: string,
/** Moves that lead to the position, in coordinates. */ moves?: Array<string>,
/** Rule options. */ options?: { [key in string]: string },
/** Evaluation: one of the game's, or `custom:` with weights. Default: the game's strongest. */ eval?: string, };

/** Term of an evaluation. */ export type EvalTermView = {
/** Name: the catalogue's `eval_term_` entry. */ name: string,
/** Centipawns. */ cp: number, };

/** Evaluation taken apart, in centipawns from the first side's view. */ export type EvalView = {
/** The evaluation. */ eval: string,
/** Evaluations of this game, the strongest first; none if the game has rules only. */ evals: Array<string>,
/** Weights that `custom` takes. */ weights: Array<WeightInfo>,
/** True for a network that judges by itself, without the terms of the hand-crafted evaluation. */ alone: boolean,
/** Terms; their sum is the total. */ terms: Array<EvalTermView>,
/** The evaluation. */ total: number,
/** Worth of each piece for its owner: the evaluation with it minus the evaluation without it. */ pieces: Array<PieceWorthView>, };

/** Evaluation of the position after a ply. */ export type Evaluation = {
/** Score. */ score: Score,
/** Search depth in plies. */ depth: number,
/** Best move. */ best: string | null,
/** Standard deviation of the best move's score over the pieces it may reveal, in centipawns; `null` if it reveals nothing. */ spread: number | null, };

/** Move with its results. */ export type ExplorerMove = {
/** In coordinates. */ mv: string,
/** In the requested notation. */ text: string,
/** Position after the move. */ position: string,
/** Results. */ tally: TallyOut, };

/** Moves played in a position. */ export type ExplorerOut = {
/** The position in the server's own dialect. */ position: string,
/** Opening of the position. */ opening: OpeningOut | null,
/** Results of all games with the position. */ tally: TallyOut,
/** Moves, the most frequent first. */ moves: Array<ExplorerMove>,
/** Some of the games, newest first. */ games: Array<LibraryRow>, };

/** Position to explore: `GET /api/library/explorer`. */ export type ExplorerQuery = {
/** The game. */ game: string,
/** The position. Default: the start. */ position?: string,
/** The notation of moves. */ notation?: string, };

/** Format of an export. */ export type ExportQuery = {
/** `pgn`, `txt`, `dhtmlxq`, `xqf` or `psq`. Default: `pgn`. */ format?: string,
/** The notation of moves. */ notation?: string, };

/** Round 1 of a Swiss. */ export type FirstRound = "halves" | "neighbors";

/** A folder. */ export type FolderCount = {
/** Number of games in it. */ name: string,
/** Games in it. */ games: number, };

/** Player whom the caller follows: `GET /api/following`. */ export type FollowedOut = {
/** The player. */ player: PlayerName,
/** True if the player is in the lobby. */ is_here: boolean,
/** Rated game that is being played. */ room: string | null, };

/** Game. */ export type GameInfo = {
/** Its name: `xiangqi`. The catalogues' key is `game_{name}`. */ name: string,
/** Number of files of the board. */ files: number,
/** Number of ranks of the board. */ ranks: number,
/** Number of the nearest rank in coordinates: 0 at xiangqi, 1 at chess. */ first_rank: number,
/** True if pieces stand on the intersections of lines. */ on_points: boolean,
/** True if pieces may lie face down: each seat then has its own view. */ hidden: boolean,
/** Catalogue keys of the two sides, first side first. */ sides: [string, string],
/** The start position. */ start: string,
/** The rule options. */ options: Array<OptionInfo>,
/** Notations of moves, coordinates first. The catalogues' key is `notation_{name, - as _}`. */ notations: Array<string>,
/** Position formats, the server's own first. */ dialects: Array<string>,
/** Engines with their parameters. */ engines: Array<EngineInfo>,
/** Levels 1 to 8; empty for a game without levels. */ levels: Array<LevelInfo>,
/** Odds that one side may give. */ odds: Array<OddsInfo>,
/** True if the turn may be passed. */ can_give_turn: boolean, };

/** Result of a game for one player. */ export type GameResult = "won" | "drawn" | "lost";

/** Status of the player's goal. */ export type GoalStatus = "reached" | "holds" | "open" | "lost";

/** Group of a section. */ export type GroupView = {
/** Letter: A, B, … */ name: string,
/** Start numbers with their ranks in the group and their points, best first. */ ranks: Array<[number, number, number]>,
/** Players who go on. */ qualifiers: number, };

/** Handicap that the stronger player gives. */ export type HandicapChoice = {
/** Player who gives the handicap. */ by: Seat,
/** Pieces removed: a name from the game's `odds`. */ odds?: string,
/** Number of consecutive first moves of the opponent (chấp tiên): 1 to 3. Default: none. */ moves?: number, };

/** Health of the server: `GET /api/health` and `GET /api/ready`; with status 503 if it is not well, or not ready. */ export type Health = {
/** `ok` or `ready`; `unhealthy` if the event log cannot be written, `closing` while the server shuts down. */ status: string,
/** Version of the program. */ version: string,
/** Rooms in memory. */ rooms: number,
/** Open sockets. */ sockets: number,
/** Searches running. */ thinking: number, };

/** Request for a hint: `POST /api/puzzles/{collection}/{id}/help`. The puzzle then no longer counts as solved unaided. */ export type HelpIn = {
/** All moves so far; the player is to move. */ moves: Array<string>,
/** True for the whole solution instead of the next move: the puzzle then counts as failed. */ whole: boolean, };

/** Hint. */ export type HelpView = {
/** Next move, or the solution from the puzzle's position. */ line: Array<Ply>,
/** The caller's state of the puzzle. */ mine: PuzzleMine | null,
/** Progress, if it has changed. */ me: PuzzleProgress | null, };

/** Hint. */ export type Hint = {
/** Number of plies played. */ ply: number,
/** The move. */ mv: string,
/** From and to. */ squares: [number, number] | null,
/** Line that starts with it, by notation. */ line: { [key in string]: Array<string> },
/** Score of the line. */ score: Score, };

/** Fault in an imported file. */ export type ImportFaultOut = {
/** The file. */ file: string,
/** Description of the fault. */ why: MessageOut, };

/** Progress of the import of master games: `GET /api/library/masters`. */ export type ImportJob = {
/** True while it is running. */ running: boolean,
/** Games imported so far. */ games: number,
/** Total number of games. */ total: number,
/** Report, after the end. */ report: ImportOut | null, };

/** Import report. */ export type ImportOut = {
/** Games found. */ games: number,
/** Games added. */ new: number,
/** Games that were in the library already. */ known: number,
/** Games with faults. */ faulty: number,
/** Faults by file. */ faults: Array<ImportFaultOut>, };

/** File to import: `POST /api/library/import`, the file as the body. */ export type ImportQuery = {
/** File name, for the report. */ name?: string,
/** Folder for its games. */ folder?: string, };

/** Invitation: `GET /api/invitations/{token}`. */ export type Invitation = {
/** The room. */ room: string,
/** The game. */ game: string,
/** The open seat. */ side: Side,
/** Occupants of the seats. */ seats: [SeatView, SeatView],
/** True if the caller plays in the room: taking both seats is refused. */ own: boolean,
/** True if the seat is taken; only its player and the opponent still find the invitation. */ taken: boolean,
/** Time control. */ clock: ClockChoice,
/** True for a rated game: only somebody with an account can join. */ rated: boolean,
/** Rule options that are not the default. */ options: { [key in string]: string },
/** Handicap as a message. */ handicap: MessageOut | null,
/** Start position; `null` for the game's own. */ setup: string | null, };

/** Acceptance of an invitation: `POST /api/invitations/{token}`. */ export type JoinIn = {
/** Name of the player, up to 40 characters. */ name?: string, };

/** Judgment of a bad move. */ export type Judgment = "inaccuracy" | "mistake" | "blunder";

/** Matches of a knockout, and the groups before it. */ export type KnockoutRules = {
/** Games of a match: 1 to 12. */ games: number,
/** Games of each tie-break stage, while the match is level: 1 to 4. */ tie_break_games: number,
/** Number of tie-break stages: 0 to 4. */ tie_break_stages: number,
/** True if one last game decides a match that is still level: a draw is enough for its second player. */ decider: boolean,
/** True if the losers of the semi-finals play for the third place. */ third_place: boolean,
/** Number of groups before the knockout: 2 to 26. */ groups: number,
/** Players of each group who go on to the knockout: 1 to 8. */ qualifiers: number,
/** True if the players of a group meet twice. */ double_groups: boolean, };

/** Estimates of an experiment. */ export type LabEstimate = {
/** Estimated number of positions of each algorithm; `null` where it does not depend on the tree. */ nodes: Array<number | null>,
/** Largest estimate that is accepted. */ most: number,
/** Number of nodes of a tree that are kept. */ kept: number,
/** Legal moves of the position. */ legal: number, };

/** Experiment to start: `POST /api/labs`; to estimate: `POST /api/labs/estimate`. */ export type LabIn = {
/** The game. */ game: string,
/** Start position, in any dialect. Default: the start of the game. */ position?: string,
/** Moves that lead to the position, in coordinates. */ moves?: Array<string>,
/** Rule options. */ options?: { [key in string]: string },
/** Algorithms with their options: `alphabeta:depth=4,table=off`. Up to four, or eight without trees. */ engines: Array<string>,
/** True to count only, without keeping the trees. Default: false. */ count_only?: boolean, };

/** Iteration of a search: one, or one for each depth with iterative deepening. */ export type LabIteration = {
/** Depth in plies. */ depth: number,
/** Score; `null` if it was not finished. */ score: number | null,
/** Chosen move in coordinates. */ best: string | null,
/** Time until its end in milliseconds. */ ms: number | null,
/** Counts by ply, the root first. */ plies: Array<LabTally>, };

/** Result of a search. Scores are centipawns from the view of the side to move; 31,000 less the plies for a mate. */ export type LabResult = {
/** Principal variation in coordinates, the chosen move first. */ line: Array<string>,
/** Score. */ score: number | null,
/** Depth in plies. */ depth: number,
/** Positions searched. */ nodes: number,
/** Cutoffs. */ cutoffs: number,
/** Positions answered from the transposition table. */ table_hits: number,
/** Time in milliseconds. */ ms: number,
/** Effective branching factor; `null` for an algorithm that is not a search to a depth. */ branching: number | null,
/** True if the search ended before its depth: by its limits, or stopped. */ stopped: boolean,
/** Counts by iteration. */ iterations: Array<LabIteration>,
/** Nodes of the tree that were kept; 0 without a tree. */ rows: number,
/** Simulations, for Monte Carlo tree search. */ simulations: number,
/** Deepest level of the tree that was kept, if deeper ones were only counted. */ kept_levels: number | null, };

/** Search of one algorithm. */ export type LabRunView = {
/** Algorithm with its options. */ engine: string,
/** Estimated number of positions. */ estimate: number | null,
/** State. */ state: SolveState,
/** Positions searched so far. */ nodes: number,
/** Result, after the end. */ result: LabResult | null,
/** Error, if it failed. */ failure: MessageOut | null, };

/** Counts of the nodes at one ply. */ export type LabTally = {
/** Positions. */ nodes: number,
/** Second searches of positions already counted. */ researches: number,
/** Static evaluations. */ evaluated: number,
/** Ends of games. */ ended: number,
/** Table hits. */ table_hits: number,
/** Nodes of which all moves were searched. */ all: number,
/** Cutoffs. */ cutoffs: number,
/** Cutoffs by the first move. */ first_cutoffs: number,
/** Moves to search. */ moves: number,
/** Moves searched. */ searched: number, };

/** Experiment: `GET /api/labs/{id}`, and each event of `GET /api/labs/{id}/events`. */ export type LabView = {
/** Identifier. */ id: string,
/** The game. */ game: string,
/** Position that is searched. */ start: Start,
/** Side to move. */ turn: Side,
/** State. */ state: SolveState,
/** The algorithms, in the order of the request. */ runs: Array<LabRunView>,
/** Error, if it failed. */ failure: MessageOut | null, };

/** Engine of a league. */ export type LeagueEngineIn = {
/** Name in the tables. Default: the specification. */ name?: string,
/** Specification, such as `champion:level=3` or `alphabeta:depth=3,eval=custom,horse=450`; or `outside:` and the name that the operator has given to a program. */ engine: string, };

/** Engine of a league, with its results. */ export type LeagueEngineView = {
/** Name in the tables. */ name: string,
/** Specification. */ engine: string,
/** Games won. */ wins: number,
/** Games drawn. */ draws: number,
/** Games lost. */ losses: number,
/** Games lost by a crash or an illegal move. */ faults: number,
/** Elo difference to the field, by its score; `null` without games, and where it has won or lost all of them. */ elo: number | null,
/** Half the width of its 95 % interval. */ error: number | null, };

/** Form of an export: `GET /api/leagues/{id}/export`. */ export type LeagueExport = "csv" | "json" | "pgn";

/** Query of an export. */ export type LeagueExportQuery = {
/** Form. */ form: LeagueExport, };

/** Finished game of a league: `GET /api/leagues/{id}/games`. */ export type LeagueGame = {
/** Its number, from 0. */ number: number,
/** Index of the engine with the first move. */ first: number,
/** Index of the other one. */ second: number,
/** Winner; `null` for a draw. */ winner: Side | null,
/** Cause of the end. */ cause: string,
/** Number of moves of both sides. */ plies: number, };

/** Finished game with its moves: `GET /api/leagues/{id}/games/{number}`. */ export type LeagueGameView = {
/** Result. */ game: LeagueGame,
/** Moves and positions. */ line: LineView, };

/** League to start: `POST /api/leagues`. */ export type LeagueIn = {
/** The game. */ game: string,
/** Rule options. */ options?: { [key in string]: string },
/** Two to eight engines. */ engines: Array<LeagueEngineIn>,
/** Games of every two engines; an even number, since colors are swapped. */ games: number,
/** Positions an engine may search for a move. Default: 20,000. */ nodes?: number,
/** Seed of openings and engines. Default: a new one. */ seed?: number, };

/** Game that is being played. */ export type LeagueLive = {
/** Its number, from 0. */ number: number,
/** Index of the engine with the first move. */ first: number,
/** Index of the other one. */ second: number,
/** Current position. */ position: string,
/** Squares of the last move. */ last: [number, number] | null,
/** Square of a general or king in check. */ check: number | null,
/** Moves played. */ plies: number, };

/** Results of two engines, from the first one's view. */ export type LeaguePair = {
/** Index of the first engine. */ a: number,
/** Index of the second one. */ b: number,
/** Games won by the first one. */ wins: number,
/** Games drawn. */ draws: number,
/** Games lost by the first one. */ losses: number,
/** Elo difference by pairs of games; `null` without a whole pair, and where it is infinite. */ elo: number | null,
/** Half the width of its 95 % interval. */ error: number | null, };

/** Line of a list of leagues. */ export type LeagueRowView = {
/** Identifier. */ id: string,
/** The game. */ game: string,
/** Names of the engines. */ engines: Array<string>,
/** Time of its start. */ created_at: number,
/** Games in total. */ total: number,
/** Games that have ended. */ done: number, };

/** League: `GET /api/leagues/{id}`, and each event of `GET /api/leagues/{id}/events`. */ export type LeagueView = {
/** Identifier. */ id: string,
/** The game. */ game: string,
/** State. */ state: SolveState,
/** True if it was ended by its owner. */ stopped: boolean,
/** Time of its start in milliseconds since 1970. */ created_at: number,
/** Seed of openings and engines. */ seed: number,
/** Positions an engine may search for a move. */ nodes: number,
/** Games of every two engines. */ games: number,
/** Games in total. */ total: number,
/** Games that have ended. */ done: number,
/** The engines, in the order of the request. */ engines: Array<LeagueEngineView>,
/** Results of every two engines. */ pairs: Array<LeaguePair>,
/** Game that is played now. */ live: LeagueLive | null,
/** Error that ended the league. */ failure: MessageOut | null, };

/** The caller's leagues, and the programs of the operator: `GET /api/leagues`. */ export type LeaguesView = {
/** The newest first. */ leagues: Array<LeagueRowView>,
/** Names of the operator's programs. */ outside: Array<string>, };

/** Level of the machine. */ export type LevelInfo = {
/** 1 to 8. */ level: number,
/** Catalogue key of its display name: `level_3`. */ name: string,
/** Rating; `null` if it was not measured. */ elo: number | null,
/** Origin of the rating. */ elo_mark: EloMark | null, };

/** A game with its moves: `GET /api/library/games/{id}`. */ export type LibraryGame = {
/** As in lists. */ row: LibraryRow,
/** The header. */ tags: Array<[string, string]>,
/** Start of the game. */ start: Start,
/** Comment before the first move. */ preface: string,
/** Moves in depth-first order; the main line before its variations. */ nodes: Array<LibraryNode>,
/** True if there are more moves than the limit. */ more: boolean, };

/** Move of a library game. */ export type LibraryNode = {
/** Index of the previous move. */ after: number | null,
/** True if it starts a variation. */ varies: boolean,
/** In coordinates. */ mv: string,
/** In the requested notation. */ text: string,
/** Move number. */ number: number,
/** Side that played it. */ side: Side,
/** From and to. */ squares: [number, number],
/** Position after the move. */ position: string,
/** The square of a general or king in check. */ check: number | null,
/** Comment. */ comment: string,
/** Glyphs: 1 is `!`, 2 is `?`. */ glyphs: Array<number>, };

/** Overview of the library: `GET /api/library/shelf`. */ export type LibraryOverview = {
/** Number of shared games. */ shared: number,
/** Number of own games. */ own: number,
/** Own folders. */ folders: Array<FolderCount>,
/** Own labels. */ labels: Array<string>,
/** Number of bundled master games that can be imported. */ masters: number, };

/** Search results. */ export type LibraryPage = {
/** Page of games, newest first. */ games: Array<LibraryRow>,
/** Total number of games found. */ total: number, };

/** Search criteria: `GET /api/library`. All criteria must match. */ export type LibraryQuery = {
/** Only the caller's own games. */ own?: boolean,
/** The game. */ game?: string,
/** Players or events; several, separated by commas, must all match. Tone marks may be left out, and Chinese names are found by their Hán-Việt reading. */ text?: string,
/** A player on either side. */ player?: string,
/** The event. */ event?: string,
/** First date, as `1997`, `1997.11` or `1997.11.16`. */ since?: string,
/** Last date. */ until?: string,
/** `first`, `second`, `draw` or `open`. */ result?: string,
/** Code of the opening or a prefix of it: `C`, `C60`. */ code?: string,
/** Words of the opening's name. */ opening?: string,
/** A position of the game. */ position?: string,
/** The folder; empty for games in none. */ folder?: string,
/** A label. */ label?: string,
/** Number of games to skip. */ skip?: number,
/** Page size, up to 100. Default: 50. */ count?: number, };

/** A game in a list. */ export type LibraryRow = {
/** Number in the library. */ id: number,
/** True if it is the caller's own game, which can be edited and deleted. */ own: boolean,
/** The game. */ game: string,
/** Red or White. */ first: NameOut,
/** Black. */ second: NameOut,
/** The event. */ event: NameOut,
/** The site. */ site: NameOut,
/** `1997.11.16`, `1997.11`, `1997` or empty. */ date: string,
/** `first`, `second`, `draw` or `open`. */ result: string,
/** The opening. */ opening: OpeningOut | null,
/** Plies of the main line. */ plies: number,
/** Moves in all variations. */ moves: number,
/** The folder; empty for none. */ folder: string,
/** The labels. */ labels: Array<string>, };

/** Line of moves with its opening. */ export type LineFollowed = {
/** The line, with the plies from `from` on. */ line: LineView,
/** Last named opening on the line. */ opening: OpeningOut | null,
/** True if the side to move could pass, so that a threat can be analyzed. */ may_pass: boolean, };

/** Line of moves to look up: `POST /api/lines`. */ export type LineIn = {
/** The game. */ game: string,
/** Start position in any dialect. Default: the start of the game. */ position?: string,
/** Moves in coordinates. */ moves?: Array<string>,
/** Rule options, name to value. */ options?: { [key in string]: string }, };

/** Line of moves to look up: `GET /api/lines`. */ export type LineQuery = {
/** The game. */ game: string,
/** Start position. Default: the start of the game. */ position?: string,
/** Moves in coordinates, separated by commas. */ moves?: string,
/** Rule options as `name:value`, separated by commas. */ options?: string,
/** Number of plies to leave out of the response. Default: 0. */ from?: number, };

/** Line of moves as a board shows it. */ export type LineView = {
/** The game. */ game: string,
/** Start of the line. */ start: Start,
/** The moves. */ plies: Array<Ply>,
/** Side to move. */ turn: Side,
/** The square of a general or king in check. */ check: number | null,
/** Squares of the line that won the game. */ line: Array<number>,
/** Legal moves in coordinates; empty after the end. */ legal: Array<string>,
/** Outcome, if the game is over. */ outcome: MatchOutcome | null, };

/** Query of links. */ export type LinksQuery = {
/** Section. */ section: number, };

/** Running game as spectators know it. */ export type LiveGame = {
/** The room. */ room: string,
/** The game. */ game: string,
/** The players, the first side's first. */ players: [LivePlayer, LivePlayer],
/** True for a rated game. */ rated: boolean,
/** Time control. */ clock: ClockChoice,
/** Position. */ position: string,
/** From and to of the last move. */ last_move: [number, number] | null,
/** Side to move. */ turn: Side,
/** Number of plies. */ plies: number,
/** Number of plies by which spectators are behind the players. */ delay: number,
/** Time left at `since`; `null` without a clock. */ left_ms: [number | null, number | null],
/** Side whose clock is running. */ running: Side | null,
/** Time of the server for which the clocks are given. */ since: number,
/** Number of spectators. */ watchers: number,
/** Outcome; `null` while the game is running. */ outcome: MatchOutcome | null, };

/** Games that anybody may watch: `GET /api/watch`, and as server-sent events at `GET /api/watch/events`. The first event has all of them, further ones the changes since the one before. */ export type LiveGames = {
/** Time of the server. */ now: number,
/** True if these are all games; false if they are those that have changed. */ all: boolean,
/** The games, in no particular order; at most 60 are listed. */ games: Array<LiveGame>,
/** Rooms that are no longer listed. */ gone: Array<string>,
/** Room of the featured game: that of the highest established ratings. */ featured: string | null,
/** Number of running games, listed here or not. */ total: number, };

/** Player of a running game. */ export type LivePlayer = {
/** Display name; `null` for none. */ name: string | null,
/** Handle; `null` for a guest. */ handle: string | null,
/** Rating in the pool of a rated game. */ rating: PersonRating | null, };

/** Event of the lobby: `GET /api/lobby/events`, as server-sent events. */ export type LobbyEvent = { "type": "lobby" } & LobbyView | { "type": "begin",
/** The room. */ room: string, } | { "type": "seek",
/** The seek. */ id: string, } | { "type": "seek_over",
/** The seek. */ id: string, } | { "type": "challenge" } & ChallengeView | { "type": "challenge_over",
/** The challenge. */ id: string, };

/** Person in the lobby. */ export type LobbyPerson = {
/** Handle. */ handle: string,
/** Display name. */ name: string | null, };

/** Lobby as the caller sees it: `GET /api/lobby`. */ export type LobbyState = {
/** Seeks, and who is here. */ lobby: LobbyView,
/** The caller's seek. */ seek: string | null,
/** Challenges to the caller. */ challenges: Array<ChallengeView>, };

/** Seeks, and who is here. */ export type LobbyView = {
/** Open seeks, the oldest first. */ seeks: Array<SeekView>,
/** People with accounts, by handle. */ people: Array<LobbyPerson>,
/** Number of people, guests included. */ here: number, };

/** Outcome of a match. */ export type MatchOutcome = {
/** Winner; `null` for a draw. */ winner: Side | null,
/** Reason code: `checkmate`. The catalogues' key is `reason_{reason}`. */ reason: string,
/** Reason as a sentence. */ why: MessageOut, };

/** Identity of the caller: `GET` and `PUT /api/me`. */ export type Me = {
/** The name shown to others; `null` for a guest. */ name: string | null, };

/** Message: `code` is a key of /messages/{language}.json, `params` fill the braces of its sentence. */ export type MessageOut = {
/** Key of the catalogues. */ code: string,
/** Parameters by name. */ params: { [key in string]: Param }, };

/** Name, with its readings if it is Chinese. */ export type NameOut = {
/** As it was written. */ text: string,
/** Its Hán-Việt reading. */ reading: string | null,
/** Its pinyin without tones, by syllables. */ pinyin: string | null, };

/** New account, with its recovery code: the only time that it is shown. */ export type NewAccountOut = {
/** The account. */ account: AccountOut,
/** Code that sets a new password. */ recovery_code: string, };

/** Request for a new game: `POST /api/rooms`. Only `game` and the two players are required. */ export type NewGame = {
/** The game's name. */ game: string,
/** Rule options, name to value. */ options?: { [key in string]: string },
/** First player, usually the caller. */ one: Player,
/** Second player. */ other: Player,
/** Color of `one`. Default: the first side. */ color?: Color,
/** Side to move first. Default: the first side, or as in `setup`. */ starts?: Side,
/** Handicap. */ handicap?: HandicapChoice,
/** Time control. Default: none. */ clock?: ClockChoice,
/** Time control of `other`, if it differs; both must be times for the whole game. */ other_clock?: ClockChoice,
/** Takebacks. Default: unrestricted against the machine and on one device, by consent between people. */ undo?: UndoChoice,
/** Start position. */ setup?: string,
/** Moves already played from it, in coordinates: a record to continue. */ moves?: Array<string>,
/** True for a rated game: two people with accounts, by link, with a clock and the usual rules. Default: casual. */ rated?: boolean,
/** True to show the game to everybody in the list of running games. Default: only if it is rated. */ listed?: boolean,
/** Number of plies by which spectators are behind the players, up to 20; only between people at two devices. Default: none. */ delay?: number,
/** True if the game is aborted unless each side makes its first move within a time. Default: in rated games only. */ first_move?: boolean,
/** Minimum time per move between machines, in milliseconds (0 to 10000). Default: 800. */ pace_ms?: number, };

/** Response to a new game. */ export type NewRoom = {
/** The room. Anyone who knows it may watch: the page is `/room/{room}`. */ room: string,
/** One-time token of the empty seat: the page is `/join/{invitation}`. */ invitation: string | null, };

/** Tournament to create: `POST /api/tournaments`. */ export type NewTournament = {
/** Name, up to 80 characters. */ name: string,
/** Place and date, as they are printed. */ place?: string,
/** Preset of its first section. */ preset: TournamentPreset,
/** Name of its first section. Default: none. */ section?: string, };

/** Odds: pieces that one side plays without. */ export type OddsInfo = {
/** Their name: `horse_left`. The catalogues' key is `odds_{name}`. */ name: string,
/** Start position if the first side gives them. */ first: string,
/** Start position if the second side gives them. */ second: string, };

/** Kind of an offer. */ export type OfferKind = "draw" | "take_back" | "redo" | "give_turn" | "pause";

/** Pending offer. */ export type OfferView = {
/** Side that made it. */ by: Side,
/** Kind. */ kind: OfferKind,
/** Number of plies, for takebacks and redos. */ plies: number | null, };

/** Official of a tournament. */ export type OfficialView = {
/** Name. */ name: string,
/** Right. */ role: TournamentRole,
/** Identity, for the organizer, who may take the right back. */ player: string | null, };

/** Rules of games played on this server. */ export type OnlineGames = {
/** The game. */ game: string,
/** Time control. */ clock: ClockChoice,
/** True if the games count for ratings; both players need accounts. */ rated: boolean,
/** Seconds after the start of a round until a player who has not moved loses: 5 to 86400. */ no_show_seconds: number, };

/** An opening. */ export type OpeningOut = {
/** ECO at chess, ECCO at xiangqi. */ code: string,
/** Its name. */ name: NameOut, };

/** Results with an opening. */ export type OpeningResult = {
/** Opening. */ opening: OpeningOut,
/** Results. */ tally: ResultTally, };

/** Act of the operator: `POST /api/operator/acts`. */ export type OperatorActIn = { "type": "ban",
/** Handle. */ handle: string,
/** What from. */ scope: BanFrom,
/** Number of days. Default: no end. */ days?: number,
/** Reason, which the player is told. */ reason: string, } | { "type": "unban",
/** Handle. */ handle: string, } | { "type": "rename",
/** Handle. */ handle: string,
/** New handle. */ to: string, } | { "type": "clear_name",
/** Handle. */ handle: string, } | { "type": "reset_password",
/** Handle. */ handle: string, } | { "type": "close",
/** Handle. */ handle: string, } | { "type": "close_report",
/** The report. */ id: string,
/** What came of it. */ verdict: string, };

/** Response to an act. */ export type OperatorActOut = {
/** New recovery code, shown once. */ recovery_code: string | null, };

/** Ban. */ export type OperatorBan = {
/** Handle. */ handle: string,
/** From rated games, or from everything. */ scope: BanFrom,
/** End; `null` for no end. */ until: number | null,
/** Reason. */ reason: string,
/** Begin. */ at: number, };

/** Row of the log of the operator's acts. */ export type OperatorLogRow = {
/** Number. */ number: number,
/** Time. */ at: number,
/** `terminal` or `page`. */ made_by: string,
/** Kind. */ kind: string,
/** Handle at that time. */ handle: string | null,
/** Details. */ note: string, };

/** Account as the operator sees it. */ export type OperatorPlayer = {
/** Handle. */ handle: string,
/** Display name. */ name: string | null,
/** Registration. */ created_at: number,
/** Last use; `null` if nobody is signed in. */ used_at: number | null,
/** Sessions. */ sessions: number,
/** Rated games. */ games: number,
/** Ban. */ ban: OperatorBan | null, };

/** Search for accounts: `GET /api/operator/players`. */ export type OperatorPlayersQuery = {
/** Part of the handle or name. Default: the newest accounts. */ text?: string, };

/** Queue of the scheduler. */ export type OperatorQueue = {
/** Class of the computations. */ class: string,
/** Computations that wait. */ waiting: number, };

/** Open report by a player. */ export type OperatorReport = {
/** Identifier. */ id: string,
/** Handle of the player who reports; `null` for a deleted account. */ reporter: string | null,
/** Handle of the reported player. */ reported: string | null,
/** Room of the game, as long as it exists. */ room: string | null,
/** Name of the game. */ game: string | null,
/** Moves in coordinates. */ moves: string,
/** Code of the reason. */ reason: string,
/** What the reporter says. */ note: string,
/** Time. */ at: number, };

/** State of the server for its operator: `GET /api/operator`, with the operator's key as bearer token. */ export type OperatorView = {
/** Version of the program. */ version: string,
/** Server time. */ now: number,
/** Time of the start. */ started_at: number,
/** True if the event log can be written. */ healthy: boolean,
/** Load averages of the machine over 1, 5 and 15 minutes; empty where the system does not say. */ load: Array<number>,
/** Resident memory of the server. */ memory_bytes: number,
/** Size of the database file. */ database_bytes: number,
/** Time of the last backup since the start; `null` before the first. */ backup_at: number | null,
/** Failed backups since the start. */ backup_failures: number,
/** Mean time of a write in milliseconds, and failed writes since the start. */ write_ms: number,
/** Failed writes since the start. */ write_failures: number,
/** Rooms in memory. */ rooms: number,
/** Games with a running clock. */ clocks: number,
/** Open sockets. */ sockets: number,
/** People in the lobby, and their seeks. */ people: number,
/** Open seeks. */ seeks: number,
/** Games begun through the lobby since the start. */ paired: number,
/** Computations running. */ running: number,
/** Computations waiting, by class. */ waiting: Array<OperatorQueue>,
/** Accounts. */ accounts: number,
/** Rated games that ended. */ rated_games: number,
/** Rated games that run. */ rated_running: number,
/** Failed sign-ins since the start. */ failed_sign_ins: number,
/** Open reports, the newest first. */ reports: Array<OperatorReport>,
/** Number of open reports. */ open_reports: number,
/** Bans, the newest first. */ bans: Array<OperatorBan>,
/** Newest acts of the operator. */ log: Array<OperatorLogRow>, };

/** Results against an opponent. */ export type OpponentResult = {
/** Opponent; `null` if the account was deleted. */ opponent: PlayerName | null,
/** Results. */ tally: ResultTally, };

/** Rule option. The catalogues' key is `option_{name}`. */ export type OptionInfo = {
/** Its name. */ name: string,
/** Default value. */ default: string,
/** Allowed values; empty for a number (0 to 65535). */ values: Array<string>, };

/** Round to pair: `POST /api/tournaments/{id}/pair`. */ export type PairIn = {
/** Section. */ section: number, };

/** Pairing system. */ export type PairingSystem = "swiss" | "round_robin" | "double_round_robin" | "manual" | "knockout" | "groups_knockout";

/** Parameter of a message. */ export type Param = { "number": number } | { "text": string } | { "word": string } | { "message": MessageOut };

/** Origin of a nonce. */ export type PartBy = "player" | "server";

/** Change of the password: `PUT /api/account/password`. All other sessions end. */ export type PasswordChange = {
/** Password until now. */ old: string,
/** New password. */ new: string, };

/** Password of the account, to confirm a step that cannot be undone. */ export type PasswordIn = {
/** Password. */ password: string, };

/** Rating of a person. */ export type PersonRating = {
/** Rating in whole points. */ rating: number,
/** Standard deviation in whole points. */ deviation: number,
/** True while few games were played, or none for long. */ provisional: boolean, };

/** Fixed phrase, shown in the language of its reader. */ export type Phrase = "hello" | "good_luck" | "you_too" | "good_move" | "oops" | "sorry" | "one_moment" | "thanks" | "well_played" | "one_more" | "must_go" | "goodbye";

/** Piece on its square. */ export type PieceView = {
/** Catalogue key of the piece. */ piece: string,
/** Name of the square. */ square: string, };

/** Worth of a piece. */ export type PieceWorthView = {
/** Name of its square. */ square: string,
/** Owner. */ side: Side,
/** Centipawns. */ cp: number, };

/** Player of a new game. */ export type Player = { "kind": "me" } | { "kind": "here",
/** Name of that person, up to 40 characters. */ name?: string, } | { "kind": "link" } | { "kind": "level",
/** 1 to 8. */ level: number, } | { "kind": "engine",
/** Engine specification. */ engine: string, };

/** Rated game from one player's side. */ export type PlayerGame = {
/** The room; `null` if it was deleted. */ room: string | null,
/** Rating pool. */ pool: string,
/** End of the game. */ ended_at: number,
/** Side of the player. */ side: Side,
/** Result for the player. */ result: GameResult,
/** Opponent; `null` if the account was deleted. */ opponent: PlayerName | null,
/** Rating of the opponent before the game. */ opponent_rating: number,
/** Rating of the player before the game. */ before: number,
/** Rating of the player after it. */ after: number,
/** False if the game did not change the ratings. */ is_counted: boolean,
/** Plies. */ plies: number,
/** Opening, where openings have names. */ opening: OpeningOut | null, };

/** Rated games: `GET /api/players/{handle}/games`, the newest first. */ export type PlayerGames = {
/** Games. */ games: Array<PlayerGame>,
/** For the next page; `null` if there is none. */ next: number | null, };

/** Filter of a player's rated games. */ export type PlayerGamesQuery = {
/** Rating pool. Default: all. */ pool?: string,
/** The game, for all of its pools. Default: all. */ game?: string,
/** Side of the player. Default: both. */ side?: Side,
/** Result. Default: all. */ result?: GameResult,
/** Handle of the opponent. Default: all. */ opponent?: string,
/** `next` of the page before. */ before?: number,
/** Number of games, up to 50. Default: 20. */ count?: number, };

/** Name of a player with an account. */ export type PlayerName = {
/** Handle. */ handle: string,
/** Display name. */ name: string | null, };

/** Profile: `GET /api/players/{handle}`. Of a private profile others see the name only. */ export type PlayerOut = {
/** Handle. */ handle: string,
/** Display name. */ name: string | null,
/** Time of registration. */ created_at: number,
/** True if the profile is private. */ is_private: boolean,
/** True if it is the caller's own. */ is_you: boolean,
/** True if the caller follows this player. */ is_followed: boolean,
/** True if the caller blocks this player. */ is_blocked: boolean,
/** Number of followers. */ followers: number,
/** True if the player is in the lobby and may be challenged. */ is_here: boolean,
/** Rated game that is being played. */ room: string | null,
/** Ratings. */ ratings: Array<PoolRating>, };

/** Results of a player in a pool: `GET /api/players/{handle}/results`, from the last 1000 rated games. */ export type PlayerResults = {
/** Rating pool. */ pool: string,
/** With the first side, with the second side. */ sides: [ResultTally, ResultTally],
/** By opening, the most frequent first; at most 20. */ openings: Array<OpeningResult>,
/** By opponent, the most frequent first; at most 20. */ opponents: Array<OpponentResult>, };

/** Query of results. */ export type PlayerResultsQuery = {
/** Rating pool. */ pool: string, };

/** Players as text: `POST /api/tournaments/{id}/players`. */ export type PlayersIn = {
/** Section. */ section: number,
/** Lines with a name each, a CSV or tab-separated table with a head, or a TRF file. */ text: string,
/** True to read only. */ preview: boolean, };

/** Players that were read. */ export type PlayersOut = {
/** The players. */ players: Array<Entrant>, };

/** Ply, and the position after it. */ export type Ply = {
/** Move in coordinates, with the revealed pieces that this viewer knows; `--` is a pass. */ mv: string,
/** Side that played it. */ side: Side,
/** The move in every notation of the game. */ text: { [key in string]: string },
/** From and to; `null` for a pass. */ squares: [number, number] | null,
/** Position after it, as this viewer knows it. */ position: string,
/** The square of a general or king in check after it. */ check: number | null,
/** Captured piece. */ took: Taken | null,
/** Letter of the revealed piece. */ turned: string | null,
/** Thinking time in milliseconds. */ ms: number | null,
/** Computing time of the engine that played it, in milliseconds. */ computed_ms: number | null,
/** Time left on the mover's clock after it, in milliseconds. */ clock_ms: number | null,
/** Evaluation of the position after it, once it is known. */ evaluation: Evaluation | null, };

/** Ply of a repetition cycle. */ export type PlyNote = {
/** Its index in the match. */ ply: number,
/** Move number. */ number: number,
/** Side that played it. */ side: Side,
/** `check`, `chase` or `idle`; the catalogues' key is `conduct_{..}`. */ conduct: string,
/** Chases by this ply. */ chases: Array<ChaseView>, };

/** Points for win, draw and loss. */ export type PointsRule = "standard" | "two_one_zero" | "three_one_zero" | "draw_second_two";

/** Rating of a player in one pool. */ export type PoolRating = {
/** Rating pool. */ pool: string,
/** Rating. */ rating: PersonRating,
/** Number of rated games. */ games: number,
/** Ratings after the last games, oldest first. */ curve: Array<CurvePoint>, };

/** Position to check: `POST /api/positions`. */ export type PositionIn = {
/** The game. */ game: string,
/** The position in any of the game's dialects. */ text: string,
/** Rule options, name to value. */ options?: { [key in string]: string }, };

/** Position that can be played. */ export type PositionRead = {
/** The position in the server's own dialect, with side to move and check. */ start: Start,
/** Stable identifier. */ position_id: string,
/** Number of legal moves. */ legal: number,
/** Outcome, if the game is over. */ outcome: MatchOutcome | null,
/** Unusual properties of the position. */ warnings: Array<MessageOut>,
/** The position in every dialect of the game. */ dialects: { [key in string]: string },
/** Pieces one by one: letter, row, column, side. */ list: string, };

/** What others see of a player: `PUT /api/account/profile`. Fields that are left out stay as they are. */ export type ProfileIn = {
/** True to show others the name only, and not to be on leaderboards. */ is_private?: boolean,
/** True to keep running games out of all lists. */ is_unlisted?: boolean, };

/** Branch of a proof tree. */ export type ProofBranch = {
/** The move. */ ply: Ply,
/** Remaining moves of the winner after it. */ moves: number,
/** Answer to a defense; after the winner's move the longest resistance. */ answer: Ply | null, };

/** Node of a proof tree. */ export type ProofNodeView = {
/** Moves that lead to it. */ path: Array<Ply>,
/** Side to move. */ turn: Side,
/** Remaining moves of the winner at most. */ moves: number,
/** The winner's move, or every defense, the longest resistance first. */ branches: Array<ProofBranch>,
/** Outcome, if the game is over. */ outcome: MatchOutcome | null, };

/** Result reported by a player: `POST /api/tournaments/{id}/boards/{token}`. */ export type ProposalIn = {
/** Side of the player. */ side: Side,
/** Result. */ result: BoardResult, };

/** Purpose of a search. */ export type Purpose = "move" | "hint" | "evaluation";

/** Puzzle of the day. */ export type PuzzleDaily = {
/** Start of the day, in milliseconds since 1970. */ day: number,
/** The puzzle. */ puzzle: PuzzleRow, };

/** Goal of a puzzle. */ export type PuzzleGoal = "win" | "draw" | "line";

/** Player's state of a puzzle. */ export type PuzzleMine = "solved" | "again" | "failed" | "helped";

/** Page of puzzles. */ export type PuzzlePage = {
/** The puzzles. */ rows: Array<PuzzleRow>,
/** Total number of puzzles found. */ total: number, };

/** Progress of a player. */ export type PuzzleProgress = {
/** Rating, on the scale of the puzzles' difficulty. */ rating: number,
/** Solved at the first attempt. */ solved: number,
/** Failed at the first attempt. */ failed: number,
/** Current streak of solved puzzles. */ streak: number,
/** Longest streak. */ best: number, };

/** A puzzle in a list. */ export type PuzzleRow = {
/** The collection. */ collection: string,
/** Its identifier in the collection. */ id: string,
/** Its number in the collection, from 1. */ number: number,
/** The game. */ game: string,
/** Its title. */ title: PuzzleTitle | null,
/** Players and event, or a link. */ note: string | null,
/** The position. */ position: string,
/** Side to move: the player's side. */ turn: Side,
/** Goal. */ goal: PuzzleGoal,
/** Solver status. */ status: PuzzleStatus,
/** Number of moves of the win, or of the line. */ moves: number | null,
/** True if no win is shorter. */ shortest: boolean,
/** Number of pieces on the board. */ pieces: number,
/** Difficulty rating. */ rating: number,
/** The caller's state of it. */ mine: PuzzleMine | null, };

/** Puzzle collection. */ export type PuzzleSet = {
/** Its name in URLs; the app has its title. */ name: string,
/** The game. */ game: string,
/** Source and license. */ source: string,
/** Number of puzzles. */ count: number,
/** Number of puzzles the caller has solved. */ solved: number,
/** Number of proven wins. */ proven: number,
/** Number of draws to hold. */ drawn: number, };

/** Precomputed solver status of a puzzle. */ export type PuzzleStatus = "proven" | "drawn" | "undecided" | "line";

/** Title of a composition. */ export type PuzzleTitle = {
/** Simplified characters. */ hans: string,
/** Traditional characters. */ hant: string,
/** Hán-Việt reading of the characters. */ vi: string,
/** In English. */ en: string, };

/** Puzzle to solve: `GET /api/puzzles/{collection}/{id}`. */ export type PuzzleView = {
/** As in lists. */ row: PuzzleRow,
/** Move that led to the position, in coordinates. */ before: string | null,
/** The position as a line without moves. */ line: LineView,
/** Number of first moves that win in the minimum number of moves; `null` if not all are known. */ keys: number | null,
/** Source of the collection. */ source: string,
/** Previous puzzle in the collection. */ previous: string | null,
/** Next puzzle in the collection. */ next: string | null, };

/** All collections: `GET /api/puzzles`. */ export type Puzzles = {
/** The collections. */ sets: Array<PuzzleSet>,
/** The caller's progress. */ me: PuzzleProgress,
/** Puzzle of the day. */ daily: PuzzleDaily | null, };

/** Filter of puzzles: `GET /api/puzzles/{collection}`. */ export type PuzzlesQuery = {
/** Minimum number of moves. */ least?: number,
/** Maximum number of moves. */ most?: number,
/** Maximum number of pieces on the board. */ pieces?: number,
/** Solver status: `proven`, `drawn`, `undecided` or `line`. */ status?: PuzzleStatus,
/** Player's state: `new`, `solved` or `failed`. */ mine?: string,
/** Text in the title, number or note; diacritics are ignored. */ text?: string,
/** Number of puzzles to skip. Default: 0. */ from?: number,
/** Page size, at most 100. Default: 24. */ count?: number, };

/** Text to show as a QR code: `GET /api/qr`. */ export type QrQuery = {
/** Text, up to 500 bytes. */ text: string, };

/** Leaderboard: `GET /api/ranking`. Provisional ratings are not listed. */ export type RankingOut = {
/** Rating pool. */ pool: string,
/** The strongest players first, up to 100. */ rows: Array<RankingRow>, };

/** Query of a leaderboard. */ export type RankingQuery = {
/** Rating pool. */ pool: string, };

/** Row of a leaderboard. */ export type RankingRow = {
/** Handle. */ handle: string,
/** Display name. */ name: string | null,
/** Rating. */ rating: PersonRating,
/** Number of rated games. */ games: number, };

/** Rated game: pool and ratings. */ export type RatedView = {
/** Rating pool: the game's name and the speed, separated by a dot. */ pool: string,
/** Ratings of the two players when they sat down. */ ratings: [PersonRating | null, PersonRating | null],
/** Change by this game; `null` before its end. */ change: RatingChangeOut | null, };

/** Change of the ratings by a game, the first side's first. */ export type RatingChangeOut = {
/** Ratings before the game. */ before: [number, number],
/** Ratings after it. */ after: [number, number],
/** Reason why the game does not count, as a code of the catalog; `null` if it does. */ uncounted: string | null, };

/** Unreadable move of a record. */ export type RecordFailure = {
/** Number of plies before it. */ plies: number,
/** Move number. */ number: number,
/** The move as written in the text. */ text: string,
/** Description of the fault. */ why: MessageOut, };

/** Hints for reading a file: `POST /api/records/file`, the file as the body, up to 512 KiB. */ export type RecordFileQuery = {
/** The game. Default: as the file says, else the one that reads it furthest. */ game?: string,
/** The notation. Default: detected. */ notation?: string, };

/** Record to read: `POST /api/records`, up to 512 KiB. */ export type RecordIn = {
/** The text: PGN, a list of moves in any notation, or the server's own `.txt`. */ text: string,
/** The game. Default: as the text says, else the one that reads it furthest. */ game?: string,
/** The notation. Default: detected. */ notation?: string, };

/** Format of a record: `GET /api/rooms/{id}/record`. */ export type RecordQuery = {
/** `txt`, `pgn`, `fen` or `json`. Default: `txt`. */ format?: string,
/** Notation of moves. Default: the usual one of the language. */ notation?: string,
/** Language of the text around the moves: vi, en, zh-Hans, zh-Hant. Default: en. */ lang?: string,
/** Maximum number of plies. */ plies?: number, };

/** Record, as far as it was read. */ export type RecordRead = {
/** The game. */ game: string,
/** Notation of the moves. */ notation: string,
/** Header tags. */ tags: Array<[string, string]>,
/** Start position, if it is not the game's own. */ setup: string | null,
/** Start of the game. */ start: Start,
/** Moves that were read. */ plies: Array<Ply>,
/** End of the game on the board, or as the text says. */ outcome: MatchOutcome | null,
/** First move that could not be read; everything before it was. */ failure: RecordFailure | null,
/** Warnings. */ warnings: Array<MessageOut>, };

/** New password by the recovery code: `POST /api/account/recover`. All sessions end, and a new one begins. */ export type RecoverIn = {
/** Handle. */ handle: string,
/** Recovery code. */ code: string,
/** New password. */ password: string, };

/** People who may create an account. */ export type RegistrationRule = "open" | "by_code" | "closed";

/** Report to the operator: `POST /api/reports`. With a room the game and its talk are attached; without a handle the report is about the caller's opponent there. */ export type ReportIn = {
/** Room of the game. */ room?: string,
/** Handle of the reported player. */ handle?: string,
/** Reason. */ reason: ReportReason,
/** What happened, up to 500 characters. */ note?: string, };

/** Reason of a report. */ export type ReportReason = "talk" | "cheating" | "stalling" | "name" | "other";

/** Games won, drawn and lost. */ export type ResultTally = {
/** Won. */ won: number,
/** Drawn. */ drawn: number,
/** Lost. */ lost: number, };

/** Search effort per position. */ export type ReviewEffort = "quick" | "usual" | "deep";

/** Game to review: `POST /api/reviews`, from exactly one of `room`, `record` and `line`. */ export type ReviewIn = {
/** A finished match on this server, or a running one against a machine. */ room?: string,
/** A record as text: its first game. */ record?: RecordIn,
/** A line of moves. */ line?: LineIn,
/** Result of the line's game, if its moves do not show it: `1-0`, `0-1`, `1/2-1/2`; `*` for none. */ result?: string,
/** Search effort. Default: `usual`. */ effort?: ReviewEffort, };

/** Result of a review. */ export type ReviewOut = {
/** Number of plies at the beginning that were not reviewed: 0 unless it was stopped. */ from: number,
/** Reviewed moves. */ plies: Array<ReviewPly>,
/** Quality of each side's play. */ sides: [ReviewSide, ReviewSide],
/** Turning points. */ turning: Array<TurningPoint>,
/** Summary in a few sentences. */ summary: Array<MessageOut>, };

/** Reviewed move. Chances are expected scores from 0 to 1. */ export type ReviewPly = {
/** Number of plies before it. */ ply: number,
/** Move number. */ number: number,
/** Side that played it. */ side: Side,
/** Score before the move. */ before: Score,
/** Score after the move, with everything it revealed. */ after: Score,
/** First side's expected score after the move, before anything was revealed. The same as `after` without hidden information. */ expected: number,
/** Best move of the engine. */ best: Ply | null,
/** Best line; only for mistakes. */ line: Array<Ply>,
/** Legal moves in coordinates; only for mistakes. */ legal: Array<string>,
/** Search depth in plies. */ depth: number,
/** Expected score that the move lost. */ loss: number,
/** Judgment of the move. */ judgment: Judgment | null,
/** Accuracy, 0 to 100; `null` for forced moves. */ accuracy: number | null,
/** Expected score gained by what the move revealed; `null` if it revealed nothing. */ luck: number | null, };

/** Progress of a review: each event of `GET /api/reviews/{id}/events`. */ export type ReviewProgress = {
/** State. */ state: SolveState,
/** Number of evaluated moves. The last move is evaluated first. */ done: number,
/** Number of moves of the game. */ total: number,
/** Scores by ply, if already known. */ scores: Array<Score | null>, };

/** Quality of one side's play. */ export type ReviewSide = {
/** Accuracy, 0 to 100; `null` without decisions. */ accuracy: number | null,
/** Number of moves with a choice. */ moves: number,
/** `?!` */ inaccuracies: number,
/** `?` */ mistakes: number,
/** `??` */ blunders: number,
/** Sum of the expected score lost by decisions. */ loss: number,
/** Sum of the expected score gained by luck; `null` without hidden information. */ luck: number | null, };

/** Another move in place of a mistake: `POST /api/reviews/{id}/tries`. */ export type ReviewTryIn = {
/** Number of plies before it. */ ply: number,
/** The move, in coordinates. */ mv: string, };

/** Evaluation of another move. */ export type ReviewTryView = {
/** True if it is the engine's best move. */ best: boolean,
/** Judgment; `null` for a good move. */ judgment: Judgment | null,
/** Expected score that it loses. */ loss: number,
/** Score after it. */ score: Score,
/** The move and its best continuation. */ line: Array<Ply>,
/** Judgment as a sentence. */ message: MessageOut, };

/** A review: `GET /api/reviews/{id}`. */ export type ReviewView = {
/** Identifier. */ id: string,
/** The game. */ game: string,
/** Start of the game. */ start: Start,
/** Moves, each as its mover knew it. */ plies: Array<Ply>,
/** Outcome, if known. */ outcome: MatchOutcome | null,
/** Search effort. */ effort: ReviewEffort,
/** Progress. */ progress: ReviewProgress,
/** Result after the end; a partial result if it was stopped. */ review: ReviewOut | null,
/** Error, if it failed. */ failure: MessageOut | null, };

/** Page of a list, newest first. */ export type RoomPage = {
/** The games. */ rooms: Array<RoomRow>,
/** Total number of games. */ total: number,
/** Value of `before` for the next page; `null` on the last page. */ next: string | null, };

/** A game in a list. */ export type RoomRow = {
/** The room. */ room: string,
/** The game. */ game: string,
/** Occupants of the seats. */ seats: [SeatView, SeatView],
/** Sides that the caller controls. */ own_sides: Array<Side>,
/** Creation time. */ created_at: number,
/** Time of the last event. */ touched_at: number,
/** Number of plies. */ plies: number,
/** Current position, as the caller knows it. */ position: string,
/** From and to of the last move. */ last_move: [number, number] | null,
/** Side to move. */ turn: Side,
/** Outcome; `null` while the game is running. */ outcome: MatchOutcome | null,
/** Open invitation; only for the players of the game. */ invitation: string | null,
/** Time control. */ clock: ClockChoice,
/** In a running game by correspondence the time by which the side to move has to move. */ move_by: number | null, };

/** Match as one viewer sees it. Sent in full on connecting, later with the new plies only. */ export type RoomView = {
/** The room. */ room: string,
/** The game. */ game: string,
/** Rule options that are not the default. */ options: { [key in string]: string },
/** Number of events so far. */ seq: number,
/** Viewer. */ viewer: Viewer,
/** Sides the client controls: one, both (on one device), or none (spectator). */ own_sides: Array<Side>,
/** Occupants of the seats. */ seats: [SeatView, SeatView],
/** Start of the match. */ start: Start,
/** Handicap as a message. */ handicap: MessageOut | null,
/** Number of known plies that are still valid: drop those after it, then append `plies`. */ plies_from: number,
/** Plies from there on. */ plies: Array<Ply>,
/** Current position. Its first field is the board: capitals are the first side's, X and x lie face down. */ position: string,
/** Stable identifier of the position. */ position_id: string,
/** Side to move. */ turn: Side,
/** The square of a general or king in check. */ check: number | null,
/** Squares of the line that won the game. */ line: Array<number>,
/** Moves the client may play now, in coordinates. */ legal: Array<string>,
/** Outcome; `null` while the match is running. */ outcome: MatchOutcome | null,
/** Draw that the side to move may claim. */ claim: MatchOutcome | null,
/** Repetition case, once the position has occurred before: a warning or the verdict. */ case: CaseView | null,
/** Pending offer. */ offer: OfferView | null,
/** The clocks. */ clock: ClockView,
/** Milliseconds left for the first move of the side to move, after which the game is aborted; `null` without a limit. */ first_move_ms: number | null,
/** True if the match is paused. */ paused: boolean,
/** Number of plies that can be redone. */ undone: number,
/** Face-down pieces that the viewer has seen in moves taken back. */ seen: Array<SeenPiece>,
/** Remaining takebacks of each side; `null` for no limit. */ undo_left: [number | null, number | null],
/** Takeback of the client's last move now. */ take_back: TakeBackView,
/** Codes of what the players had besides their own thinking: `hint`, `take_back`, `turn_given`, `handicap`; with `loaded`, `set_up` or `peeked` the result does not count in anybody's statistics. */ aids: Array<string>,
/** True if takebacks, passing and pauses need the opponent's consent. */ by_consent: boolean,
/** True if evaluations and hints are allowed: between people only after the end. */ may_evaluate: boolean,
/** True if the client receives evaluations. */ evaluating: boolean,
/** Minimum time per move between machines. */ pace_ms: number | null,
/** Rating pool and ratings of a rated game; `null` for a casual one. */ rated: RatedView | null,
/** Room of the rematch. */ next: string | null,
/** What the client may say to the opponent. Spectators neither talk nor see the talk of the players. */ talk: TalkRule,
/** True if the game is in the list of running games. */ is_listed: boolean,
/** Number of plies by which spectators are behind the players. */ delay: number,
/** True if the client controls this match between machines: pause, step, pace. */ may_run: boolean,
/** Verifiable deal of a game with hidden pieces. */ deal: DealView | null, };

/** Filter of games: `GET /api/rooms`. */ export type RoomsQuery = {
/** `live`, `over`, or all by default. */ state?: string,
/** Only this game. */ game?: string,
/** Page size, 1 to 100. Default: 20. */ count?: number,
/** `next` of the previous page. */ before?: string, };

/** Score from the first side's view. */ export type Score = {
/** Centipawns, unless a mate was found. */ cp: number | null,
/** Moves to mate: positive if the first side mates. */ mate: number | null,
/** Expected score of the first side, 0 to 1: the height of the evaluation bar. */ chance: number, };

/** Search info, streamed while an engine searches. */ export type SearchInfo = {
/** Purpose of the search. */ purpose: Purpose,
/** Side to move. */ side: Side,
/** Number of plies played. */ ply: number,
/** Depth in plies. */ depth: number,
/** Selective depth in plies. */ seldepth: number,
/** Nodes searched. */ nodes: number,
/** Nodes per second. */ nps: number,
/** Time in milliseconds. */ ms: number,
/** Score; `null` for an engine that does not evaluate. */ score: Score | null,
/** Principal variation by notation. */ line: { [key in string]: Array<string> },
/** Most visited moves of a Monte-Carlo search, best first. */ visits: Array<Visit>, };

/** `one` or `other` of a new game. */ export type Seat = "one" | "other";

/** Kind of player in a seat. */ export type SeatKind = "you" | "person" | "here" | "machine" | "empty";

/** Occupant of a seat. */ export type SeatView = {
/** Kind of player. */ kind: SeatKind,
/** A person's name; `null` for a guest without a name. */ name: string | null,
/** The handle of a person's account; `null` for a guest. */ handle: string | null,
/** The machine's level. */ level: number | null,
/** Engine specification: `alphabeta:depth=4`. */ engine: string | null,
/** Rating, if known. */ elo: number | null,
/** Origin of the rating. */ elo_mark: EloMark | null, };

/** File of a section to download. */ export type SectionFileQuery = {
/** Section. */ section: number,
/** `trf16`, `trf26`, `csv` or `pgn`. */ format: string, };

/** Settings of a section. */ export type SectionSettings = {
/** Name, such as "Women"; may be empty if there is only one section. */ name: string,
/** Pairing system. */ system: PairingSystem,
/** Rounds planned: 1 to 30. A round robin has as many as its players need. */ rounds: number,
/** Points for results. */ points: PointsRule,
/** Tie-breaks by their TRF26 codes, separated by commas. */ tie_breaks: string,
/** Team results. */ teams?: TeamResults,
/** Pairings of team-mates. */ team_mates: TeamMates,
/** Side of the first player on the first board of round 1. */ first_side: Side,
/** Round 1 of a Swiss. */ first_round: FirstRound,
/** True if the two leaders before the last round play a final in it. */ final_of_two: boolean,
/** Categories with standings of their own. */ categories: Array<TournamentCategory>,
/** Games of players who joined with their device are played here. */ online?: OnlineGames,
/** Matches of a knockout, and the groups before it. */ knockout?: KnockoutRules,
/** True if the server pairs and publishes each round by itself once all results are in. */ automatic?: boolean, };

/** Section of a tournament. */ export type SectionView = {
/** Number. */ id: number,
/** Settings. */ settings: SectionSettings,
/** Rounds planned, computed for a round robin. */ rounds_planned: number,
/** True after its end. */ closed: boolean,
/** Players by start number. */ players: Array<TournamentPlayer>,
/** Rounds; the last may be a draft, which only officials see. */ rounds: Array<TournamentRound>,
/** Start number of the caller. */ you: number | null,
/** Codes of the tie-breaks. */ tie_breaks: Array<string>,
/** Standings after the published rounds, best first. */ standings: Array<StandingRow>,
/** Standings of the categories. */ categories: Array<CategoryView>,
/** Team results. */ teams: Array<TeamRow>,
/** Start numbers that are kept apart. */ forbidden: Array<Array<number>>,
/** Ways in which pairing and results differ from the FIDE Dutch system. */ departures: Array<MessageOut>,
/** Groups before the knockout, with their standings. */ groups: Array<GroupView>,
/** Stages of the knockout, the first one first; empty for other systems and before the groups have ended. */ bracket: Array<BracketStage>,
/** Winner of the knockout. */ champion: number | null, };

/** Request for an opponent: `POST /api/seeks`. A fitting seek of somebody else begins the game at once; otherwise it waits as long as the caller's stream of lobby events is open. */ export type SeekIn = {
/** The game. */ game: string,
/** Time control. */ clock: ClockChoice,
/** True for a rated game, which needs an account. Default: casual. */ rated?: boolean,
/** Color of the caller. Default: random. */ color?: Color,
/** Least and greatest rating of the opponent. Default: any. */ range?: [number, number],
/** Greatest distance between the ratings of the opponent and of the caller, who needs an account. Default: any. */ within?: number,
/** True if the opponent's rating must not be provisional. */ established?: boolean,
/** False to keep the game out of the list of running games. Default: true. */ listed?: boolean, };

/** Response to a seek. */ export type SeekOut = {
/** The game, if an opponent was waiting. */ room: string | null,
/** The seek, if it waits. */ seek: string | null, };

/** Open seek. */ export type SeekView = {
/** Identifier. */ id: string,
/** Display name; `null` for none. */ name: string | null,
/** Handle; `null` for a guest. */ handle: string | null,
/** Rating in this game and speed; `null` for a guest. */ rating: PersonRating | null,
/** The game. */ game: string,
/** Time control. */ clock: ClockChoice,
/** True for a rated game. */ rated: boolean,
/** Color of the seeker. */ color: Color,
/** Rating range of the opponent. */ range: [number, number] | null,
/** True if the opponent's rating must not be provisional. */ established: boolean, };

/** Face-down piece that was seen before a move was taken back. */ export type SeenPiece = {
/** Square. */ square: number,
/** Its letter (a capital). */ letter: string, };

/** Message of the server. */ export type ServerOut = { "type": "ack",
/** Identifier of the client's message. */ id: string,
/** Number of the resulting event. */ seq: number, } | { "type": "refusal",
/** Identifier of the client's message; empty if it could not be read. */ id: string,
/** Number of the last event. */ seq: number,
/** Reason. */ why: MessageOut, } | { "type": "view" } & RoomView | { "type": "search_info" } & SearchInfo | { "type": "evaluation",
/** Number of plies. */ ply: number,
/** The evaluation. */ evaluation: Evaluation, } | { "type": "hint",
/** Identifier of the request. */ id: string,
/** The hint. */ hint: Hint, } | { "type": "presence",
/** True for each side with a connected player; always true for machines. */ seats: [boolean, boolean],
/** Milliseconds until the opponent of a player who has left may claim the game; `null` for a player who is there. */ claim_in_ms: [number | null, number | null],
/** Number of spectators. */ watchers: number, } | { "type": "talk",
/** The lines, oldest first. */ lines: Array<TalkLine>,
/** True if these are all lines; false if they are new. */ all: boolean, } | { "type": "next",
/** The room. */ room: string, } | { "type": "pong",
/** Identifier of the client's message. */ id: string,
/** Server time. */ now: number, } | { "type": "bye",
/** Reason. */ why: MessageOut,
/** True if the client should reconnect. */ again: boolean, };

/** Session of the caller's account. */ export type SessionOut = {
/** Identifier. */ id: string,
/** Time of the sign-in. */ created_at: number,
/** Last use, to the hour. */ used_at: number,
/** Browser and system. */ agent: string,
/** True for the session of this request. */ current: boolean, };

/** Side. */ export type Side = "first" | "second";

/** Sign-in: `POST /api/session`. */ export type SignInIn = {
/** Handle. */ handle: string,
/** Password. */ password: string,
/** True to give the guest's games, puzzles and library of this browser to the account. Default: false. */ bring?: boolean, };

/** Request for an account: `POST /api/account`. The games of the guest become those of the account. */ export type SignUpIn = {
/** Handle, 3 to 20 characters. */ handle: string,
/** Display name, up to 40 characters. */ name?: string,
/** Password, 8 to 200 characters. */ password: string,
/** Registration code, where one is needed. */ code?: string, };

/** Query of a socket: `GET /api/rooms/{id}/socket?seq=N`. */ export type SocketQuery = {
/** Last event seen, 0 for none. The first message is always a full view, so nothing is missed. */ seq?: number,
/** True to receive evaluations, where they are allowed. Default: true. */ evaluation?: boolean,
/** Protocol version of the client; with another one than the server's the socket is closed with `wire_outdated`. */ protocol?: number, };

/** Answer of a search for a win. */ export type SolveAnswer = {
/** Result. */ result: SolveResult,
/** Win: upper bound in moves. No win: within this number of moves, or any. */ moves: number | null,
/** Lower bound in moves, for a win or while undecided. */ at_least: number | null,
/** Answer as a sentence. */ message: MessageOut,
/** First moves that win in the minimum number of moves. */ keys: Array<Ply>,
/** True if `keys` is complete. */ all_keys: boolean,
/** Line of longest resistance. */ line: Array<Ply>,
/** True if every line was replayed by the rules. */ verified: boolean,
/** True if a win depends on the rule against perpetual check. */ by_rule: boolean,
/** True if there is a proof tree: `GET /api/solves/{id}/tree`. */ tree: boolean,
/** Nodes searched. */ nodes: number,
/** Time in milliseconds. */ ms: number,
/** Estimate of the engine, if undecided. Not a proof. */ estimate: Estimate | null, };

/** Search for a win: `POST /api/solves`. */ export type SolveIn = {
/** The game. */ game: string,
/** The position, in any dialect. */ position: string,
/** Side that is to win. Default: the side to move. */ winner?: Side,
/** Maximum number of its moves: 1 to 200. Default: any number. */ moves?: number,
/** Time limit in seconds: 1 to 600. Default: 30. */ seconds?: number, };

/** Progress of a search for a win. */ export type SolveProgress = {
/** Wins in this number of moves or fewer are refuted. */ refuted: number,
/** A win in this number of moves is proven. */ won: number | null,
/** Current depth in moves. */ depth: number,
/** Current width: 0 is checks only, 5 every move. */ width: number,
/** Proof number of the root. */ proof: number | null,
/** Disproof number of the root. */ disproof: number | null,
/** Nodes searched. */ nodes: number,
/** Time in milliseconds. */ ms: number, };

/** Result of a search for a win. */ export type SolveResult = "win" | "no_win" | "unknown";

/** State of a background job. */ export type SolveState = "waiting" | "running" | "done";

/** Search for a win: `GET /api/solves/{id}`, and each event of `GET /api/solves/{id}/events`. */ export type SolveView = {
/** Identifier. */ id: string,
/** The game. */ game: string,
/** The position. */ start: Start,
/** Side that is to win. */ winner: Side,
/** Maximum number of its moves. */ within: number | null,
/** Time limit in seconds. */ seconds: number,
/** State. */ state: SolveState,
/** Progress, while it is running. */ progress: SolveProgress | null,
/** Answer, after the end. */ answer: SolveAnswer | null,
/** Error, if it failed. */ failure: MessageOut | null, };

/** Folder and labels of a game: `PUT /api/library/games/{id}`. */ export type SortIn = {
/** The folder. */ folder: string,
/** The labels. */ labels: Array<string>, };

/** Row of the standings, with the rounds of the player. */ export type StandingRow = {
/** Start number. */ number: number,
/** Rank; players who tie in everything share it. */ rank: number,
/** Points. */ points: number,
/** Tie-breaks as they are printed. */ tie_breaks: Array<string>,
/** Performance rating. */ performance: number | null,
/** Rounds. */ cells: Array<CrosstableCell>, };

/** Start of a line. */ export type Start = {
/** The position. */ position: string,
/** Side to move. */ turn: Side,
/** The square of a general or king in check. */ check: number | null, };

/** Finished game. */ export type StatResult = {
/** End time. */ at: number,
/** The room. */ room: string,
/** Side of `one`. */ side: Side,
/** Result for `one`. */ result: StatResultKind,
/** Code of the reason. */ reason: string,
/** Codes of aids, as in a room's view. */ aids: Array<string>, };

/** Result of a game. */ export type StatResultKind = "win" | "draw" | "loss";

/** Results of one pairing in one game. */ export type StatRow = {
/** The game. */ game: string,
/** Player from whose side the results are counted: the caller, one of two machines, or the first side on one device. */ one: SeatView,
/** The opponent. */ other: SeatView,
/** Games won by `one`. */ wins: number,
/** Games drawn. */ draws: number,
/** Games lost by `one`. */ losses: number,
/** Those without hints, takebacks, handicap, given turns or set-ups. */ unaided: StatTally,
/** Mean thinking time of `one` per move. */ one_ms: number | null,
/** Mean thinking time of `other` per move. */ other_ms: number | null,
/** Results, oldest first; at most 200. */ results: Array<StatResult>, };

/** Result counts from the side of `one`. */ export type StatTally = {
/** Won. */ wins: number,
/** Drawn. */ draws: number,
/** Lost. */ losses: number, };

/** Results of the caller: `GET /api/stats`. */ export type Stats = {
/** One row per game and pair of opponents; the last played first. */ rows: Array<StatRow>,
/** Finished games of people that do not count: loaded, set up, or with a reveal taken back. */ uncounted: number, };

/** Takeback of the client's last move. */ export type TakeBackView = {
/** Reason why it is impossible now; `null` if it is possible. */ why_not: MessageOut | null,
/** True if it needs `seen`: a piece was revealed, which stays known, and the result will not count. */ reveals: boolean, };

/** Captured piece. */ export type Taken = {
/** Side that lost it. */ side: Side,
/** Its letter (a capital); `?` if this viewer does not know it. */ letter: string,
/** True if it lay face down. */ face_down: boolean, };

/** Line of the talk: a phrase or a text. */ export type TalkLine = {
/** Number within the game. */ number: number,
/** Side of the speaker. */ side: Side,
/** Time. */ at: number,
/** Fixed phrase. */ phrase: Phrase | null,
/** Free text. */ text: string | null, };

/** What the players of a game may say to each other. */ export type TalkRule = "off" | "phrases" | "text";

/** Result counts. */ export type TallyOut = {
/** Games. */ games: number,
/** Won by the first side. */ first: number,
/** Drawn. */ drawn: number,
/** Won by the second side. */ second: number, };

/** Sum that ranks teams. */ export type TeamBy = "ranks" | "points";

/** Pairings of team-mates. */ export type TeamMates = "may_meet" | "apart_in_round_one" | "apart";

/** Team results of a section. */ export type TeamResults = {
/** Sum that ranks the teams. */ by: TeamBy,
/** Players of a team that count, the best ones: 1 to 20. */ players: number, };

/** Result of a team. */ export type TeamRow = {
/** Name. */ team: string,
/** Rank; `null` for a team with too few players. */ rank: number | null,
/** Sum of ranks. */ rank_sum: number,
/** Sum of points. */ points: number,
/** Players that count, best first. */ players: Array<number>, };

/** Token of a link: `POST /api/tournaments/{id}/join`. */ export type TokenIn = {
/** Token. */ token: string,
/** Name of an arbiter. */ name?: string, };

/** Change of a tournament. The log of a tournament is a list of these. */ export type TournamentAct = { "type": "describe",
/** Name. */ name: string,
/** Place and date. */ place: string,
/** Text for the players. */ notes: string, } | { "type": "section",
/** Number, from 1. */ section: number,
/** Settings. */ settings: SectionSettings, } | { "type": "drop_section",
/** Section. */ section: number, } | { "type": "enter",
/** Section. */ section: number,
/** Players. */ players: Array<Entrant>, } | { "type": "edit",
/** Section. */ section: number,
/** Start number. */ number: number,
/** New data. */ player: Entrant, } | { "type": "remove",
/** Section. */ section: number,
/** Start number. */ number: number, } | { "type": "renumber",
/** Section. */ section: number,
/** Old start numbers. */ order: Array<number>, } | { "type": "withdraw",
/** Section. */ section: number,
/** Start number. */ number: number,
/** First round without the player. */ from_round: number | null, } | { "type": "bye",
/** Section. */ section: number,
/** Start number. */ number: number,
/** Round. */ round: number,
/** Points of the round. */ bye: ByeChoice | null, } | { "type": "forbid",
/** Section. */ section: number,
/** Start numbers; no two of them meet. */ players: Array<number>, } | { "type": "permit",
/** Section. */ section: number,
/** The same start numbers. */ players: Array<number>, } | { "type": "pair",
/** Section. */ section: number,
/** Round. */ round: number,
/** Boards in order. */ boards: Array<BoardPair>,
/** Player with the pairing-allocated bye. */ bye: number | null,
/** True if it was changed by hand. */ by_hand: boolean, } | { "type": "unpair",
/** Section. */ section: number,
/** Round. */ round: number, } | { "type": "publish",
/** Section. */ section: number,
/** Round. */ round: number,
/** Start of the games, as milliseconds of the Unix time. Default: now. */ starts_at: number | null, } | { "type": "result",
/** Section. */ section: number,
/** Round. */ round: number,
/** Board, from 1. */ board: number,
/** Result. */ result: BoardResult | null, } | { "type": "propose",
/** Section. */ section: number,
/** Round. */ round: number,
/** Board, from 1. */ board: number,
/** Side of the player. */ side: Side,
/** Result. */ result: BoardResult, } | { "type": "foul",
/** Section. */ section: number,
/** Round. */ round: number,
/** Start number. */ number: number,
/** Number of fouls. */ fouls: number, } | { "type": "room",
/** Section. */ section: number,
/** Round. */ round: number,
/** Board, from 1. */ board: number,
/** Identifier of the game. */ room: string, } | { "type": "join",
/** Section. */ section: number,
/** Start number. */ number: number,
/** Identity. */ player: string | null, } | { "type": "official",
/** Identity. */ player: string,
/** Name. */ name: string,
/** Right. */ role: TournamentRole | null, } | { "type": "decide",
/** Section. */ section: number,
/** Start number of the player who goes on. */ winner: number,
/** Start number of the other player. */ loser: number,
/** False to take the decision back. */ decided: boolean, } | { "type": "close",
/** Section. */ section: number,
/** True to end it. */ closed: boolean, };

/** Changes to make, all or none: `POST /api/tournaments/{id}/acts`. */ export type TournamentActs = {
/** Changes. */ acts: Array<TournamentAct>, };

/** Category with standings of its own. */ export type TournamentCategory = {
/** Code that players carry, such as `W`. */ code: string,
/** Name. Empty: pages name the code in the language of the reader. */ name: string, };

/** A whole tournament as one file: `GET` and `POST /api/tournaments/file`. Its form is stable. */ export type TournamentFile = {
/** `kydai-tournament`. */ format: string,
/** 1. */ version: number,
/** Identifier. */ id: string,
/** Secret from which the links are made. */ secret: string,
/** The log. */ log: Array<TournamentFileEntry>, };

/** Change in a file. */ export type TournamentFileEntry = {
/** Time. */ at: number,
/** Name of the person who made it. */ by: string,
/** Change. */ act: TournamentAct, };

/** Secret parts of links, for the organizer: `GET /api/tournaments/{id}/links`. */ export type TournamentLinks = {
/** Origin for the links, if the caller's own (`localhost`) leads other devices nowhere. */ origin: string | null,
/** Token that makes an arbiter. */ arbiter: string,
/** Start numbers with the tokens that make the reader this player. */ players: Array<[number, string]>,
/** Boards of the last round with the tokens under which its players report the result. */ boards: Array<[number, string]>, };

/** Tournaments of the server: `GET /api/tournaments`. */ export type TournamentList = {
/** The newest first. */ tournaments: Array<TournamentListRow>, };

/** Row of the list. */ export type TournamentListRow = {
/** Identifier. */ id: string,
/** Name. */ name: string,
/** Place and date. */ place: string,
/** Last change. */ touched_at: number,
/** The caller's right. */ role: TournamentRole | null, };

/** Log of changes: `GET /api/tournaments/{id}/log`. */ export type TournamentLog = {
/** Changes, the newest first. */ entries: Array<TournamentLogEntry>, };

/** Change in the log. */ export type TournamentLogEntry = {
/** Number. */ seq: number,
/** Time. */ at: number,
/** Name of the person who made it. */ by: string,
/** Sentence. */ what: MessageOut, };

/** Player of a section. */ export type TournamentPlayer = {
/** Start number. */ number: number,
/** Data. */ entrant: Entrant,
/** First round of a late entry; 1 otherwise. */ from_round: number,
/** First round after a withdrawal. */ withdrawn_from: number | null,
/** Byes asked for: round and points. */ byes: Array<[number, ByeChoice]>,
/** Fouls by round. */ fouls: Array<[number, number]>,
/** True if the player joined with a device. */ joined: boolean, };

/** Settings to start from. */ export type TournamentPreset = "club" | "chinese" | "world_championship" | "round_robin" | "knockout" | "groups_knockout";

/** Right of an official. */ export type TournamentRole = "arbiter" | "organizer";

/** Round of a section. */ export type TournamentRound = {
/** Number, from 1. */ round: number,
/** Stage and game of a knockout, or the group stage. */ title: MessageOut | null,
/** True if it is published. */ published: boolean,
/** Start of the games. */ starts_at: number | null,
/** True if the pairing was changed by hand. */ by_hand: boolean,
/** Boards. */ boards: Array<BoardView>,
/** Player with the pairing-allocated bye. */ bye: number | null,
/** Board with the final of the two leaders. */ final_board: number | null,
/** Remarks on a pairing made by hand, for officials. */ remarks: Array<MessageOut>, };

/** Tournament as the caller may see it. */ export type TournamentView = {
/** Identifier. */ id: string,
/** Number of changes so far. */ seq: number,
/** Name. */ name: string,
/** Place and date. */ place: string,
/** Text for the players. */ notes: string,
/** The caller's right. */ role: TournamentRole | null,
/** Officials. */ officials: Array<OfficialView>,
/** Sections. */ sections: Array<SectionView>,
/** Current time, for countdowns. */ now: number, };

/** File that was read. */ export type TreeFile = {
/** Its games. */ games: Array<TreeFileGame>,
/** Index of the game that `tree` shows. */ at: number,
/** The tree. */ tree: TreeView,
/** Faults of the file. */ faults: Array<MessageOut>, };

/** A game of a file. */ export type TreeFileGame = {
/** The game. */ game: string,
/** Red or White; empty if unknown. */ first: string,
/** Black. */ second: string,
/** The event. */ event: string,
/** The date. */ date: string,
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */ result: string,
/** Moves in all variations. */ moves: number, };

/** File to read as a variation tree: `POST /api/analysis/read`, the file as the body, up to 512 KiB. */ export type TreeFileQuery = {
/** Index of the game in the file. Default: 0. */ index?: number,
/** The game. Default: as the file says, else the one that reads it furthest. */ game?: string,
/** The notation. Default: detected. */ notation?: string, };

/** Move of a variation tree. */ export type TreeNode = {
/** Index of the previous move. */ after: number | null,
/** The move and the position after it. */ ply: Ply,
/** Comment. */ comment: string,
/** Glyphs: 1 is `!`, 2 is `?`. */ glyphs: Array<number>,
/** Arrows, circles and other PGN commands, name first. */ marks: Array<string>, };

/** Path in a proof tree: `GET /api/solves/{id}/tree`. */ export type TreeQuery = {
/** Moves from the position, in coordinates, separated by commas. Default: none. */ path?: string, };

/** Game with its variations. */ export type TreeView = {
/** The game. */ game: string,
/** The header. */ tags: Array<[string, string]>,
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */ result: string,
/** True if it starts from another position than the game's own. */ set_up: boolean,
/** Start of the game. */ start: Start,
/** Comment before the first move. */ comment: string,
/** Arrows and circles of the start position: `cal Gh2e2`, `csl Re2`. */ marks: Array<string>,
/** Moves in depth-first order; the main line before its variations. */ nodes: Array<TreeNode>,
/** True if there are more moves than the limit. */ more: boolean, };

/** Format of a tree to write: `POST /api/analysis/write`, its PGN in coordinates as the body. */ export type TreeWriteQuery = {
/** The game. */ game: string,
/** `pgn`, `txt`, `dhtmlxq`, `xqf` or `psq`. Default: `pgn`. */ format?: string,
/** The notation of moves. Default: the one that other programs read. */ notation?: string, };

/** Attempt: `POST /api/puzzles/{collection}/{id}/try`. */ export type TryIn = {
/** All moves from the puzzle's position, in coordinates; the last one is the player's. */ moves: Array<string>, };

/** Result of an attempt. */ export type TryView = {
/** Status of the goal. */ status: GoalStatus,
/** Remaining moves at most, if proven. */ moves: number | null,
/** The line with the machine's reply. */ line: LineView,
/** The caller's state of the puzzle. */ mine: PuzzleMine | null,
/** Progress, if it has changed. */ me: PuzzleProgress | null,
/** Rating change. */ change: number | null, };

/** Cause of a turning point. */ export type TurnCause = "decision" | "luck" | "play";

/** Move that turned the game. */ export type TurningPoint = {
/** Number of plies before it. */ ply: number,
/** Move number. */ number: number,
/** Side that played it. */ side: Side,
/** Side that leads after it; `null` if the game is level. */ lead: Side | null,
/** Change of the first side's expected score. */ swing: number,
/** Cause. */ cause: TurnCause, };

/** Rule for takebacks. */ export type UndoChoice = { "kind": "never" } | { "kind": "asked" } | { "kind": "free" } | { "kind": "limited",
/** Number of takebacks per side. */ times: number, };

/** Viewer whose knowledge a view contains. */ export type Viewer = "first" | "second" | "public";

/** Visit statistics of a move in a Monte-Carlo search. */ export type Visit = {
/** The move. */ mv: string,
/** Number of visits. */ count: number,
/** Mean value for the side to move, 0 to 1. */ value: number,
/** Prior probability, 0 to 1. */ prior: number, };

/** Weight of a user's own evaluation. */ export type WeightInfo = {
/** Name of the option. */ name: string,
/** Least value. */ least: number,
/** Largest value. */ most: number,
/** Value of the built-in evaluation. */ usual: number, };

/** Answer to a question "why". */ export type WhyOut = {
/** Sentences. */ sentences: Array<MessageOut>, };

/** Question "why": `GET /api/tournaments/{id}/why`. */ export type WhyQuery = {
/** Section. */ section: number,
/** Round. */ round: number,
/** Start number of the player who asks. */ number: number,
/** Start number of the player who is not the opponent; 0 for the bye. */ not?: number, };
