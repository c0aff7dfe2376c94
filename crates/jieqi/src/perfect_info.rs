//! Jieqi with perfect information: a sampled or revealed deal, played as a game without chance.

use game::{
    HiddenPosition, Line, MoveList, Observer, Outcome, PieceValues, Random, RepetitionCase, RevealList, Side,
};
use grid::Bitboard;
use xiangqi::movegen::{self, XiangqiVariant};
use xiangqi::{Board, Move, Piece, Role, SQUARES, Square, arbiter, see, tactics};

use crate::position::piece_index;
use crate::{Position, Reveal, Roaming, Rules};

/// A position with the true roles of its face-down pieces. They still move by their nominal roles until they turn up.
///
/// Created by sampling a deal consistent with a viewer's knowledge, or from a deal that was revealed: it gives no
/// access to a secret deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerfectInfoPosition {
    seen: Position,
    truth: [Role; SQUARES],
    /// Distinguishes the keys of different deals: a transposition table may hold positions of several.
    salt: u64,
}

impl PerfectInfoPosition {
    /// Creates a position with these true roles. Pieces not listed keep their nominal roles.
    pub fn new(seen: Position, pieces: &[(Square, Piece)]) -> Self {
        let mut truth = [Role::Unknown; SQUARES];
        let mut salt = 0;
        for &(square, piece) in pieces {
            truth[square.index()] = piece.role();
        }
        for square in seen.dark() {
            if truth[square] == Role::Unknown {
                let nominal = Square::new(square).and_then(crate::start_points::nominal_piece);
                truth[square] = nominal.map_or(Role::Soldier, Piece::role);
            }
            salt ^= Random::new((square * 8 + truth[square].index()) as u64 ^ SALT).bits();
        }
        PerfectInfoPosition { seen, truth, salt }
    }

    /// Position as its viewer sees it.
    pub fn seen(&self) -> &Position {
        &self.seen
    }

    /// True role of a face-down piece.
    pub fn truth(&self, square: usize) -> Role {
        self.truth.get(square).copied().unwrap_or(Role::Unknown)
    }

    /// True reveal of a move.
    fn reveal(&self, mv: Move) -> Reveal {
        let role = |square: Square| self.seen.is_dark(square).then(|| self.truth[square.index()]);
        Reveal { turned: role(mv.origin()), captured: role(mv.target()) }
    }

    fn is_free(&self) -> bool {
        self.seen.roaming_rule() == Roaming::Free
    }
}

const SALT: u64 = 0x6B79_6461_6A71_0004;

impl HiddenPosition for Position {
    type Determinized = PerfectInfoPosition;

    fn determinize(&self, random: &mut Random) -> PerfectInfoPosition {
        let mut seen = self.clone();
        let mut pieces = Vec::with_capacity(32);
        for side in Side::BOTH {
            let mut pool: Vec<Role> =
                self.pool(side).pieces().flat_map(|(role, count)| std::iter::repeat_n(role, count)).collect();
            for last in (1..pool.len()).rev() {
                pool.swap(last, random.below(last + 1));
            }
            let own = self.board().side(side);
            let unknown = self.board().role(Role::Unknown) & own;
            // If pieces were captured unseen, the pool has more pieces than points; the rest are the captured ones.
            let mut drawn = pool.into_iter();
            for (square, role) in (self.dark() & own).into_iter().filter_map(Square::new).zip(&mut drawn) {
                pieces.push((square, Piece::new(side, role)));
            }
            for (square, role) in unknown.into_iter().filter_map(Square::new).zip(&mut drawn) {
                seen.set_role(square, role);
            }
        }
        PerfectInfoPosition::new(seen, &pieces)
    }
}

impl XiangqiVariant for PerfectInfoPosition {
    const ROAMING: bool = true;

    #[inline]
    fn board(&self) -> &Board {
        self.seen.board()
    }

    #[inline]
    fn roaming(&self) -> Bitboard {
        self.seen.roaming()
    }

    fn plies_since_capture(&self) -> u16 {
        self.seen.plies_since_capture()
    }

    #[inline]
    fn observed_index(&self, square: Square) -> Option<usize> {
        let piece = self.board().piece_at(square)?;
        let dark = self.seen.is_dark(square);
        let role = if dark { self.truth[square.index()] } else { piece.role() };
        Some(piece_index(Piece::new(piece.side(), role), dark))
    }

    #[inline]
    fn lands_as(&self, square: Square) -> Option<(Role, bool)> {
        let role = match self.seen.is_dark(square) {
            true => self.truth[square.index()],
            false => self.board().piece_at(square)?.role(),
        };
        Some((role, self.is_free()))
    }

    fn after_capture(&self, mv: Move) -> Self {
        PerfectInfoPosition { seen: self.seen.after_capture(mv), ..self.clone() }
    }
}

/// Observer adapter that reports face-down pieces with their true roles.
struct TrueRoles<'a, W> {
    observer: &'a mut W,
    truth: &'a [Role; SQUARES],
}

impl<W: Observer> Observer for TrueRoles<'_, W> {
    fn put(&mut self, square: usize, piece: usize) {
        self.observer.put(square, piece);
    }

    fn lift(&mut self, square: usize, piece: usize) {
        self.observer.lift(square, if piece < 16 { piece } else { piece & !7 | self.truth[square].index() });
    }

    fn pool(&mut self, piece: usize, delta: i8) {
        self.observer.pool(piece, delta);
    }
}

impl game::Position for PerfectInfoPosition {
    type Move = Move;
    type Reveal = ();
    type Rules = Rules;
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = SQUARES;
    const PIECES: usize = 32;

    #[inline]
    fn turn(&self) -> Side {
        self.seen.turn()
    }

    fn pass(&self) -> Option<Self> {
        Some(PerfectInfoPosition { seen: self.seen.pass()?, ..self.clone() })
    }

    fn key(&self) -> u64 {
        self.seen.key() ^ self.salt
    }

    fn outcome(&self) -> Option<Outcome> {
        self.seen.outcome()
    }

    #[inline]
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        self.seen.legal_moves(out);
    }

    fn reveals(&self, _: Move, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    fn unrevealed(&self, _: Move) {}

    fn play(&mut self, mv: Move, (): (), observer: &mut impl Observer) {
        let reveal = self.reveal(mv);
        self.seen.play(mv, reveal, &mut TrueRoles { observer, truth: &self.truth });
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.seen.count_legal()
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.seen.is_legal(mv)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.seen.is_irreversible(mv)
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

impl game::Tactics for PerfectInfoPosition {
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

    fn is_null_move_safe(&self) -> bool {
        tactics::has_attacking_pieces(self)
    }

    fn is_dead(&self) -> bool {
        self.seen.is_dead()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        tactics::gives_check(self, mv)
    }

    #[inline]
    fn noisy_moves(&self, out: &mut MoveList<Move>) {
        self.seen.noisy_moves(out);
    }

    #[inline]
    fn quiet_moves(&self, out: &mut MoveList<Move>) {
        self.seen.quiet_moves(out);
    }
}
