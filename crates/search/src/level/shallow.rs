//! Shallow search of the lower levels: every move that is not overlooked, one to three plies deep, and the exchanges
//! that follow.

use game::{Eval, Line, Move as _, MoveList, Score, Tactics};

use super::choice::tolerance;
use super::oversight::Oversight;
use super::style::ShallowParams;
use crate::plain::context::{Mean, SearchContext};
use crate::{Bound, Control, Limits, PvLine, SearchInfo, Window};

/// Centipawns by which another move must be better than a recapture.
const CLEAR_MARGIN: i32 = 80;

/// Scores every root move that is not overlooked, best first; clearly worse ones have an upper bound only.
pub(super) fn shallow_search<P: Tactics, E: Eval<P>>(
    line: &Line<P>,
    eval: E,
    params: &ShallowParams,
    seed: u64,
    limits: &Limits<P::Move>,
    control: &Control,
) -> SearchInfo<P> {
    let context = SearchContext::new(line, eval, limits, control);
    let mut oversight = Oversight::new(P::SQUARES, params.oversight, context.eval.piece_values(), seed);
    if let Some(last) = line.steps().last().and_then(|step| step.mv) {
        oversight.never_overlook(last.to());
    }
    let mut search = ShallowSearch { context, oversight };
    let all = search.context.root_moves();
    if params.mates
        && let Some(mate) = search.mate_in_one(&all)
    {
        return mate;
    }
    let mut seen: Vec<P::Move> = all.iter().copied().filter(|&mv| search.is_considered(mv)).collect();
    if seen.is_empty() {
        seen.clone_from(&all);
    }
    let mut lines: Vec<PvLine<P>> = Vec::new();
    let mut reached = 0;
    let max_depth = limits.depth.unwrap_or(params.depth).clamp(1, params.depth);
    for depth in 1..=max_depth {
        let Some(found) = search.search_root(&seen, depth, params) else { break };
        reached = depth;
        // Search the best moves first at the next depth.
        seen = found.iter().filter_map(|pv| pv.moves.first().copied()).collect();
        lines = found;
    }
    if lines.is_empty() {
        lines = search.context.fallback(&seen);
    }
    search.keep_recaptures(&mut lines);
    search.context.info(lines, reached)
}

struct ShallowSearch<'a, P: Tactics, E> {
    context: SearchContext<'a, P, E>,
    oversight: Oversight,
}

impl<P: Tactics, E: Eval<P>> ShallowSearch<'_, P, E> {
    /// A move that mates at once, whatever is revealed.
    fn mate_in_one(&mut self, moves: &[P::Move]) -> Option<SearchInfo<P>> {
        for &mv in moves {
            let reveal = self.context.line.here().unrevealed(mv);
            self.context.push(mv, reveal);
            let score = self.context.end_score().map_or(Score::DRAW, |score| -score);
            self.context.pop();
            if score.mate_plies() == Some(1) {
                let chances = self.context.eval.chances(score);
                let pv = PvLine { moves: vec![mv], score, bound: Bound::Exact, chances };
                return Some(self.context.info(vec![pv], 1));
            }
        }
        None
    }

    /// Returns true if a root move is considered. Recaptures always are.
    fn is_considered(&self, mv: P::Move) -> bool {
        self.is_recapture(mv)
            || !self.oversight.overlooks_root_move(
                self.context.line.here(),
                mv,
                self.context.eval.piece_values(),
            )
    }

    /// Returns true if a root move captures the piece that has just moved.
    fn is_recapture(&self, mv: P::Move) -> bool {
        let last = self.context.line.steps().last().and_then(|step| step.mv);
        last.is_some_and(|last| last.to() == mv.to()) && self.context.line.here().is_capture(mv)
    }

    /// Keeps only good recaptures, if there are any and nothing is clearly better.
    fn keep_recaptures(&self, lines: &mut Vec<PvLine<P>>) {
        let Some(best) = lines.first().map(|pv| pv.score) else { return };
        let good = |pv: &PvLine<P>| {
            pv.score >= best - CLEAR_MARGIN && pv.moves.first().is_some_and(|&mv| self.is_recapture(mv))
        };
        if lines.iter().any(good) {
            lines.retain(good);
        }
    }

    /// Moves with their scores, best first; `None` if the time ended before.
    fn search_root(
        &mut self,
        moves: &[P::Move],
        depth: u32,
        params: &ShallowParams,
    ) -> Option<Vec<PvLine<P>>> {
        let mut lines: Vec<PvLine<P>> = Vec::new();
        for &mv in moves {
            let floor = lines.first().map_or(Window::FULL.alpha, |pv| {
                // A move that cannot be chosen any more needs no exact score.
                if pv.score.is_decided() {
                    pv.score
                } else {
                    pv.score - tolerance(params.temperature, pv.score).max(CLEAR_MARGIN) - 1
                }
            });
            let window = Window { alpha: floor, beta: Window::FULL.beta };
            let score = self.root_move_score(mv, depth, params.captures, window);
            if self.context.stopped {
                return None;
            }
            let bound = if score <= floor { Bound::AtMost } else { Bound::Exact };
            let chances = self.context.eval.chances(score);
            let place = lines.partition_point(|pv| pv.score >= score);
            lines.insert(place, PvLine { moves: vec![mv], score, bound, chances });
        }
        Some(lines)
    }

    /// Score of a root move: the mean over its chance outcomes.
    fn root_move_score(&mut self, mv: P::Move, depth: u32, captures: u32, window: Window) -> Score {
        let reveals = self.context.reveals(mv);
        // A mean needs an exact score of every outcome.
        let window = if reveals.len() > 1 { Window::FULL } else { window };
        let mut mean = Mean::default();
        for (reveal, weight) in reveals.iter() {
            self.context.push(mv, reveal);
            mean.add(-self.value(depth - 1, captures, -window), weight);
            self.context.pop();
            if self.context.stopped {
                break;
            }
        }
        mean.score()
    }

    fn value(&mut self, depth: u32, captures: u32, mut window: Window) -> Score {
        if self.context.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.context.end_score() {
            return score;
        }
        let here = self.context.line.here();
        let quiet = depth == 0 && !here.in_check();
        let mut best = if quiet { self.context.static_eval() } else { Window::FULL.alpha };
        // Checks are followed like captures, up to the capture limit.
        if depth == 0 && captures == 0 {
            return self.context.static_eval();
        }
        if best >= window.beta {
            return best;
        }
        window.raise(best);
        let here = self.context.line.here();
        let mut moves = MoveList::new();
        if quiet {
            here.noisy_moves(&mut moves);
        } else if P::KNOWS_WINNING_MOVE && here.in_check() {
            here.evasions(&mut moves);
        } else if P::KNOWS_WINNING_MOVE {
            here.noisy_moves(&mut moves);
            here.candidate_quiets(&mut moves);
        } else {
            here.legal_moves(&mut moves);
        }
        let values = self.context.eval.piece_values();
        let seen = moves.iter().copied().filter(|&mv| !self.oversight.overlooks_reply(here, mv, values));
        let mut seen: Vec<P::Move> = seen.collect();
        let gain = |mv: &P::Move| {
            let captured =
                here.victim(*mv).map_or(0, |piece| 16 * values.of(piece) - values.of(here.mover(*mv)) + 1);
            captured + here.order_quiet(*mv)
        };
        seen.sort_by_cached_key(|mv| std::cmp::Reverse(gain(mv)));
        if seen.is_empty() && !quiet {
            // All moves are overlooked: use the static evaluation.
            return self.context.static_eval();
        }
        for mv in seen {
            let here = self.context.line.here();
            // A revealed piece stays unknown inside the search.
            let reveal = here.unrevealed(mv);
            self.context.push(mv, reveal);
            let score = if depth > 0 {
                -self.value(depth - 1, captures, -window)
            } else {
                -self.value(0, captures - 1, -window)
            };
            self.context.pop();
            if self.context.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if window.raise(score) {
                break;
            }
        }
        best
    }
}
