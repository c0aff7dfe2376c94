//! `kydai tournament`: pairs, checks and ranks tournaments in TRF files.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value as Json, json};
use server::tournaments::sentences;
use table::Message;
use tournament::dutch::{Board, PairingError, RoundPairing, pair_round};
use tournament::explain::why_not;
use tournament::generate::{GenerateOptions, generate};
use tournament::model::{Bye, Colour, Entry, Tournament as Event};
use tournament::standings::{Preset, TieBreak, standings};
use tournament::trf;

use crate::failure::Failure;
use crate::output::Output;

pub const ABOUT: &str = "\
Pair, check and rank a tournament from a TRF file (TRF16 with the usual extensions, or TRF26).
Pairing follows the Dutch system, C.04.3 as in force in 2026. --explain says why each player has
this opponent and this color, and --why A B why two players do not meet.";

pub const EXAMPLES: &str = "\
Examples:
  kydai tournament pair club.trf
  kydai tournament pair club.trf --explain
  kydai tournament pair club.trf --why 3 7
  kydai tournament check club.trf
  kydai tournament standings club.trf --tiebreaks BH/C1,BH,SB,DE --json
  kydai tournament generate --players 40 --rounds 9 --seed 7 > random.trf";

/// Maximum file size.
const LARGEST: u64 = 16 << 20;

/// `kydai tournament`.
#[derive(Args)]
pub struct Tournament {
    #[command(subcommand)]
    command: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Pair a round: one line per board with the start numbers, first player first; a bye is 0
    Pair(Pair),
    /// Pair every round again from what came before it, and count the differences
    Check(Source),
    /// Print the standings
    Standings(Standings),
    /// Print a random tournament as a TRF file, to try things out
    Generate(Generate),
}

#[derive(Args)]
struct Source {
    /// Tournament file; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of rounds of the tournament, if the file does not say it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    rounds: Option<u16>,

    /// Color of the first player in round 1, if neither file nor round 1 says it
    #[arg(long, alias = "first-colour", value_name = "COLOR")]
    first_color: Option<FirstColour>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FirstColour {
    White,
    Black,
}

#[derive(Args)]
struct Pair {
    #[command(flatten)]
    source: Source,

    /// Round to pair, from what came before it [default: the next round]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    round: Option<u16>,

    /// Say why each player has this opponent and this color
    #[arg(long)]
    explain: bool,

    /// Say why two players do not meet (start numbers; 0 stands for the bye)
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    why: Option<Vec<u32>>,
}

#[derive(Args)]
struct Standings {
    #[command(flatten)]
    source: Source,

    /// Tie-breaks by their TRF26 codes, separated by commas [default: those of the file, else BH/C1,BH,SB,DE,WON]
    #[arg(long, value_name = "CODES")]
    tiebreaks: Option<String>,
}

#[derive(Args)]
struct Generate {
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=2000))]
    players: u32,

    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=99))]
    rounds: u16,

    /// Seed: the same seed gives the same tournament
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Drawn games between equal players, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=100))]
    draws: u32,

    /// Games won by forfeit, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    forfeits: u32,

    /// Half-point byes, in percent of all players in each round
    #[arg(long, value_name = "PERCENT", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    byes: u32,

    /// Players who withdraw in each round, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    withdrawals: u32,

    /// Format of the file
    #[arg(long, value_name = "FORMAT", default_value = "trf16")]
    format: FileFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum FileFormat {
    Trf16,
    Trf26,
}

pub fn run(asked: &Tournament, output: &Output) -> Result<(), Failure> {
    match &asked.command {
        Action::Pair(asked) => pair(asked, output),
        Action::Check(asked) => check(asked, output),
        Action::Standings(asked) => rank(asked, output),
        Action::Generate(asked) => print_random(asked, output),
    }
}

fn read(source: &Source) -> Result<trf::TrfFile, Failure> {
    let text = read_text(&source.file)?;
    let mut file = trf::read(&text).map_err(|error| Failure::Malformed(sentences::file_error(&error)))?;
    let columns = file.tournament.paired_rounds();
    if !file.rounds_given {
        file.tournament.rounds = source.rounds.map_or(columns, usize::from);
        file.rounds_given = source.rounds.is_some();
    }
    if file.tournament.initial_colour().is_none() {
        file.tournament.first_colour = source.first_color.map(|colour| match colour {
            FirstColour::White => Colour::White,
            FirstColour::Black => Colour::Black,
        });
    }
    Ok(file)
}

fn read_text(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let result = if file.as_os_str() == "-" {
        std::io::stdin().lock().take(LARGEST).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(LARGEST).read_to_end(&mut bytes))
    };
    // Status 1 of `check` means differences: a file that cannot be read is another matter.
    result.map_err(|error| {
        let message = Message::new("cli_file").text("file", file.display().to_string());
        Failure::Malformed(message.text("why", error.to_string()))
    })?;
    // Older programs write Latin-1: then every byte is one character.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

fn pairing_of(event: &Event, round: usize) -> Result<RoundPairing, Failure> {
    pair_round(event, round).map_err(|error| Failure::Input(sentences::pairing_error(&error)))
}

fn pair(asked: &Pair, output: &Output) -> Result<(), Failure> {
    let file = read(&asked.source)?;
    let event = file.tournament;
    let next = event.paired_rounds() + 1;
    let round = asked.round.map_or(next, usize::from);
    // Without a number of rounds the columns of the file are those played so far: then there may be one more.
    if file.rounds_given && round > event.rounds {
        return Err(Message::new("tournament_all_rounds").number("rounds", event.rounds).into());
    }
    if round > next {
        return Err(Message::new("tournament_round_later").number("round", next).into());
    }
    let event = if round < next { event.before_round(round) } else { event };
    let pairing = pairing_of(&event, round)?;
    if let Some(&[one, other]) = asked.why.as_deref() {
        if one == other {
            return Err(Message::new("tournament_same_player").into());
        }
        let (one, other) = if one == 0 { (other, one) } else { (one, other) };
        let other = Some(other).filter(|&other| other != 0);
        let answer = why_not(&pairing, one, other)
            .map_err(|missing| Message::new("tournament_not_present").number("number", missing.0))?;
        let sentence = sentences::why_not_sentence(&answer);
        return if output.json {
            output.print_json(&output.message_json(&sentence))
        } else {
            output.print(&output.render(&sentence))
        };
    }
    let rows = pairing.boards.iter().map(|board| (board.white, board.black));
    let rows: Vec<(u32, u32)> = rows.chain(pairing.bye.map(|bye| (bye, 0))).collect();
    let reasons = |number: u32| -> Vec<Message> {
        if !asked.explain {
            return Vec::new();
        }
        sentences::reasons(&pairing, number).unwrap_or_default()
    };
    if output.json {
        let boards: Vec<Json> = rows
            .iter()
            .enumerate()
            .map(|(index, &(first, second))| {
                let mut row = json!({ "board": index + 1, "first": first, "second": second });
                if asked.explain {
                    let why: Vec<Json> =
                        reasons(first).iter().map(|reason| output.message_json(reason)).collect();
                    row["why"] = json!(why);
                }
                row
            })
            .collect();
        return output.print_json(&json!({ "round": round, "boards": boards, "bye": pairing.bye }));
    }
    let mut text = String::new();
    for (index, &(first, second)) in rows.iter().enumerate() {
        text.push_str(&format!("{} {first} {second}\n", index + 1));
        for reason in reasons(first) {
            text.push_str(&format!("    {}\n", output.render(&reason)));
        }
    }
    output.print(&text)
}

/// Pairs and bye of a round in the file.
fn played(event: &Event, round: usize) -> Vec<(u32, u32)> {
    let mut rows = Vec::new();
    for player in &event.players {
        match player.entries.get(round - 1) {
            Some(Entry::Bye(Bye::PairingAllocated)) => rows.push((player.number, 0)),
            Some(entry) if entry.colour() == Some(Colour::White) => {
                rows.extend(entry.opponent().map(|black| (player.number, black)));
            }
            _ => {}
        }
    }
    rows.sort_unstable();
    rows
}

fn check(asked: &Source, output: &Output) -> Result<(), Failure> {
    let event = read(asked)?.tournament;
    let mut differences: Vec<(usize, (u32, u32))> = Vec::new();
    for round in 1..=event.paired_rounds() {
        let expected = match pair_round(&event.before_round(round), round) {
            Ok(pairing) => {
                let boards = pairing.boards.iter().map(|&Board { white, black }| (white, black));
                boards.chain(pairing.bye.map(|bye| (bye, 0))).collect::<Vec<_>>()
            }
            Err(PairingError::NoLegalPairing | PairingError::NoPlayers) => Vec::new(),
            Err(error) => return Err(Failure::Malformed(sentences::pairing_error(&error))),
        };
        let wrong = played(&event, round).into_iter().filter(|row| !expected.contains(row));
        differences.extend(wrong.map(|row| (round, row)));
    }
    if output.json {
        let list: Vec<Json> = differences
            .iter()
            .map(|(round, (first, second))| json!({ "round": round, "first": first, "second": second }))
            .collect();
        output.print_json(&json!({ "differences": list }))?;
    } else {
        let mut text = String::new();
        for &(round, (first, second)) in &differences {
            let line = Message::new("tournament_other_pair")
                .number("round", round)
                .number("first", first)
                .number("second", second);
            text.push_str(&format!("{}\n", output.render(&line)));
        }
        text.push_str(&format!("{} differences\n", differences.len()));
        output.print(&text)?;
    }
    if differences.is_empty() { Ok(()) } else { Err(Failure::AlreadyReported) }
}

fn print_random(asked: &Generate, output: &Output) -> Result<(), Failure> {
    let tournament = generate(&GenerateOptions {
        players: asked.players,
        rounds: usize::from(asked.rounds),
        seed: asked.seed,
        draws: asked.draws * 10,
        forfeits: asked.forfeits * 10,
        half_points: asked.byes * 10,
        withdrawals: asked.withdrawals * 10,
    });
    let format = match asked.format {
        FileFormat::Trf16 => trf::Format::Trf16,
        FileFormat::Trf26 => trf::Format::Trf26,
    };
    output.print(&trf::write(&trf::TrfFile { tournament, ..trf::TrfFile::default() }, format))
}

fn rank(asked: &Standings, output: &Output) -> Result<(), Failure> {
    let file = read(&asked.source)?;
    let list = asked.tiebreaks.clone().unwrap_or_else(|| file.tie_breaks.join(","));
    let tie_breaks = if list.trim().is_empty() {
        Preset::Swiss.tie_breaks()
    } else {
        TieBreak::parse_list(&list)
            .map_err(|unknown| Message::new("tournament_tie_break_unknown").text("code", unknown.0))?
    };
    let event = &file.tournament;
    let rows = standings(event, event.paired_rounds(), &tie_breaks);
    if output.json {
        let list: Vec<Json> = rows
            .iter()
            .map(|row| {
                let values: serde_json::Map<String, Json> = tie_breaks
                    .iter()
                    .zip(&row.values)
                    .map(|(code, value)| {
                        let value = value.0.map_or(Json::Null, |value| json!(value as f64 / 100.0));
                        (code.to_string(), value)
                    })
                    .collect();
                let points = f64::from(row.points.0) / 10.0;
                json!({ "number": row.number, "rank": row.rank, "points": points, "tiebreaks": values })
            })
            .collect();
        return output.print_json(&json!(list));
    }
    let mut text = String::new();
    for row in &rows {
        let name = event.index_of(row.number).map_or("", |index| event.players[index].name.as_str());
        text.push_str(&format!("{:>4} {:>4} {name:<33} {:>5}", row.rank, row.number, row.points.to_string()));
        for (code, value) in tie_breaks.iter().zip(&row.values) {
            text.push_str(&format!("  {code} {}", value.text(code.decimals())));
        }
        text.push('\n');
    }
    output.print(&text)
}
