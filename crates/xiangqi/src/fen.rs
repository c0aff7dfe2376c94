//! FEN of xiangqi positions: both letter sets are read, one is written.

use game::{Message, ParsedPosition, Side, ToMessage};
use grid::Bitboard;

use crate::movegen::{self, XiangqiVariant as _};
use crate::{Board, FILES, Piece, Position, RANKS, Role, Square, attacks};

/// Start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Error in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Empty text.
    Empty,
    /// The board does not have ten ranks; holds the number found.
    Ranks(usize),
    /// A rank does not have nine files: its number from the top, and the files counted.
    Files(usize, usize),
    /// Unknown piece letter and its position in the text, counted from 1.
    Letter(char, usize),
    /// The side to move is neither `w`, `r` nor `b`.
    Turn(String),
    /// A counter is not a number in range.
    Counter(String),
    /// Extra text after the last field.
    Excess(String),
    /// A side does not have exactly one general.
    Generals(Side, usize),
    /// A side has more pieces of a role than a full set.
    TooMany(Piece, usize),
    /// A piece on a point it can never reach.
    Misplaced(Piece, Square),
    /// The side that has just moved left its general en prise to the piece on this point.
    GeneralHangs(Side, Square),
}

impl ToMessage for FenError {
    fn message(&self) -> Message {
        match self {
            FenError::Empty => Message::new("fen_empty"),
            FenError::Ranks(count) => {
                Message::new("fen_ranks").number("count", *count).number("wanted", RANKS)
            }
            FenError::Files(rank, count) => Message::new("fen_files")
                .number("rank", *rank)
                .number("count", *count)
                .number("wanted", FILES),
            FenError::Letter(letter, place) => {
                Message::new("fen_letter").text("letter", letter.to_string()).number("place", *place)
            }
            FenError::Turn(text) => Message::new("fen_turn_xiangqi").text("text", text),
            FenError::Counter(text) => Message::new("fen_counter").text("text", text),
            FenError::Excess(text) => Message::new("fen_excess").text("text", text),
            FenError::Generals(side, count) => {
                Message::new("fen_generals").word("side", side_word(*side)).number("count", *count)
            }
            FenError::TooMany(piece, count) => Message::new("fen_too_many")
                .word("side", side_word(piece.side()))
                .word("piece", piece_word(*piece))
                .number("count", *count)
                .number("most", piece.role().per_side()),
            FenError::Misplaced(piece, square) => Message::new("fen_misplaced")
                .word("side", side_word(piece.side()))
                .word("piece", piece_word(*piece))
                .text("square", square.to_string()),
            FenError::GeneralHangs(side, square) => Message::new("fen_general_hangs")
                .word("side", side_word(*side))
                .text("square", square.to_string()),
        }
    }
}

/// Warning about an unusual but playable position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenWarning {
    /// A soldier on a point no soldier can reach: behind its first rank, or beside its file before the river.
    StrayedSoldier(Piece, Square),
}

impl ToMessage for FenWarning {
    fn message(&self) -> Message {
        let FenWarning::StrayedSoldier(piece, square) = self;
        Message::new("warning_strayed_soldier")
            .word("side", side_word(piece.side()))
            .text("square", square.to_string())
    }
}

/// Message key of a side's name.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "side_red",
        Side::Second => "side_black",
    }
}

/// Message key of a piece's name.
pub fn piece_word(piece: Piece) -> String {
    format!("piece_xiangqi_{}", piece.role().code())
}

/// Parses a position. Spacing, counters and the two empty fields are optional.
pub fn read(text: &str) -> Result<ParsedPosition<Position>, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let board = read_board(fields.next().ok_or(FenError::Empty)?)?;
    let turn = match fields.next() {
        Some(field) => read_turn(field)?,
        None => Side::First,
    };
    let (plies_since_capture, number) = read_counters(fields)?;
    let warnings = check(&board)?.iter().map(ToMessage::message).collect();
    let position = Position::assemble(board, turn, plies_since_capture, number);
    if let Some(hanging) = hanging_general(&position) {
        return Err(hanging);
    }
    Ok(ParsedPosition { position, warnings })
}

/// Parses the board field without checking the placement.
pub fn read_board(field: &str) -> Result<Board, FenError> {
    let ranks = field.split('/').count();
    if ranks != RANKS {
        return Err(FenError::Ranks(ranks));
    }
    let mut board = Board::EMPTY;
    let mut place = 0;
    for (row, text) in field.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            place += 1;
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            let role = Role::of_letter(letter).ok_or(FenError::Letter(letter, place))?;
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            if let Some(square) = Square::at(file, RANKS - 1 - row) {
                board.put(square, Piece::new(side, role), &mut ());
            }
            file += 1;
        }
        if file != FILES {
            return Err(FenError::Files(row + 1, file));
        }
        place += 1;
    }
    Ok(board)
}

/// Parses the side to move: `w` or `r` for Red, `b` for Black.
pub fn read_turn(field: &str) -> Result<Side, FenError> {
    match field {
        "w" | "W" | "r" | "R" => Ok(Side::First),
        "b" | "B" => Ok(Side::Second),
        other => Err(FenError::Turn(other.to_owned())),
    }
}

/// Parses the fields after the side to move: up to two dashes, then the optional counters.
pub fn read_counters<'a>(fields: impl Iterator<Item = &'a str>) -> Result<(u16, u16), FenError> {
    let mut counters = Vec::new();
    for field in fields {
        match field.parse::<u16>() {
            Ok(number) if counters.len() < 2 => counters.push(number),
            Ok(_) => return Err(FenError::Excess(field.to_owned())),
            Err(_) if field == "-" && counters.is_empty() => {}
            Err(_) => return Err(FenError::Counter(field.to_owned())),
        }
    }
    let plies_since_capture = counters.first().copied().unwrap_or(0);
    let number = counters.get(1).copied().unwrap_or(1).max(1);
    Ok((plies_since_capture, number))
}

/// Checks piece counts and placement.
fn check(board: &Board) -> Result<Vec<FenWarning>, FenError> {
    let mut warnings = Vec::new();
    for side in Side::BOTH {
        check_general(board, side)?;
        for role in Role::ALL {
            let pieces = board.pieces(side, role);
            let piece = Piece::new(side, role);
            if pieces.len() > role.per_side() {
                return Err(FenError::TooMany(piece, pieces.len()));
            }
            for square in pieces.into_iter().map(Square::known) {
                match (role, reachable_points(role, side).has(square.index())) {
                    (_, true) => {}
                    (Role::Soldier, false) => warnings.push(FenWarning::StrayedSoldier(piece, square)),
                    (_, false) => return Err(FenError::Misplaced(piece, square)),
                }
            }
        }
    }
    Ok(warnings)
}

/// Checks that a side has one general, in its palace.
pub fn check_general(board: &Board, side: Side) -> Result<(), FenError> {
    let generals = board.pieces(side, Role::General);
    if generals.len() != 1 {
        return Err(FenError::Generals(side, generals.len()));
    }
    match generals.without(attacks::PALACE[side.index()]).first() {
        Some(square) => Err(FenError::Misplaced(Piece::new(side, Role::General), Square::known(square))),
        None => Ok(()),
    }
}

/// Points that a piece of this role and side can reach.
fn reachable_points(role: Role, side: Side) -> Bitboard {
    let fits = |square: Square| {
        let (file, rank) = (square.file(), square.rank_for(side));
        match role {
            Role::Advisor => attacks::PALACE[side.index()].has(square.index()) && (file + rank) % 2 == 1,
            Role::Elephant => rank < 5 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2,
            Role::Soldier => rank >= 5 || (rank >= 3 && file % 2 == 0),
            _ => true,
        }
    };
    Square::all().filter(|&square| fits(square)).map(Square::index).collect()
}

/// Returns an error if the side to move could capture the general.
pub fn hanging_general<P: movegen::XiangqiVariant>(here: &P) -> Option<FenError> {
    let board = here.board();
    let side = here.turn().other();
    let general = board.general(side)?;
    let hits = movegen::attackers(here, here.turn(), general, board.occupied(), Bitboard::EMPTY);
    hits.first().map(|square| FenError::GeneralHangs(side, Square::known(square)))
}

/// Writes a position.
pub fn write(position: &Position) -> String {
    let turn = match game::Position::turn(position) {
        Side::First => 'w',
        Side::Second => 'b',
    };
    let board = write_board(position.board(), |_, piece| piece.letter().to_string());
    format!("{board} {turn} - - {} {}", position.plies_since_capture(), position.number())
}

/// Writes the board field, each piece as formatted by `spell`.
pub fn write_board(board: &Board, spell: impl Fn(Square, Piece) -> String) -> String {
    let mut text = String::with_capacity(64);
    for rank in (0..RANKS).rev() {
        let mut gap = 0;
        for file in 0..FILES {
            match Square::at(file, rank).and_then(|square| Some((square, board.piece_at(square)?))) {
                None => gap += 1,
                Some((square, piece)) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                        gap = 0;
                    }
                    text.push_str(&spell(square, piece));
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}
