//! Game trees: adding, reordering, deleting and walking, without recursion.

use chess::{Chess, Rules};
use game::{Game, Position as _};
use record::{GameResult, NodeId, Tree, TreeError};

fn tree() -> Tree<Chess> {
    Tree::new(Chess::start(&Rules::default()), Rules::default())
}

/// Adds a line of moves in coordinates after a node; its nodes.
fn grow(tree: &mut Tree<Chess>, from: NodeId, moves: &str) -> Vec<NodeId> {
    let mut at = from;
    let add = |text: &str| {
        let line = tree.line_to(at).expect("the node is there");
        let (mv, reveal) = Chess::read_move(line.here(), text).expect(text);
        at = tree.add(at, mv, reveal).expect("below the node limit");
        at
    };
    moves.split_whitespace().map(add).collect()
}

#[test]
fn the_first_continuation_is_the_main_one() {
    let mut tree = tree();
    let main = grow(&mut tree, NodeId::ROOT, "e2e4 e7e5 g1f3");
    let side = grow(&mut tree, main[0], "c7c5 g1f3");
    assert_eq!(tree.main_line().collect::<Vec<_>>(), main);
    assert_eq!(tree.children(main[0]), [main[1], side[0]]);
    assert_eq!(tree.path(side[1]), Some(vec![main[0], side[0], side[1]]));
    assert_eq!((tree.len(), tree.is_empty()), (5, false));
    // The same move again is found, not doubled.
    assert_eq!(grow(&mut tree, NodeId::ROOT, "e2e4 c7c5"), [main[0], side[0]]);
    assert_eq!(tree.len(), 5);
}

#[test]
fn a_variation_is_promoted_step_by_step_or_at_once() {
    let mut tree = tree();
    let main = grow(&mut tree, NodeId::ROOT, "e2e4 e7e5");
    let second = grow(&mut tree, main[0], "c7c5");
    let third = grow(&mut tree, main[0], "c7c6 d2d4");
    assert_eq!(tree.promote(third[1]), Ok(true));
    assert_eq!(tree.children(main[0]), [main[1], third[0], second[0]]);
    assert_eq!(tree.promote(third[1]), Ok(true));
    assert_eq!(tree.children(main[0]), [third[0], main[1], second[0]]);
    assert_eq!(tree.promote(third[1]), Ok(false));
    tree.make_main(second[0]).expect("it is there");
    assert_eq!(tree.children(main[0]), [second[0], third[0], main[1]]);
}

#[test]
fn a_deleted_variation_takes_everything_after_it_along() {
    let mut tree = tree();
    let main = grow(&mut tree, NodeId::ROOT, "e2e4 e7e5 g1f3");
    let side = grow(&mut tree, main[0], "c7c5 g1f3");
    tree.delete(side[0]).expect("it is there");
    assert_eq!(tree.len(), 3);
    assert!(!tree.contains(side[1]));
    assert_eq!(tree.delete(side[1]), Err(TreeError::NoSuchNode));
    assert_eq!(tree.delete(NodeId::ROOT), Err(TreeError::Root));
    let (mv, reveal) = tree.played(main[0]).expect("a move");
    assert_eq!(tree.add(side[1], mv, reveal), Err(TreeError::NoSuchNode));
    assert_eq!(tree.path(side[1]), None);
    assert!(tree.notes(side[1]).is_none());
}

#[test]
fn walking_meets_main_continuations_before_variations() {
    let mut tree = tree();
    let main = grow(&mut tree, NodeId::ROOT, "e2e4 e7e5 g1f3");
    let side = grow(&mut tree, main[0], "c7c5 g1f3");
    let other = grow(&mut tree, NodeId::ROOT, "d2d4");
    let walked: Vec<_> = tree.walk().collect();
    let expected = [(main[0], 1), (main[1], 2), (main[2], 3), (side[0], 2), (side[1], 3), (other[0], 1)];
    assert_eq!(walked, expected);
}

#[test]
fn the_line_to_a_node_is_played_from_the_root() {
    let mut tree = tree();
    let main = grow(&mut tree, NodeId::ROOT, "e2e4 e7e5 g1f3");
    let line = tree.line_to(main[2]).expect("it is there");
    assert_eq!(line.ply(), 3);
    let text = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(Chess::write_position(line.here(), "fen"), text);
    assert_eq!(tree.setup(), None);
    let from_there = Tree::<Chess>::new(line.here().clone(), Rules::default());
    assert_eq!(from_there.setup(), Some(text));
}

#[test]
fn a_very_long_game_is_built_walked_and_dropped() {
    let mut tree = tree();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut here = Chess::start(&Rules::default());
    let mut at = NodeId::ROOT;
    for text in shuffle.iter().cycle().take(200_000) {
        let (mv, reveal) = Chess::read_move(&here, text).expect(text);
        here.play(mv, reveal, &mut ());
        at = tree.add(at, mv, reveal).expect("below the node limit");
    }
    assert_eq!(tree.walk().count(), 200_000);
    assert_eq!(tree.path(at).map(|path| path.len()), Some(200_000));
    let first = tree.children(NodeId::ROOT)[0];
    tree.delete(first).expect("it is there");
    assert!(tree.is_empty());
}

#[test]
fn result_tokens_round_trip() {
    for word in ["*", "1-0", "0-1", "1/2-1/2"] {
        assert_eq!(GameResult::from_word(word).map(GameResult::word), Some(word));
    }
    assert_eq!(GameResult::from_word("2-0"), None);
}

#[test]
fn the_header_keeps_its_order() {
    let mut tree = tree();
    tree.set_tag("White", "A");
    tree.set_tag("Black", "B");
    tree.set_tag("White", "C");
    assert_eq!(tree.tags, [("White".into(), "C".into()), ("Black".into(), "B".into())]);
    assert_eq!((tree.tag("Black"), tree.tag("Event")), (Some("B"), None));
}
