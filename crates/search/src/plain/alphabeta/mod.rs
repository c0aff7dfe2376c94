//! Alpha-beta search with refinements that can be switched on and off, so that each can be measured.

mod beam;
mod node;
mod ordering;
mod tt;

use std::marker::PhantomData;

use game::{Eval, Line, Position, Score};

use super::context::SearchContext;
use super::observed::{ObservedSearch, observed_engine};
use super::observer::{Resolution, SearchObserver};
use super::tactical_info::TacticalInfo;
use crate::{Bound, Control, Limits, PvLine, SearchInfo, Window};
use node::AlphaBetaSearch;
use ordering::History;
use tt::Table;

/// Maximum depth.
const MAX_DEPTH: u32 = 64;
/// Default depth without iterative deepening.
const DEFAULT_DEPTH: u32 = 4;

/// Refinements of alpha-beta. Only the beam changes the value found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaOptions {
    /// Search depth in plies; `None` to use the limits.
    pub depth: Option<u32>,
    /// Move ordering: captures first, then killers and history.
    pub ordering: bool,
    /// Transposition table.
    pub table: bool,
    /// Principal variation search: moves after the first get a zero-window search; with iterative deepening, the
    /// principal variation of the last depth is searched first.
    pub pv: bool,
    /// Iterative deepening.
    pub deepening: bool,
    /// Beam search: number of moves kept at each node, the best by a shallower search.
    pub beam: Option<usize>,
    /// Size of the transposition table in megabytes.
    pub megabytes: usize,
}

impl AlphaBetaOptions {
    /// Alpha-beta without refinements.
    pub const BARE: Self = AlphaBetaOptions {
        depth: None,
        ordering: false,
        table: false,
        pv: false,
        deepening: false,
        beam: None,
        megabytes: 1,
    };

    /// Every refinement that keeps the minimax value.
    pub const ALL: Self = AlphaBetaOptions {
        ordering: true,
        table: true,
        pv: true,
        deepening: true,
        megabytes: 16,
        ..Self::BARE
    };
}

/// Alpha-beta engine.
pub struct AlphaBeta<P: Position, E, S> {
    eval: E,
    options: AlphaBetaOptions,
    table: Table<P::Move>,
    tactics: PhantomData<S>,
}

impl<P: Position, E, S> AlphaBeta<P, E, S> {
    /// Engine with this evaluation and these refinements.
    pub fn new(eval: E, options: AlphaBetaOptions) -> Self {
        let megabytes = if options.table { options.megabytes } else { 0 };
        AlphaBeta { eval, options, table: Table::new(megabytes), tactics: PhantomData }
    }
}

observed_engine!([P: Position, E: Eval<P> + Clone, S: TacticalInfo<P>] AlphaBeta<P, E, S>);

impl<P: Position, E: Eval<P> + Clone, S: TacticalInfo<P>> ObservedSearch<P> for AlphaBeta<P, E, S> {
    fn search<O: SearchObserver<P> + ?Sized>(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
        observer: &mut O,
    ) -> SearchInfo<P> {
        let AlphaBeta { eval, options, table, .. } = self;
        // Results may depend on the path of the game: each search begins with an empty table.
        table.clear();
        let mut search = AlphaBetaSearch::<P, E, S, O> {
            context: SearchContext::new(line, eval.clone(), limits, control),
            options: *options,
            table,
            history: History::new::<P>(),
            iteration: 0,
            pvs: Vec::new(),
            last_pv: Vec::new(),
            has_repeated: has_repeated(line),
            observer,
            tactics: PhantomData,
        };
        let most = match (options.depth, limits.depth) {
            (Some(own), Some(most)) => own.min(most),
            (Some(depth), None) | (None, Some(depth)) => depth,
            (None, None) if options.deepening => MAX_DEPTH,
            (None, None) => DEFAULT_DEPTH,
        }
        .clamp(1, MAX_DEPTH);
        let mut moves = search.context.root_moves();
        let mut info = SearchInfo::default();
        let first = if options.deepening { 1 } else { most };
        for depth in first..=most {
            search.iteration = depth;
            let lines = search.root(&moves, depth);
            let finished = !search.context.stopped;
            if !finished && (lines.is_empty() || !info.lines.is_empty()) {
                break;
            }
            if let Some(best) = lines.first() {
                search.last_pv.clone_from(&best.moves);
                // The best move of this depth is searched first at the next.
                if options.pv
                    && let Some(place) = moves.iter().position(|&mv| mv == best.moves[0])
                {
                    moves[..=place].rotate_right(1);
                }
            }
            info = search.context.info(lines, depth);
            report(&info);
            let decided = info.score().is_some_and(Score::is_mate) && limits.lines <= 1;
            if !finished
                || moves.is_empty()
                || search.context.is_enough()
                || is_settled(&info, decided, depth)
            {
                break;
            }
        }
        if info.lines.is_empty() {
            info.lines = search.context.fallback(&moves);
        }
        let depth = info.depth;
        let full = search.table.fullness();
        SearchInfo { hashfull: full, ..search.context.info(info.lines, depth) }
    }
}

/// Returns true if a mate was found within the horizon: a deeper search finds no shorter one.
fn is_settled<P: Position>(info: &SearchInfo<P>, decided: bool, depth: u32) -> bool {
    let plies = info.score().and_then(Score::mate_plies).map_or(u32::MAX, i32::unsigned_abs);
    decided && plies <= depth
}

/// Returns true if some position already occurred twice: then adjudication depends on the path.
fn has_repeated<P: Position>(line: &Line<P>) -> bool {
    let back = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let mut keys: Vec<u64> = line.keys().iter().rev().take(back + 1).copied().collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>, O: SearchObserver<P> + ?Sized>
    AlphaBetaSearch<'_, P, E, S, O>
{
    /// Searches the root: lines, best first. If stopped, the lines that were finished.
    fn root(&mut self, moves: &[P::Move], depth: u32) -> Vec<PvLine<P>> {
        let wanted = self.context.limits.lines.max(1);
        self.observer.iteration(&self.context.line, depth);
        let order = self.ordered_root(moves, depth);
        let (count, mut searched) = (order.len(), 0);
        let mut lines: Vec<PvLine<P>> = Vec::new();
        for mv in order {
            if self.context.is_stopped() {
                break;
            }
            // MultiPV: a move has to beat the last of the lines wanted.
            let floor = lines.get(wanted - 1).map_or(Window::FULL.alpha, |pv| pv.score);
            let window = Window { alpha: floor, beta: Score::INFINITE };
            let score = self.try_move(mv, depth, window, lines.is_empty(), true);
            if self.context.stopped {
                break;
            }
            searched += 1;
            if score > floor {
                let mut pv = vec![mv];
                pv.extend(self.pvs.get(1).into_iter().flatten());
                let place = lines.partition_point(|pv| pv.score >= score);
                let chances = self.context.eval.chances(score);
                lines.insert(place, PvLine { moves: pv, score, bound: Bound::Exact, chances });
                lines.truncate(wanted);
            }
        }
        self.observer.resolve(match self.context.stopped {
            true => Resolution::Stopped,
            false => Resolution::Searched { moves: count, searched, cut: false },
        });
        self.observer.leave(lines.first().map_or(Score::DRAW, |pv| pv.score));
        if self.context.stopped {
            lines.iter_mut().for_each(|pv| pv.bound = Bound::AtLeast);
        }
        lines
    }

    /// Root moves in search order: the best move of the last depth first.
    fn ordered_root(&mut self, moves: &[P::Move], depth: u32) -> Vec<P::Move> {
        let guess = self.last_pv.first().copied().filter(|_| self.options.pv);
        let mut order = moves.to_vec();
        if self.options.ordering {
            order.sort_by_cached_key(|&mv| std::cmp::Reverse(self.move_score(mv, 0)));
        }
        if let Some(width) = self.options.beam {
            self.keep_best(&mut order, depth, width);
        }
        if let Some(index) = order.iter().position(|&mv| Some(mv) == guess) {
            order[..=index].rotate_right(1);
        }
        order
    }
}
