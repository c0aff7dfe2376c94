//! Playing levels: deterministic under a seed, a higher one beats a lower one, and none plays absurd moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess::Chess;
use game::{Eval, Game, Line, MoveList, Position, Side, Tactics};
use search::{Clock, Control, Engine, Level, LeveledEngine, Limits};
use xiangqi::Xiangqi;

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

fn seeded<M>(seed: u64) -> Limits<M> {
    Limits { seed, ..Limits::default() }
}

fn player<E: Default + Clone>(level: f64) -> LeveledEngine<E> {
    LeveledEngine::new(E::default(), Level::new(level).expect("a level"), 2, 1)
}

/// Line to the position after these moves, from a FEN or the start.
fn line<G: Game>(fen: Option<&str>, moves: &[&str]) -> Line<G::Position> {
    let rules = G::rules(&[]).expect("default rules");
    let root = fen.map_or_else(|| G::start(&rules), |fen| G::read_position(fen, &rules).expect(fen).position);
    let mut line = Line::new(root, rules);
    for text in moves {
        let (mv, _) = G::read_move(line.here(), text).expect(text);
        line.push(mv, line.here().unrevealed(mv));
    }
    line
}

/// Move of a level in coordinates.
fn answer<G: Game<Position: Tactics>, E>(line: &Line<G::Position>, level: f64, seed: u64) -> String
where
    E: Eval<G::Position> + Clone + Default,
{
    let info = player::<E>(level).think(line, &seeded(seed), &control(), &mut |_| {});
    let best = info.best().expect("a move");
    G::write_move(line.here(), best, line.here().unrevealed(best))
}

type ChessEval = eval::chess::Hce;
type XiangqiEval = eval::xiangqi::Hce;

/// Half points of the higher level over games with both colors from these openings.
fn half_points<G: Game<Position: Tactics>, E>(levels: [f64; 2], openings: &[&[&str]]) -> u32
where
    E: Eval<G::Position> + Clone + Default,
{
    let mut points = 0;
    for (game, opening) in openings.iter().flat_map(|opening| [opening; 2]).enumerate() {
        let mut line = line::<G>(None, opening);
        let [mut low, mut high] = levels.map(player::<E>);
        let higher = Side::BOTH[game % 2];
        while line.ply() < 240 && line.outcome().is_none() && G::Position::claimable_draw(&line).is_none() {
            let engine = if line.here().turn() == higher { &mut high } else { &mut low };
            let info = engine.think(&line, &seeded(game as u64), &control(), &mut |_| {});
            let mv = info.best().expect("the game goes on");
            line.push(mv, line.here().unrevealed(mv));
        }
        points += match line.outcome().and_then(|outcome| outcome.winner) {
            Some(side) if side == higher => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    points
}

#[test]
fn two_levels_higher_wins_a_small_match() {
    let chess: &[&[&str]] = &[&["e2e4", "e7e5"], &["d2d4", "g8f6"]];
    let xiangqi: &[&[&str]] = &[&["h2e2", "h9g7"], &["c3c4", "g6g5"]];
    for low in [1.0, 2.0] {
        let points = half_points::<Chess, ChessEval>([low, low + 2.0], chess);
        assert!(points >= 6, "chess, level {low} and two higher: {points} of 8");
        let points = half_points::<Xiangqi, XiangqiEval>([low, low + 2.0], xiangqi);
        assert!(points >= 6, "xiangqi, level {low} and two higher: {points} of 8");
    }
    let points = half_points::<Chess, ChessEval>([3.0, 5.0], &chess[..1]);
    assert!(points >= 3, "chess, levels 3 and 5: {points} of 4");
}

#[test]
fn a_level_is_deterministic_under_a_seed_whatever_it_searched_before() {
    let start = line::<Chess>(None, &["e2e4", "c7c5"]);
    let other = line::<Chess>(None, &["d2d4"]);
    for level in [1.0, 2.5, 4.0, 5.7, 6.0] {
        let mut player = player::<ChessEval>(level);
        let mut think = |line: &Line<chess::Position>, seed| {
            player.think(line, &seeded(seed), &control(), &mut |_| {}).best()
        };
        let first = think(&start, 5);
        think(&other, 5);
        assert_eq!(think(&start, 5), first, "level {level}");
        let several: Vec<_> = (0..8).map(|seed| think(&start, seed)).collect();
        assert!(several.iter().any(|&mv| mv != several[0]), "level {level} always plays {first:?}");
    }
}

#[test]
fn from_the_second_level_on_a_mate_in_one_is_played() {
    for level in [2.0, 3.0, 4.0, 5.0, 6.0] {
        for seed in 0..6 {
            let here = line::<Chess>(Some("6k1/5ppp/8/8/8/2q5/5PPP/3R2K1 w - - 0 1"), &[]);
            assert_eq!(answer::<Chess, ChessEval>(&here, level, seed), "d1d8", "level {level}, seed {seed}");
            let here = line::<Xiangqi>(Some("3k5/R8/9/9/9/2p6/9/9/7R1/5K3 w - - 0 1"), &[]);
            assert_eq!(
                answer::<Xiangqi, XiangqiEval>(&here, level, seed),
                "h1h9",
                "level {level}, seed {seed}"
            );
        }
    }
}

#[test]
fn every_level_recaptures() {
    // Queens, bishops for knights, and in xiangqi horse for cannon.
    let cases: [&[&str]; 2] = [
        &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d2"],
        &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"],
    ];
    for moves in cases {
        let line = line::<Chess>(None, moves);
        let square = moves.last().map(|mv| &mv[2..4]).expect("a last move");
        for (level, seed) in (0..24u32).map(|number| (f64::from(1 + number % 6), u64::from(number / 6))) {
            let played = answer::<Chess, ChessEval>(&line, level, seed);
            assert_eq!(&played[2..4], square, "level {level}, seed {seed}: {played}");
        }
    }
    let line = line::<Xiangqi>(None, &["b2b9"]);
    for (level, seed) in (0..24u32).map(|number| (f64::from(1 + number % 6), u64::from(number / 6))) {
        let played = answer::<Xiangqi, XiangqiEval>(&line, level, seed);
        assert_eq!(played, "a9b9", "level {level}, seed {seed}");
    }
}

/// Returns true if the opponent can at once win most of the value of a queen or chariot on some square.
fn gives_away<P: Tactics>(here: &P, values: &game::PieceValues, most: i32) -> bool {
    let mut moves = MoveList::new();
    here.noisy_moves(&mut moves);
    moves.iter().any(|&mv| here.see_ge(mv, most, values))
}

/// Number of moves in ordinary positions that give away a queen or a chariot in one move.
fn blunders<G: Game<Position: Tactics>, E>(level: f64, games: &[&[&str]]) -> usize
where
    E: Eval<G::Position> + Clone + Default,
{
    let mut count = 0;
    for moves in games {
        let line = line::<G>(None, moves);
        for seed in 0..30 {
            let mv = player::<E>(level).think(&line, &seeded(seed), &control(), &mut |_| {}).best();
            let mv = mv.expect("a move");
            let mut after = line.here().clone();
            after.play(mv, after.unrevealed(mv), &mut ());
            let values = E::default().piece_values().clone();
            count += usize::from(gives_away(&after, &values, 450));
        }
    }
    count
}

#[test]
fn valuable_pieces_are_rarely_given_away_and_more_rarely_at_higher_levels() {
    // The queens are developed and have many bad moves.
    let chess: &[&[&str]] = &[
        &["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g7g6"],
        &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"],
        &["d2d4", "d7d5", "c1f4", "c7c5", "e2e3", "d8b6"],
    ];
    let counts = [1.0, 2.0, 4.0].map(|level| blunders::<Chess, ChessEval>(level, chess));
    assert!(counts[0] <= 9 && counts[1] <= 6 && counts[2] <= 3, "of 90 moves: {counts:?}");
    let xiangqi: &[&[&str]] = &[
        &["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"],
        &["h2e2", "b7e7", "h0g2", "h9g7", "i0h0", "i9i8", "h0h6", "i8d8"],
    ];
    let counts = [1.0, 2.0, 4.0].map(|level| blunders::<Xiangqi, XiangqiEval>(level, xiangqi));
    assert!(counts[0] <= 6 && counts[1] <= 4 && counts[2] <= 2, "of 60 moves: {counts:?}");
}
