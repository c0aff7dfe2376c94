//! Levels: names, ratings, interpolated strengths and move delays.

use std::sync::Arc;

use table::{
    Control, EloMark, EngineResources, EngineSpec, Limits, ReportLine, SearchReport, WallClock, games,
    move_delay,
};

const WITH_LEVELS: [&str; 3] = ["xiangqi", "jieqi", "chess"];

#[test]
fn every_game_with_a_champion_has_eight_named_levels_of_increasing_rating() {
    for name in WITH_LEVELS {
        let levels = games::by_name(name).expect(name).levels();
        assert_eq!(levels.iter().map(|rating| rating.level).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
        for pair in levels.windows(2) {
            assert!(pair[0].elo < pair[1].elo, "{name}: {pair:?}");
        }
        for rating in levels {
            assert_eq!(rating.name, format!("level_{}", rating.level));
            let relative = rating.mark == EloMark::Relative;
            assert_eq!(relative, name != "chess", "{name}: only chess has an anchor");
        }
    }
    assert!(games::by_name("toy").expect("toy").levels().is_empty());
}

#[test]
fn a_rating_between_two_levels_is_accepted_and_one_outside_is_refused() {
    for name in WITH_LEVELS {
        let book = games::by_name(name).expect(name);
        let levels = book.levels();
        let ask = |elo: i32| {
            let spec: EngineSpec = format!("champion:elo={elo}").parse().expect("well formed");
            book.engine(&spec, EngineResources { hash: 1, threads: 1 }).err()
        };
        let (least, most) = (levels[0].elo, levels[7].elo);
        for elo in [least, least + 1, (least + most) / 2, most] {
            assert_eq!(ask(elo), None, "{name} {elo}");
        }
        for elo in [least - 1, most + 1, i32::MIN, i32::MAX] {
            let refused = ask(elo).expect("outside the levels");
            assert_eq!(refused.code, "engine_option_range");
        }
    }
    let book = games::by_name("chess").expect("chess");
    let code = |spec: &str| {
        book.engine(&spec.parse().expect("well formed"), EngineResources::default())
            .err()
            .map(|message| message.code)
    };
    assert_eq!(code("champion:elo=1500,level=3"), Some("engine_level_twice"));
    assert_eq!(code("champion:elo=strong"), Some("engine_option_number"));
}

#[test]
fn the_rating_of_a_level_plays_like_the_level() {
    let control = Control::new(Arc::new(WallClock::start()));
    let book = games::by_name("chess").expect("chess");
    let study = book.open(None, &[]).expect("the start");
    for rating in &book.levels()[..5] {
        let play = |spec: String, seed: u64| {
            let mut engine = book
                .engine(&spec.parse().expect("a spec"), EngineResources { hash: 1, threads: 1 })
                .expect("an engine");
            let limits = Limits { seed, ..Limits::default() };
            let report = engine.think(&*study, &limits, &control, &mut |_| {}).expect("a report");
            report.best().expect("a move").to_owned()
        };
        for seed in 0..4 {
            let by_level = play(format!("champion:level={}", rating.level), seed);
            assert_eq!(play(format!("champion:elo={}", rating.elo), seed), by_level);
        }
    }
}

fn report(mv: &str) -> SearchReport {
    let line = ReportLine {
        moves: vec![mv.to_owned()],
        score: table::Score::DRAW,
        bound: table::Bound::Exact,
        chances: [0.0, 1.0, 0.0],
    };
    SearchReport { lines: vec![line], ..SearchReport::default() }
}

#[test]
fn forced_moves_have_a_shorter_delay_and_no_move_is_instant() {
    let book = games::by_name("chess").expect("chess");
    let open = |fen| book.open(Some(fen), &[]).expect("a position");
    let mean = |study: &dyn table::Study, report: &SearchReport| {
        let times: Vec<u64> = (0..100).map(|seed| move_delay(study, report, seed)).collect();
        assert!(times.iter().all(|time| (400..=2000).contains(time)), "{times:?}");
        assert!(times.iter().any(|time| *time != times[0]), "always {}", times[0]);
        assert_eq!(move_delay(study, report, 7), times[7], "the same seed, another time");
        times.iter().sum::<u64>() / 100
    };
    let crowded = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let ordinary = mean(&*open(crowded), &report("h5f7"));
    let only = mean(&*open("k7/8/8/8/8/8/q7/K7 w - - 0 1"), &report("a1a2"));
    let mut study = open("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    study.play("e4d5", table::Notation::Uci).expect("a capture");
    let [back, elsewhere] = [report("d8d5"), report("g8f6")].map(|report| mean(&*study, &report));
    assert!(only < back && back < elsewhere && elsewhere < ordinary, "{only} {back} {elsewhere} {ordinary}");
}
