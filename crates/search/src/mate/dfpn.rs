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

use game::{MoveList, Tactics};

use super::perpetual::{Pending, UNCONDITIONAL};
use super::proof_table::{CHECKS, FULL, MAX_MOVES, NEVER_WON};
use super::prover::{BudgetExhausted, ProofValue, Prover};

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

/// Initial numbers of a position that a hint claims to be won.
const HINTED: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

impl ProofNumbers {
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

impl<P: Tactics> Prover<P> {
    /// Searches from the current position up to the node limit. `Won` is a proof; any other result proves nothing.
    pub fn dfpn_search(&mut self, dfpn_table: &mut DfpnTable) -> Result<ProofValue, BudgetExhausted> {
        let ply = self.line.ply();
        self.pending.clear();
        let numbers = self.visit(dfpn_table, INFINITE - 1, INFINITE - 1);
        while self.line.ply() > ply {
            self.line.pop();
        }
        let entry = self.table.probe(self.key());
        if entry.win != 0 {
            return Ok(ProofValue::Won(entry.win));
        }
        if entry.rank != 0 {
            return Ok(ProofValue::WonByRule(UNCONDITIONAL));
        }
        numbers.map(|_| ProofValue::NotWithin)
    }

    /// Proof and disproof number of the current position.
    pub fn proof_numbers(&mut self, dfpn_table: &mut DfpnTable) -> (u32, u32) {
        let or_node = self.line.here().turn() == self.winner;
        let numbers = match self.children(dfpn_table, or_node) {
            Ok(children) if or_node => or_node_numbers(&children),
            Ok(children) => and_node_numbers(&children),
            Err(numbers) => numbers,
        };
        (numbers.proof, numbers.disproof)
    }

    /// Expands below the current position while both numbers are under their thresholds (procedure MID of df-pn).
    fn visit(
        &mut self,
        dfpn_table: &mut DfpnTable,
        proof_threshold: u32,
        disproof_threshold: u32,
    ) -> Result<NodeState, BudgetExhausted> {
        self.count_node()?;
        let begin = self.nodes;
        let key = self.key();
        let or_node = self.line.here().turn() == self.winner;
        let entry = self.table.probe(key);
        if entry.win != 0 || entry.rank != 0 {
            return Ok(WON.into());
        }
        let seen = dfpn_table.probe(key).is_some_and(|(_, visited)| visited);
        if or_node && !seen {
            match self.attack(LEAF_MOVES, CHECKS)? {
                ProofValue::Won(_) => return Ok(WON.into()),
                ProofValue::WonByRule(depends_on) => return Ok(NodeState::won_if(depends_on, LEAF_MOVES)),
                ProofValue::NotWithin | ProofValue::Never => {}
            }
        }
        let start = self.pending.len();
        if !or_node
            && !seen
            && !self.follow_hints
            && !self.line.here().in_check()
            && !self.has_short_threat()?
        {
            // No threat: postponed until all other numbers have grown as large.
            let replies = self.line.here().count_legal() as u32;
            let numbers = ProofNumbers { proof: 2 * replies + NO_THREAT_PENALTY, disproof: 1 };
            dfpn_table.store(key, numbers, VISIT);
            if numbers.proof >= proof_threshold {
                return Ok(numbers.into());
            }
        }
        let mut children = match self.children(dfpn_table, or_node) {
            Ok(children) => children,
            Err(numbers) => {
                dfpn_table.store(key, numbers, VISIT);
                return Ok(numbers.into());
            }
        };
        loop {
            let numbers = if or_node { or_node_numbers(&children) } else { and_node_numbers(&children) };
            if numbers.is_settled()
                || numbers.proof >= proof_threshold
                || numbers.disproof >= disproof_threshold
            {
                if numbers.proof == 0
                    && let Some(state) = self.store_win(key, &children, start, begin)
                {
                    return Ok(state);
                }
                self.pending.truncate(start);
                if numbers.proof == 0 {
                    return Ok(unproven_numbers().into());
                }
                if numbers.disproof == 0 && depends_on_path(&children, or_node) {
                    // It may be won on another path: only this path is finished.
                    dfpn_table.store(key, PATH_DEPENDENT, self.nodes - begin + VISIT);
                    return Ok(NodeState { by_path: true, ..numbers.into() });
                }
                dfpn_table.store(key, numbers, self.nodes - begin + VISIT);
                return Ok(numbers.into());
            }
            let Some(selection) = select_child(&children, or_node) else { return Ok(numbers.into()) };
            let others = count_open(&children, or_node).saturating_sub(1) as u32;
            let (proof, disproof) = if or_node {
                (
                    proof_threshold.min(selection.second + selection.second / 4 + 1),
                    disproof_threshold - others.min(disproof_threshold - 1),
                )
            } else {
                (
                    proof_threshold - others.min(proof_threshold - 1),
                    disproof_threshold.min(selection.second + selection.second / 4 + 1),
                )
            };
            let mv = children[selection.index].mv;
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            let found = self.visit(dfpn_table, proof, disproof)?;
            self.line.pop();
            children[selection.index].after = found;
        }
    }

    /// Returns true if the quiet move just played threatens to win with a few checks.
    fn has_short_threat(&mut self) -> Result<bool, BudgetExhausted> {
        let Some(passed) = self.line.here().pass() else { return Ok(true) };
        self.line.push_pass(passed);
        let value = self.attack(LEAF_MOVES, CHECKS)?;
        self.line.pop();
        Ok(matches!(value, ProofValue::Won(_) | ProofValue::WonByRule(_)))
    }

    /// Children with their known or initial states; or the final numbers of a position without children.
    fn children(
        &mut self,
        dfpn_table: &mut DfpnTable,
        or_node: bool,
    ) -> Result<Vec<Child<P::Move>>, ProofNumbers> {
        let mut list = MoveList::new();
        self.line.here().legal_moves(&mut list);
        if list.is_empty()
            || self.line.here().is_dead()
            || self.is_excluded()
            || self.moves_made() >= MAX_MOVES
        {
            return Err(NOT_WON);
        }
        let follow_hints = self.hinted_move().filter(|_| or_node);
        let mut children = Vec::with_capacity(list.len());
        for &mv in &list {
            let after = match self.known_state(dfpn_table, mv) {
                Some(known) => known,
                None => self.initial_state(dfpn_table, mv, or_node, follow_hints == Some(mv)),
            };
            children.push(Child { mv, after });
        }
        Ok(children)
    }

    /// Hinted winning move, where hints are followed.
    fn hinted_move(&self) -> Option<P::Move> {
        self.follow_hints.then(|| self.hints.winning_move(self.line.here()))?
    }

    /// State of the position after a move, where it is known without playing the move.
    fn known_state(&self, dfpn_table: &DfpnTable, mv: P::Move) -> Option<NodeState> {
        let next = self.line.here().key_after(mv).filter(|_| !self.by_path)?;
        let key = next ^ self.salt;
        let entry = self.table.probe(key);
        if entry.win != 0 || entry.rank != 0 {
            return Some(WON.into());
        }
        if self.line.keys().contains(&next) {
            return None;
        }
        if entry.fail[FULL] == NEVER_WON {
            return Some(NOT_WON.into());
        }
        dfpn_table.probe(key).map(|(numbers, _)| numbers.into())
    }

    /// State of a position met for the first time, or repeated.
    fn initial_state(
        &mut self,
        dfpn_table: &mut DfpnTable,
        mv: P::Move,
        or_node: bool,
        follow_hints: bool,
    ) -> NodeState {
        let quiet = or_node && !self.line.here().gives_check(mv);
        let reveal = self.line.here().unrevealed(mv);
        self.line.push(mv, reveal);
        let cycle = if or_node { None } else { self.perpetual_check_start() };
        let after = match cycle {
            Some(depends_on) => NodeState::won_if(depends_on, 1),
            None => self.state_after(dfpn_table, or_node, quiet, follow_hints),
        };
        self.line.pop();
        after
    }

    fn state_after(
        &mut self,
        dfpn_table: &mut DfpnTable,
        after_or_node: bool,
        quiet: bool,
        hinted: bool,
    ) -> NodeState {
        let key = self.key();
        let entry = self.table.probe(key);
        if entry.win != 0 || entry.rank != 0 {
            return WON.into();
        }
        if entry.fail[FULL] == NEVER_WON {
            return NOT_WON.into();
        }
        if self.line.earlier_occurrences().next().is_some() && !(after_or_node && self.repeats_by_checks()) {
            return NodeState { by_path: true, ..NOT_WON.into() };
        }
        if let Some((known, _)) = dfpn_table.probe(key) {
            return known.into();
        }
        let numbers = self.initial_numbers(after_or_node, quiet, hinted);
        dfpn_table.store(key, numbers, UNVISITED);
        numbers.into()
    }

    fn initial_numbers(&mut self, after_or_node: bool, quiet: bool, hinted: bool) -> ProofNumbers {
        let claimed_won = if after_or_node { hinted } else { self.hinted_move().is_some() };
        if claimed_won && self.line.here().count_legal() > 0 {
            return HINTED;
        }
        let gain = self.gain();
        if !after_or_node {
            let (lost, won) = (-gain.min(0), gain.max(0));
            return ProofNumbers {
                proof: (1 + lost / GAIN_PER_PROOF) as u32,
                disproof: (1 + won / GAIN_PER_DISPROOF) as u32,
            };
        }
        let here = self.line.here();
        let replies = here.count_legal() as u32;
        if replies == 0 {
            let won = here.outcome().is_some_and(|end| end.winner == Some(self.winner));
            return if won { WON } else { NOT_WON };
        }
        let idle = if quiet { QUIET_PENALTY } else { 0 };
        let proof = (replies + idle) as i32 - gain / GAIN_PER_PROOF;
        ProofNumbers { proof: proof.max(1) as u32, disproof: 1 }
    }

    /// Evaluation gained by the winner since the root.
    fn gain(&mut self) -> i32 {
        let gain = self.eval_here() - self.root_eval;
        gain.clamp(-MAX_GAIN, MAX_GAIN)
    }

    /// Stores a win with its length in the proof table; `None` where a part of it was lost meanwhile.
    fn store_win(
        &mut self,
        key: u64,
        children: &[Child<P::Move>],
        start: usize,
        begin: u64,
    ) -> Option<NodeState> {
        let or_node = self.line.here().turn() == self.winner;
        let mut best: Option<(Win, P::Move)> = None;
        for child in children.iter().filter(|child| child.after.numbers.proof == 0) {
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
            self.pending.truncate(start);
            let length = win.length + u8::from(or_node);
            self.store(key, ProofValue::Won(length), 0, CHECKS, or_node.then_some(mv), begin);
            return Some(WON.into());
        }
        let rank = win.length.max(1) + u8::from(or_node && !self.line.here().in_check());
        if or_node {
            let value = self.store_by_rule(win.depends_on, Pending { key, rank, mv }, start, begin);
            return Some(match value {
                ProofValue::WonByRule(depends_on) if depends_on != UNCONDITIONAL => {
                    NodeState::won_if(depends_on, rank)
                }
                _ => WON.into(),
            });
        }
        self.store(key, ProofValue::WonByRule(win.depends_on), rank, CHECKS, None, begin);
        Some(NodeState::won_if(win.depends_on, rank))
    }

    /// Win of a child, as far as it is stored.
    fn child_win(&mut self, child: &Child<P::Move>) -> Option<Win> {
        if child.after.depends_on != UNCONDITIONAL {
            return Some(Win { depends_on: child.after.depends_on, by_rule: true, length: child.after.rank });
        }
        let reveal = self.line.here().unrevealed(child.mv);
        self.line.push(child.mv, reveal);
        let over = self.line.here().count_legal() == 0;
        let entry = self.table.probe(self.key());
        self.line.pop();
        if over {
            return Some(Win { depends_on: UNCONDITIONAL, by_rule: false, length: 0 });
        }
        if entry.win != 0 {
            return Some(Win { depends_on: UNCONDITIONAL, by_rule: false, length: entry.win });
        }
        (entry.rank != 0).then_some(Win { depends_on: UNCONDITIONAL, by_rule: true, length: entry.rank })
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

/// Returns true if *not won* depends on the path: a move of the winner, or all refuting replies, failed by repetition.
fn depends_on_path<M>(children: &[Child<M>], or_node: bool) -> bool {
    let mut lost = children.iter().filter(|child| child.after.numbers.disproof == 0);
    if or_node { lost.any(|child| child.after.by_path) } else { lost.all(|child| child.after.by_path) }
}

/// Numbers of a position whose proof was lost from the table: it has to be proven again.
fn unproven_numbers() -> ProofNumbers {
    ProofNumbers { proof: 1, disproof: 1 }
}

/// Numbers of an OR node: one child is enough.
fn or_node_numbers<M>(children: &[Child<M>]) -> ProofNumbers {
    let proof = children.iter().map(|child| child.after.numbers.proof).min().unwrap_or(INFINITE);
    if proof == 0 {
        return WON;
    }
    let hardest = children.iter().map(|child| child.after.numbers.disproof).max().unwrap_or(0);
    let disproof = if hardest == 0 { 0 } else { hardest + count_open(children, true) as u32 - 1 };
    ProofNumbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) }
}

/// Numbers of an AND node: all children are needed.
fn and_node_numbers<M>(children: &[Child<M>]) -> ProofNumbers {
    let disproof = children.iter().map(|child| child.after.numbers.disproof).min().unwrap_or(INFINITE);
    if disproof == 0 {
        return NOT_WON;
    }
    let hardest = children.iter().map(|child| child.after.numbers.proof).max().unwrap_or(0);
    let proof = if hardest == 0 { 0 } else { hardest + count_open(children, false) as u32 - 1 };
    ProofNumbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) }
}

/// Number of children that still need work.
fn count_open<M>(children: &[Child<M>], or_node: bool) -> usize {
    let is_open = |child: &&Child<M>| {
        if or_node { child.after.numbers.disproof != 0 } else { child.after.numbers.proof != 0 }
    };
    children.iter().filter(is_open).count()
}

/// Child to expand, and the second-best number.
struct Selection {
    index: usize,
    second: u32,
}

fn select_child<M>(children: &[Child<M>], or_node: bool) -> Option<Selection> {
    let measure = |child: &Child<M>| {
        // Ties are broken by the other number.
        if or_node {
            (child.after.numbers.proof, child.after.numbers.disproof)
        } else {
            (child.after.numbers.disproof, child.after.numbers.proof)
        }
    };
    let mut best: Option<(usize, (u32, u32))> = None;
    let mut second = INFINITE - 1;
    for (index, child) in children.iter().enumerate() {
        let number = measure(child);
        if (!or_node && child.after.numbers.proof == 0) || (or_node && child.after.numbers.disproof == 0) {
            continue;
        }
        match best {
            Some((_, least)) if number >= least => second = second.min(number.0),
            _ => {
                if let Some((_, least)) = best {
                    second = second.min(least.0);
                }
                best = Some((index, number));
            }
        }
    }
    best.map(|(index, _)| Selection { index, second })
}
