//! How a game's moves are written: the door between notations and the rules.

use std::marker::PhantomData;

use game::{Game, Line, Message, MoveOf, Notation, RevealOf};

/// A move with what chance added to it.
pub type Played<G> = (MoveOf<G>, RevealOf<G>);
/// A game's moves with their reveals, in order.
pub type Moves<G> = Vec<Played<G>>;

/// A move of a game that could not be read: its index (0 = the first of the text) and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// How many moves were read before.
    pub index: usize,
    /// The move as it was written.
    pub text: String,
    /// What is wrong with it.
    pub message: Message,
}

/// The notations of a game.
pub trait MoveText: Send + Sync + 'static {
    /// The game whose moves are written.
    type Game: Game;

    /// The notations it knows, coordinates first.
    const NOTATIONS: &'static [Notation];

    /// True if later moves of a game may settle what one move left open: [`MoveText::read_game`] then reads more than
    /// its moves one by one.
    const LATER_MOVES_DISAMBIGUATE: bool = false;

    /// Writes a move that is legal here. Contract: `notation` is one of [`MoveText::NOTATIONS`].
    fn write(
        here: &<Self::Game as Game>::Position,
        mv: MoveOf<Self::Game>,
        reveal: RevealOf<Self::Game>,
        notation: Notation,
    ) -> String;

    /// Reads one move; the result is legal here. A misspelt, impossible or ambiguous move says why.
    fn read(
        here: &<Self::Game as Game>::Position,
        text: &str,
        notation: Notation,
    ) -> Result<Played<Self::Game>, Message>;

    /// Reads a whole game from where the line stands. Where later moves settle what one move left open
    /// (a turn-up that was not written), they do.
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

/// The script every game has at once: its coordinates.
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
