//! Jieqi moves in every notation: marks, reveals, captures of face-down pieces, and records that omit them.

use std::collections::HashMap;

use game::{Game, Line, Message, MoveList, Notation, Position as _, Random, RevealList};
use jieqi::{Jieqi, Position, Reveal, Role, Rules};
use proptest::prelude::*;
use record::{JieqiMoveText, MoveText, Moves};

fn start() -> Position {
    Jieqi::start(&Rules::default())
}

fn position(fen: &str) -> Position {
    Jieqi::read_position(fen, &Rules::default()).unwrap().position
}

fn read(here: &Position, text: &str, notation: Notation) -> Result<String, Message> {
    JieqiMoveText::read(here, text, notation).map(|(mv, reveal)| Jieqi::write_move(here, mv, reveal))
}

const COLUMNS: [Notation; 8] = [
    Notation::Uci,
    Notation::Uci1,
    Notation::Iccs,
    Notation::Wxf,
    Notation::Vi,
    Notation::ViWords,
    Notation::Zh,
    Notation::ZhHant,
];

fn check(here: &Position, row: [&str; 8]) {
    let (mv, reveal) = JieqiMoveText::read(here, row[0], Notation::Uci).unwrap();
    assert_eq!(COLUMNS.map(|notation| JieqiMoveText::write(here, mv, reveal, notation)), row);
    for (text, notation) in row.iter().zip(COLUMNS) {
        assert_eq!(JieqiMoveText::read(here, text, notation), Ok((mv, reveal)), "{text}");
    }
}

#[test]
fn a_face_down_piece_is_named_by_its_square_and_by_what_it_became() {
    check(
        &start(),
        [
            "h2e2R",
            "h3e3R",
            "H2-E2R",
            "Cu2=5=R",
            "Pu2-5=X",
            "Pháo úp 2 bình 5=Xe",
            "暗炮二平五=车",
            "暗炮二平五=車",
        ],
    );
    check(
        &start(),
        [
            "b0c2B",
            "b1c3B",
            "B0-C2B",
            "Hu8+7=E",
            "Mu8.7=T",
            "Mã úp 8 tiến 7=Tượng",
            "暗马八进七=相",
            "暗馬八進七=相",
        ],
    );
}

#[test]
fn an_unrevealed_piece_is_a_question_mark() {
    check(
        &start(),
        ["h2e2", "h3e3", "H2-E2", "Cu2=5=?", "Pu2-5=?", "Pháo úp 2 bình 5=?", "暗炮二平五=?", "暗炮二平五=?"],
    );
}

#[test]
fn a_piece_captured_face_down_follows_a_cross() {
    check(
        &start(),
        [
            "h2h9Rp",
            "h3h10Rp",
            "H2-H9Rp",
            "Cu2+7=RxP",
            "Pu2.7=XxB",
            "Pháo úp 2 tiến 7=Xe×Binh",
            "暗炮二进七=车×卒",
            "暗炮二進七=車×卒",
        ],
    );
    check(
        &start(),
        [
            "h2h9R",
            "h3h10R",
            "H2-H9R",
            "Cu2+7=Rx?",
            "Pu2.7=Xx?",
            "Pháo úp 2 tiến 7=Xe×?",
            "暗炮二进七=车×?",
            "暗炮二進七=車×?",
        ],
    );
}

/// Two advisors turned up on one file, far from home, and a chariot beside a face-down one.
const ROAMING: &str = "5k3/9/9/3A5/9/3A5/9/9/R8/X3K4 w R1 0 1";

#[test]
fn turned_up_advisors_are_front_and_rear() {
    let here = position(ROAMING);
    check(&here, ["d6e7", "d7e8", "D6-E7", "A++5", "St.5", "Sĩ trước tiến 5", "前仕进五", "前仕進五"]);
    check(&here, ["d4e3", "d5e4", "D4-E3", "A--5", "Ss/5", "Sĩ sau thoái 5", "后仕退五", "後仕退五"]);
}

#[test]
fn a_face_down_piece_and_a_face_up_one_have_different_names() {
    let here = position(ROAMING);
    check(&here, ["a1b1", "a2b2", "A1-B1", "R9=8", "X9-8", "Xe 9 bình 8", "车九平八", "車九平八"]);
    check(
        &here,
        [
            "a0b0R",
            "a1b1R",
            "A0-B0R",
            "Ru9=8=R",
            "Xu9-8=X",
            "Xe úp 9 bình 8=Xe",
            "暗车九平八=车",
            "暗車九平八=車",
        ],
    );
}

#[test]
fn a_missing_mark_is_accepted_if_no_face_up_piece_can_move() {
    assert_eq!(read(&start(), "C2=5", Notation::Wxf).as_deref(), Ok("h2e2"));
    assert_eq!(read(&start(), "炮二平五=车", Notation::Zh).as_deref(), Ok("h2e2R"));
    assert_eq!(read(&start(), "tuong up 7 tien 5=tuong", Notation::ViWords).as_deref(), Ok("c0e2B"));
}

#[test]
fn impossible_reveals_are_rejected() {
    let here = position(ROAMING);
    let code = |text| read(&here, text, Notation::Wxf).unwrap_err().code;
    assert_eq!(code("Ru9=8=C"), "move_jieqi_not_hidden");
    assert_eq!(code("R9=8xP"), "move_jieqi_nothing_hidden");
    assert_eq!(code("Ru9=8=K"), "move_jieqi_no_role");
    assert_eq!(code("Ru8=7=R"), "move_no_face_down_piece_on_file");
    assert_eq!(code("Cu2=5=R"), "move_no_face_down_piece_on_file");
    assert_eq!(code("A++9"), "move_no_way");
    assert_eq!(code("A6+5=?"), "move_no_face_down_piece_on_file");
}

fn read_game(texts: &[&str], notation: Notation) -> Result<Vec<String>, (usize, &'static str)> {
    let line = Line::new(start(), Rules::default());
    let played = JieqiMoveText::read_game(&line, texts, notation)
        .map_err(|error| (error.index, error.message.code))?;
    let mut here = start();
    Ok(played
        .into_iter()
        .map(|(mv, reveal)| {
            let text = Jieqi::write_move(&here, mv, reveal);
            here.play(mv, reveal, &mut ());
            text
        })
        .collect())
}

#[test]
fn roles_are_inferred_from_names_in_later_moves() {
    // The piece that leaves the cannon's square is called a horse when it moves again.
    let texts = ["C2=5", "P5+1", "H5-7", "P9+1"];
    assert_eq!(read_game(&texts, Notation::Wxf).unwrap(), ["h2e2N", "e6e5", "e2c1", "i6i5"]);
    let texts = ["炮二平五", "卒5进1", "马五退七", "卒9进1"];
    assert_eq!(read_game(&texts, Notation::Zh).unwrap(), ["h2e2N", "e6e5", "e2c1", "i6i5"]);
}

#[test]
fn a_later_move_refutes_a_guess() {
    // Two pieces stand unrevealed on file 5, and either could be the chariot. Had the front one been it, the rear one could
    // not be the horse of the last move: the chariot would stand on its point.
    let texts = ["C2=5", "P9+1", "P5+1", "P9+1", "R5=6", "P1+1", "H5+6"];
    let played = read_game(&texts, Notation::Wxf).unwrap();
    assert_eq!(played, ["h2e2R", "i6i5p", "e3e4N", "i5i4", "e2d2", "a6a5", "e4d6"]);
}

#[test]
fn an_ambiguous_plain_record_is_rejected() {
    // Both unrevealed pieces on file 5 could be the chariot that goes sideways.
    let texts = ["C2=5", "P9+1", "P5+1", "P1+1", "R5=6"];
    assert_eq!(read_game(&texts, Notation::Wxf), Err((4, "move_jieqi_unsettled")));
}

#[test]
fn a_record_that_cannot_be_read_says_where_it_stops() {
    assert_eq!(
        read_game(&["C2=5", "C2=5", "R1+1", "R5+9"], Notation::Wxf),
        Err((3, "move_no_piece_on_file"))
    );
    assert_eq!(read_game(&["C2=5", "zzz"], Notation::Wxf), Err((1, "move_misspelt_in")));
}

/// A random game with all reveals known.
fn random_game(random: &mut Random, plies: usize) -> Moves<Jieqi> {
    let mut here = start();
    let mut played = Vec::new();
    while played.len() < plies && here.outcome().is_none() {
        let mut moves = MoveList::new();
        here.legal_moves(&mut moves);
        let Some(&mv) = random.pick(&moves) else { break };
        let mut reveals = RevealList::new();
        here.reveals(mv, &mut reveals);
        let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else { break };
        here.play(mv, reveal, &mut ());
        played.push((mv, reveal));
    }
    played
}

fn moves_survive_alone(here: &Position, random: &mut Random) {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    for notation in COLUMNS {
        let mut texts = HashMap::new();
        for &mv in &moves {
            let mut reveals = RevealList::new();
            here.reveals(mv, &mut reveals);
            let drawn = reveals.draw(random.below(reveals.total() as usize) as u32);
            for reveal in drawn.into_iter().chain([here.unrevealed(mv)]) {
                let text = JieqiMoveText::write(here, mv, reveal, notation);
                let read = JieqiMoveText::read(here, &text, notation);
                assert_eq!(read, Ok((mv, reveal)), "{text} in {}", Jieqi::write_position(here, ""));
                if let Some(twin) = texts.insert(text, (mv, reveal)) {
                    assert_eq!(
                        twin,
                        (mv, reveal),
                        "one text for two moves in {}",
                        Jieqi::write_position(here, "")
                    );
                }
            }
        }
    }
}

#[test]
fn every_move_of_random_games_round_trips_in_every_notation() {
    let mut random = Random::new(11);
    for _ in 0..20 {
        let mut here = start();
        for (mv, reveal) in random_game(&mut random, 120) {
            moves_survive_alone(&here, &mut random);
            here.play(mv, reveal, &mut ());
        }
    }
}

#[test]
fn marked_records_round_trip() {
    let mut random = Random::new(12);
    for _ in 0..10 {
        let played = random_game(&mut random, 100);
        let line = Line::new(start(), Rules::default());
        for notation in COLUMNS {
            let texts =
                write_all(&played, |here, mv, reveal| JieqiMoveText::write(here, mv, reveal, notation));
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(JieqiMoveText::read_game(&line, &texts, notation).as_ref(), Ok(&played));
        }
    }
}

fn write_all(played: &Moves<Jieqi>, write: impl Fn(&Position, jieqi::Move, Reveal) -> String) -> Vec<String> {
    let mut here = start();
    let texts = played.iter().map(|&(mv, reveal)| {
        let text = write(&here, mv, reveal);
        here.play(mv, reveal, &mut ());
        text
    });
    texts.collect()
}

#[test]
fn plain_records_are_read_correctly_or_rejected() {
    let mut random = Random::new(13);
    let mut resolved = 0;
    for round in 0..60 {
        let played = random_game(&mut random, 10 + round);
        let texts = write_all(&played, |here, mv, _| {
            JieqiMoveText::write(here, mv, Reveal::NONE, Notation::Wxf).replace('u', "")
        });
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let line = Line::new(start(), Rules::default());
        match JieqiMoveText::read_game(&line, &texts, Notation::Wxf) {
            Ok(read) => {
                resolved += 1;
                for (&(mv, reveal), &(true_mv, true_reveal)) in read.iter().zip(&played) {
                    assert_eq!(mv, true_mv, "in {texts:?}");
                    let stated = reveal.turned.filter(|&role| role != Role::Unknown);
                    assert!(stated.is_none() || stated == true_reveal.turned, "{mv} in {texts:?}");
                }
            }
            Err(error) => {
                let open = ["move_jieqi_unsettled", "move_jieqi_too_open"];
                assert!(open.contains(&error.message.code), "{error:?} in {texts:?}");
            }
        }
    }
    assert!(resolved > 10, "only {resolved} of 60 plain records were resolved");
}

proptest! {
    #[test]
    fn no_text_causes_a_panic(texts in proptest::collection::vec(prop_oneof![
        any::<String>(),
        "[KAEHRCPTSMXB]u?[-+tgs]?[1-9]{0,2}[-+=./][1-9](=[RXCP?])?(x[PB?])?",
        "暗?[前中后一二]?[车马炮兵]?[一二五2]?[进退平][一二5](=[车?])?(×[卒?])?",
    ], 1..6)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let line = Line::new(start(), Rules::default());
        for notation in COLUMNS {
            if let Ok(read) = JieqiMoveText::read_game(&line, &texts, notation) {
                let mut here = start();
                for (mv, reveal) in read {
                    prop_assert!(here.is_legal(mv) && here.allows(mv, reveal));
                    here.play(mv, reveal, &mut ());
                }
            }
        }
    }
}
