//! Endgames a sum of pieces misjudges: leads that do not win, and kings to be driven to the edge.

use chess::cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::pieces::steps;
use super::terms::sign_of;

/// A lead that counts in full.
pub const WHOLE: i32 = 64;
/// A lead of which no more counts is as good as none.
pub const DRAWN: i32 = 12;

const DARK_SQUARES: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);
/// What a lone king against mating pieces is worth beyond those pieces.
const KNOWN_WIN: i32 = 1_000;
/// For each step of the lone king off the center, and of the kings toward each other.
const DRIVE: i32 = 20;
const CLOSE: i32 = 15;
/// For each step toward the corner a bishop and knight mate in.
const CORNER: i32 = 40;

/// A side's pieces, counted.
struct Pieces {
    pawns: u32,
    knights: u32,
    bishops: u32,
    rooks: u32,
    queens: u32,
}

impl Pieces {
    fn of(board: &Board, color: Color) -> Self {
        let count = |piece| board.colored_pieces(color, piece).len();
        Pieces {
            pawns: count(Piece::Pawn),
            knights: count(Piece::Knight),
            bishops: count(Piece::Bishop),
            rooks: count(Piece::Rook),
            queens: count(Piece::Queen),
        }
    }

    /// Pieces by their weight: minor 3, rook 5, queen 9.
    fn weight(&self) -> u32 {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }
}

/// How much of an endgame lead counts, in 64ths, for the color that has it.
pub fn share(board: &Board, leader: Color) -> i32 {
    let (own, other) = (Pieces::of(board, leader), Pieces::of(board, !leader));
    let (weight, against) = (own.weight(), other.weight());
    if own.pawns == 0 {
        // A minor piece ahead is no win without pawns, and two knights mate nobody.
        if weight < 5 || (against == 0 && weight == 6 && own.knights == 2) {
            return 0;
        }
        if weight <= against + 3 {
            return if against <= 3 { 4 } else { DRAWN };
        }
    }
    if against == 0 && is_wrong_corner(board, leader, &own) {
        return 0;
    }
    let mut share = WHOLE.min(36 + 7 * own.pawns as i32);
    if own.pawns == 0 {
        share = WHOLE;
    }
    if own.bishops == 1 && other.bishops == 1 {
        let bishops = board.pieces(Piece::Bishop);
        if (bishops & DARK_SQUARES).len() == 1 {
            share = if weight == 3 && against == 3 {
                18 + 4 * board.colored_pieces(leader, Piece::Pawn).len() as i32
            } else {
                share.min(52)
            };
        }
    }
    share
}

/// Whether a rook's pawn cannot promote: no bishop covers its corner, and the lone king holds it.
fn is_wrong_corner(board: &Board, leader: Color, own: &Pieces) -> bool {
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
    covering.is_empty() && steps(board.king(!leader), corner) <= 1
}

/// White's score where a lone king faces pieces that mate him: nothing counts but to drive him to the edge with the
/// kings close, and to promote. `None` where there is no such hunt.
pub(crate) fn hunt(board: &Board) -> Option<i32> {
    let hunter = Color::ALL.into_iter().find(|&color| board.colors(!color).len() == 1)?;
    let own = Pieces::of(board, hunter);
    let bishops = board.colored_pieces(hunter, Piece::Bishop);
    let both_colors = !(bishops & DARK_SQUARES).is_empty() && !(bishops - DARK_SQUARES).is_empty();
    let heavy = own.rooks + own.queens > 0;
    if !(heavy || both_colors || (own.bishops > 0 && own.knights > 0)) {
        return None;
    }
    let (king, lone) = (board.king(hunter), board.king(!hunter));
    let mut worth = KNOWN_WIN + 100 * own.weight() as i32;
    for pawn in board.colored_pieces(hunter, Piece::Pawn) {
        worth += 100 + DRIVE * pawn.relative_to(hunter).rank() as i32;
    }
    worth += CLOSE * (7 - steps(king, lone));
    worth += if heavy || both_colors || own.pawns > 0 {
        DRIVE * off_center(lone)
    } else {
        let dark = !(bishops & DARK_SQUARES).is_empty();
        CORNER * (7 - to_corner(lone, dark)) + DRIVE * off_center(lone) / 2
    };
    Some(sign_of(hunter) * worth)
}

/// Steps from the four squares in the middle, file and rank added up.
fn off_center(square: Square) -> i32 {
    let off = |line: i32| (3 - line).max(line - 4);
    off(square.file() as i32) + off(square.rank() as i32)
}

/// Steps to the nearer corner of a color.
fn to_corner(square: Square, dark: bool) -> i32 {
    let corners = if dark { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
    corners.map(|corner| steps(square, corner)).into_iter().min().unwrap_or(0)
}
