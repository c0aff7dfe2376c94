//! Random tournaments: players, pairings by the Dutch system, and results drawn from the ratings.
//!
//! They are for trying the program out and for comparing pairings with other programs. The same options give the same
//! tournament.

use crate::dutch::{Board, pair_round};
use crate::manual;
use crate::model::{Bye, Colour, Entry, Outcome, Player, Tournament};

/// Options of a random tournament. Shares are in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenerateOptions {
    /// Number of players.
    pub players: u32,
    /// Number of rounds.
    pub rounds: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Games that are drawn, between equal players.
    pub draws: u32,
    /// Games that are won by forfeit.
    pub forfeits: u32,
    /// Half-point byes, per player and round.
    pub half_points: u32,
    /// Players who withdraw, per round.
    pub withdrawals: u32,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions {
            players: 40,
            rounds: 9,
            seed: 1,
            draws: 300,
            forfeits: 20,
            half_points: 20,
            withdrawals: 5,
        }
    }
}

const FAMILY: [&str; 12] =
    ["Nguyễn", "Trần", "Lê", "Phạm", "Hoàng", "Phan", "Vũ", "Đặng", "Bùi", "Đỗ", "Hồ", "Ngô"];
const GIVEN: [&str; 17] = [
    "An", "Bình", "Châu", "Dũng", "Giang", "Hà", "Khánh", "Lan", "Minh", "Nam", "Oanh", "Phúc", "Quân",
    "Sơn", "Thảo", "Tuấn", "Vy",
];
/// Rating of the strongest player, and the spread of all.
const BEST_RATING: u32 = 2500;
const RATING_SPREAD: u32 = 1000;

/// Generates a tournament. It ends early if a round has no legal pairing; the number of rounds stays the planned one, since
/// the last round has rules of its own.
pub fn generate(options: &GenerateOptions) -> Tournament {
    let mut random = Random(options.seed);
    let mut tournament = Tournament {
        name: format!("Random tournament {}", options.seed),
        players: players(options.players, &mut random),
        rounds: options.rounds,
        first_colour: Some(if random.below(2) == 0 { Colour::White } else { Colour::Black }),
        ..Tournament::default()
    };
    let mut withdrawn = vec![false; tournament.players.len()];
    for round in 1..=options.rounds {
        for (player, withdrawn) in tournament.players.iter_mut().zip(&mut withdrawn) {
            *withdrawn |= random.chance(options.withdrawals) && round > 1;
            if *withdrawn {
                player.entries.push(Entry::Bye(Bye::ZeroPoint));
            } else if random.chance(options.half_points) {
                player.entries.push(Entry::Bye(Bye::HalfPoint));
            }
        }
        let published = pair_round(&tournament, round).and_then(|pairing| {
            let byes: Vec<u32> = pairing.bye.into_iter().collect();
            manual::publish(&mut tournament, round, &pairing.boards, &byes)?;
            Ok(pairing.boards)
        });
        match published {
            Ok(boards) => {
                for board in boards {
                    play(&mut tournament, board, options, &mut random);
                }
            }
            Err(_) => {
                for player in &mut tournament.players {
                    player.entries.truncate(round - 1);
                }
                break;
            }
        }
    }
    tournament
}

/// Players in the order of their ratings.
fn players(count: u32, random: &mut Random) -> Vec<Player> {
    let mut ratings: Vec<u32> = (0..count).map(|_| BEST_RATING - random.below(RATING_SPREAD)).collect();
    ratings.sort_unstable_by(|a, b| b.cmp(a));
    let mut pick = |names: &[&'static str]| names[random.below(names.len() as u32) as usize];
    ratings
        .into_iter()
        .zip(1..)
        .map(|(rating, number)| {
            let name = format!("{} {}", pick(&FAMILY), pick(&GIVEN));
            Player { number, name, rating, ..Player::default() }
        })
        .collect()
}

/// Enters a random result.
fn play(tournament: &mut Tournament, board: Board, options: &GenerateOptions, random: &mut Random) {
    let (Some(white), Some(black)) = (tournament.index_of(board.white), tournament.index_of(board.black))
    else {
        return;
    };
    let difference =
        i64::from(tournament.players[white].rating) - i64::from(tournament.players[black].rating);
    // Expected score of white in thousandths: linear in the difference, as good as a curve here.
    let expected = (500 + difference).clamp(50, 950);
    let draws = i64::from(options.draws.min(1000)) * expected.min(1000 - expected) / 500;
    let ticket = i64::from(random.below(1000));
    let outcome = if ticket < expected - draws / 2 {
        Outcome::Win
    } else if ticket < expected + draws / 2 {
        Outcome::Draw
    } else {
        Outcome::Loss
    };
    let forfeit = random.chance(options.forfeits).then(|| random.below(2) == 0);
    let sides = [
        (white, board.black, Colour::White, outcome, true),
        (black, board.white, Colour::Black, outcome.opposite(), false),
    ];
    for (index, opponent, colour, outcome, is_white) in sides {
        let entry = match forfeit {
            Some(white_won) => Entry::Forfeit { opponent, colour: Some(colour), won: white_won == is_white },
            None => Entry::Game { opponent, colour, outcome, rated: true },
        };
        if let Some(last) = tournament.players[index].entries.last_mut() {
            *last = entry;
        }
    }
}

/// Random numbers (SplitMix64, Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.bits() % u64::from(limit.max(1))) as u32
    }

    /// True in so many of a thousand cases.
    fn chance(&mut self, thousandths: u32) -> bool {
        self.below(1000) < thousandths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_tournament_and_every_round_is_paired() {
        let options = GenerateOptions { players: 23, rounds: 7, seed: 5, ..GenerateOptions::default() };
        let tournament = generate(&options);
        assert_eq!(tournament, generate(&options));
        assert_ne!(tournament, generate(&GenerateOptions { seed: 6, ..options }));
        assert_eq!(tournament.paired_rounds(), 7);
        for round in 1..=7 {
            assert!(pair_round(&tournament.before_round(round), round).is_ok(), "round {round}");
        }
    }

    #[test]
    fn too_many_rounds_end_the_tournament_early() {
        let options = GenerateOptions { players: 4, rounds: 9, ..GenerateOptions::default() };
        let tournament = generate(&options);
        assert!(tournament.paired_rounds() < 9);
        assert_eq!(tournament.rounds, 9);
        // Paired again, every round is the same; round 8 of this one would be another one as the last.
        let options = GenerateOptions { players: 9, rounds: 9, seed: 488, ..options };
        let tournament = generate(&GenerateOptions { draws: 300, forfeits: 60, half_points: 20, ..options });
        assert_eq!(tournament.paired_rounds(), 8);
        for round in 1..=8 {
            let again = pair_round(&tournament.before_round(round), round).unwrap();
            for board in again.boards {
                let index = tournament.index_of(board.white).unwrap();
                assert_eq!(tournament.players[index].entries[round - 1].opponent(), Some(board.black));
            }
        }
    }

    #[test]
    fn every_kind_of_result_occurs() {
        let options =
            GenerateOptions { players: 60, forfeits: 100, withdrawals: 30, ..GenerateOptions::default() };
        let tournament = generate(&options);
        let count = |wanted: fn(&Entry) -> bool| {
            tournament.players.iter().flat_map(|player| &player.entries).filter(|entry| wanted(entry)).count()
        };
        assert!(count(|entry| matches!(entry, Entry::Game { outcome: Outcome::Draw, .. })) > 10);
        assert!(count(|entry| matches!(entry, Entry::Forfeit { won: true, .. })) > 3);
        assert!(count(|entry| matches!(entry, Entry::Bye(Bye::HalfPoint))) > 3);
        assert!(count(|entry| matches!(entry, Entry::Bye(Bye::ZeroPoint))) > 3);
    }
}
