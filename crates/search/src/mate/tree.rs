//! Tree of a proven win, taken from the results of the searches: the winner's move in every position, and a bound on
//! the moves it takes. Bounds fall along every line, so nothing repeats.

use std::collections::{HashMap, HashSet};

use game::Tactics;

use super::context::{Path, lasting_moves, legal_moves};
use super::threat::{AttackMoves, ProofValue, ThreatSearch};
use super::{Flaw, ProofNode, Replay, verify_win};

/// Node limit of one lookup. Each result was found once before, so this is only a safety limit.
const NODES_PER_LOOKUP: u64 = 20_000_000;
/// Node limit for the comparison of two replies.
const NODES_PER_COMPARISON: u64 = 50_000;
/// Microseconds after the deadline in which a tree may still be expanded or replayed before a claim.
const GRACE_MICROS: u64 = 50_000;
/// The same for writing down the tree of a claimed win.
const FINAL_GRACE_MICROS: u64 = 500_000;
/// Positions with the winner to move that are written down; those of a larger tree are searched again on demand.
const MAX_POSITIONS: usize = 300_000;

/// Winning moves with their bounds, by position.
#[derive(Clone)]
pub(super) struct Answers<M> {
    pub map: HashMap<u64, (M, u8)>,
    /// Answers of a finished proof, sorted by key: half as large as a map.
    frozen: Vec<(u64, (M, u8))>,
}

impl<M: Copy> Answers<M> {
    pub fn get(&self, key: u64) -> Option<(M, u8)> {
        let frozen = || self.frozen.binary_search_by_key(&key, |&(key, _)| key).ok();
        self.map.get(&key).copied().or_else(|| frozen().map(|index| self.frozen[index].1))
    }

    #[cfg(test)]
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.map.keys().copied().chain(self.frozen.iter().map(|&(key, _)| key))
    }

    #[cfg(test)]
    pub fn remove(&mut self, key: u64) {
        self.map.remove(&key);
        self.frozen.retain(|&(other, _)| other != key);
    }

    fn freeze(&mut self) {
        self.frozen = self.map.drain().collect();
        self.frozen.sort_unstable_by_key(|&(key, _)| key);
        self.map.shrink_to_fit();
    }
}

/// Tree of a win.
pub(super) struct WinTree<P: Tactics> {
    /// Maximum number of the winner's moves.
    pub moves: u8,
    pub answers: Answers<P::Move>,
    /// True if every position of the tree has its answer.
    pub is_complete: bool,
    /// Bound with which the subtree of a position is expanded.
    expanded_bounds: HashMap<u64, u8>,
    /// Position limit of the last expansion; 0 where another one may find more.
    position_limit: usize,
    grace_micros: u64,
    /// The win rests on the perpetual-check rule. Its answers are complete, and may have cycles.
    pub by_rule: bool,
}

/// The tree exceeds the position limit, or a part of it cannot be found again within the node limit.
struct Unfinished;

impl<P: Tactics> WinTree<P> {
    /// Tree of a win in this many moves, without answers.
    pub fn new(moves: u8) -> Self {
        WinTree {
            moves,
            answers: Answers { map: HashMap::new(), frozen: Vec::new() },
            is_complete: false,
            expanded_bounds: HashMap::new(),
            position_limit: 0,
            grace_micros: GRACE_MICROS,
            by_rule: false,
        }
    }

    /// Tree with all of its answers; one that rests on the perpetual-check rule may have cycles.
    pub fn complete(moves: u8, map: HashMap<u64, (P::Move, u8)>, by_rule: bool) -> Self {
        let answers = Answers { map, frozen: Vec::new() };
        WinTree { answers, is_complete: true, by_rule, ..WinTree::new(moves) }
    }

    /// Returns true if the tree, played through by the rules, wins against every defense.
    pub fn is_sound(&self, path: &Path<P>) -> bool {
        self.replay(path, 4 * self.answers.map.len(), &mut || false).is_ok()
    }

    /// Replays the whole tree with nothing but the rules, at most `most` positions.
    pub fn verify(&mut self, search: &mut ThreatSearch<'_, P>, most: usize) -> Result<Replay, Flaw> {
        if !self.expand_tree(search, most) {
            return Err(Flaw::TooLarge);
        }
        let budget = &search.ctx.budget;
        let (mut is_late, mut replayed) = (false, 0_u32);
        let replay = self.replay(search.path(), most, &mut || {
            replayed += 1;
            is_late = is_late || (replayed.is_multiple_of(64) && budget.is_late_by(self.grace_micros));
            is_late
        });
        if is_late { Err(Flaw::TooLarge) } else { replay }
    }

    /// Replays the answers, until `stops` returns true.
    pub fn replay(
        &self,
        path: &Path<P>,
        most: usize,
        stops: &mut dyn FnMut() -> bool,
    ) -> Result<Replay, Flaw> {
        verify_win(&path.line, path.winner, u32::from(self.moves), most, &mut |line| {
            let known = || self.answers.get(path.key_of(line)).map(|(mv, _)| mv);
            if stops() { None } else { line.here().winning_move().or_else(known) }
        })
    }

    /// Writes the tree down, as far as time and memory allow.
    pub fn finish(&mut self, search: &mut ThreatSearch<'_, P>) {
        self.grace_micros = FINAL_GRACE_MICROS;
        self.expand_tree(search, MAX_POSITIONS);
        self.answers.freeze();
        self.expanded_bounds = HashMap::new();
    }

    /// Fixes the winner's move in every position of the tree; returns true if that was possible. Where a position
    /// occurs again with fewer moves left, the shorter win replaces the longer one everywhere, so the tree may turn out
    /// shorter.
    pub fn expand_tree(&mut self, search: &mut ThreatSearch<'_, P>, most: usize) -> bool {
        if self.is_complete || most <= self.position_limit {
            return self.is_complete;
        }
        let root = search.path().line.ply();
        self.expanded_bounds.clear();
        self.is_complete = self.expand(search, self.moves, most).is_ok();
        self.position_limit = most;
        search.ctx.path.rewind(root);
        let mut heights = HashMap::new();
        if self.is_complete
            && let Some(height) = self.height(&mut search.ctx.path, &mut heights)
        {
            self.moves = height;
            for (key, height) in heights {
                self.answers.map.entry(key).and_modify(|(_, bound)| *bound = height);
            }
        }
        search.ctx.path.rewind(root);
        self.is_complete
    }

    /// Fixes the winner's moves from the current position on.
    fn expand(&mut self, search: &mut ThreatSearch<'_, P>, bound: u8, most: usize) -> Result<(), Unfinished> {
        if !search.path().is_attack() {
            for &mv in &lasting_moves(search.path().here()) {
                search.ctx.path.push(mv);
                self.expand(search, bound, most)?;
                search.ctx.path.pop();
            }
            return Ok(());
        }
        let key = search.path().key();
        let (mv, least) = self.winning_move(search, bound).ok_or(Unfinished)?;
        let ends = P::KNOWS_WINNING_MOVE && least == 1;
        if ends || self.expanded_bounds.get(&key).is_some_and(|&expanded| expanded <= least) {
            return Ok(());
        }
        let count = self.expanded_bounds.len();
        if count >= most || (count.is_multiple_of(64) && search.ctx.budget.is_late_by(self.grace_micros)) {
            return Err(Unfinished);
        }
        self.expanded_bounds.insert(key, least);
        search.ctx.path.push(mv);
        self.expand(search, least - 1, most)?;
        search.ctx.path.pop();
        Ok(())
    }

    /// Number of the winner's moves on the longest line from the current position; `None` where an answer is missing.
    fn height(&self, path: &mut Path<P>, heights: &mut HashMap<u64, u8>) -> Option<u8> {
        if !path.is_attack() {
            let mut longest = 0;
            for &mv in &lasting_moves(path.here()) {
                path.push(mv);
                longest = longest.max(self.height(path, heights)?);
                path.pop();
            }
            return Some(longest);
        }
        if path.here().winning_move().is_some() {
            return Some(1);
        }
        let key = path.key();
        if let Some(&height) = heights.get(&key) {
            return Some(height);
        }
        // Nothing repeats, unless two keys collide.
        heights.insert(key, 0);
        path.push(self.answers.get(key)?.0);
        let height = self.height(path, heights)?.saturating_add(1);
        path.pop();
        heights.insert(key, height);
        Some(height)
    }

    /// Line of longest resistance, as far as cheap comparisons of the defender's replies can tell.
    pub fn longest(&mut self, search: &mut ThreatSearch<'_, P>) -> Vec<P::Move> {
        let root = search.path().line.ply();
        let mut line = if self.by_rule {
            self.longest_line_by_rule(&mut search.ctx.path)
        } else {
            self.longest_line(search, true)
        };
        let keys = &search.path().line.keys()[root..];
        let repeats = keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key));
        search.ctx.path.rewind(root);
        // Comparing replies may shorten wins already passed; an expanded tree never repeats.
        if !self.by_rule && repeats && self.expand_tree(search, MAX_POSITIONS) {
            line = self.longest_line(search, false);
            search.ctx.path.rewind(root);
        }
        line
    }

    /// Plays the line of longest resistance and returns it.
    fn longest_line(&mut self, search: &mut ThreatSearch<'_, P>, compare: bool) -> Vec<P::Move> {
        let mut moves = self.moves;
        let mut line = Vec::new();
        while moves > 0 || !search.path().is_attack() {
            let next = if search.path().is_attack() {
                self.winning_move(search, moves).map(|(mv, bound)| (mv, bound - 1))
            } else {
                self.toughest_reply(search, moves, compare)
            };
            let Some((mv, left)) = next else { break };
            moves = left;
            search.ctx.path.push(mv);
            line.push(mv);
        }
        line
    }

    /// Same under the perpetual-check rule: the defender avoids repetition and then chooses the longest reply. The line
    /// ends where he can only repeat.
    fn longest_line_by_rule(&self, path: &mut Path<P>) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut visited = HashSet::new();
        while path.here().outcome().is_none() {
            let mv = if path.is_attack() {
                if !visited.insert(path.key()) {
                    break;
                }
                self.answers.get(path.key()).map(|(mv, _)| mv)
            } else {
                let replies = legal_moves(path.here());
                let lasts = |&mv: &P::Move| {
                    path.push(mv);
                    let key = path.key();
                    path.pop();
                    (!visited.contains(&key), self.answers.get(key).map(|(_, moves)| moves))
                };
                replies.iter().copied().max_by_key(lasts)
            };
            let Some(mv) = mv else { break };
            path.push(mv);
            line.push(mv);
        }
        line
    }

    /// Node after these moves from the root. `None` where they leave the tree.
    pub fn node(&mut self, search: &mut ThreatSearch<'_, P>, moves: &[P::Move]) -> Option<ProofNode<P>> {
        let mut bound = self.moves;
        for &mv in moves {
            if !search.path().here().is_legal(mv) {
                return None;
            }
            if search.path().is_attack() {
                let (answer, least) = self.winning_move(search, bound)?;
                if answer != mv {
                    return None;
                }
                bound = least - 1;
            }
            search.ctx.path.push(mv);
        }
        let turn = search.path().here().turn();
        if search.path().is_attack() {
            let (mv, least) = self.winning_move(search, bound)?;
            let moves = u32::from(least);
            return Some(ProofNode { turn, moves, branches: vec![(mv, moves - 1)] });
        }
        let mut branches = Vec::new();
        for &mv in &legal_moves(search.path().here()) {
            search.ctx.path.push(mv);
            let answer = self.winning_move(search, bound);
            search.ctx.path.pop();
            branches.push((mv, u32::from(answer?.1)));
        }
        branches.sort_by_key(|&(_, moves)| std::cmp::Reverse(moves));
        let moves = branches.first().map_or(0, |&(_, moves)| moves);
        Some(ProofNode { turn, moves, branches })
    }

    /// Winning move in the current position and its number of moves, within a bound.
    pub fn winning_move(&mut self, search: &mut ThreatSearch<'_, P>, bound: u8) -> Option<(P::Move, u8)> {
        if let Some(mv) = search.path().here().winning_move().filter(|_| bound > 0) {
            return Some((mv, 1));
        }
        let key = search.path().key();
        let known = self.answers.get(key).filter(|&(_, least)| least <= bound || self.by_rule);
        if known.is_some() || self.by_rule {
            return known;
        }
        let found = search.stored_win(bound).or_else(|| search.search_win(bound))?;
        // A smaller bound may replace a larger one, never the reverse. Its subtree is not expanded yet.
        self.answers.map.insert(key, found);
        (self.is_complete, self.position_limit) = (false, 0);
        Some(found)
    }

    /// Reply after which the winner needs most moves, with that number.
    fn toughest_reply(
        &mut self,
        search: &mut ThreatSearch<'_, P>,
        bound: u8,
        compare: bool,
    ) -> Option<(P::Move, u8)> {
        let replies = lasting_moves(search.path().here());
        let mut best = None;
        let first = search.stored_reply();
        let order = first.into_iter().chain(replies.iter().copied().filter(|&mv| Some(mv) != first));
        for mv in order {
            search.ctx.path.push(mv);
            let enough = if compare { best.map_or(0, |(_, most)| most) } else { bound };
            let least = self.fewest_moves(search, bound, enough);
            search.ctx.path.pop();
            let least = least?;
            if best.is_none_or(|(_, most)| least > most) {
                best = Some((mv, least));
            }
            if least == bound {
                break;
            }
        }
        best
    }

    /// Fewest moves the winner needs in the current position, as far as a small search can tell; values below `enough`
    /// need no precision.
    fn fewest_moves(&mut self, search: &mut ThreatSearch<'_, P>, bound: u8, enough: u8) -> Option<u8> {
        let (_, mut least) = self.winning_move(search, bound)?;
        search.ctx.budget.allow_nodes(NODES_PER_COMPARISON);
        while least > enough && least > 1 && !search.ctx.budget.is_out_of_time() {
            match search.prove(least - 1, AttackMoves::All) {
                Ok(ProofValue::Won(shorter)) => {
                    least = shorter;
                    self.winning_move(search, shorter)?;
                    search.ctx.budget.allow_nodes(NODES_PER_COMPARISON);
                }
                _ => break,
            }
        }
        Some(least)
    }
}

impl<P: Tactics> ThreatSearch<'_, P> {
    /// Searches for a win that is not in the table any more, narrow sets of moves and few moves first.
    fn search_win(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        self.ctx.budget.allow_nodes(NODES_PER_LOOKUP);
        self.allow_moves(bound);
        for width in AttackMoves::DEEPENED {
            for moves in 1..=bound {
                if let ProofValue::Won(_) = self.prove(moves, width).ok()? {
                    return self.stored_win(bound);
                }
            }
        }
        None
    }
}
