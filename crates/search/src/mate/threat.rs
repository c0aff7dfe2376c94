//! Threat search: depth-limited AND/OR search for forced wins. Can the winner force the end within `n` moves, with these
//! kinds of moves?

use game::{Move, MoveList, Tactics};

use super::context::{
    Budgeted, Context, Path, after, is_won_by, key_of, lasting_moves, legal_move, legal_moves, replies,
};
use super::perpetual::{Pending, UNCONDITIONAL};
use super::proof_table::{MAX_MOVES, NEVER_WON, ProofEntry, ProofTable};

/// Moves of the winner that a threat search considers. The defender always has all moves, so a win holds for every set;
/// a failure is a refutation for [`AttackMoves::All`] only.
///
/// The sets before it do not count the winner's moves out of check, or a defender who gives check would push every win
/// beyond the horizon. The two after it do count them, for use inside a search of all moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum AttackMoves {
    /// Checks only.
    Checks,
    /// Checks, and one quiet move that threatens to win by checks.
    OneThreat,
    /// Checks and two quiet moves with a threat.
    TwoThreats,
    /// Checks and three quiet moves with a threat.
    ThreeThreats,
    /// Checks and any number of quiet moves with a threat.
    Threats,
    /// All moves.
    All,
    /// Checks only, every move counted.
    CountedChecks,
    /// Checks and one quiet move with a threat, every move counted.
    CountedThreat,
}

use AttackMoves::{All, Checks, CountedChecks, CountedThreat, OneThreat, Threats, ThreeThreats, TwoThreats};

impl AttackMoves {
    /// Number of sets.
    pub const COUNT: usize = 8;
    /// Sets that are deepened on their own, from narrow to wide; the narrow ones leave moves out.
    pub const DEEPENED: [AttackMoves; 6] = [Checks, OneThreat, TwoThreats, ThreeThreats, Threats, All];
    pub const NARROW: [AttackMoves; 5] = [Checks, OneThreat, TwoThreats, ThreeThreats, Threats];

    /// Returns true if moves out of check are not counted.
    fn spares_evasions(self) -> bool {
        self < All
    }

    /// Set of checks only that belongs to this one.
    fn checks(self) -> AttackMoves {
        if self < All { Checks } else { CountedChecks }
    }

    fn is_checks_only(self) -> bool {
        self.checks() == self
    }

    /// Set that is left after a quiet move.
    fn after_quiet(self) -> AttackMoves {
        match self {
            Threats => Threats,
            ThreeThreats => TwoThreats,
            TwoThreats => OneThreat,
            OneThreat | Checks => Checks,
            CountedThreat | CountedChecks => CountedChecks,
            All => All,
        }
    }

    /// Narrower sets to try first: cheap, and often enough.
    fn tried_first(self, moves: u8) -> &'static [AttackMoves] {
        match self {
            Checks | CountedChecks => &[],
            All if moves > 2 => &[CountedChecks, CountedThreat],
            All | CountedThreat => &[CountedChecks],
            _ => &[Checks],
        }
    }

    /// Sets in which a failure of this one is a failure too.
    fn contained(self) -> &'static [AttackMoves] {
        match self {
            Checks => &[Checks, CountedChecks],
            OneThreat => &[Checks, OneThreat, CountedChecks, CountedThreat],
            TwoThreats => &[Checks, OneThreat, TwoThreats, CountedChecks, CountedThreat],
            ThreeThreats => &[Checks, OneThreat, TwoThreats, ThreeThreats, CountedChecks, CountedThreat],
            Threats => &[Checks, OneThreat, TwoThreats, ThreeThreats, Threats, CountedChecks, CountedThreat],
            All => &[All, CountedChecks, CountedThreat],
            CountedChecks => &[CountedChecks],
            CountedThreat => &[CountedChecks, CountedThreat],
        }
    }
}

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

impl ProofValue {
    pub fn is_won(self) -> bool {
        matches!(self, ProofValue::Won(_) | ProofValue::WonByRule(_))
    }
}

/// Move ordering heuristics.
pub(super) struct MoveOrdering<M> {
    /// Killer replies of the defender, by moves left.
    killers: Vec<[Option<M>; 2]>,
    /// History of the winner's quiet moves that won, by origin and destination.
    history: Vec<u32>,
    squares: usize,
}

impl<M: Move> MoveOrdering<M> {
    pub fn new<P: Tactics<Move = M>>() -> Self {
        let killers = vec![[None; 2]; usize::from(MAX_MOVES) + 2];
        MoveOrdering { killers, history: vec![0; P::SQUARES * P::SQUARES], squares: P::SQUARES }
    }

    fn history(&self, mv: M) -> i32 {
        self.history[mv.from() * self.squares + mv.to()].min(1 << 20) as i32
    }

    fn add_history(&mut self, mv: M, bonus: u32) {
        let history = &mut self.history[mv.from() * self.squares + mv.to()];
        *history = history.saturating_add(bonus);
    }

    fn add_killer(&mut self, moves: u8, mv: M) {
        let killers = &mut self.killers[usize::from(moves)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// Results of searches that ask the same question: with the perpetual-check rule, or without it.
pub(super) struct ProofMemory<M> {
    pub table: ProofTable,
    /// True if a defender who can only check perpetually has lost.
    pub by_rule: bool,
    /// Positions below the current one that are won if a position above them is.
    pub pending: Vec<Pending<M>>,
}

impl<M> ProofMemory<M> {
    pub fn new(megabytes: usize, by_rule: bool) -> Self {
        ProofMemory { table: ProofTable::new(megabytes), by_rule, pending: Vec::new() }
    }
}

/// A threat search at work.
pub(super) struct ThreatSearch<'a, P: Tactics> {
    pub ctx: &'a mut Context<P>,
    pub memory: &'a mut ProofMemory<P::Move>,
    /// Maximum number of the winner's moves since the root in a narrow search, moves out of check included.
    max_moves: u8,
}

/// A candidate move of the winner with its ordering score.
struct Candidate<M> {
    mv: M,
    checks: bool,
    score: i32,
}

/// Candidate moves of a node, or its value where a table entry decides it.
enum Candidates<M> {
    Decided(ProofValue, Option<M>),
    /// Moves to search; true if all moves left out never win.
    Open(Vec<Candidate<M>>, bool),
}

/// Checks come before quiet moves, those with few replies first.
const CHECK_SCORE: i32 = 1 << 24;
const HASH_MOVE_SCORE: i32 = i32::MAX;

impl<'a, P: Tactics> ThreatSearch<'a, P> {
    pub fn new(ctx: &'a mut Context<P>, memory: &'a mut ProofMemory<P::Move>) -> Self {
        ThreatSearch { ctx, memory, max_moves: MAX_MOVES }
    }

    pub fn path(&self) -> &Path<P> {
        &self.ctx.path
    }

    /// Sets the real number of moves that a narrow search may make from the current position.
    pub fn allow_moves(&mut self, moves: u8) {
        self.max_moves = self.path().moves_made().saturating_add(moves);
    }

    /// Searches for a win within this many of the winner's moves, in the current position; either side may be to move.
    pub fn prove(&mut self, moves: u8, width: AttackMoves) -> Budgeted<ProofValue> {
        let ply = self.path().line.ply();
        self.memory.pending.clear();
        let value =
            if self.path().is_attack() { self.attack(moves, width) } else { self.defend(moves, width) };
        self.ctx.path.rewind(ply);
        value
    }

    /// Returns true if the winner's move here is not counted.
    fn is_uncounted(&self, width: AttackMoves) -> bool {
        width.spares_evasions() && self.path().here().in_check()
    }

    /// Real number of moves that the winner may still make.
    fn moves_left(&self, moves: u8, width: AttackMoves) -> u8 {
        if width >= All { moves } else { self.max_moves.saturating_sub(self.path().moves_made()) }
    }

    /// Result of a table entry: of the current position, or of the one after another move of the winner (`made`).
    fn table_value(&self, entry: &ProofEntry, moves: u8, width: AttackMoves, made: u8) -> Option<ProofValue> {
        let real_moves = if width < All { self.moves_left(moves, width).saturating_sub(made) } else { moves };
        if entry.win != 0 && entry.win <= real_moves {
            return Some(ProofValue::Won(entry.win));
        }
        if self.memory.by_rule && entry.rank != 0 && entry.rank <= moves && width < All {
            return Some(ProofValue::WonByRule(UNCONDITIONAL));
        }
        match entry.fail[width as usize] {
            NEVER_WON => Some(ProofValue::Never),
            fail if fail >= moves && moves > 0 => Some(ProofValue::NotWithin),
            _ => None,
        }
    }

    /// OR node: the winner is to move and has this many moves left.
    pub fn attack(&mut self, moves: u8, width: AttackMoves) -> Budgeted<ProofValue> {
        self.ctx.budget.count_node()?;
        let key = self.path().key();
        let entry = self.memory.table.probe(key);
        if let Some(value) = self.table_value(&entry, moves, width, 0) {
            return Ok(value);
        }
        if moves == 0 || self.moves_left(moves, width) == 0 || self.ctx.path.is_excluded() {
            return Ok(ProofValue::NotWithin);
        }
        if let Some(ply) = self.perpetual_check_start().filter(|_| self.is_uncounted(width)) {
            return Ok(ProofValue::WonByRule(ply));
        }
        let begin = self.ctx.budget.nodes;
        let start = self.memory.pending.len();
        let (value, mv) = if moves == 1 && !self.is_uncounted(width) {
            self.last_move(width)
        } else {
            // A narrow search is cheap and often succeeds; the wide one decides the rest.
            for &narrow in width.tried_first(moves) {
                let value = self.attack(moves, narrow)?;
                if value.is_won() {
                    return Ok(value);
                }
            }
            self.attack_with_moves(moves, width, &entry)?
        };
        if let (ProofValue::WonByRule(depends_on), Some(mv)) = (value, mv) {
            return Ok(self.store_by_rule(depends_on, Pending { key, rank: moves, mv }, start, begin));
        }
        self.memory.pending.truncate(start);
        self.store(key, (value, mv), moves, width, begin);
        Ok(value)
    }

    /// One move is left: it must end the game.
    fn last_move(&self, width: AttackMoves) -> (ProofValue, Option<P::Move>) {
        let here = self.path().here();
        if P::KNOWS_WINNING_MOVE && here.count_legal() > 0 {
            let mv = here.winning_move();
            return (mv.map_or(ProofValue::NotWithin, |_| ProofValue::Won(1)), mv);
        }
        let list = legal_moves(here);
        if list.is_empty() || here.is_dead() {
            return (ProofValue::Never, None);
        }
        // A reply that exists after one quiet move mostly exists after the next one too.
        let mut witness: Option<P::Move> = None;
        for &mv in &list {
            let checks = here.gives_check(mv);
            if !checks && (width.is_checks_only() || !P::STALEMATE_MAY_WIN) {
                continue;
            }
            let after = after(here, mv);
            if !checks {
                if witness.is_some_and(|reply| after.is_legal(reply)) {
                    continue;
                }
                witness = legal_moves(&after).first().copied();
                if witness.is_some() {
                    continue;
                }
            }
            if is_won_by(&after, self.path().winner) {
                return (ProofValue::Won(1), Some(mv));
            }
        }
        (ProofValue::NotWithin, None)
    }

    fn attack_with_moves(
        &mut self,
        moves: u8,
        width: AttackMoves,
        entry: &ProofEntry,
    ) -> Budgeted<(ProofValue, Option<P::Move>)> {
        let (mut candidates, mut never) = match self.candidates(moves, width, entry) {
            Candidates::Decided(value, mv) => return Ok((value, mv)),
            Candidates::Open(candidates, never) => (candidates, never),
        };
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        // A move out of check is forced, so it does not count as one of the quiet moves.
        let free = self.path().here().in_check();
        let left = if self.is_uncounted(width) { moves } else { moves - 1 };
        for Candidate { mv, checks, .. } in candidates {
            self.ctx.path.push(mv);
            let value = if checks || free || width == All {
                self.defend(left, width)?
            } else if self.threatens(moves - 1, width.checks(), false)? {
                self.defend(left, width.after_quiet())?
            } else {
                ProofValue::NotWithin
            };
            self.ctx.path.pop();
            match value {
                ProofValue::Won(rest) => {
                    if !checks {
                        self.ctx.ordering.add_history(mv, u32::from(moves) * u32::from(moves));
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

    /// Moves of the winner to consider: where the game knows the moves that make threats, a narrow set has no others.
    fn attacking_moves(&self, width: AttackMoves) -> MoveList<P::Move> {
        let here = self.path().here();
        if !P::KNOWS_WINNING_MOVE || width == All || here.in_check() {
            return lasting_moves(here);
        }
        let mut list = MoveList::new();
        here.threat_moves(&mut list);
        list
    }

    /// Generates the candidate moves. Ends early with a move that wins by a table entry.
    fn candidates(&self, moves: u8, width: AttackMoves, entry: &ProofEntry) -> Candidates<P::Move> {
        let path = self.path();
        let here = path.here();
        let list = self.attacking_moves(width);
        if list.is_empty() && here.count_legal() > 0 {
            return Candidates::Decided(ProofValue::NotWithin, None);
        }
        if list.is_empty() || here.is_dead() {
            return Candidates::Decided(ProofValue::Never, None);
        }
        if let Some(mv) = here.winning_move() {
            return Candidates::Decided(ProofValue::Won(1), Some(mv));
        }
        let (mut open, mut never) = (Vec::new(), true);
        let hint = entry.mv.and_then(P::Move::from_raw);
        let free = here.in_check();
        let left = if self.is_uncounted(width) { moves } else { moves - 1 };
        for &mv in &list {
            let checks = here.gives_check(mv);
            if !checks {
                // With two moves left the first one has to threaten the end, where every win is known beforehand.
                if P::KNOWS_WINNING_MOVE && moves <= 2 && !free {
                    never = false;
                } else if !width.is_checks_only() || free {
                    let history = self.ctx.ordering.history(mv);
                    let score = if hint == Some(mv) { HASH_MOVE_SCORE } else { history };
                    open.push(Candidate { mv, checks, score });
                }
                continue;
            }
            let after = after(here, mv);
            let replies =
                if P::KNOWS_WINNING_MOVE { lasting_moves(&after).len() } else { after.count_legal() };
            if replies == 0 && is_won_by(&after, path.winner) {
                return Candidates::Decided(ProofValue::Won(1), Some(mv));
            }
            if !path.by_path {
                let below = self.memory.table.probe(key_of(&after, path.winner));
                match self.table_value(&below, left, width, 1) {
                    Some(ProofValue::Won(rest)) => {
                        return Candidates::Decided(ProofValue::Won(rest + 1), Some(mv));
                    }
                    Some(ProofValue::NotWithin) => {
                        never = false;
                        continue;
                    }
                    Some(ProofValue::Never) => continue,
                    Some(won @ ProofValue::WonByRule(_)) => return Candidates::Decided(won, Some(mv)),
                    None => {}
                }
            }
            let score = CHECK_SCORE - 2 * replies as i32 + i32::from(here.is_capture(mv));
            open.push(Candidate {
                mv,
                checks,
                score: if hint == Some(mv) { HASH_MOVE_SCORE } else { score },
            });
        }
        Candidates::Open(open, never)
    }

    /// Returns true if the quiet move just played threatens to win within this many moves if the defender passed;
    /// `if_no_pass` where he may not. The moves it leaves out never count as refuted.
    pub fn threatens(&mut self, moves: u8, width: AttackMoves, if_no_pass: bool) -> Budgeted<bool> {
        let Some(passed) = self.path().here().pass() else { return Ok(if_no_pass) };
        self.ctx.path.line.push_pass(passed);
        let value = self.attack(moves, width)?;
        self.ctx.path.pop();
        Ok(value.is_won())
    }

    /// AND node: the defender is to move, the winner has this many moves left.
    fn defend(&mut self, moves: u8, width: AttackMoves) -> Budgeted<ProofValue> {
        self.ctx.budget.count_node()?;
        let key = self.path().key();
        let entry = self.memory.table.probe(key);
        if let Some(value) = self.table_value(&entry, moves, width, 0) {
            return Ok(value);
        }
        let here = self.path().here();
        let (mut list, rest_left_out) = replies(here, moves);
        if list.is_empty() {
            let won = is_won_by(here, self.path().winner);
            return Ok(if won { ProofValue::Won(0) } else { ProofValue::Never });
        }
        if here.is_dead() {
            return Ok(ProofValue::Never);
        }
        if moves == 0 || self.ctx.path.is_excluded() {
            return Ok(ProofValue::NotWithin);
        }
        let begin = self.ctx.budget.nodes;
        self.order_replies(&mut list, moves, entry.mv.and_then(P::Move::from_raw));
        let mut longest = rest_left_out;
        let mut depends_on = None;
        let start = self.memory.pending.len();
        for &mv in &list {
            self.ctx.path.push(mv);
            let value = self.attack(moves, width)?;
            self.ctx.path.pop();
            match value {
                ProofValue::Won(rest) => longest = longest.max(rest),
                ProofValue::WonByRule(ply) => depends_on = Some(depends_on.unwrap_or(UNCONDITIONAL).min(ply)),
                ProofValue::NotWithin | ProofValue::Never => {
                    self.memory.pending.truncate(start);
                    self.ctx.ordering.add_killer(moves, mv);
                    self.store(key, (value, Some(mv)), moves, width, begin);
                    return Ok(value);
                }
            }
        }
        let value = depends_on.map_or(ProofValue::Won(longest), ProofValue::WonByRule);
        self.store(key, (value, None), moves, width, begin);
        Ok(value)
    }

    /// Orders replies: hash move, killers, captures, the rest.
    fn order_replies(&self, list: &mut MoveList<P::Move>, moves: u8, hint: Option<P::Move>) {
        let here = self.path().here();
        let killers = self.ctx.ordering.killers[usize::from(moves)];
        let mut likely = MoveList::new();
        if P::KNOWS_WINNING_MOVE {
            here.candidate_quiets(&mut likely);
        }
        list.sort_by_cached_key(|&mv| {
            if hint == Some(mv) {
                0
            } else if let Some(rank) = killers.iter().position(|&killer| killer == Some(mv)) {
                1 + rank
            } else if here.is_capture(mv) || likely.contains(&mv) {
                3
            } else {
                4
            }
        });
    }

    /// Stores a value, with its move, that was found with this many moves since `begin`.
    pub fn store(
        &mut self,
        key: u64,
        (value, mv): (ProofValue, Option<P::Move>),
        moves: u8,
        width: AttackMoves,
        begin: u64,
    ) {
        let mut entry = ProofEntry { mv: mv.map(Move::raw), ..ProofEntry::default() };
        let mut fail = |moves| width.contained().iter().for_each(|&width| entry.fail[width as usize] = moves);
        match value {
            ProofValue::WonByRule(depends_on) if depends_on != UNCONDITIONAL => return,
            ProofValue::NotWithin => fail(moves),
            ProofValue::Never => fail(NEVER_WON),
            ProofValue::Won(rest) => entry.win = rest.max(1),
            ProofValue::WonByRule(_) => (entry.rank, entry.rule_move) = (moves, entry.mv.take()),
        }
        self.memory.table.store(key, entry, self.ctx.budget.nodes - begin + 1);
    }

    /// Stored winning move within this many moves.
    pub fn stored_win(&self, moves: u8) -> Option<(P::Move, u8)> {
        let entry = self.memory.table.probe(self.path().key());
        let mv = legal_move(self.path().here(), entry.mv)?;
        (1..=moves).contains(&entry.win).then_some((mv, entry.win))
    }

    /// Stored reply that resisted longest.
    pub fn stored_reply(&self) -> Option<P::Move> {
        legal_move(self.path().here(), self.memory.table.probe(self.path().key()).mv)
    }
}
