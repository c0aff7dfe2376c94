//! State file of a match, so that it can be resumed: the settings and one line for each finished game.

use table::{Message, Reason, Side, games};

use crate::engine_game::Cause;
use crate::report::GameResult;
use crate::schedule::Schedule;

/// First line of a state file, with the version of the format.
const HEADER: &str = "kydai-arena 1";

/// State of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchState {
    /// Settings of the match in one line: another match is not resumed from this state.
    pub title: String,
    /// Finished games.
    pub games: Vec<GameResult>,
}

impl MatchState {
    /// Makes the state of a match before its first game.
    pub fn new(title: &str) -> Self {
        MatchState { title: title.replace(['\n', '\r'], " "), games: Vec::new() }
    }

    /// Returns the header of the file.
    pub fn header(&self) -> String {
        format!("{HEADER}\n{}\n", self.title)
    }

    /// Returns the line of a game: its number, the result, the cause.
    pub fn line(result: &GameResult) -> String {
        let winner = result.winner.map_or("draw", Side::code);
        format!("{} {winner} {}\n", result.index, result.cause.code())
    }

    /// Reads a state file. An incomplete last line is ignored; a game listed twice counts once.
    pub fn read(text: &str, schedule: &Schedule) -> Result<Self, Message> {
        let broken = |line: usize| Message::new("arena_state").number("line", line);
        let mut lines = text.split_inclusive('\n').enumerate();
        let mut header = || lines.next().map(|(_, line)| line.trim_end().to_owned());
        if header().as_deref() != Some(HEADER) {
            return Err(broken(1));
        }
        let mut state = MatchState::new(&header().ok_or_else(|| broken(2))?);
        for (index, line) in lines {
            if !line.ends_with('\n') {
                break;
            }
            let result = read_line(line, schedule).ok_or_else(|| broken(index + 1))?;
            if state.games.iter().all(|known| known.index != result.index) {
                state.games.push(result);
            }
        }
        Ok(state)
    }
}

fn read_line(line: &str, schedule: &Schedule) -> Option<GameResult> {
    let mut words = line.split_whitespace();
    let index = words.next()?.parse().ok()?;
    let winner = match words.next()? {
        "draw" => None,
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        _ => return None,
    };
    let cause = cause(words.next()?)?;
    let slot = schedule.slot(index)?;
    let pairing = schedule.pairings.get(slot.pairing)?;
    Some(GameResult { index, pair: slot.pair, a_first: slot.seats[0] == pairing.a, winner, cause })
}

fn cause(code: &str) -> Option<Cause> {
    let own =
        [Cause::Resigned, Cause::Crash, Cause::Illegal, Cause::TimeLoss, Cause::Adjudicated, Cause::TooLong];
    let is_not_by_rule = |reason: &Reason| {
        matches!(
            reason,
            Reason::Resignation
                | Reason::TimeForfeit
                | Reason::TimeWithoutMaterial
                | Reason::Abandonment
                | Reason::Agreement
                | Reason::Aborted
        )
    };
    let by_rule = || games::reason_named(code).filter(|reason| !is_not_by_rule(reason)).map(Cause::Rule);
    own.into_iter().find(|cause| cause.code() == code).or_else(by_rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::round_robin;

    #[test]
    fn a_state_reads_back_as_it_was_written() {
        let schedule = Schedule { pairings: round_robin(2), games: 4, seed: 1 };
        let mut state = MatchState::new("a match");
        let game = |index, winner, cause| GameResult {
            index,
            pair: index / 2,
            a_first: index % 2 == 0,
            winner,
            cause,
        };
        state.games = vec![
            game(1, Some(Side::Second), Cause::Rule(Reason::Checkmate)),
            game(0, None, Cause::Rule(Reason::Repetition)),
            game(2, Some(Side::First), Cause::TimeLoss),
        ];
        let lines: String = state.games.iter().map(MatchState::line).collect();
        let text = state.header() + &lines;
        assert_eq!(MatchState::read(&text, &schedule), Ok(state.clone()));
        assert_eq!(
            MatchState::read(&(text.clone() + "3 dra"), &schedule),
            Ok(state.clone()),
            "incomplete line"
        );
        assert_eq!(
            MatchState::read(&(text.clone() + "1 draw crash\n"), &schedule),
            Ok(state),
            "listed twice"
        );
        assert!(MatchState::read(&(text.clone() + "9 draw crash\n"), &schedule).is_err(), "no such game");
        assert!(MatchState::read(&(text + "3 draw magic\n"), &schedule).is_err(), "no such cause");
        assert!(MatchState::read("something else\n", &schedule).is_err());
        assert!(MatchState::read("", &schedule).is_err());
    }
}
