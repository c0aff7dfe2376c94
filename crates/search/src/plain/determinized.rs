//! Determinization: deals consistent with the known information are sampled, each is searched as a game of perfect
//! information, and the best moves vote.
//!
//! A baseline. Its weakness is known as strategy fusion: every search assumes that hidden pieces are known, so waiting
//! seems to cost nothing and revealing a piece to gain nothing.

use std::collections::BTreeMap;

use game::{Eval, HiddenPosition, Line, Random, Score, Tactics};

use crate::{Clocks, Control, Engine, Limits, PvsEngine, SearchInfo};

/// Engine by vote over sampled deals, each searched by the PVS engine.
pub struct Determinized<E> {
    engine: PvsEngine<E>,
    samples: u32,
}

impl<E: Clone> Determinized<E> {
    /// Engine that samples this many deals for each move.
    pub fn new(eval: E, samples: u32, megabytes: usize, threads: usize) -> Self {
        Determinized { engine: PvsEngine::new(eval, megabytes, threads), samples: samples.max(1) }
    }
}

/// The line with all pieces revealed, beginning at the last irreversible move, so that repetitions are still found.
pub fn determinized_line<P: HiddenPosition>(
    line: &Line<P>,
    open: impl FnOnce(&P) -> P::Determinized,
) -> Line<P::Determinized> {
    let back = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let first = line.ply() - back;
    let mut open_line = Line::new(open(line.at(first)), *line.rules());
    line.steps()[first..].iter().filter_map(|step| step.mv).for_each(|mv| open_line.push(mv, ()));
    open_line
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
        let samples = u64::from(self.samples);
        let each = Limits {
            nodes: limits.nodes.map(|nodes| (nodes / samples).max(1)),
            time: limits.time.map(|time| (time / samples).max(1)),
            clocks: limits.clocks.map(|clocks| Clocks {
                left: clocks.left / samples,
                increment: clocks.increment / samples,
                ..clocks
            }),
            lines: 1,
            ..limits.clone()
        };
        let mut votes: BTreeMap<P::Move, (u32, i64)> = BTreeMap::new();
        let mut infos: Vec<SearchInfo<P>> = Vec::new();
        for _ in 0..self.samples {
            let open_line = determinized_line(line, |here| here.determinize(&mut random));
            let info = self.engine.think(&open_line, &each, control, &mut |_| {}).convert();
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
        // Among moves with equal votes, the one with the higher mean score.
        let chosen = votes.into_iter().max_by_key(|(_, (count, sum))| (*count, sum / i64::from(*count)));
        let mut result = SearchInfo::default();
        for info in infos {
            result.nodes += info.nodes;
            result.micros += info.micros;
            result.depth = result.depth.max(info.depth);
            result.seldepth = result.seldepth.max(info.seldepth);
            let wanted = chosen.is_some_and(|(mv, _)| info.best() == Some(mv));
            if wanted && result.lines.is_empty() {
                result.lines = info.lines;
            }
        }
        if let (Some(pv), Some((_, (count, sum)))) = (result.lines.first_mut(), chosen) {
            // A principal variation ends at a chance node.
            pv.moves.truncate(1);
            pv.score = Score::cp((sum / i64::from(count)) as i32);
        }
        report(&result);
        result
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }
}
