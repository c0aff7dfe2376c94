//! Tests of the program as a process. (They also make `cargo test` build it, for the peers step.)

use std::process::{Command, Output};

fn trials(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trials")).args(arguments).output().expect("the program starts")
}

#[test]
fn small_counts_of_one_game_are_verified() {
    let output = trials(&["perft", "--threads", "2", "--game", "toy", "--own", "--at-most", "10000"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("toy.epd: ") && text.contains("counts are right"), "{text}");
}

#[test]
fn errors_are_printed_and_give_status_1() {
    let output = trials(&["perft", "--threads", "1", "--game", "go", "--own"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), "there is no game `go`");
    let nowhere = trials(&["bench", "--rounds", "1", "--rival", "no-such-engine"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("no-such-engine could not be started"));
}
