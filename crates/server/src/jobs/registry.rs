//! Registry of background jobs: lookup by identifier, stop by the player who started them, bounded number of finished ones.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::scheduler::Ticket;

/// Background job.
pub(super) trait Job {
    /// Identifier.
    fn id(&self) -> &str;
    /// Player who started it.
    fn player(&self) -> &str;
    /// Ticket to cancel it.
    fn ticket(&self) -> &Ticket;
    /// Returns true if it has ended.
    fn is_done(&self) -> bool;
}

/// All jobs of one kind, newest last.
pub(super) struct JobRegistry<J>(Mutex<Vec<Arc<J>>>);

impl<J> Default for JobRegistry<J> {
    fn default() -> Self {
        JobRegistry(Mutex::default())
    }
}

impl<J: Job> JobRegistry<J> {
    fn jobs(&self) -> MutexGuard<'_, Vec<Arc<J>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the oldest job that matches.
    pub fn find(&self, wanted: impl Fn(&J) -> bool) -> Option<Arc<J>> {
        self.jobs().iter().find(|job| wanted(job)).cloned()
    }

    /// Returns the job with this identifier.
    pub fn job(&self, id: &str) -> Option<Arc<J>> {
        self.find(|job| job.id() == id)
    }

    /// Stops a job, if this player started it; its answer is what was found so far.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<J>> {
        let job = self.job(id).filter(|job| job.player() == player)?;
        job.ticket().cancel();
        Some(job)
    }

    /// Cancels the unfinished jobs of a player: a new one replaces them.
    pub fn cancel_all_of(&self, player: &str) {
        let replaced: Vec<Arc<J>> =
            self.jobs().iter().filter(|job| job.player() == player && !job.is_done()).cloned().collect();
        // Outside the lock: a job that is dropped publishes its end.
        replaced.iter().for_each(|job| job.ticket().cancel());
    }

    /// Adds a job. Only the newest `most` finished jobs are kept.
    pub fn put(&self, job: &Arc<J>, most: usize) {
        let mut jobs = self.jobs();
        jobs.push(Arc::clone(job));
        let mut surplus = jobs.iter().filter(|job| job.is_done()).count().saturating_sub(most);
        jobs.retain(|job| {
            let remove = surplus > 0 && job.is_done();
            surplus -= usize::from(remove);
            !remove
        });
    }
}
