//! `kydai intro`: a short introduction.

use serde_json::json;
use table::games;

use crate::failure::Failure;
use crate::output::Output;

pub fn run(output: &Output) -> Result<(), Failure> {
    if output.json {
        let names: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        return output.print_json(&json!({
            "name": "kydai",
            "version": env!("CARGO_PKG_VERSION"),
            "games": names,
            "commands": [
                "show", "play", "analyse", "solve", "judge", "notate", "perft", "arena", "bench", "uci", "ucci", "games",
            ],
        }));
    }
    let lines = [
        ("", "intro_title"),
        ("", "intro_what"),
        ("", ""),
        ("kydai show", "intro_show"),
        ("kydai play --level 4", "intro_play"),
        ("kydai analyse game.pgn", "intro_analyse"),
        ("kydai judge --moves \"...\"", "intro_judge"),
        ("kydai notate --from uci --to vi", "intro_notate"),
        ("kydai perft --depth 4", "intro_perft"),
        ("kydai uci", "intro_uci"),
        ("kydai games", "intro_games"),
        ("", ""),
        ("", "intro_help"),
    ];
    let mut text = String::new();
    for (command, key) in lines {
        let sentence = if key.is_empty() { String::new() } else { output.word(key) };
        if command.is_empty() {
            text.push_str(&format!("{sentence}\n"));
        } else {
            text.push_str(&format!("  {command:<33}{sentence}\n"));
        }
    }
    output.print(&text)
}
