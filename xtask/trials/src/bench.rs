//! Speed of perft compared with other programs on the same positions, one thread each, with bulk counting.

use std::path::Path;
use std::time::{Duration, Instant};

use cozy_chess::Board;

use crate::rival::Rival;
use crate::stopwatch::{Stopwatch, Timed};
use crate::{Done, book, suite};

/// Xiangqi positions of testdata/perft/xiangqi.epd, with depths.
const XIANGQI: [(&str, u32); 3] = [("startpos", 5), ("cpw2", 5), ("cpw3", 5)];

/// Chess positions with depths.
const CHESS: [(&str, &str, u32); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// One row of the table.
struct Comparison {
    name: String,
    nodes: u64,
    ours: Duration,
    theirs: Duration,
}

impl Comparison {
    fn speed(&self, time: Duration) -> f64 {
        self.nodes as f64 / time.as_secs_f64() / 1e6
    }

    fn row(&self) -> String {
        let (ours, theirs) = (self.speed(self.ours), self.speed(self.theirs));
        format!("| {} | {} | {ours:.1} | {theirs:.1} | {:.2} |", self.name, self.nodes, ours / theirs)
    }
}

/// Runs all comparisons and prints the tables.
pub fn run(rounds: usize, rival: &Path) -> Done {
    println!(
        "Perft on {}: one thread each, Mnodes per second of processor time, best of {rounds} rounds.\n",
        processor()
    );
    let xiangqi = xiangqi(rounds, rival)?;
    print_table("xiangqi", "fairy-stockfish", &xiangqi);
    let chess = chess(rounds)?;
    print_table("chess", "bare cozy-chess", &chess);
    Ok(())
}

fn print_table(game: &str, rival: &str, comparisons: &[Comparison]) {
    println!("| {game} | nodes | kydai | {rival} | ratio |");
    println!("|---|---:|---:|---:|---:|");
    for comparison in comparisons {
        println!("{}", comparison.row());
    }
    let total = Comparison {
        name: "together".into(),
        nodes: comparisons.iter().map(|one| one.nodes).sum(),
        ours: comparisons.iter().map(|one| one.ours).sum(),
        theirs: comparisons.iter().map(|one| one.theirs).sum(),
    };
    println!("{}\n", total.row());
}

fn xiangqi(rounds: usize, program: &Path) -> Done<Vec<Comparison>> {
    let mut rival = Rival::start(program, "xiangqi")?;
    let mut comparisons = Vec::new();
    for (id, depth) in XIANGQI {
        let position = suite::xiangqi(id)?;
        let ours = || ours("xiangqi", &position, depth);
        comparisons
            .push(compare(&format!("{id} depth {depth}"), rounds, ours, || rival.perft(&position, depth))?);
    }
    Ok(comparisons)
}

fn chess(rounds: usize) -> Done<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    for (name, position, depth) in CHESS {
        let board: Board = position.parse().map_err(|error| format!("{name}: {error}"))?;
        let theirs = || Ok(timed(|| plain_perft(&board, depth)));
        comparisons.push(compare(
            &format!("{name} depth {depth}"),
            rounds,
            || ours("chess", position, depth),
            theirs,
        )?);
    }
    Ok(comparisons)
}

/// Runs both programs in turn; the best round of each counts, since it was disturbed least.
fn compare(
    name: &str,
    rounds: usize,
    mut ours: impl FnMut() -> Done<(u64, Duration)>,
    mut theirs: impl FnMut() -> Done<(u64, Duration)>,
) -> Done<Comparison> {
    let mut comparison =
        Comparison { name: name.to_owned(), nodes: 0, ours: Duration::MAX, theirs: Duration::MAX };
    for _ in 0..rounds.max(1) {
        let (nodes, took) = ours()?;
        let (their_nodes, they_took) = theirs()?;
        if nodes != their_nodes {
            return Err(format!("{name}: we count {nodes}, they count {their_nodes}"));
        }
        comparison.nodes = nodes;
        comparison.ours = comparison.ours.min(took);
        comparison.theirs = comparison.theirs.min(they_took);
    }
    Ok(comparison)
}

fn ours(game: &str, position: &str, depth: u32) -> Done<(u64, Duration)> {
    let study = book(game)?.open(Some(position), &[]).map_err(|message| message.to_string())?;
    Ok(timed(|| study.perft(depth)))
}

/// Repeats the count until the time is long enough to measure; returns the time of one count.
fn timed(count: impl Fn() -> u64) -> (u64, Duration) {
    let (watch, start) = (Stopwatch::start(Timed::CurrentThread), Instant::now());
    let mut runs = 0;
    loop {
        let nodes = count();
        runs += 1;
        if start.elapsed() > Duration::from_secs(1) {
            return (nodes, watch.stop() / runs);
        }
    }
}

/// Perft with plain cozy-chess: copy-make and bulk counting.
fn plain_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            nodes += plain_perft(&after, depth - 1);
        }
        false
    });
    nodes
}

/// Returns the name of the processor if the system reports it.
fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name));
    format!("{} ({cores} cores)", name.unwrap_or("an unnamed processor").trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_keeps_the_best_of_each_and_requires_equal_counts() {
        let mut times = [3, 1, 2].into_iter().cycle();
        let mut timed = || Ok((10, Duration::from_secs(times.next().unwrap_or(0))));
        let compared = compare("x", 3, &mut timed, || Ok((10, Duration::from_secs(4)))).unwrap();
        assert_eq!((compared.ours, compared.theirs), (Duration::from_secs(1), Duration::from_secs(4)));
        let different = compare("x", 1, || Ok((10, Duration::ZERO)), || Ok((11, Duration::ZERO)));
        assert!(different.is_err());
    }

    #[test]
    fn plain_cozy_chess_counts_correctly() {
        let board = Board::default();
        assert_eq!(plain_perft(&board, 3), 8902);
    }
}
