//! The caller's own library games: folders, labels, deletion.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use library::MASTERS_COUNT;

use super::LibraryState;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::http::json::JsonBody;
use crate::wire::{ErrorOut, FolderCount, LibraryOverview, SortIn, count};

/// Maximum length of a folder or label name.
const MAX_NAME_LEN: usize = 60;
/// Maximum number of labels per game.
const MAX_LABELS: usize = 12;

/// Returns a name as it may be stored.
pub(super) fn clean(name: &str) -> String {
    let kept: String =
        name.chars().filter(|letter| !letter.is_control() && *letter != ',').take(MAX_NAME_LEN).collect();
    kept.trim().to_owned()
}

/// Overview of the library: shared games, own games, folders, labels.
#[utoipa::path(get, path = "/shelf", responses((status = 200, body = LibraryOverview)))]
pub async fn overview(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<LibraryOverview>, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let overview = library.overview(owner).await?;
    let folder = |(name, games): (String, i64)| FolderCount { name, games: count(games.max(0) as usize) };
    Ok(Json(LibraryOverview {
        shared: count(overview.shared.max(0) as usize),
        own: count(overview.own.max(0) as usize),
        folders: overview.folders.into_iter().map(folder).collect(),
        labels: overview.labels,
        masters: count(MASTERS_COUNT),
    }))
}

/// Sets the folder and labels of one of the caller's games.
#[utoipa::path(put, path = "/games/{id}", request_body = SortIn,
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn sort(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    JsonBody(asked): JsonBody<SortIn>,
) -> Result<StatusCode, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let labels = asked.labels.iter().map(|label| clean(label)).filter(|label| !label.is_empty());
    let labels: Vec<String> = labels.take(MAX_LABELS).collect();
    if library.organize(owner, id, &clean(&asked.folder), &labels).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::not_found("library_no_game"))
    }
}

/// Deletes one of the caller's games.
#[utoipa::path(delete, path = "/games/{id}", responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn delete(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    if library.delete(owner, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::not_found("library_no_game"))
    }
}
