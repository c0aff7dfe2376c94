//! A few threads for long questions, apart from those of the matches, so that nobody at a board waits for a proof.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How many questions may wait.
const MOST_WAITING: usize = 32;

type Work = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Work>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Shared {
    /// Work that broke has left the queue whole: it is only touched by push and pop.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads.
pub struct Pool(Arc<Shared>);

impl Pool {
    /// Starts so many.
    pub fn start(threads: usize) -> Pool {
        let shared = Arc::new(Shared::default());
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let started = std::thread::Builder::new()
                .name(format!("study-{number}"))
                .stack_size(16 << 20)
                .spawn(move || work(&shared));
            if let Err(error) = started {
                tracing::error!(%error, "a thread for studies could not be started");
            }
        }
        Pool(shared)
    }

    /// Queues work. `false` where too much waits already.
    pub fn run(&self, work: Work) -> bool {
        let mut queue = self.0.queue();
        if queue.closed || queue.waiting.len() >= MOST_WAITING {
            return false;
        }
        queue.waiting.push_back(work);
        drop(queue);
        self.0.wake.notify_one();
        true
    }

    /// Lets the threads go once they have finished what they do.
    pub fn close(&self) {
        let mut queue = self.0.queue();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.0.wake.notify_all();
    }
}

fn work(shared: &Shared) {
    loop {
        let mut queue = shared.queue();
        let next = loop {
            if queue.closed {
                return;
            }
            if let Some(next) = queue.waiting.pop_front() {
                break next;
            }
            queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        if catch_unwind(AssertUnwindSafe(next)).is_err() {
            tracing::error!("a study broke");
        }
    }
}
