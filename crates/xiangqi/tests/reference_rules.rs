//! A second, slow and simple implementation of the rules (walk the board, play the move, test whether the general can
//! be captured) compared with move generation on thousands of positions; and the laws every game satisfies.

mod common;

use common::{legal, read};
use game::{Game, Outcome, Position as _, Random, Reason, Side, Tactics as _, laws};
use xiangqi::{Move, Position, Rules, Square, Xiangqi};

/// Board as letters, rank 0 first; `.` is empty.
#[derive(Clone)]
struct Reference {
    cells: [[u8; 9]; 10],
    red_moves: bool,
}

type Point = (i32, i32);

const STRAIGHT: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Point; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

impl Reference {
    fn of(fen: &str) -> Reference {
        let mut fields = fen.split(' ');
        let mut cells = [[b'.'; 9]; 10];
        for (rank, row) in fields.next().unwrap().split('/').rev().enumerate() {
            let mut file = 0;
            for letter in row.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    cells[rank][file] = letter;
                    file += 1;
                }
            }
        }
        Reference { cells, red_moves: fields.next() == Some("w") }
    }

    fn at(&self, (file, rank): Point) -> Option<u8> {
        let rank = self.cells.get(usize::try_from(rank).ok()?)?;
        rank.get(usize::try_from(file).ok()?).copied()
    }

    fn is_empty(&self, point: Point) -> bool {
        self.at(point) == Some(b'.')
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
    }

    fn find(&self, letter: u8) -> Point {
        Self::points().find(|&point| self.at(point) == Some(letter)).expect("a general")
    }

    /// Pseudo-legal targets of the piece on a point, ignoring the safety of its general.
    fn reach(&self, from: Point) -> Vec<Point> {
        let piece = self.at(from).unwrap_or(b'.');
        let red = piece.is_ascii_uppercase();
        let home = |rank: i32| if red { rank } else { 9 - rank };
        let in_palace = |(file, rank): Point| (3..=5).contains(&file) && home(rank) <= 2;
        let step = |(file, rank): Point, (right, up): Point| (file + right, rank + up);
        let mut out = Vec::new();
        match piece.to_ascii_uppercase() {
            b'K' => out.extend(STRAIGHT.map(|by| step(from, by)).into_iter().filter(|&to| in_palace(to))),
            b'A' => out.extend(DIAGONAL.map(|by| step(from, by)).into_iter().filter(|&to| in_palace(to))),
            b'B' => {
                for by in DIAGONAL {
                    let eye = step(from, by);
                    let to = step(eye, by);
                    if self.is_empty(eye) && home(to.1) <= 4 {
                        out.push(to);
                    }
                }
            }
            b'N' => {
                for leg in STRAIGHT.into_iter().filter(|&leg| self.is_empty(step(from, leg))) {
                    for turn in STRAIGHT.into_iter().filter(|turn| turn.0 * leg.0 + turn.1 * leg.1 == 0) {
                        out.push(step(step(step(from, leg), leg), turn));
                    }
                }
            }
            b'R' | b'C' => {
                for by in STRAIGHT {
                    let mut to = step(from, by);
                    while self.is_empty(to) {
                        out.push(to);
                        to = step(to, by);
                    }
                    if piece.eq_ignore_ascii_case(&b'C') {
                        to = step(to, by);
                        while self.is_empty(to) {
                            to = step(to, by);
                        }
                    }
                    out.push(to);
                }
            }
            b'P' => {
                out.push(step(from, (0, if red { 1 } else { -1 })));
                if home(from.1) >= 5 {
                    out.extend([step(from, (1, 0)), step(from, (-1, 0))]);
                }
            }
            _ => {}
        }
        out.retain(|&to| match self.at(to) {
            None => false,
            Some(b'.') => true,
            Some(other) => other.is_ascii_uppercase() != red,
        });
        out
    }

    /// Returns true if this side's general could be captured at once.
    fn hangs(&self, red: bool) -> bool {
        let general = self.find(if red { b'K' } else { b'k' });
        let enemy = self.find(if red { b'k' } else { b'K' });
        let (low, high) = (general.1.min(enemy.1), general.1.max(enemy.1));
        let face = general.0 == enemy.0 && (low + 1..high).all(|rank| self.is_empty((general.0, rank)));
        let is_enemy = |piece: u8| piece != b'.' && piece.is_ascii_uppercase() != red;
        let hit = |from: Point| self.at(from).is_some_and(is_enemy) && self.reach(from).contains(&general);
        face || Self::points().any(hit)
    }

    fn after(&self, from: Point, to: Point) -> Reference {
        let mut after = self.clone();
        let piece = after.at(from).unwrap_or(b'.');
        after.cells[from.1 as usize][from.0 as usize] = b'.';
        after.cells[to.1 as usize][to.0 as usize] = piece;
        after.red_moves = !self.red_moves;
        after
    }

    fn moves(&self) -> Vec<String> {
        let name = |(file, rank): Point| format!("{}{rank}", char::from(b'a' + file as u8));
        let mut out = Vec::new();
        let ours = |piece: u8| piece != b'.' && piece.is_ascii_uppercase() == self.red_moves;
        for from in Self::points().filter(|&from| self.at(from).is_some_and(ours)) {
            for to in self.reach(from) {
                // Capturing a general cannot come up: such positions are not legal.
                if !self.after(from, to).hangs(self.red_moves) {
                    out.push(format!("{}{}", name(from), name(to)));
                }
            }
        }
        out.sort();
        out
    }
}

/// Compares all queries on one position.
fn agree(here: &Position) {
    let fen = Xiangqi::write_position(here, "fen");
    let plain = Reference::of(&fen);
    let moves = plain.moves();
    assert_eq!(legal(here), moves, "{fen}");
    assert_eq!(here.count_legal(), moves.len(), "{fen}");
    let check = plain.hangs(plain.red_moves);
    assert_eq!(here.in_check(), check, "{fen}");
    let known: Vec<Move> = moves.iter().filter_map(|text| Move::parse(text)).collect();
    for from in Square::all() {
        for mv in Square::all().filter_map(|to| Move::new(from, to)) {
            let legal = known.contains(&mv);
            assert_eq!(here.is_legal(mv), legal, "{mv} in {fen}");
            if legal {
                let mut after = here.clone();
                after.play(mv, (), &mut ());
                let plain = Reference::of(&Xiangqi::write_position(&after, "fen"));
                assert_eq!(here.gives_check(mv), plain.hangs(plain.red_moves), "{mv} in {fen}");
            }
        }
    }
    if moves.is_empty() {
        let reason = if check { Reason::Checkmate } else { Reason::Stalemate };
        assert_eq!(here.outcome(), Some(Outcome::win(!here.turn(), reason)), "{fen}");
    } else {
        assert_eq!(here.outcome().and_then(|outcome| outcome.winner), None, "{fen}");
    }
}

#[test]
fn random_games_agree_with_the_reference_rules() {
    let mut random = Random::new(90);
    for _ in 0..24 {
        let mut here = Xiangqi::start(&Rules::default());
        for _ in 0..160 {
            agree(&here);
            let moves = legal(&here);
            // Captures are rare among random moves: prefer one now and then, to reach bare boards.
            let captures: Vec<&String> = moves
                .iter()
                .filter(|mv| Square::named(&mv[2..]).is_some_and(|to| here.board().piece_at(to).is_some()))
                .collect();
            let greedy = random.below(3) == 0;
            let capture = random.pick(&captures).copied().filter(|_| greedy);
            let Some(text) = capture.or_else(|| random.pick(&moves)) else { break };
            let (mv, reveal) = Xiangqi::read_move(&here, text).expect(text);
            here.play(mv, reveal, &mut ());
        }
    }
}

/// A random position: generals in their palaces, other pieces mostly near them, so that checks, pins and screens are
/// frequent. `None` if the placement is not a legal position.
fn random_position(random: &mut Random) -> Option<Position> {
    let mut cells = [[b'.'; 9]; 10];
    let palace = |random: &mut Random, base: usize| (3 + random.below(3), base + random.below(3));
    for (letter, base) in [(b'K', 0), (b'k', 7)] {
        let (file, rank) = palace(random, base);
        cells[rank][file] = letter;
    }
    for (letter, rank, file) in
        [(b'A', 1, 4), (b'a', 8, 4), (b'B', 2, 4), (b'b', 7, 4), (b'A', 0, 3), (b'a', 9, 5)]
    {
        if random.below(3) == 0 && cells[rank][file] == b'.' {
            cells[rank][file] = letter;
        }
    }
    for &letter in b"RRCCNNPPPPPrrccnnppppp" {
        let (file, rank) = match random.below(3) {
            0 => continue,
            // The files of the generals are the most interesting ones.
            1 => (3 + random.below(3), random.below(10)),
            _ => (random.below(9), random.below(10)),
        };
        if cells[rank][file] == b'.' {
            cells[rank][file] = letter;
        }
    }
    let rows =
        cells.iter().rev().map(|row| row.map(|cell| if cell == b'.' { '1' } else { char::from(cell) }));
    let board = rows.map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    Xiangqi::read_position(&format!("{board} {turn}"), &Rules::default()).ok().map(|read| read.position)
}

#[test]
fn random_positions_agree_with_the_reference_rules() {
    let mut random = Random::new(10);
    let mut checks = 0;
    let positions: Vec<Position> =
        std::iter::repeat_with(|| random_position(&mut random)).flatten().take(3000).collect();
    for here in &positions {
        agree(here);
        checks += usize::from(here.in_check());
    }
    assert!(checks > 500, "only {checks} of {} positions are checks", positions.len());
}

#[test]
fn mirroring_preserves_moves() {
    let mut random = Random::new(7);
    for here in std::iter::repeat_with(|| random_position(&mut random)).flatten().take(500) {
        let mirrored = here.mirrored();
        assert_eq!(here.count_legal(), mirrored.count_legal());
        let swap = |text: &String| -> String {
            text.chars()
                .map(|c| if c.is_alphabetic() { char::from(b'a' + b'i' - c as u8) } else { c })
                .collect()
        };
        let mut moves: Vec<String> = legal(&here).iter().map(swap).collect();
        moves.sort();
        assert_eq!(moves, legal(&mirrored), "{}", Xiangqi::write_position(&here, "fen"));
        assert_eq!(here.in_check(), mirrored.in_check());
        assert_eq!(mirrored.mirrored(), here);
    }
}

/// The same board with the colors exchanged and turned half around.
fn across(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a board and a turn");
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let turned: String = board.chars().rev().map(swap).collect();
    let (turn, rest) = rest.split_at(1);
    format!("{turned} {}{rest}", if turn == "w" { "b" } else { "w" })
}

#[test]
fn exchanging_the_sides_preserves_moves() {
    let mut random = Random::new(8);
    for here in std::iter::repeat_with(|| random_position(&mut random)).flatten().take(500) {
        let there = read(&across(&Xiangqi::write_position(&here, "fen")));
        assert_eq!(here.turn(), !there.turn());
        assert_eq!(game::perft(&here, 2), game::perft(&there, 2));
        assert_eq!(
            here.outcome().map(|end| end.winner.map(Side::other)),
            there.outcome().map(|end| end.winner)
        );
    }
}

#[test]
fn the_laws_hold() {
    laws::uphold::<Xiangqi>(1, 40, 200);
    laws::uphold_tactics::<Xiangqi>(2, 40, 200);
    let ending = read("2b1k4/4a4/4b4/9/2P5R/9/9/4C4/4A1r2/3A1K3 w");
    laws::uphold_from::<Xiangqi>(&ending, &Rules::default(), 3, 20, 160);
}
