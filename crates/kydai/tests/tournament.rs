//! `kydai tournament`: pairing, checking, standings and explanations of TRF files.

mod common;

use common::{kydai, kydai_reading};

fn file(name: &str) -> String {
    format!("{}/../../testdata/tournaments/generated/{name}.trf", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_round_is_printed_one_board_a_line_with_the_bye_as_zero() {
    let output = kydai(&["tournament", "pair", &file("p11_r5_s2"), "--round", "2"]);
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{}", output.out);
    let mut boards: Vec<&str> =
        output.out.lines().map(|line| line.split_once(' ').map_or("", |row| row.1)).collect();
    assert_eq!(boards.last(), Some(&"10 0"));
    boards.sort_unstable();
    assert_eq!(boards, ["1 2", "10 0", "5 11", "7 6", "8 4", "9 3"]);
}

#[test]
fn a_file_is_checked_against_its_own_rounds() {
    let name = file("p16_r9_s3");
    let output = kydai(&["tournament", "check", &name]);
    assert_eq!((output.status, output.out.as_str()), (0, "0 differences\n"));
    // Players 7 and 11 change their first opponents.
    let text = std::fs::read_to_string(&name).expect("a file");
    let swapped = text.replace("15 w 1     4 b 1     1 b +", "11 w 1     4 b 1     1 b +");
    assert_ne!(swapped, text);
    let output = kydai_reading(&["tournament", "check", "-"], &swapped);
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.err.contains("Line 8, column 92"), "{}", output.err);
}

#[test]
fn standings_have_the_tie_breaks_that_were_asked_for() {
    let output =
        kydai(&["tournament", "standings", &file("p11_r5_s2"), "--tiebreaks", "BH,BH/C1,SB,PS,DE", "--json"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let first = &output.json()[0];
    assert_eq!((&first["number"], &first["rank"]), (&4.into(), &1.into()));
    assert_eq!(first["points"], 3.5);
    assert_eq!(first["tiebreaks"]["BH"], 15.5);
    assert_eq!(first["tiebreaks"]["BH/C1"], 13.0);
    assert_eq!(first["tiebreaks"]["SB"], 10.25);
    let output = kydai(&["tournament", "standings", &file("p11_r5_s2"), "--tiebreaks", "BH,XY"]);
    assert_eq!(output.status, 1);
    assert!(output.err.contains("XY"), "{}", output.err);
}

#[test]
fn pairings_are_explained_in_four_languages() {
    for (language, met) in
        [("en", "(C1)"), ("vi", "đã gặp nhau ở vòng 1"), ("zh-Hans", "第 1 轮"), ("zh-Hant", "第 1 輪")]
    {
        let name = file("p11_r5_s2");
        let arguments = ["tournament", "pair", &name, "--round", "2", "--lang", language];
        let output = kydai(&[arguments.as_slice(), &["--why", "1", "6"]].concat());
        assert!(output.out.contains(met), "{}", output.out);
        let output = kydai(&[arguments.as_slice(), &["--explain"]].concat());
        assert_eq!(output.status, 0, "{}", output.err);
        assert!(output.out.lines().filter(|line| line.starts_with("    ")).count() >= 11, "{}", output.out);
        assert!(!output.out.contains("tournament_"), "{}", output.out);
    }
    // Every board names its opponent by the order of the bracket, or why that one is not met.
    let output =
        kydai(&["tournament", "pair", &file("p16_r9_s3"), "--round", "4", "--explain", "--lang", "en"]);
    let reasons = |word: &str| output.out.lines().filter(|line| line.contains(word)).count();
    assert!(reasons("would have met") >= 1 && reasons("upper half") >= 1, "{}", output.out);
    assert!(output.out.contains("played each other in round"), "{}", output.out);
}

#[test]
fn every_board_says_why_this_opponent() {
    let (mut boards, mut in_order) = (0, 0);
    for round in 2..=9 {
        let round = round.to_string();
        let name = file("p11_r9_s1");
        let output =
            kydai(&["tournament", "pair", &name, "--round", &round, "--explain", "--json", "--lang", "en"]);
        for board in output.json()["boards"].as_array().expect("boards") {
            boards += 1;
            let codes: Vec<&str> = board["why"]
                .as_array()
                .expect("reasons")
                .iter()
                .filter_map(|why| why["code"].as_str())
                .collect();
            let about_opponent = |code: &&str| {
                let codes = ["order", "order_down", "not_order", "first_in_order", "bye"];
                codes.iter().any(|end| **code == format!("tournament_why_{end}"))
            };
            assert_eq!(codes.iter().filter(|code| about_opponent(code)).count(), 1, "{round}: {board}");
            in_order += codes.iter().filter(|code| code.ends_with("first_in_order")).count();
        }
    }
    assert!(boards > 40 && in_order > 0, "{boards} boards, {in_order}");
}

#[test]
fn a_question_about_the_bye_may_name_it_first_and_nobody_meets_oneself() {
    let name = file("p11_r5_s2");
    let why = |one: &str, other: &str| {
        kydai(&["tournament", "pair", &name, "--round", "3", "--lang", "en", "--why", one, other])
    };
    assert_eq!((why("0", "1").status, why("0", "1").out), (0, why("1", "0").out));
    let output = why("4", "4");
    assert_eq!((output.status, output.out.as_str()), (1, ""));
    assert!(output.err.contains("two different players"), "{}", output.err);
}

#[test]
fn no_round_is_paired_after_the_last() {
    let played = [(" 1.0", "   3 w 1"), (" 1.0", "   4 b 1"), (" 0.0", "   1 b 0"), (" 0.0", "   2 w 0")];
    let output = kydai_reading(&["tournament", "pair", "-", "--lang", "en"], &four("XXR 1\n", played));
    assert_eq!((output.status, output.out.as_str()), (1, ""));
    assert!(output.err.contains("All 1 rounds"), "{}", output.err);
    let output = kydai_reading(&["tournament", "pair", "-", "--rounds", "1"], &four("", played));
    assert_eq!(output.status, 1, "{}", output.out);
    // A file without a number of rounds has the columns of the rounds so far.
    let output = kydai_reading(&["tournament", "pair", "-"], &four("", played));
    assert_eq!((output.status, output.out.lines().count()), (0, 2), "{}", output.err);
}

#[test]
fn a_random_tournament_is_one_that_the_other_commands_accept() {
    for format in ["trf16", "trf26"] {
        let arguments =
            ["tournament", "generate", "--players", "21", "--rounds", "6", "--seed", "3", "--format", format];
        let output = kydai(&arguments);
        assert_eq!((output.status, output.err.as_str()), (0, ""), "{format}");
        assert_eq!(kydai(&arguments).out, output.out, "the same seed gives the same file");
        let checked = kydai_reading(&["tournament", "check", "-"], &output.out);
        assert_eq!(
            (checked.status, checked.out.as_str()),
            (0, "0 differences\n"),
            "{format}: {}",
            checked.err
        );
        let ranked = kydai_reading(&["tournament", "standings", "-", "--json"], &output.out);
        assert_eq!(ranked.json().as_array().map(Vec::len), Some(21), "{format}");
    }
    let output = kydai(&["tournament", "generate", "--players", "1"]);
    assert_eq!(output.status, 1);
    assert!(output.err.contains("--players"), "{}", output.err);
}

/// A file of four players with these rounds as TRF text, and points.
fn four(header: &str, rounds: [(&str, &str); 4]) -> String {
    let mut text = format!("012 Club\n{header}");
    for (index, (points, entries)) in rounds.iter().enumerate() {
        let number = index + 1;
        text.push_str(&format!(
            "001 {number:>4}      {:<33} {:>4}{:>28}{points} {number:>4}  {entries}\n",
            format!("Player{number}"),
            2400 - 10 * number,
            ""
        ));
    }
    text
}

#[test]
fn differences_end_with_status_one_and_are_named() {
    // The upper half should have met the lower half.
    let text = four(
        "XXR 3\nXXC white1\n",
        [(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0"), (" 1.0", "   4 w 1"), (" 0.0", "   3 b 0")],
    );
    let output = kydai_reading(&["tournament", "check", "-"], &text);
    assert_eq!((output.status, output.err.as_str()), (1, ""));
    assert!(output.out.ends_with("2 differences\n"), "{}", output.out);
    assert_eq!(output.out.lines().count(), 3);
    let output = kydai_reading(&["tournament", "check", "-", "--json"], &text);
    assert_eq!(output.status, 1);
    assert_eq!(output.json()["differences"][0], serde_json::json!({"round": 1, "first": 1, "second": 2}));
    // A file that is not there is no tournament with differences.
    assert_eq!(kydai(&["tournament", "check", "no-such-file.trf"]).status, 2);
}

#[test]
fn broken_files_name_line_and_column_in_every_command() {
    let broken = four("XXR 3\n", [(" 1.0", "   9 w 1"), (" 0.0", "   1 b 0"), (" 0.0", ""), (" 0.0", "")]);
    for command in [&["check", "-"][..], &["pair", "-"], &["standings", "-"]] {
        let output = kydai_reading(&[&["tournament"], command].concat(), &broken);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{command:?}");
        assert!(output.err.contains("Line 3, column 92"), "{}", output.err);
        assert!(!output.err.contains("panicked"), "{}", output.err);
    }
    for hostile in [
        "",
        "\0\0\0",
        "001",
        "001    1",
        "001 99999999999999999999",
        "XXR 0\n",
        "\u{feff}",
        "DDD\n001    1 x\n",
    ] {
        let output = kydai_reading(&["tournament", "check", "-"], hostile);
        assert_eq!(output.status, 2, "{hostile:?}: {}", output.out);
        assert!(!output.err.contains("panicked") && !output.err.is_empty(), "{hostile:?}: {}", output.err);
    }
}

#[test]
fn absent_players_are_not_printed_and_the_bye_is_zero() {
    let text = four("XXR 3\nXXC white1\n", [(" 0.5", "0000 - H"), (" 0.0", ""), (" 0.0", ""), (" 0.0", "")]);
    // The half-point bye is for round 1: players 2, 3 and 4 are left, and one of them has no opponent.
    let output = kydai_reading(&["tournament", "pair", "-", "--round", "1"], &text);
    assert_eq!((output.status, output.out.as_str()), (0, "1 2 3\n2 4 0\n"), "{}", output.err);
    let output = kydai_reading(&["tournament", "pair", "-", "--round", "1", "--json"], &text);
    let boards = &output.json()["boards"];
    assert_eq!(
        *boards,
        serde_json::json!([
            {"board": 1, "first": 2, "second": 3},
            {"board": 2, "first": 4, "second": 0},
        ])
    );
}

#[test]
fn first_color_and_rounds_come_from_the_file_before_the_options() {
    let empty = [(" 0.0", ""), (" 0.0", ""), (" 0.0", ""), (" 0.0", "")];
    let pair = |header: &str, options: &[&str]| {
        let output = kydai_reading(&[&["tournament", "pair", "-"], options].concat(), &four(header, empty));
        assert_eq!(output.status, 0, "{}", output.err);
        output.out
    };
    let (white, black) = ("1 1 3\n2 4 2\n", "1 3 1\n2 2 4\n");
    assert_eq!(pair("XXR 3\nXXC white1\n", &[]), white);
    assert_eq!(pair("142 3\n152 B\n", &[]), black);
    assert_eq!(pair("XXR 3\n", &["--first-color", "black"]), black);
    assert_eq!(pair("XXR 3\n", &["--first-colour", "white"]), white);
    assert_eq!(pair("XXR 3\nXXC white1\n", &["--first-color", "black"]), white, "the file decides");
    // In the last round topscorers may have a third game with the same color: the number of rounds matters.
    let played = [(" 1.0", "   3 w 1"), (" 1.0", "   4 b 1"), (" 0.0", "   1 b 0"), (" 0.0", "   2 w 0")];
    for options in [&["--rounds", "2"][..], &["--rounds", "9"], &[]] {
        let output = kydai_reading(&[&["tournament", "pair", "-"], options].concat(), &four("", played));
        assert_eq!((output.status, output.out.lines().count()), (0, 2), "{options:?}: {}", output.err);
    }
    let output = kydai_reading(&["tournament", "pair", "-", "--round", "4"], &four("", played));
    assert_eq!(output.status, 1);
}

#[test]
fn standings_in_json_have_exactly_these_fields() {
    let played = [(" 1.0", "   3 w 1"), (" 1.0", "   4 b 1"), (" 0.0", "   1 b 0"), (" 0.0", "   2 w 0")];
    let arguments = ["tournament", "standings", "-", "--tiebreaks", "BH,BH/C1,SB,PS,DE", "--json"];
    let output = kydai_reading(&arguments, &four("XXR 3\n", played));
    let rows = output.json();
    let rows = rows.as_array().expect("a list");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let row = row.as_object().expect("an object");
        let mut names: Vec<&str> = row.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["number", "points", "rank", "tiebreaks"]);
        let mut codes: Vec<&str> =
            row["tiebreaks"].as_object().expect("values").keys().map(String::as_str).collect();
        codes.sort_unstable();
        assert_eq!(codes, ["BH", "BH/C1", "DE", "PS", "SB"]);
    }
}
