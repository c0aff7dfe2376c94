//! Limits how often search reports are sent; the last one of a burst is sent late, not dropped.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::Instant;

/// Minimum interval between two search reports sent to clients.
const REPORT_INTERVAL: Duration = Duration::from_millis(125);

/// Throttle of one search. It is called on the thread of the search; late reports are sent by the runtime.
pub(super) struct ReportThrottle<T> {
    send: Arc<dyn Fn(T) + Send + Sync>,
    due: Instant,
    /// Latest report that came before it was due.
    waiting: Arc<Mutex<Option<T>>>,
    runtime: Handle,
}

impl<T: Send + 'static> ReportThrottle<T> {
    /// Throttle of a search that begins now. Has to be called within the runtime.
    pub fn new(send: impl Fn(T) + Send + Sync + 'static) -> Self {
        ReportThrottle {
            send: Arc::new(send),
            due: Instant::now() + REPORT_INTERVAL,
            waiting: Arc::default(),
            runtime: Handle::current(),
        }
    }

    /// Sends a report, or keeps it until it is due. The first depths of a search come within milliseconds; the last of
    /// them may be the deepest for a long time.
    pub fn report(&mut self, report: T) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if Instant::now() >= self.due {
            *waiting = None;
            self.due = Instant::now() + REPORT_INTERVAL;
            (self.send)(report);
        } else if waiting.replace(report).is_none() {
            let (due, waiting, send) = (self.due, Arc::clone(&self.waiting), Arc::clone(&self.send));
            self.runtime.spawn(async move {
                tokio::time::sleep_until(due).await;
                let report = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(report) = report {
                    send(report);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_last_report_of_a_burst_is_sent_although_it_came_too_soon() {
        let (sender, mut sent) = tokio::sync::mpsc::unbounded_channel();
        let mut throttle = ReportThrottle::new(move |depth: u32| {
            let _ = sender.send(depth);
        });
        for burst in [1..=3, 4..=5] {
            let deepest = *burst.end();
            burst.for_each(|depth| throttle.report(depth));
            let mut last = 0;
            while last < deepest {
                let depth = sent.recv().await.unwrap();
                assert!(depth > last, "{depth} came after {last}");
                last = depth;
            }
        }
    }
}
