//! A match that can be taken up again: what was asked, and every game that has ended, one line each.

use table::{Message, Reason, Side};

use crate::bout::Cause;
use crate::report::Tally;
use crate::schedule::Schedule;

/// The first words of a state file, with the form's number.
const HEAD: &str = "kydai-arena 1";

/// What is kept of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// What the match is, in one line: another match does not go on with this state.
    pub title: String,
    /// The games that have ended.
    pub games: Vec<Tally>,
}

impl State {
    /// A match before its first game.
    pub fn new(title: &str) -> Self {
        State { title: title.replace(['\n', '\r'], " "), games: Vec::new() }
    }

    /// The head of a file.
    pub fn head(&self) -> String {
        format!("{HEAD}\n{}\n", self.title)
    }

    /// The line of a game: its number, the result, the cause.
    pub fn line(tally: &Tally) -> String {
        let winner = tally.winner.map_or("draw", Side::code);
        format!("{} {winner} {}\n", tally.index, tally.cause.code())
    }

    /// Reads a file back. A last line that was cut off is no game; a game told twice counts once.
    pub fn read(text: &str, schedule: &Schedule) -> Result<Self, Message> {
        let broken = |line: usize| Message::new("arena_state").number("line", line);
        let mut lines = text.split_inclusive('\n').enumerate();
        let mut head = || lines.next().map(|(_, line)| line.trim_end().to_owned());
        if head().as_deref() != Some(HEAD) {
            return Err(broken(1));
        }
        let mut state = State::new(&head().ok_or_else(|| broken(2))?);
        for (index, line) in lines {
            if !line.ends_with('\n') {
                break;
            }
            let tally = read_line(line, schedule).ok_or_else(|| broken(index + 1))?;
            if state.games.iter().all(|known| known.index != tally.index) {
                state.games.push(tally);
            }
        }
        Ok(state)
    }
}

fn read_line(line: &str, schedule: &Schedule) -> Option<Tally> {
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
    Some(Tally { index, pair: slot.pair, a_first: slot.seats[0] == pairing.a, winner, cause })
}

fn cause(code: &str) -> Option<Cause> {
    let own =
        [Cause::Resigned, Cause::Crash, Cause::Illegal, Cause::TimeLoss, Cause::Adjudicated, Cause::TooLong];
    let off_the_board = |reason: &Reason| {
        matches!(
            reason,
            Reason::Resignation
                | Reason::TimeForfeit
                | Reason::TimeWithoutMaterial
                | Reason::Agreement
                | Reason::Aborted
        )
    };
    let by_rule = || Reason::named(code).filter(|reason| !off_the_board(reason)).map(Cause::Rule);
    own.into_iter().find(|cause| cause.code() == code).or_else(by_rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::round_robin;

    #[test]
    fn a_state_reads_back_as_it_was_written() {
        let schedule = Schedule { pairings: round_robin(2), games: 4, seed: 1 };
        let mut state = State::new("a match");
        let game =
            |index, winner, cause| Tally { index, pair: index / 2, a_first: index % 2 == 0, winner, cause };
        state.games = vec![
            game(1, Some(Side::Second), Cause::Rule(Reason::Checkmate)),
            game(0, None, Cause::Rule(Reason::Repetition)),
            game(2, Some(Side::First), Cause::TimeLoss),
        ];
        let lines: String = state.games.iter().map(State::line).collect();
        let text = state.head() + &lines;
        assert_eq!(State::read(&text, &schedule), Ok(state.clone()));
        assert_eq!(State::read(&(text.clone() + "3 dra"), &schedule), Ok(state.clone()), "a line cut off");
        assert_eq!(State::read(&(text.clone() + "1 draw crash\n"), &schedule), Ok(state), "told twice");
        assert!(State::read(&(text.clone() + "9 draw crash\n"), &schedule).is_err(), "no such game");
        assert!(State::read(&(text + "3 draw magic\n"), &schedule).is_err(), "no such end");
        assert!(State::read("something else\n", &schedule).is_err());
        assert!(State::read("", &schedule).is_err());
    }
}
