//! Priors of moves for PUCT: gain by static exchange evaluation, evaluation after the move, saved material, checks.

use game::{Eval, Move as _, MoveList, Position};

use crate::plain::context::SearchContext;
use crate::plain::tactical_info::TacticalInfo;

/// Softmax temperature: centipawns that make a move e times as likely.
const TEMPERATURE: f32 = 200.0;
/// Bonus of a check, in centipawns.
const CHECK_BONUS: i32 = 90;
/// Every move keeps at least this share of the uniform prior.
const UNIFORM_SHARE: f32 = 0.06;
/// Limit of a move's score, in centipawns.
const MAX_SCORE: i32 = 900;

/// Priors of these moves; they sum to 1.
pub(super) fn priors<P, E, S>(context: &mut SearchContext<'_, P, E>, moves: &[P::Move]) -> Vec<f32>
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let threats = threats::<P, E, S>(context);
    let now = context.static_eval().raw();
    let scores: Vec<i32> = moves
        .iter()
        .map(|&mv| {
            let here = context.line.here();
            let values = context.eval.piece_values();
            let victim = S::victim(here, mv).map_or(0, |piece| values.of(piece));
            let mover = S::mover(here, mv).map_or(0, |piece| values.of(piece));
            // By exchange: the whole victim, a part of it, or a loss.
            let is_safe = S::see_ge(here, mv, 0, values);
            let gain = match is_safe {
                true if S::see_ge(here, mv, victim, values) => victim,
                true => (victim - mover).max(0),
                false => victim - mover,
            };
            let saved = if is_safe { threats.get(mv.from()).copied().unwrap_or(0) } else { 0 };
            let check = if S::gives_check(here, mv) { CHECK_BONUS } else { 0 };
            (gain.max(-MAX_SCORE) + saved + check + positional_gain(context, mv, now, victim))
                .clamp(-MAX_SCORE, MAX_SCORE)
        })
        .collect();
    let top = scores.iter().copied().max().unwrap_or(0);
    let weights: Vec<f32> =
        scores.iter().map(|&score| libm::expf((score - top) as f32 / TEMPERATURE)).collect();
    let sum: f32 = weights.iter().sum();
    let even = UNIFORM_SHARE / moves.len().max(1) as f32;
    weights.into_iter().map(|weight| weight / sum * (1.0 - UNIFORM_SHARE) + even).collect()
}

/// Change of the static evaluation by a move, without the captured piece; unrevealed pieces count with their expected
/// value.
fn positional_gain<P: Position, E: Eval<P>>(
    context: &mut SearchContext<'_, P, E>,
    mv: P::Move,
    now: i32,
    victim: i32,
) -> i32 {
    let reveal = context.line.here().unrevealed(mv);
    context.push(mv, reveal);
    let after = -context.static_eval().raw();
    context.pop();
    after - now - victim
}

/// Material that the opponent threatens to win on each square of the side to move.
fn threats<P, E, S>(context: &SearchContext<'_, P, E>) -> Vec<i32>
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let mut gains = vec![0; P::SQUARES];
    let Some(passed) = S::pass(context.line.here()) else { return gains };
    let values = context.eval.piece_values();
    let mut moves = MoveList::new();
    S::noisy_moves(&passed, &mut moves);
    for &mv in &moves {
        let Some(victim) = S::victim(&passed, mv).map(|piece| values.of(piece)) else { continue };
        let gain = if S::see_ge(&passed, mv, victim, values) {
            victim
        } else if S::see_ge(&passed, mv, 1, values) {
            victim - S::mover(&passed, mv).map_or(0, |piece| values.of(piece))
        } else {
            0
        };
        if let Some(slot) = gains.get_mut(mv.to()) {
            *slot = gain.max(*slot);
        }
    }
    gains
}
