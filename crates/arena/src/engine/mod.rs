//! External engines: programs that may be slow, wrong or crash at any time.

mod info;
mod process;
mod uci;
mod xboard;

use table::{Notation, Rulebook, Study};

use crate::player::{Fault, Player};
use crate::spec::{ExternalSpec, Protocol};

/// Starts an engine and completes the handshake.
pub fn start(spec: &ExternalSpec, book: &dyn Rulebook) -> Result<Box<dyn Player>, Fault> {
    Ok(match spec.protocol {
        Protocol::Uci | Protocol::Ucci => Box::new(uci::Uci::start(spec, book)?),
        Protocol::Xboard => Box::new(xboard::Xboard::start(spec, book)?),
    })
}

/// Notation of the moves sent to an engine: the one asked for, or coordinates if the game has only one rank numbering.
fn notation_for(spec: &ExternalSpec, book: &dyn Rulebook) -> Notation {
    if book.notations().contains(&spec.notation) { spec.notation } else { Notation::Uci }
}

/// Converts a move of the engine to our own coordinates; an illegal move is a fault.
fn parse_move(study: &dyn Study, text: &str, notation: Notation) -> Result<String, Fault> {
    let theirs = study.legal_moves(notation);
    let place = theirs.iter().position(|legal| legal.eq_ignore_ascii_case(text));
    // Both lists are in the order of the squares.
    place
        .and_then(|place| study.legal_moves(Notation::Uci).into_iter().nth(place))
        .ok_or_else(|| Fault::Illegal(text.to_owned()))
}
