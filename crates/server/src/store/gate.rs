//! Gate of the writers to the database: the event log and the library take turns.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use library::{WriteGate, WriteTurn};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// Gate of one process; clones are the same gate.
#[derive(Clone, Default)]
pub struct Gate(Arc<Mutex<()>>);

impl Gate {
    /// Waits for the turn.
    pub async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0).lock_owned().await
    }
}

impl WriteGate for Gate {
    fn turn(&self) -> Pin<Box<dyn Future<Output = WriteTurn> + Send + '_>> {
        Box::pin(async { Box::new(Gate::turn(self).await) as WriteTurn })
    }

    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(time))
    }
}
