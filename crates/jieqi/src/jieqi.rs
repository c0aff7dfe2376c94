//! The jieqi game: name, options, text formats and picture.

use game::{
    Color, Game, GameSpec, Message, OptionSpec, Options, ParsedPosition, Picture, PicturePiece,
    Position as _, ToMessage,
};
use xiangqi::{
    FILES, Move, Piece, RANKS, Square, Xiangqi, number_option, picture, wrong_option, wrong_value,
};

use crate::fen::{self, Dialect};
use crate::{CaptureVisibility, Position, Reveal, Roaming, Rules, moves};

/// The game of jieqi.
pub struct Jieqi;

static SPEC: GameSpec = GameSpec {
    name: "jieqi",
    aliases: &["coup", "co-up", "cờúp", "cờ-úp", "揭棋"],
    files: FILES,
    ranks: RANKS,
    first_rank: 0,
    on_points: true,
    sides: ["side_red", "side_black"],
    colors: [Color::Red, Color::Black],
    options: &[
        OptionSpec { name: "captured", default: "captor", values: &["captor", "all", "none"] },
        OptionSpec { name: "roaming", default: "free", values: &["free", "restricted"] },
        OptionSpec { name: "repetition", default: "axf", values: &["axf"] },
        OptionSpec { name: "no_progress", default: "120", values: &[] },
        OptionSpec { name: "check_cap", default: "10", values: &[] },
    ],
    reasons: &xiangqi::arbiter::REASONS,
    dialects: &Dialect::NAMES,
    odds: &[],
};

impl Game for Jieqi {
    type Position = Position;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn rules(options: Options<'_>) -> Result<Rules, Message> {
        let mut rules = Rules::default();
        for &(name, value) in options {
            match (name, value) {
                ("captured", "captor") => rules.capture_visibility = CaptureVisibility::Captor,
                ("captured", "all") => rules.capture_visibility = CaptureVisibility::All,
                ("captured", "none") => rules.capture_visibility = CaptureVisibility::Nobody,
                ("roaming", "free") => rules.roaming = Roaming::Free,
                ("roaming", "restricted") => rules.roaming = Roaming::Restricted,
                ("repetition", "axf") => {}
                ("captured" | "roaming" | "repetition", _) => return Err(wrong_value(name, value)),
                ("no_progress", _) => rules.arbiter.no_progress = number_option(name, value)?,
                ("check_cap", _) => rules.arbiter.check_cap = number_option(name, value)?,
                _ => return Err(wrong_option(name)),
            }
        }
        Ok(rules)
    }

    fn start(rules: &Rules) -> Position {
        Position::start(rules)
    }

    fn read_position(text: &str, rules: &Rules) -> Result<ParsedPosition<Position>, Message> {
        fen::read(text, rules).map_err(|error| error.message())
    }

    fn write_position(here: &Position, dialect: &str) -> String {
        fen::write(here, Dialect::named(dialect))
    }

    fn read_move(here: &Position, text: &str) -> Result<(Move, Reveal), Message> {
        moves::read(here, text).map_err(|error| error.message())
    }

    fn write_move(here: &Position, mv: Move, reveal: Reveal) -> String {
        moves::write(here, mv, reveal)
    }

    fn picture(here: &Position) -> Picture {
        let check = here.in_check().then(|| here.board().general(here.turn())).flatten();
        picture(here.board(), check, |square: Square, piece: Piece| {
            let face_down = here.is_dark(square);
            let (letter, glyph) =
                if face_down { ('X', '暗') } else { (piece.role().letter(), piece.glyph()) };
            PicturePiece { side: piece.side(), letter, glyph, face_down }
        })
    }

    fn piece_word(piece: usize) -> String {
        match Piece::of_index(piece.wrapping_sub(16)) {
            Some(piece) => format!("piece_jieqi_face_down_{}", piece.role().code()),
            None => Xiangqi::piece_word(piece),
        }
    }
}
