//! UCCI 3.0 as text: a line to a command, an opinion to lines.

use table::{Message, Score, SearchReport};

use crate::command::{Command, Go, Words, position};
use crate::options::OptionDecl;
use crate::{ranks, uci};

/// What a mate on the spot scores: the protocol has bare numbers only.
const MATE: i32 = 10_000;
/// What a game won by the arbiter's verdict scores.
const VERDICT: i32 = 9_500;
/// No evaluation scores more.
const LARGEST: i32 = 9_000;

/// Reads a line; `millis` is the length of its unit of time.
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
        // Everything else is as at UCI.
        _ => uci::parse(line),
    }
}

/// `name value`: names are one word here. The manner of UCI is understood as well.
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
            // Not of the protocol, but asked for by interfaces that speak both.
            "movetime" => go.movetime = Some(words.time(word, 1).max(1)),
            "perft" => go.perft = Some(words.small(word, 0)),
            other => words.faults.push(Message::new("uci_go_word").text("word", other)),
        }
    }
    go.faults = words.faults;
    go
}

/// An option as the handshake names it.
pub fn write_option(option: &OptionDecl) -> String {
    // Buttons and texts are as at UCI; there is no `name` before the name.
    format!("option {} {}", option.name, uci::kind(&option.kind))
}

/// An opinion as `info` lines: the protocol knows one line of play.
pub fn write_info(analysis: &SearchReport, style: uci::Style) -> Vec<String> {
    let Some(line) = analysis.lines.first() else { return Vec::new() };
    vec![
        format!("info time {} nodes {}", analysis.micros / 1000, analysis.nodes),
        format!(
            "info depth {} score {} pv {}",
            analysis.depth,
            write_score(line.score),
            ranks::raise_all(&line.moves, style.shift)
        ),
    ]
}

/// A bare number.
pub fn write_score(score: Score) -> i32 {
    match score.mate_plies() {
        Some(plies) if plies > 0 => MATE - plies,
        Some(plies) => -MATE - plies,
        None if score.is_decided() => VERDICT * score.raw().signum(),
        None => score.raw().clamp(-LARGEST, LARGEST),
    }
}

/// What the engine adds to its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSuffix {
    /// Nothing.
    None,
    /// It takes the draw it was offered.
    Draw,
    /// It gives up.
    Resign,
}

/// The answer: the move, the reply to think about meanwhile, and what is said with it.
pub fn write_best(best: Option<&str>, reply: Option<&str>, word: MoveSuffix, style: uci::Style) -> String {
    if best.is_none() {
        return "nobestmove".to_owned();
    }
    let word = match word {
        MoveSuffix::None => "",
        MoveSuffix::Draw => " draw",
        MoveSuffix::Resign => " resign",
    };
    format!("{}{word}", uci::write_best(best, reply, style))
}

#[cfg(test)]
mod tests {
    use table::Side;

    use super::*;

    #[test]
    fn options_are_one_word_and_the_rest_is_the_value() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption hashsize 64", 1000), set("hashsize", Some("64")));
        assert_eq!(parse("setoption newgame", 1000), set("newgame", None));
        assert_eq!(parse("setoption name Hash value 8", 1000), set("Hash", Some("8")));
    }

    #[test]
    fn times_are_in_the_unit_agreed_on() {
        let Command::Go(go) = parse("go draw time 300 increment 2 opptime 200 oppincrement 2", 1000) else {
            panic!("go")
        };
        let clock = go.times.of(Side::Second).expect("a clock");
        assert_eq!((clock.left, clock.increment), (300_000, 2_000));
        assert!(go.draw && !go.ponder && go.faults.is_empty());
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
    fn scores_are_bare_numbers() {
        assert_eq!(write_score(Score::cp(37)), 37);
        assert_eq!(write_score(Score::mate_in(3)), 9_997);
        assert_eq!(write_score(Score::mated_in(4)), -9_996);
        assert_eq!(write_score(Score::lost_by_verdict(2)), -9_500);
        assert_eq!(write_score(Score::cp(20_000)), 9_000);
    }

    #[test]
    fn what_is_said_with_a_move_stands_behind_it() {
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
