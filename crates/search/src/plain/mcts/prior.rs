//! How likely each move seems before it is tried: what it gains by exchange, what the opinion says right after it, what
//! it saves, whether it checks.

use game::{Eval, Move as _, MoveList, Position};

use crate::plain::context::SearchContext;
use crate::plain::tactical_info::TacticalInfo;

/// Centipawns that make a move e times as likely.
const TEMPERATURE: f32 = 200.0;
/// A check looks so much better than it is worth.
const CHECK: i32 = 90;
/// Every move keeps at least this part of an even share.
const EVEN: f32 = 0.06;
/// Nothing looks better or worse than this by more.
const MOST: i32 = 900;

/// The priors of these moves; they sum to 1.
pub(super) fn priors<P, E, S>(walk: &mut SearchContext<'_, P, E>, moves: &[P::Move]) -> Vec<f32>
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let threats = threats::<P, E, S>(walk);
    let now = walk.estimate().raw();
    let scores: Vec<i32> = moves
        .iter()
        .map(|&mv| {
            let here = walk.line.here();
            let worth = walk.eval.piece_values();
            let victim = S::victim(here, mv).map_or(0, |piece| worth.of(piece));
            let mover = S::mover(here, mv).map_or(0, |piece| worth.of(piece));
            // By exchange: all of the victim, something of it, or less than nothing.
            let is_safe = S::see_ge(here, mv, 0, worth);
            let gain = match is_safe {
                true if S::see_ge(here, mv, victim, worth) => victim,
                true => (victim - mover).max(0),
                false => victim - mover,
            };
            let saved = if is_safe { threats.get(mv.from()).copied().unwrap_or(0) } else { 0 };
            let check = if S::gives_check(here, mv) { CHECK } else { 0 };
            (gain.max(-MOST) + saved + check + standing(walk, mv, now, victim)).clamp(-MOST, MOST)
        })
        .collect();
    let top = scores.iter().copied().max().unwrap_or(0);
    let weights: Vec<f32> = scores.iter().map(|&score| ((score - top) as f32 / TEMPERATURE).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let even = EVEN / moves.len().max(1) as f32;
    weights.into_iter().map(|weight| weight / sum * (1.0 - EVEN) + even).collect()
}

/// What the opinion says a move does for its side, the piece captured aside. Where chance has a word, what is to be expected.
fn standing<P: Position, E: Eval<P>>(
    walk: &mut SearchContext<'_, P, E>,
    mv: P::Move,
    now: i32,
    victim: i32,
) -> i32 {
    let reveal = walk.line.here().unrevealed(mv);
    walk.push(mv, reveal);
    let after = -walk.estimate().raw();
    walk.pop();
    after - now - victim
}

/// For each square of the side to move: what the other side would gain there if it could move now.
fn threats<P, E, S>(walk: &SearchContext<'_, P, E>) -> Vec<i32>
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let mut gains = vec![0; P::SQUARES];
    let Some(passed) = S::pass(walk.line.here()) else { return gains };
    let worth = walk.eval.piece_values();
    let mut moves = MoveList::new();
    S::noisy_moves(&passed, &mut moves);
    for &mv in &moves {
        let Some(victim) = S::victim(&passed, mv).map(|piece| worth.of(piece)) else { continue };
        let gain = if S::see_ge(&passed, mv, victim, worth) {
            victim
        } else if S::see_ge(&passed, mv, 1, worth) {
            victim - S::mover(&passed, mv).map_or(0, |piece| worth.of(piece))
        } else {
            0
        };
        if let Some(slot) = gains.get_mut(mv.to()) {
            *slot = gain.max(*slot);
        }
    }
    gains
}
