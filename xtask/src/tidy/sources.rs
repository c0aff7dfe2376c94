//! Rules of source files: length, first line, unfinished and unsafe code, I/O, names of machines.

use super::code::{code_only, has_word, literals};
use super::map::{self, REGISTRATIONS, REGISTRY};
use crate::workspace::Crate;

/// Longest source file, generated ones aside.
const MAX_LINES: usize = 600;

/// Marks of unfinished code.
const UNFINISHED: [&str; 4] = ["todo!", "unimplemented!", "dbg!", "#[ignore"];

/// Files that may contain `unsafe`: every block has a safety comment and is tested against a safe implementation.
const UNSAFE_FILES: [&str; 6] = [
    "crates/search/src/huge_pages.rs",
    "crates/search/src/tt.rs",
    "crates/eval/src/nnue/kernel.rs",
    "crates/learn/src/teacher/half_ka.rs",
    "crates/learn/src/train/kernel.rs",
    "crates/server/src/allocator.rs",
];

/// The module that shows a player the deal, and the crates that may use it: its own and the arena.
const DEAL_ACCESS: (&str, [&str; 2]) = ("deal_aware", ["crates/table/", "crates/arena/"]);

/// Names that do I/O.
const IO_WORDS: [&str; 10] = [
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

/// Names that pure crates (rules, evaluation, search) must not use either.
const IMPURE_WORDS: [&str; 6] = ["std::io", "std::time", "Instant", "SystemTime", "serde", "serde_json"];

/// Transcendental functions of the platform: their last digit differs from target to target, so that a search would too.
const PLATFORM_MATH: [&str; 12] = [
    ".exp()",
    ".exp2()",
    ".exp_m1()",
    ".ln()",
    ".ln_1p()",
    ".log2()",
    ".log10()",
    ".powf(",
    ".tanh()",
    ".sin()",
    ".cos()",
    ".tan()",
];

/// Crates whose results need not be equal on every machine: training and tools.
const MAY_USE_PLATFORM_MATH: [&str; 4] = ["learn", "xtask", "testkit", "trials"];

/// Paths of a developer's machine and settings of package mirrors. In pieces, so that this file does not match itself.
const MACHINE_PATHS: [&str; 8] = [
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/tmp/tar", "get"),
    concat!("replace-", "with"),
    concat!("index-", "url"),
    concat!("trusted-", "host"),
    concat!("find-", "links"),
];

/// Adds every violation of one file. `path` is from the project's root.
pub fn check(crates: &[Crate], games: &[&str], path: &str, text: &str, violations: &mut Vec<String>) {
    let mut violation = |line: usize, what: &str| violations.push(format!("{path}:{line}: {what}"));
    for (index, line) in text.lines().enumerate() {
        if let Some(place) = MACHINE_PATHS.iter().find(|&&place| line.contains(place)) {
            violation(index + 1, &format!("names a machine or a mirror: {place}"));
        }
        let source = line.strip_prefix("source = \"").filter(|_| path.ends_with("Cargo.lock"));
        if source.is_some_and(|source| {
            !source.starts_with("registry+https://github.com/rust-lang/crates.io-index")
        }) {
            violation(index + 1, "a dependency that does not come from crates.io");
        }
    }
    if let "rs" | "py" | "ts" = path.rsplit('.').next().unwrap_or_default()
        && text.lines().count() > MAX_LINES
        && !text.starts_with("// Generated from ")
    {
        violation(
            1,
            &format!("{} lines; at most {MAX_LINES} are allowed: split the file", text.lines().count()),
        );
    }
    if path.ends_with(".rs") {
        if !text.starts_with("//! ") {
            violation(1, "a file starts with a `//!` sentence that says what it contains");
        }
        let code = code_only(text);
        check_code(crates, games, path, &code, &mut violation);
        check_literals(crates, games, path, text, &code, &mut violation);
    }
}

fn check_code(
    crates: &[Crate],
    games: &[&str],
    path: &str,
    code: &str,
    violation: &mut impl FnMut(usize, &str),
) {
    let home = crates.iter().filter(|one| path.starts_with(&format!("{}/", one.home)));
    let owner = home.max_by_key(|one| one.home.len());
    // Tests and examples outside `src` may print and read files.
    let product = owner.filter(|one| path[one.home.len()..].starts_with("/src/"));
    for (index, line) in code.lines().enumerate() {
        let has =
            |word: &&&str| if word.starts_with('#') { line.contains(**word) } else { has_word(line, word) };
        if let Some(word) = UNFINISHED.iter().find(has) {
            violation(index + 1, &format!("unfinished: {word}"));
        }
        if has_word(line, "unsafe") && !UNSAFE_FILES.contains(&path) {
            violation(index + 1, "`unsafe` is only allowed in the files listed in xtask/src/tidy/sources.rs");
        }
        if has_word(line, DEAL_ACCESS.0)
            && product.is_some()
            && !DEAL_ACCESS.1.iter().any(|home| path.starts_with(home))
        {
            violation(index + 1, "only the arena may show a player the deal");
        }
        let math = PLATFORM_MATH.iter().find(|&&call| line.contains(call));
        if let Some(call) = math
            && product.is_some_and(|one| !MAY_USE_PLATFORM_MATH.contains(&one.name.as_str()))
            && !is_test_code(path, code, index)
        {
            violation(index + 1, &format!("`{call}` differs from target to target; use the crate libm"));
        }
        let Some(rules) = product.map(|one| map::rules(&one.name)) else { continue };
        let io = IO_WORDS.iter().filter(|_| !rules.may_do_io);
        let impure = IMPURE_WORDS.iter().filter(|_| rules.is_pure && rules.name != "words");
        if let Some(word) = io.chain(impure).find(has) {
            violation(index + 1, &format!("`{word}` is not allowed in this crate; only front ends do I/O"));
        }
    }
    let names = |game: &&&str| has_word(code, &format!("{game}::"));
    // Tests of a generic crate may use every game.
    if product.is_some() && path != REGISTRY && games.len() > 1 && games.iter().all(|game| names(&game)) {
        violation(1, &format!("names every game; only {REGISTRY} does"));
    }
    let in_table = path.starts_with("crates/table/src/");
    if in_table && path != REGISTRY && games.iter().filter(names).count() > 1 {
        violation(1, &format!("names several games; only {REGISTRY} does"));
    }
    if in_table && !path.starts_with(REGISTRATIONS) && games.iter().any(|game| names(&game)) {
        violation(1, &format!("names a game; only the registrations in {REGISTRATIONS} do"));
    }
}

/// Names of sides, which are shown and never compared: a decision by them would be one by the game.
const SIDE_KEYS: [&str; 3] = ["side_red", "side_white", "side_black"];

/// Crates whose data is named after games: collections to check and measure.
const MAY_WRITE_NAMES: [&str; 3] = ["xtask", "testkit", "trials"];

/// Checks that no program decides by the name of a game, or of a side. Tests may use both.
fn check_literals(
    crates: &[Crate],
    games: &[&str],
    path: &str,
    text: &str,
    code: &str,
    violation: &mut impl FnMut(usize, &str),
) {
    let home = crates.iter().filter(|one| path.starts_with(&format!("{}/src/", one.home)));
    let Some(owner) = home.max_by_key(|one| one.home.len()) else { return };
    let name = owner.name.as_str();
    if map::is_game(name) || MAY_WRITE_NAMES.contains(&name) || path.starts_with(REGISTRATIONS) {
        return;
    }
    for (line, literal) in literals(text) {
        if (games.contains(&literal) || SIDE_KEYS.contains(&literal)) && !is_test_code(path, code, line) {
            let what = format!("the literal \"{literal}\" belongs to the game and to {REGISTRATIONS} only");
            violation(line + 1, &what);
        }
    }
}

/// Returns true if a line of a source file is code of its tests: the file is a module of tests, or the line comes after
/// the beginning of one.
fn is_test_code(path: &str, code: &str, line: usize) -> bool {
    path.ends_with("tests.rs") || code.lines().take(line).any(|earlier| earlier.trim() == "#[cfg(test)]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Vec<Crate> {
        let homes = ["crates/xiangqi", "crates/toy", "crates/table", "crates/words", "crates/kydai", "xtask"];
        let member = |home: &str| Crate {
            name: home.rsplit('/').next().unwrap_or_default().to_owned(),
            home: home.to_owned(),
            dependencies: Vec::new(),
            test_dependencies: Vec::new(),
        };
        homes.map(member).into()
    }

    fn violations(path: &str, text: &str) -> Vec<String> {
        let mut violations = Vec::new();
        check(&workspace(), &["xiangqi", "toy"], path, text, &mut violations);
        violations
    }

    fn is_clean(path: &str, text: &str) -> bool {
        violations(path, &format!("//! A file.\n{text}\n")).is_empty()
    }

    #[test]
    fn a_file_starts_with_a_doc_comment() {
        assert_eq!(violations("crates/toy/src/lib.rs", "use game;\n").len(), 1);
        assert!(is_clean("crates/toy/src/lib.rs", "use game;"));
    }

    #[test]
    fn long_files_are_reported() {
        let long = "//! Long.\n".repeat(MAX_LINES + 1);
        assert_eq!(violations("crates/toy/src/lib.rs", &long).len(), 1);
        assert!(violations("testdata/games.tsv", &long).is_empty());
    }

    #[test]
    fn unfinished_code_is_reported_but_not_in_comments_and_strings() {
        assert!(!is_clean("crates/toy/src/a.rs", "fn f() { todo!() }"));
        assert!(!is_clean("crates/toy/tests/a.rs", "#[ignore = \"slow\"]"));
        assert!(!is_clean("xtask/src/a.rs", "dbg!(x);"));
        assert!(is_clean("crates/toy/src/a.rs", "// todo!() was here"));
        assert!(is_clean("crates/toy/src/a.rs", "let text = \"todo!()\";"));
    }

    #[test]
    fn unsafe_code_is_allowed_in_listed_files_only() {
        assert!(is_clean(UNSAFE_FILES[0], "unsafe { f() }"));
        assert!(!is_clean("crates/toy/src/a.rs", "unsafe { f() }"));
        assert!(is_clean("crates/toy/src/a.rs", "// unsafe"));
    }

    #[test]
    fn pure_crates_use_no_files_clocks_or_json() {
        for line in
            ["use std::fs;", "use std::io::Write;", "std::time::Instant::now()", "use serde::Serialize;"]
        {
            assert!(!is_clean("crates/xiangqi/src/a.rs", line), "{line}");
            assert!(is_clean("crates/xiangqi/tests/a.rs", line), "{line}");
        }
        assert!(!is_clean("crates/xiangqi/src/a.rs", "println!(\"x\");"));
    }

    #[test]
    fn functions_of_the_platform_are_reported() {
        assert!(!is_clean("crates/table/src/a.rs", "let y = (-x).exp();"));
        assert!(!is_clean("crates/kydai/src/a.rs", "let y = 10f64.powf(x);"));
        assert!(is_clean("crates/table/src/a.rs", "let y = libm::exp(-x);"));
        assert!(is_clean("crates/table/src/a.rs", "#[cfg(test)]\nmod tests { let y = x.exp(); }"));
        assert!(is_clean("crates/table/tests/a.rs", "let y = x.exp();"));
        assert!(is_clean("xtask/src/a.rs", "let y = x.ln();"));
    }

    #[test]
    fn only_front_ends_print() {
        assert!(!is_clean("crates/table/src/a.rs", "println!(\"x\");"));
        assert!(!is_clean("crates/words/src/a.rs", "std::env::var(\"LANG\")"));
        assert!(is_clean("crates/words/src/a.rs", "serde_json::from_str(text)"));
        assert!(is_clean("crates/kydai/src/a.rs", "println!(\"x\");"));
    }

    #[test]
    fn only_the_registry_lists_games() {
        let all = "use xiangqi::Xiangqi; use toy::Toy;";
        assert!(is_clean(REGISTRY, all));
        assert!(!is_clean("crates/kydai/src/a.rs", all));
        assert!(is_clean("crates/kydai/tests/a.rs", all));
        assert!(is_clean("crates/kydai/src/a.rs", "use toy::Toy;"));
        assert!(is_clean("crates/table/src/games/toy.rs", "use toy::Toy;"));
        assert!(!is_clean("crates/table/src/games/toy.rs", all));
        assert!(!is_clean("crates/table/src/a.rs", "use toy::Toy;"));
    }

    #[test]
    fn no_program_decides_by_the_name_of_a_game_or_a_side() {
        assert!(!is_clean("crates/kydai/src/a.rs", "if game == \"toy\" {}"));
        assert!(!is_clean("crates/kydai/src/a.rs", "match game { r#\"xiangqi\"# => {} }"));
        assert!(!is_clean("crates/table/src/a.rs", "if spec.sides[0] == \"side_red\" {}"));
        assert!(is_clean("crates/kydai/src/a.rs", "// \"toy\""));
        assert!(is_clean("crates/kydai/src/a.rs", "let help = \"kydai show --game toy\";"));
        assert!(is_clean("crates/kydai/src/a.rs", "#[cfg(test)]\nmod tests { fn f() { open(\"toy\"); } }"));
        assert!(is_clean("crates/kydai/tests/a.rs", "open(\"toy\");"));
        assert!(is_clean("crates/toy/src/lib.rs", "name: \"toy\", sides: [\"side_white\", \"side_black\"]"));
        assert!(is_clean("crates/table/src/games/toy.rs", "let name = \"toy\";"));
    }

    #[test]
    fn only_the_arena_shows_a_player_the_deal() {
        assert!(is_clean("crates/table/src/a.rs", "pub mod deal_aware;"));
        assert!(!is_clean("crates/kydai/src/a.rs", "use table::deal_aware::deal_aware_engine;"));
        assert!(is_clean("crates/kydai/src/a.rs", "// deal_aware is not used here"));
    }

    #[test]
    fn machine_paths_and_mirrors_are_reported() {
        assert!(!violations("README.md", concat!("see /wo", "rk/notes\n")).is_empty());
        assert!(!violations(".cargo/config.toml", concat!("replace-", "with = \"x\"\n")).is_empty());
        assert!(!violations("Cargo.lock", "source = \"registry+https://mirror.example/index\"\n").is_empty());
        let normal = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert!(violations("Cargo.lock", normal).is_empty());
    }
}
