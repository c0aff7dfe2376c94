//! Scores from the side to move's point of view, in centipawns, with mate distances.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score from the side to move's point of view. Mate scores encode their distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

impl Score {
    /// Draw score.
    pub const DRAW: Score = Score(0);
    /// Larger than every score.
    pub const INFINITE: Score = Score(32_000);
    /// Mate at distance zero.
    const MATE: i16 = 31_000;
    /// Longest representable mate distance in plies.
    const LONGEST_MATE: i16 = 1_000;
    /// Base score of a game decided by the arbiter (perpetual check or chase), not by mate.
    const VERDICT: i16 = 28_000;
    /// Minimum win score: every win by mate or verdict scores at least this.
    pub const MIN_WIN: Score = Score(Score::VERDICT - Score::LONGEST_MATE);
    /// Largest magnitude of an evaluation.
    const LARGEST: i16 = 25_000;

    /// Creates an evaluation score, clamped to the evaluation range.
    #[inline]
    pub const fn cp(centipawns: i32) -> Score {
        let largest = Score::LARGEST as i32;
        let clamped = if centipawns > largest {
            largest
        } else if centipawns < -largest {
            -largest
        } else {
            centipawns
        };
        Score(clamped as i16)
    }

    /// Score of being mated in this many plies from the root.
    #[inline]
    pub const fn mated_in(plies: usize) -> Score {
        Score(-Score::MATE + clamp_plies(plies))
    }

    /// Score of mating in this many plies from the root.
    #[inline]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Score::MATE - clamp_plies(plies))
    }

    /// Score of losing by the arbiter's verdict this many plies from the root.
    #[inline]
    pub const fn lost_by_verdict(plies: usize) -> Score {
        Score(-Score::VERDICT + clamp_plies(plies))
    }

    /// Raw number, for tables and arithmetic.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// Creates a score from [`Score::raw`].
    #[inline]
    pub const fn from_raw(raw: i32) -> Score {
        let most = Score::INFINITE.0 as i32;
        Score(if raw > most {
            most
        } else if raw < -most {
            -most
        } else {
            raw
        } as i16)
    }

    /// Returns true if this is a mate score of either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.unsigned_abs() >= (Score::MATE - Score::LONGEST_MATE) as u16
            && self.0.unsigned_abs() <= Score::MATE as u16
    }

    /// Returns true if this is a mate or verdict score, beyond any evaluation.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() > Score::LARGEST as u16
    }

    /// Distance to mate in plies, positive if the side to move mates.
    pub const fn mate_plies(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let plies = (Score::MATE - self.0.abs()) as i32;
        Some(if self.0 > 0 { plies } else { -plies })
    }

    /// Converts to the form stored in the transposition table: mate and verdict distances counted from the node, not
    /// from the root.
    #[inline]
    #[must_use]
    pub const fn to_tt(self, ply: usize) -> Score {
        self.shifted(clamp_plies(ply))
    }

    /// Converts a transposition-table score back: distances counted from the root, `ply` plies away.
    #[inline]
    #[must_use]
    pub const fn from_tt(self, ply: usize) -> Score {
        self.shifted(-clamp_plies(ply))
    }

    #[inline]
    const fn shifted(self, plies: i16) -> Score {
        if self.0 > Score::LARGEST {
            Score(self.0 + plies)
        } else if self.0 < -Score::LARGEST {
            Score(self.0 - plies)
        } else {
            self
        }
    }
}

const fn clamp_plies(plies: usize) -> i16 {
    if plies > Score::LONGEST_MATE as usize { Score::LONGEST_MATE } else { plies as i16 }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score::from_raw(self.raw() + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score::from_raw(self.raw() - centipawns)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate {plies} plies"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_mates_and_farther_losses_score_higher() {
        assert!(Score::mate_in(1) > Score::mate_in(3));
        assert!(Score::mated_in(4) > Score::mated_in(2));
        assert!(Score::mate_in(900) > Score::cp(30_000));
        assert!(-Score::lost_by_verdict(3) < Score::mate_in(99));
        assert!(-Score::lost_by_verdict(3) > Score::cp(30_000));
        assert!(-Score::lost_by_verdict(999) > Score::MIN_WIN && Score::MIN_WIN > Score::cp(30_000));
        assert_eq!(Score::mate_in(5).mate_plies(), Some(5));
        assert_eq!(Score::mated_in(6).mate_plies(), Some(-6));
        assert_eq!(Score::cp(100).mate_plies(), None);
    }

    #[test]
    fn mate_scores_are_stored_relative_to_the_node() {
        let seen_at_ply_4 = Score::mate_in(7);
        let stored = seen_at_ply_4.to_tt(4);
        assert_eq!(stored, Score::mate_in(3));
        assert_eq!(stored.from_tt(2), Score::mate_in(5));
        assert_eq!(Score::cp(31).to_tt(9), Score::cp(31));
    }
}
