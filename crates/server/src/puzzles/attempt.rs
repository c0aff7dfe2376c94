//! A puzzle tried: what the person's last move has done, and what helps.

use game::Message;
use table::{Control, Notation, SolveRequest, Study, WallClock};

use super::collection::{Collection, Puzzle, Verdict};
use crate::begin::rulebook;
use crate::study::{Aim, Duel, answer, line_view, open};
use crate::wire::{DefenceView, Ply, PuzzleGoal, Standing};

/// How long is looked for the next move of a win that has left its line.
const SECONDS: u64 = 8;

fn played(collection: &Collection, puzzle: &Puzzle, moves: &[String]) -> Result<Box<dyn Study>, Message> {
    open(collection.game, Some(puzzle.position), moves, &Default::default())
}

/// Whether these moves follow the puzzle's line.
fn follows(puzzle: &Puzzle, moves: &[String]) -> bool {
    moves.len() <= puzzle.line.len() && moves.iter().zip(&puzzle.line).all(|(mv, known)| mv == known)
}

/// What the person's last move has done, with the machine's reply.
pub fn judge(collection: &Collection, puzzle: &Puzzle, moves: &[String]) -> Result<DefenceView, Message> {
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
    let aim = if puzzle.goal == PuzzleGoal::Draw { Aim::Draw } else { Aim::Win };
    answer(Duel { study, person: puzzle.turn(), aim, known })
}

fn proven(puzzle: &Puzzle) -> Option<u32> {
    match puzzle.verdict {
        Verdict::Win(moves, _) => Some(moves),
        _ => None,
    }
}

/// A line to be found is found move by move.
fn find_line(puzzle: &Puzzle, mut study: Box<dyn Study>, moves: &[String]) -> Result<DefenceView, Message> {
    let standing = match (follows(puzzle, moves), puzzle.line.get(moves.len())) {
        (false, _) => Standing::Slipped,
        (true, None) => Standing::Reached,
        (true, Some(reply)) => {
            study.play(reply, Notation::Uci)?;
            Standing::Holds
        }
    };
    let left = puzzle.line.len().saturating_sub(moves.len()) / 2;
    let moves = (standing != Standing::Slipped).then(|| u32::try_from(left).unwrap_or(u32::MAX));
    Ok(DefenceView { standing, moves, line: line_view(study) })
}

/// The move that helps here: the line's, else the one of a new proof, else what the machine would play.
pub fn hint(collection: &Collection, puzzle: &Puzzle, moves: &[String]) -> Result<Vec<Ply>, Message> {
    let mut study = played(collection, puzzle, moves)?;
    if study.status().outcome.is_some() || study.status().turn != puzzle.turn() {
        return Err(Message::new("puzzle_hint_not_now"));
    }
    let known = follows(puzzle, moves).then(|| puzzle.line.get(moves.len())).flatten();
    let mv = match known {
        Some(mv) => Some((*mv).to_owned()),
        None => {
            let book = rulebook(collection.game)?;
            let control = Control::new(std::sync::Arc::new(WallClock::start()));
            let ask =
                SolveRequest { time: Some(SECONDS * 1000), hash: 32, keys: false, ..SolveRequest::default() };
            let solution = book.solve(study.as_ref(), &ask, &control, &mut |_| {})?;
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

/// The line of the solution.
pub fn solution(collection: &Collection, puzzle: &Puzzle) -> Result<Vec<Ply>, Message> {
    let line: Vec<String> = puzzle.line.iter().map(|mv| (*mv).to_owned()).collect();
    let study = played(collection, puzzle, &line)?;
    Ok(study.plies(0).into_iter().map(Ply::of).collect())
}
