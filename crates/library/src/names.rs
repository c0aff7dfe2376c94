//! Names made findable: without tone marks, and Chinese ones by their Hán-Việt reading.

use std::collections::HashMap;
use std::sync::OnceLock;

const READINGS: &str = include_str!("../../../assets/names/hanviet.txt");

/// A character's reading, and the form all its forms are searched as.
struct Known {
    reading: &'static str,
    form: char,
}

fn known() -> &'static HashMap<char, Known> {
    static TABLE: OnceLock<HashMap<char, Known>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        for line in READINGS.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(reading) = words.next() else { continue };
            for group in words {
                let Some(form) = group.chars().next() else { continue };
                for letter in group.chars().filter(|&letter| letter != '=') {
                    table.entry(letter).or_insert(Known { reading, form });
                }
            }
        }
        table
    })
}

/// Letters with their marks, after the letter without.
const MARKED: [(char, &str); 12] = [
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

fn bare(letter: char) -> char {
    MARKED.iter().find(|(_, marked)| marked.contains(letter)).map_or(letter, |(bare, _)| *bare)
}

/// The Hán-Việt reading of a name with Chinese characters, capitals as Vietnamese names have them; `None` where there
/// are none, or one of them has no reading here.
pub fn hanviet_reading(text: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut other = String::new();
    let mut any = false;
    for letter in text.chars() {
        if let Some(known) = known().get(&letter) {
            if !other.trim().is_empty() {
                words.push(other.trim().to_owned());
            }
            other.clear();
            any = true;
            let mut letters = known.reading.chars();
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

/// A text as it is searched by people who type no marks: small letters, single spaces, Chinese by its reading.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut push = |letter: char| match bare(letter) {
        letter if letter.is_alphanumeric() => out.push(letter),
        _ => out.push(' '),
    };
    for letter in text.chars() {
        match known().get(&letter) {
            Some(known) => {
                push(' ');
                known.reading.chars().for_each(&mut push);
                push(' ');
            }
            None => letter.to_lowercase().for_each(&mut push),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as it is searched by people who type Chinese: every character in one form.
pub fn unify_variants(text: &str) -> String {
    let form = |letter: char| known().get(&letter).map_or(letter, |known| known.form);
    text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).map(form).collect()
}

/// Whether a text is to be searched as Chinese.
pub(crate) fn has_chinese(text: &str) -> bool {
    text.chars().any(is_chinese)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_names_are_read_in_vietnamese() {
        assert_eq!(hanviet_reading("胡荣华").as_deref(), Some("Hồ Vinh Hoa"));
        assert_eq!(hanviet_reading("胡榮華").as_deref(), Some("Hồ Vinh Hoa"));
        assert_eq!(hanviet_reading("呂欽 (廣東)").as_deref(), Some("Lữ Khâm ( Quảng Đông )"));
        assert_eq!(hanviet_reading("Nguyễn Thành Bảo"), None);
    }

    #[test]
    fn names_are_found_without_marks_and_in_either_script() {
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
            }
        }
        assert!(seen.len() > 2500, "{}", seen.len());
    }
}
