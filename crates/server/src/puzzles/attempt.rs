//! Puzzle attempts: judges the last move, and gives hints.

use game::Message;
use table::{Control, Notation, SolveRequest, Study};

use super::collection::{Collection, Puzzle, PuzzleVerdict};
use crate::jobs::{DefenseGoal, DefensePosition, line_view, open, reply};
use crate::new_game::rulebook;
use crate::wire::{DefenseView, GoalStatus, Ply, PuzzleGoal};

/// Time limit of the search for the next winning move off the stored line, in seconds.
const HINT_SECONDS: u64 = 2;

fn played(collection: &Collection, puzzle: &Puzzle, moves: &[String]) -> Result<Box<dyn Study>, Message> {
    open(collection.game, Some(puzzle.position), moves, &Default::default())
}

/// Returns true if these moves follow the puzzle's line.
fn follows(puzzle: &Puzzle, moves: &[String]) -> bool {
    moves.len() <= puzzle.line.len() && moves.iter().zip(&puzzle.line).all(|(mv, known)| mv == known)
}

/// Judges the player's last move and returns the reply.
pub fn judge(
    collection: &Collection,
    puzzle: &Puzzle,
    moves: &[String],
    control: &Control,
) -> Result<DefenseView, Message> {
    let study = played(collection, puzzle, moves)?;
    let over = study.status().outcome.is_some();
    if moves.is_empty() || (!over && study.status().turn == puzzle.turn()) {
        return Err(Message::new("defence_your_turn"));
    }
    if puzzle.goal == PuzzleGoal::Line && !over {
        return find_line(puzzle, study, moves);
    }
    let known = follows(puzzle, moves).then(|| puzzle.line.get(moves.len())).flatten();
    let known = known.zip(proven(puzzle)).map(|(reply, all)| {
        let made = u32::try_from(moves.len().div_ceil(2)).unwrap_or(u32::MAX);
        ((*reply).to_owned(), Some(all.saturating_sub(made)))
    });
    let goal = if puzzle.goal == PuzzleGoal::Draw { DefenseGoal::Draw } else { DefenseGoal::Win };
    reply(DefensePosition { study, person: puzzle.turn(), goal, known }, control)
}

fn proven(puzzle: &Puzzle) -> Option<u32> {
    match puzzle.verdict {
        PuzzleVerdict::Win(moves, _) => Some(moves),
        _ => None,
    }
}

/// Judges an attempt at a puzzle whose goal is the stored line.
fn find_line(puzzle: &Puzzle, mut study: Box<dyn Study>, moves: &[String]) -> Result<DefenseView, Message> {
    let status = match (follows(puzzle, moves), puzzle.line.get(moves.len())) {
        (false, _) => GoalStatus::Lost,
        (true, None) => GoalStatus::Reached,
        (true, Some(reply)) => {
            study.play(reply, Notation::Uci)?;
            GoalStatus::Holds
        }
    };
    let left = puzzle.line.len().saturating_sub(moves.len()) / 2;
    let moves = (status != GoalStatus::Lost).then(|| u32::try_from(left).unwrap_or(u32::MAX));
    Ok(DefenseView { status, moves, line: line_view(study) })
}

/// Hint for the next move: from the stored line, else from a new proof, else the engine's choice.
pub fn hint(
    collection: &Collection,
    puzzle: &Puzzle,
    moves: &[String],
    control: &Control,
) -> Result<Vec<Ply>, Message> {
    let mut study = played(collection, puzzle, moves)?;
    if study.status().outcome.is_some() || study.status().turn != puzzle.turn() {
        return Err(Message::new("puzzle_hint_not_now"));
    }
    let known = follows(puzzle, moves).then(|| puzzle.line.get(moves.len())).flatten();
    let mv = match known {
        Some(mv) => Some((*mv).to_owned()),
        None => {
            let book = rulebook(collection.game)?;
            let ask = SolveRequest {
                time: Some(HINT_SECONDS * 1000),
                hash: 32,
                keys: false,
                ..SolveRequest::default()
            };
            let solution = book.solve(study.as_ref(), &ask, control, &mut |_| {})?;
            let expected = solution.estimate.and_then(|analysis| analysis.lines.into_iter().next());
            solution.line.into_iter().next().or_else(|| expected?.moves.into_iter().next())
        }
    };
    let before = study.ply();
    if let Some(mv) = mv {
        study.play(&mv, Notation::Uci)?;
    }
    Ok(study.plies(before).into_iter().map(Ply::of).collect())
}

/// Line of the solution.
pub fn solution(collection: &Collection, puzzle: &Puzzle) -> Result<Vec<Ply>, Message> {
    let line: Vec<String> = puzzle.line.iter().map(|mv| (*mv).to_owned()).collect();
    let study = played(collection, puzzle, &line)?;
    Ok(study.plies(0).into_iter().map(Ply::of).collect())
}
