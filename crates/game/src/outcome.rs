//! How a game ends, and by which rule.

use crate::Side;

/// The end of a game: who won, if anyone, and by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// `first`, `second` or `draw`: the word machines read.
    pub const fn code(&self) -> &'static str {
        match self.winner {
            Some(side) => side.code(),
            None => "draw",
        }
    }
}

/// The rule that ended a game. What the arbiter saw on the way is in its [`crate::RepetitionCase`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check: lost at xiangqi, drawn at chess.
    Stalemate,
    /// One side checked with every move of the cycle.
    PerpetualCheck,
    /// One side chased the same piece with every move of the cycle.
    PerpetualChase,
    /// Both sides checked with every move of the cycle.
    MutualCheck,
    /// Both sides chased with every move of the cycle.
    MutualChase,
    /// The position recurred and nobody broke a rule.
    Repetition,
    /// The position stood on the board for the third time (a claim).
    Threefold,
    /// The position stood on the board for the fifth time (no claim needed).
    Fivefold,
    /// Fifty moves of each side without capture or pawn move (a claim).
    FiftyMoves,
    /// Seventy-five moves of each side without capture or pawn move (no claim needed).
    SeventyFiveMoves,
    /// The agreed number of moves passed without a capture.
    NoProgress,
    /// Nobody has the pieces left to win.
    InsufficientMaterial,
    /// Three pieces in a row, the aim of the small game.
    ThreeInARow,
    /// A side gave up.
    Resignation,
    /// A side's time ran out.
    TimeForfeit,
    /// A side's time ran out, but the other could not have won.
    TimeWithoutMaterial,
    /// Both sides agreed to a draw.
    Agreement,
    /// The game was broken off without a result.
    Aborted,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 19] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::MutualCheck,
        Reason::MutualChase,
        Reason::Repetition,
        Reason::Threefold,
        Reason::Fivefold,
        Reason::FiftyMoves,
        Reason::SeventyFiveMoves,
        Reason::NoProgress,
        Reason::InsufficientMaterial,
        Reason::ThreeInARow,
        Reason::Resignation,
        Reason::TimeForfeit,
        Reason::TimeWithoutMaterial,
        Reason::Agreement,
        Reason::Aborted,
    ];

    /// The reason of this [`Reason::code`].
    pub fn named(code: &str) -> Option<Reason> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// The word machines read; the catalogues' key is `reason_` and this.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::PerpetualChase => "perpetual_chase",
            Reason::MutualCheck => "mutual_check",
            Reason::MutualChase => "mutual_chase",
            Reason::Repetition => "repetition",
            Reason::Threefold => "threefold",
            Reason::Fivefold => "fivefold",
            Reason::FiftyMoves => "fifty_moves",
            Reason::SeventyFiveMoves => "seventy_five_moves",
            Reason::NoProgress => "no_progress",
            Reason::InsufficientMaterial => "insufficient_material",
            Reason::ThreeInARow => "three_in_a_row",
            Reason::Resignation => "resignation",
            Reason::TimeForfeit => "time_forfeit",
            Reason::TimeWithoutMaterial => "time_without_material",
            Reason::Agreement => "agreement",
            Reason::Aborted => "aborted",
        }
    }
}
