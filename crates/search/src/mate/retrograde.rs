//! Small endings solved by retrograde analysis: every reachable position (two million at most) is enumerated once, and
//! the game is solved backwards from its ends. The result is exact: who wins, and in how few moves.
//!
//! Repetition is ignored. A win does not need it, because each move of the winner brings the end nearer. A draw may
//! need it: where the defender holds only by checks without captures, which the perpetual-check rule may forbid, no
//! draw is claimed.

use game::{KeyMap, MoveList, SmallEnding, Tactics};

use super::prover::Prover;

/// Maximum number of positions, mirror images counted once. A position takes about a hundred bytes with its moves.
const MAX_POSITIONS: u64 = 2_000_000;
/// Positions between two checks of the clock.
const POSITIONS_BETWEEN_CHECKS: usize = 1024;
/// The win cannot be forced.
const NOT_WON: u8 = u8::MAX;
/// Flag of a reply that checks without a capture.
const CHECKS: u32 = 1 << 31;

/// A solved ending: all reachable positions with their distance to the win.
pub(super) struct SolvedEnding<P: Tactics> {
    codec: SmallEnding<P>,
    index: Index,
    packed: Vec<u128>,
    /// True if the defender is to move.
    defends: Vec<bool>,
    /// Number of the winner's moves to the end, or [`NOT_WON`].
    moves: Vec<u8>,
    /// True if the root would be won if the defender could not check.
    may_be_won_by_rule: bool,
}

/// Index by the smaller key of a position and its mirror image.
type Index = KeyMap<u32>;

impl<P: Tactics> SolvedEnding<P> {
    /// Returns true if there are few enough pieces to enumerate all reachable positions.
    pub fn is_small(here: &P) -> bool {
        P::SMALL_ENDING
            .and_then(|codec| (codec.state_count)(here))
            .is_some_and(|count| count <= MAX_POSITIONS)
    }

    /// Solves the ending of a position; `None` where it is too large or the budget is exhausted.
    pub fn solve(prover: &mut Prover<P>, root: &P) -> Option<Self> {
        let codec = P::SMALL_ENDING.filter(|_| Self::is_small(root))?;
        let graph = StateGraph::enumerate(codec, prover, root)?;
        let back = graph.predecessors();
        let moves = graph.solve_backwards(&back, false);
        let may_be_won_by_rule = moves[0] != NOT_WON || graph.solve_backwards(&back, true)[0] != NOT_WON;
        let StateGraph { codec, index, packed, defends, .. } = graph;
        Some(SolvedEnding { codec, index, packed, defends, moves, may_be_won_by_rule })
    }

    /// Keys of all positions won with the winner to move, and their number of moves.
    pub fn won_positions(&self) -> impl Iterator<Item = (u64, u8)> {
        let positions = self.packed.iter().zip(&self.defends).zip(&self.moves);
        let won = positions.filter(|&((_, &defends), &moves)| !defends && moves != NOT_WON);
        won.flat_map(|((&packed, _), &moves)| {
            let here = (self.codec.unpack)(packed);
            [here.key(), (self.codec.mirrored)(&here).key()].map(|key| (key, moves))
        })
    }

    /// Returns true if a position belongs to this ending.
    pub fn contains(&self, here: &P) -> bool {
        self.index.contains_key(&key_of(&self.codec, here))
    }

    /// Number of moves to the win.
    pub fn moves_to_win(&self, here: &P) -> Option<u8> {
        let index = *self.index.get(&key_of(&self.codec, here))?;
        Some(self.moves[index as usize]).filter(|&moves| moves != NOT_WON)
    }

    /// Moves that win fastest, winner to move.
    pub fn best_moves(&self, here: &P) -> impl Iterator<Item = P::Move> {
        let moves = self.moves_to_win(here);
        let mut list = MoveList::new();
        // No legal moves needed where no win is known.
        if moves.is_some() {
            here.legal_moves(&mut list);
        }
        (0..list.len()).map(move |number| list[number]).filter(move |&mv| {
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            self.moves_to_win(&after).is_some_and(|left| Some(left) < moves)
        })
    }

    /// Returns true if the defender may hold the root only by checks that the perpetual-check rule could forbid.
    pub fn may_be_won_by_rule(&self) -> bool {
        self.may_be_won_by_rule
    }
}

fn key_of<P: Tactics>(codec: &SmallEnding<P>, here: &P) -> u64 {
    here.key().min((codec.mirrored)(here).key())
}

/// State graph: positions and their moves.
struct StateGraph<P: Tactics> {
    codec: SmallEnding<P>,
    index: Index,
    packed: Vec<u128>,
    /// True if the defender is to move.
    defends: Vec<bool>,
    /// True if the game is over and not won.
    over_not_won: Vec<bool>,
    /// Start of each position's moves in `targets`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl<P: Tactics> StateGraph<P> {
    fn enumerate(codec: SmallEnding<P>, prover: &mut Prover<P>, root: &P) -> Option<Self> {
        let mut graph = StateGraph {
            codec,
            index: Index::default(),
            packed: Vec::new(),
            defends: Vec::new(),
            over_not_won: Vec::new(),
            starts: Vec::new(),
            targets: Vec::new(),
        };
        graph.add(key_of(&graph.codec, root), || root.clone());
        let mut list = MoveList::new();
        while let Some(&packed) = graph.packed.get(graph.starts.len()) {
            prover.nodes += 1;
            let check_clock = graph.starts.len().is_multiple_of(POSITIONS_BETWEEN_CHECKS);
            if prover.nodes >= prover.node_limit || (check_clock && prover.is_over()) {
                return None;
            }
            graph.starts.push(u32::try_from(graph.targets.len()).ok()?);
            let here = (graph.codec.unpack)(packed);
            let defends = here.turn() != prover.winner;
            graph.defends.push(defends);
            list.clear();
            here.legal_moves(&mut list);
            let is_lost = |here: &P| here.outcome().is_some_and(|end| end.winner == Some(prover.winner));
            let over = here.is_dead() || (list.is_empty() && !is_lost(&here));
            graph.over_not_won.push(over);
            if !over {
                graph.add_moves(&here, &list, defends)?;
            }
        }
        graph.starts.push(u32::try_from(graph.targets.len()).ok()?);
        Some(graph)
    }

    fn add_moves(&mut self, here: &P, list: &MoveList<P::Move>, defends: bool) -> Option<()> {
        let mirrored = (self.codec.mirrored)(here);
        for &mv in list {
            let key = here.key_after(mv)?.min(mirrored.key_after((self.codec.mirrored_move)(mv))?);
            let index = self.add(key, || {
                let mut after = here.clone();
                after.play(mv, here.unrevealed(mv), &mut ());
                after
            });
            let checks = defends && !here.is_capture(mv) && here.gives_check(mv);
            self.targets.push(if checks { index | CHECKS } else { index });
        }
        Some(())
    }

    fn add(&mut self, key: u64, position: impl FnOnce() -> P) -> u32 {
        let next = self.packed.len() as u32;
        let index = *self.index.entry(key).or_insert(next);
        if index == next {
            self.packed.push((self.codec.pack)(&position()));
        }
        index
    }

    fn moves_of(&self, index: usize) -> &[u32] {
        &self.targets[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Solves the graph backwards: number of the winner's moves to the end by position. `without_checks`: the defender
    /// may not check except by a capture.
    fn solve_backwards(&self, (offsets, sources): &(Vec<u32>, Vec<u32>), without_checks: bool) -> Vec<u8> {
        let counts = |target: u32| !(without_checks && target & CHECKS != 0);
        let mut moves = vec![NOT_WON; self.packed.len()];
        // Replies of the defender that are not known to lose.
        let mut open_replies = vec![0_u8; self.packed.len()];
        let mut queue = Vec::new();
        for index in 0..self.packed.len() {
            if self.defends[index] {
                open_replies[index] =
                    self.moves_of(index).iter().filter(|&&target| counts(target)).count() as u8;
                if open_replies[index] == 0 && !self.over_not_won[index] {
                    moves[index] = 0;
                    queue.push(index as u32);
                }
            }
        }
        // First in, first out: distances never fall along the queue.
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            let index = index as usize;
            let reached = moves[index];
            for &source in &sources[offsets[index] as usize..offsets[index + 1] as usize] {
                let (from, checks) = ((source & !CHECKS) as usize, source & CHECKS);
                if moves[from] != NOT_WON {
                    continue;
                }
                if self.defends[from] {
                    if counts(checks) {
                        open_replies[from] -= 1;
                    }
                    if open_replies[from] == 0 {
                        moves[from] = reached;
                        queue.push(from as u32);
                    }
                } else if reached < NOT_WON - 1 {
                    moves[from] = reached + 1;
                    queue.push(from as u32);
                }
            }
        }
        moves
    }

    /// Predecessors of each position: start offsets and list.
    fn predecessors(&self) -> (Vec<u32>, Vec<u32>) {
        let mut offsets = vec![0_u32; self.packed.len() + 2];
        for target in &self.targets {
            offsets[(target & !CHECKS) as usize + 2] += 1;
        }
        for index in 1..offsets.len() {
            offsets[index] += offsets[index - 1];
        }
        let mut sources = vec![0_u32; self.targets.len()];
        for index in 0..self.packed.len() {
            for &target in self.moves_of(index) {
                let slot = &mut offsets[(target & !CHECKS) as usize + 1];
                sources[*slot as usize] = index as u32 | target & CHECKS;
                *slot += 1;
            }
        }
        (offsets, sources)
    }
}

#[cfg(test)]
pub(in crate::mate) mod tests {
    use std::sync::Arc;

    use game::{Game, Line, Position as _, Side};

    use super::*;
    use crate::mate::{Finding, Query, solve};
    use crate::{Clock, Control};

    struct NoTime;

    impl Clock for NoTime {
        fn micros(&self) -> u64 {
            0
        }
    }

    /// A prover of wins of the first side, without hints.
    pub(in crate::mate) fn prover(fen: &str) -> Prover<xiangqi::Position> {
        let rules = xiangqi::Xiangqi::rules(&[]).expect("default rules");
        let root = xiangqi::Xiangqi::read_position(fen, &rules).expect("a position");
        let line = Line::new(root.position, rules);
        Prover::new(&line, Side::First, 1, &Control::new(Arc::new(NoTime)), Box::new(()))
    }

    /// Solved ending of a position, and the number of moves to the first side's win.
    fn ending(fen: &str) -> (SolvedEnding<xiangqi::Position>, Option<u8>) {
        let mut prover = prover(fen);
        let root = prover.line.here().clone();
        let ending = SolvedEnding::solve(&mut prover, &root).expect("a small ending");
        let moves = ending.moves_to_win(&root);
        (ending, moves)
    }

    #[test]
    fn a_soldier_wins_against_a_bare_general_unless_it_is_on_the_last_rank() {
        assert!(matches!(ending("4k4/9/9/4P4/9/9/9/9/9/3K5 w"), (_, Some(_))));
        let (drawn, moves) = ending("1P7/9/3k5/9/9/9/9/9/9/4K4 w");
        assert_eq!((moves, drawn.may_be_won_by_rule()), (None, false));
    }

    #[test]
    fn a_chariot_does_not_win_against_well_placed_advisors_and_elephants() {
        let (drawn, moves) = ending("3k1ab2/4a4/4b4/9/9/9/9/9/9/4K1R2 w");
        assert_eq!((moves, drawn.may_be_won_by_rule()), (None, false));
    }

    #[test]
    fn retrograde_analysis_agrees_with_the_threat_search() {
        let mut prover = prover("3k5/9/9/9/P8/9/9/9/9/4K4 w");
        let root = prover.line.here().clone();
        let ending = SolvedEnding::solve(&mut prover, &root).expect("a small ending");
        let mut compared = 0;
        while let Some(moves) = ending.moves_to_win(prover.line.here()).filter(|&moves| moves > 0) {
            if moves <= 4 {
                use crate::mate::proof_table::FULL;
                use crate::mate::prover::ProofValue;
                assert_eq!(prover.prove(moves - 1, FULL), Ok(ProofValue::NotWithin));
                assert_eq!(prover.prove(moves, FULL), Ok(ProofValue::Won(moves)));
                compared += 1;
            }
            let here = prover.line.here();
            let mv = ending.best_moves(here).next().expect("a move that wins");
            prover.line.push(mv, ());
            // The defender resists as long as he can.
            let here = prover.line.here().clone();
            let mut replies = MoveList::new();
            here.legal_moves(&mut replies);
            let left = |mv: &xiangqi::Move| {
                let mut after = here.clone();
                after.play(*mv, (), &mut ());
                ending.moves_to_win(&after)
            };
            let Some(&reply) = replies.iter().max_by_key(|mv| left(mv)) else { break };
            assert_eq!(left(&reply), Some(moves - 1));
            prover.line.push(reply, ());
        }
        assert_eq!(compared, 4);
    }

    #[test]
    fn a_long_win_is_proven_with_its_shortest_length_and_every_key_move() {
        let fen = "4kab2/4a4/8b/9/9/9/9/9/9/4K1R2 w";
        let line = prover(fen).line;
        let control = Control::new(Arc::new(NoTime));
        let answer = solve(&line, &Query::new(Side::First), &control, Box::new(()), &mut |_| {});
        let Finding::Win { moves, at_least, keys, all_keys, verified, by_rule, .. } = answer.finding else {
            panic!("{:?}", answer.finding)
        };
        assert_eq!((moves, at_least), (25, 25));
        assert!(all_keys && verified && !by_rule && !keys.is_empty());
    }
}
