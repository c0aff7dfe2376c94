//! External engines: programs that may be slow, wrong or crash at any time.

mod info;
mod process;
mod uci;
mod xboard;

use table::{Notation, Study};

use crate::player::{Fault, Player};
use crate::spec::{ExternalSpec, Protocol};

/// Starts an engine and completes the handshake.
pub fn start(spec: &ExternalSpec, game: &str) -> Result<Box<dyn Player>, Fault> {
    Ok(match spec.protocol {
        Protocol::Uci | Protocol::Ucci => Box::new(uci::Uci::start(spec, game)?),
        Protocol::Xboard => Box::new(xboard::Xboard::start(spec, game)?),
    })
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
