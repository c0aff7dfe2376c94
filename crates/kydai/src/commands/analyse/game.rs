//! Review of a whole game: score and mark of every move, accuracy, summary.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value as Json, json};
use table::{
    Control, GameSpec, Message, Outcome, PositionValue, Review, ReviewStep, Reviewed, ReviewedPly, Score,
    Side, SidePlay, Study, TurnCause, review,
};

use super::{Analyst, score_json, score_text};
use crate::commands::solve::stop_on_interrupt;
use crate::draw::{pad, width};
use crate::failure::Failure;

/// Default seconds per move.
const SECONDS: f64 = 0.3;

/// Moves shown of a better line.
const SHOWN: usize = 8;

pub fn run(mut analyst: Analyst<'_>, played: &dyn Study, outcome: Option<Outcome>) -> Result<(), Failure> {
    let outcome = played.status().outcome.or(outcome);
    let game = Reviewed { views: analyst.book.views_by_side(played)?, outcome };
    let control = Control::new(std::sync::Arc::new(table::WallClock::start()));
    stop_on_interrupt(&control);
    let bar = Bar::new(played.ply());
    let limits = analyst.limits(1, SECONDS);
    let found = review(&game, analyst.engine.as_mut(), &limits, &control, &mut |step| bar.show(step));
    bar.finish();
    let report = Report { analyst: &analyst, game: &game, found: found?, spec: played.spec() };
    if analyst.output.json { report.print_json() } else { report.print() }
}

/// Progress bar; shown only on a terminal.
struct Bar(Option<ProgressBar>);

impl Bar {
    fn new(plies: usize) -> Self {
        if !stderr().is_terminal() {
            return Bar(None);
        }
        let bar = ProgressBar::with_draw_target(Some(plies as u64), ProgressDrawTarget::stderr());
        // The template is a constant; fall back to the default style if it is ever rejected.
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}  {elapsed}") {
            bar.set_style(style);
        }
        Bar(Some(bar))
    }

    fn show(&self, step: &ReviewStep) {
        if let Some(bar) = &self.0 {
            bar.set_position(step.done as u64);
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Result of the review, ready to print.
struct Report<'a> {
    analyst: &'a Analyst<'a>,
    game: &'a Reviewed,
    found: Review,
    spec: &'static GameSpec,
}

impl Report<'_> {
    /// Position before a ply, as its mover knew it.
    fn before(&self, ply: &ReviewedPly) -> Box<dyn Study> {
        self.game.views[ply.side.index()].until(ply.ply)
    }

    /// Text of every move, each written from its mover's knowledge.
    fn texts(&self) -> Vec<String> {
        let [first, second] = self.game.views.each_ref().map(|study| study.moves(self.analyst.notation));
        let own = |ply: &ReviewedPly| [&first, &second][ply.side.index()].get(ply.ply).cloned();
        self.found.plies.iter().map(|ply| own(ply).unwrap_or_else(|| ply.mv.clone())).collect()
    }

    fn print(&self) -> Result<(), Failure> {
        let output = self.analyst.output;
        let texts = self.texts();
        let columns = texts.iter().map(|text| width(text)).max().unwrap_or(0);
        let mut lines: Vec<String> =
            self.found.plies.iter().zip(&texts).map(|(ply, text)| self.line_of(ply, text, columns)).collect();
        lines.push(String::new());
        if let Some(outcome) = self.game.outcome {
            lines.push(output.render(&table::explain_outcome(&outcome, self.spec)));
        }
        for side in Side::BOTH {
            let play = &self.found.sides[side.index()];
            // A side without decisions has no accuracy.
            if play.moves == 0 {
                continue;
            }
            lines.push(output.render(&side_message(play, self.spec.sides[side.index()])));
        }
        lines.push(String::new());
        lines.extend(self.found.summary.iter().map(|message| output.render(message)));
        output.print(&lines.join("\n"))
    }

    /// `12. Red  C2=5 ??  -1.31   better: ...`
    fn line_of(&self, ply: &ReviewedPly, text: &str, columns: usize) -> String {
        let output = self.analyst.output;
        let sides = Side::BOTH.map(|side| output.side(side, self.spec));
        let side_width = sides.iter().map(|side| width(side)).max().unwrap_or(0);
        let side = pad(&sides[ply.side.index()], side_width);
        let mark = ply.judgment.map_or("", table::Judgment::mark);
        let score = weight_text(&ply.after);
        let text = pad(text, columns);
        let mut out = format!("{:>3}. {side}  {text} {mark:<2}  {score:>7}", ply.number);
        if let Some(luck) = ply.luck {
            let message = Message::new("analyse_flip").text("luck", percent(luck));
            out.push_str(&format!("  {}", output.render(&message)));
        }
        if ply.judgment.is_some() {
            let shown = &ply.line[..ply.line.len().min(SHOWN)];
            let better =
                self.analyst.write(self.before(ply).as_mut(), shown, self.analyst.notation).join(" ");
            let message =
                Message::new("analyse_better").text("score", weight_text(&ply.before)).text("line", better);
            out.push_str(&format!("  {}", output.render(&message)));
        }
        out.trim_end().to_owned()
    }

    fn print_json(&self) -> Result<(), Failure> {
        let output = self.analyst.output;
        let texts = self.texts();
        let moves: Vec<Json> =
            self.found.plies.iter().zip(&texts).map(|(ply, text)| ply_json(ply, text)).collect();
        let turning: Vec<Json> = self
            .found
            .turning
            .iter()
            .map(|turn| {
                json!({
                    "ply": turn.ply + 1,
                    "side": turn.side.code(),
                    "lead": turn.lead.map(Side::code),
                    "swing": turn.swing,
                    "cause": match turn.cause {
                        TurnCause::Decision => "decision",
                        TurnCause::Luck => "luck",
                        TurnCause::Play => "play",
                    },
                })
            })
            .collect();
        let sides = self.found.sides.each_ref().map(side_json);
        let outcome = self.game.outcome;
        output.print_json(&json!({
            "game": self.spec.name,
            "start": self.game.views[0].until(0).position(""),
            "from": self.found.from,
            "moves": moves,
            "verdict": outcome.map_or("ongoing", |outcome| outcome.code()),
            "reason": outcome.map(|outcome| outcome.reason.code()),
            "sides": { "first": sides[0], "second": sides[1] },
            "turning": turning,
            "summary": self.found.summary.iter().map(|message| output.message_json(message)).collect::<Vec<_>>(),
        }))
    }
}

/// Signed expected-score difference in percent.
fn percent(share: f32) -> String {
    format!("{:+.0}%", share * 100.0)
}

/// Evaluation from the first side's view; the result if the game is over.
fn weight_text(weight: &PositionValue) -> String {
    match weight.score {
        Some(score) => score_text(score, Side::First),
        None if weight.chance == 0.5 => "1/2-1/2".to_owned(),
        None if weight.chance > 0.5 => "1-0".to_owned(),
        None => "0-1".to_owned(),
    }
}

fn side_message(play: &SidePlay, side: &'static str) -> Message {
    let [dubious, mistakes, blunders] = play.bad;
    let accuracy = format!("{:.1}", play.accuracy.unwrap_or_default());
    let (code, luck) = match play.luck {
        Some(luck) => ("analyse_side_luck", percent(luck)),
        None => ("analyse_side", String::new()),
    };
    let message = Message::new(code)
        .word("side", side)
        .text("accuracy", accuracy)
        .number("dubious", dubious)
        .number("mistakes", mistakes)
        .number("blunders", blunders);
    if play.luck.is_some() { message.text("luck", luck) } else { message }
}

fn side_json(play: &SidePlay) -> Json {
    let [dubious, mistakes, blunders] = play.bad;
    json!({
        "accuracy": play.accuracy,
        "moves": play.moves,
        "dubious": dubious,
        "mistakes": mistakes,
        "blunders": blunders,
        "loss": play.loss,
        "luck": play.luck,
    })
}

/// JSON of a move; scores and chances from its mover's view.
fn ply_json(ply: &ReviewedPly, text: &str) -> Json {
    let own = |score: Score| if ply.side == Side::First { score } else { -score };
    let share = |first: f32| if ply.side == Side::First { first } else { 1.0 - first };
    json!({
        "ply": ply.ply + 1,
        "number": ply.number,
        "side": ply.side.code(),
        "move": ply.mv,
        "text": text,
        "depth": ply.depth,
        "score": ply.before.score.map(|score| score_json(own(score))),
        "best": ply.best(),
        "line": ply.line,
        "before": ply.before.share(ply.side),
        "expected": share(ply.expected),
        "after": ply.after.share(ply.side),
        "forced": ply.forced,
        "loss": ply.loss,
        "mark": ply.judgment.map_or("", table::Judgment::mark),
        "accuracy": ply.accuracy(),
        "luck": ply.luck,
    })
}
