//! The Lab's experiments as background jobs: recorded searches of the textbook algorithms, one after another in one task of
//! the scheduler. What is too large is refused with an estimate before it starts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use game::Message;
use table::lab::{LabRun, encode, estimate_nodes, record_search};
use table::{
    EngineResources, EngineSpec, Limits, Recording, Rulebook, Study, effective_branching, engine_params,
};
use tokio::sync::watch;

use super::JobError;
use super::line::{open_or_start, start_of};
use super::registry::{self, JobRegistry};
use crate::ids;
use crate::new_game::rulebook;
use crate::scheduler::{Class, Requester, Scheduler, Ticket, TimeBase};
use crate::wire::{LabEstimate, LabIn, LabIteration, LabResult, LabRunView, LabView, MessageOut, SolveState};

/// Maximum number of algorithms with trees, and without.
const MAX_RECORDED: usize = 4;
const MAX_COUNTED: usize = 8;
/// Nodes of a tree that are kept and sent: minimax to depth 4 from the start of chess (206,603) is whole.
const MAX_NODES: u32 = 250_000;
/// Largest depth that can be asked for (a full search of tic-tac-toe), and the largest number of simulations.
const MAX_DEPTH: u32 = 9;
const MAX_SIMULATIONS: u64 = 20_000;
const DEFAULT_SIMULATIONS: &str = "1000";
const DEFAULT_DEPTH: &str = "3";
/// Time of one algorithm in milliseconds.
const MAX_MILLIS: u64 = 20_000;
/// Transposition table in megabytes: as in `kydai lab` and `cargo xtask bench textbook`, since a smaller one gives other
/// counts.
const HASH: usize = 64;
/// Maximum number of finished experiments kept, each with up to 20 megabytes of trees.
const MAX_KEPT: usize = 4;
/// Minimum interval between two progress updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(120);

/// Experiment of the Lab.
pub struct LabJob {
    id: String,
    player: String,
    ticket: Ticket,
    view: watch::Sender<LabView>,
    trees: Mutex<Vec<Option<Bytes>>>,
}

impl LabJob {
    /// Current state.
    pub fn view(&self) -> LabView {
        self.view.borrow().clone()
    }

    /// Receives every change of state.
    pub fn watch(&self) -> watch::Receiver<LabView> {
        self.view.subscribe()
    }

    /// Encoded tree of a finished search.
    pub fn tree(&self, run: usize) -> Option<Bytes> {
        self.trees().get(run).cloned().flatten()
    }

    fn trees(&self) -> MutexGuard<'_, Vec<Option<Bytes>>> {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut LabView)) {
        self.view.send_modify(change);
    }

    fn update_run(&self, run: usize, change: impl FnOnce(&mut LabRunView)) {
        self.update(|view| {
            if let Some(run) = view.runs.get_mut(run) {
                change(run);
            }
        });
    }
}

impl registry::Job for LabJob {
    fn id(&self) -> &str {
        &self.id
    }

    fn player(&self) -> &str {
        &self.player
    }

    fn ticket(&self) -> &Ticket {
        &self.ticket
    }

    fn is_done(&self) -> bool {
        self.view.borrow().state == SolveState::Done
    }
}

/// Experiment that has been checked.
struct Experiment {
    book: &'static dyn Rulebook,
    study: Box<dyn Study>,
    specs: Vec<EngineSpec>,
    estimates: Vec<Option<u64>>,
    keeps_trees: bool,
}

/// Checks a request: position, algorithms and their options. Estimates are made, but not judged.
fn experiment(asked: &LabIn) -> Result<Experiment, Message> {
    let book = rulebook(&asked.game)?;
    let study = open_or_start(&asked.game, asked.position.as_deref(), &asked.moves, &asked.options)?;
    let status = study.status();
    if let Some(outcome) = status.outcome.filter(|_| status.legal == 0) {
        return Err(table::explain_outcome(&outcome, study.spec()));
    }
    let keeps_trees = asked.count_only != Some(true);
    let most = if keeps_trees { MAX_RECORDED } else { MAX_COUNTED };
    if asked.engines.is_empty() || asked.engines.len() > most {
        return Err(Message::new("lab_engines_most").number("most", most));
    }
    let specs: Vec<EngineSpec> =
        asked.engines.iter().map(|text| bounded_spec(book, text)).collect::<Result<_, _>>()?;
    let mut estimates = Vec::new();
    for spec in &specs {
        estimates.push(match spec.parse::<u32>("depth")? {
            Some(depth) => estimate_nodes(spec, book.estimate_tree(study.as_ref(), depth)?),
            None => spec.parse::<u64>("sims")?,
        });
    }
    Ok(Experiment { book, study, specs, estimates, keeps_trees })
}

/// Parses an algorithm. Depth and simulations are bounded, and given where they are missing; an engine that cannot be made is
/// an error here already.
fn bounded_spec(book: &'static dyn Rulebook, text: &str) -> Result<EngineSpec, Message> {
    let mut spec: EngineSpec = text.parse()?;
    // A network is a file of the operator: not for requests.
    if spec.get("net").is_some() {
        return Err(Message::new("engine_net_unknown").text("name", spec.get("net").unwrap_or_default()));
    }
    let params = engine_params(book, &spec.name);
    let takes = |name: &str| params.iter().any(|param| param.name == name);
    for (name, usual, most) in
        [("depth", DEFAULT_DEPTH, u64::from(MAX_DEPTH)), ("sims", DEFAULT_SIMULATIONS, MAX_SIMULATIONS)]
    {
        if !takes(name) {
            continue;
        }
        match spec.parse::<u64>(name)? {
            None => spec = spec.with([(name.to_owned(), usual.to_owned())]),
            Some(value) if value > most => {
                return Err(Message::new("engine_option_range")
                    .text("name", name)
                    .text("value", value.to_string())
                    .text("least", "1")
                    .text("most", most.to_string()));
            }
            Some(_) => {}
        }
    }
    book.engine(&spec, EngineResources { hash: 1, threads: 1 })?;
    Ok(spec)
}

/// The Lab's experiments.
pub struct LabJobs {
    jobs: JobRegistry<LabJob>,
    scheduler: Scheduler,
    most: u64,
}

impl LabJobs {
    /// Creates the registry of jobs on this scheduler; a search estimated to visit more positions than `most` is refused.
    pub fn new(scheduler: Scheduler, most: u32) -> LabJobs {
        LabJobs { jobs: JobRegistry::default(), scheduler, most: most.into() }
    }

    /// Returns the experiment with this identifier.
    pub fn job(&self, id: &str) -> Option<Arc<LabJob>> {
        self.jobs.job(id)
    }

    /// Stops an experiment, if this player started it; what was found so far stays.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<LabJob>> {
        self.jobs.stop(id, player)
    }

    /// Estimates the size of an experiment.
    pub fn estimate(&self, asked: &LabIn) -> Result<LabEstimate, Message> {
        let experiment = experiment(asked)?;
        Ok(LabEstimate {
            nodes: experiment.estimates,
            most: self.most,
            kept: MAX_NODES,
            legal: crate::wire::count(experiment.study.status().legal),
        })
    }

    /// Starts an experiment. An unfinished one of the same player is canceled.
    pub fn begin(&self, asked: &LabIn, requester: &Requester) -> Result<Arc<LabJob>, JobError> {
        let experiment = experiment(asked)?;
        for (spec, estimate) in experiment.specs.iter().zip(&experiment.estimates) {
            if let Some(nodes) = estimate.filter(|nodes| *nodes > self.most) {
                return Err(Message::new("lab_too_large")
                    .text("engine", spec.to_string())
                    .text("nodes", nodes.to_string())
                    .text("most", self.most.to_string())
                    .into());
            }
        }
        let runs = experiment.specs.iter().zip(&experiment.estimates).map(|(spec, estimate)| LabRunView {
            engine: spec.to_string(),
            estimate: *estimate,
            state: SolveState::Waiting,
            nodes: 0,
            result: None,
            failure: None,
        });
        let start = start_of(experiment.study.as_ref());
        let (view, _) = watch::channel(LabView {
            id: ids::room(),
            game: experiment.book.spec().name.to_owned(),
            turn: start.turn,
            start,
            state: SolveState::Waiting,
            runs: runs.collect(),
            failure: None,
        });
        let id = view.borrow().id.clone();
        let job = Arc::new(LabJob {
            id,
            player: requester.guest.clone(),
            ticket: self.scheduler.ticket(TimeBase::Running),
            trees: Mutex::new(vec![None; experiment.specs.len()]),
            view,
        });
        self.jobs.cancel_all_of(&requester.guest);
        let ends = PublishEnd(Arc::clone(&job));
        let most = self.most;
        self.scheduler.submit(Class::Lab, requester.clone(), 1, &job.ticket, move || {
            run_all(&ends.0, &experiment, most);
        })?;
        self.jobs.put(&job, MAX_KEPT);
        Ok(job)
    }
}

/// Publishes the end of an experiment, also if it panics or is canceled before it starts.
struct PublishEnd(Arc<LabJob>);

impl Drop for PublishEnd {
    fn drop(&mut self) {
        self.0.ticket.settle();
        let canceled = self.0.ticket.is_stopped();
        self.0.update(|view| {
            let unfinished = view.runs.iter().any(|run| run.result.is_none() && run.failure.is_none());
            if unfinished && view.failure.is_none() {
                let code = if canceled { "lab_canceled" } else { "lab_broke" };
                view.failure = Some(MessageOut::from(&Message::new(code)));
            }
            view.runs.iter_mut().for_each(|run| run.state = SolveState::Done);
            view.state = SolveState::Done;
        });
    }
}

/// Runs the algorithms one after another.
fn run_all(job: &LabJob, experiment: &Experiment, most: u64) {
    job.update(|view| view.state = SolveState::Running);
    for index in 0..experiment.specs.len() {
        if job.ticket.is_stopped() {
            break;
        }
        job.update_run(index, |run| run.state = SolveState::Running);
        let found = run_one(job, experiment, index, most);
        job.update_run(index, |run| {
            run.state = SolveState::Done;
            match found {
                Ok(result) => {
                    run.nodes = result.nodes;
                    run.result = Some(result);
                }
                Err(message) => run.failure = Some(MessageOut::from(&message)),
            }
        });
    }
}

fn run_one(job: &LabJob, experiment: &Experiment, index: usize, most: u64) -> Result<LabResult, Message> {
    let spec = &experiment.specs[index];
    // An estimate may err: the search itself ends at four times the limit.
    let limits = Limits {
        nodes: Some(most.saturating_mul(4)),
        time: Some(MAX_MILLIS),
        overhead: 0,
        ..Limits::default()
    };
    let kept = if experiment.keeps_trees { MAX_NODES as usize } else { 1 };
    let mut last_update = Instant::now();
    let mut progress = |nodes: u64| {
        if last_update.elapsed() >= UPDATE_INTERVAL {
            last_update = Instant::now();
            job.update_run(index, |run| run.nodes = nodes);
        }
    };
    let mut engine = experiment.book.engine(spec, EngineResources { hash: HASH, threads: 1 })?;
    let study = experiment.study.as_ref();
    let found = record_search(engine.as_mut(), study, &limits, kept, job.ticket.control(), &mut progress)?;
    let result = result(spec, &found)?;
    if let Some(recording) = found.recording.filter(|_| experiment.keeps_trees)
        && let Some(place) = job.trees().get_mut(index)
    {
        *place = Some(Bytes::from(encode(&recording)));
    }
    Ok(result)
}

fn result(spec: &EngineSpec, found: &LabRun) -> Result<LabResult, Message> {
    let report = &found.report;
    let best = report.lines.first();
    let recording = found.recording.as_ref();
    let growth = recording.and_then(|recording| recording.growth.as_ref());
    let is_tree = recording.is_some_and(|recording| recording.growth.is_none());
    let ended_early = |recording: &Recording| {
        recording.nodes.iter().any(|row| row.level == 0 && row.kind == table::NodeKind::Stopped)
    };
    let too_few = match (growth, spec.parse::<usize>("sims")?) {
        (Some(growth), Some(wanted)) => growth.simulations.len() < wanted && !is_decided(report),
        _ => false,
    };
    Ok(LabResult {
        line: best.map(|pv| pv.moves.clone()).unwrap_or_default(),
        score: best.map(|pv| pv.score.raw()),
        depth: report.depth,
        nodes: report.nodes,
        cutoffs: report.cutoffs,
        table_hits: report.table_hits,
        ms: report.micros as f64 / 1000.0,
        branching: is_tree.then(|| effective_branching(report.nodes, report.depth)),
        stopped: recording.is_some_and(ended_early) || too_few,
        iterations: recording.map(|recording| iterations(recording, found)).unwrap_or_default(),
        rows: recording.map_or(0, |recording| recording.nodes.len() as u32),
        simulations: growth.map_or(0, |growth| growth.simulations.len() as u32),
        kept_levels: recording.and_then(|recording| recording.kept_levels),
    })
}

/// Returns true if Monte Carlo tree search has proven its result and so ended before its last simulation.
fn is_decided(report: &table::SearchReport) -> bool {
    report.lines.first().is_some_and(|pv| pv.score.is_decided())
}

fn iterations(recording: &Recording, found: &LabRun) -> Vec<LabIteration> {
    let reported = |depth: u32| found.iterations.iter().find(|report| report.depth == depth);
    let one = |tallies: &table::IterationTally| {
        let report = reported(tallies.depth);
        LabIteration {
            depth: tallies.depth,
            score: report.and_then(|report| report.lines.first()).map(|pv| pv.score.raw()),
            best: report.and_then(|report| report.best()).map(str::to_owned),
            ms: report.map(|report| report.micros as f64 / 1000.0),
            plies: tallies.plies.iter().map(Into::into).collect(),
        }
    };
    recording.iterations.iter().map(one).collect()
}
