//! HTTP interface: REST, WebSockets and the web app.

mod account;
mod analysis;
mod assets;
mod blocks;
pub(crate) mod error;
mod games;
pub(crate) mod guard;
mod invitations;
pub(crate) mod json;
mod labs;
mod leagues;
mod lobby;
mod openapi;
mod operator;
mod players;
mod positions;
mod progress;
mod puzzles;
mod rate_limit;
mod reach;
pub(crate) mod records;
mod reports;
mod reviews;
mod rooms;
mod socket;
mod solves;
mod stats;
mod tournaments;
mod watch;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::library::{self, LibraryState};

pub use assets::{Asset, Assets};
pub use rate_limit::{RateLimiter, network_of};

/// Maximum size of a request body: a record.
const MAX_BODY_BYTES: usize = 512 * 1024 + 4096;

/// REST endpoints, each described where it is handled; paths are relative to `/api`.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .merge(games::routes())
        .merge(account::routes())
        .merge(players::routes())
        .merge(lobby::routes())
        .merge(watch::routes())
        .merge(blocks::routes())
        .merge(reports::routes())
        .merge(operator::routes())
        .merge(stats::routes())
        .merge(rooms::routes())
        .merge(invitations::routes())
        .merge(records::routes())
        .merge(positions::routes())
        .merge(analysis::routes())
        .merge(solves::routes())
        .merge(reviews::routes())
        .merge(labs::routes())
        .merge(leagues::routes())
        .merge(puzzles::routes())
        .merge(tournaments::routes())
}

/// Routes of the server.
pub fn router(app: App) -> Router {
    let library = library::routes().with_state(LibraryState::new(app.clone()));
    let (api, description) = api().nest("/library", library).split_for_parts();
    let api = api
        .merge(openapi::routes(description))
        .route("/rooms/{id}/socket", get(socket::open))
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

/// Names of the types that the endpoints take and return.
#[cfg(all(test, feature = "typescript"))]
pub(crate) fn described_types() -> Vec<String> {
    let descriptions = [api().into_openapi(), library::routes().into_openapi()];
    descriptions
        .into_iter()
        .filter_map(|described| described.components)
        .flat_map(|all| all.schemas.into_keys())
        .collect()
}
