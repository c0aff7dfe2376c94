//! Standard algebraic notation: round trips, agreement with shakmaty, and error messages.

use chess::{Chess, Position, Rules};
use game::{Game, MoveList, Notation, Position as _, Random};
use proptest::prelude::*;
use record::{ChessMoveText, MoveText};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, fen::Fen};

fn at(fen: &str) -> Position {
    Chess::read_position(fen, &Rules::default()).unwrap_or_else(|message| panic!("{fen}: {message}")).position
}

/// Positions of random games, with all their moves.
fn positions(seed: u64, roots: &[&str], plies: usize) -> Vec<(Position, Vec<chess::Move>)> {
    let mut random = Random::new(seed);
    let mut seen = Vec::new();
    for root in roots {
        let mut here = at(root);
        for _ in 0..plies {
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            seen.push((here.clone(), moves.to_vec()));
            let Some(&mv) = random.pick(&moves) else { break };
            here.play(mv, (), &mut ());
        }
    }
    seen
}

const ROOTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3Q4/7k/Q7/4N3/8/2N5/Q7/K1B1B3 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

#[test]
fn every_move_reads_back_in_every_notation() {
    for (here, moves) in positions(1, &ROOTS, 80) {
        for mv in moves {
            for &notation in ChessMoveText::NOTATIONS {
                let text = ChessMoveText::write(&here, mv, (), notation);
                let read = ChessMoveText::read(&here, &text, notation);
                assert_eq!(read, Ok((mv, ())), "{text} in {}", Chess::write_position(&here, "fen"));
            }
        }
    }
}

#[test]
fn san_is_what_shakmaty_writes_on_its_own_board() {
    let mut compared = 0;
    for (here, moves) in positions(2, &ROOTS, 60) {
        let fen: Fen = Chess::write_position(&here, "shredder").parse().expect("a FEN");
        let Ok(peer) = fen.into_position::<shakmaty::Chess>(CastlingMode::Chess960) else { continue };
        let written: Vec<String> =
            moves.iter().map(|&mv| ChessMoveText::write(&here, mv, (), Notation::San)).collect();
        for (mv, san) in moves.into_iter().zip(written) {
            let (from, to) = (mv.from_square(), mv.to_square());
            let letter = mv.promotion().map(|piece| chess::letter(piece).to_ascii_lowercase());
            let uci: UciMove =
                format!("{from}{to}{}", letter.map_or(String::new(), String::from)).parse().expect("UCI");
            let theirs = uci.to_move(&peer).expect("legal for both");
            assert_eq!(san, SanPlus::from_move(peer.clone(), theirs).to_string());
            compared += 1;
        }
    }
    assert!(compared > 5000, "only {compared} moves compared");
}

#[test]
fn tolerant_spellings_mean_the_same_move() {
    let fen = "r3k2r/1P1ppppp/8/2pP4/8/5N2/1PPQ2PP/R3K2R w KQkq c6 0 1";
    for (spellings, notation, coordinates) in [
        (&["O-O", "0-0", "o-o", "O-O+", "0–0", "OO"][..], Notation::San, "e1g1"),
        (&["O-O-O", "0-0-0", "O-O-O!?"], Notation::San, "e1c1"),
        (&["bxa8=Q+", "bxa8Q", "bxa8=Q#", "ba8Q", "b7xa8=Q", "bxa8(Q)", "b7:a8/Q"], Notation::San, "b7a8q"),
        (&["b8=N", "b8N", "b8n", "b8=n", " b8=N ", "b8=N!!"], Notation::San, "b7b8n"),
        (&["dxc6", "dxc6 e.p.", "dxc6ep", "dc6", "d5xc6e.p."], Notation::San, "d5c6"),
        (&["Ng5", "Nf3-g5", "Nf3g5", "♘g5", "Ng5+?!"], Notation::San, "f3g5"),
        (&["Mg5", "Mf3-g5", "♘g5"], Notation::SanVi, "f3g5"),
        (&["b8=H", "b8H", "b8h", "b7-b8=H+"], Notation::SanVi, "b7b8q"),
        (&["b7:a8=X", "bxa8X", "b7xa8=X+"], Notation::SanVi, "b7a8r"),
        (&["Hd2-d4", "Hd4"], Notation::SanVi, "d2d4"),
        (&["Xxa8", "X:a8", "Xa1xa8+", "Xa8"], Notation::SanVi, "a1a8"),
        (&["Ve2", "Ve1-e2"], Notation::SanVi, "e1e2"),
    ] {
        let here = at(fen);
        let (mv, ()) =
            Chess::read_move(&here, coordinates).unwrap_or_else(|message| panic!("{coordinates}: {message}"));
        for text in spellings {
            assert_eq!(ChessMoveText::read(&here, text, notation), Ok((mv, ())), "{text} is {coordinates}");
        }
    }
    let here = at(fen);
    let write = |text, notation| {
        ChessMoveText::write(&here, Chess::read_move(&here, text).expect(text).0, (), notation)
    };
    assert_eq!(write("b7a8q", Notation::San), "bxa8=Q#");
    assert_eq!(write("b7a8q", Notation::SanVi), "bxa8=H#");
    assert_eq!(write("e1c1", Notation::SanVi), "O-O-O");
    assert_eq!(write("f3g5", Notation::SanVi), "Mg5");
}

#[test]
fn a_wrong_move_says_why() {
    for (fen, text, notation, code, name, value) in [
        (ROOTS[0], "Nf9", Notation::San, "move_misspelt", "move", "Nf9"),
        (ROOTS[0], "", Notation::San, "move_misspelt", "move", ""),
        (ROOTS[0], "Mf3", Notation::San, "move_misspelt", "move", "Mf3"),
        (ROOTS[0], "Nf3", Notation::SanVi, "move_misspelt", "move", "Nf3"),
        (ROOTS[0], "--", Notation::San, "move_misspelt", "move", "--"),
        (ROOTS[0], "Nd4", Notation::San, "move_no_piece_reaches", "square", "d4"),
        (ROOTS[0], "e5", Notation::San, "move_no_piece_reaches", "piece", "piece_chess_pawn"),
        (ROOTS[0], "Hd4", Notation::SanVi, "move_no_piece_reaches", "piece", "piece_chess_queen"),
        (ROOTS[0], "O-O", Notation::San, "move_castling_blocked", "move", "O-O"),
        (ROOTS[3], "Qd6", Notation::San, "move_ambiguous_piece", "squares", "a6, d8"),
        (ROOTS[3], "Hd6", Notation::SanVi, "move_ambiguous_piece", "piece", "piece_chess_queen"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", Notation::San, "move_promotion_missing", "move", "a8"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", Notation::San, "move_castling_lost", "move", "O-O"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a4=Q", Notation::San, "move_promotion_needless", "move", "a4=Q"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", Notation::San, "move_king_hangs", "move", "Nc3"),
    ] {
        let message = ChessMoveText::read(&at(fen), text, notation).expect_err(text);
        assert_eq!(message.code, code, "{text}: {message}");
        let param =
            message.params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string());
        assert_eq!(param.as_deref(), Some(value), "{text}: {message}");
    }
}

proptest! {
    #[test]
    fn readers_never_panic(text in "\\PC{0,12}", near in "[KQRBNVHXTMPa-h1-8x:=O0+#-]{0,9}") {
        for root in ROOTS {
            for notation in [Notation::San, Notation::SanVi, Notation::Uci] {
                let _ = ChessMoveText::read(&at(root), &text, notation);
                let _ = ChessMoveText::read(&at(root), &near, notation);
            }
        }
    }
}
