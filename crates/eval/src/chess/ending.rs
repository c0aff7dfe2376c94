//! Endings that the linear evaluation misjudges: drawish material, and mating a lone king (mop-up evaluation).

use chess::cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::pieces::king_distance;
use super::terms::sign_of;

/// Scale factor of a lead that counts in full.
pub const FULL_SCALE: i32 = 64;
/// Scale factor up to which an ending counts as drawish.
pub const DRAWISH_SCALE: i32 = 12;

const DARK_SQUARES: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);
/// Bonus for mating material against a lone king.
const KNOWN_WIN: i32 = 1_000;
/// Bonus per step of the lone king from the center, and of the kings toward each other.
const CENTER_DISTANCE: i32 = 20;
const KING_DISTANCE: i32 = 15;
/// Bonus per step toward the corner where bishop and knight can mate.
const CORNER_DISTANCE: i32 = 40;

/// Piece counts of a side.
struct MaterialCount {
    pawns: u32,
    knights: u32,
    bishops: u32,
    rooks: u32,
    queens: u32,
}

impl MaterialCount {
    fn of(board: &Board, color: Color) -> Self {
        let count = |piece| board.colored_pieces(color, piece).len();
        MaterialCount {
            pawns: count(Piece::Pawn),
            knights: count(Piece::Knight),
            bishops: count(Piece::Bishop),
            rooks: count(Piece::Rook),
            queens: count(Piece::Queen),
        }
    }

    /// Returns the material without pawns: minor pieces 3, rooks 5, queens 9.
    fn weight(&self) -> u32 {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }
}

/// Returns the scale factor of an endgame lead in 64ths.
pub fn scale_factor(board: &Board, leader: Color) -> i32 {
    let (own, other) = (MaterialCount::of(board, leader), MaterialCount::of(board, !leader));
    let (weight, against) = (own.weight(), other.weight());
    if own.pawns == 0 {
        // Without pawns a minor piece ahead does not win, and two knights cannot force mate.
        if weight < 5 || (against == 0 && weight == 6 && own.knights == 2) {
            return 0;
        }
        if weight <= against + 3 {
            return if against <= 3 { 4 } else { DRAWISH_SCALE };
        }
    }
    if against == 0 && is_wrong_bishop(board, leader, &own) {
        return 0;
    }
    let mut scale_factor = FULL_SCALE.min(36 + 7 * own.pawns as i32);
    if own.pawns == 0 {
        scale_factor = FULL_SCALE;
    }
    if own.bishops == 1 && other.bishops == 1 {
        let bishops = board.pieces(Piece::Bishop);
        if (bishops & DARK_SQUARES).len() == 1 {
            scale_factor = if weight == 3 && against == 3 {
                18 + 4 * board.colored_pieces(leader, Piece::Pawn).len() as i32
            } else {
                scale_factor.min(52)
            };
        }
    }
    scale_factor
}

/// Returns true for the wrong-colored bishop: a rook pawn whose promotion corner no bishop covers and the lone king
/// defends.
fn is_wrong_bishop(board: &Board, leader: Color, own: &MaterialCount) -> bool {
    if own.pawns == 0 || own.knights + own.rooks + own.queens > 0 {
        return false;
    }
    let pawns = board.colored_pieces(leader, Piece::Pawn);
    let file = if pawns.is_subset(File::A.bitboard()) {
        File::A
    } else if pawns.is_subset(File::H.bitboard()) {
        File::H
    } else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(leader));
    let bishops = board.colored_pieces(leader, Piece::Bishop);
    let covering = if DARK_SQUARES.has(corner) { bishops & DARK_SQUARES } else { bishops - DARK_SQUARES };
    covering.is_empty() && king_distance(board.king(!leader), corner) <= 1
}

/// Returns White's score if a lone king faces mating material: only driving the king to the edge, bringing the kings
/// together and promoting count. `None` in all other positions.
pub(crate) fn lone_king_score(board: &Board) -> Option<i32> {
    let strong_side = Color::ALL.into_iter().find(|&color| board.colors(!color).len() == 1)?;
    let own = MaterialCount::of(board, strong_side);
    let bishops = board.colored_pieces(strong_side, Piece::Bishop);
    let both_colors = !(bishops & DARK_SQUARES).is_empty() && !(bishops - DARK_SQUARES).is_empty();
    let heavy = own.rooks + own.queens > 0;
    if !(heavy || both_colors || (own.bishops > 0 && own.knights > 0)) {
        return None;
    }
    let (king, lone_king) = (board.king(strong_side), board.king(!strong_side));
    let mut worth = KNOWN_WIN + 100 * own.weight() as i32;
    for pawn in board.colored_pieces(strong_side, Piece::Pawn) {
        worth += 100 + CENTER_DISTANCE * pawn.relative_to(strong_side).rank() as i32;
    }
    worth += KING_DISTANCE * (7 - king_distance(king, lone_king));
    worth += if heavy || both_colors || own.pawns > 0 {
        CENTER_DISTANCE * center_distance(lone_king)
    } else {
        let dark = !(bishops & DARK_SQUARES).is_empty();
        CORNER_DISTANCE * (7 - corner_distance(lone_king, dark))
            + CENTER_DISTANCE * center_distance(lone_king) / 2
    };
    Some(sign_of(strong_side) * worth)
}

/// Distance from the four center squares, files plus ranks.
fn center_distance(square: Square) -> i32 {
    let off = |line: i32| (3 - line).max(line - 4);
    off(square.file() as i32) + off(square.rank() as i32)
}

/// Distance to the nearer corner of a color.
fn corner_distance(square: Square, dark: bool) -> i32 {
    let corners = if dark { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
    corners.map(|corner| king_distance(square, corner)).into_iter().min().unwrap_or(0)
}
