//! Depth-first proof-number search (df-pn, Nagai 2002): best-first search for a win of any depth.
//!
//! Weak proof numbers are used: an AND node takes the largest proof number of its children plus one for each other
//! open child, so that transpositions are not counted twice. All moves are children. A leaf is first searched with a
//! few checks, the evaluation change since the root sets its initial numbers, and a quiet move without a threat
//! starts with a large number, so that it is expanded late.
//!
//! A repetition of a position on the path counts as not won. That can make *not won* depend on the path (the graph
//! history interaction problem), so no refutation is ever claimed from here, and a path-dependent result is only
//! postponed in the table. A win never rests on a repetition and is stored in the shared proof table.

use std::cmp::Reverse;

use game::Tactics;

use super::context::{Budgeted, Context, is_won_by, lasting_moves, replies};
use super::perpetual::{Pending, UNCONDITIONAL};
use super::proof_table::{MAX_MOVES, NEVER_WON, ProofEntry};
use super::threat::{AttackMoves, ProofMemory, ProofValue, ThreatSearch};

/// Larger than every number in use.
const INFINITE: u32 = 1 << 25;
/// Depth in moves of the check search at a leaf.
const LEAF_MOVES: u8 = 4;
/// Initial proof number of a quiet move beyond its number of replies, and more where it has no threat.
const QUIET_PENALTY: u32 = 4;
const NO_THREAT_PENALTY: u32 = 10;

/// Evaluation-based initialization (Winands and Schadd 2010): centipawns gained since the root per unit of the proof
/// number, and per unit of the disproof number.
const GAIN_PER_PROOF: i32 = 30;
const GAIN_PER_DISPROOF: i32 = 100;
/// Gains and losses are clamped to this.
const MAX_GAIN: i32 = 1500;

/// Proof and disproof number: estimated work to prove a win, and to refute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
const NOT_WON: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

/// Not won on one path: searched on other paths once all other numbers have grown as large.
const PATH_DEPENDENT: ProofNumbers = ProofNumbers { proof: 20, disproof: 1 };

/// Initial numbers of a position that a hint claims to be won, and of one whose proof was lost from the table.
const UNPROVEN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

impl ProofNumbers {
    /// Numbers as the side to move sees them: its own goal first. The same conversion leads back.
    fn seen_at(self, or_node: bool) -> Self {
        if or_node { self } else { ProofNumbers { proof: self.disproof, disproof: self.proof } }
    }

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Work of a position that was generated but not visited, and of a visit at least.
const UNVISITED: u64 = 1;
const VISIT: u64 = 2;

/// Slots of a bucket.
const SLOTS: usize = 4;

/// Proof-number table: numbers of the positions met before.
pub(super) struct DfpnTable {
    slots: Vec<[(u64, u64); SLOTS]>,
}

impl DfpnTable {
    /// Table of this many megabytes; pages are committed only when written.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<[(u64, u64); SLOTS]>();
        DfpnTable { slots: vec![[(0, 0); SLOTS]; count] }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// Numbers of a position; true if it was visited, false if only generated.
    fn probe(&self, key: u64) -> Option<(ProofNumbers, bool)> {
        let word = self.slots[self.index(key)].iter().find(|slot| slot.0 == key && slot.1 != 0)?.1;
        let (proof, disproof) = ((word & 0x3FF_FFFF) as u32, (word >> 26 & 0x3FF_FFFF) as u32);
        Some((ProofNumbers { proof, disproof }, word >> 52 > UNVISITED))
    }

    /// Packs 26 bits for each number and the bit length of the work.
    fn store(&mut self, key: u64, numbers: ProofNumbers, nodes: u64) {
        let work = u64::from(64 - nodes.leading_zeros());
        let word = u64::from(numbers.proof) | u64::from(numbers.disproof) << 26 | work << 52;
        let index = self.index(key);
        let bucket = &mut self.slots[index];
        let same = bucket.iter().position(|slot| slot.0 == key);
        let cheapest = (0..SLOTS).min_by_key(|&index| bucket[index].1 >> 52).unwrap_or(0);
        bucket[same.unwrap_or(cheapest)] = (key, word);
    }
}

/// State of a node after a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NodeState {
    numbers: ProofNumbers,
    /// The win depends on the position at this ply, because the defender only checks from there; rank of the win.
    depends_on: usize,
    rank: u8,
    /// Not won, but perhaps only because of a repetition on the path.
    by_path: bool,
}

impl From<ProofNumbers> for NodeState {
    fn from(numbers: ProofNumbers) -> Self {
        NodeState { numbers, depends_on: UNCONDITIONAL, rank: 0, by_path: false }
    }
}

impl NodeState {
    /// Won if the position at this ply is won.
    fn won_if(depends_on: usize, rank: u8) -> Self {
        NodeState { depends_on, rank, ..WON.into() }
    }
}

/// A move and the state of the position after it.
struct Child<M> {
    mv: M,
    after: NodeState,
}

/// A df-pn search at work.
pub(super) struct DfpnSearch<'a, P: Tactics> {
    threat: ThreatSearch<'a, P>,
    numbers: &'a mut DfpnTable,
    /// True if initial proof numbers follow the hinted moves.
    follows_hints: bool,
    /// Evaluation of the root for the winner.
    root_eval: i32,
}

impl<'a, P: Tactics> DfpnSearch<'a, P> {
    pub fn new(
        ctx: &'a mut Context<P>,
        memory: &'a mut ProofMemory<P::Move>,
        numbers: &'a mut DfpnTable,
        follows_hints: bool,
    ) -> Self {
        let root_eval = ctx.eval_here();
        DfpnSearch { threat: ThreatSearch::new(ctx, memory), numbers, follows_hints, root_eval }
    }

    fn here(&self) -> &P {
        self.threat.path().here()
    }

    fn entry(&self, key: u64) -> ProofEntry {
        self.threat.memory.table.probe(key)
    }

    /// Searches from the current position up to the node limit. `Won` is a proof; any other result proves nothing.
    pub fn search(&mut self) -> Budgeted<ProofValue> {
        let ply = self.threat.path().line.ply();
        self.threat.memory.pending.clear();
        let numbers = self.visit(ProofNumbers { proof: INFINITE - 1, disproof: INFINITE - 1 });
        self.threat.ctx.path.rewind(ply);
        let entry = self.entry(self.threat.path().key());
        if entry.win != 0 {
            return Ok(ProofValue::Won(entry.win));
        }
        if entry.rank != 0 {
            return Ok(ProofValue::WonByRule(UNCONDITIONAL));
        }
        numbers.map(|_| ProofValue::NotWithin)
    }

    /// Proof and disproof number of the current position.
    pub fn proof_numbers(&mut self) -> (u32, u32) {
        let numbers = self.children().map_or(NOT_WON, |children| children.numbers());
        (numbers.proof, numbers.disproof)
    }

    /// Expands below the current position while both numbers are under their thresholds (procedure MID of df-pn).
    fn visit(&mut self, threshold: ProofNumbers) -> Budgeted<NodeState> {
        self.threat.ctx.budget.count_node()?;
        let (begin, start) = (self.threat.ctx.budget.nodes, self.threat.memory.pending.len());
        let (key, or_node) = (self.threat.path().key(), self.threat.path().is_attack());
        if self.entry(key).is_won() {
            return Ok(WON.into());
        }
        let seen = self.numbers.probe(key).is_some_and(|(_, visited)| visited);
        if !seen && let Some(state) = self.first_visit(key, or_node, threshold.proof)? {
            return Ok(state);
        }
        let Some(children) = self.children() else {
            self.numbers.store(key, NOT_WON, VISIT);
            return Ok(NOT_WON.into());
        };
        let mut node = OpenNode { key, children, begin, start };
        loop {
            let numbers = node.children.numbers();
            if numbers.is_settled()
                || numbers.proof >= threshold.proof
                || numbers.disproof >= threshold.disproof
            {
                return Ok(self.leave(&node));
            }
            let Some((index, second)) = node.children.select() else { return Ok(numbers.into()) };
            let others = node.children.count_open().saturating_sub(1);
            let seen = threshold.seen_at(or_node);
            let next = ProofNumbers {
                proof: seen.proof.min(second + second / 4 + 1),
                disproof: seen.disproof - others.min(seen.disproof - 1),
            };
            self.threat.ctx.path.push(node.children.list[index].mv);
            node.children.list[index].after = self.visit(next.seen_at(or_node))?;
            self.threat.ctx.path.pop();
        }
    }

    /// First visit of a node: a search of a few checks by the winner; after a quiet move of his, a test for a threat.
    /// Returns the state of the node where it is not to be expanded now.
    fn first_visit(&mut self, key: u64, or_node: bool, most_proof: u32) -> Budgeted<Option<NodeState>> {
        if or_node {
            return Ok(match self.threat.attack(LEAF_MOVES, AttackMoves::Checks)? {
                ProofValue::Won(_) => Some(WON.into()),
                ProofValue::WonByRule(depends_on) => Some(NodeState::won_if(depends_on, LEAF_MOVES)),
                ProofValue::NotWithin | ProofValue::Never => None,
            });
        }
        if self.follows_hints
            || self.here().in_check()
            || self.threat.threatens(LEAF_MOVES, AttackMoves::Checks, true)?
        {
            return Ok(None);
        }
        // No threat: postponed until all other numbers have grown as large.
        let replies = self.here().count_legal() as u32;
        let numbers = ProofNumbers { proof: 2 * replies + NO_THREAT_PENALTY, disproof: 1 };
        self.numbers.store(key, numbers, VISIT);
        Ok((numbers.proof >= most_proof).then(|| numbers.into()))
    }

    /// Stores the result of a visit.
    fn leave(&mut self, node: &OpenNode<P::Move>) -> NodeState {
        let numbers = node.children.numbers();
        if numbers.proof == 0
            && let Some(state) = self.store_win(node)
        {
            return state;
        }
        self.threat.memory.pending.truncate(node.start);
        if numbers.proof == 0 {
            return UNPROVEN.into();
        }
        let work = self.threat.ctx.budget.nodes - node.begin + VISIT;
        if numbers.disproof == 0 && node.children.depends_on_path() {
            // It may be won on another path: only this path is finished.
            self.numbers.store(node.key, PATH_DEPENDENT, work);
            return NodeState { by_path: true, ..numbers.into() };
        }
        self.numbers.store(node.key, numbers, work);
        numbers.into()
    }

    /// Children of the current position with their known or initial states; `None` where it is not won and there is
    /// nothing to search.
    fn children(&mut self) -> Option<Children<P::Move>> {
        let or_node = self.threat.path().is_attack();
        let list = if or_node { lasting_moves(self.here()) } else { replies(self.here(), MAX_MOVES).0 };
        if list.is_empty()
            || self.here().is_dead()
            || self.threat.ctx.path.is_excluded()
            || self.threat.path().moves_made() >= MAX_MOVES
        {
            return None;
        }
        let hinted = self.hinted_move().filter(|_| or_node);
        let mut children = Vec::with_capacity(list.len());
        for &mv in &list {
            let known = self.known_state(mv);
            let after = known.unwrap_or_else(|| self.initial_state(mv, or_node, hinted == Some(mv)));
            children.push(Child { mv, after });
        }
        Some(Children { or_node, list: children })
    }

    /// Hinted winning move, where hints are followed.
    fn hinted_move(&self) -> Option<P::Move> {
        self.follows_hints.then(|| self.threat.ctx.hints.winning_move(self.here()))?
    }

    /// State of the position after a move, where it is known without playing the move.
    fn known_state(&self, mv: P::Move) -> Option<NodeState> {
        let path = self.threat.path();
        let key = path.key_after(mv)?;
        let repeats = self.here().key_after(mv).is_some_and(|next| path.line.keys().contains(&next));
        let proven = self.proven_state(key).filter(|&state| !repeats || state.numbers == WON);
        proven.or_else(|| self.numbers.probe(key).filter(|_| !repeats).map(|(numbers, _)| numbers.into()))
    }

    /// State of a position that the proof table knows to be won or not won.
    fn proven_state(&self, key: u64) -> Option<NodeState> {
        let entry = self.threat.memory.table.probe(key);
        let never = entry.fail[AttackMoves::All as usize] == NEVER_WON;
        if entry.is_won() { Some(WON.into()) } else { never.then(|| NOT_WON.into()) }
    }

    /// State of a position met for the first time, or repeated.
    fn initial_state(&mut self, mv: P::Move, or_node: bool, hinted: bool) -> NodeState {
        let quiet = or_node && !self.here().gives_check(mv);
        self.threat.ctx.path.push(mv);
        let cycle = if or_node { None } else { self.threat.perpetual_check_start() };
        let after = cycle.map_or_else(
            || self.state_after(or_node, quiet, hinted),
            |depends_on| NodeState::won_if(depends_on, 1),
        );
        self.threat.ctx.path.pop();
        after
    }

    fn state_after(&mut self, after_or_node: bool, quiet: bool, hinted: bool) -> NodeState {
        let path = self.threat.path();
        let key = path.key();
        if let Some(proven) = self.proven_state(key) {
            return proven;
        }
        let repeats = path.line.earlier_occurrences().next().is_some();
        if repeats && !(after_or_node && self.threat.repeats_by_checks()) {
            return NodeState { by_path: true, ..NOT_WON.into() };
        }
        if let Some((known, _)) = self.numbers.probe(key) {
            return known.into();
        }
        let numbers = self.initial_numbers(after_or_node, quiet, hinted);
        self.numbers.store(key, numbers, UNVISITED);
        numbers.into()
    }

    fn initial_numbers(&mut self, after_or_node: bool, quiet: bool, hinted: bool) -> ProofNumbers {
        let claimed_won = if after_or_node { hinted } else { self.hinted_move().is_some() };
        if claimed_won && self.here().count_legal() > 0 {
            return UNPROVEN;
        }
        let gain = self.gain();
        if !after_or_node {
            let (lost, won) = (-gain.min(0), gain.max(0));
            return ProofNumbers {
                proof: (1 + lost / GAIN_PER_PROOF) as u32,
                disproof: (1 + won / GAIN_PER_DISPROOF) as u32,
            };
        }
        let replies = self.here().count_legal() as u32;
        if replies == 0 {
            let won = is_won_by(self.here(), self.threat.path().winner);
            return if won { WON } else { NOT_WON };
        }
        let idle = if quiet { QUIET_PENALTY } else { 0 };
        let proof = (replies + idle) as i32 - gain / GAIN_PER_PROOF;
        ProofNumbers { proof: proof.max(1) as u32, disproof: 1 }
    }

    /// Evaluation gained by the winner since the root.
    fn gain(&mut self) -> i32 {
        let gain = self.threat.ctx.eval_here() - self.root_eval;
        gain.clamp(-MAX_GAIN, MAX_GAIN)
    }

    /// Stores a win with its length in the proof table; `None` where a part of it was lost meanwhile.
    fn store_win(&mut self, node: &OpenNode<P::Move>) -> Option<NodeState> {
        let &OpenNode { key, ref children, begin, start } = node;
        let or_node = children.or_node;
        let mut best: Option<(Win, P::Move)> = None;
        for child in children.list.iter().filter(|child| child.after.numbers.proof == 0) {
            best = match (best, self.child_win(child)) {
                (Some((most, mv)), Some(win)) if !or_node => Some((most.combined(win), mv)),
                (Some((least, mv)), Some(win)) if least.is_preferred_to(win) => Some((least, mv)),
                (_, Some(win)) => Some((win, child.mv)),
                (_, None) if !or_node => return None,
                (best, None) => best,
            };
        }
        let (win, mv) = best.filter(|(win, _)| win.length < MAX_MOVES - 1)?;
        if !win.by_rule {
            self.threat.memory.pending.truncate(start);
            let won = ProofValue::Won(win.length + u8::from(or_node));
            self.threat.store(key, (won, or_node.then_some(mv)), 0, AttackMoves::Checks, begin);
            return Some(WON.into());
        }
        let rank = win.length.max(1) + u8::from(or_node && !self.here().in_check());
        if !or_node {
            let won = ProofValue::WonByRule(win.depends_on);
            self.threat.store(key, (won, None), rank, AttackMoves::Checks, begin);
            return Some(NodeState::won_if(win.depends_on, rank));
        }
        match self.threat.store_by_rule(win.depends_on, Pending { key, rank, mv }, start, begin) {
            ProofValue::WonByRule(ply) if ply != UNCONDITIONAL => Some(NodeState::won_if(ply, rank)),
            _ => Some(WON.into()),
        }
    }

    /// Win of a child, as far as it is stored.
    fn child_win(&mut self, child: &Child<P::Move>) -> Option<Win> {
        if child.after.depends_on != UNCONDITIONAL {
            return Some(Win { depends_on: child.after.depends_on, by_rule: true, length: child.after.rank });
        }
        self.threat.ctx.path.push(child.mv);
        let over = self.here().count_legal() == 0;
        let entry = self.entry(self.threat.path().key());
        self.threat.ctx.path.pop();
        let is_plain = over || entry.win != 0;
        let length = if is_plain { entry.win } else { entry.rank };
        let win =
            Win { depends_on: UNCONDITIONAL, by_rule: !is_plain, length: if over { 0 } else { length } };
        (is_plain || entry.rank != 0).then_some(win)
    }
}

/// Kind and length of a win.
#[derive(Clone, Copy)]
struct Win {
    depends_on: usize,
    by_rule: bool,
    length: u8,
}

impl Win {
    /// Returns true if the winner prefers this win.
    fn is_preferred_to(self, other: Win) -> bool {
        (Reverse(self.depends_on), self.by_rule, self.length)
            <= (Reverse(other.depends_on), other.by_rule, other.length)
    }

    /// Win that requires both.
    fn combined(self, other: Win) -> Win {
        Win {
            depends_on: self.depends_on.min(other.depends_on),
            by_rule: self.by_rule || other.by_rule,
            length: self.length.max(other.length),
        }
    }
}

/// A node under expansion.
struct OpenNode<M> {
    key: u64,
    children: Children<M>,
    /// Number of nodes, and of pending wins, when it was entered.
    begin: u64,
    start: usize,
}

/// Children of an OR node or an AND node.
struct Children<M> {
    or_node: bool,
    list: Vec<Child<M>>,
}

impl<M> Children<M> {
    /// Numbers of the children as the side to move sees them.
    fn seen(&self) -> impl Iterator<Item = ProofNumbers> {
        self.list.iter().map(|child| child.after.numbers.seen_at(self.or_node))
    }

    /// Numbers of the node: one child is enough for the side to move, all are needed for the other.
    fn numbers(&self) -> ProofNumbers {
        let proof = self.seen().map(|numbers| numbers.proof).min().unwrap_or(INFINITE);
        if proof == 0 {
            return WON.seen_at(self.or_node);
        }
        let hardest = self.seen().map(|numbers| numbers.disproof).max().unwrap_or(0);
        let disproof = if hardest == 0 { 0 } else { hardest + self.count_open() - 1 };
        ProofNumbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) }.seen_at(self.or_node)
    }

    /// Number of children that still need work.
    fn count_open(&self) -> u32 {
        self.seen().filter(|numbers| numbers.disproof != 0).count() as u32
    }

    /// Index of the child to expand, and the second-best number. Ties are broken by the other number.
    fn select(&self) -> Option<(usize, u32)> {
        let mut best: Option<(usize, (u32, u32))> = None;
        let mut second = INFINITE - 1;
        for (index, numbers) in self.seen().enumerate().filter(|(_, numbers)| numbers.disproof != 0) {
            let measure = (numbers.proof, numbers.disproof);
            match best {
                Some((_, least)) if measure >= least => second = second.min(measure.0),
                _ => {
                    second = best.map_or(second, |(_, least)| second.min(least.0));
                    best = Some((index, measure));
                }
            }
        }
        best.map(|(index, _)| (index, second))
    }

    /// Returns true if *not won* depends on the path: a move of the winner, or all refuting replies, failed by
    /// repetition.
    fn depends_on_path(&self) -> bool {
        let mut lost = self.list.iter().filter(|child| child.after.numbers.disproof == 0);
        if self.or_node {
            lost.any(|child| child.after.by_path)
        } else {
            lost.all(|child| child.after.by_path)
        }
    }
}
