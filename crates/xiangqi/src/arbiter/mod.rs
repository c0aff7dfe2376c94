//! The arbiter: adjudicates repetition and lack of progress. Shared by xiangqi and jieqi.
//!
//! Repetition is judged by the Asian rule (AXF): only a side that checks with every move of the cycle, or chases one
//! and the same piece with every move, is punished. docs/rules/repetition.md explains the rule case by case.

mod chase;
mod cycle;
mod limit;
mod material;

use game::{GameReason, Line, Outcome, Reason, RepetitionCase};

use crate::{Rules, XiangqiVariant};

pub use material::is_insufficient_material;

/// One side chased the same piece with every move of the cycle.
pub const PERPETUAL_CHASE: GameReason =
    GameReason::new("perpetual_chase", "why_perpetual_chase").infraction();
/// Both sides checked with every move of the cycle.
pub const MUTUAL_CHECK: GameReason = GameReason::new("mutual_check", "why_mutual_check");
/// Both sides chased with every move of the cycle.
pub const MUTUAL_CHASE: GameReason = GameReason::new("mutual_chase", "why_mutual_chase");

/// Rules of the arbiter that end a game.
pub static REASONS: [GameReason; 3] = [PERPETUAL_CHASE, MUTUAL_CHECK, MUTUAL_CHASE];

/// Occurrences of a position that end the game.
const OCCURRENCES: usize = 3;

/// Outcome by the path: repetition first, then lack of progress.
pub fn adjudicate<P: XiangqiVariant>(line: &Line<P>, rules: &Rules) -> Option<Outcome> {
    // The game ends at the third occurrence, so the first of the three is the second one found looking back.
    let repeated = line.earlier_occurrences().nth(OCCURRENCES - 2).map(|first| judge_cycle(line, first));
    repeated.or_else(|| is_move_limit_reached(line, rules).then_some(Outcome::draw(Reason::NoProgress)))
}

/// Returns true if the natural limit is reached.
pub fn is_move_limit_reached<P: XiangqiVariant>(line: &Line<P>, rules: &Rules) -> bool {
    limit::is_reached(line, rules)
}

/// Verdict on the cycle that began after `first` plies and has just closed.
pub fn judge_cycle<P: XiangqiVariant>(line: &Line<P>, first: usize) -> Outcome {
    cycle::verdict(line, first).outcome
}

/// Repetition case once the current position has occurred before: a warning at the second occurrence, the verdict at
/// the third.
pub fn repetition_case<P: XiangqiVariant>(line: &Line<P>) -> Option<RepetitionCase> {
    let occurrences = line.occurrences();
    let first = line.earlier_occurrences().take(OCCURRENCES - 1).last()?;
    let verdict = cycle::verdict(line, first);
    Some(RepetitionCase {
        occurrences,
        limit: OCCURRENCES,
        verdict: verdict.outcome,
        must_deviate: verdict.outcome.winner.map(game::Side::other),
        rule: verdict.rule,
        plies: cycle::notes(line, first, &verdict),
    })
}
