//! Random positions for comparisons: from random games, and composed so that rare cases are frequent.

use game::{Notation, Random};
use table::{Rulebook, Study};

/// Board of piece characters under construction; rank 0 is the first side's back rank.
struct BoardBuilder {
    files: usize,
    cells: Vec<u8>,
}

impl BoardBuilder {
    fn empty(files: usize, ranks: usize) -> Self {
        BoardBuilder { files, cells: vec![b'.'; files * ranks] }
    }

    /// Puts a piece on a square if it is empty.
    fn put(&mut self, piece: u8, file: usize, rank: usize) {
        let cell = &mut self.cells[rank * self.files + file];
        if *cell == b'.' {
            *cell = piece;
        }
    }

    /// Returns the board field of FEN.
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

/// Plays up to this many random moves.
pub fn play_random_moves(study: &mut dyn Study, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves = study.legal_moves(Notation::Uci);
        let Some(text) = random.pick(&moves) else { return };
        if study.status().outcome.is_some() || study.play(text, Notation::Uci).is_err() {
            return;
        }
    }
}

/// Makes random positions until one is legal, without warnings and not over.
pub fn open_random(
    book: &dyn Rulebook,
    options: &[(&str, &str)],
    mut board: impl FnMut() -> String,
) -> Box<dyn Study> {
    loop {
        if let Ok(study) = book.open(Some(&board()), options)
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

/// Xiangqi: generals and guards in place, other pieces anywhere but often near the generals.
pub fn xiangqi_scattered(random: &mut Random) -> String {
    let mut board = xiangqi_palaces(random);
    for &piece in b"RRCCNNPPPPPrrccnnppppp" {
        match random.below(4) {
            0 => {}
            1 => board.put(piece, 3 + random.below(3), random.below(10)),
            _ => board.put(piece, random.below(9), random.below(10)),
        }
    }
    format!("{} {}", board.field(), turn(random))
}

/// Xiangqi: soldiers crowded on one or two files beyond the river, and pairs of other pieces on one file: where move text
/// must disambiguate pieces.
pub fn xiangqi_crowded(random: &mut Random) -> String {
    let mut board = xiangqi_palaces(random);
    for (soldier, beyond) in [(b'P', 5), (b'p', 0)] {
        let first = random.below(9);
        let second = if random.below(2) == 0 { first } else { random.below(9) };
        for file in [first, first, second, second, second] {
            board.put(soldier, file, beyond + random.below(5));
        }
    }
    for pair in [b"RR", b"CC", b"NN", b"rr", b"cc", b"nn"] {
        let file = random.below(9);
        for &piece in pair.iter().take(random.below(3)) {
            board.put(piece, file, random.below(10));
        }
    }
    format!("{} {}", board.field(), turn(random))
}

fn xiangqi_palaces(random: &mut Random) -> BoardBuilder {
    let mut board = BoardBuilder::empty(9, 10);
    board.put(b'K', 3 + random.below(3), random.below(3));
    board.put(b'k', 3 + random.below(3), 7 + random.below(3));
    let guards = [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)];
    let elephants = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)];
    for (pieces, places) in [(b"Aa", &guards[..]), (b"Bb", &elephants[..])] {
        for _ in 0..2 {
            for (side, &piece) in pieces.iter().enumerate() {
                let Some(&(file, rank)) = random.pick(places) else { continue };
                if random.below(3) > 0 {
                    board.put(piece, file, if side == 0 { rank } else { 9 - rank });
                }
            }
        }
    }
    board
}

/// Chess: kings, pawns on any rank, and a few pieces.
pub fn chess_scattered(random: &mut Random) -> String {
    let mut board = BoardBuilder::empty(8, 8);
    board.put(b'K', random.below(8), random.below(8));
    board.put(b'k', random.below(8), random.below(8));
    for &piece in b"QRRBBNNqrrbbnn" {
        if random.below(3) == 0 {
            board.put(piece, random.below(8), random.below(8));
        }
    }
    for &piece in b"PPPPPPpppppp" {
        if random.below(2) == 0 {
            board.put(piece, random.below(8), 1 + random.below(6));
        }
    }
    format!("{} {} - - 0 1", board.field(), turn(random))
}

/// Chess960 starting position: bishops on both colors, the king between the rooks.
pub fn chess960_start(random: &mut Random) -> String {
    let mut back = [b'.'; 8];
    back[2 * random.below(4)] = b'B';
    back[2 * random.below(4) + 1] = b'B';
    for piece in *b"QNN" {
        let free: Vec<usize> = (0..8).filter(|&file| back[file] == b'.').collect();
        if let Some(&file) = random.pick(&free) {
            back[file] = piece;
        }
    }
    let free: Vec<usize> = (0..8).filter(|&file| back[file] == b'.').collect();
    for (&file, piece) in free.iter().zip(*b"RKR") {
        back[file] = piece;
    }
    let rooks: String = [free[2], free[0]].iter().map(|&file| char::from(b'A' + file as u8)).collect();
    let white: String = back.iter().map(|&piece| char::from(piece)).collect();
    let black = white.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rooks}{} - 0 1", rooks.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    #[test]
    fn random_boards_become_legal_positions() {
        let mut random = Random::new(1);
        let xiangqi = book("xiangqi").unwrap();
        for _ in 0..50 {
            open_random(xiangqi, &[], || xiangqi_scattered(&mut random));
            open_random(xiangqi, &[], || xiangqi_crowded(&mut random));
        }
        let chess = book("chess").unwrap();
        for _ in 0..50 {
            open_random(chess, &[], || chess_scattered(&mut random));
        }
    }

    #[test]
    fn chess960_starting_positions_are_legal() {
        let mut random = Random::new(2);
        let chess = book("chess").unwrap();
        for _ in 0..200 {
            let start = chess960_start(&mut random);
            let study = chess.open(Some(&start), &[("chess960", "yes")]).expect(&start);
            assert!((18..=22).contains(&study.status().legal), "{start}: {}", study.status().legal);
        }
    }

    #[test]
    fn crowded_positions_often_have_three_soldiers_on_a_file() {
        let mut random = Random::new(3);
        let crowded = |fen: &String| {
            let rows: Vec<Vec<char>> = fen.split(' ').next().unwrap().split('/').map(expand_row).collect();
            (0..9).any(|file| rows.iter().filter(|row| row[file] == 'P').count() >= 3)
        };
        let count = (0..300).map(|_| xiangqi_crowded(&mut random)).filter(crowded).count();
        assert!(count > 60, "{count} of 300");
    }

    fn expand_row(row: &str) -> Vec<char> {
        let gap = |piece: char| piece.to_digit(10).map_or(1, |gap| gap as usize);
        row.chars().flat_map(|piece| std::iter::repeat_n(piece, gap(piece))).collect()
    }
}
