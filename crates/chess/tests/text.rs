//! FEN and move parsing of chess: what is accepted and what is rejected, with its message.

use chess::{Chess, Position, Rules};
use game::{Game, Message, ParamValue, Position as _};
use proptest::prelude::*;

fn read(fen: &str) -> Position {
    Chess::read_position(fen, &Rules::default()).unwrap_or_else(|message| panic!("{fen}: {message}")).position
}

fn refusal(fen: &str) -> Message {
    Chess::read_position(fen, &Rules::default()).expect_err(fen)
}

fn written(fen: &str) -> String {
    Chess::write_position(&read(fen), "fen")
}

/// The parameter of a message, as text.
fn param(message: &Message, name: &str) -> String {
    message
        .params
        .iter()
        .find(|(known, _)| *known == name)
        .map_or(String::new(), |(_, value)| value.to_string())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn fields_may_be_missing_and_spaced_at_will() {
    assert_eq!(written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"), START);
    assert_eq!(written("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR \t w  KQkq -\n"), START);
    assert_eq!(written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1"), START);
    assert_eq!(written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 0"), START);
    assert_eq!(written("rnbqkbnr/pppppppp/11111111/8/35/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), START);
    let bare = Chess::read_position("4k3/8/8/8/8/8/8/4K3", &Rules::default()).expect("a bare board");
    assert_eq!(bare.warnings.first().map(|warning| warning.code), Some("warning_turn_assumed"));
}

#[test]
fn castling_rights_are_read_and_written_in_both_dialects() {
    assert_eq!(Chess::write_position(&read(START), "shredder"), START.replace("KQkq", "HAha"));
    let rules = Rules { chess960: true };
    let inner = "1r2k1r1/8/8/8/8/8/8/1RR1K1RR w GCgb - 0 1";
    let here = Chess::read_position(inner, &rules).expect(inner).position;
    assert_eq!(Chess::write_position(&here, "shredder"), inner);
    let outer =
        Chess::read_position("2rk2r1/8/8/8/8/8/8/2RK2R1 w KQkq - 0 1", &rules).expect("outermost rooks");
    assert_eq!(Chess::write_position(&outer.position, "shredder"), "2rk2r1/8/8/8/8/8/8/2RK2R1 w GCgc - 0 1");
    assert_eq!(Chess::write_position(&outer.position, "fen"), "2rk2r1/8/8/8/8/8/8/2RK2R1 w KQkq - 0 1");
}

#[test]
fn chess960_castling_rights_give_a_warning_under_standard_rules() {
    let read =
        Chess::read_position("2rk2r1/8/8/8/8/8/8/2RK2R1 w KQkq - 0 1", &Rules::default()).expect("readable");
    assert_eq!(read.warnings.first().map(|warning| warning.code), Some("warning_chess960"));
    assert!(read.position.is_chess960());
}

#[test]
fn the_en_passant_square_is_kept_only_where_a_capture_is_legal() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_eq!(written(&format!("{after_e4} e3 0 1")), format!("{after_e4} - 0 1"));
    let catchable = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert_eq!(written(catchable), catchable);
    // Both pawns would leave the rank, and the king would stand in the rook's way.
    assert_eq!(written("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    assert_eq!(read(&format!("{after_e4} e3 0 1")).key(), read(&format!("{after_e4} - 0 1")).key());
    assert_ne!(read(catchable).key(), read("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1").key());
}

#[test]
fn impossible_positions_are_rejected_with_square_or_count() {
    for (fen, code, name, value) in [
        ("", "fen_empty", "", ""),
        ("8/8/8/8 w - -", "fen_ranks", "count", "4"),
        ("4k3/8/8/8/8/8/9/4K3 w - -", "fen_files", "rank", "7"),
        ("4k3/8/8/8/8/8/7/4K3 w - -", "fen_files", "count", "7"),
        ("4k3/8/8/8/8/8/8/4K4 w - -", "fen_files", "count", "9"),
        ("4k3/8/8/3z4/8/8/8/4K3 w - -", "fen_letter", "place", "10"),
        (" 4k3/0/8/8/8/8/8/4K3 w - -", "fen_letter", "letter", "0"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "fen_turn_chess", "text", "x"),
        ("4k3/8/8/8/8/8/8/4K3 w Z -", "fen_castling_text", "text", "Z"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "fen_castling_rook", "square", "h1"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K -", "fen_castling_rook", "square", "h1"),
        ("4k3/8/8/8/8/8/8/3K4 w Q -", "fen_castling_wing", "letter", "Q"),
        ("4k3/8/8/8/8/8/4K3/7R w H -", "fen_castling_king", "side", "side_white"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "fen_en_passant", "text", "e6"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e3", "fen_en_passant", "text", "e3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "fen_counter", "text", "x"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 70000", "fen_counter", "text", "70000"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "fen_excess", "text", "more"),
        ("8/8/8/8/8/8/8/4K3 w - -", "fen_king_missing", "side", "side_black"),
        ("4k3/8/8/8/8/8/8/K3K3 w - -", "fen_kings", "count", "2"),
        ("4k3/8/8/8/P7/PPPPPPPP/8/4K3 w - -", "fen_pawns", "count", "9"),
        ("4k3/8/8/8/NNNNNNNN/NNNNNNNN/8/4K3 w - -", "fen_pieces", "count", "17"),
        ("4k3/8/8/8/8/PPPPPPPP/8/QQ2K3 w - -", "fen_promotions", "promoted", "1"),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", "fen_pawn_rank", "square", "a1"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - -", "fen_king_hangs", "square", "e8"),
        ("4k3/8/8/8/8/8/8/3Kk3 w - -", "fen_kings", "side", "side_black"),
        ("8/8/8/8/8/8/8/3Kk3 w - -", "fen_king_hangs", "square", "e1"),
        ("4k3/8/3N4/7Q/4R3/8/8/4K3 b - -", "fen_checkers", "count", "3"),
    ] {
        let message = refusal(fen);
        assert_eq!(message.code, code, "{fen}");
        assert_eq!(param(&message, name), value, "{fen}: {message}");
    }
}

#[test]
fn castling_is_written_by_the_rules_and_read_in_both_ways() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (chess960, text) in [(false, "e1g1"), (true, "e1h1")] {
        let here = Chess::read_position(fen, &Rules { chess960 }).expect(fen).position;
        for spelling in ["e1g1", "e1h1", "E1-G1"] {
            let (mv, ()) = Chess::read_move(&here, spelling).expect(spelling);
            assert_eq!(Chess::write_move(&here, mv, ()), text);
        }
    }
    // The king's own step to g1 comes before castling there.
    let near = Chess::read_position("4k3/8/8/8/8/8/8/5K1R w H - 0 1", &Rules { chess960: true })
        .expect("near")
        .position;
    let step = Chess::read_move(&near, "f1g1").expect("a step").0;
    assert!(!near.is_castling(step));
    assert!(near.is_castling(Chess::read_move(&near, "f1h1").expect("castling").0));
}

#[test]
fn an_illegal_move_says_why() {
    let fen = "r3k2r/1P4pp/8/8/1b6/8/3P4/R3K2R w KQkq - 0 1";
    for (text, code) in [
        ("e9e4", "move_misspelt"),
        ("e2", "move_misspelt"),
        ("d2d2", "move_misspelt"),
        ("b7b8k", "move_misspelt"),
        ("e4e5", "move_no_piece"),
        ("g7g6", "move_not_yours"),
        ("a1e1", "move_own_piece"),
        ("d2e3", "move_unreachable"),
        ("d2d4", "move_king_hangs"),
        ("b7b8", "move_promotion_missing"),
        ("b7a8", "move_promotion_missing"),
        ("a1a2q", "move_promotion_needless"),
    ] {
        let message = Chess::read_move(&read(fen), text).expect_err(text);
        assert_eq!(message.code, code, "{text}");
        assert!(message.params.contains(&("move", ParamValue::Text(text.to_owned()))), "{message}");
    }
    for (fen, code) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "move_castling_lost"),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "move_castling_blocked"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "move_castling_through_check"),
        ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "move_castling_through_check"),
    ] {
        assert_eq!(Chess::read_move(&read(fen), "e1g1").expect_err(fen).code, code, "{fen}");
    }
}

#[test]
fn options_are_parsed_or_rejected() {
    assert_eq!(Chess::rules(&[("chess960", "yes")]), Ok(Rules { chess960: true }));
    assert_eq!(Chess::rules(&[("chess960", "maybe")]).expect_err("a value").code, "option_value");
    assert_eq!(Chess::rules(&[("chess961", "yes")]).expect_err("a name").code, "option_unknown");
}

proptest! {
    #[test]
    fn readers_never_panic(text in "\\PC{0,90}", near in "[rnbqkpRNBQKP1-9/]{15,71} [wb] [KQkqA-Ha-h-]{1,4} [a-h1-8-]{1,2} [0-9]{1,6} [0-9]{1,6}", mv in "[a-i0-9qrbnk=-]{0,6}") {
        for text in [&text, &near, &mv] {
            let _ = Chess::read_position(text, &Rules::default());
            let _ = Chess::read_position(text, &Rules { chess960: true });
            let _ = Chess::read_move(&read(START), text);
        }
    }

    /// Random placements: whatever is accepted reads back as itself and has at most 218 moves.
    #[test]
    fn what_is_accepted_reads_back(
        pieces in prop::collection::vec((0usize..64, prop::sample::select("PNBRQpnbrq".chars().collect::<Vec<_>>())), 0..30),
        kings in (0usize..64, 0usize..64), white in any::<bool>(), rights in "[KQkqA-Ha-h]{1,4}|-", passed in "[a-h][36]|-",
    ) {
        let mut board = [None; 64];
        for (square, piece) in pieces {
            board[square] = Some(piece);
        }
        board[kings.0] = Some('K');
        board[kings.1] = Some('k');
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().map(|piece| piece.unwrap_or('1')).collect()).collect();
        let fen = format!("{} {} {rights} {passed} 3 40", rows.join("/"), if white { 'w' } else { 'b' });
        for rules in [Rules::default(), Rules { chess960: true }] {
            let Ok(read) = Chess::read_position(&fen, &rules) else { continue };
            prop_assert!(read.position.count_legal() <= 218, "{}", fen);
            for dialect in ["fen", "shredder"] {
                let text = Chess::write_position(&read.position, dialect);
                let back = Chess::read_position(&text, &rules).map_err(|message| TestCaseError::fail(format!("{fen}: {text}: {message}")))?;
                prop_assert_eq!(Chess::write_position(&back.position, dialect), text);
                prop_assert_eq!(back.position.key(), read.position.key());
            }
        }
    }
}
