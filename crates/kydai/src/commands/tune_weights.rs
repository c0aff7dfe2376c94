//! `kydai tune GAME`: tunes the weights of the hand-crafted evaluation on games.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use arena::tune::{self, Columns, FitOptions, FitResult, Tuner};
use clap::Args;
use flate2::read::MultiGzDecoder;
use serde_json::json;
use table::Message;

use crate::failure::{Failure, print_error};
use crate::output::Output;
use crate::setup;

/// `kydai tune GAME`.
#[derive(Args)]
pub struct Weights {
    /// Game whose evaluation is tuned: xiangqi, jieqi or chess
    #[arg(value_name = "GAME")]
    pub game: String,

    /// Lists of games or positions, tab-separated with column names; .gz is decompressed
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,

    /// Quiet positions sampled per game
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub per_game: usize,

    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub epochs: usize,

    /// Learning rate: maximum change of a weight per step, in centipawns
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    pub rate: f32,

    /// Regularization toward the initial weights; more for fewer games
    #[arg(long, value_name = "X", default_value_t = 1e-5)]
    pub hold: f32,

    /// Random seed of the choice and order of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Source file with the initial weights; its numbers are replaced, its text kept [default: built in]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Output file of the new weights [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(asked: &Weights, output: &Output) -> Result<(), Failure> {
    let book = setup::rulebook(&asked.game)?;
    let mut tuner = tune::tuner(book, asked.per_game, asked.seed)
        .ok_or_else(|| Message::new("tune_game").word("game", format!("game_{}", book.spec().name)))?;
    let source = asked.weights.as_deref().map(read_text).transpose()?;
    for path in &asked.data {
        read_list(path, tuner.as_mut(), output)?;
    }
    let (games, positions) = tuner.size();
    if positions == 0 {
        return Err(Message::new("tune_empty").into());
    }
    print_error(
        &output.render(&Message::new("tune_size").number("games", games).number("positions", positions)),
    );
    let options = FitOptions {
        epochs: asked.epochs,
        learning_rate: asked.rate,
        regularization: asked.hold,
        seed: asked.seed,
    };
    let start = source.as_deref().map(tune::parse_weights);
    let fitted = tuner.fit(start.as_deref(), &options, &mut |report| {
        if report.epoch.is_multiple_of(10) {
            let line = Message::new("tune_epoch")
                .number("epoch", report.epoch)
                .text("learnt", format!("{:.6}", report.training))
                .text("held_out", format!("{:.6}", report.validation));
            print_error(&output.render(&line));
        }
    })?;
    finish(asked, output, source.as_deref(), &fitted)
}

/// Writes the weights and prints the improvement.
fn finish(asked: &Weights, output: &Output, source: Option<&str>, fitted: &FitResult) -> Result<(), Failure> {
    let text = match source {
        Some(source) => tune::replace_weights(source, &fitted.weights)
            .ok_or_else(|| Message::new("tune_source").number("count", fitted.weights.len()))?,
        None => tune::format_weights(&fitted.weights),
    };
    let gained = Message::new("tune_gained")
        .text("before", format!("{:.6}", fitted.before.validation))
        .text("after", format!("{:.6}", fitted.after.validation))
        .text("scale", format!("{:.0}", fitted.before.scale));
    if let Some(path) = &asked.out {
        std::fs::write(path, &text).map_err(|error| file_message(path, &error))?;
    }
    if output.json {
        return output.print_json(&json!({
            "before": { "learnt": fitted.before.training, "held_out": fitted.before.validation },
            "after": { "learnt": fitted.after.training, "held_out": fitted.after.validation },
            "scale": fitted.before.scale,
            "epoch": fitted.after.epoch,
            "weights": fitted.weights.iter().map(|score| [score.middlegame(), score.endgame()]).collect::<Vec<_>>(),
        }));
    }
    print_error(&output.render(&gained));
    if asked.out.is_some() { Ok(()) } else { output.print(&text) }
}

fn file_message(path: &Path, error: &std::io::Error) -> Message {
    Message::new("cli_file").text("file", path.display().to_string()).text("why", error.to_string())
}

fn read_text(path: &Path) -> Result<String, Message> {
    std::fs::read_to_string(path).map_err(|error| file_message(path, &error))
}

/// Reads a list. Invalid games are reported and skipped.
fn read_list(path: &Path, tuner: &mut dyn Tuner, output: &Output) -> Result<(), Failure> {
    let broken = |error: std::io::Error| file_message(path, &error);
    let file = File::open(path).map_err(broken)?;
    let packed = path.extension().is_some_and(|extension| extension == "gz");
    let reader: Box<dyn Read> = if packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut lines = BufReader::new(reader).lines();
    let head = lines.next().transpose().map_err(broken)?.unwrap_or_default();
    let columns = Columns::read(&head)?;
    for (index, line) in lines.enumerate() {
        let Some(record) = columns.record(&line.map_err(broken)?) else { continue };
        if let Err(why) = tuner.add(&record) {
            let message = Message::new("cli_line_wrong").number("line", index + 2).nest("why", why);
            print_error(&output.label("cli_warning", &output.render(&message)));
        }
    }
    Ok(())
}
