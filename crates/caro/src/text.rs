//! Positions and moves as text: `3/1S1/2s w 3` (top row first, the first side's stones `S`; side to move; rules), `h8`.

use game::{Game, Message, Move, Position, Side, ToMessage};

use crate::{Board, Caro, Mv, Rules, SIDE};

/// Error in a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextError {
    /// Not a square board of 3 to 15 rows; the row that has another length, or the last one.
    Rows(usize),
    /// Unknown character and its column (1 = the first).
    Character(char, usize),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The word of the rules is unknown, or its line longer than the board.
    Rules(String),
    /// Extra text after the position.
    Trailing(String),
    /// The side to move already has a winning line.
    LineBefore(Side),
}

impl ToMessage for TextError {
    fn message(&self) -> Message {
        match self {
            TextError::Rows(row) => Message::new("fen_caro_rows").number("row", *row),
            TextError::Character(character, column) => {
                Message::new("fen_letter").text("letter", *character).number("place", *column)
            }
            TextError::Turn(text) => Message::new("fen_toy_turn").text("text", text),
            TextError::Rules(text) => Message::new("fen_caro_rules").text("text", text),
            TextError::Trailing(text) => Message::new("fen_excess").text("text", text),
            TextError::LineBefore(side) => {
                Message::new("fen_caro_line_before").word("side", Caro::spec().sides[side.index()])
            }
        }
    }
}

/// Parses a position. The size is that of the board; other rules that the text does not name are the given ones.
pub(crate) fn read_position(text: &str, rules: &Rules) -> Result<Board, TextError> {
    let mut fields = text.split_whitespace();
    let rows = fields.next().unwrap_or_default();
    let turn = match fields.next().unwrap_or("w") {
        "w" => Side::First,
        "b" => Side::Second,
        other => return Err(TextError::Turn(other.to_owned())),
    };
    let count = rows.split('/').count();
    let size = u8::try_from(count).ok().filter(|size| (3..=SIDE as u8).contains(size));
    let size = size.ok_or(TextError::Rows(count))?;
    let rules = match fields.next() {
        None => Rules { size, line: rules.line.min(size), ..*rules },
        Some(code) => Rules::of_code(code, size).ok_or_else(|| TextError::Rules(code.to_owned()))?,
    };
    if let Some(trailing) = fields.next() {
        return Err(TextError::Trailing(trailing.to_owned()));
    }
    let mut here = Board::empty(rules);
    let mut column = 0;
    for (index, row) in rows.split('/').enumerate() {
        let (mut file, mut gap) = (0, 0);
        for character in row.chars() {
            column += 1;
            let side = match character {
                '0'..='9' => {
                    gap = (gap * 10 + character as usize - '0' as usize).min(SIDE + 1);
                    continue;
                }
                'S' => Side::First,
                's' => Side::Second,
                _ => return Err(TextError::Character(character, column)),
            };
            file += gap;
            if file >= count {
                return Err(TextError::Rows(index + 1));
            }
            here.put(SIDE * (count - 1 - index) + file, side);
            (file, gap) = (file + 1, 0);
        }
        column += 1;
        if file + gap != count {
            return Err(TextError::Rows(index + 1));
        }
    }
    here.set_turn(turn);
    match here.judge()[turn.index()] {
        true => Err(TextError::LineBefore(turn)),
        false => Ok(here),
    }
}

/// Returns true if the sides can have placed these stones in turn.
pub(crate) fn is_placed_in_turn(here: &Board) -> bool {
    let first = here.squares().filter(|&square| here.stone_on(square) == Some(Side::First)).count();
    2 * first == here.stone_count() + here.turn().index()
}

pub(crate) fn write_position(here: &Board) -> String {
    let mut out = String::new();
    for rank in (0..here.size()).rev() {
        let mut gap = 0;
        for file in 0..here.size() {
            let Some(side) = here.stone_on(SIDE * rank + file) else {
                gap += 1;
                continue;
            };
            push_gap(&mut out, &mut gap);
            out.push(['S', 's'][side.index()]);
        }
        push_gap(&mut out, &mut gap);
        out.push_str(if rank > 0 { "/" } else { " " });
    }
    out.push_str(["w ", "b "][here.turn().index()]);
    out + &here.rules().code()
}

fn push_gap(out: &mut String, gap: &mut usize) {
    if *gap > 0 {
        out.push_str(&gap.to_string());
    }
    *gap = 0;
}

/// Parses a move: a square of the board, `h8` or `H8`.
pub(crate) fn read_move(here: &Board, text: &str) -> Result<Mv, Message> {
    let size = here.size();
    // Files of other programs name a square twice: from where, and to where.
    let (half, again) = text.trim().split_at_checked(text.trim().len() / 2).unwrap_or_default();
    let text = if half == again { half } else { text };
    let square = square_named(text.trim()).filter(|square| square % SIDE < size && square / SIDE < size);
    let misspelt = || Message::new("move_misspelt").text("move", text);
    let mv = square.and_then(Mv::place).ok_or_else(misspelt)?;
    if here.is_legal(mv) {
        Ok(mv)
    } else if here.outcome().is_some() {
        Err(Message::new("move_toy_over"))
    } else {
        Err(Message::new("move_toy_taken").text("square", Caro::square_name(mv.to())))
    }
}

/// Square of the largest board with this name.
pub fn square_named(text: &str) -> Option<usize> {
    let file = usize::from(text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
    let digits = text.get(1..)?;
    let rank: usize = digits.parse().ok().filter(|_| !digits.starts_with(['0', '+']))?;
    (file < SIDE && (1..=SIDE).contains(&rank)).then_some(SIDE * (rank - 1) + file)
}
