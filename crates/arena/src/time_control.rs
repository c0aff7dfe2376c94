//! Time control of a player: `movetime=100`, `nodes=5000`, `depth=6`, `10+0.1`, or several of them.

use std::fmt;
use std::str::FromStr;

use table::Message;

/// Time control; all limits that are set apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// Milliseconds per move.
    pub movetime: Option<u64>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Milliseconds for the game, and the increment per move.
    pub clock: Option<(u64, u64)>,
}

impl FromStr for TimeControl {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let wrong = || Message::new("arena_tempo").text("text", text);
        let mut time_control = TimeControl::default();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some(("movetime", value)) => {
                    time_control.movetime = Some(at_least_one(value).ok_or_else(wrong)?);
                }
                Some(("nodes", value)) => time_control.nodes = Some(at_least_one(value).ok_or_else(wrong)?),
                Some(("depth", value)) => {
                    let plies = at_least_one(value).and_then(|plies| u32::try_from(plies).ok());
                    time_control.depth = Some(plies.ok_or_else(wrong)?);
                }
                Some(_) => return Err(wrong()),
                None => {
                    let (base, increment) = part.split_once('+').unwrap_or((part, "0"));
                    let base = millis(base).filter(|&base| base > 0).ok_or_else(wrong)?;
                    time_control.clock = Some((base, millis(increment).ok_or_else(wrong)?));
                }
            }
        }
        // A fixed time per move excludes a clock.
        if time_control.movetime.is_some() && time_control.clock.is_some() {
            Err(wrong())
        } else {
            Ok(time_control)
        }
    }
}

fn at_least_one(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|&number| number > 0)
}

/// Parses seconds, possibly with a fraction, to milliseconds.
fn millis(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=86_400.0 * 365.0).contains(&seconds).then_some((seconds * 1000.0).round() as u64)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self
            .clock
            .map(|(base, increment)| format!("{}+{}", base as f64 / 1000.0, increment as f64 / 1000.0));
        let parts = [
            clock,
            self.movetime.map(|millis| format!("movetime={millis}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|plies| format!("depth={plies}")),
        ];
        write!(f, "{}", parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_reads_back_as_it_is_written() {
        for text in [
            "movetime=100",
            "nodes=5000",
            "depth=6",
            "10+0.1",
            "60+0",
            "10+0.1,depth=6",
            "movetime=50,nodes=9",
        ] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        assert_eq!("2".parse::<TimeControl>().map(|time_control| time_control.clock), Ok(Some((2000, 0))));
    }

    #[test]
    fn invalid_time_controls_are_rejected() {
        for text in [
            "",
            "fast",
            "movetime=0",
            "nodes=-1",
            "depth=x",
            "0+1",
            "1+x",
            "-3",
            "ply=3",
            "1+1,movetime=5",
            "nan",
            "inf",
        ] {
            assert_eq!(text.parse::<TimeControl>().expect_err(text).code, "arena_tempo", "{text}");
        }
    }
}
