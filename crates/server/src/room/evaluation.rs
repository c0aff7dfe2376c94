//! Background evaluation of every position of a match, per viewer in games with hidden information.

use std::collections::BTreeMap;

use table::{Limits, SearchReport, Study, Viewer};

use super::actor::{Room, viewer_of};
use crate::engine_pool;
use crate::scheduler::{Class, Ticket};
use crate::wire::{Evaluation, Score, ServerOut, count};

/// Search limits for one position.
const NODES: u64 = 30_000;
const TIME_MS: u64 = 300;

/// Evaluations by viewer and ply; ply 0 is the start position.
#[derive(Default)]
pub(super) struct Evaluations {
    seen: [BTreeMap<usize, Evaluation>; 3],
    job: Option<EvaluationJob>,
}

/// Running evaluation.
struct EvaluationJob {
    number: u64,
    viewer: Viewer,
    ply: usize,
    ticket: Ticket,
}

fn index(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(side) => side.index(),
        Viewer::Public => 2,
    }
}

impl Evaluations {
    pub fn for_viewer(&self, viewer: Viewer) -> &BTreeMap<usize, Evaluation> {
        &self.seen[index(viewer)]
    }

    /// Drops the evaluations of plies that were taken back.
    pub fn cut(&mut self, plies: usize) {
        for seen in &mut self.seen {
            seen.split_off(&(plies + 1));
        }
        if self.job.as_ref().is_some_and(|job| job.ply > plies) {
            self.stop();
        }
    }

    /// Cancels the running evaluation.
    pub fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.ticket.cancel();
        }
    }

    fn set(&mut self, viewer: Viewer, ply: usize, evaluation: Evaluation) {
        self.seen[index(viewer)].insert(ply, evaluation);
    }
}

impl Room {
    /// Viewer whose evaluations apply: the same for everybody without hidden information.
    pub(super) fn evaluation_viewer(&self, viewer: Viewer) -> Viewer {
        if self.hidden { viewer } else { Viewer::Public }
    }

    /// Evaluates the newest position without an evaluation, while a client wants evaluations.
    pub(super) fn evaluate_next(&mut self) {
        while self.evaluations.job.is_none() && self.may_evaluate() {
            let Some((viewer, ply)) = self.next_unevaluated() else { return };
            let study = self.study_at(viewer, ply);
            let status = study.status();
            if let Some(outcome) = status.outcome {
                let chance = match outcome.winner {
                    Some(table::Side::First) => 1.0,
                    Some(table::Side::Second) => 0.0,
                    None => 0.5,
                };
                let score = Score { cp: None, mate: outcome.winner.map(|_| 0), chance };
                self.store_evaluation(viewer, ply, Evaluation { score, depth: 0, best: None, spread: None });
                continue;
            }
            let number = self.machines.number();
            let limits = Limits { nodes: Some(NODES), time: Some(TIME_MS), ..Limits::default() };
            // Refused on a crowded server: the next change of the room asks again.
            let Ok(ticket) = self.query_best_engine(number, Class::Evaluation, (viewer, study), limits)
            else {
                return;
            };
            self.evaluations.job = Some(EvaluationJob { number, viewer, ply, ticket });
        }
    }

    fn next_unevaluated(&self) -> Option<(Viewer, usize)> {
        let mut viewers: Vec<Viewer> = self
            .clients
            .values()
            .filter(|client| client.evaluation)
            .map(|client| self.evaluation_viewer(viewer_of(&client.own_sides)))
            .collect();
        viewers.dedup();
        viewers.into_iter().find_map(|viewer| {
            let seen = self.evaluations.for_viewer(viewer);
            let ply = (0..=self.plies()).rev().find(|ply| !seen.contains_key(ply))?;
            Some((viewer, ply))
        })
    }

    fn study_at(&self, viewer: Viewer, ply: usize) -> Box<dyn Study> {
        let mut study = self.live_match.study(viewer);
        while study.ply() > ply && study.pop() {}
        study
    }

    pub(super) fn handle_evaluation(&mut self, number: u64, analysis: Option<&SearchReport>) {
        let Some(EvaluationJob { viewer, ply, .. }) =
            self.evaluations.job.take_if(|job| job.number == number)
        else {
            return;
        };
        let turn = self.study_at(viewer, ply).status().turn;
        let level = Score { cp: None, mate: None, chance: 0.5 };
        let line = analysis.and_then(|analysis| analysis.lines.first());
        let evaluation = Evaluation {
            score: line.map_or(level, |line| engine_pool::score(line, turn)),
            depth: analysis.map_or(0, |analysis| analysis.depth),
            best: line.and_then(|line| line.moves.first().cloned()),
            spread: analysis.and_then(|analysis| analysis.spread),
        };
        self.store_evaluation(viewer, ply, evaluation);
        self.evaluate_next();
    }

    fn store_evaluation(&mut self, viewer: Viewer, ply: usize, evaluation: Evaluation) {
        self.evaluations.set(viewer, ply, evaluation.clone());
        let hidden = self.hidden;
        let out = ServerOut::Evaluation { ply: count(ply), evaluation };
        self.broadcast_to(&out, |client| client.evaluation && (!hidden || client.viewer() == viewer));
    }
}
