//! From a code with parameters to a sentence in a language.

use game::{Message, ParamValue};

use crate::{Language, sentence};

/// Quoted input longer than this is cut: nobody reads a screenful to learn that a FEN is wrong.
const LONGEST_QUOTE: usize = 100;

/// The sentence a message says. A code without one says itself, with its parameters.
pub fn render(message: &Message, language: Language) -> String {
    match sentence(message.code, language) {
        Some(sentence) => fill(sentence, &message.params, language),
        None => bare(message, language),
    }
}

/// A word of the catalogues: a side, a piece, a rule. A key without an entry says itself.
pub fn word(key: &str, language: Language) -> String {
    sentence(key, language).map_or_else(|| quote(key), str::to_owned)
}

/// Several things as one enumeration: `a, b, c`, or `a、b、c` in Chinese.
pub fn list(items: &[String], language: Language) -> String {
    match language {
        Language::Vi | Language::En => items.join(", "),
        Language::ZhHans | Language::ZhHant => items.join("、"),
    }
}

/// Puts the parameters in place, in one pass: a parameter that looks like a placeholder stays what it is.
fn fill(sentence: &str, params: &[(&'static str, ParamValue)], language: Language) -> String {
    let mut out = String::with_capacity(sentence.len() + 16 * params.len());
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = behind.split_once('}') else {
            out.push('{');
            rest = behind;
            continue;
        };
        match params.iter().find(|(param, _)| *param == name) {
            Some((_, value)) => out.push_str(&say(value, language)),
            None => {
                out.push('{');
                out.push_str(name);
                out.push('}');
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn say(value: &ParamValue, language: Language) -> String {
    match value {
        ParamValue::Number(number) => number.to_string(),
        ParamValue::Text(text) => quote(text),
        ParamValue::Word(key) => word(key, language),
        ParamValue::Message(inner) => render(inner, language),
    }
}

fn bare(message: &Message, language: Language) -> String {
    let mut out = message.code.to_owned();
    for (name, value) in &message.params {
        out.push_str(&format!(" {name}={}", say(value, language)));
    }
    out
}

/// Input as it may be shown: no control characters (they could drive a terminal), and not without end.
fn quote(text: &str) -> String {
    let mut out = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count == LONGEST_QUOTE {
            out.push('…');
            break;
        }
        out.push(if letter.is_control() { '\u{FFFD}' } else { letter });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_take_their_places_in_one_pass() {
        let params = [("a", ParamValue::Text("{b}".to_owned())), ("b", ParamValue::Number(7))];
        assert_eq!(fill("{a} and {b}, {c} {", &params, Language::En), "{b} and 7, {c} {");
    }

    #[test]
    fn words_and_messages_inside_speak_the_same_language() {
        let inner = Message::new("no_such_code").word("side", "side_red");
        let message = Message::new("no_such_code_either").nest("why", inner);
        assert_eq!(render(&message, Language::Vi), "no_such_code_either why=no_such_code side=Đỏ");
    }

    #[test]
    fn a_code_without_a_sentence_says_itself() {
        let message = Message::new("no_such_code").text("text", "abc").number("count", 3);
        assert_eq!(render(&message, Language::En), "no_such_code text=abc count=3");
    }

    #[test]
    fn quoted_input_cannot_drive_a_terminal_nor_fill_it() {
        let message = Message::new("no_such_code").text("text", format!("\u{1b}[2J{}", "x".repeat(5000)));
        let said = render(&message, Language::En);
        assert!(!said.contains('\u{1b}'));
        assert!(said.chars().count() < 150);
    }
}
