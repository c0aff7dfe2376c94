//! Description of a game: name, options, text formats and picture.

use crate::{Color, GameReason, Message, Picture, Position, Side};

/// The move type of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;
/// The reveal type of a game.
pub type RevealOf<G> = <<G as Game>::Position as Position>::Reveal;
/// The rule options of a game.
pub type RulesOf<G> = <<G as Game>::Position as Position>::Rules;
/// Rule options as text, name and value.
pub type Options<'a> = &'a [(&'a str, &'a str)];

/// Static description of a game.
#[derive(Debug)]
pub struct GameSpec {
    /// Name in commands, files and links: `xiangqi`.
    pub name: &'static str,
    /// Alternative names users may type: `cotuong`, `cchess`.
    pub aliases: &'static [&'static str],
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// Number of the rank nearest to the first side in coordinates: 0 in xiangqi, 1 in chess.
    pub first_rank: usize,
    /// True if pieces stand on line intersections, not inside cells.
    pub on_points: bool,
    /// Message keys of the names of the two sides: `side_red`, `side_black`.
    pub sides: [&'static str; 2],
    /// Colors of the two sides.
    pub colors: [Color; 2],
    /// The rule options, each with its values and default.
    pub options: &'static [OptionSpec],
    /// Rules of its own that end a game.
    pub reasons: &'static [GameReason],
    /// Names of the position text formats; the first is the default.
    pub dialects: &'static [&'static str],
    /// Material odds a stronger player may give.
    pub odds: &'static [Odds],
}

/// Material odds: pieces one side plays without. The message key is `odds_{name}`.
#[derive(Debug)]
pub struct Odds {
    /// Name, from the owner's point of view: `horse_left`.
    pub name: &'static str,
    /// Start positions: when the first side gives the odds, and when the second does.
    pub setups: [&'static str; 2],
}

/// A rule option. Title and values are described in the catalogues (`option_{name}`).
#[derive(Debug)]
pub struct OptionSpec {
    /// Name: `no_progress`.
    pub name: &'static str,
    /// Default value.
    pub default: &'static str,
    /// Allowed values; empty if any number is allowed.
    pub values: &'static [&'static str],
}

/// A parsed position with warnings.
#[derive(Clone, Debug)]
pub struct ParsedPosition<P> {
    /// The position.
    pub position: P,
    /// Warnings about unusual but playable features.
    pub warnings: Vec<Message>,
}

/// A game: its rules ([`Position`]), text formats and picture.
pub trait Game: Send + Sync + 'static {
    /// The position type, which implements the rules.
    type Position: Position;

    /// Returns name, board size and options.
    fn spec() -> &'static GameSpec;

    /// Parses rule options; an unknown name or value is an error.
    fn rules(options: Options<'_>) -> Result<RulesOf<Self>, Message>;

    /// Start position, from the public's point of view.
    fn start(rules: &RulesOf<Self>) -> Self::Position;

    /// Parses a position in any dialect of the game.
    fn read_position(text: &str, rules: &RulesOf<Self>) -> Result<ParsedPosition<Self::Position>, Message>;

    /// Writes a position in a dialect of [`GameSpec::dialects`]; an unknown dialect means the default.
    fn write_position(here: &Self::Position, dialect: &str) -> String;

    /// Parses a move in the game's coordinates. The result is legal in `here`.
    fn read_move(here: &Self::Position, text: &str) -> Result<(MoveOf<Self>, RevealOf<Self>), Message>;

    /// Writes a legal move in the game's coordinates, with its reveal if there is one.
    fn write_move(here: &Self::Position, mv: MoveOf<Self>, reveal: RevealOf<Self>) -> String;

    /// Returns the picture of the board.
    fn picture(here: &Self::Position) -> Picture;

    /// Returns true if a side has enough material to win against any defense: more than a bare king. Decides the game
    /// when the opponent's time runs out.
    fn can_win(here: &Self::Position, side: Side) -> bool {
        has_piece_besides(&Self::picture(here), side, &['K'])
    }

    /// Message key of a piece name, by observer index.
    fn piece_word(piece: usize) -> String;

    /// Name of a square in the game's coordinates.
    fn square_name(square: usize) -> String {
        let spec = Self::spec();
        let file = char::from(b'a' + (square % spec.files) as u8);
        format!("{file}{}", square / spec.files + spec.first_rank)
    }
}

/// Returns true if a side has a piece on the board whose letter is none of these.
pub fn has_piece_besides(picture: &Picture, side: Side, letters: &[char]) -> bool {
    picture.pieces.iter().flatten().any(|piece| piece.side == side && !letters.contains(&piece.letter))
}

/// Move notations. Chosen explicitly, never guessed from a single move: `.` means sideways in one and forward in
/// another.
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
    /// Vietnamese, abbreviated: `P2-5`.
    Vi,
    /// Vietnamese in words: `Pháo 2 bình 5`.
    ViWords,
    /// Chinese, simplified: 炮二平五.
    Zh,
    /// Chinese, traditional: 炮二平五, 車, 馬.
    ZhHant,
    /// Standard algebraic notation of chess.
    San,
    /// Standard algebraic notation with Vietnamese piece letters: V H X T M.
    SanVi,
}

impl Notation {
    /// All notations.
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

    /// Name in commands.
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

    /// Returns the notation with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notation| notation.name().eq_ignore_ascii_case(name))
    }
}
