//! Move ordering: the staged move picker. Transposition-table move, winning captures, killer moves, quiet moves by
//! history, losing captures; in check, evasions.

use game::{MoveBuffer, MoveList, PieceValues, Tactics};

use crate::history::{Histories, QuietContext};

/// Staged move picker: each stage is generated only when it is reached.
pub(crate) struct MovePicker<P: Tactics> {
    stage: Stage,
    tt_move: Option<P::Move>,
    killers: [Option<P::Move>; 2],
    buffers: Box<MoveBuffers<P::Move>>,
    next: usize,
    /// Picks only captures and promotions that gain at least `exchange` (quiescence search, ProbCut).
    only_noisy: bool,
    exchange: i32,
    /// Picks every legal move, not only the candidates of the game.
    exhaustive: bool,
}

/// Largest capacity of a move list that can be searched.
const MOST_MOVES: usize = 256;

/// Move lists of a node. They are reused from node to node, because clearing them takes longer than filling them.
pub(crate) struct MoveBuffers<M: game::Move> {
    moves: MoveList<M>,
    scores: [i32; MOST_MOVES],
    /// Captures that lose material and underpromotions, kept for the last stage.
    losing: MoveList<M>,
    /// Quiet moves searched so far.
    pub quiets: MoveList<M>,
    /// Captures and promotions searched so far.
    pub noisies: MoveList<M>,
}

impl<M: game::Move> Default for MoveBuffers<M> {
    fn default() -> Self {
        const { assert!(M::Buffer::CAPACITY <= MOST_MOVES, "a score for every move") };
        let list = MoveList::new;
        MoveBuffers {
            moves: list(),
            scores: [0; MOST_MOVES],
            losing: list(),
            quiets: list(),
            noisies: list(),
        }
    }
}

impl<M: game::Move> MoveBuffers<M> {
    /// Generated moves with their scores.
    fn scored(&mut self) -> impl Iterator<Item = (&mut i32, &M)> {
        self.scores.iter_mut().zip(self.moves.iter())
    }
}

/// A picked move, with what its ordering already computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Picked<M> {
    pub mv: M,
    /// Gives-check flag and history score, where ordering computed them.
    pub facts: Option<(bool, i32)>,
}

impl<M> Picked<M> {
    fn unscored(mv: M) -> Self {
        Picked { mv, facts: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    TableMove,
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

/// Ordering bonus of quiet moves that give check.
const CHECK_BONUS: i32 = 8_000;
/// Larger than any history score, so that captures and promotions come first among evasions.
const NOISY_BONUS: i32 = 1 << 20;

impl<P: Tactics> MovePicker<P> {
    /// Picker of all legal moves.
    pub fn new(
        buffers: Box<MoveBuffers<P::Move>>,
        tt_move: Option<P::Move>,
        killers: [Option<P::Move>; 2],
    ) -> Self {
        Self::begin(buffers, tt_move, killers, false, 0)
    }

    /// Picker of captures and promotions whose static exchange evaluation is at least `exchange`.
    pub fn noisy(buffers: Box<MoveBuffers<P::Move>>, tt_move: Option<P::Move>, exchange: i32) -> Self {
        Self::begin(buffers, tt_move, [None; 2], true, exchange)
    }

    fn begin(
        mut buffers: Box<MoveBuffers<P::Move>>,
        tt_move: Option<P::Move>,
        killers: [Option<P::Move>; 2],
        only_noisy: bool,
        exchange: i32,
    ) -> Self {
        for list in [&mut buffers.moves, &mut buffers.losing, &mut buffers.quiets, &mut buffers.noisies] {
            list.clear();
        }
        MovePicker {
            stage: Stage::TableMove,
            tt_move,
            killers,
            buffers,
            next: 0,
            only_noisy,
            exchange,
            exhaustive: false,
        }
    }

    /// Picks every legal move if `exhaustive`, even where the game says that only some are worth a search.
    #[must_use]
    pub fn exhaustive(self, exhaustive: bool) -> Self {
        MovePicker { exhaustive, ..self }
    }

    /// Lists of the moves searched so far, to be filled by the caller.
    pub fn searched(&mut self) -> &mut MoveBuffers<P::Move> {
        &mut self.buffers
    }

    /// Returns the lists for the next node.
    pub fn into_buffers(self) -> Box<MoveBuffers<P::Move>> {
        self.buffers
    }

    /// Returns true in the stages of quiet moves and losing captures.
    pub fn is_late_stage(&self) -> bool {
        matches!(self.stage, Stage::Quiet | Stage::Losing)
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killers(_) | Stage::GenerateQuiet | Stage::Quiet) {
            self.stage = Stage::Losing;
            self.next = 0;
        }
    }

    /// Next move to try.
    pub fn next(
        &mut self,
        here: &P,
        in_check: bool,
        histories: &Histories,
        context: &QuietContext,
        values: &PieceValues,
    ) -> Option<Picked<P::Move>> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = if in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    if let Some(mv) = self.tt_move {
                        return Some(Picked::unscored(mv));
                    }
                }
                Stage::GenerateNoisy => {
                    here.noisy_moves(&mut self.buffers.moves);
                    for (score, &mv) in self.buffers.scored() {
                        *score = here.gain(mv, values) * 16 + histories.noisy(here, mv);
                    }
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.select_best() {
                    Some(mv) if Some(mv) == self.tt_move => {}
                    // Underpromotions wait with the losing captures, however much they gain.
                    Some(mv) if !here.is_underpromotion(mv) && here.see_ge(mv, self.exchange, values) => {
                        return Some(Picked::unscored(mv));
                    }
                    Some(mv) => self.buffers.losing.push(mv),
                    None => self.stage = if self.only_noisy { Stage::Done } else { Stage::Killers(0) },
                },
                Stage::Killers(index) => {
                    self.stage = if index == 0 { Stage::Killers(1) } else { Stage::GenerateQuiet };
                    match self.killers[index] {
                        Some(mv) if Some(mv) != self.tt_move && here.is_legal(mv) && !here.is_noisy(mv) => {
                            return Some(Picked::unscored(mv));
                        }
                        _ => self.killers[index] = None,
                    }
                }
                Stage::GenerateQuiet => {
                    self.buffers.moves.clear();
                    self.next = 0;
                    if self.exhaustive {
                        here.quiet_moves(&mut self.buffers.moves);
                    } else {
                        here.candidate_quiets(&mut self.buffers.moves);
                    }
                    for (score, &mv) in self.buffers.scored() {
                        let history = histories.quiet(here, mv, context) + here.order_quiet(mv);
                        *score = quiet_score(here.gives_check(mv), history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.select_best() {
                    Some(mv) if self.was_tried(mv) => {}
                    Some(mv) => {
                        let facts = Some(unpack_quiet_score(self.buffers.scores[self.next - 1]));
                        return Some(Picked { mv, facts });
                    }
                    None => {
                        self.stage = Stage::Losing;
                        self.next = 0;
                    }
                },
                Stage::Losing => {
                    let mv = self.buffers.losing.get(self.next).copied();
                    self.next += 1;
                    return mv.map(Picked::unscored);
                }
                Stage::GenerateEvasions => {
                    if self.exhaustive {
                        here.legal_moves(&mut self.buffers.moves);
                    } else {
                        here.evasions(&mut self.buffers.moves);
                    }
                    for (score, &mv) in self.buffers.scored() {
                        *score = if here.is_noisy(mv) {
                            NOISY_BONUS + here.gain(mv, values) * 16 - values.of(here.mover(mv))
                        } else {
                            histories.quiet(here, mv, context)
                        };
                    }
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.select_best() {
                    Some(mv) if Some(mv) == self.tt_move => {}
                    other => return other.map(Picked::unscored),
                },
                Stage::Done => return None,
            }
        }
    }

    fn was_tried(&self, mv: P::Move) -> bool {
        Some(mv) == self.tt_move || self.killers.contains(&Some(mv))
    }

    /// Best remaining move, by selection sort: few moves of a list are ever needed.
    fn select_best(&mut self) -> Option<P::Move> {
        let MoveBuffers { moves, scores, .. } = &mut *self.buffers;
        let moves = moves.get_mut(self.next..)?;
        let scores = scores.get_mut(self.next..self.next + moves.len())?;
        // Two passes: the compiler vectorizes the first.
        let highest = scores.iter().copied().max()?;
        let best = scores.iter().position(|&score| score == highest)?;
        moves.swap(0, best);
        scores.swap(0, best);
        self.next += 1;
        Some(moves[0])
    }
}

/// Ordering score of a quiet move: history, with a bonus for checks. The lowest bit stores the check flag.
fn quiet_score(checks: bool, history: i32) -> i32 {
    (history + CHECK_BONUS * i32::from(checks)) << 1 | i32::from(checks)
}

/// Inverse of [`quiet_score`]: gives-check flag and history score.
fn unpack_quiet_score(score: i32) -> (bool, i32) {
    let checks = score & 1 != 0;
    (checks, (score >> 1) - CHECK_BONUS * i32::from(checks))
}
