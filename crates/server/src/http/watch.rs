//! Games that anybody may watch: the list, and the stream of its changes.

use std::convert::Infallible;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::wire::LiveGames;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(view)).routes(routes!(events))
}

/// Games that anybody may watch, as published in the last half second.
#[utoipa::path(get, path = "/watch", responses((status = 200, body = LiveGames)))]
pub async fn view(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.watching.all().to_string())
}

/// Changes of the list as server-sent events (`LiveGames`), at most two a second.
#[utoipa::path(get, path = "/watch/events",
    responses((status = 200, body = String, content_type = "text/event-stream")))]
pub async fn events(State(app): State<App>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold(app.watching.follow(), |mut follower| async move {
        let text = follower.next().await?;
        Some((Ok(Event::default().data(&*text)), follower))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}
