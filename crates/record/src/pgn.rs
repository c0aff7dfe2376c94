//! Portable game notation: trees of any game with a script, read from text and written to it.
//!
//! The reader is ours, as it must name a misspelt move instead of skipping it, keep what was read before it, and take
//! every script's notation; pgn-reader is its peer in the tests.

mod comment;
mod error;
mod read;
mod token;
mod write;

use ::chess::{Chess, Rules};
pub use error::{PgnError, PgnFault};
use game::{Message, Notation};
pub use read::{PgnGame, PgnReader};
pub use write::write_pgn;

use crate::ChessScript;

/// Reads all games of chess in a text, one by one.
pub fn read_chess_pgn(text: &str, notation: Notation) -> PgnReader<'_, ChessScript> {
    PgnReader::new(text, notation, Box::new(chess_rules))
}

/// The rules a header asks for; variants that are not played here are refused, not misread.
fn chess_rules(tags: &[(String, String)]) -> Result<Rules, Message> {
    let variant = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Variant"));
    let Some((_, variant)) = variant else { return Ok(Rules::default()) };
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    match letters.to_ascii_lowercase().as_str() {
        "" | "standard" | "chess" | "normal" | "fromposition" => Ok(Rules { chess960: false }),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc" => Ok(Rules { chess960: true }),
        _ => Err(Message::new("pgn_variant").text("variant", variant)),
    }
}

/// Tells a game's rule options from its header.
pub type RulesFrom<G> = Box<dyn Fn(&[(String, String)]) -> Result<game::RulesOf<G>, Message>>;

/// A chess record, for short.
pub type ChessTree = crate::Tree<Chess>;
