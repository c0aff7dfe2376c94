//! The rules: pieces on the nine points, side to move, legal moves.

use game::{GameReason, Line, Move, MoveList, Observer, Outcome, Position, Random, Reason, RevealList, Side};

use crate::Mv;

/// Three pieces in a row, the goal of the game.
pub const THREE_IN_A_ROW: GameReason = GameReason::new("three_in_a_row", "why_three_in_a_row");

/// Pieces of each side.
pub(crate) const PIECES: u32 = 3;

/// The lines of the board, as sets of points; bit = 3 * rank + file.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The neighbors of each point: along the rows and files, and between the corners and the center.
const NEIGHBORS: [u16; 9] = [
    0b000_011_010,
    0b000_010_101,
    0b000_110_010,
    0b001_010_001,
    0b111_101_111,
    0b100_010_100,
    0b010_011_000,
    0b101_010_000,
    0b010_110_000,
];

/// The game has no rule options.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rules;

/// A position. The pieces in hand are those not on the board; none is ever captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Morris {
    /// Each side's pieces, as a set of points.
    pieces: [u16; 2],
    turn: Side,
}

impl Morris {
    /// The empty board.
    pub const START: Morris = Morris { pieces: [0, 0], turn: Side::First };

    /// Creates a position. Contract: the parser has checked that it can occur.
    pub(crate) const fn new(pieces: [u16; 2], turn: Side) -> Self {
        Morris { pieces, turn }
    }

    /// Owner of the piece on a point.
    pub fn piece_on(&self, point: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.pieces[side.index()] >> point & 1 == 1)
    }

    /// Returns true if the side to move still has pieces to place.
    pub fn is_placing(&self) -> bool {
        self.pieces[self.turn.index()].count_ones() < PIECES
    }

    /// Returns true if this side has three in a row.
    pub fn has_row(&self, side: Side) -> bool {
        LINES.contains(&self.pieces[side.index()])
    }

    /// Points of the three in a row; none while the game lasts.
    pub fn row(&self) -> impl Iterator<Item = usize> + use<> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_row(side));
        points(winner.map_or(0, |side| self.pieces[side.index()]))
    }

    fn empty(&self) -> u16 {
        0b111_111_111 & !(self.pieces[0] | self.pieces[1])
    }
}

/// The points of a set.
fn points(set: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |point| set >> point & 1 == 1)
}

impl Position for Morris {
    type Move = Mv;
    type Reveal = ();
    type Rules = Rules;
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = 9;
    const PIECES: usize = 2;

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        let bits =
            u64::from(self.pieces[0]) | u64::from(self.pieces[1]) << 9 | (self.turn.index() as u64) << 18;
        Random::new(bits).bits()
    }

    fn outcome(&self) -> Option<Outcome> {
        let (us, them) = (self.turn, self.turn.other());
        if self.has_row(them) {
            return Some(Outcome::win(them, Reason::OfGame(THREE_IN_A_ROW)));
        }
        if self.has_row(us) {
            return Some(Outcome::win(us, Reason::OfGame(THREE_IN_A_ROW)));
        }
        // On this board blocking the opponent always completes a row; on other boards a stalemate may happen.
        (self.count_legal() == 0).then_some(Outcome::win(them, Reason::Stalemate))
    }

    fn legal_moves(&self, out: &mut MoveList<Mv>) {
        if self.has_row(Side::First) || self.has_row(Side::Second) {
            return;
        }
        if self.is_placing() {
            points(self.empty()).filter_map(Mv::place).for_each(|mv| out.push(mv));
            return;
        }
        for from in points(self.pieces[self.turn.index()]) {
            points(NEIGHBORS[from] & self.empty())
                .filter_map(|to| Mv::slide(from, to))
                .for_each(|mv| out.push(mv));
        }
    }

    fn reveals(&self, _: Mv, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    fn unrevealed(&self, _: Mv) {}

    fn play(&mut self, mv: Mv, (): (), observer: &mut impl Observer) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        let piece = self.turn.index();
        if !mv.is_placing() {
            self.pieces[piece] &= !(1 << mv.from());
            observer.lift(mv.from(), piece);
        }
        self.pieces[piece] |= 1 << mv.to();
        observer.put(mv.to(), piece);
        self.turn = self.turn.other();
    }

    fn is_irreversible(&self, mv: Mv) -> bool {
        mv.is_placing()
    }

    fn adjudicate(line: &Line<Self>) -> Option<Outcome> {
        (line.occurrences() >= 3).then_some(Outcome::draw(Reason::Repetition))
    }
}
