//! UCCI 3.0: parses lines to commands and writes search reports.

use table::{Message, Score, SearchReport};

use crate::command::{Command, Go, Words, position};
use crate::options::OptionDecl;
use crate::{ranks, uci};

/// Score of a mate in 0: the protocol has plain numbers only.
const MATE: i32 = 10_000;
/// Score of a win by the rules on repetition.
const VERDICT: i32 = 9_500;
/// Maximum score of an evaluation.
const LARGEST: i32 = 9_000;

/// Parses a line; `millis` is the length of the protocol's time unit.
pub fn parse(line: &str, millis: u64) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((line, ""));
    match word {
        "setoption" => option(rest),
        "banmoves" => Command::BanMoves(rest.split_ascii_whitespace().map(str::to_owned).collect()),
        "go" => Command::Go(Box::new(go(rest, millis))),
        "ponderhit" => Command::PonderHit { draw: rest.split_ascii_whitespace().any(|word| word == "draw") },
        "probe" => {
            let (setup, moves) = position(rest);
            Command::Probe { setup, moves }
        }
        // Everything else is as in UCI.
        _ => uci::parse(line),
    }
}

/// `name value` with one-word names. The UCI form is accepted as well.
fn option(rest: &str) -> Command {
    let rest = rest.trim();
    if rest.starts_with("name ") {
        return uci::parse(&format!("setoption {rest}"));
    }
    let (name, value) = match rest.split_once(|letter: char| letter.is_ascii_whitespace()) {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (rest, None),
    };
    Command::SetOption { name: name.to_owned(), value }
}

fn go(rest: &str, millis: u64) -> Go {
    let mut go = Go::default();
    let mut words = Words::new(rest);
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "draw" => go.draw = true,
            "infinite" => go.infinite = true,
            "depth" if words.skip("infinite") => go.infinite = true,
            "depth" => go.depth = Some(words.small(word, 1)),
            "nodes" => go.nodes = Some(words.number(word, 1)),
            "time" => go.times.own = Some(words.time(word, millis)),
            "increment" => go.times.own_increment = Some(words.time(word, millis)),
            "movestogo" => go.times.moves_to_go = Some(words.small(word, 1)),
            "opptime" | "oppincrement" => drop(words.time(word, millis)),
            "oppmovestogo" => drop(words.small(word, 1)),
            // Not part of the protocol, but sent by interfaces that support both.
            "movetime" => go.movetime = Some(words.time(word, 1).max(1)),
            "perft" => go.perft = Some(words.small(word, 0)),
            other => words.errors.push(Message::new("uci_go_word").text("word", other)),
        }
    }
    go.errors = words.errors;
    go
}

/// Option line of the handshake.
pub fn write_option(option: &OptionDecl) -> String {
    // Buttons and texts are as in UCI, but without the word `name`.
    format!("option {} {}", option.name, uci::kind(&option.kind))
}

/// Search report as `info` lines; the protocol has a single PV.
pub fn write_info(report: &SearchReport, style: uci::Style) -> Vec<String> {
    let Some(line) = report.lines.first() else { return Vec::new() };
    vec![
        format!("info time {} nodes {}", report.micros / 1000, report.nodes),
        format!(
            "info depth {} score {} pv {}",
            report.depth,
            write_score(line.score),
            ranks::raise_all(&line.moves, style.shift)
        ),
    ]
}

/// Score as a plain number.
pub fn write_score(score: Score) -> i32 {
    match score.mate_plies() {
        Some(plies) if plies > 0 => MATE - plies,
        Some(plies) => -MATE - plies,
        None if score.is_decided() => VERDICT * score.raw().signum(),
        None => score.raw().clamp(-LARGEST, LARGEST),
    }
}

/// Suffix of the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSuffix {
    /// No suffix.
    None,
    /// Accepts the draw offer.
    Draw,
    /// Resigns.
    Resign,
}

/// Answer: best move, ponder move and suffix.
pub fn write_best(best: Option<&str>, reply: Option<&str>, suffix: MoveSuffix, style: uci::Style) -> String {
    if best.is_none() {
        return "nobestmove".to_owned();
    }
    let suffix = match suffix {
        MoveSuffix::None => "",
        MoveSuffix::Draw => " draw",
        MoveSuffix::Resign => " resign",
    };
    format!("{}{suffix}", uci::write_best(best, reply, style))
}

#[cfg(test)]
mod tests {
    use table::Side;

    use super::*;

    #[test]
    fn option_names_are_one_word_and_the_rest_is_the_value() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption hashsize 64", 1000), set("hashsize", Some("64")));
        assert_eq!(parse("setoption newgame", 1000), set("newgame", None));
        assert_eq!(parse("setoption name Hash value 8", 1000), set("Hash", Some("8")));
    }

    #[test]
    fn times_are_in_the_configured_unit() {
        let Command::Go(go) = parse("go draw time 300 increment 2 opptime 200 oppincrement 2", 1000) else {
            panic!("go")
        };
        let clock = go.times.of(Side::Second).expect("a clock");
        assert_eq!((clock.left, clock.increment), (300_000, 2_000));
        assert!(go.draw && !go.ponder && go.errors.is_empty());
        let Command::Go(go) = parse("go ponder time 5000 movestogo 3 opptime 1 oppmovestogo 3", 1) else {
            panic!("go")
        };
        let clock = go.times.of(Side::First).expect("a clock");
        assert_eq!((clock.left, clock.moves_to_go), (5_000, Some(3)));
        assert!(go.ponder);
        let Command::Go(go) = parse("go depth infinite", 1) else { panic!("go") };
        assert!(go.infinite && go.depth.is_none());
    }

    #[test]
    fn scores_are_plain_numbers() {
        assert_eq!(write_score(Score::cp(37)), 37);
        assert_eq!(write_score(Score::mate_in(3)), 9_997);
        assert_eq!(write_score(Score::mated_in(4)), -9_996);
        assert_eq!(write_score(Score::lost_by_verdict(2)), -9_500);
        assert_eq!(write_score(Score::cp(20_000)), 9_000);
    }

    #[test]
    fn the_suffix_follows_the_move() {
        let style = uci::Style::default();
        assert_eq!(
            write_best(Some("h2e2"), Some("h9g7"), MoveSuffix::None, style),
            "bestmove h2e2 ponder h9g7"
        );
        assert_eq!(write_best(Some("h2e2"), None, MoveSuffix::Draw, style), "bestmove h2e2 draw");
        assert_eq!(write_best(Some("h2e2"), None, MoveSuffix::Resign, style), "bestmove h2e2 resign");
        assert_eq!(write_best(None, None, MoveSuffix::None, style), "nobestmove");
    }
}
