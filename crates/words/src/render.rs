//! Rendering of messages: from a code with parameters to a sentence.

use game::{Message, ParamValue};

use crate::{Language, sentence};

/// Longest quoted input; longer text is cut so that an error message stays readable.
const LONGEST_QUOTE: usize = 100;

/// Renders a message. A code without a sentence is rendered as the code with its parameters.
pub fn render(message: &Message, language: Language) -> String {
    match sentence(message.code, language) {
        Some(sentence) => fill(sentence, &message.params, language),
        None => bare(message, language),
    }
}

/// Renders a catalogue word: a side, a piece, a rule. A key without an entry is rendered as itself.
pub fn word(key: &str, language: Language) -> String {
    sentence(key, language).map_or_else(|| quote(key), str::to_owned)
}

/// Joins items to an enumeration: `a, b, c`, or `a、b、c` in Chinese.
pub fn list(items: &[String], language: Language) -> String {
    match language {
        Language::Vi | Language::En => items.join(", "),
        Language::ZhHans | Language::ZhHant => items.join("、"),
    }
}

/// Substitutes the parameters in one pass: a parameter that looks like a placeholder is not expanded.
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
            Some((_, value)) => out.push_str(&render_value(value, language)),
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

fn render_value(value: &ParamValue, language: Language) -> String {
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
        out.push_str(&format!(" {name}={}", render_value(value, language)));
    }
    out
}

/// Quotes input for display: control characters (which could drive a terminal) replaced, length limited.
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
    fn parameters_are_substituted_in_one_pass() {
        let params = [("a", ParamValue::Text("{b}".to_owned())), ("b", ParamValue::Number(7))];
        assert_eq!(fill("{a} and {b}, {c} {", &params, Language::En), "{b} and 7, {c} {");
    }

    #[test]
    fn nested_words_and_messages_use_the_same_language() {
        let inner = Message::new("no_such_code").word("side", "side_red");
        let message = Message::new("no_such_code_either").nest("why", inner);
        assert_eq!(render(&message, Language::Vi), "no_such_code_either why=no_such_code side=Đỏ");
    }

    #[test]
    fn a_code_without_a_sentence_is_rendered_as_the_code() {
        let message = Message::new("no_such_code").text("text", "abc").number("count", 3);
        assert_eq!(render(&message, Language::En), "no_such_code text=abc count=3");
    }

    #[test]
    fn quoted_input_is_sanitized_and_cut() {
        let message = Message::new("no_such_code").text("text", format!("\u{1b}[2J{}", "x".repeat(5000)));
        let rendered = render(&message, Language::En);
        assert!(!rendered.contains('\u{1b}'));
        assert!(rendered.chars().count() < 150);
    }
}
