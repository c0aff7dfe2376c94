//! Judgments of moves, accuracy of each side, and turning points of the game.

use game::Side;

use super::ReviewedPly;

/// Judgment of a bad move, by the expected score it gave away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgment {
    /// At least 0.1: `?!`.
    Inaccuracy,
    /// At least 0.2: `?`.
    Mistake,
    /// At least 0.3: `??`.
    Blunder,
}

impl Judgment {
    /// All judgments, mildest first.
    pub const ALL: [Judgment; 3] = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// Judgment of a move with this loss, if it was bad.
    pub fn of(loss: f32) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgment| loss >= judgment.least())
    }

    /// Minimum loss.
    pub const fn least(self) -> f32 {
        match self {
            Judgment::Inaccuracy => 0.1,
            Judgment::Mistake => 0.2,
            Judgment::Blunder => 0.3,
        }
    }

    /// Annotation sign.
    pub const fn mark(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "?!",
            Judgment::Mistake => "?",
            Judgment::Blunder => "??",
        }
    }

    /// Machine-readable name.
    pub const fn code(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "inaccuracy",
            Judgment::Mistake => "mistake",
            Judgment::Blunder => "blunder",
        }
    }
}

/// Decay of accuracy with the loss: 50% at a loss of 1/6.
const STEEPNESS: f32 = 4.2;

/// Accuracy of a move, 0 to 100.
pub(super) fn accuracy(loss: f32) -> f32 {
    100.0 * libm::expf(-STEEPNESS * loss)
}

/// Statistics of one side's play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SidePlay {
    /// Accuracy, 0 to 100: average of the mean and the harmonic mean of its moves, so that one blunder weighs more.
    /// `None` if no move was a choice.
    pub accuracy: Option<f32>,
    /// Number of moves that were a choice.
    pub moves: usize,
    /// Number of moves of each judgment, in the order of [`Judgment::ALL`].
    pub bad: [usize; 3],
    /// Total loss of its moves, in points.
    pub loss: f32,
    /// Total luck of its moves, in points; `None` if nothing is hidden.
    pub luck: Option<f32>,
}

pub(super) fn side_play(plies: &[ReviewedPly], side: Side, hidden: bool) -> SidePlay {
    let own = || plies.iter().filter(|ply| ply.side == side);
    let accuracies: Vec<f32> = own().filter_map(ReviewedPly::accuracy).collect();
    let count = accuracies.len() as f32;
    let mean = accuracies.iter().sum::<f32>() / count;
    let harmonic = count / accuracies.iter().map(|one| 1.0 / one.max(1.0)).sum::<f32>();
    SidePlay {
        accuracy: (!accuracies.is_empty()).then(|| ((mean + harmonic) / 2.0).min(100.0)),
        moves: accuracies.len(),
        bad: Judgment::ALL.map(|judgment| own().filter(|ply| ply.judgment == Some(judgment)).count()),
        loss: own().map(|ply| ply.loss).sum(),
        luck: hidden.then(|| own().filter_map(|ply| ply.luck).sum()),
    }
}

/// Cause of a turning point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnCause {
    /// A bad move.
    Decision,
    /// A reveal.
    Luck,
    /// Neither alone.
    Play,
}

/// Move after which the lead changed.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// Number of plies before it.
    pub ply: usize,
    /// Move number as players count.
    pub number: usize,
    /// Side that played it.
    pub side: Side,
    /// Side that leads after it; `None` if neither does.
    pub lead: Option<Side>,
    /// Change of the first side's expected score.
    pub swing: f32,
    /// Cause of the change.
    pub cause: TurnCause,
}

/// Expected score from which a side leads.
const LEADS: f32 = 0.68;
/// Expected score below which a lead is lost.
const LEVEL: f32 = 0.56;
/// Minimum change of a turning point.
const LEAST_SWING: f32 = 0.08;
/// Maximum number of turning points.
const MOST_TURNS: usize = 5;

/// Leading side at this expected score of the first side, given the previous leader (with hysteresis).
fn lead_after(chance: f32, before: Option<Side>) -> Option<Side> {
    let share = |side: Side| if side == Side::First { chance } else { 1.0 - chance };
    let leader = Side::BOTH.into_iter().find(|side| share(*side) >= LEADS);
    leader.or(before.filter(|side| share(*side) >= LEVEL))
}

/// Moves after which the lead changed or was lost: the greatest changes, oldest first.
pub(super) fn turning_points(plies: &[ReviewedPly]) -> Vec<TurningPoint> {
    let Some(first) = plies.first() else { return Vec::new() };
    let mut lead = lead_after(first.before.chance, None);
    let mut turns = Vec::new();
    for (index, ply) in plies.iter().enumerate() {
        // The value before the next move; after the last move, its own result.
        let after = plies.get(index + 1).map_or(ply.after.chance, |next| next.before.chance);
        let now = lead_after(after, lead);
        let swing = after - ply.before.chance;
        if now != lead && swing.abs() >= LEAST_SWING {
            let lucky = ply.luck.map_or(0.0, f32::abs);
            let cause = match (ply.judgment.is_some(), lucky >= LEAST_SWING) {
                (true, false) => TurnCause::Decision,
                (true, true) if ply.loss >= lucky => TurnCause::Decision,
                (_, true) => TurnCause::Luck,
                (false, false) => TurnCause::Play,
            };
            turns.push(TurningPoint {
                ply: ply.ply,
                number: ply.number,
                side: ply.side,
                lead: now,
                swing,
                cause,
            });
        }
        lead = now;
    }
    turns.sort_by(|one, other| other.swing.abs().total_cmp(&one.swing.abs()));
    turns.truncate(MOST_TURNS);
    turns.sort_by_key(|turn| turn.ply);
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::PositionValue;

    fn ply(number: usize, before: f32, after: f32) -> ReviewedPly {
        let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let loss = if side == Side::First { before - after } else { after - before }.max(0.0);
        let value = |chance: f32| PositionValue { score: None, chance };
        ReviewedPly {
            ply: number,
            number: number / 2 + 1,
            side,
            mv: String::new(),
            before: value(before),
            expected: after,
            after: value(after),
            line: Vec::new(),
            depth: 1,
            forced: false,
            loss,
            judgment: Judgment::of(loss),
            luck: None,
        }
    }

    fn game(chances: &[f32]) -> Vec<ReviewedPly> {
        chances.windows(2).enumerate().map(|(index, pair)| ply(index, pair[0], pair[1])).collect()
    }

    #[test]
    fn judgments_start_at_losses_of_0_1_0_2_and_0_3() {
        let marks = [0.0, 0.09, 0.1, 0.19, 0.2, 0.29, 0.3, 1.0].map(Judgment::of);
        let named = marks.map(|mark| mark.map_or("", Judgment::mark));
        assert_eq!(named, ["", "", "?!", "?!", "?", "?", "??", "??"]);
    }

    #[test]
    fn accuracy_is_100_without_a_loss_and_one_blunder_weighs_more_than_its_share() {
        assert_eq!(accuracy(0.0), 100.0);
        assert!(accuracy(0.1) > accuracy(0.2) && accuracy(1.0) < 2.0);
        let clean = side_play(&game(&[0.5; 21]), Side::First, false);
        assert_eq!((clean.accuracy, clean.moves, clean.luck), (Some(100.0), 10, None));
        let mut chances = vec![0.5; 20];
        chances.push(0.5);
        chances[19] = 0.0;
        let blundered = side_play(&game(&chances), Side::First, false);
        assert_eq!(blundered.bad, [0, 0, 1]);
        let mean = (9.0 * 100.0 + accuracy(0.5)) / 10.0;
        assert!(blundered.accuracy.is_some_and(|accuracy| accuracy < mean), "{blundered:?}");
        assert_eq!(side_play(&[], Side::First, false).accuracy, None);
    }

    #[test]
    fn turning_points_are_where_the_lead_changes_not_where_it_fluctuates() {
        let turns = turning_points(&game(&[0.5, 0.55, 0.7, 0.66, 0.6, 0.9, 0.88, 0.45, 0.4, 0.1]));
        let points: Vec<(usize, Option<Side>)> = turns.iter().map(|turn| (turn.ply, turn.lead)).collect();
        assert_eq!(points, [(1, Some(Side::First)), (6, None), (8, Some(Side::Second))]);
        assert_eq!(turns[1].cause, TurnCause::Decision);
        assert!(turns[1].swing < -0.4);
        assert!(turning_points(&game(&[0.5; 30])).is_empty());
    }

    #[test]
    fn a_turning_point_by_luck_is_attributed_to_luck() {
        let mut plies = game(&[0.5, 0.5, 0.5, 0.8]);
        plies[2].luck = Some(0.3);
        plies[2].expected = 0.5;
        let turns = turning_points(&plies);
        assert_eq!(turns.iter().map(|turn| turn.cause).collect::<Vec<_>>(), [TurnCause::Luck]);
    }
}
