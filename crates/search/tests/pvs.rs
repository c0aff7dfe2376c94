//! The champion finds mates, keeps to its limits, and says the same thing twice.

use std::collections::HashMap;
use std::sync::Arc;

use game::{Game, Line, Move as _, MoveList, Position as _};
use search::{Clock, Control, Engine, Limits, PvsEngine, SearchInfo};
use xiangqi::{Position, Xiangqi};

/// A clock that ticks a microsecond whenever it is read: tests do not depend on the machine's speed.
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
fn it_mates_when_it_can() {
    // One chariot holds the second rank, the other goes to the last.
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
fn a_number_of_nodes_is_kept_to_the_letter() {
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
fn where_the_game_is_over_there_is_nothing_to_think() {
    // Mated by two chariots.
    let info = think("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1", &Limits::depth(3));
    assert!(info.best().is_none() && info.score().is_none());
}

#[test]
fn a_team_of_threads_answers_too() {
    let control = Control::new(Arc::new(Ticks::default()));
    let mut team = PvsEngine::new(eval::xiangqi::Hce::new(), 4, 3);
    let info = team.think(&line(xiangqi::fen::START), &Limits::depth(6), &control, &mut |_| {});
    assert!(info.best().is_some());
    assert!(info.depth >= 6);
}

/// Whether the noted moves win here against every reply, with so many of them at most.
fn is_won_by_notes(champion: &PvsEngine<eval::xiangqi::Hce>, here: &Position, moves: u32) -> bool {
    is_won_by_notes_again(champion, here, moves, &mut HashMap::new())
}

/// The same, with the number of moves in which positions met before were won.
fn is_won_by_notes_again(
    champion: &PvsEngine<eval::xiangqi::Hce>,
    here: &Position,
    moves: u32,
    won: &mut HashMap<u64, u32>,
) -> bool {
    if won.get(&here.key()).is_some_and(|&enough| enough <= moves) {
        return true;
    }
    let noted = champion.recorded_win(here.key()).and_then(xiangqi::Move::from_raw);
    let wins = noted.filter(|&mv| moves > 0 && here.is_legal(mv)).is_some_and(|mv| {
        let mut after = here.clone();
        after.play(mv, (), &mut ());
        let mut replies = MoveList::new();
        after.legal_moves(&mut replies);
        replies.iter().all(|&reply| {
            let mut next = after.clone();
            next.play(reply, (), &mut ());
            is_won_by_notes_again(champion, &next, moves - 1, won)
        })
    });
    if wins {
        won.insert(here.key(), moves);
    }
    wins
}

#[test]
fn the_notes_of_a_win_hold_its_tree() {
    let line = line("3ak4/4a4/9/9/9/9/9/9/4R4/R2K5 w - - 0 1");
    let control = Control::new(Arc::new(Ticks::default()));
    let mut champion = PvsEngine::new(eval::xiangqi::Hce::new(), 4, 1).recording_wins();
    assert!(!is_won_by_notes(&champion, line.here(), 20));
    let info = champion.think(&line, &Limits::depth(12), &control, &mut |_| {});
    assert!(info.score().is_some_and(game::Score::is_mate), "{info:?}");
    assert!(is_won_by_notes(&champion, line.here(), 20));
}

#[test]
fn no_way_of_seeing_a_win_leaves_its_note_out() {
    let control = Control::new(Arc::new(Ticks::default()));
    // WinNotes that are seen by a capture tried at a lower depth, among others.
    for fen in [
        "2ca1k3/4P1r1R/4ba3/7Cp/8r/7C1/7n1/9/3p1pp2/3nK4 w - - 0 1",
        "N3ka3/2PPa3C/4b1n1b/9/4N1C1R/9/r8/6n2/3p1r3/4K4 w - - 0 1",
    ] {
        let mut champion = PvsEngine::new(eval::xiangqi::Hce::new(), 16, 1).recording_wins();
        let line = line(fen);
        let limits = Limits { mate: Some(60), ..Limits::nodes(400_000) };
        let info = champion.think(&line, &limits, &control, &mut |_| {});
        let plies = info.score().and_then(game::Score::mate_plies).expect(fen);
        assert!(is_won_by_notes(&champion, line.here(), (plies as u32).div_ceil(2)), "{fen}");
    }
}

#[test]
fn who_seeks_a_win_asks_for_it_far_beyond_the_depth_of_the_search() {
    // Eleven moves, most of them checks. A search for the best move does not see it with twenty times the nodes.
    let fen = "4C4/4a4/b2ank2b/9/9/1RNR1crC1/3r1p3/3cKA3/4A4/4n4 w - - 0 1";
    let limits = Limits { mate: Some(60), ..Limits::nodes(300_000) };
    let found = think(fen, &limits);
    assert!(found.score().is_some_and(|score| score >= game::Score::MIN_WIN), "{found:?}");
    assert!(found.depth < 20, "{found:?}");
    // Asked again, it remembers, and still says so with the move.
    let (control, line) = (Control::new(Arc::new(Ticks::default())), line(fen));
    let mut champion = PvsEngine::new(eval::xiangqi::Hce::new(), 16, 1);
    for _ in 0..3 {
        let found = champion.think(&line, &limits, &control, &mut |_| {});
        assert!(found.score().is_some_and(|score| score >= game::Score::MIN_WIN), "{found:?}");
    }
    // Who asks for a mate in two is not told of a longer one.
    let asked = think(fen, &Limits { mate: Some(2), ..Limits::nodes(100_000) });
    assert_eq!(asked.nodes, 100_000);
    assert!(asked.score().is_some_and(|score| !score.is_decided()), "{asked:?}");
}
