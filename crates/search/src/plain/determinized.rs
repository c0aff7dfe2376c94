//! Guess and vote: deals that fit what is known are drawn, each is searched as if it were told, and the moves found best
//! are counted.
//!
//! A baseline to measure against: every search believes that whatever turns up was known all along, so waiting seems to
//! cost nothing and turning a piece up to tell nothing.

use std::collections::BTreeMap;

use game::{Eval, HiddenPosition, Line, Random, Score, Tactics};

use crate::{Clocks, Control, Engine, Limits, PvsEngine, SearchInfo};

/// A player by vote over determinized_line deals, each searched by a champion of open games.
pub struct Determinized<E> {
    champion: PvsEngine<E>,
    samples: u32,
}

impl<E: Clone> Determinized<E> {
    /// A player that imagines so many deals for each move.
    pub fn new(eval: E, samples: u32, megabytes: usize, threads: usize) -> Self {
        Determinized { champion: PvsEngine::new(eval, megabytes, threads), samples: samples.max(1) }
    }
}

/// A line as it would be if everything were told: it begins where anything could still come back.
pub fn determinized_line<P: HiddenPosition>(
    line: &Line<P>,
    open: impl FnOnce(&P) -> P::Determinized,
) -> Line<P::Determinized> {
    let back = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let first = line.ply() - back;
    let mut told = Line::new(open(line.at(first)), *line.rules());
    line.steps()[first..].iter().filter_map(|step| step.mv).for_each(|mv| told.push(mv, ()));
    told
}

impl<P, E> Engine<P> for Determinized<E>
where
    P: HiddenPosition<Determinized: Tactics>,
    E: Eval<P::Determinized> + Clone,
{
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let ply = line.ply() as u64;
        let mut random = Random::new(limits.seed ^ ply.wrapping_mul(0xA076_1D64_78BD_642F));
        let share = u64::from(self.samples);
        let each = Limits {
            nodes: limits.nodes.map(|nodes| (nodes / share).max(1)),
            time: limits.time.map(|time| (time / share).max(1)),
            clocks: limits.clocks.map(|clocks| Clocks {
                left: clocks.left / share,
                increment: clocks.increment / share,
                ..clocks
            }),
            lines: 1,
            ..limits.clone()
        };
        let mut votes: BTreeMap<P::Move, (u32, i64)> = BTreeMap::new();
        let mut infos: Vec<SearchInfo<P>> = Vec::new();
        for _ in 0..self.samples {
            let told = determinized_line(line, |here| here.determinize(&mut random));
            let info = self.champion.think(&told, &each, control, &mut |_| {}).convert();
            if let (Some(mv), Some(score)) = (info.best(), info.score()) {
                let (count, sum) = votes.entry(mv).or_default();
                *count += 1;
                *sum += i64::from(score.raw());
            }
            infos.push(info);
            if control.is_stopped() {
                break;
            }
        }
        // Of moves with as many votes, the one that promised more.
        let chosen = votes.into_iter().max_by_key(|(_, (count, sum))| (*count, sum / i64::from(*count)));
        let mut whole = SearchInfo::default();
        for info in infos {
            whole.nodes += info.nodes;
            whole.micros += info.micros;
            whole.depth = whole.depth.max(info.depth);
            whole.seldepth = whole.seldepth.max(info.seldepth);
            let wanted = chosen.is_some_and(|(mv, _)| info.best() == Some(mv));
            if wanted && whole.lines.is_empty() {
                whole.lines = info.lines;
            }
        }
        if let (Some(pv), Some((_, (count, sum)))) = (whole.lines.first_mut(), chosen) {
            // Beyond chance there is no one line.
            pv.moves.truncate(1);
            pv.score = Score::cp((sum / i64::from(count)) as i32);
        }
        report(&whole);
        whole
    }

    fn new_game(&mut self) {
        self.champion.clear();
    }
}
