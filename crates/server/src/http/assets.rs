//! Web app files, embedded or from a directory; other paths get the app's page, with status 404 if it has no such route.

use std::path::{Component, Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::guard::set_guest_cookie;
use crate::app::App;

/// Embedded file of the web app.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Content.
    pub bytes: &'static [u8],
    /// MIME type.
    pub mime: &'static str,
    /// Hash of the content.
    pub hash: &'static str,
    /// True if the name changes with the content.
    pub immutable: bool,
}

/// Lookup of embedded files by path, without a leading slash.
pub type Assets = fn(&str) -> Option<Asset>;

const INDEX: &str = "index.html";

/// Routes of the app, as in `web/src/lib/router.svelte.ts`. `:name` matches one segment.
const ROUTES: [&str; 35] = [
    "/",
    "/new",
    "/lobby",
    "/watch",
    "/ranking",
    "/player/:handle",
    "/games",
    "/library",
    "/library/:id",
    "/stats",
    "/rules",
    "/rules/:game",
    "/puzzles",
    "/puzzles/:collection",
    "/puzzles/:collection/:id",
    "/editor",
    "/solve",
    "/analysis",
    "/lab",
    "/lab/league",
    "/lab/league/:id",
    "/lab/lessons",
    "/lab/lessons/:id",
    "/tournaments",
    "/tournaments/:id",
    "/tournaments/:id/join/:token",
    "/tournaments/:id/board/:token",
    "/verify",
    "/verify/:room",
    "/settings",
    "/account",
    "/operator",
    "/join/:token",
    "/room/:id",
    "/game/:id",
];

/// Returns true if the app has a page at this path.
fn is_route(path: &str) -> bool {
    let wanted: Vec<&str> = path.trim_matches('/').split('/').collect();
    ROUTES.iter().any(|route| {
        let parts: Vec<&str> = route.trim_matches('/').split('/').collect();
        let fits = |(part, here): (&&str, &&str)| part == here || part.starts_with(':') && !here.is_empty();
        parts.len() == wanted.len() && parts.iter().zip(&wanted).all(fits)
    })
}

/// File to send.
struct File {
    bytes: Bytes,
    mime: &'static str,
    hash: String,
    immutable: bool,
}

impl From<Asset> for File {
    fn from(asset: Asset) -> Self {
        let Asset { bytes, mime, hash, immutable } = asset;
        File { bytes: Bytes::from_static(bytes), mime, hash: hash.to_owned(), immutable }
    }
}

/// Serves a file, or the app's page for an app route.
pub async fn serve(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    // A missing path with an extension is a 404; any other path is a route of the app.
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let found = match find(&app, path).await {
        Some(asset) => Some(asset),
        None if is_file => None,
        None => find(&app, INDEX).await,
    };
    match found {
        Some(asset) => {
            let is_page = asset.mime.starts_with("text/html");
            let mut response = answer(asset, &headers);
            if is_page {
                set_guest_cookie(&app, &headers, &mut response).await;
                if path != INDEX && !is_route(path) {
                    *response.status_mut() = StatusCode::NOT_FOUND;
                }
            }
            response
        }
        None => (StatusCode::NOT_FOUND, "404").into_response(),
    }
}

fn answer(asset: File, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", asset.hash);
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let same = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response =
        if same { StatusCode::NOT_MODIFIED.into_response() } else { Body::from(asset.bytes).into_response() };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    response
}

async fn find(app: &App, path: &str) -> Option<File> {
    match &app.config.web {
        Some(folder) => {
            let file = inside(folder, path)?;
            let name = path.to_owned();
            tokio::task::spawn_blocking(move || from_disk(&file, &name)).await.ok()?
        }
        None => (app.config.assets?)(path).map(File::from),
    }
}

/// Joins a path to a folder; `None` if it would leave the folder.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = Path::new(path);
    relative.components().all(|part| matches!(part, Component::Normal(_))).then(|| folder.join(relative))
}

fn from_disk(file: &Path, path: &str) -> Option<File> {
    let bytes = std::fs::read(file).ok()?;
    let hash = crate::ids::player(&String::from_utf8_lossy(&bytes)).chars().take(16).collect();
    Some(File { mime: mime(path), hash, immutable: path.starts_with("assets/"), bytes: bytes.into() })
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_knows_the_routes_of_the_app() {
        let source = include_str!("../../../../web/src/lib/router.svelte.ts");
        let (_, list) = source.split_once("const ROUTES").expect("the list of routes");
        let list = list.split_once("];").expect("its end").0;
        let written: Vec<&str> =
            list.lines().filter_map(|line| line.trim().strip_prefix("['")?.split('\'').next()).collect();
        assert_eq!(written, ROUTES);
        for (path, known) in [
            ("room/abc", true),
            ("puzzles/a/b", true),
            ("nonsense", false),
            ("room/", false),
            ("room/a/b", false),
        ] {
            assert_eq!(is_route(path), known, "{path}");
        }
    }

    #[test]
    fn no_path_leaves_the_folder() {
        let folder = Path::new("dist");
        assert_eq!(inside(folder, "assets/a.js"), Some(folder.join("assets/a.js")));
        for path in ["../secret", "a/../../b", "/etc/passwd", "./../x"] {
            assert_eq!(inside(folder, path), None, "{path}");
        }
    }
}
