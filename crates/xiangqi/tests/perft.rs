//! Perft against the counts of a data file, up to a budget of nodes. `cargo xtask perft` counts everything.

use game::{Game, perft};
use xiangqi::{Rules, Xiangqi};

/// Largest count checked here; larger ones are left to `cargo xtask perft`.
const NODES: u64 = 140_000_000;

/// A position's FEN and its counts, depth and nodes.
fn cases() -> Vec<(&'static str, Vec<(u32, u64)>)> {
    let file = include_str!("../../../testdata/perft/xiangqi.epd");
    let case = |line: &'static str| {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap_or_default();
        let count = |field: &str| {
            let (depth, nodes) = field.strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.parse().ok()?))
        };
        (fen, fields.filter_map(count).collect())
    };
    file.lines().filter(|line| !line.starts_with('#')).map(case).collect()
}

#[test]
fn every_position_of_the_file_has_its_counts() {
    let cases = cases();
    assert_eq!(cases.len(), 9);
    for (fen, counts) in cases {
        assert!(counts.len() >= 5, "{fen}: {counts:?}");
        assert!(counts.iter().zip(1..).all(|(&(depth, _), number)| depth == number), "{fen}: {counts:?}");
    }
}

#[test]
fn every_count_within_the_budget_is_right() {
    let mut counted = 0;
    for (fen, counts) in cases() {
        let here = Xiangqi::read_position(fen, &Rules::default()).expect(fen).position;
        for (depth, nodes) in counts.into_iter().filter(|&(_, nodes)| nodes <= NODES) {
            assert_eq!(perft(&here, depth), nodes, "depth {depth} of {fen}");
            counted += nodes;
        }
    }
    assert!(counted > 300_000_000, "the budget lets only {counted} nodes through");
}

#[test]
fn divide_splits_the_count_by_first_move() {
    let start = Xiangqi::start(&Rules::default());
    let divided = game::divide(&start, 3);
    assert_eq!(divided.len(), 44);
    assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
}
