//! Random positions to compare: from random games, and thrown together so that rare things happen often.

use game::{Notation, Random};
use table::{Rulebook, Study};

/// A board of letters while it is thrown together; rank 0 is the first side's back rank.
struct Throw {
    files: usize,
    cells: Vec<u8>,
}

impl Throw {
    fn empty(files: usize, ranks: usize) -> Self {
        Throw { files, cells: vec![b'.'; files * ranks] }
    }

    /// Puts a piece where nothing stands yet.
    fn put(&mut self, letter: u8, file: usize, rank: usize) {
        let cell = &mut self.cells[rank * self.files + file];
        if *cell == b'.' {
            *cell = letter;
        }
    }

    /// The board's field of FEN.
    fn field(&self) -> String {
        let row = |row: &[u8]| -> String {
            let mut text = String::new();
            let mut gap = 0;
            for &cell in row {
                if cell == b'.' {
                    gap += 1;
                    continue;
                }
                text.push_str(&if gap > 0 { gap.to_string() } else { String::new() });
                text.push(char::from(cell));
                gap = 0;
            }
            text + &if gap > 0 { gap.to_string() } else { String::new() }
        };
        self.cells.chunks(self.files).rev().map(row).collect::<Vec<_>>().join("/")
    }
}

/// Plays up to so many random moves.
pub fn wander(study: &mut dyn Study, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves = study.legal_moves(Notation::Uci);
        let Some(text) = random.pick(&moves) else { return };
        if study.status().outcome.is_some() || study.play(text, Notation::Uci).is_err() {
            return;
        }
    }
}

/// Opens thrown positions until one can be a position and is not unusual.
pub fn opened(
    book: &dyn Rulebook,
    options: &[(&str, &str)],
    mut throw: impl FnMut() -> String,
) -> Box<dyn Study> {
    loop {
        if let Ok(study) = book.open(Some(&throw()), options)
            && study.warnings().is_empty()
            && study.status().outcome.is_none()
        {
            return study;
        }
    }
}

fn turn(random: &mut Random) -> char {
    if random.below(2) == 0 { 'w' } else { 'b' }
}

/// Xiangqi: generals and guards at home, fighters anywhere but often near the generals.
pub fn xiangqi_melee(random: &mut Random) -> String {
    let mut throw = xiangqi_homes(random);
    for &letter in b"RRCCNNPPPPPrrccnnppppp" {
        match random.below(4) {
            0 => {}
            1 => throw.put(letter, 3 + random.below(3), random.below(10)),
            _ => throw.put(letter, random.below(9), random.below(10)),
        }
    }
    format!("{} {}", throw.field(), turn(random))
}

/// Xiangqi: soldiers crowded on one or two files beyond the river, and pairs of other pieces on one file: where move text
/// must tell pieces apart.
pub fn xiangqi_crowd(random: &mut Random) -> String {
    let mut throw = xiangqi_homes(random);
    for (soldier, beyond) in [(b'P', 5), (b'p', 0)] {
        let first = random.below(9);
        let second = if random.below(2) == 0 { first } else { random.below(9) };
        for file in [first, first, second, second, second] {
            throw.put(soldier, file, beyond + random.below(5));
        }
    }
    for pair in [b"RR", b"CC", b"NN", b"rr", b"cc", b"nn"] {
        let file = random.below(9);
        for &letter in pair.iter().take(random.below(3)) {
            throw.put(letter, file, random.below(10));
        }
    }
    format!("{} {}", throw.field(), turn(random))
}

fn xiangqi_homes(random: &mut Random) -> Throw {
    let mut throw = Throw::empty(9, 10);
    throw.put(b'K', 3 + random.below(3), random.below(3));
    throw.put(b'k', 3 + random.below(3), 7 + random.below(3));
    let guards = [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)];
    let elephants = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)];
    for (letters, places) in [(b"Aa", &guards[..]), (b"Bb", &elephants[..])] {
        for _ in 0..2 {
            for (side, &letter) in letters.iter().enumerate() {
                let Some(&(file, rank)) = random.pick(places) else { continue };
                if random.below(3) > 0 {
                    throw.put(letter, file, if side == 0 { rank } else { 9 - rank });
                }
            }
        }
    }
    throw
}

/// Chess: kings, pawns near their last rank as often as not, and a few pieces.
pub fn chess_melee(random: &mut Random) -> String {
    let mut throw = Throw::empty(8, 8);
    throw.put(b'K', random.below(8), random.below(8));
    throw.put(b'k', random.below(8), random.below(8));
    for &letter in b"QRRBBNNqrrbbnn" {
        if random.below(3) == 0 {
            throw.put(letter, random.below(8), random.below(8));
        }
    }
    for &letter in b"PPPPPPpppppp" {
        if random.below(2) == 0 {
            throw.put(letter, random.below(8), 1 + random.below(6));
        }
    }
    format!("{} {} - - 0 1", throw.field(), turn(random))
}

/// One of the 960 starts: bishops on both colors, the king between the rooks.
pub fn chess960_start(random: &mut Random) -> String {
    let mut back = [b'.'; 8];
    back[2 * random.below(4)] = b'B';
    back[2 * random.below(4) + 1] = b'B';
    for letter in *b"QNN" {
        let free: Vec<usize> = (0..8).filter(|&file| back[file] == b'.').collect();
        if let Some(&file) = random.pick(&free) {
            back[file] = letter;
        }
    }
    let free: Vec<usize> = (0..8).filter(|&file| back[file] == b'.').collect();
    for (&file, letter) in free.iter().zip(*b"RKR") {
        back[file] = letter;
    }
    let rooks: String = [free[2], free[0]].iter().map(|&file| char::from(b'A' + file as u8)).collect();
    let white: String = back.iter().map(|&letter| char::from(letter)).collect();
    let black = white.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rooks}{} - 0 1", rooks.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    #[test]
    fn throws_become_positions() {
        let mut random = Random::new(1);
        let xiangqi = book("xiangqi").unwrap();
        for _ in 0..50 {
            opened(xiangqi, &[], || xiangqi_melee(&mut random));
            opened(xiangqi, &[], || xiangqi_crowd(&mut random));
        }
        let chess = book("chess").unwrap();
        for _ in 0..50 {
            opened(chess, &[], || chess_melee(&mut random));
        }
    }

    #[test]
    fn every_chess960_start_is_one() {
        let mut random = Random::new(2);
        let chess = book("chess").unwrap();
        for _ in 0..200 {
            let start = chess960_start(&mut random);
            let study = chess.open(Some(&start), &[("chess960", "yes")]).expect(&start);
            assert!((18..=22).contains(&study.status().legal), "{start}: {}", study.status().legal);
        }
    }

    #[test]
    fn a_crowd_often_has_three_soldiers_on_a_file() {
        let mut random = Random::new(3);
        let crowded = |fen: &String| {
            let rows: Vec<Vec<char>> = fen.split(' ').next().unwrap().split('/').map(spread).collect();
            (0..9).any(|file| rows.iter().filter(|row| row[file] == 'P').count() >= 3)
        };
        let count = (0..300).map(|_| xiangqi_crowd(&mut random)).filter(crowded).count();
        assert!(count > 60, "{count} of 300");
    }

    fn spread(row: &str) -> Vec<char> {
        let gap = |letter: char| letter.to_digit(10).map_or(1, |gap| gap as usize);
        row.chars().flat_map(|letter| std::iter::repeat_n(letter, gap(letter))).collect()
    }
}
