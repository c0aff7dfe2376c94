//! Minimax without the lines that cannot matter, each refinement to be switched on and off so that it can be measured.

mod beam;
mod node;
mod ordering;
mod tt;

use std::marker::PhantomData;

use game::{Eval, Line, Position, Score};

use super::context::SearchContext;
use super::tactical_info::TacticalInfo;
use crate::{Bound, Control, Engine, Limits, PvLine, SearchInfo, Window};
use node::Tree;
use ordering::History;
use tt::Table;

/// No deeper than this, however long it may think.
const DEEPEST: u32 = 64;
/// The depth where neither the options nor the limits name one and it does not deepen.
const USUAL: u32 = 4;

/// Which refinements alpha-beta uses. None but the beam changes the value it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaOptions {
    /// Plies to look ahead; as the limits say where none is named.
    pub depth: Option<u32>,
    /// Captures first, then moves that cut before.
    pub ordering: bool,
    /// A transposition table.
    pub table: bool,
    /// Principal variation search: the first move is searched whole, the others only asked whether they are better;
    /// and when deepening, the last depth's best line is tried first.
    pub pv: bool,
    /// Depth 1 first, then 2, and so on.
    pub deepening: bool,
    /// Only so many moves of each position are kept, the best by a shallower search.
    pub beam: Option<usize>,
    /// Megabytes of the table.
    pub megabytes: usize,
}

impl AlphaBetaOptions {
    /// Alpha-beta and nothing else.
    pub const BARE: Self = AlphaBetaOptions {
        depth: None,
        ordering: false,
        table: false,
        pv: false,
        deepening: false,
        beam: None,
        megabytes: 1,
    };

    /// Every refinement that leaves the value as it is.
    pub const ALL: Self = AlphaBetaOptions {
        ordering: true,
        table: true,
        pv: true,
        deepening: true,
        megabytes: 16,
        ..Self::BARE
    };
}

/// Alpha-beta.
pub struct AlphaBeta<P: Position, E, S> {
    eval: E,
    options: AlphaBetaOptions,
    memory: Table<P::Move>,
    sense: PhantomData<S>,
}

impl<P: Position, E, S> AlphaBeta<P, E, S> {
    /// A player with this opinion and these refinements.
    pub fn new(eval: E, options: AlphaBetaOptions) -> Self {
        let megabytes = if options.table { options.megabytes } else { 0 };
        AlphaBeta { eval, options, memory: Table::new(megabytes), sense: PhantomData }
    }
}

impl<P: Position, E: Eval<P> + Clone, S: TacticalInfo<P>> Engine<P> for AlphaBeta<P, E, S> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let AlphaBeta { eval, options, memory, .. } = self;
        // What is known of positions holds under one path only: each search begins with an empty table.
        memory.clear();
        let mut tree = Tree::<P, E, S> {
            walk: SearchContext::new(line, eval.clone(), limits, control),
            options: *options,
            memory,
            history: History::new::<P>(),
            round: 0,
            pvs: Vec::new(),
            last_pv: Vec::new(),
            has_repeated: has_repeated(line),
            sense: PhantomData,
        };
        let most = match (options.depth, limits.depth) {
            (Some(own), Some(most)) => own.min(most),
            (Some(depth), None) | (None, Some(depth)) => depth,
            (None, None) if options.deepening => DEEPEST,
            (None, None) => USUAL,
        }
        .clamp(1, DEEPEST);
        let mut moves = tree.walk.root_moves();
        let mut info = SearchInfo::default();
        let first = if options.deepening { 1 } else { most };
        for depth in first..=most {
            tree.round = depth;
            let lines = tree.root(&moves, depth);
            let whole = !tree.walk.stopped;
            if !whole && (lines.is_empty() || !info.lines.is_empty()) {
                break;
            }
            if let Some(best) = lines.first() {
                tree.last_pv.clone_from(&best.moves);
                // The best line of this depth is the first guess of the next.
                if options.pv
                    && let Some(place) = moves.iter().position(|&mv| mv == best.moves[0])
                {
                    moves[..=place].rotate_right(1);
                }
            }
            info = tree.walk.info(lines, depth);
            report(&info);
            let decided = info.score().is_some_and(Score::is_mate) && limits.lines <= 1;
            if !whole || moves.is_empty() || tree.walk.is_enough() || is_settled(&info, decided, depth) {
                break;
            }
        }
        if info.lines.is_empty() {
            info.lines = tree.walk.fallback(&moves);
        }
        let depth = info.depth;
        let full = tree.memory.fullness();
        SearchInfo { hashfull: full, ..tree.walk.info(info.lines, depth) }
    }
}

/// A mate nearer than the horizon stays the shortest one, however deep one looks.
fn is_settled<P: Position>(info: &SearchInfo<P>, decided: bool, depth: u32) -> bool {
    let plies = info.score().and_then(Score::mate_plies).map_or(u32::MAX, i32::unsigned_abs);
    decided && plies <= depth
}

/// Whether some position of the game stood on the board twice already: then every verdict hangs on the way there.
fn has_repeated<P: Position>(line: &Line<P>) -> bool {
    let back = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let mut keys: Vec<u64> = line.keys().iter().rev().take(back + 1).copied().collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>> Tree<'_, P, E, S> {
    /// Searches the root: the best lines, best first. Broken off, those that were finished.
    fn root(&mut self, moves: &[P::Move], depth: u32) -> Vec<PvLine<P>> {
        let wanted = self.walk.limits.lines.max(1);
        let order = self.ordered_root(moves, depth);
        let mut lines: Vec<PvLine<P>> = Vec::new();
        for mv in order {
            if self.walk.is_stopped() {
                break;
            }
            // With several lines wanted, the least of them is what a move has to beat.
            let floor = lines.get(wanted - 1).map_or(Window::FULL.alpha, |pv| pv.score);
            let window = Window { alpha: floor, beta: Score::INFINITE };
            let score = self.try_move(mv, depth, window, lines.is_empty(), true);
            if self.walk.stopped {
                break;
            }
            if score > floor {
                let mut pv = vec![mv];
                pv.extend(self.pvs.get(1).into_iter().flatten());
                let place = lines.partition_point(|pv| pv.score >= score);
                let chances = self.walk.eval.chances(score);
                lines.insert(place, PvLine { moves: pv, score, bound: Bound::Exact, chances });
                lines.truncate(wanted);
            }
        }
        if self.walk.stopped {
            lines.iter_mut().for_each(|pv| pv.bound = Bound::AtLeast);
        }
        lines
    }

    /// The root moves in the order they are tried: the last depth's best stays first.
    fn ordered_root(&mut self, moves: &[P::Move], depth: u32) -> Vec<P::Move> {
        let guess = self.last_pv.first().copied().filter(|_| self.options.pv);
        let mut order = moves.to_vec();
        if self.options.ordering {
            order.sort_by_cached_key(|&mv| std::cmp::Reverse(self.promise(mv, 0)));
        }
        if let Some(width) = self.options.beam {
            self.keep_best(&mut order, depth, width);
        }
        order.sort_by_key(|&mv| Some(mv) != guess);
        order
    }
}
