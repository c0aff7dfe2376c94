//! Moves in UCI coordinates, and errors that explain illegal ones.

use cozy_chess::{
    BitBoard, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};
use game::{Message, Position as _, Tactics as _, ToMessage};

use crate::mv::PROMOTIONS;
use crate::position::castled;
use crate::{Move, Position, letter, piece_word};

/// Error of a move. Each variant carries the move as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not two squares with an optional promotion letter.
    Misspelt(String),
    /// No piece on the origin square.
    NoPiece(String, Square),
    /// The piece belongs to the other side.
    NotYours(String, Square),
    /// The target is occupied by a piece of the same side.
    OwnPiece(String, Square),
    /// The piece cannot move there.
    Unreachable(String, Piece, Square),
    /// The king would be in check.
    KingHangs(String),
    /// A pawn reaches the last rank without a promotion piece.
    PromotionMissing(String),
    /// A promotion of something other than a pawn on the last rank.
    PromotionNeedless(String),
    /// Castling on this side is no longer allowed: king or rook have moved.
    CastlingLost(String),
    /// Castling with pieces in between.
    CastlingBlocked(String),
    /// Castling out of check or across an attacked square.
    CastlingThroughCheck(String),
}

impl ToMessage for MoveError {
    fn message(&self) -> Message {
        let message = |code, text: &String| Message::new(code).text("move", text);
        match self {
            MoveError::Misspelt(text) => message("move_misspelt", text),
            MoveError::NoPiece(text, square) => {
                message("move_no_piece", text).text("square", square.to_string())
            }
            MoveError::NotYours(text, square) => {
                message("move_not_yours", text).text("square", square.to_string())
            }
            MoveError::OwnPiece(text, square) => {
                message("move_own_piece", text).text("square", square.to_string())
            }
            MoveError::Unreachable(text, piece, square) => message("move_unreachable", text)
                .word("piece", piece_word(*piece))
                .text("square", square.to_string()),
            MoveError::KingHangs(text) => message("move_king_hangs", text),
            MoveError::PromotionMissing(text) => message("move_promotion_missing", text),
            MoveError::PromotionNeedless(text) => message("move_promotion_needless", text),
            MoveError::CastlingLost(text) => message("move_castling_lost", text),
            MoveError::CastlingBlocked(text) => message("move_castling_blocked", text),
            MoveError::CastlingThroughCheck(text) => message("move_castling_through_check", text),
        }
    }
}

impl MoveError {
    /// Returns the reason why this move is illegal; `None` if it is legal. `text` is the move as written.
    pub fn explain(here: &Position, mv: Move, text: &str) -> Option<MoveError> {
        if here.is_legal(mv) {
            return None;
        }
        let castling = castling_meant(here, mv.from_square(), mv.to_square(), mv.promotion());
        Some(why_illegal(here, mv, castling, text))
    }
}

impl Position {
    /// Castling on one side, legal or not: the king takes the rook he may castle with, or the corner square.
    pub fn castling(&self, short: bool) -> Option<Move> {
        let us = self.board().side_to_move();
        let (king, rights) = (self.board().king(us), self.board().castle_rights(us));
        let rook = if short { rights.short.unwrap_or(File::H) } else { rights.long.unwrap_or(File::A) };
        Move::new(king, Square::new(rook, Rank::First.relative_to(us)), None)
    }
}

/// Writes a legal move: castling as the king's two-square step, or as king takes rook in Chess960.
pub(crate) fn write(here: &Position, mv: Move) -> String {
    let from = mv.from_square();
    let to = if here.is_castling(mv) && !here.is_chess960() {
        castled(from, mv.to_square()).0
    } else {
        mv.to_square()
    };
    let mut out = format!("{from}{to}");
    out.extend(mv.promotion().map(|piece| letter(piece).to_ascii_lowercase()));
    out
}

/// Parses a move: `e2e4`, `e7e8q`, also `E2-E4` and `e7e8=Q`; castling in both notations.
pub(crate) fn read(here: &Position, text: &str) -> Result<Move, MoveError> {
    let (from, to, promotion) = parse(text).ok_or_else(|| MoveError::Misspelt(text.to_owned()))?;
    let mv = Move::new(from, to, promotion).ok_or_else(|| MoveError::Misspelt(text.to_owned()))?;
    if here.is_legal(mv) {
        return Ok(mv);
    }
    let castling = castling_meant(here, from, to, promotion);
    match castling {
        Some(mv) if here.is_legal(mv) => Ok(mv),
        _ => Err(why_illegal(here, mv, castling, text)),
    }
}

fn parse(text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let letters: Vec<char> =
        text.trim().chars().filter(|c| !matches!(c, '-' | '=')).map(|c| c.to_ascii_lowercase()).collect();
    let square = |file: char, rank: char| {
        let file = File::try_index((file as usize).checked_sub('a' as usize)?)?;
        Some(Square::new(file, Rank::try_index((rank as usize).checked_sub('1' as usize)?)?))
    };
    let (promotion, squares) = match *letters {
        [a, b, c, d] => (None, [a, b, c, d]),
        [a, b, c, d, becomes] => {
            let piece = PROMOTIONS.into_iter().find(|&piece| letter(piece).eq_ignore_ascii_case(&becomes))?;
            (Some(piece), [a, b, c, d])
        }
        _ => return None,
    };
    let [a, b, c, d] = squares;
    Some((square(a, b)?, square(c, d)?, promotion))
}

/// The castling move meant by this king move: own rook as target, or two or more squares toward g or c.
fn castling_meant(here: &Position, from: Square, to: Square, promotion: Option<Piece>) -> Option<Move> {
    let board = here.board();
    let us = board.side_to_move();
    let home = Rank::First.relative_to(us);
    let king_at_home = from == board.king(us) && from.rank() == home && to.rank() == home;
    if !king_at_home || promotion.is_some() {
        return None;
    }
    if board.colored_pieces(us, Piece::Rook).has(to) {
        return Move::new(from, to, None);
    }
    let far = (from.file() as usize).abs_diff(to.file() as usize) >= 2;
    let rights = board.castle_rights(us);
    let (rook, corner) = match to.file() {
        File::G if far && from < to => (rights.short, File::H),
        File::C if far && from > to => (rights.long, File::A),
        _ => return None,
    };
    Move::new(from, Square::new(rook.unwrap_or(corner), home), None)
}

fn why_illegal(here: &Position, mv: Move, castling: Option<Move>, text: &str) -> MoveError {
    let board = here.board();
    let us = board.side_to_move();
    let (from, to) = (mv.from_square(), mv.to_square());
    let text = text.to_owned();
    let Some(piece) = board.piece_on(from) else { return MoveError::NoPiece(text, from) };
    if !board.colors(us).has(from) {
        return MoveError::NotYours(text, from);
    }
    if let Some(castling) = castling {
        return why_no_castling(here, castling, text);
    }
    if board.colors(us).has(to) {
        return MoveError::OwnPiece(text, to);
    }
    if !reach(here, piece, from).has(to) {
        return MoveError::Unreachable(text, piece, to);
    }
    let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(us);
    match (promotes, mv.promotion()) {
        (true, None) => MoveError::PromotionMissing(text),
        (false, Some(_)) => MoveError::PromotionNeedless(text),
        _ => MoveError::KingHangs(text),
    }
}

fn why_no_castling(here: &Position, mv: Move, text: String) -> MoveError {
    let board = here.board();
    let (king, rook) = (mv.from_square(), mv.to_square());
    let rights = board.castle_rights(board.side_to_move());
    if ![rights.short, rights.long].contains(&Some(rook.file())) {
        return MoveError::CastlingLost(text);
    }
    let (king_to, rook_to) = castled(king, rook);
    let span = |a: Square, b: Square| cozy_chess::get_between_rays(a, b) | b.bitboard();
    let path = span(king, king_to) | span(rook, rook_to) | span(king, rook);
    let blockers = board.occupied() ^ king.bitboard() ^ rook.bitboard();
    if here.in_check() || (path & blockers).is_empty() {
        MoveError::CastlingThroughCheck(text)
    } else {
        MoveError::CastlingBlocked(text)
    }
}

/// Squares a piece attacks or may move to, ignoring checks and promotions.
fn reach(here: &Position, piece: Piece, from: Square) -> BitBoard {
    let board = here.board();
    let us = board.side_to_move();
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => {
            let passed = board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(us)));
            let captures = board.colors(!us) | passed.map_or(BitBoard::EMPTY, Square::bitboard);
            get_pawn_quiets(from, us, occupied) | (get_pawn_attacks(from, us) & captures)
        }
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}
