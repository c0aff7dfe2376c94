//! Comparison with the tournaments of testdata/tournaments: every round is paired again.

use std::path::PathBuf;
use tournament::dutch::{Board, pair_round};
use tournament::model::{Bye, Colour, Entry, Tournament};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tournaments").join(name)
}

fn tournaments() -> Vec<(String, Tournament)> {
    let mut all: Vec<(String, Tournament)> = std::fs::read_dir(folder("generated"))
        .expect("the generated tournaments are in testdata")
        .map(|entry| {
            let path = entry.expect("a readable folder").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let mut tournament =
                tournament::trf::read(&text).unwrap_or_else(|error| panic!("{name}: {error}")).tournament;
            tournament.rounds = tournament.rounds.max(tournament.paired_rounds());
            (name, tournament)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Boards and bye of a round as they are in the file.
fn played(tournament: &Tournament, round: usize) -> (Vec<Board>, Option<u32>) {
    let mut boards = Vec::new();
    let mut bye = None;
    for player in &tournament.players {
        match player.entries[round - 1] {
            Entry::Bye(Bye::PairingAllocated) => bye = Some(player.number),
            entry if entry.colour() == Some(Colour::White) => {
                let black = entry.opponent().expect("colours come with an opponent");
                boards.push(Board { white: player.number, black });
            }
            _ => {}
        }
    }
    (boards, bye)
}

#[test]
fn every_round_is_paired_as_in_the_file() {
    let mut rounds = 0;
    let mut differences = Vec::new();
    for (name, tournament) in tournaments() {
        for round in 1..=tournament.paired_rounds() {
            rounds += 1;
            let (mut expected, bye) = played(&tournament, round);
            let pairing = match pair_round(&tournament.before_round(round), round) {
                Ok(pairing) => pairing,
                Err(error) => {
                    differences.push(format!("{name} round {round}: {error:?}"));
                    continue;
                }
            };
            let mut boards = pairing.boards.clone();
            boards.sort_by_key(|board| board.white);
            expected.sort_by_key(|board| board.white);
            if boards != expected || bye != pairing.bye {
                let wrong: Vec<_> = boards.iter().filter(|board| !expected.contains(board)).collect();
                let right: Vec<_> = expected.iter().filter(|board| !boards.contains(board)).collect();
                differences.push(format!(
                    "{name} round {round}: {wrong:?} instead of {right:?}, bye {:?} instead of {bye:?}",
                    pairing.bye
                ));
            }
        }
    }
    assert!(differences.is_empty(), "{} of {rounds}:\n{}", differences.len(), differences.join("\n"));
    assert!(rounds > 350, "only {rounds} rounds were compared");
}

#[test]
fn all_tie_breaks_equal_the_reference() {
    use tournament::standings::{TieBreak, standings};
    let mut cells = 0;
    let mut differences = Vec::new();
    for (name, tournament) in tournaments() {
        let Ok(text) = std::fs::read_to_string(folder("tiebreaks").join(format!("{name}.tsv"))) else {
            assert!(name.starts_with("big"), "{name} has no reference values");
            continue;
        };
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().expect("a header").split('\t').collect();
        let codes: Vec<TieBreak> =
            header[2..].iter().map(|code| TieBreak::parse(code).expect("a known tie-break")).collect();
        // The reference lists points among the tie-breaks.
        let rows = standings(&tournament, tournament.paired_rounds(), &codes);
        for line in lines {
            let values: Vec<&str> = line.split('\t').collect();
            let number: u32 = values[0].parse().expect("a start number");
            let row = rows.iter().find(|row| row.number == number).expect("every player is ranked");
            cells += values.len() - 1;
            if row.rank.to_string() != values[1] {
                differences.push(format!("{name} {number} rank {} instead of {}", row.rank, values[1]));
            }
            for (index, code) in codes.iter().enumerate() {
                let expected = values[index + 2];
                let parse = |text: &str| text.parse::<f64>().ok();
                let mine = row.values[index].text(2);
                if parse(&mine) != parse(expected) {
                    differences.push(format!("{name} {number} {code}: {mine} instead of {expected}"));
                }
            }
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {cells}:\n{}",
        differences.len(),
        differences[..differences.len().min(40)].join("\n")
    );
    assert!(cells > 25_000, "only {cells} values were compared");
}
