//! Words that were private metaphors of this code base and must not come back, in code, web app and docs.

/// The words. Plain terms replace them: see `docs/GLOSSARY.md`.
const FORBIDDEN: [&str; 14] = [
    "house",
    "opinion",
    "hundredths",
    "purse",
    "mumbles",
    "dawdle",
    "mended",
    "weave",
    "knot",
    "glance",
    "wary",
    "untold",
    "lend",
    "brain",
];

/// Kinds of files that are checked.
const EXTENSIONS: [&str; 11] = ["rs", "toml", "py", "ts", "js", "mjs", "svelte", "css", "html", "md", "json"];

/// Frozen places: a file (or a folder, with a slash at the end), the words it may use, and the reason.
const EXEMPTIONS: &[(&str, &[&str], &str)] = &[
    ("xtask/src/tidy/language.rs", &FORBIDDEN, "the list of the words"),
    ("web/package-lock.json", &FORBIDDEN, "names of packages, written by npm"),
    // The UCI and UCCI option `Brain` and the hidden alias `--brain` of `--engine`: users type them.
    ("crates/protocol/src/options.rs", &["brain"], "defines the UCI and UCCI option `Brain`"),
    ("crates/protocol/src/uci.rs", &["brain"], "tests the UCI option `Brain`"),
    ("crates/protocol/tests/uci.rs", &["brain"], "tests the UCI option `Brain`"),
    ("crates/protocol/tests/bad_input.rs", &["brain"], "tests the UCI option `Brain`"),
    ("xtask/peers/play_chess.py", &["brain"], "sets the UCI option `Brain`"),
    ("docs/protocols.md", &["brain"], "documents the option `Brain`"),
    ("crates/kydai/src/commands/ucci.rs", &["brain"], "documents the UCCI option `brain`"),
    ("crates/kydai/src/commands/play.rs", &["brain"], "defines the alias `--brain`"),
    ("crates/kydai/src/commands/analyse/mod.rs", &["brain"], "defines the alias `--brain`"),
    ("crates/kydai/src/commands/bench.rs", &["brain"], "defines the alias `--brain`"),
    ("crates/kydai/tests/engine.rs", &["brain"], "tests the alias `--brain`"),
    ("CHANGELOG.md", &["brain"], "names the alias `--brain`"),
    // The column `brain` of the table `seat`: databases contain it.
    (
        "crates/server/src/store/schema.rs",
        &["brain", "house"],
        "creates the column `brain`, stores the origin `house`",
    ),
    ("xtask/src/postgres.rs", &["brain"], "creates the column `brain`"),
    ("crates/server/src/store/read.rs", &["brain"], "reads the column `brain`"),
    ("crates/server/src/store/write.rs", &["brain"], "writes the column `brain`"),
    ("crates/server/src/store/deals.rs", &["house"], "writes the origin `house`"),
    // Requests, proofs and choices saved by earlier versions.
    ("crates/server/src/wire/new_game.rs", &["brain"], "reads requests of earlier versions"),
    ("crates/server/src/wire/view.rs", &["house"], "reads proofs of earlier versions"),
    ("web/src/games/deal/verify.ts", &["house"], "reads proofs of earlier versions"),
    ("web/tests/unit/deal.test.ts", &["house"], "tests a proof of an earlier version"),
    ("web/src/pages/newgame/legacy.ts", &["brain"], "reads choices saved by earlier versions"),
    ("web/tests/unit/newgame.test.ts", &["brain"], "tests a choice saved by an earlier version"),
];

/// Adds every forbidden word of a file. `path` is from the project's root.
pub fn check(path: &str, text: &str, violations: &mut Vec<String>) {
    let extension = path.rsplit('.').next().unwrap_or_default();
    if !EXTENSIONS.contains(&extension) {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        for word in forbidden_words(line).filter(|word| !is_exempt(path, word)) {
            violations.push(format!("{path}:{}: the word `{word}`; use the plain term", index + 1));
        }
    }
}

fn is_exempt(path: &str, word: &str) -> bool {
    EXEMPTIONS.iter().any(|(place, words, _)| {
        let here = *place == path || (place.ends_with('/') && path.starts_with(place));
        here && words.contains(&word)
    })
}

/// Returns the forbidden words of a line: whole words and parts of identifiers, also with a plural `s`.
fn forbidden_words(line: &str) -> impl Iterator<Item = &'static str> {
    parts(line).filter_map(|part| {
        let part = part.to_lowercase();
        let singular = part.strip_suffix('s').unwrap_or(&part);
        FORBIDDEN.into_iter().find(|&word| word == part || word == singular)
    })
}

/// Splits text into words, and identifiers into their parts: `snake_case`, `kebab-case` and `camelCase`.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !character.is_alphabetic()).flat_map(camel_parts)
}

/// Splits `KnotView` into `Knot` and `View`, `HTTPServer` into `HTTP` and `Server`.
fn camel_parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let mut characters = rest.char_indices().peekable();
        let (_, mut before) = characters.next()?;
        let mut end = rest.len();
        while let Some((index, character)) = characters.next() {
            let next_is_lower = characters.peek().is_some_and(|(_, next)| next.is_lowercase());
            if character.is_uppercase() && (before.is_lowercase() || next_is_lower) {
                end = index;
                break;
            }
            before = character;
        }
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> Vec<String> {
        let mut violations = Vec::new();
        check(path, text, &mut violations);
        violations
    }

    fn is_clean(text: &str) -> bool {
        violations("crates/toy/src/lib.rs", text).is_empty()
    }

    #[test]
    fn identifiers_are_split_into_their_parts() {
        let split = |text: &'static str| parts(text).collect::<Vec<_>>();
        assert_eq!(split("brain_name"), ["brain", "name"]);
        assert_eq!(split("KnotView"), ["Knot", "View"]);
        assert_eq!(split("newHTTPServer2go"), ["new", "HTTP", "Server", "go"]);
        assert_eq!(split("GLANCE_MS data-house-id"), ["GLANCE", "MS", "data", "house", "id"]);
        assert_eq!(split("Kỳ Đài's"), ["Kỳ", "Đài", "s"]);
        assert!(split("").is_empty());
    }

    #[test]
    fn every_forbidden_word_is_found_as_a_word_and_inside_identifiers() {
        for word in FORBIDDEN {
            let capital = word[..1].to_uppercase() + &word[1..];
            for text in [
                format!("// The {word}."),
                format!("let {word}_id = 1;"),
                format!("struct {capital}View;"),
                format!("fn set{capital}()"),
                word.to_uppercase(),
            ] {
                assert!(!is_clean(&text), "{text}");
            }
        }
        assert!(!is_clean("two opinions"));
        let found = violations("web/src/a.ts", "const a = 1;\nconst brainName = houseRules;\n");
        assert_eq!(
            found,
            [
                "web/src/a.ts:2: the word `brain`; use the plain term",
                "web/src/a.ts:2: the word `house`; use the plain term",
            ]
        );
    }

    #[test]
    fn longer_words_that_contain_a_forbidden_one_are_fine() {
        for text in ["calendar", "blend", "lender", "warehouse", "knotty", "unmended", "pursed", "brainstorm"]
        {
            assert!(is_clean(text), "{text}");
        }
    }

    #[test]
    fn an_exemption_counts_for_its_file_and_its_words_only() {
        assert!(violations("CHANGELOG.md", "`--brain` is still accepted").is_empty());
        assert_eq!(violations("CHANGELOG.md", "the house").len(), 1);
        assert_eq!(violations("docs/CHANGELOG.md", "`--brain`").len(), 1);
        assert!(violations("assets/puzzles/games.tsv", "house").is_empty(), "data is not checked");
    }

    #[test]
    fn every_exemption_names_forbidden_words_and_gives_its_reason() {
        for (place, words, reason) in EXEMPTIONS {
            assert!(words.iter().all(|word| FORBIDDEN.contains(word)), "{place}");
            assert!(!reason.is_empty(), "{place}");
        }
    }
}
