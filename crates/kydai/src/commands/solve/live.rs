//! Progress of a running solver: one line on a terminal, nothing elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use table::{Message, ProofProgress};

use crate::output::Output;

/// Progress display of the solver.
pub struct Live(Option<ProgressBar>);

impl Live {
    pub fn new() -> Self {
        if !stderr().is_terminal() {
            return Live(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is a constant; fall back to the default style if it is ever rejected.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Live(Some(bar))
    }

    /// Shows the progress after a step.
    pub fn show(&self, progress: &ProofProgress, output: &Output) {
        let Some(bar) = &self.0 else { return };
        let message = match progress.won {
            Some(moves) => Message::new("solve_progress_won").number("moves", moves),
            None => Message::new("solve_progress").number("depth", progress.depth),
        };
        let message = message.number("refuted", progress.refuted).number("nodes", progress.nodes);
        bar.set_message(output.render(&message));
    }

    /// Clears the line before the result is printed.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
