//! The four catalogues are consistent with each other and with the codes used by the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use words::{Language, keys, sentence};

/// Prefixes of keys that are written out as literals where they are used.
const FAMILIES: [&str; 27] = [
    "case_",
    "chase_",
    "cli_",
    "conduct_",
    "fen_",
    "games_",
    "intro_",
    "judge_",
    "piece_",
    "mark_",
    "move_",
    "notation_",
    "option_",
    "ordinal_",
    "refusal_",
    "result_",
    "rule_",
    "side_",
    "status_",
    "verdict_",
    "warning_",
    "why_",
    "deal_",
    "offer_",
    "place_",
    "pgn_",
    "tree_",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn placeholders(sentence: &str) -> BTreeSet<&str> {
    sentence.split('{').skip(1).filter_map(|piece| piece.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn all_languages_have_the_same_keys() {
    let english: Vec<&str> = keys(Language::En).collect();
    for language in Language::ALL {
        assert_eq!(keys(language).collect::<Vec<_>>(), english, "{}", language.name());
    }
}

#[test]
fn all_languages_name_the_same_parameters() {
    for key in keys(Language::En) {
        let english = sentence(key, Language::En).expect(key);
        for language in Language::ALL {
            let other = sentence(key, language).expect(key);
            assert_eq!(placeholders(other), placeholders(english), "{key} in {}", language.name());
        }
    }
}

/// Every `.rs` file below the crates' `src`, without test modules, which use made-up codes.
fn sources() -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("crates"))
        .expect("crates")
        .map(|entry| entry.expect("crate").path().join("src"))
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("source");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
                found.insert(path, code);
            }
        }
    }
    assert!(found.len() > 20, "the sources were not found");
    found
}

/// String literals that look like a key.
fn literals(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|literal| {
            literal
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte))
        })
}

#[test]
fn every_code_in_the_sources_has_its_sentence() {
    let known: BTreeSet<&str> = keys(Language::En).collect();
    let mut missing = BTreeMap::new();
    for (path, source) in &sources() {
        let squeezed: String = source.split_whitespace().collect();
        let created = squeezed.split("Message::new(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let familiar = literals(source).filter(|literal| {
            FAMILIES.iter().any(|family| literal.len() > family.len() && literal.starts_with(family))
        });
        for code in created.chain(familiar).filter(|code| !known.contains(code)) {
            missing.entry(code.to_owned()).or_insert_with(|| path.clone());
        }
    }
    assert!(missing.is_empty(), "codes without a sentence: {missing:#?}");
}

#[test]
fn every_reason_a_game_can_end_for_has_its_word_and_its_sentence() {
    let source = fs::read_to_string(root().join("crates/game/src/outcome.rs")).expect("outcome.rs");
    let common = source
        .lines()
        .filter(|line| line.contains("Reason::") && line.contains("=> \""))
        .filter_map(|line| line.split('"').nth(1));
    let all = sources();
    let own = all.values().flat_map(|source| source.split("GameReason::new(\"").skip(1));
    let own = own.filter_map(|rest| rest.split('"').next());
    let codes: Vec<&str> = common.chain(own).collect();
    assert!(codes.len() >= 20, "the reasons were not found");
    for code in codes {
        for key in [format!("reason_{code}"), format!("why_{code}")] {
            assert!(sentence(&key, Language::En).is_some(), "{key}");
        }
    }
}

#[test]
fn every_entry_is_used() {
    let used: BTreeSet<String> =
        sources().values().flat_map(|source| literals(source)).map(str::to_owned).collect();
    // Composed from a prefix and a word: `reason_` and the reason's code, `piece_xiangqi_` and the role's.
    let composed = |key: &str| {
        let prefixes = [
            "reason_",
            "piece_xiangqi_",
            "piece_jieqi_face_down_",
            "game_",
            "option_",
            "conduct_",
            "notation_",
            "arena_cause_",
            "arena_column_",
            "arena_sprt_",
            "odds_",
            "engine_name_",
            "engine_param_",
            "lab_head_",
            "eval_term_",
            "eval_weight_",
            "uncounted_",
            "admin_kind_",
            "admin_reason_",
            "admin_by_",
        ];
        prefixes
            .iter()
            .filter_map(|prefix| key.strip_prefix(prefix))
            .any(|word| used.contains(word) || used.contains(&word.replace('_', "-")))
    };
    let unused: Vec<&str> = keys(Language::En).filter(|key| !used.contains(*key) && !composed(key)).collect();
    assert!(unused.is_empty(), "unused entries: {unused:#?}");
}
