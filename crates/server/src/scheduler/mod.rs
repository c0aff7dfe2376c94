//! The scheduler: everything that computes for long runs here, on as many threads as there are slots. The order and the
//! shares are the policy's; this part has the threads, the pauses and the cancellation.
//!
//! A task reads its clock about once per millisecond. That is where it pauses while a more urgent one has its slot; the
//! time of the pause does not count as thinking time. A task that nobody waits for any more is canceled: it leaves the
//! queue at once, or its control is stopped.

mod policy;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use table::{Clock, Control};
use tokio::sync::oneshot;

use policy::{Change, Policy};
pub use policy::{Class, QueueLimits, Refused, Requester, Rules, TaskId};

/// Interval at which the order is checked while tasks run: shares change with time.
const TICK: Duration = Duration::from_millis(50);
/// Stack size of a task's thread.
const STACK: usize = 16 << 20;

/// Time that a task's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeBase {
    /// Time without pauses: every task gets the thinking time it asked for.
    Running,
    /// Wall-clock time, for games with clocks, which do not stop during a pause.
    Wall,
}

type Job = Box<dyn FnOnce() + Send>;

struct Slot {
    job: Option<Job>,
    ticket: Ticket,
}

struct State {
    policy: Policy,
    slots: HashMap<TaskId, Slot>,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Wakes paused tasks.
    resumed: Condvar,
    /// Wakes the ticking thread.
    changed: Condvar,
    started: Instant,
}

impl Shared {
    /// A panic cannot leave the state inconsistent: jobs run outside the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out what the policy decides. Jobs whose thread cannot start are returned, to be dropped without the lock.
    fn schedule(self: &Arc<Self>, state: &mut State) -> Vec<Job> {
        let mut failed = Vec::new();
        for change in state.policy.schedule(self.started.elapsed()) {
            match change {
                Change::Start(id) => {
                    let Some(job) = state.slots.get_mut(&id).and_then(|slot| slot.job.take()) else {
                        continue;
                    };
                    failed.extend(self.start(state, id, job));
                }
                Change::Pause(id) => {
                    if let Some(slot) = state.slots.get(&id) {
                        slot.ticket.clock.paused.store(true, Ordering::Relaxed);
                    }
                }
                Change::Resume(id) => {
                    if let Some(slot) = state.slots.get(&id) {
                        slot.ticket.clock.paused.store(false, Ordering::Relaxed);
                    }
                    self.resumed.notify_all();
                }
            }
        }
        self.changed.notify_all();
        failed
    }

    fn start(self: &Arc<Self>, state: &mut State, id: TaskId, job: Job) -> Option<Job> {
        let shared = Arc::clone(self);
        // The job is handed over through a cell, so that it is not lost if the thread cannot start.
        let cell = Arc::new(Mutex::new(Some(job)));
        let handed = Arc::clone(&cell);
        let spawned =
            std::thread::Builder::new().name(format!("task-{id}")).stack_size(STACK).spawn(move || {
                let job = handed.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(job) = job
                    && catch_unwind(AssertUnwindSafe(job)).is_err()
                {
                    tracing::error!("a task panicked");
                }
                shared.finish(id);
            });
        if let Err(error) = spawned {
            tracing::error!(%error, "cannot start a thread");
            state.slots.remove(&id);
            state.policy.finish(id, self.started.elapsed());
            return cell.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
        None
    }

    /// Removes a task that has ended, and lets the next one start.
    fn finish(self: &Arc<Self>, id: TaskId) {
        let mut state = self.state();
        let slot = state.slots.remove(&id);
        state.policy.finish(id, self.started.elapsed());
        let failed = self.schedule(&mut state);
        drop(state);
        drop((slot, failed));
    }
}

/// Clock of a task, which pauses its reader while another task has the slot.
pub struct SlotClock {
    base: TimeBase,
    started: Instant,
    paused: AtomicBool,
    paused_micros: AtomicU64,
    /// Set when the task is canceled: it runs on to notice.
    released: AtomicBool,
    shared: Weak<Shared>,
}

impl SlotClock {
    fn wait_while_paused(&self) {
        let Some(shared) = self.shared.upgrade() else { return };
        let began = Instant::now();
        let mut state = shared.state();
        while self.paused.load(Ordering::Relaxed) && !self.released.load(Ordering::Relaxed) && !state.closed {
            state = shared.resumed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.paused_micros.fetch_add(micros, Ordering::Relaxed);
    }
}

impl Clock for SlotClock {
    fn micros(&self) -> u64 {
        if self.paused.load(Ordering::Relaxed) && !self.released.load(Ordering::Relaxed) {
            self.wait_while_paused();
        }
        let elapsed = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        match self.base {
            TimeBase::Wall => elapsed,
            TimeBase::Running => elapsed.saturating_sub(self.paused_micros.load(Ordering::Relaxed)),
        }
    }
}

/// Ticket of a task: its control with the scheduler's clock, and the way to cancel it.
#[derive(Clone)]
pub struct Ticket {
    control: Control,
    clock: Arc<SlotClock>,
    id: Arc<AtomicU64>,
}

impl Ticket {
    /// Control for the search.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Returns true if the task was canceled or stopped.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Pauses here while another task has the slot; for work that does not read the clock by itself.
    pub fn yield_point(&self) {
        let _ = self.clock.micros();
    }

    /// Notes that the result is there: from now on the task does not count for its requester's share, although its thread
    /// has not ended yet. Called before the result is published.
    pub fn settle(&self) {
        if let Some(shared) = self.clock.shared.upgrade() {
            shared.state().policy.abandon(self.id.load(Ordering::Relaxed));
        }
    }

    /// Stops the task if it runs. One that still waits keeps its place.
    pub fn stop_if_running(&self) {
        if let Some(shared) = self.clock.shared.upgrade()
            && !shared.state().policy.is_waiting(self.id.load(Ordering::Relaxed))
        {
            self.release();
        }
    }

    /// Cancels the task: nobody waits for it any more. Its job is dropped if it has not started.
    pub fn cancel(&self) {
        self.release();
        let Some(shared) = self.clock.shared.upgrade() else { return };
        let id = self.id.load(Ordering::Relaxed);
        let mut state = shared.state();
        state.policy.abandon(id);
        if state.policy.is_waiting(id) {
            let slot = state.slots.remove(&id);
            state.policy.finish(id, shared.started.elapsed());
            drop(state);
            // What the job holds may submit or cancel tasks when it is dropped.
            drop(slot);
        }
    }

    fn release(&self) {
        self.control.stop();
        self.clock.released.store(true, Ordering::Relaxed);
        if let Some(shared) = self.clock.shared.upgrade() {
            shared.resumed.notify_all();
        }
    }
}

/// Cancels a task when it is dropped, as with the request that waits for it.
pub struct CancelOnDrop(pub Ticket);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Handle of the scheduler, cheap to clone.
#[derive(Clone)]
pub struct Scheduler {
    shared: Arc<Shared>,
}

impl Scheduler {
    /// Starts the scheduler.
    pub fn start(rules: Rules) -> Scheduler {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { policy: Policy::new(rules), slots: HashMap::new(), closed: false }),
            resumed: Condvar::new(),
            changed: Condvar::new(),
            started: Instant::now(),
        });
        let ticking = Arc::downgrade(&shared);
        let ticks = std::thread::Builder::new().name("scheduler".to_owned()).spawn(move || tick(&ticking));
        if let Err(error) = ticks {
            tracing::error!(%error, "cannot start the scheduler's thread: shares are checked at task ends only");
        }
        Scheduler { shared }
    }

    /// Creates a ticket for a task.
    pub fn ticket(&self, base: TimeBase) -> Ticket {
        let clock = Arc::new(SlotClock {
            base,
            started: Instant::now(),
            paused: AtomicBool::default(),
            paused_micros: AtomicU64::default(),
            released: AtomicBool::default(),
            shared: Arc::downgrade(&self.shared),
        });
        Ticket { control: Control::new(clock.clone()), clock, id: Arc::default() }
    }

    /// Queues a task that computes on this number of threads. The job is dropped without a call if the task is canceled
    /// before it starts.
    pub fn submit(
        &self,
        class: Class,
        requester: Requester,
        threads: usize,
        ticket: &Ticket,
        job: impl FnOnce() + Send + 'static,
    ) -> Result<(), Refused> {
        let mut state = self.shared.state();
        if state.closed {
            return Err(Refused::Closed);
        }
        let id = state.policy.admit(class, requester, threads)?;
        ticket.id.store(id, Ordering::Relaxed);
        state.slots.insert(id, Slot { job: Some(Box::new(job)), ticket: ticket.clone() });
        let failed = self.shared.schedule(&mut state);
        drop(state);
        drop(failed);
        Ok(())
    }

    /// Runs work that a request waits for: canceled when the request's future is dropped, refused when it would wait longer
    /// than `patience`. `None` if it panicked.
    pub async fn ask<T: Send + 'static>(
        &self,
        class: Class,
        requester: Requester,
        patience: Duration,
        work: impl FnOnce(&Ticket) -> T + Send + 'static,
    ) -> Result<Option<T>, Refused> {
        let ticket = self.ticket(TimeBase::Running);
        let guard = CancelOnDrop(ticket.clone());
        let (done, mut answer) = oneshot::channel();
        self.submit(class, requester, 1, &guard.0, move || {
            let result = work(&ticket);
            ticket.settle();
            // The caller may have left meanwhile.
            let _ = done.send(result);
        })?;
        let waited = tokio::time::timeout(patience, &mut answer).await;
        match waited {
            Ok(answer) => Ok(answer.ok()),
            // Work that has begun is finished: it is bounded by itself.
            Err(_) if !self.shared.state().policy.is_waiting(guard.0.id.load(Ordering::Relaxed)) => {
                Ok(answer.await.ok())
            }
            Err(_) => Err(Refused::Full),
        }
    }

    /// Returns an error if a task of this requester would not be admitted now.
    pub fn check(&self, class: Class, requester: &Requester) -> Result<(), Refused> {
        let state = self.shared.state();
        if state.closed { Err(Refused::Closed) } else { state.policy.check(class, requester) }
    }

    /// Number of running tasks.
    pub fn running(&self) -> usize {
        self.shared.state().policy.running()
    }

    /// Number of tasks of a class that wait for their start.
    pub fn waiting(&self, class: Class) -> usize {
        self.shared.state().policy.waiting(class)
    }

    /// Number of all tasks, waiting, running or paused.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.shared.state().policy.count()
    }

    /// Cancels everything and accepts nothing more.
    pub fn close(&self) {
        let mut state = self.shared.state();
        state.closed = true;
        let waiting: Vec<TaskId> =
            state.slots.iter().filter(|(_, slot)| slot.job.is_some()).map(|(id, _)| *id).collect();
        let dropped: Vec<Slot> = waiting.iter().filter_map(|id| state.slots.remove(id)).collect();
        for id in waiting {
            state.policy.finish(id, self.shared.started.elapsed());
        }
        let running: Vec<Ticket> = state.slots.values().map(|slot| slot.ticket.clone()).collect();
        drop(state);
        drop(dropped);
        running.iter().for_each(Ticket::release);
        self.shared.resumed.notify_all();
        self.shared.changed.notify_all();
    }
}

/// Checks the order at intervals while there are tasks; ends with the scheduler.
fn tick(shared: &Weak<Shared>) {
    loop {
        let Some(shared) = shared.upgrade() else { return };
        let mut state = shared.state();
        if state.closed {
            return;
        }
        if state.policy.count() == 0 {
            // The timeout lets the thread notice that the scheduler is gone.
            state = shared
                .changed
                .wait_timeout(state, Duration::from_secs(1))
                .map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
        let failed = if state.policy.count() > 0 { shared.schedule(&mut state) } else { Vec::new() };
        drop(state);
        drop(failed);
        drop(shared);
        std::thread::sleep(TICK);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn rules(slots: usize) -> Rules {
        Rules { slots, queues: HashMap::new(), heavy: Duration::from_secs(15) }
    }

    fn guest(name: &str) -> Requester {
        Requester { guest: name.to_owned(), address: None }
    }

    /// Computes until it is stopped, and reads its clock meanwhile.
    fn spin(ticket: &Ticket) {
        while !ticket.is_stopped() {
            ticket.yield_point();
            std::hint::spin_loop();
        }
    }

    fn wait_until(what: impl Fn() -> bool) {
        while !what() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_move_pauses_a_long_job_which_then_continues() {
        let scheduler = Scheduler::start(rules(1));
        let (sender, receiver) = mpsc::channel();
        let long = scheduler.ticket(TimeBase::Running);
        let own = long.clone();
        let ended = sender.clone();
        let beats = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&beats);
        scheduler
            .submit(Class::Solve, guest("an"), 1, &long, move || {
                while !own.is_stopped() {
                    own.yield_point();
                    counted.fetch_add(1, Ordering::Relaxed);
                }
                ended.send("solve").unwrap();
            })
            .unwrap();
        wait_until(|| beats.load(Ordering::Relaxed) > 0);
        let quick = scheduler.ticket(TimeBase::Running);
        let (counted, paused) = (Arc::clone(&beats), long.clone());
        scheduler
            .submit(Class::Move, guest("binh"), 1, &quick, move || {
                wait_until(|| paused.clock.paused.load(Ordering::Relaxed));
                // The long job stands still once it has read its clock.
                let mut before = counted.load(Ordering::Relaxed);
                loop {
                    std::thread::sleep(Duration::from_millis(50));
                    let now = counted.load(Ordering::Relaxed);
                    if now == before {
                        break;
                    }
                    before = now;
                }
                sender.send("move").unwrap();
            })
            .unwrap();
        assert_eq!(receiver.recv(), Ok("move"));
        let before = beats.load(Ordering::Relaxed);
        wait_until(|| beats.load(Ordering::Relaxed) > before);
        long.cancel();
        assert_eq!(receiver.recv(), Ok("solve"));
        wait_until(|| scheduler.count() == 0);
        scheduler.close();
    }

    #[test]
    fn the_time_of_a_pause_does_not_count_as_thinking_time() {
        let scheduler = Scheduler::start(rules(1));
        for (base, counts) in [(TimeBase::Running, false), (TimeBase::Wall, true)] {
            let ticket = scheduler.ticket(base);
            ticket.clock.paused.store(true, Ordering::Relaxed);
            let reader = ticket.clone();
            let thread = std::thread::spawn(move || reader.control.micros());
            std::thread::sleep(Duration::from_millis(300));
            ticket.clock.paused.store(false, Ordering::Relaxed);
            scheduler.shared.resumed.notify_all();
            let micros = thread.join().unwrap();
            assert_eq!(micros >= 290_000, counts, "{base:?}: {micros}");
        }
        scheduler.close();
    }

    #[test]
    fn a_canceled_task_leaves_the_queue_and_its_job_is_dropped() {
        struct Dropped(mpsc::Sender<()>);
        impl Drop for Dropped {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let scheduler = Scheduler::start(rules(1));
        let running = scheduler.ticket(TimeBase::Running);
        let own = running.clone();
        scheduler.submit(Class::Move, guest("an"), 1, &running, move || spin(&own)).unwrap();
        let (sender, receiver) = mpsc::channel();
        let waiting = scheduler.ticket(TimeBase::Running);
        let guard = Dropped(sender);
        scheduler
            .submit(Class::Solve, guest("binh"), 1, &waiting, move || {
                drop(guard);
                panic!("a canceled task does not run");
            })
            .unwrap();
        assert_eq!((scheduler.count(), scheduler.waiting(Class::Solve)), (2, 1));
        waiting.cancel();
        assert_eq!(receiver.recv(), Ok(()));
        assert_eq!(scheduler.count(), 1);
        running.cancel();
        wait_until(|| scheduler.count() == 0);
        scheduler.close();
    }

    #[tokio::test]
    async fn a_request_that_hangs_up_frees_its_slot() {
        let scheduler = Scheduler::start(rules(1));
        let patience = Duration::from_secs(60);
        for _ in 0..30 {
            let asked = scheduler.ask(Class::Question, guest("an"), patience, spin);
            assert!(tokio::time::timeout(Duration::from_millis(5), asked).await.is_err());
        }
        // The only slot: if one of them still ran, this would wait forever.
        let answer = scheduler.ask(Class::Question, guest("binh"), patience, |_| 7).await;
        assert_eq!(answer, Ok(Some(7)));
        scheduler.close();
    }

    #[tokio::test]
    async fn a_question_that_would_wait_too_long_is_refused() {
        let scheduler = Scheduler::start(rules(1));
        let running = scheduler.ticket(TimeBase::Running);
        let own = running.clone();
        scheduler.submit(Class::Move, guest("an"), 1, &running, move || spin(&own)).unwrap();
        let answer = scheduler.ask(Class::Question, guest("binh"), Duration::from_millis(20), |_| 7).await;
        assert_eq!(answer, Err(Refused::Full));
        assert_eq!(scheduler.count(), 1, "it has left the queue");
        running.cancel();
        scheduler.close();
    }

    #[tokio::test]
    async fn a_panic_is_reported_and_frees_the_slot() {
        let scheduler = Scheduler::start(rules(1));
        let patience = Duration::from_secs(60);
        let broken = scheduler.ask(Class::Question, guest("an"), patience, |_| panic!("on purpose"));
        let broken: Result<Option<()>, Refused> = broken.await;
        assert_eq!(broken, Ok(None));
        assert_eq!(scheduler.ask(Class::Question, guest("an"), patience, |_| 7).await, Ok(Some(7)));
        scheduler.close();
    }
}
