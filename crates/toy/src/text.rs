//! Positions and moves as text: `M1m/3/3 w` (top row first, the first side's pieces `M`), `b2` places, `a1b1` slides.

use game::{Message, Move, Position, Side, ToMessage};

use crate::position::PIECES;
use crate::{Morris, Mv};

/// Error in a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextError {
    /// Not three rows of three points.
    Rows,
    /// Unknown character and its column (1 = the first).
    Character(char, usize),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// Extra text after the position.
    Trailing(String),
    /// Impossible piece counts for this side to move.
    Counts([u32; 2]),
    /// The side to move already has three in a row.
    RowBefore(Side),
}

impl ToMessage for TextError {
    fn message(&self) -> Message {
        match self {
            TextError::Rows => Message::new("fen_toy_rows"),
            TextError::Character(character, column) => {
                Message::new("fen_letter").text("letter", *character).number("place", *column)
            }
            TextError::Turn(text) => Message::new("fen_toy_turn").text("text", text),
            TextError::Trailing(text) => Message::new("fen_excess").text("text", text),
            TextError::Counts([first, second]) => {
                Message::new("fen_toy_counts").number("first", *first).number("second", *second)
            }
            TextError::RowBefore(side) => Message::new("fen_toy_row_before").word("side", side_word(*side)),
        }
    }
}

/// Error of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not one or two points.
    Misspelt(String),
    /// The game is over.
    Over,
    /// The point is taken.
    Taken(usize),
    /// All pieces are placed, a piece must slide.
    AllPlaced,
    /// There are pieces in hand, one must be placed.
    PiecesInHand,
    /// No piece of the side to move stands there.
    NoPiece(usize),
    /// No line of the board joins the two points in one step.
    NotNeighbors(usize, usize),
}

impl ToMessage for MoveError {
    fn message(&self) -> Message {
        match self {
            MoveError::Misspelt(text) => Message::new("move_misspelt").text("move", text),
            MoveError::Over => Message::new("move_toy_over"),
            MoveError::Taken(point) => Message::new("move_toy_taken").text("square", name(*point)),
            MoveError::AllPlaced => Message::new("move_toy_all_placed"),
            MoveError::PiecesInHand => Message::new("move_toy_pieces_in_hand"),
            MoveError::NoPiece(point) => Message::new("move_toy_no_piece").text("square", name(*point)),
            MoveError::NotNeighbors(from, to) => {
                Message::new("move_toy_not_neighbors").text("from", name(*from)).text("to", name(*to))
            }
        }
    }
}

fn side_word(side: Side) -> &'static str {
    crate::SPEC.sides[side.index()]
}

pub(crate) fn read_position(text: &str) -> Result<Morris, TextError> {
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let (mut pieces, mut rank, mut file) = ([0u16; 2], 2usize, 0usize);
    for (index, character) in board.chars().enumerate() {
        match character {
            '/' if file == 3 && rank > 0 => (rank, file) = (rank - 1, 0),
            '1'..='3' => file += character as usize - '0' as usize,
            'M' | 'm' if file < 3 => {
                pieces[usize::from(character == 'm')] |= 1 << (3 * rank + file);
                file += 1;
            }
            '/' | 'M' | 'm' => return Err(TextError::Rows),
            _ => return Err(TextError::Character(character, index + 1)),
        }
        if file > 3 {
            return Err(TextError::Rows);
        }
    }
    if (rank, file) != (0, 3) {
        return Err(TextError::Rows);
    }
    let turn = match fields.next().unwrap_or("w") {
        "w" => Side::First,
        "b" => Side::Second,
        other => return Err(TextError::Turn(other.to_owned())),
    };
    if let Some(trailing) = fields.next() {
        return Err(TextError::Trailing(trailing.to_owned()));
    }
    let counts = pieces.map(u16::count_ones);
    let placed_in_turn = counts[0] == counts[1] + turn.index() as u32;
    if counts[0] > PIECES || counts[1] > PIECES || !(placed_in_turn || counts == [PIECES, PIECES]) {
        return Err(TextError::Counts(counts));
    }
    let here = Morris::new(pieces, turn);
    if here.has_row(turn) { Err(TextError::RowBefore(turn)) } else { Ok(here) }
}

pub(crate) fn write_position(here: &Morris) -> String {
    let mut out = String::new();
    for rank in (0..3).rev() {
        let mut gap = 0;
        for file in 0..3 {
            let Some(side) = here.piece_on(3 * rank + file) else {
                gap += 1;
                continue;
            };
            push_gap(&mut out, &mut gap);
            out.push(['M', 'm'][side.index()]);
        }
        push_gap(&mut out, &mut gap);
        out.push_str(if rank > 0 { "/" } else { " " });
    }
    out.push(['w', 'b'][here.turn().index()]);
    out
}

fn push_gap(out: &mut String, gap: &mut usize) {
    if *gap > 0 {
        out.push_str(&gap.to_string());
    }
    *gap = 0;
}

pub(crate) fn read_move(here: &Morris, text: &str) -> Result<Mv, MoveError> {
    let misspelt = || MoveError::Misspelt(text.to_owned());
    let points = match *text.trim().as_bytes() {
        [file, rank] => (point(file, rank), point(file, rank)),
        [file, rank, to_file, to_rank] => (point(file, rank), point(to_file, to_rank)),
        _ => return Err(misspelt()),
    };
    let (Some(from), Some(to)) = points else { return Err(misspelt()) };
    let mv = Mv::slide(from, to).ok_or_else(misspelt)?;
    if here.is_legal(mv) { Ok(mv) } else { Err(why_illegal(here, mv)) }
}

fn why_illegal(here: &Morris, mv: Mv) -> MoveError {
    if here.outcome().is_some() {
        MoveError::Over
    } else if mv.is_placing() && !here.is_placing() {
        MoveError::AllPlaced
    } else if !mv.is_placing() && here.is_placing() {
        MoveError::PiecesInHand
    } else if !mv.is_placing() && here.piece_on(mv.from()) != Some(here.turn()) {
        MoveError::NoPiece(mv.from())
    } else if here.piece_on(mv.to()).is_some() {
        MoveError::Taken(mv.to())
    } else {
        MoveError::NotNeighbors(mv.from(), mv.to())
    }
}

pub(crate) fn write_move(mv: Mv) -> String {
    if mv.is_placing() { name(mv.to()) } else { name(mv.from()) + &name(mv.to()) }
}

fn point(file: u8, rank: u8) -> Option<usize> {
    let file = file.to_ascii_lowercase().checked_sub(b'a').filter(|file| *file < 3)?;
    let rank = rank.checked_sub(b'1').filter(|rank| *rank < 3)?;
    Some(usize::from(3 * rank + file))
}

fn name(point: usize) -> String {
    <crate::Toy as game::Game>::square_name(point)
}
