//! A game as the world meets it: its name, its options, its text and its picture.

use crate::{Message, Picture, Position};

/// The move type of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;
/// The reveal type of a game.
pub type RevealOf<G> = <<G as Game>::Position as Position>::Reveal;
/// The rule options of a game.
pub type RulesOf<G> = <<G as Game>::Position as Position>::Rules;
/// Rule options as text, name and value.
pub type Options<'a> = &'a [(&'a str, &'a str)];

/// Everything about a game that can be said without playing it.
#[derive(Debug)]
pub struct GameSpec {
    /// The name in commands, files and links: `xiangqi`.
    pub name: &'static str,
    /// Other names people type: `cotuong`, `cchess`.
    pub aliases: &'static [&'static str],
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// The number of the rank nearest to the first side in coordinates: 0 at xiangqi, 1 at chess.
    pub first_rank: usize,
    /// Pieces stand on the crossings of lines, not inside cells.
    pub on_points: bool,
    /// The catalogues' keys of the two sides' names: `side_red`, `side_black`.
    pub sides: [&'static str; 2],
    /// The rule options, each with its values and default.
    pub options: &'static [OptionSpec],
    /// The forms positions are written in; the first is ours.
    pub dialects: &'static [&'static str],
    /// The pieces a stronger player may do without.
    pub odds: &'static [Odds],
}

/// Pieces one side does without. The catalogues call them `odds_{name}`.
#[derive(Debug)]
pub struct Odds {
    /// Their name: `horse_left`, as their owner sees it.
    pub name: &'static str,
    /// The start position when the first side gives them, and when the second does.
    pub setups: [&'static str; 2],
}

/// A rule option. Its title and its values' meanings are in the catalogues (`option_{name}`).
#[derive(Debug)]
pub struct OptionSpec {
    /// The name: `no_progress`.
    pub name: &'static str,
    /// The value when nothing is said.
    pub default: &'static str,
    /// The values it may take; empty where any number is welcome.
    pub values: &'static [&'static str],
}

/// A position that was read, with what is unusual about it.
#[derive(Clone, Debug)]
pub struct ParsedPosition<P> {
    /// The position.
    pub position: P,
    /// What is unusual but playable.
    pub warnings: Vec<Message>,
}

/// A game: rules by its [`Position`], and the text and picture of it.
pub trait Game: Send + Sync + 'static {
    /// The rules.
    type Position: Position;

    /// Name, size, options.
    fn spec() -> &'static GameSpec;

    /// Rule options from text; an unknown name or value says so.
    fn rules(options: Options<'_>) -> Result<RulesOf<Self>, Message>;

    /// The position the game begins with, as the public knows it.
    fn start(rules: &RulesOf<Self>) -> Self::Position;

    /// Reads a position in any of the game's dialects.
    fn read_position(text: &str, rules: &RulesOf<Self>) -> Result<ParsedPosition<Self::Position>, Message>;

    /// Writes a position in a dialect of [`GameSpec::dialects`]; an unknown one is written as ours.
    fn write_position(here: &Self::Position, dialect: &str) -> String;

    /// Reads a move in the game's coordinates. The result is legal here.
    fn read_move(here: &Self::Position, text: &str) -> Result<(MoveOf<Self>, RevealOf<Self>), Message>;

    /// Writes a legal move in the game's coordinates, with its reveal where there is one.
    fn write_move(here: &Self::Position, mv: MoveOf<Self>, reveal: RevealOf<Self>) -> String;

    /// The board to look at.
    fn picture(here: &Self::Position) -> Picture;

    /// The catalogues' key for a piece's name, by the index observers hear.
    fn piece_word(piece: usize) -> String;

    /// The name of a square in the game's coordinates.
    fn square_name(square: usize) -> String {
        let spec = Self::spec();
        let file = char::from(b'a' + (square % spec.files) as u8);
        format!("{file}{}", square / spec.files + spec.first_rank)
    }
}

/// A way to write moves. Chosen, never guessed from one move: `.` is sideways in one and forward in another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// The game's coordinates: `h2e2`, ranks from 0 at xiangqi.
    Uci,
    /// Coordinates with ranks from 1 to 10, as Fairy-Stockfish writes xiangqi.
    Uci1,
    /// `H2-E2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// Vietnamese, short: `P2-5`.
    Vi,
    /// Vietnamese in words: `Pháo 2 bình 5`.
    ViWords,
    /// Chinese, simplified: 炮二平五.
    Zh,
    /// Chinese, traditional: 炮二平五, 車, 馬.
    ZhHant,
    /// Standard algebraic notation of chess.
    San,
    /// The same with Vietnamese letters: V H X T M.
    SanVi,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 10] = [
        Notation::Uci,
        Notation::Uci1,
        Notation::Iccs,
        Notation::Wxf,
        Notation::Vi,
        Notation::ViWords,
        Notation::Zh,
        Notation::ZhHant,
        Notation::San,
        Notation::SanVi,
    ];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Uci => "uci",
            Notation::Uci1 => "uci1",
            Notation::Iccs => "iccs",
            Notation::Wxf => "wxf",
            Notation::Vi => "vi",
            Notation::ViWords => "vi-words",
            Notation::Zh => "zh",
            Notation::ZhHant => "zh-hant",
            Notation::San => "san",
            Notation::SanVi => "san-vi",
        }
    }

    /// The notation of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notation| notation.name().eq_ignore_ascii_case(name))
    }
}
