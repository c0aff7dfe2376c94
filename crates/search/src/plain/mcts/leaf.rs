//! What a position new to the tree is worth: a greedy step and an estimate, or captures until it is quiet.

use game::{Eval, MoveList, Position, Random, Score};

use crate::Window;
use crate::plain::context::SearchContext;
use crate::plain::tactical_info::TacticalInfo;

/// Plies of captures at most.
const LONGEST: u32 = 10;
/// With so many plies left quiet checks are tried too: mates hide behind them.
const CHECKING: u32 = LONGEST - 2;
/// With so many left, every answer to a check is tried.
const CHECKED: u32 = CHECKING - 1;

/// The best capture by value, else any move, then what the opinion says.
pub(super) fn greedy_step<P, E, S>(walk: &mut SearchContext<'_, P, E>, random: &mut Random) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let here = walk.line.here();
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    let gain = |mv: P::Move| S::victim(here, mv).map_or(0, |piece| walk.eval.piece_values().of(piece));
    let most = moves.iter().map(|&mv| gain(mv)).max().unwrap_or(0);
    let best: Vec<P::Move> = moves.iter().copied().filter(|&mv| gain(mv) == most).collect();
    let Some(&mv) = random.pick(&best) else { return walk.estimate() };
    let reveals = walk.reveals(mv);
    let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else {
        return walk.estimate();
    };
    walk.push(mv, reveal);
    let score = match walk.ended() {
        Some(score) => score,
        None => walk.estimate(),
    };
    walk.pop();
    -score
}

/// The score once no capture helps any more.
pub(super) fn settle<P, E, S>(walk: &mut SearchContext<'_, P, E>) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    quiet::<P, E, S>(walk, Window::FULL, LONGEST)
}

fn quiet<P, E, S>(walk: &mut SearchContext<'_, P, E>, mut window: Window, left: u32) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let here = walk.line.here();
    let in_check = left >= CHECKED && S::in_check(here);
    let mut moves = MoveList::new();
    if in_check {
        here.legal_moves(&mut moves);
    } else {
        S::noisy_moves(here, &mut moves);
        if left >= CHECKING {
            quiet_checks::<P, S>(here, &mut moves);
        }
    }
    let worth = walk.eval.piece_values();
    let gain = |mv: P::Move| S::victim(here, mv).map_or(0, |piece| worth.of(piece));
    moves.sort_by_cached_key(|&mv| {
        std::cmp::Reverse((gain(mv), S::mover(here, mv).map_or(0, |piece| -worth.of(piece))))
    });
    let mut best = if in_check {
        if moves.is_empty() {
            return walk.ended().unwrap_or(Score::DRAW);
        }
        Window::FULL.alpha
    } else {
        walk.estimate()
    };
    if window.raise(best) || left == 0 {
        return if in_check { walk.estimate() } else { best };
    }
    for &mv in &moves {
        let here = walk.line.here();
        if !in_check && !S::see_ge(here, mv, 0, walk.eval.piece_values()) {
            continue;
        }
        let score = after::<P, E, S>(walk, mv, window, left);
        best = best.max(score);
        if window.raise(score) {
            break;
        }
    }
    best
}

/// The quiet moves that give check, appended.
fn quiet_checks<P: Position, S: TacticalInfo<P>>(here: &P, out: &mut MoveList<P::Move>) {
    let mut all = MoveList::new();
    here.legal_moves(&mut all);
    let checks = all.iter().filter(|&&mv| S::victim(here, mv).is_none() && S::gives_check(here, mv));
    checks.for_each(|&mv| out.push(mv));
}

/// What a move leads to. A piece that turns up stays unknown here: it is worth what is to be expected, and can be captured.
fn after<P, E, S>(walk: &mut SearchContext<'_, P, E>, mv: P::Move, window: Window, left: u32) -> Score
where
    P: Position,
    E: Eval<P>,
    S: TacticalInfo<P>,
{
    let reveal = walk.line.here().unrevealed(mv);
    walk.push(mv, reveal);
    let score = -quiet::<P, E, S>(walk, -window, left - 1);
    walk.pop();
    score
}
