//! Generates the TypeScript copy of the wire types.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    AccountState, ChallengeIn, ChallengeOut, CodeOut, FollowedOut, LobbyEvent, LobbyState, NewAccountOut,
    PasswordChange, PasswordIn, PlayerGames, PlayerGamesQuery, PlayerOut, PlayerResults, PlayerResultsQuery,
    ProfileIn, RankingOut, RankingQuery, RecoverIn, SeekIn, SeekOut, SessionOut, SignInIn, SignUpIn,
};
use super::{
    AnalysisLimits, AnalysisQuery, AnalysisView, ClientIn, ClientRequest, CommentIn, DailyQuery, DealProof,
    DefenseIn, DefenseView, ErrorOut, ExplorerOut, ExplorerQuery, ExportQuery, GameInfo, Health, HelpIn,
    HelpView, ImportJob, ImportQuery, Invitation, JoinIn, LabEstimate, LabIn, LabView, LibraryGame,
    LibraryOverview, LibraryPage, LibraryQuery, LineFollowed, LineQuery, Me, NewGame, NewRoom, PROTOCOL,
    PositionIn, PositionRead, ProofNodeView, PuzzlePage, PuzzleView, Puzzles, PuzzlesQuery, RecordFileQuery,
    RecordQuery, RecordRead, ReviewIn, ReviewTryIn, ReviewTryView, ReviewView, RoomPage, RoomsQuery,
    ServerOut, SocketQuery, SolveIn, SolveView, SortIn, Stats, TreeFile, TreeFileQuery, TreeQuery,
    TreeWriteQuery, TryIn, TryView,
};
use super::{
    BoardSlip, EvalIn, EvalView, LeagueExportQuery, LeagueGame, LeagueGameView, LeagueIn, LeagueView,
    LeaguesView, LinksQuery, NewTournament, PairIn, PlayersIn, PlayersOut, ProposalIn, QrQuery,
    SectionFileQuery, TokenIn, TournamentActs, TournamentFile, TournamentLinks, TournamentList,
    TournamentLog, TournamentView, WhyOut, WhyQuery,
};
use super::{LiveGames, ReportIn};
use super::{OperatorActIn, OperatorActOut, OperatorPlayer, OperatorPlayersQuery, OperatorView};

/// Path of the copy, from the root of the project.
pub const PATH: &str = "web/src/wire/index.ts";

const HEAD: &str = "\
// Generated from crates/server/src/wire by `cargo xtask wire`; do not edit.
/* eslint-disable */
";

/// Content of the generated file: the types named here, which requests, answers and the socket carry, and everything they
/// contain, by name.
pub fn file() -> String {
    let mut types = WireTypes { config: Config::new().with_large_int("number"), written: BTreeMap::new() };
    macro_rules! visit {
        ($($name:ty),* $(,)?) => { $(types.visit::<$name>();)* };
    }
    visit!(
        GameInfo,
        NewGame,
        NewRoom,
        Invitation,
        JoinIn,
        RoomPage,
        RoomsQuery,
        Me,
        AccountState,
        SignUpIn,
        NewAccountOut,
        SignInIn,
        PasswordIn,
        PasswordChange,
        RecoverIn,
        CodeOut,
        OperatorView,
        OperatorPlayersQuery,
        OperatorPlayer,
        OperatorActIn,
        OperatorActOut,
        SessionOut,
        PlayerOut,
        PlayerGamesQuery,
        PlayerGames,
        PlayerResultsQuery,
        PlayerResults,
        ProfileIn,
        FollowedOut,
        RankingQuery,
        RankingOut,
        LobbyState,
        LobbyEvent,
        SeekIn,
        SeekOut,
        ChallengeIn,
        ChallengeOut,
        LiveGames,
        ReportIn,
        Health,
        ErrorOut,
        DealProof,
        RecordQuery,
        RecordFileQuery,
        RecordRead,
        PositionIn,
        PositionRead,
        LineQuery,
        LineFollowed,
        AnalysisLimits,
        AnalysisQuery,
        AnalysisView,
        TreeFileQuery,
        TreeWriteQuery,
        TreeFile,
        SolveIn,
        SolveView,
        TreeQuery,
        ProofNodeView,
        DefenseIn,
        DefenseView,
        ReviewIn,
        ReviewView,
        ReviewTryIn,
        ReviewTryView,
        LabIn,
        LabEstimate,
        LabView,
        LeagueIn,
        LeagueView,
        LeaguesView,
        LeagueGame,
        LeagueGameView,
        LeagueExportQuery,
        EvalIn,
        EvalView,
        Puzzles,
        PuzzlesQuery,
        DailyQuery,
        PuzzlePage,
        PuzzleView,
        TryIn,
        TryView,
        HelpIn,
        HelpView,
        Stats,
        SocketQuery,
        ClientIn,
        ClientRequest,
        ServerOut,
        LibraryQuery,
        LibraryPage,
        LibraryGame,
        ExportQuery,
        CommentIn,
        SortIn,
        LibraryOverview,
        ImportQuery,
        ImportJob,
        ExplorerQuery,
        ExplorerOut,
        NewTournament,
        TournamentList,
        TournamentView,
        TournamentActs,
        TournamentLog,
        TournamentLinks,
        TournamentFile,
        LinksQuery,
        TokenIn,
        PlayersIn,
        PlayersOut,
        PairIn,
        WhyQuery,
        WhyOut,
        BoardSlip,
        ProposalIn,
        SectionFileQuery,
        QrQuery,
    );
    let version =
        format!("\n/** Version of the REST and socket format. */ export const PROTOCOL = {PROTOCOL};\n");
    [HEAD, &version].into_iter().chain(types.written.values().map(String::as_str)).collect()
}

/// Types with the text of each. They are sorted, since the order of `visit_dependencies` changes with each compilation.
struct WireTypes {
    config: Config,
    written: BTreeMap<String, String>,
}

impl TypeVisitor for WireTypes {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library have no file and no name: they are written in place.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if !self.written.contains_key(&name) {
            self.written.insert(name, write_type::<T>(&self.config));
            T::visit_dependencies(self);
        }
    }
}

fn write_type<T: TS + 'static + ?Sized>(config: &Config) -> String {
    let mut out = String::new();
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
    out
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

    #[test]
    fn the_browser_has_every_type_of_the_endpoints() {
        let file = file();
        let described = crate::http::described_types();
        assert!(described.len() > 50, "{described:?}");
        let missing: Vec<&String> =
            described.iter().filter(|name| !file.contains(&format!("export type {name} "))).collect();
        assert!(missing.is_empty(), "name these in `file`: {missing:?}");
    }
}
