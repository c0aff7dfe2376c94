//! Study: a position or a line to show, extend, judge and count. No opponent, no clock.

use game::{
    Game, GameSpec, Line, Message, Move, MoveList, MoveOf, Notation, Outcome, Picture, Position, RevealOf,
    Side, ToMessage,
};
use record::{GameError, GameResult, MoveText, NodeId, Tree};

use crate::erased::explain::{RepetitionReport, repetition_report};
use crate::erased::identity::position_id;
use crate::play::event::{Millis, PlyTime};
use crate::play::view::{PlyView, ply_views};

/// Status of the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Side to move, or that would be to move had the game not ended.
    pub turn: Side,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Square of a general or king in check.
    pub check: Option<usize>,
    /// Squares of the line that won the game.
    pub line: Vec<usize>,
    /// Draw the side to move may claim.
    pub claim: Option<Outcome>,
    /// Number of legal moves.
    pub legal: usize,
}

/// End of a game before its last written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EarlyEnd {
    /// Number of plies played before the end.
    pub ply: usize,
    /// Outcome.
    pub outcome: Outcome,
}

/// Line of play of any game.
pub trait Study: Send {
    /// Name, board size and options of the game.
    fn spec(&self) -> &'static GameSpec;

    /// Warnings about the initial position.
    fn warnings(&self) -> &[Message];

    /// The typed line, for an engine of the same game.
    fn line(&self) -> &dyn std::any::Any;

    /// Number of plies played.
    fn ply(&self) -> usize;

    /// Copy of the line up to a ply, or of all of it if it is shorter.
    fn until(&self, ply: usize) -> Box<dyn Study>;

    /// Side to move at the start of the line.
    fn first_turn(&self) -> Side;

    /// Status of the current position.
    fn status(&self) -> Status;

    /// First end of the game along the line, if moves were played beyond it.
    fn ended_before(&self) -> Option<EarlyEnd>;

    /// Legal moves without reveals, in square order.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;

    /// Plays one move. An error changes nothing.
    fn play(&mut self, text: &str, notation: Notation) -> Result<(), Message>;

    /// Plays a sequence of moves, where later moves may disambiguate earlier ones. Returns the number of moves; an
    /// error changes nothing.
    fn play_game(&mut self, texts: &[&str], notation: Notation) -> Result<usize, GameError>;

    /// Detects the notation of a whole record: the one that parses as a legal game.
    fn detect(&self, texts: &[&str]) -> Result<Notation, Message>;

    /// Chance outcomes of a move: each as a move text with its reveal, and its weight (the number of hidden pieces
    /// that give it). Empty for a deterministic move.
    fn reveals(&self, mv: &str) -> Vec<(String, u32)>;

    /// Takes the last move back; false if there is none.
    fn pop(&mut self) -> bool;

    /// All moves so far, in a notation of the game.
    fn moves(&self, notation: Notation) -> Vec<String>;

    /// Plies from an index on, each with the position after it.
    fn plies(&self, from: usize) -> Vec<PlyView>;

    /// Line as PGN with this header; a non-empty comment follows its move, and the times of a ply become `%clk` and
    /// `%emt`.
    fn pgn(
        &self,
        tags: &[(String, String)],
        comments: &[String],
        times: &[PlyTime],
        outcome: Option<Outcome>,
        notation: Notation,
    ) -> String;

    /// Position in a dialect of the game.
    fn position(&self, dialect: &str) -> String;

    /// Stable identifier of the position.
    fn position_id(&self) -> String;

    /// Board for display.
    fn picture(&self) -> Picture;

    /// Origin and target of the last move.
    fn last_move(&self) -> Option<(usize, usize)>;

    /// Name of a square.
    fn square_name(&self, square: usize) -> String;

    /// Repetition report, if the position has occurred before.
    fn repetition(&self, notation: Notation) -> Option<RepetitionReport>;

    /// Number of move sequences of this length.
    fn perft(&self, depth: u32) -> u64;

    /// Perft split by first move, in coordinates.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

type PositionOf<S> = <<S as MoveText>::Game as Game>::Position;

/// Study of a game with a move notation.
pub(crate) struct TypedStudy<S: MoveText> {
    line: Line<PositionOf<S>>,
    warnings: Vec<Message>,
}

impl<S: MoveText> TypedStudy<S> {
    pub(crate) fn new(line: Line<PositionOf<S>>, warnings: Vec<Message>) -> Self {
        TypedStudy { line, warnings }
    }
}

/// Every move of a line, written in the position it was played in; `--` for a turn given away.
pub(crate) fn write_moves<S: MoveText>(line: &Line<PositionOf<S>>, notation: Notation) -> Vec<String> {
    let write = |(ply, step): (usize, &game::Step<PositionOf<S>>)| match (step.mv, step.reveal) {
        (Some(mv), Some(reveal)) => S::write(line.at(ply), mv, reveal, supported_or_uci::<S>(notation)),
        _ => "--".to_owned(),
    };
    line.steps().iter().enumerate().map(write).collect()
}

/// Legal moves without reveals, in square order.
pub(crate) fn write_legal<S: MoveText>(here: &PositionOf<S>, notation: Notation) -> Vec<String> {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.raw()));
    moves.iter().map(|&mv| S::write(here, mv, here.unrevealed(mv), supported_or_uci::<S>(notation))).collect()
}

/// Origin and target of the last move of a line.
pub(crate) fn last_move<P: Position>(line: &Line<P>) -> Option<(usize, usize)> {
    line.steps().last()?.mv.map(|mv| (mv.from(), mv.to()))
}

/// This notation if the game supports it, else coordinates: `MoveText::write` requires a supported one.
pub(crate) fn supported_or_uci<S: MoveText>(notation: Notation) -> Notation {
    if S::NOTATIONS.contains(&notation) { notation } else { Notation::Uci }
}

/// This notation if the game supports it, else an error that names those it does.
fn require_supported<S: MoveText>(notation: Notation) -> Result<Notation, Message> {
    if S::NOTATIONS.contains(&notation) {
        return Ok(notation);
    }
    let names: Vec<&str> = S::NOTATIONS.iter().map(|known| known.name()).collect();
    Err(Message::new("notation_unknown")
        .text("notation", notation.name())
        .word("game", format!("game_{}", S::Game::spec().name))
        .text("known", names.join(", ")))
}

impl<S: MoveText> Study for TypedStudy<S> {
    fn spec(&self) -> &'static GameSpec {
        S::Game::spec()
    }

    fn warnings(&self) -> &[Message] {
        &self.warnings
    }

    fn line(&self) -> &dyn std::any::Any {
        &self.line
    }

    fn ply(&self) -> usize {
        self.line.ply()
    }

    fn until(&self, ply: usize) -> Box<dyn Study> {
        let mut line = self.line.clone();
        while line.ply() > ply && line.pop() {}
        Box::new(TypedStudy::<S>::new(line, self.warnings.clone()))
    }

    fn first_turn(&self) -> Side {
        self.line.root().turn()
    }

    fn status(&self) -> Status {
        let here = self.line.here();
        let outcome = self.line.outcome();
        let picture = S::Game::picture(here);
        Status {
            turn: here.turn(),
            outcome,
            check: picture.check,
            line: picture.line_on(S::Game::spec().files),
            claim: if outcome.is_none() { Position::claimable_draw(&self.line) } else { None },
            legal: here.count_legal(),
        }
    }

    fn ended_before(&self) -> Option<EarlyEnd> {
        let mut line = Line::new(self.line.root().clone(), *self.line.rules());
        for step in self.line.steps() {
            if let Some(outcome) = line.outcome() {
                return Some(EarlyEnd { ply: line.ply(), outcome });
            }
            if let (Some(mv), Some(reveal)) = (step.mv, step.reveal) {
                line.push(mv, reveal);
            }
        }
        None
    }

    fn legal_moves(&self, notation: Notation) -> Vec<String> {
        write_legal::<S>(self.line.here(), notation)
    }

    fn play(&mut self, text: &str, notation: Notation) -> Result<(), Message> {
        let (mv, reveal): (MoveOf<S::Game>, RevealOf<S::Game>) =
            S::read(self.line.here(), text, require_supported::<S>(notation)?)?;
        self.line.push(mv, reveal);
        Ok(())
    }

    fn play_game(&mut self, texts: &[&str], notation: Notation) -> Result<usize, GameError> {
        let notation = require_supported::<S>(notation).map_err(|message| GameError {
            index: 0,
            text: texts.first().map_or_else(String::new, |text| (*text).to_owned()),
            message,
        })?;
        let moves = S::read_game(&self.line, texts, notation)?;
        for &(mv, reveal) in &moves {
            self.line.push(mv, reveal);
        }
        Ok(moves.len())
    }

    fn detect(&self, texts: &[&str]) -> Result<Notation, Message> {
        record::detect::<S>(&self.line, texts).map_err(|error| error.message())
    }

    fn pop(&mut self) -> bool {
        self.line.pop()
    }

    fn moves(&self, notation: Notation) -> Vec<String> {
        write_moves::<S>(&self.line, notation)
    }

    fn plies(&self, from: usize) -> Vec<PlyView> {
        ply_views::<S>(&self.line, from)
    }

    fn pgn(
        &self,
        tags: &[(String, String)],
        comments: &[String],
        times: &[PlyTime],
        outcome: Option<Outcome>,
        notation: Notation,
    ) -> String {
        let mut tree = Tree::<S::Game>::new(self.line.root().clone(), *self.line.rules());
        tree.tags = tags.to_vec();
        tree.ending = match outcome.map(|outcome| outcome.winner) {
            None => GameResult::Unknown,
            Some(None) => GameResult::Drawn,
            Some(Some(side)) => GameResult::Won(side),
        };
        let mut at = NodeId::ROOT;
        for (ply, step) in self.line.steps().iter().enumerate() {
            // A record can hold neither a turn given away nor more moves than a tree: it ends before.
            let (Some(mv), Some(reveal)) = (step.mv, step.reveal) else { break };
            let Ok(next) = tree.add(at, mv, reveal) else { break };
            if let (Some(text), Some(notes)) = (comments.get(ply), tree.notes_mut(next)) {
                notes.after.extend(Some(text).filter(|text| !text.is_empty()).cloned());
            }
            if let (Some(time), Some(notes)) = (times.get(ply), tree.notes_mut(next)) {
                let millis = |time: Option<Millis>| time.and_then(|time| u64::try_from(time).ok());
                notes.clock = millis(time.left);
                let elapsed = millis(time.computed.or(time.spent));
                notes.marks.extend(elapsed.map(|time| format!("emt {}", record::write_clock(time))));
            }
            at = next;
        }
        record::write_pgn::<S>(&tree, supported_or_uci::<S>(notation))
    }

    fn position(&self, dialect: &str) -> String {
        S::Game::write_position(self.line.here(), dialect)
    }

    fn position_id(&self) -> String {
        position_id(self.spec().name, &self.position(self.spec().dialects.first().unwrap_or(&"")))
    }

    fn picture(&self) -> Picture {
        S::Game::picture(self.line.here())
    }

    fn last_move(&self) -> Option<(usize, usize)> {
        last_move(&self.line)
    }

    fn reveals(&self, mv: &str) -> Vec<(String, u32)> {
        let here = self.line.here();
        let Ok((mv, _)) = S::Game::read_move(here, mv) else { return Vec::new() };
        if !here.is_chance_move(mv) {
            return Vec::new();
        }
        let mut reveals = game::RevealList::new();
        here.chance_outcomes(mv, &mut reveals);
        reveals.iter().map(|(reveal, weight)| (S::Game::write_move(here, mv, reveal), weight)).collect()
    }

    fn square_name(&self, square: usize) -> String {
        S::Game::square_name(square)
    }

    fn repetition(&self, notation: Notation) -> Option<RepetitionReport> {
        repetition_report::<S>(&self.line, notation)
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(self.line.here(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let here = self.line.here();
        let write =
            |(mv, nodes): (MoveOf<S::Game>, u64)| (S::Game::write_move(here, mv, here.unrevealed(mv)), nodes);
        game::divide(here, depth).into_iter().map(write).collect()
    }
}
