//! OpenAPI description of the REST interface, and a small page of it for people.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::openapi::{Info, OpenApi, OpenApiBuilder};

use crate::app::App;

/// Routes of the description. It is written once, when the server starts: building it takes milliseconds. The messages of
/// the socket are described in docs/wire.md, since OpenAPI cannot express them.
pub fn routes(endpoints: OpenApi) -> Router<App> {
    let description = describe(endpoints);
    let document: Arc<str> = serde_json::to_string(&description).unwrap_or_default().into();
    let page: Arc<str> = write_page(&description).into();
    Router::new()
        .route("/", get(|| async move { serve("text/html; charset=utf-8", &page) }))
        .route("/openapi.json", get(|| async move { serve("application/json", &document) }))
}

/// OpenAPI document of the endpoints below `/api`.
fn describe(endpoints: OpenApi) -> OpenApi {
    let mut info = Info::new("Kỳ Đài", env!("CARGO_PKG_VERSION"));
    info.description = Some("Rooms, records and results. Sockets: /api/rooms/{id}/socket".to_owned());
    OpenApiBuilder::new().info(info).build().nest("/api", endpoints)
}

fn serve(content_type: &'static str, body: &str) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(content_type))], body.to_owned()).into_response()
}

/// Overview of the API as an HTML page.
fn write_page(description: &OpenApi) -> String {
    let described = serde_json::to_value(description).unwrap_or_default();
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
