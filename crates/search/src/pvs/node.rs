//! One node of the principal variation search, in numbered steps.

use std::num::NonZeroU16;

use game::{Eval, Move as _, MoveList, Score, Tactics};

use super::MAX_PLY;
use super::worker::Worker;
use crate::history::{Place, bonus};
use crate::params::*;
use crate::picker::{Picked, Picker};
use crate::tt::Entry;
use crate::{Bound, Window};

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// The score of the position on the line, this deep, as far as it lies in the window.
    ///
    /// `cut` says that this node is expected to fail high.
    pub fn search<const PV: bool>(&mut self, ply: usize, depth: i32, mut window: Window, cut: bool) -> Score {
        let root = ply == 0;
        let in_check = self.line.here().in_check();
        self.frames[ply].pv.clear();

        // Step 1. At the horizon only captures are followed, but a check is answered first.
        if depth <= 0 && !in_check {
            return self.quiesce_known::<PV>(ply, window, in_check);
        }
        let mut depth = depth.clamp(1, MAX_PLY as i32);
        if self.visit(ply) {
            return Score::DRAW;
        }

        // Step 2. The end of the game by the path, and mates that are nearer than any here can be.
        if !root {
            if let Some(score) = self.verdict(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return self.eval.score(self.line.here());
            }
            if window.raise(Score::mated_in(ply)) {
                return window.alpha;
            }
            if window.lower(Score::mate_in(ply + 1)) {
                return window.beta;
            }
        }

        // Step 3. What the table knows.
        let excluded = self.frames[ply].excluded;
        let key = self.line.here().key();
        let known = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        let table_move = self.table_move(root, known);
        let table_score = known.map(|entry| entry.score.from_tt(ply));
        // The root must say which of its moves it is.
        if let (false, Some(entry), Some(score)) = (PV || root, known, table_score)
            && entry.depth >= depth
            && holds(entry.bound, score, window)
        {
            self.tt_hits += 1;
            if let Some(mv) = table_move
                && score >= window.beta
                && !self.line.here().is_capture(mv)
            {
                let (places, count) = self.before(ply);
                self.histories.learn_quiet(self.line.here(), mv, &places[..count], bonus(depth));
            }
            return score;
        }
        // Where wins are looked for, what the table has lost the notes still hold.
        if let (false, None) = (root, excluded)
            && let Some(score) = self.recorded_win(key, ply, window)
        {
            self.tt_hits += 1;
            return score;
        }
        let table_pv = PV || known.is_some_and(|entry| entry.pv);

        // Step 4. The evaluation, corrected by how wrong it was before, and by what the table knows.
        let raw = match known {
            Some(entry) if !in_check => Some(entry.eval),
            _ if in_check => None,
            _ if excluded.is_some() => self.frames[ply].eval,
            _ => Some(self.eval.score(self.line.here())),
        };
        let eval = raw.map(|raw| self.corrected(raw, ply));
        self.frames[ply].eval = eval;
        let improving = self.is_improving(ply, eval);
        let judged = match (eval, known, table_score) {
            (Some(eval), Some(entry), Some(score))
                if !score.is_decided() && improves(entry.bound, score, eval) =>
            {
                score
            }
            (Some(eval), ..) => eval,
            (None, ..) => Score::DRAW,
        };
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 2].child_cutoffs = 0;

        // Step 5. Ways not to search at all.
        if !PV && !in_check && excluded.is_none() {
            if let Some(score) = self.prune_whole(ply, depth, window, judged, improving, cut) {
                return score;
            }
            if let Some(score) = self.probable_cut(ply, depth, window, judged, table_move, cut) {
                return score;
            }
        }
        if self.stopped {
            return Score::DRAW;
        }

        // Step 6. Without a move from the table the result is worth less: look less deep.
        if table_move.is_none() && depth >= NO_TABLE_MOVE_DEPTH && (PV || cut) {
            depth -= 1;
        }

        // Step 7. The moves, one by one.
        let (places, count) = self.before(ply);
        let before = &places[..count];
        let mut picker = Picker::new(table_move, self.frames[ply].killers);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::AtMost;
        let mut number = 0;
        let mut quiets = MoveList::<P::Move>::new();
        let mut captures = MoveList::<P::Move>::new();
        while let Some(Picked { mv, known: facts }) =
            picker.next(self.line.here(), in_check, self.histories, before, self.eval.piece_values())
        {
            if Some(mv) == excluded || (root && !self.is_open_at_root(mv)) {
                continue;
            }
            number += 1;
            let here = self.line.here();
            let capture = here.is_capture(mv);
            let (checks, history) = facts.unwrap_or_else(|| {
                let histories = &self.histories;
                let history =
                    if capture { histories.noisy(here, mv) } else { histories.quiet(here, mv, before) };
                (here.gives_check(mv), history)
            });

            // Step 8. Moves not worth trying this near to the horizon.
            let mut reduction = Self::reduction(depth, number);
            if !root && best > Score::mated_in(MAX_PLY) && !best.is_decided() && here.is_null_move_safe() {
                let near = (depth - reduction / 1024).max(0);
                if !capture && late_enough(number, depth, improving) {
                    picker.skip_quiets();
                }
                if !capture && !checks {
                    let hopeless = depth <= HISTORY_PRUNING_DEPTH && history < HISTORY_PRUNING * depth;
                    let futile = !in_check
                        && near <= FUTILITY_DEPTH
                        && judged + (FUTILITY + FUTILITY_DEPTH_MARGIN * near) <= window.alpha;
                    if hopeless || futile {
                        continue;
                    }
                    if !here.see_ge(mv, EXCHANGE_QUIET * near * near, self.eval.piece_values()) {
                        continue;
                    }
                } else if (picker.is_late() || checks)
                    && !here.see_ge(mv, EXCHANGE_NOISY * depth, self.eval.piece_values())
                {
                    continue;
                }
            }

            // Step 9. A move much better than all others is looked at deeper.
            let mut extension = 0;
            if let (true, Some(entry), Some(score)) = (Some(mv) == table_move && !root, known, table_score)
                && depth >= SINGULAR_DEPTH
                && entry.depth >= depth - 3
                && entry.bound != Bound::AtMost
                && !score.is_decided()
                && ply < 2 * self.depth as usize
            {
                let margin = score - SINGULAR_MARGIN * depth;
                self.frames[ply].excluded = Some(mv);
                let others = self.search::<false>(ply, (depth - 1) / 2, Window::below(margin), cut);
                self.frames[ply].excluded = None;
                if others < margin {
                    extension = 1 + i32::from(!PV && others < margin - DOUBLE_MARGIN);
                } else if margin >= window.beta {
                    // Another move is good enough as well: both would fail high.
                    return margin;
                } else if score >= window.beta {
                    extension = -2;
                } else if cut {
                    extension = -1;
                }
            }

            // Step 10. Play it; late moves are first tried shallower, and with a scout.
            let nodes_before = self.nodes;
            let new_depth = depth - 1 + extension;
            let wide = PV || (!P::DETERMINISTIC && !window.is_scout());
            let late = depth >= 2 && number > 1 + usize::from(root) && (!capture || picker.is_late() || cut);
            let mut shallow = new_depth;
            if late {
                reduction += 1024 * i32::from(cut) + 512 * i32::from(!improving);
                reduction -= 1024 * i32::from(table_pv) + 700 * i32::from(checks || in_check);
                reduction -= history * 1024 / REDUCTION_HISTORY;
                if self.frames[ply + 1].child_cutoffs > 3 {
                    reduction += 1024;
                }
                if Some(mv) == table_move {
                    reduction = 0;
                }
                shallow = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
            }
            let score = if !P::DETERMINISTIC && self.line.here().is_chance_move(mv) {
                self.expect_late(ply, mv, [shallow, new_depth], window, number == 1)
            } else {
                self.play_for_search(ply, mv);
                let mut score = -Score::INFINITE;
                let mut full = !wide || number > 1;
                if late {
                    score = -self.search::<false>(ply + 1, shallow, -window.scout(), true);
                    full = score > window.alpha && shallow < new_depth;
                }
                if full {
                    score = -self.search::<false>(ply + 1, new_depth, -window.scout(), !cut);
                }
                if wide && (number == 1 || score > window.alpha) {
                    score = -self.search::<PV>(ply + 1, new_depth, -window, false);
                }
                self.pop();
                score
            };
            if self.stopped {
                return Score::DRAW;
            }
            if root {
                self.note_root_move(mv, score, number, window, nodes_before);
            }

            // Step 11. Is it better?
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    bound = Bound::Exact;
                    if window.raise(score) {
                        bound = Bound::AtLeast;
                        self.cutoffs += 1;
                        self.frames[ply].child_cutoffs += 1;
                        self.learn(ply, depth, mv, &quiets, &captures, before);
                        break;
                    }
                }
            }
            if capture {
                captures.push(mv);
            } else {
                quiets.push(mv);
            }
        }

        // Step 12. No legal move at all.
        if number == 0 {
            return if excluded.is_some() { window.alpha } else { self.without_moves(ply) };
        }

        // Step 13. Remember.
        if excluded.is_none() {
            self.learn_correction(ply, depth, raw, best, bound, best_move);
            let entry = Entry {
                mv: best_move.map(|mv: P::Move| mv.raw()),
                score: best.to_tt(ply),
                eval: raw.unwrap_or(Score::DRAW),
                depth,
                bound,
                pv: table_pv,
            };
            self.note_win(ply, best, best_move);
            if !(root && self.pv > 0) {
                self.shared.table.store(key, entry);
            }
        }
        best
    }

    /// The table's move, if it is legal here; at the root the best of the last depth.
    fn table_move(&self, root: bool, known: Option<Entry>) -> Option<P::Move> {
        if root {
            return self.root_moves.get(self.pv).map(|root_move| root_move.mv);
        }
        let raw: NonZeroU16 = known?.mv?;
        P::Move::from_raw(raw).filter(|&mv| self.line.here().is_legal(mv))
    }

    /// The evaluation with its usual error here taken off.
    pub(super) fn corrected(&self, raw: Score, ply: usize) -> Score {
        let place = ply.checked_sub(1).and_then(|last| self.frames[last].place);
        let error = place.map_or(0, |place| self.histories.correction(self.line.here().turn(), place));
        Score::cp(raw.raw() + error)
    }

    fn learn_correction(
        &mut self,
        ply: usize,
        depth: i32,
        raw: Option<Score>,
        best: Score,
        bound: Bound,
        best_move: Option<P::Move>,
    ) {
        let (Some(raw), Some(place)) = (raw, ply.checked_sub(1).and_then(|last| self.frames[last].place))
        else {
            return;
        };
        let here = self.line.here();
        let tells = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > raw,
            Bound::AtMost => best < raw,
        };
        let quiet = best_move.is_none_or(|mv| !here.is_capture(mv));
        if tells && quiet && !best.is_decided() {
            let side = here.turn();
            self.histories.learn_correction(side, place, best.raw() - raw.raw(), depth);
        }
    }

    fn is_improving(&self, ply: usize, eval: Option<Score>) -> bool {
        let before = ply.checked_sub(2).and_then(|earlier| self.frames[earlier].eval);
        match (eval, before) {
            (Some(now), Some(then)) => now > then,
            (Some(_), None) => true,
            _ => false,
        }
    }

    /// Whole nodes given up: razoring, reverse futility, the null move.
    fn prune_whole(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        eval: Score,
        improving: bool,
        cut: bool,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        let of_wins = beta.is_decided() && self.seeks_win();
        // Razoring: hopelessly below alpha, unless a capture helps. Whether there is a win no evaluation knows.
        if !of_wins && depth <= RAZOR_DEPTH && eval + (RAZOR + RAZOR_GROWTH * depth * depth) < alpha {
            let score = self.quiesce_known::<false>(ply, Window::below(alpha), false);
            if score < alpha {
                return Some(score);
            }
        }
        // Reverse futility: so far above beta that the other side would not come here.
        let margin = REVERSE_FUTILITY * depth - REVERSE_FUTILITY_IMPROVING * i32::from(improving);
        if depth <= REVERSE_FUTILITY_DEPTH
            && eval - margin >= beta
            && !eval.is_decided()
            && !beta.is_decided()
        {
            return Some(Score::from_raw((eval.raw() + beta.raw()) / 2));
        }
        // The null move: if even passing is good enough, some move surely is.
        // Where passing could be best (zugzwang), or right after a pass, it is not tried.
        let side = self.line.here().turn();
        let guarded = self.null_guard.is_some_and(|(guarded, until)| guarded == side && ply < until);
        let after_pass = ply > 0 && self.frames[ply - 1].place.is_none();
        if depth < NULL_DEPTH || eval < beta || after_pass || guarded || !self.line.here().is_null_move_safe()
        {
            return None;
        }
        if beta.is_decided() && !(of_wins && beta < Score::DRAW) {
            return None;
        }
        // Many a win rests on the defender's having to move.
        if of_wins && self.shared.wary && self.line.here().count_legal() < QUESTION_PASS {
            return None;
        }
        let after = self.line.here().pass()?;
        let reduction = NULL_REDUCTION + depth / 3 + ((eval.raw() - beta.raw()) / NULL_EVAL).min(3);
        self.push_pass(ply, after);
        let score = -self.search::<false>(ply + 1, depth - reduction, -Window::below(beta), !cut);
        self.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_decided() { Score::cp(beta.raw()) } else { score };
        if depth < NULL_VERIFY_DEPTH || self.null_guard.is_some() {
            return Some(score);
        }
        self.null_guard = Some((side, ply + 3 * (depth - reduction).max(0) as usize / 4 + 1));
        let verified = self.search::<false>(ply, depth - reduction, Window::below(beta), false);
        self.null_guard = None;
        (verified >= beta).then_some(score)
    }

    /// A capture that is far above beta at a lower depth will be above it here.
    fn probable_cut(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        eval: Score,
        table_move: Option<P::Move>,
        cut: bool,
    ) -> Option<Score> {
        let goal = window.beta + PROBCUT;
        if depth < PROBCUT_DEPTH || window.beta.is_decided() || goal.is_decided() {
            return None;
        }
        let capture = table_move.filter(|&mv| self.line.here().is_capture(mv));
        let mut picker = Picker::noisy(capture, goal.raw() - eval.raw());
        while let Some(Picked { mv, .. }) =
            picker.next(self.line.here(), false, self.histories, &[], self.eval.piece_values())
        {
            if !P::DETERMINISTIC && self.line.here().is_chance_move(mv) {
                continue;
            }
            self.play_for_search(ply, mv);
            let mut score = -self.quiesce::<false>(ply + 1, -Window::below(goal));
            if score >= goal {
                score = -self.search::<false>(ply + 1, depth - 4, -Window::below(goal), !cut);
            }
            self.pop();
            if self.stopped {
                return None;
            }
            if score >= goal {
                self.note_win(ply, score, Some(mv));
                return Some(score);
            }
        }
        None
    }

    /// Plays a move whose reveal is not open, or does not matter when looking ahead.
    pub(super) fn play_for_search(&mut self, ply: usize, mv: P::Move) {
        let reveal = self.line.here().unrevealed(mv);
        self.push(ply, mv, reveal);
    }

    fn is_open_at_root(&self, mv: P::Move) -> bool {
        self.root_moves[self.pv..].iter().any(|root_move| root_move.mv == mv)
    }

    fn note_root_move(
        &mut self,
        mv: P::Move,
        score: Score,
        number: usize,
        window: Window,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let child_pv = self.frames[1].pv.clone();
        let pv = self.pv;
        let Some(root_move) = self.root_moves[pv..].iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += spent;
        if number > 1 && score <= window.alpha {
            // Known only to be no better than the best: it keeps its place behind.
            root_move.score = Window::FULL.alpha;
            return;
        }
        root_move.score = score;
        root_move.bound = if score >= window.beta {
            Bound::AtLeast
        } else if score <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        root_move.pv.clear();
        root_move.pv.push(mv);
        root_move.pv.extend(child_pv);
    }

    pub(super) fn extend_pv(&mut self, ply: usize, mv: P::Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// A move cut off: it is praised, those tried before it in vain are blamed.
    fn learn(
        &mut self,
        ply: usize,
        depth: i32,
        mv: P::Move,
        quiets: &[P::Move],
        captures: &[P::Move],
        before: &[Place],
    ) {
        let here = self.line.here();
        let bonus = bonus(depth);
        if here.is_capture(mv) {
            self.histories.learn_noisy(here, mv, bonus);
        } else {
            self.histories.learn_quiet(here, mv, before, bonus);
            for &other in quiets {
                self.histories.learn_quiet(here, other, before, -bonus);
            }
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        for &other in captures {
            self.histories.learn_noisy(here, other, -bonus);
        }
    }
}

/// Whether what the table holds answers the question of the window.
pub(super) fn holds(bound: Bound, score: Score, window: Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
    }
}

/// Whether a table's score says more than the evaluation.
fn improves(bound: Bound, score: Score, eval: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => score > eval,
        Bound::AtMost => score < eval,
    }
}

fn late_enough(number: usize, depth: i32, improving: bool) -> bool {
    depth <= LATE_MOVES_DEPTH && number as i32 >= (LATE_MOVES + depth * depth) / (2 - i32::from(improving))
}
