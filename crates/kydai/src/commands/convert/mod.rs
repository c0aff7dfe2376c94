//! `kydai convert`: converts game files, with a report of what could not be read.

pub mod files;

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};
use table::{
    Message, Notation, ReadGame, ReadLimits, ReadOptions, RecordFormat, common_notation, games, read_file,
};

use crate::failure::{Failure, print_error};
use crate::output::Output;

/// `kydai convert`.
#[derive(Args)]
pub struct Convert {
    /// Files to read; - is standard input, .gz is decompressed
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t = To::Pgn)]
    pub to: To,

    /// Output file for all games, or a directory for one file per game [default: standard output]
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Game, if the files do not name it: see `kydai games` [default: detected]
    #[arg(long, short, value_name = "GAME")]
    pub game: Option<String>,

    /// Notation of the moves in the files [default: detected]
    #[arg(long, value_name = "NOTATION")]
    pub from: Option<String>,

    /// Notation of the output [default: SAN for chess, WXF for xiangqi; text keeps its own]
    #[arg(long, short, value_name = "NOTATION")]
    pub notation: Option<String>,
}

/// Output formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum To {
    /// Portable game notation, with variations and comments
    Pgn,
    /// Plain text, one move of each side per line
    Txt,
    /// DhtmlXQ, the bracketed text of xiangqi forums
    Dhtmlxq,
    /// XQF of XQStudio, version 1.0; one game per file
    Xqf,
    /// PSQ of the Piskvork manager for gomoku; one game per file
    Psq,
}

impl To {
    fn form(self) -> RecordFormat {
        match self {
            To::Pgn => RecordFormat::Pgn,
            To::Txt => RecordFormat::Txt,
            To::Dhtmlxq => RecordFormat::DhtmlXq,
            To::Xqf => RecordFormat::Xqf,
            To::Psq => RecordFormat::Psq,
        }
    }
}

pub fn run(asked: &Convert, output: &Output) -> Result<(), Failure> {
    let from = asked.from.as_deref().map(notation).transpose()?;
    let to = asked.notation.as_deref().map(notation).transpose()?;
    if let Some(name) = asked.game.as_deref().filter(|name| games::by_name(name).is_none()) {
        return Err(Message::new("cli_game_unknown").text("game", name).text("known", known_games()).into());
    }
    let ask = ReadOptions { game: asked.game.as_deref(), notation: from, bounds: ReadLimits::LOCAL };
    let mut out = Out::new(asked)?;
    let mut reports = Vec::new();
    let mut failed = false;
    for path in &asked.files {
        let mut written: Vec<u8> = Vec::new();
        let mut faults: Vec<Message> = Vec::new();
        let report = match files::read(path) {
            Err(message) => {
                faults.push(message);
                None
            }
            Ok(bytes) => {
                let file = read_file(&bytes, &ask, &|| false, &mut |read| {
                    if asked.to.form().holds_one_game() && !written.is_empty() {
                        let form = asked.to.form().name().to_uppercase();
                        faults.push(
                            Message::new("convert_one_game").text("form", form).number("game", read.number),
                        );
                        return ControlFlow::Break(());
                    }
                    write(&read, asked.to.form(), to, &mut written, &mut faults);
                    ControlFlow::Continue(())
                });
                if file.games == 0 {
                    faults.push(Message::new("convert_no_games"));
                }
                Some(file)
            }
        };
        failed |= !faults.is_empty();
        let name = path.display().to_string();
        for fault in &faults {
            let placed = Message::new("convert_fault").text("file", &name).nest("why", fault.clone());
            print_error(&output.label("cli_error", &output.render(&placed)));
        }
        if let Some(file) = report {
            let message = Message::new("convert_file")
                .text("file", &name)
                .text("form", file.form.name())
                .number("games", file.games)
                .number("faults", faults.len());
            if !output.json {
                print_error(&output.render(&message));
            }
        }
        reports.push(report_json(&name, report.as_ref(), &faults, output));
        out.write(path, &written)?;
    }
    out.finish()?;
    if output.json && asked.output.is_some() {
        output.print_json(&json!({ "files": reports }))?;
    }
    if failed { Err(Failure::AlreadyReported) } else { Ok(()) }
}

fn report_json(name: &str, file: Option<&table::FileRead>, faults: &[Message], output: &Output) -> Json {
    json!({
        "file": name,
        "form": file.map(|file| file.form.name()),
        "encoding": file.map(|file| file.encoding),
        "games": file.map_or(0, |file| file.games),
        "faults": faults.iter().map(|fault| output.message_json(fault)).collect::<Vec<_>>(),
    })
}

fn known_games() -> String {
    let names: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
    names.join(", ")
}

pub fn notation(name: &str) -> Result<Notation, Message> {
    Notation::named(name).ok_or_else(|| {
        let known: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
        Message::new("convert_notation").text("notation", name).text("known", known.join(", "))
    })
}

/// Writes one game as far as it could be read and records its errors.
fn write(
    read: &ReadGame,
    form: RecordFormat,
    to: Option<Notation>,
    out: &mut Vec<u8>,
    faults: &mut Vec<Message>,
) {
    faults.extend(read.errors.iter().cloned());
    let Some(book) = games::by_name(read.record.spec().name) else { return };
    // Text stays in the notation it was written in; PGN is for other programs.
    let usual = if form == RecordFormat::Txt { read.notation } else { common_notation(book) };
    match read.record.write_file(form, to.unwrap_or(usual)) {
        Ok(text) => out.extend(text),
        Err(why) => faults.push(Message::new("convert_game").number("game", read.number).nest("why", why)),
    }
}

/// Destination of converted games.
enum Out {
    Standard,
    File(fs::File, PathBuf),
    Directory(PathBuf, &'static str),
}

impl Out {
    fn new(asked: &Convert) -> Result<Out, Failure> {
        let Some(path) = &asked.output else { return Ok(Out::Standard) };
        let is_directory = path.is_dir() || path.to_string_lossy().ends_with(['/', '\\']);
        if is_directory {
            fs::create_dir_all(path).map_err(|error| files::unusable(path, &error))?;
            return Ok(Out::Directory(path.clone(), asked.to.form().extension()));
        }
        let file = fs::File::create(path).map_err(|error| files::unusable(path, &error))?;
        Ok(Out::File(file, path.clone()))
    }

    fn write(&mut self, source: &Path, text: &[u8]) -> Result<(), Failure> {
        match self {
            Out::Standard => std::io::stdout().lock().write_all(text)?,
            Out::File(file, path) => {
                file.write_all(text).map_err(|error| files::unusable(path, &error))?;
            }
            Out::Directory(folder, extension) if !text.is_empty() => {
                let name = source.file_name().unwrap_or(std::ffi::OsStr::new("games"));
                let mut name = name.to_os_string();
                name.push(".");
                name.push(*extension);
                let path = folder.join(name);
                fs::write(&path, text).map_err(|error| files::unusable(&path, &error))?;
            }
            Out::Directory(..) => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        if let Out::Standard = self {
            std::io::stdout().lock().flush()?;
        }
        Ok(())
    }
}

pub const ABOUT: &str = "\
Convert game files. Supported input: PGN in UTF-8, GBK or Big5 with moves in any notation,
XQF (1.0 and later encrypted versions), CBR, CBL and CBF of CCBridge, DhtmlXQ, our own .txt,
lists of moves, positions one per line, and tables (.tsv) with a column of moves. The format is
detected from the content, not from the file name.

A report for each file goes to standard error: its format, the number of games, and every move
or header that could not be read, with the game and the reason. Moves before an invalid move are
kept. The exit status is 1 if anything was left out. With --json and --output the report
is written to standard output.";

pub const EXAMPLES: &str = "\
Examples:
  kydai convert game.xqf
  kydai convert *.xqf library.cbl --output all.pgn
  kydai convert game.pgn --to txt --notation vi
  kydai convert games.pgn --to dhtmlxq --output forum/
  kydai convert game.pgn --to xqf --output game.xqf";
