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
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check: lost at xiangqi, drawn at chess.
    Stalemate,
    /// One side checked with every move of the cycle.
    PerpetualCheck,
    /// The position was repeated without a violation by either side.
    Repetition,
    /// The limit of moves without a capture was reached.
    NoProgress,
    /// Insufficient material: neither side can win.
    InsufficientMaterial,
    /// A rule of one game, listed in its [`crate::GameSpec::reasons`].
    OfGame(GameReason),
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

/// A rule of one game that ends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameReason {
    /// Machine-readable code, stored and sent: it never changes. The message key is `reason_` followed by it.
    pub code: &'static str,
    /// Message key of the sentence that explains the outcome.
    pub why: &'static str,
    /// True if the loser broke the rule.
    pub is_infraction: bool,
    /// True if the draw has to be claimed.
    pub is_claimed: bool,
}

impl GameReason {
    /// A rule that is no infraction and needs no claim.
    pub const fn new(code: &'static str, why: &'static str) -> Self {
        GameReason { code, why, is_infraction: false, is_claimed: false }
    }

    /// The same rule as an infraction by the loser.
    #[must_use]
    pub const fn infraction(self) -> Self {
        GameReason { is_infraction: true, ..self }
    }

    /// The same rule as a draw that has to be claimed.
    #[must_use]
    pub const fn claimed(self) -> Self {
        GameReason { is_claimed: true, ..self }
    }
}

impl Reason {
    /// All reasons that every game has.
    pub const COMMON: [Reason; 12] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::PerpetualCheck,
        Reason::Repetition,
        Reason::NoProgress,
        Reason::InsufficientMaterial,
        Reason::Resignation,
        Reason::TimeForfeit,
        Reason::TimeWithoutMaterial,
        Reason::Abandonment,
        Reason::Agreement,
        Reason::Aborted,
    ];

    /// Machine-readable code; the message key is `reason_` followed by it.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no_progress",
            Reason::InsufficientMaterial => "insufficient_material",
            Reason::OfGame(reason) => reason.code,
            Reason::Resignation => "resignation",
            Reason::TimeForfeit => "time_forfeit",
            Reason::TimeWithoutMaterial => "time_without_material",
            Reason::Abandonment => "abandonment",
            Reason::Agreement => "agreement",
            Reason::Aborted => "aborted",
        }
    }

    /// Returns true if the loser broke a rule.
    pub const fn is_infraction(self) -> bool {
        match self {
            Reason::PerpetualCheck => true,
            Reason::OfGame(reason) => reason.is_infraction,
            _ => false,
        }
    }

    /// Returns true if the draw has to be claimed.
    pub const fn is_claimed(self) -> bool {
        match self {
            Reason::OfGame(reason) => reason.is_claimed,
            _ => false,
        }
    }
}
