//! The weight of every position of a match, found in the background, each pair of eyes from its own knowledge.

use table::{Limits, SearchReport, Study, Viewer};

use super::actor::{Room, viewer};
use crate::think::{self, Rank};
use crate::wire::{Evaluation, ServerOut, Worth, count};

/// What one position is worth thinking about.
const NODES: u64 = 30_000;
const TIME_MS: u64 = 300;

/// What positions are worth, by whose knowledge: index 0 is where the match began.
#[derive(Default)]
pub(super) struct Weights {
    seen: [Vec<Option<Evaluation>>; 3],
    /// The search under way: its ticket, whose eyes, and after how many plies.
    job: Option<(u64, Viewer, usize)>,
}

fn index(eyes: Viewer) -> usize {
    match eyes {
        Viewer::Seat(side) => side.index(),
        Viewer::Public => 2,
    }
}

impl Weights {
    pub fn seen_by(&self, eyes: Viewer) -> &[Option<Evaluation>] {
        &self.seen[index(eyes)]
    }

    /// Forgets what was taken back.
    pub fn cut(&mut self, plies: usize) {
        for seen in &mut self.seen {
            seen.truncate(plies + 1);
        }
        self.job = self.job.take_if(|(_, _, ply)| *ply <= plies);
    }

    fn set(&mut self, eyes: Viewer, ply: usize, evaluation: Evaluation) {
        let seen = &mut self.seen[index(eyes)];
        if seen.len() <= ply {
            seen.resize(ply + 1, None);
        }
        seen[ply] = Some(evaluation);
    }
}

impl Room {
    /// Whose knowledge positions are weighed by: everybody's the same where nothing is hidden.
    pub(super) fn weighed_by(&self, eyes: Viewer) -> Viewer {
        if self.hidden { eyes } else { Viewer::Public }
    }

    /// Weighs the newest position that nobody has weighed yet, while somebody wants to know.
    pub(super) fn weigh_next(&mut self) {
        while self.weights.job.is_none() && self.may_evaluate() {
            let Some((eyes, ply)) = self.unweighed() else { return };
            let study = self.study_at(eyes, ply);
            let status = study.status();
            if let Some(outcome) = status.outcome {
                let chance = match outcome.winner {
                    Some(table::Side::First) => 1.0,
                    Some(table::Side::Second) => 0.0,
                    None => 0.5,
                };
                let worth = Worth { cp: None, mate: outcome.winner.map(|_| 0), chance };
                self.weighed(eyes, ply, Evaluation { worth, depth: 0, best: None, spread: None });
                continue;
            }
            let ticket = self.engines.ticket();
            self.weights.job = Some((ticket, eyes, ply));
            let limits = Limits { nodes: Some(NODES), time: Some(TIME_MS), ..Limits::default() };
            self.ask_about(ticket, Rank::Weight, (eyes, study), limits);
        }
    }

    fn unweighed(&self) -> Option<(Viewer, usize)> {
        let mut eyes: Vec<Viewer> = self
            .guests
            .values()
            .filter(|guest| guest.evaluation)
            .map(|guest| self.weighed_by(viewer(&guest.hands)))
            .collect();
        eyes.dedup();
        eyes.into_iter().find_map(|eyes| {
            let seen = self.weights.seen_by(eyes);
            let ply = (0..=self.plies()).rev().find(|ply| !matches!(seen.get(*ply), Some(Some(_))))?;
            Some((eyes, ply))
        })
    }

    fn study_at(&self, eyes: Viewer, ply: usize) -> Box<dyn Study> {
        let mut study = self.table.study(eyes);
        while study.ply() > ply && study.pop() {}
        study
    }

    pub(super) fn hear_weight(&mut self, ticket: u64, analysis: Option<&SearchReport>) {
        let Some((_, eyes, ply)) = self.weights.job.take_if(|(asked, ..)| *asked == ticket) else {
            return;
        };
        let turn = self.study_at(eyes, ply).status().turn;
        let level = Worth { cp: None, mate: None, chance: 0.5 };
        let line = analysis.and_then(|analysis| analysis.lines.first());
        let evaluation = Evaluation {
            worth: line.map_or(level, |line| think::worth(line, turn)),
            depth: analysis.map_or(0, |analysis| analysis.depth),
            best: line.and_then(|line| line.moves.first().cloned()),
            spread: analysis.and_then(|analysis| analysis.spread),
        };
        self.weighed(eyes, ply, evaluation);
        self.weigh_next();
    }

    fn weighed(&mut self, eyes: Viewer, ply: usize, evaluation: Evaluation) {
        self.weights.set(eyes, ply, evaluation.clone());
        let hidden = self.hidden;
        let out = ServerOut::Evaluation { ply: count(ply), evaluation };
        self.tell_those(&out, |guest| guest.evaluation && (!hidden || guest.viewer() == eyes));
    }
}
