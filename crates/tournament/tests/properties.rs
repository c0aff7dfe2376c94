//! Properties of random tournaments: absolute criteria, byes, explanations, files.

use proptest::prelude::*;
use tournament::dutch::{PairingError, RoundPairing, pair_round};
use tournament::explain::{Explanation, WhyNot, explain, is_worse, opponent_by_order, why_not};
use tournament::manual;
use tournament::model::{Bye, Colour, Entry, Outcome, Player, Tournament};
use tournament::trf::{self, Format, TrfFile};

/// Plays rounds with results and absences from `luck`, and looks at each pairing before its results are entered.
fn play(
    players: u32,
    rounds: usize,
    luck: &[u8],
    mut look: impl FnMut(&Tournament, usize, &RoundPairing),
) -> Tournament {
    let mut luck = luck.iter().copied().cycle();
    let mut draw = move || luck.next().unwrap_or(0);
    let mut tournament = Tournament {
        players: (1..=players)
            .map(|number| Player { number, name: format!("Player {number}"), ..Player::default() })
            .collect(),
        rounds,
        first_colour: Some(Colour::White),
        ..Tournament::default()
    };
    for round in 1..=rounds {
        for player in &mut tournament.players {
            match draw() {
                0..=8 => player.entries.push(Entry::Bye(Bye::HalfPoint)),
                9..=12 => player.entries.push(Entry::Bye(Bye::ZeroPoint)),
                _ => {}
            }
        }
        let pairing = match pair_round(&tournament, round) {
            Ok(pairing) => pairing,
            Err(PairingError::NoLegalPairing | PairingError::NoPlayers) => {
                for player in &mut tournament.players {
                    player.entries.resize(round - 1, Entry::Bye(Bye::ZeroPoint));
                }
                break;
            }
            Err(error) => panic!("{error:?}"),
        };
        look(&tournament, round, &pairing);
        let byes: Vec<u32> = pairing.bye.into_iter().collect();
        manual::publish(&mut tournament, round, &pairing.boards, &byes).expect("everybody is paired");
        for board in &pairing.boards {
            let (white, black) = match draw() % 16 {
                0 => (None, None),
                1..=6 => (Some(Outcome::Win), Some(Outcome::Loss)),
                7..=10 => (Some(Outcome::Draw), Some(Outcome::Draw)),
                _ => (Some(Outcome::Loss), Some(Outcome::Win)),
            };
            for (number, opponent, colour, outcome) in [
                (board.white, board.black, Colour::White, white),
                (board.black, board.white, Colour::Black, black),
            ] {
                let index = tournament.index_of(number).expect("a player");
                let entry = match outcome {
                    Some(outcome) => Entry::Game { opponent, colour, outcome, rated: true },
                    None => Entry::Forfeit { opponent, colour: Some(colour), won: colour == Colour::White },
                };
                *tournament.players[index].entries.last_mut().expect("the round was paired") = entry;
            }
        }
    }
    tournament
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pairings_respect_the_absolute_criteria(
        players in 2u32..26, rounds in 1usize..10, luck in prop::collection::vec(any::<u8>(), 97),
    ) {
        play(players, rounds, &luck, |tournament, round, pairing| {
            let mut seen: Vec<u32> = pairing.boards.iter().flat_map(|board| [board.white, board.black]).collect();
            seen.extend(pairing.bye);
            seen.sort_unstable();
            let present: Vec<u32> = tournament
                .players
                .iter()
                .filter(|player| player.entries.len() < round)
                .map(|player| player.number)
                .collect();
            assert_eq!(seen, present, "everybody present is paired once");
            for board in &pairing.boards {
                let white = &tournament.players[tournament.index_of(board.white).expect("a player")];
                assert!(white.entries.iter().all(|entry| !entry.is_played() || entry.opponent() != Some(board.black)));
                for (number, colour) in [(board.white, Colour::White), (board.black, Colour::Black)] {
                    let player = &tournament.players[tournament.index_of(number).expect("a player")];
                    let mut colours: Vec<Colour> = player
                        .entries
                        .iter()
                        .filter(|entry| entry.is_played())
                        .filter_map(|entry| entry.colour())
                        .collect();
                    colours.push(colour);
                    if round < tournament.rounds {
                        let three = colours.windows(3).any(|last| last.iter().all(|&one| one == last[0]));
                        let whites = colours.iter().filter(|&&one| one == Colour::White).count();
                        let difference = 2 * whites.cast_signed() - colours.len().cast_signed();
                        assert!(!three && difference.abs() <= 2, "{number} in round {round}: {colours:?}");
                    }
                }
            }
            if let Some(bye) = pairing.bye {
                let player = &tournament.players[tournament.index_of(bye).expect("a player")];
                assert!(player.entries.iter().all(|entry| {
                    *entry != Entry::Bye(Bye::PairingAllocated) && !matches!(entry, Entry::Forfeit { won: true, .. })
                }));
            }
            let byes: Vec<u32> = pairing.bye.into_iter().collect();
            assert_eq!(manual::examine(tournament, round, &pairing.boards, &byes), []);
        });
    }

    #[test]
    fn every_alternative_is_worse_or_later(
        players in 4u32..14, rounds in 2usize..7, luck in prop::collection::vec(any::<u8>(), 97),
    ) {
        play(players, rounds, &luck, |_, _, pairing| {
            let numbers: Vec<u32> = pairing.field.candidates.iter().map(|one| one.number).collect();
            for &one in &numbers {
                match explain(pairing, one).expect("everybody is explained") {
                    Explanation::Pair(pair) => {
                        assert!(pair.white.number == one || pair.black.number == one);
                        let opponent = if pair.white.number == one { pair.black.number } else { pair.white.number };
                        if let Some((other, _)) = opponent_by_order(pairing, one) {
                            let paired = why_not(pairing, one, Some(other)).expect("present players");
                            assert_eq!(paired == WhyNot::IsPaired, other == opponent, "{one} and {other}");
                        }
                    }
                    Explanation::Bye(bye) => assert_eq!(Some(bye.number), pairing.bye),
                }
                let others = numbers.iter().map(|&other| Some(other)).chain([None]);
                for other in others.filter(|&other| other != Some(one)) {
                    if let WhyNot::Worse(difference) = why_not(pairing, one, other).expect("present players") {
                        assert!(is_worse(&difference), "{one} and {other:?}: {difference:?}");
                    }
                }
            }
        });
    }

    #[test]
    fn files_are_read_as_they_were_written(
        players in 2u32..20, rounds in 1usize..8, luck in prop::collection::vec(any::<u8>(), 97),
    ) {
        let mut tournament = play(players, rounds, &luck, |_, _, _| {});
        tournament.name = "Giải vô địch".to_owned();
        tournament.players[0].name = "Nguyễn Văn Ánh".to_owned();
        let paired = tournament.paired_rounds();
        for player in &mut tournament.players {
            player.entries.resize(paired, Entry::Bye(Bye::ZeroPoint));
        }
        let file = TrfFile { tournament, rounds_given: true, ..TrfFile::default() };
        for format in [Format::Trf16, Format::Trf26] {
            let again = trf::read(&trf::write(&file, format)).expect("a file of our own");
            prop_assert_eq!(&again.tournament, &file.tournament);
        }
    }
}
