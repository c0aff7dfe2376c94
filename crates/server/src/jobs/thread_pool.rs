//! Thread pool for long tasks, separate from the engine pool, so that games never wait for a proof.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of queued tasks.
const MAX_WAITING: usize = 32;

type Task = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Task>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Shared {
    /// A panic cannot leave the queue inconsistent: it is only changed by push and pop.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Handle of the thread pool.
pub struct ThreadPool(Arc<Shared>);

impl ThreadPool {
    /// Starts the pool with this number of threads.
    pub fn start(threads: usize) -> ThreadPool {
        let shared = Arc::new(Shared::default());
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let started = std::thread::Builder::new()
                .name(format!("study-{number}"))
                .stack_size(16 << 20)
                .spawn(move || work(&shared));
            if let Err(error) = started {
                tracing::error!(%error, "cannot start a pool thread");
            }
        }
        ThreadPool(shared)
    }

    /// Queues a task. Returns false if the queue is full.
    pub fn run(&self, work: Task) -> bool {
        let mut queue = self.0.queue();
        if queue.closed || queue.waiting.len() >= MAX_WAITING {
            return false;
        }
        queue.waiting.push_back(work);
        drop(queue);
        self.0.wake.notify_one();
        true
    }

    /// Stops the threads after their current task.
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
            tracing::error!("task panicked");
        }
    }
}
