//! Perft against the well-known suites, up to a budget of nodes.

use chess::{Chess, Rules};
use game::{Game, perft};

/// Leaves counted per file.
const BUDGET: u64 = 10_000_000;

/// Checks the smallest counts first, over all positions, while the budget lasts.
fn check(suite: &str, rules: &Rules) {
    let mut cases: Vec<(u32, u64, &str)> = Vec::new();
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(';').expect(line);
        for count in counts.split(';') {
            let (depth, nodes) = count.trim().trim_start_matches('D').split_once(' ').expect(line);
            cases.push((depth.parse().expect(line), nodes.trim().parse().expect(line), fen.trim()));
        }
    }
    cases.sort_by_key(|&(_, nodes, _)| nodes);
    let mut spent = 0;
    let mut deepest = 0;
    for (depth, nodes, fen) in cases {
        spent += nodes;
        if spent > BUDGET {
            break;
        }
        let here = Chess::read_position(fen, rules).expect(fen).position;
        assert_eq!(perft(&here, depth), nodes, "{fen} at depth {depth}");
        deepest = deepest.max(depth);
    }
    assert!(deepest >= 3, "the budget reached depth {deepest} only");
}

#[test]
fn the_usual_suite_counts_right() {
    check(include_str!("../../../testdata/perft/chess.epd"), &Rules::default());
}

#[test]
fn the_chess960_suite_counts_right() {
    check(include_str!("../../../testdata/perft/chess960.epd"), &Rules { chess960: true });
}

#[test]
fn the_chess960_suite_is_also_read_without_the_option() {
    let suite = include_str!("../../../testdata/perft/chess960.epd");
    for line in suite.lines().filter(|line| !line.starts_with('#')).take(20) {
        let (fen, counts) = line.split_once(';').expect(line);
        let here = Chess::read_position(fen, &Rules::default()).expect(fen).position;
        assert_eq!(format!("D1 {}", perft(&here, 1)), counts.split(';').next().expect(line).trim(), "{fen}");
    }
}
