//! Opening classification by position: ECO codes for chess, ECCO for xiangqi.

use std::collections::HashMap;
use std::sync::OnceLock;

use table::{Notation, games, position_key};

const ECO: &str = include_str!("../../../assets/openings/eco.tsv");
const ECCO_NAMES: &str = include_str!("../../../assets/openings/ecco_names.tsv");
const ECCO_LINES: &str = include_str!("../../../assets/openings/ecco_lines.tsv");

/// Opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Code.
    pub code: &'static str,
    /// Name in its own language: English for chess, Chinese for xiangqi.
    pub name: String,
    /// Search keys of the name: folded, and with unified character variants.
    search_keys: [String; 2],
}

impl Opening {
    fn new(code: &'static str, name: String) -> Opening {
        Opening { code, search_keys: [crate::fold(&name), crate::unify_variants(&name)], name }
    }
}

#[derive(Default)]
struct Openings {
    list: Vec<Opening>,
    by_code: HashMap<&'static str, usize>,
    by_position: HashMap<u64, usize>,
}

/// Openings of a game; `None` for a game without a classification.
fn openings_of(game: &str) -> Option<&'static Openings> {
    static CHESS: OnceLock<Openings> = OnceLock::new();
    static XIANGQI: OnceLock<Openings> = OnceLock::new();
    match game {
        "chess" => Some(CHESS.get_or_init(|| chess("chess"))),
        "xiangqi" => Some(XIANGQI.get_or_init(|| xiangqi("xiangqi"))),
        _ => None,
    }
}

/// Opening of a position.
pub fn by_position(game: &str, key: u64) -> Option<&'static Opening> {
    let all = openings_of(game)?;
    all.list.get(*all.by_position.get(&key)?)
}

/// Opening of a code; for chess the first of those that share it.
pub fn by_code(game: &str, code: &str) -> Option<&'static Opening> {
    let all = openings_of(game)?;
    all.list.get(*all.by_code.get(code)?)
}

/// Codes of openings whose name contains these words, in its own language or by its Hán-Việt reading. Each comes with
/// its game, because two games use the same codes.
pub(crate) fn codes_named(game: &str, words: &str) -> Vec<(&'static str, &'static str)> {
    let (folded, plain) = (crate::fold(words), crate::unify_variants(words));
    let mut codes = Vec::new();
    for known in ["xiangqi", "chess"].into_iter().filter(|known| game.is_empty() || game == *known) {
        let Some(all) = openings_of(known) else { continue };
        let fits = |opening: &&Opening| {
            (!folded.is_empty() && opening.search_keys[0].contains(&folded))
                || (!plain.is_empty() && opening.search_keys[1].contains(&plain))
        };
        codes.extend(all.list.iter().filter(fits).map(|opening| (known, opening.code)));
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// Stable key of the position after these moves.
fn key_after(game: &str, moves: &str, notation: Notation) -> Option<u64> {
    let mut study = games::by_name(game)?.open(None, &[]).ok()?;
    let words: Vec<&str> = moves.split_whitespace().filter(|word| !word.ends_with('.')).collect();
    study.play_game(&words, notation).ok()?;
    Some(position_key(game, &study.position(study.spec().dialects.first().unwrap_or(&""))))
}

fn chess(game: &str) -> Openings {
    let mut all = Openings::default();
    for row in rows(ECO).skip(1) {
        let [code, name, moves] = row[..] else { continue };
        let Some(key) = key_after(game, moves, Notation::San) else { continue };
        let index = all.list.len();
        all.list.push(Opening::new(code, name.to_owned()));
        all.by_code.entry(code).or_insert(index);
        all.by_position.entry(key).or_insert(index);
    }
    all
}

fn xiangqi(game: &str) -> Openings {
    let mut all = Openings::default();
    for row in rows(ECCO_NAMES).skip(1) {
        let [code, opening, variation] = row[..] else { continue };
        let name = if variation.is_empty() { opening.to_owned() } else { format!("{opening} {variation}") };
        all.by_code.insert(code, all.list.len());
        all.list.push(Opening::new(code, name));
    }
    for row in rows(ECCO_LINES) {
        let [code, moves] = row[..] else { continue };
        let (Some(&index), Some(key)) = (all.by_code.get(code), key_after(game, moves, Notation::Uci)) else {
            continue;
        };
        all.by_position.entry(key).or_insert(index);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Last classified opening along the moves.
    fn named(game: &str, moves: &str, notation: Notation) -> Option<&'static Opening> {
        let words: Vec<&str> = moves.split_whitespace().collect();
        let keys = (0..=words.len()).rev().map(|count| key_after(game, &words[..count].join(" "), notation));
        keys.flatten().find_map(|key| by_position(game, key))
    }

    #[test]
    fn openings_are_classified_by_position() {
        let lopez = named("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb5", Notation::San).expect("Ruy Lopez");
        assert_eq!((lopez.code, lopez.name.as_str()), ("C60", "Ruy Lopez"));
        let other_way = named("chess", "1. Nf3 Nc6 2. e4 e5 3. Bb5", Notation::San);
        assert_eq!(other_way, Some(lopez), "transpositions are the same opening");
        let screen = named("xiangqi", "C2=5 H8+7 H2+3 R9=8 R1=2 H2+3", Notation::Wxf).expect("中炮对屏风马");
        assert!(screen.code.starts_with('C') && screen.name.contains("屏风马"), "{screen:?}");
        assert_eq!(by_position("toy", 1), None);
    }

    #[test]
    fn every_line_of_the_tables_is_legal() {
        let counted = |game| openings_of(game).map(|all| (all.list.len(), all.by_position.len()));
        assert_eq!(counted("chess").map(|(list, _)| list), Some(rows(ECO).count() - 1));
        let (names, positions) = counted("xiangqi").expect("xiangqi");
        assert_eq!(names, 260);
        assert!(positions > 3000, "{positions}");
    }
}
