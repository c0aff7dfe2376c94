//! `kydai train`: fits a network to games.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use learn::{TrainEvent, TrainOptions};
use serde_json::json;
use table::Message;

use super::datagen::trainer;
use crate::failure::{Failure, complain};
use crate::speech::Speech;

/// `kydai train`.
#[derive(Args)]
pub struct Train {
    /// The game: xiangqi, jieqi or chess
    #[arg(long, short, value_name = "GAME", default_value = "xiangqi")]
    pub game: String,

    /// A folder of games that `kydai datagen` made
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,

    /// The file of the network; a checkpoint and a chart of the error (.svg) are written beside it
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Hidden numbers of each side, in steps of 32
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub hidden: u16,

    /// Times every position is looked at
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub epochs: u16,

    /// Positions in a step
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: u32,

    /// How far a step goes at the beginning; it falls to a hundredth along a cosine
    #[arg(long, value_name = "X", default_value_t = 0.001)]
    pub rate: f32,

    /// How fast numbers nobody needs fade, in parts of the rate: less with many games, more with few
    #[arg(long, value_name = "X", default_value_t = 0.7)]
    pub decay: f32,

    /// How much of the aim is the game's result, from 0 to 1; the rest is what the search said
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    pub result: f32,

    /// How much what the search said a ply later counts beside what it said before, from 0 to below 1
    #[arg(long, value_name = "X", default_value_t = 0.6)]
    pub lambda: f32,

    /// Replace the opinion written by hand instead of correcting it: wants ten times as many games
    #[arg(long)]
    pub alone: bool,

    /// Threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// What the first numbers and the order of positions grow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// What the long help says first.
pub const ABOUT: &str = "\
Fit a network to games: what it says of a quiet position should be what the search said there
and on the next plies, mixed with how the game ended. Positions in check, with a capture as the
best move, decided or seen before are left out; one game of fifty is held out to see whether what was learnt holds.

The network of the epoch that foretold those games best is written, in whole numbers as it
plays, once they are seen to agree with those learnt. After each epoch a checkpoint is put beside it: the same command goes on from there.
Try it with `kydai arena --a champion:net=FILE --b champion:eval=classic`.";

/// What the help says last.
pub const EXAMPLES: &str = "\
Examples:
  kydai train --game xiangqi --data data/xiangqi --out xiangqi.nnue --hidden 64 --epochs 20
  kydai train --game chess --data data/chess --out chess.nnue --alone --hidden 128 --lambda 0.7";

pub fn run(asked: &Train, speech: &Speech) -> Result<(), Failure> {
    let trainer = trainer(&asked.game)?;
    let options = TrainOptions {
        hidden: asked.hidden.into(),
        epochs: asked.epochs.into(),
        batch: asked.batch as usize,
        learning_rate: asked.rate.clamp(0.0, 1.0),
        weight_decay: asked.decay.clamp(0.0, 100.0),
        result_share: asked.result.clamp(0.0, 1.0),
        lambda: asked.lambda.clamp(0.0, 1.0),
        corrects_hce: !asked.alone,
        threads: asked.threads.into(),
        seed: asked.seed,
    };
    let bar = stderr().is_terminal().then(bar);
    let trained =
        trainer.train(&asked.data, &asked.out, &options, &mut |event| show(event, bar.as_ref(), speech))?;
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    if speech.json {
        let curve: Vec<_> = trained
            .curve
            .iter()
            .map(|epoch| json!({ "epoch": epoch.number, "learnt": epoch.training, "held_out": epoch.validation }))
            .collect();
        return speech.print_json(&json!({
            "positions": trained.stats.kept,
            "games": trained.stats.games,
            "scale": trained.scale,
            "bytes": trained.bytes,
            "rounding_mean": trained.quantization.mean,
            "rounding_most": trained.quantization.max,
            "curve": curve,
        }));
    }
    let done = Message::new("train_done")
        .text("file", asked.out.display().to_string())
        .number("bytes", trained.bytes)
        .text("mean", format!("{:.2}", trained.quantization.mean))
        .text("most", format!("{:.1}", trained.quantization.max));
    speech.print(&speech.say(&done))
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
    // The template is ours; should a future version not like it, its own will do.
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:20}] {pos}/{len}  {per_sec}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

fn show(event: &TrainEvent, bar: Option<&ProgressBar>, speech: &Speech) {
    let message = match event {
        TrainEvent::DatasetRead(stats) => {
            Message::new("tune_size").number("games", stats.games).number("positions", stats.kept)
        }
        TrainEvent::ScaleFitted(scale) => Message::new("train_scale").text("scale", format!("{scale:.0}")),
        TrainEvent::Resumed(epochs) => Message::new("train_resumed").number("epochs", *epochs),
        TrainEvent::EpochDone(epoch) => Message::new("tune_epoch")
            .number("epoch", epoch.number)
            .text("learnt", format!("{:.6}", epoch.training))
            .text("held_out", format!("{:.6}", epoch.validation)),
        TrainEvent::Step { epoch, done, total } => {
            if let Some(bar) = bar {
                bar.set_length(*total as u64);
                bar.set_position(*done as u64);
                bar.set_message(epoch.to_string());
            }
            return;
        }
    };
    match bar {
        Some(bar) => bar.println(speech.say(&message)),
        None => complain(&speech.say(&message)),
    }
}
