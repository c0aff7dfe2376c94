//! OpenAPI description of the REST interface, and a small page of it for people.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;

use super::{analysis, games, invitations, positions, puzzles, records, reviews, rooms, solves, stats};
use crate::library;

/// OpenAPI document. The messages of the socket are described in docs/wire.md, since OpenAPI cannot express them.
#[derive(OpenApi)]
#[openapi(
    info(title = "Kỳ Đài", description = "Rooms, records and results. Sockets: /api/rooms/{id}/socket"),
    paths(
        games::list,
        games::health,
        games::ready,
        games::me,
        games::rename,
        stats::stats,
        rooms::list,
        rooms::create,
        rooms::view,
        rooms::delete,
        rooms::rematch,
        rooms::record,
        rooms::deal,
        invitations::view,
        invitations::join,
        records::read_record,
        records::read_record_file,
        positions::read_position,
        positions::line,
        analysis::line,
        analysis::stream,
        analysis::limits,
        analysis::read,
        analysis::write,
        solves::begin,
        solves::view,
        solves::stop,
        solves::events,
        solves::tree,
        solves::defend,
        reviews::begin,
        reviews::view,
        reviews::stop,
        reviews::events,
        reviews::attempt,
        puzzles::overview,
        puzzles::list,
        puzzles::view,
        puzzles::attempt,
        puzzles::help,
        library::search::search,
        library::search::explore,
        library::own_games::overview,
        library::own_games::sort,
        library::own_games::delete,
        library::import::import,
        library::import::masters,
        library::import::begin_masters,
        library::games::view,
        library::games::record,
        library::replace::replace,
        library::games::export,
        library::games::comment
    )
)]
struct ApiDescription;

/// OpenAPI document as JSON, made once: building it takes milliseconds.
static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string(&ApiDescription::openapi()).unwrap_or_default());
/// Overview of the API as an HTML page, made once.
static PAGE: LazyLock<String> = LazyLock::new(write_page);

/// OpenAPI document as JSON.
pub async fn json() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], DOCUMENT.as_str())
        .into_response()
}

/// Overview of the API as an HTML page.
pub async fn page() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))], PAGE.as_str())
        .into_response()
}

fn write_page() -> String {
    let described = serde_json::to_value(ApiDescription::openapi()).unwrap_or_default();
    let mut rows = String::new();
    let paths = described.get("paths").and_then(|paths| paths.as_object());
    for (path, methods) in paths.into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let what = operation.get("summary").and_then(|what| what.as_str()).unwrap_or_default();
            let takes = named(operation.pointer("/requestBody/content"));
            let gives = operation.get("responses").and_then(|all| all.as_object()).into_iter().flatten();
            let gives: Vec<String> = gives
                .map(|(status, response)| format!("{status} {}", named(response.get("content"))))
                .collect();
            let _ = write!(
                rows,
                "<tr><td><b>{}</b></td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&method.to_uppercase()),
                escape(path),
                escape(what),
                escape(&takes),
                escape(&gives.join(", "))
            );
        }
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Kỳ Đài: API</title>\
         <style>body{{font:16px/1.5 system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}}\
         td,th{{text-align:left;padding:.3rem .8rem;border-bottom:1px solid #8884;vertical-align:top}}\
         table{{border-collapse:collapse}}:root{{color-scheme:light dark}}</style>\
         <h1>Kỳ Đài: API</h1><p>For machines: <a href=\"/api/openapi.json\">/api/openapi.json</a>. \
         Live games: a WebSocket at <code>/api/rooms/{{id}}/socket</code>, its messages in docs/wire.md.</p>\
         <table><tr><th></th><th>address</th><th>what</th><th>takes</th><th>gives</th></tr>{rows}</table>"
    )
}

/// Name of the schema of a content.
fn named(content: Option<&serde_json::Value>) -> String {
    let Some(schema) = content.and_then(|content| content.as_object()?.values().next()?.get("schema")) else {
        return String::new();
    };
    let name =
        |schema: &serde_json::Value| schema.get("$ref")?.as_str()?.rsplit('/').next().map(str::to_owned);
    name(schema)
        .or_else(|| Some(format!("[{}]", name(schema.get("items")?)?)))
        .unwrap_or_else(|| "text".to_owned())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_document_is_made_once() {
        let first = DOCUMENT.as_ptr();
        assert_eq!(json().await.status(), 200);
        assert_eq!(page().await.status(), 200);
        assert_eq!(DOCUMENT.as_ptr(), first);
        let document: serde_json::Value = serde_json::from_str(&DOCUMENT).unwrap();
        assert!(document["paths"]["/api/rooms"]["post"].is_object());
        assert!(PAGE.contains("/api/rooms"));
    }
}
