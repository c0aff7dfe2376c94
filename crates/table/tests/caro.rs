//! Cờ caro through the text interface: engines, levels, the solver's published wins, and records.

use std::sync::Arc;

use game::Notation;
use table::{
    Control, EngineResources, EngineSpec, Limits, Rulebook, Side, SolveRequest, Solved, WallClock, games,
};

const WINS: &str = include_str!("../../../testdata/caro/wins.txt");

fn book() -> &'static dyn Rulebook {
    games::by_name("caro").expect("caro")
}

fn control() -> Control {
    Control::new(Arc::new(WallClock::start()))
}

/// Move of an engine with this many nodes.
fn best(engine: &str, fen: &str, nodes: u64) -> String {
    let spec: EngineSpec = engine.parse().expect(engine);
    let resources = EngineResources { hash: 4, threads: 1 };
    let mut engine = book().engine(&spec, resources).expect("an engine");
    let study = book().open(Some(fen), &[]).expect(fen);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = engine.think(study.as_ref(), &limits, &control(), &mut |_| {}).expect("a move");
    report.best().expect("a move").to_owned()
}

#[test]
fn the_champion_completes_a_line_and_blocks_one() {
    let own = "15/15/15/15/15/15/15/4SSSS7/4ssss7/15/15/15/15/15/15 w 5";
    assert!(["d8", "i8"].contains(&best("champion", own, 2000).as_str()));
    let rival = "15/15/15/15/15/15/15/3sSSSS7/4sss8/15/15/15/15/15/15 b 5";
    assert_eq!(best("champion", rival, 2000), "i8");
    // An open three is answered on its line, or by a four.
    let three = "15/15/15/15/15/15/15/5SSS7/5s1s7/15/15/15/15/15/15 b 5";
    let answer = best("champion", three, 20_000);
    assert!(["d8", "e8", "i8", "j8"].contains(&answer.as_str()), "{answer}");
}

#[test]
fn the_champion_begins_in_the_middle_and_plays_every_size() {
    assert_eq!(best("champion", &book().open(None, &[]).expect("the start").position(""), 500), "h8");
    for size in ["3", "4", "7", "15"] {
        for level in ["1", "5", "8"] {
            let mut study = book().open(None, &[("size", size)]).expect("a board");
            let spec: EngineSpec = format!("champion:level={level}").parse().expect("a level");
            let mut engine =
                book().engine(&spec, EngineResources { hash: 1, threads: 1 }).expect("an engine");
            for _ in 0..9 {
                if study.status().outcome.is_some() {
                    break;
                }
                let limits = Limits { nodes: Some(300), ..Limits::default() };
                let report = engine.think(study.as_ref(), &limits, &control(), &mut |_| {}).expect("a move");
                study.play_game(&[report.best().expect("a move")], Notation::Uci).expect("a legal move");
            }
        }
    }
}

#[test]
fn textbook_minimax_sees_all_of_tic_tac_toe() {
    let study = book().open(None, &[("size", "3")]).expect("a board");
    let spec: EngineSpec = "minimax:depth=9".parse().expect("minimax");
    let mut engine = book().engine(&spec, EngineResources { hash: 1, threads: 1 }).expect("an engine");
    let report = engine.think(study.as_ref(), &Limits::default(), &control(), &mut |_| {}).expect("a move");
    // Minimax does not count the root.
    assert_eq!(report.nodes + 1, 549_946);
    assert_eq!(report.lines[0].score.raw(), 0, "nobody wins");
}

#[test]
fn published_wins_are_proven_against_every_defense_and_replayed() {
    let (mut proven, mut open) = (0, Vec::new());
    for row in WINS.lines().filter(|row| !row.starts_with('#')) {
        let mut fields = row.split(';').map(str::trim);
        let fen = fields.next().expect("a position");
        let nodes = fields.next().and_then(|text| text.parse().ok()).expect("nodes");
        let study = book().open(Some(fen), &[]).expect(fen);
        let request = SolveRequest { nodes: Some(nodes), keys: false, ..SolveRequest::default() };
        let solution = book().solve(study.as_ref(), &request, &control(), &mut |_| {}).expect("an answer");
        match solution.solved {
            Solved::Win { .. } if solution.verified => proven += 1,
            other => open.push(format!("{row}: {other:?}, replayed: {}", solution.verified)),
        }
    }
    assert!(open.is_empty(), "{}", open.join("\n"));
    assert!(proven >= 18, "only {proven} wins");
}

#[test]
fn where_nobody_can_force_a_win_none_is_claimed() {
    let study = book().open(Some("3/3/3 w 3"), &[]).expect("a board");
    let request = SolveRequest { nodes: Some(400_000), ..SolveRequest::default() };
    for winner in Side::BOTH {
        let request = SolveRequest { winner: Some(winner), ..request.clone() };
        let solution = book().solve(study.as_ref(), &request, &control(), &mut |_| {}).expect("an answer");
        assert!(matches!(solution.solved, Solved::NoWin { .. }), "{winner:?}: {:?}", solution.solved);
    }
}
