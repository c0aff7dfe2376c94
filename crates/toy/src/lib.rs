//! Three men's morris, the smallest game: a template for new games.
//!
//! A 3x3 board and three pieces a side. The pieces are first placed in turn; then one slides along a line of the
//! board to an empty neighboring point. Three in a row win; a side that cannot move loses; a position repeated three
//! times is a draw.
//!
//! A game must provide: a move ([`Mv`], 16 bits), a [`Position`](game::Position) (its rules), and a [`Game`] (its name and text).
//! `laws::uphold` tests it, one line of the registry adds it, and every command supports it.

mod mv;
mod position;
mod text;

use game::{Color, Game, GameSpec, Message, Options, ParsedPosition, Picture, PicturePiece};
pub use mv::Mv;
pub use position::{Morris, Rules, THREE_IN_A_ROW};
pub use text::{MoveError, TextError};

/// The game.
pub struct Toy;

/// Static description of the game.
static SPEC: GameSpec = GameSpec {
    name: "toy",
    aliases: &["morris"],
    files: 3,
    ranks: 3,
    first_rank: 1,
    on_points: true,
    sides: ["side_white", "side_black"],
    colors: [Color::White, Color::Black],
    options: &[],
    reasons: &[THREE_IN_A_ROW],
    dialects: &["fen"],
    odds: &[],
};

impl Game for Toy {
    type Position = Morris;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn rules(options: Options<'_>) -> Result<Rules, Message> {
        match options.first() {
            None => Ok(Rules),
            Some((name, _)) => Err(Message::new("option_unknown").text("name", *name)),
        }
    }

    fn start(_: &Rules) -> Morris {
        Morris::START
    }

    fn read_position(text: &str, _: &Rules) -> Result<ParsedPosition<Morris>, Message> {
        let position = text::read_position(text).map_err(|error| game::ToMessage::message(&error))?;
        Ok(ParsedPosition { position, warnings: Vec::new() })
    }

    fn write_position(here: &Morris, _: &str) -> String {
        text::write_position(here)
    }

    fn read_move(here: &Morris, text: &str) -> Result<(Mv, ()), Message> {
        text::read_move(here, text).map(|mv| (mv, ())).map_err(|error| game::ToMessage::message(&error))
    }

    fn write_move(_: &Morris, mv: Mv, (): ()) -> String {
        text::write_move(mv)
    }

    fn picture(here: &Morris) -> Picture {
        let token = |point| {
            let side = here.piece_on(point)?;
            Some(PicturePiece { side, letter: 'M', glyph: ['○', '●'][side.index()], face_down: false })
        };
        Picture {
            files: 3,
            ranks: 3,
            pieces: (0..9).map(token).collect(),
            check: None,
            line: here.row().collect(),
        }
    }

    fn piece_word(_: usize) -> String {
        "piece_toy_piece".to_owned()
    }
}
