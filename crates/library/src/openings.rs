//! Opening classification by position: ECO codes for chess, ECCO for xiangqi.

use std::collections::HashMap;
use std::sync::OnceLock;

use table::games::OpeningCodes;
use table::{Notation, games, position_key};

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
    static ALL: OnceLock<Vec<OnceLock<Openings>>> = OnceLock::new();
    let index = games::ALL.iter().position(|book| book.spec().name == game)?;
    let codes = games::ALL[index].profile().opening_codes.as_ref()?;
    let all = ALL.get_or_init(|| games::ALL.iter().map(|_| OnceLock::new()).collect());
    Some(all.get(index)?.get_or_init(|| read(game, codes)))
}

/// Returns true if the code in a record's header takes precedence over the one found by the moves.
pub(crate) fn header_first(game: &str) -> bool {
    let codes = games::by_name(game).and_then(|book| book.profile().opening_codes.as_ref());
    codes.is_some_and(|codes| codes.header_first)
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
    let names = games::ALL.iter().map(|book| book.spec().name);
    for known in names.filter(|known| game.is_empty() || game == *known) {
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

/// Reads the classification of a game. Lines that cannot be played, such as a header row, are left out.
fn read(game: &str, codes: &'static OpeningCodes) -> Openings {
    let mut all = Openings::default();
    for row in rows(codes.names).skip(1) {
        let [code, opening, variation] = row[..] else { continue };
        let name = if variation.is_empty() { opening.to_owned() } else { format!("{opening} {variation}") };
        all.by_code.insert(code, all.list.len());
        all.list.push(Opening::new(code, name));
    }
    for row in rows(codes.lines) {
        let (code, name, moves) = match row[..] {
            [code, moves] => (code, None, moves),
            [code, name, moves] => (code, Some(name), moves),
            _ => continue,
        };
        let Some(key) = key_after(game, moves, codes.notation) else { continue };
        if let Some(name) = name {
            let index = all.list.len();
            all.list.push(Opening::new(code, name.to_owned()));
            all.by_code.entry(code).or_insert(index);
            all.by_position.entry(key).or_insert(index);
        } else if let Some(&index) = all.by_code.get(code) {
            all.by_position.entry(key).or_insert(index);
        }
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
        let chess = games::by_name("chess").and_then(|book| book.profile().opening_codes.as_ref());
        let eco = chess.expect("a classification").lines;
        let counted = |game| openings_of(game).map(|all| (all.list.len(), all.by_position.len()));
        assert_eq!(counted("chess").map(|(list, _)| list), Some(rows(eco).count() - 1));
        let (names, positions) = counted("xiangqi").expect("xiangqi");
        assert_eq!(names, 260);
        assert!(positions > 3000, "{positions}");
    }
}
