//! A look at the board: every move one sees, a ply or two ahead, and the exchanges that follow.

use game::{Eval, Line, Move as _, MoveList, Score, Tactics};

use super::choice::tolerance;
use super::oversight::Sight;
use super::style::Eye;
use crate::plain::context::{Mean, SearchContext};
use crate::{Bound, Control, Limits, PvLine, SearchInfo, Window};

/// Centipawns by which something must look better than taking back.
const CLEARLY: i32 = 80;

/// Scores every move that is seen, the best first; those plainly worse have an upper bound only.
pub(super) fn shallow_search<P: Tactics, E: Eval<P>>(
    line: &Line<P>,
    eval: E,
    eye: &Eye,
    seed: u64,
    limits: &Limits<P::Move>,
    control: &Control,
) -> SearchInfo<P> {
    let walk = SearchContext::new(line, eval, limits, control);
    let mut sight = Sight::new(P::SQUARES, eye.blind, walk.eval.piece_values(), seed);
    if let Some(last) = line.steps().last().and_then(|step| step.mv) {
        sight.watch(last.to());
    }
    let mut looker = Looker { walk, sight };
    let all = looker.walk.root_moves();
    if eye.mates
        && let Some(mate) = looker.mate_in_one(&all)
    {
        return mate;
    }
    let mut seen: Vec<P::Move> = all.iter().copied().filter(|&mv| looker.thinks_of(mv)).collect();
    if seen.is_empty() {
        seen.clone_from(&all);
    }
    let mut lines: Vec<PvLine<P>> = Vec::new();
    let mut reached = 0;
    let seldepth = limits.depth.unwrap_or(eye.depth).clamp(1, eye.depth);
    for depth in 1..=seldepth {
        let Some(found) = looker.look(&seen, depth, eye) else { break };
        reached = depth;
        // The next depth looks at the likeliest first.
        seen = found.iter().filter_map(|pv| pv.moves.first().copied()).collect();
        lines = found;
    }
    if lines.is_empty() {
        lines = looker.walk.fallback(&seen);
    }
    looker.take_back(&mut lines);
    looker.walk.info(lines, reached)
}

struct Looker<'a, P: Tactics, E> {
    walk: SearchContext<'a, P, E>,
    sight: Sight,
}

impl<P: Tactics, E: Eval<P>> Looker<'_, P, E> {
    /// A move that wins on the spot, whatever chance adds.
    fn mate_in_one(&mut self, moves: &[P::Move]) -> Option<SearchInfo<P>> {
        for &mv in moves {
            let reveal = self.walk.line.here().unrevealed(mv);
            self.walk.push(mv, reveal);
            let score = self.walk.ended().map_or(Score::DRAW, |score| -score);
            self.walk.pop();
            if score.mate_plies() == Some(1) {
                let chances = self.walk.eval.chances(score);
                let pv = PvLine { moves: vec![mv], score, bound: Bound::Exact, chances };
                return Some(self.walk.info(vec![pv], 1));
            }
        }
        None
    }

    /// Whether a root move comes to mind. Taking back always does.
    fn thinks_of(&self, mv: P::Move) -> bool {
        self.takes_back(mv) || !self.sight.forgets(self.walk.line.here(), mv, self.walk.eval.piece_values())
    }

    /// Whether a root move takes the piece that has just moved.
    fn takes_back(&self, mv: P::Move) -> bool {
        let last = self.walk.line.steps().last().and_then(|step| step.mv);
        last.is_some_and(|last| last.to() == mv.to()) && self.walk.line.here().is_capture(mv)
    }

    /// Who can take back, and sees nothing clearly better, looks no further.
    fn take_back(&self, lines: &mut Vec<PvLine<P>>) {
        let Some(best) = lines.first().map(|pv| pv.score) else { return };
        let good = |pv: &PvLine<P>| {
            pv.score >= best - CLEARLY && pv.moves.first().is_some_and(|&mv| self.takes_back(mv))
        };
        if lines.iter().any(good) {
            lines.retain(good);
        }
    }

    /// The moves with their scores, best first; `None` when there was no time to finish.
    fn look(&mut self, moves: &[P::Move], depth: u32, eye: &Eye) -> Option<Vec<PvLine<P>>> {
        let mut lines: Vec<PvLine<P>> = Vec::new();
        for &mv in moves {
            let floor = lines.first().map_or(Window::FULL.alpha, |pv| {
                // What cannot be chosen any more need not be known exactly.
                if pv.score.is_decided() {
                    pv.score
                } else {
                    pv.score - tolerance(eye.doubt, pv.score).max(CLEARLY) - 1
                }
            });
            let window = Window { alpha: floor, beta: Window::FULL.beta };
            let score = self.after_root(mv, depth, eye.captures, window);
            if self.walk.stopped {
                return None;
            }
            let bound = if score <= floor { Bound::AtMost } else { Bound::Exact };
            let chances = self.walk.eval.chances(score);
            let place = lines.partition_point(|pv| pv.score >= score);
            lines.insert(place, PvLine { moves: vec![mv], score, bound, chances });
        }
        Some(lines)
    }

    /// What a root move is worth: the mean over what chance may add.
    fn after_root(&mut self, mv: P::Move, depth: u32, captures: u32, window: Window) -> Score {
        let reveals = self.walk.reveals(mv);
        // A mean needs every part of it exactly.
        let window = if reveals.len() > 1 { Window::FULL } else { window };
        let mut mean = Mean::default();
        for (reveal, weight) in reveals.iter() {
            self.walk.push(mv, reveal);
            mean.add(-self.value(depth - 1, captures, -window), weight);
            self.walk.pop();
            if self.walk.stopped {
                break;
            }
        }
        mean.score()
    }

    fn value(&mut self, depth: u32, captures: u32, mut window: Window) -> Score {
        if self.walk.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.walk.ended() {
            return score;
        }
        let here = self.walk.line.here();
        let quiet = depth == 0 && !here.in_check();
        let mut best = if quiet { self.walk.estimate() } else { Window::FULL.alpha };
        // Checks are followed as captures are, as far as the eye goes.
        if depth == 0 && captures == 0 {
            return self.walk.estimate();
        }
        if best >= window.beta {
            return best;
        }
        window.raise(best);
        let here = self.walk.line.here();
        let mut moves = MoveList::new();
        if quiet {
            here.noisy_moves(&mut moves);
        } else {
            here.legal_moves(&mut moves);
        }
        let worth = self.walk.eval.piece_values();
        let seen = moves.iter().copied().filter(|&mv| !self.sight.misses(here, mv, worth));
        let mut seen: Vec<P::Move> = seen.collect();
        let gain = |mv: &P::Move| {
            here.victim(*mv).map_or(0, |piece| 16 * worth.of(piece) - worth.of(here.mover(*mv)) + 1)
        };
        seen.sort_by_cached_key(|mv| std::cmp::Reverse(gain(mv)));
        if seen.is_empty() && !quiet {
            // Nothing comes to mind: things stay as they are.
            return self.walk.estimate();
        }
        for mv in seen {
            let here = self.walk.line.here();
            // In the mind a piece that is turned up stays unknown.
            let reveal = here.unrevealed(mv);
            self.walk.push(mv, reveal);
            let score = if depth > 0 {
                -self.value(depth - 1, captures, -window)
            } else {
                -self.value(0, captures - 1, -window)
            };
            self.walk.pop();
            if self.walk.stopped {
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
