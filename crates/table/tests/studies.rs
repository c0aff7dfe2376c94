//! Studies: positions and lines of every game through the text interface.

use game::Random;
use table::{Notation, Reason, Side, Study, games};

fn open(game: &str, setup: Option<&str>) -> Box<dyn Study> {
    let book = games::by_name(game).expect("a game");
    book.open(setup, &[]).unwrap_or_else(|message| panic!("{game}: {message}"))
}

#[test]
fn games_are_found_by_name_and_alias() {
    for book in games::ALL {
        let spec = book.spec();
        for name in std::iter::once(&spec.name).chain(spec.aliases) {
            let found = games::by_name(&name.to_uppercase()).or_else(|| games::by_name(name));
            assert_eq!(found.map(|book| book.spec().name), Some(spec.name), "{name}");
        }
    }
    assert!(games::by_name("go").is_none());
}

#[test]
fn no_two_games_share_a_name() {
    let mut names: Vec<&str> = games::ALL
        .iter()
        .flat_map(|book| std::iter::once(book.spec().name).chain(book.spec().aliases.iter().copied()))
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn every_default_of_an_option_is_allowed() {
    for book in games::ALL {
        for option in book.spec().options {
            let checked = book.check_options(&[(option.name, option.default)]);
            assert!(checked.is_ok(), "{} {}", book.spec().name, option.name);
            for value in option.values {
                assert!(book.check_options(&[(option.name, value)]).is_ok(), "{value}");
            }
        }
        assert!(book.check_options(&[("no_such_option", "1")]).is_err());
    }
}

#[test]
fn a_malformed_move_changes_nothing() {
    let mut study = open("xiangqi", None);
    study.play("h2e2", Notation::Uci).expect("a move");
    let before = study.position("");
    assert!(study.play("h2e2", Notation::Uci).is_err());
    assert!(study.play("炮二平五", Notation::San).is_err_and(|message| message.code == "notation_unknown"));
    let error = study.play_game(&["h9g7", "h0g2", "zzz"], Notation::Uci).expect_err("nonsense");
    assert_eq!((error.index, error.text.as_str()), (2, "zzz"));
    assert_eq!((study.ply(), study.position("")), (1, before));
}

#[test]
fn moves_are_taken_back_to_the_root_and_not_beyond() {
    let mut study = open("chess", None);
    let start = study.position("");
    assert_eq!(study.play_game(&["e4", "e5", "Nf3"], Notation::San).map_err(|error| error.index), Ok(3));
    assert_eq!(study.last_move().map(|(from, to)| (study.square_name(from), study.square_name(to))), {
        Some(("g1".to_owned(), "f3".to_owned()))
    });
    while study.pop() {}
    assert_eq!((study.ply(), study.position("")), (0, start));
    assert_eq!(study.last_move(), None);
}

#[test]
fn every_legal_move_reads_back_in_every_notation() {
    for book in games::ALL {
        let mut random = Random::new(7);
        for _ in 0..12 {
            let mut study = book.open(None, &[]).expect("the start");
            for _ in 0..40 {
                // In jieqi the reveals are unknown here, and unknown pieces do not move.
                let status = study.status();
                if status.outcome.is_some() || status.legal == 0 {
                    assert!(status.legal > 0 || status.outcome.is_some() || book.spec().name == "jieqi");
                    break;
                }
                let plain = study.legal_moves(Notation::Uci);
                assert_eq!(plain.len(), status.legal);
                for &notation in book.notations() {
                    let written = study.legal_moves(notation);
                    let index = random.below(written.len());
                    study.play(&written[index], notation).unwrap_or_else(|message| {
                        panic!("{} {} {}: {message}", book.spec().name, notation.name(), written[index])
                    });
                    assert_eq!(study.moves(notation).last(), Some(&written[index]));
                    assert_eq!(study.moves(Notation::Uci).last(), Some(&plain[index]));
                    study.pop();
                }
                let mv = random.pick(&plain).expect("a move");
                study.play(mv, Notation::Uci).expect("a legal move");
            }
        }
    }
}

#[test]
fn divide_sums_to_perft() {
    for book in games::ALL {
        let study = book.open(None, &[]).expect("the start");
        let parts = study.divide(3);
        assert_eq!(parts.len(), study.status().legal);
        assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), study.perft(3), "{}", book.spec().name);
    }
}

#[test]
fn moves_after_the_end_of_a_game_are_reported() {
    let mut study = open("chess", None);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(5);
    study.play_game(&moves, Notation::Uci).expect("legal moves");
    let ended = study.ended_before().expect("an end");
    assert_eq!((ended.ply, ended.outcome.reason), (16, Reason::OfGame(chess::FIVEFOLD)));
    while study.ply() > 16 && study.pop() {}
    assert_eq!(study.ended_before(), None);
    assert_eq!(study.status().outcome.map(|outcome| outcome.reason), Some(Reason::OfGame(chess::FIVEFOLD)));
}

#[test]
fn moves_are_numbered_correctly_when_black_moves_first() {
    let mut study = open("chess", Some("4k2r/8/8/8/8/8/8/R3K3 b - - 0 1"));
    assert_eq!(study.first_turn(), Side::Second);
    let cycle = ["e8e7", "e1e2", "e7e8", "e2e1"];
    study.play_game(&cycle, Notation::Uci).expect("legal moves");
    let case = study.repetition(Notation::San).expect("the position came back");
    let numbers: Vec<(usize, Side)> = case.plies.iter().map(|ply| (ply.number, ply.side)).collect();
    assert_eq!(numbers, [(1, Side::Second), (2, Side::First), (2, Side::Second), (3, Side::First)]);
    assert_eq!((case.occurrences, case.is_final()), (2, false));
    assert_eq!(case.plies[0].text, "Ke7");
}

#[test]
fn position_ids_depend_on_the_position_and_not_on_the_moves() {
    let mut one = open("xiangqi", None);
    let mut other = open("xiangqi", None);
    one.play_game(&["b0c2", "h9g7", "h2e2"], Notation::Uci).expect("one way");
    other.play_game(&["h2e2", "h9g7", "b0c2"], Notation::Uci).expect("the other");
    assert_eq!(one.position_id(), other.position_id());
    other.pop();
    assert_ne!(one.position_id(), other.position_id());
}

#[test]
fn the_notation_of_a_record_is_detected() {
    let study = open("xiangqi", None);
    assert_eq!(study.detect(&["P2-5", "M8.7", "M2.3"]), Ok(Notation::Vi));
    assert_eq!(study.detect(&["C2=5", "H8+7"]), Ok(Notation::Wxf));
    assert_eq!(study.detect(&["C2=5"]).map_err(|message| message.code), Err("notation_record_too_short"));
}
