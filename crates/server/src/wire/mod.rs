//! Wire types: everything that crosses the network. The browser's TypeScript copy is generated from these types.
//!
//! Sides are `first` (Red, White) and `second`; squares are numbers, rank * files + file, rank 0 nearest to the first side;
//! moves are in coordinates; times are milliseconds; messages for people are a code with parameters.

/// Version of the REST and socket format. It is raised with every incompatible change, so that a page loaded from an older
/// server asks for a reload.
pub const PROTOCOL: u32 = 3;

// Every wire type derives its TypeScript with this name.
#[cfg(not(feature = "typescript"))]
use no_types::TS;
#[cfg(feature = "typescript")]
use ts_rs::TS;

mod account;
mod analysis;
mod convert;
mod lab;
mod league;
mod library;
mod lobby;
mod message;
mod new_game;
mod operator;
mod profile;
mod puzzle;
mod rating;
mod record;
mod review;
mod room;
mod search_info;
mod socket;
mod spec;
mod stats;
mod study;
mod talk;
mod tournament;
mod tournament_view;
#[cfg(feature = "typescript")]
pub mod typescript;
mod view;
mod watch;

pub use account::{
    AccountOut, AccountState, CodeOut, NewAccountOut, PasswordChange, PasswordIn, RecoverIn,
    RegistrationRule, SessionOut, SignInIn, SignUpIn,
};
pub use analysis::{
    AnalysisLimits, AnalysisLine, AnalysisQuery, AnalysisState, AnalysisView, LineFollowed, LineQuery,
    TreeFile, TreeFileGame, TreeFileQuery, TreeNode, TreeView, TreeWriteQuery,
};
pub use convert::{count, square};
pub use lab::{LabEstimate, LabIn, LabIteration, LabResult, LabRunView, LabTally, LabView};
pub use league::{
    EvalIn, EvalTermView, EvalView, LeagueEngineIn, LeagueEngineView, LeagueExport, LeagueExportQuery,
    LeagueGame, LeagueGameView, LeagueIn, LeagueLive, LeaguePair, LeagueRowView, LeagueView, LeaguesView,
    PieceWorthView, WeightInfo,
};
pub use library::{
    CommentIn, ExplorerMove, ExplorerOut, ExplorerQuery, ExportQuery, FolderCount, ImportFaultOut, ImportJob,
    ImportOut, ImportQuery, LibraryGame, LibraryNode, LibraryOverview, LibraryPage, LibraryQuery, LibraryRow,
    NameOut, OpeningOut, SortIn, TallyOut,
};
pub use lobby::{
    ChallengeIn, ChallengeOut, ChallengeView, LobbyEvent, LobbyPerson, LobbyState, LobbyView, SeekIn,
    SeekOut, SeekView,
};
pub use message::{MessageOut, Param};
pub use new_game::{ClockChoice, Color, HandicapChoice, NewGame, Player, Seat, UndoChoice};
pub use operator::{
    BanFrom, OperatorActIn, OperatorActOut, OperatorBan, OperatorLogRow, OperatorPlayer,
    OperatorPlayersQuery, OperatorQueue, OperatorReport, OperatorView,
};
pub use profile::{
    CurvePoint, FollowedOut, GameResult, OpeningResult, OpponentResult, PlayerGame, PlayerGames,
    PlayerGamesQuery, PlayerName, PlayerOut, PlayerResults, PlayerResultsQuery, PoolRating, ProfileIn,
    ResultTally,
};
pub use puzzle::{
    DailyQuery, HelpIn, HelpView, PuzzleDaily, PuzzleGoal, PuzzleMine, PuzzlePage, PuzzleProgress, PuzzleRow,
    PuzzleSet, PuzzleStatus, PuzzleTitle, PuzzleView, Puzzles, PuzzlesQuery, TryIn, TryView,
};
pub use rating::{PersonRating, RankingOut, RankingQuery, RankingRow, RatedView, RatingChangeOut};
pub use record::{
    PositionIn, PositionRead, RecordFailure, RecordFileQuery, RecordIn, RecordQuery, RecordRead,
};
pub use review::{
    Judgment, ReviewEffort, ReviewIn, ReviewOut, ReviewPly, ReviewProgress, ReviewSide, ReviewTryIn,
    ReviewTryView, ReviewView, TurnCause, TurningPoint,
};
pub use room::{ErrorOut, Health, Invitation, JoinIn, Me, NewRoom, RoomPage, RoomRow, RoomsQuery};
pub use search_info::{Evaluation, Hint, Purpose, Score, SearchInfo, Visit};
pub use socket::{ClientIn, ClientRequest, ServerOut, SocketQuery};
pub use spec::{
    EloMark, EngineInfo, EngineOption, EngineOptionKind, GameInfo, LevelInfo, OddsInfo, OptionInfo,
};
pub use stats::{StatResult, StatResultKind, StatRow, StatTally, Stats};
pub use study::{
    DefenseIn, DefenseView, Estimate, GoalStatus, LineIn, LineView, ProofBranch, ProofNodeView, SolveAnswer,
    SolveIn, SolveProgress, SolveResult, SolveState, SolveView, TreeQuery,
};
pub use talk::{Phrase, ReportIn, ReportReason, TalkLine, TalkRule};
pub use tournament::{
    BoardPair, BoardResult, ByeChoice, Entrant, FirstRound, KnockoutRules, OnlineGames, PairingSystem,
    PointsRule, SectionSettings, TeamBy, TeamMates, TeamResults, TournamentAct, TournamentCategory,
    TournamentPreset, TournamentRole,
};
pub use tournament_view::{
    BoardSlip, BoardView, BracketMatch, BracketStage, CategoryView, CrosstableCell, GroupView, LinksQuery,
    NewTournament, OfficialView, PairIn, PlayersIn, PlayersOut, ProposalIn, QrQuery, SectionFileQuery,
    SectionView, StandingRow, TeamRow, TokenIn, TournamentActs, TournamentFile, TournamentFileEntry,
    TournamentLinks, TournamentList, TournamentListRow, TournamentLog, TournamentLogEntry, TournamentPlayer,
    TournamentRound, TournamentView, WhyOut, WhyQuery,
};
pub use view::{
    CaseView, ChaseView, ClockView, DealProof, DealView, MatchOutcome, OfferKind, OfferView, PartBy,
    PieceView, Ply, PlyNote, RoomView, SeatKind, SeatView, SeenPiece, Side, Start, TakeBackView, Taken,
    Viewer,
};
pub use watch::{LiveGame, LiveGames, LivePlayer};
