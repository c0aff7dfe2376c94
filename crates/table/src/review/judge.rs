//! What to call a move, how exact a side played, and where a game changed hands.

use game::Side;

use super::ReviewedPly;

/// What to call a bad move, by the share of the point the decision gave away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgment {
    /// A tenth: `?!`.
    Inaccuracy,
    /// Two tenths: `?`.
    Mistake,
    /// Three tenths: `??`.
    Blunder,
}

impl Judgment {
    /// All, the mildest first.
    pub const ALL: [Judgment; 3] = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// What to call a decision that gave so much away.
    pub fn of(loss: f32) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgment| loss >= judgment.least())
    }

    /// The least that has to be given away.
    pub const fn least(self) -> f32 {
        match self {
            Judgment::Inaccuracy => 0.1,
            Judgment::Mistake => 0.2,
            Judgment::Blunder => 0.3,
        }
    }

    /// The sign books write behind such a move.
    pub const fn mark(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "?!",
            Judgment::Mistake => "?",
            Judgment::Blunder => "??",
        }
    }

    /// Its name for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "inaccuracy",
            Judgment::Mistake => "mistake",
            Judgment::Blunder => "blunder",
        }
    }
}

/// How fast exactness falls with what is given away: half is left at a sixth of the point.
const STEEPNESS: f32 = 4.2;

/// How exact a decision was, 0 to 100.
pub(super) fn accuracy(loss: f32) -> f32 {
    100.0 * (-STEEPNESS * loss).exp()
}

/// One side's play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SidePlay {
    /// How exact, 0 to 100: between the mean of its moves and their harmonic mean, which one blunder pulls down.
    /// `None` where nothing had to be decided.
    pub accuracy: Option<f32>,
    /// Moves that had to be decided.
    pub moves: usize,
    /// Moves of each judgment, in the order of [`Judgment::ALL`].
    pub bad: [usize; 3],
    /// All that its decisions gave away, in points.
    pub loss: f32,
    /// All that its luck brought it, in points; `None` where nothing is hidden.
    pub luck: Option<f32>,
}

pub(super) fn side_play(plies: &[ReviewedPly], side: Side, hidden: bool) -> SidePlay {
    let own = || plies.iter().filter(|ply| ply.side == side);
    let exact: Vec<f32> = own().filter_map(ReviewedPly::accuracy).collect();
    let count = exact.len() as f32;
    let mean = exact.iter().sum::<f32>() / count;
    let harmonic = count / exact.iter().map(|one| 1.0 / one.max(1.0)).sum::<f32>();
    SidePlay {
        accuracy: (!exact.is_empty()).then(|| ((mean + harmonic) / 2.0).min(100.0)),
        moves: exact.len(),
        bad: Judgment::ALL.map(|judgment| own().filter(|ply| ply.judgment == Some(judgment)).count()),
        loss: own().map(|ply| ply.loss).sum(),
        luck: hidden.then(|| own().filter_map(|ply| ply.luck).sum()),
    }
}

/// What turned a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnCause {
    /// A bad move.
    Decision,
    /// What turned up.
    Luck,
    /// Neither alone.
    Play,
}

/// A move with which the game changed hands.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// Plies played before it.
    pub ply: usize,
    /// Its number as players count.
    pub number: usize,
    /// Who played it.
    pub side: Side,
    /// Who leads after it; `None` where nobody does.
    pub lead: Option<Side>,
    /// How far the first side's chance went up or down.
    pub swing: f32,
    /// What did it.
    pub cause: TurnCause,
}

/// Who has this share of the point leads.
const LEADS: f32 = 0.68;
/// A lead is gone below this.
const LEVEL: f32 = 0.56;
/// The least swing that turns a game.
const LEAST_SWING: f32 = 0.08;
/// The most turning points told.
const MOST_TURNS: usize = 5;

/// Who leads with this chance of the first side, after somebody led before.
fn lead_after(chance: f32, before: Option<Side>) -> Option<Side> {
    let share = |side: Side| if side == Side::First { chance } else { 1.0 - chance };
    let leader = Side::BOTH.into_iter().find(|side| share(*side) >= LEADS);
    leader.or(before.filter(|side| share(*side) >= LEVEL))
}

/// The moves after which somebody else leads, or nobody any more; the greatest, oldest first.
pub(super) fn turning_points(plies: &[ReviewedPly]) -> Vec<TurningPoint> {
    let Some(first) = plies.first() else { return Vec::new() };
    let mut lead = lead_after(first.before.chance, None);
    let mut turns = Vec::new();
    for (index, ply) in plies.iter().enumerate() {
        // What the next decision begins with; behind the last move what it led to.
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
        let weight = |chance: f32| PositionValue { score: None, chance };
        ReviewedPly {
            ply: number,
            number: number / 2 + 1,
            side,
            mv: String::new(),
            before: weight(before),
            expected: after,
            after: weight(after),
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
    fn judgements_begin_at_a_tenth_two_and_three() {
        let marks = [0.0, 0.09, 0.1, 0.19, 0.2, 0.29, 0.3, 1.0].map(Judgment::of);
        let named = marks.map(|mark| mark.map_or("", Judgment::mark));
        assert_eq!(named, ["", "", "?!", "?!", "?", "?", "??", "??"]);
    }

    #[test]
    fn exactness_is_whole_without_a_loss_and_one_blunder_weighs_more_than_its_share() {
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
        assert!(blundered.accuracy.is_some_and(|exact| exact < mean), "{blundered:?}");
        assert_eq!(side_play(&[], Side::First, false).accuracy, None);
    }

    #[test]
    fn a_game_turns_where_the_lead_changes_and_not_where_it_only_wavers() {
        let turns = turning_points(&game(&[0.5, 0.55, 0.7, 0.66, 0.6, 0.9, 0.88, 0.45, 0.4, 0.1]));
        let told: Vec<(usize, Option<Side>)> = turns.iter().map(|turn| (turn.ply, turn.lead)).collect();
        assert_eq!(told, [(1, Some(Side::First)), (6, None), (8, Some(Side::Second))]);
        assert_eq!(turns[1].cause, TurnCause::Decision);
        assert!(turns[1].swing < -0.4);
        assert!(turning_points(&game(&[0.5; 30])).is_empty());
    }

    #[test]
    fn luck_that_turned_a_game_is_called_luck() {
        let mut plies = game(&[0.5, 0.5, 0.5, 0.8]);
        plies[2].luck = Some(0.3);
        plies[2].expected = 0.5;
        let turns = turning_points(&plies);
        assert_eq!(turns.iter().map(|turn| turn.cause).collect::<Vec<_>>(), [TurnCause::Luck]);
    }
}
