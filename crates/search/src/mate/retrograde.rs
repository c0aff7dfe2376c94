//! Small endings solved by retrograde analysis: every reachable position (two million at most) is enumerated once, and
//! the game is solved backwards from its ends. The result is exact: who wins, and in how few moves.
//!
//! Repetition is ignored. A win does not need it, because each move of the winner brings the end nearer. A draw may
//! need it: where the defender holds only by checks without captures, which the perpetual-check rule may forbid, no
//! draw is claimed.

use game::{KeyMap, MoveList, Side, SmallEnding, Tactics};

use super::context::{Budget, after, is_won_by, legal_moves};
use super::graph::{AndOrGraph, Kind};

/// Maximum number of positions, mirror images counted once. A position takes about a hundred bytes with its moves.
const MAX_POSITIONS: u64 = 2_000_000;
/// The win cannot be forced.
const NOT_WON: u8 = u8::MAX;

/// A solved ending: all reachable positions with their distance to the win.
pub(super) struct SolvedEnding<P: Tactics> {
    codec: SmallEnding<P>,
    index: KeyMap<u32>,
    packed: Vec<u128>,
    /// Number of the winner's moves to the end, or [`NOT_WON`].
    moves: Vec<u8>,
    winner: Side,
    /// True unless the defender holds the root without checks that the perpetual-check rule could forbid.
    pub may_be_won_by_rule: bool,
}

impl<P: Tactics> SolvedEnding<P> {
    /// Returns true if there are few enough pieces to enumerate all reachable positions.
    pub fn is_small(here: &P) -> bool {
        P::SMALL_ENDING
            .and_then(|codec| (codec.state_count)(here))
            .is_some_and(|count| count <= MAX_POSITIONS)
    }

    /// Solves the ending of a position; `None` where it is too large or the budget is exhausted.
    pub fn solve(root: &P, winner: Side, budget: &mut Budget) -> Option<Self> {
        let codec = P::SMALL_ENDING.filter(|_| Self::is_small(root))?;
        let (index, packed, moves) = (KeyMap::default(), Vec::new(), Vec::new());
        let mut ending = SolvedEnding { codec, index, packed, moves, winner, may_be_won_by_rule: true };
        let mut graph = ending.enumerate(root, budget)?;
        graph.solve();
        let height = |node| graph.height(node).and_then(|height| u8::try_from(height).ok());
        ending.moves = (0..ending.packed.len() as u32).map(|node| height(node).unwrap_or(NOT_WON)).collect();
        if !graph.is_solved(0) {
            graph.solve_without_marked();
            ending.may_be_won_by_rule = graph.is_solved(0);
        }
        Some(ending)
    }

    /// Enumerates all reachable positions. Their numbers are those of the nodes; a reply that checks without a capture
    /// is a marked edge.
    fn enumerate(&mut self, root: &P, budget: &mut Budget) -> Option<AndOrGraph> {
        let mut graph = AndOrGraph::default();
        self.add(self.key(root), || root.clone(), &mut graph);
        for node in 0_u32.. {
            let Some(&packed) = self.packed.get(node as usize) else { break };
            budget.count_node().ok()?;
            let here = (self.codec.unpack)(packed);
            let list = legal_moves(&here);
            if here.is_dead() || list.is_empty() && !is_won_by(&here, self.winner) {
                // Over and not won: an OR node without moves.
                continue;
            }
            let defends = here.turn() != self.winner;
            if defends {
                graph.set_kind(node, Kind::And(list.len() as u16));
            }
            let mirrored = (self.codec.mirrored)(&here);
            for &mv in &list {
                let key = here.key_after(mv)?.min(mirrored.key_after((self.codec.mirrored_move)(mv))?);
                let target = self.add(key, || after(&here, mv), &mut graph);
                let checks = defends && !here.is_capture(mv) && here.gives_check(mv);
                graph.connect_marked(node, target, checks);
            }
        }
        Some(graph)
    }

    /// Number of a position, added if new.
    fn add(&mut self, key: u64, position: impl FnOnce() -> P, graph: &mut AndOrGraph) -> u32 {
        let next = self.packed.len() as u32;
        let node = *self.index.entry(key).or_insert(next);
        if node == next {
            self.packed.push((self.codec.pack)(&position()));
            graph.add(Kind::Or);
        }
        node
    }

    /// Smaller key of a position and its mirror image.
    fn key(&self, here: &P) -> u64 {
        here.key().min((self.codec.mirrored)(here).key())
    }

    /// Keys of all positions won with the winner to move, and their number of moves.
    pub fn won_positions(&self) -> impl Iterator<Item = (u64, u8)> {
        let won = self.packed.iter().zip(&self.moves).filter(|&(_, &moves)| moves != NOT_WON);
        let positions = won.map(|(&packed, &moves)| ((self.codec.unpack)(packed), moves));
        positions.filter(|(here, _)| here.turn() == self.winner).flat_map(|(here, moves)| {
            [here.key(), (self.codec.mirrored)(&here).key()].map(|key| (key, moves))
        })
    }

    /// Returns true if a position belongs to this ending.
    pub fn contains(&self, here: &P) -> bool {
        self.index.contains_key(&self.key(here))
    }

    /// Number of moves to the win.
    pub fn moves_to_win(&self, here: &P) -> Option<u8> {
        let index = *self.index.get(&self.key(here))?;
        Some(self.moves[index as usize]).filter(|&moves| moves != NOT_WON)
    }

    /// Moves that win fastest, winner to move.
    pub fn best_moves(&self, here: &P) -> impl Iterator<Item = P::Move> {
        let moves = self.moves_to_win(here);
        // No legal moves needed where no win is known.
        let list = if moves.is_some() { legal_moves(here) } else { MoveList::new() };
        (0..list.len())
            .map(move |number| list[number])
            .filter(move |&mv| self.moves_to_win(&after(here, mv)).is_some_and(|left| Some(left) < moves))
    }
}

#[cfg(test)]
pub(in crate::mate) mod tests {
    use std::sync::Arc;

    use game::{Game, Line, Position as _, Side};

    use super::*;
    use crate::mate::context::{Context, Path};
    use crate::mate::threat::{AttackMoves, ProofMemory, ProofValue, ThreatSearch};
    use crate::mate::{Finding, Query, solve};
    use crate::{Clock, Control};

    struct NoTime;

    impl Clock for NoTime {
        fn micros(&self) -> u64 {
            0
        }
    }

    /// State of a search for wins of the first side, without hints.
    pub(in crate::mate) fn context(fen: &str) -> Context<xiangqi::Position> {
        let rules = xiangqi::Xiangqi::rules(&[]).expect("default rules");
        let root = xiangqi::Xiangqi::read_position(fen, &rules).expect("a position");
        let line = Line::new(root.position, rules);
        let budget = Budget::new(&Control::new(Arc::new(NoTime)), None);
        Context::new(Path::new(&line, Side::First), budget, Box::new(()))
    }

    /// Solved ending of a position, and the number of moves to the first side's win.
    fn ending(fen: &str) -> (SolvedEnding<xiangqi::Position>, Option<u8>) {
        let mut ctx = context(fen);
        let root = ctx.path.here().clone();
        let ending = SolvedEnding::solve(&root, Side::First, &mut ctx.budget).expect("a small ending");
        let moves = ending.moves_to_win(&root);
        (ending, moves)
    }

    #[test]
    fn a_soldier_wins_against_a_bare_general_unless_it_is_on_the_last_rank() {
        assert!(matches!(ending("4k4/9/9/4P4/9/9/9/9/9/3K5 w"), (_, Some(_))));
        let (drawn, moves) = ending("1P7/9/3k5/9/9/9/9/9/9/4K4 w");
        assert_eq!((moves, drawn.may_be_won_by_rule), (None, false));
    }

    #[test]
    fn a_chariot_does_not_win_against_well_placed_advisors_and_elephants() {
        let (drawn, moves) = ending("3k1ab2/4a4/4b4/9/9/9/9/9/9/4K1R2 w");
        assert_eq!((moves, drawn.may_be_won_by_rule), (None, false));
    }

    #[test]
    fn retrograde_analysis_agrees_with_the_threat_search() {
        let mut ctx = context("3k5/9/9/9/P8/9/9/9/9/4K4 w");
        let root = ctx.path.here().clone();
        let ending = SolvedEnding::solve(&root, Side::First, &mut ctx.budget).expect("a small ending");
        let mut memory = ProofMemory::new(1, false);
        let mut compared = 0;
        while let Some(moves) = ending.moves_to_win(ctx.path.here()).filter(|&moves| moves > 0) {
            if moves <= 4 {
                let mut search = ThreatSearch::new(&mut ctx, &mut memory);
                assert_eq!(search.prove(moves - 1, AttackMoves::All), Ok(ProofValue::NotWithin));
                assert_eq!(search.prove(moves, AttackMoves::All), Ok(ProofValue::Won(moves)));
                compared += 1;
            }
            let mv = ending.best_moves(ctx.path.here()).next().expect("a move that wins");
            ctx.path.push(mv);
            // The defender resists as long as he can.
            let here = ctx.path.here().clone();
            let mut replies = MoveList::new();
            here.legal_moves(&mut replies);
            let left = |mv: &xiangqi::Move| {
                let mut after = here.clone();
                after.play(*mv, (), &mut ());
                ending.moves_to_win(&after)
            };
            let Some(&reply) = replies.iter().max_by_key(|mv| left(mv)) else { break };
            assert_eq!(left(&reply), Some(moves - 1));
            ctx.path.push(reply);
        }
        assert_eq!(compared, 4);
    }

    #[test]
    fn a_long_win_is_proven_with_its_shortest_length_and_every_key_move() {
        let fen = "4kab2/4a4/8b/9/9/9/9/9/9/4K1R2 w";
        let line = context(fen).path.line;
        let control = Control::new(Arc::new(NoTime));
        let answer = solve(&line, &Query::new(Side::First), &control, Box::new(()), &mut |_| {});
        let Finding::Win { moves, at_least, keys, all_keys, verified, by_rule, .. } = answer.finding else {
            panic!("{:?}", answer.finding)
        };
        assert_eq!((moves, at_least), (25, 25));
        assert!(all_keys && verified && !by_rule && !keys.is_empty());
    }
}
