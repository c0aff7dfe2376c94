//! A solver while it works: one line on a terminal, nothing elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use table::{Message, ProofProgress};

use crate::speech::Speech;

/// What is shown of a running solver.
pub struct Live(Option<ProgressBar>);

impl Live {
    pub fn new() -> Self {
        if !stderr().is_terminal() {
            return Live(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is ours; should a future version not like it, its own will do.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Live(Some(bar))
    }

    /// A question was answered, the next one begins.
    pub fn show(&self, progress: &ProofProgress, speech: &Speech) {
        let Some(bar) = &self.0 else { return };
        let message = match progress.won {
            Some(moves) => Message::new("solve_progress_won").number("moves", moves),
            None => Message::new("solve_progress").number("depth", progress.depth),
        };
        let message = message.number("refuted", progress.refuted).number("nodes", progress.nodes);
        bar.set_message(speech.say(&message));
    }

    /// The line makes room for the answer.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
