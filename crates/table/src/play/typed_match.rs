//! Match: events folded into the public state and the three lines.

use std::collections::BTreeMap;

use game::{Game, Message, Outcome, Side};
use record::MoveText;

use crate::erased::study::{Study, TypedStudy, write_moves};
use crate::play::clock::Clock;
use crate::play::event::{
    Assistance, Command, Created, Event, EventKind, Millis, Offer, Permission, PlyTime, Refusal, Viewer,
};
use crate::play::hidden_info::{HiddenInfo, Secret};
use crate::play::lines::Lines;
use crate::play::stopwatch::Stopwatch;
use crate::play::view::{MatchState, PlyView, View, build_view, ply_views};

/// Match of any game. `decide` is pure, the caller stores the events, `apply` accepts any event.
pub trait Match: Send {
    /// Parameters of the match.
    fn created(&self) -> &Created;

    /// Decides a command: returns the events to store and apply, or a refusal. Changes nothing.
    fn decide(&self, seat: Side, command: &Command, now: Millis) -> Result<Vec<Event>, Refusal>;

    /// Applies an event. An event that makes no sense only increments the event count.
    fn apply(&mut self, event: &Event);

    /// Public state besides the board.
    fn state(&self, now: Millis) -> MatchState;

    /// View of one viewer, from its own line.
    fn view(&self, viewer: Viewer, now: Millis) -> View;

    /// All moves as a viewer knows them, in a notation of the game.
    fn moves(&self, viewer: Viewer, notation: game::Notation) -> Vec<String>;

    /// Plies from an index on as a viewer knows them, each with the position after it.
    fn plies(&self, viewer: Viewer, from: usize) -> Vec<PlyView>;

    /// Study of a viewer's own line, for an engine in that seat.
    fn study(&self, viewer: Viewer) -> Box<dyn Study>;

    /// Study of the initial position alone, as a viewer knows it: without a copy of the whole line.
    fn start(&self, viewer: Viewer) -> Box<dyn Study>;

    /// Drops what can be computed again from the moves, until it is needed: for a match that waits.
    fn pack(&mut self);

    /// Number of plies with times.
    fn timed_plies(&self) -> usize;

    /// Times of a ply.
    fn time(&self, ply: usize) -> Option<PlyTime>;

    /// Times of each ply.
    fn times(&self) -> Vec<PlyTime> {
        (0..self.timed_plies()).filter_map(|ply| self.time(ply)).collect()
    }

    /// Start of the current ply; `None` if no side is thinking.
    fn thinking_since(&self) -> Option<Millis>;

    /// Number of take-backs left to a side without asking; `None` if unlimited.
    fn take_backs_left(&self, side: Side) -> Option<u32>;

    /// Help that a side had.
    fn assistance(&self, side: Side) -> Assistance;
}

/// Match of a game with a move notation and a hidden-information policy.
pub(crate) struct TypedMatch<S: MoveText, D: HiddenInfo<Game = S::Game>> {
    pub(crate) created: Created,
    pub(crate) hidden_info: D,
    pub(crate) lines: Lines<D>,
    /// Plies taken back, the next one to redo last. Cleared by any new move.
    pub(crate) undone: Vec<Ply>,
    pub(crate) clock: Clock,
    pub(crate) paused: bool,
    pub(crate) offer: Option<(Side, Offer)>,
    /// Ply at which each side's last draw offer was declined.
    pub(crate) declined: [Option<usize>; 2],
    pub(crate) used: [Used; 2],
    pub(crate) outcome: Option<Outcome>,
    /// Pieces revealed in moves that were taken back: each viewer still knows them. Indexed as [`VIEWERS`], square to
    /// letter.
    seen: [BTreeMap<usize, char>; 3],
    watch: Stopwatch,
    seq: u64,
    move_text: std::marker::PhantomData<fn() -> S>,
}

/// All viewers that may have seen a reveal.
const VIEWERS: [Viewer; 3] = [Viewer::Seat(Side::First), Viewer::Seat(Side::Second), Viewer::Public];

/// Number of times a side has used each permission.
#[derive(Clone, Copy, Default)]
pub(crate) struct Used {
    pub take_back: u32,
    pub give_turn: u32,
    pub pause: u32,
    pub hints: u32,
    pub peeked: bool,
}

/// Ply that was taken back: a move in coordinates, or a turn given away.
pub(crate) enum Ply {
    Move(String),
    Pass,
}

impl<S: MoveText, D: HiddenInfo<Game = S::Game>> TypedMatch<S, D> {
    /// Creates a match; its first event is `created`.
    pub fn new(created: Created, secret: Option<&Secret>) -> Result<Self, Message> {
        let options: Vec<(&str, &str)> =
            created.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let rules = S::Game::rules(&options)?;
        let root = match &created.setup {
            Some(text) => S::Game::read_position(text, &rules)?.position,
            None => S::Game::start(&rules),
        };
        let hidden_info = D::deal(&root, &rules, secret)?;
        let lines = Lines::new(&hidden_info, &root, rules);
        let outcome = lines.public().outcome();
        Ok(TypedMatch {
            clock: Clock::new(created.clock),
            created,
            hidden_info,
            lines,
            undone: Vec::new(),
            paused: false,
            offer: None,
            declined: [None; 2],
            used: [Used::default(); 2],
            outcome,
            seen: Default::default(),
            watch: Stopwatch::default(),
            seq: 1,
            move_text: std::marker::PhantomData,
        })
    }

    /// Number of plies played.
    pub(crate) fn ply(&self) -> usize {
        self.lines.ply()
    }

    fn moved(&mut self, text: &str, at: Millis) -> bool {
        let Ok((mv, _)) = S::Game::read_move(self.lines.public().here(), text) else { return false };
        let side = self.lines.turn();
        self.lines.push(&self.hidden_info, mv);
        self.clock.press(side, at);
        self.watch.press(at, self.clock.left(side, !side, at));
        // A draw offer made with one's own move stays valid until the opponent has moved; other offers lapse.
        if self.offer != Some((side, Offer::Draw)) {
            self.offer = None;
        }
        true
    }

    fn passed(&mut self, at: Millis) {
        let before = self.lines.turn();
        if self.lines.push_pass() {
            self.clock.hand_over(before, self.lines.turn(), at);
            self.watch.press(at, self.clock.left(before, !before, at));
            self.offer = None;
        }
    }

    fn taken_back(&mut self, plies: usize, at: Millis) {
        let before = self.lines.turn();
        self.record_reveals(plies);
        let texts = write_moves::<S>(self.lines.public(), game::Notation::Uci);
        for text in texts.into_iter().rev().take(plies) {
            let passed = self.lines.public().steps().last().is_some_and(|step| step.mv.is_none());
            self.undone.push(if passed { Ply::Pass } else { Ply::Move(text) });
            self.lines.pop();
        }
        self.watch.go_to(self.lines.public().ply(), at);
        self.clock.hand_over(before, self.lines.turn(), at);
        self.offer = None;
        if self.outcome.take().is_some() {
            // The game continues.
            self.clock.start(at);
        }
    }

    /// Records the reveals each viewer saw in plies that are about to be taken back.
    fn record_reveals(&mut self, plies: usize) {
        let from = self.ply().saturating_sub(plies);
        for (viewer, seen) in VIEWERS.into_iter().zip(&mut self.seen) {
            for ply in ply_views::<S>(self.lines.seen_by(viewer), from) {
                let Some((origin, target)) = ply.squares else { continue };
                seen.extend(ply.turned.map(|letter| (origin, letter)));
                let known = ply.took.filter(|(_, letter, face_down)| *face_down && *letter != '?');
                seen.extend(known.map(|(_, letter, _)| (target, letter)));
            }
        }
    }

    fn redone(&mut self, plies: usize, at: Millis) {
        let before = self.lines.turn();
        for _ in 0..plies {
            match self.undone.pop() {
                Some(Ply::Pass) => {
                    self.lines.push_pass();
                }
                Some(Ply::Move(text)) => {
                    if let Ok((mv, _)) = S::Game::read_move(self.lines.public().here(), &text) {
                        self.lines.push(&self.hidden_info, mv);
                    }
                }
                None => break,
            }
        }
        self.watch.go_to(self.lines.public().ply(), at);
        self.clock.hand_over(before, self.lines.turn(), at);
        self.offer = None;
    }

    fn answered(&mut self, accepted: bool) {
        if let Some((by, Offer::Draw)) = self.offer.take().filter(|_| !accepted) {
            self.declined[by.index()] = Some(self.ply());
        }
    }
}

impl<S: MoveText, D: HiddenInfo<Game = S::Game>> Match for TypedMatch<S, D> {
    fn created(&self) -> &Created {
        &self.created
    }

    fn decide(&self, seat: Side, command: &Command, now: Millis) -> Result<Vec<Event>, Refusal> {
        let decided = self.decide_kinds(seat, command, now)?;
        Ok(decided.into_iter().map(|what| Event { at: now, kind: what }).collect())
    }

    fn apply(&mut self, event: &Event) {
        let at = event.at;
        if matches!(event.kind, EventKind::Created(_)) {
            // Already counted: the match was created with it.
            self.watch.start(at);
            return;
        }
        self.seq += 1;
        let turn = self.lines.turn();
        match &event.kind {
            EventKind::Created(_) => {}
            EventKind::Moved(text) => {
                if self.moved(text, at) {
                    self.undone.clear();
                }
            }
            EventKind::Computed(time) => self.watch.computed(*time),
            EventKind::Hinted(side) => self.used[side.index()].hints += 1,
            EventKind::TurnGiven => {
                self.used[turn.index()].give_turn += 1;
                self.passed(at);
                self.undone.clear();
            }
            EventKind::TakenBack(by, plies) => {
                let used = &mut self.used[by.index()];
                used.take_back += 1;
                used.peeked |= self.created.permissions.take_back != Permission::ByConsent
                    && self.lines.revealed_something(&self.hidden_info, *plies);
                self.taken_back(*plies, at);
            }
            EventKind::Redone(_, plies) => self.redone(*plies, at),
            EventKind::Offered(by, offer) => self.offer = Some((*by, *offer)),
            EventKind::Answered(_, accepted) => self.answered(*accepted),
            EventKind::Flagged(_) | EventKind::Resigned(_) => self.offer = None,
            EventKind::Paused(by) => {
                self.used[by.index()].pause += 1;
                self.paused = true;
                self.watch.stop(at);
                self.clock.stop(turn, at);
            }
            EventKind::Resumed(_) => {
                self.paused = false;
                self.watch.start(at);
                if self.ply() > 0 && self.outcome.is_none() {
                    self.clock.start(at);
                }
            }
            EventKind::Credited(time) => {
                self.clock.credit(*time);
                self.watch.credit(*time);
            }
            EventKind::Ended(outcome) => {
                self.outcome = Some(*outcome);
                self.offer = None;
                self.paused = false;
                self.watch.stop(at);
                self.clock.stop(turn, at);
            }
        }
    }

    fn state(&self, now: Millis) -> MatchState {
        let turn = self.lines.turn();
        MatchState {
            seq: self.seq,
            turn,
            outcome: self.outcome,
            offer: self.offer,
            clocks: Side::BOTH.map(|side| self.clock.left(side, turn, now)),
            running: self.clock.is_running().then_some(turn),
            paused: self.paused,
            undone: self.undone.len(),
        }
    }

    fn view(&self, viewer: Viewer, now: Millis) -> View {
        let seen = VIEWERS.iter().position(|known| *known == viewer).map(|index| &self.seen[index]);
        build_view::<S>(self.lines.seen_by(viewer), viewer, self.state(now), seen)
    }

    fn moves(&self, viewer: Viewer, notation: game::Notation) -> Vec<String> {
        write_moves::<S>(self.lines.seen_by(viewer), notation)
    }

    fn plies(&self, viewer: Viewer, from: usize) -> Vec<PlyView> {
        ply_views::<S>(self.lines.seen_by(viewer), from)
    }

    fn study(&self, viewer: Viewer) -> Box<dyn Study> {
        Box::new(TypedStudy::<S>::new(self.lines.seen_by(viewer).clone(), Vec::new()))
    }

    fn start(&self, viewer: Viewer) -> Box<dyn Study> {
        let line = self.lines.seen_by(viewer);
        let root = game::Line::new(line.root().clone(), *line.rules());
        Box::new(TypedStudy::<S>::new(root, Vec::new()))
    }

    fn pack(&mut self) {
        self.lines.pack();
    }

    fn timed_plies(&self) -> usize {
        self.watch.plies()
    }

    fn time(&self, ply: usize) -> Option<PlyTime> {
        self.watch.time(ply)
    }

    fn thinking_since(&self) -> Option<Millis> {
        self.watch.since().filter(|_| self.outcome.is_none())
    }

    fn take_backs_left(&self, side: Side) -> Option<u32> {
        match self.created.permissions.take_back {
            Permission::Never => Some(0),
            Permission::Limited(times) => Some(times.saturating_sub(self.used[side.index()].take_back)),
            Permission::ByConsent | Permission::Free => None,
        }
    }

    fn assistance(&self, side: Side) -> Assistance {
        let Used { take_back, give_turn, hints, peeked, .. } = self.used[side.index()];
        Assistance { hints, take_backs: take_back, turns_given: give_turn, peeked }
    }
}
