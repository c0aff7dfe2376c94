//! Textbook engines by specification: available in every game, options parsed, errors reported.

use std::sync::Arc;

use search::{Control, Limits};
use table::{EngineResources, EngineSpec, SearchReport, WallClock, games};

const MEANS: EngineResources = EngineResources { hash: 2, threads: 1 };

fn think(game: &str, spec: &str, setup: Option<&str>) -> SearchReport {
    let book = games::by_name(game).expect("a game");
    let spec: EngineSpec = spec.parse().expect(spec);
    let mut engine = book.engine(&spec, MEANS).unwrap_or_else(|message| panic!("{game} {spec}: {message}"));
    let study = book.open(setup, &[]).expect("a position");
    let control = Control::new(Arc::new(WallClock::start()));
    engine.think(study.as_ref(), &Limits::default(), &control, &mut |_| {}).expect("its own game")
}

fn refusal(game: &str, spec: &str) -> &'static str {
    let spec: EngineSpec = spec.parse().expect(spec);
    let made = games::by_name(game).expect("a game").engine(&spec, MEANS);
    made.err().unwrap_or_else(|| panic!("{game} takes {spec}")).code
}

#[test]
fn every_game_has_all_textbook_engines() {
    let specs = [
        "random",
        "greedy",
        "minimax:depth=1",
        "alphabeta:depth=2",
        "mcts:sims=50",
        "mcts:sims=50,mode=classic",
    ];
    for book in games::ALL {
        let game = book.spec().name;
        for spec in specs {
            let analysis = think(game, spec, None);
            assert!(analysis.best().is_some(), "{game} {spec}");
            let name = spec.split(':').next().expect("a name");
            assert!(book.engines().contains(&name), "{game} does not list {name}");
        }
    }
}

#[test]
fn every_evaluation_can_be_chosen() {
    for (game, evals) in [
        ("xiangqi", &["material", "square", "contact", "full"][..]),
        ("chess", &["material", "square", "contact", "full"]),
        ("jieqi", &["material", "square", "contact"]),
        ("toy", &["blank"]),
    ] {
        for eval in evals {
            for spec in ["minimax:depth=1", "alphabeta:depth=2", "mcts:sims=20"] {
                assert!(think(game, &format!("{spec},eval={eval}"), None).best().is_some());
            }
        }
    }
    assert_ne!(
        think("xiangqi", "minimax:depth=1,eval=material", None).lines[0].score,
        think("xiangqi", "minimax:depth=1,eval=square", None).lines[0].score
    );
}

#[test]
fn each_option_can_be_switched() {
    let nodes = |options: &str| think("xiangqi", &format!("alphabeta:depth=3,{options}"), None).nodes;
    let bare = nodes("ordering=off,table=off,pv=off,deepening=off");
    assert!(nodes("ordering=on,table=off,pv=off,deepening=off") < bare / 2);
    assert_eq!(nodes(""), nodes("ordering=on,table=on,pv=on,deepening=on,hash=2"));
    assert_ne!(nodes("beam=3"), nodes(""));
}

#[test]
fn mcts_reports_visits_per_move() {
    let analysis = think("xiangqi", "mcts:sims=120,c=1.4,mode=puct,minimax=0.5,reuse=off", None);
    assert_eq!(analysis.visits.iter().map(|visit| visit.count).sum::<u64>(), 120);
    assert_eq!(analysis.visits.len(), 44);
}

#[test]
fn errors_in_an_engine_specification_are_reported() {
    for (spec, code) in [
        ("minimax:depth=0", "engine_option_range"),
        ("minimax:depth=four", "engine_option_number"),
        ("minimax:width=4", "engine_option_unknown"),
        ("greedy:depth=1", "engine_option_unknown"),
        ("alphabeta:ordering=yes", "engine_option_value"),
        ("alphabeta:beam=0", "engine_option_range"),
        ("alphabeta:eval=network", "engine_option_value"),
        ("mcts:mode=alphazero", "engine_option_value"),
        ("mcts:c=-1", "engine_option_range"),
        ("mcts:c=NaN", "engine_option_range"),
        ("mcts:sims=0", "engine_option_range"),
        ("mcts:depth=3", "engine_option_unknown"),
        ("stockfish", "engine_unknown"),
    ] {
        for game in ["xiangqi", "chess", "jieqi", "toy"] {
            assert_eq!(refusal(game, spec), code, "{game} {spec}");
        }
    }
    assert_eq!(refusal("toy", "minimax:eval=square"), "engine_option_value");
}
