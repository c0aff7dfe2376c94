//! Piece movement, check, pin, mate and stalemate, one small board each.

mod common;

use common::{legal, play, read, refusal, targets};
use game::{Game, Outcome, Position as _, Reason, Side};
use xiangqi::{Rules, Xiangqi, XiangqiVariant as _};

fn outcome(fen: &str) -> Option<Outcome> {
    read(fen).outcome()
}

/// Outcome of a game lost by Black.
fn lost_by_black(reason: Reason) -> Option<Outcome> {
    Some(Outcome::win(Side::First, reason))
}

#[test]
fn a_general_keeps_to_its_palace() {
    assert_eq!(targets("3k5/9/9/9/9/9/9/4K4/9/9 w", "e2"), ["e1", "f2"]);
    assert_eq!(targets("4k4/4p4/9/9/9/9/9/9/9/5K3 w", "f0"), ["e0", "f1"]);
}

#[test]
fn an_advisor_steps_diagonally_inside_the_palace() {
    assert_eq!(targets("3k5/9/9/9/9/9/9/9/4A4/5K3 w", "e1"), ["d0", "d2", "f2"]);
    assert_eq!(targets("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2"), ["e1"]);
}

#[test]
fn an_elephant_does_not_cross_the_river() {
    assert_eq!(targets("3k5/9/9/9/9/6B2/9/9/9/4K4 w", "g4"), ["e2", "i2"]);
    assert_eq!(targets("3k5/9/9/9/6b2/9/9/9/9/4K4 b", "g5"), ["e7", "i7"]);
}

#[test]
fn an_elephant_is_blocked_by_a_piece_in_its_eye() {
    assert_eq!(targets("3k5/9/9/9/9/9/9/4B4/3P1p3/4K4 w", "e2"), ["c4", "g4"]);
    assert!(targets("3k5/9/9/9/9/9/3p1p3/4B4/3P1p3/4K4 w", "e2").is_empty());
}

#[test]
fn a_horse_is_blocked_by_its_leg() {
    let free = "3k5/9/9/9/4N4/9/9/9/9/4K4 w";
    assert_eq!(targets(free, "e5"), ["c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6"]);
    let leg_above = "3k5/9/9/4p4/4N4/9/9/9/9/4K4 w";
    assert_eq!(targets(leg_above, "e5"), ["c4", "c6", "d3", "f3", "g4", "g6"]);
    let leg_beside = "3k5/9/9/9/4NP3/9/9/9/9/4K4 w";
    assert_eq!(targets(leg_beside, "e5"), ["c4", "c6", "d3", "d7", "f3", "f7"]);
}

#[test]
fn a_horse_may_hit_a_horse_that_cannot_hit_back() {
    // The red horse's leg e6 is free; the black one's leg towards e5 is f6.
    let fen = "3k5/9/5n3/5p3/4N4/9/9/9/9/4K4 w";
    assert!(targets(fen, "e5").contains(&"f7".to_owned()));
    assert!(!targets(&fen.replace('w', "b"), "f7").contains(&"e5".to_owned()));
}

#[test]
fn a_chariot_slides_until_something_stands_there() {
    assert_eq!(
        targets("3k5/9/9/4p4/9/9/4R1P2/9/9/4K4 w", "e3"),
        ["a3", "b3", "c3", "d3", "e1", "e2", "e4", "e5", "e6", "f3"]
    );
}

#[test]
fn a_cannon_slides_free_but_captures_over_exactly_one_screen() {
    // On the file: one screen, then a chariot. On the rank: nothing to jump over.
    let one_screen = "3k5/4r4/9/4p4/9/9/4C1n2/9/9/5K3 w";
    let reach = targets(one_screen, "e3");
    assert!(reach.contains(&"e8".to_owned()), "over one screen: {reach:?}");
    assert!(!reach.contains(&"e6".to_owned()), "the screen itself: {reach:?}");
    assert!(!reach.contains(&"g3".to_owned()), "no screen: {reach:?}");
    assert!(reach.contains(&"f3".to_owned()) && reach.contains(&"e5".to_owned()));
    let two_screens = "3k5/4r4/4n4/4p4/9/9/4C4/9/9/5K3 w";
    let reach = targets(two_screens, "e3");
    assert!(reach.contains(&"e7".to_owned()) && !reach.contains(&"e8".to_owned()), "{reach:?}");
}

#[test]
fn a_soldier_goes_sideways_only_beyond_the_river_and_never_back() {
    assert_eq!(targets("3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4"), ["e5"]);
    assert_eq!(targets("3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5"), ["d5", "e6", "f5"]);
    assert_eq!(targets("P2k5/9/9/9/9/9/9/9/9/4K4 w", "a9"), ["b9"]);
    assert_eq!(targets("3k5/9/9/9/4p4/9/9/9/9/4K4 b", "e5"), ["e4"]);
    assert_eq!(targets("3k5/9/9/9/9/4p4/9/9/9/4K4 b", "e4"), ["d4", "e3", "f4"]);
}

#[test]
fn generals_may_not_face_each_other() {
    // d0 would face the black general on the open d-file.
    assert_eq!(targets("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0"), ["e1", "f0"]);
    let here = read("3k5/9/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(refusal(&here, "e0d0"), "move_general_hangs");
}

#[test]
fn a_lone_piece_between_the_generals_keeps_to_the_file() {
    let fen = "4k4/9/9/9/4C4/9/9/9/9/4K4 w";
    assert!(targets(fen, "e5").iter().all(|target| target.starts_with('e')));
    assert!(targets("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5").is_empty());
    assert_eq!(targets("4k4/9/4P4/9/9/9/9/9/9/4K4 w", "e7"), ["e8"]);
}

#[test]
fn of_two_pieces_between_the_generals_either_may_leave() {
    assert!(!targets("4k4/9/4n4/9/4N4/9/9/9/9/4K4 w", "e5").is_empty());
}

#[test]
fn a_piece_pinned_by_a_chariot_stays_on_the_line() {
    assert_eq!(targets("3k5/4r4/9/9/9/9/9/9/4R4/4K4 w", "e1"), ["e2", "e3", "e4", "e5", "e6", "e7", "e8"]);
    assert!(targets("3k5/4r4/9/9/9/9/9/9/4N4/4K4 w", "e1").is_empty());
}

#[test]
fn one_of_two_pieces_before_a_cannon_may_not_leave_the_other_alone() {
    // Two pieces between cannon and general: lifting one leaves one screen, and check.
    let fen = "3k5/4c4/9/9/4N4/9/4P4/9/9/4K4 w";
    assert!(targets(fen, "e5").is_empty());
    // One piece between is a check already; lifting the screen answers it.
    let checked = read("3k5/4c4/9/9/4N4/9/9/9/9/4K4 w");
    assert!(checked.in_check());
    assert!(legal(&checked).contains(&"e5c6".to_owned()));
}

#[test]
fn an_empty_line_to_a_cannon_may_not_be_entered() {
    // Nothing stands between: no check yet, but a piece on the e-file would be the screen.
    let here = read("3k5/4c4/9/9/9/9/9/4N4/9/4K4 w");
    assert!(here.in_check());
    let open = read("3k5/4c4/9/9/9/9/9/3N5/9/4K4 w");
    assert!(!open.in_check());
    assert!(legal(&open).iter().all(|mv| !mv.starts_with("d2e")), "{:?}", legal(&open));
    assert!(legal(&open).contains(&"d2c4".to_owned()));
}

#[test]
fn the_screen_may_capture_the_cannon_but_not_slide_on_the_line() {
    let here = read("3k5/4c4/9/9/4R4/9/9/9/9/4K4 w");
    let moves = legal(&here);
    assert!(moves.contains(&"e5e8".to_owned()), "{moves:?}");
    assert!(moves.contains(&"e5a5".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"e5e6".to_owned()), "{moves:?}");
}

#[test]
fn a_double_cannon_check_is_not_stopped_by_the_screen_between() {
    // The two cannons on the file: the nearer is the farther one's screen. Only the general may go.
    let here = read("3k5/9/4c4/9/4c4/9/9/9/9/4K4 w");
    assert!(here.in_check());
    assert_eq!(legal(&here), ["e0f0"]);
    // With both sides taken by advisors it is mate: the classical double cannon.
    assert_eq!(
        outcome("3aka3/9/9/9/4C4/9/4C4/9/9/4K4 b"),
        lost_by_black(Reason::Checkmate),
        "no piece can interpose"
    );
}

#[test]
fn a_horse_checks_only_past_a_free_leg() {
    assert!(read("4k4/9/3N5/9/9/9/9/9/9/3K5 b").in_check());
    // The leg of d7 towards e9 is d8.
    assert!(!read("4k4/3r5/3N5/9/9/9/9/9/9/5K3 b").in_check());
}

#[test]
fn leaving_a_horses_leg_discovers_check() {
    // The chariot on d8 stands in the horse's way; wherever it goes, the horse checks.
    let mut here = read("4k4/3R5/3N5/9/9/9/9/9/9/5K3 w");
    play(&mut here, "d8a8");
    assert!(here.in_check());
}

#[test]
fn a_piece_that_holds_a_horses_leg_may_not_leave_it() {
    // The black horse on d8 is all that stops the horse.
    let here = read("4k4/3n5/3N5/9/9/9/9/9/9/5K3 b");
    assert!(legal(&here).iter().all(|mv| !mv.starts_with("d8")), "{:?}", legal(&here));
}

#[test]
fn a_horses_check_is_answered_at_its_leg() {
    let here = read("4k4/9/3N5/9/9/9/9/9/r8/5K3 b");
    assert!(here.in_check());
    assert!(!legal(&here).contains(&"a1a8".to_owned()), "the leg is d8, not the rank");
    let here = read("4k4/r8/3N5/9/9/9/9/9/9/5K3 b");
    assert!(legal(&here).contains(&"a8d8".to_owned()), "{:?}", legal(&here));
}

#[test]
fn a_soldier_checks_sideways_and_forward_but_not_backward() {
    assert!(read("4k4/4P4/9/9/9/9/9/9/9/3K5 b").in_check());
    assert!(read("3Pk4/9/9/9/9/9/9/9/9/3K5 b").in_check());
    assert!(!read("4P4/4k4/9/9/9/9/9/9/9/3K5 b").in_check());
}

#[test]
fn a_general_may_not_step_into_an_attack_from_behind_itself() {
    // The chariot checks along the file: stepping back along it stays in check.
    let here = read("3k5/4r4/9/9/9/9/9/4K4/9/9 w");
    assert_eq!(legal(&here), ["e2f2"]);
}

#[test]
fn mate_loses() {
    assert_eq!(outcome("3k4R/8R/9/9/9/9/9/9/9/4K4 b"), lost_by_black(Reason::Checkmate));
    let mate = outcome("3k5/9/9/9/9/9/9/9/r8/r3K4 w");
    assert_eq!(mate, Some(Outcome::win(Side::Second, Reason::Checkmate)));
}

#[test]
fn stalemate_loses_too() {
    let fen = "3k5/9/9/3P5/9/9/9/9/9/4K4 b";
    assert_eq!(outcome(fen), None, "d9 has d8");
    // The red general holds the e-file, the soldier d8.
    let fen = "3k5/2P6/9/9/9/9/9/9/9/4K4 b";
    assert!(!read(fen).in_check());
    assert_eq!(legal(&read(fen)), Vec::<String>::new());
    assert_eq!(outcome(fen), lost_by_black(Reason::Stalemate));
}

#[test]
fn advisors_and_elephants_alone_are_insufficient_material() {
    assert_eq!(outcome("2bak4/9/9/9/9/9/9/9/4A4/2B1K4 w"), Some(Outcome::draw(Reason::InsufficientMaterial)));
    assert_eq!(outcome("2bak4/9/9/9/9/9/P8/9/4A4/2B1K4 w"), None);
}

#[test]
fn a_move_is_refused_with_its_reason() {
    let start = Xiangqi::start(&Rules::default());
    for (text, code) in [
        ("", "move_misspelt"),
        ("h2", "move_misspelt"),
        ("h2h2", "move_misspelt"),
        ("h2e22", "move_misspelt"),
        ("j2e2", "move_misspelt"),
        ("é2e2", "move_misspelt"),
        ("e4e5", "move_no_piece"),
        ("h7e7", "move_not_yours"),
        ("h0g1", "move_unreachable"),
        ("h0f1", "move_unreachable"),
        ("a0a3", "move_unreachable"),
    ] {
        assert_eq!(refusal(&start, text), code, "{text}");
    }
    let pinned = read("3k5/4r4/9/9/9/9/9/9/4N4/4K4 w");
    assert_eq!(refusal(&pinned, "e1g2"), "move_general_hangs");
}

#[test]
fn counters_follow_captures_and_moves() {
    let mut here = Xiangqi::start(&Rules::default());
    play(&mut here, "h2e2 h9g7");
    assert_eq!((here.plies_since_capture(), here.number()), (2, 2));
    play(&mut here, "e2e6");
    assert_eq!((here.plies_since_capture(), here.number()), (0, 2));
    assert_eq!(
        Xiangqi::write_position(&here, "fen"),
        "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2"
    );
}
