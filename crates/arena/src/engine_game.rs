//! One game between two engines: moves are requested in turn, and legality and results are decided by our own rules.

use std::time::{Duration, Instant};

use game::ToMessage as _;
use table::games::Convention;
use table::{
    ClockRule, Color, Command, Created, EventKind, Match, Message, Notation, Outcome, Permissions, Reason,
    Refusal, Rulebook, Score, Secret, Side, Viewer,
};

use crate::opening::Opening;
use crate::player::{Choice, Fault, GameStart, MoveRequest, Player};
use crate::time_control::TimeControl;

/// Settings of one game, besides its players.
pub struct EngineGame<'a> {
    /// The game's rules.
    pub book: &'static dyn Rulebook,
    /// Rule options, name and value.
    pub options: &'a [(String, String)],
    /// Opening to start from.
    pub opening: &'a Opening,
    /// Seed of the deal.
    pub deal: Vec<u8>,
    /// Names of the players, first side first.
    pub names: [&'a str; 2],
    /// Time controls of the players.
    pub time_controls: [TimeControl; 2],
    /// Rules of time losses and adjudication.
    pub adjudication: Adjudication,
    /// Seed of random choices.
    pub seed: u64,
    /// Round number for the PGN record.
    pub round: String,
}

/// Rules of time losses and adjudication.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adjudication {
    /// Time over the limit that is tolerated, in milliseconds.
    pub time_margin: u64,
    /// Additional time to wait for an answer that is already late.
    pub grace: Duration,
    /// Time after which a player without a time limit counts as hanging.
    pub timeout: Duration,
    /// Games are drawn after this many plies.
    pub max_plies: usize,
    /// Adjudication of a loss: a player reports a score this many centipawns below zero for this many of its moves.
    pub resign: Option<(i32, usize)>,
    /// Adjudication of a draw: both players report scores within this many centipawns for this many moves each, from this
    /// ply on.
    pub draw: Option<(i32, usize, usize)>,
}

impl Default for Adjudication {
    fn default() -> Self {
        Adjudication {
            time_margin: 200,
            grace: Duration::from_secs(2),
            timeout: Duration::from_secs(120),
            max_plies: 1000,
            resign: None,
            draw: None,
        }
    }
}

/// Cause of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The rules of the game, or a draw that could be claimed.
    Rule(Reason),
    /// A player resigned.
    Resigned,
    /// A player's program crashed or does not follow its protocol.
    Crash,
    /// A player answered with an illegal move.
    Illegal,
    /// A player exceeded its time.
    TimeLoss,
    /// Adjudicated by the players' own scores.
    Adjudicated,
    /// The game reached the maximum length.
    TooLong,
}

impl Cause {
    /// Returns the machine-readable code.
    pub fn code(self) -> &'static str {
        match self {
            Cause::Rule(reason) => reason.code(),
            Cause::Resigned => "resigned",
            Cause::Crash => "crash",
            Cause::Illegal => "illegal_move",
            Cause::TimeLoss => "time_loss",
            Cause::Adjudicated => "adjudicated",
            Cause::TooLong => "too_long",
        }
    }

    /// Returns true if the loser violated the rules: a crash, an illegal move or a time loss.
    pub fn is_fault(self) -> bool {
        matches!(self, Cause::Crash | Cause::Illegal | Cause::TimeLoss)
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// Winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Cause of the end.
    pub cause: Cause,
    /// Details of a fault: the illegal move, or the last output of the program.
    pub detail: String,
    /// Number of plies, opening included.
    pub plies: usize,
    /// All moves in coordinates, as public information.
    pub moves: Vec<String>,
    /// Starting position, if it is not the usual one.
    pub setup: Option<String>,
    /// Game record in PGN.
    pub pgn: String,
}

/// End of the game.
struct Stop {
    winner: Option<Side>,
    cause: Cause,
    detail: String,
}

impl EngineGame<'_> {
    /// Plays the game. An error means that the game cannot be played at all, for a reason other than a player's fault.
    pub fn play(&self, mut players: [&mut dyn Player; 2]) -> Result<FinishedGame, Message> {
        let mut game = self.set_up()?;
        let mut comments = vec![String::new(); self.opening.moves.len()];
        let stop = self.run(game.as_mut(), &mut players, &mut comments)?;
        let study = game.study(Viewer::Public);
        let outcome = Outcome { winner: stop.winner, reason: Reason::Aborted };
        let notation = self.book.notations().iter().find(|one| [Notation::San, Notation::Wxf].contains(one));
        Ok(FinishedGame {
            winner: stop.winner,
            plies: study.ply(),
            moves: study.moves(Notation::Uci),
            setup: self.opening.setup.clone(),
            pgn: study.pgn(
                &self.tags(&stop),
                &comments,
                &[],
                Some(outcome),
                notation.copied().unwrap_or(Notation::Uci),
            ),
            cause: stop.cause,
            detail: stop.detail,
        })
    }

    fn created(&self) -> Created {
        Created {
            game: self.book.spec().name.to_owned(),
            options: self.options.to_vec(),
            setup: self.opening.setup.clone(),
            handicap: None,
            seats: self.names.map(str::to_owned),
            clock: ClockRule::Off,
            permissions: Permissions::BY_CONSENT,
            deal: None,
        }
    }

    fn secret(&self) -> Secret {
        Secret { seed: self.deal.clone(), nonces: [Vec::new(), Vec::new()] }
    }

    fn set_up(&self) -> Result<Box<dyn Match>, Message> {
        let mut game = self.book.new_match(&self.created(), Some(&self.secret()))?;
        for mv in &self.opening.moves {
            let turn = game.view(Viewer::Public, 0).turn;
            apply(game.as_mut(), turn, &Command::Play(mv.clone())).map_err(|refusal| refusal.message())?;
        }
        Ok(game)
    }

    /// Requests moves until the game is over.
    fn run(
        &self,
        game: &mut dyn Match,
        players: &mut [&mut dyn Player; 2],
        comments: &mut Vec<String>,
    ) -> Result<Stop, Message> {
        let start = self.start()?;
        let mut clocks =
            self.time_controls.map(|time_control| time_control.clock.map_or(0, |(base, _)| base));
        let mut adjudicator = ScoreAdjudicator::default();
        for side in Side::BOTH {
            if let Some(player) = players[side.index()].as_omniscient() {
                player.show_deal(&self.created(), &self.secret())?;
            }
            if let Err(fault) = players[side.index()].begin(&start) {
                return self.end_by_fault(side, fault);
            }
        }
        loop {
            let seen = game.study(Viewer::Public);
            let status = seen.status();
            // Every draw that can be claimed is claimed.
            if let Some(outcome) = status.outcome.or(status.claim) {
                return Ok(Stop::new(outcome.winner, Cause::Rule(outcome.reason)));
            }
            if seen.ply() >= self.adjudication.max_plies {
                return Ok(Stop::new(None, Cause::TooLong));
            }
            let side = status.turn;
            let study = game.study(Viewer::Seat(side));
            let turn = self.turn(side, clocks);
            let started = Instant::now();
            let answer = players[side.index()].choose(study.as_ref(), &turn);
            let spent = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            let choice = match answer {
                Ok(choice) => choice,
                Err(fault) => return self.end_by_fault(side, fault),
            };
            let leeway = self.adjudication.time_margin + players[side.index()].leeway(&turn.time_control);
            if !self.press_clock(side, spent, leeway, &mut clocks) {
                return Ok(Stop::new(Some(!side), Cause::TimeLoss).with_detail(format!("{spent} ms")));
            }
            if apply(game, side, &Command::Play(choice.mv.clone())).is_err() {
                return Ok(Stop::new(Some(!side), Cause::Illegal).with_detail(choice.mv));
            }
            comments.push(comment(&choice, spent));
            if let Some(winner) = adjudicator.update(side, choice.score, seen.ply(), &self.adjudication) {
                return Ok(Stop::new(winner, Cause::Adjudicated));
            }
        }
    }

    fn start(&self) -> Result<GameStart, Message> {
        let options: Vec<(&str, &str)> =
            self.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let study = self.book.open(self.opening.setup.as_deref(), &options)?;
        let position = study.position("");
        Ok(GameStart {
            usual: position == self.book.open(None, &options)?.position(""),
            hidden: study.picture().pieces.iter().flatten().any(|piece| piece.face_down),
            position,
        })
    }

    fn turn(&self, side: Side, clocks: [u64; 2]) -> MoveRequest {
        let time_control = self.time_controls[side.index()];
        let own = time_control.movetime.or(time_control.clock.map(|_| clocks[side.index()]));
        let grace = Duration::from_millis(self.adjudication.time_margin) + self.adjudication.grace;
        MoveRequest {
            time_control,
            clocks: time_control.clock.map(|_| [clocks[side.index()], clocks[side.other().index()]]),
            timeout: own.map_or(self.adjudication.timeout, |millis| Duration::from_millis(millis) + grace),
            seed: self.seed,
        }
    }

    /// Updates the clock after a move; returns false if the move was too late.
    fn press_clock(&self, side: Side, spent: u64, leeway: u64, clocks: &mut [u64; 2]) -> bool {
        let time_control = self.time_controls[side.index()];
        if let Some((_, increment)) = time_control.clock {
            let left = &mut clocks[side.index()];
            if spent > left.saturating_add(leeway) {
                return false;
            }
            *left = left.saturating_sub(spent).saturating_add(increment);
        }
        time_control.movetime.is_none_or(|millis| spent <= millis.saturating_add(leeway))
    }

    fn end_by_fault(&self, side: Side, fault: Fault) -> Result<Stop, Message> {
        let lost = |cause| Stop::new(Some(!side), cause);
        Ok(match fault {
            Fault::Crash(text) => lost(Cause::Crash).with_detail(text),
            Fault::Illegal(text) => lost(Cause::Illegal).with_detail(text),
            Fault::TooLate => lost(Cause::TimeLoss),
            Fault::Resigned => lost(Cause::Resigned),
            Fault::Unable(message) => return Err(message),
        })
    }

    fn tags(&self, stop: &Stop) -> Vec<(String, String)> {
        let spec = self.book.spec();
        let [first, second] = spec.colors.map(Color::tag);
        let mut tags = vec![
            ("Event".to_owned(), "Kỳ Đài arena".to_owned()),
            ("Round".to_owned(), self.round.clone()),
            (first.to_owned(), self.names[0].to_owned()),
            (second.to_owned(), self.names[1].to_owned()),
        ];
        if !self.book.profile().usual_in.contains(&Convention::Pgn) {
            tags.insert(0, ("Game".to_owned(), spec.name.to_owned()));
        }
        let [one, other] = self.time_controls.map(|time_control| time_control.to_string());
        if one == other {
            tags.push(("TimeControl".to_owned(), one));
        } else {
            tags.push((format!("{first}TimeControl"), one));
            tags.push((format!("{second}TimeControl"), other));
        }
        let detail = if stop.detail.is_empty() { String::new() } else { format!(": {}", stop.detail) };
        tags.push(("Termination".to_owned(), format!("{}{detail}", stop.cause.code())));
        tags
    }
}

impl Stop {
    fn new(winner: Option<Side>, cause: Cause) -> Self {
        Stop { winner, cause, detail: String::new() }
    }

    fn with_detail(mut self, detail: String) -> Self {
        self.detail = detail;
        self
    }
}

/// Applies a command to the match. `Ended` events are skipped: the end is read from the position instead.
fn apply(game: &mut dyn Match, side: Side, command: &Command) -> Result<(), Refusal> {
    for event in game.decide(side, command, 0)? {
        // After such an event the match would accept no further command.
        if !matches!(event.kind, EventKind::Ended(_)) {
            game.apply(&event);
        }
    }
    Ok(())
}

/// `+0.35/12 98ms`.
fn comment(choice: &Choice, spent: u64) -> String {
    let score = match choice.score {
        Some(score) => match score.mate_plies() {
            Some(plies) => {
                format!("{}M{}", if plies > 0 { '+' } else { '-' }, plies.unsigned_abs().div_ceil(2))
            }
            None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
        },
        None => "?".to_owned(),
    };
    format!("{score}/{} {spent}ms", choice.depth)
}

/// Adjudication of a game by the scores the players report.
#[derive(Default)]
struct ScoreAdjudicator {
    lost: [usize; 2],
    level: usize,
}

impl ScoreAdjudicator {
    /// Adds a score; returns the result once the game is adjudicated: a winner, or a draw.
    fn update(
        &mut self,
        side: Side,
        score: Option<Score>,
        ply: usize,
        adjudication: &Adjudication,
    ) -> Option<Option<Side>> {
        let score = score?.raw();
        if let Some((below, moves)) = adjudication.resign {
            let lost = &mut self.lost[side.index()];
            *lost = if score <= -below { *lost + 1 } else { 0 };
            if *lost >= moves {
                return Some(Some(!side));
            }
        }
        if let Some((within, moves, from)) = adjudication.draw {
            self.level = if score.abs() <= within && ply >= from { self.level + 1 } else { 0 };
            if self.level >= 2 * moves {
                return Some(None);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_lost_after_enough_losing_scores_of_the_player() {
        let adjudication = Adjudication { resign: Some((500, 2)), ..Adjudication::default() };
        let mut adjudicator = ScoreAdjudicator::default();
        let mut update = |side, score| adjudicator.update(side, Some(Score::cp(score)), 40, &adjudication);
        assert_eq!(update(Side::First, -600), None);
        assert_eq!(update(Side::Second, 900), None);
        assert_eq!(update(Side::First, -100), None);
        assert_eq!(update(Side::First, -600), None);
        assert_eq!(update(Side::First, -600), Some(Some(Side::Second)));
    }

    #[test]
    fn a_draw_needs_level_scores_of_both_from_the_given_ply_on() {
        let adjudication = Adjudication { draw: Some((10, 2, 20)), ..Adjudication::default() };
        let mut adjudicator = ScoreAdjudicator::default();
        assert_eq!(adjudicator.update(Side::First, Some(Score::DRAW), 5, &adjudication), None);
        let decisions: Vec<_> = (20..24)
            .map(|ply| adjudicator.update(Side::First, Some(Score::DRAW), ply, &adjudication))
            .collect();
        assert_eq!(decisions, [None, None, None, Some(None)]);
    }

    #[test]
    fn scores_are_written_as_pgn_comments() {
        let choice = Choice { mv: String::new(), score: Some(Score::cp(-35)), depth: 7, nodes: 1 };
        assert_eq!(comment(&choice, 98), "-0.35/7 98ms");
        let mate = Choice { score: Some(Score::mate_in(5)), ..choice };
        assert_eq!(comment(&mate, 3), "+M3/7 3ms");
    }
}
