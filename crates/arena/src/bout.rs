//! One game: both players asked in turn, every move and every end judged by our own rules.

use std::time::{Duration, Instant};

use game::ToMessage as _;
use table::{
    ClockRule, Command, Created, Manners, Match, Message, Notation, Outcome, Reason, Refusal, Rulebook,
    Score, Secret, Side, Viewer, What,
};

use crate::opening::Opening;
use crate::player::{Choice, Fault, Player, Start, Turn};
use crate::tempo::Tempo;

/// What a game needs besides its players.
pub struct Bout<'a> {
    /// The game's rules.
    pub book: &'static dyn Rulebook,
    /// Rule options, name and value.
    pub options: &'a [(String, String)],
    /// Where it begins.
    pub opening: &'a Opening,
    /// What a deal grows from.
    pub deal: Vec<u8>,
    /// The players' names, first side first.
    pub names: [&'a str; 2],
    /// Their time controls.
    pub tempos: [Tempo; 2],
    /// When and how a game is broken off.
    pub judging: Judging,
    /// What random choices grow from.
    pub seed: u64,
    /// The number on the record.
    pub round: String,
}

/// When a game is lost on time, and when it is broken off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judging {
    /// Time beyond a player's own that is forgiven, in milliseconds.
    pub margin: u64,
    /// How much longer an answer is waited for, once it is too late anyway.
    pub grace: Duration,
    /// How long a player without a time limit may think before it counts as hanging.
    pub patience: Duration,
    /// Drawn after so many plies.
    pub most_plies: usize,
    /// Lost once a player itself has said so, by so many centipawns for so many of its moves.
    pub resign: Option<(i32, usize)>,
    /// Drawn once both have said so for so many moves each, within so many centipawns, from this ply on.
    pub draw: Option<(i32, usize, usize)>,
}

impl Default for Judging {
    fn default() -> Self {
        Judging {
            margin: 200,
            grace: Duration::from_secs(2),
            patience: Duration::from_secs(120),
            most_plies: 1000,
            resign: None,
            draw: None,
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// By the rules of the game, or a draw that could be claimed.
    Rule(Reason),
    /// A player gave up.
    Resigned,
    /// A player's program died or could not be spoken to.
    Crash,
    /// A player answered with something that is no legal move.
    Illegal,
    /// A player thought too long.
    TimeLoss,
    /// Broken off by the players' own scores.
    Adjudicated,
    /// Broken off for its length.
    TooLong,
}

impl Cause {
    /// The word machines read.
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

    /// Whether the player that lost by it did something it must not do.
    pub fn is_fault(self) -> bool {
        matches!(self, Cause::Crash | Cause::Illegal | Cause::TimeLoss)
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// Who won.
    pub winner: Option<Side>,
    /// How it ended.
    pub cause: Cause,
    /// What a fault was about: the illegal move, the program's last words.
    pub detail: String,
    /// How many plies, the opening's included.
    pub plies: usize,
    /// All moves in coordinates, as everybody knows them.
    pub moves: Vec<String>,
    /// Where it began, where that is not the usual start.
    pub setup: Option<String>,
    /// The record in PGN.
    pub pgn: String,
}

/// What ends a game before its rules do.
struct Stop {
    winner: Option<Side>,
    cause: Cause,
    detail: String,
}

impl Bout<'_> {
    /// Plays the game. An error means that it cannot be played at all, by anyone's fault but a player's.
    pub fn play(&self, mut players: [&mut dyn Player; 2]) -> Result<Finished, Message> {
        let mut table = self.set_up()?;
        let mut comments = vec![String::new(); self.opening.moves.len()];
        let stop = self.run(table.as_mut(), &mut players, &mut comments)?;
        let study = table.study(Viewer::Public);
        let outcome = Outcome { winner: stop.winner, reason: Reason::Aborted };
        let notation = self.book.notations().iter().find(|one| [Notation::San, Notation::Wxf].contains(one));
        Ok(Finished {
            winner: stop.winner,
            plies: study.ply(),
            moves: study.moves(Notation::Uci),
            setup: self.opening.setup.clone(),
            pgn: study.pgn(
                &self.tags(&stop),
                &comments,
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
            manners: Manners::FAIR,
            deal: None,
        }
    }

    fn secret(&self) -> Secret {
        Secret { seed: self.deal.clone(), nonces: [Vec::new(), Vec::new()] }
    }

    fn set_up(&self) -> Result<Box<dyn Match>, Message> {
        let mut table = self.book.table(&self.created(), Some(&self.secret()))?;
        for mv in &self.opening.moves {
            let turn = table.view(Viewer::Public, 0).turn;
            apply(table.as_mut(), turn, &Command::Play(mv.clone())).map_err(|refusal| refusal.message())?;
        }
        Ok(table)
    }

    /// Asks for moves until the game is over.
    fn run(
        &self,
        table: &mut dyn Match,
        players: &mut [&mut dyn Player; 2],
        comments: &mut Vec<String>,
    ) -> Result<Stop, Message> {
        let start = self.start()?;
        let mut clocks = self.tempos.map(|tempo| tempo.clock.map_or(0, |(base, _)| base));
        let mut votes = Votes::default();
        for side in Side::BOTH {
            if let Some(seer) = players[side.index()].sees() {
                seer.show(&self.created(), &self.secret())?;
            }
            if let Err(fault) = players[side.index()].begin(&start) {
                return self.faulted(side, fault);
            }
        }
        loop {
            let seen = table.study(Viewer::Public);
            let status = seen.status();
            // Machines claim every draw they may claim.
            if let Some(outcome) = status.outcome.or(status.claim) {
                return Ok(Stop::new(outcome.winner, Cause::Rule(outcome.reason)));
            }
            if seen.ply() >= self.judging.most_plies {
                return Ok(Stop::new(None, Cause::TooLong));
            }
            let side = status.turn;
            let study = table.study(Viewer::Seat(side));
            let turn = self.turn(side, clocks);
            let begun = Instant::now();
            let chosen = players[side.index()].choose(study.as_ref(), &turn);
            let spent = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            let choice = match chosen {
                Ok(choice) => choice,
                Err(fault) => return self.faulted(side, fault),
            };
            let leeway = self.judging.margin + players[side.index()].leeway(&turn.tempo);
            if !self.in_time(side, spent, leeway, &mut clocks) {
                return Ok(Stop::new(Some(!side), Cause::TimeLoss).about(format!("{spent} ms")));
            }
            if apply(table, side, &Command::Play(choice.mv.clone())).is_err() {
                return Ok(Stop::new(Some(!side), Cause::Illegal).about(choice.mv));
            }
            comments.push(comment(&choice, spent));
            if let Some(winner) = votes.count(side, choice.score, seen.ply(), &self.judging) {
                return Ok(Stop::new(winner, Cause::Adjudicated));
            }
        }
    }

    fn start(&self) -> Result<Start, Message> {
        let options: Vec<(&str, &str)> =
            self.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let study = self.book.open(self.opening.setup.as_deref(), &options)?;
        let position = study.position("");
        Ok(Start {
            usual: position == self.book.open(None, &options)?.position(""),
            hidden: study.picture().pieces.iter().flatten().any(|piece| piece.face_down),
            position,
        })
    }

    fn turn(&self, side: Side, clocks: [u64; 2]) -> Turn {
        let tempo = self.tempos[side.index()];
        let own = tempo.movetime.or(tempo.clock.map(|_| clocks[side.index()]));
        let grace = Duration::from_millis(self.judging.margin) + self.judging.grace;
        Turn {
            tempo,
            clocks: tempo.clock.map(|_| [clocks[side.index()], clocks[side.other().index()]]),
            patience: own.map_or(self.judging.patience, |millis| Duration::from_millis(millis) + grace),
            seed: self.seed,
        }
    }

    /// Whether a move came in time; the clock is pressed.
    fn in_time(&self, side: Side, spent: u64, leeway: u64, clocks: &mut [u64; 2]) -> bool {
        let tempo = self.tempos[side.index()];
        if let Some((_, increment)) = tempo.clock {
            let left = &mut clocks[side.index()];
            if spent > left.saturating_add(leeway) {
                return false;
            }
            *left = left.saturating_sub(spent).saturating_add(increment);
        }
        tempo.movetime.is_none_or(|millis| spent <= millis.saturating_add(leeway))
    }

    fn faulted(&self, side: Side, fault: Fault) -> Result<Stop, Message> {
        let lost = |cause| Stop::new(Some(!side), cause);
        Ok(match fault {
            Fault::Crash(words) => lost(Cause::Crash).about(words),
            Fault::Illegal(text) => lost(Cause::Illegal).about(text),
            Fault::TooLate => lost(Cause::TimeLoss),
            Fault::Resigned => lost(Cause::Resigned),
            Fault::Unable(message) => return Err(message),
        })
    }

    fn tags(&self, stop: &Stop) -> Vec<(String, String)> {
        let spec = self.book.spec();
        let first = if spec.sides[0] == "side_white" { "White" } else { "Red" };
        let mut tags = vec![
            ("Event", "Kỳ Đài arena".to_owned()),
            ("Round", self.round.clone()),
            (first, self.names[0].to_owned()),
            ("Black", self.names[1].to_owned()),
        ];
        if spec.name != "chess" {
            tags.insert(0, ("Game", spec.name.to_owned()));
        }
        if self.tempos[0] == self.tempos[1] {
            tags.push(("TimeControl", self.tempos[0].to_string()));
        } else {
            tags.push((
                if first == "White" { "WhiteTimeControl" } else { "RedTimeControl" },
                self.tempos[0].to_string(),
            ));
            tags.push(("BlackTimeControl", self.tempos[1].to_string()));
        }
        let detail = if stop.detail.is_empty() { String::new() } else { format!(": {}", stop.detail) };
        tags.push(("Termination", format!("{}{detail}", stop.cause.code())));
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl Stop {
    fn new(winner: Option<Side>, cause: Cause) -> Self {
        Stop { winner, cause, detail: String::new() }
    }

    fn about(mut self, detail: String) -> Self {
        self.detail = detail;
        self
    }
}

/// Brings a command to the table. An end that follows is found by looking at the board.
fn apply(table: &mut dyn Match, side: Side, command: &Command) -> Result<(), Refusal> {
    for event in table.decide(side, command, 0)? {
        // The table would stop taking moves; the board says the same at once.
        if !matches!(event.what, What::Ended(_)) {
            table.apply(&event);
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

/// How long the players' own scores have been saying the same.
#[derive(Default)]
struct Votes {
    lost: [usize; 2],
    level: usize,
}

impl Votes {
    /// Counts a score; the result, once it is agreed: a winner, or a draw.
    fn count(
        &mut self,
        side: Side,
        score: Option<Score>,
        ply: usize,
        judging: &Judging,
    ) -> Option<Option<Side>> {
        let score = score?.raw();
        if let Some((below, moves)) = judging.resign {
            let lost = &mut self.lost[side.index()];
            *lost = if score <= -below { *lost + 1 } else { 0 };
            if *lost >= moves {
                return Some(Some(!side));
            }
        }
        if let Some((within, moves, from)) = judging.draw {
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
    fn a_player_that_calls_itself_lost_long_enough_has_lost() {
        let judging = Judging { resign: Some((500, 2)), ..Judging::default() };
        let mut votes = Votes::default();
        let mut say = |side, score| votes.count(side, Some(Score::cp(score)), 40, &judging);
        assert_eq!(say(Side::First, -600), None);
        assert_eq!(say(Side::Second, 900), None);
        assert_eq!(say(Side::First, -100), None);
        assert_eq!(say(Side::First, -600), None);
        assert_eq!(say(Side::First, -600), Some(Some(Side::Second)));
    }

    #[test]
    fn a_draw_needs_both_and_a_late_hour() {
        let judging = Judging { draw: Some((10, 2, 20)), ..Judging::default() };
        let mut votes = Votes::default();
        assert_eq!(votes.count(Side::First, Some(Score::DRAW), 5, &judging), None);
        let said: Vec<_> =
            (20..24).map(|ply| votes.count(Side::First, Some(Score::DRAW), ply, &judging)).collect();
        assert_eq!(said, [None, None, None, Some(None)]);
    }

    #[test]
    fn scores_are_written_for_records() {
        let choice = Choice { mv: String::new(), score: Some(Score::cp(-35)), depth: 7, nodes: 1 };
        assert_eq!(comment(&choice, 98), "-0.35/7 98ms");
        let mate = Choice { score: Some(Score::mate_in(5)), ..choice };
        assert_eq!(comment(&mate, 3), "+M3/7 3ms");
    }
}
