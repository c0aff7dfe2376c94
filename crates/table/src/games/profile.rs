//! Profile of a game: what programs need to know of it besides its rules, notations and engines.

use game::Notation;
use record::files::FileFormat;

/// Data of one game for records, protocols, opening lists and measurements.
#[derive(Debug)]
pub struct GameProfile {
    /// Names that other programs write into the header of a record, in lowercase letters and digits.
    pub header_names: &'static [&'static str],
    /// Formats of record files that name no game and hold this one.
    pub file_formats: &'static [FileFormat],
    /// Protocols and formats whose usual game this is: there it needs no name.
    pub usual_in: &'static [Convention],
    /// Openings of engine matches, one line each; `None` for the start position alone.
    pub opening_lines: Option<&'static str>,
    /// Classification of openings, if there is one.
    pub opening_codes: Option<OpeningCodes>,
    /// Positions of the bench, if the game takes part in it.
    pub bench: Option<BenchSuite>,
    /// Advantage of moving first in rating points, between equal players; 0 where it was not measured.
    pub first_move_advantage: f64,
}

impl GameProfile {
    /// Profile of a game that only has rules.
    pub const RULES_ONLY: GameProfile = GameProfile {
        header_names: &[],
        file_formats: &[],
        usual_in: &[],
        opening_lines: None,
        opening_codes: None,
        bench: None,
        first_move_advantage: 0.0,
    };
}

/// Protocol or format with a usual game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// UCI without `UCI_Variant`.
    Uci,
    /// UCCI.
    Ucci,
    /// XBoard without `variant`.
    Xboard,
    /// Portable Game Notation without a tag `Game` or `Variant`.
    Pgn,
    /// Our own command line without `--game`.
    CommandLine,
}

/// Opening classification: tab-separated rows, lines with `#` are comments.
#[derive(Debug)]
pub struct OpeningCodes {
    /// Rows of code, name and variation after a header row; empty if the lines have the names.
    pub names: &'static str,
    /// Rows of code and moves; or of code, name and moves.
    pub lines: &'static str,
    /// Notation of the moves.
    pub notation: Notation,
    /// True if the code in the header of a record takes precedence over the one found by the moves.
    pub header_first: bool,
}

/// Positions of the bench.
#[derive(Debug)]
pub struct BenchSuite {
    /// Positions, one per line; a semicolon ends the position.
    pub positions: &'static str,
    /// Number of plies by which the game is searched less deep: chance nodes multiply the work of every ply.
    pub shallower: u32,
}
