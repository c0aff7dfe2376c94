//! Piece activity: attack maps, mobility, outposts, bishops and rooks.

use chess::cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::king::zone;
use super::pawns::{Structure, relative};
use super::terms::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KING_TROPISM, KNIGHT_MOBILITY, MINOR_BEHIND_PAWN, OUTPOST,
    OUTPOST_NEAR, PAWN_COUNT, QUEEN_MOBILITY, ROOK_FILE, ROOK_MOBILITY, ROOK_SEVENTH, Sink, sign_of,
};

/// Attack maps of a side.
pub(super) struct Attacks {
    /// Squares attacked by each role.
    pub by: [BitBoard; 6],
    /// Squares attacked by any piece.
    pub all: BitBoard,
    /// Squares attacked by two pieces or more.
    pub twice: BitBoard,
    /// Weighted number of pieces that attack the enemy king's zone.
    pub king_pressure: i32,
}

impl Attacks {
    #[inline]
    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// Danger units of a piece that attacks the king's zone, by role.
const KING_PRESSURE: [i32; 6] = [0, 2, 2, 3, 4, 0];
const DARK_SQUARES: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);
/// Ranks of outposts: the fourth to the sixth, in the view of the side.
const OUTPOST_RANKS: u64 = 0x0000_FFFF_FF00_0000;

/// King distance (Chebyshev distance) between two squares.
#[inline]
pub(super) fn king_distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    files.max(ranks)
}

/// Counts the terms of a side's pieces; returns its attack maps.
pub(super) fn count(board: &Board, color: Color, structure: &Structure, sink: &mut impl Sink) -> Attacks {
    let us = color as usize;
    let them = !color as usize;
    let occupied = board.occupied();
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let king = board.king(color);
    let enemy_king = board.king(!color);
    let mobility_area = !(pawns | king.bitboard() | structure.attacks[them]);
    let king_zone = zone(enemy_king);

    let mut attacked =
        Attacks { by: [BitBoard::EMPTY; 6], all: BitBoard::EMPTY, twice: BitBoard::EMPTY, king_pressure: 0 };
    attacked.add(Piece::King, get_king_moves(king));
    let pawn_attacks = structure.attacks[us];
    attacked.by[Piece::Pawn as usize] = pawn_attacks;
    attacked.twice |= (attacked.all & pawn_attacks) | twice_by_pawns(color, pawns);
    attacked.all |= pawn_attacks;

    // X-ray attacks: sliders see through queens, rooks through own rooks too.
    let through_queens = occupied ^ board.pieces(Piece::Queen);
    let through_heavy = through_queens ^ board.colored_pieces(color, Piece::Rook);
    let mut each =
        PieceCounter { board, color, mobility_area, king_zone, enemy_king, attacked: &mut attacked, sink };
    each.count(Piece::Knight, KNIGHT_MOBILITY, get_knight_moves);
    each.count(Piece::Bishop, BISHOP_MOBILITY, |square| get_bishop_moves(square, through_queens));
    each.count(Piece::Rook, ROOK_MOBILITY, |square| get_rook_moves(square, through_heavy));
    each.count(Piece::Queen, QUEEN_MOBILITY, |square| {
        get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
    });
    minors(board, color, structure, &attacked, sink);
    rooks(board, color, sink);
    attacked
}

/// Counter of the terms of each piece of one side.
struct PieceCounter<'a, S> {
    board: &'a Board,
    color: Color,
    /// Squares that count for mobility.
    mobility_area: BitBoard,
    /// The enemy king's zone.
    king_zone: BitBoard,
    enemy_king: Square,
    attacked: &'a mut Attacks,
    sink: &'a mut S,
}

impl<S: Sink> PieceCounter<'_, S> {
    /// Counts the pieces of one role. Inlined for each role, which is faster than a match on the role.
    #[inline(always)]
    fn count(&mut self, piece: Piece, mobility: usize, moves: impl Fn(Square) -> BitBoard) {
        let sign = sign_of(self.color);
        let kind = piece as usize - Piece::Knight as usize;
        for square in self.board.colored_pieces(self.color, piece) {
            let squares = moves(square);
            self.attacked.add(piece, squares);
            if !(squares & self.king_zone).is_empty() {
                self.attacked.king_pressure += KING_PRESSURE[piece as usize];
            }
            self.sink.add(mobility + (squares & self.mobility_area).len() as usize, sign);
            self.sink.add(KING_TROPISM + kind, sign * (7 - king_distance(square, self.enemy_king)));
        }
    }
}

/// Returns the squares two pawns attack.
fn twice_by_pawns(color: Color, pawns: BitBoard) -> BitBoard {
    let own = relative(color, pawns);
    let left = (own << 7) & !File::H.bitboard().0;
    let right = (own << 9) & !File::A.bitboard().0;
    BitBoard(relative(color, BitBoard(left & right)))
}

fn minors(board: &Board, color: Color, structure: &Structure, attacked: &Attacks, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let (us, them) = (color as usize, !color as usize);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let knights = board.colored_pieces(color, Piece::Knight);
    let bishops = board.colored_pieces(color, Piece::Bishop);

    let (dark, light) = ((bishops & DARK_SQUARES).len() as i32, (bishops - DARK_SQUARES).len() as i32);
    if dark > 0 && light > 0 {
        sink.add(BISHOP_PAIR, sign);
    }
    let dark_pawns = (pawns & DARK_SQUARES).len() as i32;
    let light_pawns = pawns.len() as i32 - dark_pawns;
    sink.add(BISHOP_PAWNS, sign * (dark * dark_pawns + light * light_pawns));

    let outposts =
        BitBoard(relative(color, BitBoard(OUTPOST_RANKS))) & structure.attacks[us] & !structure.span[them];
    sink.add(OUTPOST, sign * (knights & outposts).len() as i32);
    sink.add(OUTPOST + 1, sign * (bishops & outposts).len() as i32);
    let near = attacked.by[Piece::Knight as usize] & outposts & !board.colors(color);
    sink.add(OUTPOST_NEAR, sign * near.len() as i32);
    let behind = relative(color, board.pieces(Piece::Pawn)) >> 8;
    let shielded = (knights | bishops) & BitBoard(relative(color, BitBoard(behind)));
    sink.add(MINOR_BEHIND_PAWN, sign * shielded.len() as i32);
    sink.add(PAWN_COUNT, sign * knights.len() as i32 * (pawns.len() as i32 - 5));
}

fn rooks(board: &Board, color: Color, sink: &mut impl Sink) {
    let sign = sign_of(color);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
    let rooks = board.colored_pieces(color, Piece::Rook);
    for rook in rooks {
        let file = rook.file().bitboard();
        if (file & pawns).is_empty() {
            sink.add(ROOK_FILE + usize::from(!(file & enemy_pawns).is_empty()), sign);
        }
    }
    let seventh = Rank::Seventh.relative_to(color).bitboard();
    let last = Rank::Eighth.relative_to(color).bitboard();
    if !(seventh & enemy_pawns).is_empty() || last.has(board.king(!color)) {
        sink.add(ROOK_SEVENTH, sign * (rooks & seventh).len() as i32);
    }
    sink.add(PAWN_COUNT + 1, sign * rooks.len() as i32 * (pawns.len() as i32 - 5));
}
