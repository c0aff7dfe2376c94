//! HTTP interface: REST, WebSockets and the web app.

mod analysis;
mod assets;
pub(crate) mod error;
mod games;
pub(crate) mod guard;
mod invitations;
pub(crate) mod json;
mod openapi;
mod positions;
mod puzzles;
mod rate_limit;
pub(crate) mod records;
mod reviews;
mod rooms;
mod socket;
mod solves;
mod stats;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;

use crate::app::App;

pub use assets::{Asset, Assets};
pub use rate_limit::{RateLimiter, network_of};

/// Maximum size of a request body: a record.
const MAX_BODY_BYTES: usize = 512 * 1024 + 4096;

/// Routes of the server.
pub fn router(app: App) -> Router {
    let api = Router::new()
        .route("/", get(openapi::page))
        .route("/openapi.json", get(openapi::json))
        .route("/games", get(games::list))
        .route("/health", get(games::health))
        .route("/ready", get(games::ready))
        .route("/me", get(games::me).put(games::rename))
        .route("/stats", get(stats::stats))
        .route("/rooms", get(rooms::list).post(rooms::create))
        .route("/rooms/{id}", get(rooms::view).delete(rooms::delete))
        .route("/rooms/{id}/rematch", post(rooms::rematch))
        .route("/rooms/{id}/record", get(rooms::record))
        .route("/rooms/{id}/deal", get(rooms::deal))
        .route("/rooms/{id}/socket", get(socket::open))
        .route("/invitations/{token}", get(invitations::view).post(invitations::join))
        .route("/records", post(records::read_record))
        .route("/records/file", post(records::read_record_file))
        .route("/positions", post(positions::read_position))
        .route("/lines", get(analysis::line).post(positions::line))
        .route("/analysis", get(analysis::stream))
        .route("/analysis/means", get(analysis::limits))
        .route("/analysis/read", post(analysis::read))
        .route("/analysis/write", post(analysis::write))
        .route("/solves", post(solves::begin))
        .route("/solves/{id}", get(solves::view).delete(solves::stop))
        .route("/solves/{id}/events", get(solves::events))
        .route("/solves/{id}/tree", get(solves::tree))
        .route("/defences", post(solves::defend))
        .route("/reviews", post(reviews::begin))
        .route("/reviews/{id}", get(reviews::view).delete(reviews::stop))
        .route("/reviews/{id}/events", get(reviews::events))
        .route("/reviews/{id}/tries", post(reviews::attempt))
        .route("/puzzles", get(puzzles::overview))
        .route("/puzzles/{collection}", get(puzzles::list))
        .route("/puzzles/{collection}/{id}", get(puzzles::view))
        .route("/puzzles/{collection}/{id}/try", post(puzzles::attempt))
        .route("/puzzles/{collection}/{id}/help", post(puzzles::help))
        .nest("/library", crate::library::router(&app))
        .fallback(|| async { error::Error::not_found("wire_no_address") })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(app.clone(), guard::check_request));
    Router::new()
        .nest("/api", api)
        .fallback(get(assets::serve))
        .layer(CompressionLayer::new().no_br().no_deflate().no_zstd())
        .layer(from_fn_with_state(app.clone(), guard::check_host))
        .layer(from_fn_with_state(app.clone(), guard::add_security_headers))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}
