//! Packing of positions with few pieces, for retrograde analysis of small endings.

use game::{Side, SmallEnding};

use crate::board::Board;
use crate::{FILES, Move, Piece, Position, RANKS, Role, SQUARES, Square};

/// Packing functions of xiangqi.
pub(crate) const SMALL_ENDING: SmallEnding<Position> =
    SmallEnding { state_count, pack, unpack, mirrored, mirrored_move };

/// Bits of a piece and of its point; the lowest bit of the packed value is the side to move.
const PIECE_BITS: u32 = 5;
const BITS: u32 = PIECE_BITS + 7;
/// Largest number of pieces that fit beside the side to move.
const MOST_PIECES: usize = 10;

/// Product of the points each piece can reach, times two for the side to move and halved for mirror images. Positions
/// after captures come on top of it.
fn state_count(here: &Position) -> Option<u64> {
    let board = here.board();
    if board.occupied().len() > MOST_PIECES {
        return None;
    }
    let mut state_count: u64 = 1;
    for side in Side::BOTH {
        for role in Role::ALL {
            for (before, square) in board.pieces(side, role).into_iter().enumerate() {
                let points = points_of(side, role, Square::known(square));
                state_count = match role {
                    // Each soldier has its own set of reachable points.
                    Role::Soldier => state_count.saturating_mul(points),
                    // Pieces of the same role are interchangeable.
                    _ => state_count.saturating_mul(points - before as u64) / (before as u64 + 1),
                };
            }
        }
    }
    Some(state_count)
}

/// Number of points a piece can reach from its square.
fn points_of(side: Side, role: Role, square: Square) -> u64 {
    let (ranks_to_come, files) = ((RANKS - 1 - square.rank_for(side)) as u64, FILES as u64);
    match role {
        Role::General => 9,
        Role::Advisor => 5,
        Role::Elephant => 7,
        Role::Soldier if square.rank_for(side) > 4 => (ranks_to_come + 1) * files,
        // Straight ahead up to the river, everywhere beyond it.
        Role::Soldier => ranks_to_come + 1 - 5 + 5 * files,
        Role::Horse | Role::Chariot | Role::Cannon | Role::Unknown => SQUARES as u64,
    }
}

fn pack(here: &Position) -> u128 {
    let board = here.board();
    let pieces = board.occupied().into_iter().fold(0, |pieces, square| {
        let piece = board.piece_at(Square::known(square)).map_or(0, |piece| piece.index() + 1);
        pieces << BITS | (square << PIECE_BITS | piece) as u128
    });
    pieces << 1 | game::Position::turn(here).index() as u128
}

fn unpack(packed: u128) -> Position {
    let turn = if packed & 1 == 0 { Side::First } else { Side::Second };
    let mut board = Board::EMPTY;
    let mut pieces = packed >> 1;
    while pieces != 0 {
        let bits = (pieces & ((1 << BITS) - 1)) as usize;
        let piece = (bits & ((1 << PIECE_BITS) - 1)).checked_sub(1).and_then(Piece::of_index);
        if let (Some(piece), Some(square)) = (piece, Square::new(bits >> PIECE_BITS)) {
            board.put(square, piece, &mut ());
        }
        pieces >>= BITS;
    }
    Position::assemble(board, turn, 0, 1)
}

fn mirrored(here: &Position) -> Position {
    let mut board = Board::EMPTY;
    for square in here.board().occupied() {
        let square = Square::known(square);
        if let Some(piece) = here.board().piece_at(square) {
            board.put(square.mirrored(), piece, &mut ());
        }
    }
    Position::assemble(board, game::Position::turn(here), 0, 1)
}

fn mirrored_move(mv: Move) -> Move {
    Move::new(mv.origin().mirrored(), mv.target().mirrored()).unwrap_or(mv)
}

#[cfg(test)]
mod tests {
    use game::{Game, MoveList, Position as _};

    use super::*;
    use crate::Xiangqi;

    fn read(fen: &str) -> Position {
        let rules = Xiangqi::rules(&[]).expect("default rules");
        Xiangqi::read_position(fen, &rules).expect("a position").position
    }

    fn moves(here: &Position) -> Vec<Move> {
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        let mut moves: Vec<Move> = list.iter().copied().collect();
        moves.sort_by_key(|mv| (mv.origin(), mv.target()));
        moves
    }

    #[test]
    fn packing_round_trips_moves_and_key() {
        for fen in ["4kab2/4a4/8b/9/9/9/9/9/9/4K1R2 w", "9/3Pak3/9/4P4/2b6/9/9/9/9/4K4 b"] {
            let here = read(fen);
            let again = unpack(pack(&here));
            assert_eq!((again.key(), moves(&again)), (here.key(), moves(&here)));
            let mirror = mirrored(&here);
            let mut there: Vec<Move> = moves(&here).into_iter().map(mirrored_move).collect();
            there.sort_by_key(|mv| (mv.origin(), mv.target()));
            assert_eq!(moves(&mirror), there);
            assert_eq!(mirrored(&mirror).key(), here.key());
        }
    }

    #[test]
    fn state_count_multiplies_reachable_points() {
        // Nine points for each general, ninety for the chariot, ten pairs of advisors, twenty-one pairs of elephants.
        assert_eq!(state_count(&read("4kab2/4a4/8b/9/9/9/9/9/9/4K1R2 w")), Some(9 * 9 * 90 * 10 * 21));
        // A soldier two ranks from the last one has three ranks left.
        assert_eq!(state_count(&read("3k5/9/3P5/9/9/9/9/9/9/4K4 w")), Some(9 * 9 * 27));
        assert_eq!(state_count(&read("4k4/9/9/9/9/9/4P4/9/9/4K4 w")), Some(9 * 9 * 47));
        assert_eq!(state_count(&read("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")), None);
    }
}
