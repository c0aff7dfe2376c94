//! Pairs every round of TRF files again and prints the time of each: `time_rounds FILE…`, for docs/BENCHMARKS.md.

use std::process::ExitCode;
use std::time::Instant;

use tournament::dutch::pair_round;
use tournament::trf;

fn main() -> ExitCode {
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let mut event = match trf::read(&text) {
            Ok(file) => file.tournament,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        event.rounds = event.rounds.max(event.paired_rounds());
        let mut seconds = Vec::new();
        for round in 1..=event.paired_rounds() {
            let before = event.before_round(round);
            let begun = Instant::now();
            if let Err(error) = pair_round(&before, round) {
                eprintln!("{path}: round {round}: {error:?}");
                return ExitCode::FAILURE;
            }
            seconds.push(begun.elapsed().as_secs_f64());
        }
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        let each: Vec<String> = seconds.iter().map(|one| format!("{one:.3}")).collect();
        println!("{path}: {} s, longest {longest:.3} s", each.join(" "));
    }
    ExitCode::SUCCESS
}
