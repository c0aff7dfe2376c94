//! Finished proofs keep their moves, not the memory of the searches that found them.
#![cfg(target_os = "linux")]

use std::sync::Arc;

use game::{Game, Line, Side};
use search::mate::{Answer, EngineHints, Finding, Query, solve};
use search::{Clock, Control};
use xiangqi::{Position, Xiangqi};

struct NoTime;

impl Clock for NoTime {
    fn micros(&self) -> u64 {
        0
    }
}

/// Resident memory of this process in megabytes.
fn resident_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("resident memory");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).expect("a number")
        / 1024
}

/// Solves for a win of Red, with engine hints.
fn solved(fen: &str) -> Answer<Position> {
    let rules = Xiangqi::rules(&[]).expect("default rules");
    let line = Line::new(Xiangqi::read_position(fen, &rules).expect(fen).position, rules);
    let control = Control::new(Arc::new(NoTime));
    let stop = control.clone();
    let query = Query { nodes: Some(4_000_000), keys: false, ..Query::new(Side::First) };
    let hints = EngineHints::new(eval::xiangqi::Hce::default(), 32);
    solve(&line, &query, &control, Box::new(hints), &mut |progress| {
        if progress.won.is_some() {
            stop.stop();
        }
    })
}

#[test]
fn six_finished_proofs_take_less_than_a_hundred_megabytes() {
    // A win in nine moves, found by df-pn; the other takes retrograde analysis and engine hints.
    let fens = [
        "9/9/5k3/2p1P1p2/9/5pB2/9/3A5/9/2B1Kc3 w - - 0 1",
        "2bak1P1r/4aP3/b5N2/9/9/9/9/9/5r3/2R1K4 w - - 0 1",
    ];
    let mut kept: Vec<Answer<Position>> = [0, 0, 0, 0, 0, 1].map(|index: usize| solved(fens[index])).into();
    let megabytes = resident_megabytes();
    assert!(megabytes < 100, "{megabytes} MB");
    for answer in &mut kept {
        let Finding::Win { proof, moves, .. } = &mut answer.finding else { panic!("{answer:?}") };
        assert!(proof.node(&[]).is_some_and(|root| root.moves == *moves));
        assert!(proof.verify(300_000).is_ok());
    }
}
