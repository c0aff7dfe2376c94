//! Summaries of a room on their way to the store: written in the background, never an older one after a newer one.

use std::sync::{Arc, Mutex, PoisonError};

use crate::store::{Store, WriteJob};

/// Outbox with place for one summary: a newer one replaces it.
#[derive(Clone, Default)]
pub(super) struct SummaryOutbox {
    newest: Arc<Mutex<Option<WriteJob>>>,
    /// Held while a summary is taken and queued, so that the queue has them in order.
    order: Arc<tokio::sync::Mutex<()>>,
}

impl SummaryOutbox {
    /// Stores a summary in the background.
    pub fn send(&self, store: Store, summary: WriteJob) {
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(summary);
        let outbox = self.clone();
        tokio::spawn(async move {
            let order = outbox.order.lock().await;
            // Without one, an earlier task has taken it: it was the newest already.
            let Some(job) = outbox.newest.lock().unwrap_or_else(PoisonError::into_inner).take() else {
                return;
            };
            let stored = store.enqueue(job).await;
            drop(order);
            let stored = match stored {
                Ok(stored) => stored.await,
                Err(error) => Err(error),
            };
            if let Err(error) = stored {
                tracing::error!(%error, "room summary not stored");
            }
        });
    }
}
