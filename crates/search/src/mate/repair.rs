//! Notes that do not fit together. A note was taken on one path, where a position that comes back ends the game; followed
//! from everywhere, notes may lead round, or to a position nobody noted. Where they do, the winner has other moves among
//! the positions noted, and which of them win is decided backwards from the ends, for all positions at once.

use super::cycles;

/// A spot is thought over so many times at most, with twice the nodes each time.
const MOST_THOUGHTS: u32 = 10;

/// A move the winner may play, and where the defender's replies lead.
pub(super) struct Choice<M> {
    pub mv: M,
    /// It gives check.
    pub checks: bool,
    pub next: Vec<u32>,
}

/// A position of the winner's and what he may play in it.
pub(super) struct Spot<M> {
    /// The defender has just given check.
    pub in_check: bool,
    pub choices: Vec<Choice<M>>,
    /// Every move that leads to positions noted is among the choices.
    pub is_wide: bool,
    /// How often the adviser has thought it over.
    pub thought_over: u32,
}

impl<M> Spot<M> {
    pub fn new(in_check: bool, choice: Option<Choice<M>>) -> Self {
        Spot { in_check, choices: choice.into_iter().collect(), is_wide: false, thought_over: 0 }
    }
}

/// Spots and the number of the choice with which each is won, as far as they are known to be.
pub(super) struct Weave<M> {
    pub spots: Vec<Spot<M>>,
    won: Vec<Option<u32>>,
    /// A defender who has nothing but checks has lost.
    by_rule: bool,
}

/// What to do about spots that are not won.
#[derive(Default)]
pub(super) struct Trouble {
    /// Those that are not wide yet and lie on a circle or lead nowhere; when there are none, those that lead to such.
    pub narrow: Vec<u32>,
    /// One that lies on a circle or leads nowhere: the least thought over, and to no other trouble if possible.
    pub stuck: Option<u32>,
}

impl<M> Weave<M> {
    pub fn new(by_rule: bool) -> Self {
        Weave { spots: Vec::new(), won: Vec::new(), by_rule }
    }

    pub fn add(&mut self, spot: Spot<M>) {
        self.spots.push(spot);
        self.won.push(None);
    }

    /// With which of its choices a spot is won.
    pub fn won(&self, spot: u32) -> Option<u32> {
        self.won[spot as usize]
    }

    /// The spots that are not known to be won.
    pub fn open_spots(&self) -> impl Iterator<Item = u32> {
        (0..self.spots.len() as u32).filter(|&spot| self.won(spot).is_none())
    }

    fn open(&self) -> Open<'_, M> {
        let numbers: Vec<u32> = self.open_spots().collect();
        let mut place_of = vec![u32::MAX; self.spots.len()];
        (0..).zip(&numbers).for_each(|(place, &spot)| place_of[spot as usize] = place);
        Open { spots: &self.spots, numbers, place_of }
    }

    /// All spots that are not won may have new moves.
    pub fn may_be_widened(&mut self) {
        for (spot, _) in self.spots.iter_mut().zip(&self.won).filter(|(_, won)| won.is_none()) {
            spot.is_wide = false;
        }
    }

    /// Finds out which spots are won.
    pub fn decide(&mut self) {
        let open = self.open();
        let mut decision = Decision::new(&open);
        decision.carry_back();
        while self.by_rule && decision.defender_only_checks() {
            decision.carry_back();
        }
        let won = decision.won;
        for (spot, won) in open.numbers.into_iter().zip(won) {
            self.won[spot as usize] = won;
        }
    }

    /// Why not all spots are won.
    pub fn trouble(&self) -> Trouble {
        let open = self.open();
        let leads = |place: u32| open.choices(place).flat_map(|choice| open.next(choice));
        let (mut trouble, mut above, mut least) = (Trouble::default(), Vec::new(), MOST_THOUGHTS);
        for members in cycles::components(open.numbers.len(), leads) {
            let circle = members.len() > 1 || leads(members[0]).any(|next| next == members[0]);
            for member in members {
                let (spot, number) = (open.spot(member), open.numbers[member as usize]);
                let is_stuck = circle || spot.choices.is_empty();
                if is_stuck && spot.thought_over < least {
                    (trouble.stuck, least) = (Some(number), spot.thought_over);
                }
                if is_stuck && !spot.is_wide {
                    trouble.narrow.push(number);
                } else if !spot.is_wide && leads(member).any(|next| open.spot(next).is_wide) {
                    above.push(number);
                }
            }
        }
        if trouble.narrow.is_empty() {
            trouble.narrow = above;
        }
        trouble
    }
}

/// The spots that are not known to be won, numbered anew: most of a weave is won at once, and its mending looks at the
/// rest many times.
struct Open<'a, M> {
    spots: &'a [Spot<M>],
    /// The spots' own numbers.
    numbers: Vec<u32>,
    /// Where each spot stands among them.
    place_of: Vec<u32>,
}

impl<'a, M> Open<'a, M> {
    fn spot(&self, place: u32) -> &'a Spot<M> {
        &self.spots[self.numbers[place as usize] as usize]
    }

    fn choices(&self, place: u32) -> impl Iterator<Item = &'a Choice<M>> {
        self.spot(place).choices.iter()
    }

    /// The open ones among those a choice leads to.
    fn next(&self, choice: &'a Choice<M>) -> impl Iterator<Item = u32> {
        choice.next.iter().map(|&next| self.place_of[next as usize]).filter(|&place| place != u32::MAX)
    }
}

/// Which of the open spots are won after all.
struct Decision<'a, M> {
    open: &'a Open<'a, M>,
    won: Vec<Option<u32>>,
    /// The choices that lead to each place: the place they belong to, and their number.
    back: Vec<Vec<(u32, u32)>>,
    /// How many replies to each choice of each place are not lost for the defender.
    held: Vec<Vec<u32>>,
    /// Places whose win is not yet carried back.
    fresh: Vec<u32>,
}

impl<'a, M> Decision<'a, M> {
    fn new(open: &'a Open<'a, M>) -> Self {
        let count = open.numbers.len();
        let (won, back, held) = (vec![None; count], vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut decision = Decision { open, won, back, held, fresh: Vec::new() };
        for place in 0..count as u32 {
            for (number, choice) in (0..).zip(open.choices(place)) {
                let mut held = 0;
                for next in open.next(choice) {
                    decision.back[next as usize].push((place, number));
                    held += 1;
                }
                decision.held[place as usize].push(held);
                if held == 0 {
                    decision.win(place, number);
                }
            }
        }
        decision
    }

    fn win(&mut self, place: u32, number: u32) {
        if self.won[place as usize].is_none() {
            self.won[place as usize] = Some(number);
            self.fresh.push(place);
        }
    }

    /// A place is won if all replies to one of its choices lead to places that are.
    fn carry_back(&mut self) {
        let mut carried = 0;
        while let Some(&place) = self.fresh.get(carried) {
            carried += 1;
            for (before, number) in std::mem::take(&mut self.back[place as usize]) {
                let held = &mut self.held[before as usize][number as usize];
                *held -= 1;
                if *held == 0 {
                    self.win(before, number);
                }
            }
        }
        self.fresh.clear();
    }

    /// The largest set of places in which the defender does nothing but check, unless he loses otherwise, and the winner
    /// does not check: by the rule they are won. Whether there are any.
    fn defender_only_checks(&mut self) -> bool {
        let (open, won) = (self.open, &self.won);
        let places = 0..open.numbers.len() as u32;
        let is_checked = |place: u32| won[place as usize].is_none() && open.spot(place).in_check;
        let mut stays: Vec<bool> = places.clone().map(is_checked).collect();
        let held_by = |stays: &[bool], place: u32| {
            let held = |next: u32| won[next as usize].is_some() || stays[next as usize];
            (0..).zip(open.choices(place)).find(|(_, choice)| !choice.checks && open.next(choice).all(held))
        };
        let mut doubted: Vec<u32> = places.clone().filter(|&place| stays[place as usize]).collect();
        while let Some(place) = doubted.pop() {
            if stays[place as usize] && held_by(&stays, place).is_none() {
                stays[place as usize] = false;
                doubted.extend(self.back[place as usize].iter().map(|&(before, _)| before));
            }
        }
        let stayed = places.filter(|&place| stays[place as usize]);
        let found: Vec<(u32, u32)> =
            stayed.filter_map(|place| Some((place, held_by(&stays, place)?.0))).collect();
        found.iter().for_each(|&(place, number)| self.win(place, number));
        !found.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(mv: char, checks: bool, next: &[u32]) -> Choice<char> {
        Choice { mv, checks, next: next.to_vec() }
    }

    fn weave(spots: Vec<(bool, Option<Choice<char>>)>) -> Weave<char> {
        let mut weave = Weave::new(true);
        spots.into_iter().for_each(|(in_check, choice)| weave.add(Spot::new(in_check, choice)));
        weave.decide();
        weave
    }

    #[test]
    fn another_move_leads_out_of_a_circle() {
        // From 0 either to the end or to 1, from where the note leads back.
        let mut weave = weave(vec![
            (false, Some(choice('a', false, &[1, 2]))),
            (false, Some(choice('b', false, &[0]))),
            (false, Some(choice('c', true, &[]))),
        ]);
        assert_eq!([0, 1, 2].map(|spot| weave.won(spot)), [None, None, Some(0)]);
        let trouble = weave.trouble();
        assert_eq!((trouble.narrow.len(), trouble.stuck.is_some()), (2, true));
        weave.spots[1].choices.push(choice('d', true, &[2]));
        weave.decide();
        assert_eq!([0, 1, 2].map(|spot| weave.won(spot)), [Some(0), Some(1), Some(0)]);
        assert!(weave.trouble().narrow.is_empty() && weave.trouble().stuck.is_none());
    }

    #[test]
    fn who_has_nothing_but_checks_has_lost() {
        let nothing_else = weave(vec![
            (false, Some(choice('a', true, &[1]))),
            (true, Some(choice('b', false, &[2]))),
            (true, Some(choice('c', false, &[1, 3]))),
            (false, Some(choice('d', true, &[]))),
        ]);
        assert!((0..4).all(|spot| nothing_else.won(spot).is_some()));
        let mut without_the_rule = Weave { by_rule: false, won: vec![None; 4], ..nothing_else };
        without_the_rule.decide();
        assert_eq!(
            [0, 1, 2, 3].map(|spot| without_the_rule.won(spot).is_some()),
            [false, false, false, true]
        );
        let quiet_once =
            weave(vec![(true, Some(choice('a', false, &[1]))), (false, Some(choice('b', false, &[0])))]);
        assert!((0..2).all(|spot| quiet_once.won(spot).is_none()));
        let both_check = weave(vec![(true, Some(choice('a', true, &[0])))]);
        assert_eq!(both_check.won(0), None);
    }

    #[test]
    fn what_leads_to_a_wide_spot_that_is_not_won_is_widened_next() {
        let mut weave = weave(vec![
            (false, Some(choice('a', false, &[1]))),
            (false, Some(choice('b', false, &[2]))),
            (false, None),
        ]);
        for expected in [2, 1, 0] {
            let trouble = weave.trouble();
            assert_eq!((trouble.narrow, trouble.stuck), (vec![expected], Some(2)));
            weave.spots[expected as usize].is_wide = true;
        }
        assert!(weave.trouble().narrow.is_empty());
        weave.may_be_widened();
        assert_eq!(weave.trouble().narrow, [2]);
        weave.spots[2].thought_over = MOST_THOUGHTS;
        assert_eq!(weave.trouble().stuck, None);
    }
}
