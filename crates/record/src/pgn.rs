//! Portable game notation: trees of any game with a script, read from text and written to it.
//!
//! The reader is ours, as it must name a misspelt move instead of skipping it, keep what was read before it, and take
//! every script's notation; pgn-reader is its peer in the tests.

mod comment;
mod error;
mod read;
mod token;
mod word_joiner;
mod write;

use ::chess::{Chess, Rules};
pub use error::{PgnError, PgnFault};
use game::{Message, Notation};
pub(crate) use read::move_number;
pub use read::{MainLineError, PgnGame, PgnReader};
pub(crate) use write::first_number;
pub use write::{write_pgn, write_txt};

use crate::ChessMoveText;

/// Reads all games of chess in a text, one by one.
pub fn read_chess_pgn(text: &str, notation: Notation) -> PgnReader<'_, ChessMoveText> {
    PgnReader::new(text, notation, Box::new(chess_rules))
}

/// The rules a header of chess asks for.
fn chess_rules(tags: &[(String, String)]) -> Result<Rules, Message> {
    header_rules::<Chess>(tags)
}

/// The rules a header asks for; variants that are not played here are refused, not misread.
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

/// Tells a game's rule options from its header.
pub type RulesFrom<G> = Box<dyn Fn(&[(String, String)]) -> Result<game::RulesOf<G>, Message>>;

/// A chess record, for short.
pub type ChessTree = crate::Tree<Chess>;
