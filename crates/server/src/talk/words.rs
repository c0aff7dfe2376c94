//! Words that the operator refuses in free text.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// List of refused words and phrases. A word with marks is refused with these marks only; one without is refused however it is
/// marked. Words of alphabetic scripts are whole words; in scripts without spaces they are found anywhere.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WordList {
    marked: Vec<String>,
    plain: Vec<String>,
    unspaced: Vec<String>,
}

impl WordList {
    /// Reads a list: one word or phrase per line; lines that begin with `#` are comments.
    pub fn read(text: &str) -> WordList {
        let mut list = WordList::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (marked, plain) = (marked(line), plain(line));
            if plain.trim().is_empty() {
                continue;
            }
            if line.chars().any(is_unspaced) {
                list.unspaced.push(without_spaces(&marked));
            } else if marked == plain {
                list.plain.push(plain);
            } else {
                list.marked.push(marked);
            }
        }
        list
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.marked.len() + self.plain.len() + self.unspaced.len()
    }

    /// Returns true if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if a text contains one of the words.
    pub fn is_in(&self, text: &str) -> bool {
        let contains = |words: &[String], text: String| words.iter().any(|word| text.contains(word.as_str()));
        contains(&self.marked, marked(text))
            || contains(&self.plain, plain(text))
            || contains(&self.unspaced, without_spaces(&marked(text)))
    }
}

/// Letters of scripts that are written without spaces between words.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|letter| *letter != ' ').collect()
}

/// Words in lower case with one space before and after each.
fn spaced(letters: impl Iterator<Item = char>) -> String {
    let text: String = letters
        .flat_map(char::to_lowercase)
        .map(|letter| if letter.is_alphanumeric() || is_combining_mark(letter) { letter } else { ' ' })
        .collect();
    let mut out = String::from(" ");
    for word in text.split_whitespace() {
        out.push_str(word);
        out.push(' ');
    }
    out
}

fn marked(text: &str) -> String {
    spaced(text.nfkc())
}

fn plain(text: &str) -> String {
    let letters = text.nfkd().filter(|letter| !is_combining_mark(*letter));
    spaced(letters.map(|letter| match letter {
        'đ' => 'd',
        'Đ' => 'D',
        other => other,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole_in_any_case_and_with_marks_as_listed() {
        let list = WordList::read("# comment\n\nđồ ngu\nfool\nngoc\n笨蛋\n...\n");
        assert_eq!(list.len(), 4);
        for text in
            ["Đồ  NGU!", "what a FOOL.", "ＦＯＯＬ", "fóol", "ngốc quá", "ngoc", "你这个笨 蛋", "a,fool,b"]
        {
            assert!(list.is_in(text), "{text}");
        }
        // Decomposed letters are the same letters.
        assert!(list.is_in(&"đồ ngu".nfd().collect::<String>()));
        for text in ["đô ngự", "do ngu", "foolish", "ngocs", "笨", "", "!!!"] {
            assert!(!list.is_in(text), "{text}");
        }
        assert!(WordList::read("").is_empty() && !WordList::default().is_in("fool"));
    }
}
