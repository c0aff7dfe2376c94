//! Portable Game Notation: game trees of any game, read from text and written to it.
//!
//! The reader is our own because it must report a malformed move instead of skipping it, keep what was read before
//! it, and support all notations; the tests compare it with pgn-reader.

mod comment;
mod error;
mod read;
mod token;
mod word_joiner;
mod write;

use ::chess::{Chess, Rules};
pub use comment::write_clock;
pub use error::{PgnError, PgnFault};
use game::{Message, Notation};
pub(crate) use read::move_number;
pub use read::{MainLineError, PgnGame, PgnReader};
pub(crate) use write::first_number;
pub use write::{write_pgn, write_txt};

use crate::ChessMoveText;

/// Reads all chess games of a text, one by one.
pub fn read_chess_pgn(text: &str, notation: Notation) -> PgnReader<'_, ChessMoveText> {
    PgnReader::new(text, notation, Box::new(chess_rules))
}

/// Rules given by a chess header.
fn chess_rules(tags: &[(String, String)]) -> Result<Rules, Message> {
    header_rules::<Chess>(tags)
}

/// Rules given by a header; unsupported variants are rejected.
pub fn header_rules<G: game::Game>(tags: &[(String, String)]) -> Result<game::RulesOf<G>, Message> {
    let variant = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Variant"));
    let Some((_, variant)) = variant else { return G::rules(&[]) };
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    let spec = G::spec();
    let has = |name: &str| spec.options.iter().any(|option| option.name == name);
    match letters.as_str() {
        "" | "standard" | "normal" | "fromposition" => G::rules(&[]),
        known if known == spec.name || spec.aliases.contains(&known) => G::rules(&[]),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc" if has("chess960") => {
            G::rules(&[("chess960", "yes")])
        }
        _ => Err(Message::new("pgn_variant").text("variant", variant)),
    }
}

/// Derives a game's rule options from its header.
pub type RulesFrom<G> = Box<dyn Fn(&[(String, String)]) -> Result<game::RulesOf<G>, Message>>;

/// Game tree of chess.
pub type ChessTree = crate::Tree<Chess>;
