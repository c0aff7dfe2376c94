//! Perft against the data file and against a second, slow implementation of the rules.

use game::{Game, Line, MoveList, Position as _, Random, RevealList, Side};
use jieqi::{Jieqi, Move, Piece, Position, Role, Rules, Square, start_points};

fn read(text: &str) -> Position {
    Jieqi::read_position(text, &Rules::default()).expect(text).position
}

/// A naive implementation of the rules: every piece is tested against every point.
mod reference_rules {
    use super::*;

    #[derive(Clone)]
    pub struct Naive {
        pub pieces: Vec<Option<(Piece, bool)>>,
        pub turn: Side,
    }

    impl Naive {
        pub fn of(here: &Position) -> Self {
            let piece = |square| here.board().piece_at(square).map(|piece| (piece, here.is_dark(square)));
            Naive { pieces: Square::all().map(piece).collect(), turn: here.turn() }
        }

        fn at(&self, file: i32, rank: i32) -> Option<(Piece, bool)> {
            self.pieces[(rank * 9 + file) as usize]
        }

        /// Number of pieces strictly between two points of one line.
        fn between(&self, (af, ar): (i32, i32), (bf, br): (i32, i32)) -> usize {
            let (df, dr) = ((bf - af).signum(), (br - ar).signum());
            let steps = (bf - af).abs().max((br - ar).abs());
            (1..steps).filter(|step| self.at(af + df * step, ar + dr * step).is_some()).count()
        }

        fn reaches(&self, from: usize, to: usize) -> bool {
            let Some((piece, dark)) = self.pieces[from] else { return false };
            if self.pieces[to].is_some_and(|(other, _)| other.side() == piece.side()) || from == to {
                return false;
            }
            let (a, b) = (point(from), point(to));
            let (df, dr) = (b.0 - a.0, b.1 - a.1);
            let (wide, high) = (df.abs(), dr.abs());
            let red = piece.side() == Side::First;
            let in_palace = (3..=5).contains(&b.0) && if red { b.1 <= 2 } else { b.1 >= 7 };
            let captures = self.pieces[to].is_some();
            match piece.role() {
                Role::General => {
                    let faces = self.pieces[to].is_some_and(|(other, _)| other.role() == Role::General)
                        && wide == 0
                        && self.between(a, b) == 0;
                    faces || (in_palace && wide + high == 1)
                }
                Role::Advisor => wide == 1 && high == 1 && (!dark || in_palace),
                Role::Elephant => {
                    wide == 2
                        && high == 2
                        && self.at(a.0 + df / 2, a.1 + dr / 2).is_none()
                        && (!dark || (b.1 <= 4) == red)
                }
                Role::Horse => match (wide, high) {
                    (1, 2) => self.at(a.0, a.1 + dr / 2).is_none(),
                    (2, 1) => self.at(a.0 + df / 2, a.1).is_none(),
                    _ => false,
                },
                Role::Chariot => (wide == 0 || high == 0) && self.between(a, b) == 0,
                Role::Cannon => (wide == 0 || high == 0) && self.between(a, b) == usize::from(captures),
                Role::Soldier => {
                    let ahead = if red { 1 } else { -1 };
                    let crossed = if red { a.1 >= 5 } else { a.1 <= 4 };
                    (wide == 0 && dr == ahead) || (crossed && wide == 1 && dr == 0)
                }
                Role::Unknown => false,
            }
        }

        fn is_hit(&self, side: Side) -> bool {
            let general = Piece::new(side, Role::General);
            let Some(at) = self.pieces.iter().position(|piece| *piece == Some((general, false))) else {
                return false;
            };
            (0..90).any(|from| {
                self.pieces[from].is_some_and(|(piece, _)| piece.side() != side) && self.reaches(from, at)
            })
        }

        pub fn after(&self, from: usize, to: usize) -> Naive {
            let mut next = self.clone();
            next.pieces[to] = next.pieces[from].take().map(|(piece, dark)| {
                (if dark { Piece::new(piece.side(), Role::Unknown) } else { piece }, false)
            });
            next.turn = !self.turn;
            next
        }

        pub fn moves(&self) -> Vec<(usize, usize)> {
            let own = |from: &usize| self.pieces[*from].is_some_and(|(piece, _)| piece.side() == self.turn);
            let pairs = (0..90).filter(own).flat_map(|from| (0..90).map(move |to| (from, to)));
            pairs
                .filter(|&(from, to)| self.reaches(from, to) && !self.after(from, to).is_hit(self.turn))
                .collect()
        }

        pub fn perft(&self, depth: u32) -> u64 {
            match depth {
                0 => 1,
                1 => self.moves().len() as u64,
                _ => self.moves().iter().map(|&(from, to)| self.after(from, to).perft(depth - 1)).sum(),
            }
        }
    }

    fn point(index: usize) -> (i32, i32) {
        ((index % 9) as i32, (index / 9) as i32)
    }
}

use reference_rules::Naive;

#[test]
fn perft_agrees_with_its_file() {
    let file = include_str!("../../../testdata/perft/jieqi.epd");
    let cases: Vec<&str> = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(cases.len(), 9);
    for case in cases {
        let (text, counts) = case.split_once(';').unwrap();
        let here = read(text);
        for count in counts.split(';') {
            let (depth, leaves) = count.trim().trim_start_matches('D').split_once(' ').unwrap();
            let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
            assert_eq!(game::perft(&here, depth), leaves, "{text} at depth {depth}");
            if depth <= 2 {
                assert_eq!(Naive::of(&here).perft(depth), leaves, "{text} at depth {depth}, reference rules");
            }
        }
    }
}

#[test]
fn both_implementations_agree_on_the_start_position() {
    let here = Position::start(&Rules::default());
    assert_eq!(Naive::of(&here).perft(3), 67930);
    assert_eq!(game::perft(&here, 3), 67930);
}

#[test]
fn both_implementations_agree_on_random_positions() {
    let mut random = Random::new(5);
    for _ in 0..60 {
        let rules = Rules::default();
        let mut line = Line::new(Position::start(&rules), rules);
        while line.ply() < 160 && line.here().outcome().is_none() {
            let here = line.here();
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            let mut ours: Vec<(usize, usize)> =
                moves.iter().map(|mv| (mv.origin().index(), mv.target().index())).collect();
            ours.sort_unstable();
            assert_eq!(ours, Naive::of(here).moves(), "{}", Jieqi::write_position(here, "pikafish"));
            let &mv = random.pick(&moves).unwrap();
            let mut reveals = RevealList::new();
            here.reveals(mv, &mut reveals);
            let reveal = reveals.draw(random.below(reveals.total() as usize) as u32).unwrap();
            line.push(mv, reveal);
        }
    }
}

/// Start points mirror onto themselves, so a mirrored position has the mirrored moves.
#[test]
fn the_mirror_image_has_as_many_moves() {
    let file = include_str!("../../../testdata/jieqi/positions.fen");
    for text in file.lines().filter(|line| !line.starts_with('#')) {
        let (board, rest) = text.split_once(' ').unwrap();
        let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let mirrored = format!("{} {rest}", ranks.join("/"));
        let (here, there) = (read(text), read(&mirrored));
        assert_eq!(game::perft(&here, 2), game::perft(&there, 2), "{text}");
    }
}

#[test]
fn start_points_match_the_xiangqi_start_position() {
    let here = Position::start(&Rules::default());
    for square in Square::all() {
        let nominal = start_points::nominal_piece(square);
        assert_eq!(nominal.is_some(), here.is_dark(square));
        assert_eq!(nominal, here.board().piece_at(square).filter(|piece| piece.role() != Role::General));
    }
    let start = xiangqi::fen::read_board(xiangqi::fen::START.split(' ').next().unwrap()).unwrap();
    assert_eq!(here.board(), &start);
    assert!(Move::parse("d0e1").is_some_and(|mv| here.is_legal(mv)));
}
