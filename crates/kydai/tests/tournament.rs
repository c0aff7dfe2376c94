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
