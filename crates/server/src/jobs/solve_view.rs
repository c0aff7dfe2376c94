//! Conversion of solver results to views.

use table::{Notation, ProofProgress, ProofTree, Solution, Solved, Study};

use super::line::{plies_of, ply_of};
use crate::engine_pool;
use crate::wire::{
    Estimate, MatchOutcome, MessageOut, Ply, ProofBranch, ProofNodeView, SolveAnswer, SolveProgress,
    SolveResult,
};

/// Maximum number of moves shown of an estimate.
const MAX_EXPECTED: usize = 12;

/// ProofProgress of a solver.
pub fn progress(progress: &ProofProgress) -> SolveProgress {
    SolveProgress {
        refuted: progress.refuted,
        won: progress.won,
        depth: progress.depth,
        width: progress.width,
        proof: progress.proof_numbers.map(|(proof, _)| proof),
        disproof: progress.proof_numbers.map(|(_, disproof)| disproof),
        nodes: progress.nodes,
        ms: progress.micros / 1000,
    }
}

/// Answer of a solver; the study stands at the solved position.
pub fn answer(solution: &Solution, study: &mut dyn Study) -> SolveAnswer {
    let (result, moves, at_least) = match solution.solved {
        Solved::Win { moves, at_least } => (SolveResult::Win, Some(moves), Some(at_least)),
        Solved::NoWin { within } => (SolveResult::NoWin, within, None),
        Solved::Unknown { refuted } => (SolveResult::Unknown, None, Some(refuted + 1)),
    };
    let turn = study.status().turn;
    let estimate =
        solution.estimate.as_ref().and_then(|analysis| analysis.lines.first()).map(|line| Estimate {
            score: engine_pool::score(line, turn),
            line: plies_of(study, line.moves.get(..MAX_EXPECTED).unwrap_or(&line.moves)),
        });
    SolveAnswer {
        result,
        moves,
        at_least,
        message: MessageOut::from(&solution.message(study.spec())),
        keys: solution.keys.iter().filter_map(|key| ply_of(study, key)).collect(),
        all_keys: solution.all_keys,
        line: plies_of(study, &solution.line),
        verified: solution.verified,
        by_rule: solution.by_rule,
        tree: solution.tree.is_some(),
        nodes: solution.nodes,
        ms: solution.micros / 1000,
        estimate,
    }
}

/// Node of a proof tree; the study stands at it. `None` if the moves left the proof.
pub fn proof_node(tree: &mut dyn ProofTree, study: &mut dyn Study, path: &[String]) -> Option<ProofNodeView> {
    let outcome = study.status().outcome;
    let shown: Vec<Ply> = study.plies(0).into_iter().map(Ply::of).collect();
    let turn = study.status().turn;
    if outcome.is_some() {
        let outcome = outcome.map(|outcome| MatchOutcome::of(&outcome, study.spec()));
        return Some(ProofNodeView {
            path: shown,
            turn: turn.into(),
            moves: 0,
            branches: Vec::new(),
            outcome,
        });
    }
    let here = tree.branches(path)?;
    let mut branches = Vec::with_capacity(here.branches.len());
    for (mv, moves) in here.branches {
        let Some(ply) = ply_of(study, &mv) else { continue };
        let mut further = path.to_vec();
        further.push(mv.clone());
        let answers = tree.branches(&further).map(|proof_node| proof_node.branches).unwrap_or_default();
        let answer = answers.into_iter().next().and_then(|(answer, _)| {
            study.play(&mv, Notation::Uci).ok()?;
            let ply = ply_of(study, &answer);
            study.pop();
            ply
        });
        branches.push(ProofBranch { ply, moves, answer });
    }
    Some(ProofNodeView { path: shown, turn: here.turn.into(), moves: here.moves, branches, outcome: None })
}
