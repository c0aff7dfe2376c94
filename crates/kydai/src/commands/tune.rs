//! `kydai tune`: fits the weights of an opinion to games.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use arena::tune::{self, Columns, FitOptions, FitResult, Tuner};
use clap::Args;
use flate2::read::MultiGzDecoder;
use serde_json::json;
use table::Message;

use crate::desk;
use crate::failure::{Failure, complain};
use crate::speech::Speech;

/// `kydai tune`.
#[derive(Args)]
pub struct Tune {
    /// The game whose opinion is fitted: xiangqi, jieqi or chess
    #[arg(value_name = "GAME")]
    pub game: String,

    /// Lists of games or positions, tab-separated under column names; .gz is unpacked
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,

    /// Quiet positions drawn from each game
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub per_game: usize,

    /// Times every position is looked at
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub epochs: usize,

    /// How far a weight may move in one step, in centipawns
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    pub rate: f32,

    /// How strongly weights are held where they were; more for fewer games
    #[arg(long, value_name = "X", default_value_t = 1e-5)]
    pub hold: f32,

    /// What the choice and order of positions grow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// A source file with the weights to begin with: its numbers are replaced, its words kept [default: those built in]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Where the new weights are written [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What the long help says first.
pub const ABOUT: &str = "\
Fit the weights of a game's own evaluation to games: what it says of quiet positions
should foretell how the games ended. Quiet means: not in check, and neither the last
move nor the next one captures; the first ten plies are left out. One game of ten is
held out, and the weights that foretell those best are kept.

A list is tab-separated under a line of column names: `result` (1-0, 0-1, 1/2-1/2),
`moves` or `moves_iccs` (coordinates), `fen` (where the game begins; without moves, the
position itself). `kydai arena --tsv FILE` writes such a list of its games.

Nothing is changed but the file named by --out: building with it is up to you.";

/// What the help says last.
pub const EXAMPLES: &str = "\
Examples:
  kydai tune xiangqi --data games.tsv.gz --weights crates/eval/src/xiangqi/weights.rs --out weights.rs
  kydai arena --a champion --b champion --tc nodes=3000 --games 5000 --tsv selfplay.tsv
  kydai tune chess --data selfplay.tsv --epochs 100 --hold 0.0001";

pub fn run(asked: &Tune, speech: &Speech) -> Result<(), Failure> {
    let book = desk::rulebook(&asked.game)?;
    let mut tuner = tune::tuner(book, asked.per_game, asked.seed)
        .ok_or_else(|| Message::new("tune_game").word("game", format!("game_{}", book.spec().name)))?;
    let source = asked.weights.as_deref().map(read_text).transpose()?;
    for path in &asked.data {
        read_list(path, tuner.as_mut(), speech)?;
    }
    let (games, positions) = tuner.size();
    if positions == 0 {
        return Err(Message::new("tune_empty").into());
    }
    complain(&speech.say(&Message::new("tune_size").number("games", games).number("positions", positions)));
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
            complain(&speech.say(&line));
        }
    })?;
    finish(asked, speech, source.as_deref(), &fitted)
}

/// Writes the weights, and says what was gained.
fn finish(asked: &Tune, speech: &Speech, source: Option<&str>, fitted: &FitResult) -> Result<(), Failure> {
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
    if speech.json {
        return speech.print_json(&json!({
            "before": { "learnt": fitted.before.training, "held_out": fitted.before.validation },
            "after": { "learnt": fitted.after.training, "held_out": fitted.after.validation },
            "scale": fitted.before.scale,
            "epoch": fitted.after.epoch,
            "weights": fitted.weights.iter().map(|score| [score.middlegame(), score.endgame()]).collect::<Vec<_>>(),
        }));
    }
    complain(&speech.say(&gained));
    if asked.out.is_some() { Ok(()) } else { speech.print(&text) }
}

fn file_message(path: &Path, error: &std::io::Error) -> Message {
    Message::new("cli_file").text("file", path.display().to_string()).text("why", error.to_string())
}

fn read_text(path: &Path) -> Result<String, Message> {
    std::fs::read_to_string(path).map_err(|error| file_message(path, &error))
}

/// Takes a list in. A game that cannot be played is told and left out; the others count.
fn read_list(path: &Path, tuner: &mut dyn Tuner, speech: &Speech) -> Result<(), Failure> {
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
            complain(&speech.label("cli_warning", &speech.say(&message)));
        }
    }
    Ok(())
}
