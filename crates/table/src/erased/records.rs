//! Type-erased game records: read from any supported file, written in any supported format.

use std::ops::ControlFlow;

use game::{Game, GameSpec, Line, Message, Move as _, Notation, Position, Side, ToMessage};
use record::files::{self, FileContent, FileFormat};
use record::{GameResult, MainLineError, MoveText, NodeId, PgnReader, RawGame, ReadLimits, StopCheck, Tree};

use crate::erased::identity::position_key;
use crate::erased::study::{Study, TypedStudy, supported_or_uci};
use crate::{Rulebook, games};

/// Output format of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// Portable Game Notation.
    Pgn,
    /// Plain text of this project.
    Txt,
    /// Bracketed text of xiangqi forums.
    DhtmlXq,
    /// Binary file of XQStudio, version 1.0.
    Xqf,
    /// Text of the Piskvork manager for gomoku.
    Psq,
}

impl RecordFormat {
    /// All formats.
    pub const ALL: [RecordFormat; 5] =
        [RecordFormat::Pgn, RecordFormat::Txt, RecordFormat::DhtmlXq, RecordFormat::Xqf, RecordFormat::Psq];

    /// Name used in commands.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "pgn",
            RecordFormat::Txt => "txt",
            RecordFormat::DhtmlXq => "dhtmlxq",
            RecordFormat::Xqf => "xqf",
            RecordFormat::Psq => "psq",
        }
    }

    /// Returns true if a file of this format holds one game.
    pub const fn holds_one_game(self) -> bool {
        matches!(self, RecordFormat::Xqf | RecordFormat::Psq)
    }

    /// MIME type.
    pub const fn mime(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "application/x-chess-pgn; charset=utf-8",
            RecordFormat::Txt | RecordFormat::DhtmlXq | RecordFormat::Psq => "text/plain; charset=utf-8",
            RecordFormat::Xqf => "application/octet-stream",
        }
    }

    /// File extension.
    pub const fn extension(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "pgn",
            RecordFormat::Txt | RecordFormat::DhtmlXq => "txt",
            RecordFormat::Xqf => "xqf",
            RecordFormat::Psq => "psq",
        }
    }

    /// Format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name().eq_ignore_ascii_case(name))
    }
}

/// Game record of any game, with variations, comments and header.
pub trait Record: Send {
    /// Game specification.
    fn spec(&self) -> &'static GameSpec;

    /// Header tags: name and value.
    fn tags(&self) -> &[(String, String)];

    /// Result of the game.
    fn ending(&self) -> GameResult;

    /// Initial position, if it is not the usual start.
    fn setup(&self) -> Option<&str>;

    /// Number of plies of the main line.
    fn plies(&self) -> usize;

    /// Number of moves in all variations.
    fn moves(&self) -> usize;

    /// Returns true if any move or the game has a comment.
    fn has_comments(&self) -> bool;

    /// Writes the record as text; an error if the format cannot represent it or is binary.
    fn write(&self, form: RecordFormat, notation: Notation) -> Result<String, Message>;

    /// Writes the record as a file; an error if the format cannot represent it.
    fn write_file(&self, form: RecordFormat, notation: Notation) -> Result<Vec<u8>, Message>;

    /// Study of the main line.
    fn study(&self) -> Box<dyn Study>;

    /// Visits every position of the main line: its stable key, and the move played there in coordinates.
    fn walk(&self, visit: &mut dyn FnMut(u64, Option<&str>));

    /// Comment before the first move.
    fn preface(&self) -> String;

    /// Arrows, circles and other commands before the first move, name first: `cal Ge2e4,Gd2d4`.
    fn root_marks(&self) -> Vec<String>;

    /// Moves of all variations in depth-first order, parents first; at most `most`.
    fn nodes(&self, notation: Notation, most: usize) -> Vec<RecordNode>;

    /// Sets the comment of a move, by its index in [`Record::nodes`], or of the whole game for `None`.
    fn comment(&mut self, node: Option<usize>, text: &str) -> bool;

    /// Value of a header tag, unless it is empty or `?`.
    fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags().iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty() && *value != "?")
    }
}

/// Move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordNode {
    /// Index of the previous move; `None` for a first move.
    pub after: Option<usize>,
    /// True if the move starts a variation.
    pub varies: bool,
    /// Move in coordinates.
    pub mv: String,
    /// Move in the requested notation.
    pub text: String,
    /// Move number as on a score sheet.
    pub number: usize,
    /// Side that played it.
    pub side: Side,
    /// Origin and target squares.
    pub squares: (usize, usize),
    /// Position after the move.
    pub position: String,
    /// Square of a general or king in check after the move.
    pub check: Option<usize>,
    /// Comment.
    pub comment: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
    /// Arrows, circles and other commands, name first: `cal Ge2e4,Gd2d4`.
    pub marks: Vec<String>,
}

/// Game read from a file, as far as it could be parsed.
pub struct ReadGame {
    /// Number in the file, from 1.
    pub number: usize,
    /// Bytes of the file's text consumed up to the end of this game.
    pub taken: usize,
    /// Parsed record.
    pub record: Box<dyn Record>,
    /// Parse errors.
    pub errors: Vec<Message>,
    /// Notation of the moves.
    pub notation: Notation,
    /// Error that cut the main line short, if any.
    pub broken: Option<MainLineError>,
}

/// Options for reading a file.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// Game to read; by default the one each record names, else the one that parses it furthest.
    pub game: Option<&'a str>,
    /// Notation of the moves; detected by default.
    pub notation: Option<Notation>,
    /// Limits on size and number of games.
    pub bounds: ReadLimits,
}

/// Summary of a file that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRead {
    /// Format of the file.
    pub form: FileFormat,
    /// Encoding of the text.
    pub encoding: &'static str,
    /// Number of games found.
    pub games: usize,
    /// True if the file holds more games than the limits allow.
    pub more: bool,
}

type Each<'a> = &'a mut dyn FnMut(ReadGame) -> ControlFlow<()>;

/// Reads the games of a file one by one, until the file ends, `each` breaks or `stop` returns true.
pub fn read_file(bytes: &[u8], options: &ReadOptions<'_>, stop: StopCheck<'_>, each: Each<'_>) -> FileRead {
    let opened = files::identify(bytes);
    let form = opened.format();
    let mut found = FileRead { form, encoding: "bytes", games: 0, more: false };
    let most = options.bounds.nodes;
    let mut run = FileReader { options, stop, each, found: &mut found, last: None, taken: 0 };
    match &opened {
        FileContent::Bytes(FileFormat::Xqf, bytes) => {
            run.read_raw_games(files::xqf::read(bytes, most).into_iter());
        }
        FileContent::Bytes(_, bytes) => run.read_raw_games(files::ccbridge::read(bytes, most)),
        FileContent::Text(form, text, encoding) => {
            run.found.encoding = encoding;
            match form {
                FileFormat::Cbf => run.read_raw_games(files::ccbridge::read_xml(text, most).into_iter()),
                FileFormat::DhtmlXq => run.read_raw_games(files::dhtmlxq::read(text, most)),
                FileFormat::Psq => run.read_raw_games(std::iter::once(files::psq::read(text, most))),
                FileFormat::Tsv => run.read_texts(files::plain::rows(text)),
                form => {
                    run.read_texts(
                        files::plain::games(&files::plain::as_pgn(text, *form)).map(str::to_owned),
                    );
                }
            }
        }
    }
    found
}

struct FileReader<'a, 'b> {
    options: &'a ReadOptions<'a>,
    stop: StopCheck<'a>,
    each: Each<'b>,
    found: &'b mut FileRead,
    /// Game the previous text was read as, tried first for the next one.
    last: Option<&'static dyn Rulebook>,
    /// Bytes of text consumed so far.
    taken: usize,
}

impl FileReader<'_, '_> {
    /// Returns true if another game may be read.
    fn may_read_more(&mut self) -> bool {
        if self.found.games >= self.options.bounds.games {
            self.found.more = true;
            return false;
        }
        !(self.stop)()
    }

    fn read_raw_games(&mut self, raw_games: impl Iterator<Item = RawGame>) {
        let holds = |book: &&&dyn Rulebook| book.profile().file_formats.contains(&self.found.form);
        let Some(book) = games::ALL.iter().find(holds) else { return };
        for raw in raw_games {
            if !self.may_read_more() {
                return;
            }
            self.found.games += 1;
            let read = book.read_raw_game(&raw, self.found.games, &self.options.bounds, self.stop);
            if (self.each)(read).is_break() {
                return;
            }
        }
    }

    fn read_texts(&mut self, texts: impl Iterator<Item = String>) {
        for text in texts {
            if !self.may_read_more() {
                return;
            }
            self.taken += text.len();
            let Some((book, games)) = self.best_game(&text) else { continue };
            self.last = Some(book);
            for mut game in games {
                self.found.games += 1;
                game.taken = self.taken;
                if (self.each)(game).is_break() {
                    return;
                }
            }
        }
    }

    /// Reads a text as the game it names, else as the game that parses its beginning without errors, or furthest.
    fn best_game(&self, text: &str) -> Option<(&'static dyn Rulebook, Vec<ReadGame>)> {
        let wanted = self.options.game.and_then(games::by_name).or_else(|| named_game(text));
        let begin = &text[..text.floor_char_boundary(PROBE)];
        let mut best: Option<(usize, &'static dyn Rulebook, Vec<ReadGame>)> = None;
        let all = self.last.into_iter().chain(games::ALL.iter().copied());
        for book in wanted.map_or_else(|| all.collect(), |book| vec![book]) {
            let read = self.read_as(book, if wanted.is_some() { text } else { begin }, wanted.is_some());
            let faultless = read.iter().all(|game| game.errors.is_empty()) && !read.is_empty();
            let moves = read.iter().map(|game| game.record.moves()).sum();
            if faultless || best.as_ref().is_none_or(|(most, ..)| moves > *most) {
                best = Some((moves, book, read));
            }
            if faultless {
                break;
            }
        }
        let (_, book, read) = best?;
        if wanted.is_some() || begin.len() == text.len() {
            return Some((book, read));
        }
        // If the stop check fired by now, the games of the probe are returned.
        let whole = self.read_as(book, text, false);
        Some((book, if whole.is_empty() { read } else { whole }))
    }

    fn read_as(&self, book: &dyn Rulebook, text: &str, named: bool) -> Vec<ReadGame> {
        let options = ReadOptions { game: named.then_some(book.spec().name), ..*self.options };
        book.read_pgn(text, &options, self.stop, self.found.games)
    }
}

/// Number of bytes parsed to detect the game.
const PROBE: usize = 8 * 1024;

/// Game named by the header.
fn named_game(text: &str) -> Option<&'static dyn Rulebook> {
    ["Game", "Variant"].iter().find_map(|tag| {
        let (_, rest) = text.get(..text.floor_char_boundary(4096))?.split_once(&format!("[{tag} \""))?;
        let (value, _) = rest.split_once('"')?;
        let letters: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        let foreign = games::ALL.iter().find(|book| book.profile().header_names.contains(&letters.as_str()));
        foreign.copied().or_else(|| games::by_name(&letters))
    })
}

/// Notation of a game that other programs read too.
pub fn common_notation(book: &dyn Rulebook) -> Notation {
    let preferred = [Notation::San, Notation::Wxf];
    preferred.into_iter().find(|notation| book.notations().contains(notation)).unwrap_or(Notation::Uci)
}

/// Record of a game with a move notation.
struct TypedRecord<S: MoveText>(Tree<S::Game>);

pub(crate) fn read_pgn<S: MoveText>(
    text: &str,
    options: &ReadOptions<'_>,
    stop: StopCheck<'_>,
    before: usize,
) -> Vec<ReadGame> {
    let notation = options.notation.filter(|notation| S::NOTATIONS.contains(notation));
    let rules = Box::new(record::header_rules::<S::Game>);
    let reader = PgnReader::<S>::new(text, notation, rules).within(options.bounds, stop, before);
    // Only for an explicitly chosen game: otherwise almost any text could be disambiguated somehow.
    let reader = if options.game.is_some() { reader.disambiguating() } else { reader };
    reader
        .enumerate()
        .map(|(index, game)| ReadGame {
            number: before + index + 1,
            taken: 0,
            errors: game.errors.iter().map(ToMessage::message).collect(),
            notation: game.notation,
            broken: game.broken,
            record: Box::new(TypedRecord::<S>(game.tree)),
        })
        .collect()
}

pub(crate) fn read_raw_game<S: MoveText>(
    raw: &RawGame,
    number: usize,
    bounds: &ReadLimits,
    stop: StopCheck<'_>,
) -> ReadGame {
    let (tree, errors, broken) = raw.tree::<S::Game>(number, bounds, stop);
    let errors = errors.iter().map(ToMessage::message).collect();
    let notation = S::NOTATIONS.first().copied().unwrap_or(Notation::Uci);
    ReadGame { number, taken: 0, record: Box::new(TypedRecord::<S>(tree)), errors, notation, broken }
}

/// Error of a format that cannot represent a game.
fn unfit<G: Game>(form: RecordFormat) -> Message {
    Message::new("record_form_unfit")
        .text("form", form.name())
        .word("game", format!("game_{}", G::spec().name))
}

impl<S: MoveText> Record for TypedRecord<S> {
    fn spec(&self) -> &'static GameSpec {
        S::Game::spec()
    }

    fn tags(&self) -> &[(String, String)] {
        &self.0.tags
    }

    fn ending(&self) -> GameResult {
        self.0.ending
    }

    fn setup(&self) -> Option<&str> {
        self.0.setup()
    }

    fn plies(&self) -> usize {
        self.0.main_line().count()
    }

    fn moves(&self) -> usize {
        self.0.len()
    }

    fn has_comments(&self) -> bool {
        let has_comment = |id: NodeId| {
            self.0.notes(id).is_some_and(|notes| !notes.after.is_empty() || !notes.before.is_empty())
        };
        has_comment(NodeId::ROOT) || self.0.walk().any(|(id, _)| has_comment(id))
    }

    fn write(&self, form: RecordFormat, notation: Notation) -> Result<String, Message> {
        let notation = supported_or_uci::<S>(notation);
        match form {
            RecordFormat::Pgn => Ok(record::write_pgn::<S>(&self.0, notation)),
            RecordFormat::Txt => Ok(record::write_txt::<S>(&self.0, notation)),
            RecordFormat::DhtmlXq => files::dhtmlxq::write(&self.0).ok_or_else(|| unfit::<S::Game>(form)),
            RecordFormat::Psq => files::psq::write(&self.0).ok_or_else(|| unfit::<S::Game>(form)),
            RecordFormat::Xqf => Err(unfit::<S::Game>(form)),
        }
    }

    fn write_file(&self, form: RecordFormat, notation: Notation) -> Result<Vec<u8>, Message> {
        match form {
            RecordFormat::Xqf => files::write_xqf(&self.0).ok_or_else(|| unfit::<S::Game>(form)),
            _ => self.write(form, notation).map(String::into_bytes),
        }
    }

    fn study(&self) -> Box<dyn Study> {
        let mut line = Line::new(self.0.root().clone(), *self.0.rules());
        for (mv, reveal) in self.0.main_line().filter_map(|id| self.0.played(id)) {
            line.push(mv, reveal);
        }
        Box::new(TypedStudy::<S>::new(line, Vec::new()))
    }

    fn walk(&self, visit: &mut dyn FnMut(u64, Option<&str>)) {
        let spec = S::Game::spec();
        let dialect = spec.dialects.first().copied().unwrap_or_default();
        let mut here = self.0.root().clone();
        for (mv, reveal) in self.0.main_line().filter_map(|id| self.0.played(id)) {
            let key = position_key(spec.name, &S::Game::write_position(&here, dialect));
            visit(key, Some(&S::Game::write_move(&here, mv, reveal)));
            here.play(mv, reveal, &mut ());
        }
        visit(position_key(spec.name, &S::Game::write_position(&here, dialect)), None);
    }

    fn preface(&self) -> String {
        self.0.notes(NodeId::ROOT).map(|notes| notes.after.join(" ")).unwrap_or_default()
    }

    fn root_marks(&self) -> Vec<String> {
        self.0.notes(NodeId::ROOT).map(|notes| notes.marks.clone()).unwrap_or_default()
    }

    fn nodes(&self, notation: Notation, most: usize) -> Vec<RecordNode> {
        let tree = &self.0;
        let notation = supported_or_uci::<S>(notation);
        let dialect = S::Game::spec().dialects.first().copied().unwrap_or_default();
        let first =
            tree.setup().and_then(|text| text.split_whitespace().last()?.parse().ok()).unwrap_or(1_usize);
        let opener = tree.root().turn();
        // Path to the current node: positions and node indexes.
        let mut path: Vec<(<S::Game as Game>::Position, usize)> = Vec::new();
        let mut nodes = Vec::new();
        for (id, depth) in tree.walk().take(most) {
            path.truncate(depth - 1);
            let Some((mv, reveal)) = tree.played(id) else { continue };
            let here = path.last().map_or(tree.root(), |(here, _)| here);
            let mut behind = here.clone();
            behind.play(mv, reveal, &mut ());
            let siblings = tree.parent(id).map_or(&[][..], |parent| tree.children(parent));
            let notes = tree.notes(id).cloned().unwrap_or_default();
            let comments: Vec<String> = notes.before.into_iter().chain(notes.after).collect();
            nodes.push(RecordNode {
                after: path.last().map(|(_, index)| *index),
                varies: siblings.first() != Some(&id),
                mv: S::Game::write_move(here, mv, reveal),
                text: S::write(here, mv, reveal, notation),
                number: first + (depth - 1 + opener.index()) / 2,
                side: here.turn(),
                squares: (mv.from(), mv.to()),
                position: S::Game::write_position(&behind, dialect),
                check: S::Game::picture(&behind).check,
                comment: comments.join(" "),
                glyphs: notes.glyphs,
                marks: notes.marks,
            });
            path.push((behind, nodes.len() - 1));
        }
        nodes
    }

    fn comment(&mut self, node: Option<usize>, text: &str) -> bool {
        let id = match node {
            None => Some(NodeId::ROOT),
            Some(index) => self.0.walk().nth(index).map(|(id, _)| id),
        };
        let Some(notes) = id.and_then(|id| self.0.notes_mut(id)) else { return false };
        // Braces would end a PGN comment, and `[%` would start a command.
        let text = text.replace(['{', '}'], "'").replace("[%", "[");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        notes.before.clear();
        notes.after.clear();
        notes.after.extend(Some(text).filter(|text| !text.is_empty()));
        true
    }
}
