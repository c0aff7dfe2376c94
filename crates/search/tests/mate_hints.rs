//! The solver uses engine hints, and claims nothing because of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Line, MoveList, Position as _, Score, Side};
use search::mate::{Answer, EngineHints, Finding, HintReport, HintSource, Hints, Query, solve};
use search::{Clock, Control, Goal, Limits};
use xiangqi::{Move, Position, Xiangqi};

/// A clock that advances by a microsecond whenever it is read: tests do not depend on the machine's speed.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

fn line(fen: &str) -> Line<Position> {
    let rules = Xiangqi::rules(&[]).expect("default rules");
    Line::new(Xiangqi::read_position(fen, &rules).expect(fen).position, rules)
}

/// Solves for a win of Red with a node limit, until one is known.
fn solved(line: &Line<Position>, nodes: u64, hints: Hints<Position>) -> Answer<Position> {
    let control = Control::new(Arc::new(Ticks::default()));
    let stop = control.clone();
    let query = Query { nodes: Some(nodes), keys: false, ..Query::new(Side::First) };
    solve(line, &query, &control, hints, &mut |progress| {
        if progress.won.is_some() {
            stop.stop();
        }
    })
}

/// Number of moves Red needs with hints of the PVS engine; the claim is replayed.
fn proven(fen: &str, nodes: u64) -> u32 {
    let hints = EngineHints::new(eval::xiangqi::Hce::default(), 32);
    let mut answer = solved(&line(fen), nodes, Box::new(hints));
    let Finding::Win { moves, proof, by_rule: false, .. } = &mut answer.finding else { panic!("{answer:?}") };
    assert_eq!(proof.verify(300_000).map(|replay| replay.moves <= *moves), Ok(true));
    *moves
}

#[test]
fn a_win_announced_by_the_engine_is_proven_with_its_records() {
    // A quiet cannon move wins in eight or a few more; the solver alone is slow to find it.
    let moves = proven("3a2b2/4a1P2/5k1C1/4P4/2p3b2/8p/9/9/4p4/3K5 w - - 0 1", 8_000_000);
    assert!(moves >= 8, "{moves}");
}

#[test]
fn a_line_that_leads_to_a_solved_ending_is_won() {
    // Red gives soldiers and horse for both chariots; the rest, a chariot against scattered guards, takes 25 moves.
    let moves = proven("2bak1P1r/4aP3/b5N2/9/9/9/9/9/5r3/2R1K4 w - - 0 1", 4_000_000);
    assert!(moves > 25, "{moves}");
}

#[test]
fn the_zugzwang_guard_alternates_and_finds_zugzwang_wins() {
    // Zugzwang: Red takes every move from Black, who could hold if he could pass.
    let line = line("2b2k3/4Pn3/b8/7C1/9/9/9/9/5K3/9 w - - 0 1");
    let control = Control::new(Arc::new(Ticks::default()));
    let sees = |searches_before: usize| {
        let mut hints = EngineHints::new(eval::xiangqi::Hce::default(), 32);
        let mut think = |nodes| {
            let limits = Limits { goal: Goal::mate(Some(60)), ..Limits::nodes(nodes) };
            hints.search(&line, &limits, &control).score.is_decided()
        };
        (0..searches_before).for_each(|_| assert!(!think(1)));
        think(1_500_000)
    };
    assert_eq!([sees(0), sees(1)], [true, false]);
}

/// Claims every position to be won for the side to move, by any move.
struct AlwaysWinning;

impl HintSource<Position> for AlwaysWinning {
    fn evaluate(&mut self, _: &Position) -> i32 {
        1000
    }

    fn search(&mut self, _: &Line<Position>, _: &Limits<Move>, _: &Control) -> HintReport<Move> {
        HintReport { score: Score::mate_in(5), line: Vec::new(), nodes: 1000 }
    }

    fn winning_move(&self, here: &Position) -> Option<Move> {
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        list.first().copied()
    }
}

#[test]
fn wrong_hints_prove_nothing() {
    // One horse does not win against all advisors and elephants; with two advisors of its own there are too many
    // positions for retrograde analysis.
    let line = line("2bakab2/9/9/9/9/9/9/4N4/4A4/4KA3 w - - 0 1");
    let answer = solved(&line, 2_000_000, Box::new(AlwaysWinning));
    assert!(matches!(answer.finding, Finding::Unknown { .. }), "{answer:?}");
}
