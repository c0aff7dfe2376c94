//! Size of a search tree, estimated before the search.

use game::{Line, MoveList, Position, Random, RevealList};

use crate::engines::EngineSpec;

/// Random descents of an estimate.
const DESCENTS: u32 = 200;
/// Share of the whole tree's logarithm that alpha-beta visits: without and with move ordering. Measured from the start of
/// xiangqi at depths 3 to 6 (docs/BENCHMARKS.md), rounded up.
const UNORDERED: f64 = 0.82;
const ORDERED: f64 = 0.67;
/// The same with chance nodes, whose outcomes need exact values: hardly anything is cut (13,880,760 of 13,929,590 positions
/// from the start of jieqi to depth 3).
const WITH_CHANCE: f64 = 1.0;

/// Larger estimates are not told apart: nobody will run them.
const LARGEST: f64 = 1e15;

/// Estimated size of the whole game tree to a depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeEstimate {
    /// Positions below the root.
    pub nodes: f64,
    /// True if a move in it has several chance outcomes.
    pub has_chance: bool,
}

/// Estimates the number of positions below the last one of a line, by random descents that multiply the number of moves
/// (Knuth 1975).
pub(crate) fn estimate_tree<P: Position>(line: &Line<P>, depth: u32) -> TreeEstimate {
    let mut random = Random::new(25);
    let mut sum = 0.0;
    let mut has_chance = false;
    for _ in 0..DESCENTS {
        let mut walk = line.clone();
        let mut weight = 1.0;
        for _ in 0..depth {
            // The root is searched even if the game is over by the path.
            if walk.ply() > line.ply() && walk.outcome().is_some() {
                break;
            }
            let mut branches = Vec::new();
            let mut moves = MoveList::new();
            walk.here().legal_moves(&mut moves);
            for &mv in &moves {
                let mut outcomes = RevealList::new();
                walk.here().chance_outcomes(mv, &mut outcomes);
                has_chance |= outcomes.iter().count() > 1;
                branches.extend(outcomes.iter().map(|(reveal, _)| (mv, reveal)));
            }
            let Some(&(mv, reveal)) = random.pick(&branches) else { break };
            weight *= branches.len() as f64;
            sum += weight;
            walk.push(mv, reveal);
        }
    }
    TreeEstimate { nodes: sum / f64::from(DESCENTS), has_chance }
}

/// Estimated node count of an engine on a tree of this size; `None` for an engine whose work does not depend on it.
pub fn estimate_nodes(spec: &EngineSpec, tree: TreeEstimate) -> Option<u64> {
    let on = |name: &str| spec.get(name) != Some("off");
    let share = match spec.name.as_str() {
        "minimax" => 1.0,
        "alphabeta" if tree.has_chance => WITH_CHANCE,
        "alphabeta" if on("ordering") => ORDERED,
        "alphabeta" => UNORDERED,
        _ => return None,
    };
    Some(libm::pow(tree.nodes.max(1.0), share).min(LARGEST) as u64)
}
