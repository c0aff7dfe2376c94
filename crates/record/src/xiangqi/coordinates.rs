//! Coordinates in three forms: `h2e2`, `h3e3` with ranks from 1 to 10, `H2-E2` (ICCS).
//!
//! Each is converted to the game's own coordinates, together with any letters after the two points.

use game::{Game, Message, MoveOf, Notation, ParamValue, RevealOf};

use crate::Played;

/// Writes a legal move.
pub fn write<G: Game>(here: &G::Position, mv: MoveOf<G>, reveal: RevealOf<G>, notation: Notation) -> String {
    let own = G::write_move(here, mv, reveal);
    let (Some(from), Some(to), Some(rest)) = (own.get(..2), own.get(2..4), own.get(4..)) else {
        return own;
    };
    match notation {
        Notation::Uci1 => format!("{}{}{rest}", from_one(from), from_one(to)),
        Notation::Iccs => format!("{}-{}{rest}", from.to_ascii_uppercase(), to.to_ascii_uppercase()),
        _ => own,
    }
}

/// Parses a move; the result is legal. `misspelt` creates the message for malformed text.
pub fn read<G: Game>(
    here: &G::Position,
    text: &str,
    notation: Notation,
    misspelt: impl FnOnce() -> Message,
) -> Result<Played<G>, Message> {
    let Some(own) = own_form(text.trim(), notation) else { return Err(misspelt()) };
    G::read_move(here, &own).map_err(|message| as_written(message, text, notation))
}

/// Converts a text to the game's own coordinates.
fn own_form(text: &str, notation: Notation) -> Option<String> {
    let (from, rest) = point(text, notation)?;
    let rest = if notation == Notation::Iccs { rest.strip_prefix('-').unwrap_or(rest) } else { rest };
    let (to, rest) = point(rest, notation)?;
    Some(format!("{from}{to}{rest}"))
}

/// Parses the leading point, in the game's own coordinates, and returns the rest.
fn point(text: &str, notation: Notation) -> Option<(String, &str)> {
    let file = text.chars().next()?.to_ascii_lowercase();
    if !file.is_ascii_lowercase() {
        return None;
    }
    let digits = &text[1..];
    let length = match notation {
        Notation::Uci1 if digits.starts_with("10") => 2,
        _ => 1,
    };
    let rank: usize =
        digits.get(..length).filter(|rank| rank.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
    let rank = if notation == Notation::Uci1 { rank.checked_sub(1)? } else { rank };
    Some((format!("{file}{rank}"), &digits[length..]))
}

/// `h2` with ranks counted from 1.
fn from_one(point: &str) -> String {
    match (point.get(..1), point.get(1..).and_then(|rank| rank.parse::<usize>().ok())) {
        (Some(file), Some(rank)) => format!("{file}{}", rank + 1),
        _ => point.to_owned(),
    }
}

/// Rewrites a message so that it quotes the text as written.
fn as_written(mut message: Message, text: &str, notation: Notation) -> Message {
    for (name, value) in &mut message.params {
        match (*name, value) {
            ("move", ParamValue::Text(mv)) => text.clone_into(mv),
            ("square", ParamValue::Text(square)) if notation == Notation::Uci1 => *square = from_one(square),
            ("square", ParamValue::Text(square)) if notation == Notation::Iccs => {
                square.make_ascii_uppercase();
            }
            _ => {}
        }
    }
    message
}
