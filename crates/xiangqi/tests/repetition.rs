//! The arbiter against the diagrams of the Asian rule.

use game::{Conduct, Game, Line, Position as _, Reason, Side};
use xiangqi::{Position, Rules, Xiangqi};

/// The line of a position and coordinates.
fn line_under(rules: Rules, fen: &str, moves: &str) -> Line<Position> {
    let root = Xiangqi::read_position(fen, &rules).unwrap_or_else(|error| panic!("{fen}: {error}")).position;
    let mut line = Line::new(root, rules);
    for text in moves.split_whitespace() {
        let (mv, reveal) =
            Xiangqi::read_move(line.here(), text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        line.push(mv, reveal);
    }
    line
}

fn line(fen: &str, moves: &str) -> Line<Position> {
    line_under(Rules::default(), fen, moves)
}

fn verdict(line: &Line<Position>) -> &'static str {
    Position::adjudicate(line).map_or("ongoing", |outcome| outcome.code())
}

/// Verdict where the line first ends, as in a game actually played.
fn first_verdict(whole: &Line<Position>) -> &'static str {
    let mut line = Line::new(whole.root().clone(), *whole.rules());
    for step in whole.steps() {
        line.push(step.mv.expect("no passes"), ());
        if let Some(outcome) = Position::adjudicate(&line) {
            return outcome.code();
        }
    }
    "ongoing"
}

/// Source, FEN, moves, the source's verdict, ours, agreed or contested.
fn cases() -> impl Iterator<Item = [&'static str; 6]> {
    let rows = include_str!("../../../testdata/xiangqi/repetition.tsv").lines();
    rows.filter(|row| !row.starts_with('#')).map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        fields.try_into().unwrap_or_else(|_| panic!("six fields: {row}"))
    })
}

#[test]
fn every_diagram_gets_its_verdict() {
    let mut wrong = Vec::new();
    let mut agreed = 0;
    for [source, fen, moves, stated, ours, status] in cases() {
        let given = verdict(&line(fen, moves));
        if given != ours {
            wrong.push(format!("{source}: {given}, not {ours} ({fen} {moves})"));
        }
        assert_eq!(first_verdict(&line(fen, moves)), ours, "{source}: judged as soon as it can be");
        if status == "agreed" {
            agreed += 1;
            assert_eq!(stated, ours, "{source}: where all sources agree, so do we");
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(agreed, 136);
}

#[test]
fn every_contested_diagram_is_explained_in_the_docs() {
    let page = include_str!("../../../docs/rules/repetition.md");
    for [source, .., status] in cases() {
        assert!(
            status == "agreed" || page.contains(&format!("`{source}`")),
            "{source} has no line of its own"
        );
    }
}

#[test]
fn verdicts_are_invariant_under_mirroring() {
    for [source, fen, moves, _, ours, _] in cases() {
        let line = line(fen, moves);
        let mut mirrored = Line::new(line.root().mirrored(), Rules::default());
        for step in line.steps() {
            let mv = step.mv.expect("no passes");
            let turned =
                xiangqi::Move::new(mv.origin().mirrored(), mv.target().mirrored()).expect("two points");
            mirrored.push(turned, ());
        }
        assert_eq!(verdict(&mirrored), ours, "{source} in the mirror");
    }
}

#[test]
fn the_second_occurrence_warns_and_the_third_ends_the_game() {
    let (fen, cycle) = ("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", "h8h9 f9f8 h9h8 f8f9");
    let once = line(fen, cycle);
    assert_eq!(verdict(&once), "ongoing");
    let warning = Position::repetition_case(&once).expect("the position has come back");
    assert_eq!((warning.occurrences, warning.limit, warning.is_final()), (2, 3, false));
    assert_eq!(warning.must_deviate, Some(Side::First));
    assert_eq!(warning.verdict.reason, Reason::PerpetualCheck);

    let twice = line(fen, &format!("{cycle} {cycle}"));
    assert_eq!(verdict(&twice), "second");
    let case = Position::repetition_case(&twice).expect("the position has come back");
    assert!(case.is_final());
    assert_eq!(case.plies.len(), 8);
    let checks = case.plies.iter().filter(|note| note.conduct == Conduct::Check).count();
    assert_eq!(checks, 4, "every Red ply gives check, no Black one does");
}

#[test]
fn a_new_position_has_no_repetition_case() {
    assert!(Position::repetition_case(&line(xiangqi::fen::START, "h2e2 h9g7")).is_none());
}

#[test]
fn a_chase_names_the_chaser_the_victim_and_its_root() {
    // A cannon attacks a chariot: a chase even though an elephant protects the chariot half of the time.
    let case = Position::repetition_case(&line(
        "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1",
        "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7 b2a2",
    ))
    .expect("the position has come back");
    assert_eq!(case.rule, "rule_axf_perpetual_chase");
    assert_eq!(case.must_deviate, Some(Side::First));
    let last = case.plies.last().expect("a cycle has plies");
    let Conduct::Chase(chases) = &last.conduct else { panic!("{last:?} chases") };
    assert_eq!(chases.len(), 1);
    assert_eq!(Xiangqi::piece_word(chases[0].chaser.piece), "piece_xiangqi_cannon");
    assert_eq!(Xiangqi::square_name(chases[0].chaser.square), "a2");
    assert_eq!(Xiangqi::piece_word(chases[0].victim.piece), "piece_xiangqi_chariot");
    assert_eq!(Xiangqi::square_name(chases[0].victim.square), "a7");
    assert!(chases[0].throughout);
}

#[test]
fn a_capture_resets_the_count_of_occurrences() {
    let line = line(xiangqi::fen::START, "a0a1 a9a8 a1a0 a8a9 b2b9 a9b9 a0a1 b9b8 a1a0 b8b9");
    assert_eq!(line.occurrences(), 2);
}

/// A sequence of this many plies in which no position occurs three times.
fn long_walk(plies: usize) -> String {
    // Red's general and Black's chariot walk circuits of different lengths, so that positions recur rarely.
    let red = ["e0e1", "e1e2", "e2d2", "d2d1", "d1d0", "d0e0"];
    let black = [
        "a9a8", "a8a7", "a7a6", "a6a5", "a5a4", "a4b4", "b4b5", "b5b6", "b6b7", "b7b8", "b8c8", "c8c7",
        "c7c6", "c6c5", "c5b5", "b5a5", "a5b5", "b5c5", "c5c6", "c6c7", "c7c8", "c8c9", "c9b9", "b9a9",
    ];
    let mut text = Vec::new();
    for ply in 0..plies {
        text.push(if ply % 2 == 0 { red[ply / 2 % red.len()] } else { black[ply / 2 % black.len()] });
    }
    text.join(" ")
}

#[test]
fn a_hundred_and_twenty_plies_without_capture_are_a_draw() {
    let fen = "r4k3/9/9/9/9/9/9/9/9/4K3R w - - 70 1";
    let before = line(fen, &long_walk(48));
    assert_eq!(verdict(&before), "ongoing");
    let free = Rules { no_progress: 0, ..Rules::default() };
    assert_eq!(verdict(&line_under(free, fen, &long_walk(48))), "ongoing");
    let short = Rules { no_progress: 100, ..Rules::default() };
    let outcome =
        Position::adjudicate(&line_under(short, fen, &long_walk(30))).expect("the limit is reached");
    assert_eq!(outcome.reason, Reason::NoProgress);
    assert_eq!(verdict(&line_under(short, fen, &long_walk(28))), "ongoing");
}

#[test]
fn checks_beyond_the_cap_and_their_answers_do_not_count() {
    // Red checks along the ranks with every move; the general steps up and down. The third occurrence would end
    // the game, so the limit is set low and the walk kept short of it.
    let fen = "3k5/9/9/9/9/9/9/9/8R/5K3 w - - 10 1";
    let moves = "i1d1 d9e9 d1e1 e9d9";
    let counted = |check_cap| {
        let rules = Rules { no_progress: 14, check_cap };
        verdict(&line_under(rules, fen, moves))
    };
    assert_eq!(counted(10), "draw", "ten, and four plies that all count");
    assert_eq!(counted(1), "ongoing", "the second check and its answer do not count");
}
