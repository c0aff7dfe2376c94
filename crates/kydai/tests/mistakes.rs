//! Bad input: status 1, a clear message on standard error and a JSON error object.

mod common;

use common::{kydai, kydai_reading};

/// Arguments, expected error code, and part of the expected message.
const MISTAKES: [(&[&str], &str, &str); 15] = [
    (&["show", "--game", "go"], "cli_game_unknown", "xiangqi, jieqi, chess, "),
    (&["show", "--fen", "nonsense"], "fen_ranks", "ranks instead of 10"),
    (&["show", "--fen", ""], "fen_empty", "empty"),
    (&["show", "--rules", "speed=fast"], "option_unknown", "speed"),
    (&["show", "--rules", "fast"], "cli_option_form", "name=value"),
    (&["show", "--rules", "no_progress=many"], "option_number", "many"),
    (&["show", "--moves", "h2e2 h2e2"], "cli_move_wrong", "Move 2"),
    (&["show", "--moves", "hello"], "cli_move_wrong", "hello"),
    (&["show", "--notation", "san", "--moves", "e4"], "notation_unknown", "uci1"),
    (&["judge", "--game", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "fen_king_missing", "no king"),
    (&["judge", "--moves", "a0a9"], "cli_move_wrong", "chariot cannot go to a9"),
    (&["perft", "--depth", "2", "--fen", "9/9/9/9/9/9/9/9/9/9 w"], "fen_generals", "0 generals"),
    (&["notate", "--from", "wxf", "--to", "uci", "P2-5"], "cli_move_wrong", "no soldier on Red's file 2"),
    (&["notate", "--from", "vi", "--to", "morse", "P2-5"], "notation_unknown", "morse"),
    (&["show", "--game", "toy", "--moves", "a1 a1"], "cli_move_wrong_named", "already a piece on a1"),
];

#[test]
fn bad_input_ends_with_status_1_and_a_reason() {
    for (arguments, _, piece) in MISTAKES {
        let output = kydai(arguments);
        assert_eq!(output.status, 1, "{arguments:?}");
        assert!(output.out.is_empty(), "{arguments:?} printed {}", output.out);
        assert!(
            output.err.starts_with("error: ") && output.err.contains(piece),
            "{arguments:?} output {}",
            output.err
        );
        assert!(!output.err.contains('{'), "a parameter is missing: {}", output.err);
    }
}

#[test]
fn the_json_error_has_the_code() {
    for (arguments, code, _) in MISTAKES {
        let output = kydai(&[arguments, &["--json"]].concat());
        assert_eq!(output.status, 1, "{arguments:?}");
        let error = &output.json()["error"];
        assert_eq!(error["code"], code, "{arguments:?}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{arguments:?}");
    }
}

#[test]
fn errors_use_the_requested_language() {
    let output = kydai(&["notate", "--lang", "vi", "--from", "vi", "--to", "uci", "P5-6"]);
    assert_eq!(output.err, "lỗi: Nước thứ 1: P5-6: lộ 5 của Đỏ không có Pháo.\n");
    let output = kydai(&["notate", "--lang", "zh-Hans", "--from", "zh", "--to", "uci", "炮五平六"]);
    assert_eq!(output.err, "错误：第1着：炮五平六：红方第5路没有炮。\n");
}

#[test]
fn wrong_usage_ends_with_status_1_too() {
    for arguments in [&["fly"][..], &["perft"], &["show", "--colour"], &["perft", "--depth", "many"]] {
        let output = kydai(arguments);
        assert_eq!(output.status, 1, "{arguments:?}");
        assert!(output.err.contains("error:"), "{}", output.err);
        let output = kydai(&[arguments, &["--json"]].concat());
        assert_eq!((output.status, &output.json()["error"]["code"]), (1, &"usage".into()));
    }
}

#[test]
fn help_and_version_are_not_errors() {
    for arguments in [&["--help"][..], &["--version"], &["help", "judge"], &["notate", "--help"]] {
        let output = kydai(arguments);
        assert_eq!(output.status, 0, "{arguments:?}");
        assert!(output.err.is_empty());
    }
    for command in ["show", "perft", "judge", "notate", "games"] {
        assert!(kydai(&[command, "--help"]).out.contains("Examples:"), "{command}");
    }
}

/// Examples of a help text, split as a shell would.
fn examples(help: &str) -> Vec<Vec<String>> {
    let joined = help.replace("\\\n", " ");
    let lines = joined.lines().filter_map(|line| line.strip_prefix("  kydai "));
    lines
        .map(|line| {
            let pieces = line.split('"').enumerate();
            pieces
                .flat_map(|(index, piece)| {
                    if index % 2 == 1 {
                        vec![piece.to_owned()]
                    } else {
                        piece.split_whitespace().map(str::to_owned).collect()
                    }
                })
                .collect()
        })
        .collect()
}

#[test]
fn every_example_of_the_help_works() {
    for command in ["show", "perft", "judge", "notate", "games"] {
        let examples = examples(&kydai(&[command, "--help"]).out);
        assert!(examples.len() >= 3, "{command}");
        for example in examples {
            // Input redirected from a file is read from standard input.
            let arguments: Vec<&str> =
                example.iter().map(String::as_str).take_while(|argument| *argument != "<").collect();
            let output = kydai_reading(&arguments, "e4 e5\n");
            assert_eq!(output.status, 0, "{arguments:?}: {}", output.err);
        }
    }
}

#[test]
fn invalid_utf_8_is_an_error_of_its_line_only() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_kydai"))
        .args(["notate", "--from", "uci", "--to", "vi", "--lang", "en"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("stdin");
    stdin.write_all(b"h2e2\n\xC5\xDA\xB6\xFE\nh2e2 h9g7\n").expect("input");
    drop(stdin);
    let output = child.wait_with_output().expect("output");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "P2-5\n\nP2-5 M8.7\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: Line 2: The text is not UTF-8.\n");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_bad_input() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let output = common::finish(common::command(&["show", "--fen"]).arg(OsStr::from_bytes(b"\xff\xfe")), "");
    assert_eq!(output.status, 1);
    assert!(output.err.contains("error:") && !output.err.contains("panicked"), "{}", output.err);
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};
    let input = "h2e2 h9g7\n".repeat(20_000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_kydai"))
        .args(["notate", "--from", "uci", "--to", "vi"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin");
    // The program stops reading when its output is closed, so writing its input may fail.
    let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("output");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn odd_input_never_panics() {
    let odd = [
        "",
        " ",
        "\u{0}",
        "🀄",
        "a0a0a0a0",
        "-",
        "--",
        "９９",
        "兵兵兵兵",
        "1.",
        "1.1.1",
        "{move}",
        "=",
        "/",
    ];
    for text in odd {
        for notation in ["uci", "uci1", "iccs", "wxf", "vi", "vi-words", "zh", "zh-hant", "auto"] {
            let output = kydai_reading(&["notate", "--from", notation, "--to", "uci"], &format!("{text}\n"));
            assert!(
                output.status <= 1 && !output.err.contains("panicked"),
                "{notation} {text:?}: {}",
                output.err
            );
        }
    }
    for fen in
        ["/////////", "9/9/9/9/9/9/9/9/9/9 w - - 99999999999 1", "🀄/9 b", "K w", "4k4/9/9/9/9/9/9/9/9/4K4"]
    {
        for game in ["xiangqi", "jieqi", "chess", "toy"] {
            let output = kydai(&["show", "--game", game, "--fen", fen]);
            assert!(output.status <= 1 && !output.err.contains("panicked"), "{game} {fen:?}: {}", output.err);
        }
    }
}
