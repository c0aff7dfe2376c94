//! Three men's morris: laws, perft, and rejected texts.

use game::{Game, Line, Move, MoveList, Position, Reason, Side, laws, perft};
use proptest::prelude::*;
use toy::{Morris, Mv, Rules, Toy};

fn read(text: &str) -> Morris {
    Toy::read_position(text, &Rules).expect(text).position
}

fn refusal(text: &str) -> &'static str {
    Toy::read_position(text, &Rules).expect_err(text).code
}

#[test]
fn the_laws_hold() {
    laws::uphold::<Toy>(1, 200, 40);
    laws::uphold_from::<Toy>(&read("M1m/1m1/mMM w"), &Rules, 2, 50, 40);
}

/// A second implementation of the rules: nine characters and a list of lines by point numbers.
fn brute_force(board: [char; 9], mover: char, depth: u32) -> u64 {
    const LINES: [&str; 8] = ["012", "345", "678", "036", "147", "258", "048", "246"];
    let point = |character: char| character as usize - '0' as usize;
    let won = |piece| LINES.iter().any(|line| line.chars().all(|character| board[point(character)] == piece));
    if depth == 0 {
        return 1;
    }
    if won('M') || won('m') {
        return 0;
    }
    let placing = board.iter().filter(|&&piece| piece == mover).count() < 3;
    let other = if mover == 'M' { 'm' } else { 'M' };
    let mut count = 0;
    for to in (0..9).filter(|&to| board[to] == '.') {
        let mut next = board;
        next[to] = mover;
        if placing {
            count += brute_force(next, other, depth - 1);
            continue;
        }
        for from in (0..9).filter(|&from| board[from] == mover) {
            // A step: both points adjacent on one line.
            let joined = LINES.iter().any(|line| {
                let place = |wanted: usize| line.chars().position(|character| point(character) == wanted);
                matches!((place(from), place(to)), (Some(a), Some(b)) if a.abs_diff(b) == 1)
            });
            if joined {
                let mut next = next;
                next[from] = '.';
                count += brute_force(next, other, depth - 1);
            }
        }
    }
    count
}

#[test]
fn perft_agrees_with_its_file_and_with_a_second_implementation() {
    let file = include_str!("../../../testdata/perft/toy.epd");
    let mut counted = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let here = read(fields.next().expect("a position"));
        let mut board = ['.'; 9];
        for (point, piece) in board.iter_mut().enumerate() {
            *piece = here.piece_on(point).map_or('.', |side| ['M', 'm'][side.index()]);
        }
        for field in fields {
            let (depth, nodes) = field.trim_start_matches('D').split_once(' ').expect(field);
            let (depth, nodes): (u32, u64) = (depth.parse().expect(field), nodes.parse().expect(field));
            assert_eq!(perft(&here, depth), nodes, "{line} at depth {depth}");
            assert_eq!(brute_force(board, ['M', 'm'][here.turn().index()], depth), nodes, "{line}");
            counted += 1;
        }
    }
    assert!(counted >= 15, "only {counted} counts in the file");
}

#[test]
fn three_in_a_row_win_and_end_the_game() {
    let here = read("3/mm1/MMM b");
    assert_eq!(here.count_legal(), 0);
    assert_eq!(here.outcome(), Some(game::Outcome::win(Side::First, Reason::OfGame(toy::THREE_IN_A_ROW))));
}

#[test]
fn without_a_row_there_is_always_a_legal_move() {
    let mut seen = 0;
    for code in 0..3usize.pow(9) {
        let piece = |point: u32| ["1", "M", "m"][code / 3usize.pow(point) % 3];
        let rows = [[6, 7, 8], [3, 4, 5], [0, 1, 2]].map(|row| row.map(piece).concat());
        for turn in ["w", "b"] {
            let Ok(read) = Toy::read_position(&format!("{} {turn}", rows.join("/")), &Rules) else {
                continue;
            };
            let row = Side::BOTH.into_iter().any(|side| read.position.has_row(side));
            assert_eq!(
                read.position.count_legal() == 0,
                row,
                "{}",
                Toy::write_position(&read.position, "fen")
            );
            seen += 1;
        }
    }
    assert!(seen > 3000, "only {seen} positions");
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut line = Line::new(read("M1m/m2/mMM w"), Rules);
    for _ in 0..2 {
        for text in ["a3b3", "c3c2", "b3a3", "c2c3"] {
            assert_eq!(line.outcome(), None);
            let (mv, ()) = Toy::read_move(line.here(), text).expect(text);
            line.push(mv, ());
        }
    }
    assert_eq!(line.outcome(), Some(game::Outcome::draw(Reason::Repetition)));
}

#[test]
fn the_picture_has_the_three_in_a_row() {
    assert_eq!(Toy::picture(&read("3/mm1/MMM b")).line, [0, 1, 2]);
    assert!(Toy::picture(&read("3/mm1/MM1 w")).line.is_empty());
}

#[test]
fn impossible_positions_are_rejected() {
    assert_eq!(refusal(""), "fen_toy_rows");
    assert_eq!(refusal("3/3 w"), "fen_toy_rows");
    assert_eq!(refusal("3/4/3 w"), "fen_letter");
    assert_eq!(refusal("3/21m/3 w"), "fen_toy_rows");
    assert_eq!(refusal("3/3/3 x"), "fen_toy_turn");
    assert_eq!(refusal("3/3/3 w 0"), "fen_excess");
    assert_eq!(refusal("3/3/MM1 w"), "fen_toy_counts");
    assert_eq!(refusal("3/mm1/MMM w"), "fen_toy_counts");
    assert_eq!(refusal("m1m/m2/MMM w"), "fen_toy_row_before");
}

#[test]
fn an_illegal_move_says_why() {
    let why = |position: &str, text: &str| Toy::read_move(&read(position), text).expect_err(text).code;
    assert_eq!(why("3/3/3 w", "d9"), "move_misspelt");
    assert_eq!(why("3/3/3 w", "a1b1"), "move_toy_pieces_in_hand");
    assert_eq!(why("3/3/M2 b", "a1"), "move_toy_taken");
    let full = "1mM/1m1/MMm w";
    assert_eq!(why(full, "a2"), "move_toy_all_placed");
    assert_eq!(why(full, "a2a3"), "move_toy_no_piece");
    assert_eq!(why(full, "a1b1"), "move_toy_taken");
    assert_eq!(why(full, "a1a3"), "move_toy_not_neighbors");
    assert_eq!(why("3/mm1/MMM b", "a2a3"), "move_toy_over");
}

proptest! {
    #[test]
    fn readers_never_panic(text in "\\PC{0,24}", fen in "[Mm1-3/ wb]{0,16}", mv in "[a-d0-4]{0,5}") {
        for text in [&text, &fen, &mv] {
            let _ = Toy::read_position(text, &Rules);
            let _ = Toy::read_move(&Morris::START, text);
        }
    }

    #[test]
    fn any_move_leads_to_a_position_that_reads_back(picks in prop::collection::vec(0usize..24, 0..30)) {
        let mut here = Morris::START;
        for pick in picks {
            let mut moves = MoveList::<Mv>::new();
            here.legal_moves(&mut moves);
            let Some(&mv) = moves.get(pick % moves.len().max(1)) else { break };
            prop_assert!(mv.to() < 9);
            here.play(mv, (), &mut ());
        }
        prop_assert_eq!(read(&Toy::write_position(&here, "fen")), here);
    }
}
