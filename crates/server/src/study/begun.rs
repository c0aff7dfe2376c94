//! Work that was begun for people: found by its name, stopped by who began it, the newest kept after it ended.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::Control;

/// A piece of work that was begun.
pub(super) trait Job {
    /// Its name.
    fn id(&self) -> &str;
    /// Who began it.
    fn player(&self) -> &str;
    /// What stops it.
    fn control(&self) -> &Control;
    /// Whether it has ended.
    fn is_done(&self) -> bool;
}

/// All work of one kind, the newest last.
pub(super) struct Begun<J>(Mutex<Vec<Arc<J>>>);

impl<J> Default for Begun<J> {
    fn default() -> Self {
        Begun(Mutex::default())
    }
}

impl<J: Job> Begun<J> {
    fn jobs(&self) -> MutexGuard<'_, Vec<Arc<J>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The oldest work of which this is true.
    pub fn find(&self, wanted: impl Fn(&J) -> bool) -> Option<Arc<J>> {
        self.jobs().iter().find(|job| wanted(job)).cloned()
    }

    /// The work of a name.
    pub fn job(&self, id: &str) -> Option<Arc<J>> {
        self.find(|job| job.id() == id)
    }

    /// Ends a piece of work; what is known by then is its answer. Only who began it may.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<J>> {
        let job = self.job(id).filter(|job| job.player() == player)?;
        job.control().stop();
        Some(job)
    }

    /// Ends all.
    pub fn stop_all(&self) {
        self.jobs().iter().for_each(|job| job.control().stop());
    }

    /// Adds work. What the same person still has running is stopped, and of what has ended only the newest
    /// `most` stay.
    pub fn put(&self, job: &Arc<J>, most: usize) {
        let mut jobs = self.jobs();
        jobs.iter().filter(|other| other.player() == job.player()).for_each(|other| other.control().stop());
        jobs.push(Arc::clone(job));
        let mut surplus = jobs.iter().filter(|job| job.is_done()).count().saturating_sub(most);
        jobs.retain(|job| {
            let goes = surplus > 0 && job.is_done();
            surplus -= usize::from(goes);
            !goes
        });
    }
}
