//! Moves as text: coordinates followed by the letters of the turned-up piece and of the piece captured face down.

use game::{Message, Position as _, Side, ToMessage};
use xiangqi::fen::{piece_word, side_word};
use xiangqi::{Move, MoveError as XiangqiMoveError, Piece, Role};

use crate::{Position, Reveal};

/// Error of a move in coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// An error that also applies to xiangqi.
    Xiangqi(XiangqiMoveError),
    /// It names a role where nothing lies face down, or two where one piece does.
    NothingHidden(String),
    /// The letter is no role a piece can turn up as.
    NoRole(String, char),
    /// The letter has the case of the other side.
    WrongSide(String, char),
    /// All pieces of this role are already accounted for.
    NotHidden(String, Piece),
}

impl ToMessage for MoveError {
    fn message(&self) -> Message {
        match self {
            MoveError::Xiangqi(error) => error.message(),
            MoveError::NothingHidden(text) => Message::new("move_jieqi_nothing_hidden").text("move", text),
            MoveError::NoRole(text, letter) => {
                Message::new("move_jieqi_no_role").text("move", text).text("letter", letter.to_string())
            }
            MoveError::WrongSide(text, letter) => {
                Message::new("move_jieqi_wrong_side").text("move", text).text("letter", letter.to_string())
            }
            MoveError::NotHidden(text, piece) => Message::new("move_jieqi_not_hidden")
                .text("move", text)
                .word("side", side_word(piece.side()))
                .word("piece", piece_word(*piece)),
        }
    }
}

/// Parses `a0a4`, `a0a4R`, `a0a9Rp`: the letter of the mover if it lay face down, then of the piece captured face
/// down. A missing letter or `?` leaves the role unknown.
pub(crate) fn read(here: &Position, text: &str) -> Result<(Move, Reveal), MoveError> {
    let misspelt = || MoveError::Xiangqi(XiangqiMoveError::Misspelt(text.to_owned()));
    let (points, letters) = text.split_at_checked(4).ok_or_else(misspelt)?;
    let mv = Move::parse(&points.to_ascii_lowercase()).ok_or_else(misspelt)?;
    let letters: Vec<char> = letters.chars().collect();
    if letters.len() > 2 {
        return Err(misspelt());
    }
    if let Some(error) = XiangqiMoveError::explain(here, mv, text) {
        return Err(MoveError::Xiangqi(error));
    }
    let mut reveal = here.unrevealed(mv);
    let mut letters = letters.into_iter();
    let (us, them) = (here.turn(), !here.turn());
    for (side, slot) in [(us, &mut reveal.turned), (them, &mut reveal.captured)] {
        if slot.is_some()
            && let Some(letter) = letters.next()
        {
            *slot = Some(read_role(here, side, letter, text)?);
        }
    }
    match letters.next() {
        Some(_) => Err(MoveError::NothingHidden(text.to_owned())),
        None => Ok((mv, reveal)),
    }
}

fn read_role(here: &Position, side: Side, letter: char, text: &str) -> Result<Role, MoveError> {
    if letter == '?' {
        return Ok(Role::Unknown);
    }
    let role = Role::of_letter(letter)
        .filter(|role| *role != Role::General)
        .ok_or_else(|| MoveError::NoRole(text.to_owned(), letter))?;
    if letter.is_ascii_uppercase() != (side == Side::First) {
        return Err(MoveError::WrongSide(text.to_owned(), letter));
    }
    if here.pool(side).count(role) == 0 {
        return Err(MoveError::NotHidden(text.to_owned(), Piece::new(side, role)));
    }
    Ok(role)
}

/// Writes a move with the known part of its reveal.
pub(crate) fn write(here: &Position, mv: Move, reveal: Reveal) -> String {
    let letter = |side: Side, role: Role| Piece::new(side, role).letter();
    let turned = reveal.turned.map(|role| letter(here.turn(), role));
    let captured = reveal.captured.map(|role| letter(!here.turn(), role)).filter(|&letter| letter != '?');
    // An unknown turned-up piece is written only to keep the captured piece's letter in second place.
    let turned = turned.filter(|&letter| letter != '?' || captured.is_some());
    let letters = turned.into_iter().chain(captured);
    letters.fold(mv.to_string(), |text, letter| text + &letter.to_string())
}
