//! Move text of a game: the interface between notations and rules.

use std::marker::PhantomData;

use game::{Game, Line, Message, MoveOf, Notation, RevealOf};

/// A move with its reveal.
pub type Played<G> = (MoveOf<G>, RevealOf<G>);
/// A game's moves with their reveals, in order.
pub type Moves<G> = Vec<Played<G>>;

/// Error in a game: the first move that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// Number of moves read before it (0 = the first move failed).
    pub index: usize,
    /// The move as written.
    pub text: String,
    /// The reason.
    pub message: Message,
}

/// Reading and writing of a game's moves in its notations.
pub trait MoveText: Send + Sync + 'static {
    /// The game.
    type Game: Game;

    /// Supported notations, coordinates first.
    const NOTATIONS: &'static [Notation];

    /// True if later moves may disambiguate earlier ones: [`MoveText::read_game`] then does more than reading move by
    /// move.
    const LATER_MOVES_DISAMBIGUATE: bool = false;

    /// Writes a legal move. Contract: `notation` is one of [`MoveText::NOTATIONS`].
    fn write(
        here: &<Self::Game as Game>::Position,
        mv: MoveOf<Self::Game>,
        reveal: RevealOf<Self::Game>,
        notation: Notation,
    ) -> String;

    /// Parses one move; the result is legal. A malformed, illegal or ambiguous move is an error with its reason.
    fn read(
        here: &<Self::Game as Game>::Position,
        text: &str,
        notation: Notation,
    ) -> Result<Played<Self::Game>, Message>;

    /// Reads a whole game from the line's current position. Later moves may disambiguate earlier ones (an omitted
    /// reveal).
    fn read_game(
        line: &Line<<Self::Game as Game>::Position>,
        moves: &[&str],
        notation: Notation,
    ) -> Result<Moves<Self::Game>, GameError> {
        let mut line = line.clone();
        let mut read = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            let (mv, reveal) = Self::read(line.here(), text, notation).map_err(|message| GameError {
                index,
                text: (*text).to_owned(),
                message,
            })?;
            line.push(mv, reveal);
            read.push((mv, reveal));
        }
        Ok(read)
    }
}

/// Move text available for every game: its coordinates.
pub struct Coordinates<G>(PhantomData<G>);

impl<G: Game> MoveText for Coordinates<G> {
    type Game = G;

    const NOTATIONS: &'static [Notation] = &[Notation::Uci];

    fn write(here: &G::Position, mv: MoveOf<G>, reveal: RevealOf<G>, _: Notation) -> String {
        G::write_move(here, mv, reveal)
    }

    fn read(here: &G::Position, text: &str, _: Notation) -> Result<Played<G>, Message> {
        G::read_move(here, text)
    }
}
