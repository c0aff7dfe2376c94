//! Depth-limited AND/OR search for forced wins (threat search): can the winner force the end within `n` moves?

use std::num::NonZeroU16;

use game::{Line, Move, MoveList, Side, Tactics};

use super::Hints;
use super::perpetual::{Pending, UNCONDITIONAL};
use super::proof_table::{
    CHECKS, COUNTED_CHECKS, COUNTED_QUIET, FULL, MAX_MOVES, NEVER_WON, ProofEntry, ProofTable, THREATS,
};
use super::retrograde::SolvedEnding;
use crate::Control;

/// Nodes between two checks of the clock.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// Result of a search below one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofValue {
    /// The winner needs at most this many more moves.
    Won(u8),
    /// Won by the perpetual-check rule, provided that the position at this ply is won; [`UNCONDITIONAL`] for no
    /// condition.
    WonByRule(usize),
    /// Not won within the moves asked for.
    NotWithin,
    /// Not won within any number of moves: the tree below is finite and exhausted.
    Never,
}

/// The node limit or the time was exhausted before the result was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BudgetExhausted;

/// Search state of the proof searches below one position.
pub(super) struct Prover<P: Tactics> {
    pub line: Line<P>,
    pub winner: Side,
    pub table: ProofTable,
    pub nodes: u64,
    /// Maximum number of the winner's moves in a narrow search, moves out of check included.
    max_moves: u8,
    pub(super) root: usize,
    /// True if the winner moves first.
    pub(super) winner_moves_first: bool,
    /// The search stops at this number of nodes.
    pub node_limit: u64,
    /// The search stops at this moment, in microseconds of the control's clock.
    pub deadline: Option<u64>,
    pub control: Control,
    /// The search is finished: later lookups are bounded by nodes only.
    pub finished: bool,
    /// True if a draw by the count of moves without progress was met: table entries then belong to paths, not
    /// positions.
    pub move_count_draw_met: bool,
    pub by_path: bool,
    /// Positions that occurred twice before the search began.
    repeated: Vec<u64>,
    pub(super) salt: u64,
    /// Killer replies of the defender, by moves left.
    killers: Vec<[Option<P::Move>; 2]>,
    /// History of the winner's quiet moves that won, by origin and destination.
    history: Vec<u32>,
    /// True if a defender who can only check perpetually has lost.
    pub by_rule: bool,
    /// Positions below the current one that are won if a position above them is.
    pub(super) pending: Vec<Pending<P::Move>>,
    pub(super) hints: Hints<P>,
    /// Small endings solved by retrograde analysis.
    pub(super) endings: Vec<SolvedEnding<P>>,
    /// True if initial proof numbers follow the hinted moves.
    pub follow_hints: bool,
    /// Evaluation of the root for the winner.
    pub root_eval: i32,
}

/// A candidate move of the winner with its ordering score.
struct Candidate<M> {
    mv: M,
    checks: bool,
    score: i32,
}

/// Checks come before quiet moves, those with few replies first.
const CHECK_SCORE: i32 = 1 << 24;
const HASH_MOVE_SCORE: i32 = i32::MAX;

impl<P: Tactics> Prover<P> {
    pub fn new(line: &Line<P>, winner: Side, megabytes: usize, control: &Control, hints: Hints<P>) -> Self {
        let mut prover = Prover {
            line: line.clone(),
            winner,
            table: ProofTable::new(megabytes),
            nodes: 0,
            max_moves: MAX_MOVES,
            root: line.ply(),
            winner_moves_first: line.here().turn() == winner,
            node_limit: u64::MAX,
            deadline: None,
            control: control.clone(),
            finished: false,
            move_count_draw_met: false,
            by_path: false,
            repeated: repeated_positions(line),
            salt: if winner == Side::First { 0 } else { 0x6A09_E667_F3BC_C909 },
            killers: vec![[None; 2]; usize::from(MAX_MOVES) + 2],
            history: vec![0; P::SQUARES * P::SQUARES],
            by_rule: false,
            pending: Vec::new(),
            hints,
            endings: Vec::new(),
            follow_hints: false,
            root_eval: 0,
        };
        prover.root_eval = prover.eval_here();
        prover
    }

    /// Evaluation of the current position for the winner.
    pub fn eval_here(&mut self) -> i32 {
        let here = self.line.here();
        let own = self.hints.evaluate(here);
        if here.turn() == self.winner { own } else { -own }
    }

    /// Returns true if the search was stopped or its time is over, whatever the node limit.
    pub fn is_over(&self) -> bool {
        !self.finished && self.is_out_of_time()
    }

    /// Returns true if the search was stopped or its time is over, even when finished.
    pub fn is_out_of_time(&self) -> bool {
        self.control.is_stopped() || self.micros_left() == Some(0)
    }

    /// Time left in microseconds, where it is limited.
    pub fn micros_left(&self) -> Option<u64> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.control.micros()))
    }

    /// Searches for a win within this many of the winner's moves, in the current position; either side may be to move.
    pub fn prove(&mut self, moves: u8, width: usize) -> Result<ProofValue, BudgetExhausted> {
        let ply = self.line.ply();
        self.pending.clear();
        let value = if self.line.here().turn() == self.winner {
            self.attack(moves, width)
        } else {
            self.defend(moves, width)
        };
        while self.line.ply() > ply {
            self.line.pop();
        }
        value
    }

    pub(super) fn count_node(&mut self) -> Result<(), BudgetExhausted> {
        self.nodes += 1;
        let check_clock = self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS);
        if self.nodes >= self.node_limit || (check_clock && self.is_over()) {
            Err(BudgetExhausted)
        } else {
            Ok(())
        }
    }

    /// Table key of the current position.
    pub fn key(&self) -> u64 {
        self.key_of(&self.line)
    }

    /// Table key of the last position of a line.
    pub fn key_of(&self, line: &Line<P>) -> u64 {
        let key = line.here().key() ^ self.salt;
        if !self.by_path {
            return key;
        }
        line.keys().iter().fold(key, |mix, key| mix.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key)
    }

    /// Returns true if the winner's move here is not counted. A narrow search looks for any win, and a defender
    /// who only delays it by giving check must not push it beyond the horizon.
    fn is_uncounted(&self, width: usize) -> bool {
        width < FULL && self.line.here().in_check()
    }

    /// Real number of moves that the winner may still make.
    fn moves_left(&self, moves: u8, width: usize) -> u8 {
        if width >= FULL {
            return moves;
        }
        self.max_moves.saturating_sub(self.moves_made())
    }

    pub(super) fn moves_made(&self) -> u8 {
        let plies = self.line.ply() - self.root;
        let made = if self.winner_moves_first { plies.div_ceil(2) } else { plies / 2 };
        u8::try_from(made).unwrap_or(u8::MAX)
    }

    /// Sets the real number of moves that a narrow search may make from the current position.
    pub fn allow_moves(&mut self, moves: u8) {
        self.max_moves = self.moves_made().saturating_add(moves);
    }

    /// Result of the current position as far as the table knows it.
    fn table_value(&self, entry: &ProofEntry, moves: u8, width: usize) -> Option<ProofValue> {
        self.table_value_within(entry, self.moves_left(moves, width), moves, width)
    }

    /// Same for a position after a move of the winner.
    fn table_value_after(&self, entry: &ProofEntry, moves: u8, width: usize) -> Option<ProofValue> {
        let real_moves = if width >= FULL { moves } else { self.moves_left(moves, width).saturating_sub(1) };
        self.table_value_within(entry, real_moves, moves, width)
    }

    /// Table result for `moves` counted moves and `real_moves` real ones.
    fn table_value_within(
        &self,
        entry: &ProofEntry,
        real_moves: u8,
        moves: u8,
        width: usize,
    ) -> Option<ProofValue> {
        if entry.win != 0 && entry.win <= real_moves {
            return Some(ProofValue::Won(entry.win));
        }
        if self.by_rule && entry.rank != 0 && entry.rank <= moves && width < FULL {
            return Some(ProofValue::WonByRule(UNCONDITIONAL));
        }
        match entry.fail[width] {
            NEVER_WON => Some(ProofValue::Never),
            fail if fail >= moves && moves > 0 => Some(ProofValue::NotWithin),
            _ => None,
        }
    }

    /// Positions no proof may pass through: drawn by the move count, or occurring for the third time.
    pub(super) fn is_excluded(&mut self) -> bool {
        if P::is_move_limit_reached(&self.line) {
            self.move_count_draw_met = true;
            return true;
        }
        !self.repeated.is_empty() && self.repeated.contains(&self.line.here().key())
    }

    /// OR node: the winner is to move and has this many moves left.
    pub(super) fn attack(&mut self, moves: u8, width: usize) -> Result<ProofValue, BudgetExhausted> {
        self.count_node()?;
        let key = self.key();
        let entry = self.table.probe(key);
        if let Some(value) = self.table_value(&entry, moves, width) {
            return Ok(value);
        }
        if moves == 0 || self.moves_left(moves, width) == 0 || self.is_excluded() {
            return Ok(ProofValue::NotWithin);
        }
        if let Some(ply) = self.perpetual_check_start().filter(|_| self.is_uncounted(width)) {
            return Ok(ProofValue::WonByRule(ply));
        }
        let begin = self.nodes;
        let start = self.pending.len();
        let value = if moves == 1 && !self.is_uncounted(width) {
            self.last_move(width)
        } else {
            // A narrow search is cheap and often succeeds; the wide one decides the rest.
            match self.try_narrower(moves, width)? {
                Some(won) => return Ok(won),
                None => self.attack_with_moves(moves, width, &entry)?,
            }
        };
        let (value, mv) = value;
        if let (ProofValue::WonByRule(depends_on), Some(mv)) = (value, mv) {
            return Ok(self.store_by_rule(depends_on, Pending { key, rank: moves, mv }, start, begin));
        }
        self.pending.truncate(start);
        self.store(key, value, moves, width, mv, begin);
        Ok(value)
    }

    fn try_narrower(&mut self, moves: u8, width: usize) -> Result<Option<ProofValue>, BudgetExhausted> {
        let widths: &[usize] = match width {
            CHECKS | COUNTED_CHECKS => &[],
            FULL if moves > 2 => &[COUNTED_CHECKS, COUNTED_QUIET],
            FULL | COUNTED_QUIET => &[COUNTED_CHECKS],
            _ => &[CHECKS],
        };
        for &narrow in widths {
            let value = self.attack(moves, narrow)?;
            if let ProofValue::Won(_) | ProofValue::WonByRule(_) = value {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// One move is left: it must end the game.
    fn last_move(&mut self, width: usize) -> (ProofValue, Option<P::Move>) {
        let here = self.line.here();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if list.is_empty() || here.is_dead() {
            return (ProofValue::Never, None);
        }
        // A reply that exists after one quiet move mostly exists after the next one too.
        let mut witness: Option<P::Move> = None;
        for &mv in &list {
            let checks = here.gives_check(mv);
            if !checks && (checks_of(width) == width || !P::STALEMATE_MAY_WIN) {
                continue;
            }
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            if !checks {
                if witness.is_some_and(|reply| after.is_legal(reply)) {
                    continue;
                }
                witness = any_move(&after);
                if witness.is_some() {
                    continue;
                }
            }
            if after.outcome().is_some_and(|outcome| outcome.winner == Some(self.winner)) {
                return (ProofValue::Won(1), Some(mv));
            }
        }
        (ProofValue::NotWithin, None)
    }

    fn attack_with_moves(
        &mut self,
        moves: u8,
        width: usize,
        entry: &ProofEntry,
    ) -> Result<(ProofValue, Option<P::Move>), BudgetExhausted> {
        let mut candidates = Vec::new();
        let mut never = true;
        if let Some(won) = self.candidates(moves, width, entry, &mut candidates, &mut never) {
            return Ok(won);
        }
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        // A move out of check is forced, so it does not count as one of the quiet moves.
        let free = self.line.here().in_check();
        let left = if self.is_uncounted(width) { moves } else { moves - 1 };
        for Candidate { mv, checks, .. } in candidates {
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            let value = if checks || free || width == FULL {
                self.defend(left, width)
            } else if self.threatens(moves, width)? {
                self.defend(left, after_quiet(width))
            } else {
                Ok(ProofValue::NotWithin)
            };
            let value = value?;
            self.line.pop();
            match value {
                ProofValue::Won(rest) => {
                    if !checks {
                        let history = &mut self.history[mv.from() * P::SQUARES + mv.to()];
                        *history = history.saturating_add(u32::from(moves) * u32::from(moves));
                    }
                    return Ok((ProofValue::Won(rest + 1), Some(mv)));
                }
                ProofValue::WonByRule(_) => return Ok((value, Some(mv))),
                ProofValue::NotWithin => never = false,
                ProofValue::Never => {}
            }
        }
        Ok((if never { ProofValue::Never } else { ProofValue::NotWithin }, None))
    }

    /// Generates the candidate moves. Returns early with a move that wins by a table entry.
    fn candidates(
        &self,
        moves: u8,
        width: usize,
        entry: &ProofEntry,
        out: &mut Vec<Candidate<P::Move>>,
        never: &mut bool,
    ) -> Option<(ProofValue, Option<P::Move>)> {
        let here = self.line.here();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if list.is_empty() || here.is_dead() {
            return Some((ProofValue::Never, None));
        }
        let hint = entry.mv.and_then(P::Move::from_raw);
        let free = here.in_check();
        let left = if self.is_uncounted(width) { moves } else { moves - 1 };
        for &mv in &list {
            let checks = here.gives_check(mv);
            if !checks {
                if checks_of(width) != width || free {
                    let history = self.history[mv.from() * P::SQUARES + mv.to()].min(1 << 20) as i32;
                    let score = if hint == Some(mv) { HASH_MOVE_SCORE } else { history };
                    out.push(Candidate { mv, checks, score });
                }
                continue;
            }
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            let replies = after.count_legal();
            if replies == 0 && after.outcome().is_some_and(|end| end.winner == Some(self.winner)) {
                return Some((ProofValue::Won(1), Some(mv)));
            }
            if !self.by_path {
                let below = self.table.probe(after.key() ^ self.salt);
                match self.table_value_after(&below, left, width) {
                    Some(ProofValue::Won(rest)) => return Some((ProofValue::Won(rest + 1), Some(mv))),
                    Some(ProofValue::NotWithin) => {
                        *never = false;
                        continue;
                    }
                    Some(ProofValue::Never) => continue,
                    Some(ProofValue::WonByRule(ply)) => return Some((ProofValue::WonByRule(ply), Some(mv))),
                    None => {}
                }
            }
            let score = CHECK_SCORE - 2 * replies as i32 + i32::from(here.is_capture(mv));
            out.push(Candidate { mv, checks, score: if hint == Some(mv) { HASH_MOVE_SCORE } else { score } });
        }
        None
    }

    /// Returns true if the quiet move just played threatens to win with checks if the defender passed. Used by narrow
    /// searches only: the moves it leaves out never count as refuted.
    fn threatens(&mut self, moves: u8, width: usize) -> Result<bool, BudgetExhausted> {
        let Some(passed) = self.line.here().pass() else { return Ok(false) };
        self.line.push_pass(passed);
        let value = self.attack(moves - 1, checks_of(width))?;
        self.line.pop();
        Ok(matches!(value, ProofValue::Won(_) | ProofValue::WonByRule(_)))
    }

    /// AND node: the defender is to move, the winner has this many moves left.
    fn defend(&mut self, moves: u8, width: usize) -> Result<ProofValue, BudgetExhausted> {
        self.count_node()?;
        let key = self.key();
        let entry = self.table.probe(key);
        if let Some(value) = self.table_value(&entry, moves, width) {
            return Ok(value);
        }
        let here = self.line.here();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if list.is_empty() {
            let won = here.outcome().is_some_and(|end| end.winner == Some(self.winner));
            return Ok(if won { ProofValue::Won(0) } else { ProofValue::Never });
        }
        if here.is_dead() {
            return Ok(ProofValue::Never);
        }
        if moves == 0 || self.is_excluded() {
            return Ok(ProofValue::NotWithin);
        }
        let begin = self.nodes;
        self.order_replies(&mut list, moves, entry.mv.and_then(P::Move::from_raw));
        let mut longest = 0;
        let mut depends_on = None;
        let start = self.pending.len();
        for &mv in &list {
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            let value = self.attack(moves, width)?;
            self.line.pop();
            match value {
                ProofValue::Won(rest) => longest = longest.max(rest),
                ProofValue::WonByRule(ply) => depends_on = Some(depends_on.unwrap_or(UNCONDITIONAL).min(ply)),
                ProofValue::NotWithin | ProofValue::Never => {
                    self.pending.truncate(start);
                    self.add_killer(moves, mv);
                    self.store(key, value, moves, width, Some(mv), begin);
                    return Ok(value);
                }
            }
        }
        let value = depends_on.map_or(ProofValue::Won(longest), ProofValue::WonByRule);
        self.store(key, value, moves, width, None, begin);
        Ok(value)
    }

    /// Orders replies: hash move, killers, captures, the rest.
    fn order_replies(&self, list: &mut MoveList<P::Move>, moves: u8, hint: Option<P::Move>) {
        let here = self.line.here();
        let killers = self.killers[usize::from(moves)];
        list.sort_by_cached_key(|&mv| {
            if hint == Some(mv) {
                0
            } else if let Some(rank) = killers.iter().position(|&killer| killer == Some(mv)) {
                1 + rank
            } else if here.is_capture(mv) {
                3
            } else {
                4
            }
        });
    }

    fn add_killer(&mut self, moves: u8, mv: P::Move) {
        let killers = &mut self.killers[usize::from(moves)];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
    }

    pub(super) fn store(
        &mut self,
        key: u64,
        value: ProofValue,
        moves: u8,
        width: usize,
        mv: Option<P::Move>,
        begin: u64,
    ) {
        let mut entry = ProofEntry { mv: mv.map(Move::raw), ..ProofEntry::default() };
        match value {
            ProofValue::Won(rest) => entry.win = rest.max(1),
            ProofValue::WonByRule(UNCONDITIONAL) => (entry.rank, entry.rule_move) = (moves, entry.mv.take()),
            ProofValue::WonByRule(_) => return,
            ProofValue::NotWithin => fail(&mut entry, width, moves),
            ProofValue::Never => fail(&mut entry, width, NEVER_WON),
        }
        self.table.store(key, entry, self.nodes - begin + 1);
    }

    /// Stored winning move within this many moves.
    pub fn stored_win(&self, moves: u8) -> Option<(P::Move, u8)> {
        let entry = self.table.probe(self.key());
        let mv = entry.mv.and_then(P::Move::from_raw)?;
        (entry.win != 0 && entry.win <= moves && self.line.here().is_legal(mv)).then_some((mv, entry.win))
    }

    /// Stored reply that resisted longest.
    pub fn stored_reply(&self) -> Option<P::Move> {
        let raw: NonZeroU16 = self.table.probe(self.key()).mv?;
        P::Move::from_raw(raw).filter(|&mv| self.line.here().is_legal(mv))
    }
}

/// A failure at one width is a failure at all narrower ones.
fn fail(entry: &mut ProofEntry, width: usize, moves: u8) {
    match width {
        FULL => entry.fail[FULL..].fill(moves),
        COUNTED_CHECKS | COUNTED_QUIET => entry.fail[COUNTED_CHECKS..=width].fill(moves),
        _ => {
            entry.fail[..=width].fill(moves);
            entry.fail[COUNTED_CHECKS..=COUNTED_CHECKS + width.min(1)].fill(moves);
        }
    }
}

/// Width of checks only that belongs to a width.
fn checks_of(width: usize) -> usize {
    if width < FULL { CHECKS } else { COUNTED_CHECKS }
}

/// Width that is left after a quiet move.
fn after_quiet(width: usize) -> usize {
    if width == THREATS { width } else { width - 1 }
}

/// Any legal move.
fn any_move<P: Tactics>(here: &P) -> Option<P::Move> {
    let mut list = MoveList::new();
    here.legal_moves(&mut list);
    list.first().copied()
}

/// Positions that occurred twice already and can repeat: a third occurrence would be adjudicated.
fn repeated_positions<P: Tactics>(line: &Line<P>) -> Vec<u64> {
    let last = line.ply();
    let reach = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let recent = &line.keys()[last - reach..];
    let here = line.here().key();
    let twice = |key: &u64| recent.iter().filter(|&other| other == key).count() >= 2;
    recent.iter().copied().filter(|key| *key != here && twice(key)).collect()
}
