//! Statistics: results against every opponent, computed from finished games.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Extension, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use crate::app::App;
use crate::room::Occupant;
use crate::store::{FinishedGame, aid};
use crate::wire::{SeatKind, SeatView, StatResult, StatResultKind, StatRow, StatTally, Stats, count};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(stats))
}

/// Maximum number of results in one row, for the curve.
const MAX_RESULTS: usize = 200;

/// Results against every opponent.
#[utoipa::path(get, path = "/stats", responses((status = 200, body = Stats)))]
pub async fn stats(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Stats>, Error> {
    let played = app.store.results(&caller.player).await?;
    let (counted, uncounted): (Vec<_>, Vec<_>) = played.into_iter().partition(counts);
    Ok(Json(Stats { rows: rows(&counted, &caller.player), uncounted: count(uncounted.len()) }))
}

/// Returns true if a result counts: between machines always, else only if it is the players' own from move one.
fn counts(game: &FinishedGame) -> bool {
    game.seats.iter().all(|seat| seat.kind == "machine")
        || !game.aids.iter().any(|code| aid::UNCOUNTED.contains(&code.as_str()))
}

/// Sums of thinking time and of timed moves.
#[derive(Default)]
struct Times {
    spent: [i64; 2],
    moves: [u64; 2],
}

fn rows(played: &[FinishedGame], player: &str) -> Vec<StatRow> {
    let mut rows: Vec<(StatRow, Times)> = Vec::new();
    let mut known: HashMap<(String, SeatView, SeatView), usize> = HashMap::new();
    for game in played {
        let one = one_of(game, player);
        let book = table::games::by_name(&game.game);
        let views = [0, 1].map(|side| {
            let occupant = Occupant::of(&game.seats[side]);
            match book {
                Some(book) => occupant.view_in(book, Some(player)),
                None => occupant.view(Some(player)),
            }
        });
        let (mine, theirs) = (views[one].clone(), views[1 - one].clone());
        // A player who changed names is still the same opponent; so is the caller.
        let key = (game.game.clone(), unnamed(&mine), theirs.clone());
        let index = *known.entry(key).or_insert_with(|| {
            rows.push((empty_row(game, &mine, &theirs), Times::default()));
            rows.len() - 1
        });
        let Some((row, times)) = rows.get_mut(index) else { continue };
        let result = match game.winner.as_str() {
            "first" if one == 0 => StatResultKind::Win,
            "second" if one == 1 => StatResultKind::Win,
            "draw" => StatResultKind::Draw,
            _ => StatResultKind::Loss,
        };
        match result {
            StatResultKind::Win => row.wins += 1,
            StatResultKind::Draw => row.draws += 1,
            StatResultKind::Loss => row.losses += 1,
        }
        if game.aids.is_empty() {
            match result {
                StatResultKind::Win => row.unaided.wins += 1,
                StatResultKind::Draw => row.unaided.draws += 1,
                StatResultKind::Loss => row.unaided.losses += 1,
            }
        }
        for (index, side) in [one, 1 - one].into_iter().enumerate() {
            times.spent[index] += game.spent[side];
            times.moves[index] += u64::from(game.moves[side]);
        }
        row.results.push(StatResult {
            at: game.ended_at,
            room: game.room.clone(),
            side: game::Side::BOTH[one].into(),
            result,
            reason: game.reason.clone(),
            aids: game.aids.clone(),
        });
        // The last played row moves to the end; the order is reversed below.
        if index + 1 != rows.len() {
            let moved = rows.remove(index);
            rows.push(moved);
            known.values_mut().filter(|at| **at >= index).for_each(|at| {
                *at = if *at == index { rows.len() - 1 } else { *at - 1 };
            });
        }
    }
    let mean = |spent: i64, moves: u64| (moves > 0).then(|| u64::try_from(spent).unwrap_or(0) / moves);
    let finish = |(mut row, times): (StatRow, Times)| {
        row.one_ms = mean(times.spent[0], times.moves[0]);
        row.other_ms = mean(times.spent[1], times.moves[1]);
        let surplus = row.results.len().saturating_sub(MAX_RESULTS);
        row.results.drain(..surplus);
        row
    };
    rows.into_iter().rev().map(finish).collect()
}

/// Side from which a game is counted: the caller's own; between machines the one whose description sorts first, so that
/// both colors share a row; at one device the first side.
fn one_of(game: &FinishedGame, player: &str) -> usize {
    let own =
        |side: usize| game.seats[side].kind == "person" && game.seats[side].player.as_deref() == Some(player);
    if own(0) || own(1) {
        return usize::from(!own(0));
    }
    let key = |side: usize| (game.seats[side].level, game.seats[side].engine.clone());
    usize::from(game.seats.iter().all(|seat| seat.kind == "machine") && key(1) < key(0))
}

fn unnamed(seat: &SeatView) -> SeatView {
    match seat.kind {
        SeatKind::You => SeatView { name: None, ..seat.clone() },
        _ => seat.clone(),
    }
}

fn empty_row(game: &FinishedGame, one: &SeatView, other: &SeatView) -> StatRow {
    StatRow {
        game: game.game.clone(),
        one: one.clone(),
        other: other.clone(),
        wins: 0,
        draws: 0,
        losses: 0,
        unaided: StatTally::default(),
        one_ms: None,
        other_ms: None,
        results: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SeatRow;

    fn person(player: &str) -> SeatRow {
        SeatRow { kind: "person".to_owned(), player: Some(player.to_owned()), ..SeatRow::default() }
    }

    fn machine(engine: &str) -> SeatRow {
        SeatRow { kind: "machine".to_owned(), engine: Some(engine.to_owned()), ..SeatRow::default() }
    }

    fn played(seats: [SeatRow; 2], winner: &str, at: i64) -> FinishedGame {
        FinishedGame {
            room: format!("r{at}"),
            game: "xiangqi".to_owned(),
            ended_at: at,
            winner: winner.to_owned(),
            reason: "resignation".to_owned(),
            seats,
            spent: [1000, 300],
            moves: [2, 3],
            aids: Vec::new(),
        }
    }

    #[test]
    fn nothing_loaded_set_up_or_peeked_is_a_persons_result() {
        let with = |seats, aids: &[&str]| FinishedGame {
            aids: aids.iter().map(|&code| code.to_owned()).collect(),
            ..played(seats, "first", 1)
        };
        let me = || [person("me"), machine("greedy")];
        for code in ["loaded", "set_up", "peeked"] {
            assert!(!counts(&with(me(), &[code])), "{code}");
            assert!(!counts(&with([person("me"), person("you")], &["hint", code])), "{code}");
            assert!(counts(&with([machine("greedy"), machine("random")], &[code])), "{code}");
        }
        assert!(counts(&with(me(), &["hint", "take_back"])));
        let rows = rows(&[with(me(), &["hint"]), with(me(), &[])], "me");
        assert_eq!((rows[0].wins, rows[0].unaided.wins), (2, 1));
    }

    #[test]
    fn results_are_counted_from_the_callers_side_in_either_color() {
        let games = [
            played([person("me"), machine("greedy")], "first", 1),
            played([machine("greedy"), person("me")], "first", 2),
            played([person("me"), machine("random")], "draw", 3),
            played([machine("greedy"), person("me")], "second", 4),
        ];
        let rows = rows(&games, "me");
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].wins, rows[0].draws, rows[0].losses), (2, 0, 1));
        assert_eq!((rows[1].wins, rows[1].draws, rows[1].losses), (0, 1, 0));
        assert_eq!(rows[0].one_ms, Some(1600 / 8));
        assert_eq!(rows[0].results.iter().map(|result| result.at).collect::<Vec<_>>(), [1, 2, 4]);
        assert!(rows[0].results.iter().all(|result| result.reason == "resignation"));
    }

    #[test]
    fn two_machines_share_one_row_in_either_color() {
        let games = [
            played([machine("greedy"), machine("random")], "first", 1),
            played([machine("random"), machine("greedy")], "first", 2),
        ];
        let rows = rows(&games, "me");
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].wins, rows[0].losses), (1, 1));
    }
}
