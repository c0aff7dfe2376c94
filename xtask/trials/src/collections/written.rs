//! What was found out about a position as a line of text: in the notes of a run, and in the asset that is shipped.

use std::fmt::Write as _;

use super::sources::{Case, Set};

/// Beyond this estimate, in centipawns of a soldier, a position that is not decided is no draw to be held.
const LEVEL: i32 = 200;

/// What the check came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A forced win.
    Win { moves: u32, at_least: u32 },
    /// No forced win, whatever the number of moves.
    NoWin,
    /// Not decided: no win within so many moves, and what the champion thinks of it.
    Open { refuted: u32, points: i32 },
    /// No question of a forced win: whether the champion chooses the line's first move.
    Line { agrees: bool, points: i32 },
}

impl Verdict {
    /// Whether more time would change nothing.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Verdict::Open { .. })
    }

    fn write(&self) -> String {
        match self {
            Verdict::Win { moves, at_least } => format!("win {moves} {at_least}"),
            Verdict::NoWin => "none".into(),
            Verdict::Open { refuted, points } => format!("open {refuted} {points}"),
            Verdict::Line { agrees, points } => {
                format!("{} 0 {points}", if *agrees { "line" } else { "doubt" })
            }
        }
    }

    fn read(text: &str) -> Option<Verdict> {
        let mut words = text.split(' ');
        let (kind, one, other) = (words.next()?, words.next().unwrap_or("0"), words.next().unwrap_or("0"));
        Some(match kind {
            "win" => Verdict::Win { moves: one.parse().ok()?, at_least: other.parse().ok()? },
            "none" => Verdict::NoWin,
            "open" => Verdict::Open { refuted: one.parse().ok()?, points: other.parse().ok()? },
            _ => Verdict::Line { agrees: kind == "line", points: other.parse().ok()? },
        })
    }
}

/// A position that was checked.
pub struct Checked {
    pub id: String,
    pub verdict: Verdict,
    /// First moves that win in the number found.
    pub keys: Vec<String>,
    pub all_keys: bool,
    /// The longest resistance, or the best line.
    pub line: Vec<String>,
    pub nodes: u64,
    pub millis: u64,
    /// How long it was allowed to take.
    pub seconds: f64,
}

impl Checked {
    /// The first moves that win; a `+` behind them where there may be more.
    fn keys(&self) -> String {
        let more = if self.all_keys || self.keys.is_empty() { "" } else { " +" };
        format!("{}{more}", self.keys.join(" "))
    }

    /// As a line of the notes.
    pub fn write(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.id,
            self.verdict.write(),
            self.keys(),
            self.line.join(" "),
            self.nodes,
            self.millis,
            self.seconds
        )
    }

    /// From a line of the notes.
    pub fn read(line: &str) -> Option<Checked> {
        let fields: Vec<&str> = line.split('\t').collect();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut keys = words(fields.get(2)?);
        let all_keys = keys.last().is_none_or(|last| last != "+");
        keys.retain(|key| key != "+");
        Some(Checked {
            id: (*fields.first()?).to_owned(),
            verdict: Verdict::read(fields.get(1)?)?,
            keys,
            all_keys,
            line: words(fields.get(3)?),
            nodes: fields.get(4)?.parse().ok()?,
            millis: fields.get(5)?.parse().ok()?,
            seconds: fields.get(6)?.parse().ok()?,
        })
    }
}

/// How hard a puzzle is thought to be before anybody has tried it: by its length, and by the work it took us.
fn difficulty(checked: &Checked) -> u32 {
    let work = f64::from(u32::try_from(checked.nodes).unwrap_or(u32::MAX).max(1)).log10();
    let length = match checked.verdict {
        Verdict::Win { moves, .. } => f64::from(moves.max(1)).ln() * 480.0,
        _ => 900.0,
    };
    (550.0 + length + 55.0 * work).clamp(500.0, 2700.0).round() as u32
}

/// The asset: a head that says where it comes from, then a line for each puzzle.
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
        // At xiangqi the fields behind the turn say nothing about a composition.
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
            checked.verdict.write(),
            keys,
            line.join(" "),
            case.note
        );
    }
    text
}

/// What is asked of the person; `None` for a position that is not shipped: broken, or nothing is known about it.
fn goal(set: Set, case: &Case, checked: &Checked) -> Option<&'static str> {
    match (&checked.verdict, set.name) {
        (Verdict::Win { .. }, _) => Some("win"),
        (Verdict::Line { agrees, .. }, _) => agrees.then_some("line"),
        // A mate that is none is broken, and of an end of a game only a win that is proven is asked for.
        (_, "games" | "lichess" | "ccpd") => None,
        (Verdict::NoWin, _) => Some("draw"),
        (Verdict::Open { points, .. }, _) => {
            Some(if case.drawn || points.abs() < LEVEL { "draw" } else { "win" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_out_is_read_again_as_it_was_written() {
        for verdict in [
            Verdict::Win { moves: 7, at_least: 5 },
            Verdict::NoWin,
            Verdict::Open { refuted: 3, points: -120 },
            Verdict::Line { agrees: false, points: 8 },
        ] {
            let one = Checked {
                id: "12".into(),
                verdict: verdict.clone(),
                keys: vec!["a0a9".into(), "b0b9".into()],
                all_keys: false,
                line: vec!["a0a9".into(), "e9e8".into()],
                nodes: 77,
                millis: 5,
                seconds: 2.5,
            };
            let read = Checked::read(&one.write()).expect("what was written");
            assert_eq!((read.verdict, read.keys, read.line), (verdict, one.keys.clone(), one.line.clone()));
            assert_eq!((read.all_keys, read.nodes, read.millis, read.seconds), (false, 77, 5, 2.5));
        }
    }
}
