//! Odds, moves in a row, time per ply, and the plies shown to a viewer.

use game::Side;
use table::{
    ClockRule, Command, Created, EngineResources, EngineSpec, Event, EventKind, Handicap, Match, Millis,
    Notation, ParamKind, Permissions, Secret, Viewer, engine_params, games,
};

fn created(game: &str, handicap: Option<Handicap>) -> Created {
    Created {
        game: game.to_owned(),
        options: Vec::new(),
        setup: None,
        handicap,
        seats: [String::new(), String::new()],
        clock: ClockRule::Game { initial: 60_000, increment: 0 },
        permissions: Permissions::FREE,
        deal: None,
    }
}

fn open(created: &Created, seed: u8) -> Box<dyn Match> {
    let secret = Secret { seed: vec![seed; 32], nonces: [Vec::new(), Vec::new()] };
    games::by_name(&created.game).expect("a game").new_match(created, Some(&secret)).expect("a match")
}

fn play(table: &mut dyn Match, seat: Side, mv: &str, at: Millis) -> Vec<EventKind> {
    let events = table.decide(seat, &Command::Play(mv.to_owned()), at).expect(mv);
    events.iter().for_each(|event| table.apply(event));
    events.into_iter().map(|event| event.kind).collect()
}

#[test]
fn every_setup_of_odds_can_be_played_and_lacks_pieces_of_the_giver_only() {
    for book in games::ALL {
        let pieces = |setup: Option<&str>, side: Side| {
            let study = book.open(setup, &[]).expect("a position");
            assert!(study.warnings().is_empty(), "{setup:?}");
            study.picture().pieces.iter().flatten().filter(|piece| piece.side == side).count()
        };
        for odds in book.spec().odds {
            for giver in Side::BOTH {
                let setup = Some(odds.setups[giver.index()]);
                assert!(pieces(setup, giver) < pieces(None, giver), "{} of {giver:?}", odds.name);
                assert_eq!(pieces(setup, !giver), pieces(None, !giver), "{} of {giver:?}", odds.name);
            }
        }
    }
}

#[test]
fn moves_in_a_row_are_played_before_the_givers_first() {
    let given = Handicap { giver: Side::Second, odds: None, moves: 3 };
    for game in ["xiangqi", "jieqi"] {
        let mut table = open(&created(game, Some(given.clone())), 1);
        for (count, mv) in ["a3a4", "c3c4", "e3e4"].iter().enumerate() {
            let events = play(table.as_mut(), Side::First, mv, 0);
            assert_eq!(events.contains(&EventKind::TurnGiven), count < 2, "{game} {mv}");
        }
        assert_eq!(table.view(Viewer::Public, 0).turn, Side::Second);
        let events = play(table.as_mut(), Side::Second, "a6a5", 0);
        assert_eq!(events.len(), 1);
        let events = play(table.as_mut(), Side::First, "g3g4", 0);
        assert_eq!(events.len(), 1, "no more than three in a row");
    }
}

#[test]
fn the_giver_of_moves_in_a_row_may_answer_a_check() {
    let mut created = created("xiangqi", Some(Handicap { giver: Side::Second, odds: None, moves: 3 }));
    created.setup = Some("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1".to_owned());
    let mut table = open(&created, 1);
    assert_eq!(play(table.as_mut(), Side::First, "a1e1", 0).len(), 1);
    assert_eq!(table.view(Viewer::Public, 0).turn, Side::Second);
}

#[test]
fn clocks_are_credited_for_server_downtime() {
    let created = created("xiangqi", None);
    let mut table = open(&created, 1);
    table.apply(&Event { at: 1_000, kind: EventKind::Created(Box::new(created.clone())) });
    assert_eq!(table.view(Viewer::Public, 1_000).seq, 1);
    play(table.as_mut(), Side::First, "h2e2", 3_000);
    table.apply(&Event { at: 500_000, kind: EventKind::Credited(490_000) });
    assert_eq!(table.view(Viewer::Public, 500_000).clocks[1], Some(60_000 - 7_000));
    play(table.as_mut(), Side::Second, "h9g7", 501_000);
    let spent: Vec<_> = table.times().iter().map(|time| time.spent).collect();
    assert_eq!(spent, [Some(2_000), Some(8_000)]);
    assert_eq!(table.thinking_since(), Some(501_000));
}

#[test]
fn plies_show_captures_and_reveals_as_far_as_the_viewer_knows() {
    let mut known = [false; 2];
    for seed in 0..20 {
        let mut table = open(&created("jieqi", None), seed);
        play(table.as_mut(), Side::First, "b2b9", 0);
        let seen = |viewer| table.plies(viewer, 0).remove(0);
        let captor = seen(Viewer::Seat(Side::First));
        let (side, letter, face_down) = captor.took.expect("a capture");
        assert!(side == Side::Second && face_down && letter != '?');
        assert_eq!(
            captor.texts[0].1,
            format!("b2b9{}{}", captor.turned.expect("it turned up"), letter.to_ascii_lowercase())
        );
        for (index, viewer) in [Viewer::Seat(Side::Second), Viewer::Public].into_iter().enumerate() {
            known[index] |= seen(viewer).took.expect("a capture").1 != '?';
            assert_eq!(seen(viewer).turned, captor.turned);
        }
    }
    assert_eq!(known, [false; 2]);
}

#[test]
fn en_passant_is_shown_as_a_capture_and_castling_is_not() {
    let mut study = games::by_name("chess").expect("chess").open(None, &[]).expect("the start");
    for mv in ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "a6a5", "g1f3", "a5a4", "f1e2", "a4a3", "e1g1"] {
        study.play(mv, Notation::Uci).expect(mv);
    }
    let plies = study.plies(4);
    assert_eq!(plies[0].took, Some((Side::Second, 'P', false)));
    assert!(plies[1..].iter().all(|ply| ply.took.is_none()));
    assert_eq!(plies[2].texts.iter().find(|(notation, _)| *notation == Notation::San).expect("san").1, "Nf3");
    assert!(plies[6].position.contains("RNBQ1RK1"));
}

#[test]
fn every_engine_parameter_is_accepted_at_both_bounds() {
    for book in games::ALL.iter().filter(|book| !book.spec().odds.is_empty()) {
        for name in book.engines() {
            for param in engine_params(*book, name) {
                let values: Vec<String> = match param.kind {
                    ParamKind::Integer(least, most) => vec![least.to_string(), most.to_string()],
                    ParamKind::Number(least, most) => vec![least.to_string(), most.to_string()],
                    ParamKind::Switch => vec!["on".to_owned(), "off".to_owned()],
                    ParamKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
                };
                for value in values.iter().map(String::as_str).chain(param.proposed) {
                    let spec: EngineSpec =
                        format!("{name}:{}={value}", param.name).parse().expect("well formed");
                    let made = book.engine(&spec, EngineResources { hash: 1, threads: 1 });
                    assert!(made.is_ok(), "{spec} at {}", book.spec().name);
                }
            }
        }
    }
}
