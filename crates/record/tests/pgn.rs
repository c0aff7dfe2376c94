//! PGN round trips, comparison with pgn-reader, and error reports that keep the rest of a game.

use std::ops::ControlFlow;

use chess::{Chess, Rules};
use game::{Game, MoveList, Notation, Position as _, Random, Side, ToMessage};
use pgn_reader::{Reader, SanPlus, Visitor};
use proptest::prelude::*;
use record::{
    ChessMoveText, ChessTree, GameResult, MoveText, NodeId, PgnFault, PgnGame, PgnReader, Tree,
    XiangqiMoveText, read_chess_pgn, write_pgn,
};

const GAMES: &str = r#"
[Event "Casual \"friendly\" game"]
[Site "Hà Nội"]
[White "An"]
[Black "Bình \\ Chi"]
[Result "1-0"]

{A preface.} 1. e4 {best by test} e5 2.Nf3 $1 Nc6 (2... d6 {[%cal Gd7d6,Re5d4] Philidor} 3. d4 (3. Bc4 Be7) 3... exd4)
(2... Nf6 $5 3. Nxe5) 3. Bb5 a6?! {[%clk 0:09:58.5] Morphy} ; the rest of a line
% a line nobody sees 4. Qh5
4. O-O?? {one} {two} Nf6
5. Re1 1-0

[Event "Set up"]
[FEN "4k3/8/8/8/3p4/8/4P3/4K3 b - - 0 31"]
[SetUp "1"]
[Result "*"]

31... Kd7 ({before} 31... d3 32. exd3) 32. e4 dxe3 e.p. *

1. d4 d5 1/2-1/2 {a game without a header}
"#;

fn read(text: &str) -> Vec<PgnGame<Chess>> {
    read_chess_pgn(text, Notation::San).collect()
}

/// The main line in coordinates.
fn main_line(tree: &ChessTree) -> Vec<String> {
    let mut here = tree.root().clone();
    let mut out = Vec::new();
    for (mv, reveal) in tree.main_line().filter_map(|id| tree.played(id)) {
        out.push(Chess::write_move(&here, mv, reveal));
        here.play(mv, reveal, &mut ());
    }
    out
}

/// Complete content of a tree as text, for comparison.
fn content(tree: &ChessTree) -> String {
    let nodes: Vec<String> = tree
        .walk()
        .map(|(id, depth)| format!("{depth} {:?} {:?}", tree.played(id), tree.notes(id)))
        .collect();
    format!("{:?} {:?} {:?} {}", tree.setup(), tree.ending, tree.notes(NodeId::ROOT), nodes.join("\n"))
}

#[test]
fn all_games_of_a_text_are_read_with_what_is_written_beside_the_moves() {
    let games = read(GAMES);
    assert_eq!(games.len(), 3);
    for game in &games {
        assert_eq!(game.errors, []);
    }
    let first = &games[0].tree;
    assert_eq!(first.tag("Event"), Some("Casual \"friendly\" game"));
    assert_eq!(first.tag("Black"), Some("Bình \\ Chi"));
    assert_eq!(first.ending, GameResult::Won(Side::First));
    assert_eq!(main_line(first).join(" "), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 g8f6 f1e1");
    let main: Vec<_> = first.main_line().collect();
    let notes = |id| first.notes(id).expect("a node");
    assert_eq!(notes(NodeId::ROOT).after, ["A preface."]);
    assert_eq!(notes(main[0]).after, ["best by test"]);
    assert_eq!(notes(main[2]).glyphs, [1]);
    assert_eq!((notes(main[5]).glyphs.as_slice(), notes(main[5]).clock), (&[6][..], Some(598_500)));
    assert_eq!(notes(main[5]).after, ["Morphy", "the rest of a line"]);
    assert_eq!((notes(main[6]).glyphs.as_slice(), notes(main[6]).after.len()), (&[4][..], 2));
    assert_eq!(first.children(main[2]).len(), 3);
    let philidor = notes(first.children(main[2])[1]);
    assert_eq!(
        (philidor.marks.as_slice(), philidor.after.as_slice()),
        (&["cal Gd7d6,Re5d4".to_owned()][..], &["Philidor".to_owned()][..])
    );
    let second = &games[1].tree;
    assert_eq!(main_line(second).join(" "), "e8d7 e2e4 d4e3");
    assert_eq!(second.notes(second.children(NodeId::ROOT)[1]).expect("a variation").before, ["before"]);
    assert_eq!(games[2].tree.ending, GameResult::Drawn);
}

#[test]
fn written_games_round_trip() {
    for notation in [Notation::San, Notation::SanVi, Notation::Uci] {
        for game in read(GAMES) {
            let text = write_pgn::<ChessMoveText>(&game.tree, notation);
            let again: Vec<_> = read_chess_pgn(&text, notation).collect();
            assert_eq!(again.len(), 1, "{text}");
            assert_eq!(again[0].errors, [], "{text}");
            assert_eq!(content(&again[0].tree), content(&game.tree), "{text}");
            assert_eq!(write_pgn::<ChessMoveText>(&again[0].tree, notation), text);
        }
    }
}

#[test]
fn written_games_follow_the_pgn_standard() {
    let games = read(GAMES);
    let text = write_pgn::<ChessMoveText>(&games[1].tree, Notation::San);
    let expected = "[Event \"Set up\"]\n[FEN \"4k3/8/8/8/3p4/8/4P3/4K3 b - - 0 31\"]\n[SetUp \"1\"]\n[Result \"*\"]\n\n\
                    31... Kd7 ({before} 31... d3 32. exd3) 32. e4 dxe3 *\n\n";
    assert_eq!(text, expected);
    let vietnamese = write_pgn::<ChessMoveText>(&games[0].tree, Notation::SanVi);
    assert!(vietnamese.contains("2. Mf3 $1 Mc6 (2... d6"), "{vietnamese}");
    let long = write_pgn::<ChessMoveText>(&games[0].tree, Notation::San);
    assert!(long.lines().all(|line| line.chars().count() <= 79), "{long}");
    assert!(long.contains("3. Bb5 a6 $6 {[%clk 0:09:58.5] Morphy}"), "{long}");
}

#[test]
fn a_wrong_move_names_game_number_and_text_and_the_rest_is_kept() {
    let text = "1. e4 e5 2. Nf9 Nc6 (2... d6) 3. Bb5 1-0\n\n[White \"x\"]\n1. d4 (1. e4 e5 2. Ke3 Nf6) 1... d5 2. c4 Qd3 *\n\n1. c4 *";
    let games = read(text);
    assert_eq!(games.len(), 3);
    let message = games[0].errors[0].message();
    assert_eq!(
        message.to_string(),
        "pgn_move game=1 number=2 side=side_white move=Nf9 why=(move_misspelt move=Nf9)"
    );
    assert_eq!(main_line(&games[0].tree), ["e2e4", "e7e5"]);
    assert_eq!(games[0].errors.len(), 1);
    assert_eq!(games[0].tree.ending, GameResult::Won(Side::First));
    let faults: Vec<_> = games[1].errors.iter().map(|error| (error.game, error.fault.clone())).collect();
    assert!(
        matches!(
            &faults[..],
            [
                (2, PgnFault::Move { number: 2, side: "side_white", text: variation, .. }),
                (2, PgnFault::Move { number: 2, side: "side_black", text: main, .. })
            ] if variation == "Ke3" && main == "Qd3"
        ),
        "{faults:?}"
    );
    // The moves before the errors are kept in both lines.
    assert_eq!(main_line(&games[1].tree), ["d2d4", "d7d5", "c2c4"]);
    assert_eq!(games[1].tree.len(), 5);
    assert_eq!(games[2].errors, []);
}

#[test]
fn every_other_fault_is_named() {
    for (text, code, moves) in [
        ("[FEN \"8/8 w\"]\n1. e4 *", "pgn_setup", 0),
        ("[Variant \"Atomic\"]\n1. e4 *", "pgn_setup", 0),
        ("[White Nobody]\n1. e4 *", "pgn_tag", 1),
        ("1. e4 {never closed 1... e5 *", "pgn_unclosed_comment", 1),
        ("1. e4 (1. d4 d5 *", "pgn_unclosed_variation", 3),
        ("1. e4 ) e5 *", "pgn_stray_close", 2),
        ("(1. d4) 1. e4 e5 *", "pgn_stray_variation", 2),
    ] {
        let games = read(text);
        assert_eq!(games.len(), 1, "{text}");
        let codes: Vec<_> = games[0].errors.iter().map(|error| error.message().code).collect();
        assert_eq!(codes, [code], "{text}");
        assert_eq!(games[0].tree.len(), moves, "{text}");
    }
}

#[test]
fn excessive_nesting_is_skipped() {
    let text = "1. e4 ".to_owned() + &"(1. d4 (1. c4 ".repeat(50_000) + &")".repeat(100_000) + " 1... e5 *";
    let games = read(&text);
    assert_eq!(games.len(), 1);
    assert!(games[0].errors.iter().any(|error| error.fault == PgnFault::TooDeep));
    assert_eq!(main_line(&games[0].tree), ["e2e4", "e7e5"]);
    let never_closed = read(&"1. e4 (1. d4 ".repeat(20_000));
    assert!(!never_closed[0].errors.is_empty());
}

#[test]
fn chess960_is_detected_by_the_header() {
    let text = "[Variant \"Chess960\"]\n[FEN \"1rk2r2/5p2/8/8/8/8/8/1RK2R2 w FBfb - 0 2\"]\n\n2. O-O Kc7 *";
    let games = read(text);
    assert_eq!(games[0].errors, []);
    assert!(games[0].tree.rules().chess960);
    assert_eq!(main_line(&games[0].tree), ["c1f1", "c8c7"]);
}

struct Peer;

impl Visitor for Peer {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, moves: &mut Vec<String>, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Vec<String>) -> Vec<String> {
        moves
    }
}

/// A random tree: moves, variations, comments, glyphs.
fn random_tree(random: &mut Random) -> ChessTree {
    let mut tree: ChessTree = Tree::new(Chess::start(&Rules::default()), Rules::default());
    tree.set_tag("Event", "Any");
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..60 {
        let from = if random.below(3) > 0 { nodes.last() } else { random.pick(&nodes) };
        let &from = from.expect("the root at least");
        let line = tree.line_to(from).expect("it is there");
        let mut moves = MoveList::new();
        line.here().legal_moves(&mut moves);
        let Some(&mv) = random.pick(&moves) else { continue };
        let id = tree.add(from, mv, ()).expect("there is room");
        let opens = tree.children(from).first() != Some(&id);
        let notes = tree.notes_mut(id).expect("it is there");
        if notes == &record::Notes::default() {
            match random.below(8) {
                0 => notes.after.push("a word or two, and then some more of them to fill the line".into()),
                1 => notes.glyphs.push(random.below(140) as u8),
                2 => notes.clock = Some(random.below(10_000_000) as u64),
                3 => notes.marks.push("csl Ga1".into()),
                4 if opens => notes.before.push("instead (of that) % much".into()),
                _ => {}
            }
        }
        nodes.push(id);
    }
    tree.ending = [GameResult::Unknown, GameResult::Drawn, GameResult::Won(Side::Second)][random.below(3)];
    tree
}

#[test]
fn random_trees_round_trip_and_pgn_reader_agrees_on_the_main_line() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let tree = random_tree(&mut random);
        let text = write_pgn::<ChessMoveText>(&tree, Notation::San);
        let again = read(&text);
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].errors, [], "{text}");
        assert_eq!(content(&again[0].tree), content(&tree), "{text}");
        let theirs =
            Reader::new(text.as_bytes()).read_game(&mut Peer).expect("no reading fails").expect("a game");
        let mut here = tree.root().clone();
        let mut ours = Vec::new();
        for (mv, reveal) in tree.main_line().filter_map(|id| tree.played(id)) {
            ours.push(ChessMoveText::write(&here, mv, reveal, Notation::San));
            here.play(mv, reveal, &mut ());
        }
        assert_eq!(ours, theirs, "{text}");
    }
}

#[test]
fn other_games_use_the_same_reader_and_writer() {
    let text = "[Game \"Chinese Chess\"]\n[Result \"*\"]\n\n1. C2.5 H8+7 2. H2+3 *\n\n";
    let reader = PgnReader::<XiangqiMoveText>::new(text, Notation::Wxf, Box::new(|_| Ok(Default::default())));
    let games: Vec<_> = reader.collect();
    assert_eq!(games[0].errors, []);
    let written = write_pgn::<XiangqiMoveText>(&games[0].tree, Notation::Wxf);
    assert_eq!(written, text.replace("C2.5", "C2=5"));
}

proptest! {
    #[test]
    fn the_reader_never_panics(text in "\\PC{0,200}", near in "([\\[\\](){};$%!?*\n\"\\\\ ]|1-0|[1-9]\\.|e4|e5|Nf3|O-O|\\[%clk 1:2\\]|FEN){0,60}") {
        for text in [&text, &near] {
            for game in read_chess_pgn(text, Notation::San) {
                let _ = write_pgn::<ChessMoveText>(&game.tree, Notation::SanVi);
            }
        }
    }
}
