//! `kydai library`: games brought into the library of the app, and found there.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use server::library::{ImportReport, LocalFile};
use table::Message;

use super::convert::files;
use crate::failure::{Failure, complain};
use crate::speech::Speech;

/// `kydai library`.
#[derive(Args)]
pub struct Library {
    /// What to do.
    #[command(subcommand)]
    pub command: LibraryCommand,
}

/// What can be done with the library.
#[derive(Subcommand)]
pub enum LibraryCommand {
    /// Bring games of files into the library, for everybody who uses this app
    #[command(long_about = ABOUT, after_help = EXAMPLES)]
    Import(Import),
}

/// `kydai library import`.
#[derive(Args)]
pub struct Import {
    /// Files to read; .gz is unpacked
    #[arg(value_name = "FILE", required_unless_present = "masters")]
    pub files: Vec<PathBuf>,

    /// The master games that come with Kỳ Đài
    #[arg(long)]
    pub masters: bool,

    /// The folder to put the games into
    #[arg(long, value_name = "NAME", default_value = "")]
    pub folder: String,

    /// Where the app keeps its data [default: the data directory of your system]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// Faults told one by one; the rest are counted.
const TOLD: usize = 50;

pub fn run(asked: &Library, speech: &Speech) -> Result<(), Failure> {
    match &asked.command {
        LibraryCommand::Import(import) => bring_in(import, speech),
    }
}

fn bring_in(asked: &Import, speech: &Speech) -> Result<(), Failure> {
    let mut sources = Vec::new();
    for path in &asked.files {
        sources.push(LocalFile { name: path.display().to_string(), bytes: files::read(path)? });
    }
    if asked.masters {
        sources.push(LocalFile::masters());
    }
    let folder = asked.data.clone().unwrap_or_else(super::serve::data_folder);
    std::fs::create_dir_all(&folder).map_err(|error| files::unusable(&folder, &error))?;
    let database = folder.join(super::serve::DATABASE);
    let visible = !speech.json && std::io::stderr().is_terminal();
    let bar = ProgressBar::with_draw_target(
        Some(sources.iter().map(|source| source.bytes.len() as u64).sum()),
        if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() },
    );
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}  {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let begun = Instant::now();
    let report = server::library::import_files(&database, sources, &asked.folder, &|done, games| {
        bar.set_position(done);
        bar.set_message(games.to_string());
    });
    bar.finish_and_clear();
    let report = report.map_err(|why| Message::new("library_failed").text("why", why))?;
    tell(&report, begun.elapsed(), speech)
}

fn tell(report: &ImportReport, time: Duration, speech: &Speech) -> Result<(), Failure> {
    for fault in report.faults.iter().take(TOLD) {
        let placed = Message::new("convert_fault").text("file", &fault.file).nest("why", fault.why.clone());
        complain(&speech.label("cli_error", &speech.say(&placed)));
    }
    if speech.json {
        return speech.print_json(&json!({
            "games": report.games, "new": report.new, "known": report.known, "faulty": report.faulty,
            "seconds": time.as_secs_f64(),
        }));
    }
    let said = Message::new("library_imported")
        .number("games", report.games)
        .number("new", report.new)
        .number("known", report.known)
        .number("faulty", report.faulty)
        .text("seconds", format!("{:.1}", time.as_secs_f64()));
    speech.print(&speech.say(&said))
}

pub const ABOUT: &str = "\
Bring games of files into the library of the app: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, .txt,
positions, tables. They can be read by everybody who uses this app, found by player, event,
date, result, opening and position, and counted by the explorer. A game that is there
already is passed over. The app may be running.";

pub const EXAMPLES: &str = "\
Examples:
  kydai library import games.pgn collection.cbl
  kydai library import --masters
  kydai library import *.xqf --folder \"Cờ thế\"";
