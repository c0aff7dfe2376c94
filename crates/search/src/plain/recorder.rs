//! Recorder of a textbook search: an observer that keeps the tree in flat rows and counts everything.
//!
//! Rows are in the order in which the nodes were entered (preorder). Where there are more than wanted, the deepest level is
//! dropped and only counted: what is kept is always the whole upper part of the tree, never its left part.

use std::collections::HashMap;

use game::{Line, Position, Score};

use super::observer::{Pass, Resolution, SearchObserver, Visit};
use crate::Window;

/// Index of no node.
pub const NO_NODE: u32 = u32::MAX;
/// Root and root moves are always kept.
const LEVELS_KEPT: u8 = 1;

/// Kind of a recorded node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// The search was stopped before the value was known.
    Stopped = 0,
    /// The game is over.
    GameOver = 1,
    /// Static evaluation.
    Evaluated = 2,
    /// Answered from the transposition table.
    TableHit = 3,
    /// All moves were searched.
    All = 4,
    /// A move reached beta; the rest was cut.
    Cut = 5,
    /// Chance node: the value is the mean of the outcomes.
    Chance = 6,
}

/// A recorded visit of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeRow {
    /// Row of the parent; [`NO_NODE`] for the root of an iteration.
    pub parent: u32,
    /// Positions in the subtree, with this one, as counted by the search. A second search does not count its node again.
    pub size: u32,
    /// For a table hit: row of the node that stored the value, if it was kept.
    pub known: u32,
    /// Index of the text of the move that led here; not used at a root.
    pub text: u16,
    /// Moves to search.
    pub moves: u16,
    /// Moves searched.
    pub searched: u16,
    /// Weight among the outcomes of a chance node.
    pub weight: u16,
    /// Lower bound of the window, from the view of the side to move here.
    pub alpha: i16,
    /// Upper bound of the window.
    pub beta: i16,
    /// Value returned.
    pub value: i16,
    /// Level in the tree: chance nodes are a level of their own.
    pub level: u8,
    /// Remaining depth.
    pub depth: u8,
    /// Kind.
    pub kind: NodeKind,
    /// Search of principal variation search that this visit is.
    pub pass: Pass,
    /// True for a shallow search that chooses the moves of a beam.
    pub probe: bool,
}

impl NodeRow {
    /// Returns true if the search counts this visit as a position: not the root, not a chance node, not a second search.
    pub fn is_position(&self) -> bool {
        self.level > 0 && self.kind != NodeKind::Chance && self.pass != Pass::Research
    }
}

/// Counts of the nodes at one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions.
    pub nodes: u64,
    /// Second searches of positions already counted.
    pub researches: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Ends of games.
    pub ended: u64,
    /// Table hits.
    pub table_hits: u64,
    /// Nodes of which all moves were searched.
    pub all: u64,
    /// Cutoffs.
    pub cutoffs: u64,
    /// Cutoffs by the first move.
    pub first_cutoffs: u64,
    /// Moves to search at nodes that were searched.
    pub moves: u64,
    /// Those of them that were searched.
    pub searched: u64,
}

/// Counts of one iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IterationTally {
    /// Depth.
    pub depth: u32,
    /// Counts by ply, the root first.
    pub plies: Vec<Tally>,
}

/// A move of the tree of a Monte Carlo tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GrowthEdge {
    /// Edge that leads to its position; [`NO_NODE`] at the root.
    pub parent: u32,
    /// Index of the text of the move.
    pub text: u16,
    /// Prior probability.
    pub prior: f32,
}

/// Growth of the tree of a Monte Carlo tree search. Playing the simulations again gives the visits and values of every
/// edge at any time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Growth {
    /// Edges in the order in which they were added.
    pub edges: Vec<GrowthEdge>,
    /// For every simulation, the last edge it followed that was kept, and its value for the side that made that move.
    pub simulations: Vec<(u32, f32)>,
}

/// Recorded search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recording {
    /// Texts of moves.
    pub texts: Vec<String>,
    /// Kept nodes, in the order in which they were entered.
    pub nodes: Vec<NodeRow>,
    /// Positions counted, kept or not: the node count of the search's report.
    pub counted: u64,
    /// Deepest level that was kept whole, if deeper ones were dropped.
    pub kept_levels: Option<u8>,
    /// Counts by iteration and ply.
    pub iterations: Vec<IterationTally>,
    /// Growth of the tree, for Monte Carlo tree search.
    pub growth: Option<Growth>,
}

impl Recording {
    /// Counts of all iterations and plies together.
    pub fn total(&self) -> Tally {
        let mut sum = Tally::default();
        for tally in self.iterations.iter().flat_map(|iteration| &iteration.plies) {
            sum.nodes += tally.nodes;
            sum.researches += tally.researches;
            sum.evaluated += tally.evaluated;
            sum.ended += tally.ended;
            sum.table_hits += tally.table_hits;
            sum.all += tally.all;
            sum.cutoffs += tally.cutoffs;
            sum.first_cutoffs += tally.first_cutoffs;
            sum.moves += tally.moves;
            sum.searched += tally.searched;
        }
        sum
    }
}

/// Effective branching factor: the b for which a uniform tree of this depth has this many nodes, b + b² + … + b^depth.
pub fn effective_branching(nodes: u64, depth: u32) -> f64 {
    let size = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, nodes as f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if size(middle) < nodes as f64 { low = middle } else { high = middle }
    }
    high
}

/// Node that is being searched.
struct Open {
    row: Option<u32>,
    level: u8,
    ply: usize,
    /// Positions counted before it.
    before: u64,
}

/// Positions between two reports of progress.
const PROGRESS_INTERVAL: u64 = 4096;

/// Observer that records a search.
pub struct Recorder<'a, P: Position> {
    most: usize,
    progress: Option<&'a mut dyn FnMut(u64)>,
    write: fn(&P, P::Move, P::Reveal) -> String,
    root: usize,
    recording: Recording,
    ids: HashMap<String, u16>,
    stack: Vec<Open>,
    deepest: u8,
    probing: bool,
    /// Rows that stored a value in the transposition table, by key.
    stored: HashMap<u64, u32>,
    /// First edge of each expanded node of a Monte Carlo tree search.
    first_edges: HashMap<u32, u32>,
}

impl<'a, P: Position> Recorder<'a, P> {
    /// Recorder that keeps at most this many nodes, and writes moves by this function.
    pub fn new(most: usize, write: fn(&P, P::Move, P::Reveal) -> String) -> Self {
        Recorder {
            most: most.max(1),
            progress: None,
            write,
            root: 0,
            recording: Recording::default(),
            ids: HashMap::new(),
            stack: Vec::new(),
            deepest: u8::MAX,
            probing: false,
            stored: HashMap::new(),
            first_edges: HashMap::new(),
        }
    }

    /// The same recorder, which calls a function with the number of positions from time to time.
    #[must_use]
    pub fn with_progress(self, progress: &'a mut dyn FnMut(u64)) -> Self {
        Recorder { progress: Some(progress), ..self }
    }

    /// The recording.
    pub fn finish(self) -> Recording {
        self.recording
    }

    /// Index of a text. Beyond 65,535 different ones (no game comes near) the last index stands for the rest.
    fn intern(&mut self, text: String) -> u16 {
        let next = self.recording.texts.len();
        if let Some(&id) = self.ids.get(&text) {
            return id;
        }
        if next >= usize::from(u16::MAX) {
            return u16::MAX - 1;
        }
        self.ids.insert(text.clone(), next as u16);
        self.recording.texts.push(text);
        next as u16
    }

    fn open(&mut self, ply: usize, row: impl FnOnce(&mut Self, u32, u8) -> NodeRow) {
        let level = self.stack.last().map_or(0, |parent| parent.level.saturating_add(1));
        if self.recording.nodes.len() >= self.most && level <= self.deepest {
            self.drop_deepest_level();
        }
        let parent = self.stack.last().map_or(Some(NO_NODE), |parent| parent.row);
        let row = match parent {
            Some(parent) if level <= self.deepest => {
                let row = row(self, parent, level);
                self.recording.nodes.push(row);
                Some((self.recording.nodes.len() - 1) as u32)
            }
            _ => None,
        };
        self.stack.push(Open { row, level, ply, before: self.recording.counted });
    }

    /// Drops the deepest level of the kept tree; from now on it is only counted.
    fn drop_deepest_level(&mut self) {
        let deepest = self.recording.nodes.iter().map(|row| row.level).max().unwrap_or(0);
        if deepest <= LEVELS_KEPT {
            return;
        }
        self.deepest = deepest - 1;
        self.recording.kept_levels = Some(self.deepest);
        let mut moved = vec![NO_NODE; self.recording.nodes.len()];
        let mut kept = Vec::with_capacity(self.recording.nodes.len());
        let place = |moved: &[u32], row: u32| moved.get(row as usize).copied().unwrap_or(NO_NODE);
        for (old, row) in self.recording.nodes.iter().enumerate() {
            if row.level <= self.deepest {
                moved[old] = kept.len() as u32;
                kept.push(NodeRow {
                    parent: place(&moved, row.parent),
                    known: place(&moved, row.known),
                    ..*row
                });
            }
        }
        self.recording.nodes = kept;
        for open in &mut self.stack {
            open.row = open.row.map(|row| place(&moved, row)).filter(|&row| row != NO_NODE);
        }
        self.stored.retain(|_, row| {
            *row = place(&moved, *row);
            *row != NO_NODE
        });
    }

    fn tally(&mut self, ply: usize) -> Option<&mut Tally> {
        let plies = &mut self.recording.iterations.last_mut()?.plies;
        if plies.len() <= ply {
            plies.resize(ply + 1, Tally::default());
        }
        plies.get_mut(ply)
    }

    /// Edge of the tree of a Monte Carlo tree search, if it was kept.
    fn edge(&self, (node, index): (u32, usize)) -> Option<u32> {
        Some(self.first_edges.get(&node)? + index as u32)
    }
}

/// A node that has just been entered.
fn entered(parent: u32, level: u8, depth: u32, window: Window) -> NodeRow {
    NodeRow {
        parent,
        size: 0,
        known: NO_NODE,
        text: 0,
        moves: 0,
        searched: 0,
        weight: 1,
        alpha: raw(window.alpha),
        beta: raw(window.beta),
        value: 0,
        level,
        depth: u8::try_from(depth).unwrap_or(u8::MAX),
        kind: NodeKind::Stopped,
        pass: Pass::Full,
        probe: false,
    }
}

/// Scores have 16 bits.
fn raw(score: Score) -> i16 {
    score.raw() as i16
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl<P: Position> SearchObserver<P> for Recorder<'_, P> {
    fn iteration(&mut self, line: &Line<P>, depth: u32) {
        self.root = line.ply();
        self.recording.iterations.push(IterationTally { depth, plies: Vec::new() });
        self.open(0, |_, parent, level| entered(parent, level, depth, Window::FULL));
    }

    fn enter(&mut self, visit: &Visit<'_, P>) {
        let ply = visit.line.ply() - self.root;
        self.open(ply, |recorder, parent, level| {
            let step = visit.line.steps().last();
            let text = match step.and_then(|step| step.mv.zip(step.reveal)) {
                Some((mv, reveal)) => (recorder.write)(visit.line.at(visit.line.ply() - 1), mv, reveal),
                None => String::new(),
            };
            NodeRow {
                text: recorder.intern(text),
                weight: u16::try_from(visit.weight).unwrap_or(u16::MAX),
                pass: visit.pass,
                probe: recorder.probing,
                ..entered(parent, level, visit.depth, visit.window)
            }
        });
        let again = visit.pass == Pass::Research;
        if !again {
            self.recording.counted += 1;
            let counted = self.recording.counted;
            if let Some(progress) =
                self.progress.as_mut().filter(|_| counted.is_multiple_of(PROGRESS_INTERVAL))
            {
                progress(counted);
            }
        }
        if let Some(tally) = self.tally(ply) {
            tally.nodes += u64::from(!again);
            tally.researches += u64::from(again);
        }
    }

    fn chance(&mut self, line: &Line<P>, mv: P::Move, depth: u32, window: Window) {
        self.open(line.ply() - self.root, |recorder, parent, level| {
            let here = line.here();
            NodeRow {
                text: recorder.intern((recorder.write)(here, mv, here.unrevealed(mv))),
                kind: NodeKind::Chance,
                probe: recorder.probing,
                ..entered(parent, level, depth, window)
            }
        });
    }

    fn resolve(&mut self, how: Resolution) {
        let Some(open) = self.stack.last() else { return };
        let (row, ply) = (open.row, open.ply);
        let mut known = NO_NODE;
        let (mut count, mut tried) = (0, 0);
        let kind = match how {
            Resolution::Stopped => NodeKind::Stopped,
            Resolution::GameOver => NodeKind::GameOver,
            Resolution::Evaluated => NodeKind::Evaluated,
            Resolution::TableHit(key) => {
                known = self.stored.get(&key).copied().unwrap_or(NO_NODE);
                NodeKind::TableHit
            }
            Resolution::Searched { moves, searched, cut } => {
                (count, tried) = (moves, searched);
                if cut { NodeKind::Cut } else { NodeKind::All }
            }
        };
        if let Some(row) = row.and_then(|row| self.recording.nodes.get_mut(row as usize)) {
            (row.kind, row.known) = (kind, known);
            (row.moves, row.searched) = (short(count), short(tried));
        }
        let Some(tally) = self.tally(ply) else { return };
        match kind {
            NodeKind::Stopped | NodeKind::Chance => {}
            NodeKind::GameOver => tally.ended += 1,
            NodeKind::Evaluated => tally.evaluated += 1,
            NodeKind::TableHit => tally.table_hits += 1,
            NodeKind::All => tally.all += 1,
            NodeKind::Cut => {
                tally.cutoffs += 1;
                tally.first_cutoffs += u64::from(tried == 1);
            }
        }
        tally.moves += count as u64;
        tally.searched += tried as u64;
    }

    fn stored(&mut self, key: u64) {
        match self.stack.last().and_then(|open| open.row) {
            Some(row) => self.stored.insert(key, row),
            None => self.stored.remove(&key),
        };
    }

    fn leave(&mut self, score: Score) {
        let Some(open) = self.stack.pop() else { return };
        // The node itself was counted after it was opened.
        let size = self.recording.counted - open.before;
        if let Some(row) = open.row.and_then(|row| self.recording.nodes.get_mut(row as usize)) {
            row.size = u32::try_from(size).unwrap_or(u32::MAX);
            row.value = raw(score);
        }
    }

    fn probing(&mut self, on: bool) {
        self.probing = on;
    }

    fn expanded(
        &mut self,
        path: &[(u32, usize)],
        node: u32,
        line: &Line<P>,
        moves: &[P::Move],
        priors: &[f32],
    ) {
        let parent = match path.last() {
            None => NO_NODE,
            Some(&edge) => match self.edge(edge) {
                Some(edge) => edge,
                None => return,
            },
        };
        let first = self.recording.growth.get_or_insert_default().edges.len();
        if first + moves.len() > self.most && parent != NO_NODE {
            return;
        }
        let here = line.here();
        for (&mv, &prior) in moves.iter().zip(priors) {
            let text = self.intern((self.write)(here, mv, here.unrevealed(mv)));
            if let Some(growth) = &mut self.recording.growth {
                growth.edges.push(GrowthEdge { parent, text, prior });
            }
        }
        self.first_edges.insert(node, first as u32);
    }

    fn simulated(&mut self, path: &[(u32, usize)], value: f32) {
        let kept = path.iter().enumerate().rev().find_map(|(place, &edge)| Some((place, self.edge(edge)?)));
        let Some((place, edge)) = kept else { return };
        // The value is that of the side to move at the leaf; every ply upwards changes the view.
        let plies = path.len() - place;
        let own = if plies % 2 == 1 { 1.0 - value } else { value };
        if let Some(growth) = &mut self.recording.growth {
            growth.simulations.push((edge, own));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effective_branching_factor_of_a_uniform_tree_is_its_branching_factor() {
        assert!((effective_branching(3 + 9 + 27, 3) - 3.0).abs() < 1e-6);
        assert!((effective_branching(40, 1) - 40.0).abs() < 1e-6);
        assert!((effective_branching(1, 4) - 0.518_790).abs() < 1e-5);
        assert!(effective_branching(0, 3) < 1e-6);
    }
}
