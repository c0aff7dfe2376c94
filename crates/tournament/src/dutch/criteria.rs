//! The criteria C5 to C21 counted for a paired bracket, to compare pairings and to explain them.

use super::field::Field;
use super::pairs;
use super::{PairedBracket, RoundPairing};
use crate::points::Points;

/// Quality criteria of C.04.3 in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Criterion {
    /// C1: players meet at most once. Also pairs forbidden by the organiser.
    C1,
    /// C2: nobody gets the bye after a bye or a win without play.
    C2,
    /// C3: two players with the same absolute colour preference do not meet.
    C3,
    /// C4: the rest of the field can be paired.
    C4,
    /// C5: lowest score for the bye.
    C5,
    /// C6: fewest downfloaters.
    C6,
    /// C7: lowest scores of downfloaters.
    C7,
    /// C8: best next bracket.
    C8,
    /// C9: fewest unplayed games of the player with the bye.
    C9,
    /// C10: colour difference beyond two for topscorers and their opponents.
    C10,
    /// C11: same colour three times in a row for them.
    C11,
    /// C12: colour preferences not granted.
    C12,
    /// C13: strong colour preferences not granted.
    C13,
    /// C14: downfloats repeated from the previous round.
    C14,
    /// C15: upfloats repeated from the previous round.
    C15,
    /// C16: downfloats repeated from two rounds before.
    C16,
    /// C17: upfloats repeated from two rounds before.
    C17,
    /// C18: score differences of repeated downfloats, previous round.
    C18,
    /// C19: score differences of repeated upfloats, previous round.
    C19,
    /// C20: as C18, two rounds before.
    C20,
    /// C21: as C19, two rounds before.
    C21,
}

/// Value of a criterion for a bracket; smaller is better.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A number of players or pairs.
    Count(usize),
    /// Scores or score differences in descending order, compared from the largest.
    Scores(Vec<Points>),
    /// The criterion does not concern the bracket.
    NotApplicable,
}

/// Values of one bracket in the order of the criteria.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketQuality {
    /// Score of the residents.
    pub score: Points,
    /// Criteria with their values.
    pub values: Vec<(Criterion, Value)>,
}

/// Criterion in which two pairings of the same field differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Score of the bracket; `None` for C5, which concerns the round.
    pub bracket: Option<Points>,
    /// Criterion.
    pub criterion: Criterion,
    /// Value in the first pairing.
    pub first: Value,
    /// Value in the second pairing.
    pub second: Value,
}

/// Counts the criteria of every bracket.
pub fn qualities(pairing: &RoundPairing) -> Vec<BracketQuality> {
    (0..pairing.brackets.len()).map(|index| quality(pairing, index)).collect()
}

fn quality(pairing: &RoundPairing, index: usize) -> BracketQuality {
    use Criterion::*;
    let field = &pairing.field;
    let bracket = &pairing.brackets[index];
    let count = |broken: &dyn Fn(usize, usize) -> bool| {
        Value::Count(bracket.pairs.iter().filter(|&&(one, other)| broken(one, other)).count())
    };
    let player = |one: usize| &field.candidates[one];
    let mut values = vec![
        (C6, Value::Count(bracket.downfloaters.len())),
        (C7, Value::Scores(scores(field, &bracket.downfloaters))),
    ];
    let next = pairing.brackets.get(index + 1).map_or([].as_slice(), |next| next.downfloaters.as_slice());
    values.push((C8, Value::Count(next.len())));
    values.push((C8, Value::Scores(scores(field, next))));
    let bye = pairing.bye.and_then(|number| field.position(number));
    let unplayed = match (bye, bracket.downfloaters.as_slice()) {
        (Some(bye), [only]) if bye == *only => {
            Value::Count(field.played_rounds.saturating_sub(player(bye).played))
        }
        _ => Value::NotApplicable,
    };
    values.push((C9, unplayed));
    values.push((C10, count(&|a, b| pairs::breaks_difference(player(a), player(b)))));
    values.push((C11, count(&|a, b| pairs::breaks_row(player(a), player(b)))));
    values.push((C12, count(&|a, b| pairs::breaks_preference(player(a), player(b)))));
    values.push((C13, count(&|a, b| pairs::breaks_strong(player(a), player(b)))));
    for (back, down, up) in [(1, C14, C15), (2, C16, C17)] {
        let repeated = bracket
            .downfloaters
            .iter()
            .filter(|&&one| player(one).score == bracket.score && pairs::had_downfloat(player(one), back));
        values.push((down, Value::Count(repeated.count())));
        values.push((up, count(&|a, b| pairs::repeats_upfloat(player(a), player(b), back))));
    }
    for (back, down, up) in [(1, C18, C19), (2, C20, C21)] {
        values.push((down, Value::Scores(repeated_downfloats(field, bracket, back))));
        let mut ups: Vec<Points> = bracket
            .pairs
            .iter()
            .filter(|&&(a, b)| pairs::repeats_upfloat(player(a), player(b), back))
            .map(|&(a, b)| player(a).score - player(b).score)
            .collect();
        ups.sort_unstable_by(|a, b| b.cmp(a));
        values.push((up, Value::Scores(ups)));
    }
    BracketQuality { score: bracket.score, values }
}

fn scores(field: &Field, players: &[usize]) -> Vec<Points> {
    let mut scores: Vec<Points> = players.iter().map(|&one| field.candidates[one].score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores
}

fn repeated_downfloats(field: &Field, bracket: &PairedBracket, back: usize) -> Vec<Points> {
    let leaving = bracket.downfloaters.iter().map(|&one| (one, bracket.score));
    let paired = bracket.pairs.iter().map(|&(one, other)| (one, field.candidates[other].score));
    let mut differences: Vec<Points> = leaving
        .chain(paired)
        .filter(|&(one, opponent)| {
            let player = &field.candidates[one];
            player.score > opponent && pairs::had_downfloat(player, back)
        })
        .map(|(one, opponent)| field.candidates[one].score - opponent)
        .collect();
    differences.sort_unstable_by(|a, b| b.cmp(a));
    differences
}

/// Comparison of two pairings of the same players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The pairs are the same.
    Same,
    /// A criterion decides.
    Criterion(Difference),
    /// All criteria of the first bracket with other pairs are equal: the order of article 4 decides. Score of the bracket.
    Order(Points),
}

/// Compares two pairings: the score of the bye first, then the first bracket whose pairs differ.
pub fn compare(first: &RoundPairing, second: &RoundPairing) -> Comparison {
    let bye_score = |pairing: &RoundPairing| {
        let bye = pairing.bye.and_then(|number| pairing.field.position(number));
        Value::Scores(bye.map(|one| pairing.field.candidates[one].score).into_iter().collect())
    };
    let (mine, theirs) = (bye_score(first), bye_score(second));
    if mine != theirs {
        return Comparison::Criterion(Difference {
            bracket: None,
            criterion: Criterion::C5,
            first: mine,
            second: theirs,
        });
    }
    let sorted = |pairs: &[(usize, usize)]| {
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs
    };
    let changed = first
        .brackets
        .iter()
        .zip(&second.brackets)
        .position(|(one, other)| sorted(&one.pairs) != sorted(&other.pairs));
    let Some(index) = changed else { return Comparison::Same };
    let (one, other) = (quality(first, index), quality(second, index));
    for ((criterion, mine), (_, theirs)) in one.values.into_iter().zip(other.values) {
        let comparable = std::mem::discriminant(&mine) == std::mem::discriminant(&theirs);
        if comparable && mine != theirs {
            return Comparison::Criterion(Difference {
                bracket: Some(one.score),
                criterion,
                first: mine,
                second: theirs,
            });
        }
    }
    Comparison::Order(one.score)
}
