//! Results as lines of text: in the notes of a run, and in the shipped asset.

use std::fmt::Write as _;

use super::sources::{Case, Set};

/// Undecided positions with a larger estimate in centipawns are not draws.
const DRAWISH_SCORE: i32 = 200;

/// Result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// A forced win.
    Win { moves: u32, at_least: u32 },
    /// No forced win in any number of moves.
    NoWin,
    /// Undecided: no win within `refuted` moves, and the estimate of the engine.
    Undecided { refuted: u32, score: i32 },
    /// Not a forced win: `agrees` is true if the engine chooses the first move of the line.
    Line { agrees: bool, score: i32 },
}

impl CheckResult {
    /// Returns true if more time would not change the result.
    pub fn is_decided(&self) -> bool {
        !matches!(self, CheckResult::Undecided { .. })
    }

    fn write(&self) -> String {
        match self {
            CheckResult::Win { moves, at_least } => format!("win {moves} {at_least}"),
            CheckResult::NoWin => "none".into(),
            CheckResult::Undecided { refuted, score } => format!("open {refuted} {score}"),
            CheckResult::Line { agrees, score } => {
                format!("{} 0 {score}", if *agrees { "line" } else { "doubt" })
            }
        }
    }

    fn read(text: &str) -> Option<CheckResult> {
        let mut words = text.split(' ');
        let (kind, one, other) = (words.next()?, words.next().unwrap_or("0"), words.next().unwrap_or("0"));
        Some(match kind {
            "win" => CheckResult::Win { moves: one.parse().ok()?, at_least: other.parse().ok()? },
            "none" => CheckResult::NoWin,
            "open" => CheckResult::Undecided { refuted: one.parse().ok()?, score: other.parse().ok()? },
            _ => CheckResult::Line { agrees: kind == "line", score: other.parse().ok()? },
        })
    }
}

/// A checked position.
pub struct Checked {
    pub id: String,
    pub result: CheckResult,
    /// First moves that win in the number of moves found.
    pub keys: Vec<String>,
    pub all_keys: bool,
    /// Line with the longest resistance, or the best line.
    pub line: Vec<String>,
    pub nodes: u64,
    pub millis: u64,
    /// Time limit of the check.
    pub seconds: f64,
}

impl Checked {
    /// Returns the winning first moves; a `+` at the end if there may be more.
    fn keys(&self) -> String {
        let more = if self.all_keys || self.keys.is_empty() { "" } else { " +" };
        format!("{}{more}", self.keys.join(" "))
    }

    /// Writes a line of the notes.
    pub fn write(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.id,
            self.result.write(),
            self.keys(),
            self.line.join(" "),
            self.nodes,
            self.millis,
            self.seconds
        )
    }

    /// Reads a line of the notes.
    pub fn read(line: &str) -> Option<Checked> {
        let fields: Vec<&str> = line.split('\t').collect();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut keys = words(fields.get(2)?);
        let all_keys = keys.last().is_none_or(|last| last != "+");
        keys.retain(|key| key != "+");
        Some(Checked {
            id: (*fields.first()?).to_owned(),
            result: CheckResult::read(fields.get(1)?)?,
            keys,
            all_keys,
            line: words(fields.get(3)?),
            nodes: fields.get(4)?.parse().ok()?,
            millis: fields.get(5)?.parse().ok()?,
            seconds: fields.get(6)?.parse().ok()?,
        })
    }
}

/// Returns the initial difficulty rating of a puzzle: by its length and by the nodes of the solver.
fn difficulty(checked: &Checked) -> u32 {
    let work = f64::from(u32::try_from(checked.nodes).unwrap_or(u32::MAX).max(1)).log10();
    let length = match checked.result {
        CheckResult::Win { moves, .. } => f64::from(moves.max(1)).ln() * 480.0,
        _ => 900.0,
    };
    (550.0 + length + 55.0 * work).clamp(500.0, 2700.0).round() as u32
}

/// Returns the asset: a header with the source, then a line for each puzzle.
pub fn asset(set: Set, cases: &[Case], known: &[Checked]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "# {}", set.name);
    let _ = writeln!(text, "# Game: {}", set.game);
    let _ = writeln!(text, "# Source: {}.", set.source);
    let _ = writeln!(
        text,
        "# Each position checked by our solver; `cargo xtask collections --set {}` does it again.",
        set.name
    );
    let _ = writeln!(
        text,
        "# id, position, move before it, goal, verdict, keys (+: perhaps more), line, rating, note"
    );
    for case in cases.iter().filter(|case| case.ships) {
        let Some(checked) = known.iter().rev().find(|one| one.id == case.id) else { continue };
        let Some(goal) = goal(set, case, checked) else { continue };
        let position: Vec<&str> = case.fen.split(' ').collect();
        // In xiangqi the fields after the side to move do not matter for a composition.
        let position = if set.game == "xiangqi" {
            position[..2.min(position.len())].join(" ")
        } else {
            position.join(" ")
        };
        let keys = checked.keys();
        let rating = case.rating.unwrap_or_else(|| difficulty(checked));
        let line = if checked.line.is_empty() { &case.line } else { &checked.line };
        let _ = writeln!(
            text,
            "{}\t{position}\t{}\t{goal}\t{}\t{}\t{}\t{rating}\t{}",
            case.id,
            case.before,
            checked.result.write(),
            keys,
            line.join(" "),
            case.note
        );
    }
    text
}

/// Returns the goal of the puzzle; `None` for a position that is not shipped: broken or undecided.
fn goal(set: Set, case: &Case, checked: &Checked) -> Option<&'static str> {
    match (&checked.result, set.name) {
        (CheckResult::Win { .. }, _) => Some("win"),
        (CheckResult::Line { agrees, .. }, _) => agrees.then_some("line"),
        // A position without the stated mate is broken; from games only proven wins are shipped.
        (_, "games" | "lichess" | "ccpd" | "fives") => None,
        (CheckResult::NoWin, _) => Some("draw"),
        (CheckResult::Undecided { score, .. }, _) => {
            Some(if case.drawn || score.abs() < DRAWISH_SCORE { "draw" } else { "win" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_back_as_written() {
        for result in [
            CheckResult::Win { moves: 7, at_least: 5 },
            CheckResult::NoWin,
            CheckResult::Undecided { refuted: 3, score: -120 },
            CheckResult::Line { agrees: false, score: 8 },
        ] {
            let one = Checked {
                id: "12".into(),
                result: result.clone(),
                keys: vec!["a0a9".into(), "b0b9".into()],
                all_keys: false,
                line: vec!["a0a9".into(), "e9e8".into()],
                nodes: 77,
                millis: 5,
                seconds: 2.5,
            };
            let read = Checked::read(&one.write()).expect("a written line");
            assert_eq!((read.result, read.keys, read.line), (result, one.keys.clone(), one.line.clone()));
            assert_eq!((read.all_keys, read.nodes, read.millis, read.seconds), (false, 77, 5, 2.5));
        }
    }
}
