//! A game in a few sentences: how it went, what it cost, and who was lucky.

use game::{GameSpec, Message, Outcome, Side};

use super::{Judgment, Review, ReviewedPly, TurnCause, TurningPoint};

/// A side that had this share of the point had won already.
const WON: f32 = 0.9;
/// Luck below this, in points, is nothing to speak of.
const SOME_LUCK: f32 = 0.1;

/// At most six sentences, none of which names a move by its text: readers choose their notation.
pub(super) fn summarize(review: &Review, spec: &GameSpec, outcome: Option<Outcome>) -> Vec<Message> {
    let mut said = Vec::new();
    let Some(first) = review.plies.first() else {
        return vec![Message::new("review_nothing")];
    };
    if review.from > 0 {
        said.push(Message::new("review_partial").number("number", first.number));
    }
    said.push(course(review, spec));
    said.extend(slipped(review, spec, outcome));
    said.extend(costliest(review, spec));
    said.extend(clean(review, spec));
    said.extend(luck(review, spec));
    said
}

fn side(spec: &GameSpec, side: Side) -> &'static str {
    spec.sides[side.index()]
}

/// A share of the point in percent.
fn percent(share: f32) -> i64 {
    (share * 100.0).round() as i64
}

/// How the lead went.
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

/// A side that had won already and did not win.
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
        .find_map(|side| best(side).filter(|ply| ply.before.share(side) >= WON).map(|ply| (side, ply)));
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

/// Who made no mistake at all, where there was something to decide.
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

/// What the flips brought, and whether they weighed more than the decisions.
fn luck(review: &Review, spec: &GameSpec) -> Option<Message> {
    let [first, second] = [review.sides[0].luck?, review.sides[1].luck?];
    let balance = first - second;
    if balance.abs() < SOME_LUCK {
        return Some(Message::new("review_luck_even"));
    }
    let lucky = if balance > 0.0 { Side::First } else { Side::Second };
    // What the other side gave away by its decisions, less what this one did.
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
