//! The xiangqi game: name, options, text formats and picture.

use game::{
    Color, Game, GameSpec, Message, Odds, OptionSpec, Options, ParsedPosition, Picture, PicturePiece,
    Position as _, Side, ToMessage,
};

use crate::fen::{self, piece_word};
use crate::movegen::{self, XiangqiVariant};
use crate::{Board, FILES, Move, Piece, Position, RANKS, Rules, Square};

/// The game of xiangqi.
pub struct Xiangqi;

static SPEC: GameSpec = GameSpec {
    name: "xiangqi",
    aliases: &["cotuong", "co-tuong", "cchess", "chinese-chess"],
    files: FILES,
    ranks: RANKS,
    first_rank: 0,
    on_points: true,
    sides: ["side_red", "side_black"],
    colors: [Color::Red, Color::Black],
    options: &[
        OptionSpec { name: "repetition", default: "axf", values: &["axf"] },
        OptionSpec { name: "no_progress", default: "120", values: &[] },
        OptionSpec { name: "check_cap", default: "10", values: &[] },
    ],
    reasons: &crate::arbiter::REASONS,
    dialects: &["fen"],
    odds: &[
        Odds {
            name: "horse_left",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
                "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
        Odds {
            name: "horse_right",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1",
                "r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
        Odds {
            name: "two_horses",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
                "r1bakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
        Odds {
            name: "chariot_left",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
                "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
        Odds {
            name: "chariot_right",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w - - 0 1",
                "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
        Odds {
            name: "cannon_left",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 1",
                "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
        Odds {
            name: "cannon_right",
            setups: [
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1",
                "rnbakabnr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            ],
        },
    ],
};

/// Error of a move in coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not a move: two points such as `h2e2` are expected.
    Misspelt(String),
    /// No piece on the origin point.
    NoPiece(String, Square),
    /// The piece belongs to the other side.
    NotYours(String, Square),
    /// The piece cannot move there.
    Unreachable(String, Piece, Square),
    /// The general would be left en prise.
    GeneralHangs(String),
}

impl ToMessage for MoveError {
    fn message(&self) -> Message {
        match self {
            MoveError::Misspelt(text) => Message::new("move_misspelt").text("move", text),
            MoveError::NoPiece(text, square) => {
                Message::new("move_no_piece").text("move", text).text("square", square.to_string())
            }
            MoveError::NotYours(text, square) => {
                Message::new("move_not_yours").text("move", text).text("square", square.to_string())
            }
            MoveError::Unreachable(text, piece, square) => Message::new("move_unreachable")
                .text("move", text)
                .word("piece", piece_word(*piece))
                .text("square", square.to_string()),
            MoveError::GeneralHangs(text) => Message::new("move_general_hangs").text("move", text),
        }
    }
}

impl MoveError {
    /// Returns the reason why this move is illegal; `None` if it is legal. `text` is the move as written.
    pub fn explain<P: XiangqiVariant>(here: &P, mv: Move, text: &str) -> Option<MoveError> {
        let text = || text.to_owned();
        let side = here.turn();
        let (from, to) = (mv.origin(), mv.target());
        let Some(piece) = here.board().piece_at(from) else { return Some(MoveError::NoPiece(text(), from)) };
        if piece.side() != side {
            return Some(MoveError::NotYours(text(), from));
        }
        if !movegen::reach(here, side, piece.role(), from, here.board().occupied()).has(to.index()) {
            return Some(MoveError::Unreachable(text(), piece, to));
        }
        (!movegen::is_safe(here, side, from, to)).then(|| MoveError::GeneralHangs(text()))
    }
}

/// Parses a 16-bit number option.
pub fn number_option(name: &str, value: &str) -> Result<u16, Message> {
    value.parse().map_err(|_| Message::new("option_number").text("name", name).text("value", value))
}

/// Message for an invalid option value.
pub fn wrong_value(name: &str, value: &str) -> Message {
    Message::new("option_value").text("name", name).text("value", value)
}

/// Message for an unknown option.
pub fn wrong_option(name: &str) -> Message {
    Message::new("option_unknown").text("name", name)
}

/// Picture of a board, each piece as shown by `show`.
pub fn picture(
    board: &Board,
    check: Option<Square>,
    show: impl Fn(Square, Piece) -> PicturePiece,
) -> Picture {
    let pieces =
        Square::all().map(|square| board.piece_at(square).map(|piece| show(square, piece))).collect();
    Picture { files: FILES, ranks: RANKS, pieces, check: check.map(Square::index), line: Vec::new() }
}

impl Game for Xiangqi {
    type Position = Position;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn rules(options: Options<'_>) -> Result<Rules, Message> {
        let mut rules = Rules::default();
        for &(name, value) in options {
            match (name, value) {
                ("repetition", "axf") => {}
                ("repetition", _) => return Err(wrong_value(name, value)),
                ("no_progress", _) => rules.no_progress = number_option(name, value)?,
                ("check_cap", _) => rules.check_cap = number_option(name, value)?,
                _ => return Err(wrong_option(name)),
            }
        }
        Ok(rules)
    }

    fn start(_rules: &Rules) -> Position {
        let mut board = Board::EMPTY;
        let back = "RNBAKABNR";
        for (file, letter) in back.chars().enumerate() {
            put_pair(&mut board, letter, file, 0);
        }
        for (letter, files, rank) in [('C', &[1, 7][..], 2), ('P', &[0, 2, 4, 6, 8][..], 3)] {
            files.iter().for_each(|&file| put_pair(&mut board, letter, file, rank));
        }
        Position::assemble(board, Side::First, 0, 1)
    }

    fn read_position(text: &str, _rules: &Rules) -> Result<ParsedPosition<Position>, Message> {
        fen::read(text).map_err(|error| error.message())
    }

    fn write_position(here: &Position, _dialect: &str) -> String {
        fen::write(here)
    }

    fn read_move(here: &Position, text: &str) -> Result<(Move, ()), Message> {
        let mv = Move::parse(&text.to_ascii_lowercase())
            .ok_or_else(|| MoveError::Misspelt(text.to_owned()).message())?;
        match MoveError::explain(here, mv, text) {
            Some(error) => Err(error.message()),
            None => Ok((mv, ())),
        }
    }

    fn write_move(_here: &Position, mv: Move, _reveal: ()) -> String {
        mv.to_string()
    }

    fn picture(here: &Position) -> Picture {
        let check = here.in_check().then(|| here.board().general(here.turn())).flatten();
        picture(here.board(), check, |_, piece| PicturePiece {
            side: piece.side(),
            letter: piece.role().letter(),
            glyph: piece.glyph(),
            face_down: false,
        })
    }

    /// Advisors and elephants never leave their own half: with the general alone they cannot win.
    fn can_win(here: &Position, side: Side) -> bool {
        game::has_piece_besides(&Self::picture(here), side, &['K', 'A', 'B'])
    }

    fn piece_word(piece: usize) -> String {
        Piece::of_index(piece).map_or_else(String::new, piece_word)
    }
}

/// Puts a piece on a point of Red's side and its counterpart on the opposite point.
fn put_pair(board: &mut Board, letter: char, file: usize, rank: usize) {
    if let (Some(role), Some(square)) = (crate::Role::of_letter(letter), Square::at(file, rank)) {
        board.put(square, Piece::new(Side::First, role), &mut ());
        board.put(square.turned(), Piece::new(Side::Second, role), &mut ());
    }
}
