//! Pairing of one bracket: the best candidate by the criteria, and among equals the first in the order of article 4.

use super::field::Field;
use super::layout::{Bracket, Layout, Low};
use crate::matching::Matcher;
use crate::weight::Weight;

/// Pairs as positions in the field, higher ranked first.
#[derive(Debug, Clone, Default)]
pub struct BracketPairs {
    /// Pairs of the bracket; everybody else of it floats down.
    pub pairs: Vec<(usize, usize)>,
    /// Pairs of the next bracket that the choice of downfloaters relies on (C8).
    pub next: Vec<(usize, usize)>,
}

/// Pairs a bracket. `None` if `completes` is set and the field cannot be completed, or the weights would be too wide.
pub fn pair(field: &Field, bracket: &Bracket) -> Option<BracketPairs> {
    let layout = Layout::new(field, bracket);
    match layout.bits.div_ceil(64) {
        0..=4 => Solver::<4>::new(field, bracket, layout).run(),
        5..=8 => Solver::<8>::new(field, bracket, layout).run(),
        9..=16 => Solver::<16>::new(field, bracket, layout).run(),
        17..=64 => Solver::<64>::new(field, bracket, layout).run(),
        _ => None,
    }
}

struct Solver<'a, const L: usize> {
    field: &'a Field,
    bracket: &'a Bracket,
    layout: Layout,
    bye_ranks: Option<Vec<u64>>,
    matcher: Matcher<L>,
    /// Edges inside the remainder that an earlier choice excluded, as low vertex * size + high vertex.
    excluded: Vec<bool>,
    pairs: Vec<(usize, usize)>,
}

impl<'a, const L: usize> Solver<'a, L> {
    fn new(field: &'a Field, bracket: &'a Bracket, layout: Layout) -> Self {
        let matcher = Matcher::new(bracket.vertices(), |v, w| layout.weight(field, bracket, (v, w), None));
        let excluded = vec![false; bracket.size * bracket.size];
        Self { field, bracket, layout, bye_ranks: None, matcher, excluded, pairs: Vec::new() }
    }

    fn base_weight(&self, v: usize, w: usize) -> Weight<L> {
        let (low, high) = (v.min(w), v.max(w));
        if high < self.bracket.size && self.excluded[low * self.bracket.size + high] {
            return Weight::ZERO;
        }
        self.layout.weight(self.field, self.bracket, (v, w), self.bye_ranks.as_deref())
    }

    /// Partner of a vertex if the pair belongs to this bracket.
    fn partner(&self, v: usize) -> Option<usize> {
        let mate = self.matcher.mate(v);
        let inside = mate < self.bracket.size
            && (self.bracket.is_resident(v) || self.bracket.is_resident(mate))
            && !self.matcher.weight(v, mate).is_zero();
        inside.then_some(mate)
    }

    fn run(mut self) -> Option<BracketPairs> {
        self.apply_bye_criterion();
        if self.bracket.completes {
            let vertices = self.bracket.players.len() + usize::from(self.bracket.has_bye);
            if (0..vertices).any(|v| self.matcher.weight(v, self.matcher.mate(v)).is_zero()) {
                return None;
            }
        }
        if self.bracket.moved_down > 0 {
            self.pair_moved_down();
        }
        self.pair_remainder();
        let next = (0..self.bracket.with_next).filter_map(|v| {
            let mate = self.matcher.mate(v);
            let counts = (self.bracket.size..self.bracket.with_next).contains(&mate)
                && v < mate
                && !self.matcher.weight(v, mate).is_zero();
            counts.then_some((v, mate))
        });
        let players = &self.bracket.players;
        Some(BracketPairs {
            next: next.map(|(v, w)| (players[v], players[w])).collect(),
            pairs: self.pairs.iter().map(|&(v, w)| (players[v], players[w])).collect(),
        })
    }

    /// C9: if exactly one player stays unpaired and gets the bye, prefers the one with the fewest unplayed games.
    fn apply_bye_criterion(&mut self) {
        let Some(bye_score) = self.bracket.bye_score else { return };
        let unpaired = (0..self.bracket.size).filter(|&v| self.partner(v).is_none()).count();
        let resident = self.bracket.players[self.bracket.size - 1];
        if unpaired != 1 || bye_score < self.field.candidates[resident].score {
            return;
        }
        let mut counts: Vec<usize> =
            self.field.candidates.iter().filter(|one| one.score == bye_score).map(|one| one.played).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.dedup();
        if counts.len() < 2 {
            return;
        }
        let ranks = self.field.candidates.iter().map(|one| {
            let rank = counts.iter().position(|&played| played == one.played && one.score == bye_score);
            rank.map_or(0, |rank| rank as u64)
        });
        self.bye_ranks = Some(ranks.collect());
        self.reweigh_base();
    }

    fn reweigh_base(&mut self) {
        let mut matcher = std::mem::replace(&mut self.matcher, Matcher::new(0, |_, _| Weight::ZERO));
        matcher.reweigh(|v, w| self.base_weight(v, w));
        self.matcher = matcher;
    }

    /// Article 4.4: chooses the moved-down players to be paired, higher ranked first, then their opponents.
    fn pair_moved_down(&mut self) {
        let residents = self.bracket.moved_down..self.bracket.size;
        let score = |solver: &Self, v: usize| solver.field.candidates[solver.bracket.players[v]].score;
        let mut chosen = Vec::new();
        let mut begin = 0;
        while begin < self.bracket.moved_down {
            let mut end = begin + 1;
            while end < self.bracket.moved_down && score(self, end) == score(self, begin) {
                end += 1;
            }
            let mut remaining = (begin..end).filter(|&v| self.partner(v).is_some()).count();
            for v in begin..end {
                if remaining == 0 {
                    break;
                }
                if end - v <= remaining {
                    chosen.push(v);
                    remaining -= 1;
                    continue;
                }
                if self.partner(v).is_none() {
                    self.bonus(v, residents.clone(), |_| (1, Low::Choice));
                }
                if self.partner(v).is_some() {
                    chosen.push(v);
                    remaining -= 1;
                    self.bonus(v, residents.clone(), |_| (1, Low::Sum));
                } else {
                    self.bonus(v, residents.clone(), |_| (0, Low::Sum));
                }
            }
            begin = end;
        }
        let opponents: Vec<usize> = residents.collect();
        for v in chosen {
            self.choose_opponent(v, &opponents);
        }
    }

    /// Sets the edges of `v` to the given vertices to their base weight plus a value in a low-order field.
    fn bonus(&mut self, v: usize, others: impl Iterator<Item = usize>, value: impl Fn(usize) -> (u64, Low)) {
        let mut changes = Vec::new();
        for w in others {
            if self.is_taken(w) || w == v {
                continue;
            }
            let mut weight = self.base_weight(v, w);
            if !weight.is_zero() {
                let (amount, field) = value(w);
                weight.add_shifted(amount, self.layout.low(field));
                changes.push((w, weight));
            }
        }
        self.matcher.change_vertex(v, &changes);
    }

    fn is_taken(&self, v: usize) -> bool {
        self.pairs.iter().any(|&(one, other)| one == v || other == v)
    }

    /// Gives `v` the first of `opponents` that keeps the bracket optimal, and takes the pair out.
    fn choose_opponent(&mut self, v: usize, opponents: &[usize]) {
        let open: Vec<usize> = opponents
            .iter()
            .copied()
            .filter(|&w| !self.is_taken(w) && !self.matcher.weight(v, w).is_zero())
            .collect();
        let current = self.matcher.mate(v);
        let first = open.iter().copied().find(|&w| self.matcher.is_tight(v, w));
        if first != Some(current) {
            let changes: Vec<(usize, Weight<L>)> = open
                .iter()
                .rev()
                .enumerate()
                .map(|(rank, &w)| {
                    let mut weight = *self.matcher.weight(v, w);
                    weight.add_shifted(rank as u64 + 1, self.layout.low(Low::Choice));
                    (w, weight)
                })
                .collect();
            self.matcher.change_vertex(v, &changes);
        }
        let mate = self.matcher.mate(v);
        self.matcher.remove_pair(v, mate);
        self.pairs.push((v.min(mate), v.max(mate)));
    }

    /// Articles 4.2 and 4.3: exchanges and transpositions among the residents left.
    fn pair_remainder(&mut self) {
        let remainder: Vec<usize> =
            (self.bracket.moved_down..self.bracket.size).filter(|&v| !self.is_taken(v)).collect();
        let pairs = remainder.iter().filter(|&&v| self.partner(v).is_some()).count() / 2;
        if pairs == 0 {
            return;
        }
        let mut place = vec![None; self.bracket.size];
        for (index, &v) in remainder.iter().enumerate() {
            place[v] = Some(index);
        }
        self.reweigh_remainder(&place, pairs);
        let is_higher = |solver: &Self, v: usize| solver.partner(v).is_some_and(|mate| mate > v);
        let exchanges = remainder[..pairs].iter().filter(|&&v| !is_higher(self, v)).count();
        if exchanges > 0 {
            self.choose_exchanges(&remainder, pairs, exchanges);
        }
        let higher: Vec<bool> = remainder.iter().map(|&v| is_higher(self, v)).collect();
        if exchanges > 0 {
            for (low, &v) in remainder.iter().enumerate() {
                for (high, &w) in remainder.iter().enumerate().skip(low + 1) {
                    if !higher[low] || higher[high] {
                        self.excluded[v * self.bracket.size + w] = true;
                    }
                }
            }
            self.reweigh_base();
        }
        for (index, &v) in remainder.iter().enumerate() {
            if higher[index] {
                let below: Vec<usize> = (index + 1..remainder.len())
                    .filter(|&other| !higher[other])
                    .map(|other| remainder[other])
                    .collect();
                self.choose_opponent(v, &below);
            }
        }
    }

    /// Weight of an edge of the remainder with the preferences for few and small exchanges.
    fn exchange_weight(&self, place: &[Option<usize>], pairs: usize, v: usize, w: usize) -> Weight<L> {
        let mut weight = self.base_weight(v, w);
        let place_of = |v: usize| place.get(v).copied().flatten();
        if let (Some(one), Some(other)) = (place_of(v), place_of(w))
            && !weight.is_zero()
        {
            let higher = one.min(other);
            weight.add_shifted(u64::from(higher < pairs), self.layout.low(Low::Exchanges));
            weight.add_shifted((place.len() - higher) as u64, self.layout.low(Low::Sum));
            weight.add_shifted(1, self.layout.low(Low::Choice));
        }
        weight
    }

    fn reweigh_remainder(&mut self, place: &[Option<usize>], pairs: usize) {
        let mut matcher = std::mem::replace(&mut self.matcher, Matcher::new(0, |_, _| Weight::ZERO));
        matcher.reweigh(|v, w| self.exchange_weight(place, pairs, v, w));
        self.matcher = matcher;
    }

    /// Article 4.3: lower players of S1 are exchanged first, for higher players of S2.
    fn choose_exchanges(&mut self, remainder: &[usize], pairs: usize, exchanges: usize) {
        let mut place = vec![None; self.bracket.size];
        for (index, &v) in remainder.iter().enumerate() {
            place[v] = Some(index);
        }
        let is_higher = |solver: &Self, v: usize| solver.partner(v).is_some_and(|mate| mate > v);
        let mut left = exchanges;
        for index in (0..pairs).rev() {
            if left == 0 {
                break;
            }
            let v = remainder[index];
            let below = &remainder[index + 1..];
            if is_higher(self, v) {
                self.set_exchange_edges(&place, pairs, v, below, 0);
            }
            if is_higher(self, v) {
                self.set_exchange_edges(&place, pairs, v, below, 1);
            } else {
                left -= 1;
                for &w in below {
                    self.excluded[v * self.bracket.size + w] = true;
                }
                self.set_exchange_edges(&place, pairs, v, below, 1);
            }
        }
        let mut left = exchanges;
        for index in pairs..remainder.len() {
            if left <= 1 {
                break;
            }
            let v = remainder[index];
            let below = &remainder[index + 1..];
            let already = is_higher(self, v);
            if !already {
                self.set_exchange_edges(&place, pairs, v, below, 2);
            }
            if is_higher(self, v) {
                left -= 1;
                for &w in &remainder[..index] {
                    self.excluded[w * self.bracket.size + v] = true;
                }
                // It is paired here, below it: no other edge remains.
                let mut changes: Vec<(usize, Weight<L>)> =
                    remainder[..index].iter().map(|&w| (w, Weight::ZERO)).collect();
                changes.extend((self.bracket.size..self.bracket.players.len()).map(|w| (w, Weight::ZERO)));
                self.matcher.change_vertex(v, &changes);
            }
            if !already {
                self.set_exchange_edges(&place, pairs, v, below, 1);
            }
        }
    }

    /// Sets the edges of `v` to lower players, with the last choice field at `choice` (1 is neutral).
    fn set_exchange_edges(
        &mut self,
        place: &[Option<usize>],
        pairs: usize,
        v: usize,
        below: &[usize],
        choice: u64,
    ) {
        let shift = self.layout.low(Low::Choice);
        let changes: Vec<(usize, Weight<L>)> = below
            .iter()
            .map(|&w| {
                let weight = self.exchange_weight(place, pairs, v, w);
                if weight.is_zero() {
                    return (w, weight);
                }
                let mut neutral = Weight::ZERO;
                neutral.add_shifted(1, shift);
                let mut changed = weight.minus(&neutral);
                changed.add_shifted(choice, shift);
                (w, changed)
            })
            .collect();
        self.matcher.change_vertex(v, &changes);
    }
}
