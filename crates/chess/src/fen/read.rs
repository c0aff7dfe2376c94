//! FEN parser: text to fields, fields to a setup, a setup to a legal position.

use cozy_chess::{
    BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square, get_king_moves,
};

use super::{FenError, FenWarning};
use crate::position::side_of;
use crate::{Position, Rules};

/// Initial number of each piece other than king and pawns.
const INITIAL_COUNTS: [(Piece, usize); 4] =
    [(Piece::Knight, 2), (Piece::Bishop, 2), (Piece::Rook, 2), (Piece::Queen, 1)];

/// Parses a position. Trailing fields may be missing; spaces may be underscores, as in links.
pub(crate) fn read(text: &str, rules: &Rules) -> Result<(Position, Vec<FenWarning>), FenError> {
    let mut fields = text.split(|c: char| c.is_whitespace() || c == '_').filter(|field| !field.is_empty());
    let board = fields.next().ok_or(FenError::Empty)?;
    let before = text.find(board).map_or(0, |start| text[..start].chars().count());
    let mut setup = BoardBuilder::empty();
    let mut warnings = Vec::new();
    place_pieces(board, before, &mut setup)?;
    setup.side_to_move = match fields.next() {
        Some("w" | "W") => Color::White,
        Some("b" | "B") => Color::Black,
        Some(other) => return Err(FenError::Turn(other.to_owned())),
        None => {
            warnings.push(FenWarning::TurnAssumed);
            Color::White
        }
    };
    check_counts(&setup)?;
    let mut chess960 = rules.chess960;
    for letter in fields.next().filter(|field| *field != "-").unwrap_or_default().chars() {
        apply_castling_right(letter, &mut setup, &mut chess960)?;
    }
    if chess960 && !rules.chess960 {
        warnings.push(FenWarning::Chess960);
    }
    let en_passant = fields.next().filter(|field| *field != "-").unwrap_or_default();
    setup.en_passant = passed_square(en_passant, &setup)?;
    let halfmoves = counter(fields.next(), 0)?;
    setup.fullmove_number = counter(fields.next(), 1)?.max(1);
    if let Some(excess) = fields.next() {
        return Err(FenError::Excess(excess.to_owned()));
    }
    // cozy-chess does not count a king's reach as check.
    if get_king_moves(king(&setup, Color::White)).has(king(&setup, Color::Black)) {
        return Err(king_hangs(&setup));
    }
    let board = setup.build().map_err(|error| match error {
        // Everything else that makes a board invalid was checked above.
        BoardBuilderError::InvalidBoard => king_hangs(&setup),
        BoardBuilderError::InvalidCastlingRights => FenError::CastlingText(String::new()),
        BoardBuilderError::InvalidEnPassant => FenError::EnPassant(en_passant.to_owned()),
        BoardBuilderError::InvalidHalfMoveClock | BoardBuilderError::InvalidFullmoveNumber => {
            FenError::Counter(setup.fullmove_number.to_string())
        }
    })?;
    match board.checkers().len() as usize {
        0..=2 => Ok((Position::new(board, halfmoves, chess960), warnings)),
        count => Err(FenError::Checkers(count)),
    }
}

fn place_pieces(board: &str, before: usize, setup: &mut BoardBuilder) -> Result<(), FenError> {
    let ranks = board.split('/').count();
    let mut place = before;
    // Letters first: an unknown letter should not be reported as a short rank.
    for letter in board.chars() {
        place += 1;
        if !matches!(letter, '/' | '1'..='9') && piece(letter).is_none() {
            return Err(FenError::Letter(letter, place));
        }
    }
    if ranks != 8 {
        return Err(FenError::Ranks(ranks));
    }
    for (row, rank) in board.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            let Some(piece) = piece(letter) else {
                file += letter.to_digit(10).unwrap_or_default() as usize;
                continue;
            };
            if let Some(file) = File::try_index(file) {
                *setup.square_mut(Square::new(file, rank)) = Some(piece);
            }
            file += 1;
        }
        if file != 8 {
            return Err(FenError::Files(8 - rank as usize, file));
        }
    }
    Ok(())
}

fn piece(letter: char) -> Option<(Piece, Color)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let piece = match letter.to_ascii_lowercase() {
        'p' => Piece::Pawn,
        'n' => Piece::Knight,
        'b' => Piece::Bishop,
        'r' => Piece::Rook,
        'q' => Piece::Queen,
        'k' => Piece::King,
        _ => return None,
    };
    Some((piece, color))
}

/// Rejects impossible piece counts, which also bounds the number of legal moves to 218.
fn check_counts(setup: &BoardBuilder) -> Result<(), FenError> {
    for color in Color::ALL {
        let side = side_of(color);
        let count = |piece| setup.board.iter().filter(|&&square| square == Some((piece, color))).count();
        let pawns = count(Piece::Pawn);
        let pieces: usize = Piece::ALL.into_iter().map(count).sum();
        if count(Piece::King) != 1 {
            return Err(FenError::Kings(side, count(Piece::King)));
        }
        if pawns > 8 {
            return Err(FenError::Pawns(side, pawns));
        }
        if pieces > 16 {
            return Err(FenError::Pieces(side, pieces));
        }
        let promoted: usize =
            INITIAL_COUNTS.into_iter().map(|(piece, set)| count(piece).saturating_sub(set)).sum();
        if promoted > 8 - pawns {
            return Err(FenError::Promotions(side, promoted, 8 - pawns));
        }
    }
    let on_back_rank = |square: &Square| {
        matches!(square.rank(), Rank::First | Rank::Eighth)
            && matches!(setup.square(*square), Some((Piece::Pawn, _)))
    };
    Square::ALL.into_iter().find(on_back_rank).map_or(Ok(()), |square| Err(FenError::PawnRank(square)))
}

fn king(setup: &BoardBuilder, color: Color) -> Square {
    Square::ALL.into_iter().find(|&at| setup.square(at) == Some((Piece::King, color))).unwrap_or(Square::E1)
}

/// Applies one castling right. `K` and `Q` mean the outermost rook; with the king on its standard square they mean
/// the corner rook, unless Chess960 was chosen. A file letter means the rook on that file.
fn apply_castling_right(letter: char, setup: &mut BoardBuilder, chess960: &mut bool) -> Result<(), FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let king = king(setup, color);
    let home = Rank::First.relative_to(color);
    let corner_meant = !*chess960 && king.file() == File::E;
    let is_rook = |file: File| setup.square(Square::new(file, home)) == Some((Piece::Rook, color));
    let no_rook = |file: File| FenError::CastlingRook(letter, Square::new(file, home));
    let file = match letter.to_ascii_lowercase() {
        'k' if corner_meant => File::H,
        'q' if corner_meant => File::A,
        'k' => {
            (File::ALL.into_iter().rev().take_while(|&file| file > king.file()).find(|&file| is_rook(file)))
                .ok_or(FenError::CastlingWing(letter, side_of(color)))?
        }
        'q' => (File::ALL.into_iter().take_while(|&file| file < king.file()).find(|&file| is_rook(file)))
            .ok_or(FenError::CastlingWing(letter, side_of(color)))?,
        file @ 'a'..='h' => File::index(file as usize - 'a' as usize),
        _ => return Err(FenError::CastlingText(letter.to_string())),
    };
    if king.rank() != home {
        return Err(FenError::CastlingKing(side_of(color)));
    }
    if !is_rook(file) {
        return Err(no_rook(file));
    }
    let CastleRights { short, long } = setup.castle_rights_mut(color);
    let right = if file > king.file() { short } else { long };
    if right.is_some_and(|granted| granted != file) {
        return Err(FenError::CastlingText(letter.to_string()));
    }
    *right = Some(file);
    *chess960 |= king.file() != File::E || !matches!(file, File::A | File::H);
    Ok(())
}

/// En passant square: empty, as is the one behind it, with the pawn beyond.
fn passed_square(text: &str, setup: &BoardBuilder) -> Result<Option<Square>, FenError> {
    if text.is_empty() {
        return Ok(None);
    }
    let refusal = || FenError::EnPassant(text.to_owned());
    let square: Square = text.to_ascii_lowercase().parse().map_err(|_| refusal())?;
    let them = !setup.side_to_move;
    let at = |rank: Rank| setup.square(Square::new(square.file(), rank.relative_to(them)));
    let passed = square.rank() == Rank::Third.relative_to(them)
        && at(Rank::Second).is_none()
        && at(Rank::Third).is_none()
        && at(Rank::Fourth) == Some((Piece::Pawn, them));
    if passed { Ok(Some(square)) } else { Err(refusal()) }
}

fn counter(field: Option<&str>, missing: u16) -> Result<u16, FenError> {
    field.map_or(Ok(missing), |text| text.parse().map_err(|_| FenError::Counter(text.to_owned())))
}

fn king_hangs(setup: &BoardBuilder) -> FenError {
    let them = !setup.side_to_move;
    FenError::KingHangs(side_of(them), king(setup, them))
}
