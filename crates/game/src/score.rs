//! What a position is worth to the side to move, in centipawns of a soldier or pawn, and how near a mate is.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score from the side to move's view. Mates know their distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

impl Score {
    /// Level.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(32_000);
    /// Mate on the spot.
    const MATE: i16 = 31_000;
    /// Mates are nearer than this many plies.
    const LONGEST_MATE: i16 = 1_000;
    /// A game won or lost by the arbiter's verdict, not by mate.
    const VERDICT: i16 = 28_000;
    /// No won game is worth less, by mate or by verdict.
    pub const MIN_WIN: Score = Score(Score::VERDICT - Score::LONGEST_MATE);
    /// No evaluation goes beyond.
    const LARGEST: i16 = 25_000;

    /// An evaluation in centipawns, held within what an evaluation may say.
    #[inline]
    pub const fn cp(centipawns: i32) -> Score {
        let largest = Score::LARGEST as i32;
        let held = if centipawns > largest {
            largest
        } else if centipawns < -largest {
            -largest
        } else {
            centipawns
        };
        Score(held as i16)
    }

    /// The side to move is mated after this many plies from the root.
    #[inline]
    pub const fn mated_in(plies: usize) -> Score {
        Score(-Score::MATE + held_plies(plies))
    }

    /// The side to move mates in this many plies from the root.
    #[inline]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Score::MATE - held_plies(plies))
    }

    /// The game is lost by the arbiter's verdict this many plies from the root.
    #[inline]
    pub const fn lost_by_verdict(plies: usize) -> Score {
        Score(-Score::VERDICT + held_plies(plies))
    }

    /// The number inside, for tables and arithmetic.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// A score of a number from [`Score::raw`].
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

    /// Whether it announces a mate of either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.unsigned_abs() >= (Score::MATE - Score::LONGEST_MATE) as u16
            && self.0.unsigned_abs() <= Score::MATE as u16
    }

    /// Whether it says more than any evaluation: a mate or a verdict.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() > Score::LARGEST as u16
    }

    /// Plies to the mate it announces, positive when the side to move mates.
    pub const fn mate_plies(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let plies = (Score::MATE - self.0.abs()) as i32;
        Some(if self.0 > 0 { plies } else { -plies })
    }

    /// The same score as a table keeps it: decided distances counted from the node, not from the root.
    #[inline]
    #[must_use]
    pub const fn to_tt(self, ply: usize) -> Score {
        self.shifted(held_plies(ply))
    }

    /// A table's score as the root sees it from this many plies away.
    #[inline]
    #[must_use]
    pub const fn from_tt(self, ply: usize) -> Score {
        self.shifted(-held_plies(ply))
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

const fn held_plies(plies: usize) -> i16 {
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
    fn nearer_mates_are_better_and_farther_losses_too() {
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
    fn a_mate_goes_through_the_table_by_its_distance_from_the_node() {
        let seen_at_ply_4 = Score::mate_in(7);
        let stored = seen_at_ply_4.to_tt(4);
        assert_eq!(stored, Score::mate_in(3));
        assert_eq!(stored.from_tt(2), Score::mate_in(5));
        assert_eq!(Score::cp(31).to_tt(9), Score::cp(31));
    }
}
