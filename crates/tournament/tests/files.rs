//! Broken files are refused with line and column, and single rules decide small cases.

use proptest::prelude::*;
use tournament::dutch::criteria::Criterion;
use tournament::dutch::{Board, PairingError, pair_round};
use tournament::explain::{WhyNot, why_not};
use tournament::model::{Bye, Entry};
use tournament::trf::{Problem, read};

/// A file with players whose rounds are given as TRF text, and points.
fn file(rounds: usize, players: &[(&str, &str)]) -> String {
    let mut text = format!("012 Example\nXXR {rounds}\nXXC white1\n");
    for (index, (points, entries)) in players.iter().enumerate() {
        let number = index + 1;
        text.push_str(&format!(
            "001 {number:>4}      {:<33} {:>4}{:>28}{points} {number:>4}  {entries}\n",
            "Player", 2000, ""
        ));
    }
    text
}

#[test]
fn columns_are_where_the_format_wants_them() {
    let text = file(3, &[(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0")]);
    assert_eq!(text.lines().nth(3).and_then(|line| line.find("1.0")), Some(81));
    assert_eq!(read(&text).map(|file| file.tournament.players.len()), Ok(2));
}

#[test]
fn broken_files_are_refused_with_line_and_column() {
    let good = [(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0")];
    let cases = [
        (vec![(" 1.0", "   3 w 1"), good[1]], 4, 92, Problem::UnknownPlayer(3)),
        (vec![(" 1.0", "   1 w 1"), good[1]], 4, 92, Problem::OwnOpponent),
        (vec![(" 1.0", "   2 x 1"), good[1]], 4, 97, Problem::BadColour('x')),
        (vec![(" 1.0", "   2 w ?"), good[1]], 4, 99, Problem::BadResult('?')),
        (vec![(" 1.0", "   2 w U"), good[1]], 4, 99, Problem::Contradiction),
        (vec![good[0], (" 0.0", "   1 w 0")], 4, 92, Problem::OpponentDisagrees(2, 1)),
        (vec![(" 2.0", "   2 w 1"), good[1]], 4, 81, Problem::WrongPoints("2.0".into(), "1.0".into())),
        (vec![("abcd", "   2 w 1"), good[1]], 4, 81, Problem::NotPoints("abcd".into())),
    ];
    for (players, line, column, problem) in cases {
        let error = read(&file(3, &players)).expect_err("a broken file");
        assert_eq!((error.line, error.column, error.problem), (line, column, problem));
    }
    let long = [(" 2.0", "   2 w 1     2 b 1"), (" 0.0", "   1 b 0     1 w 0")];
    assert_eq!(read(&file(1, &long)).map_err(|error| error.problem), Err(Problem::TooManyRounds(1)));
    assert_eq!(read("").map_err(|error| error.problem), Err(Problem::NoPlayers));
    let unknown = read("101 what is this").map_err(|error| (error.line, error.column, error.problem));
    assert_eq!(unknown, Err((1, 1, Problem::UnknownCode("101".into()))));
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    let two = [(" 0.0", ""), (" 0.0", "")];
    let ranges = "250 00.0 01.0 001 999    1 9999\n";
    let all = read(&(ranges.repeat(100) + &file(9, &two))).expect("as many ranges as are accepted");
    assert_eq!(all.tournament.players[1].accelerations.len(), 999);
    let error = read(&(ranges.repeat(101) + &file(9, &two))).expect_err("too many ranges");
    assert_eq!((error.line, error.column), (101, 1));
    let long = "0000 - Z  ".repeat(1000);
    let text = file(9, &[(" 0.0", &long), two[1]]).replace("XXR 9\n", "");
    let error = read(&text).expect_err("more rounds than round numbers have digits for");
    assert_eq!((error.line, error.problem), (3, Problem::TooManyRounds(999)));
    let many: Vec<(&str, &str)> = vec![(" 0.0", ""); 2001];
    let crowd = read(&file(9, &many)).expect("a file").tournament;
    assert_eq!(pair_round(&crowd, 1).map(|_| ()), Err(PairingError::TooManyPlayers(2000)));
}

#[test]
fn the_bye_avoids_players_with_unplayed_rounds() {
    // Players 3 and 4 lost, player 5 was absent: all have no points, and C9 keeps 5 from a second free round.
    let text = file(
        3,
        &[
            (" 1.0", "   3 w 1"),
            (" 1.0", "   4 b 1"),
            (" 0.0", "   1 b 0"),
            (" 0.0", "   2 w 0"),
            (" 0.0", "0000 - Z"),
        ],
    );
    let tournament = read(&text).expect("a file").tournament;
    let pairing = pair_round(&tournament, 2).expect("a pairing");
    assert_eq!(pairing.bye, Some(4));
    let WhyNot::Worse(difference) = why_not(&pairing, 5, None).expect("present") else {
        panic!("a criterion decides")
    };
    assert_eq!(difference.criterion, Criterion::C9);
    assert!(matches!(why_not(&pairing, 1, Some(3)), Ok(WhyNot::Obstacle(_))));
}

#[test]
fn a_second_bye_goes_to_somebody_else() {
    let text = file(3, &[(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0"), (" 1.0", "0000 - U")]);
    let tournament = read(&text).expect("a file").tournament;
    let pairing = pair_round(&tournament, 2).expect("a pairing");
    assert_eq!(
        (pairing.bye, pairing.boards.as_slice()),
        (Some(2), [Board { white: 3, black: 1 }].as_slice())
    );
}

#[test]
fn without_a_legal_pairing_there_is_an_error() {
    let text = file(3, &[(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0")]);
    let mut tournament = read(&text).expect("a file").tournament;
    assert_eq!(pair_round(&tournament, 2).map(|_| ()), Err(PairingError::NoLegalPairing));
    for player in &mut tournament.players {
        player.entries.push(Entry::Bye(Bye::ZeroPoint));
    }
    assert_eq!(pair_round(&tournament, 2).map(|_| ()), Err(PairingError::NoPlayers));
}

#[test]
fn the_first_round_pairs_the_upper_with_the_lower_half() {
    let text = file(5, &[(" 0.0", ""); 7]);
    let pairing = pair_round(&read(&text).expect("a file").tournament, 1).expect("a pairing");
    let boards: Vec<(u32, u32)> = pairing.boards.iter().map(|board| (board.white, board.black)).collect();
    assert_eq!((boards, pairing.bye), (vec![(1, 4), (5, 2), (3, 6)], Some(7)));
}

proptest! {
    #[test]
    fn damaged_files_never_panic(place in 0usize..2000, letter in any::<char>(), cut in 0usize..2000) {
        let text = file(
            3,
            &[(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0"), (" 1.0", "0000 - U"), (" 0.0", "0000 - Z")],
        );
        let mut letters: Vec<char> = text.chars().collect();
        let length = letters.len();
        letters[place % length] = letter;
        letters.truncate(cut % length + 1);
        if let Ok(file) = read(&letters.into_iter().collect::<String>()) {
            let _ = pair_round(&file.tournament, file.tournament.paired_rounds() + 1);
        }
    }
}
