//! Rules of jieqi that differ from xiangqi, one test each.

use game::{Game, Line, MoveList, Outcome, Position as _, Reason, RevealList, Side, Tactics};
use jieqi::{
    CaptureVisibility, Jieqi, Move, Perspective, Piece, Pool, Position, Reveal, Roaming, Role, Rules, Square,
};

fn read(text: &str) -> Position {
    read_under(text, &Rules::default())
}

fn read_under(text: &str, rules: &Rules) -> Position {
    Jieqi::read_position(text, rules).expect(text).position
}

fn mv(text: &str) -> Move {
    Move::parse(text).expect(text)
}

/// Plays moves written with their reveals.
fn played(here: &Position, moves: &str) -> Position {
    let mut here = here.clone();
    for text in moves.split(' ') {
        let (mv, reveal) = Jieqi::read_move(&here, text).expect(text);
        here.play(mv, reveal, &mut ());
    }
    here
}

fn targets(here: &Position, from: &str) -> String {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    let from = Square::named(from).expect(from);
    let to: Vec<String> =
        moves.iter().filter(|mv| mv.origin() == from).map(|mv| mv.target().to_string()).collect();
    to.join(" ")
}

#[test]
fn a_face_down_advisor_only_steps_to_the_middle_of_its_palace() {
    let here = read("3xkx3/9/9/4p4/9/9/9/9/9/3XKX3 w R1A1r1a1 0 1");
    assert_eq!((targets(&here, "d0"), targets(&here, "f0")), ("e1".into(), "e1".into()));
    let there = played(&here, "e0e1");
    assert_eq!((targets(&there, "d9"), targets(&there, "f9")), ("e8".into(), "e8".into()));
    assert_eq!(targets(&played(&there, "e9e8"), "d0"), "", "the middle is taken");
}

#[test]
fn an_advisor_leaves_the_palace_once_turned_up() {
    let here = read("5k3/9/9/9/9/9/9/9/9/3AK4 w - - 0 1");
    assert_eq!(targets(&here, "d0"), "c1 e1");
}

#[test]
fn an_elephant_crosses_the_river_once_turned_up_but_its_eye_stays() {
    assert_eq!(targets(&read("3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1"), "c4"), "a2 e2 a6 e6");
    assert_eq!(targets(&read("3k5/9/9/9/3p5/2B6/9/9/9/4K4 w - - 0 1"), "c4"), "a2 e2 a6");
}

#[test]
fn restricted_rules_keep_advisors_and_elephants_at_home_once_turned_up() {
    let rules = Rules { roaming: Roaming::Restricted, ..Rules::default() };
    let here = read_under("5k3/9/9/9/9/2B6/9/9/9/3AK4 w - - 0 1", &rules);
    assert_eq!((targets(&here, "d0"), targets(&here, "c4")), ("e1".into(), "a2 e2".into()));
    // Turned up away from home they may only step home.
    let here = read_under("3k5/9/B8/9/9/2A6/9/2A6/9/4K4 w - - 0 1", &rules);
    assert_eq!(
        (targets(&here, "c4"), targets(&here, "c2"), targets(&here, "a7")),
        ("".into(), "d1".into(), "".into())
    );
    // And so they give no check.
    let here = read_under("3k5/9/5B3/9/9/9/9/9/9/4K4 b - - 0 1", &rules);
    assert!(!here.in_check());
}

#[test]
fn advisors_and_elephants_give_check_from_anywhere() {
    assert!(read("3k5/2A6/9/9/9/9/9/9/9/4K4 b - - 0 1").in_check());
    assert!(read("3k5/9/5B3/9/9/9/9/9/9/4K4 b - - 0 1").in_check());
    let here = read("3k5/4p4/5B3/9/9/9/9/9/9/4K4 b - - 0 1");
    assert!(!here.in_check(), "the eye is blocked");
    assert_eq!(targets(&here, "e8"), "", "so the piece in the eye is pinned");
}

#[test]
fn a_roaming_pair_may_mate() {
    let here = read("3k5/9/1AA6/9/9/9/9/9/9/4K4 w - - 0 1");
    let mated = played(&here, "b7c8");
    assert_eq!(mated.outcome(), Some(Outcome::win(Side::First, Reason::Checkmate)));
}

#[test]
fn a_lone_advisor_may_stalemate_which_wins_so_only_bare_generals_are_a_draw() {
    let won = read("3k5/9/2A6/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::First, Reason::Stalemate)));
    let going_on = read("3k5/9/9/4A4/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(going_on.outcome(), None);
    let bare = read("3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(bare.outcome(), Some(Outcome::draw(Reason::InsufficientMaterial)));
    let hidden = read("3k1x3/9/9/9/9/9/9/9/9/4K4 b a1 0 1");
    assert_eq!(hidden.outcome(), None, "a piece lies face down");
}

#[test]
fn a_turned_up_piece_may_give_check_its_nominal_role_would_not() {
    // An elephant's step to e2; turned up a chariot there it checks along the file.
    let here = read("4k4/9/9/9/9/9/9/9/9/1X1K2X2 w R1P1 0 1");
    assert!(!here.gives_check(mv("g0e2")), "the role is not known yet");
    assert!(played(&here, "g0e2R").in_check());
    assert!(!played(&here, "g0e2P").in_check());
}

#[test]
fn a_turned_up_piece_may_not_give_the_check_of_its_nominal_role() {
    let here = read("4k4/9/9/9/9/9/9/9/9/X2K5 w R1P1 0 1");
    assert!(played(&here, "a0a9R").in_check());
    assert!(!played(&here, "a0a9P").in_check());
    assert!(!played(&here, "a0a9").in_check(), "an unknown piece gives no check");
}

#[test]
fn legality_does_not_depend_on_the_reveal() {
    // The piece on e3 stands between the generals: as a soldier it may step ahead on the file, whatever it is.
    let here = read("4k4/9/9/9/9/9/4X4/9/9/4K4 w R1A1N1 0 1");
    assert_eq!(targets(&here, "e3"), "e4");
    for (text, role) in [("e3e4R", Role::Chariot), ("e3e4A", Role::Advisor), ("e3e4N", Role::Horse)] {
        let after = played(&here, text);
        assert_eq!(after.board().piece_at(mv("e3e4").target()), Some(Piece::new(Side::First, role)));
    }
    // The face-down horse on b0 would leave rank 0 open to the chariot on a0.
    let here = read("3k5/9/9/9/9/9/9/9/9/rX2K4 w R1 0 1");
    assert_eq!(targets(&here, "b0"), "");
}

#[test]
fn a_soldier_may_turn_up_behind_its_first_line_and_goes_straight_ahead_there() {
    let here = played(&read("3k5/9/9/9/9/9/9/9/9/X3K4 w P1 0 1"), "a0a1P d9d8");
    assert_eq!(targets(&here, "a1"), "a2");
}

#[test]
fn a_soldier_on_the_last_rank_only_goes_sideways() {
    assert_eq!(targets(&read("P3k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"), "a9"), "b9");
    assert_eq!(targets(&read("4k4/9/9/9/9/9/9/9/9/3K3p1 b - - 0 1"), "h0"), "g0 i0");
}

#[test]
fn pieces_face_up_may_stand_anywhere_but_generals() {
    let text = "P1A1k4/4B4/9/9/9/9/4a4/b8/9/3K3pP w - - 0 1";
    let read = Jieqi::read_position(text, &Rules::default()).expect(text);
    assert!(read.warnings.is_empty());
    assert_eq!(
        Jieqi::read_position("P1A6/4B4/9/4k4/9/9/9/9/9/3K5 w", &Rules::default()).unwrap_err().code,
        "fen_misplaced"
    );
}

#[test]
fn face_down_and_face_up_pieces_have_different_keys() {
    let dark = read("3k5/9/9/9/9/9/9/9/9/X3K4 w R1 0 1");
    let face_up = read("3k5/9/9/9/9/9/9/9/9/R3K4 w - 0 1");
    assert_ne!(dark.key(), face_up.key());
    assert_ne!(dark.key(), read("3k5/9/9/9/9/9/9/9/9/X3K4 w N1 0 1").key(), "so are two pools");
    assert_ne!(dark.key(), read("3k5/9/9/9/9/9/9/9/9/X3K4 w R1N1 0 1").key(), "and a piece captured unseen");
    assert_eq!(dark.key(), read("3k5/9/9/9/9/9/9/9/9/X3K4 w R1 7 9").key(), "counters are no part of it");
}

#[test]
fn turning_up_and_capturing_are_irreversible() {
    let here = read("3k5/9/9/9/9/9/9/p8/9/X3K3R w P1 0 1");
    assert!(here.is_irreversible(mv("a0b0")));
    assert!(here.is_irreversible(mv("a0a2")));
    assert!(!here.is_irreversible(mv("i0i1")));
}

#[test]
fn turning_up_does_not_reset_the_count_without_captures_but_a_capture_does() {
    use xiangqi::XiangqiVariant;
    let here = read("3k5/9/9/9/9/9/9/p8/9/X3K3R w P1 30 1");
    assert_eq!(played(&here, "a0b0P").plies_since_capture(), 31);
    assert_eq!(played(&here, "a0a2P").plies_since_capture(), 0);
}

#[test]
fn perpetual_check_loses_with_face_down_pieces_on_the_board() {
    let rules = Rules::default();
    // The chariot gives perpetual check while face-down pieces are on the board.
    let root = read("3xk4/9/9/9/9/9/9/9/4p3R/X2K5 w P1r1 0 1");
    let mut line = Line::new(root, rules);
    let cycle = ["i1i9", "e9e8", "i9i8", "e8e9", "i8i9"];
    let mut plies = cycle[..1].iter().chain(cycle[1..].iter().cycle());
    while line.outcome().is_none() && line.ply() < 40 {
        let text = plies.next().unwrap();
        let (mv, reveal) = Jieqi::read_move(line.here(), text).unwrap();
        line.push(mv, reveal);
    }
    assert_eq!(line.outcome(), Some(Outcome::win(Side::Second, Reason::PerpetualCheck)));
}

#[test]
fn the_limit_without_captures_is_an_option() {
    let rules = Jieqi::rules(&[("no_progress", "4")]).unwrap();
    let mut line = Line::new(read_under("3k5/9/9/9/9/9/9/9/8R/X3K4 w P1 0 1", &rules), rules);
    for text in ["a0a1P", "d9d8", "i1i2", "d8d9"] {
        assert_eq!(line.outcome(), None);
        let (mv, reveal) = Jieqi::read_move(line.here(), text).unwrap();
        line.push(mv, reveal);
    }
    assert_eq!(line.outcome(), Some(Outcome::draw(Reason::NoProgress)));
}

#[test]
fn an_unknown_piece_leaves_the_outcome_open() {
    let here = read("3k5/9/2A6/9/9/9/u8/9/9/4K4 b r1 0 1");
    assert_eq!((here.count_legal(), here.outcome()), (0, None));
}

#[test]
fn reveal_weights_are_the_pool_counts() {
    let here = read("3k5/9/9/9/9/9/9/9/9/X3K4 w R1P2N1 0 1");
    let mut reveals = RevealList::new();
    here.reveals(mv("a0a1"), &mut reveals);
    let turned = |role| Reveal { turned: Some(role), captured: None };
    let weighed: Vec<_> = reveals.iter().collect();
    assert_eq!(weighed, [(turned(Role::Chariot), 1), (turned(Role::Soldier), 2), (turned(Role::Horse), 1)]);
}

#[test]
fn a_capture_of_a_face_down_piece_draws_from_both_pools_if_its_role_is_visible() {
    let root = read("x3k4/9/9/9/9/9/9/9/9/X2K5 w R1P2c1p3 0 1");
    let list = |here: &Position| {
        let mut reveals = RevealList::new();
        here.reveals(mv("a0a9"), &mut reveals);
        (
            reveals.len(),
            reveals.total(),
            reveals.iter().all(|(reveal, _)| reveal.captured == Some(Role::Unknown)),
        )
    };
    assert_eq!(list(&root.clone().seen_by(Perspective::Both)), (4, 12, false));
    assert_eq!(list(&root.clone().seen_by(Perspective::Player(Side::First))), (4, 12, false));
    assert_eq!(list(&root.clone().seen_by(Perspective::Player(Side::Second))), (2, 3, true));
    assert_eq!(list(&root.seen_by(Perspective::Public)), (2, 3, true));
    let nobody = Rules { capture_visibility: CaptureVisibility::Nobody, ..Rules::default() };
    let root = read_under("x3k4/9/9/9/9/9/9/9/9/X2K5 w R1P2c1p3 0 1", &nobody);
    assert_eq!(list(&root), (2, 3, true));
}

#[test]
fn revealed_roles_leave_the_pool_and_unknown_ones_stay() {
    let root = read("x3k4/9/9/9/9/9/9/9/9/X2K5 w R1P2c1p3 0 1");
    let revealed = played(&root, "a0a9Rp");
    assert_eq!((revealed.pool(Side::First).total(), revealed.unknown_captures(Side::First)), (2, 2));
    assert_eq!(
        (revealed.pool(Side::Second).count(Role::Soldier), revealed.unknown_captures(Side::Second)),
        (2, 3)
    );
    assert_eq!(revealed.known_captures(Side::Second).count(Role::Soldier), 1);
    let unrevealed = played(&root, "a0a9");
    assert_eq!(unrevealed.pool(Side::First), root.pool(Side::First));
    assert_eq!(unrevealed.pool(Side::Second), root.pool(Side::Second));
    assert_eq!((unrevealed.unknown_captures(Side::First), unrevealed.unknown_captures(Side::Second)), (2, 4));
    assert_eq!(unrevealed.known_captures(Side::Second), Pool::EMPTY);
    assert_eq!(
        unrevealed.board().piece_at(Square::named("a9").unwrap()),
        Some(Piece::new(Side::First, Role::Unknown))
    );
}

#[test]
fn a_general_attacked_only_by_a_roaming_piece_may_be_captured_which_ends_the_game() {
    let text = "4k4/9/9/9/9/9/9/9/4a4/3K5 b - - 0 1";
    let read = Jieqi::read_position(text, &Rules::default()).expect(text);
    assert_eq!(read.warnings[0].code, "warning_jieqi_general_hangs");
    let taken = played(&read.position, "e1d0");
    assert_eq!(taken.outcome(), Some(Outcome::win(Side::Second, Reason::Checkmate)));
    assert_eq!(taken.count_legal(), 0);
}
