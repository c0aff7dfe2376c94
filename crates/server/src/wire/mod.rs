//! Wire types: everything that crosses the network. The browser's TypeScript copy is generated from these types.
//!
//! Sides are `first` (Red, White) and `second`; squares are numbers, rank * files + file, rank 0 nearest to the first side;
//! moves are in coordinates; times are milliseconds; messages for people are a code with parameters.

mod analysis;
mod convert;
mod library;
mod new;
mod puzzle;
mod record;
mod review;
mod room;
mod said;
mod socket;
mod spec;
mod stats;
mod study;
mod thought;
pub mod typescript;
mod view;

pub use analysis::{
    AnalysisLine, AnalysisMeans, AnalysisQuery, AnalysisState, AnalysisView, LineFollowed, LineQuery,
    TreeFile, TreeFileGame, TreeFileQuery, TreeNode, TreeView, TreeWriteQuery,
};
pub use convert::{count, square};
pub use library::{
    CommentIn, ExplorerMove, ExplorerOut, ExplorerQuery, ExportQuery, FolderCount, ImportJob, ImportOut,
    ImportQuery, ImportTrouble, LibraryGame, LibraryNode, LibraryPage, LibraryQuery, LibraryRow, NameOut,
    OpeningOut, ShelfOut, SortIn, TallyOut,
};
pub use new::{ClockChoice, Color, HandicapChoice, NewGame, Player, Seat, UndoChoice};
pub use puzzle::{
    HelpIn, HelpView, PuzzleDaily, PuzzleGoal, PuzzleMine, PuzzlePage, PuzzleProgress, PuzzleRow, PuzzleSet,
    PuzzleStatus, PuzzleTitle, PuzzleView, Puzzles, PuzzlesQuery, TryIn, TryView,
};
pub use record::{
    PositionIn, PositionRead, RecordFailure, RecordFileQuery, RecordIn, RecordQuery, RecordRead,
};
pub use review::{
    Judgement, ReviewEffort, ReviewIn, ReviewOut, ReviewPly, ReviewProgress, ReviewSide, ReviewTryIn,
    ReviewTryView, ReviewView, TurnCause, TurningPoint,
};
pub use room::{ErrorOut, Health, Invitation, JoinIn, Me, NewRoom, RoomPage, RoomRow, RoomsQuery};
pub use said::{Param, Said};
pub use socket::{Ask, ClientIn, ServerOut, SocketQuery};
pub use spec::{BrainInfo, BrainOption, BrainOptionKind, EloMark, GameInfo, LevelInfo, OddsInfo, OptionInfo};
pub use stats::{StatResult, StatResultKind, StatRow, Stats};
pub use study::{
    DefenceIn, DefenceView, Estimate, KnotBranch, KnotView, LineIn, LineView, SolveAnswer, SolveIn,
    SolveProgress, SolveResult, SolveState, SolveView, Standing, TreeQuery,
};
pub use thought::{Evaluation, Hint, Purpose, Thought, Visit, Worth};
pub use view::{
    CaseView, ChaseView, ClockView, DealProof, DealView, ManView, MatchOutcome, OfferKind, OfferView, PartBy,
    Ply, PlyNote, RoomView, SeatKind, SeatView, SeenMan, Side, Start, Taken, Viewer,
};
