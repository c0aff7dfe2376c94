//! Schedule of a match: pairings, order of games, seeds.

use game::Random;

/// Two players by their numbers; `a` has the first move in the first game of each pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// First player.
    pub a: usize,
    /// Second player.
    pub b: usize,
}

/// Returns the pairings of a round robin.
pub fn round_robin(players: usize) -> Vec<Pairing> {
    (0..players).flat_map(|a| (a + 1..players).map(move |b| Pairing { a, b })).collect()
}

/// Games of a match in order: pairings alternate, each opening is played twice with colors swapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Pairings of players.
    pub pairings: Vec<Pairing>,
    /// Games per pairing.
    pub games: usize,
    /// Seed of the match.
    pub seed: u64,
}

/// One game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Number of the game in the match.
    pub index: usize,
    /// Number of its pairing.
    pub pairing: usize,
    /// The players, first side first.
    pub seats: [usize; 2],
    /// Number of its pair, which selects the opening, the same for all pairings.
    pub pair: usize,
    /// Seed of the game, except the deal.
    pub seed: u64,
}

impl Schedule {
    /// Number of games.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.games
    }

    /// Returns true if there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a game by its number.
    pub fn slot(&self, index: usize) -> Option<ScheduledGame> {
        if index >= self.len() {
            return None;
        }
        // Pairs stay together and pairings alternate pair by pair, so that an interrupted match is still balanced.
        let whole = self.games / 2 * 2 * self.pairings.len();
        let (pairing, pair, swapped) = if index < whole {
            let pair = index / 2;
            (pair % self.pairings.len(), pair / self.pairings.len(), index % 2 == 1)
        } else {
            (index - whole, self.games / 2, false)
        };
        let Pairing { a, b } = *self.pairings.get(pairing)?;
        let seats = if swapped { [b, a] } else { [a, b] };
        let seed = Random::new(self.seed ^ (index as u64 + 1).wrapping_mul(0x9E6C_63D0_876A_3F6B)).bits();
        Some(ScheduledGame { index, pairing, seats, pair, seed })
    }

    /// Returns the seed of the deal of a pair, the same for both games.
    pub fn deal(&self, pair: usize) -> Vec<u8> {
        let mut dice = Random::new(self.seed ^ (pair as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03));
        (0..4).flat_map(|_| dice.bits().to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_players_are_paired_once() {
        assert_eq!(round_robin(4).len(), 6);
        assert_eq!(round_robin(2), [Pairing { a: 0, b: 1 }]);
        assert!(round_robin(1).is_empty());
    }

    #[test]
    fn a_pair_is_one_opening_with_colors_swapped() {
        let schedule = Schedule { pairings: round_robin(3), games: 5, seed: 1 };
        assert_eq!(schedule.len(), 15);
        let slots: Vec<ScheduledGame> = (0..15).filter_map(|index| schedule.slot(index)).collect();
        assert_eq!(slots.len(), 15);
        for two in slots[..12].chunks(2) {
            assert_eq!((two[0].pairing, two[0].pair), (two[1].pairing, two[1].pair));
            assert_eq!(two[0].seats, [two[1].seats[1], two[1].seats[0]]);
            assert_ne!(two[0].seed, two[1].seed);
        }
        for pairing in 0..3 {
            assert_eq!(slots.iter().filter(|slot| slot.pairing == pairing).count(), 5);
        }
        assert_eq!(schedule.slot(15), None);
    }

    #[test]
    fn each_pair_has_its_own_deal() {
        let schedule = Schedule { pairings: round_robin(2), games: 4, seed: 3 };
        assert_eq!(schedule.deal(0), schedule.deal(0));
        assert_ne!(schedule.deal(0), schedule.deal(1));
        assert_eq!(schedule.deal(0).len(), 32);
    }
}
