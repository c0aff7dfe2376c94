//! Game review: evaluation of every move, mistakes, turning points, and luck.
//!
//! The game is analyzed backwards, so that results of later positions are still in the transposition table when the
//! earlier ones are searched. With hidden pieces, every move is judged by what its player knew, and the luck of the
//! reveal is reported separately.

mod judge;
mod summary;
mod value;

use game::{GameSpec, Message, Notation, Outcome, Side};

pub use judge::{Judgment, SidePlay, TurnCause, TurningPoint};
pub use value::PositionValue;

use crate::engines::AnyEngine;
use crate::erased::study::Study;
use crate::{Control, Limits};
use value::{SideValue, evaluate, outcome_value};

/// Game to review: its line as each side knew it, and its outcome if the board does not show it.
pub struct Reviewed {
    /// Line as known to the first and to the second side.
    pub views: [Box<dyn Study>; 2],
    /// Outcome by resignation or the like.
    pub outcome: Option<Outcome>,
}

/// Progress of a review.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewStep {
    /// Number of moves reviewed so far, counted from the end.
    pub done: usize,
    /// Number of moves of the game.
    pub total: usize,
    /// Ply of the position evaluated last.
    pub ply: usize,
    /// Value of that position.
    pub value: PositionValue,
}

/// Reviewed move.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedPly {
    /// Number of plies before it.
    pub ply: usize,
    /// Move number as players count.
    pub number: usize,
    /// Side that played it.
    pub side: Side,
    /// Move in coordinates; `--` is a turn given away.
    pub mv: String,
    /// Value of the position before it.
    pub before: PositionValue,
    /// Expected score of the first side after the move, before any reveal.
    pub expected: f32,
    /// Value after the move, with its reveal known.
    pub after: PositionValue,
    /// Engine's line, in coordinates.
    pub line: Vec<String>,
    /// Search depth in plies.
    pub depth: u32,
    /// True if the move was forced.
    pub forced: bool,
    /// Expected score the mover gave away.
    pub loss: f32,
    /// Judgment, if the move was bad.
    pub judgment: Option<Judgment>,
    /// Expected score the mover gained by luck; `None` if nothing was revealed.
    pub luck: Option<f32>,
}

impl ReviewedPly {
    /// Engine's best move.
    pub fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    /// Accuracy, 0 to 100; `None` for a forced move.
    pub fn accuracy(&self) -> Option<f32> {
        (!self.forced).then(|| judge::accuracy(self.loss))
    }
}

/// Result of a review.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Number of plies at the beginning that were not reviewed: 0 unless it was stopped.
    pub from: usize,
    /// Reviewed moves from there on.
    pub plies: Vec<ReviewedPly>,
    /// Statistics of each side.
    pub sides: [SidePlay; 2],
    /// Turning points, oldest first.
    pub turning: Vec<TurningPoint>,
    /// Summary in a few sentences.
    pub summary: Vec<Message>,
}

/// Reviews a game with these limits per position. With node or depth limits, one thread and a new engine the result
/// is deterministic. If stopped, the result is partial.
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
    let hidden = has_hidden_pieces(first.as_ref());
    let mut reviewer = Reviewer { engine, limits, control };
    let mut plies = Vec::with_capacity(end);
    let turn = views[0].status().turn;
    let Some(mut after) = reviewer.value(views[turn.index()].as_ref())? else {
        return Ok(finish(first.spec(), end, plies, game.outcome, hidden));
    };
    let step = |done: usize, ply: usize, value: PositionValue| ReviewStep { done, total: end, ply, value };
    report(&step(0, end, after.position_value()));
    for ply in (0..end).rev() {
        let Some((reviewed, before)) = reviewer.review_last(&mut views, ply, &after, hidden)? else { break };
        report(&step(end - ply, ply, reviewed.before));
        plies.push(reviewed);
        after = before;
    }
    plies.reverse();
    Ok(finish(first.spec(), end, plies, game.outcome, hidden))
}

/// Evaluates an alternative to a reviewed move, as [`review`] does, against the value before it. `None` if stopped.
pub fn retry(
    game: &Reviewed,
    reviewed: &ReviewedPly,
    mv: &str,
    engine: &mut dyn AnyEngine,
    limits: &Limits<String>,
    control: &Control,
) -> Result<Option<ReviewedPly>, Message> {
    let mut study = game.views[reviewed.side.index()].until(reviewed.ply);
    let hidden = has_hidden_pieces(study.as_ref());
    let mut reviewer = Reviewer { engine, limits, control };
    study.play(mv, Notation::Uci)?;
    let played = study.moves(Notation::Uci).pop().unwrap_or_default();
    let found = if hidden && study.status().outcome.is_none() {
        study.pop();
        reviewer.evaluate_move(study.as_ref(), &played, reviewed.depth)?
    } else {
        reviewer.value(study.as_ref())?
    };
    let Some(found) = found else { return Ok(None) };
    let expected = if found.turn == reviewed.side { found.share } else { 1.0 - found.share };
    let best = reviewed.best().is_some_and(|best| is_same_move(best, &played, hidden));
    let mut line = found.line.clone();
    if found.turn != reviewed.side {
        line.insert(0, played.clone());
    }
    let before = reviewed.before.share(reviewed.side);
    line.truncate(LONGEST_LINE);
    let loss = if best { 0.0 } else { (before - expected).max(0.0) };
    Ok(Some(ReviewedPly {
        mv: played,
        expected: first_share(expected, reviewed.side),
        after: found.position_value(),
        line,
        depth: found.depth,
        loss,
        judgment: Judgment::of(loss),
        luck: None,
        ..reviewed.clone()
    }))
}

/// Maximum number of moves of a line.
const LONGEST_LINE: usize = 12;
/// Each chance outcome gets 1/4 of a position's nodes or time.
const LUCK_SHARE: u64 = 4;
/// Minimum number of moves of a better line, if the game lasts that long.
const LEAST_LINE: usize = 5;

/// Returns true if the game starts with face-down pieces.
fn has_hidden_pieces(study: &dyn Study) -> bool {
    study.until(0).picture().pieces.iter().flatten().any(|piece| piece.face_down)
}

/// Returns true if two moves in coordinates are the same, ignoring reveals.
fn is_same_move(one: &str, other: &str, hidden: bool) -> bool {
    if hidden { squares(one) == squares(other) } else { one == other }
}

/// Returns true if a letter names a piece; `?` is one unknown to the viewer.
fn is_known(letter: char) -> bool {
    letter != '?'
}

/// Origin and target of a move in coordinates.
fn squares(mv: &str) -> &str {
    mv.char_indices().nth(4).map_or(mv, |(end, _)| &mv[..end])
}

/// Converts a side's expected score to the first side's.
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

/// Engine, limits and stop control of a review.
struct Reviewer<'a> {
    engine: &'a mut dyn AnyEngine,
    limits: &'a Limits<String>,
    control: &'a Control,
}

impl Reviewer<'_> {
    /// Value of the study's last position: from the outcome if the game is over, else by search. `None` if stopped.
    fn value(&mut self, study: &dyn Study) -> Result<Option<SideValue>, Message> {
        let status = study.status();
        match status.outcome {
            Some(outcome) => Ok(Some(outcome_value(&outcome, status.turn))),
            None => self.search(study),
        }
    }

    /// Value by search alone: people play on after a repetition that would end the game.
    fn search(&mut self, study: &dyn Study) -> Result<Option<SideValue>, Message> {
        evaluate(self.engine, study, self.limits, self.control)
    }

    /// Value of one move, searched to the same depth as the others. `None` if stopped.
    fn evaluate_move(
        &mut self,
        study: &dyn Study,
        mv: &str,
        depth: u32,
    ) -> Result<Option<SideValue>, Message> {
        let depth = self.limits.depth.map_or(depth, |most| most.min(depth)).max(1);
        let limits = Limits { only: vec![mv.to_owned()], depth: Some(depth), ..self.limits.clone() };
        evaluate(self.engine, study, &limits, self.control)
    }

    /// Extends a line that was cut short by a transposition table hit.
    fn extend_line(&mut self, study: &dyn Study, line: &mut Vec<String>) -> Result<(), Message> {
        let mut ahead = study.until(usize::MAX);
        if line.iter().any(|mv| ahead.play(mv, Notation::Uci).is_err()) {
            return Ok(());
        }
        while line.len() < LEAST_LINE && ahead.status().outcome.is_none() {
            let Some(more) = self.search(ahead.as_ref())?.filter(|more| !more.line.is_empty()) else { break };
            for mv in more.line {
                if ahead.play(&mv, Notation::Uci).is_err() {
                    return Ok(());
                }
                line.push(mv);
            }
        }
        Ok(())
    }

    /// Luck of a reveal: expected score with the actual reveal minus the mean over all chance outcomes, each searched
    /// alike, so that luck is zero on average. `None` if stopped.
    fn luck(&mut self, study: &dyn Study, played: &str) -> Result<Option<f32>, Message> {
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(LUCK_SHARE)),
            time: self.limits.time.map(|time| time.div_ceil(LUCK_SHARE)),
            ..self.limits.clone()
        };
        let Some(now) = self.score_after(study, played, &limits)? else { return Ok(None) };
        let mut reveals = study.reveals(played);
        if reveals.is_empty() {
            // Nothing was revealed: a piece captured face down stays unknown.
            reveals.push((squares(played).to_owned(), 1));
        }
        let (mut sum, mut total) = (0.0, 0.0);
        for (reveal, weight) in reveals {
            let Some(share) = self.score_after(study, &reveal, &limits)? else { return Ok(None) };
            sum += weight as f32 * share;
            total += weight as f32;
        }
        Ok(Some(now - sum / total))
    }

    /// Expected score of the mover after a move. `None` if stopped.
    fn score_after(
        &mut self,
        study: &dyn Study,
        mv: &str,
        limits: &Limits<String>,
    ) -> Result<Option<f32>, Message> {
        let mut study = study.until(usize::MAX);
        study.play(mv, Notation::Uci)?;
        let status = study.status();
        let found = match status.outcome {
            Some(outcome) => Some(outcome_value(&outcome, status.turn)),
            None => evaluate(self.engine, study.as_ref(), limits, self.control)?,
        };
        Ok(found.map(|value| 1.0 - value.share))
    }

    /// Reviews the last move of the studies and takes it back. Returns the move and the value before it.
    fn review_last(
        &mut self,
        views: &mut [Box<dyn Study>; 2],
        ply: usize,
        after: &SideValue,
        hidden: bool,
    ) -> Result<Option<(ReviewedPly, SideValue)>, Message> {
        let Some(mover) = views[0].plies(ply).pop().map(|shown| shown.side) else { return Ok(None) };
        let own = mover.index();
        let Some(shown) = views[own].plies(ply).pop() else { return Ok(None) };
        let chancy = shown.turned.is_some_and(is_known)
            || shown.took.is_some_and(|(_, letter, face_down)| face_down && is_known(letter));
        // The mover may know more than the opponent after a capture; then the mover's own view is evaluated.
        let known = if chancy && !after.line.is_empty() && views[0].position("") != views[1].position("") {
            let Some(known) = self.search(views[own].as_ref())? else { return Ok(None) };
            known
        } else {
            after.clone()
        };
        let played = views[own].moves(Notation::Uci).pop().unwrap_or_default();
        let given_away = shown.squares.is_none();
        for study in views.iter_mut() {
            study.pop();
        }
        let Some(before) = self.search(views[own].as_ref())? else { return Ok(None) };
        let is_best = before.line.first().is_some_and(|best| is_same_move(best, &played, hidden));
        let expected = match (hidden && !given_away, is_best) {
            (false, _) => 1.0 - after.share,
            (true, true) => before.share,
            (true, false) => {
                let Some(only) = self.evaluate_move(views[own].as_ref(), &played, before.depth)? else {
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
            self.extend_line(views[own].as_ref(), &mut line)?;
        }
        line.truncate(LONGEST_LINE);
        let reviewed = ReviewedPly {
            ply,
            number,
            side: mover,
            mv: played,
            before: before.position_value(),
            expected: first_share(expected, mover),
            after: known.position_value(),
            line,
            depth: before.depth,
            forced,
            loss,
            judgment,
            luck,
        };
        Ok(Some((reviewed, before)))
    }
}
