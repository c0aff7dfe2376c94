//! Layout of edge weights for one bracket: a field of bits per criterion, most important first.

use super::field::Field;
use super::pairs;
use crate::points::Points;
use crate::weight::Weight;

/// A pairing bracket and the players below it, as vertices of a graph.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// Positions in the field: moved-down players, residents, next scoregroup, and the rest if completion counts.
    pub players: Vec<usize>,
    /// Number of moved-down players.
    pub moved_down: usize,
    /// Number of players of the bracket.
    pub size: usize,
    /// Number of players of the bracket and the next scoregroup.
    pub with_next: usize,
    /// True if the whole remaining field is in `players` and must be completed.
    pub completes: bool,
    /// True if a vertex for the pairing-allocated bye follows the players.
    pub has_bye: bool,
    /// Score of the player who gets the bye (C5).
    pub bye_score: Option<Points>,
}

impl Bracket {
    /// Number of vertices, made even.
    pub fn vertices(&self) -> usize {
        (self.players.len() + usize::from(self.has_bye)).next_multiple_of(2)
    }

    /// True if vertex `v` is one of the residents.
    pub fn is_resident(&self, v: usize) -> bool {
        (self.moved_down..self.size).contains(&v)
    }
}

/// Bit positions of the criteria.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Bits of one counter.
    width: usize,
    scores: Vec<Points>,
    /// Bits in use with headroom for dual variables.
    pub bits: usize,
}

/// Low-order fields, for the order of choice inside the bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Low {
    /// Last choice.
    Choice,
    /// Sum of bracket sequence numbers.
    Sum,
    /// Number of exchanges.
    Exchanges,
}

impl Layout {
    /// Lays the fields out for a bracket.
    pub fn new(field: &Field, bracket: &Bracket) -> Self {
        let width = (usize::BITS - bracket.vertices().leading_zeros()) as usize + 1;
        let mut scores: Vec<Points> =
            bracket.players[..bracket.with_next].iter().map(|&one| field.candidates[one].score).collect();
        scores.sort_unstable();
        scores.dedup();
        // Fifteen counters, one of double width (C9), six vectors by score, the low fields, and headroom.
        let bits = width * (4 + 17 + 6 * scores.len()) + 2 * width + 8;
        Self { width, scores, bits }
    }

    /// Bit position of a low-order field.
    pub fn low(&self, field: Low) -> usize {
        match field {
            Low::Choice => 0,
            Low::Sum => self.width + 1,
            Low::Exchanges => 3 * self.width + 1,
        }
    }

    /// Weight of the edge between two vertices by the criteria; zero if they must not meet.
    pub fn weight<const L: usize>(
        &self,
        field: &Field,
        bracket: &Bracket,
        (low, high): (usize, usize),
        bye_ranks: Option<&[u64]>,
    ) -> Weight<L> {
        let (v, w) = (low.min(high), low.max(high));
        let mut weight = Writer { weight: Weight::ZERO, at: self.low(Low::Exchanges) + self.width };
        let count = bracket.players.len();
        let top = self.bits - 2 * self.width - 8;
        if w >= count {
            let to_bye = bracket.has_bye && w == count && v < count && {
                let one = bracket.players[v];
                field.may_have_bye(one)
                    && bracket.bye_score.is_none_or(|score| field.candidates[one].score <= score)
            };
            if to_bye {
                weight.weight.add_shifted(1, top);
            }
            return weight.weight;
        }
        let (one, other) = (bracket.players[v], bracket.players[w]);
        if !field.may_meet(one, other) {
            return weight.weight;
        }
        let (higher, lower) = (&field.candidates[one], &field.candidates[other]);
        let inside = bracket.is_resident(w);
        let next = (bracket.size..bracket.with_next).contains(&w);
        let unequal = higher.score > lower.score;
        let two_back = field.played_rounds > 1;
        let width = self.width;
        let groups = self.scores.len() * width;
        let group = |score: Points| self.scores.binary_search(&score).unwrap_or(0) * width;

        // From the least important criterion upwards.
        for back in [2, 1] {
            let counts = inside && (back == 1 || two_back);
            // C21, C19: opponents of repeated upfloaters; C20, C18: repeated downfloaters, by score.
            weight.put_if(counts && !pairs::repeats_upfloat(higher, lower, back), 1, group(higher.score));
            weight.skip(groups);
            for one in [higher, lower] {
                weight.put_if(counts && pairs::had_downfloat(one, back), 1, group(one.score));
            }
            weight.skip(groups);
        }
        for back in [2, 1] {
            let counts = inside && (back == 1 || two_back);
            // C17, C15: repeated upfloaters; C16, C14: repeated downfloaters among the residents.
            weight.put_if(counts && !pairs::repeats_upfloat(higher, lower, back), 1, 0);
            weight.skip(width);
            weight.put_if(counts && pairs::had_downfloat(lower, back), 1, 0);
            weight.put_if(counts && !unequal && pairs::had_downfloat(higher, back), 1, 0);
            weight.skip(width);
        }
        // C13, C12, C11, C10: colours.
        for broken in [
            pairs::breaks_strong(higher, lower),
            pairs::breaks_preference(higher, lower),
            pairs::breaks_row(higher, lower),
            pairs::breaks_difference(higher, lower),
        ] {
            weight.put_if(inside && !broken, 1, 0);
            weight.skip(width);
        }
        // C9: the player left for the bye has played most.
        if let Some(ranks) = bye_ranks {
            weight.put_if(true, ranks[one] + ranks[other], 0);
        }
        weight.skip(2 * width);
        // C8: the next bracket. C7, C6: this bracket.
        for counts in [next, inside] {
            weight.put_if(counts, 1, group(higher.score));
            weight.skip(groups);
            weight.put_if(counts, 1, 0);
            weight.skip(width);
        }
        // C4: completion.
        weight.weight.add_shifted(u64::from(bracket.completes), top);
        weight.weight
    }
}

struct Writer<const L: usize> {
    weight: Weight<L>,
    at: usize,
}

impl<const L: usize> Writer<L> {
    fn put_if(&mut self, condition: bool, value: u64, offset: usize) {
        if condition {
            self.weight.add_shifted(value, self.at + offset);
        }
    }

    fn skip(&mut self, bits: usize) {
        self.at += bits;
    }
}
