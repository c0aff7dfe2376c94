//! Outcomes of chess by the position and by the path.

use chess::{Chess, Position, Rules, claimable_draw_with};
use game::{Conduct, Game, Line, Outcome, Position as _, Reason, Side};

fn line(fen: &str, moves: &str) -> Line<Position> {
    let read =
        Chess::read_position(fen, &Rules::default()).unwrap_or_else(|message| panic!("{fen}: {message}"));
    let mut line = Line::new(read.position, Rules::default());
    for text in moves.split_whitespace() {
        let (mv, ()) =
            Chess::read_move(line.here(), text).unwrap_or_else(|message| panic!("{text}: {message}"));
        line.push(mv, ());
    }
    line
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn mate_and_stalemate_end_the_game() {
    assert_eq!(
        line(START, "f2f3 e7e5 g2g4 d8h4").outcome(),
        Some(Outcome::win(Side::Second, Reason::Checkmate))
    );
    assert_eq!(line("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "").outcome(), Some(Outcome::draw(Reason::Stalemate)));
}

#[test]
fn insufficient_material_is_a_draw() {
    let dead = Some(Outcome::draw(Reason::InsufficientMaterial));
    for (fen, outcome) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", dead),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", dead),
        ("4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", dead),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", dead),
        ("5b2/8/3k1b2/8/8/8/8/2B1K3 w - - 0 1", dead),
        ("4bb2/8/3k4/8/8/8/8/2B1K3 w - - 0 1", None),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
    ] {
        assert_eq!(line(fen, "").outcome(), outcome, "{fen}");
    }
}

#[test]
fn the_third_occurrence_may_be_claimed_and_the_fifth_ends_the_game() {
    let twice = line(START, KNIGHTS);
    assert_eq!((twice.occurrences(), Position::claimable_draw(&twice)), (2, None));
    let thrice = line(START, &KNIGHTS.repeat(2));
    assert_eq!(Position::claimable_draw(&thrice), Some(Outcome::draw(Reason::OfGame(chess::THREEFOLD))));
    assert_eq!(thrice.outcome(), None);
    assert_eq!(
        line(START, &KNIGHTS.repeat(4)).outcome(),
        Some(Outcome::draw(Reason::OfGame(chess::FIVEFOLD)))
    );
}

#[test]
fn a_claim_may_be_made_with_the_move_about_to_be_played() {
    let before = line(START, &(KNIGHTS.to_owned() + "g1f3 g8f6 f3g1"));
    let (repeats, ()) = Chess::read_move(before.here(), "f6g8").expect("legal");
    let (deviates, ()) = Chess::read_move(before.here(), "f6e4").expect("legal");
    assert_eq!(Position::claimable_draw(&before), None);
    assert_eq!(claimable_draw_with(&before, repeats), Some(Outcome::draw(Reason::OfGame(chess::THREEFOLD))));
    assert_eq!(claimable_draw_with(&before, deviates), None);
    let quiet = line("4k3/8/8/8/8/8/4P3/R3K3 w Q - 99 80", "");
    for (text, claim) in [("a1a2", true), ("e1d1", true), ("e1c1", true), ("e2e3", false)] {
        let (mv, ()) = Chess::read_move(quiet.here(), text).expect(text);
        let expected = claim.then_some(Outcome::draw(Reason::OfGame(chess::FIFTY_MOVES)));
        assert_eq!(claimable_draw_with(&quiet, mv), expected, "{text}");
    }
    // A move that mates ends the game itself.
    let mates = line("7k/R7/6K1/8/8/8/8/8 w - - 99 80", "");
    let (mv, ()) = Chess::read_move(mates.here(), "a7a8").expect("legal");
    assert_eq!(claimable_draw_with(&mates, mv), None);
}

#[test]
fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game_but_mate_comes_first() {
    let fifty = line("7k/8/6K1/8/8/8/8/R7 w - - 98 90", "a1a2 h8g8");
    assert_eq!(Position::claimable_draw(&fifty), Some(Outcome::draw(Reason::OfGame(chess::FIFTY_MOVES))));
    assert_eq!(fifty.outcome(), None);
    let long = line("7k/8/6K1/8/8/8/8/R7 w - - 148 90", "a1a2");
    assert_eq!(long.outcome(), None);
    let over = line("7k/8/6K1/8/8/8/8/R7 w - - 148 90", "a1a2 h8g8");
    assert_eq!(over.here().halfmoves(), 150);
    assert_eq!(over.outcome(), Some(Outcome::draw(Reason::OfGame(chess::SEVENTY_FIVE_MOVES))));
    let mate = line("7k/8/6K1/8/8/8/8/R7 w - - 149 90", "a1a8");
    assert_eq!(mate.outcome(), Some(Outcome::win(Side::First, Reason::Checkmate)));
}

#[test]
fn the_halfmove_count_exceeds_a_hundred_and_resets_with_a_pawn_move() {
    let here = line("7k/8/6K1/8/8/8/P7/R7 w - - 99 90", "a1b1 h8g8 b1a1");
    assert_eq!(here.here().halfmoves(), 102);
    let here = line("7k/8/6K1/8/8/8/P7/R7 w - - 120 90", "a2a3");
    assert_eq!(here.here().halfmoves(), 0);
}

#[test]
fn a_lost_castling_right_makes_a_different_position() {
    let moved = "h1g1 h8g8 g1h1 g8h8 ";
    let rooks = line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &moved.repeat(2));
    assert_eq!(rooks.occurrences(), 2);
}

#[test]
fn an_impossible_en_passant_capture_does_not_make_a_different_position() {
    let after_e4 = line(START, &("e2e4 ".to_owned() + "g8f6 g1f3 f6g8 f3g1"));
    assert_eq!(after_e4.occurrences(), 2);
    let catchable = line("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8 d1e1");
    assert_eq!(catchable.occurrences(), 1);
}

#[test]
fn a_repetition_case_lists_the_cycle() {
    let first = line(START, "e2e4");
    assert_eq!(Position::repetition_case(&first), None);
    let checks = line("7k/8/8/8/8/8/1q6/3QK3 w - - 0 1", "d1d8 h8g7 d8g5 g7h8 g5d8 h8g7 d8g5 g7h8");
    let case = Position::repetition_case(&checks).expect("the position stands here again");
    assert_eq!((case.occurrences, case.limit, case.rule), (2, 3, "rule_fide_repetition"));
    assert_eq!(case.verdict, Outcome::draw(Reason::OfGame(chess::THREEFOLD)));
    let conducts: Vec<_> =
        case.plies.iter().map(|note| (note.ply, note.side, note.conduct.clone())).collect();
    let (white, black) = (Side::First, Side::Second);
    assert_eq!(
        conducts,
        [
            (4, white, Conduct::Check),
            (5, black, Conduct::Idle),
            (6, white, Conduct::Check),
            (7, black, Conduct::Idle)
        ]
    );
}
