//! Tuning samples: quiet positions with their results, as sparse term counts.

use eval::{Linear, TaperedScore};
use game::{Line, Position, Random, Side, Tactics};
use table::{Message, Notation, Rulebook};

use super::Tuner;
use super::fit::{EpochReport, FitOptions, FitResult, fit};
use super::game_records::GameRecord;

/// Plies of the opening, which are left out.
const OPENING_PLIES: usize = 10;
/// Positions are left out if the evaluation differs more than this from the weighted sum (a corrected ending).
const MAX_OFFSET: f32 = 40.0;
/// One game of this many is held out for validation.
const VALIDATION_SHARE: usize = 10;

/// Samples of a game's positions, in a training and a validation set.
pub struct Samples<L: Linear> {
    book: &'static dyn Rulebook,
    per_game: usize,
    random: Random,
    games: usize,
    /// Training set and validation set.
    pub(super) sets: [SampleSet; 2],
    eval: L,
}

/// A set of positions; the counts of one lie between its start and the next one's.
#[derive(Clone, Default)]
pub struct SampleSet {
    starts: Vec<usize>,
    terms: Vec<u16>,
    counts: Vec<i16>,
    phases: Vec<f32>,
    /// Part of the evaluation that is not in the sum: the tempo bonus.
    offset: Vec<f32>,
    results: Vec<f32>,
}

/// One position of a set.
pub struct Sample<'a> {
    /// The terms that occur.
    pub terms: &'a [u16],
    /// Their counts, the first side's minus the second's.
    pub counts: &'a [i16],
    /// Game phase, from 0 to 1.
    pub phase: f32,
    /// Offset added to the sum.
    pub offset: f32,
    /// Result of the first side.
    pub result: f32,
}

impl SampleSet {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Adds a position.
    pub fn push(&mut self, counts: &[i32], phase: f32, offset: f32, result: f32) {
        self.starts.push(self.terms.len());
        for (term, &count) in counts.iter().enumerate().filter(|(_, count)| **count != 0) {
            // Both are small: hundreds of terms, tens of pieces.
            if let (Ok(term), Ok(count)) = (u16::try_from(term), i16::try_from(count)) {
                self.terms.push(term);
                self.counts.push(count);
            }
        }
        self.phases.push(phase);
        self.offset.push(offset);
        self.results.push(result);
    }

    /// Returns a position by its index.
    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = self.starts[index];
        let end = self.starts.get(index + 1).copied().unwrap_or(self.terms.len());
        Sample {
            terms: &self.terms[begin..end],
            counts: &self.counts[begin..end],
            phase: self.phases[index],
            offset: self.offset[index],
            result: self.results[index],
        }
    }
}

impl<L: Linear> Samples<L> {
    /// Makes an empty set; `per_game` positions are drawn from each game.
    pub fn new(book: &'static dyn Rulebook, per_game: usize, seed: u64) -> Self {
        Samples {
            book,
            per_game: per_game.max(1),
            random: Random::new(seed),
            games: 0,
            sets: [SampleSet::default(), SampleSet::default()],
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
        let score = if here.turn() == Side::First { own } else { -own };
        let sum: f32 = dense
            .iter()
            .zip(weights)
            .map(|(&count, weight)| {
                count as f32 * (weight.middlegame() as f32 * phase + weight.endgame() as f32 * (1.0 - phase))
            })
            .sum();
        let offset = score - sum;
        if offset.abs() > MAX_OFFSET {
            return;
        }
        let set = &mut self.sets[usize::from(self.games.is_multiple_of(VALIDATION_SHARE))];
        set.push(&dense, phase, offset, result);
    }

    /// Returns the plies of a line with quiet positions.
    fn quiet(line: &Line<L::Position>) -> Vec<usize> {
        let captures = |ply: usize| {
            line.steps().get(ply).and_then(|step| step.mv).is_some_and(|mv| line.at(ply).is_noisy(mv))
        };
        (OPENING_PLIES..line.ply())
            .filter(|&ply| !captures(ply) && !captures(ply - 1) && !line.at(ply).in_check())
            .collect()
    }
}

impl<L: Linear + 'static> Tuner for Samples<L> {
    fn add(&mut self, record: &GameRecord) -> Result<(), Message> {
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
        (self.games, self.sets.iter().map(SampleSet::len).sum())
    }

    fn fit(
        &self,
        start: Option<&[TaperedScore]>,
        options: &FitOptions,
        report: &mut dyn FnMut(&EpochReport),
    ) -> Result<FitResult, Message> {
        let start = start.unwrap_or(L::weights());
        if start.len() != L::weights().len() {
            return Err(Message::new("tune_source").number("count", L::weights().len()));
        }
        Ok(fit(start, &self.sets, options, report))
    }
}
