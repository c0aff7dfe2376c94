//! A whole match: several games at a time, until all are played or the test has spoken.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use table::{Message, Rulebook};

use crate::bout::{Bout, Finished, Judging};
use crate::opening::Openings;
use crate::player::{Fault, Player, make};
use crate::report::{Report, Tally};
use crate::schedule::{Schedule, Slot};
use crate::spec::PlayerSpec;
use crate::sprt::{Sprt, Verdict};
use crate::tempo::Tempo;

/// A match.
pub struct EngineMatch {
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Its rule options.
    pub options: Vec<(String, String)>,
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom, how often.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Openings,
    /// The time control of whoever has none of its own.
    pub tempo: Tempo,
    /// When games are broken off or lost on time.
    pub judging: Judging,
    /// Games at a time.
    pub concurrency: usize,
    /// Ends the match of two early, once it speaks.
    pub sprt: Option<Sprt>,
}

/// What has just happened in a match.
pub struct Progress<'a> {
    /// The game that ended.
    pub slot: Slot,
    /// Its result.
    pub tally: Tally,
    /// Its record and details.
    pub finished: &'a Finished,
    /// All pairings so far.
    pub reports: &'a [Report],
    /// How many games have ended.
    pub done: usize,
}

impl EngineMatch {
    /// Plays what is not yet played; `done` are the games of an earlier run. Whoever listens may break off.
    ///
    /// An error means that a player cannot be made or asked as described: nobody's loss, nothing to count.
    pub fn run(
        &self,
        done: &[Tally],
        listen: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Vec<Report>, Message> {
        let mut reports = vec![Report::default(); self.schedule.pairings.len()];
        for tally in done {
            if let Some(slot) = self.schedule.slot(tally.index) {
                reports[slot.pairing].add(tally);
            }
        }
        let mut count = done.len();
        if self.is_decided(&reports) {
            return Ok(reports);
        }
        let open: VecDeque<Slot> = (0..self.schedule.len())
            .filter(|index| done.iter().all(|tally| tally.index != *index))
            .filter_map(|index| self.schedule.slot(index))
            .collect();
        let queue = Mutex::new(open);
        let stop = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, queue, stop) = (sender.clone(), &queue, &stop);
                scope.spawn(move || self.work(queue, stop, &sender));
            }
            drop(sender);
            let mut problem = None;
            for (slot, result) in results {
                let finished = match result {
                    Ok(finished) => finished,
                    Err(message) => {
                        stop.store(true, Ordering::Relaxed);
                        problem.get_or_insert(message);
                        continue;
                    }
                };
                let tally = self.tally(slot, &finished);
                reports[slot.pairing].add(&tally);
                count += 1;
                let progress = Progress { slot, tally, finished: &finished, reports: &reports, done: count };
                if listen(&progress).is_break() || self.is_decided(&reports) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            problem.map_or(Ok(()), Err)
        })?;
        Ok(reports)
    }

    fn tally(&self, slot: Slot, finished: &Finished) -> Tally {
        Tally {
            index: slot.index,
            pair: slot.pair,
            a_first: slot.seats[0] == self.schedule.pairings[slot.pairing].a,
            winner: finished.winner,
            cause: finished.cause,
        }
    }

    fn is_decided(&self, reports: &[Report]) -> bool {
        let (Some(test), [report]) = (self.sprt, reports) else { return false };
        test.verdict(test.ratio(&report.pairs)) != Verdict::Open
    }

    /// One thread's share: games from the queue, its own players kept from game to game.
    fn work(
        &self,
        queue: &Mutex<VecDeque<Slot>>,
        stop: &AtomicBool,
        sender: &mpsc::Sender<(Slot, Result<Finished, Message>)>,
    ) {
        let mut seated: Vec<Option<Box<dyn Player>>> = self.players.iter().map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            // A thread that died while it held the lock left the queue whole.
            let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
            let Some(slot) = next else { return };
            let result = self.play(slot, &mut seated);
            let failed = result.is_err();
            if sender.send((slot, result)).is_err() || failed {
                return;
            }
        }
    }

    fn play(&self, slot: Slot, seated: &mut [Option<Box<dyn Player>>]) -> Result<Finished, Message> {
        // Who does not play now gives its memory back.
        for (number, seat) in seated.iter_mut().enumerate() {
            if !slot.seats.contains(&number) {
                *seat = None;
            }
        }
        let mut taken = slot.seats.map(|number| self.take(number, seated));
        let spec = |seat: usize| &self.players[slot.seats[seat]];
        let bout = Bout {
            book: self.book,
            options: &self.options,
            opening: self.openings.of_pair(slot.pair, self.schedule.seed),
            deal: self.schedule.deal(slot.pair),
            names: [&spec(0).name, &spec(1).name],
            tempos: [0, 1].map(|seat| spec(seat).tempo.unwrap_or(self.tempo)),
            judging: self.judging,
            seed: slot.seed,
            round: format!("{}", slot.index + 1),
        };
        let [first, second] = &mut taken;
        let finished = bout.play([first.as_mut(), second.as_mut()])?;
        let loser = finished.winner.map(|winner| winner.other().index());
        for (seat, player) in taken.into_iter().enumerate() {
            // Who crashed or hangs is started afresh for its next game.
            if !(finished.cause.is_fault() && loser == Some(seat)) {
                seated[slot.seats[seat]] = Some(player);
            }
        }
        Ok(finished)
    }

    /// A player kept from the last game, or a new one; one that cannot be started crashes when it is asked.
    fn take(&self, number: usize, seated: &mut [Option<Box<dyn Player>>]) -> Box<dyn Player> {
        seated[number].take().unwrap_or_else(|| {
            make(&self.players[number], self.book).unwrap_or_else(|fault| Box::new(Absent(fault)))
        })
    }
}

/// Who could not come: every game begins with the reason.
struct Absent(Fault);

impl Player for Absent {
    fn begin(&mut self, _: &crate::player::Start) -> Result<(), Fault> {
        Err(match self.0.clone() {
            Fault::TooLate => Fault::Crash("handshake".to_owned()),
            fault => fault,
        })
    }

    fn choose(
        &mut self,
        _: &dyn table::Study,
        _: &crate::player::Turn,
    ) -> Result<crate::player::Choice, Fault> {
        Err(self.0.clone())
    }
}
