//! Conversion between ranks counted from 1 (interface) and from 0 (game). Done here only.

use table::{Message, ParamValue};

/// Raises every rank of a move.
pub(crate) fn raise(text: &str, by: u32) -> String {
    convert(text, |rank| rank.checked_add(by)).unwrap_or_else(|| text.to_owned())
}

/// Raises every rank of several moves and joins them.
pub(crate) fn raise_all(texts: &[String], by: u32) -> String {
    texts.iter().map(|text| raise(text, by)).collect::<Vec<_>>().join(" ")
}

/// Lowers every rank of a move; `None` if one leaves the board.
pub(crate) fn lower(text: &str, by: u32) -> Option<String> {
    convert(text, |rank| rank.checked_sub(by))
}

/// Raises the ranks of all squares and moves in a message.
pub(crate) fn raise_message(message: &Message, by: u32) -> Message {
    let mut message = message.clone();
    if by == 0 {
        return message;
    }
    for (name, value) in &mut message.params {
        match value {
            ParamValue::Text(text) if ["move", "square", "from", "to", "at"].contains(name) => {
                *text = raise(text, by);
            }
            ParamValue::Message(inner) => **inner = raise_message(inner, by),
            _ => {}
        }
    }
    message
}

/// Replaces every number in a text.
fn convert(text: &str, change: impl Fn(u32) -> Option<u32>) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 2);
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let (digits, behind) = digits.split_at(end);
        out.push_str(before);
        out.push_str(&change(digits.parse().ok()?)?.to_string());
        rest = behind;
    }
    out.push_str(rest);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_raised_and_lowered() {
        assert_eq!(raise("h2e2", 1), "h3e3");
        assert_eq!(raise("h9g7", 1), "h10g8");
        assert_eq!(raise("a0a9Rp", 1), "a1a10Rp");
        assert_eq!(lower("h10g8", 1).as_deref(), Some("h9g7"));
        assert_eq!(lower("a1a10Rp", 1).as_deref(), Some("a0a9Rp"));
        assert_eq!(lower("a0a1", 1), None);
        assert_eq!(lower("a99999999999a1", 1), None);
        assert_eq!(lower("e7e8q", 0).as_deref(), Some("e7e8q"));
        assert_eq!(lower("象", 1).as_deref(), Some("象"));
    }

    #[test]
    fn messages_are_converted_to_raised_ranks() {
        let inner = Message::new("move_no_piece").text("move", "e4e5").text("square", "e4");
        let outer = Message::new("why").nest("why", inner).number("number", 3);
        let raised = raise_message(&outer, 1);
        assert_eq!(raised.to_string(), "why why=(move_no_piece move=e5e6 square=e5) number=3");
    }
}
