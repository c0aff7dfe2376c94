//! The search itself: can the winner force the end within so many moves? One question, answered yes, not so, never.

use std::num::NonZeroU16;

use game::{Line, Move, MoveList, Side, Tactics};

use super::Hints;
use super::perpetual::{FIRM, Pending};
use super::proof_table::{
    CHECKS, COUNTED_CHECKS, COUNTED_QUIET, FOREVER, FULL, Fact, MOST_MOVES, ProofTable, THREATS,
};
use super::retrograde::Ending;
use crate::Control;

/// The clock is asked once in so many nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The winner needs at most this many more moves.
    Won(u8),
    /// The winner wins, for the defender must not check for ever, provided the position at this ply is won;
    /// [`FIRM`] is no condition.
    Ruled(usize),
    /// Not within the moves asked for.
    Not,
    /// Not within any number of moves: the tree below ends.
    Never,
}

/// The budget ran out before the answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halt;

/// A search for forced wins below one position.
pub(super) struct Prover<P: Tactics> {
    pub line: Line<P>,
    pub winner: Side,
    pub memory: ProofTable,
    pub nodes: u64,
    /// The winner's moves a narrow search may make at most, those out of check included.
    longest: u8,
    pub(super) root: usize,
    /// Whether the winner moves first.
    pub(super) begins: bool,
    /// The search halts at this number of nodes.
    pub fence: u64,
    /// The search halts at this moment, in microseconds of the control's clock.
    pub deadline: Option<u64>,
    pub control: Control,
    /// The search is done: what is looked up afterwards is bounded by nodes alone.
    pub done: bool,
    /// A count of moves without progress ended a line: facts then belong to paths, not to positions.
    pub stale_met: bool,
    pub by_path: bool,
    /// Positions that stood on the board twice before the search began.
    spent: Vec<u64>,
    pub(super) salt: u64,
    /// Replies that held out, by moves left.
    killers: Vec<[Option<P::Move>; 2]>,
    /// How often a quiet move of the winner was worth a look, by its squares.
    history: Vec<u32>,
    /// Whether a defender who can only check for ever has lost.
    pub by_rule: bool,
    /// Positions on the way up that are won if one above them is.
    pub(super) pending: Vec<Pending<P::Move>>,
    pub(super) hints: Hints<P>,
    /// Endings that lines lead to, looked at as a whole.
    pub(super) endings: Vec<Ending<P>>,
    /// Whether first numbers follow the moves that the adviser took to win.
    pub advised: bool,
    /// What the adviser guesses of the root, for the winner.
    pub root_guess: i32,
}

/// A move of the winner, to be tried in the order of promise.
struct Candidate<M> {
    mv: M,
    checks: bool,
    promise: i32,
}

/// A check with few replies is the first to look at; a quiet move comes after every check.
const CHECK_PROMISE: i32 = 1 << 24;
const BEST_PROMISE: i32 = i32::MAX;

impl<P: Tactics> Prover<P> {
    pub fn new(line: &Line<P>, winner: Side, megabytes: usize, control: &Control, hints: Hints<P>) -> Self {
        let mut prover = Prover {
            line: line.clone(),
            winner,
            memory: ProofTable::new(megabytes),
            nodes: 0,
            longest: MOST_MOVES,
            root: line.ply(),
            begins: line.here().turn() == winner,
            fence: u64::MAX,
            deadline: None,
            control: control.clone(),
            done: false,
            stale_met: false,
            by_path: false,
            spent: spent_positions(line),
            salt: if winner == Side::First { 0 } else { 0x6A09_E667_F3BC_C909 },
            killers: vec![[None; 2]; usize::from(MOST_MOVES) + 2],
            history: vec![0; P::SQUARES * P::SQUARES],
            by_rule: false,
            pending: Vec::new(),
            hints,
            endings: Vec::new(),
            advised: false,
            root_guess: 0,
        };
        prover.root_guess = prover.guess_here();
        prover
    }

    /// What the position on the board is worth to the winner, as the adviser guesses.
    pub fn guess_here(&mut self) -> i32 {
        let here = self.line.here();
        let own = self.hints.evaluate(here);
        if here.turn() == self.winner { own } else { -own }
    }

    /// Whether the search was told to end or has used up its time, whatever its fence says.
    pub fn is_over(&self) -> bool {
        !self.done && self.is_hurried()
    }

    /// Whether nobody waits for more than what is known.
    pub fn is_hurried(&self) -> bool {
        self.control.is_stopped() || self.micros_left() == Some(0)
    }

    /// The time that is left, where it is limited.
    pub fn micros_left(&self) -> Option<u64> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.control.micros()))
    }

    /// The winner can force the end within so many moves of his: asked where the line stands, whoever is to move.
    pub fn ask(&mut self, moves: u8, width: usize) -> Result<Verdict, Halt> {
        let ply = self.line.ply();
        self.pending.clear();
        let answer = if self.line.here().turn() == self.winner {
            self.attack(moves, width)
        } else {
            self.defend(moves, width)
        };
        while self.line.ply() > ply {
            self.line.pop();
        }
        answer
    }

    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        let looks = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS);
        if self.nodes >= self.fence || (looks && self.is_over()) { Err(Halt) } else { Ok(()) }
    }

    /// Under which key facts about the position on the board are kept.
    pub fn key(&self) -> u64 {
        self.key_of(&self.line)
    }

    /// The same for another line.
    pub fn key_of(&self, line: &Line<P>) -> u64 {
        let key = line.here().key() ^ self.salt;
        if !self.by_path {
            return key;
        }
        line.keys().iter().fold(key, |mix, key| mix.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key)
    }

    /// Whether a move of the winner here is none of those counted. A narrow search looks for any win, and a defender
    /// who only delays it by giving check must not push it beyond the horizon.
    fn moves_freely(&self, width: usize) -> bool {
        width < FULL && self.line.here().in_check()
    }

    /// How many moves the winner may really make from here.
    fn moves_left(&self, moves: u8, width: usize) -> u8 {
        if width >= FULL {
            return moves;
        }
        self.longest.saturating_sub(self.moves_made())
    }

    pub(super) fn moves_made(&self) -> u8 {
        let plies = self.line.ply() - self.root;
        let made = if self.begins { plies.div_ceil(2) } else { plies / 2 };
        u8::try_from(made).unwrap_or(u8::MAX)
    }

    /// Allows a narrow search so many moves from where the line stands.
    pub fn allow(&mut self, moves: u8) {
        self.longest = self.moves_made().saturating_add(moves);
    }

    /// What is known already answers a question about the position on the board, or does not.
    fn known(&self, fact: &Fact, moves: u8, width: usize) -> Option<Verdict> {
        self.known_within(fact, self.moves_left(moves, width), moves, width)
    }

    /// The same for a position after a move of the winner.
    fn known_after(&self, fact: &Fact, moves: u8, width: usize) -> Option<Verdict> {
        let really = if width >= FULL { moves } else { self.moves_left(moves, width).saturating_sub(1) };
        self.known_within(fact, really, moves, width)
    }

    /// What is known answers whether so many counted moves suffice, really so many at most.
    fn known_within(&self, fact: &Fact, really: u8, moves: u8, width: usize) -> Option<Verdict> {
        if fact.win != 0 && fact.win <= really {
            return Some(Verdict::Won(fact.win));
        }
        if self.by_rule && fact.rank != 0 && fact.rank <= moves && width < FULL {
            return Some(Verdict::Ruled(FIRM));
        }
        match fact.fail[width] {
            FOREVER => Some(Verdict::Never),
            fail if fail >= moves && moves > 0 => Some(Verdict::Not),
            _ => None,
        }
    }

    /// Positions no proof may pass through: drawn by the count of moves, or standing there for the third time.
    pub(super) fn is_barred(&mut self) -> bool {
        if P::is_move_limit_reached(&self.line) {
            self.stale_met = true;
            return true;
        }
        !self.spent.is_empty() && self.spent.contains(&self.line.here().key())
    }

    /// The winner is to move and has so many moves left.
    pub(super) fn attack(&mut self, moves: u8, width: usize) -> Result<Verdict, Halt> {
        self.tick()?;
        let key = self.key();
        let fact = self.memory.probe(key);
        if let Some(verdict) = self.known(&fact, moves, width) {
            return Ok(verdict);
        }
        if moves == 0 || self.moves_left(moves, width) == 0 || self.is_barred() {
            return Ok(Verdict::Not);
        }
        if let Some(ply) = self.checked_for_ever().filter(|_| self.moves_freely(width)) {
            return Ok(Verdict::Ruled(ply));
        }
        let begin = self.nodes;
        let start = self.pending.len();
        let verdict = if moves == 1 && !self.moves_freely(width) {
            self.last_move(width)
        } else {
            // A narrow search costs little and often answers; what it leaves open the wide one decides.
            match self.narrower(moves, width)? {
                Some(won) => return Ok(won),
                None => self.attack_with_moves(moves, width, &fact)?,
            }
        };
        let (verdict, mv) = verdict;
        if let (Verdict::Ruled(rests), Some(mv)) = (verdict, mv) {
            return Ok(self.note_ruled(rests, Pending { key, rank: moves, mv }, start, begin));
        }
        self.pending.truncate(start);
        self.remember(key, verdict, moves, width, mv, begin);
        Ok(verdict)
    }

    fn narrower(&mut self, moves: u8, width: usize) -> Result<Option<Verdict>, Halt> {
        let widths: &[usize] = match width {
            CHECKS | COUNTED_CHECKS => &[],
            FULL if moves > 2 => &[COUNTED_CHECKS, COUNTED_QUIET],
            FULL | COUNTED_QUIET => &[COUNTED_CHECKS],
            _ => &[CHECKS],
        };
        for &narrow in widths {
            let verdict = self.attack(moves, narrow)?;
            if let Verdict::Won(_) | Verdict::Ruled(_) = verdict {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }

    /// One move is left: it must end the game.
    fn last_move(&mut self, width: usize) -> (Verdict, Option<P::Move>) {
        let here = self.line.here();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if list.is_empty() || here.is_dead() {
            return (Verdict::Never, None);
        }
        // A reply that was still there after one quiet move is mostly there after the next one too.
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
                return (Verdict::Won(1), Some(mv));
            }
        }
        (Verdict::Not, None)
    }

    fn attack_with_moves(
        &mut self,
        moves: u8,
        width: usize,
        fact: &Fact,
    ) -> Result<(Verdict, Option<P::Move>), Halt> {
        let mut candidates = Vec::new();
        let mut never = true;
        if let Some(won) = self.candidates(moves, width, fact, &mut candidates, &mut never) {
            return Ok(won);
        }
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.promise));
        // Out of check one does not choose freely: such a move is none of the quiet ones that are counted.
        let free = self.line.here().in_check();
        let left = if self.moves_freely(width) { moves } else { moves - 1 };
        for Candidate { mv, checks, .. } in candidates {
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            let answer = if checks || free || width == FULL {
                self.defend(left, width)
            } else if self.threatens(moves, width)? {
                self.defend(left, after_quiet(width))
            } else {
                Ok(Verdict::Not)
            };
            let answer = answer?;
            self.line.pop();
            match answer {
                Verdict::Won(rest) => {
                    if !checks {
                        let seen = &mut self.history[mv.from() * P::SQUARES + mv.to()];
                        *seen = seen.saturating_add(u32::from(moves) * u32::from(moves));
                    }
                    return Ok((Verdict::Won(rest + 1), Some(mv)));
                }
                Verdict::Ruled(_) => return Ok((answer, Some(mv))),
                Verdict::Not => never = false,
                Verdict::Never => {}
            }
        }
        Ok((if never { Verdict::Never } else { Verdict::Not }, None))
    }

    /// Lists the moves to try. A move that wins by what is known already ends the listing.
    fn candidates(
        &self,
        moves: u8,
        width: usize,
        fact: &Fact,
        out: &mut Vec<Candidate<P::Move>>,
        never: &mut bool,
    ) -> Option<(Verdict, Option<P::Move>)> {
        let here = self.line.here();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if list.is_empty() || here.is_dead() {
            return Some((Verdict::Never, None));
        }
        let hint = fact.mv.and_then(P::Move::from_raw);
        let free = here.in_check();
        let left = if self.moves_freely(width) { moves } else { moves - 1 };
        for &mv in &list {
            let checks = here.gives_check(mv);
            if !checks {
                if checks_of(width) != width || free {
                    let seen = self.history[mv.from() * P::SQUARES + mv.to()].min(1 << 20) as i32;
                    let promise = if hint == Some(mv) { BEST_PROMISE } else { seen };
                    out.push(Candidate { mv, checks, promise });
                }
                continue;
            }
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            let replies = after.count_legal();
            if replies == 0 && after.outcome().is_some_and(|end| end.winner == Some(self.winner)) {
                return Some((Verdict::Won(1), Some(mv)));
            }
            if !self.by_path {
                let below = self.memory.probe(after.key() ^ self.salt);
                match self.known_after(&below, left, width) {
                    Some(Verdict::Won(rest)) => return Some((Verdict::Won(rest + 1), Some(mv))),
                    Some(Verdict::Not) => {
                        *never = false;
                        continue;
                    }
                    Some(Verdict::Never) => continue,
                    Some(Verdict::Ruled(ply)) => return Some((Verdict::Ruled(ply), Some(mv))),
                    None => {}
                }
            }
            let promise = CHECK_PROMISE - 2 * replies as i32 + i32::from(here.is_capture(mv));
            out.push(Candidate {
                mv,
                checks,
                promise: if hint == Some(mv) { BEST_PROMISE } else { promise },
            });
        }
        None
    }

    /// Whether the quiet move just played threatens to win with checks, were the defender to pass. Only a narrow search asks:
    /// what it leaves out it never counts as refuted.
    fn threatens(&mut self, moves: u8, width: usize) -> Result<bool, Halt> {
        let Some(passed) = self.line.here().pass() else { return Ok(false) };
        self.line.push_pass(passed);
        let answer = self.attack(moves - 1, checks_of(width))?;
        self.line.pop();
        Ok(matches!(answer, Verdict::Won(_) | Verdict::Ruled(_)))
    }

    /// The defender is to move; the winner has so many moves left.
    fn defend(&mut self, moves: u8, width: usize) -> Result<Verdict, Halt> {
        self.tick()?;
        let key = self.key();
        let fact = self.memory.probe(key);
        if let Some(verdict) = self.known(&fact, moves, width) {
            return Ok(verdict);
        }
        let here = self.line.here();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if list.is_empty() {
            let won = here.outcome().is_some_and(|end| end.winner == Some(self.winner));
            return Ok(if won { Verdict::Won(0) } else { Verdict::Never });
        }
        if here.is_dead() {
            return Ok(Verdict::Never);
        }
        if moves == 0 || self.is_barred() {
            return Ok(Verdict::Not);
        }
        let begin = self.nodes;
        self.order_replies(&mut list, moves, fact.mv.and_then(P::Move::from_raw));
        let mut longest = 0;
        let mut rests = None;
        let start = self.pending.len();
        for &mv in &list {
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            let answer = self.attack(moves, width)?;
            self.line.pop();
            match answer {
                Verdict::Won(rest) => longest = longest.max(rest),
                Verdict::Ruled(ply) => rests = Some(rests.unwrap_or(FIRM).min(ply)),
                Verdict::Not | Verdict::Never => {
                    self.pending.truncate(start);
                    self.note_killer(moves, mv);
                    self.remember(key, answer, moves, width, Some(mv), begin);
                    return Ok(answer);
                }
            }
        }
        let verdict = rests.map_or(Verdict::Won(longest), Verdict::Ruled);
        self.remember(key, verdict, moves, width, None, begin);
        Ok(verdict)
    }

    /// What held out before first, then captures, then the rest.
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

    fn note_killer(&mut self, moves: u8, mv: P::Move) {
        let killers = &mut self.killers[usize::from(moves)];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
    }

    pub(super) fn remember(
        &mut self,
        key: u64,
        verdict: Verdict,
        moves: u8,
        width: usize,
        mv: Option<P::Move>,
        begin: u64,
    ) {
        let mut fact = Fact { mv: mv.map(Move::raw), ..Fact::default() };
        match verdict {
            Verdict::Won(rest) => fact.win = rest.max(1),
            Verdict::Ruled(FIRM) => (fact.rank, fact.ruled_mv) = (moves, fact.mv.take()),
            Verdict::Ruled(_) => return,
            Verdict::Not => fail(&mut fact, width, moves),
            Verdict::Never => fail(&mut fact, width, FOREVER),
        }
        self.memory.store(key, fact, self.nodes - begin + 1);
    }

    /// The move that wins here within so many moves, as far as it is remembered.
    pub fn remembered_win(&self, moves: u8) -> Option<(P::Move, u8)> {
        let fact = self.memory.probe(self.key());
        let mv = fact.mv.and_then(P::Move::from_raw)?;
        (fact.win != 0 && fact.win <= moves && self.line.here().is_legal(mv)).then_some((mv, fact.win))
    }

    /// The reply that held out longest here, as far as it is remembered.
    pub fn remembered_reply(&self) -> Option<P::Move> {
        let raw: NonZeroU16 = self.memory.probe(self.key()).mv?;
        P::Move::from_raw(raw).filter(|&mv| self.line.here().is_legal(mv))
    }
}

/// A failure at one width is a failure at all that allow less.
fn fail(fact: &mut Fact, width: usize, moves: u8) {
    match width {
        FULL => fact.fail[FULL..].fill(moves),
        COUNTED_CHECKS | COUNTED_QUIET => fact.fail[COUNTED_CHECKS..=width].fill(moves),
        _ => {
            fact.fail[..=width].fill(moves);
            fact.fail[COUNTED_CHECKS..=COUNTED_CHECKS + width.min(1)].fill(moves);
        }
    }
}

/// The width of checks alone that belongs to a width.
fn checks_of(width: usize) -> usize {
    if width < FULL { CHECKS } else { COUNTED_CHECKS }
}

/// The width that is left after a quiet move.
fn after_quiet(width: usize) -> usize {
    if width == THREATS { width } else { width - 1 }
}

/// Any one legal move.
fn any_move<P: Tactics>(here: &P) -> Option<P::Move> {
    let mut list = MoveList::new();
    here.legal_moves(&mut list);
    list.first().copied()
}

/// Positions that have stood on the board twice already and may come back: once more, and the arbiter decides.
fn spent_positions<P: Tactics>(line: &Line<P>) -> Vec<u64> {
    let last = line.ply();
    let reach = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let recent = &line.keys()[last - reach..];
    let here = line.here().key();
    let twice = |key: &u64| recent.iter().filter(|&other| other == key).count() >= 2;
    recent.iter().copied().filter(|key| *key != here && twice(key)).collect()
}
