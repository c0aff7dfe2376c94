//! Recorded searches by specification: the same result and counts as without a recording, estimates, encoding.

use std::sync::Arc;

use table::lab::{RUNGS, encode, estimate_nodes, record_search};
use table::{Control, EngineResources, EngineSpec, Limits, NodeKind, SearchReport, Study, WallClock, games};

const RESOURCES: EngineResources = EngineResources { hash: 64, threads: 1 };

fn control() -> Control {
    Control::new(Arc::new(WallClock::start()))
}

fn study(game: &str, setup: Option<&str>) -> Box<dyn Study> {
    games::by_name(game).expect("a game").open(setup, &[]).expect("a position")
}

fn run(game: &str, spec: &str) -> table::lab::LabRun {
    let book = games::by_name(game).expect("a game");
    let spec: EngineSpec = spec.parse().expect(spec);
    let study = study(game, None);
    let mut engine = book.engine(&spec, RESOURCES).expect("an engine");
    record_search(engine.as_mut(), study.as_ref(), &Limits::default(), 200_000, &control(), &mut |_| {})
        .expect("its own game")
}

fn think(game: &str, spec: &str) -> SearchReport {
    let book = games::by_name(game).expect("a game");
    let mut engine = book.engine(&spec.parse().expect(spec), RESOURCES).expect(spec);
    engine
        .think(study(game, None).as_ref(), &Limits::default(), &control(), &mut |_| {})
        .expect("its own game")
}

/// Counts of `cargo xtask bench textbook` from the start of xiangqi at depth 3, rung by rung.
const BENCH: [u64; 6] = [81_630, 11_274, 1_788, 1_788, 1_788, 1_960];

#[test]
fn the_ladder_gives_the_counts_of_the_bench_and_one_score() {
    let mut scores = Vec::new();
    for ((name, spec), nodes) in RUNGS.into_iter().zip(BENCH) {
        let spec: EngineSpec = spec.parse().expect(spec);
        let spec =
            spec.with([("depth".to_owned(), "3".to_owned()), ("eval".to_owned(), "square".to_owned())]);
        let run = run("xiangqi", &spec.to_string());
        let recording = run.recording.expect("a recording");
        assert_eq!((run.report.nodes, recording.counted), (nodes, nodes), "{name}");
        assert_eq!(recording.total().cutoffs, run.report.cutoffs);
        scores.push(run.report.lines[0].score);
        let kept = recording.nodes.iter().filter(|row| row.is_position()).count() as u64;
        assert_eq!(kept, nodes, "all fit into 200,000");
    }
    assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
}

#[test]
fn recording_changes_nothing_in_any_game() {
    let specs = ["minimax:depth=2", "alphabeta:depth=3", "alphabeta:depth=2,beam=3", "mcts:sims=300"];
    for game in games::ALL.iter().map(|book| book.spec().name) {
        for spec in specs {
            // Three plies of a game with hidden pieces, or with a move on every square of a large board, take too long.
            let large = games::by_name(game).is_some_and(|book| book.scheme().is_some())
                || study(game, None).status().legal > 100;
            if large && spec.contains("depth=3") {
                continue;
            }
            let (plain, run) = (think(game, spec), run(game, spec));
            assert_eq!(run.report.best(), plain.best(), "{game} {spec}");
            assert_eq!(run.report.lines, plain.lines, "{game} {spec}");
            assert_eq!((run.report.nodes, run.report.cutoffs), (plain.nodes, plain.cutoffs), "{game} {spec}");
            let recording = run.recording.expect("a recording");
            match recording.growth {
                Some(growth) => assert_eq!(growth.simulations.len(), 300, "{game}"),
                None => assert_eq!(recording.counted, plain.nodes, "{game} {spec}"),
            }
        }
        assert!(run(game, "random").recording.is_none(), "a random move has no tree");
    }
}

#[test]
fn iterations_are_reported_one_by_one() {
    let run = run("xiangqi", "alphabeta:depth=4");
    let depths: Vec<u32> = run.iterations.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    let recording = run.recording.expect("a recording");
    assert_eq!(recording.iterations.len(), 4);
    let sums: Vec<u64> = recording
        .iterations
        .iter()
        .map(|iteration| iteration.plies.iter().map(|tally| tally.nodes).sum())
        .collect();
    let reported: Vec<u64> = run.iterations.iter().map(|report| report.nodes).collect();
    let running: Vec<u64> = sums
        .iter()
        .scan(0, |sum, nodes| {
            *sum += nodes;
            Some(*sum)
        })
        .collect();
    assert_eq!(running, reported);
}

#[test]
fn hidden_pieces_give_chance_nodes_with_weighted_outcomes() {
    let recording = run("jieqi", "alphabeta:depth=2").recording.expect("a recording");
    let chance = recording.nodes.iter().position(|row| row.kind == NodeKind::Chance).expect("a chance node");
    let outcomes: Vec<_> = recording.nodes.iter().filter(|row| row.parent as usize == chance).collect();
    assert!(outcomes.len() > 1);
    // Of the 15 dark pieces of a side, 5 are soldiers and 2 of each other kind.
    assert_eq!(outcomes.iter().map(|row| u32::from(row.weight)).sum::<u32>(), 15);
}

#[test]
fn estimates_are_near_the_counts_and_grow_with_the_depth() {
    for (game, depth, spec) in [
        ("xiangqi", 3, "minimax:depth=3"),
        ("chess", 3, "minimax:depth=3"),
        ("toy", 4, "minimax:depth=4"),
        ("jieqi", 2, "minimax:depth=2"),
        ("jieqi", 2, "alphabeta:depth=2"),
        ("xiangqi", 3, "alphabeta:depth=3,ordering=off,table=off,pv=off,deepening=off"),
        ("xiangqi", 4, "alphabeta:depth=4"),
    ] {
        let book = games::by_name(game).expect("a game");
        let parsed: EngineSpec = spec.parse().expect(spec);
        let tree = book.estimate_tree(study(game, None).as_ref(), depth).expect("an estimate");
        let estimate = estimate_nodes(&parsed, tree).expect("it depends on the tree") as f64;
        let counted = think(game, spec).nodes as f64;
        let ratio = estimate / counted;
        assert!((0.5..6.0).contains(&ratio), "{game} {spec}: {estimate} for {counted}");
        let deeper = book.estimate_tree(study(game, None).as_ref(), depth + 1).expect("an estimate");
        assert!(deeper.nodes > tree.nodes);
    }
    let tree = games::ALL[0].estimate_tree(study("xiangqi", None).as_ref(), 3).expect("an estimate");
    assert_eq!(estimate_nodes(&"mcts".parse().expect("mcts"), tree), None);
}

#[test]
fn two_hundred_thousand_nodes_fit_into_four_megabytes() {
    let recording = run("xiangqi", "alphabeta:depth=4,ordering=off,table=off,pv=off,deepening=off")
        .recording
        .expect("one");
    let bytes = encode(&recording);
    assert_eq!(recording.counted, 116_383);
    assert!(bytes.len() / recording.nodes.len() < 20, "{} bytes", bytes.len());
}
