//! Search keys of names: without diacritics, and Chinese names also by their Hán-Việt reading; pinyin for readers of English.

use std::collections::HashMap;
use std::sync::OnceLock;

const READINGS: &str = include_str!("../../../assets/names/hanviet.txt");
const PINYIN: &str = include_str!("../../../assets/names/pinyin.txt");

/// Reading of a Chinese character, and the form all its variants are searched as.
struct CharInfo {
    reading: &'static str,
    form: char,
}

fn char_table() -> &'static HashMap<char, CharInfo> {
    static TABLE: OnceLock<HashMap<char, CharInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        for line in READINGS.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(reading) = words.next() else { continue };
            for group in words {
                let Some(form) = group.chars().next() else { continue };
                for letter in group.chars().filter(|&letter| letter != '=') {
                    table.entry(letter).or_insert(CharInfo { reading, form });
                }
            }
        }
        table
    })
}

/// Base letters with their marked variants.
const MARKED_LETTERS: [(char, &str); 12] = [
    ('a', "àáảãạăằắẳẵặâầấẩẫậäåā"),
    ('e', "èéẻẽẹêềếểễệëē"),
    ('i', "ìíỉĩịïīî"),
    ('o', "òóỏõọôồốổỗộơờớởỡợöøō"),
    ('u', "ùúủũụưừứửữựüûū"),
    ('y', "ỳýỷỹỵÿ"),
    ('d', "đ"),
    ('c', "çćč"),
    ('n', "ñń"),
    ('s', "şśš"),
    ('z', "žźż"),
    ('l', "ł"),
];

fn without_mark(letter: char) -> char {
    MARKED_LETTERS.iter().find(|(_, marked)| marked.contains(letter)).map_or(letter, |(bare, _)| *bare)
}

/// Pinyin of a Chinese character.
fn pinyin_of(letter: char) -> Option<&'static str> {
    static TABLE: OnceLock<HashMap<char, &'static str>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let lines = PINYIN.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.split_once(' '));
        pairs.flat_map(|(reading, letters)| letters.chars().map(move |letter| (letter, reading))).collect()
    });
    table.get(&letter).copied()
}

/// Hán-Việt reading of a name with Chinese characters, capitalized as a Vietnamese name; `None` if it has none, or
/// one without a known reading.
pub fn hanviet_reading(text: &str) -> Option<String> {
    reading(text, |letter| char_table().get(&letter).map(|info| info.reading))
}

/// Pinyin without tones of a name with Chinese characters, by syllables; `None` as for [`hanviet_reading`].
pub fn pinyin_reading(text: &str) -> Option<String> {
    reading(text, pinyin_of)
}

fn reading(text: &str, reading_of: impl Fn(char) -> Option<&'static str>) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut other = String::new();
    let mut any = false;
    for letter in text.chars() {
        if let Some(syllable) = reading_of(letter) {
            if !other.trim().is_empty() {
                words.push(other.trim().to_owned());
            }
            other.clear();
            any = true;
            let mut letters = syllable.chars();
            let first =
                letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
            words.push(first + letters.as_str());
        } else if is_chinese(letter) {
            return None;
        } else {
            other.push(letter);
        }
    }
    if !other.trim().is_empty() {
        words.push(other.trim().to_owned());
    }
    any.then(|| words.join(" "))
}

fn is_chinese(letter: char) -> bool {
    ('\u{3400}'..='\u{9FFF}').contains(&letter)
}

/// Folds a text for search without diacritics: lower case, single spaces, Chinese characters by their reading.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut push = |letter: char| match without_mark(letter) {
        letter if letter.is_alphanumeric() => out.push(letter),
        _ => out.push(' '),
    };
    for letter in text.chars() {
        match char_table().get(&letter) {
            Some(info) => {
                push(' ');
                info.reading.chars().for_each(&mut push);
                push(' ');
            }
            None => letter.to_lowercase().for_each(&mut push),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Normalizes a text for search in Chinese: every character in one variant form.
pub fn unify_variants(text: &str) -> String {
    let form = |letter: char| char_table().get(&letter).map_or(letter, |info| info.form);
    text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).map(form).collect()
}

/// Returns true if a text contains Chinese characters.
pub(crate) fn has_chinese(text: &str) -> bool {
    text.chars().any(is_chinese)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_names_have_hanviet_readings() {
        assert_eq!(hanviet_reading("胡荣华").as_deref(), Some("Hồ Vinh Hoa"));
        assert_eq!(hanviet_reading("胡榮華").as_deref(), Some("Hồ Vinh Hoa"));
        assert_eq!(hanviet_reading("呂欽 (廣東)").as_deref(), Some("Lữ Khâm ( Quảng Đông )"));
        assert_eq!(hanviet_reading("Nguyễn Thành Bảo"), None);
    }

    #[test]
    fn chinese_names_and_openings_have_pinyin() {
        assert_eq!(pinyin_reading("胡荣华").as_deref(), Some("Hu Rong Hua"));
        assert_eq!(pinyin_reading("吕钦").as_deref(), Some("Lü Qin"));
        assert_eq!(pinyin_reading("中炮对屏风马").as_deref(), Some("Zhong Pao Dui Ping Feng Ma"));
        assert_eq!(pinyin_reading("Nguyễn Thành Bảo"), None);
    }

    #[test]
    fn names_fold_diacritics_and_unify_scripts() {
        assert_eq!(fold("胡榮華"), "ho vinh hoa");
        assert_eq!(fold("Hồ Vinh Hoa"), "ho vinh hoa");
        assert_eq!(fold("  Nguyễn-Thành  BẢO, Đặng"), "nguyen thanh bao dang");
        assert_eq!(unify_variants("胡荣华"), unify_variants("胡榮 華"));
    }

    #[test]
    fn every_character_has_one_reading() {
        let mut seen = std::collections::HashSet::new();
        for line in READINGS.lines().filter(|line| !line.starts_with('#')) {
            for letter in line.chars().filter(|&letter| is_chinese(letter)) {
                assert!(seen.insert(letter), "{letter}");
                assert!(pinyin_of(letter).is_some(), "{letter} has no pinyin");
            }
        }
        assert!(seen.len() > 2500, "{}", seen.len());
    }
}
