//! Progress of a running match: a bar on a terminal, a line every few games elsewhere.

use std::io::{IsTerminal, stderr};

use arena::{EngineMatch, MatchProgress, PairingReport};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use table::Message;

use super::tables::number;
use crate::failure::print_error;
use crate::output::Output;

/// Games between two progress lines without a terminal.
const EVERY: usize = 20;

/// Progress display of a match.
pub struct Live(Option<ProgressBar>);

impl Live {
    /// Creates the display, with a number of games already played.
    pub fn new(bout: &EngineMatch, done: usize) -> Self {
        if !stderr().is_terminal() {
            return Live(None);
        }
        let bar =
            ProgressBar::with_draw_target(Some(bout.schedule.len() as u64), ProgressDrawTarget::stderr());
        // The template is a constant; fall back to the default style if it is ever rejected.
        if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {pos}/{len} ({eta})  {wide_msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_position(done as u64);
        Live(Some(bar))
    }

    /// Shows the score after a game.
    pub fn show(&mut self, bout: &EngineMatch, progress: &MatchProgress<'_>, output: &Output) {
        let line = score_line(bout, progress.reports, output);
        if progress.result.cause.is_fault() {
            let culprit = progress.result.winner.map_or(0, |winner| winner.other().index());
            let fault = output.render(
                &Message::new("arena_fault")
                    .number("game", progress.slot.index + 1)
                    .text("player", &bout.players[progress.slot.seats[culprit]].name)
                    .word("what", super::tables::cause_word(progress.result.cause))
                    .text("detail", &progress.finished.detail),
            );
            match &self.0 {
                Some(bar) => bar.println(fault),
                None => print_error(&fault),
            }
        }
        match &self.0 {
            Some(bar) => {
                bar.set_position(progress.done as u64);
                bar.set_message(line);
            }
            None if progress.done.is_multiple_of(EVERY) => {
                print_error(&format!("{}/{}  {line}", progress.done, bout.schedule.len()));
            }
            None => {}
        }
    }

    /// Clears the bar before the result is printed.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Score of a match of two players in one line; a round robin shows only the count.
fn score_line(bout: &EngineMatch, reports: &[PairingReport], output: &Output) -> String {
    let [report] = reports else { return String::new() };
    let games = report.games;
    let mut line = format!("+{} ={} -{}", games.wins, games.draws, games.losses);
    if let Some(estimate) = report.estimate() {
        line.push_str(&format!("  Elo {} ± {}", number(estimate.elo, true), number(estimate.error, false)));
    }
    if let Some(test) = bout.sprt {
        let [low, high] = test.bounds();
        line.push_str(&format!("  LLR {:.2} [{low:.2}, {high:.2}]", test.llr(&report.pairs)));
    }
    let faults: u64 = report.faults.iter().map(arena::Faults::total).sum();
    if faults > 0 {
        line.push_str(&format!("  {}", output.render(&Message::new("arena_faults").number("count", faults))));
    }
    line
}
