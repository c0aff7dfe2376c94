//! WinProof numbers: a best-first search that follows whatever the defender has least against, however deep.
//!
//! Depth-first proof-number search (Nagai 2002) with weak numbers: at a node that needs all children, the hardest one
//! counts with one more for each of the others, so that positions reached in two ways are not counted twice. Every
//! move is a child. A leaf is first tried with a few checks, a guess at what was won or lost on the way sets its first
//! numbers, and a quiet move that threatens nothing starts with a large one, so that it is looked at late.
//!
//! A position that repeats one on the path counts as not won. That can make a *not won* depend on the path, so nothing
//! of the kind is ever claimed from here, and what hangs on the path is only put off in the ledger; a win never rests on a
//! repetition and is kept in the common memory.

use std::cmp::Reverse;

use game::{MoveList, Tactics};

use super::perpetual::{FIRM, Pending};
use super::proof_table::{CHECKS, FOREVER, FULL, MOST_MOVES};
use super::prover::{Halt, Prover, Verdict};

/// Larger than every number in use.
const INFINITE: u32 = 1 << 25;
/// A leaf is tried with so many checks.
const LEAF_MOVES: u8 = 4;
/// What a quiet move starts with beyond its replies, and how much more where it threatens nothing.
const QUIET: u32 = 4;
const IDLE: u32 = 10;

/// So many centipawns of a soldier gained since the root make a win one unit likelier, or less likely when lost; and
/// so many make it one unit harder to rule out (Winands and Schadd 2010: an evaluation sets the first numbers).
const GAIN_PER_PROOF: i32 = 30;
const GAIN_PER_DISPROOF: i32 = 100;
/// A larger gain or loss says no more than this one.
const MOST_GAIN: i32 = 1500;

/// How much work is thought to be left: to prove a win here, and to rule it out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const NOT_WON: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// Not won on one path: looked at on others once everything else has grown as large.
const LATER: Numbers = Numbers { proof: 20, disproof: 1 };

/// Where the adviser has found a win.
const ADVISED: Numbers = Numbers { proof: 1, disproof: 1 };

impl Numbers {
    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The work of a position seen from above only, and of a visit at least.
const UNVISITED: u64 = 1;
const VISIT: u64 = 2;

/// Slots that are looked at together.
const SLOTS: usize = 4;

/// The numbers of positions met before.
pub(super) struct DfpnTable {
    slots: Vec<[(u64, u64); SLOTS]>,
}

impl DfpnTable {
    /// A ledger of so many megabytes; it costs nothing until it is written in.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<[(u64, u64); SLOTS]>();
        DfpnTable { slots: vec![[(0, 0); SLOTS]; count] }
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// The numbers of a position, and whether it was visited or only seen from above.
    fn probe(&self, key: u64) -> Option<(Numbers, bool)> {
        let word = self.slots[self.place(key)].iter().find(|slot| slot.0 == key && slot.1 != 0)?.1;
        let (proof, disproof) = ((word & 0x3FF_FFFF) as u32, (word >> 26 & 0x3FF_FFFF) as u32);
        Some((Numbers { proof, disproof }, word >> 52 > UNVISITED))
    }

    /// 26 bits for each number, the bits of the work above them.
    fn store(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        let work = u64::from(64 - nodes.leading_zeros());
        let word = u64::from(numbers.proof) | u64::from(numbers.disproof) << 26 | work << 52;
        let place = self.place(key);
        let bucket = &mut self.slots[place];
        let same = bucket.iter().position(|slot| slot.0 == key);
        let cheapest = (0..SLOTS).min_by_key(|&index| bucket[index].1 >> 52).unwrap_or(0);
        bucket[same.unwrap_or(cheapest)] = (key, word);
    }
}

/// What came of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Standing {
    numbers: Numbers,
    /// A win may rest on the position at this ply, with this rank of what follows: the defender only checks till then.
    rests: usize,
    rank: u8,
    /// Not won, but perhaps only because a position of the path came back.
    by_path: bool,
}

impl From<Numbers> for Standing {
    fn from(numbers: Numbers) -> Self {
        Standing { numbers, rests: FIRM, rank: 0, by_path: false }
    }
}

impl Standing {
    /// Won, if the position at this ply is.
    fn resting(rests: usize, rank: u8) -> Self {
        Standing { rests, rank, ..WON.into() }
    }
}

/// A move and how the position after it stands.
struct Child<M> {
    mv: M,
    after: Standing,
}

impl<P: Tactics> Prover<P> {
    /// Searches on from where the line stands until the fence. `Won` is a proof; anything else says nothing.
    pub fn follow_numbers(&mut self, ledger: &mut DfpnTable) -> Result<Verdict, Halt> {
        let ply = self.line.ply();
        self.pending.clear();
        let numbers = self.visit(ledger, INFINITE - 1, INFINITE - 1);
        while self.line.ply() > ply {
            self.line.pop();
        }
        let fact = self.memory.probe(self.key());
        if fact.win != 0 {
            return Ok(Verdict::Won(fact.win));
        }
        if fact.rank != 0 {
            return Ok(Verdict::Ruled(FIRM));
        }
        numbers.map(|_| Verdict::Not)
    }

    /// How much work is thought to be left where the line stands: to prove a win, and to rule it out.
    pub fn work_left(&mut self, ledger: &mut DfpnTable) -> (u32, u32) {
        let attacks = self.line.here().turn() == self.winner;
        let numbers = match self.children(ledger, attacks) {
            Ok(children) if attacks => of_any(&children),
            Ok(children) => of_all(&children),
            Err(numbers) => numbers,
        };
        (numbers.proof, numbers.disproof)
    }

    /// Works below the position on the board while both of its numbers are under their limits.
    fn visit(
        &mut self,
        ledger: &mut DfpnTable,
        most_proof: u32,
        most_disproof: u32,
    ) -> Result<Standing, Halt> {
        self.tick()?;
        let begin = self.nodes;
        let key = self.key();
        let attacks = self.line.here().turn() == self.winner;
        let fact = self.memory.probe(key);
        if fact.win != 0 || fact.rank != 0 {
            return Ok(WON.into());
        }
        let seen = ledger.probe(key).is_some_and(|(_, visited)| visited);
        if attacks && !seen {
            match self.attack(LEAF_MOVES, CHECKS)? {
                Verdict::Won(_) => return Ok(WON.into()),
                Verdict::Ruled(rests) => return Ok(Standing::resting(rests, LEAF_MOVES)),
                Verdict::Not | Verdict::Never => {}
            }
        }
        let start = self.pending.len();
        if !attacks && !seen && !self.advised && !self.line.here().in_check() && !self.threatens_soon()? {
            // Looked at late: the work is put off until everything else has grown as large.
            let replies = self.line.here().count_legal() as u32;
            let numbers = Numbers { proof: 2 * replies + IDLE, disproof: 1 };
            ledger.store(key, numbers, VISIT);
            if numbers.proof >= most_proof {
                return Ok(numbers.into());
            }
        }
        let mut children = match self.children(ledger, attacks) {
            Ok(children) => children,
            Err(numbers) => {
                ledger.store(key, numbers, VISIT);
                return Ok(numbers.into());
            }
        };
        loop {
            let numbers = if attacks { of_any(&children) } else { of_all(&children) };
            if numbers.is_settled() || numbers.proof >= most_proof || numbers.disproof >= most_disproof {
                if numbers.proof == 0
                    && let Some(standing) = self.note_win(key, &children, start, begin)
                {
                    return Ok(standing);
                }
                self.pending.truncate(start);
                if numbers.proof == 0 {
                    return Ok(numbers_again().into());
                }
                if numbers.disproof == 0 && is_by_path(&children, attacks) {
                    // On another path it may be won: only this one is done with it.
                    ledger.store(key, LATER, self.nodes - begin + VISIT);
                    return Ok(Standing { by_path: true, ..numbers.into() });
                }
                ledger.store(key, numbers, self.nodes - begin + VISIT);
                return Ok(numbers.into());
            }
            let Some(choice) = choose(&children, attacks) else { return Ok(numbers.into()) };
            let others = open(&children, attacks).saturating_sub(1) as u32;
            let (proof, disproof) = if attacks {
                (
                    most_proof.min(choice.second + choice.second / 4 + 1),
                    most_disproof - others.min(most_disproof - 1),
                )
            } else {
                (
                    most_proof - others.min(most_proof - 1),
                    most_disproof.min(choice.second + choice.second / 4 + 1),
                )
            };
            let mv = children[choice.index].mv;
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            let found = self.visit(ledger, proof, disproof)?;
            self.line.pop();
            children[choice.index].after = found;
        }
    }

    /// Whether the quiet move just played threatens to win with a few checks.
    fn threatens_soon(&mut self) -> Result<bool, Halt> {
        let Some(passed) = self.line.here().pass() else { return Ok(true) };
        self.line.push_pass(passed);
        let answer = self.attack(LEAF_MOVES, CHECKS)?;
        self.line.pop();
        Ok(matches!(answer, Verdict::Won(_) | Verdict::Ruled(_)))
    }

    /// Every move with what is known of it; or the numbers of a position that needs none.
    fn children(&mut self, ledger: &mut DfpnTable, attacks: bool) -> Result<Vec<Child<P::Move>>, Numbers> {
        let mut list = MoveList::new();
        self.line.here().legal_moves(&mut list);
        if list.is_empty()
            || self.line.here().is_dead()
            || self.is_barred()
            || self.moves_made() >= MOST_MOVES
        {
            return Err(NOT_WON);
        }
        let advised = self.advised_move().filter(|_| attacks);
        let mut children = Vec::with_capacity(list.len());
        for &mv in &list {
            let after = match self.known_standing(ledger, mv) {
                Some(known) => known,
                None => self.first_standing(ledger, mv, attacks, advised == Some(mv)),
            };
            children.push(Child { mv, after });
        }
        Ok(children)
    }

    /// The move the adviser took to win here, where its advice is followed.
    fn advised_move(&self) -> Option<P::Move> {
        self.advised.then(|| self.hints.winning_move(self.line.here()))?
    }

    /// How the position after a move stands, where that is known without playing it.
    fn known_standing(&self, ledger: &DfpnTable, mv: P::Move) -> Option<Standing> {
        let next = self.line.here().key_after(mv).filter(|_| !self.by_path)?;
        let key = next ^ self.salt;
        let fact = self.memory.probe(key);
        if fact.win != 0 || fact.rank != 0 {
            return Some(WON.into());
        }
        if self.line.keys().contains(&next) {
            return None;
        }
        if fact.fail[FULL] == FOREVER {
            return Some(NOT_WON.into());
        }
        ledger.probe(key).map(|(numbers, _)| numbers.into())
    }

    /// How it stands when it is met for the first time, or comes back.
    fn first_standing(
        &mut self,
        ledger: &mut DfpnTable,
        mv: P::Move,
        attacks: bool,
        advised: bool,
    ) -> Standing {
        let quiet = attacks && !self.line.here().gives_check(mv);
        let reveal = self.line.here().unrevealed(mv);
        self.line.push(mv, reveal);
        let circle = if attacks { None } else { self.checked_for_ever() };
        let after = match circle {
            Some(rests) => Standing::resting(rests, 1),
            None => self.standing_after(ledger, attacks, quiet, advised),
        };
        self.line.pop();
        after
    }

    fn standing_after(
        &mut self,
        ledger: &mut DfpnTable,
        attacked: bool,
        quiet: bool,
        follows: bool,
    ) -> Standing {
        let key = self.key();
        let fact = self.memory.probe(key);
        if fact.win != 0 || fact.rank != 0 {
            return WON.into();
        }
        if fact.fail[FULL] == FOREVER {
            return NOT_WON.into();
        }
        if self.line.earlier_occurrences().next().is_some() && !(attacked && self.was_only_checked()) {
            return Standing { by_path: true, ..NOT_WON.into() };
        }
        if let Some((known, _)) = ledger.probe(key) {
            return known.into();
        }
        let numbers = self.first_numbers(attacked, quiet, follows);
        ledger.store(key, numbers, UNVISITED);
        numbers.into()
    }

    fn first_numbers(&mut self, attacked: bool, quiet: bool, follows: bool) -> Numbers {
        let thought_won = if attacked { follows } else { self.advised_move().is_some() };
        if thought_won && self.line.here().count_legal() > 0 {
            return ADVISED;
        }
        let gain = self.gain();
        if !attacked {
            let (lost, won) = (-gain.min(0), gain.max(0));
            return Numbers {
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
        let idle = if quiet { QUIET } else { 0 };
        let proof = (replies + idle) as i32 - gain / GAIN_PER_PROOF;
        Numbers { proof: proof.max(1) as u32, disproof: 1 }
    }

    /// What the winner has gained since the root, as the adviser guesses.
    fn gain(&mut self) -> i32 {
        let gain = self.guess_here() - self.root_guess;
        gain.clamp(-MOST_GAIN, MOST_GAIN)
    }

    /// Keeps a win in the common memory, with its length; `None` where a part of it was forgotten meanwhile.
    fn note_win(
        &mut self,
        key: u64,
        children: &[Child<P::Move>],
        start: usize,
        begin: u64,
    ) -> Option<Standing> {
        let attacks = self.line.here().turn() == self.winner;
        let mut best: Option<(Win, P::Move)> = None;
        for child in children.iter().filter(|child| child.after.numbers.proof == 0) {
            best = match (best, self.win_of(child)) {
                (Some((most, mv)), Some(win)) if !attacks => Some((most.joined(win), mv)),
                (Some((least, mv)), Some(win)) if least.is_before(win) => Some((least, mv)),
                (_, Some(win)) => Some((win, child.mv)),
                (_, None) if !attacks => return None,
                (best, None) => best,
            };
        }
        let (win, mv) = best.filter(|(win, _)| win.length < MOST_MOVES - 1)?;
        if !win.ruled {
            self.pending.truncate(start);
            let length = win.length + u8::from(attacks);
            self.remember(key, Verdict::Won(length), 0, CHECKS, attacks.then_some(mv), begin);
            return Some(WON.into());
        }
        let rank = win.length.max(1) + u8::from(attacks && !self.line.here().in_check());
        if attacks {
            let verdict = self.note_ruled(win.rests, Pending { key, rank, mv }, start, begin);
            return Some(match verdict {
                Verdict::Ruled(rests) if rests != FIRM => Standing::resting(rests, rank),
                _ => WON.into(),
            });
        }
        self.remember(key, Verdict::Ruled(win.rests), rank, CHECKS, None, begin);
        Some(Standing::resting(win.rests, rank))
    }

    /// How a child is won, as far as it is remembered.
    fn win_of(&mut self, child: &Child<P::Move>) -> Option<Win> {
        if child.after.rests != FIRM {
            return Some(Win { rests: child.after.rests, ruled: true, length: child.after.rank });
        }
        let reveal = self.line.here().unrevealed(child.mv);
        self.line.push(child.mv, reveal);
        let over = self.line.here().count_legal() == 0;
        let fact = self.memory.probe(self.key());
        self.line.pop();
        if over {
            return Some(Win { rests: FIRM, ruled: false, length: 0 });
        }
        if fact.win != 0 {
            return Some(Win { rests: FIRM, ruled: false, length: fact.win });
        }
        (fact.rank != 0).then_some(Win { rests: FIRM, ruled: true, length: fact.rank })
    }
}

/// How a position is won.
#[derive(Clone, Copy)]
struct Win {
    rests: usize,
    ruled: bool,
    length: u8,
}

impl Win {
    /// Whether the winner would rather have this.
    fn is_before(self, other: Win) -> bool {
        (Reverse(self.rests), self.ruled, self.length) <= (Reverse(other.rests), other.ruled, other.length)
    }

    /// What needs both.
    fn joined(self, other: Win) -> Win {
        Win {
            rests: self.rests.min(other.rests),
            ruled: self.ruled || other.ruled,
            length: self.length.max(other.length),
        }
    }
}

/// Whether a *not won* hangs on the path: any move of the winner might still do, or the only good replies do.
fn is_by_path<M>(children: &[Child<M>], attacks: bool) -> bool {
    let mut lost = children.iter().filter(|child| child.after.numbers.disproof == 0);
    if attacks { lost.any(|child| child.after.by_path) } else { lost.all(|child| child.after.by_path) }
}

/// What was proven and forgotten again is proven once more.
fn numbers_again() -> Numbers {
    Numbers { proof: 1, disproof: 1 }
}

/// One child is enough.
fn of_any<M>(children: &[Child<M>]) -> Numbers {
    let proof = children.iter().map(|child| child.after.numbers.proof).min().unwrap_or(INFINITE);
    if proof == 0 {
        return WON;
    }
    let hardest = children.iter().map(|child| child.after.numbers.disproof).max().unwrap_or(0);
    let disproof = if hardest == 0 { 0 } else { hardest + open(children, true) as u32 - 1 };
    Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) }
}

/// All children are needed.
fn of_all<M>(children: &[Child<M>]) -> Numbers {
    let disproof = children.iter().map(|child| child.after.numbers.disproof).min().unwrap_or(INFINITE);
    if disproof == 0 {
        return NOT_WON;
    }
    let hardest = children.iter().map(|child| child.after.numbers.proof).max().unwrap_or(0);
    let proof = if hardest == 0 { 0 } else { hardest + open(children, false) as u32 - 1 };
    Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) }
}

/// How many children are not settled the way that would spare them.
fn open<M>(children: &[Child<M>], attacks: bool) -> usize {
    let is_open = |child: &&Child<M>| {
        if attacks { child.after.numbers.disproof != 0 } else { child.after.numbers.proof != 0 }
    };
    children.iter().filter(is_open).count()
}

/// The child to work on, and the number of the next best one.
struct Choice {
    index: usize,
    second: u32,
}

fn choose<M>(children: &[Child<M>], attacks: bool) -> Option<Choice> {
    let measure = |child: &Child<M>| {
        // Among equals the one that is nearer its own end.
        if attacks {
            (child.after.numbers.proof, child.after.numbers.disproof)
        } else {
            (child.after.numbers.disproof, child.after.numbers.proof)
        }
    };
    let mut best: Option<(usize, (u32, u32))> = None;
    let mut second = INFINITE - 1;
    for (index, child) in children.iter().enumerate() {
        let number = measure(child);
        if (!attacks && child.after.numbers.proof == 0) || (attacks && child.after.numbers.disproof == 0) {
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
    best.map(|(index, _)| Choice { index, second })
}
