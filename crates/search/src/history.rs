//! Move-ordering statistics: history heuristic, capture history, continuation history, pawn history and correction
//! history.

use game::{Move as _, Position, Side, Tactics};

use crate::huge_pages::advise_huge_pages;
use crate::params::{CORRECTION_LIMIT, HISTORY_LIMIT, Params};
use crate::structure::{StructureKeys, mix};

/// A piece and its destination square ("piece-to"): index of continuation, pawn and correction history.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PieceTo(usize);

impl PieceTo {
    /// Piece-to of a move, with the piece a promotion makes.
    #[inline]
    pub fn of<P: Tactics>(here: &P, mv: P::Move) -> Self {
        PieceTo(here.arrival(mv) * P::SQUARES + mv.to())
    }
}

/// Context of the history of a quiet move, beside the move itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct QuietContext {
    /// Piece-tos of the moves 1, 2 and 4 plies before.
    previous: [PieceTo; 3],
    count: usize,
    /// Squares attacked by the opponent.
    threats: u128,
    /// Slot of the pawn structure.
    pawns: usize,
    /// Share of the pawn history, in 64ths.
    pawn_share: i32,
}

impl QuietContext {
    pub fn new(
        previous: impl Iterator<Item = PieceTo>,
        threats: u128,
        keys: &StructureKeys,
        params: &Params,
    ) -> Self {
        let mut context = QuietContext {
            threats: if params.threat_history == 0 { 0 } else { threats },
            pawns: keys.pawns as usize % PAWN_SLOTS,
            pawn_share: params.pawn_history,
            ..Default::default()
        };
        for piece_to in previous.take(context.previous.len()) {
            context.previous[context.count] = piece_to;
            context.count += 1;
        }
        context
    }

    fn previous(&self) -> &[PieceTo] {
        &self.previous[..self.count]
    }
}

/// Slots of the butterfly history and piece-to of a quiet move, for an update after the move was undone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct QuietSlot {
    butterfly: usize,
    piece_to: PieceTo,
}

/// Pawn structures told apart by the pawn history.
const PAWN_SLOTS: usize = 512;
/// Structures told apart by a correction history, for each side.
const CORRECTION_SLOTS: usize = 1 << 14;
/// Pairs of moves told apart by the correction history, for each side.
const PAIR_SLOTS: usize = 1 << 15;

/// Tables of the correction history, by what they are indexed with.
const PAWNS: usize = 0;
const MINOR: usize = 1;
const MAJOR: usize = 2;
const PIECES: [usize; 2] = [3, 4];
const MOVE: usize = 5;
const MOVES: usize = 6;

/// Histories of one thread. Flat boxed slices, because the sizes of a generic game are not constants of the type.
pub(crate) struct Histories {
    /// Butterfly history of quiet moves: by side, threats on origin and destination, origin and destination.
    quiet: Box<[i16]>,
    /// Capture history: by piece, destination and victim.
    noisy: Box<[i16]>,
    /// Continuation history: by the piece-to of an earlier move and that of this move.
    continuation: Box<[i16]>,
    /// Pawn history: by pawn structure and piece-to.
    pawns: Box<[i16]>,
    /// Correction histories: error of the static evaluation by side to move and pawn structure, minor pieces, major
    /// pieces, pieces of each side, last move, last two moves.
    corrections: [Box<[i16]>; 7],
    /// Number of piece-to indices.
    piece_to_count: usize,
}

/// Slots of a position in the correction histories.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionSlots([Option<usize>; 7]);

impl CorrectionSlots {
    pub fn new<P: Tactics>(
        side: Side,
        keys: &StructureKeys,
        last: Option<PieceTo>,
        before: Option<PieceTo>,
    ) -> Self {
        let side = side.index();
        let slot = |key: u64| Some(side * CORRECTION_SLOTS + key as usize % CORRECTION_SLOTS);
        let piece_tos = P::PIECES * P::SQUARES;
        let mut slots = [None; 7];
        slots[PAWNS] = slot(keys.pawns);
        slots[MINOR] = slot(keys.minor);
        slots[MAJOR] = slot(keys.major);
        slots[PIECES[0]] = slot(keys.pieces[0]);
        slots[PIECES[1]] = slot(keys.pieces[1]);
        slots[MOVE] = last.map(|last| side * piece_tos + last.0);
        slots[MOVES] = last.zip(before).map(|(last, before)| {
            side * PAIR_SLOTS + mix((before.0 * piece_tos + last.0) as u64) as usize % PAIR_SLOTS
        });
        CorrectionSlots(slots)
    }
}

impl Histories {
    pub fn new<P: Position>() -> Self {
        let zeros = |count: usize| {
            let table = vec![0; count].into_boxed_slice();
            advise_huge_pages(&table);
            table
        };
        let piece_to_count = P::PIECES * P::SQUARES;
        let correction = |index: usize| match index {
            MOVE => zeros(2 * piece_to_count),
            MOVES => zeros(2 * PAIR_SLOTS),
            _ => zeros(2 * CORRECTION_SLOTS),
        };
        Histories {
            quiet: zeros(8 * P::SQUARES * P::SQUARES),
            noisy: zeros(piece_to_count * (P::PIECES + 1)),
            continuation: zeros(piece_to_count * piece_to_count),
            pawns: zeros(PAWN_SLOTS * piece_to_count),
            corrections: std::array::from_fn(correction),
            piece_to_count,
        }
    }

    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.noisy, &mut self.continuation, &mut self.pawns] {
            table.fill(0);
        }
        for table in &mut self.corrections {
            table.fill(0);
        }
    }

    /// History score of a quiet move: butterfly, pawn and continuation history.
    #[inline]
    pub fn quiet<P: Tactics>(&self, here: &P, mv: P::Move, context: &QuietContext) -> i32 {
        let piece_to = PieceTo::of(here, mv);
        let mut value = i32::from(self.quiet[quiet_slot::<P>(here.turn(), mv, context.threats)]);
        value +=
            i32::from(self.pawns[context.pawns * self.piece_to_count + piece_to.0]) * context.pawn_share / 64;
        for previous in context.previous() {
            value += i32::from(self.continuation[previous.0 * self.piece_to_count + piece_to.0]);
        }
        value
    }

    /// History score of a capture or promotion.
    #[inline]
    pub fn noisy<P: Tactics>(&self, here: &P, mv: P::Move) -> i32 {
        i32::from(self.noisy[noisy_slot(here, mv)])
    }

    /// Updates the histories of a quiet move: a bonus after a cutoff, a negative one (malus) after a failure.
    pub fn update_quiet<P: Tactics>(&mut self, here: &P, mv: P::Move, context: &QuietContext, bonus: i32) {
        let slot = Self::slot_of(here, mv, context);
        self.update_slot(slot, context.previous().iter().copied(), bonus);
        apply_gravity(&mut self.pawns[context.pawns * self.piece_to_count + slot.piece_to.0], bonus);
    }

    /// Slots of a quiet move.
    pub fn slot_of<P: Tactics>(here: &P, mv: P::Move, context: &QuietContext) -> QuietSlot {
        QuietSlot {
            butterfly: quiet_slot::<P>(here.turn(), mv, context.threats),
            piece_to: PieceTo::of(here, mv),
        }
    }

    /// Updates the butterfly and continuation histories of a quiet move by its slots.
    pub fn update_slot(&mut self, slot: QuietSlot, previous: impl Iterator<Item = PieceTo>, bonus: i32) {
        apply_gravity(&mut self.quiet[slot.butterfly], bonus);
        for previous_move in previous {
            let index = previous_move.0 * self.piece_to_count + slot.piece_to.0;
            apply_gravity(&mut self.continuation[index], bonus);
        }
    }

    /// Updates the history of a capture.
    pub fn update_noisy<P: Tactics>(&mut self, here: &P, mv: P::Move, bonus: i32) {
        apply_gravity(&mut self.noisy[noisy_slot(here, mv)], bonus);
    }

    /// Usual error of the evaluation in positions like this, to be added to the static evaluation.
    #[inline]
    pub fn correction(&self, slots: &CorrectionSlots, params: &Params) -> i32 {
        let weights = [
            params.correction_pawns,
            params.correction_minor,
            params.correction_major,
            params.correction_pieces,
            params.correction_pieces,
            params.correction_move,
            params.correction_moves,
        ];
        let tables = self.corrections.iter().zip(slots.0).zip(weights);
        tables.filter_map(|((table, slot), weight)| Some(i32::from(table[slot?]) * weight)).sum::<i32>() / 256
    }

    /// Updates the correction histories with an observed error of the evaluation.
    pub fn update_correction(&mut self, slots: &CorrectionSlots, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (table, slot) in self.corrections.iter_mut().zip(slots.0) {
            if let Some(slot) = slot {
                let value = i32::from(table[slot]);
                table[slot] = (value + bonus - value * bonus.abs() / CORRECTION_LIMIT) as i16;
            }
        }
    }
}

/// History bonus for a cutoff at this depth.
#[inline]
pub(crate) fn depth_bonus(depth: i32, params: &Params) -> i32 {
    (params.history_bonus * depth).min(params.history_bonus_max)
}

/// Slot of the butterfly history: a piece that is attacked, or moves into an attack, has a history of its own.
#[inline]
fn quiet_slot<P: Position>(side: Side, mv: P::Move, threats: u128) -> usize {
    // A board may have more squares than the set has bits.
    let threatened = |square: usize| (threats.checked_shr(square as u32).unwrap_or(0) & 1) as usize;
    let table = side.index() * 4 + threatened(mv.from()) * 2 + threatened(mv.to());
    (table * P::SQUARES + mv.from()) * P::SQUARES + mv.to()
}

/// A promotion without a capture uses the slot of no victim.
#[inline]
fn noisy_slot<P: Tactics>(here: &P, mv: P::Move) -> usize {
    PieceTo::of(here, mv).0 * (P::PIECES + 1) + here.victim(mv).map_or(0, |piece| piece + 1)
}

/// Adds a bonus with history gravity: the nearer a value is to its limit, the smaller the change.
#[inline]
fn apply_gravity(slot: &mut i16, bonus: i32) {
    let value = i32::from(*slot);
    *slot = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}
