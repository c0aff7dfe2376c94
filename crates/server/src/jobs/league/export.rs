//! A league as CSV, JSON and PGN.

use serde_json::json;

use super::{LeagueError, stored};
use crate::app::App;
use crate::jobs::league::standings::{Standings, game_of};
use crate::wire::LeagueExport;

/// Text of an export and its content type; `None` if there is no such league.
pub async fn export(
    app: &App,
    id: &str,
    form: LeagueExport,
) -> Result<Option<(String, &'static str)>, LeagueError> {
    let Some(league) = stored(app, id).await? else { return Ok(None) };
    let (plan, schedule) = (&league.plan, &league.plan.schedule);
    let name = |engine: u32| plan.names.get(engine as usize).map_or("", |(name, _)| name.as_str());
    Ok(Some(match form {
        LeagueExport::Csv => {
            let mut text = String::from("number,pair,first,second,winner,cause,plies,moves\r\n");
            for row in &league.games {
                let Some(game) = game_of(schedule, row) else { continue };
                let pair = schedule.slot(game.number as usize).map_or(0, |slot| slot.pair);
                let cells = [
                    (game.number + 1).to_string(),
                    (pair + 1).to_string(),
                    name(game.first).to_owned(),
                    name(game.second).to_owned(),
                    row.winner.clone(),
                    row.cause.clone(),
                    row.plies.to_string(),
                    row.moves.clone(),
                ];
                text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
                text.push_str("\r\n");
            }
            (text, "text/csv; charset=utf-8")
        }
        LeagueExport::Json => {
            let mut standings = Standings::new(schedule.clone(), plan.names.len());
            league.games.iter().for_each(|row| standings.add(row));
            let games = league.games.iter().filter_map(|row| {
                let game = game_of(schedule, row)?;
                let moves: Vec<&str> = row.moves.split_whitespace().collect();
                Some(json!({"result": game, "setup": row.setup, "moves": moves}))
            });
            let all = json!({
                "id": league.row.id,
                "created_at": league.row.created_at,
                "request": league.asked,
                "engines": standings.engines(&plan.names),
                "pairs": standings.pairs(),
                "games": games.collect::<Vec<_>>(),
            });
            (format!("{all:#}\n"), "application/json")
        }
        LeagueExport::Pgn => {
            let games: Vec<&str> = league.games.iter().map(|row| row.pgn.trim_end()).collect();
            (games.join("\n\n") + "\n", "application/x-chess-pgn; charset=utf-8")
        }
    }))
}

/// Cell of a table, quoted where needed. A cell that a spreadsheet would run as a formula becomes text.
fn csv_cell(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@', '\t']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(csv_cell("alphabeta:depth=3,table=off"), "\"alphabeta:depth=3,table=off\"");
        assert_eq!(csv_cell("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(csv_cell("=1+1"), "'=1+1");
        assert_eq!(csv_cell("plain"), "plain");
    }
}
