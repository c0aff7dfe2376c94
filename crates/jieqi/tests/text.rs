//! FEN and move text: four dialects, rejected texts and their messages, and parsers that never panic.

use game::{Game, Message, MoveList, ParamValue, Position as _, Side};
use jieqi::fen::{self, Dialect, FenError};
use jieqi::{Jieqi, Move, Piece, Pool, Position, Reveal, Role, Rules, Square};
use proptest::prelude::*;
use xiangqi::fen::FenError as XiangqiFenError;

const DIALECTS: [Dialect; 4] = [Dialect::Pikafish, Dialect::JieqiBox, Dialect::Pychess, Dialect::Bracket];

fn read(text: &str) -> Position {
    Jieqi::read_position(text, &Rules::default()).expect(text).position
}

fn refusal(text: &str) -> FenError {
    fen::read(text, &Rules::default()).expect_err(text)
}

fn square(name: &str) -> Square {
    Square::named(name).expect(name)
}

fn piece(letter: char) -> Piece {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Piece::new(side, Role::of_letter(letter).expect("a role"))
}

#[test]
fn the_start_is_written_as_peers_write_it() {
    let start = Position::start(&Rules::default());
    assert_eq!(fen::write(&start, Dialect::Pikafish), fen::START);
    assert_eq!(
        fen::write(&start, Dialect::JieqiBox),
        "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 - 0 1"
    );
    assert_eq!(
        fen::write(&start, Dialect::Pychess),
        "r~n~b~a~ka~b~n~r~/9/1c~5c~1/p~1p~1p~1p~1p~/9/9/P~1P~1P~1P~1P~/1C~5C~1/9/R~N~B~A~KA~B~N~R~ w - - 0 1"
    );
    assert_eq!(
        fen::write(&start, Dialect::Bracket),
        "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w - - 0 1"
    );
    assert!(DIALECTS.iter().all(|&dialect| read(&fen::write(&start, dialect)) == start));
}

#[test]
fn every_position_of_the_benchmark_round_trips_in_every_dialect() {
    let file = include_str!("../../../testdata/jieqi/positions.fen");
    let texts: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(texts.len(), 187);
    let mut odd = Vec::new();
    for text in texts {
        let read = fen::read(text, &Rules::default()).expect(text);
        if !read.warnings.is_empty() {
            odd.push((text, read.warnings));
        }
        let here = read.position;
        for dialect in DIALECTS {
            let written = fen::write(&here, dialect);
            let back = fen::read(&written, &Rules::default()).expect(&written).position;
            assert_eq!(fen::write(&back, dialect), written);
            match dialect {
                // The roles of captured pieces are lost: the pool holds them.
                Dialect::Pychess => assert_eq!((back.board(), back.dark()), (here.board(), here.dark())),
                _ => assert_eq!(back, here, "{written}"),
            }
        }
    }
    // One text's pool is larger than what lies face down: pieces were captured unseen.
    let unseen = |side: &str, count: i64| {
        Message::new("warning_jieqi_captured_unseen").word("side", side).number("count", count)
    };
    let wanted = "3P5/4kb1P1/9/3a5/1Np1p4/2p6/4X1a1p/2N3b2/4CK3/c8 w r1n1B1c1P1 1 33";
    assert_eq!(odd, [(wanted, vec![unseen("side_red", 1), unseen("side_black", 3)])]);
}

#[test]
fn the_pool_is_read_in_any_order_and_may_be_missing() {
    let here = read("3k1x3/9/9/9/9/9/9/9/9/X3K4 w R1P2a1 3 12");
    assert_eq!(read("3k1x3/9/9/9/9/9/9/9/9/X3K4 w a1P1R1P1 3 12"), here);
    assert_eq!(fen::write(&here, Dialect::Pikafish), "3k1x3/9/9/9/9/9/9/9/9/X3K4 w R1P2a1 3 12");
    // All face up: a dash or nothing.
    assert_eq!(read("3k5/9/9/9/9/9/9/9/9/R3K4 w"), read("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"));
    assert_eq!(read("3k5/9/9/9/9/9/9/9/9/R3K4 w").pool(Side::First), Pool::EMPTY);
    // Face-down pieces without a pool: all that a set has beyond the pieces face up.
    let derived = read("3k5/9/9/9/9/9/9/9/9/X1R1K4 w").pool(Side::First);
    assert_eq!((derived.count(Role::Chariot), derived.total()), (1, 14));
}

#[test]
fn jieqibox_is_read_in_its_new_and_its_old_form() {
    let text = "xxxxkxxPx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X7/9/XXXXKXXXX b R2r2N2n2B2b2A2a2C2c2P4p4 p1 0 1";
    let here = read(text);
    assert_eq!(
        (here.known_captures(Side::Second).count(Role::Soldier), here.unknown_captures(Side::Second)),
        (1, 0)
    );
    assert_eq!(
        fen::write(&here, Dialect::JieqiBox),
        "xxxxkxxPx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X7/9/XXXXKXXXX b R2A2C2P4N2B2r2a2c2p4n2b2 p1 0 1"
    );
    let old =
        "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX A2B2N2R2C2P5a2b2n2r2c2p5 w - - 0 1";
    assert_eq!(read(old), Position::start(&Rules::default()));
}

#[test]
fn jieqibox_keeps_what_was_captured_face_down_and_seen() {
    let mut here = Position::start(&Rules::default());
    let (mv, reveal) = Jieqi::read_move(&here, "b2b9Pr").unwrap();
    here.play(mv, reveal, &mut ());
    assert_eq!(
        fen::write(&here, Dialect::JieqiBox),
        "xPxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C2P4N2B2r1a2c2p5n2b2 r1 0 1"
    );
}

#[test]
fn brackets_list_the_pieces_known_to_be_captured() {
    // The proposal's own example: seven of Red's pieces and six of Black's (its `d6`) were captured unseen.
    let here = read("2e6/4k4/9/2Ha1P2p/2a2P3/9/3p5/4E4/e8/2X1K4[R1C1P1X7r1h1p1d6] w - 3 55");
    assert_eq!((here.unknown_captures(Side::First), here.unknown_captures(Side::Second)), (7, 6));
    assert_eq!(
        format!("{:?} {:?}", here.pool(Side::First), here.pool(Side::Second)),
        "R1A2C1P2N1B1 R1C2P2N1"
    );
    assert_eq!(
        fen::write(&here, Dialect::Bracket),
        "2e6/4k4/9/2Ha1P2p/2a2P3/9/3p5/4E4/e8/2X1K4[R1C1P1X7r1p1h1x6] w - - 3 55"
    );
    let here = read("P2xkx2x/2a6/h7e/H5h2/P1P3e1p/6P2/9/4P2X1/1a2A4/1X2K1XA1[R1H1r1p2] b - - 0 1");
    assert_eq!((here.pool(Side::First).total(), here.unknown_captures(Side::First)), (5, 2));
    assert_eq!(
        refusal("3k5/9/9/9/9/9/9/9/9/X3K4[R2A2C2P5N2B1X3] w"),
        FenError::Unseen { side: Side::First, stated: 3, counted: 0 }
    );
}

#[test]
fn pychess_omits_captures_so_all_missing_pieces_stay_in_the_pool() {
    let here = read("3k1a~3/9/9/9/9/9/9/9/9/R~1R1K4 w - - 0 1");
    assert!(here.is_dark(square("a0")) && here.is_dark(square("f9")) && !here.is_dark(square("c0")));
    assert_eq!((here.pool(Side::First).count(Role::Chariot), here.unknown_captures(Side::First)), (1, 13));
    assert_eq!((here.pool(Side::Second).total(), here.unknown_captures(Side::Second)), (15, 14));
}

#[test]
fn the_default_dialect_keeps_unknown_pieces_and_unseen_captures() {
    let text = "4k4/9/9/x3U4/9/4u4/9/1X7/9/3K5 b R2A1P3r1n1b1 5 40";
    let here = read(text);
    assert_eq!(fen::write(&here, Dialect::Pikafish), text);
    assert_eq!((here.unknown_captures(Side::First), here.unknown_captures(Side::Second)), (4, 1));
    assert_eq!(here.board().piece_at(square("e6")), Some(Piece::new(Side::First, Role::Unknown)));
    for dialect in DIALECTS {
        let written = fen::write(&here, dialect);
        assert_eq!(fen::write(&read(&written), dialect), written);
    }
}

#[test]
fn a_wrong_position_says_what_is_wrong_and_where() {
    let cases = [
        ("", FenError::Xiangqi(XiangqiFenError::Empty)),
        ("3k5/9/9/9/9/9/9/9/4K4 w", FenError::Xiangqi(XiangqiFenError::Ranks(9))),
        ("3k5/9/9/9/9/9/9/9/9/4K5 w", FenError::Xiangqi(XiangqiFenError::Files(10, 10))),
        ("3k5/9/9/9/9/9/9/9/9/XXXXXXXXXXX w", FenError::DarkAway(Side::First, square("e0"))),
        ("3z5/9/9/9/9/9/9/9/9/4K4 w", FenError::Xiangqi(XiangqiFenError::Letter('z', 2))),
        ("3k5/9/9/9/9/9/9/9/9/~3K4 w", FenError::Xiangqi(XiangqiFenError::Letter('~', 21))),
        ("3k5/9/9/9/9/9/9/9/9/X~2K5 w", FenError::Xiangqi(XiangqiFenError::Letter('~', 22))),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - x", FenError::Xiangqi(XiangqiFenError::Counter("x".into()))),
        ("3k5/9/9/9/9/9/9/9/9/9 w", FenError::Xiangqi(XiangqiFenError::Generals(Side::First, 0))),
        (
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            FenError::Xiangqi(XiangqiFenError::GeneralHangs(Side::Second, square("e0"))),
        ),
        ("3k5/9/9/9/9/9/9/9/X8/4K4 w R1", FenError::DarkAway(Side::First, square("a1"))),
        ("X2k5/9/9/9/9/9/9/9/9/4K4 w R1", FenError::DarkAway(Side::First, square("a9"))),
        ("3k5/9/9/9/9/9/9/9/9/N~3K4 w", FenError::DarkMisnamed(piece('N'), square("a0"))),
        ("3k5/9/9/9/9/9/9/9/9/X3K4 w R", FenError::Pieces("R".into())),
        ("3k5/9/9/9/9/9/9/9/9/X3K4 w K1", FenError::Pieces("K1".into())),
        (
            "3k5/9/9/9/9/9/9/9/9/X3K4 w R99999999999999999999",
            FenError::Pieces("R99999999999999999999".into()),
        ),
        ("3k5/9/9/9/9/9/9/9/9/X3K4[R1 w", FenError::Pieces("R1".into())),
        ("3k5/9/9/9/9/9/9/9/9/X3K4 w R3", FenError::TooMany { piece: piece('R'), board: 0, listed: 3 }),
        ("3k5/9/9/9/9/9/9/9/9/X1RRK4 w R1", FenError::TooMany { piece: piece('R'), board: 2, listed: 1 }),
        ("3k5/9/9/9/9/9/9/9/9/X1RRK4 w P1 R1", FenError::TooMany { piece: piece('R'), board: 2, listed: 1 }),
        ("3k5/9/9/9/9/9/9/9/9/2RRK4[R1] w", FenError::TooMany { piece: piece('R'), board: 2, listed: 1 }),
        ("3k5/9/9/9/9/9/9/9/9/XX2K4 w R1", FenError::PoolShort { side: Side::First, pieces: 2, pool: 1 }),
    ];
    for (text, wanted) in cases {
        assert_eq!(refusal(text), wanted, "{text}");
    }
}

#[test]
fn every_refusal_is_a_message() {
    let message = Jieqi::read_position("3k5/9/9/9/9/9/9/9/9/XX2K4 w R1", &Rules::default()).unwrap_err();
    assert_eq!(message.code, "fen_jieqi_pool_short");
    assert_eq!(message.params[0], ("side", ParamValue::Word("side_red".into())));
}

/// Red's chariot's point faces Black's on file a; both face down. Red may also move a piece face up.
const DUEL: &str = "x3k4/9/9/9/9/9/9/9/8C/X2K5 w R1P2c1p3 0 1";

#[test]
fn move_text_contains_the_known_reveal() {
    let here = read(DUEL);
    let reveal = |turned, captured| Reveal { turned, captured };
    let (chariot, soldier, unknown) = (Some(Role::Chariot), Some(Role::Soldier), Some(Role::Unknown));
    for (text, wanted) in [
        ("a0a4", reveal(unknown, None)),
        ("a0a4R", reveal(chariot, None)),
        ("a0a9", reveal(unknown, unknown)),
        ("a0a9R", reveal(chariot, unknown)),
        ("a0a9Rp", reveal(chariot, soldier)),
        ("a0a9?p", reveal(unknown, soldier)),
        ("i1i2", Reveal::NONE),
    ] {
        let read = Jieqi::read_move(&here, text).expect(text);
        assert_eq!(read, (Move::parse(&text[..4]).unwrap(), wanted), "{text}");
        assert_eq!(Jieqi::write_move(&here, read.0, read.1), text);
    }
    assert_eq!(Jieqi::read_move(&here, "A0A4R"), Jieqi::read_move(&here, "a0a4R"));
}

#[test]
fn a_piece_face_up_that_captures_face_down_writes_the_captured_letter() {
    let here = read("x3k4/9/9/9/9/9/9/9/9/R2K5 w c1p3 0 1");
    let (mv, reveal) = Jieqi::read_move(&here, "a0a9c").unwrap();
    assert_eq!(reveal, Reveal { turned: None, captured: Some(Role::Cannon) });
    assert_eq!(Jieqi::write_move(&here, mv, reveal), "a0a9c");
}

#[test]
fn a_wrong_move_says_why() {
    let here = read(DUEL);
    for (text, code) in [
        ("a0", "move_misspelt"),
        ("a0a4Rpp", "move_misspelt"),
        ("ắa0a4", "move_misspelt"),
        ("a0đ4R", "move_misspelt"),
        ("b0b1", "move_no_piece"),
        ("a9a8", "move_not_yours"),
        ("a0b1", "move_unreachable"),
        ("d0e0", "move_general_hangs"),
        ("a0a4r", "move_jieqi_wrong_side"),
        ("a0a9RP", "move_jieqi_wrong_side"),
        ("a0a4K", "move_jieqi_no_role"),
        ("a0a4z", "move_jieqi_no_role"),
        ("a0a4N", "move_jieqi_not_hidden"),
        ("a0a9Rr", "move_jieqi_not_hidden"),
        ("i1i2R", "move_jieqi_nothing_hidden"),
        ("a0a4Rp", "move_jieqi_nothing_hidden"),
    ] {
        assert_eq!(Jieqi::read_move(&here, text).unwrap_err().code, code, "{text}");
    }
}

#[test]
fn face_down_pieces_are_pictured_as_such() {
    let picture = Jieqi::picture(&read("4k4/9/9/9/4U4/9/9/9/9/X2K5 w R1A1 0 1"));
    let token = |name: &str| picture.pieces[square(name).index()].expect(name);
    assert_eq!((token("a0").letter, token("a0").glyph, token("a0").face_down), ('X', '暗', true));
    assert_eq!((token("e5").letter, token("e5").face_down), ('?', false));
    assert_eq!(token("d0").letter, 'K');
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in ".{0,120}") {
        let rules = Rules::default();
        if let Ok(read) = Jieqi::read_position(&text, &rules) {
            prop_assert!(Jieqi::read_position(&Jieqi::write_position(&read.position, ""), &rules).is_ok());
        }
        let _ = Jieqi::read_move(&Position::start(&rules), &text);
    }

    #[test]
    fn nearly_valid_text_is_parsed_or_rejected(
        ranks in prop::collection::vec("[xXrnbakcpRNBAKCPuU~1-9]{0,9}", 10),
        rest in "(\\[[RrPpXxd0-9]{0,8}\\])? [wb] [RACPNBracpnb0-9]{0,20} [-p1]{0,3} [0-9]{0,6}",
    ) {
        let text = format!("{}{rest}", ranks.join("/"));
        let _ = Jieqi::read_position(&text, &Rules::default());
    }

    #[test]
    fn a_mutated_position_is_parsed_and_playable_or_rejected(
        line in 0usize..187, mutations in prop::collection::vec((0usize..120, "[xXrRpPuUkK~1-9 /\\[\\]-]"), 1..4),
    ) {
        let file = include_str!("../../../testdata/jieqi/positions.fen");
        let text = file.lines().filter(|line| !line.starts_with('#')).nth(line).unwrap();
        let mut letters: Vec<String> = text.chars().map(String::from).collect();
        for (at, letter) in mutations {
            let at = at % letters.len();
            letters[at] = letter;
        }
        if let Ok(read) = Jieqi::read_position(&letters.concat(), &Rules::default()) {
            let here = read.position;
            prop_assert_eq!(&fen::read(&fen::write(&here, Dialect::Pikafish), &Rules::default()).unwrap().position.key(), &here.key());
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            for &mv in &moves {
                let mut after = here.clone();
                after.play(mv, here.unrevealed(mv), &mut ());
            }
        }
    }

    #[test]
    fn nearly_valid_moves_are_parsed_or_rejected(text in "[a-i][0-9][a-i][0-9][RACPNBKracpnbk?]{0,3}") {
        let here = read(DUEL);
        if let Ok((mv, reveal)) = Jieqi::read_move(&here, &text) {
            prop_assert!(here.is_legal(mv) && here.allows(mv, reveal));
        }
    }
}
