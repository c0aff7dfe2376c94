//! Public profiles and leaderboards.

use axum::Json;
use axum::extract::{Path, Query, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use crate::app::App;
use crate::ids;
use crate::people::skeleton;
use crate::wire::{
    CurvePoint, ErrorOut, PersonRating, PlayerOut, PoolRating, RankingOut, RankingQuery, RankingRow,
};

/// Maximum number of points of a curve.
const MAX_POINTS: u32 = 200;
/// Rows read for a leaderboard, and rows shown: provisional ratings are left out.
const READ: u32 = 500;
const SHOWN: usize = 100;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(view)).routes(routes!(ranking))
}

/// Public profile of a player.
#[utoipa::path(get, path = "/players/{handle}", params(("handle" = String, Path)),
    responses((status = 200, body = PlayerOut), (status = 404, body = ErrorOut)))]
pub async fn view(State(app): State<App>, Path(handle): Path<String>) -> Result<Json<PlayerOut>, Error> {
    let handle: String = handle.chars().take(100).collect();
    let found = app.store.account_by_skeleton(&skeleton(&handle)).await?;
    // A look-alike is not this player.
    let found = found.filter(|account| account.handle.eq_ignore_ascii_case(&handle));
    let account = found.ok_or_else(|| Error::not_found("player_unknown"))?;
    let now = ids::now();
    let mut ratings = Vec::new();
    for (pool, standing) in app.store.standings(&account.player).await? {
        let points = app.store.rating_curve(&account.player, &pool, MAX_POINTS).await?;
        let curve = points.into_iter().map(|point| CurvePoint {
            at: point.ended_at,
            rating: libm::round(point.rating) as i32,
            room: point.room,
        });
        ratings.push(PoolRating {
            rating: PersonRating::of(&standing, now),
            games: u32::try_from(standing.games).unwrap_or(u32::MAX),
            curve: curve.collect(),
            pool,
        });
    }
    Ok(Json(PlayerOut {
        handle: account.handle,
        name: account.name,
        created_at: account.created_at,
        ratings,
    }))
}

/// Leaderboard of a pool.
#[utoipa::path(get, path = "/ranking", params(RankingQuery), responses((status = 200, body = RankingOut)))]
pub async fn ranking(
    State(app): State<App>,
    Query(query): Query<RankingQuery>,
) -> Result<Json<RankingOut>, Error> {
    let now = ids::now();
    let rows = app.store.ranking(&query.pool, READ).await?.into_iter().map(|row| RankingRow {
        rating: PersonRating::of(&row.standing, now),
        games: u32::try_from(row.standing.games).unwrap_or(u32::MAX),
        handle: row.handle,
        name: row.name,
    });
    let rows = rows.filter(|row| !row.rating.provisional).take(SHOWN).collect();
    Ok(Json(RankingOut { pool: query.pool, rows }))
}
