//! Endings of few pieces, looked at as a whole: every position that can follow is entered once, with where its moves lead,
//! and from the ends of games one goes back, move by move, to every position they can be forced from. What comes of it is
//! exact: who wins, and in how few moves.
//!
//! Nothing here knows of repetition, and a win does not need it: each move of the winner brings the end nearer. A draw
//! may need it. So where the defender holds out only by checks that capture nothing, which an arbiter may forbid him to
//! go on with, no draw is claimed.

use game::{KeyMap, MoveList, SmallEnding, Tactics};

use super::prover::Prover;

/// Room at most, mirror images counted once. Each position takes about a hundred bytes, with where it leads.
const MOST_ROOM: u64 = 2_000_000;
/// The clock is asked once in so many positions.
const POSITIONS_BETWEEN_LOOKS: usize = 1024;
/// The end cannot be forced.
const NOT_WON: u8 = u8::MAX;
/// Marks a reply that checks and captures nothing.
const CHECKS: u32 = 1 << 31;

/// Every position of an ending, and in how many moves it is won.
pub(super) struct Ending<P: Tactics> {
    few: SmallEnding<P>,
    index: Index,
    packed: Vec<u128>,
    /// Whether the defender is to move.
    defends: Vec<bool>,
    /// The winner's moves to the end, where he can force it.
    moves: Vec<u8>,
    /// Whether the root might be won where the defender may not check.
    may_be_won_by_rule: bool,
}

/// Positions by their keys, or by those of their mirror images, whichever are smaller.
type Index = KeyMap<u32>;

impl<P: Tactics> Ending<P> {
    /// Whether the pieces are so few that all that can follow can be looked at.
    pub fn is_small(here: &P) -> bool {
        P::SMALL_ENDING.and_then(|few| (few.state_count)(here)).is_some_and(|room| room <= MOST_ROOM)
    }

    /// Looks at all that can follow a position; `None` where that is too much.
    pub fn look_at_all(prover: &mut Prover<P>, root: &P) -> Option<Self> {
        let few = P::SMALL_ENDING.filter(|_| Self::is_small(root))?;
        let web = Web::spin(few, prover, root)?;
        let back = web.backwards();
        let moves = web.carry_back(&back, false);
        let may_be_won_by_rule = moves[0] != NOT_WON || web.carry_back(&back, true)[0] != NOT_WON;
        let Web { few, index, packed, defends, .. } = web;
        Some(Ending { few, index, packed, defends, moves, may_be_won_by_rule })
    }

    /// Every position won with the winner to move, by its key, and in how few moves.
    pub fn wins(&self) -> impl Iterator<Item = (u64, u8)> {
        let places = self.packed.iter().zip(&self.defends).zip(&self.moves);
        let won = places.filter(|&((_, &defends), &moves)| !defends && moves != NOT_WON);
        won.flat_map(|((&packed, _), &moves)| {
            let here = (self.few.unpack)(packed);
            [here.key(), (self.few.mirrored)(&here).key()].map(|key| (key, moves))
        })
    }

    /// Whether a position is among those looked at.
    pub fn holds(&self, here: &P) -> bool {
        self.index.contains_key(&key_of(&self.few, here))
    }

    /// In how few moves the winner wins.
    pub fn moves_to_win(&self, here: &P) -> Option<u8> {
        let place = *self.index.get(&key_of(&self.few, here))?;
        Some(self.moves[place as usize]).filter(|&moves| moves != NOT_WON)
    }

    /// The moves that win as soon as can be, the winner to move.
    pub fn best_moves(&self, here: &P) -> impl Iterator<Item = P::Move> {
        let moves = self.moves_to_win(here);
        let mut list = MoveList::new();
        // Where no win is known there is nothing to look for.
        if moves.is_some() {
            here.legal_moves(&mut list);
        }
        (0..list.len()).map(move |number| list[number]).filter(move |&mv| {
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            self.moves_to_win(&after).is_some_and(|left| Some(left) < moves)
        })
    }

    /// Whether the defender, should he hold the root, may need checks for it that an arbiter could forbid.
    pub fn may_be_won_by_rule(&self) -> bool {
        self.may_be_won_by_rule
    }
}

fn key_of<P: Tactics>(few: &SmallEnding<P>, here: &P) -> u64 {
    here.key().min((few.mirrored)(here).key())
}

/// Positions and where their moves lead.
struct Web<P: Tactics> {
    few: SmallEnding<P>,
    index: Index,
    packed: Vec<u128>,
    /// Whether the defender is to move.
    defends: Vec<bool>,
    /// Whether the game has ended, and not for the winner; he does not get anywhere from there.
    held: Vec<bool>,
    /// Where the moves of each position begin among all.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl<P: Tactics> Web<P> {
    fn spin(few: SmallEnding<P>, prover: &mut Prover<P>, root: &P) -> Option<Self> {
        let mut web = Web {
            few,
            index: Index::default(),
            packed: Vec::new(),
            defends: Vec::new(),
            held: Vec::new(),
            starts: Vec::new(),
            targets: Vec::new(),
        };
        web.enter(key_of(&web.few, root), || root.clone());
        let mut list = MoveList::new();
        while let Some(&packed) = web.packed.get(web.starts.len()) {
            prover.nodes += 1;
            let looks = web.starts.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS);
            if prover.nodes >= prover.fence || (looks && prover.is_over()) {
                return None;
            }
            web.starts.push(u32::try_from(web.targets.len()).ok()?);
            let here = (web.few.unpack)(packed);
            let defends = here.turn() != prover.winner;
            web.defends.push(defends);
            list.clear();
            here.legal_moves(&mut list);
            let is_lost = |here: &P| here.outcome().is_some_and(|end| end.winner == Some(prover.winner));
            let over = here.is_dead() || (list.is_empty() && !is_lost(&here));
            web.held.push(over);
            if !over {
                web.enter_moves(&here, &list, defends)?;
            }
        }
        web.starts.push(u32::try_from(web.targets.len()).ok()?);
        Some(web)
    }

    fn enter_moves(&mut self, here: &P, list: &MoveList<P::Move>, defends: bool) -> Option<()> {
        let twin = (self.few.mirrored)(here);
        for &mv in list {
            let key = here.key_after(mv)?.min(twin.key_after((self.few.mirrored_move)(mv))?);
            let place = self.enter(key, || {
                let mut after = here.clone();
                after.play(mv, here.unrevealed(mv), &mut ());
                after
            });
            let checks = defends && !here.is_capture(mv) && here.gives_check(mv);
            self.targets.push(if checks { place | CHECKS } else { place });
        }
        Some(())
    }

    fn enter(&mut self, key: u64, position: impl FnOnce() -> P) -> u32 {
        let next = self.packed.len() as u32;
        let place = *self.index.entry(key).or_insert(next);
        if place == next {
            self.packed.push((self.few.pack)(&position()));
        }
        place
    }

    fn moves_of(&self, place: usize) -> &[u32] {
        &self.targets[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// From the ends back: in how many of the winner's moves each position is won. `without_checks`: the defender may
    /// not check unless he captures.
    fn carry_back(&self, (before, sources): &(Vec<u32>, Vec<u32>), without_checks: bool) -> Vec<u8> {
        let counts = |target: u32| !(without_checks && target & CHECKS != 0);
        let mut moves = vec![NOT_WON; self.packed.len()];
        // Replies of the defender that are not known to lose.
        let mut left = vec![0_u8; self.packed.len()];
        let mut queue = Vec::new();
        for place in 0..self.packed.len() {
            if self.defends[place] {
                left[place] = self.moves_of(place).iter().filter(|&&target| counts(target)).count() as u8;
                if left[place] == 0 && !self.held[place] {
                    moves[place] = 0;
                    queue.push(place as u32);
                }
            }
        }
        // First in, first out: the numbers of moves never fall along the queue.
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let place = place as usize;
            let reached = moves[place];
            for &source in &sources[before[place] as usize..before[place + 1] as usize] {
                let (from, checks) = ((source & !CHECKS) as usize, source & CHECKS);
                if moves[from] != NOT_WON {
                    continue;
                }
                if self.defends[from] {
                    if counts(checks) {
                        left[from] -= 1;
                    }
                    if left[from] == 0 {
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

    /// Where the moves to each position come from: where they begin among all, and all.
    fn backwards(&self) -> (Vec<u32>, Vec<u32>) {
        let mut before = vec![0_u32; self.packed.len() + 2];
        for target in &self.targets {
            before[(target & !CHECKS) as usize + 2] += 1;
        }
        for place in 1..before.len() {
            before[place] += before[place - 1];
        }
        let mut sources = vec![0_u32; self.targets.len()];
        for place in 0..self.packed.len() {
            for &target in self.moves_of(place) {
                let slot = &mut before[(target & !CHECKS) as usize + 1];
                sources[*slot as usize] = place as u32 | target & CHECKS;
                *slot += 1;
            }
        }
        (before, sources)
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

    /// A prover of the first side's wins who asks nobody.
    pub(in crate::mate) fn prover(fen: &str) -> Prover<xiangqi::Position> {
        let rules = xiangqi::Xiangqi::rules(&[]).expect("default rules");
        let root = xiangqi::Xiangqi::read_position(fen, &rules).expect("a position");
        let line = Line::new(root.position, rules);
        Prover::new(&line, Side::First, 1, &Control::new(Arc::new(NoTime)), Box::new(()))
    }

    /// The ending from here, and in how few moves the first side wins it.
    fn ending(fen: &str) -> (Ending<xiangqi::Position>, Option<u8>) {
        let mut prover = prover(fen);
        let root = prover.line.here().clone();
        let ending = Ending::look_at_all(&mut prover, &root).expect("few men");
        let moves = ending.moves_to_win(&root);
        (ending, moves)
    }

    #[test]
    fn one_soldier_beats_a_bare_general_and_not_from_the_last_rank() {
        assert!(matches!(ending("4k4/9/9/4P4/9/9/9/9/9/3K5 w"), (_, Some(_))));
        let (lame, moves) = ending("1P7/9/3k5/9/9/9/9/9/9/4K4 w");
        assert_eq!((moves, lame.may_be_won_by_rule()), (None, false));
    }

    #[test]
    fn a_chariot_does_not_beat_guards_that_stand_well_together() {
        let (held, moves) = ending("3k1ab2/4a4/4b4/9/9/9/9/9/9/4K1R2 w");
        assert_eq!((moves, held.may_be_won_by_rule()), (None, false));
    }

    #[test]
    fn what_it_tells_agrees_with_a_search_move_by_move() {
        let mut prover = prover("3k5/9/9/9/P8/9/9/9/9/4K4 w");
        let root = prover.line.here().clone();
        let ending = Ending::look_at_all(&mut prover, &root).expect("few men");
        let mut asked = 0;
        while let Some(moves) = ending.moves_to_win(prover.line.here()).filter(|&moves| moves > 0) {
            if moves <= 4 {
                use crate::mate::proof_table::FULL;
                use crate::mate::prover::Verdict;
                assert_eq!(prover.ask(moves - 1, FULL), Ok(Verdict::Not));
                assert_eq!(prover.ask(moves, FULL), Ok(Verdict::Won(moves)));
                asked += 1;
            }
            let here = prover.line.here();
            let mv = ending.best_moves(here).next().expect("a move that wins");
            prover.line.push(mv, ());
            // The defender holds out as long as he can.
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
        assert_eq!(asked, 4);
    }

    #[test]
    fn a_long_win_is_proven_with_its_shortest_length_and_every_key() {
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
