//! Tests of the policy in simulated time.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn guest(name: &str) -> Requester {
    Requester { guest: name.to_owned(), address: None }
}

fn at(name: &str, address: &str) -> Requester {
    Requester { guest: name.to_owned(), address: address.parse().ok() }
}

fn policy(slots: usize) -> Policy {
    let queues = HashMap::from([
        (Class::Question, QueueLimits { per_guest: 2, per_address: 3, total: 4 }),
        (Class::Solve, QueueLimits { per_guest: 1, per_address: 5, total: 32 }),
    ]);
    Policy::new(Rules { slots, queues, heavy: 15 * SECOND })
}

/// Deterministic simulation: `work` is the remaining time of each task; returns the time at which each ended.
struct Simulation {
    policy: Policy,
    now: Duration,
    left: BTreeMap<TaskId, Duration>,
    running: Vec<TaskId>,
    started: BTreeMap<TaskId, Duration>,
    ended: BTreeMap<TaskId, Duration>,
}

const STEP: Duration = Duration::from_millis(10);

impl Simulation {
    fn new(slots: usize) -> Simulation {
        Simulation {
            policy: policy(slots),
            now: Duration::ZERO,
            left: BTreeMap::new(),
            running: Vec::new(),
            started: BTreeMap::new(),
            ended: BTreeMap::new(),
        }
    }

    fn add(&mut self, class: Class, requester: &Requester, work: Duration) -> TaskId {
        let id = self.policy.admit(class, requester.clone(), 1).unwrap();
        self.left.insert(id, work);
        self.apply();
        id
    }

    fn apply(&mut self) {
        for change in self.policy.schedule(self.now) {
            match change {
                Change::Start(id) => {
                    self.started.insert(id, self.now);
                    self.running.push(id);
                }
                Change::Resume(id) => self.running.push(id),
                Change::Pause(id) => self.running.retain(|other| *other != id),
            }
        }
        assert!(self.running.len() <= self.policy.rules.slots, "{:?}", self.running);
    }

    fn step(&mut self) {
        self.now += STEP;
        for id in self.running.clone() {
            let left = self.left.get_mut(&id).unwrap();
            *left = left.saturating_sub(STEP);
            if left.is_zero() {
                self.policy.finish(id, self.now);
                self.running.retain(|other| *other != id);
                self.ended.insert(id, self.now);
            }
        }
        self.apply();
    }

    fn run_for(&mut self, time: Duration) {
        let end = self.now + time;
        while self.now < end {
            self.step();
        }
    }

    fn run_until_ended(&mut self, id: TaskId) -> Duration {
        let asked = self.now;
        while !self.ended.contains_key(&id) {
            assert!(self.now - asked < 600 * SECOND, "task {id} does not end");
            self.step();
        }
        self.ended[&id] - asked
    }
}

#[test]
fn a_newcomer_is_served_at_once_while_four_guests_keep_a_hundred_and_twenty_games_thinking() {
    let mut simulation = Simulation::new(2);
    let greedy: Vec<Requester> = (0..4).map(|number| guest(&format!("greedy {number}"))).collect();
    for game in 0..120 {
        simulation.add(Class::Move, &greedy[game % 4], 1500 * Duration::from_millis(1));
    }
    simulation.run_for(20 * SECOND);
    for _ in 0..10 {
        let id = simulation.add(Class::Move, &guest("newcomer"), Duration::from_millis(50));
        let took = simulation.run_until_ended(id);
        assert!(took <= Duration::from_millis(250), "{took:?}");
        simulation.run_for(SECOND);
    }
    assert!(simulation.policy.paused() <= MAX_PAUSED + 2);
}

#[test]
fn bounded_long_searches_of_one_guest_do_not_delay_another() {
    let mut simulation = Simulation::new(2);
    for _ in 0..4 {
        simulation.add(Class::Move, &guest("greedy"), 120 * SECOND);
    }
    simulation.run_for(2 * SECOND);
    let id = simulation.add(Class::Move, &guest("newcomer"), 100 * Duration::from_millis(1));
    assert!(simulation.run_until_ended(id) <= 200 * Duration::from_millis(1));
}

#[test]
fn play_pauses_everything_else_and_everything_else_continues_after_it() {
    let mut simulation = Simulation::new(1);
    let solve = simulation.add(Class::Solve, &guest("an"), 3 * SECOND);
    simulation.run_for(SECOND);
    let mv = simulation.add(Class::Move, &guest("binh"), SECOND);
    assert_eq!(simulation.run_until_ended(mv), SECOND);
    assert_eq!(simulation.run_until_ended(solve), 2 * SECOND, "the solve has lost nothing");
}

#[test]
fn heavy_play_does_not_starve_another_guests_review() {
    let mut simulation = Simulation::new(2);
    let review = guest("reader");
    for number in 0..160 {
        simulation.add(Class::Move, &guest(&format!("greedy {}", number % 2)), SECOND);
    }
    let id = simulation.add(Class::Review, &review, 5 * SECOND);
    let took = simulation.run_until_ended(id);
    assert!(took < 45 * SECOND, "{took:?}");
}

#[test]
fn two_cookies_cannot_keep_the_solver() {
    let mut simulation = Simulation::new(2);
    for name in ["first", "second"] {
        simulation.add(Class::Solve, &guest(name), 600 * SECOND);
    }
    simulation.run_for(60 * SECOND);
    let id = simulation.add(Class::Solve, &guest("newcomer"), 2 * SECOND);
    let took = simulation.run_until_ended(id);
    assert!(took <= 5 * SECOND, "{took:?}");
}

#[test]
fn many_cookies_of_one_network_count_as_a_few() {
    let mut simulation = Simulation::new(1);
    for number in 0..50 {
        simulation.add(Class::Move, &at(&format!("sybil {number}"), "192.0.2.1"), SECOND);
    }
    simulation.run_for(20 * SECOND);
    // Every one of the waiting cookies is new, but their network is not.
    let id = simulation.add(Class::Move, &at("other", "192.0.2.2"), SECOND);
    let took = simulation.run_until_ended(id);
    assert!(took <= 2 * SECOND, "{took:?}");
}

#[test]
fn equal_guests_take_turns() {
    let mut simulation = Simulation::new(1);
    let first: Vec<TaskId> = (0..8).map(|_| simulation.add(Class::Move, &guest("an"), SECOND)).collect();
    let second = simulation.add(Class::Move, &guest("binh"), SECOND);
    let took = simulation.run_until_ended(second);
    assert!(took <= 3 * SECOND, "{took:?}");
    simulation.run_until_ended(first[7]);
    assert_eq!(simulation.ended.len(), 9);
}

#[test]
fn a_full_share_and_a_full_queue_are_refused_and_a_finished_task_makes_room() {
    let mut policy = policy(1);
    let ask = |policy: &mut Policy, name: &str| policy.admit(Class::Question, guest(name), 1);
    let first = ask(&mut policy, "an").unwrap();
    ask(&mut policy, "an").unwrap();
    assert_eq!(ask(&mut policy, "an"), Err(Refused::OwnShare));
    ask(&mut policy, "binh").unwrap();
    ask(&mut policy, "binh").unwrap();
    assert_eq!(ask(&mut policy, "chi"), Err(Refused::Full));
    policy.finish(first, Duration::ZERO);
    assert!(ask(&mut policy, "chi").is_ok());
    let mut policy = self::policy(1);
    for name in ["an", "binh", "chi"] {
        policy.admit(Class::Question, at(name, "192.0.2.1"), 1).unwrap();
    }
    let crowded = policy.admit(Class::Question, at("dung", "192.0.2.1"), 1);
    assert_eq!(crowded, Err(Refused::OwnShare));
    assert!(policy.admit(Class::Question, at("dung", "192.0.2.2"), 1).is_ok());
}

#[test]
fn a_long_class_holds_at_most_its_part_of_the_slots() {
    let mut policy = policy(4);
    for number in 0..4 {
        let name = format!("guest {number}");
        policy.admit(Class::Review, guest(&name), 1).unwrap();
        policy.admit(Class::Analysis, guest(&name), 1).unwrap();
    }
    policy.schedule(Duration::ZERO);
    let running = |class| policy.running_tasks().filter(|(_, entry)| entry.class == class).count();
    assert_eq!((running(Class::Review), running(Class::Analysis)), (1, 2));
}

#[test]
fn use_is_forgotten_with_time() {
    let mut policy = policy(1);
    let id = policy.admit(Class::Move, guest("an"), 1).unwrap();
    policy.schedule(Duration::ZERO);
    policy.finish(id, 20 * SECOND);
    let waiting = policy.admit(Class::Move, guest("an"), 1);
    assert!(waiting.is_ok());
    let used = |policy: &Policy, now| policy.used_by_all(now)[&guest("an")];
    assert!((used(&policy, 20 * SECOND) - 20.0).abs() < 0.01);
    assert!((used(&policy, 50 * SECOND) - 10.0).abs() < 0.01);
    assert!(used(&policy, 600 * SECOND) < 0.001);
}
