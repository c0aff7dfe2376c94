//! Reading games from text, one after another, keeping of each what could be understood.

use game::{Game, Notation, Position, Side};

use super::comment::{note, squeeze};
use super::token::{Token, Tokens};
use super::{PgnError, PgnFault, RulesFrom};
use crate::tree::{Ending, NodeId, Tree, TreeError};
use crate::{Played, Script};

/// Variations inside variations past this are left out.
const DEEPEST: usize = 200;
/// Faults kept per game.
const MOST_FAULTS: usize = 50;

/// Signs that stand for glyphs when they stand alone or end a move.
const SIGNS: [(&str, u8); 19] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("⩱", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// A game that was read, as far as it could be.
pub struct PgnGame<G: Game> {
    /// What was understood.
    pub tree: Tree<G>,
    /// What was not.
    pub errors: Vec<PgnError>,
}

/// Reads the games of a text one by one.
pub struct PgnReader<'a, S: Script> {
    tokens: std::iter::Peekable<Tokens<'a>>,
    notation: Notation,
    rules: RulesFrom<S::Game>,
    game: usize,
}

impl<'a, S: Script> PgnReader<'a, S> {
    /// A reader of a text in one notation; `rules` tells a game's rule options from its header.
    pub fn new(text: &'a str, notation: Notation, rules: RulesFrom<S::Game>) -> Self {
        PgnReader { tokens: Tokens::new(text).peekable(), notation, rules, game: 0 }
    }
}

impl<S: Script> Iterator for PgnReader<'_, S> {
    type Item = PgnGame<S::Game>;

    fn next(&mut self) -> Option<PgnGame<S::Game>> {
        self.tokens.peek()?;
        self.game += 1;
        let mut faults = Vec::new();
        let mut tags = Vec::new();
        let mut preface = Vec::new();
        loop {
            match self.tokens.peek() {
                Some(Token::Tag(name, value)) => tags.push(((*name).to_owned(), value.clone())),
                Some(Token::BadTag(text)) => faults.push(PgnFault::Tag((*text).to_owned())),
                // A comment above the header belongs to the game below.
                Some(Token::Comment(text)) => preface.push(*text),
                _ => break,
            }
            self.tokens.next();
        }
        let (root, rules, refused) = match setup::<S>(&tags, &self.rules) {
            Ok((root, rules)) => (root, rules, false),
            Err(why) => {
                faults.push(PgnFault::Setup(why));
                let rules = Default::default();
                (S::Game::start(&rules), rules, true)
            }
        };
        let mut tree = Tree::new(root.clone(), rules);
        let said = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        tree.ending = said.and_then(|(_, word)| Ending::from_word(word.trim())).unwrap_or_default();
        tree.tags = tags;
        if let Some(notes) = tree.notes_mut(NodeId::ROOT) {
            preface.into_iter().for_each(|text| note(text, notes));
        }
        let number = super::write::first_number(&tree);
        let frame = Frame {
            node: NodeId::ROOT,
            here: root,
            before: None,
            ply: 0,
            waiting: Vec::new(),
            dead: refused,
        };
        let mut moves =
            Movetext::<S> { tree, faults, frames: vec![frame], skipping: 0, number, notation: self.notation };
        // The header of the next game ends this one, and so does its result.
        while let Some(token) =
            self.tokens.next_if(|token| !matches!(token, Token::Tag(..) | Token::BadTag(_)))
        {
            if moves.take(&token).is_break() {
                // What is said right after the result is said of this game.
                while let Some(token) =
                    self.tokens.next_if(|token| matches!(token, Token::Comment(_) | Token::Glyph(_)))
                {
                    let _ = moves.take(&token);
                }
                break;
            }
        }
        let (tree, mut faults) = moves.finish();
        faults.truncate(MOST_FAULTS);
        let errors = faults.into_iter().map(|fault| PgnError { game: self.game, fault }).collect();
        Some(PgnGame { tree, errors })
    }
}

type Setup<G> = (<G as Game>::Position, game::RulesOf<G>);

fn setup<S: Script>(
    tags: &[(String, String)],
    rules: &RulesFrom<S::Game>,
) -> Result<Setup<S::Game>, game::Message> {
    let rules = rules(tags)?;
    let fen = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("FEN"));
    let root = match fen {
        Some((_, fen)) => S::Game::read_position(fen, &rules)?.position,
        None => S::Game::start(&rules),
    };
    Ok((root, rules))
}

/// Where a line of moves stands: the main line, or a variation being read.
struct Frame<P> {
    node: NodeId,
    here: P,
    /// The position before the last move: where a variation branches off.
    before: Option<P>,
    ply: usize,
    /// Comments before the variation's first move.
    waiting: Vec<String>,
    /// A move could not be read; the rest of the line is passed over.
    dead: bool,
}

struct Movetext<S: Script> {
    tree: Tree<S::Game>,
    faults: Vec<PgnFault>,
    /// The main line first, never empty.
    frames: Vec<Frame<<S::Game as Game>::Position>>,
    /// Open parentheses being passed over.
    skipping: usize,
    number: usize,
    notation: Notation,
}

type Flow = std::ops::ControlFlow<()>;

impl<S: Script> Movetext<S> {
    fn fault(&mut self, fault: PgnFault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }

    fn take(&mut self, token: &Token<'_>) -> Flow {
        match token {
            Token::Open if self.skipping > 0 => self.skipping += 1,
            Token::Close if self.skipping > 0 => self.skipping -= 1,
            Token::Open => self.open(),
            Token::Close => self.close(),
            _ if self.skipping > 0 => {}
            Token::Comment(text) => self.comment(text),
            Token::OpenComment(text) => {
                self.comment(text);
                self.fault(PgnFault::UnclosedComment);
            }
            Token::Glyph(glyph) => self.glyph(*glyph),
            Token::Word(word) => return self.word(word),
            Token::Tag(..) | Token::BadTag(_) => {}
        }
        Flow::Continue(())
    }

    fn frame(&mut self) -> Option<&mut Frame<<S::Game as Game>::Position>> {
        self.frames.last_mut()
    }

    fn open(&mut self) {
        let too_deep = self.frames.len() > DEEPEST;
        let Some(frame) = self.frame() else { return };
        let branch = frame.before.clone().map(|before| (frame.node, before, frame.ply));
        let dead = frame.dead;
        match branch {
            Some((node, before, ply)) if !dead && !too_deep => {
                let node = self.tree.parent(node).unwrap_or(NodeId::ROOT);
                let waiting = Vec::new();
                self.frames.push(Frame {
                    node,
                    here: before,
                    before: None,
                    ply: ply - 1,
                    waiting,
                    dead: false,
                });
            }
            Some(_) if too_deep && !dead => {
                self.skipping = 1;
                self.fault(PgnFault::TooDeep);
            }
            _ => {
                self.skipping = 1;
                if !dead {
                    self.fault(PgnFault::StrayVariation);
                }
            }
        }
    }

    fn close(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        } else {
            self.fault(PgnFault::StrayClose);
        }
    }

    fn comment(&mut self, text: &str) {
        let in_variation = self.frames.len() > 1;
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.dead) else { return };
        if frame.before.is_none() && in_variation {
            frame.waiting.extend(Some(squeeze(text)).filter(|text| !text.is_empty()));
        } else if let Some(notes) = self.tree.notes_mut(frame.node) {
            note(text, notes);
        }
    }

    fn glyph(&mut self, glyph: u8) {
        let Some(frame) = self.frames.last().filter(|frame| !frame.dead && frame.before.is_some()) else {
            return;
        };
        if let Some(notes) = self.tree.notes_mut(frame.node) {
            notes.glyphs.push(glyph);
        }
    }

    fn word(&mut self, word: &str) -> Flow {
        if let Some(ending) = Ending::from_word(word) {
            // Inside a variation it says nothing of the game.
            if self.frames.len() > 1 {
                return Flow::Continue(());
            }
            self.tree.ending = ending;
            return Flow::Break(());
        }
        if let Some(&(_, glyph)) = SIGNS.iter().find(|(sign, _)| *sign == word) {
            self.glyph(glyph);
            return Flow::Continue(());
        }
        let bare = after_number(word);
        if !bare.is_empty() && !matches!(bare, "e.p." | "ep" | "e.p") {
            self.play(bare, word);
        }
        Flow::Continue(())
    }

    /// Plays a move, `bare` of its number; `word` is what stood there, should the number be part of the move.
    fn play(&mut self, bare: &str, word: &str) {
        let notation = self.notation;
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.dead) else { return };
        let stem = bare.trim_end_matches(['!', '?']);
        let glyph = SIGNS.iter().find(|(sign, _)| *sign == &bare[stem.len()..]).map(|(_, glyph)| *glyph);
        let text = if glyph.is_some() { stem } else { bare };
        let read = S::read(&frame.here, text, notation).or_else(|why| {
            if word == bare { Err(why) } else { S::read(&frame.here, word, notation).map_err(|_| why) }
        });
        let played = read.map_err(|why| {
            let turn = frame.here.turn();
            let side = S::Game::spec().sides[turn.index()];
            let number = move_number(self.number, self.tree.root().turn(), frame.ply);
            PgnFault::Move { number, side, text: text.to_owned(), why }
        });
        let added = played.and_then(|(mv, fate): Played<S::Game>| {
            let node = self.tree.add(frame.node, mv, fate).map_err(|_: TreeError| PgnFault::TooLarge)?;
            let mut after = frame.here.clone();
            after.play(mv, fate, &mut ());
            frame.before = Some(std::mem::replace(&mut frame.here, after));
            (frame.node, frame.ply) = (node, frame.ply + 1);
            if let Some(notes) = self.tree.notes_mut(node) {
                notes.before.append(&mut frame.waiting);
                notes.glyphs.extend(glyph);
            }
            Ok(())
        });
        if let Err(fault) = added {
            frame.dead = true;
            self.fault(fault);
        }
    }

    fn finish(mut self) -> (Tree<S::Game>, Vec<PgnFault>) {
        if self.frames.len() > 1 || self.skipping > 0 {
            self.fault(PgnFault::UnclosedVariation);
        }
        (self.tree, self.faults)
    }
}

/// A word without the move number before it: `12.Nf3`, `12...Nf6`, `…Nf6`.
fn after_number(word: &str) -> &str {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if dots.is_empty() {
        return "";
    }
    let bare = dots.trim_start_matches(['.', '…']);
    // Digits without a dot are part of the move: 0-0, and the ordinals of other games.
    if bare.len() == dots.len() { word } else { bare }
}

/// The number on a score sheet of the move after `ply` plies.
pub(super) fn move_number(first: usize, root_turn: Side, ply: usize) -> usize {
    first + (ply + root_turn.index()) / 2
}
