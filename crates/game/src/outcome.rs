//! Outcomes: the winner and the rule that ended the game.

use crate::Side;

/// Outcome of a game: the winner, if any, and the rule that ended it.
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

    /// Machine-readable code: `first`, `second` or `draw`.
    pub const fn code(&self) -> &'static str {
        match self.winner {
            Some(side) => side.code(),
            None => "draw",
        }
    }
}

/// The rule that ended a game. Details of a repetition are in [`crate::RepetitionCase`].
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
    /// The position was repeated without a violation by either side.
    Repetition,
    /// Threefold repetition (by claim).
    Threefold,
    /// Fivefold repetition (automatic).
    Fivefold,
    /// Fifty moves by each side without capture or pawn move (by claim).
    FiftyMoves,
    /// Seventy-five moves by each side without capture or pawn move (automatic).
    SeventyFiveMoves,
    /// The limit of moves without a capture was reached.
    NoProgress,
    /// Insufficient material: neither side can win.
    InsufficientMaterial,
    /// Three pieces in a row, the goal of three men's morris.
    ThreeInARow,
    /// A side resigned.
    Resignation,
    /// A side's time ran out.
    TimeForfeit,
    /// A side's time ran out, but the opponent could not have won.
    TimeWithoutMaterial,
    /// A side left the game, and the opponent claimed the result.
    Abandonment,
    /// Both sides agreed to a draw.
    Agreement,
    /// The game was aborted without a result.
    Aborted,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 20] = [
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
        Reason::Abandonment,
        Reason::Agreement,
        Reason::Aborted,
    ];

    /// Returns the reason with this [`Reason::code`].
    pub fn named(code: &str) -> Option<Reason> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// Machine-readable code; the message key is `reason_` followed by it.
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
            Reason::Abandonment => "abandonment",
            Reason::Agreement => "agreement",
            Reason::Aborted => "aborted",
        }
    }
}
