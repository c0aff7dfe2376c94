//! Leaf evaluation of the Monte Carlo tree search: a greedy move and a static evaluation, or a quiescence search.

use game::{Eval, MoveList, Position, Random, Score};

use crate::Window;
use crate::plain::context::SearchContext;
use crate::plain::tactical_info::TacticalInfo;

/// Maximum depth of the quiescence search in plies.
const MAX_DEPTH: u32 = 10;
/// Quiet checks are searched with at least this many plies left: mates hide behind them.
const QUIET_CHECK_DEPTH: u32 = MAX_DEPTH - 2;
/// All evasions of checks are searched with at least this many plies left.
const EVASION_DEPTH: u32 = QUIET_CHECK_DEPTH - 1;

/// Playout of the classic mode: the most valuable capture, else any move, then the static evaluation.
pub(super) fn greedy_step<P, E, S>(context: &mut SearchContext<'_, P, E>, random: &mut Random) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let here = context.line.here();
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    let gain = |mv: P::Move| S::victim(here, mv).map_or(0, |piece| context.eval.piece_values().of(piece));
    let most = moves.iter().map(|&mv| gain(mv)).max().unwrap_or(0);
    let best: Vec<P::Move> = moves.iter().copied().filter(|&mv| gain(mv) == most).collect();
    let Some(&mv) = random.pick(&best) else { return context.static_eval() };
    let reveals = context.reveals(mv);
    let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else {
        return context.static_eval();
    };
    context.push(mv, reveal);
    let score = match context.end_score() {
        Some(score) => score,
        None => context.static_eval(),
    };
    context.pop();
    -score
}

/// Quiescence search score.
pub(super) fn quiescence<P, E, S>(context: &mut SearchContext<'_, P, E>) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    quiescence_node::<P, E, S>(context, Window::FULL, MAX_DEPTH)
}

fn quiescence_node<P, E, S>(context: &mut SearchContext<'_, P, E>, mut window: Window, left: u32) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let here = context.line.here();
    let in_check = left >= EVASION_DEPTH && S::in_check(here);
    let mut moves = MoveList::new();
    if in_check {
        here.legal_moves(&mut moves);
    } else {
        S::noisy_moves(here, &mut moves);
        if left >= QUIET_CHECK_DEPTH {
            quiet_checks::<P, S>(here, &mut moves);
        }
    }
    let values = context.eval.piece_values();
    let gain = |mv: P::Move| S::victim(here, mv).map_or(0, |piece| values.of(piece));
    moves.sort_by_cached_key(|&mv| {
        std::cmp::Reverse((gain(mv), S::mover(here, mv).map_or(0, |piece| -values.of(piece))))
    });
    let mut best = if in_check {
        if moves.is_empty() {
            return context.end_score().unwrap_or(Score::DRAW);
        }
        Window::FULL.alpha
    } else {
        context.static_eval()
    };
    if window.raise(best) || left == 0 {
        return if in_check { context.static_eval() } else { best };
    }
    for &mv in &moves {
        let here = context.line.here();
        if !in_check && !S::see_ge(here, mv, 0, context.eval.piece_values()) {
            continue;
        }
        let score = after::<P, E, S>(context, mv, window, left);
        best = best.max(score);
        if window.raise(score) {
            break;
        }
    }
    best
}

/// Appends the quiet moves that give check.
fn quiet_checks<P: Position, S: TacticalInfo<P>>(here: &P, out: &mut MoveList<P::Move>) {
    let mut all = MoveList::new();
    here.legal_moves(&mut all);
    let checks = all.iter().filter(|&&mv| S::victim(here, mv).is_none() && S::gives_check(here, mv));
    checks.for_each(|&mv| out.push(mv));
}

/// Score after a move. A revealed piece stays unknown: it counts with its expected value, and can be captured.
fn after<P, E, S>(context: &mut SearchContext<'_, P, E>, mv: P::Move, window: Window, left: u32) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let reveal = context.line.here().unrevealed(mv);
    context.push(mv, reveal);
    let score = -quiescence_node::<P, E, S>(context, -window, left - 1);
    context.pop();
    score
}
