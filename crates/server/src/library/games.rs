//! Library games: one game with its moves, export as files, comments.

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Message;
use library::Entry;
use table::{Notation, Record, RecordFormat, common_notation};

use super::LibraryState;
use super::search::{ask_of, run_search};
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::http::json::JsonBody;
use crate::new_game::rulebook;
use crate::wire::{
    CommentIn, ErrorOut, ExportQuery, LibraryGame, LibraryNode, LibraryQuery, LibraryRow, Start, count,
    square,
};

/// Maximum number of moves shown of one game.
const MAX_NODES: usize = 4000;
/// Maximum number of games in one export.
const MAX_EXPORTED: u32 = 1000;
/// Maximum length of a comment in bytes.
const MAX_COMMENT_BYTES: usize = 4096;

/// Game with its moves, variations and comments.
#[utoipa::path(get, path = "/games/{id}", params(ExportQuery),
    responses((status = 200, body = LibraryGame), (status = 404, body = ErrorOut)))]
pub async fn view(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    Query(query): Query<ExportQuery>,
) -> Result<Json<LibraryGame>, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let (found, record) =
        library.game(owner, id).await?.ok_or_else(|| Error::not_found("library_no_game"))?;
    let notation = query.notation.as_deref().and_then(Notation::named).unwrap_or(Notation::Uci);
    Ok(Json(show(LibraryRow::from(found), record.as_ref(), notation)))
}

fn show(row: LibraryRow, record: &dyn Record, notation: Notation) -> LibraryGame {
    let mut study = record.study();
    while study.pop() {}
    let status = study.status();
    let nodes = record.nodes(notation, MAX_NODES).into_iter().map(|node| LibraryNode {
        after: node.after.map(count),
        varies: node.varies,
        mv: node.mv,
        text: node.text,
        number: count(node.number),
        side: node.side.into(),
        squares: [square(node.squares.0), square(node.squares.1)],
        position: node.position,
        check: node.check.map(square),
        comment: node.comment,
        glyphs: node.glyphs,
    });
    LibraryGame {
        start: Start {
            position: study.position(study.spec().dialects.first().unwrap_or(&"")),
            turn: status.turn.into(),
            check: status.check.map(square),
        },
        tags: record.tags().iter().map(|(name, value)| [name.clone(), value.clone()]).collect(),
        preface: record.preface(),
        nodes: nodes.collect(),
        more: record.moves() > MAX_NODES,
        row,
    }
}

/// Game as a file.
#[utoipa::path(get, path = "/games/{id}/record", params(ExportQuery),
    responses((status = 200, body = String), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn record(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let (_, record) = library.game(owner, id).await?.ok_or_else(|| Error::not_found("library_no_game"))?;
    let form = form(&query)?;
    Ok(file(write(record.as_ref(), form, &query)?, form, &format!("kydai-{id}")))
}

/// All games that match a query, as one file.
#[utoipa::path(get, path = "/export", params(LibraryQuery, ExportQuery),
    responses((status = 200, body = String), (status = 422, body = ErrorOut)))]
pub async fn export(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Query(criteria): Query<LibraryQuery>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let form = form(&query)?;
    let mut ask = ask_of(&criteria, owner, &state)?;
    (ask.skip, ask.count) = (0, MAX_EXPORTED);
    if form.holds_one_game() {
        return Err(Message::new("record_one_game").text("form", form.name()).into());
    }
    let mut text = Vec::new();
    for found in run_search(&state, &caller, library, ask).await?.games {
        if let Some((_, record)) = library.game(owner, found.id).await? {
            text.extend(write(record.as_ref(), form, &query)?);
        }
    }
    Ok(file(text, form, "kydai"))
}

fn form(query: &ExportQuery) -> Result<RecordFormat, Message> {
    let name = query.format.as_deref().unwrap_or("pgn");
    RecordFormat::named(name).ok_or_else(|| Message::new("record_format").text("format", name))
}

fn write(record: &dyn Record, form: RecordFormat, query: &ExportQuery) -> Result<Vec<u8>, Message> {
    let book = rulebook(record.spec().name)?;
    let wanted = query.notation.as_deref().and_then(Notation::named);
    record.write_file(form, wanted.unwrap_or_else(|| common_notation(book)))
}

fn file(text: Vec<u8>, form: RecordFormat, name: &str) -> Response {
    let (mime, extension) = (form.mime(), form.extension());
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.{extension}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// Sets the comment of a move, or of the whole game, in one of the caller's games.
#[utoipa::path(post, path = "/games/{id}/comment", request_body = CommentIn,
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn comment(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    JsonBody(asked): JsonBody<CommentIn>,
) -> Result<StatusCode, Error> {
    let missing = || Error::not_found("library_no_game");
    let (library, owner) = state.library_for(&caller.player).await?;
    let (found, mut record) = library.game(owner, id).await?.ok_or_else(missing)?;
    let text = &asked.text[..asked.text.floor_char_boundary(MAX_COMMENT_BYTES)];
    if !found.own || !record.comment(asked.node.map(|node| node as usize), text) {
        return Err(missing());
    }
    let entry = Entry::from_record(record.as_ref())?;
    if library.update_record(owner, id, &entry).await? { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}
