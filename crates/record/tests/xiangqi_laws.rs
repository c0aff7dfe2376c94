//! Properties of every xiangqi move in every notation: it round trips, its text is unique, and no text causes a
//! panic.

use std::collections::HashMap;

use game::{Game, MoveList, Notation, Position as _, Random};
use proptest::prelude::*;
use record::{MoveText, XiangqiMoveText};
use xiangqi::{Position, Xiangqi};

fn moves_round_trip_uniquely(here: &Position) {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    for &notation in XiangqiMoveText::NOTATIONS {
        let mut texts = HashMap::new();
        for &mv in &moves {
            let text = XiangqiMoveText::write(here, mv, (), notation);
            let fen = || Xiangqi::write_position(here, "fen");
            let read = XiangqiMoveText::read(here, &text, notation);
            assert_eq!(read, Ok((mv, ())), "{text} for {mv} in {}", fen());
            let twin = texts.insert(text, mv);
            assert_eq!(twin, None, "{mv} shares its text in {}", fen());
        }
    }
}

/// A board with many soldiers on few files, and pairs of other pieces on one file.
fn crowd(random: &mut Random) -> Option<Position> {
    let mut rows = vec![['1'; 9]; 10];
    let mut stand = |random: &mut Random, letter: char, files: &[usize], ranks: std::ops::Range<usize>| {
        let file = *random.pick(files).unwrap_or(&0);
        let rank = ranks.start + random.below(ranks.len());
        if rows[9 - rank][file] == '1' {
            rows[9 - rank][file] = letter;
        }
    };
    stand(random, 'K', &[3, 4, 5], 0..3);
    stand(random, 'k', &[3, 4, 5], 7..10);
    for (soldier, ranks, others) in [('P', 5..10, "RNC"), ('p', 0..5, "rnc")] {
        let files: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(9)).collect();
        (0..5).for_each(|_| stand(random, soldier, &files, ranks.clone()));
        for other in others.chars() {
            let files = [random.below(9)];
            (0..2).for_each(|_| stand(random, other, &files, 0..10));
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    let fen = format!("{} {turn}", rows.join("/"));
    Xiangqi::read_position(&fen, &xiangqi::Rules::default()).ok().map(|read| read.position)
}

#[test]
fn every_move_of_random_games_round_trips_in_every_notation() {
    let mut random = Random::new(2);
    for _ in 0..20 {
        let mut here = Xiangqi::start(&xiangqi::Rules::default());
        for _ in 0..120 {
            moves_round_trip_uniquely(&here);
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            here.play(mv, (), &mut ());
        }
    }
}

#[test]
fn every_move_of_crowded_files_round_trips_in_every_notation() {
    let mut random = Random::new(5);
    let mut tried = 0;
    while tried < 1500 {
        if let Some(here) = crowd(&mut random) {
            moves_round_trip_uniquely(&here);
            tried += 1;
        }
    }
}

/// Texts that look nearly like moves.
fn almost() -> impl Strategy<Value = String> {
    let letters: Vec<char> =
        "KAEHRCPNBTgSMXBVuts+-=./0123456789x?×abcdefghi前中后後一二三四五六七八九炮马車兵將暗进退平 áộ\u{301}"
            .chars()
            .collect();
    proptest::collection::vec(proptest::sample::select(letters), 0..9)
        .prop_map(|text| text.into_iter().collect())
}

proptest! {
    #[test]
    fn no_text_causes_a_panic(text in prop_oneof![any::<String>(), almost()], seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let here = crowd(&mut random).unwrap_or_else(|| Xiangqi::start(&xiangqi::Rules::default()));
        for &notation in XiangqiMoveText::NOTATIONS {
            if let Ok((mv, ())) = XiangqiMoveText::read(&here, &text, notation) {
                prop_assert!(here.is_legal(mv), "{} read in {:?} is not legal", text, notation);
            }
        }
    }

    #[test]
    fn words_in_any_order_cause_no_panic(words in proptest::collection::vec(
        proptest::sample::select(vec!["Pháo", "tuong", "Binh", "thứ", "lộ", "2", "5", "bình", "tiến", "sau", "úp"]), 0..8,
    )) {
        let here = Xiangqi::start(&xiangqi::Rules::default());
        if let Ok((mv, ())) = XiangqiMoveText::read(&here, &words.join(" "), Notation::ViWords) {
            prop_assert!(here.is_legal(mv));
        }
    }
}
