//! The champion through the type-erased interface: legal moves within its limits for every game that has one.

use std::sync::Arc;

use table::{Control, EngineResources, EngineSpec, Limits, Notation, WallClock, games};

const POSITIONS: [(&str, Option<&str>); 6] = [
    ("xiangqi", None),
    ("xiangqi", Some("3a1k3/9/4b4/9/9/9/9/4C4/4R4/3K5 w - - 0 1")),
    ("jieqi", None),
    (
        "jieqi",
        Some("x1xxkxxxx/9/c6x1/2x6/a3r1n1p/R1P3A2/4X3X/1X2B1AX1/4P4/1C2KXX1X w R1N1n1B1b2a1C1c1P3p4 1 8"),
    ),
    ("chess", None),
    ("chess", Some("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")),
];

#[test]
fn the_champion_answers_with_a_legal_move() {
    let control = Control::new(Arc::new(WallClock::start()));
    for (name, setup) in POSITIONS {
        let book = games::by_name(name).expect(name);
        let study = book.open(setup, &[]).expect("a position");
        for spec in ["champion", "champion:level=1", "champion:level=3.5"] {
            let spec: EngineSpec = spec.parse().expect("a spec");
            let mut engine = book.engine(&spec, EngineResources { hash: 1, threads: 1 }).expect("a champion");
            let limits = Limits { lines: 2, ..Limits::nodes(3000) };
            let report = engine.think(&*study, &limits, &control, &mut |_| {}).expect("a report");
            let best = report.best().unwrap_or_else(|| panic!("{name} {setup:?}: no move"));
            let legal = study.legal_moves(Notation::Uci);
            assert!(legal.iter().any(|mv| mv == best), "{name} {setup:?}: {best} is not among {legal:?}");
            assert!(report.nodes <= 3000, "{}", report.nodes);
        }
    }
}

#[test]
fn an_engine_refuses_a_study_of_another_game() {
    let control = Control::new(Arc::new(WallClock::start()));
    let chess = games::by_name("chess").expect("chess");
    let study = games::by_name("xiangqi").expect("xiangqi").open(None, &[]).expect("the start");
    let mut engine =
        chess.engine(&"champion".parse().expect("a spec"), EngineResources::default()).expect("a champion");
    let refused = engine.think(&*study, &Limits::nodes(10), &control, &mut |_| {});
    assert_eq!(refused.expect_err("another game").code, "engine_other_game");
}

#[test]
fn errors_in_a_champion_specification_are_reported() {
    let book = games::by_name("xiangqi").expect("xiangqi");
    let code = |spec: &str| {
        let spec: EngineSpec = spec.parse().expect("well formed");
        book.engine(&spec, EngineResources::default()).err().map(|message| message.code)
    };
    assert_eq!(code("champion:level=9"), Some("engine_level"));
    assert_eq!(code("champion:level=x"), Some("engine_option_number"));
    assert_eq!(code("champion:strength=5"), Some("engine_option_unknown"));
    assert_eq!(code("deepblue"), Some("engine_unknown"));
    assert_eq!(code("champion:level=2"), None);
}

#[test]
fn the_highest_level_is_the_champion_itself() {
    let control = Control::new(Arc::new(WallClock::start()));
    let book = games::by_name("xiangqi").expect("xiangqi");
    let study = book.open(None, &[]).expect("the start");
    let think = |spec: &str| {
        let spec: EngineSpec = spec.parse().expect("well formed");
        let mut engine = book.engine(&spec, EngineResources { hash: 1, threads: 1 }).expect("an engine");
        engine.think(&*study, &Limits::nodes(3000), &control, &mut |_| {}).expect("a report").lines
    };
    assert_eq!(think("champion:level=8"), think("champion"));
    assert_ne!(think("champion:level=8"), think("champion:eval=classic"), "it goes by the network");
    let refused = |spec: &str| {
        book.engine(&spec.parse().expect("well formed"), EngineResources::default())
            .err()
            .map(|message| message.code)
    };
    assert_eq!(refused("champion:level=8,eval=network"), None);
    assert_eq!(refused("champion:level=7,eval=network"), Some("engine_level_network"));
    assert_eq!(refused("champion:level=7,lmr_base=800"), Some("engine_level_param"));
    assert_eq!(refused("champion:lmr_base=99999"), Some("engine_option_range"));
    assert_eq!(refused("champion:lmr_base=much"), Some("engine_option_number"));
    assert_eq!(refused("champion:lmr_bass=800"), Some("engine_option_unknown"));
    assert_eq!(refused("champion:lmr_base=800,rfp_margin=90"), None);
}
