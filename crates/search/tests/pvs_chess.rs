//! PVS engine in chess: it finds mates, underpromotes where needed, and plays legal games to their end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess::{Chess, Position};
use game::{Game, Line, MoveList, Position as _, Random};
use search::{Clock, Control, Engine, Limits, PvsEngine, SearchInfo};

/// A clock that advances by a microsecond whenever it is read: tests do not depend on the machine's speed.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

fn control() -> Control {
    Control::new(Arc::new(Ticks::default()))
}

fn think(fen: &str, limits: &Limits<chess::Move>) -> (Position, SearchInfo<Position>) {
    let rules = Chess::rules(&[]).expect("default rules");
    let here = Chess::read_position(fen, &rules).expect(fen).position;
    let line = Line::new(here.clone(), rules);
    let info = PvsEngine::new(eval::chess::Hce::new(), 4, 1).think(&line, limits, &control(), &mut |_| {});
    (here, info)
}

#[test]
fn mates_are_found() {
    for (fen, most) in [
        // Back-rank mate, smothered mate, queen and king, two rooks.
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 5),
    ] {
        let (_, info) = think(fen, &Limits::depth(8));
        let plies = info.score().and_then(game::Score::mate_plies);
        assert!(plies.is_some_and(|plies| (1..=most).contains(&plies)), "{fen} {info:?}");
    }
}

#[test]
fn a_pawn_promotes_to_a_knight_where_a_queen_would_lose() {
    // A queen would be mated at once; a knight gives check and captures the queen next.
    let (here, info) = think("8/k1P1q3/8/8/8/8/5PPP/6K1 w - - 0 1", &Limits::depth(6));
    assert_eq!(Chess::write_move(&here, info.best().expect("a move"), ()), "c7c8n", "{info:?}");
}

#[test]
fn a_lone_king_is_mated_within_the_fifty_move_rule() {
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4KB2 w - - 0 1",
    ] {
        let rules = Chess::rules(&[]).expect("default rules");
        let mut line = Line::new(Chess::read_position(fen, &rules).expect(fen).position, rules);
        let mut engine = PvsEngine::new(eval::chess::Hce::new(), 4, 1);
        while line.outcome().is_none() && Position::claimable_draw(&line).is_none() {
            let info = engine.think(&line, &Limits::nodes(10_000), &control(), &mut |_| {});
            line.push(info.best().expect("a move where the game goes on"), ());
        }
        let winner = line.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(game::Side::First), "{fen}: {}", line.here().board());
    }
}

#[test]
fn games_with_few_nodes_are_legal_to_their_end() {
    let mut random = Random::new(3);
    let mut engine = PvsEngine::new(eval::chess::Hce::new(), 1, 1);
    for number in [518, 0, 959, random.below(960) as u32] {
        let rules = Chess::rules(&[("chess960", "yes")]).expect("rules");
        let start = Position::scharnagl(number, &rules).expect("a number below 960");
        let mut line = Line::new(start, rules);
        for _ in 0..4 {
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            line.push(*random.pick(&moves).expect("a move"), ());
        }
        engine.clear();
        while line.outcome().is_none() && Position::claimable_draw(&line).is_none() {
            let info = engine.think(&line, &Limits::nodes(300), &control(), &mut |_| {});
            let mv = info.best().expect("a move where the game goes on");
            assert!(line.here().is_legal(mv), "{mv:?} in {}", line.here().board());
            line.push(mv, ());
        }
    }
}
