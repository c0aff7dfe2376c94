//! A whole game looked at again: what every move was worth, who went wrong where, and what luck had to do with it.
//!
//! The game is walked from its end to its beginning, so that what was found out about later positions is still in the
//! engine's table when the earlier ones are asked about. Where pieces are hidden every decision is judged by what its
//! mover knew, and what the flip then brought is counted apart from it.

mod judge;
mod summary;
mod value;

use game::{GameSpec, Message, Notation, Outcome, Side};

pub use judge::{Judgment, SidePlay, TurnCause, TurningPoint};
pub use value::PositionValue;

use crate::engines::AnyEngine;
use crate::study::Study;
use crate::{Control, Limits};
use value::{Promise, promise, promise_of};

/// A game to be reviewed: its line as each side knew it, and how it ended where the board does not say.
pub struct Reviewed {
    /// The first side's line and the second's.
    pub views: [Box<dyn Study>; 2],
    /// The end, by resignation or the like.
    pub outcome: Option<Outcome>,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewStep {
    /// Moves weighed so far, counted from the end.
    pub done: usize,
    /// Moves of the game.
    pub total: usize,
    /// Plies before the position that was weighed last.
    pub ply: usize,
    /// What it is worth.
    pub weight: PositionValue,
}

/// A move, weighed.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedPly {
    /// Plies played before it.
    pub ply: usize,
    /// Its number as players count.
    pub number: usize,
    /// Who played it.
    pub side: Side,
    /// In coordinates; `--` is a turn given away.
    pub mv: String,
    /// What the position promised before it.
    pub before: PositionValue,
    /// What the mover could expect of it: the first side's chance, before anything turned up.
    pub expected: f32,
    /// What it promised once everything about the move was known.
    pub after: PositionValue,
    /// The machine's own line, in coordinates.
    pub line: Vec<String>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Whether there was nothing to decide.
    pub forced: bool,
    /// How much of the mover's chance the decision gave away.
    pub loss: f32,
    /// What to call it, where it was bad.
    pub judgment: Option<Judgment>,
    /// What luck added to the mover's chance; `None` where nothing turned up.
    pub luck: Option<f32>,
}

impl ReviewedPly {
    /// The machine's own move.
    pub fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    /// How exact the decision was, 0 to 100; `None` where there was nothing to decide.
    pub fn accuracy(&self) -> Option<f32> {
        (!self.forced).then(|| judge::accuracy(self.loss))
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Plies at the beginning that were not looked at: none, unless it was stopped.
    pub from: usize,
    /// The moves from there on.
    pub plies: Vec<ReviewedPly>,
    /// Each side's play.
    pub sides: [SidePlay; 2],
    /// Where the game changed hands, oldest first.
    pub turning: Vec<TurningPoint>,
    /// The game in a few sentences.
    pub summary: Vec<Message>,
}

/// Reviews a game. Each position gets what the limits allow; with nodes or depth alone and one thread the answer is
/// always the same for a mind that has just been made. Stopped, it gives what it has.
pub fn review(
    game: &Reviewed,
    engine: &mut dyn AnyEngine,
    limits: &Limits<String>,
    control: &Control,
    report: &mut dyn FnMut(&ReviewStep),
) -> Result<Review, Message> {
    let [first, second] = &game.views;
    let end = first.ply().min(second.ply());
    let mut views = [first.until(end), second.until(end)];
    let hidden = hides(first.as_ref());
    let mut reviewer = Reviewer { engine, limits, control };
    let mut plies = Vec::with_capacity(end);
    let turn = views[0].status().turn;
    let Some(mut after) = reviewer.promise(views[turn.index()].as_ref())? else {
        return Ok(finish(first.spec(), end, plies, game.outcome, hidden));
    };
    let told = |done: usize, ply: usize, weight: PositionValue| ReviewStep { done, total: end, ply, weight };
    report(&told(0, end, after.weight()));
    for ply in (0..end).rev() {
        let Some((weighed, before)) = reviewer.weigh(&mut views, ply, &after, hidden)? else { break };
        report(&told(end - ply, ply, weighed.before));
        plies.push(weighed);
        after = before;
    }
    plies.reverse();
    Ok(finish(first.spec(), end, plies, game.outcome, hidden))
}

/// What another move instead of the one played is worth: the move weighed as [`review`] weighs, against what the
/// position promised before. `None` where it was stopped.
pub fn retry(
    game: &Reviewed,
    weighed: &ReviewedPly,
    mv: &str,
    engine: &mut dyn AnyEngine,
    limits: &Limits<String>,
    control: &Control,
) -> Result<Option<ReviewedPly>, Message> {
    let mut study = game.views[weighed.side.index()].until(weighed.ply);
    let hidden = hides(study.as_ref());
    let mut reviewer = Reviewer { engine, limits, control };
    study.play(mv, Notation::Uci)?;
    let played = study.moves(Notation::Uci).pop().unwrap_or_default();
    let found = if hidden && study.status().outcome.is_none() {
        study.pop();
        reviewer.only(study.as_ref(), &played, weighed.depth)?
    } else {
        reviewer.promise(study.as_ref())?
    };
    let Some(found) = found else { return Ok(None) };
    let expected = if found.turn == weighed.side { found.share } else { 1.0 - found.share };
    let best = weighed.best().is_some_and(|best| same(best, &played, hidden));
    let mut line = found.line.clone();
    if found.turn != weighed.side {
        line.insert(0, played.clone());
    }
    let before = weighed.before.share(weighed.side);
    line.truncate(LONGEST_LINE);
    let loss = if best { 0.0 } else { (before - expected).max(0.0) };
    Ok(Some(ReviewedPly {
        mv: played,
        expected: first_share(expected, weighed.side),
        after: found.weight(),
        line,
        depth: found.depth,
        loss,
        judgment: Judgment::of(loss),
        luck: None,
        ..weighed.clone()
    }))
}

/// Moves of a line that are kept.
const LONGEST_LINE: usize = 12;
/// Each reveal is looked at with this share of a position's nodes or time.
const LUCK_SHARE: u64 = 4;
/// Moves a better line should have, where the game goes on that long.
const LEAST_LINE: usize = 5;

/// Whether a game has pieces that lie face down.
fn hides(study: &dyn Study) -> bool {
    study.until(0).picture().pieces.iter().flatten().any(|piece| piece.face_down)
}

/// Whether two moves in coordinates are the same: what chance adds to them does not count.
fn same(one: &str, other: &str, hidden: bool) -> bool {
    if hidden { squares(one) == squares(other) } else { one == other }
}

/// Whether a letter names a piece: `?` is one this mind was not told.
fn is_told(letter: char) -> bool {
    letter != '?'
}

/// From and to of a move in coordinates.
fn squares(mv: &str) -> &str {
    mv.char_indices().nth(4).map_or(mv, |(end, _)| &mv[..end])
}

/// A side's share of the point as the first side's.
fn first_share(share: f32, side: Side) -> f32 {
    if side == Side::First { share } else { 1.0 - share }
}

fn finish(
    spec: &GameSpec,
    end: usize,
    plies: Vec<ReviewedPly>,
    outcome: Option<Outcome>,
    hidden: bool,
) -> Review {
    let from = end - plies.len();
    let sides = Side::BOTH.map(|side| judge::side_play(&plies, side, hidden));
    let turning = judge::turning_points(&plies);
    let mut review = Review { from, plies, sides, turning, summary: Vec::new() };
    review.summary = summary::summarize(&review, spec, outcome);
    review
}

/// Somebody who thinks about the positions of a game.
struct Reviewer<'a> {
    engine: &'a mut dyn AnyEngine,
    limits: &'a Limits<String>,
    control: &'a Control,
}

impl Reviewer<'_> {
    /// What a study's last position promises the side to move: by the rules where the game is over, else by thinking.
    /// `None` where it was stopped.
    fn promise(&mut self, study: &dyn Study) -> Result<Option<Promise>, Message> {
        let status = study.status();
        match status.outcome {
            Some(outcome) => Ok(Some(promise_of(&outcome, status.turn))),
            None => self.think(study),
        }
    }

    /// The same by thinking alone: people play on after a repetition that ends a game elsewhere.
    fn think(&mut self, study: &dyn Study) -> Result<Option<Promise>, Message> {
        promise(self.engine, study, self.limits, self.control)
    }

    /// What one move promises the side to move, looked at as deep as the others were.
    fn only(&mut self, study: &dyn Study, mv: &str, depth: u32) -> Result<Option<Promise>, Message> {
        let depth = self.limits.depth.map_or(depth, |most| most.min(depth)).max(1);
        let limits = Limits { only: vec![mv.to_owned()], depth: Some(depth), ..self.limits.clone() };
        promise(self.engine, study, &limits, self.control)
    }

    /// Follows a line a little further that broke off early, because the table knew the rest.
    fn follow(&mut self, study: &dyn Study, line: &mut Vec<String>) -> Result<(), Message> {
        let mut ahead = study.until(usize::MAX);
        if line.iter().any(|mv| ahead.play(mv, Notation::Uci).is_err()) {
            return Ok(());
        }
        while line.len() < LEAST_LINE && ahead.status().outcome.is_none() {
            let Some(more) = self.think(ahead.as_ref())?.filter(|more| !more.line.is_empty()) else { break };
            for mv in more.line {
                if ahead.play(&mv, Notation::Uci).is_err() {
                    return Ok(());
                }
                line.push(mv);
            }
        }
        Ok(())
    }

    /// What luck added to the mover's chance: what is known now, less the mean over everything that might have come to
    /// be known, each looked at alike, so that on the average it is nothing. `None` where it was stopped.
    fn luck(&mut self, study: &dyn Study, played: &str) -> Result<Option<f32>, Message> {
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(LUCK_SHARE)),
            time: self.limits.time.map(|time| time.div_ceil(LUCK_SHARE)),
            ..self.limits.clone()
        };
        let Some(now) = self.behind(study, played, &limits)? else { return Ok(None) };
        let mut reveals = study.reveals(played);
        if reveals.is_empty() {
            // Nothing turned up: what was captured face down stays unrevealed.
            reveals.push((squares(played).to_owned(), 1));
        }
        let (mut sum, mut total) = (0.0, 0.0);
        for (reveal, weight) in reveals {
            let Some(share) = self.behind(study, &reveal, &limits)? else { return Ok(None) };
            sum += weight as f32 * share;
            total += weight as f32;
        }
        Ok(Some(now - sum / total))
    }

    /// What the position behind a move is worth to whoever played it. `None` where it was stopped.
    fn behind(
        &mut self,
        study: &dyn Study,
        mv: &str,
        limits: &Limits<String>,
    ) -> Result<Option<f32>, Message> {
        let mut study = study.until(usize::MAX);
        study.play(mv, Notation::Uci)?;
        let status = study.status();
        let found = match status.outcome {
            Some(outcome) => Some(promise_of(&outcome, status.turn)),
            None => promise(self.engine, study.as_ref(), limits, self.control)?,
        };
        Ok(found.map(|promise| 1.0 - promise.share))
    }

    /// Weighs the move the studies end with, and takes it back: the move, and what was promised before it.
    fn weigh(
        &mut self,
        views: &mut [Box<dyn Study>; 2],
        ply: usize,
        after: &Promise,
        hidden: bool,
    ) -> Result<Option<(ReviewedPly, Promise)>, Message> {
        let Some(mover) = views[0].plies(ply).pop().map(|shown| shown.side) else { return Ok(None) };
        let own = mover.index();
        let Some(shown) = views[own].plies(ply).pop() else { return Ok(None) };
        let chancy = shown.turned.is_some_and(is_told)
            || shown.took.is_some_and(|(_, letter, face_down)| face_down && is_told(letter));
        // What the mover was told may be more than the other knows: then the mover's own judgment counts.
        let known = if chancy && !after.line.is_empty() && views[0].position("") != views[1].position("") {
            let Some(known) = self.think(views[own].as_ref())? else { return Ok(None) };
            known
        } else {
            after.clone()
        };
        let played = views[own].moves(Notation::Uci).pop().unwrap_or_default();
        let given_away = shown.squares.is_none();
        for study in views.iter_mut() {
            study.pop();
        }
        let Some(before) = self.think(views[own].as_ref())? else { return Ok(None) };
        let is_best = before.line.first().is_some_and(|best| same(best, &played, hidden));
        let expected = match (hidden && !given_away, is_best) {
            (false, _) => 1.0 - after.share,
            (true, true) => before.share,
            (true, false) => {
                let Some(only) = self.only(views[own].as_ref(), &played, before.depth)? else {
                    return Ok(None);
                };
                only.share
            }
        };
        let luck = match chancy {
            false => None,
            true => match self.luck(views[own].as_ref(), &played)? {
                None => return Ok(None),
                found => found,
            },
        };
        let legal = views[0].status().legal;
        let forced = given_away || legal <= 1;
        let loss = if is_best || forced { 0.0 } else { (before.share - expected).max(0.0) };
        let number = (ply + views[0].first_turn().index()) / 2 + 1;
        let judgment = Judgment::of(loss);
        let mut line = before.line.clone();
        if judgment.is_some() && !hidden {
            self.follow(views[own].as_ref(), &mut line)?;
        }
        line.truncate(LONGEST_LINE);
        let weighed = ReviewedPly {
            ply,
            number,
            side: mover,
            mv: played,
            before: before.weight(),
            expected: first_share(expected, mover),
            after: known.weight(),
            line,
            depth: before.depth,
            forced,
            loss,
            judgment,
            luck,
        };
        Ok(Some((weighed, before)))
    }
}
