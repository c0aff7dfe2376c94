//! A look at the board: every move one sees, a ply or two ahead, and the exchanges that follow.

use game::{Eval, Line, Move as _, MoveList, Score, Tactics};

use super::choice::tolerance;
use super::manner::Eye;
use super::sight::Sight;
use crate::plain::walk::{Mean, Walk};
use crate::{Bound, Control, Limits, Ray, Thought, Window};

/// Hundredths by which something must look better than taking back.
const CLEARLY: i32 = 80;

/// Scores every move that is seen, the best first; those plainly worse have an upper bound only.
pub(super) fn glance<P: Tactics, E: Eval<P>>(
    line: &Line<P>,
    eval: E,
    eye: &Eye,
    seed: u64,
    limits: &Limits<P::Move>,
    control: &Control,
) -> Thought<P> {
    let walk = Walk::new(line, eval, limits, control);
    let mut sight = Sight::new(P::SQUARES, eye.blind, walk.eval.worth(), seed);
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
    let mut rays: Vec<Ray<P>> = Vec::new();
    let mut reached = 0;
    let deepest = limits.depth.unwrap_or(eye.depth).clamp(1, eye.depth);
    for depth in 1..=deepest {
        let Some(found) = looker.look(&seen, depth, eye) else { break };
        reached = depth;
        // The next depth looks at the likeliest first.
        seen = found.iter().filter_map(|ray| ray.moves.first().copied()).collect();
        rays = found;
    }
    if rays.is_empty() {
        rays = looker.walk.fallback(&seen);
    }
    looker.take_back(&mut rays);
    looker.walk.thought(rays, reached)
}

struct Looker<'a, P: Tactics, E> {
    walk: Walk<'a, P, E>,
    sight: Sight,
}

impl<P: Tactics, E: Eval<P>> Looker<'_, P, E> {
    /// A move that wins on the spot, whatever chance adds.
    fn mate_in_one(&mut self, moves: &[P::Move]) -> Option<Thought<P>> {
        for &mv in moves {
            let fate = self.walk.line.here().untold(mv);
            self.walk.push(mv, fate);
            let score = self.walk.ended().map_or(Score::DRAW, |score| -score);
            self.walk.pop();
            if score.mate_plies() == Some(1) {
                let chances = self.walk.eval.chances(score);
                let ray = Ray { moves: vec![mv], score, bound: Bound::Exact, chances };
                return Some(self.walk.thought(vec![ray], 1));
            }
        }
        None
    }

    /// Whether a root move comes to mind. Taking back always does.
    fn thinks_of(&self, mv: P::Move) -> bool {
        self.takes_back(mv) || !self.sight.forgets(self.walk.line.here(), mv, self.walk.eval.worth())
    }

    /// Whether a root move takes the man that has just moved.
    fn takes_back(&self, mv: P::Move) -> bool {
        let last = self.walk.line.steps().last().and_then(|step| step.mv);
        last.is_some_and(|last| last.to() == mv.to()) && self.walk.line.here().is_capture(mv)
    }

    /// Who can take back, and sees nothing clearly better, looks no further.
    fn take_back(&self, rays: &mut Vec<Ray<P>>) {
        let Some(best) = rays.first().map(|ray| ray.score) else { return };
        let good = |ray: &Ray<P>| {
            ray.score >= best - CLEARLY && ray.moves.first().is_some_and(|&mv| self.takes_back(mv))
        };
        if rays.iter().any(good) {
            rays.retain(good);
        }
    }

    /// The moves with their scores, best first; `None` when there was no time to finish.
    fn look(&mut self, moves: &[P::Move], depth: u32, eye: &Eye) -> Option<Vec<Ray<P>>> {
        let mut rays: Vec<Ray<P>> = Vec::new();
        for &mv in moves {
            let floor = rays.first().map_or(Window::FULL.alpha, |ray| {
                // What cannot be chosen any more need not be known exactly.
                if ray.score.is_decided() {
                    ray.score
                } else {
                    ray.score - tolerance(eye.doubt, ray.score).max(CLEARLY) - 1
                }
            });
            let window = Window { alpha: floor, beta: Window::FULL.beta };
            let score = self.after_root(mv, depth, eye.captures, window);
            if self.walk.stopped {
                return None;
            }
            let bound = if score <= floor { Bound::AtMost } else { Bound::Exact };
            let chances = self.walk.eval.chances(score);
            let place = rays.partition_point(|ray| ray.score >= score);
            rays.insert(place, Ray { moves: vec![mv], score, bound, chances });
        }
        Some(rays)
    }

    /// What a root move is worth: the mean over what chance may add.
    fn after_root(&mut self, mv: P::Move, depth: u32, captures: u32, window: Window) -> Score {
        let fates = self.walk.fates(mv);
        // A mean needs every part of it exactly.
        let window = if fates.len() > 1 { Window::FULL } else { window };
        let mut mean = Mean::default();
        for (fate, weight) in fates.iter() {
            self.walk.push(mv, fate);
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
        let worth = self.walk.eval.worth();
        let seen = moves.iter().copied().filter(|&mv| !self.sight.misses(here, mv, worth));
        let mut seen: Vec<P::Move> = seen.collect();
        let gain = |mv: &P::Move| {
            here.victim(*mv).map_or(0, |man| 16 * worth.of(man) - worth.of(here.mover(*mv)) + 1)
        };
        seen.sort_by_cached_key(|mv| std::cmp::Reverse(gain(mv)));
        if seen.is_empty() && !quiet {
            // Nothing comes to mind: things stay as they are.
            return self.walk.estimate();
        }
        for mv in seen {
            let here = self.walk.line.here();
            // In the mind a man that is turned up stays unknown.
            let fate = here.untold(mv);
            self.walk.push(mv, fate);
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
