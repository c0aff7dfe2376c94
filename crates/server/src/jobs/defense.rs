//! Machine as the opponent in a composition: it plays the longest resistance and reports whether the goal is still reachable.

use game::{Message, Side};
use table::{
    Control, EngineResources, EngineSpec, Limits, Notation, Rulebook, SearchReport, SolveRequest, Solved,
    Study,
};

use super::line::line_view;
use crate::engine_pool;
use crate::new_game::rulebook;
use crate::wire::{DefenseView, GoalStatus, LineView};

/// Time limit of the search for a proof that the win still holds, in milliseconds. With the search for a move it is below
/// two seconds: a person waits.
const PROOF_MILLIS: u64 = 1_300;
const HASH: usize = 32;
/// Search time for a move when nothing is to be proven, in milliseconds.
const MOVE_MILLIS: u64 = 400;
/// Number of moves after which a draw counts as held.
const HOLD_MOVES: usize = 20;
/// Evaluation in centipawns from which the defending person counts as lost.
const LOST_CENTIPAWNS: i32 = 600;

/// Goal of the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefenseGoal {
    /// Win.
    Win,
    /// Draw: do not lose.
    Draw,
}

/// Position played out between a person and the machine. The machine is to move, unless the game is over.
pub struct DefensePosition {
    /// Study with all moves so far.
    pub study: Box<dyn Study>,
    /// Side of the person.
    pub person: Side,
    /// Goal of the person.
    pub goal: DefenseGoal,
    /// Known reply with the remaining moves of the win; no search is needed then.
    pub known: Option<(String, Option<u32>)>,
}

/// Returns the machine's reply and the status of the goal.
pub fn reply(mut defense: DefensePosition, control: &Control) -> Result<DefenseView, Message> {
    let position = defense.study.status();
    if let Some(outcome) = position.outcome {
        let reached = match defense.goal {
            DefenseGoal::Win => outcome.winner == Some(defense.person),
            DefenseGoal::Draw => outcome.winner != Some(!defense.person),
        };
        let status = if reached { GoalStatus::Reached } else { GoalStatus::Lost };
        return Ok(DefenseView { status, moves: reached.then_some(0), line: line_view(defense.study) });
    }
    if position.turn == defense.person {
        return Err(Message::new("defence_your_turn"));
    }
    let book = rulebook(defense.study.spec().name)?;
    let (status, moves, reply) = match (defense.known.take(), defense.goal) {
        (Some((reply, moves)), _) => (GoalStatus::Holds, moves, Some(reply)),
        (None, DefenseGoal::Win) => defend(book, &defense, control)?,
        (None, DefenseGoal::Draw) => play_for_win(book, &defense, control)?,
    };
    Ok(DefenseView { status, moves, line: play(defense.study, reply)? })
}

fn play(mut study: Box<dyn Study>, reply: Option<String>) -> Result<LineView, Message> {
    if let Some(reply) = reply {
        study.play(&reply, Notation::Uci)?;
    }
    Ok(line_view(study))
}

type Reply = (GoalStatus, Option<u32>, Option<String>);

/// The person plays for a win: replies with the longest resistance if the win is proven, else with the best move.
fn defend(book: &dyn Rulebook, defense: &DefensePosition, control: &Control) -> Result<Reply, Message> {
    let ask = SolveRequest {
        winner: Some(defense.person),
        time: Some(PROOF_MILLIS),
        hash: HASH,
        keys: false,
        ..SolveRequest::default()
    };
    let solution = book.solve(defense.study.as_ref(), &ask, control, &mut |_| {})?;
    match solution.solved {
        Solved::Win { moves, .. } => Ok((GoalStatus::Holds, Some(moves), solution.line.into_iter().next())),
        Solved::NoWin { .. } => Ok((GoalStatus::Lost, None, best(&search(book, defense, control)?))),
        Solved::Unknown { .. } => {
            let analysis = match solution.estimate {
                Some(analysis) => analysis,
                None => search(book, defense, control)?,
            };
            // Positive from the machine's view: the win is gone.
            let slipped = engine_pool::centipawns(&analysis).is_some_and(|points| points > 0);
            Ok((if slipped { GoalStatus::Lost } else { GoalStatus::Open }, None, best(&analysis)))
        }
    }
}

/// The person plays for a draw: the machine tries to win.
fn play_for_win(book: &dyn Rulebook, defense: &DefensePosition, control: &Control) -> Result<Reply, Message> {
    let analysis = search(book, defense, control)?;
    let lost = engine_pool::centipawns(&analysis).is_some_and(|points| points > LOST_CENTIPAWNS);
    let held = defense.study.ply().div_ceil(2) >= HOLD_MOVES;
    let status = match (lost, held) {
        (true, _) => GoalStatus::Lost,
        (false, true) => GoalStatus::Reached,
        (false, false) => GoalStatus::Open,
    };
    Ok((status, None, best(&analysis)))
}

fn search(
    book: &dyn Rulebook,
    defense: &DefensePosition,
    control: &Control,
) -> Result<SearchReport, Message> {
    let engine: EngineSpec = engine_pool::default_engine(book).parse()?;
    let mut engine = book.engine(&engine, EngineResources { hash: HASH, threads: 1 })?;
    engine.think(defense.study.as_ref(), &Limits::time(MOVE_MILLIS), control, &mut |_| {})
}

fn best(analysis: &SearchReport) -> Option<String> {
    analysis.lines.first().and_then(|line| line.moves.first()).cloned()
}
