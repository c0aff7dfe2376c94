//! What pieces reach, and how well they stand.

use chess::cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::king::zone;
use super::pawns::{Structure, seen_by};
use super::terms::{
    BISHOP_FREEDOM, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_FREEDOM, NEARNESS, OUTPOST, OUTPOST_NEAR, PAWNS_WITH,
    QUEEN_FREEDOM, ROOK_FILE, ROOK_FREEDOM, ROOK_SEVENTH, SHIELDED, Sink, sign_of,
};

/// What a side's pieces reach.
pub(super) struct Reach {
    /// By role.
    pub by: [BitBoard; 6],
    /// By any piece.
    pub all: BitBoard,
    /// By two pieces or more.
    pub twice: BitBoard,
    /// How hard pieces bear on the enemy king's zone.
    pub bearing: i32,
}

impl Reach {
    #[inline]
    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// What a piece that reaches the king's zone adds to his danger, by role.
const BEARING: [i32; 6] = [0, 2, 2, 3, 4, 0];
const DARK_SQUARES: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);
/// Where a piece held by a pawn is a thorn: the fourth to the sixth rank, as its side sees it.
const THORNS: u64 = 0x0000_FFFF_FF00_0000;

/// Steps a king would need between two squares.
#[inline]
pub(super) fn steps(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    files.max(ranks)
}

/// Counts a side's pieces and tells what they reach.
pub(super) fn count(board: &Board, color: Color, structure: &Structure, sink: &mut impl Sink) -> Reach {
    let us = color as usize;
    let them = !color as usize;
    let occupied = board.occupied();
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let king = board.king(color);
    let enemy_king = board.king(!color);
    let room = !(pawns | king.bitboard() | structure.attacks[them]);
    let around = zone(enemy_king);

    let mut reach =
        Reach { by: [BitBoard::EMPTY; 6], all: BitBoard::EMPTY, twice: BitBoard::EMPTY, bearing: 0 };
    reach.add(Piece::King, get_king_moves(king));
    let held = structure.attacks[us];
    reach.by[Piece::Pawn as usize] = held;
    reach.twice |= (reach.all & held) | twice_by_pawns(color, pawns);
    reach.all |= held;

    // Sliders look through what may move away with gain: a queen, and a rook before a rook.
    let through_queens = occupied ^ board.pieces(Piece::Queen);
    let through_heavy = through_queens ^ board.colored_pieces(color, Piece::Rook);
    let mut each = Each { board, color, room, around, enemy_king, reach: &mut reach, sink };
    each.count(Piece::Knight, KNIGHT_FREEDOM, get_knight_moves);
    each.count(Piece::Bishop, BISHOP_FREEDOM, |square| get_bishop_moves(square, through_queens));
    each.count(Piece::Rook, ROOK_FREEDOM, |square| get_rook_moves(square, through_heavy));
    each.count(Piece::Queen, QUEEN_FREEDOM, |square| {
        get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
    });
    minors(board, color, structure, &reach, sink);
    rooks(board, color, sink);
    reach
}

/// What counting each piece of one side needs.
struct Each<'a, S> {
    board: &'a Board,
    color: Color,
    /// Squares worth going to.
    room: BitBoard,
    /// The enemy king's zone.
    around: BitBoard,
    enemy_king: Square,
    reach: &'a mut Reach,
    sink: &'a mut S,
}

impl<S: Sink> Each<'_, S> {
    /// Counts the pieces of one role. Laid out for each role apart, which is faster than asking again and again.
    #[inline(always)]
    fn count(&mut self, piece: Piece, freedom: usize, moves: impl Fn(Square) -> BitBoard) {
        let sign = sign_of(self.color);
        let kind = piece as usize - Piece::Knight as usize;
        for square in self.board.colored_pieces(self.color, piece) {
            let squares = moves(square);
            self.reach.add(piece, squares);
            if !(squares & self.around).is_empty() {
                self.reach.bearing += BEARING[piece as usize];
            }
            self.sink.add(freedom + (squares & self.room).len() as usize, sign);
            self.sink.add(NEARNESS + kind, sign * (7 - steps(square, self.enemy_king)));
        }
    }
}

/// Squares two pawns attack.
fn twice_by_pawns(color: Color, pawns: BitBoard) -> BitBoard {
    let own = seen_by(color, pawns);
    let left = (own << 7) & !File::H.bitboard().0;
    let right = (own << 9) & !File::A.bitboard().0;
    BitBoard(seen_by(color, BitBoard(left & right)))
}

fn minors(board: &Board, color: Color, structure: &Structure, reach: &Reach, sink: &mut impl Sink) {
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

    let thorns = BitBoard(seen_by(color, BitBoard(THORNS))) & structure.attacks[us] & !structure.span[them];
    sink.add(OUTPOST, sign * (knights & thorns).len() as i32);
    sink.add(OUTPOST + 1, sign * (bishops & thorns).len() as i32);
    let near = reach.by[Piece::Knight as usize] & thorns & !board.colors(color);
    sink.add(OUTPOST_NEAR, sign * near.len() as i32);
    let behind = seen_by(color, board.pieces(Piece::Pawn)) >> 8;
    let shielded = (knights | bishops) & BitBoard(seen_by(color, BitBoard(behind)));
    sink.add(SHIELDED, sign * shielded.len() as i32);
    sink.add(PAWNS_WITH, sign * knights.len() as i32 * (pawns.len() as i32 - 5));
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
    sink.add(PAWNS_WITH + 1, sign * rooks.len() as i32 * (pawns.len() as i32 - 5));
}
