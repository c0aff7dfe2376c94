//! `kydai arena`: runs a match, shows its progress and its result.

mod args;
mod live;
mod tables;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use arena::{
    Adjudication, EngineMatch, FinishedGame, MatchState, Openings, PlayerSpec, Schedule, TimeControl,
    round_robin, sprt::Sprt,
};
use table::{Message, Side};

pub use args::{ABOUT, Arena, EXAMPLES};

use crate::failure::{Failure, print_error};
use crate::output::Output;
use crate::setup;
use live::Live;

pub fn run(asked: &Arena, output: &Output) -> Result<(), Failure> {
    let bout = prepare(asked)?;
    let title = title(asked, &bout);
    let mut kept = asked.state.as_deref().map(|path| keep(path, &title, &bout.schedule)).transpose()?;
    let done = kept.as_mut().map(|(state, _)| std::mem::take(&mut state.games)).unwrap_or_default();
    if !done.is_empty() {
        print_error(&output.render(&Message::new("arena_resumed").number("count", done.len())));
    }
    let mut pgn = asked.pgn.as_deref().map(append).transpose()?;
    let mut tsv = asked.tsv.as_deref().map(list).transpose()?;
    let mut live = Live::new(&bout, done.len());
    let mut failed = None;
    let reports = bout.run(&done, &mut |progress| {
        live.show(&bout, progress, output);
        let kept =
            kept.as_mut().map(|(_, file)| file.write_all(MatchState::line(&progress.result).as_bytes()));
        let written = pgn.as_mut().map(|file| file.write_all(progress.finished.pgn.as_bytes()));
        let listed = tsv.as_mut().map(|file| file.write_all(list_line(progress.finished).as_bytes()));
        match [kept, written, listed].into_iter().flatten().find_map(Result::err) {
            Some(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    });
    live.finish();
    if let Some(error) = failed {
        return Err(Failure::Output(error));
    }
    let reports = reports?;
    if output.json {
        return output.print_json(&tables::json(&bout, &reports));
    }
    output.print(&tables::text(&bout, &reports, output))
}

/// Reads and checks all arguments before the first game.
fn prepare(asked: &Arena) -> Result<EngineMatch, Failure> {
    let book = setup::rulebook(&asked.game)?;
    let options = setup::options(&asked.rules, book)?;
    let borrowed: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    book.check_options(&borrowed)?;
    let texts = [&asked.a, &asked.b].into_iter().flatten().chain(&asked.players);
    let mut players = texts.map(|text| text.parse()).collect::<Result<Vec<PlayerSpec>, Message>>()?;
    make_names_unique(&mut players);
    for player in &players {
        arena::check_player(player, book)?;
    }
    let openings = match &asked.openings {
        Some(path) => Openings::read(&read(path)?, book, &borrowed)?,
        None => Openings::built_in(book)?,
    };
    let sprt = asked.sprt.as_deref().map(|text| numbers::<2>("sprt", text)).transpose()?;
    let resign = asked.resign.as_deref().map(|text| numbers::<2>("resign", text)).transpose()?;
    let draw = asked.draw.as_deref().map(|text| numbers::<3>("draw", text)).transpose()?;
    if let Some([elo0, elo1]) = sprt
        && (elo0 >= elo1 || players.len() != 2)
    {
        return Err(Message::new("arena_sprt_form").into());
    }
    Ok(EngineMatch {
        book,
        options,
        schedule: Schedule {
            pairings: round_robin(players.len()),
            games: (asked.games as usize).next_multiple_of(2),
            seed: asked.seed,
        },
        players,
        openings,
        time_control: asked.tc.parse::<TimeControl>()?,
        adjudication: Adjudication {
            time_margin: asked.margin,
            max_plies: asked.max_plies,
            resign: resign.map(|[score, moves]| (score.abs() as i32, (moves as usize).max(1))),
            draw: draw.map(|[score, moves, ply]| (score.abs() as i32, (moves as usize).max(1), ply as usize)),
            ..Adjudication::default()
        },
        concurrency: asked.concurrency as usize,
        sprt: sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1)),
    })
}

/// Numbers players that have the same name.
fn make_names_unique(players: &mut [PlayerSpec]) {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (index, player) in players.iter_mut().enumerate() {
        let before = names[..index].iter().filter(|name| **name == player.name).count();
        if before > 0 {
            player.name = format!("{} ({})", player.name, before + 1);
        }
    }
}

/// Parses N numbers separated by commas.
fn numbers<const N: usize>(name: &str, text: &str) -> Result<[f64; N], Message> {
    let read: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    read.filter(|all| all.iter().all(|number| number.is_finite()))
        .and_then(|all| all.try_into().ok())
        .ok_or_else(|| Message::new("arena_option").text("name", name).text("value", text))
}

fn file_message(path: &Path, error: &std::io::Error) -> Message {
    Message::new("cli_file").text("file", path.display().to_string()).text("why", error.to_string())
}

fn read(path: &Path) -> Result<String, Message> {
    fs::read_to_string(path).map_err(|error| file_message(path, &error))
}

fn append(path: &Path) -> Result<File, Message> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| file_message(path, &error))
}

/// Opens a list of games; a new one begins with its column names.
fn list(path: &Path) -> Result<File, Message> {
    let mut file = append(path)?;
    let begin = file.metadata().map(|data| data.len() == 0);
    begin
        .and_then(|begins| if begins { file.write_all(b"result\tfen\tmoves\n") } else { Ok(()) })
        .map_err(|error| file_message(path, &error))?;
    Ok(file)
}

fn list_line(game: &FinishedGame) -> String {
    let result = match game.winner {
        None => "1/2-1/2",
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
    };
    format!("{result}\t{}\t{}\n", game.setup.as_deref().unwrap_or_default(), game.moves.join(" "))
}

/// Identity of a match: a state file is resumed only by the same match.
fn title(asked: &Arena, bout: &EngineMatch) -> String {
    let typed: Vec<&str> =
        [&asked.a, &asked.b].into_iter().flatten().chain(&asked.players).map(String::as_str).collect();
    let openings = asked.openings.as_ref().map_or("own".into(), |path| path.display().to_string());
    format!(
        "{} [{}] tc {} openings {openings} seed {} rules [{}]",
        bout.book.spec().name,
        typed.join("] ["),
        bout.time_control,
        asked.seed,
        asked.rules.join(" "),
    )
}

/// Loads the state of an earlier run or creates one; returns it with the file for further games.
fn keep(path: &Path, title: &str, schedule: &Schedule) -> Result<(MatchState, File), Message> {
    let old = match fs::read_to_string(path) {
        Ok(text) if !text.is_empty() => Some(text),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(file_message(path, &error)),
        _ => None,
    };
    let state = match &old {
        Some(text) => {
            let state = MatchState::read(text, schedule)?;
            if state.title != MatchState::new(title).title {
                return Err(Message::new("arena_state_other")
                    .text("file", path.display().to_string())
                    .text("title", &state.title));
            }
            state
        }
        None => MatchState::new(title),
    };
    // Rewritten as a whole, so that a truncated last line does not merge with the next one.
    let lines: String = state.games.iter().map(MatchState::line).collect();
    let fresh = path.with_extension("new");
    fs::write(&fresh, state.header() + &lines)
        .and_then(|()| fs::rename(&fresh, path))
        .map_err(|error| file_message(path, &error))?;
    Ok((state, append(path)?))
}
