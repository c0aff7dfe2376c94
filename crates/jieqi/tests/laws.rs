//! Jieqi satisfies the laws of `game::laws`, from every perspective and under every rule that changes moves.

use game::{Game, Side, laws};
use jieqi::{CaptureVisibility, Jieqi, Perspective, Position, Roaming, Rules};

const PERSPECTIVES: [Perspective; 4] = [
    Perspective::Player(Side::First),
    Perspective::Player(Side::Second),
    Perspective::Public,
    Perspective::Both,
];

#[test]
fn the_laws_hold() {
    laws::uphold::<Jieqi>(1, 20, 160);
    laws::uphold_tactics::<Jieqi>(2, 20, 120);
}

#[test]
fn the_laws_hold_from_every_perspective() {
    for (seed, perspective) in PERSPECTIVES.into_iter().enumerate() {
        let rules = Rules::default();
        let root = Position::start(&rules).seen_by(perspective);
        laws::uphold_from::<Jieqi>(&root, &rules, seed as u64 + 10, 6, 160);
    }
}

#[test]
fn the_laws_hold_under_other_rules() {
    for (seed, capture_visibility) in
        [CaptureVisibility::Captor, CaptureVisibility::All, CaptureVisibility::Nobody].into_iter().enumerate()
    {
        let rules = Rules { capture_visibility, roaming: Roaming::Restricted, ..Rules::default() };
        laws::uphold_from::<Jieqi>(&Position::start(&rules), &rules, seed as u64 + 20, 6, 160);
    }
}

#[test]
fn the_laws_hold_late_in_the_game() {
    let rules = Rules::default();
    for (seed, text) in [
        "3xkx1xx/9/2a1p2ap/9/9/2r1P4/1R4p2/1CP1n3r/4N4/4K1CB1 w b2p2 0 25",
        "3P5/4kb1P1/9/3a5/1Np1p4/2p6/4X1a1p/2N3b2/4CK3/c8 w r1n1B1c1P1 1 33",
        "2bk5/9/4b4/2a4N1/1n1a4P/p8/3nP1A2/4BA3/4K2C1/9 w - - 0 1",
    ]
    .into_iter()
    .enumerate()
    {
        let root = Jieqi::read_position(text, &rules).expect(text).position;
        laws::uphold_from::<Jieqi>(&root, &rules, seed as u64 + 30, 10, 100);
    }
}
