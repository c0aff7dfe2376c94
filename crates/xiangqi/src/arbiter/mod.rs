//! The arbiter: how a line ends by repetition or by lack of progress, and why. It serves xiangqi and jieqi.
//!
//! Repetition is judged by the Asian rule (AXF): only a side that checks with every move of the cycle, or chases
//! one and the same piece with every move, is punished. docs/rules/repetition.md tells the rule case by case.

mod chase;
mod cycle;
mod limit;
mod material;

use game::{Line, Outcome, Reason, RepetitionCase};

use crate::{Rules, XiangqiVariant};

pub use material::is_insufficient_material;

/// A position standing on the board for the third time ends the game.
const OCCURRENCES: usize = 3;

/// The end of the game by the path: repetition first, then lack of progress.
pub fn adjudicate<S: XiangqiVariant>(line: &Line<S>, rules: &Rules) -> Option<Outcome> {
    // The game ends at the third occurrence, so the first of the three is the second one met looking back.
    let repeated = line.earlier_occurrences().nth(OCCURRENCES - 2).map(|first| judge_cycle(line, first));
    repeated.or_else(|| is_move_limit_reached(line, rules).then_some(Outcome::draw(Reason::NoProgress)))
}

/// Whether the natural limit is reached.
pub fn is_move_limit_reached<S: XiangqiVariant>(line: &Line<S>, rules: &Rules) -> bool {
    limit::is_reached(line, rules)
}

/// The verdict on the cycle that began after `first` plies and has just closed.
pub fn judge_cycle<S: XiangqiVariant>(line: &Line<S>, first: usize) -> Outcome {
    cycle::verdict(line, first).outcome
}

/// The arbiter's file once the position on the board has stood there before: a warning at the second occurrence,
/// the verdict at the third.
pub fn repetition_case<S: XiangqiVariant>(line: &Line<S>) -> Option<RepetitionCase> {
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
