//! Hand-crafted evaluation of chess: incremental updates, color symmetry, and known endings.

use chess::{Chess, Position};
use eval::chess::Hce;
use game::{Eval, Game, Line, MoveList, Position as _, Random, Score};

fn position(fen: &str) -> Position {
    let rules = Chess::rules(&[]).expect("default rules");
    Chess::read_position(fen, &rules).expect(fen).position
}

/// Score of a position for the side to move by a new evaluator.
fn evaluate(here: &Position) -> Score {
    let mut hce = Hce::new();
    hce.reset(here);
    hce.score(here)
}

fn score(fen: &str) -> i32 {
    evaluate(&position(fen)).raw()
}

/// Plays a random game from a Chess960 starting position and visits every position.
fn random_game(seed: u64, mut each: impl FnMut(&Line<Position>, Option<chess::Move>)) {
    let mut random = Random::new(seed);
    let rules = Chess::rules(&[("chess960", "yes")]).expect("rules");
    let start = Position::scharnagl(random.below(960) as u32, &rules).expect("a number below 960");
    let mut line = Line::new(start, rules);
    for _ in 0..300 {
        let mut moves = MoveList::new();
        line.here().legal_moves(&mut moves);
        let mv = random.pick(&moves).copied();
        each(&line, mv);
        match mv {
            Some(mv) if line.outcome().is_none() => line.push(mv, ()),
            _ => return,
        }
    }
}

/// The same position with colors swapped and ranks mirrored.
fn mirrored(here: &Position) -> Position {
    let fen = Chess::write_position(here, "shredder");
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(swapped).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap(fields[2]).chars().collect();
    rights.sort_unstable();
    let rights: String = rights.into_iter().collect();
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {turn} {rights} {en_passant} {} {}", board.join("/"), fields[4], fields[5]);
    let rules = Chess::rules(&[("chess960", "yes")]).expect("rules");
    Chess::read_position(&text, &rules).expect(&text).position
}

#[test]
fn incremental_updates_equal_a_new_evaluation() {
    for seed in 0..60 {
        let mut hce = Hce::new();
        let mut first = true;
        random_game(seed, |line, mv| {
            if std::mem::take(&mut first) {
                hce.reset(line.here());
            }
            let here = evaluate(line.here());
            assert_eq!(hce.score(line.here()), here, "{}", line.here().board());
            let Some(mv) = mv else { return };
            let mut step = <Hce as Eval<Position>>::Step::default();
            let mut after = line.here().clone();
            after.play(mv, (), &mut step);
            hce.push(step);
            assert_eq!(hce.score(&after), evaluate(&after), "{}", after.board());
            hce.pop();
            assert_eq!(hce.score(line.here()), here, "taken back: {}", line.here().board());
            hce.push(step);
        });
    }
}

#[test]
fn the_evaluation_is_color_symmetric() {
    for seed in 100..160 {
        random_game(seed, |line, _| {
            let here = line.here();
            let mirror = mirrored(here);
            assert_eq!(evaluate(here), evaluate(&mirror), "{} {}", here.board(), mirror.board());
        });
    }
}

#[test]
fn unusual_material_is_evaluated_without_overflow() {
    for fen in [
        "QQQQQQQ1/RRBBNNQ1/8/8/8/7p/6pk/K7 b - - 0 1",
        "NNNNNNNN/NN6/8/8/8/8/7k/K7 b - - 0 1",
        "K7/P6P/8/8/8/8/p6p/7k w - - 149 200",
        "rrrrkrrr/rrr5/8/8/8/8/BBB5/BBBBKBBB w - - 0 1",
        "8/PPPPPPPP/7k/8/8/K7/pppppppp/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let score = evaluate(&position(fen));
        assert!(!score.is_decided(), "{fen} {score:?}");
    }
}

#[test]
fn the_starting_position_is_slightly_better_for_the_side_to_move() {
    let start = score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((1..60).contains(&start), "{start}");
}

#[test]
fn a_passed_pawn_is_worth_more_the_further_it_has_advanced() {
    let ranks = [
        "4k3/8/8/8/8/8/P7/4K2R b - - 0 1",
        "4k3/8/8/P7/8/8/8/4K2R b - - 0 1",
        "4k3/P7/8/8/8/8/8/4K2R b - - 0 1",
    ];
    let worth = ranks.map(|fen| -score(fen));
    assert!(worth[0] < worth[1] && worth[1] < worth[2], "{worth:?}");
}

#[test]
fn the_bishop_pair_is_worth_more_than_bishop_and_knight() {
    let pair = score("4k3/ppp2ppp/2n2n2/8/8/8/PPP2PPP/2B1KB2 w - - 0 1");
    let mixed = score("4k3/ppp2ppp/2n2n2/8/8/8/PPP2PPP/2B1KN2 w - - 0 1");
    assert!(pair > mixed + 20, "{pair} {mixed}");
}

#[test]
fn a_lone_king_is_driven_to_the_edge_and_the_kings_close_in() {
    let center = score("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    let edge = score("3k4/8/8/8/8/8/1Q6/K7 w - - 0 1");
    let near = score("3k4/8/3K4/8/8/8/1Q6/8 w - - 0 1");
    assert!(center < edge && edge < near, "{center} {edge} {near}");
}

#[test]
fn bishop_and_knight_drive_to_the_corner_of_the_bishops_color() {
    let right = score("7k/8/5K2/8/4NB2/8/8/8 w - - 0 1");
    let wrong = score("k7/8/2K5/8/4NB2/8/8/8 w - - 0 1");
    assert!(right > wrong + 100, "{right} {wrong}");
}

#[test]
fn leads_that_do_not_win_count_for_little() {
    for (fen, most) in [
        ("4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", 10),
        ("4k3/5n2/8/8/8/8/8/2B1KN2 w - - 0 1", 60),
        ("7k/8/8/8/7P/8/4B3/4K3 b - - 0 1", 10),
        ("7k/8/8/8/7P/8/8/4K3 b - - 0 1", 10),
        ("4k3/5b2/8/8/8/8/8/4K2R w - - 0 1", 60),
    ] {
        let score = score(fen);
        assert!(score.abs() <= most, "{fen} {score}");
    }
    let winning = -score("7k/8/8/8/7P/8/3B4/4K3 b - - 0 1");
    assert!(winning > 200, "the right-colored bishop wins: {winning}");
}

#[test]
fn opposite_colored_bishops_are_drawish() {
    let opposite = score("4k3/4bp2/8/8/8/4B3/4PPP1/4K3 w - - 0 1");
    let same = score("4k3/5p2/4b3/8/8/4B3/4PPP1/4K3 w - - 0 1");
    let (low, high) = if opposite < same { (opposite, same) } else { (same, opposite) };
    assert!(low * 4 < high * 3, "{opposite} {same}");
}

#[test]
fn an_unstoppable_pawn_is_worth_much_more() {
    let runs = score("8/8/8/P7/8/8/7k/K7 w - - 0 1");
    let caught = score("8/8/8/P1k5/8/8/8/K7 w - - 0 1");
    assert!(runs > caught + 150, "{runs} {caught}");
}

#[test]
fn an_open_king_is_worse_than_a_sheltered_one() {
    let sheltered = score("r2q1rk1/pppb1ppp/2np1n2/4p3/4P3/2NP1N2/PPPB1PPP/R2Q1RK1 w - - 0 1");
    let open = score("r2q1rk1/pppb1ppp/2np1n2/4p3/4P3/2NP1N2/PPPB4/R2Q1RK1 w - - 0 1");
    assert!(sheltered > open + 250, "{sheltered} {open}");
}

#[test]
fn win_draw_loss_probabilities_follow_the_score() {
    let hce = Hce::new();
    let mut before = -1.0;
    for centipawns in (-900..=900).step_by(100) {
        let [win, draw, loss] = hce.chances(Score::cp(centipawns));
        assert!([win, draw, loss].iter().all(|share| (0.0..=1.0).contains(share)));
        assert!((win + draw + loss - 1.0).abs() < 1e-5);
        assert!(win > before);
        before = win;
    }
    assert_eq!(hce.chances(Score::mate_in(3)), [1.0, 0.0, 0.0]);
}

#[test]
fn the_score_shrinks_with_the_fifty_move_counter() {
    let now = score("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 60");
    let later = score("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 90 105");
    assert!(later < now && later > now / 2, "{now} {later}");
}
