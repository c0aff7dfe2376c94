//! The arbiter against the diagrams of the Asian rule.

use game::{Case, Game, Line, Position as _};
use xiangqi::{Position, Xiangqi};

/// The line of a position and coordinates.
fn line(fen: &str, moves: &str) -> Line<Position> {
    let rules = Xiangqi::rules(&[]).expect("default rules");
    let root = Xiangqi::read_position(fen, &rules).expect(fen).position;
    let mut line = Line::new(root, rules);
    for text in moves.split_whitespace() {
        let (mv, fate) =
            Xiangqi::read_move(line.here(), text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        line.push(mv, fate);
    }
    line
}

fn verdict(line: &Line<Position>) -> &'static str {
    Position::adjudicate(line).map_or("ongoing", |outcome| outcome.code())
}

fn cases() -> impl Iterator<Item = [&'static str; 5]> {
    include_str!("../../../testdata/xiangqi/repetition.tsv").lines().filter(|row| !row.starts_with('#')).map(
        |row| {
            let fields: Vec<&str> = row.split('\t').collect();
            fields.try_into().expect("five fields")
        },
    )
}

#[test]
fn every_agreed_case_gets_its_verdict() {
    let mut wrong = Vec::new();
    for [source, fen, moves, wanted, status] in cases() {
        let line = line(fen, moves);
        let given = verdict(&line);
        if given != wanted {
            let case = Position::case(&line);
            wrong.push(format!(
                "{status} {source}: {given}, not {wanted} ({fen} {moves}) {}",
                tell(case.as_ref())
            ));
        }
    }
    wrong.retain(|row| std::env::var("ALL").is_ok() || row.starts_with("agreed"));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn tell(case: Option<&Case>) -> String {
    let Some(case) = case else { return "no case".into() };
    let plies: Vec<String> = case.plies.iter().take(8).map(|note| format!("{:?}", note.conduct)).collect();
    format!("{} {}", case.rule, plies.join(" "))
}
