//! Quiet positions with their results, as sparse counts.

use eval::{Linear, TaperedScore};
use game::{Line, Position, Random, Side, Tactics};
use table::{Message, Notation, Rulebook};

use super::Tuner;
use super::fit::{Fit, Fitted, Report, fit};
use super::games::Record;

/// Plies that belong to the opening, not to the players' judgment.
const SKIPPED: usize = 10;
/// Where the opinion says this much beside its sum (a known ending put right), the sum has nothing to learn.
const BESIDE: f32 = 40.0;
/// One game of so many is held out, to see whether what was learnt holds elsewhere.
const HELD_OUT: usize = 10;

/// Positions side by side; the counts of one lie between its start and the next one's.
pub struct Samples<L: Linear> {
    book: &'static dyn Rulebook,
    per_game: usize,
    random: Random,
    games: usize,
    /// Those to learn from, and those held out.
    pub(super) sets: [Set; 2],
    eval: L,
}

/// A set of positions.
#[derive(Clone, Default)]
pub struct Set {
    starts: Vec<usize>,
    terms: Vec<u16>,
    counts: Vec<i16>,
    phases: Vec<f32>,
    /// What the opinion says beside the sum: the right to move.
    beside: Vec<f32>,
    results: Vec<f32>,
}

/// One position of a set.
pub struct Sample<'a> {
    /// The terms that occur.
    pub terms: &'a [u16],
    /// How often, more for the first side.
    pub counts: &'a [i16],
    /// How many pieces are left, from 0 to 1.
    pub phase: f32,
    /// What is added to the sum.
    pub beside: f32,
    /// The first side's share of the point.
    pub result: f32,
}

impl Set {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Adds a position.
    pub fn push(&mut self, counts: &[i32], phase: f32, beside: f32, result: f32) {
        self.starts.push(self.terms.len());
        for (term, &count) in counts.iter().enumerate().filter(|(_, count)| **count != 0) {
            // Both are small by nature: hundreds of terms, tens of pieces.
            if let (Ok(term), Ok(count)) = (u16::try_from(term), i16::try_from(count)) {
                self.terms.push(term);
                self.counts.push(count);
            }
        }
        self.phases.push(phase);
        self.beside.push(beside);
        self.results.push(result);
    }

    /// A position by its number.
    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = self.starts[index];
        let end = self.starts.get(index + 1).copied().unwrap_or(self.terms.len());
        Sample {
            terms: &self.terms[begin..end],
            counts: &self.counts[begin..end],
            phase: self.phases[index],
            beside: self.beside[index],
            result: self.results[index],
        }
    }
}

impl<L: Linear> Samples<L> {
    /// None yet; of each game so many positions are drawn.
    pub fn new(book: &'static dyn Rulebook, per_game: usize, seed: u64) -> Self {
        Samples {
            book,
            per_game: per_game.max(1),
            random: Random::new(seed),
            games: 0,
            sets: [Set::default(), Set::default()],
            eval: L::default(),
        }
    }

    fn add_position(&mut self, here: &L::Position, result: f32) {
        let weights = L::weights();
        let mut dense = vec![0; weights.len()];
        L::count(here, &mut dense);
        let phase = L::phase(here);
        self.eval.reset(here);
        let own = self.eval.score(here).raw() as f32;
        let said = if here.turn() == Side::First { own } else { -own };
        let sum: f32 = dense
            .iter()
            .zip(weights)
            .map(|(&count, weight)| {
                count as f32 * (weight.middlegame() as f32 * phase + weight.endgame() as f32 * (1.0 - phase))
            })
            .sum();
        let beside = said - sum;
        if beside.abs() > BESIDE {
            return;
        }
        let set = &mut self.sets[usize::from(self.games.is_multiple_of(HELD_OUT))];
        set.push(&dense, phase, beside, result);
    }

    /// The plies of a line at which nothing hangs in the air.
    fn quiet(line: &Line<L::Position>) -> Vec<usize> {
        let captures = |ply: usize| {
            line.steps().get(ply).and_then(|step| step.mv).is_some_and(|mv| line.at(ply).is_capture(mv))
        };
        (SKIPPED..line.ply())
            .filter(|&ply| !captures(ply) && !captures(ply - 1) && !line.at(ply).in_check())
            .collect()
    }
}

impl<L: Linear + 'static> Tuner for Samples<L> {
    fn add(&mut self, record: &Record) -> Result<(), Message> {
        let mut study = self.book.open(record.setup.as_deref(), &[])?;
        let moves: Vec<&str> = record.moves.iter().map(String::as_str).collect();
        study.play_game(&moves, Notation::Uci).map_err(|error| error.message)?;
        let other = || Message::new("engine_other_game").text("game", self.book.spec().name);
        let line = study.line().downcast_ref::<Line<L::Position>>().ok_or_else(other)?;
        self.games += 1;
        if record.moves.is_empty() {
            self.add_position(line.here(), record.result);
            return Ok(());
        }
        let mut quiet = Self::quiet(line);
        for _ in 0..self.per_game.min(quiet.len()) {
            let ply = quiet.swap_remove(self.random.below(quiet.len()));
            self.add_position(line.at(ply), record.result);
        }
        Ok(())
    }

    fn size(&self) -> (usize, usize) {
        (self.games, self.sets.iter().map(Set::len).sum())
    }

    fn fit(
        &self,
        start: Option<&[TaperedScore]>,
        how: &Fit,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Fitted, Message> {
        let start = start.unwrap_or(L::weights());
        if start.len() != L::weights().len() {
            return Err(Message::new("tune_source").number("count", L::weights().len()));
        }
        Ok(fit(start, &self.sets, how, report))
    }
}
