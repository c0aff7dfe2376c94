//! `kydai verify`: exit status for valid and invalid deals, and clear errors.

mod common;

use common::{kydai, kydai_reading};
use serde_json::{Value, json};

const PROOF: &str = include_str!("../../../testdata/jieqi/proof.json");

fn proof() -> Value {
    serde_json::from_str(PROOF).expect("JSON")
}

#[test]
fn a_finished_game_verifies_from_a_file_and_from_standard_input() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/jieqi/proof.json");
    let output = kydai(&["verify", file]);
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{}", output.out);
    assert!(output.out.starts_with("The deal is valid."), "{}", output.out);
    assert_eq!(output.out.matches('✓').count(), 3, "{}", output.out);
    let output = kydai_reading(&["verify", "-", "--json"], PROOF);
    assert_eq!(output.status, 0);
    assert_eq!(output.json()["verifies"], true);
    assert_eq!(output.json()["pieces"], proof()["men"]);
    let output = kydai_reading(&["verify", "-", "--lang", "vi"], PROOF);
    assert!(output.out.starts_with("Cách chia quân hợp lệ."), "{}", output.out);
}

#[test]
fn a_changed_byte_ends_with_status_1() {
    for field in ["seed", "commitment"] {
        let mut forged = proof();
        let text = forged[field].as_str().expect("text").to_owned();
        let digit = if text.ends_with('7') { '8' } else { '7' };
        forged[field] = json!(format!("{}{digit}", &text[..text.len() - 1]));
        let output = kydai_reading(&["verify", "-"], &forged.to_string());
        assert_eq!((output.status, output.err.as_str()), (1, ""), "{}", output.out);
        assert!(
            output.out.starts_with("The deal is not valid.") && output.out.contains('✗'),
            "{}",
            output.out
        );
    }
}

#[test]
fn the_parts_may_be_given_as_arguments() {
    let proof = proof();
    let text = |name: &str| proof[name].as_str().expect("text").to_owned();
    let moves: Vec<&str> =
        proof["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let (seed, commitment, pieces, moves) = (text("seed"), text("commitment"), text("men"), moves.join(" "));
    let (red, black) =
        (proof["nonces"][0].as_str().expect("text"), proof["nonces"][1].as_str().expect("text"));
    let arguments = |red: &str, board: &str| {
        kydai(&[
            "verify",
            "--seed",
            &seed,
            "--commitment",
            &commitment,
            "--red",
            red,
            "--black",
            black,
            board,
            &pieces,
            "--moves",
            &moves,
            "--game-id",
            "the room",
        ])
    };
    let output = arguments(red, "--pieces");
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    assert!(output.out.contains("(the room)"));
    assert_eq!(arguments(red, "--men").status, 0, "the former name of --pieces");
    assert_eq!(arguments("00", "--pieces").status, 1);
}

#[test]
fn invalid_deal_data_is_reported() {
    let with = |field: &str, value: Value| {
        let mut changed = proof();
        changed[field] = value;
        changed.to_string()
    };
    for (input, code) in [
        ("{".to_owned(), "verify_unreadable"),
        ("[]".to_owned(), "verify_unreadable"),
        (with("seed", json!("xyz")), "verify_hex"),
        (with("seed", json!("00")), "deal_seed_length"),
        (with("scheme", json!("jieqi-v9")), "verify_scheme"),
        (with("game", json!("chess")), "verify_no_deal"),
        (with("game", json!("go")), "cli_game_unknown"),
        (with("start", json!("nonsense")), "fen_ranks"),
    ] {
        let output = kydai_reading(&["verify", "-", "--json"], &input);
        assert_eq!(output.status, 1, "{input}");
        assert_eq!(output.json()["error"]["code"], code, "{input}");
    }
    let output = kydai(&["verify", "/no/such/file.json"]);
    assert_eq!(output.status, 1);
    assert!(output.err.starts_with("error: /no/such/file.json: "), "{}", output.err);
}
