//! The complete check (`cargo xtask test`): its steps, announced and timed; the first failure ends the run.

use std::time::Instant;

use crate::shell::{self, Done, cargo};
use crate::web::BrowserRun;
use crate::{portable, python, system, tidy, trials, web};

type Step = (&'static str, fn() -> Done);

const STEPS: [Step; 9] = [
    ("set-up", set_up),
    ("format", || shell::run(&mut cargo(&["fmt", "--all", "--check"]))),
    ("lints", || {
        shell::run(&mut cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    }),
    ("tidy", tidy::run),
    ("portable", portable::run),
    ("web", web::run_checks),
    ("tests", || shell::run(&mut cargo(&["test", "--workspace", "--no-fail-fast"]))),
    ("journeys", || web::journeys(BrowserRun::JourneysWithTestBuild)),
    ("peers", || trials::peers(true, 1)),
];

/// Runs the complete check.
pub fn run() -> Done {
    run_steps(&STEPS)
}

/// Runs every step; the first failure ends the run.
fn run_steps(steps: &[Step]) -> Done {
    let start = Instant::now();
    for (index, (name, step)) in steps.iter().enumerate() {
        println!("\n==> {}/{} {name}", index + 1, steps.len());
        let began = Instant::now();
        let result = step();
        let seconds = began.elapsed().as_secs_f64();
        match result {
            Ok(()) => println!("    {name}: ok in {seconds:.1} s"),
            Err(problem) => return Err(format!("{name}: FAILED after {seconds:.1} s\n{problem}")),
        }
    }
    println!("\nall {} steps passed in {:.1} s", steps.len(), start.elapsed().as_secs_f64());
    Ok(())
}

/// Installs what the other steps need.
fn set_up() -> Done {
    system::component("fmt", "rustfmt")?;
    system::component("clippy", "clippy")?;
    portable::set_up()?;
    python::ready()?;
    // Checked here, so that a missing browser is reported at once and not after the tests.
    println!("the journeys will run in {}", web::chromium()?.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_ends_the_run_and_is_named() {
        let steps: [Step; 3] = [
            ("good", || Ok(())),
            ("bad", || Err("it broke".into())),
            ("never", || unreachable!("a step after a failure")),
        ];
        let problem = run_steps(&steps).unwrap_err();
        assert!(problem.starts_with("bad: FAILED") && problem.ends_with("it broke"), "{problem}");
    }

    #[test]
    fn a_run_without_failure_passes() {
        assert_eq!(run_steps(&[("good", || Ok(()))]), Ok(()));
    }
}
