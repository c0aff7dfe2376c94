//! Known xiangqi moves in every notation, read and written, and the messages for invalid ones.

use game::{Game, Line, Message, Notation, ParamValue};
use record::{DetectError, MoveText, XiangqiMoveText, detect};
use xiangqi::{Position, Xiangqi};

fn position(fen: &str) -> Position {
    Xiangqi::read_position(fen, &xiangqi::Rules::default()).unwrap().position
}

fn start() -> Position {
    Xiangqi::start(&xiangqi::Rules::default())
}

fn read(here: &Position, text: &str, notation: Notation) -> Result<String, Message> {
    XiangqiMoveText::read(here, text, notation).map(|(mv, ())| mv.to_string())
}

/// A move in coordinates, WXF, Vietnamese short and in words, Chinese simplified and traditional.
type Row = [&'static str; 6];

const COLUMNS: [Notation; 6] =
    [Notation::Uci, Notation::Wxf, Notation::Vi, Notation::ViWords, Notation::Zh, Notation::ZhHant];

fn check(fen: &str, rows: &[Row]) {
    let here = position(fen);
    for row in rows {
        let (mv, reveal) = XiangqiMoveText::read(&here, row[0], Notation::Uci).unwrap();
        let written = COLUMNS.map(|notation| XiangqiMoveText::write(&here, mv, reveal, notation));
        assert_eq!(written, *row, "in {fen}");
        for (text, notation) in row.iter().zip(COLUMNS) {
            assert_eq!(read(&here, text, notation).as_deref(), Ok(row[0]), "{text} in {fen}");
        }
    }
}

#[test]
fn the_start_is_written_as_books_do() {
    check(
        xiangqi::fen::START,
        &[
            ["h2e2", "C2=5", "P2-5", "Pháo 2 bình 5", "炮二平五", "炮二平五"],
            ["b0c2", "H8+7", "M8.7", "Mã 8 tiến 7", "马八进七", "馬八進七"],
            ["a0a1", "R9+1", "X9.1", "Xe 9 tiến 1", "车九进一", "車九進一"],
            ["g0e2", "E3+5", "T3.5", "Tượng 3 tiến 5", "相三进五", "相三進五"],
            ["d0e1", "A6+5", "S6.5", "Sĩ 6 tiến 5", "仕六进五", "仕六進五"],
            ["e0e1", "K5+1", "Tg5.1", "Tướng 5 tiến 1", "帅五进一", "帥五進一"],
            ["g3g4", "P3+1", "B3.1", "Binh 3 tiến 1", "兵三进一", "兵三進一"],
        ],
    );
    check(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        &[
            ["h9g7", "H8+7", "M8.7", "Mã 8 tiến 7", "马８进７", "馬８進７"],
            ["h7e7", "C8=5", "P8-5", "Pháo 8 bình 5", "炮８平５", "砲８平５"],
            ["c9e7", "E3+5", "T3.5", "Tượng 3 tiến 5", "象３进５", "象３進５"],
            ["f9e8", "A6+5", "S6.5", "Sĩ 6 tiến 5", "士６进５", "士６進５"],
            ["e9e8", "K5+1", "Tg5.1", "Tướng 5 tiến 1", "将５进１", "將５進１"],
            ["c6c5", "P3+1", "B3.1", "Binh 3 tiến 1", "卒３进１", "卒３進１"],
        ],
    );
}

#[test]
fn two_chariots_on_a_file_are_front_and_rear() {
    check(
        "3k5/9/9/9/9/9/9/2R6/9/2R1K4 w",
        &[
            ["c2b2", "R+=8", "Xt-8", "Xe trước bình 8", "前车平八", "前車平八"],
            ["c0b0", "R-=8", "Xs-8", "Xe sau bình 8", "后车平八", "後車平八"],
            ["c2c4", "R++2", "Xt.2", "Xe trước tiến 2", "前车进二", "前車進二"],
            ["c0c1", "R-+1", "Xs.1", "Xe sau tiến 1", "后车进一", "後車進一"],
            // The rear chariot has no point behind it, so WXF needs no mark here.
            ["c2c1", "R7-1", "Xt/1", "Xe trước thoái 1", "前车退一", "前車退一"],
        ],
    );
}

#[test]
fn two_cannons_and_two_horses_on_a_file_are_front_and_rear() {
    check(
        "3k5/9/9/9/9/9/1C7/1C7/9/4K4 w",
        &[
            ["b3b5", "C++2", "Pt.2", "Pháo trước tiến 2", "前炮进二", "前炮進二"],
            ["b2b1", "C--1", "Ps/1", "Pháo sau thoái 1", "后炮退一", "後炮退一"],
            ["b2h2", "C-=2", "Ps-2", "Pháo sau bình 2", "后炮平二", "後炮平二"],
        ],
    );
    check(
        "3k5/9/2n6/9/2n6/9/9/9/9/4K4 b",
        &[
            ["c5d3", "H++4", "Mt.4", "Mã trước tiến 4", "前马进４", "前馬進４"],
            ["c7b9", "H--2", "Ms/2", "Mã sau thoái 2", "后马退２", "後馬退２"],
        ],
    );
}

#[test]
fn advisors_and_elephants_are_distinguished_by_direction() {
    check(
        "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w",
        &[
            ["d2e1", "A6-5", "S6/5", "Sĩ 6 thoái 5", "仕六退五", "仕六退五"],
            ["d0e1", "A6+5", "S6.5", "Sĩ 6 tiến 5", "仕六进五", "仕六進五"],
            ["c4e2", "E7-5", "T7/5", "Tượng 7 thoái 5", "相七退五", "相七退五"],
            ["c0e2", "E7+5", "T7.5", "Tượng 7 tiến 5", "相七进五", "相七進五"],
        ],
    );
}

#[test]
fn two_soldiers_on_a_file_are_front_and_rear() {
    check(
        "3k5/9/9/4P4/4P4/9/9/9/9/5K3 w",
        &[
            ["e6d6", "P+=6", "Bt-6", "Binh trước bình 6", "前兵平六", "前兵平六"],
            ["e5f5", "P-=4", "Bs-4", "Binh sau bình 4", "后兵平四", "後兵平四"],
        ],
    );
}

#[test]
fn three_soldiers_on_a_file_have_a_middle_one() {
    check(
        "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w",
        &[
            ["e7d7", "15=6", "Bt-6", "Binh trước bình 6", "前兵平六", "前兵平六"],
            ["e7e8", "15+1", "Bt.1", "Binh trước tiến 1", "前兵进一", "前兵進一"],
            ["e6d6", "25=6", "Bg-6", "Binh giữa bình 6", "中兵平六", "中兵平六"],
            ["e5d5", "35=6", "Bs-6", "Binh sau bình 6", "后兵平六", "後兵平六"],
        ],
    );
}

#[test]
fn four_soldiers_on_a_file_are_counted_from_the_front() {
    check(
        "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w",
        &[
            ["e8d8", "15=6", "15-6", "Binh thứ 1 lộ 5 bình 6", "前兵平六", "前兵平六"],
            ["e7d7", "25=6", "25-6", "Binh thứ 2 lộ 5 bình 6", "二兵平六", "二兵平六"],
            ["e6d6", "35=6", "35-6", "Binh thứ 3 lộ 5 bình 6", "三兵平六", "三兵平六"],
            ["e5d5", "45=6", "45-6", "Binh thứ 4 lộ 5 bình 6", "四兵平六", "四兵平六"],
        ],
    );
}

#[test]
fn five_soldiers_on_a_file_are_counted_from_the_front_of_either_side() {
    check(
        "1P1k5/1P7/1P7/1P7/1P7/9/9/9/9/5K3 w",
        &[
            ["b9c9", "18=7", "18-7", "Binh thứ 1 lộ 8 bình 7", "前兵平七", "前兵平七"],
            ["b7a7", "38=9", "38-9", "Binh thứ 3 lộ 8 bình 9", "三兵平九", "三兵平九"],
            ["b5a5", "58=9", "58-9", "Binh thứ 5 lộ 8 bình 9", "五兵平九", "五兵平九"],
        ],
    );
    check(
        "3k5/9/9/9/9/1p7/1p7/1p7/1p7/1p3K3 b",
        &[
            ["b0c0", "12=3", "12-3", "Binh thứ 1 lộ 2 bình 3", "前卒平３", "前卒平３"],
            ["b3a3", "42=1", "42-1", "Binh thứ 4 lộ 2 bình 1", "四卒平１", "四卒平１"],
            ["b4a4", "52=1", "52-1", "Binh thứ 5 lộ 2 bình 1", "五卒平１", "五卒平１"],
        ],
    );
}

#[test]
fn two_files_with_tandem_soldiers_are_named() {
    check(
        "3k5/9/P1P3P2/2P3P2/9/9/9/9/9/5K3 w",
        &[
            ["c7b7", "17=8", "17-8", "Binh thứ 1 lộ 7 bình 8", "前兵七平八", "前兵七平八"],
            ["g6h6", "23=2", "23-2", "Binh thứ 2 lộ 3 bình 2", "后兵三平二", "後兵三平二"],
            ["a7b7", "P9=8", "B9-8", "Binh 9 bình 8", "兵九平八", "兵九平八"],
        ],
    );
    check(
        "3k5/2P6/2P3P2/2P3P2/9/9/9/9/9/5K3 w",
        &[
            ["c7b7", "27=8", "27-8", "Binh thứ 2 lộ 7 bình 8", "中兵七平八", "中兵七平八"],
            ["g7g8", "13+1", "13.1", "Binh thứ 1 lộ 3 tiến 1", "前兵三进一", "前兵三進一"],
        ],
    );
}

#[test]
fn coordinates_have_three_forms() {
    let here = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    let (mv, reveal) = XiangqiMoveText::read(&here, "h9g7", Notation::Uci).unwrap();
    assert_eq!(XiangqiMoveText::write(&here, mv, reveal, Notation::Uci1), "h10g8");
    assert_eq!(XiangqiMoveText::write(&here, mv, reveal, Notation::Iccs), "H9-G7");
    for (text, notation) in [
        ("h10g8", Notation::Uci1),
        ("H10G8", Notation::Uci1),
        ("H9-G7", Notation::Iccs),
        ("h9g7", Notation::Iccs),
        ("H9G7", Notation::Uci),
    ] {
        assert_eq!(read(&here, text, notation).as_deref(), Ok("h9g7"), "{text}");
    }
}

#[test]
fn readers_take_every_spelling_in_use() {
    let two_chariots = "3k5/9/9/9/9/9/9/2R6/9/2R1K4 w";
    let three_soldiers = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
    let two_files = "3k5/9/P1P3P2/2P3P2/9/9/9/9/9/5K3 w";
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
    let cases: &[(&str, Notation, &[&str], &str)] = &[
        (xiangqi::fen::START, Notation::Wxf, &["C2.5", "c2=5", " C2=5 "], "h2e2"),
        (xiangqi::fen::START, Notation::Wxf, &["N8+7", "h8+7", "n8+7"], "b0c2"),
        (xiangqi::fen::START, Notation::Wxf, &["B3+5", "e3+5"], "g0e2"),
        (two_chariots, Notation::Wxf, &["+R=8", "R+=8", "r+.8"], "c2b2"),
        (two_chariots, Notation::Wxf, &["-R+1", "R-+1"], "c0c1"),
        (three_soldiers, Notation::Wxf, &["25=6", "P25=6", "25.6"], "e6d6"),
        (xiangqi::fen::START, Notation::Vi, &["p2-5", "P2–5"], "h2e2"),
        (xiangqi::fen::START, Notation::Vi, &["T3.5", "V3.5", "v3.5"], "g0e2"),
        (xiangqi::fen::START, Notation::Vi, &["B3.1", "C3.1"], "g3g4"),
        (xiangqi::fen::START, Notation::Vi, &["TG5.1", "tg5.1"], "e0e1"),
        (three_soldiers, Notation::Vi, &["Cg-6", "bg-6", "25-6", "B25-6"], "e6d6"),
        (
            xiangqi::fen::START,
            Notation::ViWords,
            &["pháo 2 bình 5", "PHAO 2 BINH 5", "Phao 2  binh 5"],
            "h2e2",
        ),
        (xiangqi::fen::START, Notation::ViWords, &["Mã 8 tấn 7", "ma 8 tan 7", "Mã 8 tiến 7"], "b0c2"),
        // Letters with their marks apart.
        (xiangqi::fen::START, Notation::ViWords, &["Pha\u{301}o 2 bi\u{300}nh 5"], "h2e2"),
        (
            xiangqi::fen::START,
            Notation::ViWords,
            &["Tượng 3 tiến 5", "tuong 3 tien 5", "Bồ 3 tiến 5"],
            "g0e2",
        ),
        (xiangqi::fen::START, Notation::ViWords, &["Tướng 5 tiến 1", "tuong 5 tien 1"], "e0e1"),
        (xiangqi::fen::START, Notation::ViWords, &["Chốt 3 tiến 1", "Tốt 3 tiến 1", "binh 3 tien 1"], "g3g4"),
        (two_chariots, Notation::ViWords, &["Xe trước lui 1", "xe truoc thoai 1"], "c2c1"),
        (
            three_soldiers,
            Notation::ViWords,
            &["Tốt giữa bình 6", "Binh thứ 2 bình 6", "chot giua binh 6"],
            "e6d6",
        ),
        (xiangqi::fen::START, Notation::Zh, &["炮二平五", "砲二平五", "包2平5", "炮２平５"], "h2e2"),
        (xiangqi::fen::START, Notation::Zh, &["马八进七", "馬八進七", "傌8进7", "马八上七"], "b0c2"),
        (xiangqi::fen::START, Notation::ZhHant, &["车九进一", "俥九進一", "車９进1"], "a0a1"),
        (xiangqi::fen::START, Notation::Zh, &["士六进五", "仕6上5"], "d0e1"),
        (xiangqi::fen::START, Notation::Zh, &["象三进五", "相3進5"], "g0e2"),
        (xiangqi::fen::START, Notation::Zh, &["将五进一", "帥5進1", "將五进１", "帅五上一"], "e0e1"),
        (black, Notation::Zh, &["馬8進7", "马八进七", "马８进７"], "h9g7"),
        (two_chariots, Notation::Zh, &["前车退一", "前車下一", "车前退一"], "c2c1"),
        (two_chariots, Notation::Zh, &["后车平八", "後俥平8"], "c0b0"),
        (three_soldiers, Notation::Zh, &["中兵平六", "二兵平六", "2兵平6"], "e6d6"),
        (three_soldiers, Notation::Zh, &["一兵进一", "前兵进一", "前兵五进一"], "e7e8"),
        (two_files, Notation::Zh, &["前七平八", "前兵七平八", "前卒7平8", "一兵七平八"], "c7b7"),
        // Without a file soldiers are counted from the right hand, front to rear: the third stands on file 7.
        (two_files, Notation::Zh, &["三兵平八"], "c7b7"),
    ];
    for (fen, notation, texts, mv) in cases {
        for text in *texts {
            assert_eq!(read(&position(fen), text, *notation).as_deref(), Ok(*mv), "{text} in {fen}");
        }
    }
}

#[test]
fn a_tandem_left_unmarked_is_read_where_only_one_piece_can() {
    let here = position("3k5/9/9/9/9/9/9/2R6/2P6/2R1K4 w");
    assert_eq!(read(&here, "R7-1", Notation::Wxf).unwrap_err().code, "move_unreachable");
    assert_eq!(read(&here, "R7+3", Notation::Wxf).as_deref(), Ok("c2c5"));
    assert_eq!(read(&here, "X7.3", Notation::Vi).as_deref(), Ok("c2c5"));
}

fn code_of(fen: &str, text: &str, notation: Notation) -> &'static str {
    read(&position(fen), text, notation).unwrap_err().code
}

#[test]
fn a_piece_missing_on_its_file_is_named() {
    let error = read(&start(), "P3-5", Notation::Vi).unwrap_err();
    assert_eq!(
        error,
        Message::new("move_no_piece_on_file")
            .text("move", "P3-5")
            .word("piece", "piece_xiangqi_cannon")
            .word("side", "side_red")
            .number("file", 3)
    );
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
    let error = read(&position(black), "炮5平2", Notation::Zh).unwrap_err();
    assert!(error.params.contains(&("side", ParamValue::Word("side_black".into()))));
}

#[test]
fn an_impossible_move_says_why() {
    let lone_chariot = "3k5/9/9/9/9/9/9/2R6/9/4K4 w";
    assert_eq!(code_of(xiangqi::fen::START, "R1+3", Notation::Wxf), "move_unreachable");
    assert_eq!(code_of(xiangqi::fen::START, "H2+5", Notation::Wxf), "move_no_way");
    assert_eq!(code_of(xiangqi::fen::START, "R1-1", Notation::Wxf), "move_no_way");
    assert_eq!(code_of(xiangqi::fen::START, "C+=5", Notation::Wxf), "move_no_piece_in_place");
    assert_eq!(code_of(lone_chariot, "C+=5", Notation::Wxf), "move_no_piece_left");
    let three_soldiers = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
    assert_eq!(code_of(three_soldiers, "45=6", Notation::Wxf), "move_no_piece_in_place");
    // The advisor shields its general from the chariot.
    let pinned = "3k5/4r4/9/9/9/9/9/9/4A4/4K4 w";
    assert_eq!(code_of(pinned, "A5+6", Notation::Wxf), "move_general_hangs");
    assert_eq!(code_of(pinned, "Sĩ 5 thoái 4", Notation::ViWords), "move_general_hangs");
}

#[test]
fn an_ambiguous_move_names_its_candidates() {
    let two_chariots = position("3k5/9/9/9/9/9/9/2R6/9/2R1K4 w");
    for (text, notation) in [("R7=8", Notation::Wxf), ("X7-8", Notation::Vi), ("车七平八", Notation::Zh)]
    {
        assert_eq!(
            read(&two_chariots, text, notation).unwrap_err(),
            Message::new("move_ambiguous").text("move", text).text("candidates", "c0b0, c2b2")
        );
    }
    // Without its tones `tuong` is the general and the elephant; both could go there.
    let both = position("3k5/9/9/9/9/4P4/9/4B4/9/4K4 w");
    assert_eq!(read(&both, "tuong 5 tien 1", Notation::ViWords).as_deref(), Ok("e0e1"));
    let files = position("3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w");
    assert_eq!(read(&files, "前兵进一", Notation::Zh).unwrap_err().code, "move_ambiguous");
}

#[test]
fn a_malformed_move_shows_an_example() {
    for (text, notation, example) in [
        ("P2-5", Notation::Zh, "炮二平五"),
        ("C2", Notation::Wxf, "C2=5"),
        ("C2=55", Notation::Wxf, "C2=5"),
        ("C0=5", Notation::Wxf, "C2=5"),
        ("Cu2=5", Notation::Wxf, "C2=5"),
        ("C2=5=R", Notation::Wxf, "C2=5"),
        ("=5", Notation::Vi, "P2-5"),
        ("P2=5", Notation::Vi, "P2-5"),
        ("Pháo bình 5", Notation::ViWords, "Pháo 2 bình 5"),
        ("炮二", Notation::ZhHant, "炮二平五"),
        ("h0e2", Notation::Uci1, "h3e3"),
        ("", Notation::Iccs, "H2-E2"),
    ] {
        let error = read(&start(), text, notation).unwrap_err();
        assert_eq!(error.code, "move_misspelt_in", "{text}");
        assert!(error.params.contains(&("example", ParamValue::Text(example.into()))), "{text}: {error}");
    }
}

#[test]
fn wrong_coordinates_are_quoted_as_they_were_written() {
    let error = read(&start(), "h4e4", Notation::Uci1).unwrap_err();
    assert_eq!(error, Message::new("move_no_piece").text("move", "h4e4").text("square", "h4"));
    let error = read(&start(), "H3-E3", Notation::Iccs).unwrap_err();
    assert_eq!(error, Message::new("move_no_piece").text("move", "H3-E3").text("square", "H3"));
}

fn detected(moves: &[&str]) -> Result<Notation, DetectError> {
    let line = Line::new(start(), xiangqi::Rules::default());
    detect::<XiangqiMoveText>(&line, moves)
}

#[test]
fn the_notation_of_a_record_is_detected() {
    assert_eq!(detected(&["h2e2", "h9g7"]), Ok(Notation::Uci));
    assert_eq!(detected(&["h3e3", "h10g8"]), Ok(Notation::Uci1));
    assert_eq!(detected(&["H2-E2", "H9-G7"]), Ok(Notation::Iccs));
    assert_eq!(detected(&["C2=5", "H8+7"]), Ok(Notation::Wxf));
    assert_eq!(detected(&["C2.5", "H8+7"]), Ok(Notation::Wxf));
    assert_eq!(detected(&["P2-5", "M8.7"]), Ok(Notation::Vi));
    assert_eq!(detected(&["Pháo 2 bình 5", "Mã 8 tiến 7"]), Ok(Notation::ViWords));
    assert_eq!(detected(&["炮二平五", "馬８進７"]), Ok(Notation::Zh));
}

#[test]
fn a_single_move_is_detected_only_by_its_characters() {
    assert_eq!(detected(&["P2-5"]), Err(DetectError::TooShort));
    assert_eq!(detected(&[]), Err(DetectError::TooShort));
    assert_eq!(detected(&["炮二平五"]), Ok(Notation::Zh));
    assert_eq!(detected(&["Pháo 2 bình 5"]), Ok(Notation::ViWords));
}

#[test]
fn a_record_two_notations_read_differently_is_ambiguous() {
    // Both chariots may slide along: one record, two games.
    let here = position("4k4/3r5/3r5/9/9/9/9/7R1/7R1/5K3 w");
    let line = Line::new(here, xiangqi::Rules::default());
    let found = detect::<XiangqiMoveText>(&line, &["h2g2", "d8c8"]);
    assert_eq!(found, Err(DetectError::Ambiguous(Notation::Uci, Notation::Uci1)));
}

#[test]
fn detection_failure_reports_the_furthest_notation() {
    let Err(DetectError::NoneFits { notation, error }) = detected(&["P2-5", "M8.7", "P2-5"]) else {
        panic!("the third move is impossible");
    };
    assert_eq!((notation, error.index, error.message.code), (Notation::Vi, 2, "move_no_piece_on_file"));
}

#[test]
fn master_games_round_trip_in_every_notation() {
    let games = include_str!("../../../testdata/games/xiangqi_masters.tsv");
    let mut plies = 0;
    for game in games.lines().filter(|line| !line.starts_with('#')) {
        let line = Line::new(start(), xiangqi::Rules::default());
        let moves: Vec<&str> = game.split_whitespace().skip(1).collect();
        let played = XiangqiMoveText::read_game(&line, &moves, Notation::Uci).unwrap();
        for &notation in XiangqiMoveText::NOTATIONS {
            let mut line = line.clone();
            let texts: Vec<String> = played
                .iter()
                .map(|&(mv, reveal)| {
                    let text = XiangqiMoveText::write(line.here(), mv, reveal, notation);
                    line.push(mv, reveal);
                    text
                })
                .collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let root = Line::new(start(), xiangqi::Rules::default());
            assert_eq!(XiangqiMoveText::read_game(&root, &texts, notation).as_ref(), Ok(&played));
        }
        plies += played.len();
    }
    assert!(plies > 5000, "the sample holds {plies} moves only");
}
