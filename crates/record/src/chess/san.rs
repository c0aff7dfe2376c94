//! Standard algebraic notation: shakmaty formats and parses, the rules decide legality.

use ::chess::cozy_chess::{Piece, Rank, Square};
use ::chess::{Move, MoveError, Position, piece_word};
use game::{Message, MoveList, Position as _, Tactics as _, ToMessage};
use shakmaty::san::San;
use shakmaty::{CastlingSide, Role};

/// Error of a move in algebraic notation. Each variant carries the move as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// Not a move.
    Misspelt(String),
    /// No such piece can move to the square.
    Nobody(String, Piece, Square),
    /// Several pieces can, from these squares.
    Ambiguous(String, Piece, Vec<Square>),
    /// The piece is unambiguous, but the move is illegal.
    Illegal(MoveError),
}

impl ToMessage for SanError {
    fn message(&self) -> Message {
        match self {
            SanError::Misspelt(text) => Message::new("move_misspelt").text("move", text),
            SanError::Nobody(text, piece, square) => Message::new("move_no_piece_reaches")
                .text("move", text)
                .word("piece", piece_word(*piece))
                .text("square", square.to_string()),
            SanError::Ambiguous(text, piece, squares) => {
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                Message::new("move_ambiguous_piece")
                    .text("move", text)
                    .word("piece", piece_word(*piece))
                    .text("squares", names.join(", "))
            }
            SanError::Illegal(error) => error.message(),
        }
    }
}

/// Writes a legal move with its check or mate mark.
pub(super) fn write(here: &Position, mv: Move) -> String {
    let mut rivals = shakmaty::MoveList::new();
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    for &other in moves.iter().filter(|other| other.to_square() == mv.to_square()) {
        rivals.extend(to_shakmaty(here, other));
    }
    let mut out =
        to_shakmaty(here, mv).map_or_else(String::new, |mv| San::disambiguate(mv, &rivals).to_string());
    let mut after = here.clone();
    after.play(mv, (), &mut ());
    if after.in_check() {
        out.push(if after.count_legal() == 0 { '#' } else { '+' });
    }
    out
}

/// Parses a move in standard spelling; `written` is the original text, for error messages.
pub(super) fn read(here: &Position, text: &str, written: &str) -> Result<Move, SanError> {
    let misspelt = || SanError::Misspelt(written.to_owned());
    match San::from_ascii(text.as_bytes()).map_err(|_| misspelt())? {
        San::Castle(side) => {
            let mv = here.castling(side == CastlingSide::KingSide).ok_or_else(misspelt)?;
            MoveError::explain(here, mv, written).map_or(Ok(mv), |error| Err(SanError::Illegal(error)))
        }
        San::Normal { role, file, rank, to, promotion, .. } => {
            let piece = piece(role);
            let parsed = ParsedSan {
                piece,
                file: file.map(u32::from),
                rank: rank.map(u32::from),
                to: Square::index(usize::from(to)),
                promotion: promotion.map(self::piece),
            };
            parsed.find(here, written)
        }
        San::Put { .. } | San::Null => Err(misspelt()),
    }
}

/// Parsed SAN of a move other than castling.
struct ParsedSan {
    piece: Piece,
    file: Option<u32>,
    rank: Option<u32>,
    to: Square,
    promotion: Option<Piece>,
}

impl ParsedSan {
    fn is_from(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file() as u32)
            && self.rank.is_none_or(|rank| rank == from.rank() as u32)
    }

    /// Finds the legal move. The capture sign is not checked: it is often omitted.
    fn find(&self, here: &Position, written: &str) -> Result<Move, SanError> {
        let board = here.board();
        let us = board.side_to_move();
        let pieces = board.colored_pieces(us, self.piece).into_iter().filter(|&from| self.is_from(from));
        let candidates: Vec<Move> =
            pieces.filter_map(|from| Move::new(from, self.to, self.promotion)).collect();
        // Castling is encoded as king takes rook and never written this way.
        let legal: Vec<Move> =
            candidates.iter().copied().filter(|&mv| here.is_legal(mv) && !here.is_castling(mv)).collect();
        match *legal {
            [mv] => Ok(mv),
            [] => Err(self.explain(here, &candidates, written)),
            _ => {
                let squares = legal.iter().map(|mv| mv.from_square()).collect();
                Err(SanError::Ambiguous(written.to_owned(), self.piece, squares))
            }
        }
    }

    fn explain(&self, here: &Position, candidates: &[Move], written: &str) -> SanError {
        let last_rank = Rank::Eighth.relative_to(here.board().side_to_move());
        let promotes = self.piece == Piece::Pawn && self.to.rank() == last_rank;
        let wrong_promotion = promotes != self.promotion.is_some();
        let reasons: Vec<MoveError> =
            candidates.iter().filter_map(|&mv| MoveError::explain(here, mv, written)).collect();
        // An illegal move of a matching piece is a better explanation than that no piece fits.
        let explanation = reasons.into_iter().find(|error| match error {
            MoveError::KingHangs(_) => true,
            MoveError::PromotionMissing(_) | MoveError::PromotionNeedless(_) => wrong_promotion,
            _ => false,
        });
        match explanation {
            Some(error) => SanError::Illegal(error),
            None => SanError::Nobody(written.to_owned(), self.piece, self.to),
        }
    }
}

/// Converts a legal move to shakmaty's form.
fn to_shakmaty(here: &Position, mv: Move) -> Option<shakmaty::Move> {
    let board = here.board();
    let (from, to) = (square(mv.from_square()), square(mv.to_square()));
    if here.is_castling(mv) {
        return Some(shakmaty::Move::Castle { king: from, rook: to });
    }
    let captured = here.captured_on(mv);
    if captured.is_some_and(|captured| captured != mv.to_square()) {
        return Some(shakmaty::Move::EnPassant { from, to });
    }
    Some(shakmaty::Move::Normal {
        role: role(board.piece_on(mv.from_square())?),
        from,
        capture: captured.and_then(|captured| board.piece_on(captured)).map(role),
        to,
        promotion: mv.promotion().map(role),
    })
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}

fn role(piece: Piece) -> Role {
    match piece {
        Piece::Pawn => Role::Pawn,
        Piece::Knight => Role::Knight,
        Piece::Bishop => Role::Bishop,
        Piece::Rook => Role::Rook,
        Piece::Queen => Role::Queen,
        Piece::King => Role::King,
    }
}

fn piece(role: Role) -> Piece {
    match role {
        Role::Pawn => Piece::Pawn,
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        Role::Queen => Piece::Queen,
        Role::King => Piece::King,
    }
}
