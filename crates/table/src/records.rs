//! Records of games above the line: read from any file, whatever the game, and written in any form.

use std::ops::ControlFlow;

use game::{Game, GameSpec, Line, Message, Move as _, Notation, Position, Side, ToMessage};
use record::files::{self, FileContent, FileFormat};
use record::{GameResult, MainLineError, MoveText, NodeId, PgnReader, RawGame, ReadLimits, StopCheck, Tree};

use crate::identity::position_key;
use crate::study::{Study, TypedStudy, known};
use crate::{Rulebook, games};

/// A form records are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// Portable game notation.
    Pgn,
    /// Our own text.
    Txt,
    /// The bracketed text of xiangqi forums.
    DhtmlXq,
}

impl RecordFormat {
    /// All of them.
    pub const ALL: [RecordFormat; 3] = [RecordFormat::Pgn, RecordFormat::Txt, RecordFormat::DhtmlXq];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "pgn",
            RecordFormat::Txt => "txt",
            RecordFormat::DhtmlXq => "dhtmlxq",
        }
    }

    /// The form of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name().eq_ignore_ascii_case(name))
    }
}

/// A game with its variations, comments and header, whatever game it is.
pub trait Record: Send {
    /// The game.
    fn spec(&self) -> &'static GameSpec;

    /// The header: name and value.
    fn tags(&self) -> &[(String, String)];

    /// How it ended.
    fn ending(&self) -> GameResult;

    /// The position it begins with, where that is not the usual start.
    fn setup(&self) -> Option<&str>;

    /// Plies of its main line.
    fn plies(&self) -> usize;

    /// Moves in all variations.
    fn moves(&self) -> usize;

    /// Whether something is said of its moves.
    fn has_comments(&self) -> bool;

    /// The record in a form; refused where the form cannot hold it.
    fn write(&self, form: RecordFormat, notation: Notation) -> Result<String, Message>;

    /// The main line, opened for work.
    fn study(&self) -> Box<dyn Study>;

    /// Every position of the main line: its frozen key, and the move played there in coordinates.
    fn walk(&self, visit: &mut dyn FnMut(u64, Option<&str>));

    /// What is said before the first move.
    fn preface(&self) -> String;

    /// Arrows, circles and other commands before the first move, name first: `cal Ge2e4,Gd2d4`.
    fn root_marks(&self) -> Vec<String>;

    /// The moves with their variations, each before what follows it: at most so many.
    fn nodes(&self, notation: Notation, most: usize) -> Vec<RecordNode>;

    /// Says something of a move, by its index among [`Record::nodes`]; of the whole game without one.
    fn comment(&mut self, node: Option<usize>, text: &str) -> bool;

    /// The header's value of this name, if it says something.
    fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags().iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty() && *value != "?")
    }
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordNode {
    /// The index of the move before it; `None` at the start.
    pub after: Option<usize>,
    /// Whether it stands instead of another.
    pub varies: bool,
    /// In coordinates.
    pub mv: String,
    /// In the notation asked for.
    pub text: String,
    /// The number on a score sheet.
    pub number: usize,
    /// Who played it.
    pub side: Side,
    /// From and to.
    pub squares: (usize, usize),
    /// The position behind it.
    pub position: String,
    /// The square of a general or king in check behind it.
    pub check: Option<usize>,
    /// What is said of it.
    pub comment: String,
    /// Glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
    /// Arrows, circles and other commands, name first: `cal Ge2e4,Gd2d4`.
    pub marks: Vec<String>,
}

/// A game that was read, as far as it could be.
pub struct ReadGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// How many bytes of the file's text were taken when it ended.
    pub taken: usize,
    /// What was understood.
    pub record: Box<dyn Record>,
    /// What was not.
    pub errors: Vec<Message>,
    /// The notation of its moves.
    pub notation: Notation,
    /// Where its main line breaks off.
    pub broken: Option<MainLineError>,
}

/// How a file is to be read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// The game; default: as each record says, else the one that reads it furthest.
    pub game: Option<&'a str>,
    /// The notation; default: the one that reads.
    pub notation: Option<Notation>,
    /// The most that is taken.
    pub bounds: ReadLimits,
}

/// What a file was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRead {
    /// Its form.
    pub form: FileFormat,
    /// The encoding of its text.
    pub encoding: &'static str,
    /// How many games were found.
    pub games: usize,
    /// Whether there was more than the bounds take.
    pub more: bool,
}

type Each<'a> = &'a mut dyn FnMut(ReadGame) -> ControlFlow<()>;

/// Reads the games of a file one by one, until the file ends, `each` breaks or `stop` says so.
pub fn read_file(bytes: &[u8], ask: &ReadOptions<'_>, stop: StopCheck<'_>, each: Each<'_>) -> FileRead {
    let opened = files::identify(bytes);
    let form = opened.form();
    let mut found = FileRead { form, encoding: "bytes", games: 0, more: false };
    let most = ask.bounds.nodes;
    let mut run = Run { ask, stop, each, found: &mut found, last: None, taken: 0 };
    match &opened {
        FileContent::Bytes(FileFormat::Xqf, bytes) => run.sketches(files::xqf::read(bytes, most).into_iter()),
        FileContent::Bytes(_, bytes) => run.sketches(files::ccbridge::read(bytes, most)),
        FileContent::Text(form, text, encoding) => {
            run.found.encoding = encoding;
            match form {
                FileFormat::Cbf => run.sketches(files::ccbridge::read_xml(text, most).into_iter()),
                FileFormat::DhtmlXq => run.sketches(files::dhtmlxq::read(text, most)),
                FileFormat::Tsv => run.texts(files::plain::rows(text)),
                form => run.texts(files::plain::games(&files::plain::as_pgn(text, *form)).map(str::to_owned)),
            }
        }
    }
    found
}

struct Run<'a, 'b> {
    ask: &'a ReadOptions<'a>,
    stop: StopCheck<'a>,
    each: Each<'b>,
    found: &'b mut FileRead,
    /// The game the last text was read as: most likely the next one's too.
    last: Option<&'static dyn Rulebook>,
    /// Bytes of text taken so far.
    taken: usize,
}

impl Run<'_, '_> {
    /// Whether one more may be read.
    fn may_go_on(&mut self) -> bool {
        if self.found.games >= self.ask.bounds.games {
            self.found.more = true;
            return false;
        }
        !(self.stop)()
    }

    fn sketches(&mut self, sketches: impl Iterator<Item = RawGame>) {
        let Some(book) = games::ALL.iter().find(|book| book.spec().files == 9) else { return };
        for sketch in sketches {
            if !self.may_go_on() {
                return;
            }
            self.found.games += 1;
            let read = book.read_sketch(&sketch, self.found.games, &self.ask.bounds, self.stop);
            if (self.each)(read).is_break() {
                return;
            }
        }
    }

    fn texts(&mut self, texts: impl Iterator<Item = String>) {
        for text in texts {
            if !self.may_go_on() {
                return;
            }
            self.taken += text.len();
            let Some((book, games)) = self.best(&text) else { continue };
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

    /// A text read by the game it names, else by the one that reads its beginning without a fault, or furthest.
    fn best(&self, text: &str) -> Option<(&'static dyn Rulebook, Vec<ReadGame>)> {
        let wanted = self.ask.game.and_then(games::by_name).or_else(|| said(text));
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
        // Where time is up by now, what told the game is what was read of it.
        let whole = self.read_as(book, text, false);
        Some((book, if whole.is_empty() { read } else { whole }))
    }

    fn read_as(&self, book: &dyn Rulebook, text: &str, named: bool) -> Vec<ReadGame> {
        let ask = ReadOptions { game: named.then_some(book.spec().name), ..*self.ask };
        book.read_pgn(text, &ask, self.stop, self.found.games)
    }
}

/// How much of a text tells its game.
const PROBE: usize = 8 * 1024;

/// Names other programs have for our games.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("chinesechess", "xiangqi"),
    ("standard", "chess"),
    ("chess960", "chess"),
    ("fischerandom", "chess"),
    ("fromposition", "chess"),
];

/// The game a header names.
fn said(text: &str) -> Option<&'static dyn Rulebook> {
    ["Game", "Variant"].iter().find_map(|tag| {
        let (_, rest) = text.get(..text.floor_char_boundary(4096))?.split_once(&format!("[{tag} \""))?;
        let (value, _) = rest.split_once('"')?;
        let letters: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        let other = OTHER_NAMES.iter().find(|(name, _)| *name == letters).map(|(_, game)| *game);
        games::by_name(other.unwrap_or(&letters))
    })
}

/// The notation of a game other programs read too.
pub fn common_notation(book: &dyn Rulebook) -> Notation {
    let wishes = [Notation::San, Notation::Wxf];
    wishes.into_iter().find(|wish| book.notations().contains(wish)).unwrap_or(Notation::Uci)
}

/// The record of any game that has a script.
struct Leaf<S: MoveText>(Tree<S::Game>);

pub(crate) fn read_pgn<S: MoveText>(
    text: &str,
    ask: &ReadOptions<'_>,
    stop: StopCheck<'_>,
    before: usize,
) -> Vec<ReadGame> {
    let notation = ask.notation.filter(|notation| S::NOTATIONS.contains(notation));
    let rules = Box::new(record::header_rules::<S::Game>);
    let reader = PgnReader::<S>::new(text, notation, rules).within(ask.bounds, stop, before);
    // Taken for this game by mistake, almost any text could be settled somehow.
    let reader = if ask.game.is_some() { reader.disambiguating() } else { reader };
    reader
        .enumerate()
        .map(|(index, game)| ReadGame {
            number: before + index + 1,
            taken: 0,
            errors: game.errors.iter().map(ToMessage::message).collect(),
            notation: game.notation,
            broken: game.broken,
            record: Box::new(Leaf::<S>(game.tree)),
        })
        .collect()
}

pub(crate) fn read_sketch<S: MoveText>(
    sketch: &RawGame,
    number: usize,
    bounds: &ReadLimits,
    stop: StopCheck<'_>,
) -> ReadGame {
    let (tree, errors, broken) = sketch.tree::<S::Game>(number, bounds, stop);
    let errors = errors.iter().map(ToMessage::message).collect();
    let notation = S::NOTATIONS.first().copied().unwrap_or(Notation::Uci);
    ReadGame { number, taken: 0, record: Box::new(Leaf::<S>(tree)), errors, notation, broken }
}

impl<S: MoveText> Record for Leaf<S> {
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
        let says = |id: NodeId| {
            self.0.notes(id).is_some_and(|notes| !notes.after.is_empty() || !notes.before.is_empty())
        };
        says(NodeId::ROOT) || self.0.walk().any(|(id, _)| says(id))
    }

    fn write(&self, form: RecordFormat, notation: Notation) -> Result<String, Message> {
        let notation = known::<S>(notation);
        match form {
            RecordFormat::Pgn => Ok(record::write_pgn::<S>(&self.0, notation)),
            RecordFormat::Txt => Ok(record::write_txt::<S>(&self.0, notation)),
            RecordFormat::DhtmlXq => files::dhtmlxq::write(&self.0).ok_or_else(|| {
                Message::new("record_form_unfit")
                    .text("form", form.name())
                    .word("game", format!("game_{}", S::Game::spec().name))
            }),
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
        let notation = known::<S>(notation);
        let dialect = S::Game::spec().dialects.first().copied().unwrap_or_default();
        let first =
            tree.setup().and_then(|text| text.split_whitespace().last()?.parse().ok()).unwrap_or(1_usize);
        let opener = tree.root().turn();
        // The way to the node at hand: positions, and indexes of nodes.
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
            let said: Vec<String> = notes.before.into_iter().chain(notes.after).collect();
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
                comment: said.join(" "),
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
        // A brace cannot be said in a comment, and a command is none.
        let text = text.replace(['{', '}'], "'").replace("[%", "[");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        notes.before.clear();
        notes.after.clear();
        notes.after.extend(Some(text).filter(|text| !text.is_empty()));
        true
    }
}
