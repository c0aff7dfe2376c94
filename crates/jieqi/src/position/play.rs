//! `game::Position` and `game::Tactics` for jieqi positions.

use game::{Line, MoveList, Observer, Outcome, PieceValues, Reason, RepetitionCase, RevealList, Side};
use grid::Bitboard;
use xiangqi::movegen::{self, XiangqiVariant};
use xiangqi::{Board, Move, Role, Square, arbiter, attacks, push_moves, see, tactics};

use super::{Position, piece_index};
use crate::{Pool, Reveal, Roaming, Rules};

/// Zobrist key of Black to move.
const BLACK_TO_MOVE: u64 = 0x9D5C_36A4_F21B_7E03;

impl XiangqiVariant for Position {
    const ROAMING: bool = true;

    #[inline]
    fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    fn roaming(&self) -> Bitboard {
        match self.roaming {
            Roaming::Free => {
                (self.board.role(Role::Advisor) | self.board.role(Role::Elephant)).without(self.dark)
            }
            Roaming::Restricted => Bitboard::EMPTY,
        }
    }

    fn plies_since_capture(&self) -> u16 {
        self.plies_since_capture
    }

    #[inline]
    fn observed_index(&self, square: Square) -> Option<usize> {
        self.board.piece_at(square).map(|piece| piece_index(piece, self.is_dark(square)))
    }

    #[inline]
    fn lands_as(&self, square: Square) -> Option<(Role, bool)> {
        let role = self.board.piece_at(square).filter(|_| !self.is_dark(square))?.role();
        Some((role, self.roaming == Roaming::Free))
    }

    fn after_capture(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.capture(mv.target(), None, &mut ());
        after.advance(mv, None, &mut ());
        after
    }
}

impl game::Position for Position {
    type Move = Move;
    type Reveal = Reveal;
    type Rules = Rules;
    const DETERMINISTIC: bool = false;
    const SQUARES: usize = xiangqi::SQUARES;
    const PIECES: usize = 32;

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    fn pass(&self) -> Option<Self> {
        let mut after = self.clone();
        after.turn = !self.turn;
        after.number = self.number.saturating_add(self.turn as u16);
        (!self.in_check()).then_some(after)
    }

    fn key(&self) -> u64 {
        let turn = if self.turn == Side::Second { BLACK_TO_MOVE } else { 0 };
        self.board.key() ^ turn ^ self.hidden_key()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_lost_its_general() {
            return Some(Outcome::win(!self.turn, Reason::Checkmate));
        }
        if !movegen::generate(self, attacks::BOARD, |_, _| true) {
            // A piece of unknown role may still be able to move.
            if self.board.pieces(self.turn, Role::Unknown).any() {
                return None;
            }
            let reason = if self.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Outcome::win(!self.turn, reason));
        }
        self.is_insufficient_material().then_some(Outcome::draw(Reason::InsufficientMaterial))
    }

    #[inline]
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        if self.has_lost_its_general() {
            return self.moves_without_general(out);
        }
        push_moves(self, attacks::BOARD, out);
    }

    fn reveals(&self, mv: Move, out: &mut RevealList<Reveal>) {
        let unrevealed = self.unrevealed(mv);
        let turned = RoleWeights::of(unrevealed.turned, self.pool(self.turn), true);
        let captured = RoleWeights::of(unrevealed.captured, self.pool(!self.turn), self.sees_captures());
        for (turned, weight) in turned.iter() {
            for (captured, times) in captured.iter() {
                out.push(Reveal { turned, captured }, weight * times);
            }
        }
    }

    fn unrevealed(&self, mv: Move) -> Reveal {
        let unknown = |square| self.is_dark(square).then_some(Role::Unknown);
        Reveal { turned: unknown(mv.origin()), captured: unknown(mv.target()) }
    }

    /// A turned-up piece changes the game; the role of a piece captured face down only adds knowledge: as it is drawn
    /// from the same pool, the expectation stays the same.
    #[inline]
    fn is_chance_move(&self, mv: Move) -> bool {
        self.is_dark(mv.origin())
    }

    fn chance_outcomes(&self, mv: Move, out: &mut RevealList<Reveal>) {
        let unrevealed = self.unrevealed(mv);
        for (turned, weight) in RoleWeights::of(unrevealed.turned, self.pool(self.turn), true).iter() {
            out.push(Reveal { turned, ..unrevealed }, weight);
        }
    }

    fn play(&mut self, mv: Move, reveal: Reveal, observer: &mut impl Observer) {
        debug_assert!(movegen::is_legal(self, mv), "{mv} is not legal here");
        debug_assert!(self.allows(mv, reveal), "{mv} cannot meet {reveal:?} here");
        let captures = self.capture(mv.target(), reveal.captured, observer);
        self.advance(mv, reveal.turned, observer);
        self.plies_since_capture = if captures { 0 } else { self.plies_since_capture.saturating_add(1) };
        self.number = self.number.saturating_add(self.turn as u16);
        self.turn = !self.turn;
    }

    #[inline]
    fn count_legal(&self) -> usize {
        if self.has_lost_its_general() {
            let mut moves = MoveList::new();
            self.moves_without_general(&mut moves);
            return moves.len();
        }
        let mut count = 0;
        movegen::generate(self, attacks::BOARD, |_, targets| {
            count += targets.len();
            false
        });
        count
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        movegen::is_legal(self, mv)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.board.piece_at(mv.target()).is_some() || self.is_dark(mv.origin())
    }

    fn adjudicate(line: &Line<Self>) -> Option<Outcome> {
        arbiter::adjudicate(line, &line.rules().arbiter)
    }

    fn judge_cycle(line: &Line<Self>, first: usize) -> Outcome {
        arbiter::judge_cycle(line, first)
    }

    fn is_move_limit_reached(line: &Line<Self>) -> bool {
        arbiter::is_move_limit_reached(line, &line.rules().arbiter)
    }

    fn repetition_case(line: &Line<Self>) -> Option<RepetitionCase> {
        arbiter::repetition_case(line)
    }
}

impl game::Tactics for Position {
    const PERPETUAL_CHECK_LOSES: bool = true;

    #[inline]
    fn piece_class(piece: usize) -> (Side, game::PieceClass) {
        tactics::piece_class(piece)
    }

    fn report_pieces(&self, observer: &mut impl Observer) {
        tactics::report_pieces(self, observer);
    }

    fn threats(&self) -> u128 {
        tactics::threats(self)
    }

    #[inline]
    fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    #[inline]
    fn mover(&self, mv: Move) -> usize {
        self.observed_index(mv.origin()).unwrap_or(0)
    }

    #[inline]
    fn victim(&self, mv: Move) -> Option<usize> {
        self.observed_index(mv.target())
    }

    fn see_ge(&self, mv: Move, margin: i32, worth: &PieceValues) -> bool {
        see::see_ge(self, mv, margin, worth)
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        tactics::gives_check(self, mv)
    }

    fn is_null_move_safe(&self) -> bool {
        tactics::has_attacking_pieces(self)
    }

    fn is_dead(&self) -> bool {
        self.is_insufficient_material()
    }

    #[inline]
    fn noisy_moves(&self, out: &mut MoveList<Move>) {
        push_moves(self, self.board.side(!self.turn), out);
    }

    #[inline]
    fn quiet_moves(&self, out: &mut MoveList<Move>) {
        push_moves(self, !self.board.occupied(), out);
    }
}

/// Weighted roles one face-down piece may turn out to have.
struct RoleWeights {
    items: [(Option<Role>, u32); 6],
    len: usize,
}

impl RoleWeights {
    /// The roles of the pool if the piece lies face down and is revealed; otherwise a single outcome.
    fn of(unrevealed: Option<Role>, pool: Pool, revealed: bool) -> Self {
        let mut drawn = RoleWeights { items: [(unrevealed, 1); 6], len: 1 };
        if unrevealed.is_some() && revealed {
            drawn.len = 0;
            for (role, count) in pool.pieces() {
                drawn.items[drawn.len] = (Some(role), count as u32);
                drawn.len += 1;
            }
        }
        drawn
    }

    fn iter(&self) -> impl Iterator<Item = (Option<Role>, u32)> + '_ {
        self.items[..self.len].iter().copied()
    }
}
