//! PVS engine: it finds mates, keeps its limits, and is deterministic.

use std::collections::HashMap;
use std::sync::Arc;

use game::{Game, Line, Move as _, MoveList, Position as _};
use search::{Clock, Control, Engine, Goal, Limits, PvsEngine, SearchInfo};
use xiangqi::{Position, Xiangqi};

/// A clock that advances by a microsecond whenever it is read: tests do not depend on the machine's speed.
#[derive(Default)]
struct Ticks(std::sync::atomic::AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
    }
}

fn line(fen: &str) -> Line<Position> {
    let rules = Xiangqi::rules(&[]).expect("default rules");
    Line::new(Xiangqi::read_position(fen, &rules).expect(fen).position, rules)
}

fn think(fen: &str, limits: &Limits<xiangqi::Move>) -> SearchInfo<Position> {
    let control = Control::new(Arc::new(Ticks::default()));
    PvsEngine::new(eval::xiangqi::Hce::new(), 4, 1).think(&line(fen), limits, &control, &mut |_| {})
}

#[test]
fn it_finds_a_mate() {
    // One chariot controls the second rank, the other goes to the last.
    let info = think("4k4/1R7/9/9/9/9/9/9/9/R2K5 w - - 0 1", &Limits::depth(6));
    let score = info.score().expect("a line");
    assert!(score.mate_plies().is_some_and(|plies| plies > 0), "{info:?}");
}

#[test]
fn stalemate_is_a_win_too() {
    // The general on d9 may only step to d8 or e9; the chariot takes both away without giving check.
    let info = think("3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", &Limits::depth(5));
    assert!(info.score().is_some_and(|score| score.mate_plies().is_some()), "{info:?}");
}

#[test]
fn the_same_search_twice_visits_the_same_nodes() {
    let once = think(xiangqi::fen::START, &Limits::depth(7));
    let again = think(xiangqi::fen::START, &Limits::depth(7));
    assert_eq!((once.nodes, once.best()), (again.nodes, again.best()));
}

#[test]
fn a_node_limit_is_kept_exactly() {
    let info = think(xiangqi::fen::START, &Limits::nodes(5000));
    assert_eq!(info.nodes, 5000);
}

#[test]
fn several_lines_come_best_first_and_differ() {
    let limits = Limits { lines: 4, ..Limits::depth(5) };
    let info = think(xiangqi::fen::START, &limits);
    assert_eq!(info.lines.len(), 4);
    for pair in info.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score, "{info:?}");
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
}

#[test]
fn banned_moves_are_not_played_and_named_ones_are() {
    let free = think(xiangqi::fen::START, &Limits::depth(4)).best().expect("a move");
    let banned = Limits { banned: vec![free], ..Limits::depth(4) };
    assert_ne!(think(xiangqi::fen::START, &banned).best(), Some(free));
    let only = xiangqi::Move::parse("a3a4").expect("a move");
    let named = Limits { only: vec![only], ..Limits::depth(4) };
    assert_eq!(think(xiangqi::fen::START, &named).best(), Some(only));
}

#[test]
fn every_line_shown_is_legal() {
    let limits = Limits { lines: 3, ..Limits::depth(8) };
    let start = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
    for pv in think(start, &limits).lines {
        let mut line = line(start);
        for mv in pv.moves {
            assert!(game::Position::is_legal(line.here(), mv), "{mv}");
            line.push(mv, ());
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    // Mated by two chariots.
    let info = think("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1", &Limits::depth(3));
    assert!(info.best().is_none() && info.score().is_none());
}

#[test]
fn several_threads_find_a_move() {
    let control = Control::new(Arc::new(Ticks::default()));
    let mut engine = PvsEngine::new(eval::xiangqi::Hce::new(), 4, 3);
    let info = engine.think(&line(xiangqi::fen::START), &Limits::depth(6), &control, &mut |_| {});
    assert!(info.best().is_some());
    assert!(info.depth >= 6);
}

/// Returns true if the recorded moves win here against every reply, within this many moves.
fn is_won_by_records(engine: &PvsEngine<eval::xiangqi::Hce>, here: &Position, moves: u32) -> bool {
    is_won_by_records_cached(engine, here, moves, &mut HashMap::new())
}

/// Same, with a cache of the number of moves in which positions were won.
fn is_won_by_records_cached(
    engine: &PvsEngine<eval::xiangqi::Hce>,
    here: &Position,
    moves: u32,
    won: &mut HashMap<u64, u32>,
) -> bool {
    if won.get(&here.key()).is_some_and(|&enough| enough <= moves) {
        return true;
    }
    let recorded = engine.recorded_win(here.key()).and_then(xiangqi::Move::from_raw);
    let wins = recorded.filter(|&mv| moves > 0 && here.is_legal(mv)).is_some_and(|mv| {
        let mut after = here.clone();
        after.play(mv, (), &mut ());
        let mut replies = MoveList::new();
        after.legal_moves(&mut replies);
        replies.iter().all(|&reply| {
            let mut next = after.clone();
            next.play(reply, (), &mut ());
            is_won_by_records_cached(engine, &next, moves - 1, won)
        })
    });
    if wins {
        won.insert(here.key(), moves);
    }
    wins
}

#[test]
fn the_recorded_wins_contain_the_whole_winning_tree() {
    let line = line("3ak4/4a4/9/9/9/9/9/9/4R4/R2K5 w - - 0 1");
    let control = Control::new(Arc::new(Ticks::default()));
    let mut engine = PvsEngine::new(eval::xiangqi::Hce::new(), 4, 1).recording_wins();
    assert!(!is_won_by_records(&engine, line.here(), 20));
    let limits = Limits { goal: Goal::Win { within: None }, ..Limits::depth(12) };
    let info = engine.think(&line, &limits, &control, &mut |_| {});
    assert!(info.score().is_some_and(game::Score::is_mate), "{info:?}");
    assert!(is_won_by_records(&engine, line.here(), 20));
}

#[test]
fn wins_found_by_pruning_are_recorded_too() {
    let control = Control::new(Arc::new(Ticks::default()));
    // Wins found by ProbCut, among others.
    for fen in [
        "2ca1k3/4P1r1R/4ba3/7Cp/8r/7C1/7n1/9/3p1pp2/3nK4 w - - 0 1",
        "N3ka3/2PPa3C/4b1n1b/9/4N1C1R/9/r8/6n2/3p1r3/4K4 w - - 0 1",
    ] {
        let mut engine = PvsEngine::new(eval::xiangqi::Hce::new(), 16, 1).recording_wins();
        let line = line(fen);
        let limits = Limits { goal: Goal::mate(Some(60)), ..Limits::nodes(1_500_000) };
        let info = engine.think(&line, &limits, &control, &mut |_| {});
        let plies = info.score().and_then(game::Score::mate_plies).expect(fen);
        assert!(is_won_by_records(&engine, line.here(), (plies as u32).div_ceil(2)), "{fen}");
    }
}

#[test]
fn the_win_probe_reaches_far_beyond_the_depth_of_the_search() {
    // Eleven moves, most of them checks. A search for the best move does not find it with twenty times the nodes.
    let fen = "4C4/4a4/b2ank2b/9/9/1RNR1crC1/3r1p3/3cKA3/4A4/4n4 w - - 0 1";
    let limits = Limits { goal: Goal::mate(Some(60)), ..Limits::nodes(300_000) };
    let found = think(fen, &limits);
    assert!(found.score().is_some_and(|score| score >= game::Score::MIN_WIN), "{found:?}");
    assert!(found.depth < 20, "{found:?}");
    // A repeated search with a filled table still returns the win with its move.
    let (control, line) = (Control::new(Arc::new(Ticks::default())), line(fen));
    let mut engine = PvsEngine::new(eval::xiangqi::Hce::new(), 16, 1);
    for _ in 0..3 {
        let found = engine.think(&line, &limits, &control, &mut |_| {});
        assert!(found.score().is_some_and(|score| score >= game::Score::MIN_WIN), "{found:?}");
    }
    // A search for a mate in two does not return a longer one.
    let asked = think(fen, &Limits { goal: Goal::mate(Some(2)), ..Limits::nodes(100_000) });
    assert_eq!(asked.nodes, 100_000);
    assert!(asked.score().is_some_and(|score| !score.is_decided()), "{asked:?}");
}
