//! Jieqi with every piece known: a deal imagined or revealed, played on as a game without chance.

use game::{Case, Line, MoveList, Observer, Outcome, Random, RevealList, Side, Veiled, Worth};
use grid::Set;
use xiangqi::movegen::{self, Stage};
use xiangqi::{Board, Move, Piece, Role, SQUARES, Square, arbiter, exchange, tactics};

use crate::position::piece_index;
use crate::{Position, Reveal, Roaming, Rules};

/// A position and what its face-down pieces are. They still lie and act by their points until they move.
///
/// It is made by drawing a deal that fits what a mind knows, or from a deal that was revealed: nothing here leads to a
/// secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    seen: Position,
    truth: [Role; SQUARES],
    /// Tells the keys of two deals apart: a table may remember positions of several.
    salt: u64,
}

impl Open {
    /// A position with its face-down pieces as they lie. Pieces that are not named stay what their points make them.
    pub fn new(seen: Position, pieces: &[(Square, Piece)]) -> Self {
        let mut truth = [Role::Unknown; SQUARES];
        let mut salt = 0;
        for &(square, piece) in pieces {
            truth[square.index()] = piece.role();
        }
        for square in seen.dark() {
            if truth[square] == Role::Unknown {
                let nominal = Square::new(square).and_then(crate::home::nominal);
                truth[square] = nominal.map_or(Role::Soldier, Piece::role);
            }
            salt ^= Random::new((square * 8 + truth[square].index()) as u64 ^ SALT).bits();
        }
        Open { seen, truth, salt }
    }

    /// The position as its mind sees it.
    pub fn seen(&self) -> &Position {
        &self.seen
    }

    /// What a face-down piece is.
    pub fn truth(&self, square: usize) -> Role {
        self.truth.get(square).copied().unwrap_or(Role::Unknown)
    }

    /// The true reveal of a move.
    fn reveal(&self, mv: Move) -> Reveal {
        let told = |square: Square| self.seen.is_dark(square).then(|| self.truth[square.index()]);
        Reveal { turned: told(mv.origin()), captured: told(mv.target()) }
    }

    fn is_free(&self) -> bool {
        self.seen.roams() == Roaming::Free
    }
}

const SALT: u64 = 0x6B79_6461_6A71_0004;

impl Veiled for Position {
    type Open = Open;

    fn deal_out(&self, random: &mut Random) -> Open {
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
            // Where pieces were captured unseen the pool is longer than the points: its rest is what they were.
            let mut drawn = pool.into_iter();
            for (square, role) in (self.dark() & own).into_iter().filter_map(Square::new).zip(&mut drawn) {
                pieces.push((square, Piece::new(side, role)));
            }
            for (square, role) in unknown.into_iter().filter_map(Square::new).zip(&mut drawn) {
                seen.name(square, role);
            }
        }
        Open::new(seen, &pieces)
    }
}

impl Stage for Open {
    const ROAMING: bool = true;

    #[inline]
    fn board(&self) -> &Board {
        self.seen.board()
    }

    #[inline]
    fn roaming(&self) -> Set {
        self.seen.roaming()
    }

    fn quiet(&self) -> u16 {
        self.seen.quiet()
    }

    #[inline]
    fn heard(&self, square: Square) -> Option<usize> {
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

    fn captured(&self, mv: Move) -> Self {
        Open { seen: self.seen.captured(mv), ..self.clone() }
    }
}

/// Names face-down pieces as they are, for whoever listens.
struct Tell<'a, W> {
    watch: &'a mut W,
    truth: &'a [Role; SQUARES],
}

impl<W: Observer> Observer for Tell<'_, W> {
    fn put(&mut self, square: usize, piece: usize) {
        self.watch.put(square, piece);
    }

    fn lift(&mut self, square: usize, piece: usize) {
        self.watch.lift(square, if piece < 16 { piece } else { piece & !7 | self.truth[square].index() });
    }

    fn pool(&mut self, piece: usize, delta: i8) {
        self.watch.pool(piece, delta);
    }
}

impl game::Position for Open {
    type Move = Move;
    type Reveal = ();
    type Rules = Rules;
    const CERTAIN: bool = true;
    const SQUARES: usize = SQUARES;
    const PIECES: usize = 32;

    #[inline]
    fn turn(&self) -> Side {
        self.seen.turn()
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

    fn play(&mut self, mv: Move, (): (), watch: &mut impl Observer) {
        let reveal = self.reveal(mv);
        self.seen.play(mv, reveal, &mut Tell { watch, truth: &self.truth });
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

    fn is_stale(line: &Line<Self>) -> bool {
        arbiter::is_stale(line, &line.rules().arbiter)
    }

    fn case(line: &Line<Self>) -> Option<Case> {
        arbiter::case(line)
    }
}

impl game::Tactics for Open {
    const CHECKING_FOR_EVER_LOSES: bool = true;

    #[inline]
    fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    #[inline]
    fn mover(&self, mv: Move) -> usize {
        self.heard(mv.origin()).unwrap_or(0)
    }

    #[inline]
    fn victim(&self, mv: Move) -> Option<usize> {
        self.heard(mv.target())
    }

    fn wins_exchange(&self, mv: Move, margin: i32, worth: &Worth) -> bool {
        exchange::wins(self, mv, margin, worth)
    }

    fn may_pass(&self) -> bool {
        tactics::has_fighters(self)
    }

    fn is_dead(&self) -> bool {
        self.seen.is_dead()
    }

    fn pass(&self) -> Option<Self> {
        Some(Open { seen: self.seen.pass()?, ..self.clone() })
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
