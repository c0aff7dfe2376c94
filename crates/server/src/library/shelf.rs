//! A person's own shelf: folders, labels, and what is thrown away.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use library::MASTERS_COUNT;

use super::Door;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::http::json::Body;
use crate::wire::{ErrorOut, FolderCount, ShelfOut, SortIn, count};

/// Letters of a folder's or a label's name.
const LONGEST: usize = 60;
/// Labels of one game.
const LABELS: usize = 12;

/// A name as it may be kept.
pub(super) fn clean(name: &str) -> String {
    let kept: String =
        name.chars().filter(|letter| !letter.is_control() && *letter != ',').take(LONGEST).collect();
    kept.trim().to_owned()
}

/// What there is: games of the house, one's own, folders, labels.
#[utoipa::path(get, path = "/api/library/shelf", responses((status = 200, body = ShelfOut)))]
pub async fn shelf(
    State(door): State<Door>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<ShelfOut>, Error> {
    let (library, owner) = door.shelf_of(&caller.player).await?;
    let shelf = library.overview(owner).await?;
    let folder = |(name, games): (String, i64)| FolderCount { name, games: count(games.max(0) as usize) };
    Ok(Json(ShelfOut {
        shared: count(shelf.shared.max(0) as usize),
        own: count(shelf.own.max(0) as usize),
        folders: shelf.folders.into_iter().map(folder).collect(),
        labels: shelf.labels,
        masters: count(MASTERS_COUNT),
    }))
}

/// Puts one's own game into a folder, with labels.
#[utoipa::path(put, path = "/api/library/games/{id}", request_body = SortIn,
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn sort(
    State(door): State<Door>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    Body(asked): Body<SortIn>,
) -> Result<StatusCode, Error> {
    let (library, owner) = door.shelf_of(&caller.player).await?;
    let labels = asked.labels.iter().map(|label| clean(label)).filter(|label| !label.is_empty());
    let labels: Vec<String> = labels.take(LABELS).collect();
    if library.organize(owner, id, &clean(&asked.folder), &labels).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::not_found("library_no_game"))
    }
}

/// Throws one's own game away.
#[utoipa::path(delete, path = "/api/library/games/{id}", responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn forget(
    State(door): State<Door>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Error> {
    let (library, owner) = door.shelf_of(&caller.player).await?;
    if library.delete(owner, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::not_found("library_no_game"))
    }
}
