//! Contact between pieces: protected pieces, hanging pieces, and pieces attacked by cheaper ones.

use cozy::{BitBoard, Piece, Square};
use game::Side;
use grid::Bitboard;
use xiangqi::{Role, XiangqiVariant, attacks};

use chess::cozy_chess as cozy;

use crate::material::Material;

/// Evaluation of contact between the pieces of a game.
pub trait Contact: Material {
    /// Returns the sum over all pieces, the first side's minus the second's. `worth` holds the piece values, face-down
    /// pieces included.
    fn contact(&self, worth: &[i32; 32]) -> i32;

    /// Returns the number of squares the first side's pieces can go to, minus the second's.
    fn mobility(&self) -> i32;
}

/// Bonus of a protected piece.
const PROTECTED_BONUS: i32 = 3;
/// An attacked unprotected piece loses its value divided by this.
const HANGING_DIVISOR: i32 = 8;
/// A protected piece attacked by a cheaper one loses the difference of the values divided by this.
const ATTACKED_DIVISOR: i32 = 12;
/// Upper bound of the penalty of one piece; attacks on kings and generals are left to the search.
const MAX_PENALTY: i32 = 60;

/// Returns the bonus or penalty of one piece. `cheapest` is the value of the cheapest attacker.
fn piece_contact(value: i32, protected: bool, cheapest: Option<i32>) -> i32 {
    match cheapest {
        None if protected => PROTECTED_BONUS,
        None => 0,
        Some(_) if !protected => -(value / HANGING_DIVISOR).min(MAX_PENALTY),
        Some(attacker) if attacker < value => {
            PROTECTED_BONUS - ((value - attacker) / ATTACKED_DIVISOR).min(MAX_PENALTY)
        }
        Some(_) => PROTECTED_BONUS,
    }
}

/// Attacked squares of each side, with the value of the cheapest attacker of each square.
struct AttackMap {
    squares: [u128; 2],
    cheapest: [[i32; 90]; 2],
}

impl AttackMap {
    fn new() -> Self {
        AttackMap { squares: [0; 2], cheapest: [[i32::MAX; 90]; 2] }
    }

    /// Adds the squares a piece attacks.
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

    /// Returns the bonus or penalty of a piece of this side on a square.
    fn piece_contact(&self, side: Side, square: usize, value: i32) -> i32 {
        let has = |of: Side| self.squares[of.index()] >> square & 1 != 0;
        let cheapest = has(!side).then(|| self.cheapest[(!side).index()][square]);
        piece_contact(value, has(side), cheapest)
    }

    /// Returns the sum over pieces, signed by side.
    fn sum(&self, pieces: &[(Side, usize, i32)]) -> i32 {
        pieces
            .iter()
            .map(|&(side, square, value)| {
                let own = self.piece_contact(side, square, value);
                if side == Side::First { own } else { -own }
            })
            .sum()
    }
}

/// Contact on the xiangqi board; generals protect and attack, but no bonus or penalty is counted for them.
fn xiangqi_contact<S: XiangqiVariant + Material>(here: &S, worth: &[i32; 32]) -> i32 {
    let board = here.board();
    let occupied = board.occupied();
    let roaming = here.roaming();
    let mut map = AttackMap::new();
    let mut pieces = Vec::with_capacity(32);
    here.for_each_piece(&mut |square, index| {
        let Some(point) = xiangqi::Square::new(square) else { return };
        let Some(piece) = board.piece_at(point) else { return };
        let (side, value) = (piece.side(), worth[index & 31]);
        let set = xiangqi_attacks(piece, point, roaming.has(square), occupied);
        map.add(side, (set & occupied).0, value);
        if piece.role() != Role::General {
            pieces.push((side, square, value));
        }
    });
    map.sum(&pieces)
}

/// Returns the points a piece attacks.
fn xiangqi_attacks(
    piece: xiangqi::Piece,
    point: xiangqi::Square,
    roams: bool,
    occupied: Bitboard,
) -> Bitboard {
    let side = piece.side();
    match piece.role() {
        Role::General => attacks::general(side, point),
        Role::Advisor if roams => attacks::advisor_anywhere(point),
        Role::Advisor => attacks::advisor(side, point),
        Role::Elephant if roams => attacks::elephant_anywhere(point, occupied),
        Role::Elephant => attacks::elephant(side, point, occupied),
        Role::Horse => attacks::horse(point, occupied),
        Role::Chariot => attacks::chariot(point, occupied),
        Role::Cannon => attacks::cannon_hits(point, occupied),
        Role::Soldier => attacks::soldier(side, point),
        Role::Unknown => Bitboard::EMPTY,
    }
}

fn xiangqi_mobility<S: XiangqiVariant>(here: &S) -> i32 {
    let board = here.board();
    let occupied = board.occupied();
    let mut sum = 0;
    for point in occupied.into_iter().filter_map(xiangqi::Square::new) {
        let Some(piece) = board.piece_at(point) else { continue };
        let mut set = xiangqi_attacks(piece, point, here.roaming().has(point.index()), occupied)
            .without(board.side(piece.side()));
        if piece.role() == Role::Cannon {
            set |= attacks::chariot(point, occupied).without(occupied);
        }
        let count = set.len() as i32;
        sum += if piece.side() == Side::First { count } else { -count };
    }
    sum
}

impl Contact for xiangqi::Position {
    fn contact(&self, worth: &[i32; 32]) -> i32 {
        xiangqi_contact(self, worth)
    }

    fn mobility(&self) -> i32 {
        xiangqi_mobility(self)
    }
}

impl Contact for jieqi::Position {
    fn contact(&self, worth: &[i32; 32]) -> i32 {
        xiangqi_contact(self, worth)
    }

    fn mobility(&self) -> i32 {
        xiangqi_mobility(self)
    }
}

impl Contact for chess::Position {
    fn contact(&self, worth: &[i32; 32]) -> i32 {
        let board = self.board();
        let occupied = board.occupied();
        let mut map = AttackMap::new();
        let mut pieces = Vec::with_capacity(32);
        for square in occupied {
            let (Some(color), Some(piece)) = (board.color_on(square), board.piece_on(square)) else {
                continue;
            };
            let side = chess::side_of(color);
            let value = worth[chess::piece_index(color, piece) & 31];
            let set = attacks_of(square, color, piece, occupied) & occupied;
            map.add(side, u128::from(set.0), value);
            if piece != Piece::King {
                pieces.push((side, square as usize, value));
            }
        }
        map.sum(&pieces)
    }

    fn mobility(&self) -> i32 {
        let board = self.board();
        let mut sum = 0;
        for square in board.occupied() {
            let (Some(color), Some(piece)) = (board.color_on(square), board.piece_on(square)) else {
                continue;
            };
            let set = attacks_of(square, color, piece, board.occupied()) - board.colors(color);
            let count = set.len() as i32;
            sum += if chess::side_of(color) == Side::First { count } else { -count };
        }
        sum
    }
}

fn attacks_of(square: Square, color: cozy::Color, piece: Piece, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => cozy::get_pawn_attacks(square, color),
        Piece::Knight => cozy::get_knight_moves(square),
        Piece::Bishop => cozy::get_bishop_moves(square, occupied),
        Piece::Rook => cozy::get_rook_moves(square, occupied),
        Piece::Queen => cozy::get_bishop_moves(square, occupied) | cozy::get_rook_moves(square, occupied),
        Piece::King => cozy::get_king_moves(square),
    }
}
