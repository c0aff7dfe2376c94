//! The machine as the other side of a composition: it holds out as long as it can, and knows when the aim is lost.

use std::sync::Arc;

use game::{Message, Side};
use table::{
    Control, EngineResources, EngineSpec, Limits, Notation, Rulebook, SearchReport, SolveRequest, Solved,
    Study, WallClock,
};

use super::line::line_view;
use crate::begin::rulebook;
use crate::think;
use crate::wire::{DefenceView, LineView, Standing};

/// How long is looked for the proof that a win is still there.
const SECONDS: u64 = 8;
const HASH: usize = 32;
/// How long the machine thinks about a move where nothing is to be proven.
const MILLIS: u64 = 500;
/// Who holds a draw for so many moves has held it.
const HELD_FOR: usize = 20;
/// Who is worse by this much, in centipawns of a soldier, holds nothing any more.
const LOST: i32 = 600;

/// What the person is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
}

/// A position played out. The machine is to move, unless the game is over.
pub struct Duel {
    /// The study with all moves so far.
    pub study: Box<dyn Study>,
    /// The person's side.
    pub person: Side,
    /// What the person is after.
    pub aim: Aim,
    /// A reply that is known already, with the moves the win then takes: nothing needs to be looked for.
    pub known: Option<(String, Option<u32>)>,
}

/// The machine's reply, and what has become of the aim.
pub fn answer(mut duel: Duel) -> Result<DefenceView, Message> {
    let status = duel.study.status();
    if let Some(outcome) = status.outcome {
        let reached = match duel.aim {
            Aim::Win => outcome.winner == Some(duel.person),
            Aim::Draw => outcome.winner != Some(!duel.person),
        };
        let standing = if reached { Standing::Reached } else { Standing::Slipped };
        return Ok(DefenceView { standing, moves: reached.then_some(0), line: line_view(duel.study) });
    }
    if status.turn == duel.person {
        return Err(Message::new("defence_your_turn"));
    }
    let book = rulebook(duel.study.spec().name)?;
    let (standing, moves, reply) = match (duel.known.take(), duel.aim) {
        (Some((reply, moves)), _) => (Standing::Holds, moves, Some(reply)),
        (None, Aim::Win) => defend(book, &duel)?,
        (None, Aim::Draw) => press(book, &duel)?,
    };
    Ok(DefenceView { standing, moves, line: play(duel.study, reply)? })
}

fn play(mut study: Box<dyn Study>, reply: Option<String>) -> Result<LineView, Message> {
    if let Some(reply) = reply {
        study.play(&reply, Notation::Uci)?;
    }
    Ok(line_view(study))
}

type Reply = (Standing, Option<u32>, Option<String>);

/// The person is to win: the longest resistance if that is proven, else the best move there is.
fn defend(book: &dyn Rulebook, duel: &Duel) -> Result<Reply, Message> {
    let control = Control::new(Arc::new(WallClock::start()));
    let ask = SolveRequest {
        winner: Some(duel.person),
        time: Some(SECONDS * 1000),
        hash: HASH,
        keys: false,
        ..SolveRequest::default()
    };
    let solution = book.solve(duel.study.as_ref(), &ask, &control, &mut |_| {})?;
    match solution.solved {
        Solved::Win { moves, .. } => Ok((Standing::Holds, Some(moves), solution.line.into_iter().next())),
        Solved::NoWin { .. } => Ok((Standing::Slipped, None, best(&think(book, duel)?))),
        Solved::Unknown { .. } => {
            let analysis = match solution.estimate {
                Some(analysis) => analysis,
                None => think(book, duel)?,
            };
            // From the machine's view: it is better, so nothing is won any more.
            let slipped = think::points(&analysis).is_some_and(|points| points > 0);
            Ok((if slipped { Standing::Slipped } else { Standing::Open }, None, best(&analysis)))
        }
    }
}

/// The person is to hold: the machine tries to win.
fn press(book: &dyn Rulebook, duel: &Duel) -> Result<Reply, Message> {
    let analysis = think(book, duel)?;
    let lost = think::points(&analysis).is_some_and(|points| points > LOST);
    let held = duel.study.ply().div_ceil(2) >= HELD_FOR;
    let standing = match (lost, held) {
        (true, _) => Standing::Slipped,
        (false, true) => Standing::Reached,
        (false, false) => Standing::Open,
    };
    Ok((standing, None, best(&analysis)))
}

fn think(book: &dyn Rulebook, duel: &Duel) -> Result<SearchReport, Message> {
    let engine: EngineSpec = think::default_engine(book).parse()?;
    let mut engine = book.engine(&engine, EngineResources { hash: HASH, threads: 1 })?;
    let control = Control::new(Arc::new(WallClock::start()));
    engine.think(duel.study.as_ref(), &Limits::time(MILLIS), &control, &mut |_| {})
}

fn best(analysis: &SearchReport) -> Option<String> {
    analysis.lines.first().and_then(|line| line.moves.first()).cloned()
}
