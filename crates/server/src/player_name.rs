//! Names of players: trimmed and bounded; characters that nobody can see are refused, since they make one name look like
//! another or turn the text around.

use game::Message;

/// Maximum length of a player name.
pub const MAX_NAME_LEN: usize = 40;

/// Returns a name safe to display: trimmed, bounded, without control characters. `None` if nothing is left.
pub fn clean_name(name: Option<&str>) -> Result<Option<String>, Message> {
    let Some(name) = name else { return Ok(None) };
    let mut before = ' ';
    for letter in name.chars() {
        if is_invisible(letter) && !is_emoji_style(before, letter) {
            let code = format!("U+{:04X}", u32::from(letter));
            return Err(Message::new("name_invisible").text("code", code));
        }
        before = letter;
    }
    let clean: String = name.chars().filter(|letter| !letter.is_control()).take(MAX_NAME_LEN).collect();
    let clean = clean.trim();
    Ok((!clean.is_empty()).then(|| clean.to_owned()))
}

/// Text of one line: without control characters and those that nobody can see, and with single spaces. Emoji keep their joiners.
pub fn clean_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(1_000));
    let mut letters = text.chars().take(10_000).peekable();
    while let Some(letter) = letters.next() {
        let before = out.chars().next_back().unwrap_or(' ');
        let joins = letter == '\u{200d}'
            && is_pictograph(before)
            && letters.peek().is_some_and(|next| is_pictograph(*next));
        if letter.is_whitespace() || letter.is_control() {
            if before != ' ' {
                out.push(' ');
            }
        } else if joins || !is_invisible(letter) || is_emoji_style(before, letter) {
            out.push(letter);
        }
    }
    out.trim().to_owned()
}

fn is_pictograph(letter: char) -> bool {
    matches!(letter, '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// The selector that keyboards append to some symbols, such as a red heart.
fn is_emoji_style(before: char, letter: char) -> bool {
    letter == '\u{fe0f}' && before >= '\u{203c}' && !before.is_alphanumeric()
}

/// Default-ignorable, bidirectional and blank characters of Unicode.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_names_of_all_scripts_are_kept() {
        for name in ["An", "Nguyễn Thị Hoa", "胡荣华", "Ольга", "علي", "❤️ An", "Zoë 🙂"]
        {
            assert_eq!(clean_name(Some(name)), Ok(Some(name.to_owned())));
        }
        assert_eq!(clean_name(Some("  \t ")), Ok(None));
        assert_eq!(clean_name(Some(" a\u{7}b ")), Ok(Some("ab".to_owned())));
        assert_eq!(clean_name(None), Ok(None));
        assert_eq!(clean_name(Some(&"x".repeat(99))).map(|name| name.map(|name| name.len())), Ok(Some(40)));
    }

    #[test]
    fn a_line_of_text_is_one_visible_line() {
        for (text, clean) in [
            ("  Chào\n\tbạn  nhé ", "Chào bạn nhé"),
            ("a\u{202e}b\u{200b}c\u{7}d", "abc d"),
            ("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}", "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}"),
            ("a\u{200d}b", "ab"),
            ("\u{2028}\u{3164}", ""),
        ] {
            assert_eq!(clean_line(text), clean, "{text:?}");
        }
    }

    #[test]
    fn invisible_and_direction_changing_characters_are_refused() {
        for letter in
            ['\u{200b}', '\u{200d}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{ad}', '\u{3164}', '\u{e0041}']
        {
            let refused = clean_name(Some(&format!("An{letter}")));
            assert_eq!(refused.map_err(|message| message.code), Err("name_invisible"), "{letter:?}");
        }
        // A style selector after a letter only makes a second An.
        assert!(clean_name(Some("An\u{fe0f}")).is_err());
    }
}
