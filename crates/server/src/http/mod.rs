//! The doors of the house: REST, sockets, and the pages themselves.

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
mod rate;
mod records;
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
pub use rate::{Rates, network};

/// The largest body of a request: a record.
const LARGEST_BODY: usize = 512 * 1024 + 4096;

/// Every address there is.
pub fn router(app: App) -> Router {
    let api = Router::new()
        .route("/", get(openapi::page))
        .route("/openapi.json", get(openapi::json))
        .route("/games", get(games::list))
        .route("/health", get(games::health))
        .route("/me", get(games::me).put(games::rename))
        .route("/stats", get(stats::stats))
        .route("/rooms", get(rooms::list).post(rooms::create))
        .route("/rooms/{id}", get(rooms::look).delete(rooms::delete))
        .route("/rooms/{id}/rematch", post(rooms::rematch))
        .route("/rooms/{id}/record", get(rooms::record))
        .route("/rooms/{id}/deal", get(rooms::deal))
        .route("/rooms/{id}/socket", get(socket::open))
        .route("/invitations/{token}", get(invitations::look).post(invitations::join))
        .route("/records", post(records::read_record))
        .route("/records/file", post(records::read_record_file))
        .route("/positions", post(positions::read_position))
        .route("/lines", get(analysis::follow).post(positions::look))
        .route("/analysis", get(analysis::look_on))
        .route("/analysis/means", get(analysis::means))
        .route("/analysis/read", post(analysis::read))
        .route("/analysis/write", post(analysis::write))
        .route("/solves", post(solves::begin))
        .route("/solves/{id}", get(solves::look).delete(solves::stop))
        .route("/solves/{id}/events", get(solves::events))
        .route("/solves/{id}/tree", get(solves::tree))
        .route("/defences", post(solves::defend))
        .route("/reviews", post(reviews::begin))
        .route("/reviews/{id}", get(reviews::look).delete(reviews::stop))
        .route("/reviews/{id}/events", get(reviews::events))
        .route("/reviews/{id}/tries", post(reviews::attempt))
        .route("/puzzles", get(puzzles::overview))
        .route("/puzzles/{collection}", get(puzzles::list))
        .route("/puzzles/{collection}/{id}", get(puzzles::look))
        .route("/puzzles/{collection}/{id}/try", post(puzzles::attempt))
        .route("/puzzles/{collection}/{id}/help", post(puzzles::help))
        .nest("/library", crate::library::router(&app))
        .fallback(|| async { error::Error::not_found("wire_no_address") })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(app.clone(), guard::at_the_door));
    Router::new()
        .nest("/api", api)
        .fallback(get(assets::serve))
        .layer(CompressionLayer::new().no_br().no_deflate().no_zstd())
        .layer(from_fn_with_state(app.clone(), guard::carry_headers))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}
