//! FEN parsing: what is accepted, what is rejected and why; no text makes the readers panic.

mod common;

use common::read;
use game::{Game, Message, ParamValue};
use proptest::prelude::*;
use xiangqi::{Rules, Xiangqi, fen};

fn refused(text: &str) -> Message {
    Xiangqi::read_position(text, &Rules::default()).expect_err(text)
}

fn parameter(message: &Message, name: &str) -> String {
    let found = message.params.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("{message} has no parameter {name}")).1.to_string()
}

fn rewritten(text: &str) -> String {
    Xiangqi::write_position(&read(text), "fen")
}

#[test]
fn the_start_is_the_start() {
    assert_eq!(Xiangqi::write_position(&Xiangqi::start(&Rules::default()), "fen"), fen::START);
    assert_eq!(rewritten(fen::START), fen::START);
}

#[test]
fn both_letter_sets_are_read_and_one_is_written() {
    let peers = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
    assert_eq!(rewritten(peers), fen::START);
    let mixed = "rnbakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHBAKAENR w - - 0 1";
    assert_eq!(rewritten(mixed), fen::START);
}

#[test]
fn spacing_counters_and_dashes_may_be_missing() {
    let board = fen::START.split(' ').next().unwrap();
    for rest in
        ["", " w", " r", " R", " w - -", "   w  -   -  0   1  ", " w - - 0", " w 0 1", "\tw\n- - 0 1\n"]
    {
        assert_eq!(rewritten(&format!("{board}{rest}")), fen::START, "{rest:?}");
        assert_eq!(rewritten(&format!("  {board}{rest}")), fen::START, "{rest:?}");
    }
    assert!(rewritten(&format!("{board} b - - 7 30")).ends_with(" b - - 7 30"));
}

#[test]
fn empty_points_may_be_split_into_several_digits() {
    let split = fen::START.replace("/9/", "/333/").replace("1c5c1", "1c14c1");
    assert_eq!(rewritten(&split), fen::START);
}

#[test]
fn a_text_of_the_wrong_shape_names_what_is_wrong() {
    assert_eq!(refused("").code, "fen_empty");
    assert_eq!(refused(" \n ").code, "fen_empty");

    let ranks = refused("4k4/9/9/9/9/9/9/9/4K4 w");
    assert_eq!((ranks.code, parameter(&ranks, "count").as_str()), ("fen_ranks", "9"));

    for (rank, count, text) in [
        (2, 8, "3k5/8/9/9/9/9/9/9/9/4K4 w"),
        (3, 10, "3k5/9/91/9/9/9/9/9/9/4K4 w"),
        (10, 10, "3k5/9/9/9/9/9/9/9/9/4K5 w"),
    ] {
        let files = refused(text);
        assert_eq!(files.code, "fen_files");
        assert_eq!(
            (parameter(&files, "rank"), parameter(&files, "count")),
            (rank.to_string(), count.to_string())
        );
    }

    let letter = refused("3k5/9/4x4/9/9/9/9/9/9/4K4 w");
    assert_eq!((letter.code, parameter(&letter, "letter").as_str()), ("fen_letter", "x"));
    assert_eq!(parameter(&letter, "place"), "8", "counted from the start of the text");

    let turn = refused("3k5/9/9/9/9/9/9/9/9/4K4 x");
    assert_eq!((turn.code, parameter(&turn, "text").as_str()), ("fen_turn_xiangqi", "x"));

    let counter = refused("3k5/9/9/9/9/9/9/9/9/4K4 w - - many");
    assert_eq!((counter.code, parameter(&counter, "text").as_str()), ("fen_counter", "many"));
    assert_eq!(refused("3k5/9/9/9/9/9/9/9/9/4K4 w - - 99999").code, "fen_counter");
    assert_eq!(refused("3k5/9/9/9/9/9/9/9/9/4K4 w - - -1").code, "fen_counter");

    let excess = refused("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 2");
    assert_eq!((excess.code, parameter(&excess, "text").as_str()), ("fen_excess", "2"));
}

#[test]
fn a_position_that_cannot_occur_names_the_piece_and_the_square_or_count() {
    let none = refused("9/9/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(none.code, "fen_generals");
    assert_eq!((parameter(&none, "side").as_str(), parameter(&none, "count").as_str()), ("side_black", "0"));
    assert_eq!(parameter(&refused("3k5/9/9/9/9/9/9/9/4K4/4K4 w"), "count"), "2");

    let many = refused("3k5/9/9/9/9/9/9/9/9/RR2K3R w");
    assert_eq!(many.code, "fen_too_many");
    assert_eq!(parameter(&many, "side"), "side_red");
    assert_eq!(
        many.params.iter().find(|(name, _)| *name == "piece").map(|(_, value)| value.clone()),
        Some(ParamValue::Word("piece_xiangqi_chariot".into()))
    );
    assert_eq!((parameter(&many, "count"), parameter(&many, "most")), ("3".into(), "2".into()));
    assert_eq!(refused("3k5/9/9/9/ppp6/ppp6/9/9/9/4K4 w").code, "fen_too_many");

    for (square, text) in [
        ("a4", "3k5/9/9/9/9/K8/9/9/9/9 w"),
        ("e7", "9/9/4K4/9/9/9/9/9/9/4k4 w"),
        ("e0", "3k5/9/9/9/9/9/9/9/4K4/4A4 w"),
        ("c2", "3k5/9/9/9/9/9/9/2A6/9/4K4 w"),
        ("b0", "3k5/9/9/9/9/9/9/9/9/1B2K4 w"),
        ("c5", "3k5/9/9/9/2B6/9/9/9/9/4K4 w"),
        ("c4", "3k5/9/9/9/9/2b6/9/9/9/4K4 w"),
    ] {
        let misplaced = refused(text);
        assert_eq!(misplaced.code, "fen_misplaced", "{text}: {misplaced}");
        assert_eq!(parameter(&misplaced, "square"), square, "{text}");
    }
}

#[test]
fn a_general_that_could_be_captured_at_once_is_refused() {
    let hangs = refused("4k4/9/9/9/9/9/9/4R4/9/3K5 w");
    assert_eq!((hangs.code, parameter(&hangs, "square").as_str()), ("fen_general_hangs", "e2"));
    assert_eq!(parameter(&hangs, "side"), "side_black");
    assert_eq!(
        refused("4k4/9/9/9/9/9/9/9/9/4K4 w").code,
        "fen_general_hangs",
        "the generals face each other"
    );
    assert_eq!(refused("4k4/9/9/9/9/9/9/9/9/4K4 b").code, "fen_general_hangs");
    read("4k4/9/9/9/9/9/9/4R4/9/3K5 b");
}

#[test]
fn strayed_soldiers_load_with_a_warning() {
    for (square, text) in [
        ("b3", "3k5/9/9/9/9/9/1P7/9/9/4K4 w"),
        ("a0", "3k5/9/9/9/9/9/9/9/9/P3K4 w"),
        ("h5", "3k5/9/9/9/7p1/9/9/9/9/4K4 w"),
    ] {
        let read = Xiangqi::read_position(text, &Rules::default()).expect(text);
        let codes: Vec<&str> = read.warnings.iter().map(|warning| warning.code).collect();
        assert_eq!(codes, ["warning_strayed_soldier"], "{text}");
        assert_eq!(parameter(&read.warnings[0], "square"), square);
    }
    let usual = Xiangqi::read_position(fen::START, &Rules::default()).unwrap();
    assert!(usual.warnings.is_empty());
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in any::<String>()) {
        let _ = fen::read(&text);
        let _ = Xiangqi::read_move(&Xiangqi::start(&Rules::default()), &text);
    }

    #[test]
    fn any_text_that_looks_like_a_position_is_parsed_or_rejected(text in "[rnbakcpheRNBAKCPHE1-9/ wb0-]{0,120}") {
        let _ = fen::read(&text);
    }

    #[test]
    fn a_position_with_one_character_changed_is_read_back_or_refused(
        place in 0..fen::START.len(),
        letter in any::<char>(),
    ) {
        let changed: String =
            fen::START.chars().enumerate().map(|(at, old)| if at == place { letter } else { old }).collect();
        if let Ok(read) = fen::read(&changed) {
            let written = fen::write(&read.position);
            prop_assert_eq!(fen::read(&written).map(|again| again.position), Ok(read.position));
        }
    }

    #[test]
    fn any_text_that_looks_like_a_move_is_parsed_or_rejected(text in "[a-jA-J0-9é+-]{0,6}") {
        let _ = Xiangqi::read_move(&Xiangqi::start(&Rules::default()), &text);
    }
}
