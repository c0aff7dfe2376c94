//! Progress of a job as server-sent events.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::watch;

use crate::jobs::HasState;
use crate::wire::SolveState;

/// Streams a job's state at once and after each change; the stream ends with the job.
pub fn progress<T>(mut updates: watch::Receiver<T>) -> Sse<impl Stream<Item = Result<Event, Infallible>>>
where
    T: HasState + Serialize + Clone + Send + Sync + 'static,
{
    updates.mark_changed();
    let events = stream::unfold(Some(updates), |updates| async {
        let mut updates = updates?;
        updates.changed().await.ok()?;
        let state = updates.borrow_and_update().clone();
        let rest = (state.state() != SolveState::Done).then_some(updates);
        let event = Event::default().json_data(&state).unwrap_or_default();
        Some((Ok(event), rest))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}
