//! What an exchange on one square gains, man for man, cheapest first.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use game::Worth;

use crate::position::man_index;
use crate::{Move, Position};

/// Whether the exchange this move begins gains at least `margin`.
pub(crate) fn wins(here: &Position, mv: Move, margin: i32, worth: &Worth) -> bool {
    let board = here.board();
    if here.is_castling(mv) {
        return margin <= 0;
    }
    let (from, to) = (mv.from_square(), mv.to_square());
    let mut color = board.side_to_move();
    let value =
        |color: Color, piece: Option<Piece>| piece.map_or(0, |piece| worth.of(man_index(color, piece)));

    let captured = here.captured_on(mv);
    let mover = board.piece_on(from);
    let stands = mv.promotion().or(mover);
    let promoted = value(color, stands) - value(color, mover);
    let mut balance = value(!color, captured.and_then(|square| board.piece_on(square))) + promoted - margin;
    if balance < 0 {
        return false;
    }
    balance = value(color, stands) - balance;
    if balance <= 0 {
        return true;
    }
    let gone = captured.map_or(BitBoard::EMPTY, Square::bitboard);
    let mut occupied = (board.occupied() - from.bitboard() - gone) | to.bitboard();
    let mut wins = true;
    loop {
        color = !color;
        let Some((square, piece)) = cheapest(board, color, to, occupied) else { return wins };
        wins = !wins;
        occupied -= square.bitboard();
        if piece == Piece::King {
            // A king may capture last only: not into the reach of another man.
            return if cheapest(board, !color, to, occupied).is_some() { !wins } else { wins };
        }
        balance = worth.of(man_index(color, piece)) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
    }
}

/// The cheapest man of a color that captures on a square, among the men still there.
fn cheapest(board: &Board, color: Color, to: Square, occupied: BitBoard) -> Option<(Square, Piece)> {
    let men = board.colors(color) & (occupied - to.bitboard());
    Piece::ALL.into_iter().find_map(|piece| {
        let reach = match piece {
            Piece::Pawn => get_pawn_attacks(to, !color),
            Piece::Knight => get_knight_moves(to),
            Piece::Bishop => get_bishop_moves(to, occupied),
            Piece::Rook => get_rook_moves(to, occupied),
            Piece::Queen => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
            Piece::King => get_king_moves(to),
        };
        (reach & men & board.pieces(piece)).next_square().map(|square| (square, piece))
    })
}
