//! Scheduling policy: which task runs, which waits, which pauses. Pure: time is an argument, threads are elsewhere.
//!
//! Tasks are ordered by the urgency of their class, then by what their requester has used lately, then by age. A task that
//! is clearly ahead of a running one in this order pauses it. Whoever has used more than the heavy-use threshold loses the
//! urgency of play and competes with the background by use alone, so that nobody is starved by one visitor's many games.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::time::Duration;

/// Class of a task, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Move that a person waits for.
    Move,
    /// Hint, reply or file that a person waits for; a few seconds at most.
    Question,
    /// Background evaluation of a position, which is short.
    Evaluation,
    /// Move in a match between machines.
    Exhibition,
    /// Live analysis of a position.
    Analysis,
    /// Solver search.
    Solve,
    /// Game review.
    Review,
    /// Experiment of the Lab.
    Lab,
    /// Game of a league of the Lab.
    League,
    /// Import of many games.
    Import,
}

impl Class {
    /// All classes, most urgent first.
    pub const ALL: [Class; 10] = [
        Class::Move,
        Class::Question,
        Class::Evaluation,
        Class::Exhibition,
        Class::Analysis,
        Class::Solve,
        Class::Review,
        Class::Lab,
        Class::League,
        Class::Import,
    ];

    /// Urgency; classes of the same urgency are ordered by use alone.
    fn urgency(self) -> u8 {
        match self {
            Class::Move => 0,
            Class::Question => 1,
            Class::Evaluation => 2,
            Class::Exhibition => 3,
            Class::Analysis => 4,
            Class::Solve | Class::Review | Class::Lab => BACKGROUND,
            Class::League | Class::Import => BACKGROUND + 1,
        }
    }

    /// Returns true if a task may be paused for one of the same urgency. Analyses share by time slices of their own.
    fn pauses_for_equals(self) -> bool {
        !matches!(self, Class::Analysis | Class::Evaluation | Class::Import)
    }
}

/// Urgency of long jobs, and of heavy users' play.
const BACKGROUND: u8 = 5;

/// Guest and network that a task is charged to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Requester {
    /// Hash of the guest's cookie.
    pub guest: String,
    /// Network of the guest; `None` on this machine, where a proxy may connect for everybody.
    pub address: Option<IpAddr>,
}

impl Requester {
    /// The server itself.
    pub fn server() -> Requester {
        Requester { guest: String::new(), address: None }
    }
}

/// Number of tasks of one class that are admitted, waiting and running together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueLimits {
    /// Per guest.
    pub per_guest: usize,
    /// Per network.
    pub per_address: usize,
    /// In total.
    pub total: usize,
}

/// Reason why a task is not admitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The guest, or its network, has its share of the queue already.
    OwnShare,
    /// The queue of this class is full.
    Full,
    /// The server shuts down.
    Closed,
}

/// Identifier of a task.
pub type TaskId = u64;

/// Change of a task's state that the caller has to carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The task starts.
    Start(TaskId),
    /// The running task pauses.
    Pause(TaskId),
    /// The paused task continues.
    Resume(TaskId),
}

/// Parameters of the policy.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Number of threads that compute at once.
    pub slots: usize,
    /// Admission limits by class.
    pub queues: HashMap<Class, QueueLimits>,
    /// Recent use in processor time from which a requester's play is no longer urgent.
    pub heavy: Duration,
}

impl Rules {
    /// Maximum number of slots that a class may hold at once.
    fn max_running(&self, class: Class) -> usize {
        match class {
            Class::Move | Class::Question | Class::Evaluation => self.slots,
            Class::Exhibition => self.slots.saturating_sub(1).max(1),
            Class::Analysis => (self.slots / 2).max(1),
            Class::Solve => self.slots.div_ceil(2),
            Class::Review | Class::Lab | Class::League | Class::Import => 1,
        }
    }
}

/// Time in which recent use counts half.
const HALF_LIFE: Duration = Duration::from_secs(30);
/// Difference in use from which a waiting task pauses a running one of the same urgency.
const CLEARLY_LESS: f64 = 1.0;
/// Minimum time for which a task runs before it pauses for one of the same urgency.
const MIN_RUN: Duration = Duration::from_millis(100);
/// Maximum number of tasks paused for others of the same urgency: each keeps its memory.
const MAX_PAUSED: usize = 8;
/// Number of guests up to which a network's use is divided among them: several guests, such as a school, may share one.
const GUESTS_PER_ADDRESS: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    Running { since: Duration },
    Paused,
}

#[derive(Debug)]
struct Entry {
    class: Class,
    requester: Requester,
    threads: usize,
    state: State,
    /// Nobody waits for it any more; it no longer counts for admission.
    abandoned: bool,
}

impl Entry {
    fn running_for(&self, now: Duration) -> Duration {
        match self.state {
            State::Running { since } => now.saturating_sub(since),
            _ => Duration::ZERO,
        }
    }
}

/// Exponentially decayed processor time in seconds.
#[derive(Clone, Copy, Default, Debug)]
struct Use {
    seconds: f64,
    at: Duration,
}

impl Use {
    fn at(self, now: Duration) -> f64 {
        let half_lives = now.saturating_sub(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.seconds * libm::exp2(-half_lives)
    }

    fn add(&mut self, seconds: f64, now: Duration) {
        *self = Use { seconds: self.at(now) + seconds, at: now };
    }
}

/// Position of a task in the order; smaller runs first.
type Rank = (u8, f64, bool, TaskId);

fn precedes(one: &Rank, other: &Rank) -> bool {
    (one.0, one.1, one.2, one.3) < (other.0, other.1, other.2, other.3)
}

/// State of the policy: all tasks and everybody's recent use.
#[derive(Debug)]
pub struct Policy {
    rules: Rules,
    tasks: BTreeMap<TaskId, Entry>,
    next: TaskId,
    guests: HashMap<String, Use>,
    addresses: HashMap<IpAddr, Use>,
}

impl Policy {
    /// Creates the policy.
    pub fn new(rules: Rules) -> Policy {
        let rules = Rules { slots: rules.slots.max(1), ..rules };
        Policy { rules, tasks: BTreeMap::new(), next: 1, guests: HashMap::new(), addresses: HashMap::new() }
    }

    /// Admits a task to the queue, unless its requester's share of it or the queue is full.
    pub fn admit(&mut self, class: Class, requester: Requester, threads: usize) -> Result<TaskId, Refused> {
        self.check(class, &requester)?;
        let id = self.next;
        self.next += 1;
        let threads = threads.clamp(1, self.rules.max_running(class));
        let state = State::Waiting;
        self.tasks.insert(id, Entry { class, requester, threads, state, abandoned: false });
        Ok(id)
    }

    /// Returns an error if a task would not be admitted now.
    pub fn check(&self, class: Class, requester: &Requester) -> Result<(), Refused> {
        if let Some(limits) = self.rules.queues.get(&class) {
            let same_class = || self.tasks.values().filter(|entry| entry.class == class && !entry.abandoned);
            let by_guest = same_class().filter(|entry| entry.requester.guest == requester.guest).count();
            let by_address =
                same_class().filter(|entry| entry.requester.address == requester.address).count();
            if by_guest >= limits.per_guest
                || (requester.address.is_some() && by_address >= limits.per_address)
            {
                return Err(Refused::OwnShare);
            }
            if same_class().count() >= limits.total {
                return Err(Refused::Full);
            }
        }
        Ok(())
    }

    /// Marks a task that nobody waits for any more.
    pub fn abandon(&mut self, id: TaskId) {
        if let Some(entry) = self.tasks.get_mut(&id) {
            entry.abandoned = true;
        }
    }

    /// Removes a task that has ended or that nobody waits for, and charges its time.
    pub fn finish(&mut self, id: TaskId, now: Duration) {
        if let Some(entry) = self.tasks.remove(&id) {
            self.charge(&entry, now);
        }
    }

    /// Returns true if a task has not started yet.
    pub fn is_waiting(&self, id: TaskId) -> bool {
        self.tasks.get(&id).is_some_and(|entry| entry.state == State::Waiting)
    }

    /// Number of tasks that wait for their start, by class.
    pub fn waiting(&self, class: Class) -> usize {
        self.tasks.values().filter(|entry| entry.class == class && entry.state == State::Waiting).count()
    }

    /// Number of running tasks.
    pub fn running(&self) -> usize {
        self.running_tasks().count()
    }

    /// Number of all tasks.
    pub fn count(&self) -> usize {
        self.tasks.len()
    }

    fn charge(&mut self, entry: &Entry, now: Duration) {
        let seconds = entry.running_for(now).as_secs_f64() * entry.threads as f64;
        if seconds == 0.0 {
            return;
        }
        self.guests.entry(entry.requester.guest.clone()).or_default().add(seconds, now);
        if let Some(address) = entry.requester.address {
            self.addresses.entry(address).or_default().add(seconds, now);
        }
        // Use that has decayed to nothing is forgotten.
        const FORGOTTEN: f64 = 0.001;
        if self.guests.len() > 10_000 {
            self.guests.retain(|_, used| used.at(now) > FORGOTTEN);
            self.addresses.retain(|_, used| used.at(now) > FORGOTTEN);
        }
    }

    /// Recent use that counts for each requester with a task: its own, or its network's divided among the guests there if
    /// that is more.
    fn used_by_all(&self, now: Duration) -> HashMap<Requester, f64> {
        let mut guests: HashMap<&str, f64> = HashMap::new();
        let mut networks: HashMap<IpAddr, (f64, HashSet<&str>)> = HashMap::new();
        for entry in self.tasks.values() {
            let Requester { guest, address } = &entry.requester;
            let in_flight = entry.running_for(now).as_secs_f64() * entry.threads as f64;
            let before = || self.guests.get(guest).map_or(0.0, |used| used.at(now));
            *guests.entry(guest).or_insert_with(before) += in_flight;
            if let Some(address) = address {
                let before = || self.addresses.get(address).map_or(0.0, |used| used.at(now));
                let network = networks.entry(*address).or_insert_with(|| (before(), HashSet::new()));
                network.0 += in_flight;
                network.1.insert(guest);
            }
        }
        let used = |requester: &Requester| {
            let own = guests.get(requester.guest.as_str()).copied().unwrap_or(0.0);
            let network = requester.address.and_then(|address| networks.get(&address));
            network.map_or(own, |(used, guests)| {
                own.max(used / guests.len().clamp(1, GUESTS_PER_ADDRESS) as f64)
            })
        };
        let mut all = HashMap::new();
        for entry in self.tasks.values() {
            if !all.contains_key(&entry.requester) {
                all.insert(entry.requester.clone(), used(&entry.requester));
            }
        }
        all
    }

    /// Brings the running tasks in line with the order. Called after every change, and at intervals while tasks wait.
    pub fn schedule(&mut self, now: Duration) -> Vec<Change> {
        if self.tasks.values().all(|entry| matches!(entry.state, State::Running { .. })) {
            return Vec::new();
        }
        let used = self.used_by_all(now);
        let heavy = self.rules.heavy.as_secs_f64();
        let ranks: BTreeMap<TaskId, Rank> = self
            .tasks
            .iter()
            .map(|(id, entry)| {
                let used = used.get(&entry.requester).copied().unwrap_or(0.0);
                let urgency = entry.class.urgency();
                let urgency = if used > heavy { urgency.max(BACKGROUND) } else { urgency };
                (*id, (urgency, used, entry.state != State::Paused, *id))
            })
            .collect();
        let mut candidates: Vec<(TaskId, Rank)> = ranks
            .iter()
            .filter(|(id, _)| !matches!(self.tasks[id].state, State::Running { .. }))
            .map(|(id, rank)| (*id, *rank))
            .collect();
        candidates.sort_by(|(_, one), (_, other)| {
            if precedes(one, other) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
        });
        let mut changes = Vec::new();
        let mut running: Vec<TaskId> = self.running_tasks().map(|(id, _)| *id).collect();
        for (id, rank) in candidates {
            let Entry { class, threads, state, .. } = self.tasks[&id];
            let all = self.slots_held(&running, None);
            let class_full = self.slots_held(&running, Some(class)) + threads > self.rules.max_running(class);
            if class_full || all + threads > self.rules.slots {
                let among = class_full.then_some(class);
                let Some(victim) = self.victim(&rank, among, &running, &ranks, now) else { continue };
                // A paused task keeps its memory; pauses for the sake of fairness are therefore limited.
                let for_fairness = ranks[&victim].0 == rank.0 && state != State::Paused;
                let fits = all - self.tasks[&victim].threads + threads <= self.rules.slots;
                if !fits || (for_fairness && self.paused() >= MAX_PAUSED) {
                    continue;
                }
                self.pause(victim, now, &mut changes);
                running.retain(|other| *other != victim);
            }
            self.run(id, now, &mut changes);
            running.push(id);
        }
        changes
    }

    /// Running task that has to make way for one of this rank: the last in the order, among a class or all.
    fn victim(
        &self,
        rank: &Rank,
        among: Option<Class>,
        running: &[TaskId],
        ranks: &BTreeMap<TaskId, Rank>,
        now: Duration,
    ) -> Option<TaskId> {
        let makes_way = |id: &TaskId| {
            let (other, entry) = (&ranks[id], &self.tasks[id]);
            let clearly_less = entry.class.pauses_for_equals()
                && rank.1 + CLEARLY_LESS <= other.1
                && entry.running_for(now) >= MIN_RUN;
            among.is_none_or(|class| entry.class == class)
                && (rank.0 < other.0 || (rank.0 == other.0 && clearly_less))
        };
        running
            .iter()
            .copied()
            .filter(makes_way)
            .reduce(|last, id| if precedes(&ranks[&last], &ranks[&id]) { id } else { last })
    }

    fn running_tasks(&self) -> impl Iterator<Item = (&TaskId, &Entry)> {
        self.tasks.iter().filter(|(_, entry)| matches!(entry.state, State::Running { .. }))
    }

    fn slots_held(&self, running: &[TaskId], class: Option<Class>) -> usize {
        let held = running.iter().filter_map(|id| self.tasks.get(id));
        held.filter(|entry| class.is_none_or(|class| class == entry.class)).map(|entry| entry.threads).sum()
    }

    fn paused(&self) -> usize {
        self.tasks.values().filter(|entry| entry.state == State::Paused).count()
    }

    fn run(&mut self, id: TaskId, now: Duration, changes: &mut Vec<Change>) {
        if let Some(entry) = self.tasks.get_mut(&id) {
            let paused = entry.state == State::Paused;
            entry.state = State::Running { since: now };
            changes.push(if paused { Change::Resume(id) } else { Change::Start(id) });
        }
    }

    fn pause(&mut self, id: TaskId, now: Duration, changes: &mut Vec<Change>) {
        let Some(mut entry) = self.tasks.remove(&id) else { return };
        self.charge(&entry, now);
        entry.state = State::Paused;
        self.tasks.insert(id, entry);
        changes.push(Change::Pause(id));
    }
}

#[cfg(test)]
mod tests;
