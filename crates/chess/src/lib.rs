//! Chess and Chess960: the cozy-chess board behind the interfaces of the `game` crate, with FEN and UCI coordinates.
//!
//! cozy-chess provides legal moves, keys and checks; this crate adds draws, claims, FEN and coordinates.

mod coordinates;
mod fen;
mod judge;
mod mv;
mod position;
mod see;
mod tactics;

pub use coordinates::MoveError;
pub use cozy_chess;
use cozy_chess::{Piece, Square};
pub use fen::{FenError, FenWarning};
use game::{
    Color, Game, GameSpec, Message, Odds, OptionSpec, Options, ParsedPosition, Picture, PicturePiece, Side,
    Tactics, ToMessage,
};
pub use judge::{FIFTY_MOVES, FIVEFOLD, SEVENTY_FIVE_MOVES, THREEFOLD, claimable_draw_with};
pub use mv::{Move, PROMOTIONS};
pub use position::{Position, Rules, castled, color_of, piece_index, side_of};

/// The game of chess.
pub struct Chess;

static SPEC: GameSpec = GameSpec {
    name: "chess",
    aliases: &["covua", "standard"],
    files: 8,
    ranks: 8,
    first_rank: 1,
    on_points: false,
    sides: ["side_white", "side_black"],
    colors: [Color::White, Color::Black],
    options: &[OptionSpec { name: "chess960", default: "no", values: &["no", "yes"] }],
    reasons: &judge::REASONS,
    dialects: &["fen", "shredder"],
    odds: &[
        Odds {
            name: "pawn",
            setups: [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ],
        },
        Odds {
            name: "knight",
            setups: [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
                "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ],
        },
        Odds {
            name: "rook",
            setups: [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
                "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
            ],
        },
        Odds {
            name: "queen",
            setups: [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ],
        },
    ],
};

/// Uppercase letter of a piece in FEN and English notation.
pub const fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'P',
        Piece::Knight => 'N',
        Piece::Bishop => 'B',
        Piece::Rook => 'R',
        Piece::Queen => 'Q',
        Piece::King => 'K',
    }
}

/// Message key of a side's name.
pub fn side_word(side: Side) -> &'static str {
    SPEC.sides[side.index()]
}

/// Message key of a piece's name, without its side.
pub fn piece_word(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "piece_chess_pawn",
        Piece::Knight => "piece_chess_knight",
        Piece::Bishop => "piece_chess_bishop",
        Piece::Rook => "piece_chess_rook",
        Piece::Queen => "piece_chess_queen",
        Piece::King => "piece_chess_king",
    }
}

/// Figurine (Unicode chess symbol) of a piece.
const fn glyph(side: Side, piece: Piece) -> char {
    match (side, piece) {
        (Side::First, Piece::Pawn) => '♙',
        (Side::First, Piece::Knight) => '♘',
        (Side::First, Piece::Bishop) => '♗',
        (Side::First, Piece::Rook) => '♖',
        (Side::First, Piece::Queen) => '♕',
        (Side::First, Piece::King) => '♔',
        (Side::Second, Piece::Pawn) => '♟',
        (Side::Second, Piece::Knight) => '♞',
        (Side::Second, Piece::Bishop) => '♝',
        (Side::Second, Piece::Rook) => '♜',
        (Side::Second, Piece::Queen) => '♛',
        (Side::Second, Piece::King) => '♚',
    }
}

impl Game for Chess {
    type Position = Position;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn rules(options: Options<'_>) -> Result<Rules, Message> {
        let mut rules = Rules::default();
        for &(name, value) in options {
            match (name, value) {
                ("chess960", "yes" | "true" | "on" | "1") => rules.chess960 = true,
                ("chess960", "no" | "false" | "off" | "0") => rules.chess960 = false,
                ("chess960", _) => {
                    return Err(Message::new("option_value").text("name", name).text("value", value));
                }
                _ => return Err(Message::new("option_unknown").text("name", name)),
            }
        }
        Ok(rules)
    }

    fn start(rules: &Rules) -> Position {
        Position::new(cozy_chess::Board::startpos(), 0, rules.chess960)
    }

    fn read_position(text: &str, rules: &Rules) -> Result<ParsedPosition<Position>, Message> {
        let (position, warnings) = fen::read(text, rules).map_err(|error| error.message())?;
        Ok(ParsedPosition { position, warnings: warnings.iter().map(ToMessage::message).collect() })
    }

    fn write_position(here: &Position, dialect: &str) -> String {
        fen::write(here, dialect == "shredder")
    }

    fn read_move(here: &Position, text: &str) -> Result<(Move, ()), Message> {
        coordinates::read(here, text).map(|mv| (mv, ())).map_err(|error| error.message())
    }

    fn write_move(here: &Position, mv: Move, (): ()) -> String {
        coordinates::write(here, mv)
    }

    fn picture(here: &Position) -> Picture {
        let token = |square: Square| {
            let (side, piece) = here.piece_on(square)?;
            Some(PicturePiece { side, letter: letter(piece), glyph: glyph(side, piece), face_down: false })
        };
        let board = here.board();
        let check = here.in_check().then(|| board.king(board.side_to_move()) as usize);
        let pieces = Square::ALL.into_iter().map(token).collect();
        Picture { files: 8, ranks: 8, pieces, check, line: Vec::new() }
    }

    fn piece_word(piece: usize) -> String {
        Piece::ALL.get(piece % 6).map_or_else(String::new, |&piece| piece_word(piece).to_owned())
    }
}
