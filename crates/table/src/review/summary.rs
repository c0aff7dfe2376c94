//! Review summary in a few sentences: course of the game, costliest mistake, luck.

use game::{GameSpec, Message, Outcome, Side};

use super::{Judgment, Review, ReviewedPly, TurnCause, TurningPoint};

/// Expected score from which a side was winning.
const WINNING: f32 = 0.9;
/// Luck below this, in points, is not mentioned.
const MIN_LUCK: f32 = 0.1;

/// Writes at most six sentences. None names a move by its text, because readers choose their notation.
pub(super) fn summarize(review: &Review, spec: &GameSpec, outcome: Option<Outcome>) -> Vec<Message> {
    let mut sentences = Vec::new();
    let Some(first) = review.plies.first() else {
        return vec![Message::new("review_nothing")];
    };
    if review.from > 0 {
        sentences.push(Message::new("review_partial").number("number", first.number));
    }
    sentences.push(course(review, spec));
    sentences.extend(slipped(review, spec, outcome));
    sentences.extend(costliest(review, spec));
    sentences.extend(clean(review, spec));
    sentences.extend(luck(review, spec));
    sentences
}

fn side(spec: &GameSpec, side: Side) -> &'static str {
    spec.sides[side.index()]
}

/// Expected score in percent.
fn percent(share: f32) -> i64 {
    (share * 100.0).round() as i64
}

/// Course of the lead.
fn course(review: &Review, spec: &GameSpec) -> Message {
    let leads: Vec<&TurningPoint> = review.turning.iter().filter(|turn| turn.lead.is_some()).collect();
    let [.., last] = leads.as_slice() else { return Message::new("review_level") };
    let Some(leader) = last.lead else { return Message::new("review_level") };
    let kept = review.turning.last().is_some_and(|turn| turn.lead.is_some());
    let code = match (leads.len(), kept, last.cause) {
        (1, true, TurnCause::Luck) => "review_decided_by_luck",
        (1, true, _) => "review_decided",
        (1, false, _) => "review_lead_lost",
        (_, true, _) => "review_lead_changed",
        (_, false, _) => "review_lead_changed_level",
    };
    Message::new(code)
        .word("side", side(spec, leader))
        .number("number", last.number)
        .number("times", review.turning.len())
}

/// A side that was winning but did not win.
fn slipped(review: &Review, spec: &GameSpec, outcome: Option<Outcome>) -> Option<Message> {
    let outcome = outcome?;
    let loser = |side: &Side| outcome.winner != Some(*side);
    let best = |side: Side| {
        let share = |ply: &&ReviewedPly| ply.before.share(side);
        review.plies.iter().max_by(|one, other| share(one).total_cmp(&share(other)))
    };
    let missed = Side::BOTH
        .into_iter()
        .filter(loser)
        .find_map(|side| best(side).filter(|ply| ply.before.share(side) >= WINNING).map(|ply| (side, ply)));
    missed.map(|(loser, ply)| {
        Message::new("review_slipped").word("side", side(spec, loser)).number("number", ply.number)
    })
}

fn costliest(review: &Review, spec: &GameSpec) -> Option<Message> {
    let worst = review.plies.iter().max_by(|one, other| one.loss.total_cmp(&other.loss))?;
    worst.judgment?;
    Some(
        Message::new("review_costliest")
            .word("side", side(spec, worst.side))
            .number("number", worst.number)
            .number("percent", percent(worst.loss)),
    )
}

/// Sides without a mistake, if they had choices.
fn clean(review: &Review, spec: &GameSpec) -> Option<Message> {
    let is_clean = |one: &Side| {
        let play = &review.sides[one.index()];
        play.moves > 0 && play.bad[Judgment::Mistake as usize] + play.bad[Judgment::Blunder as usize] == 0
    };
    let sides: Vec<Side> = Side::BOTH.into_iter().filter(is_clean).collect();
    match sides.as_slice() {
        [one] => Some(Message::new("review_clean").word("side", side(spec, *one))),
        [_, _] => Some(Message::new("review_clean_both")),
        _ => None,
    }
}

/// Luck of the reveals, compared with the losses by decisions.
fn luck(review: &Review, spec: &GameSpec) -> Option<Message> {
    let [first, second] = [review.sides[0].luck?, review.sides[1].luck?];
    let balance = first - second;
    if balance.abs() < MIN_LUCK {
        return Some(Message::new("review_luck_even"));
    }
    let lucky = if balance > 0.0 { Side::First } else { Side::Second };
    // Losses of the second side minus those of the first.
    let decided = review.sides[1].loss - review.sides[0].loss;
    let code = match balance.abs() > decided.abs() {
        true => "review_luck_more",
        false => "review_luck_less",
    };
    Some(
        Message::new(code)
            .word("side", side(spec, lucky))
            .number("luck", percent(balance.abs()))
            .number("decisions", percent(decided.abs())),
    )
}
