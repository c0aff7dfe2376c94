//! The order moves are tried in: the table's move, captures that gain, killers, quiet moves by history, the rest.

use game::{MoveList, PieceValues, Tactics};

use crate::history::{Histories, Place};

/// Hands out moves stage by stage; later stages are generated only when they are reached.
pub(crate) struct Picker<P: Tactics> {
    stage: Stage,
    table_move: Option<P::Move>,
    killers: [Option<P::Move>; 2],
    moves: MoveList<P::Move>,
    scores: [i32; 256],
    next: usize,
    /// Captures that lose material wait here.
    losing: MoveList<P::Move>,
    /// Only captures that gain at least this are handed out (quiescence).
    only_noisy: bool,
    exchange: i32,
}

/// A move handed out, with what its place in the order already told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Picked<M> {
    pub mv: M,
    /// Whether it gives check, and its history, where that was asked for when moves were put in order.
    pub known: Option<(bool, i32)>,
}

impl<M> Picked<M> {
    fn plain(mv: M) -> Self {
        Picked { mv, known: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    TranspositionTable,
    GenerateNoisy,
    Noisy,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    Losing,
    GenerateEvasions,
    Evasions,
    Done,
}

/// What a check is tried earlier for, among quiet moves.
const CHECK_EARLY: i32 = 8_000;
/// More than any history, so that captures among evasions come first.
const CAPTURE_FIRST: i32 = 1 << 20;

impl<P: Tactics> Picker<P> {
    /// All moves of a position.
    pub fn new(table_move: Option<P::Move>, killers: [Option<P::Move>; 2]) -> Self {
        Self::begin(Stage::TranspositionTable, table_move, killers, false, 0)
    }

    /// Only captures whose exchange gains at least `exchange`.
    pub fn noisy(table_move: Option<P::Move>, exchange: i32) -> Self {
        Self::begin(Stage::TranspositionTable, table_move, [None; 2], true, exchange)
    }

    fn begin(
        stage: Stage,
        table_move: Option<P::Move>,
        killers: [Option<P::Move>; 2],
        only_noisy: bool,
        exchange: i32,
    ) -> Self {
        Picker {
            stage,
            table_move,
            killers,
            moves: MoveList::new(),
            scores: [0; 256],
            next: 0,
            losing: MoveList::new(),
            only_noisy,
            exchange,
        }
    }

    /// Whether moves handed out now are quiet ones or captures that lose.
    pub fn is_late(&self) -> bool {
        matches!(self.stage, Stage::Quiet | Stage::Losing)
    }

    /// The quiet moves left need not be handed out.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killers(_) | Stage::GenerateQuiet | Stage::Quiet) {
            self.stage = Stage::Losing;
            self.next = 0;
        }
    }

    /// The next move to try.
    pub fn next(
        &mut self,
        here: &P,
        in_check: bool,
        histories: &Histories,
        before: &[Place],
        worth: &PieceValues,
    ) -> Option<Picked<P::Move>> {
        loop {
            match self.stage {
                Stage::TranspositionTable => {
                    self.stage = if in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    if let Some(mv) = self.table_move {
                        return Some(Picked::plain(mv));
                    }
                }
                Stage::GenerateNoisy => {
                    here.noisy_moves(&mut self.moves);
                    for (score, &mv) in self.scores.iter_mut().zip(&self.moves) {
                        *score = gain(here, mv, worth) * 16 + histories.noisy(here, mv);
                    }
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.pick() {
                    Some(mv) if Some(mv) == self.table_move => {}
                    Some(mv) if here.see_ge(mv, self.exchange, worth) => {
                        return Some(Picked::plain(mv));
                    }
                    Some(mv) => self.losing.push(mv),
                    None => self.stage = if self.only_noisy { Stage::Done } else { Stage::Killers(0) },
                },
                Stage::Killers(index) => {
                    self.stage = if index == 0 { Stage::Killers(1) } else { Stage::GenerateQuiet };
                    match self.killers[index] {
                        Some(mv)
                            if Some(mv) != self.table_move && here.is_legal(mv) && !here.is_capture(mv) =>
                        {
                            return Some(Picked::plain(mv));
                        }
                        _ => self.killers[index] = None,
                    }
                }
                Stage::GenerateQuiet => {
                    self.moves.clear();
                    self.next = 0;
                    here.quiet_moves(&mut self.moves);
                    for (score, &mv) in self.scores.iter_mut().zip(&self.moves) {
                        *score = quiet_score(here.gives_check(mv), histories.quiet(here, mv, before));
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick() {
                    Some(mv) if self.was_tried(mv) => {}
                    Some(mv) => {
                        let known = Some(quiet_facts(self.scores[self.next - 1]));
                        return Some(Picked { mv, known });
                    }
                    None => {
                        self.stage = Stage::Losing;
                        self.next = 0;
                    }
                },
                Stage::Losing => {
                    let mv = self.losing.get(self.next).copied();
                    self.next += 1;
                    return mv.map(Picked::plain);
                }
                Stage::GenerateEvasions => {
                    here.legal_moves(&mut self.moves);
                    for (score, &mv) in self.scores.iter_mut().zip(&self.moves) {
                        *score = match here.victim(mv) {
                            Some(_) => CAPTURE_FIRST + gain(here, mv, worth) * 16 - worth.of(here.mover(mv)),
                            None => histories.quiet(here, mv, before),
                        };
                    }
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.pick() {
                    Some(mv) if Some(mv) == self.table_move => {}
                    other => return other.map(Picked::plain),
                },
                Stage::Done => return None,
            }
        }
    }

    fn was_tried(&self, mv: P::Move) -> bool {
        Some(mv) == self.table_move || self.killers.contains(&Some(mv))
    }

    /// The best move left, by selection: few of a list are ever asked for.
    fn pick(&mut self) -> Option<P::Move> {
        let moves = self.moves.get_mut(self.next..)?;
        let scores = self.scores.get_mut(self.next..self.next + moves.len())?;
        // Two plain passes: the compiler makes the first one wide.
        let highest = scores.iter().copied().max()?;
        let best = scores.iter().position(|&score| score == highest)?;
        moves.swap(0, best);
        scores.swap(0, best);
        self.next += 1;
        Some(moves[0])
    }
}

/// A quiet move's place in the order: by history, checks earlier. The lowest bit remembers the check.
fn quiet_score(checks: bool, history: i32) -> i32 {
    (history + CHECK_EARLY * i32::from(checks)) << 1 | i32::from(checks)
}

/// What [`quiet_score`] was made of.
fn quiet_facts(score: i32) -> (bool, i32) {
    let checks = score & 1 != 0;
    (checks, (score >> 1) - CHECK_EARLY * i32::from(checks))
}

/// What a move takes, by worth.
fn gain<P: Tactics>(here: &P, mv: P::Move, worth: &PieceValues) -> i32 {
    here.victim(mv).map_or(0, |piece| worth.of(piece))
}
