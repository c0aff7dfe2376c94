//! What no file may hold, and what every file must.

use super::code::{code_only, has_word};
use super::map::{self, REGISTRY};
use crate::workspace::Crate;

/// A file of more lines than this holds more than one idea, unless a program wrote it.
const LINES: usize = 600;

/// Left behind by somebody who meant to come back.
const UNFINISHED: [&str; 4] = ["todo!", "unimplemented!", "dbg!", "#[ignore"];

/// Files that may hold `unsafe`, each block with its reason and a safe twin it is tested against.
const UNSAFE: [&str; 4] = [
    "crates/search/src/huge_pages.rs",
    "crates/search/src/tt.rs",
    "crates/eval/src/nnue/kernel.rs",
    "crates/learn/src/train/kernel.rs",
];

/// The room where a player is shown the deal, and who may open it: its own house, and the arena that measures.
const SHOWN: (&str, [&str; 2]) = ("deal_aware", ["crates/table/", "crates/arena/"]);

/// Ways to speak to the world.
const SPEECH: [&str; 10] = [
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "stdin",
    "stdout",
    "stderr",
    "std::fs",
    "std::env",
    "std::net",
];

/// What rules and opinions know nothing of, besides.
const WORLD: [&str; 6] = ["std::io", "std::time", "Instant", "SystemTime", "serde", "serde_json"];

/// Places of somebody's machine, and signs of somebody's package mirror. In pieces, or this file would be one.
const MACHINE: [&str; 8] = [
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/tmp/tar", "get"),
    concat!("replace-", "with"),
    concat!("index-", "url"),
    concat!("trusted-", "host"),
    concat!("find-", "links"),
];

/// Adds every breach in one file. `path` is from the project's root.
pub fn check(crates: &[Crate], games: &[&str], path: &str, text: &str, breaches: &mut Vec<String>) {
    let mut breach = |line: usize, what: &str| breaches.push(format!("{path}:{line}: {what}"));
    for (index, line) in text.lines().enumerate() {
        if let Some(place) = MACHINE.iter().find(|&&place| line.contains(place)) {
            breach(index + 1, &format!("names a machine or a mirror: {place}"));
        }
        let source = line.strip_prefix("source = \"").filter(|_| path.ends_with("Cargo.lock"));
        if source.is_some_and(|source| {
            !source.starts_with("registry+https://github.com/rust-lang/crates.io-index")
        }) {
            breach(index + 1, "a dependency that does not come from crates.io");
        }
    }
    if let "rs" | "py" | "ts" = path.rsplit('.').next().unwrap_or_default()
        && text.lines().count() > LINES
        && !text.starts_with("// Generated from ")
    {
        breach(1, &format!("{} lines; more than {LINES} is more than one idea", text.lines().count()));
    }
    if path.ends_with(".rs") {
        if !text.starts_with("//! ") {
            breach(1, "a file opens with one `//!` sentence: what lives here");
        }
        check_code(crates, games, path, &code_only(text), &mut breach);
    }
}

fn check_code(
    crates: &[Crate],
    games: &[&str],
    path: &str,
    code: &str,
    breach: &mut impl FnMut(usize, &str),
) {
    let home = crates.iter().filter(|one| path.starts_with(&format!("{}/", one.home)));
    let owner = home.max_by_key(|one| one.home.len());
    // Tests and examples beside `src` may print and read files: they are not the product.
    let product = owner.filter(|one| path[one.home.len()..].starts_with("/src/"));
    for (index, line) in code.lines().enumerate() {
        let has =
            |word: &&&str| if word.starts_with('#') { line.contains(**word) } else { has_word(line, word) };
        if let Some(word) = UNFINISHED.iter().find(has) {
            breach(index + 1, &format!("unfinished: {word}"));
        }
        if has_word(line, "unsafe") && !UNSAFE.contains(&path) {
            breach(index + 1, "unsafe code outside the files that may hold it");
        }
        if has_word(line, SHOWN.0) && product.is_some() && !SHOWN.1.iter().any(|home| path.starts_with(home))
        {
            breach(index + 1, "nobody but the arena may show a player the deal");
        }
        let Some(room) = product.map(|one| map::room(&one.name)) else { continue };
        let speech = SPEECH.iter().filter(|_| !room.is_door);
        let world = WORLD.iter().filter(|_| room.is_pure && room.name != "words");
        if let Some(word) = speech.chain(world).find(has) {
            breach(index + 1, &format!("`{word}` has no place in this crate; the doors speak to the world"));
        }
    }
    let names = |game: &&&str| has_word(code, &format!("{game}::"));
    // The tests of a generic crate try it on every game, and may.
    if product.is_some() && path != REGISTRY && games.len() > 1 && games.iter().all(|game| names(&game)) {
        breach(1, &format!("names every game; only {REGISTRY} does"));
    }
    if path.starts_with("crates/table/src/") && path != REGISTRY && games.iter().filter(names).count() > 1 {
        breach(1, &format!("names several games; only {REGISTRY} does"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> Vec<Crate> {
        let homes = ["crates/xiangqi", "crates/toy", "crates/table", "crates/words", "crates/kydai", "xtask"];
        let member = |home: &str| Crate {
            name: home.rsplit('/').next().unwrap_or_default().to_owned(),
            home: home.to_owned(),
            dependencies: Vec::new(),
            test_dependencies: Vec::new(),
        };
        homes.map(member).into()
    }

    fn breaches(path: &str, text: &str) -> Vec<String> {
        let mut breaches = Vec::new();
        check(&house(), &["xiangqi", "toy"], path, text, &mut breaches);
        breaches
    }

    fn is_clean(path: &str, text: &str) -> bool {
        breaches(path, &format!("//! A file.\n{text}\n")).is_empty()
    }

    #[test]
    fn a_file_opens_with_what_lives_there() {
        assert_eq!(breaches("crates/toy/src/lib.rs", "use game;\n").len(), 1);
        assert!(is_clean("crates/toy/src/lib.rs", "use game;"));
    }

    #[test]
    fn a_long_file_is_two_files() {
        let long = "//! Long.\n".repeat(LINES + 1);
        assert_eq!(breaches("crates/toy/src/lib.rs", &long).len(), 1);
        assert!(breaches("testdata/games.tsv", &long).is_empty());
    }

    #[test]
    fn unfinished_code_is_found_but_not_in_words() {
        assert!(!is_clean("crates/toy/src/a.rs", "fn f() { todo!() }"));
        assert!(!is_clean("crates/toy/tests/a.rs", "#[ignore = \"slow\"]"));
        assert!(!is_clean("xtask/src/a.rs", "dbg!(x);"));
        assert!(is_clean("crates/toy/src/a.rs", "// todo!() was here"));
        assert!(is_clean("crates/toy/src/a.rs", "let text = \"todo!()\";"));
    }

    #[test]
    fn unsafe_code_stays_in_the_files_that_may_hold_it() {
        assert!(is_clean(UNSAFE[0], "unsafe { f() }"));
        assert!(!is_clean("crates/toy/src/a.rs", "unsafe { f() }"));
        assert!(is_clean("crates/toy/src/a.rs", "// unsafe"));
    }

    #[test]
    fn rules_know_no_files_no_clock_no_json() {
        for line in
            ["use std::fs;", "use std::io::Write;", "std::time::Instant::now()", "use serde::Serialize;"]
        {
            assert!(!is_clean("crates/xiangqi/src/a.rs", line), "{line}");
            assert!(is_clean("crates/xiangqi/tests/a.rs", line), "{line}");
        }
        assert!(!is_clean("crates/xiangqi/src/a.rs", "println!(\"x\");"));
    }

    #[test]
    fn only_doors_print() {
        assert!(!is_clean("crates/table/src/a.rs", "println!(\"x\");"));
        assert!(!is_clean("crates/words/src/a.rs", "std::env::var(\"LANG\")"));
        assert!(is_clean("crates/words/src/a.rs", "serde_json::from_str(text)"));
        assert!(is_clean("crates/kydai/src/a.rs", "println!(\"x\");"));
    }

    #[test]
    fn only_the_registry_names_games() {
        let all = "use xiangqi::Xiangqi; use toy::Toy;";
        assert!(is_clean(REGISTRY, all));
        assert!(!is_clean("crates/kydai/src/a.rs", all));
        assert!(is_clean("crates/kydai/tests/a.rs", all));
        assert!(is_clean("crates/kydai/src/a.rs", "use toy::Toy;"));
        assert!(is_clean("crates/table/src/a.rs", "use toy::Toy;"));
        assert!(!is_clean("crates/table/src/a.rs", all));
    }

    #[test]
    fn nobody_but_the_arena_shows_a_player_the_deal() {
        assert!(is_clean("crates/table/src/a.rs", "pub mod deal_aware;"));
        assert!(!is_clean("crates/kydai/src/a.rs", "use table::deal_aware::deal_aware_engine;"));
        assert!(is_clean("crates/kydai/src/a.rs", "// deal_aware is not used here"));
    }

    #[test]
    fn machines_and_mirrors_are_not_named() {
        assert!(!breaches("README.md", concat!("see /wo", "rk/notes\n")).is_empty());
        assert!(!breaches(".cargo/config.toml", concat!("replace-", "with = \"x\"\n")).is_empty());
        assert!(!breaches("Cargo.lock", "source = \"registry+https://mirror.example/index\"\n").is_empty());
        let normal = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert!(breaches("Cargo.lock", normal).is_empty());
    }
}
