//! The order of questions: widths take turns, each deepening, until a win is found and nothing shorter is left.

mod hint_search;

use game::{Line, MoveList, Tactics};

use crate::Control;
use crate::mate::dfpn::DfpnTable;
use crate::mate::proof_table::{COUNTED_CHECKS, FULL, MOST_MOVES, ProofTable, WIDTHS};
use crate::mate::prover::{Prover, Verdict};
use crate::mate::retrograde::Ending;
use crate::mate::strategy::Strategy;
use crate::mate::{Answer, Finding, Flaw, Hints, ProofProgress, Query, WinProof, fortress};

/// Nodes of a width's first turn; each round doubles them.
const FIRST_TURN: u64 = 1024;
/// From this turn on the win is not a simple one, and most of the work goes to the best-first search.
const LONG_TURN: u64 = 16 * FIRST_TURN;
/// While the adviser thinks the winner this many centipawns ahead it has most of the time.
const HOPE: i32 = 300;
/// So many moves, and half as many as the wider one has reached, a narrow width may be ahead.
const AHEAD: u8 = 3;
/// A tree of so many positions is laid out at once when a win is found: it often turns out shorter than proven.
const POSITIONS_SETTLED: usize = 20_000;
/// A tree of so many positions is replayed by the rules before a win is claimed.
const POSITIONS_REPLAYED: usize = 100_000;
/// How much longer checks of the defender may make a win, in parts of its counted moves.
const DELAY: u8 = 3;
/// A win that rests on a rule is laid out with so many positions at most, or not claimed.
const POSITIONS_BY_RULE: usize = 300_000;
/// The same for a win that was found by looking at all positions of an ending.
const POSITIONS_OF_ENDING: usize = 500_000;
/// Once such a win is known, one that needs no rule is looked for with so many times the nodes it took, and so many more.
const LONGER_WITHOUT_RULE: u64 = 8;
const NODES_WITHOUT_RULE: u64 = 1 << 20;
const NO_FENCE: u64 = u64::MAX;

/// Answers a question about the line's last position.
///
/// Contract: every move has exactly one reveal from here on, as at a game without hidden pieces.
pub fn solve<P: Tactics>(
    line: &Line<P>,
    query: &Query,
    control: &Control,
    hints: Hints<P>,
    report: &mut dyn FnMut(&ProofProgress),
) -> Answer<P> {
    let start = control.micros();
    let mut prover = Prover::new(line, query.winner, query.hash, control, hints);
    prover.deadline = query.time.map(|millis| start + millis * 1000);
    if let Some(outcome) = line.outcome() {
        let finding = if outcome.winner == Some(query.winner) {
            let proof = Box::new(WinProof::new(prover));
            let (keys, all_keys, verified, by_rule) = (Vec::new(), true, true, false);
            Finding::Win { moves: 0, at_least: 0, proof, keys, all_keys, verified, by_rule }
        } else {
            Finding::NoWin { within: None }
        };
        return Answer { finding, nodes: 0, micros: control.micros() - start, micros_to_win: None };
    }
    let mut hunt = Hunt::new(prover, query, start);
    hunt.deepen(report);
    if hunt.proof.prover.stale_met && !hunt.stands_on_every_path() {
        // What was found may lean on facts of other paths: once more, path by path.
        let nodes = hunt.proof.prover.nodes;
        hunt = Hunt::new(hunt.proof.into_prover(), query, start);
        hunt.proof.prover.memory.clear();
        hunt.proof.prover.by_path = true;
        hunt.proof.prover.nodes = nodes;
        hunt.deepen(report);
    }
    hunt.conclude()
}

/// One solver at work.
struct Hunt<'a, P: Tactics> {
    proof: WinProof<P>,
    query: &'a Query,
    start: u64,
    /// The next number of moves each width asks for.
    next: [u8; WIDTHS],
    /// The shortest win so far.
    best: Option<u8>,
    micros_to_win: Option<u64>,
    /// No number of moves wins.
    never: bool,
    keys: Vec<P::Move>,
    all_keys: bool,
    /// What the best-first search thinks is left.
    proof_numbers: Option<(u32, u32)>,
    /// A win that rests on the rule against checking for ever.
    ruled: Option<Strategy<P::Move>>,
    /// What the adviser thought of the winner's chances when it was last asked, in centipawns of a soldier.
    hope: i32,
    /// The search ends at this number of nodes, a win by the rule in hand.
    enough: u64,
}

/// What a search by the rule against checking for ever has found out: apart, for it answers another question.
struct ByRule {
    memory: ProofTable,
    next: [u8; WIDTHS],
}

impl<'a, P: Tactics> Hunt<'a, P> {
    fn new(prover: Prover<P>, query: &'a Query, start: u64) -> Self {
        Hunt {
            proof: WinProof::new(prover),
            query,
            start,
            next: [1; WIDTHS],
            best: None,
            micros_to_win: None,
            never: false,
            keys: Vec::new(),
            all_keys: false,
            proof_numbers: None,
            ruled: None,
            hope: HOPE,
            enough: NO_FENCE,
        }
    }

    fn micros(&self) -> u64 {
        self.proof.prover.control.micros().saturating_sub(self.start)
    }

    /// WinNotes in this many moves and fewer are ruled out.
    fn refuted(&self) -> u8 {
        self.next[FULL] - 1
    }

    /// The largest number of moves still worth asking for.
    fn bound(&self) -> u8 {
        let asked = self.query.moves.map_or(MOST_MOVES, |moves| u8::try_from(moves).unwrap_or(MOST_MOVES));
        let shorter = self.best.map_or(MOST_MOVES, |best| best - 1);
        asked.min(shorter).min(MOST_MOVES)
    }

    fn is_settled(&self) -> bool {
        self.never || self.refuted() >= self.bound()
    }

    /// Whether nodes or time are used up.
    fn is_over(&self) -> bool {
        let most = self.query.nodes.unwrap_or(NO_FENCE).min(self.enough);
        self.proof.prover.is_over() || self.proof.prover.nodes >= most
    }

    fn fence(&mut self, more: u64) {
        let fence = self.proof.prover.nodes.saturating_add(more);
        self.proof.prover.fence = self.query.nodes.map_or(fence, |nodes| fence.min(nodes));
    }

    fn deepen(&mut self, report: &mut dyn FnMut(&ProofProgress)) {
        let mut turn = FIRST_TURN;
        let mut room = fortress::FortressSearch::default();
        let (mut ledger, mut by_rule) = (None, None);
        while !self.is_settled() && !self.is_over() {
            for width in 0..WIDTHS {
                let share = if width == FULL && self.best.is_none() { turn / 2 } else { turn };
                self.take_turn(width, share, report);
                if self.is_settled() || self.is_over() {
                    break;
                }
            }
            if self.is_open() {
                // An easy question is answered before this costs any memory.
                let ledger = ledger.get_or_insert_with(|| DfpnTable::new(self.query.hash / 4));
                let share = if turn < LONG_TURN { 6 } else { 12 };
                self.follow_numbers(ledger, share * turn, report);
            }
            if turn == LONG_TURN && self.is_open() && !self.proof.prover.by_path {
                self.look_at_all(report);
            }
            // Once is enough while the adviser, who knows the rule too, thinks the winner ahead.
            if (turn == LONG_TURN || turn > LONG_TURN && self.hope < HOPE) && self.may_ask_by_rule() {
                let hash = self.query.hash;
                let fresh = || {
                    (ByRule { memory: ProofTable::new(hash), next: [1; WIDTHS] }, DfpnTable::new(hash / 4))
                };
                let (by_rule, ledger) = by_rule.get_or_insert_with(fresh);
                self.ask_by_rule(by_rule, ledger, turn, report);
            }
            if turn >= LONG_TURN && self.is_open() && self.ruled.is_none() {
                self.consult(by_rule.as_mut().map(|(by_rule, _)| by_rule), turn, report);
            }
            if self.is_open() {
                self.lay_out(&mut room, turn);
            }
            turn = turn.saturating_mul(2);
        }
        self.proof.prover.fence = NO_FENCE;
        if self.query.keys && self.best.is_some() && !self.all_keys {
            self.find_keys();
        }
        self.tell(self.best.unwrap_or(self.next[FULL]), FULL, report);
    }

    /// Whether no win without the rule against checking for ever is known, and there is time to look for one.
    fn is_open(&self) -> bool {
        !self.is_settled() && !self.is_over() && self.best.is_none()
    }

    /// Whether a win by the rule against checking for ever is still worth looking for.
    fn may_ask_by_rule(&self) -> bool {
        // A number of moves cannot be promised where the defender may go round first.
        self.is_open()
            && self.ruled.is_none()
            && P::PERPETUAL_CHECK_LOSES
            && self.query.moves.is_none()
            && !self.proof.prover.by_path
    }

    /// The narrow widths and the best-first search once more, where checking for ever loses.
    fn ask_by_rule(
        &mut self,
        by_rule: &mut ByRule,
        ledger: &mut DfpnTable,
        turn: u64,
        report: &mut dyn FnMut(&ProofProgress),
    ) {
        by_rule.next[FULL] = self.next[FULL];
        for width in 0..FULL {
            self.within(Some(by_rule), |hunt| hunt.take_turn(width, turn, report));
            if !self.may_ask_by_rule() {
                return;
            }
        }
        self.within(Some(by_rule), |hunt| hunt.follow_numbers(ledger, 12 * turn, report));
    }

    /// Does something with what is known where checking for ever loses, if that is given.
    fn within<T>(&mut self, by_rule: Option<&mut ByRule>, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(by_rule) = by_rule else { return work(self) };
        self.trade(by_rule);
        self.proof.prover.by_rule = true;
        let done = work(self);
        self.proof.prover.by_rule = false;
        self.trade(by_rule);
        if self.best.is_some() {
            // It was won without the rule after all: what is known of that win is known there.
            std::mem::swap(&mut self.proof.prover.memory, &mut by_rule.memory);
        }
        done
    }

    fn trade(&mut self, by_rule: &mut ByRule) {
        std::mem::swap(&mut self.proof.prover.memory, &mut by_rule.memory);
        std::mem::swap(&mut self.next, &mut by_rule.next);
    }

    /// A win by the rule was found: it counts once it is laid out as a whole.
    fn won_by_rule(&mut self) {
        if let Some(strategy) = self.proof.prover.lay_out_proven(POSITIONS_BY_RULE) {
            self.keep_ruled(strategy);
        }
    }

    fn keep_ruled(&mut self, strategy: Strategy<P::Move>) {
        self.ruled = Some(strategy);
        self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
        let nodes = self.proof.prover.nodes;
        self.enough = nodes.saturating_mul(LONGER_WITHOUT_RULE).saturating_add(NODES_WITHOUT_RULE);
    }

    fn tell(&self, depth: u8, width: usize, report: &mut dyn FnMut(&ProofProgress)) {
        report(&ProofProgress {
            refuted: u32::from(self.refuted()),
            won: self.best.or(self.ruled.as_ref().map(|ruled| ruled.height)).map(u32::from),
            depth: u32::from(depth),
            width: width as u32,
            proof_numbers: self.proof_numbers,
            nodes: self.proof.prover.nodes,
            micros: self.micros(),
        });
    }

    /// A narrow width runs ahead of the wider ones only so far: then the time is better spent there.
    fn reach(&self, width: usize) -> u8 {
        match self.next.get(width + 1) {
            Some(&wider) => wider.saturating_add(wider / 2).saturating_add(AHEAD),
            None => MOST_MOVES,
        }
    }

    /// One width asks on, within its turn's nodes.
    fn take_turn(&mut self, width: usize, turn: u64, report: &mut dyn FnMut(&ProofProgress)) {
        self.fence(turn);
        while self.next[width] <= self.bound().min(self.reach(width)) && !self.never {
            let moves = self.next[width];
            let delayed = moves.saturating_mul(DELAY).saturating_add(DELAY);
            self.proof.prover.allow(self.bound().min(delayed));
            let Ok(verdict) = self.proof.prover.ask(moves, width) else { return };
            match verdict {
                Verdict::Won(moves) => {
                    self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
                    self.best = Some(self.proof.settle(moves, POSITIONS_SETTLED));
                    self.fence(turn);
                }
                Verdict::Ruled(_) => {
                    self.won_by_rule();
                    return self.tell(moves, width, report);
                }
                Verdict::Not => self.rule_out(moves, width),
                Verdict::Never if width == FULL => self.never = true,
                // Nothing more to find at this width.
                Verdict::Never => self.next[width] = MOST_MOVES + 1,
            }
            self.tell(moves, width, report);
        }
    }

    /// Looks for any win at all, best first.
    fn follow_numbers(&mut self, ledger: &mut DfpnTable, turn: u64, report: &mut dyn FnMut(&ProofProgress)) {
        self.fence(turn);
        self.proof.prover.allow(MOST_MOVES);
        let found = self.proof.prover.follow_numbers(ledger);
        self.proof_numbers = Some(self.proof.prover.work_left(ledger));
        let mut depth = self.next[FULL];
        if let Ok(Verdict::Ruled(_)) = found {
            self.won_by_rule();
        }
        if let Ok(Verdict::Won(moves)) = found {
            if moves <= self.bound() {
                self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
                self.best = Some(self.proof.settle(moves, POSITIONS_SETTLED));
            }
            depth = moves;
        }
        self.tell(depth, FULL, report);
    }

    /// What the full width rules out no other needs to ask.
    fn rule_out(&mut self, moves: u8, width: usize) {
        let narrower = if width == FULL { 0 } else { width };
        for next in &mut self.next[narrower..=width] {
            *next = (*next).max(moves + 1);
        }
    }

    /// Where pieces are few: every position that can come of it tells whether the winner wins, how soon, and with what.
    fn look_at_all(&mut self, report: &mut dyn FnMut(&ProofProgress)) {
        self.fence(NO_FENCE);
        let root = self.proof.prover.line.here().clone();
        let Some(ending) = Ending::look_at_all(&mut self.proof.prover, &root) else { return };
        let prover = &mut self.proof.prover;
        let Some(moves) = ending.moves_to_win(prover.line.here()) else {
            self.never = !ending.may_be_won_by_rule();
            return;
        };
        let strategy = prover.lay_out(POSITIONS_OF_ENDING, |_, here| ending.best_moves(here).next());
        let strategy = strategy.filter(|strategy| prover.replays(strategy));
        // Fewer moves never do, whether or not the rules leave time for these.
        self.next[FULL] = self.next[FULL].max(moves);
        if let Some(strategy) = strategy.filter(|strategy| strategy.height <= self.bound()) {
            let prover = &self.proof.prover;
            if prover.begins {
                self.keys = ending.best_moves(prover.line.here()).collect();
            }
            self.all_keys = true;
            self.micros_to_win.get_or_insert(prover.control.micros() - self.start);
            self.best = Some(strategy.height);
            self.proof.hold(strategy, false);
        }
        self.tell(moves, FULL, report);
    }

    /// Where the ending is small: every position that can come of it.
    fn lay_out(&mut self, room: &mut fortress::FortressSearch, turn: u64) {
        if self.query.moves.is_some() || self.proof.prover.by_path {
            return;
        }
        if room.is_safe(&mut self.proof.prover, turn) {
            self.never = true;
        }
    }

    /// Every first move that wins in the shortest number found.
    fn find_keys(&mut self) {
        let Some(best) = self.best else { return };
        if self.proof.prover.line.here().turn() != self.query.winner {
            self.all_keys = true;
            return;
        }
        self.fence(NO_FENCE);
        let mut list = MoveList::new();
        self.proof.prover.line.here().legal_moves(&mut list);
        let mut open = Vec::new();
        // The narrow widths find most of them at once; the full one decides the rest while the budget lasts.
        for &mv in &list {
            match self.wins_with(mv, best - 1, COUNTED_CHECKS) {
                Some(true) => self.keys.push(mv),
                Some(false) => open.push(mv),
                None => return,
            }
        }
        let mut undecided = false;
        for mv in open {
            match self.wins_with(mv, best - 1, FULL) {
                Some(true) => self.keys.push(mv),
                Some(false) => {}
                None => undecided = true,
            }
        }
        self.all_keys = !undecided;
    }

    fn wins_with(&mut self, mv: P::Move, moves: u8, width: usize) -> Option<bool> {
        let reveal = self.proof.prover.line.here().unrevealed(mv);
        self.proof.prover.line.push(mv, reveal);
        let answer = self.proof.prover.ask(moves, width);
        self.proof.prover.line.pop();
        answer.ok().map(|verdict| matches!(verdict, Verdict::Won(_)))
    }

    /// Whether a win was found that stands although a count of moves without progress ended lines of the search: its
    /// replay asks the count along every path. How few moves would do is not known then.
    fn stands_on_every_path(&mut self) -> bool {
        self.proof.prover.done = true;
        let stands = match (self.best, &self.ruled) {
            (Some(_), _) => self.proof.verify(POSITIONS_REPLAYED).is_ok(),
            (None, Some(strategy)) => self.proof.prover.replays(strategy),
            (None, None) => false,
        };
        self.proof.prover.done = stands;
        self.next[FULL] = 1;
        stands
    }

    fn conclude(mut self) -> Answer<P> {
        let (nodes, start, refuted) = (self.proof.prover.nodes, self.start, u32::from(self.refuted()));
        let (micros_to_win, control) = (self.micros_to_win, self.proof.prover.control.clone());
        let ruled = self.ruled.take();
        let finding = match self.best {
            Some(moves) => self.claim(moves, refuted),
            None if ruled.is_some() => self.claim_by_rule(ruled, refuted),
            None if self.never => Finding::NoWin { within: None },
            None => match self.query.moves {
                Some(asked) if refuted >= asked => Finding::NoWin { within: Some(asked) },
                _ => Finding::Unknown { refuted },
            },
        };
        Answer { finding, nodes, micros: control.micros().saturating_sub(start), micros_to_win }
    }

    /// A win, replayed by the rules unless its tree is large. Should the replay find a flaw, nothing is claimed.
    fn claim(self, moves: u8, refuted: u32) -> Finding<P> {
        let (mut keys, all_keys, mut proof) = (self.keys, self.all_keys, self.proof);
        proof.prover.done = true;
        let (verified, moves) = match proof.verify(POSITIONS_REPLAYED) {
            Ok(replay) => (true, replay.moves),
            Err(Flaw::TooLarge) => (false, u32::from(moves)),
            Err(_) => return Finding::Unknown { refuted: refuted.min(u32::from(moves) - 1) },
        };
        if keys.is_empty() {
            keys.extend(proof.first_move());
        }
        proof.conclude();
        let at_least = (refuted + 1).min(moves);
        Finding::Win { moves, at_least, proof: Box::new(proof), keys, all_keys, verified, by_rule: false }
    }

    /// The same for a win that rests on the rule against checking for ever. How few moves it might take nobody knows.
    fn claim_by_rule(self, ruled: Option<Strategy<P::Move>>, refuted: u32) -> Finding<P> {
        let mut proof = self.proof;
        proof.prover.done = true;
        let unknown = Finding::Unknown { refuted };
        let Some(strategy) = ruled else { return unknown };
        proof.hold(strategy, true);
        if proof.verify(POSITIONS_BY_RULE).is_err() {
            return unknown;
        }
        let (moves, keys) = (proof.moves(), proof.first_move().into_iter().collect());
        proof.conclude();
        let (proof, at_least) = (Box::new(proof), moves.min(1));
        Finding::Win { moves, at_least, proof, keys, all_keys: false, verified: true, by_rule: true }
    }
}
