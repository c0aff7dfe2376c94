// Generated from crates/server/src/wire by `cargo xtask wire`; do not edit.
/* eslint-disable */

/** A side. */ export type Side = "first" | "second";

/** Whose knowledge a view is made from. */ export type Viewer = "first" | "second" | "public";

/** A message: `code` is a key of /messages/{language}.json, `params` fill the braces of its sentence. */ export type Said = {
/** The catalogues' key. */ code: string,
/** The parameters by name. */ params: { [key in string]: Param }, };

/** A parameter of a message. */ export type Param = { "number": number } | { "text": string } | { "word": string } | { "message": Said };

/** One game. */ export type GameInfo = {
/** Its name: `xiangqi`. The catalogues call it `game_{name}`. */ name: string,
/** Files of the board. */ files: number,
/** Ranks of the board. */ ranks: number,
/** The number of the nearest rank in coordinates: 0 at xiangqi, 1 at chess. */ first_rank: number,
/** Whether men stand on the crossings of lines. */ on_points: boolean,
/** Whether men may lie face down: each seat then sees its own board. */ hidden: boolean,
/** The catalogues' keys of the two sides, first side first. */ sides: [string, string],
/** The start position. */ start: string,
/** The rule options. */ options: Array<OptionInfo>,
/** The notations of moves, coordinates first. The catalogues call them `notation_{name, - as _}`. */ notations: Array<string>,
/** The forms positions are written in, ours first. */ dialects: Array<string>,
/** The algorithms that play it, with their parameters. */ brains: Array<BrainInfo>,
/** The levels 1 to 8; empty for a game without them. */ levels: Array<LevelInfo>,
/** The odds one side may give. */ odds: Array<OddsInfo>,
/** Whether the turn may be given away. */ can_give_turn: boolean, };

/** A rule option. The catalogues call it `option_{name}`. */ export type OptionInfo = {
/** Its name. */ name: string,
/** The value where nothing is said. */ default: string,
/** The values it may take; empty where it is a number (0 to 65535). */ values: Array<string>, };

/** An algorithm. It is asked for as text: `alphabeta:depth=4,table=off`. */ export type BrainInfo = {
/** Its name: `alphabeta`. The catalogues call it `engine_name_{name}`. */ name: string,
/** What can be chosen. */ options: Array<BrainOption>, };

/** A parameter of an algorithm. The catalogues call it `engine_param_{name}`. */ export type BrainOption = {
/** Its name. */ name: string,
/** What kind of value it takes. */ kind: BrainOptionKind,
/** The smallest number, for numbers. */ least: number | null,
/** The largest number, for numbers. */ most: number | null,
/** The words it may be, for choices. */ values: Array<string>,
/** What a page should propose; `null`: leave it out. */ default: string | null, };

/** What kind of value a parameter takes. */ export type BrainOptionKind = "integer" | "number" | "switch" | "choice";

/** A level of the machine. */ export type LevelInfo = {
/** 1 to 8. */ level: number,
/** The catalogues' key of its human name: `level_3`. */ name: string,
/** About how strong it plays; `null` where nobody has measured it. */ elo: number | null,
/** What kind of figure that is. */ elo_mark: EloMark | null, };

/** Where the figure of a strength comes from. The catalogues say it as `elo_{mark}`. */ export type EloMark = "anchored" | "estimated" | "house";

/** Men one side does without. */ export type OddsInfo = {
/** Their name: `horse_left`. The catalogues call them `odds_{name}`. */ name: string,
/** The start position when the first side gives them. */ first: string,
/** The start position when the second side gives them. */ second: string, };

/** A game to begin: `POST /api/rooms`. Only `game` and the two players must be said. */ export type NewGame = {
/** The game's name. */ game: string,
/** Rule options, name to value. */ options?: { [key in string]: string },
/** One player: usually who asks. */ one: Player,
/** The other. */ other: Player,
/** What `one` plays. Default: the first side. */ color?: Color,
/** Who moves first. Default: the first side, or as `setup` says. */ starts?: Side,
/** Odds given. */ handicap?: HandicapChoice,
/** How time is kept. Default: not at all. */ clock?: ClockChoice,
/** Taking back. Default: free against the machine and on one device, by consent between people. */ undo?: UndoChoice,
/** The position to begin with. */ setup?: string,
/** Moves already played from there, in coordinates: a record to play on from. */ moves?: Array<string>,
/** Machine against machine: the least time for a move, in milliseconds (0 to 10000). Default: 800. */ pace_ms?: number, };

/** Who plays. */ export type Player = { "kind": "me" } | { "kind": "here",
/** The friend's name, up to 40 letters. */ name?: string, } | { "kind": "link" } | { "kind": "level",
/** 1 to 8. */ level: number, } | { "kind": "brain",
/** Name and parameters. */ brain: string, };

/** What `one` plays. */ export type Color = "first" | "second" | "random";

/** `one` or `other` of a new game. */ export type Seat = "one" | "other";

/** What the stronger gives the weaker. */ export type HandicapChoice = {
/** Who gives. */ by: Seat,
/** Men left away: a name of the game's `odds`. */ odds?: string,
/** Moves the other side plays in a row before the giver's first (chấp tiên): 1 to 3. Default: none. */ moves?: number, };

/** How time is kept. */ export type ClockChoice = { "kind": "off" } | { "kind": "game",
/** At the beginning: one second to 24 hours. */ initial_ms: number,
/** With each move: none to one hour. */ increment_ms: number, } | { "kind": "move",
/** One second to 24 hours. */ allowance_ms: number, };

/** Whether moves may be taken back. */ export type UndoChoice = { "kind": "never" } | { "kind": "asked" } | { "kind": "free" } | { "kind": "limited",
/** How often each side may. */ times: number, };

/** The answer to a new game. */ export type NewRoom = {
/** The room. Whoever knows it may watch: the page is `/room/{room}`. */ room: string,
/** The one-time key of the empty seat, for a friend by link: the page is `/join/{invitation}`. */ invitation: string | null, };

/** What an invitation is for: `GET /api/invitations/{token}`. */ export type Invitation = {
/** The room. */ room: string,
/** The game. */ game: string,
/** The seat that waits. */ side: Side,
/** Who waits there. */ seats: [SeatView, SeatView],
/** Whether it is one's own: sitting down on both sides is refused. */ own: boolean, };

/** Sitting down: `POST /api/invitations/{token}`. */ export type JoinIn = {
/** The name to be known by, up to 40 letters. */ name?: string, };

/** A game in a list. */ export type RoomRow = {
/** The room. */ room: string,
/** The game. */ game: string,
/** Who sits where. */ seats: [SeatView, SeatView],
/** The sides that are yours. */ hands: Array<Side>,
/** When it began. */ created_at: number,
/** When something happened last. */ touched_at: number,
/** How many plies were played. */ plies: number,
/** The position now, as you know it. */ position: string,
/** From and to of the last move. */ last_move: [number, number] | null,
/** Whose move it is. */ turn: Side,
/** How it ended; `null` while it goes on. */ outcome: MatchOutcome | null,
/** The invitation nobody has taken yet; only to who made it. */ invitation: string | null, };

/** A page of a list, newest first. */ export type RoomPage = {
/** The games. */ rooms: Array<RoomRow>,
/** How many there are in all. */ total: number,
/** What `before` must be for the next page; `null` on the last. */ next: string | null, };

/** Which games: `GET /api/rooms`. */ export type RoomsQuery = {
/** `live`, `over`, or all. */ state?: string,
/** Only this game. */ game?: string,
/** How many, 1 to 100. Default: 20. */ count?: number,
/** Behind this `next` of the page before. */ before?: string, };

/** Who one is to the house: `GET` and `PUT /api/me`. */ export type Me = {
/** The name shown to others; `null` for a guest. */ name: string | null, };

/** That the house is open: `GET /api/health`. */ export type Health = {
/** `ok`, or `unwell` when the log cannot be written. */ status: string,
/** The program's version. */ version: string,
/** Rooms in memory. */ rooms: number,
/** Open sockets. */ sockets: number,
/** Searches running. */ thinking: number, };

/** What went wrong, for people. */ export type ErrorOut = {
/** The message. */ error: Said, };

/** Who sits somewhere. */ export type SeatView = {
/** What kind of player. */ kind: SeatKind,
/** A person's name; `null` for a guest. */ name: string | null,
/** The machine's level. */ level: number | null,
/** The machine's algorithm: `alphabeta:depth=4`. */ brain: string | null,
/** About how strong, where it is known. */ elo: number | null,
/** What kind of figure that is. */ elo_mark: EloMark | null, };

/** What kind of player sits somewhere. */ export type SeatKind = "you" | "person" | "here" | "machine" | "empty";

/** A match as one viewer sees it. Sent whole on connecting; later with the plies that are new. */ export type RoomView = {
/** The room. */ room: string,
/** The game. */ game: string,
/** Its rule options where they are not the default. */ options: { [key in string]: string },
/** How many events led here. */ seq: number,
/** Whose knowledge this is. */ viewer: Viewer,
/** The sides one may act for: one, both (two on one device), or none (watching). */ hands: Array<Side>,
/** Who sits where. */ seats: [SeatView, SeatView],
/** Where the match began. */ start: Start,
/** What one side gave the other: the catalogues' keys `odds_{..}`, and moves in a row. */ handicap: Said | null,
/** How many of the plies known so far still stand: forget those behind, then add `plies`. */ plies_from: number,
/** The plies from there on. */ plies: Array<Ply>,
/** The position now. Its first field is the board: capitals are the first side's, X and x lie face down. */ position: string,
/** Its frozen name. */ position_id: string,
/** Whose move it is. */ turn: Side,
/** The square of a general or king in check. */ check: number | null,
/** The moves one may play now, in coordinates. */ legal: Array<string>,
/** How the match ended; `null` while it goes on. */ outcome: MatchOutcome | null,
/** The draw the side to move may claim. */ claim: MatchOutcome | null,
/** The arbiter's file, once the position has stood there before: a warning, or the verdict. */ case: CaseView | null,
/** What waits for an answer. */ offer: OfferView | null,
/** The clocks. */ clock: ClockView,
/** Whether the match is paused. */ paused: boolean,
/** How many plies could be played again. */ undone: number,
/** Men that lie face down and that one has seen in a move taken back. */ seen: Array<SeenMan>,
/** How often each side may still take back; `null`: without limit. */ undo_left: [number | null, number | null],
/** Whether taking back, giving the turn and pausing need the other's consent. */ by_consent: boolean,
/** Whether evaluation and hints are allowed now: not between people before the end. */ may_evaluate: boolean,
/** Whether one is being told evaluations. */ evaluating: boolean,
/** Machine against machine: the least time for a move. */ pace_ms: number | null,
/** A room that follows this one: a rematch. */ next: string | null,
/** Whether one runs this match between machines: pause, step, pace. */ may_run: boolean,
/** For games with hidden men: how anybody can verify the deal. */ deal: DealView | null, };

/** A man that lies face down and was seen before a move was taken back. */ export type SeenMan = {
/** Where. */ square: number,
/** Its letter (a capital). */ letter: string, };

/** The house's promise about a deal, and after the match what it was made from. Bytes are hexadecimal digits. */ export type DealView = {
/** How the men are dealt: `jieqi-v1`. */ scheme: string,
/** The fingerprint of the seed, known before anybody adds anything. */ commitment: string,
/** Whether the men are dealt: both seats have added their part. Nobody can play before. */ dealt: boolean,
/** What each seat added; `null` where that is still awaited. */ nonces: [string | null, string | null],
/** Where each part came from. */ by: [PartBy | null, PartBy | null],
/** The seed, once the match is over. */ seed: string | null,
/** The board the match began with and every man face up, once the match is over. */ men: string | null, };

/** Where a part of a deal came from. */ export type PartBy = "player" | "house";

/** All that is needed to verify a deal: `GET /api/rooms/{id}/deal`, once the match is over. The page `/verify` and `kydai verify` read it. */ export type DealProof = {
/** The game. */ game: string,
/** How the men were dealt. */ scheme: string,
/** The room it was played in. */ room: string | null,
/** Its rule options where they are not the default. */ options: { [key in string]: string },
/** The position it began with; `null` is the game's start. */ start: string | null,
/** What was published before the game. */ commitment: string,
/** The house's bytes. */ seed: string,
/** What the two sides added. */ nonces: [string, string],
/** Where each part came from. */ by: [PartBy | null, PartBy | null],
/** The board with every man face up. */ men: string | null,
/** The moves in coordinates, each with what its player saw turn up and captured face down. */ moves: Array<string>, };

/** Where a line begins. */ export type Start = {
/** The position. */ position: string,
/** Whose move it is. */ turn: Side,
/** The square of a general or king in check. */ check: number | null, };

/** A ply, and the board behind it. */ export type Ply = {
/** The move in coordinates, with what this viewer knows turned up; `--` is a turn given away. */ mv: string,
/** Who played it. */ side: Side,
/** The move in every notation of the game. */ text: { [key in string]: string },
/** From and to; `null` for a turn given away. */ squares: [number, number] | null,
/** The position behind it, as this viewer knows it. */ position: string,
/** The square of a general or king in check behind it. */ check: number | null,
/** The man it captured. */ took: Taken | null,
/** The letter of the man it turned up. */ turned: string | null,
/** How long its player thought. */ ms: number | null,
/** What the position behind it is worth, once somebody has weighed it. */ evaluation: Evaluation | null, };

/** A captured man. */ export type Taken = {
/** Whose man it was. */ side: Side,
/** Its letter (a capital); `?` where this viewer was not told. */ letter: string,
/** Whether it lay face down. */ face_down: boolean, };

/** The end of a match. */ export type MatchOutcome = {
/** The winner; `null` is a draw. */ winner: Side | null,
/** The rule that ended it: `checkmate`. The catalogues call it `reason_{reason}`. */ reason: string,
/** Why, as a sentence. */ why: Said, };

/** What waits for an answer. */ export type OfferView = {
/** Who offered it. */ by: Side,
/** What. */ kind: OfferKind,
/** How many plies, for taking back and playing again. */ plies: number | null, };

/** What can be offered. */ export type OfferKind = "draw" | "take_back" | "redo" | "give_turn" | "pause";

/** The clocks. */ export type ClockView = {
/** How time is kept. */ rule: ClockChoice,
/** What each side had left at `now`; `null` without a clock. */ left_ms: [number | null, number | null],
/** Whose time runs. */ running: Side | null,
/** The server's time when this was true. */ now: number,
/** Since when the side to move thinks, on the server's clock. */ since: number | null, };

/** The arbiter's file on a repetition. */ export type CaseView = {
/** How often the position has stood on the board. */ occurrences: number,
/** At which occurrence the verdict falls. */ limit: number,
/** Whether it has fallen. */ is_final: boolean,
/** The verdict: in force, or threatening. */ verdict: MatchOutcome,
/** Who must deviate. */ must_deviate: Side | null,
/** The catalogues' key of the rule. */ rule: string,
/** The cycle, oldest ply first. */ plies: Array<PlyNote>,
/** What has happened and what follows. */ summary: Said,
/** Who must deviate, as a sentence. */ duty: Said, };

/** One ply of the cycle. */ export type PlyNote = {
/** Its index among the plies of the match. */ ply: number,
/** The move's number as players count. */ number: number,
/** Who played it. */ side: Side,
/** `check`, `chase` or `idle`; the catalogues call it `conduct_{..}`. */ conduct: string,
/** The men chased. */ chases: Array<ChaseView>, };

/** A man chased by another. */ export type ChaseView = {
/** Who threatens. */ chaser: ManView,
/** Who is threatened. */ victim: ManView,
/** Whether the victim is protected. */ protected: boolean,
/** Whether it is chased through the whole cycle. */ throughout: boolean,
/** The same as a sentence. */ said: Said, };

/** A man and where it stands. */ export type ManView = {
/** The catalogues' key of the man. */ man: string,
/** The square's name. */ square: string, };

/** What a position is worth, from the first side's view. */ export type Worth = {
/** Hundredths of a soldier or pawn, unless a forced end is seen. */ cp: number | null,
/** Moves to a mate: positive when the first side mates. */ mate: number | null,
/** The first side's expected share of the point, 0 to 1: the height of the bar. */ chance: number, };

/** A machine at work: streamed while it thinks. */ export type Thought = {
/** Why it thinks. */ purpose: Purpose,
/** Whose move it thinks about. */ side: Side,
/** After how many plies. */ ply: number,
/** Plies it looked ahead. */ depth: number,
/** The deepest line it followed. */ deepest: number,
/** Positions visited. */ nodes: number,
/** Positions a second. */ nps: number,
/** Time spent. */ ms: number,
/** What it expects; `null` for one that does not judge. */ worth: Worth | null,
/** The best line by notation. */ line: { [key in string]: Array<string> },
/** For a search by visits: the moves it tried most, best first. */ visits: Array<Visit>, };

/** Why a machine thinks. */ export type Purpose = "move" | "hint" | "evaluation";

/** A move's share in a search by visits. */ export type Visit = {
/** The move. */ mv: string,
/** How often it was tried. */ count: number,
/** Its mean value for the side to move, 0 to 1. */ value: number,
/** How likely it seemed at first, 0 to 1. */ prior: number, };

/** The weight of the position after a ply. */ export type Evaluation = {
/** What it is worth. */ worth: Worth,
/** Plies looked ahead. */ depth: number,
/** The move that seemed best there. */ best: string | null,
/** Where that move turns a man up: how far its worth may turn out from what is expected, in hundredths (the deviation over what may turn up). */ spread: number | null, };

/** A piece of advice. */ export type Hint = {
/** After how many plies. */ ply: number,
/** The move. */ mv: string,
/** From and to. */ squares: [number, number] | null,
/** The line it begins, by notation. */ line: { [key in string]: Array<string> },
/** What it leads to. */ worth: Worth, };

/** How a record is wanted: `GET /api/rooms/{id}/record`. */ export type RecordQuery = {
/** `txt`, `pgn`, `fen` or `json`. Default: `txt`. */ format?: string,
/** The notation of moves. Default: the language's own. */ notation?: string,
/** The language of what is written around them: vi, en, zh-Hans, zh-Hant. Default: en. */ lang?: string,
/** Only so many plies. */ plies?: number, };

/** How a file is to be read: `POST /api/records/file`, its bytes up to 512 KiB. */ export type RecordFileQuery = {
/** The game; default: as the file says, else the one that reads it furthest. */ game?: string,
/** The notation; default: the one that reads the record. */ notation?: string, };

/** A record to be read: `POST /api/records`, up to 512 KiB. */ export type RecordIn = {
/** The text: PGN, a list of moves in any notation, or our own `.txt`. */ text: string,
/** The game; default: as the text says, else the one that reads it furthest. */ game?: string,
/** The notation; default: the one that reads the record. */ notation?: string, };

/** What was read, as far as it could be. */ export type RecordRead = {
/** The game. */ game: string,
/** The notation moves were written in. */ notation: string,
/** Names and the like from the header. */ tags: Array<[string, string]>,
/** The position the text begins with, where it is not the game's start. */ setup: string | null,
/** Where the game begins. */ start: Start,
/** The moves read, ready to be looked at or played on from. */ plies: Array<Ply>,
/** How the game ended on the board, or as the text says. */ outcome: MatchOutcome | null,
/** The first move that could not be read; everything before it was. */ failure: RecordFailure | null,
/** What is unusual. */ warnings: Array<Said>, };

/** The move a record breaks off at. */ export type RecordFailure = {
/** How many plies were read before it. */ plies: number,
/** The move's number as players count. */ number: number,
/** The move as it stands in the text. */ text: string,
/** What is wrong with it. */ why: Said, };

/** A position to be checked: `POST /api/positions`. */ export type PositionIn = {
/** The game. */ game: string,
/** The position in any of its dialects. */ text: string,
/** Rule options, name to value. */ options?: { [key in string]: string }, };

/** A position that can be played. */ export type PositionRead = {
/** The position in our own dialect, its turn and check. */ start: Start,
/** Its frozen name. */ position_id: string,
/** How many legal moves there are. */ legal: number,
/** The end of the game, if it has come. */ outcome: MatchOutcome | null,
/** What is unusual but playable. */ warnings: Array<Said>,
/** The position in every dialect of the game. */ dialects: { [key in string]: string },
/** Its men one by one: letter, row, column, side. */ list: string, };

/** A line to be looked at: `POST /api/lines`. */ export type LineIn = {
/** The game. */ game: string,
/** The position it begins with, in any dialect; default: the start of the game. */ position?: string,
/** The moves played, in coordinates. */ moves?: Array<string>,
/** Rule options, name to value. */ options?: { [key in string]: string }, };

/** A line as a board shows it. */ export type LineView = {
/** The game. */ game: string,
/** Where it begins. */ start: Start,
/** The moves. */ plies: Array<Ply>,
/** Whose move it is. */ turn: Side,
/** The square of a general or king in check. */ check: number | null,
/** What may be played now, in coordinates; nothing once the game is over. */ legal: Array<string>,
/** The end of the game, if it has come. */ outcome: MatchOutcome | null, };

/** A line to be followed: `GET /api/lines`. */ export type LineQuery = {
/** The game. */ game: string,
/** The position it begins with; default: the start of the game. */ position?: string,
/** The moves, in coordinates, with commas between them. */ moves?: string,
/** Rule options: `name:value`, with commas between them. */ options?: string,
/** Show only the plies behind so many. Default: all. */ from?: number, };

/** A line that was followed. */ export type LineFollowed = {
/** The line; its plies begin where they were asked from. */ line: LineView,
/** The last opening on its way. */ opening: OpeningOut | null,
/** Whether the side to move could give the turn away: then one may ask what the other side threatens. */ may_pass: boolean, };

/** What an analysis may use of the house: `GET /api/analysis/means`. */ export type AnalysisMeans = {
/** The most threads. */ threads: number,
/** The most lines. */ lines: number,
/** The most seconds for a position. */ seconds: number,
/** Megabytes of memory for what was seen. */ hash: number, };

/** A position to be analyzed for as long as one listens: `GET /api/analysis`. */ export type AnalysisQuery = {
/** The game. */ game: string,
/** The position the line begins with; default: the start of the game. */ position?: string,
/** The moves that led to the position, in coordinates, with commas between them. */ moves?: string,
/** Rule options: `name:value`, with commas between them. */ options?: string,
/** How many best lines, 1 to 5. Default: 1. */ lines?: number,
/** How many threads, as far as the house has them. Default: 1. */ threads?: number,
/** No deeper than so many plies. */ depth?: number,
/** No longer than so many seconds. Default: 30. */ seconds?: number,
/** What the other side would do if it were to move. */ threat?: boolean, };

/** How an analysis stands. */ export type AnalysisState = "waiting" | "running" | "done" | "resting" | "elsewhere";

/** What an analysis sees: each event of `GET /api/analysis`, the last one with a state that ends it. */ export type AnalysisView = {
/** How it stands. */ state: AnalysisState,
/** Plies it looked ahead. */ depth: number,
/** The deepest line it followed. */ deepest: number,
/** Positions visited. */ nodes: number,
/** Positions a second. */ nps: number,
/** Time spent. */ ms: number,
/** How full its memory is, in thousandths. */ full: number,
/** Threads at work. */ threads: number,
/** The best lines, best first. */ lines: Array<AnalysisLine>,
/** Why there are none, if something went wrong. */ failure: Said | null, };

/** A line an analysis sees. */ export type AnalysisLine = {
/** What it is worth, from the first side's view. */ worth: Worth,
/** Whether that is exact; else it is a bound. */ exact: boolean,
/** The moves in coordinates. */ moves: Array<string>,
/** The moves by notation. */ text: { [key in string]: Array<string> }, };

/** A file to be read as a tree: `POST /api/analysis/read`, the file as the body, up to 512 KiB. */ export type TreeFileQuery = {
/** Which of its games. Default: the first, 0. */ index?: number,
/** The game; default: as the file says, else the one that reads it furthest. */ game?: string,
/** The notation; default: the one that reads it. */ notation?: string, };

/** How a tree is to be written: `POST /api/analysis/write`, its PGN in coordinates as the body. */ export type TreeWriteQuery = {
/** The game. */ game: string,
/** `pgn`, `txt` or `dhtmlxq`. Default: `pgn`. */ format?: string,
/** The notation of moves. Default: the one other programs read. */ notation?: string, };

/** A file that was read. */ export type TreeFile = {
/** Its games. */ games: Array<TreeFileGame>,
/** Which of them the tree is. */ at: number,
/** The tree. */ tree: TreeView,
/** What could not be read in it. */ troubles: Array<Said>, };

/** A game of a file. */ export type TreeFileGame = {
/** The game. */ game: string,
/** Red or White; empty where nobody is named. */ first: string,
/** Black. */ second: string,
/** The event. */ event: string,
/** The day. */ date: string,
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */ result: string,
/** Moves in all variations. */ moves: number, };

/** A game with its variations, ready to be worked on. */ export type TreeView = {
/** The game. */ game: string,
/** The header. */ tags: Array<[string, string]>,
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */ result: string,
/** Whether it begins elsewhere than games usually do. */ set_up: boolean,
/** Where it begins. */ start: Start,
/** What is said before the first move. */ comment: string,
/** Arrows and circles there: `cal Gh2e2`, `csl Re2`. */ marks: Array<string>,
/** The moves, each before what follows it; the main line before its variations. */ nodes: Array<TreeNode>,
/** Whether there are more moves than are shown. */ more: boolean, };

/** A move of a tree. */ export type TreeNode = {
/** The index of the move before it. */ after: number | null,
/** The move and the board behind it. */ ply: Ply,
/** What is said of it. */ comment: string,
/** Glyphs: 1 is `!`, 2 is `?`. */ glyphs: Array<number>,
/** Arrows, circles and other commands, name first. */ marks: Array<string>, };

/** A win to be looked for: `POST /api/solves`. */ export type SolveIn = {
/** The game. */ game: string,
/** The position, in any dialect. */ position: string,
/** The side that is to win. Default: the side to move. */ winner?: Side,
/** In at most so many of its moves: 1 to 200. Default: any number. */ moves?: number,
/** Seconds to work at most: 1 to 600. Default: 30. */ seconds?: number, };

/** A search for a win: `GET /api/solves/{id}`, and each event of `GET /api/solves/{id}/events`. */ export type SolveView = {
/** Its name. */ id: string,
/** The game. */ game: string,
/** The position. */ start: Start,
/** The side that is to win. */ winner: Side,
/** In at most so many of its moves. */ within: number | null,
/** Seconds it may take. */ seconds: number,
/** How it stands. */ state: SolveState,
/** What it does, while it works. */ progress: SolveProgress | null,
/** What it found, once it is over. */ answer: SolveAnswer | null,
/** Why there is no answer, if there is none. */ failure: Said | null, };

/** How a search stands. */ export type SolveState = "waiting" | "running" | "done";

/** A search for a win at work. */ export type SolveProgress = {
/** Wins in so many moves and fewer are ruled out. */ refuted: number,
/** A win in so many is proven. */ won: number | null,
/** How many moves deep it looks now. */ depth: number,
/** How wide: 0 is checks only, 5 every move. */ width: number,
/** The proof number: how many positions still have to be won, as far as is known. */ proof: number | null,
/** The disproof number: how many still have to be held. */ disproof: number | null,
/** Positions visited. */ nodes: number,
/** Milliseconds spent. */ ms: number, };

/** The answer of a search for a win. */ export type SolveAnswer = {
/** What was found out. */ result: SolveResult,
/** A win: so many moves at most. No win: within so many, or any number. */ moves: number | null,
/** A win: it takes no fewer. Not decided: neither does any. */ at_least: number | null,
/** The same as a sentence. */ said: Said,
/** First moves that win in that number. */ keys: Array<Ply>,
/** Whether these are all of them. */ all_keys: boolean,
/** The line of the longest resistance. */ line: Array<Ply>,
/** Whether every line was replayed by the rules. */ verified: boolean,
/** A win: whether it rests on the rule that the other side must not check for ever. */ by_rule: boolean,
/** Whether there is a tree to walk: `GET /api/solves/{id}/tree`. */ tree: boolean,
/** Positions visited. */ nodes: number,
/** Milliseconds spent. */ ms: number,
/** Where nothing was decided: what the machine believes. No proof. */ estimate: Estimate | null, };

/** What was found out. */ export type SolveResult = "win" | "no_win" | "unknown";

/** What the machine believes of a position. */ export type Estimate = {
/** Its worth. */ worth: Worth,
/** The line it expects. */ line: Array<Ply>, };

/** Where in the tree of a proof: `GET /api/solves/{id}/tree`. */ export type TreeQuery = {
/** The moves from the position, in coordinates, with commas between them. Default: none. */ path?: string, };

/** A place in the tree of a proof. */ export type KnotView = {
/** The moves that led here. */ path: Array<Ply>,
/** Whose move it is. */ turn: Side,
/** The winner's moves still needed at most. */ moves: number,
/** The winner's one move, or every defence, the longest resistance first. */ branches: Array<KnotBranch>,
/** The end of the game, if it has come. */ outcome: MatchOutcome | null, };

/** A move in the tree of a proof. */ export type KnotBranch = {
/** The move. */ ply: Ply,
/** The winner's moves needed after it. */ moves: number,
/** How a defence is answered; after the winner's move the longest resistance. */ answer: Ply | null, };

/** A win played out against the machine, which holds out as long as it can: `POST /api/defences`. */ export type DefenceIn = {
/** The game. */ game: string,
/** The position it began with. */ position: string,
/** The moves so far, in coordinates; the machine is to move. */ moves: Array<string>,
/** The search whose proof may still fit. */ solve?: string, };

/** The machine's reply. */ export type DefenceView = {
/** What has become of the aim. */ standing: Standing,
/** The person's moves still needed at most, where that is proven. */ moves: number | null,
/** The line with the reply. */ line: LineView, };

/** What has become of the person's aim. */ export type Standing = "reached" | "holds" | "open" | "slipped";

/** A game to be reviewed: `POST /api/reviews`. One of `room`, `record` and `line` says which. */ export type ReviewIn = {
/** A match of this house that is over, or an open one against a machine. */ room?: string,
/** A record as text: its first game. */ record?: RecordIn,
/** A line of moves. */ line?: LineIn,
/** How the game of the line ended, where its moves do not say it: `1-0`, `0-1`, `1/2-1/2`; `*` for not at all. */ result?: string,
/** How hard to look. Default: `usual`. */ effort?: ReviewEffort, };

/** How hard a review looks at each position. */ export type ReviewEffort = "quick" | "usual" | "deep";

/** A review: `GET /api/reviews/{id}`. */ export type ReviewView = {
/** Its name. */ id: string,
/** The game. */ game: string,
/** Where the game begins. */ start: Start,
/** The moves, with what is known of them after the end. */ plies: Array<Ply>,
/** How it ended, where that is known. */ outcome: MatchOutcome | null,
/** How hard it looks. */ effort: ReviewEffort,
/** How far it is. */ progress: ReviewProgress,
/** What was found, once it is over; what was found so far, where it was stopped. */ review: ReviewOut | null,
/** Why there is nothing, if there is nothing. */ failure: Said | null, };

/** How far a review is: each event of `GET /api/reviews/{id}/events`. */ export type ReviewProgress = {
/** How it stands. */ state: SolveState,
/** Moves weighed. It begins with the last one. */ done: number,
/** Moves of the game. */ total: number,
/** What the position after so many plies is worth, where that is known already. */ worths: Array<Worth | null>, };

/** What a review found. */ export type ReviewOut = {
/** Plies at the beginning that were not looked at: 0 unless it was stopped. */ from: number,
/** Every move from there on. */ plies: Array<ReviewPly>,
/** Each side's play. */ sides: [ReviewSide, ReviewSide],
/** Where the game changed hands. */ turning: Array<TurningPoint>,
/** The game in a few sentences. */ summary: Array<Said>, };

/** A move, weighed. Chances are shares of the point, 0 to 1. */ export type ReviewPly = {
/** Plies played before it. */ ply: number,
/** Its number as players count. */ number: number,
/** Who played it. */ side: Side,
/** What the position promised before it. */ before: Worth,
/** What it promised once everything about the move was known. */ after: Worth,
/** What the mover could expect of it before anything turned up: the first side's chance. The same as `after` where nothing is hidden. */ expected: number,
/** The move the machine would have played. */ best: Ply | null,
/** The line that goes with it: told where the move played was a mistake. */ line: Array<Ply>,
/** What could be played, in coordinates: told where the move played was a mistake. */ legal: Array<string>,
/** Plies looked ahead. */ depth: number,
/** How much of the mover's chance the decision gave away. */ loss: number,
/** What to call it. */ judgement: Judgement | null,
/** How exact it was, 0 to 100; `null` where there was nothing to decide. */ accuracy: number | null,
/** What luck added to the mover's chance when something turned up; `null` where nothing did. */ luck: number | null, };

/** What to call a bad move. */ export type Judgement = "inaccuracy" | "mistake" | "blunder";

/** One side's play. */ export type ReviewSide = {
/** How exact, 0 to 100; `null` where nothing had to be decided. */ accuracy: number | null,
/** Moves that had to be decided. */ moves: number,
/** `?!` */ inaccuracies: number,
/** `?` */ mistakes: number,
/** `??` */ blunders: number,
/** All that its decisions gave away, in points. */ loss: number,
/** All that its luck brought it, in points; `null` where nothing is hidden. */ luck: number | null, };

/** A move with which the game changed hands. */ export type TurningPoint = {
/** Plies played before it. */ ply: number,
/** Its number as players count. */ number: number,
/** Who played it. */ side: Side,
/** Who leads after it; `null` where nobody does. */ lead: Side | null,
/** How far the first side's chance went up or down. */ swing: number,
/** What did it. */ cause: TurnCause, };

/** What turned a game. */ export type TurnCause = "decision" | "luck" | "play";

/** Another move instead of a mistake: `POST /api/reviews/{id}/tries`. */ export type ReviewTryIn = {
/** Plies played before it. */ ply: number,
/** The move, in coordinates. */ mv: string, };

/** What another move is worth. */ export type ReviewTryView = {
/** Whether it is the machine's own move. */ best: boolean,
/** What to call it; `null` is good. */ judgement: Judgement | null,
/** How much of the mover's chance it gives away. */ loss: number,
/** What it promises. */ worth: Worth,
/** The move, and how it would be answered. */ line: Array<Ply>,
/** The same as a sentence. */ said: Said, };

/** All collections: `GET /api/puzzles`. */ export type Puzzles = {
/** The collections. */ sets: Array<PuzzleSet>,
/** What one has made of them. */ me: PuzzleProgress,
/** Today's puzzle. */ daily: PuzzleDaily | null, };

/** A collection. */ export type PuzzleSet = {
/** Its name in addresses; the app has the words for it. */ name: string,
/** The game. */ game: string,
/** Where it comes from, and under which terms. */ source: string,
/** How many puzzles. */ count: number,
/** How many of them one has solved. */ solved: number,
/** Wins that are proven. */ proven: number,
/** Draws to be held. */ drawn: number, };

/** A person's progress. */ export type PuzzleProgress = {
/** The rating, on the scale of the puzzles. */ rating: number,
/** Solved at the first try. */ solved: number,
/** Not. */ failed: number,
/** Solved in a row until now. */ streak: number,
/** The longest such row. */ best: number, };

/** Today's puzzle. */ export type PuzzleDaily = {
/** When the day began, in milliseconds since 1970. */ day: number,
/** The puzzle. */ puzzle: PuzzleRow, };

/** Which puzzles: `GET /api/puzzles/{collection}`. */ export type PuzzlesQuery = {
/** Won in no fewer moves. */ least?: number,
/** Won in no more moves. */ most?: number,
/** No more men on the board. */ men?: number,
/** Only those that stand so: `proven`, `drawn`, `undecided`, `line`. */ status?: PuzzleStatus,
/** Only those one has made this of: `new`, `solved`, `failed`. */ mine?: string,
/** Only those whose title, number or note has this in it, whatever the marks. */ text?: string,
/** Behind so many. Default: 0. */ from?: number,
/** So many, at most 100. Default: 24. */ count?: number, };

/** Some puzzles of a collection. */ export type PuzzlePage = {
/** The puzzles. */ rows: Array<PuzzleRow>,
/** How many there are in all. */ total: number, };

/** A puzzle in a list. */ export type PuzzleRow = {
/** The collection. */ collection: string,
/** Its name there. */ id: string,
/** Which one of the collection, counted from 1. */ number: number,
/** The game. */ game: string,
/** Its title. */ title: PuzzleTitle | null,
/** Players and event, or a link. */ note: string | null,
/** The position. */ position: string,
/** Whose move it is: the person's side. */ turn: Side,
/** What is asked for. */ goal: PuzzleGoal,
/** What the solver said. */ status: PuzzleStatus,
/** The moves of the win, or of the line. */ moves: number | null,
/** Whether no win is shorter. */ shortest: boolean,
/** Men on the board. */ men: number,
/** How hard it is. */ rating: number,
/** What one has made of it. */ mine: PuzzleMine | null, };

/** The title of a composition. */ export type PuzzleTitle = {
/** Simplified characters. */ hans: string,
/** Traditional characters. */ hant: string,
/** As Vietnamese reads the characters. */ vi: string,
/** In English. */ en: string, };

/** What is asked of the person. */ export type PuzzleGoal = "win" | "draw" | "line";

/** What our solver said of it beforehand. */ export type PuzzleStatus = "proven" | "drawn" | "undecided" | "line";

/** What one has made of a puzzle. */ export type PuzzleMine = "solved" | "again" | "failed" | "helped";

/** A puzzle to be solved: `GET /api/puzzles/{collection}/{id}`. */ export type PuzzleView = {
/** What lists show of it. */ row: PuzzleRow,
/** The move that led to it, in coordinates. */ before: string | null,
/** The board. */ line: LineView,
/** First moves that win in the number stated; `null` where not all are known. */ keys: number | null,
/** Where the collection comes from. */ source: string,
/** The puzzle before it in the collection. */ previous: string | null,
/** The puzzle behind it. */ next: string | null, };

/** A try: `POST /api/puzzles/{collection}/{id}/try`. */ export type TryIn = {
/** All moves from the puzzle's position, in coordinates; the last is the person's. */ moves: Array<string>, };

/** What came of a try. */ export type TryView = {
/** What has become of the goal. */ standing: Standing,
/** Moves still needed at most, where that is proven. */ moves: number | null,
/** The line with the machine's reply. */ line: LineView,
/** What one has made of the puzzle. */ mine: PuzzleMine | null,
/** The progress, where it has changed. */ me: PuzzleProgress | null,
/** How the rating has changed. */ change: number | null, };

/** A cry for help: `POST /api/puzzles/{collection}/{id}/help`. It counts: the puzzle is no longer solved alone. */ export type HelpIn = {
/** All moves so far; the person is to move. */ moves: Array<string>,
/** The whole solution instead of the next move: the puzzle then counts as not solved. */ whole: boolean, };

/** The help. */ export type HelpView = {
/** The next move, or the solution from the puzzle's position. */ line: Array<Ply>,
/** What one has made of the puzzle now. */ mine: PuzzleMine | null,
/** The progress, where it has changed. */ me: PuzzleProgress | null, };

/** Everything played in this browser: `GET /api/stats`. */ export type Stats = {
/** One row for each game and pair of opponents; the last played first. */ rows: Array<StatRow>, };

/** The results of one pairing at one game. */ export type StatRow = {
/** The game. */ game: string,
/** From whose view: you; at machine matches one of them; on one device the first side. */ one: SeatView,
/** The opponent. */ other: SeatView,
/** Games won by `one`. */ wins: number,
/** Games drawn. */ draws: number,
/** Games lost by `one`. */ losses: number,
/** The mean time `one` thought about a move. */ one_ms: number | null,
/** The mean time `other` thought about a move. */ other_ms: number | null,
/** The results in order, oldest first; the last 200. */ results: Array<StatResult>, };

/** One finished game. */ export type StatResult = {
/** When it ended. */ at: number,
/** The room. */ room: string,
/** What `one` played. */ side: Side,
/** How it went for `one`. */ result: StatResultKind,
/** The code of the reason it ended for. */ reason: string, };

/** How a game went. */ export type StatResultKind = "win" | "draw" | "loss";

/** How a socket is opened: `GET /api/rooms/{id}/socket?seq=N`. */ export type SocketQuery = {
/** The last event seen, 0 for none. The first message is always a whole view: nothing is ever missed. */ seq?: number,
/** Whether to be told evaluations, where they are allowed. Default: yes. */ evaluation?: boolean, };

/** What a browser sends: one JSON object, at most 8 KiB. */ export type ClientIn = {
/** The browser's own name for this message, new for each one (up to 64 letters). Sent again it is answered again and does nothing twice. */ id: string,
/** The last event seen. A command about an older position gets the view instead of being carried out. */ seq?: number,
/** For whom, when one acts for both sides. Default: the side to move. */ side?: Side, } & ({ "type": "play",
/** The move. */ mv: string,
/** Its notation. Default: coordinates. */ notation?: string, } | { "type": "give_turn" } | { "type": "take_back",
/** How many plies. */ plies?: number, } | { "type": "redo",
/** How many plies. */ plies?: number, } | { "type": "reset" } | { "type": "offer_draw" } | { "type": "claim_draw",
/** The move. */ mv?: string, } | { "type": "answer",
/** Whether it is accepted. */ accept: boolean, } | { "type": "resign" } | { "type": "pause" } | { "type": "resume" } | { "type": "abort" } | { "type": "flag" } | { "type": "hint" } | { "type": "move_now" } | { "type": "evaluation",
/** Whether. */ on: boolean, } | { "type": "pace",
/** Milliseconds. */ ms: number, } | { "type": "step" } | { "type": "add_part",
/** 16 to 32 random bytes, in hexadecimal digits. */ nonce: string, } | { "type": "ping" });

/** What can be asked. */ export type Ask = { "type": "play",
/** The move. */ mv: string,
/** Its notation. Default: coordinates. */ notation?: string, } | { "type": "give_turn" } | { "type": "take_back",
/** How many plies. */ plies?: number, } | { "type": "redo",
/** How many plies. */ plies?: number, } | { "type": "reset" } | { "type": "offer_draw" } | { "type": "claim_draw",
/** The move. */ mv?: string, } | { "type": "answer",
/** Whether it is accepted. */ accept: boolean, } | { "type": "resign" } | { "type": "pause" } | { "type": "resume" } | { "type": "abort" } | { "type": "flag" } | { "type": "hint" } | { "type": "move_now" } | { "type": "evaluation",
/** Whether. */ on: boolean, } | { "type": "pace",
/** Milliseconds. */ ms: number, } | { "type": "step" } | { "type": "add_part",
/** 16 to 32 random bytes, in hexadecimal digits. */ nonce: string, } | { "type": "ping" };

/** What the server sends. */ export type ServerOut = { "type": "ack",
/** The browser's name for it. */ id: string,
/** The event it led to. */ seq: number, } | { "type": "refusal",
/** The browser's name for it; empty where none could be read. */ id: string,
/** The last event. */ seq: number,
/** Why. */ why: Said, } | { "type": "view" } & RoomView | { "type": "thought" } & Thought | { "type": "evaluation",
/** How many plies. */ ply: number,
/** The weight. */ evaluation: Evaluation, } | { "type": "hint",
/** The browser's name for the question. */ id: string,
/** The advice. */ hint: Hint, } | { "type": "presence",
/** Whether somebody is connected on each side; machines always are. */ seats: [boolean, boolean],
/** How many only watch. */ watchers: number, } | { "type": "next",
/** The room. */ room: string, } | { "type": "pong",
/** The browser's name for it. */ id: string,
/** The server's time. */ now: number, } | { "type": "bye",
/** Why. */ why: Said,
/** Whether to come back. */ again: boolean, };

/** What is looked for: `GET /api/library`. Every wish narrows the list. */ export type LibraryQuery = {
/** Only one's own games. */ own?: boolean,
/** The game. */ game?: string,
/** Players or events; several, separated by commas, must all fit. Marks of tone may be left out, and Chinese names are found by their Hán-Việt reading. */ text?: string,
/** A player on either side. */ player?: string,
/** The event. */ event?: string,
/** Days from this one on, as `1997`, `1997.11` or `1997.11.16`. */ since?: string,
/** Days up to this one. */ until?: string,
/** `first`, `second`, `draw` or `open`. */ result?: string,
/** The opening's code or its beginning: `C`, `C60`. */ code?: string,
/** Words of the opening's name. */ opening?: string,
/** A position the game went through. */ position?: string,
/** The folder; empty for games in none. */ folder?: string,
/** A label. */ label?: string,
/** How many to skip. */ skip?: number,
/** How many to give, up to 100. Default: 50. */ count?: number, };

/** Games that were found. */ export type LibraryPage = {
/** Some of them, newest first. */ games: Array<LibraryRow>,
/** How many there are in all. */ total: number, };

/** A game in a list. */ export type LibraryRow = {
/** Its number. */ id: number,
/** Whether it is one's own, to be sorted and thrown away. */ own: boolean,
/** The game. */ game: string,
/** Red or White. */ first: NameOut,
/** Black. */ second: NameOut,
/** The event. */ event: NameOut,
/** The place. */ site: NameOut,
/** `1997.11.16`, `1997.11`, `1997` or empty. */ date: string,
/** `first`, `second`, `draw` or `open`. */ result: string,
/** The opening. */ opening: OpeningOut | null,
/** Plies of the main line. */ plies: number,
/** Moves in all variations. */ moves: number,
/** The folder; empty where it lies in none. */ folder: string,
/** The labels. */ labels: Array<string>, };

/** A name, and how it is read in Vietnamese where it is Chinese. */ export type NameOut = {
/** As it was written. */ text: string,
/** Its Hán-Việt reading. */ reading: string | null, };

/** An opening. */ export type OpeningOut = {
/** ECO at chess, ECCO at xiangqi. */ code: string,
/** Its name. */ name: NameOut, };

/** A game with its moves: `GET /api/library/games/{id}`. */ export type LibraryGame = {
/** As in lists. */ row: LibraryRow,
/** The header. */ tags: Array<[string, string]>,
/** Where it begins. */ start: Start,
/** What is said before the first move. */ preface: string,
/** The moves, each before what follows it; the main line before its variations. */ nodes: Array<LibraryNode>,
/** Whether there are more moves than are shown. */ more: boolean, };

/** A move of a game. */ export type LibraryNode = {
/** The index of the move before it. */ after: number | null,
/** Whether it stands instead of another. */ varies: boolean,
/** In coordinates. */ mv: string,
/** In the notation asked for. */ text: string,
/** The number on a score sheet. */ number: number,
/** Who played it. */ side: Side,
/** From and to. */ squares: [number, number],
/** The position behind it. */ position: string,
/** The square of a general or king in check. */ check: number | null,
/** What is said of it. */ comment: string,
/** Glyphs: 1 is `!`, 2 is `?`. */ glyphs: Array<number>, };

/** How a game is wanted. */ export type ExportQuery = {
/** `pgn`, `txt` or `dhtmlxq`. Default: `pgn`. */ format?: string,
/** The notation of moves. */ notation?: string, };

/** A comment: `POST /api/library/games/{id}/comment`. */ export type CommentIn = {
/** The move's index; none for the whole game. */ node?: number,
/** What is said; empty to say nothing any more. */ text: string, };

/** Where a game is put: `PUT /api/library/games/{id}`. */ export type SortIn = {
/** The folder. */ folder: string,
/** The labels. */ labels: Array<string>, };

/** What there is: `GET /api/library/shelf`. */ export type ShelfOut = {
/** Games everybody may read. */ shared: number,
/** One's own. */ own: number,
/** One's own folders. */ folders: Array<FolderCount>,
/** One's own labels. */ labels: Array<string>,
/** Master games that come with the house and can be brought in. */ masters: number, };

/** A folder. */ export type FolderCount = {
/** Its name; empty for games in none. */ name: string,
/** Games in it. */ games: number, };

/** A file to be brought in: `POST /api/library/import`, the file as the body. */ export type ImportQuery = {
/** Its name, for the report. */ name?: string,
/** The folder its games go into. */ folder?: string, };

/** What became of a file. */ export type ImportOut = {
/** Games found. */ games: number,
/** Kept. */ new: number,
/** There already. */ known: number,
/** With something that could not be read. */ faulty: number,
/** What could not be read, and where. */ troubles: Array<ImportTrouble>, };

/** Something that could not be read. */ export type ImportTrouble = {
/** The file. */ file: string,
/** What is wrong. */ why: Said, };

/** How far the master games are brought in: `GET /api/library/masters`. */ export type ImportJob = {
/** Whether it goes on. */ running: boolean,
/** Games so far. */ games: number,
/** Games in all. */ total: number,
/** What became of it, at the end. */ report: ImportOut | null, };

/** A position to be explored: `GET /api/library/explorer`. */ export type ExplorerQuery = {
/** The game. */ game: string,
/** The position; default: the start. */ position?: string,
/** The notation of moves. */ notation?: string, };

/** What was played in a position. */ export type ExplorerOut = {
/** The position, as we write it. */ position: string,
/** The opening it stands for. */ opening: OpeningOut | null,
/** All games that went through it. */ tally: TallyOut,
/** The moves, the most frequent first. */ moves: Array<ExplorerMove>,
/** Some of the games, newest first. */ games: Array<LibraryRow>, };

/** A move and how it went. */ export type ExplorerMove = {
/** In coordinates. */ mv: string,
/** In the notation asked for. */ text: string,
/** The position behind it. */ position: string,
/** Its results. */ tally: TallyOut, };

/** Results counted. */ export type TallyOut = {
/** Games. */ games: number,
/** Won by the first side. */ first: number,
/** Drawn. */ drawn: number,
/** Won by the second side. */ second: number, };
