//! A match: several games at a time, until all are played or the SPRT has decided.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use table::{Message, Rulebook};

use crate::engine_game::{Adjudication, EngineGame, FinishedGame};
use crate::opening::Openings;
use crate::player::{Fault, Player, make_player};
use crate::report::{GameResult, PairingReport};
use crate::schedule::{Schedule, ScheduledGame};
use crate::spec::PlayerSpec;
use crate::sprt::{Sprt, SprtDecision};
use crate::time_control::TimeControl;

/// A match between two or more players.
pub struct EngineMatch {
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Rule options, name and value.
    pub options: Vec<(String, String)>,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// Schedule of the games.
    pub schedule: Schedule,
    /// Openings.
    pub openings: Openings,
    /// Time control of players without their own.
    pub time_control: TimeControl,
    /// Rules of time losses and adjudication.
    pub adjudication: Adjudication,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// Sequential test that ends a match of two players early.
    pub sprt: Option<Sprt>,
}

/// Progress of a match after a game.
pub struct MatchProgress<'a> {
    /// The game that ended.
    pub slot: ScheduledGame,
    /// Its result.
    pub result: GameResult,
    /// Its record and details.
    pub finished: &'a FinishedGame,
    /// Reports of all pairings so far.
    pub reports: &'a [PairingReport],
    /// Number of games that have ended.
    pub done: usize,
}

impl EngineMatch {
    /// Plays the remaining games; `done` are the games of an earlier run. `on_progress` may stop the match.
    ///
    /// An error means that a player cannot be made or cannot play under these settings; such a game counts for nobody.
    pub fn run(
        &self,
        done: &[GameResult],
        on_progress: &mut dyn FnMut(&MatchProgress<'_>) -> ControlFlow<()>,
    ) -> Result<Vec<PairingReport>, Message> {
        let mut reports = vec![PairingReport::default(); self.schedule.pairings.len()];
        for result in done {
            if let Some(slot) = self.schedule.slot(result.index) {
                reports[slot.pairing].add(result);
            }
        }
        let mut count = done.len();
        if self.is_decided(&reports) {
            return Ok(reports);
        }
        let pending: VecDeque<ScheduledGame> = (0..self.schedule.len())
            .filter(|index| done.iter().all(|result| result.index != *index))
            .filter_map(|index| self.schedule.slot(index))
            .collect();
        let queue = Mutex::new(pending);
        let stop = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, queue, stop) = (sender.clone(), &queue, &stop);
                scope.spawn(move || self.run_worker(queue, stop, &sender));
            }
            drop(sender);
            let mut first_error = None;
            for (slot, result) in results {
                let finished = match result {
                    Ok(finished) => finished,
                    Err(message) => {
                        stop.store(true, Ordering::Relaxed);
                        first_error.get_or_insert(message);
                        continue;
                    }
                };
                let result = self.result(slot, &finished);
                reports[slot.pairing].add(&result);
                count += 1;
                let progress =
                    MatchProgress { slot, result, finished: &finished, reports: &reports, done: count };
                if on_progress(&progress).is_break() || self.is_decided(&reports) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            first_error.map_or(Ok(()), Err)
        })?;
        Ok(reports)
    }

    fn result(&self, slot: ScheduledGame, finished: &FinishedGame) -> GameResult {
        GameResult {
            index: slot.index,
            pair: slot.pair,
            a_first: slot.seats[0] == self.schedule.pairings[slot.pairing].a,
            winner: finished.winner,
            cause: finished.cause,
        }
    }

    fn is_decided(&self, reports: &[PairingReport]) -> bool {
        let (Some(test), [report]) = (self.sprt, reports) else { return false };
        test.decision(test.llr(&report.pairs)) != SprtDecision::Continue
    }

    /// Runs one worker thread: plays games from the queue and keeps its players from game to game.
    fn run_worker(
        &self,
        queue: &Mutex<VecDeque<ScheduledGame>>,
        stop: &AtomicBool,
        sender: &mpsc::Sender<(ScheduledGame, Result<FinishedGame, Message>)>,
    ) {
        let mut players: Vec<Option<Box<dyn Player>>> = self.players.iter().map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            // A thread that panicked while holding the lock left the queue consistent.
            let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
            let Some(slot) = next else { return };
            let result = self.play(slot, &mut players);
            let failed = result.is_err();
            if sender.send((slot, result)).is_err() || failed {
                return;
            }
        }
    }

    fn play(
        &self,
        slot: ScheduledGame,
        players: &mut [Option<Box<dyn Player>>],
    ) -> Result<FinishedGame, Message> {
        // Players that do not play this game are dropped to free their memory.
        for (number, seat) in players.iter_mut().enumerate() {
            if !slot.seats.contains(&number) {
                *seat = None;
            }
        }
        let mut seated = slot.seats.map(|number| self.take_player(number, players));
        let spec = |seat: usize| &self.players[slot.seats[seat]];
        let game = EngineGame {
            book: self.book,
            options: &self.options,
            opening: self.openings.of_pair(slot.pair, self.schedule.seed),
            deal: self.schedule.deal(slot.pair),
            names: [&spec(0).name, &spec(1).name],
            time_controls: [0, 1].map(|seat| spec(seat).time_control.unwrap_or(self.time_control)),
            adjudication: self.adjudication,
            seed: slot.seed,
            round: format!("{}", slot.index + 1),
        };
        let [first, second] = &mut seated;
        let finished = game.play([first.as_mut(), second.as_mut()])?;
        let loser = finished.winner.map(|winner| winner.other().index());
        for (seat, player) in seated.into_iter().enumerate() {
            // A player that crashed or hangs is started again for its next game.
            if !(finished.cause.is_fault() && loser == Some(seat)) {
                players[slot.seats[seat]] = Some(player);
            }
        }
        Ok(finished)
    }

    /// Returns the player kept from the last game, or a new one. A player that cannot be started fails at the start of the
    /// game.
    fn take_player(&self, number: usize, players: &mut [Option<Box<dyn Player>>]) -> Box<dyn Player> {
        players[number].take().unwrap_or_else(|| {
            make_player(&self.players[number], self.book)
                .unwrap_or_else(|fault| Box::new(UnavailablePlayer(fault)))
        })
    }
}

/// Stand-in for a player that could not be started: every game begins with the fault.
struct UnavailablePlayer(Fault);

impl Player for UnavailablePlayer {
    fn begin(&mut self, _: &crate::player::GameStart) -> Result<(), Fault> {
        Err(match self.0.clone() {
            Fault::TooLate => Fault::Crash("handshake".to_owned()),
            fault => fault,
        })
    }

    fn choose(
        &mut self,
        _: &dyn table::Study,
        _: &crate::player::MoveRequest,
    ) -> Result<crate::player::Choice, Fault> {
        Err(self.0.clone())
    }
}
