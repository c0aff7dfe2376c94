//! Profiles of players, their rated games and results, following, and leaderboards.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use game::Message;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::{signed_in, write_account};
use super::analysis::opening_of;
use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::lobby::blocked;
use crate::app::App;
use crate::ids;
use crate::people::skeleton;
use crate::ratings::{SPEEDS, game_of};
use crate::room::RoomMessage;
use crate::store::{AccountRow, AccountWrite, AccountWritten, MAX_FOLLOWED, ProfileFilter, ProfileGameRow};
use crate::wire::{
    CurvePoint, ErrorOut, FollowedOut, GameResult, OpeningOut, OpeningResult, OpponentResult, PersonRating,
    PlayerGame, PlayerGames, PlayerGamesQuery, PlayerName, PlayerOut, PlayerResults, PlayerResultsQuery,
    PoolRating, ProfileIn, RankingOut, RankingQuery, RankingRow, ResultTally, Side, count,
};

/// Maximum number of points of a curve.
const MAX_POINTS: u32 = 200;
/// Rows read for a leaderboard, and rows shown: provisional ratings are left out.
const READ: u32 = 500;
const SHOWN: usize = 100;
/// Rated games that results are counted from, and rows of a table of results.
const COUNTED_GAMES: u32 = 1_000;
const RESULT_ROWS: usize = 20;
/// Games of a page.
const PAGE: u32 = 20;
const MAX_PAGE: u32 = 50;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(view))
        .routes(routes!(games))
        .routes(routes!(results))
        .routes(routes!(follow, unfollow))
        .routes(routes!(following))
        .routes(routes!(save_profile))
        .routes(routes!(ranking))
}

/// Account with a handle. A look-alike is not this player.
pub(super) async fn find_account(app: &App, handle: &str) -> Result<AccountRow, Error> {
    let handle: String = handle.chars().take(100).collect();
    let found = app.store.account_by_skeleton(&skeleton(&handle)).await?;
    let found = found.filter(|account| account.handle.eq_ignore_ascii_case(&handle));
    found.ok_or_else(|| Error::not_found("player_unknown"))
}

/// Account whose profile the caller may see.
async fn visible_account(app: &App, caller: &Caller, handle: &str) -> Result<AccountRow, Error> {
    let account = find_account(app, handle).await?;
    if account.is_private && account.player != caller.player {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("player_private")));
    }
    Ok(account)
}

/// Profile of a player.
#[utoipa::path(get, path = "/players/{handle}", params(("handle" = String, Path)),
    responses((status = 200, body = PlayerOut), (status = 404, body = ErrorOut)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
) -> Result<Json<PlayerOut>, Error> {
    let account = find_account(&app, &handle).await?;
    let is_you = account.player == caller.player;
    let is_shown = is_you || !account.is_private;
    let mut ratings = Vec::new();
    if is_shown {
        let now = ids::now();
        for (pool, standing) in app.store.standings(&account.player).await? {
            let points = app.store.rating_curve(&account.player, &pool, MAX_POINTS).await?;
            let curve = points.into_iter().map(|point| CurvePoint {
                at: point.ended_at,
                rating: whole(point.rating),
                room: point.room,
            });
            ratings.push(PoolRating {
                rating: PersonRating::of(&standing, now),
                games: u32::try_from(standing.games).unwrap_or(u32::MAX),
                curve: curve.collect(),
                pool,
            });
        }
    }
    let shows_games = is_you || (is_shown && !account.is_unlisted);
    let room = if shows_games { app.store.running_rated_game(&account.player, is_you).await? } else { None };
    let followers = if is_shown { app.store.followers(&account.player).await? } else { 0 };
    Ok(Json(PlayerOut {
        is_followed: caller.session.is_some()
            && app.store.is_following(&caller.player, &account.player).await?,
        is_blocked: caller.session.is_some()
            && app.store.is_blocking(&caller.player, &account.player).await?,
        is_private: account.is_private,
        is_you,
        followers: u32::try_from(followers).unwrap_or(u32::MAX),
        is_here: is_shown && app.seeks.is_here(&account.player),
        room,
        handle: account.handle,
        name: account.name,
        created_at: account.created_at,
        ratings,
    }))
}

fn whole(rating: f64) -> i32 {
    libm::round(rating) as i32
}

/// Rated games of a player.
#[utoipa::path(get, path = "/players/{handle}/games", params(("handle" = String, Path), PlayerGamesQuery),
    responses((status = 200, body = PlayerGames), (status = 403, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn games(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
    Query(query): Query<PlayerGamesQuery>,
) -> Result<Json<PlayerGames>, Error> {
    let account = visible_account(&app, &caller, &handle).await?;
    let opponent = match query.opponent.as_deref().filter(|handle| !handle.is_empty()) {
        Some(handle) => Some(find_account(&app, handle).await?.player),
        None => None,
    };
    let text = |text: Option<String>| text.filter(|text| !text.is_empty());
    let pools = match (text(query.pool), text(query.game)) {
        (Some(pool), _) => vec![pool],
        (None, Some(game)) => SPEEDS.iter().map(|speed| format!("{game}.{speed}")).collect(),
        (None, None) => Vec::new(),
    };
    let filter = ProfileFilter {
        player: account.player,
        pools,
        side: query.side.map(|side| if side == Side::First { "first" } else { "second" }),
        result: query.result.map(GameResult::word),
        opponent,
        before: query.before,
        count: query.count.unwrap_or(PAGE).clamp(1, MAX_PAGE),
    };
    let rows = app.store.profile_games(&filter).await?;
    let next = rows.last().filter(|_| count(rows.len()) == filter.count).map(|row| row.number);
    Ok(Json(PlayerGames { games: rows.into_iter().map(game_out).collect(), next }))
}

fn game_out(row: ProfileGameRow) -> PlayerGame {
    let [before, after, opponent_rating] = row.ratings.map(whole);
    PlayerGame {
        opening: opening_of(game_of(&row.pool), &row.opening),
        opponent: player_name(&row),
        room: row.room,
        pool: row.pool,
        ended_at: row.ended_at,
        side: if row.is_first { Side::First } else { Side::Second },
        result: GameResult::of(&row.result),
        opponent_rating,
        before,
        after,
        is_counted: row.is_counted,
        plies: u32::try_from(row.plies).unwrap_or(0),
    }
}

fn player_name(row: &ProfileGameRow) -> Option<PlayerName> {
    let (_, handle, name) = row.opponent.clone();
    Some(PlayerName { handle: handle?, name })
}

/// Results of a player in a pool, by side, opening and opponent.
#[utoipa::path(get, path = "/players/{handle}/results", params(("handle" = String, Path), PlayerResultsQuery),
    responses((status = 200, body = PlayerResults), (status = 403, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn results(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
    Query(query): Query<PlayerResultsQuery>,
) -> Result<Json<PlayerResults>, Error> {
    let account = visible_account(&app, &caller, &handle).await?;
    let filter = ProfileFilter {
        player: account.player,
        pools: vec![query.pool.clone()],
        count: COUNTED_GAMES,
        ..ProfileFilter::default()
    };
    let rows = app.store.profile_games(&filter).await?;
    Ok(Json(count_results(query.pool, &rows)))
}

/// Counts games by side, opening and opponent.
fn count_results(pool: String, rows: &[ProfileGameRow]) -> PlayerResults {
    let mut sides = [ResultTally::default(); 2];
    let mut named: HashMap<&str, Option<OpeningOut>> = HashMap::new();
    let mut openings: HashMap<String, OpeningResult> = HashMap::new();
    let mut opponents: HashMap<&str, OpponentResult> = HashMap::new();
    for row in rows {
        let result = GameResult::of(&row.result);
        sides[usize::from(!row.is_first)].add(result);
        let opening = named.entry(&row.opening).or_insert_with(|| opening_of(game_of(&pool), &row.opening));
        if let Some(opening) = opening {
            let fresh = || OpeningResult { opening: opening.clone(), tally: ResultTally::default() };
            openings.entry(opening.code.clone()).or_insert_with(fresh).tally.add(result);
        }
        let fresh = || OpponentResult { opponent: player_name(row), tally: ResultTally::default() };
        // Deleted accounts are one row.
        let key = if row.opponent.1.is_some() { row.opponent.0.as_str() } else { "" };
        opponents.entry(key).or_insert_with(fresh).tally.add(result);
    }
    let mut openings: Vec<OpeningResult> = openings.into_values().collect();
    openings.sort_by(|one, other| {
        other.tally.total().cmp(&one.tally.total()).then_with(|| one.opening.code.cmp(&other.opening.code))
    });
    openings.truncate(RESULT_ROWS);
    let mut opponents: Vec<OpponentResult> = opponents.into_values().collect();
    let handle = |one: &OpponentResult| one.opponent.as_ref().map(|name| name.handle.to_lowercase());
    opponents.sort_by(|one, other| {
        other.tally.total().cmp(&one.tally.total()).then_with(|| handle(one).cmp(&handle(other)))
    });
    opponents.truncate(RESULT_ROWS);
    PlayerResults { pool, sides, openings, opponents }
}

/// Follows a player.
#[utoipa::path(put, path = "/players/{handle}/follow", params(("handle" = String, Path)), responses((status = 204),
    (status = 401, body = ErrorOut), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn follow(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let account = find_account(&app, &handle).await?;
    if account.player == caller.player {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("player_follow_own")));
    }
    let (player, followed) = (caller.player.clone(), account.player.clone());
    let write = AccountWrite::Follow { player, followed, at: ids::now() };
    match write_account(&app, write).await? {
        AccountWritten::Done => Ok(StatusCode::NO_CONTENT),
        _ if app.store.is_blocked(&caller.player, &account.player).await? => Err(blocked()),
        _ => {
            let message = Message::new("player_follow_many").number("most", MAX_FOLLOWED as usize);
            Err(Error::new(StatusCode::CONFLICT, &message))
        }
    }
}

/// Follows a player no longer.
#[utoipa::path(delete, path = "/players/{handle}/follow", params(("handle" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn unfollow(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let account = find_account(&app, &handle).await?;
    let write = AccountWrite::Unfollow { player: caller.player, followed: account.player };
    write_account(&app, write).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Players whom the caller follows.
#[utoipa::path(get, path = "/following",
    responses((status = 200, body = Vec<FollowedOut>), (status = 401, body = ErrorOut)))]
pub async fn following(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<FollowedOut>>, Error> {
    signed_in(&caller)?;
    let rows = app.store.following(&caller.player).await?.into_iter().map(|row| FollowedOut {
        is_here: app.seeks.is_here(&row.player),
        player: PlayerName { handle: row.handle, name: row.name },
        room: row.room,
    });
    Ok(Json(rows.collect()))
}

/// Makes the caller's profile private or public, and lists running games or not.
#[utoipa::path(put, path = "/account/profile", request_body = ProfileIn,
    responses((status = 204), (status = 401, body = ErrorOut)))]
pub async fn save_profile(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<ProfileIn>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let ProfileIn { is_private, is_unlisted } = asked;
    let write = AccountWrite::Privacy { player: caller.player.clone(), is_private, is_unlisted };
    write_account(&app, write).await?;
    for room in app.store.running_games(&caller.player).await? {
        app.lobby.send_if_open(&room, RoomMessage::Listing).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Leaderboard of a pool.
#[utoipa::path(get, path = "/ranking", params(RankingQuery), responses((status = 200, body = RankingOut)))]
pub async fn ranking(
    State(app): State<App>,
    Query(query): Query<RankingQuery>,
) -> Result<Json<RankingOut>, Error> {
    let now = ids::now();
    let rows = app.store.ranking(&query.pool, now, READ).await?.into_iter().map(|row| RankingRow {
        rating: PersonRating::of(&row.standing, now),
        games: u32::try_from(row.standing.games).unwrap_or(u32::MAX),
        handle: row.handle,
        name: row.name,
    });
    let rows = rows.filter(|row| !row.rating.provisional).take(SHOWN).collect();
    Ok(Json(RankingOut { pool: query.pool, rows }))
}
