//! A xiangqi position: board, side to move and counters.

use game::{Line, MoveList, Observer, Outcome, Reason, RepetitionCase, RevealList, Side};
use grid::Bitboard;

use crate::movegen::{self, XiangqiVariant};
use crate::{Board, Move, Role, Rules, SQUARES, Square, arbiter, attacks};

/// Zobrist key of Black to move.
const BLACK_TO_MOVE: u64 = 0x3C79_AC49_2BA7_B653;

/// Board, side to move and counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    turn: Side,
    /// Plies since the last capture.
    plies_since_capture: u16,
    /// Move number from 1, as in FEN.
    number: u16,
}

const _: () = assert!(size_of::<Position>() <= 320);

impl Position {
    /// Creates a position. Contract: one general a side, and the side that moved is not in check; `fen::read` checks
    /// this.
    pub(crate) fn assemble(board: Board, turn: Side, plies_since_capture: u16, number: u16) -> Self {
        Position { board, turn, plies_since_capture, number }
    }

    /// Board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Move number from 1.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Returns true if the side to move is in check.
    pub fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    /// Position after a null move; `None` in check, where the general would be lost.
    pub fn passed(&self) -> Option<Self> {
        let mut after = self.clone();
        after.turn = !self.turn;
        after.number = self.number.saturating_add(u16::from(self.turn == Side::Second));
        (!self.in_check()).then_some(after)
    }

    /// Same position without the piece on a point, for evaluation; `None` for a general or an empty point. The side that
    /// moved may be in check in it.
    pub fn without_piece(&self, square: Square) -> Option<Self> {
        let piece = self.board.piece_at(square)?;
        let mut after = self.clone();
        after.board.lift(square, &mut ());
        (piece.role() != Role::General).then_some(after)
    }

    /// Key after a move.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        match self.turn {
            Side::First => self.board.key_after(mv) ^ BLACK_TO_MOVE,
            Side::Second => self.board.key_after(mv),
        }
    }

    /// Position mirrored left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut board = Board::EMPTY;
        for square in Square::all() {
            if let Some(piece) = self.board.piece_at(square) {
                board.put(square.mirrored(), piece, &mut ());
            }
        }
        Position { board, ..self.clone() }
    }
}

impl XiangqiVariant for Position {
    const ROAMING: bool = false;

    #[inline]
    fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    fn roaming(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    fn plies_since_capture(&self) -> u16 {
        self.plies_since_capture
    }

    fn after_capture(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.board.shift(mv, &mut ());
        after
    }
}

impl game::Position for Position {
    type Move = Move;
    type Reveal = ();
    type Rules = Rules;
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = SQUARES;
    const PIECES: usize = 16;

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    fn pass(&self) -> Option<Self> {
        self.passed()
    }

    #[inline]
    fn key(&self) -> u64 {
        match self.turn {
            Side::First => self.board.key(),
            Side::Second => self.board.key() ^ BLACK_TO_MOVE,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !movegen::generate(self, attacks::BOARD, |_, _| true) {
            let reason = if self.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Outcome::win(!self.turn, reason));
        }
        arbiter::is_insufficient_material(&self.board).then_some(Outcome::draw(Reason::InsufficientMaterial))
    }

    #[inline]
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        push_moves(self, attacks::BOARD, out);
    }

    #[inline]
    fn reveals(&self, _mv: Move, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    #[inline]
    fn unrevealed(&self, _mv: Move) {}

    #[inline]
    fn play(&mut self, mv: Move, _reveal: (), observer: &mut impl Observer) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal here");
        let captured = self.board.shift(mv, observer);
        self.plies_since_capture =
            if captured.is_some() { 0 } else { self.plies_since_capture.saturating_add(1) };
        self.number = self.number.saturating_add(self.turn as u16);
        self.turn = !self.turn;
    }

    #[inline]
    fn count_legal(&self) -> usize {
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
        self.board.piece_at(mv.target()).is_some()
    }

    fn adjudicate(line: &Line<Self>) -> Option<Outcome> {
        arbiter::adjudicate(line, line.rules())
    }

    fn is_move_limit_reached(line: &Line<Self>) -> bool {
        arbiter::is_move_limit_reached(line, line.rules())
    }

    fn judge_cycle(line: &Line<Self>, first: usize) -> Outcome {
        arbiter::judge_cycle(line, first)
    }

    fn repetition_case(line: &Line<Self>) -> Option<RepetitionCase> {
        arbiter::repetition_case(line)
    }
}

/// Appends the legal moves to these targets to `out`.
#[inline]
pub fn push_moves<P: XiangqiVariant>(here: &P, targets: Bitboard, out: &mut MoveList<Move>) {
    movegen::generate(here, targets & attacks::BOARD, |from, reach| {
        for to in reach {
            out.push(Move::known(from, crate::Square::known(to)));
        }
        false
    });
}
