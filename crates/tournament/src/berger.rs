//! Round robin by Berger tables, single or double, and with any number of cycles.

use crate::dutch::Board;

/// A round of a round robin: boards and the player who is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Boards in the order of the table.
    pub boards: Vec<Board>,
    /// Start number of the free player if the number of players is odd.
    pub free: Option<u32>,
}

/// Berger tables for the players in draw order. Colours are reversed in every second cycle; in a double round robin the
/// last two rounds of the first cycle change places, so that nobody has the same colour three times in a row.
pub fn schedule(players: &[u32], cycles: usize) -> Vec<Round> {
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        let mut one = single(players);
        if cycle == 0 && cycles == 2 && one.len() > 1 {
            let last = one.len() - 1;
            one.swap(last - 1, last);
        }
        if cycle % 2 == 1 {
            for board in one.iter_mut().flat_map(|round| &mut round.boards) {
                std::mem::swap(&mut board.white, &mut board.black);
            }
        }
        rounds.append(&mut one);
    }
    rounds
}

fn single(players: &[u32]) -> Vec<Round> {
    if players.len() < 2 {
        return Vec::new();
    }
    let size = players.len().next_multiple_of(2);
    let turning = size - 1;
    let mut rounds = Vec::new();
    for round in 0..turning {
        // The turning circle of Berger: each round the places move on by half the table; the last place stays.
        let start = round * (size / 2) % turning;
        let place = |offset: usize| (start + offset) % turning;
        let mut boards = Vec::new();
        let mut free = None;
        for board in 0..size / 2 {
            let (mut white, mut black) =
                if board == 0 { (place(0), turning) } else { (place(board), place(turning - board)) };
            if board == 0 && round % 2 == 1 {
                std::mem::swap(&mut white, &mut black);
            }
            match (players.get(white), players.get(black)) {
                (Some(&white), Some(&black)) => boards.push(Board { white, black }),
                (one, other) => free = one.or(other).copied(),
            }
        }
        rounds.push(Round { boards, free });
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(round: &Round) -> Vec<(u32, u32)> {
        round.boards.iter().map(|board| (board.white, board.black)).collect()
    }

    #[test]
    fn tables_equal_those_of_the_handbook() {
        let table = schedule(&[1, 2, 3, 4, 5, 6], 1);
        let expected: [&[(u32, u32)]; 5] = [
            &[(1, 6), (2, 5), (3, 4)],
            &[(6, 4), (5, 3), (1, 2)],
            &[(2, 6), (3, 1), (4, 5)],
            &[(6, 5), (1, 4), (2, 3)],
            &[(3, 6), (4, 2), (5, 1)],
        ];
        for (round, expected) in table.iter().zip(expected) {
            assert_eq!(pairs(round), expected);
        }
        let four = schedule(&[1, 2, 3, 4], 1);
        assert_eq!(pairs(&four[0]), [(1, 4), (2, 3)]);
        assert_eq!(pairs(&four[1]), [(4, 3), (1, 2)]);
        assert_eq!(pairs(&four[2]), [(2, 4), (3, 1)]);
    }

    #[test]
    fn everybody_meets_everybody_with_fair_colours() {
        for size in 2..=21u32 {
            let players: Vec<u32> = (1..=size).collect();
            for cycles in 1..=2 {
                let rounds = schedule(&players, cycles);
                let mut met = std::collections::HashMap::new();
                let mut balance = std::collections::HashMap::new();
                for board in rounds.iter().flat_map(|round| &round.boards) {
                    *met.entry((board.white.min(board.black), board.white.max(board.black))).or_insert(0) +=
                        1;
                    *balance.entry(board.white).or_insert(0) += 1;
                    *balance.entry(board.black).or_insert(0) -= 1;
                }
                let expected = usize::try_from(size * (size - 1) / 2).unwrap_or(0);
                assert_eq!(met.len(), expected, "{size} players");
                assert!(met.values().all(|&games| games == cycles));
                let limit = if cycles == 2 { 0 } else { i32::from(size % 2 == 0) };
                assert!(balance.values().all(|difference: &i32| difference.abs() <= limit), "{size} players");
                for round in &rounds {
                    assert_eq!(round.free.is_some(), size % 2 == 1);
                }
            }
        }
    }

    #[test]
    fn a_double_round_robin_gives_nobody_a_colour_three_times_running() {
        for size in [4u32, 6, 8, 10, 12] {
            let players: Vec<u32> = (1..=size).collect();
            let rounds = schedule(&players, 2);
            for &player in &players {
                let colours: Vec<bool> = rounds
                    .iter()
                    .flat_map(|round| &round.boards)
                    .filter(|board| board.white == player || board.black == player)
                    .map(|board| board.white == player)
                    .collect();
                assert!(
                    colours.windows(3).all(|three| three.iter().any(|&white| white != three[0])),
                    "player {player} of {size}"
                );
            }
        }
    }
}
