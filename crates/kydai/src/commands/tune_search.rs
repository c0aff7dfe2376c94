//! `kydai tune search`: tunes the parameters of the search by matches (SPSA).

use std::fs::{self, File, OpenOptions};
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use arena::spsa::{self, Spsa, SpsaGames, SpsaOptions, TunedParam};
use arena::{Adjudication, Openings, TimeControl};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use table::{EngineResources, EngineSpec, Message};

use crate::failure::{Failure, print_error};
use crate::output::Output;
use crate::setup;

/// Iterations between two progress lines without a terminal, and between two drawings of the chart.
const EVERY: usize = 20;

/// `kydai tune search`.
#[derive(Args)]
pub struct Search {
    /// Game whose engine is tuned: xiangqi, jieqi or chess
    #[arg(value_name = "GAME")]
    pub game: String,

    /// Parameters, separated by commas, each NAME or NAME=STEP; STEP is the last perturbation [default: a tenth
    /// of the value]
    #[arg(long, value_name = "NAME[=STEP]", required = true, value_delimiter = ',')]
    pub param: Vec<String>,

    /// State file: a line for each iteration. The same command resumes from it; a chart (.svg) is drawn beside it
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub iterations: u32,

    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pairs: u32,

    /// Step size of the last iteration
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    pub rate: f64,

    /// Time control of both sides, as in `kydai arena`
    #[arg(long, value_name = "TC", default_value = "nodes=5000")]
    pub tc: String,

    /// Engine with the options that are not tuned
    #[arg(long, value_name = "ENGINE", default_value = "champion")]
    pub engine: String,

    /// Transposition table of each engine, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,

    /// Concurrent games
    #[arg(long, short, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,

    /// Random seed of perturbations and openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Long help text.
pub const ABOUT: &str = "\
Tune parameters of the search by matches (SPSA, simultaneous perturbation stochastic
approximation). In each iteration every parameter is moved a little up or down at random, the
engine with these values plays the one with the opposite values, and all parameters move
toward the winner. A dozen parameters need 20,000 to 40,000 games.

The result is a specification such as `champion:lmr_base=812,lmr_factor=405`. Confirm it with
`kydai arena` against `champion` before it replaces the defaults.";

/// Examples at the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  kydai tune search chess --param lmr_base,lmr_factor,lmr_history --state lmr.txt
  kydai tune search xiangqi --param rfp_margin=6,futility_margin=10 --tc nodes=3000 --iterations 5000
  kydai arena --game chess --a champion:lmr_base=812 --b champion --tc nodes=5000 --sprt 0,8";

pub fn run(asked: &Search, output: &Output) -> Result<(), Failure> {
    let book = setup::rulebook(&asked.game)?;
    let params = asked.param.iter().map(|text| TunedParam::read(text, book));
    let params = params.collect::<Result<Vec<_>, Message>>()?;
    if let Some(twice) = (1..params.len())
        .find(|&index| params[..index].iter().any(|param| param.spec.name == params[index].spec.name))
    {
        return Err(Message::new("tune_param_twice").text("name", params[twice].spec.name).into());
    }
    let engine: EngineSpec = asked.engine.parse()?;
    let games = SpsaGames {
        book,
        engine: engine.clone(),
        resources: EngineResources { hash: asked.hash as usize, threads: 1 },
        time_control: asked.tc.parse::<TimeControl>()?,
        openings: Openings::built_in(book)?,
        adjudication: Adjudication {
            resign: Some((900, 4)),
            draw: Some((15, 10, 120)),
            ..Adjudication::default()
        },
        concurrency: asked.concurrency as usize,
    };
    if !(asked.rate.is_finite() && asked.rate > 0.0) {
        let message = Message::new("arena_option").text("name", "rate").text("value", asked.rate.to_string());
        return Err(message.into());
    }
    let mut run = Spsa::new(SpsaOptions {
        params,
        iterations: asked.iterations as usize,
        pairs: asked.pairs as usize,
        rate: asked.rate,
        seed: asked.seed,
    });
    let title = format!("{} {} {} hash {}", book.spec().name, asked.engine, asked.tc, asked.hash);
    let mut state = asked.state.as_deref().map(|path| open(path, &title, &mut run)).transpose()?;
    let resumed = run.iterations().len();
    if resumed > 0 {
        print_error(&output.render(&Message::new("tune_resumed").number("count", resumed)));
    }
    let bar = stderr().is_terminal().then(|| bar(asked.iterations));
    while !run.is_finished() {
        let balance = games.play(&run)?;
        run.update(balance);
        if let (Some(file), Some(done)) = (&mut state, run.iterations().last()) {
            file.write_all(Spsa::line(done).as_bytes()).map_err(Failure::Output)?;
        }
        let done = run.iterations().len();
        if let Some(bar) = &bar {
            bar.set_position(done as u64);
            bar.set_message(values(&run));
        }
        if done.is_multiple_of(EVERY) || run.is_finished() {
            if bar.is_none() {
                print_error(&format!("{done}/{}  {}", asked.iterations, values(&run)));
            }
            chart(asked, &title, &run)?;
        }
    }
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    finish(&engine, &run, output)
}

/// Opens the state file; a run in it is resumed. What is left of an interrupted line is cut off.
fn open(path: &Path, title: &str, run: &mut Spsa) -> Result<File, Message> {
    let broken = |error: std::io::Error| file_message(path, &error);
    let text = if path.exists() { fs::read_to_string(path).map_err(broken)? } else { String::new() };
    let header = run.header(title);
    let mut whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < header.len() && header.starts_with(&text[..whole]) {
        whole = 0;
    }
    if whole > 0 {
        run.resume(&text[..whole], title)?;
    }
    let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path).map_err(broken)?;
    file.set_len(whole as u64).map_err(broken)?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(broken)?;
    if whole == 0 {
        file.write_all(header.as_bytes()).map_err(broken)?;
    }
    Ok(file)
}

fn chart(asked: &Search, title: &str, run: &Spsa) -> Result<(), Message> {
    let Some(path) = asked.state.as_deref().map(|path| path.with_extension("svg")) else { return Ok(()) };
    fs::write(&path, spsa::draw(title, run)).map_err(|error| file_message(&path, &error))
}

fn file_message(path: &Path, error: &std::io::Error) -> Message {
    Message::new("cli_file").text("file", path.display().to_string()).text("why", error.to_string())
}

fn bar(iterations: u32) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(iterations.into()), ProgressDrawTarget::stderr());
    // The template is a constant; fall back to the default style if it is ever rejected.
    if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {pos}/{len} ({eta})  {wide_msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// Current values in one line.
fn values(run: &Spsa) -> String {
    let values = run.values();
    let params = run.options().params.iter().zip(&values);
    params.map(|(param, value)| format!("{} {value:.1}", param.spec.name)).collect::<Vec<_>>().join("  ")
}

/// Prints the tuned values and the engine that has them.
fn finish(engine: &EngineSpec, run: &Spsa, output: &Output) -> Result<(), Failure> {
    let values = run.values();
    let tuned = run.options().params.iter().zip(&values);
    let options = tuned.clone().map(|(param, value)| (param.spec.name.to_owned(), format!("{value:.0}")));
    let spec = engine.clone().with(options).to_string();
    if output.json {
        let params: Vec<_> = tuned
            .map(|(param, value)| json!({ "name": param.spec.name, "start": param.start, "value": value }))
            .collect();
        let done = run.iterations().len();
        return output.print_json(&json!({
            "iterations": done,
            "games": done * 2 * run.options().pairs,
            "params": params,
            "engine": spec,
        }));
    }
    let mut text = String::new();
    for (param, value) in tuned {
        text.push_str(&format!("{:<24} {:>8} -> {value:>8.1}\n", param.spec.name, param.start));
    }
    output.print(&format!("{text}{spec}"))
}
