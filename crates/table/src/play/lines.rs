//! The lines of a match: one for each side and the public one, or a single one if nothing is hidden.
//!
//! Each line receives only its own reveals, and a viewer is handed exactly one line. Knowledge of another viewer is
//! not in it and cannot leak. A line holds every position on the way; between two uses the lines can be packed to their
//! moves, which takes a fraction of the memory.

use std::cell::OnceCell;

use game::{Game, Line, MoveOf, Position, RevealOf, RulesOf, Side};

use crate::play::event::Viewer;
use crate::play::hidden_info::HiddenInfo;

type PositionOf<D> = <<D as HiddenInfo>::Game as Game>::Position;

/// One line per viewer of a match.
pub(crate) struct Lines<D: HiddenInfo> {
    /// Lines with all positions; empty while packed.
    full: OnceCell<FullLines<D>>,
    /// State when the lines were last packed.
    packed: Box<PackedLines<D>>,
    /// True if the lines have changed since.
    changed: bool,
}

/// Lines with all their positions: the public one and those of the two sides, unless everybody sees the public one.
struct FullLines<D: HiddenInfo> {
    public: Line<PositionOf<D>>,
    sides: Option<Box<[Line<PositionOf<D>>; 2]>>,
}

/// Lines as root and steps, with what is asked most often.
struct PackedLines<D: HiddenInfo> {
    turn: Side,
    ply: usize,
    public: PackedLine<D>,
    sides: Option<[PackedLine<D>; 2]>,
}

/// A move with its reveal; `None` for a pass.
type PackedStep<D> = Option<(MoveOf<<D as HiddenInfo>::Game>, RevealOf<<D as HiddenInfo>::Game>)>;

struct PackedLine<D: HiddenInfo> {
    root: PositionOf<D>,
    rules: RulesOf<D::Game>,
    steps: Box<[PackedStep<D>]>,
}

impl<D: HiddenInfo> PackedLine<D> {
    fn of(line: &Line<PositionOf<D>>) -> Self {
        let steps = line.steps().iter().map(|step| step.mv.zip(step.reveal)).collect();
        PackedLine { root: line.root().clone(), rules: *line.rules(), steps }
    }

    fn unpack(&self) -> Line<PositionOf<D>> {
        let mut line = Line::new(self.root.clone(), self.rules);
        for step in &self.steps {
            match step {
                Some((mv, reveal)) => line.push(*mv, *reveal),
                // The pass was possible when it was made, so it is possible again.
                None => {
                    if let Some(here) = line.here().pass() {
                        line.push_pass(here);
                    }
                }
            }
        }
        line
    }
}

impl<D: HiddenInfo> PackedLines<D> {
    fn of(full: &FullLines<D>) -> Self {
        PackedLines {
            turn: full.public.here().turn(),
            ply: full.public.ply(),
            public: PackedLine::of(&full.public),
            sides: full.sides.as_ref().map(|sides| sides.each_ref().map(PackedLine::of)),
        }
    }

    fn unpack(&self) -> FullLines<D> {
        FullLines {
            public: self.public.unpack(),
            sides: self.sides.as_ref().map(|sides| Box::new(sides.each_ref().map(PackedLine::unpack))),
        }
    }
}

impl<D: HiddenInfo> Lines<D> {
    /// Lines of a new match.
    pub fn new(hidden_info: &D, root: &PositionOf<D>, rules: RulesOf<D::Game>) -> Self {
        let line = |viewer| Line::new(hidden_info.root(root, viewer), rules);
        let sides = D::SCHEME.map(|_| Box::new(Side::BOTH.map(|side| line(Viewer::Seat(side)))));
        let full = FullLines { public: line(Viewer::Public), sides };
        let packed = Box::new(PackedLines::of(&full));
        Lines { full: OnceCell::from(full), packed, changed: false }
    }

    /// Drops the positions on the way; they are computed again when they are needed.
    pub fn pack(&mut self) {
        if let Some(full) = self.full.take()
            && std::mem::take(&mut self.changed)
        {
            *self.packed = PackedLines::of(&full);
        }
    }

    fn full(&self) -> &FullLines<D> {
        self.full.get_or_init(|| self.packed.unpack())
    }

    fn full_mut(&mut self) -> Option<&mut FullLines<D>> {
        self.full();
        self.changed = true;
        self.full.get_mut()
    }

    /// Line of this viewer.
    pub fn seen_by(&self, viewer: Viewer) -> &Line<PositionOf<D>> {
        let full = self.full();
        match (viewer, &full.sides) {
            (Viewer::Seat(side), Some(sides)) => &sides[side.index()],
            _ => &full.public,
        }
    }

    /// Public line. Rules are judged on it.
    pub fn public(&self) -> &Line<PositionOf<D>> {
        &self.full().public
    }

    /// Side to move.
    pub fn turn(&self) -> Side {
        if self.changed { self.public().here().turn() } else { self.packed.turn }
    }

    /// Number of plies played.
    pub fn ply(&self) -> usize {
        if self.changed { self.public().ply() } else { self.packed.ply }
    }

    /// Plays a legal move on every line, each with its own reveal.
    pub fn push(&mut self, hidden_info: &D, mv: MoveOf<D::Game>) {
        let reveals = hidden_info.reveals(self.public().here(), mv);
        let Some(full) = self.full_mut() else { return };
        if let Some(sides) = &mut full.sides {
            let [first, second] = &mut **sides;
            first.push(mv, reveals.first);
            second.push(mv, reveals.second);
        }
        full.public.push(mv, reveals.public);
    }

    /// Gives the turn away on every line. Returns false and changes nothing if that is not allowed.
    pub fn push_pass(&mut self) -> bool {
        let Some(passes) = self.all().map(|line| line.here().pass()).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let Some(full) = self.full_mut() else { return false };
        let sides = full.sides.iter_mut().flat_map(|sides| sides.iter_mut());
        for (line, here) in std::iter::once(&mut full.public).chain(sides).zip(passes) {
            line.push_pass(here);
        }
        true
    }

    /// Returns true if the turn can be given away.
    pub fn can_pass(&self) -> bool {
        self.all().all(|line| line.here().pass().is_some())
    }

    /// Takes back the last ply on every line.
    pub fn pop(&mut self) -> bool {
        let Some(full) = self.full_mut() else { return false };
        if let Some(sides) = &mut full.sides {
            for line in sides.iter_mut() {
                line.pop();
            }
        }
        full.public.pop()
    }

    /// The public line and then those of the sides.
    fn all(&self) -> impl Iterator<Item = &Line<PositionOf<D>>> {
        let full = self.full();
        std::iter::once(&full.public).chain(full.sides.iter().flat_map(|sides| sides.iter()))
    }

    /// Returns true if one of the last `plies` plies revealed a hidden piece to anyone.
    pub fn revealed_something(&self, hidden_info: &D, plies: usize) -> bool {
        let line = self.public();
        let first = line.ply().saturating_sub(plies);
        let reveals = |(ply, step): (usize, &game::Step<PositionOf<D>>)| {
            step.mv.is_some_and(|mv| hidden_info.reveals_hidden(line.at(ply), mv))
        };
        line.steps().iter().enumerate().skip(first).any(reveals)
    }
}
