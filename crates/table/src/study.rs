//! A position or a line opened for work: shown, played on, judged, counted. No opponent, no clock.

use game::{
    Game, GameSpec, Line, Message, Move, MoveList, MoveOf, Notation, Outcome, Picture, Position, RevealOf,
    Side, ToMessage,
};
use record::{GameError, GameResult, MoveText, NodeId, Tree};

use crate::explain::{RepetitionReport, repetition_report};
use crate::identity::position_id;
use crate::view::{PlyView, show_plies};

/// How things stand on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Whose move it is (or would be, had the game not ended).
    pub turn: Side,
    /// The end of the game, if it has come.
    pub outcome: Option<Outcome>,
    /// The square of a general or king in check.
    pub check: Option<usize>,
    /// The draw the side to move may claim.
    pub claim: Option<Outcome>,
    /// How many legal moves there are.
    pub legal: usize,
}

/// A game that had ended before its last written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EarlyEnd {
    /// After how many plies.
    pub ply: usize,
    /// How.
    pub outcome: Outcome,
}

/// A line of play on the desk, whatever the game.
pub trait Study: Send {
    /// Name, size, options of the game.
    fn spec(&self) -> &'static GameSpec;

    /// What is unusual about the position it was opened with.
    fn warnings(&self) -> &[Message];

    /// The line itself, for a mind of the same game.
    fn line(&self) -> &dyn std::any::Any;

    /// How many plies were played.
    fn ply(&self) -> usize;

    /// The same line up to a ply; all of it where it is not that long.
    fn until(&self, ply: usize) -> Box<dyn Study>;

    /// Whose move it was when the line began.
    fn first_turn(&self) -> Side;

    /// How things stand.
    fn status(&self) -> Status;

    /// The first end of the game on the way, when moves were played beyond it.
    fn ended_before(&self) -> Option<EarlyEnd>;

    /// Every legal move, turn-ups unrevealed, in the order of the squares.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;

    /// Plays one move. On an error nothing has changed.
    fn play(&mut self, text: &str, notation: Notation) -> Result<(), Message>;

    /// Plays a whole game on, where later moves may settle what earlier ones left open. On an error nothing has
    /// changed; else the number of moves played.
    fn play_game(&mut self, texts: &[&str], notation: Notation) -> Result<usize, GameError>;

    /// The notation a whole record is written in, told by what reads as a legal game.
    fn detect(&self, texts: &[&str]) -> Result<Notation, Message>;

    /// The reveals a move may meet where something turns up, each told behind the squares, with how many of the hidden pieces
    /// bring it. Empty where nothing is left to chance.
    fn reveals(&self, mv: &str) -> Vec<(String, u32)>;

    /// Takes the last move back; `false` where there is none.
    fn pop(&mut self) -> bool;

    /// All moves so far, written in a notation of the game.
    fn moves(&self, notation: Notation) -> Vec<String>;

    /// The plies from an index on, each with the position behind it.
    fn plies(&self, from: usize) -> Vec<PlyView>;

    /// The line as a record in PGN: this header, and behind each move its comment, where there is one.
    fn pgn(
        &self,
        tags: &[(String, String)],
        comments: &[String],
        outcome: Option<Outcome>,
        notation: Notation,
    ) -> String;

    /// The position in a dialect of the game.
    fn position(&self, dialect: &str) -> String;

    /// The frozen name of the position.
    fn position_id(&self) -> String;

    /// The board to look at.
    fn picture(&self) -> Picture;

    /// From and to of the last move.
    fn last_move(&self) -> Option<(usize, usize)>;

    /// The name of a square.
    fn square_name(&self, square: usize) -> String;

    /// The arbiter's file, once the position has stood on the board before.
    fn repetition(&self, notation: Notation) -> Option<RepetitionReport>;

    /// The number of move sequences of this length.
    fn perft(&self, depth: u32) -> u64;

    /// The same, split by first move in coordinates.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

type PositionOf<S> = <<S as MoveText>::Game as Game>::Position;

/// The study of any game that has a script.
pub(crate) struct TypedStudy<S: MoveText> {
    line: Line<PositionOf<S>>,
    warnings: Vec<Message>,
}

impl<S: MoveText> TypedStudy<S> {
    pub(crate) fn new(line: Line<PositionOf<S>>, warnings: Vec<Message>) -> Self {
        TypedStudy { line, warnings }
    }
}

/// Every move of a line, each as it was written where it was played; a turn given away is `--`.
pub(crate) fn write_moves<S: MoveText>(line: &Line<PositionOf<S>>, notation: Notation) -> Vec<String> {
    let write = |(ply, step): (usize, &game::Step<PositionOf<S>>)| match (step.mv, step.reveal) {
        (Some(mv), Some(reveal)) => S::write(line.at(ply), mv, reveal, known::<S>(notation)),
        _ => "--".to_owned(),
    };
    line.steps().iter().enumerate().map(write).collect()
}

/// Every legal move here, turn-ups unrevealed, in the order of the squares.
pub(crate) fn write_legal<S: MoveText>(here: &PositionOf<S>, notation: Notation) -> Vec<String> {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.raw()));
    moves.iter().map(|&mv| S::write(here, mv, here.unrevealed(mv), known::<S>(notation))).collect()
}

/// From and to of the last move of a line.
pub(crate) fn last_move<P: Position>(line: &Line<P>) -> Option<(usize, usize)> {
    line.steps().last()?.mv.map(|mv| (mv.from(), mv.to()))
}

/// The notation itself where the game knows it, else its coordinates: `MoveText::write` asks for one it knows.
pub(crate) fn known<S: MoveText>(notation: Notation) -> Notation {
    if S::NOTATIONS.contains(&notation) { notation } else { Notation::Uci }
}

/// A notation the game can be read in, else a message that names those it can.
fn readable<S: MoveText>(notation: Notation) -> Result<Notation, Message> {
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
        Status {
            turn: here.turn(),
            outcome,
            check: S::Game::picture(here).check,
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
            S::read(self.line.here(), text, readable::<S>(notation)?)?;
        self.line.push(mv, reveal);
        Ok(())
    }

    fn play_game(&mut self, texts: &[&str], notation: Notation) -> Result<usize, GameError> {
        let notation = readable::<S>(notation).map_err(|message| GameError {
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
        show_plies::<S>(&self.line, from)
    }

    fn pgn(
        &self,
        tags: &[(String, String)],
        comments: &[String],
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
            // A record knows no turn given away, and no line longer than a tree: it ends before.
            let (Some(mv), Some(reveal)) = (step.mv, step.reveal) else { break };
            let Ok(next) = tree.add(at, mv, reveal) else { break };
            if let (Some(text), Some(notes)) = (comments.get(ply), tree.notes_mut(next)) {
                notes.after.extend(Some(text).filter(|text| !text.is_empty()).cloned());
            }
            at = next;
        }
        record::write_pgn::<S>(&tree, known::<S>(notation))
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
