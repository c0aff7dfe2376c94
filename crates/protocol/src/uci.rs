//! UCI: parses lines to commands and writes search reports.

use table::{Bound, ReportLine, Score, SearchReport};

use crate::command::{Command, Go, UciDialect, Words, position};
use crate::options::{OptionDecl, OptionKind};
use crate::ranks;

/// Keywords of `go` that end a list of moves.
const GO: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Parses a line.
pub fn parse(line: &str) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((line, ""));
    match word {
        "" => Command::Nothing,
        "uci" => Command::Handshake { dialect: UciDialect::Uci, cyclone: false },
        "ucicyclone" => Command::Handshake { dialect: UciDialect::Uci, cyclone: true },
        "ucci" => Command::Handshake { dialect: UciDialect::Ucci, cyclone: false },
        "isready" => Command::IsReady,
        "setoption" => option(rest),
        "ucinewgame" => Command::NewGame,
        "position" => {
            let (setup, moves) = position(rest);
            Command::Position { setup, moves, bare: false }
        }
        "fen" | "startpos" => {
            let (setup, moves) = position(line);
            Command::Position { setup, moves, bare: true }
        }
        "go" => Command::Go(Box::new(go(rest))),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit { draw: false },
        "d" => Command::Show,
        "eval" => Command::Eval,
        "bench" => Command::Bench(rest.split_ascii_whitespace().find_map(|depth| depth.parse().ok())),
        "help" | "--help" | "?" => Command::Help,
        "quit" => Command::Quit,
        // Sent by some interfaces; no effect.
        "debug" | "register" => Command::Nothing,
        _ => Command::Unknown(line.to_owned()),
    }
}

/// `name ... value ...`; both may be several words.
fn option(rest: &str) -> Command {
    let rest = rest.trim();
    let rest = rest.strip_prefix("name").filter(|name| name.starts_with(' ')).unwrap_or(rest);
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) if value.is_empty() || value.starts_with(' ') => (name, Some(value.trim())),
        _ => (rest, None),
    };
    Command::SetOption { name: name.trim().to_owned(), value: value.map(str::to_owned) }
}

fn go(rest: &str) -> Go {
    let mut go = Go::default();
    let mut words = Words::new(rest);
    while let Some(word) = words.next() {
        match word {
            "depth" => go.depth = Some(words.small(word, 1)),
            "nodes" => go.nodes = Some(words.number(word, 1)),
            "movetime" => go.movetime = Some(words.time(word, 1).max(1)),
            "mate" => go.mate = Some(words.small(word, 1)),
            "perft" => go.perft = Some(words.small(word, 0)),
            "wtime" => go.times.left[0] = Some(words.time(word, 1)),
            "btime" => go.times.left[1] = Some(words.time(word, 1)),
            "winc" => go.times.increment[0] = Some(words.time(word, 1)),
            "binc" => go.times.increment[1] = Some(words.time(word, 1)),
            "movestogo" => go.times.moves_to_go = Some(words.small(word, 1)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => go.only = words.until(&GO),
            other => words.errors.push(table::Message::new("uci_go_word").text("word", other)),
        }
    }
    go.errors = words.errors;
    go
}

/// Option line of the handshake.
pub fn write_option(option: &OptionDecl) -> String {
    format!("option name {} {}", option.name, kind(&option.kind))
}

/// `type ...` with default and bounds, the same in both dialects.
pub(crate) fn kind(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check(default) => format!("type check default {default}"),
        OptionKind::Spin { default, least, most } => {
            format!("type spin default {default} min {least} max {most}")
        }
        OptionKind::Combo { default, values } => {
            let values: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("type combo default {default}{values}")
        }
        OptionKind::Button => "type button".to_owned(),
        OptionKind::Text(default) if default.is_empty() => "type string default <empty>".to_owned(),
        OptionKind::Text(default) => format!("type string default {default}"),
    }
}

/// Style of search reports.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Difference of rank numbers between interface and game.
    pub shift: u32,
    /// True to report win, draw and loss probabilities.
    pub chances: bool,
}

/// Search report as `info` lines, one for each PV.
pub fn write_info(report: &SearchReport, style: Style) -> Vec<String> {
    report.lines.iter().enumerate().map(|(index, line)| info(report, index, line, style)).collect()
}

fn info(report: &SearchReport, index: usize, line: &ReportLine, style: Style) -> String {
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::AtLeast => " lowerbound",
        Bound::AtMost => " upperbound",
    };
    let chances = if style.chances {
        let [win, draw, loss] = thousandths(line.chances);
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth,
        report.seldepth.max(report.depth),
        index + 1,
        write_score(line.score),
        report.nodes,
        speed(report.nodes, report.micros),
        report.table_full,
        report.micros / 1000,
        ranks::raise_all(&line.moves, style.shift),
    )
}

/// Nodes per second.
pub(crate) fn speed(nodes: u64, micros: u64) -> u64 {
    u64::try_from(u128::from(nodes) * 1_000_000 / u128::from(micros.max(1))).unwrap_or(u64::MAX)
}

/// `cp` in centipawns, or `mate` in moves, negative if the side to move is mated.
pub fn write_score(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", score.raw()),
    }
}

/// Probabilities in thousandths that sum to 1000.
fn thousandths([win, draw, loss]: [f32; 3]) -> [i32; 3] {
    let whole =
        |chance: f32| if chance.is_finite() { (chance.clamp(0.0, 1.0) * 1000.0).round() as i32 } else { 0 };
    let win = whole(win);
    let loss = whole(loss).min(1000 - win);
    debug_assert!(draw.is_nan() || (0.0..=1.001).contains(&draw), "chances are chances");
    [win, 1000 - win - loss, loss]
}

/// Answer: best move and ponder move.
pub fn write_best(best: Option<&str>, reply: Option<&str>, style: Style) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let best = ranks::raise(best, style.shift);
    match reply {
        Some(reply) => format!("bestmove {best} ponder {}", ranks::raise(reply, style.shift)),
        None => format!("bestmove {best}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_may_have_a_name_and_a_value_of_several_words() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(parse("setoption name Move Overhead value 30"), set("Move Overhead", Some("30")));
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name Brain value"), set("Brain", Some("")));
        assert_eq!(parse("setoption"), set("", None));
    }

    #[test]
    fn a_position_is_parsed_with_and_without_the_word_position() {
        let at = |setup: Option<&str>, moves: &[&str], bare| Command::Position {
            setup: setup.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            bare,
        };
        assert_eq!(parse("position startpos"), at(None, &[], false));
        assert_eq!(parse("position startpos moves e2e4 e7e5"), at(None, &["e2e4", "e7e5"], false));
        assert_eq!(
            parse("position fen 8/8 w - - 0 1 moves a1a2"),
            at(Some("8/8 w - - 0 1"), &["a1a2"], false)
        );
        assert_eq!(parse("position 8/8 w"), at(Some("8/8 w"), &[], false));
        assert_eq!(parse("fen 8/8 w moves a1a2"), at(Some("8/8 w"), &["a1a2"], true));
        assert_eq!(parse("startpos moves h2e2"), at(None, &["h2e2"], true));
    }

    #[test]
    fn go_reads_every_limit() {
        let Command::Go(go) = parse(
            "go searchmoves e2e4 d2d4 wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 700 \
             mate 3 movetime 80 infinite ponder",
        ) else {
            panic!("go")
        };
        assert_eq!(go.only, ["e2e4", "d2d4"]);
        assert_eq!((go.depth, go.nodes, go.mate, go.movetime), (Some(6), Some(700), Some(3), Some(80)));
        assert!(go.infinite && go.ponder && go.errors.is_empty());
        let clock = go.times.of(table::Side::Second).expect("a clock");
        assert_eq!((clock.left, clock.increment, clock.moves_to_go), (2000, 20, Some(5)));
    }

    #[test]
    fn a_malformed_number_is_reported_and_replaced_by_the_minimum() {
        for (line, depth) in [("go depth -5", 1), ("go depth", 1), ("go depth x", 1), ("go depth 0", 1)] {
            let Command::Go(go) = parse(line) else { panic!("go") };
            assert_eq!(go.depth, Some(depth), "{line}");
            assert_eq!(go.errors[0].code, "uci_number", "{line}");
        }
        let Command::Go(go) = parse("go nodes 99999999999999999999999") else { panic!("go") };
        assert_eq!((go.nodes, go.errors.len()), (Some(i64::MAX as u64), 0));
        let Command::Go(go) = parse("go wtime -40 winc 5") else { panic!("go") };
        assert_eq!((go.times.left[0], go.errors.len()), (Some(0), 0));
    }

    #[test]
    fn mate_scores_are_in_moves() {
        assert_eq!(write_score(Score::mate_in(1)), "mate 1");
        assert_eq!(write_score(Score::mate_in(5)), "mate 3");
        assert_eq!(write_score(Score::mated_in(2)), "mate -1");
        assert_eq!(write_score(Score::mated_in(0)), "mate 0");
        assert_eq!(write_score(Score::cp(-17)), "cp -17");
    }

    #[test]
    fn probabilities_sum_to_1000() {
        for chances in
            [[1.0 / 3.0; 3], [0.9996, 0.0004, 0.0], [0.5, 0.0, 0.5], [f32::NAN, f32::NAN, f32::NAN]]
        {
            assert_eq!(thousandths(chances).iter().sum::<i32>(), 1000);
        }
    }
}
