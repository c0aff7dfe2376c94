//! Generates the TypeScript copy of the wire types.

use ts_rs::{Config, TS};

use super::{
    CaseView, ChaseView, ClientIn, ClientRequest, ClockChoice, ClockView, Color, CommentIn, DealProof,
    DealView, EloMark, EngineInfo, EngineOption, EngineOptionKind, ErrorOut, Evaluation, ExplorerMove,
    ExplorerOut, ExplorerQuery, ExportQuery, FolderCount, GameInfo, HandicapChoice, Health, Hint,
    ImportFaultOut, ImportJob, ImportOut, ImportQuery, Invitation, JoinIn, LevelInfo, LibraryGame,
    LibraryNode, LibraryOverview, LibraryPage, LibraryQuery, LibraryRow, MatchOutcome, Me, MessageOut,
    NameOut, NewGame, NewRoom, OddsInfo, OfferKind, OfferView, OpeningOut, OptionInfo, Param, PartBy,
    PieceView, Player, Ply, PlyNote, PositionIn, PositionRead, Purpose, RecordFailure, RecordFileQuery,
    RecordIn, RecordQuery, RecordRead, RoomPage, RoomRow, RoomView, RoomsQuery, Score, SearchInfo, Seat,
    SeatKind, SeatView, SeenPiece, ServerOut, Side, SocketQuery, SortIn, Start, StatResult, StatResultKind,
    StatRow, StatTally, Stats, TakeBackView, Taken, TallyOut, UndoChoice, Viewer, Visit,
};
use super::{
    DailyQuery, DefenseIn, DefenseView, Estimate, GoalStatus, HelpIn, HelpView, LineIn, LineView,
    ProofBranch, ProofNodeView, PuzzleDaily, PuzzleGoal, PuzzleMine, PuzzlePage, PuzzleProgress, PuzzleRow,
    PuzzleSet, PuzzleStatus, PuzzleTitle, PuzzleView, Puzzles, PuzzlesQuery, SolveAnswer, SolveIn,
    SolveProgress, SolveResult, SolveState, SolveView, TreeQuery, TryIn, TryView,
};

use super::{
    Judgment, ReviewEffort, ReviewIn, ReviewOut, ReviewPly, ReviewProgress, ReviewSide, ReviewTryIn,
    ReviewTryView, ReviewView, TurnCause, TurningPoint,
};

use super::{
    AnalysisLimits, AnalysisLine, AnalysisQuery, AnalysisState, AnalysisView, LineFollowed, LineQuery,
    PROTOCOL, TreeFile, TreeFileGame, TreeFileQuery, TreeNode, TreeView, TreeWriteQuery,
};

/// Path of the copy, from the root of the project.
pub const PATH: &str = "web/src/wire/index.ts";

const HEAD: &str = "\
// Generated from crates/server/src/wire by `cargo xtask wire`; do not edit.
/* eslint-disable */
";

/// Content of the generated file.
pub fn file() -> String {
    let config = Config::new().with_large_int("number");
    let mut out = HEAD.to_owned();
    out.push_str(&format!(
        "\n/** Version of the REST and socket format. */ export const PROTOCOL = {PROTOCOL};\n"
    ));
    macro_rules! write {
        ($($name:ty),* $(,)?) => {
            $(write_type::<$name>(&config, &mut out);)*
        };
    }
    write!(
        Side,
        Viewer,
        MessageOut,
        Param,
        GameInfo,
        OptionInfo,
        EngineInfo,
        EngineOption,
        EngineOptionKind,
        LevelInfo,
        EloMark,
        OddsInfo,
        NewGame,
        Player,
        Color,
        Seat,
        HandicapChoice,
        ClockChoice,
        UndoChoice,
        NewRoom,
        Invitation,
        JoinIn,
        RoomRow,
        RoomPage,
        RoomsQuery,
        Me,
        Health,
        ErrorOut,
        SeatView,
        SeatKind,
        RoomView,
        TakeBackView,
        SeenPiece,
        DealView,
        PartBy,
        DealProof,
        Start,
        Ply,
        Taken,
        MatchOutcome,
        OfferView,
        OfferKind,
        ClockView,
        CaseView,
        PlyNote,
        ChaseView,
        PieceView,
        Score,
        SearchInfo,
        Purpose,
        Visit,
        Evaluation,
        Hint,
        RecordQuery,
        RecordFileQuery,
        RecordIn,
        RecordRead,
        RecordFailure,
        PositionIn,
        PositionRead,
        LineIn,
        LineView,
        LineQuery,
        LineFollowed,
        AnalysisLimits,
        AnalysisQuery,
        AnalysisState,
        AnalysisView,
        AnalysisLine,
        TreeFileQuery,
        TreeWriteQuery,
        TreeFile,
        TreeFileGame,
        TreeView,
        TreeNode,
        SolveIn,
        SolveView,
        SolveState,
        SolveProgress,
        SolveAnswer,
        SolveResult,
        Estimate,
        TreeQuery,
        ProofNodeView,
        ProofBranch,
        DefenseIn,
        DefenseView,
        GoalStatus,
        ReviewIn,
        ReviewEffort,
        ReviewView,
        ReviewProgress,
        ReviewOut,
        ReviewPly,
        Judgment,
        ReviewSide,
        TurningPoint,
        TurnCause,
        ReviewTryIn,
        ReviewTryView,
        Puzzles,
        PuzzleSet,
        PuzzleProgress,
        PuzzleDaily,
        PuzzlesQuery,
        DailyQuery,
        PuzzlePage,
        PuzzleRow,
        PuzzleTitle,
        PuzzleGoal,
        PuzzleStatus,
        PuzzleMine,
        PuzzleView,
        TryIn,
        TryView,
        HelpIn,
        HelpView,
        Stats,
        StatRow,
        StatTally,
        StatResult,
        StatResultKind,
        SocketQuery,
        ClientIn,
        ClientRequest,
        ServerOut,
        LibraryQuery,
        LibraryPage,
        LibraryRow,
        NameOut,
        OpeningOut,
        LibraryGame,
        LibraryNode,
        ExportQuery,
        CommentIn,
        SortIn,
        LibraryOverview,
        FolderCount,
        ImportQuery,
        ImportOut,
        ImportFaultOut,
        ImportJob,
        ExplorerQuery,
        ExplorerOut,
        ExplorerMove,
        TallyOut,
    );
    out
}

fn write_type<T: TS + 'static + ?Sized>(config: &Config, out: &mut String) {
    let text = format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl(config));
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "/**" {
            // A doc comment becomes one line before its item.
            let doc = lines.by_ref().take_while(|line| *line != " */");
            let doc: Vec<&str> = doc.map(|line| line.trim_start_matches(" * ")).collect();
            out.push_str(&format!("/** {} */ ", doc.join(" ")));
        } else {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typescript_copy_is_up_to_date() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PATH);
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(kept == file(), "{PATH} is stale: run `cargo xtask wire`");
    }
}
