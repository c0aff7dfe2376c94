//! `kydai library`: imports games into the app's library.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use server::library::{ImportReport, LocalFile};
use table::Message;

use super::convert::files;
use crate::failure::{Failure, print_error};
use crate::output::Output;

/// `kydai library`.
#[derive(Args)]
pub struct Library {
    /// Subcommand.
    #[command(subcommand)]
    pub command: LibraryCommand,
}

/// Subcommands of `kydai library`.
#[derive(Subcommand)]
pub enum LibraryCommand {
    /// Import game files into the library shared by all users of the app
    #[command(long_about = ABOUT, after_help = EXAMPLES)]
    Import(Import),
}

/// `kydai library import`.
#[derive(Args)]
pub struct Import {
    /// Files to read; .gz is decompressed
    #[arg(value_name = "FILE", required_unless_present = "masters")]
    pub files: Vec<PathBuf>,

    /// The master games that come with Kỳ Đài
    #[arg(long)]
    pub masters: bool,

    /// Library folder for the games
    #[arg(long, value_name = "NAME", default_value = "")]
    pub folder: String,

    /// Data directory of the app [default: the system's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// Number of errors printed; the rest are counted.
const PRINTED_ERRORS: usize = 50;

pub fn run(asked: &Library, output: &Output) -> Result<(), Failure> {
    match &asked.command {
        LibraryCommand::Import(asked) => import(asked, output),
    }
}

fn import(asked: &Import, output: &Output) -> Result<(), Failure> {
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
    let visible = !output.json && std::io::stderr().is_terminal();
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
    print_report(&report, begun.elapsed(), output)
}

fn print_report(report: &ImportReport, time: Duration, output: &Output) -> Result<(), Failure> {
    for fault in report.faults.iter().take(PRINTED_ERRORS) {
        let placed = Message::new("convert_fault").text("file", &fault.file).nest("why", fault.why.clone());
        print_error(&output.label("cli_error", &output.render(&placed)));
    }
    if output.json {
        return output.print_json(&json!({
            "games": report.games, "new": report.new, "known": report.known, "faulty": report.faulty,
            "seconds": time.as_secs_f64(),
        }));
    }
    let message = Message::new("library_imported")
        .number("games", report.games)
        .number("new", report.new)
        .number("known", report.known)
        .number("faulty", report.faulty)
        .text("seconds", format!("{:.1}", time.as_secs_f64()));
    output.print(&output.render(&message))
}

pub const ABOUT: &str = "\
Import game files into the app's library: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, .txt, positions
and tables. All users of the app can read the games, find them by player, event, date, result,
opening and position, and see them in the opening explorer. Games already in the library are
skipped. The app may be running.";

pub const EXAMPLES: &str = "\
Examples:
  kydai library import games.pgn collection.cbl
  kydai library import --masters
  kydai library import *.xqf --folder \"Cờ thế\"";
