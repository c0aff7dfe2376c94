//! Chess satisfies the laws of `game::laws`, from the start position and from positions with difficult text and
//! castling.

use chess::{Chess, Position, Rules};
use game::{Game, laws};

#[test]
fn the_laws_hold_from_the_start() {
    laws::uphold::<Chess>(1, 20, 120);
}

#[test]
fn the_laws_of_tactics_hold() {
    laws::uphold_tactics::<Chess>(2, 15, 120);
}

#[test]
fn the_laws_hold_in_chess960_with_and_without_its_option() {
    for (seed, number) in (0u64..960).step_by(97).zip((0u32..960).step_by(97)) {
        for rules in [Rules { chess960: true }, Rules { chess960: false }] {
            let root = Position::scharnagl(number, &rules).expect("below 960");
            laws::uphold_from::<Chess>(&root, &rules, seed, 1, 60);
        }
    }
}

#[test]
fn the_laws_hold_where_castling_en_passant_and_promotion_meet() {
    for (seed, fen) in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
        "r1r1k1r1/8/8/8/8/8/8/R1R1K1R1 w GAga - 0 1",
        "4k3/8/8/8/8/8/8/R3K1R1 w GQ - 0 1",
        "8/8/8/8/8/5k2/8/3K2R1 w - - 140 90",
    ]
    .into_iter()
    .enumerate()
    {
        let read = Chess::read_position(fen, &Rules::default()).expect(fen);
        laws::uphold_from::<Chess>(&read.position, &Rules::default(), seed as u64, 4, 60);
    }
}
