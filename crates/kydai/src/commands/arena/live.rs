//! A match while it runs: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, stderr};

use arena::{EngineMatch, MatchProgress, PairingReport};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use table::Message;

use super::tables::number;
use crate::failure::complain;
use crate::speech::Speech;

/// Games between two lines where there is no terminal.
const EVERY: usize = 20;

/// What is shown of a running match.
pub struct Live(Option<ProgressBar>);

impl Live {
    /// Begins with so many games already played.
    pub fn new(bout: &EngineMatch, done: usize) -> Self {
        if !stderr().is_terminal() {
            return Live(None);
        }
        let bar =
            ProgressBar::with_draw_target(Some(bout.schedule.len() as u64), ProgressDrawTarget::stderr());
        // The template is ours; should a future version not like it, its own will do.
        if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {pos}/{len} ({eta})  {wide_msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_position(done as u64);
        Live(Some(bar))
    }

    /// A game has ended.
    pub fn show(&mut self, bout: &EngineMatch, progress: &MatchProgress<'_>, speech: &Speech) {
        let line = standing(bout, progress.reports, speech);
        if progress.result.cause.is_fault() {
            let culprit = progress.result.winner.map_or(0, |winner| winner.other().index());
            let fault = speech.say(
                &Message::new("arena_fault")
                    .number("game", progress.slot.index + 1)
                    .text("player", &bout.players[progress.slot.seats[culprit]].name)
                    .word("what", super::tables::cause_word(progress.result.cause))
                    .text("detail", &progress.finished.detail),
            );
            match &self.0 {
                Some(bar) => bar.println(fault),
                None => complain(&fault),
            }
        }
        match &self.0 {
            Some(bar) => {
                bar.set_position(progress.done as u64);
                bar.set_message(line);
            }
            None if progress.done.is_multiple_of(EVERY) => {
                complain(&format!("{}/{}  {line}", progress.done, bout.schedule.len()));
            }
            None => {}
        }
    }

    /// The bar makes room for the result.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The match of two in one line; a round robin shows its count alone.
fn standing(bout: &EngineMatch, reports: &[PairingReport], speech: &Speech) -> String {
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
        line.push_str(&format!("  {}", speech.say(&Message::new("arena_faults").number("count", faults))));
    }
    line
}
