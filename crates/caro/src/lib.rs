//! Cờ caro (gomoku): stones are placed in turn on a squared board, and a line of five wins.
//!
//! Size of the board, length of a winning line and the lines that win are [`Rules`]; 3 by 3 with a line of three is
//! tic-tac-toe. The rules are in `position.rs`; [`Threats`] and [`game::Tactics`] are knowledge for the search.

mod mv;
mod position;
mod rules;
mod tactics;
mod text;
mod threats;

use game::{
    Color, Game, GameSpec, Message, Options, ParsedPosition, Picture, PicturePiece, Side, ToMessage as _,
};
pub use mv::{Mv, SIDE, SQUARES};
pub use position::{BOARD_FULL, Board, LINE};
pub use rules::{Rules, WinRule};
pub use text::{TextError, square_named};
pub use threats::{Kind, Shape, Threats};

/// The game.
pub struct Caro;

/// Static description of the game.
static SPEC: GameSpec = GameSpec {
    name: "caro",
    aliases: &["gomoku", "cocaro", "tictactoe"],
    files: SIDE,
    ranks: SIDE,
    first_rank: 1,
    on_points: false,
    sides: ["side_x", "side_o"],
    colors: [Color::White, Color::Black],
    options: rules::OPTIONS,
    reasons: &[LINE, BOARD_FULL],
    dialects: &["fen"],
    odds: &[],
};

impl Game for Caro {
    type Position = Board;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn rules(options: Options<'_>) -> Result<Rules, Message> {
        Rules::read(options)
    }

    fn start(rules: &Rules) -> Board {
        Board::empty(*rules)
    }

    fn read_position(text: &str, rules: &Rules) -> Result<ParsedPosition<Board>, Message> {
        let position = text::read_position(text, rules).map_err(|error| error.message())?;
        let unusual = (!text::is_placed_in_turn(&position)).then(|| Message::new("fen_caro_counts"));
        Ok(ParsedPosition { position, warnings: unusual.into_iter().collect() })
    }

    fn write_position(here: &Board, _: &str) -> String {
        text::write_position(here)
    }

    fn read_move(here: &Board, text: &str) -> Result<(Mv, ()), Message> {
        text::read_move(here, text).map(|mv| (mv, ()))
    }

    fn write_move(_: &Board, mv: Mv, (): ()) -> String {
        Self::square_name(game::Move::to(mv))
    }

    fn picture(here: &Board) -> Picture {
        let token = |square| {
            let side = here.stone_on(square)?;
            Some(PicturePiece { side, letter: 'S', glyph: ['X', 'O'][side.index()], face_down: false })
        };
        let size = here.size();
        let mut won = here.squares().filter(|&square| here.stone_on(square) == here.winner());
        let line = won.find_map(|square| here.winning_line(square)).unwrap_or_default();
        let line = line.into_iter().map(|square| size * (square / SIDE) + square % SIDE).collect();
        Picture { files: size, ranks: size, pieces: here.squares().map(token).collect(), check: None, line }
    }

    fn can_win(_: &Board, _: Side) -> bool {
        true
    }

    fn piece_word(_: usize) -> String {
        "piece_caro_stone".to_owned()
    }
}
