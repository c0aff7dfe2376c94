//! Compares the speed of this crate's perft with perft on the bare cozy-chess board, in one run.
//!
//! `cargo run --release -p chess --example perft_compare [rounds]`

use std::time::{Duration, Instant};

use chess::cozy_chess::Board;
use chess::{Chess, Rules};
use game::{Game, perft};

const POSITIONS: [(&str, u32); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// Direct perft with cozy-chess: move sets, copied boards, bulk counting at the last ply.
fn bare(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += bare(&after, depth - 1);
        }
        false
    });
    nodes
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(120);
    let (mut nodes, mut ours, mut theirs) = (0, Duration::ZERO, Duration::ZERO);
    for (fen, depth) in POSITIONS {
        let here = Chess::read_position(fen, &Rules::default()).expect(fen).position;
        // Short alternating runs, the best of each counted, to reduce the noise of a busy machine.
        let (mut our_best, mut their_best) = (Duration::MAX, Duration::MAX);
        let mut counted = 0;
        for _ in 0..rounds.max(1) {
            let started = Instant::now();
            counted = perft(&here, depth);
            our_best = our_best.min(started.elapsed());
            let started = Instant::now();
            let expected = bare(here.board(), depth);
            their_best = their_best.min(started.elapsed());
            assert_eq!(counted, expected, "{fen}");
        }
        nodes += counted;
        ours += our_best;
        theirs += their_best;
    }
    let speed = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    let (ours, theirs) = (speed(ours), speed(theirs));
    println!("kydai {ours:.1} Mnodes/s  cozy-chess {theirs:.1} Mnodes/s  ratio {:.3}", ours / theirs);
}
