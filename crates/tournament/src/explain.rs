//! Explanations: why a player has this opponent, this colour or the bye, and why not somebody else.
//!
//! Everything is typed data; front ends turn it into sentences.

use crate::dutch::criteria::{BracketQuality, Comparison, Difference, Value, compare, qualities};
use crate::dutch::field::{ByeObstacle, Obstacle, Strength};
use crate::dutch::pairs::{ColourRule, colour_of};
use crate::dutch::{RoundPairing, pair_field};
use crate::model::Colour;
use crate::points::Points;

/// Way of a player into the bracket where the pair was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Belongs to the scoregroup of the bracket.
    Resident,
    /// Was moved down from a higher score.
    MovedDown(Points),
}

/// One side of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// Start number.
    pub number: u32,
    /// Score before the round, with acceleration.
    pub score: Points,
    /// Way into the bracket.
    pub origin: Origin,
    /// Preferred colour.
    pub preference: Option<Colour>,
    /// Strength of the preference.
    pub strength: Strength,
    /// Games with white minus games with black.
    pub difference: i32,
}

/// Explanation of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairExplanation {
    /// Player with white (red).
    pub white: Side,
    /// Player with black.
    pub black: Side,
    /// Score of the bracket.
    pub bracket: Points,
    /// Number of players of the bracket.
    pub bracket_size: usize,
    /// Rule that decided the colours.
    pub colour_rule: ColourRule,
    /// Criteria of the bracket.
    pub quality: BracketQuality,
}

/// Explanation of the pairing-allocated bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByeExplanation {
    /// Start number.
    pub number: u32,
    /// Score: the lowest for which the field can be paired (C5).
    pub score: Points,
    /// Rounds this player did not play (C9).
    pub unplayed: usize,
    /// Players with the same score who could have had the bye by C2.
    pub others: Vec<u32>,
    /// Players with a lower score, with the reason against them; `None` if the rest could not be paired without them.
    pub lower: Vec<(u32, Option<ByeObstacle>)>,
}

/// Explanation of a player's round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// A game.
    Pair(PairExplanation),
    /// The bye.
    Bye(ByeExplanation),
}

/// Answer to "why not X?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// It is the pairing.
    IsPaired,
    /// An absolute criterion forbids the pair (C1, C3) or the organiser did.
    Obstacle(Obstacle),
    /// C2 forbids the bye.
    ByeObstacle(ByeObstacle),
    /// The number of players is even: nobody gets a bye.
    NoBye,
    /// C4: the others could not all be paired.
    NoCompletion,
    /// A criterion would be worse: `first` is the value as paired, `second` the value with the pair forced.
    Worse(Difference),
    /// All criteria are equal, and the pairing comes earlier in the order of article 4; score of the first bracket that
    /// would change.
    LaterInOrder(Points),
}

/// A start number that is not paired in the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotPaired(pub u32);

/// Explains the round of a player.
pub fn explain(pairing: &RoundPairing, number: u32) -> Result<Explanation, NotPaired> {
    let one = pairing.field.position(number).ok_or(NotPaired(number))?;
    for (index, bracket) in pairing.brackets.iter().enumerate() {
        let Some(&(a, b)) = bracket.pairs.iter().find(|&&(a, b)| a == one || b == one) else { continue };
        let side = |position: usize| {
            let player = &pairing.field.candidates[position];
            Side {
                number: player.number,
                score: player.score,
                origin: if bracket.moved_down.contains(&position) {
                    Origin::MovedDown(player.score)
                } else {
                    Origin::Resident
                },
                preference: player.preference,
                strength: player.strength,
                difference: player.difference,
            }
        };
        let (colour, colour_rule) = colour_of(&pairing.field, a, b);
        let (white, black) = if colour == Colour::White { (a, b) } else { (b, a) };
        return Ok(Explanation::Pair(PairExplanation {
            white: side(white),
            black: side(black),
            bracket: bracket.score,
            bracket_size: bracket.moved_down.len() + bracket.residents.len(),
            colour_rule,
            quality: qualities(pairing).swap_remove(index),
        }));
    }
    let field = &pairing.field;
    let player = &field.candidates[one];
    let others = field.candidates.iter().filter(|other| {
        other.score == player.score && other.number != number && other.bye_obstacle.is_none()
    });
    let lower = field.candidates.iter().filter(|other| other.score < player.score);
    Ok(Explanation::Bye(ByeExplanation {
        number,
        score: player.score,
        unplayed: field.played_rounds.saturating_sub(player.played),
        others: others.map(|other| other.number).collect(),
        lower: lower.map(|other| (other.number, other.bye_obstacle)).collect(),
    }))
}

/// Opponent of a player by the order of article 4 alone, and whether one of the two was moved down: players moved down meet
/// the first residents, then the upper half meets the lower half. `None` for players who have none in this bracket.
pub fn opponent_by_order(pairing: &RoundPairing, number: u32) -> Option<(u32, bool)> {
    let one = pairing.field.position(number)?;
    let bracket =
        pairing.brackets.iter().find(|bracket| bracket.pairs.iter().any(|&(a, b)| a == one || b == one))?;
    let (mut down, mut residents) = (bracket.moved_down.clone(), bracket.residents.clone());
    down.sort_unstable();
    residents.sort_unstable();
    let moved = down.len().min(residents.len());
    let rest = residents.split_off(moved);
    let half = rest.len() / 2;
    let halves = rest[..half].iter().zip(&rest[half..2 * half]).map(|pair| (pair, false));
    let other = down.iter().zip(&residents).map(|pair| (pair, true)).chain(halves).find_map(
        |((&a, &b), moved_down)| match one {
            _ if a == one => Some((b, moved_down)),
            _ if b == one => Some((a, moved_down)),
            _ => None,
        },
    );
    other.map(|(position, moved_down)| (pairing.field.candidates[position].number, moved_down))
}

/// Explains why `number` does not meet `other`, or with `None` why `number` does not get the bye: the round is paired
/// again with that decided in advance, and the first criterion that differs is the reason.
pub fn why_not(pairing: &RoundPairing, number: u32, other: Option<u32>) -> Result<WhyNot, NotPaired> {
    let field = &pairing.field;
    let one = field.position(number).ok_or(NotPaired(number))?;
    let opponent = other.map(|other| field.position(other).ok_or(NotPaired(other))).transpose()?;
    match opponent {
        Some(opponent) => {
            let paired = |&(a, b): &(usize, usize)| (a, b) == (one.min(opponent), one.max(opponent));
            if one == opponent {
                return Err(NotPaired(number));
            }
            if pairing.brackets.iter().any(|bracket| bracket.pairs.iter().any(paired)) {
                return Ok(WhyNot::IsPaired);
            }
            if let Some(obstacle) = field.obstacle(one, opponent) {
                return Ok(WhyNot::Obstacle(obstacle));
            }
        }
        None => {
            if pairing.bye == Some(number) {
                return Ok(WhyNot::IsPaired);
            }
            if pairing.bye.is_none() {
                return Ok(WhyNot::NoBye);
            }
            if let Some(obstacle) = field.candidates[one].bye_obstacle {
                return Ok(WhyNot::ByeObstacle(obstacle));
            }
        }
    }
    let Ok(forced) = pair_field(field.with_forced(one, opponent)) else {
        return Ok(WhyNot::NoCompletion);
    };
    Ok(match compare(pairing, &forced) {
        Comparison::Criterion(difference) => WhyNot::Worse(difference),
        Comparison::Order(score) => WhyNot::LaterInOrder(score),
        Comparison::Same => WhyNot::IsPaired,
    })
}

/// True if the first value of a difference is better, as it must be for the pairing that was chosen.
pub fn is_worse(difference: &Difference) -> bool {
    match (&difference.first, &difference.second) {
        (Value::Count(first), Value::Count(second)) => first < second,
        (Value::Scores(first), Value::Scores(second)) => first < second,
        _ => false,
    }
}
