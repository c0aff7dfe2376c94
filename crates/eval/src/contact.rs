//! Contact between pieces: who protects whom, who attacks whom, and what that is worth.

use cozy::{BitBoard, Piece, Square};
use game::Side;
use grid::Set;
use xiangqi::{Role, Stage, attacks};

use chess::cozy_chess as cozy;

use crate::material::Pieces;

/// What a game tells of its pieces's contact.
pub trait Touching: Pieces {
    /// The worth of all contact, the first side's less the second's. Pieces are worth `worth`, face-down ones too.
    fn contact(&self, worth: &[i32; 32]) -> i32;
}

/// For a piece that another of its side protects.
const PROTECTED: i32 = 3;
/// A loose piece under attack is in danger of this part of its worth.
const LOOSE: i32 = 8;
/// A protected piece attacked by a lesser one is in danger of this part of the difference.
const UNEQUAL: i32 = 12;
/// No attack is worth more: the king's and the general's danger is the search's to see.
const MOST: i32 = 60;

/// What the enemy's attack on a piece means to its owner. `cheapest` is the least worth among the attackers.
fn meaning(value: i32, protected: bool, cheapest: Option<i32>) -> i32 {
    match cheapest {
        None if protected => PROTECTED,
        None => 0,
        Some(_) if !protected => -(value / LOOSE).min(MOST),
        Some(attacker) if attacker < value => PROTECTED - ((value - attacker) / UNEQUAL).min(MOST),
        Some(_) => PROTECTED,
    }
}

/// What each side reaches, and for each square the cheapest piece that does.
struct Reach {
    squares: [u128; 2],
    cheapest: [[i32; 90]; 2],
}

impl Reach {
    fn new() -> Self {
        Reach { squares: [0; 2], cheapest: [[i32::MAX; 90]; 2] }
    }

    /// A piece reaches these squares.
    fn add(&mut self, side: Side, squares: u128, value: i32) {
        self.squares[side.index()] |= squares;
        let mut left = squares;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            if let Some(least) = self.cheapest[side.index()].get_mut(square) {
                *least = value.min(*least);
            }
        }
    }

    /// The meaning of all contact for a piece of this side on a square.
    fn meaning(&self, side: Side, square: usize, value: i32) -> i32 {
        let has = |of: Side| self.squares[of.index()] >> square & 1 != 0;
        let cheapest = has(!side).then(|| self.cheapest[(!side).index()][square]);
        meaning(value, has(side), cheapest)
    }

    /// The sum over pieces, signed by side.
    fn sum(&self, pieces: &[(Side, usize, i32)]) -> i32 {
        pieces
            .iter()
            .map(|&(side, square, value)| {
                let own = self.meaning(side, square, value);
                if side == Side::First { own } else { -own }
            })
            .sum()
    }
}

/// Contact on xiangqi's board; generals protect and attack but are not counted as touched.
fn on_points<S: Stage + Pieces>(here: &S, worth: &[i32; 32]) -> i32 {
    let board = here.board();
    let occupied = board.occupied();
    let roaming = here.roaming();
    let mut reach = Reach::new();
    let mut pieces = Vec::with_capacity(32);
    here.each_piece(&mut |square, index| {
        let Some(point) = xiangqi::Square::new(square) else { return };
        let Some(piece) = board.piece_at(point) else { return };
        let (side, value) = (piece.side(), worth[index & 31]);
        let free = roaming.has(square);
        let set = match piece.role() {
            Role::General => attacks::general(side, point),
            Role::Advisor if free => attacks::advisor_anywhere(point),
            Role::Advisor => attacks::advisor(side, point),
            Role::Elephant if free => attacks::elephant_anywhere(point, occupied),
            Role::Elephant => attacks::elephant(side, point, occupied),
            Role::Horse => attacks::horse(point, occupied),
            Role::Chariot => attacks::chariot(point, occupied),
            Role::Cannon => attacks::cannon_hits(point, occupied),
            Role::Soldier => attacks::soldier(side, point),
            Role::Unknown => Set::EMPTY,
        };
        reach.add(side, (set & occupied).0, value);
        if piece.role() != Role::General {
            pieces.push((side, square, value));
        }
    });
    reach.sum(&pieces)
}

impl Touching for xiangqi::Position {
    fn contact(&self, worth: &[i32; 32]) -> i32 {
        on_points(self, worth)
    }
}

impl Touching for jieqi::Position {
    fn contact(&self, worth: &[i32; 32]) -> i32 {
        on_points(self, worth)
    }
}

impl Touching for chess::Position {
    fn contact(&self, worth: &[i32; 32]) -> i32 {
        let board = self.board();
        let occupied = board.occupied();
        let mut reach = Reach::new();
        let mut pieces = Vec::with_capacity(32);
        for square in occupied {
            let (Some(color), Some(piece)) = (board.color_on(square), board.piece_on(square)) else {
                continue;
            };
            let side = chess::side_of(color);
            let value = worth[chess::piece_index(color, piece) & 31];
            let set = reach_of(square, color, piece, occupied) & occupied;
            reach.add(side, u128::from(set.0), value);
            if piece != Piece::King {
                pieces.push((side, square as usize, value));
            }
        }
        reach.sum(&pieces)
    }
}

fn reach_of(square: Square, color: cozy::Color, piece: Piece, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => cozy::get_pawn_attacks(square, color),
        Piece::Knight => cozy::get_knight_moves(square),
        Piece::Bishop => cozy::get_bishop_moves(square, occupied),
        Piece::Rook => cozy::get_rook_moves(square, occupied),
        Piece::Queen => cozy::get_bishop_moves(square, occupied) | cozy::get_rook_moves(square, occupied),
        Piece::King => cozy::get_king_moves(square),
    }
}
