//! PGN reader: reads games one after another and keeps everything that could be parsed.

use game::{Game, Line, Message, Notation, Position, Side, ToMessage};

use super::comment::{note, squeeze};
use super::token::{Token, Tokens};
use super::word_joiner::WordJoiner;
use super::{PgnError, PgnFault, RulesFrom};
use crate::limits::{ReadLimits, StopCheck, cut};
use crate::tree::{GameResult, NodeId, Tree, TreeError};
use crate::{MoveText, Played};

/// Maximum number of faults kept per game.
const MOST_FAULTS: usize = 50;
/// Number of words used to detect the notation of a game.
const SAMPLE: usize = 32;
/// Number of words read between two stop checks.
const STRIDE: usize = 256;

/// Annotation symbols and their numeric annotation glyphs (NAGs).
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

/// A game, as far as it could be read.
pub struct PgnGame<G: Game> {
    /// The game tree.
    pub tree: Tree<G>,
    /// Errors.
    pub errors: Vec<PgnError>,
    /// Notation of its moves.
    pub notation: Notation,
    /// Error that ends the main line early.
    pub broken: Option<MainLineError>,
}

/// Error that ends a main line early: the moves before it were read, the rest was not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLineError {
    /// Number of plies read before it.
    pub plies: usize,
    /// The move's number as on a score sheet.
    pub number: usize,
    /// The move as written.
    pub text: String,
    /// The reason.
    pub why: Message,
}

/// Reader of the games of a text, one by one.
pub struct PgnReader<'a, S: MoveText> {
    tokens: std::iter::Peekable<Tokens<'a>>,
    /// Notation of all games; `None` to detect it for each game.
    notation: Option<Notation>,
    /// Notation of the previous game, tried first.
    last: Option<Notation>,
    rules: RulesFrom<S::Game>,
    game: usize,
    bounds: ReadLimits,
    stop: Option<StopCheck<'a>>,
    disambiguates: bool,
}

impl<'a, S: MoveText> PgnReader<'a, S> {
    /// Creates a reader with a fixed notation, or with detection for each game; `rules` derives a game's rule options
    /// from its header.
    pub fn new(text: &'a str, notation: impl Into<Option<Notation>>, rules: RulesFrom<S::Game>) -> Self {
        PgnReader {
            tokens: Tokens::new(text).peekable(),
            notation: notation.into(),
            last: None,
            rules,
            game: 0,
            bounds: ReadLimits::LOCAL,
            stop: None,
            disambiguates: false,
        }
    }

    /// Lets later moves disambiguate earlier ones.
    #[must_use]
    pub fn disambiguating(mut self) -> Self {
        self.disambiguates = S::LATER_MOVES_DISAMBIGUATE;
        self
    }

    /// Sets limits and a stop check. Games are numbered from `games_before` on.
    #[must_use]
    pub fn within(mut self, bounds: ReadLimits, stop: StopCheck<'a>, games_before: usize) -> Self {
        (self.bounds, self.stop, self.game) = (bounds, Some(stop), games_before);
        self
    }

    /// Detects the notation that reads most of the first words of the next moves.
    fn detect_notation(&self, tree: &Tree<S::Game>) -> Notation {
        let root = tree.root();
        let hint = hint(tree).filter(|hint| S::NOTATIONS.contains(hint));
        let mut depth = 0_usize;
        let mut words: Vec<&str> = Vec::new();
        for token in self.tokens.clone().take(SAMPLE * 8) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Word(word) if depth == 0 => match GameResult::from_word(word) {
                    Some(_) => break,
                    None => words.push(word),
                },
                Token::Tag(..) | Token::BadTag(_) => break,
                _ => {}
            }
            if words.len() >= SAMPLE {
                break;
            }
        }
        let mut best: Option<(usize, Notation)> = None;
        for notation in hint.into_iter().chain(self.last).chain(S::NOTATIONS.iter().copied()) {
            let (read, all) = count_read::<S>(root, &words, notation);
            if best.is_none_or(|(most, _)| read > most) {
                best = Some((read, notation));
            }
            if all {
                break;
            }
        }
        best.map_or(Notation::Uci, |(_, notation)| notation)
    }
}

/// Notation named by the header.
fn hint<G: Game>(tree: &Tree<G>) -> Option<Notation> {
    if let Some(notation) = tree.tag("Notation").and_then(Notation::named) {
        return Some(notation);
    }
    match tree.tag("Format")?.to_ascii_lowercase().as_str() {
        "iccs" => Some(Notation::Iccs),
        "wxf" => Some(Notation::Wxf),
        "chinese" => Some(Notation::Zh),
        _ => None,
    }
}

/// Number of these words that read as consecutive moves, and whether all did.
fn count_read<S: MoveText>(
    root: &<S::Game as Game>::Position,
    words: &[&str],
    notation: Notation,
) -> (usize, bool) {
    let mut here = root.clone();
    let mut gathered = WordJoiner::new(notation);
    let mut count = 0;
    for word in words {
        let Some(word) = gathered.take(word) else { continue };
        let bare = after_number(&word);
        let bare = bare.trim_end_matches(['!', '?']);
        if bare.is_empty() || SIGNS.iter().any(|(sign, _)| *sign == bare) || is_separator(bare) {
            continue;
        }
        match S::read(&here, bare, notation).or_else(|_| S::read(&here, &word, notation)) {
            Ok((mv, reveal)) => here.play(mv, reveal, &mut ()),
            Err(_) => return (count, false),
        }
        count += 1;
    }
    (count, count > 0 && gathered.is_empty())
}

/// Returns true if a word is a separator line between games.
fn is_separator(word: &str) -> bool {
    word.len() >= 3 && word.bytes().all(|byte| matches!(byte, b'=' | b'-' | b'_' | b'*'))
}

impl<S: MoveText> Iterator for PgnReader<'_, S> {
    type Item = PgnGame<S::Game>;

    fn next(&mut self) -> Option<PgnGame<S::Game>> {
        // Text below a separator line (credits) is skipped until the next header.
        let mut separated = false;
        while self
            .tokens
            .next_if(|token| match token {
                Token::Word(word) => {
                    separated |= is_separator(word) && word.starts_with("==");
                    separated || is_separator(word)
                }
                Token::Tag(..) => false,
                _ => separated,
            })
            .is_some()
        {}
        self.tokens.peek()?;
        let stopped = self.game.is_multiple_of(STRIDE) && self.stop.is_some_and(|stop| stop());
        if stopped || self.game >= self.bounds.games {
            return None;
        }
        self.game += 1;
        let mut faults = Vec::new();
        let mut tags = Vec::new();
        let mut preface = Vec::new();
        loop {
            match self.tokens.peek() {
                Some(Token::Tag(name, value)) => {
                    let (value, was_cut) = cut(value, self.bounds.tag);
                    if was_cut {
                        faults.push(PgnFault::TagCut);
                    }
                    tags.push(((*name).to_owned(), value.to_owned()));
                }
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
        let result = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        tree.ending = result.and_then(|(_, word)| GameResult::from_word(word.trim())).unwrap_or_default();
        tree.tags = tags;
        if let Some(notes) = tree.notes_mut(NodeId::ROOT) {
            for text in preface {
                let (text, was_cut) = cut(text, self.bounds.comment);
                if was_cut {
                    faults.push(PgnFault::CommentCut);
                }
                note(text, notes);
            }
        }
        let number = super::write::first_number(&tree);
        let frame = Frame {
            node: NodeId::ROOT,
            here: root,
            before: None,
            ply: 0,
            pending_comments: Vec::new(),
            failed: refused,
        };
        let notation = self.notation.unwrap_or_else(|| self.detect_notation(&tree));
        self.last = Some(notation);
        let mut moves = Movetext::<S> {
            tree,
            faults,
            frames: vec![frame],
            skipping: 0,
            number,
            notation,
            gathered: WordJoiner::new(notation),
            bounds: self.bounds,
            broken: None,
            main_line_texts: Vec::new(),
        };
        let mut taken = 0_usize;
        // The header of the next game ends this one, and so does its result.
        while let Some(token) =
            self.tokens.next_if(|token| !matches!(token, Token::Tag(..) | Token::BadTag(_)))
        {
            taken += 1;
            if taken.is_multiple_of(STRIDE) && self.stop.is_some_and(|stop| stop()) {
                moves.fault(PgnFault::Stopped);
                self.bounds.games = 0;
                break;
            }
            if moves.take(&token).is_break() {
                // Comments right after the result belong to this game.
                while let Some(token) =
                    self.tokens.next_if(|token| matches!(token, Token::Comment(_) | Token::Glyph(_)))
                {
                    let _ = moves.take(&token);
                }
                break;
            }
        }
        let may_disambiguate = self.disambiguates && !self.stop.is_some_and(|stop| stop());
        let (tree, mut faults, broken) = moves.finish(may_disambiguate);
        faults.truncate(MOST_FAULTS);
        let game = self.game;
        let broken = broken.map(|(plies, number, text, fault)| {
            let why = match fault {
                PgnFault::Move { why, .. } => why,
                fault => PgnError { game, fault }.message(),
            };
            MainLineError { plies, number, text, why }
        });
        let errors = faults.into_iter().map(|fault| PgnError { game, fault }).collect();
        Some(PgnGame { tree, errors, notation, broken })
    }
}

type Setup<G> = (<G as Game>::Position, game::RulesOf<G>);

fn setup<S: MoveText>(
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

/// State of a line being read: the main line or a variation.
struct Frame<P> {
    node: NodeId,
    here: P,
    /// The position before the last move, where a variation branches off.
    before: Option<P>,
    ply: usize,
    /// Comments before the variation's first move.
    pending_comments: Vec<String>,
    /// True after an invalid move; the rest of the line is skipped.
    failed: bool,
}

struct Movetext<S: MoveText> {
    tree: Tree<S::Game>,
    faults: Vec<PgnFault>,
    /// The main line first, never empty.
    frames: Vec<Frame<<S::Game as Game>::Position>>,
    /// Nesting depth of parentheses being skipped.
    skipping: usize,
    number: usize,
    notation: Notation,
    gathered: WordJoiner,
    bounds: ReadLimits,
    /// First fault of the main line: plies before it, move number, text, fault.
    broken: Option<(usize, usize, String, PgnFault)>,
    /// Move texts of the main line, for notations in which later moves disambiguate earlier ones.
    main_line_texts: Vec<String>,
}

type Flow = std::ops::ControlFlow<()>;

/// Game tree, faults, and the first fault of the main line.
type Finished<G> = (Tree<G>, Vec<PgnFault>, Option<(usize, usize, String, PgnFault)>);

impl<S: MoveText> Movetext<S> {
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
        let too_deep = self.frames.len() > self.bounds.depth;
        let Some(frame) = self.frame() else { return };
        let branch = frame.before.clone().map(|before| (frame.node, before, frame.ply));
        let failed = frame.failed;
        match branch {
            Some((node, before, ply)) if !failed && !too_deep => {
                let node = self.tree.parent(node).unwrap_or(NodeId::ROOT);
                let pending_comments = Vec::new();
                self.frames.push(Frame {
                    node,
                    here: before,
                    before: None,
                    ply: ply - 1,
                    pending_comments,
                    failed: false,
                });
            }
            Some(_) if too_deep && !failed => {
                self.skipping = 1;
                self.fault(PgnFault::TooDeep);
            }
            _ => {
                self.skipping = 1;
                if !failed {
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
        let (text, was_cut) = cut(text, self.bounds.comment);
        if was_cut {
            self.fault(PgnFault::CommentCut);
        }
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.failed) else { return };
        if frame.before.is_none() && in_variation {
            frame.pending_comments.extend(Some(squeeze(text)).filter(|text| !text.is_empty()));
        } else if let Some(notes) = self.tree.notes_mut(frame.node) {
            note(text, notes);
        }
    }

    fn glyph(&mut self, glyph: u8) {
        let Some(frame) = self.frames.last().filter(|frame| !frame.failed && frame.before.is_some()) else {
            return;
        };
        if let Some(notes) = self.tree.notes_mut(frame.node) {
            notes.glyphs.push(glyph);
        }
    }

    fn word(&mut self, word: &str) -> Flow {
        if let Some(ending) = GameResult::from_word(word) {
            // Inside a variation a result is ignored.
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
        let Some(word) = self.gathered.take(word) else { return Flow::Continue(()) };
        let bare = after_number(&word);
        if !bare.is_empty() && !matches!(bare, "e.p." | "ep" | "e.p") && !is_separator(bare) {
            self.play(bare, &word);
        }
        Flow::Continue(())
    }

    /// Plays a move. `bare` is the word without its move number; `word` is the whole word, in case the number is part
    /// of the move.
    fn play(&mut self, bare: &str, word: &str) {
        let notation = self.notation;
        let bounds = self.bounds;
        let full = self.tree.len_bound() >= bounds.nodes;
        let is_main = self.frames.len() == 1;
        if S::LATER_MOVES_DISAMBIGUATE && is_main && self.main_line_texts.len() < bounds.plies {
            self.main_line_texts.push(bare.trim_end_matches(['!', '?']).to_owned());
        }
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.failed) else { return };
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
        let added = played.and_then(|(mv, reveal): Played<S::Game>| {
            if full {
                return Err(PgnFault::TooLarge);
            }
            if frame.ply >= bounds.plies {
                return Err(PgnFault::TooLong);
            }
            let node = self.tree.add(frame.node, mv, reveal).map_err(|_: TreeError| PgnFault::TooLarge)?;
            let mut after = frame.here.clone();
            after.play(mv, reveal, &mut ());
            frame.before = Some(std::mem::replace(&mut frame.here, after));
            (frame.node, frame.ply) = (node, frame.ply + 1);
            if let Some(notes) = self.tree.notes_mut(node) {
                notes.before.append(&mut frame.pending_comments);
                notes.glyphs.extend(glyph);
            }
            Ok(())
        });
        if let Err(fault) = added {
            frame.failed = true;
            if is_main {
                let number = move_number(self.number, self.tree.root().turn(), frame.ply);
                self.broken = Some((frame.ply, number, text.to_owned(), fault.clone()));
            }
            self.fault(fault);
        }
    }

    fn finish(mut self, may_disambiguate: bool) -> Finished<S::Game> {
        if self.frames.len() > 1 || self.skipping > 0 {
            self.fault(PgnFault::UnclosedVariation);
        }
        if may_disambiguate && matches!(&self.broken, Some((.., PgnFault::Move { .. }))) {
            self.disambiguate();
        }
        (self.tree, self.faults, self.broken)
    }

    /// Reads the main line again as a whole, so that later moves can disambiguate earlier ones.
    fn disambiguate(&mut self) {
        // A record with variations is kept as read move by move.
        if self.tree.len() != self.tree.main_line().count() {
            return;
        }
        let line = Line::new(self.tree.root().clone(), *self.tree.rules());
        let texts: Vec<&str> = self.main_line_texts.iter().map(String::as_str).collect();
        let Ok(moves) = S::read_game(&line, &texts, self.notation) else { return };
        let mut tree = Tree::new(self.tree.root().clone(), *self.tree.rules());
        let mut new = vec![NodeId::ROOT];
        for (mv, reveal) in moves {
            let Some(Ok(node)) = new.last().map(|&last| tree.add(last, mv, reveal)) else { return };
            new.push(node);
        }
        let old = std::iter::once(NodeId::ROOT).chain(self.tree.main_line());
        for (old, new) in old.zip(new) {
            if let (Some(from), Some(to)) = (self.tree.notes(old), tree.notes_mut(new)) {
                to.clone_from(from);
            }
        }
        tree.tags = std::mem::take(&mut self.tree.tags);
        tree.ending = self.tree.ending;
        self.tree = tree;
        self.broken = None;
        self.faults.retain(|fault| !matches!(fault, PgnFault::Move { .. }));
    }
}

/// Strips the move number: `12.Nf3`, `12...Nf6`, `…Nf6`.
pub(super) fn after_number(word: &str) -> &str {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    if dots.is_empty() {
        return "";
    }
    let bare = dots.trim_start_matches(['.', '…', '．', '、', '。']);
    // Digits without a dot are part of the move: 0-0, and the ordinals of other games.
    if bare.len() == dots.len() { word } else { bare }
}

/// Move number, as on a score sheet, after `ply` plies.
pub(crate) fn move_number(first: usize, root_turn: Side, ply: usize) -> usize {
    first + (ply + root_turn.index()) / 2
}
