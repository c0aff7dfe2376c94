//! Textbook engines by specification: available in every game, options parsed, errors reported.

use std::sync::Arc;

use search::{Control, Limits};
use table::{EngineResources, EngineSpec, SearchReport, WallClock, engine_params, games};

const MEANS: EngineResources = EngineResources { hash: 2, threads: 1 };

fn think(game: &str, spec: &str, setup: Option<&str>) -> SearchReport {
    let book = games::by_name(game).expect("a game");
    let spec: EngineSpec = spec.parse().expect(spec);
    let mut engine = book.engine(&spec, MEANS).unwrap_or_else(|message| panic!("{game} {spec}: {message}"));
    let study = book.open(setup, &[]).expect("a position");
    let control = Control::new(Arc::new(WallClock::start()));
    engine.think(study.as_ref(), &Limits::default(), &control, &mut |_| {}).expect("its own game")
}

/// Clock that advances by a millisecond whenever it is read: a search that never looks at the time never ends.
#[derive(Default)]
struct ReadingsClock(std::sync::atomic::AtomicU64);

impl search::Clock for ReadingsClock {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1_000, std::sync::atomic::Ordering::Relaxed)
    }
}

#[test]
fn proposed_engines_of_a_game_with_hidden_pieces_answer_within_three_seconds() {
    let book = games::by_name("jieqi").expect("jieqi");
    for name in ["minimax", "alphabeta", "mcts", "champion"] {
        let params = engine_params(book, name);
        let proposed = params.iter().filter_map(|param| {
            let value = param.proposed.filter(|value| *value != "on")?;
            Some(format!("{}={value}", param.name))
        });
        let spec: EngineSpec =
            format!("{name}:{}", proposed.collect::<Vec<_>>().join(",")).parse().expect(name);
        let clock = Arc::new(ReadingsClock::default());
        let mut engine = book.engine(&spec, MEANS).unwrap_or_else(|message| panic!("{spec}: {message}"));
        let study = book.open(None, &[]).expect("the start");
        let control = Control::new(clock.clone());
        let report =
            engine.think(study.as_ref(), &Limits::default(), &control, &mut |_| {}).expect("its own game");
        assert!(report.best().is_some(), "{spec}");
        let read = search::Clock::micros(clock.as_ref());
        assert!(read < 3_000_000, "{spec} searched until {read} µs");
    }
    // Without hidden pieces depth alone is a limit.
    let chess = engine_params(games::by_name("chess").expect("chess"), "alphabeta");
    assert!(chess.iter().all(|param| param.name != "time" || param.proposed.is_none()));
}

#[test]
fn the_exploration_constant_reaches_the_scale_of_the_original_report() {
    assert!(think("xiangqi", "mcts:sims=50,mode=classic,c=12000", None).best().is_some());
    assert_eq!(refusal("xiangqi", "mcts:sims=50,c=12001"), "engine_option_range");
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
