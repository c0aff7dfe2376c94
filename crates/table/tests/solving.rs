//! Solver through the text interface: solvable games are solved, unsupported requests are refused.

use std::sync::Arc;

use game::Notation;
use table::{Control, Rulebook, Side, Solution, SolveRequest, Solved, Study, WallClock, games};

fn book(game: &str) -> &'static dyn Rulebook {
    games::by_name(game).expect(game)
}

fn open(game: &str, fen: &str) -> Box<dyn Study> {
    book(game).open(Some(fen), &[]).expect(fen)
}

fn solve(game: &str, fen: &str, ask: &SolveRequest) -> Result<Solution, game::Message> {
    let control = Control::new(Arc::new(WallClock::start()));
    book(game).solve(open(game, fen).as_ref(), ask, &control, &mut |_| {})
}

fn budget() -> SolveRequest {
    SolveRequest { nodes: Some(500_000), ..SolveRequest::default() }
}

#[test]
fn a_win_has_a_line_key_moves_and_every_defense() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let mut solution = solve("chess", fen, &budget()).expect("an answer");
    assert_eq!(solution.solved, Solved::Win { moves: 2, at_least: 2 });
    assert_eq!(solution.keys, ["a1a6"]);
    assert!(solution.all_keys && solution.verified);
    let mut study = open("chess", fen);
    let line: Vec<&str> = solution.line.iter().map(String::as_str).collect();
    assert_eq!(line.len(), 3);
    study.play_game(&line, Notation::Uci).expect("a legal line");
    assert_eq!(study.status().outcome.and_then(|outcome| outcome.winner), Some(Side::First));
    let tree = solution.tree.as_mut().expect("a tree");
    let replies = tree.branches(&["a1a6".to_owned()]).expect("the replies");
    assert_eq!((replies.turn, replies.branches.len()), (Side::Second, 7));
    for (reply, moves) in replies.branches {
        assert_eq!(moves, 1);
        let answer = tree.branches(&["a1a6".to_owned(), reply]).expect("an answer");
        assert_eq!((answer.turn, answer.branches.len()), (Side::First, 1));
    }
    assert_eq!(tree.branches(&["a1a2".to_owned()]), None);
    assert_eq!(tree.branches(&["nonsense".to_owned()]), None);
}

#[test]
fn the_winner_may_be_the_side_not_to_move() {
    let fen = "3k5/1R7/9/9/9/9/9/9/9/R4K3 b - - 0 1";
    let ask = SolveRequest { winner: Some(Side::First), ..budget() };
    let solution = solve("xiangqi", fen, &ask).expect("an answer");
    assert!(matches!(solution.solved, Solved::Win { moves: 1, at_least: 1 }), "{:?}", solution.solved);
    assert!(solution.keys.is_empty() && solution.line.len() == 2);
    let other = solve("xiangqi", fen, &SolveRequest { moves: Some(2), ..budget() }).expect("an answer");
    assert_eq!((other.winner, other.solved), (Side::Second, Solved::NoWin { within: Some(2) }));
}

#[test]
fn an_undecided_solve_has_an_estimate_and_no_proof_line() {
    let start = book("xiangqi").open(None, &[]).expect("the start").position("");
    let ask = SolveRequest { nodes: Some(20_000), ..SolveRequest::default() };
    let solution = solve("xiangqi", &start, &ask).expect("an answer");
    assert!(matches!(solution.solved, Solved::Unknown { .. }), "{:?}", solution.solved);
    assert!(solution.line.is_empty() && solution.keys.is_empty() && solution.tree.is_none());
    let estimate = solution.estimate.expect("the champion's estimate");
    assert!(estimate.best().is_some());
}

#[test]
fn hidden_pieces_are_refused_and_pieces_face_up_are_solved() {
    let start = book("jieqi").open(None, &[]).expect("the start").position("");
    let refused = solve("jieqi", &start, &budget()).err().expect("a refusal");
    assert_eq!(refused.code, "solve_hidden_pieces");
    let fen = "4k4/1R7/9/9/9/9/9/9/9/R2K5 w";
    let solution = solve("jieqi", fen, &budget()).expect("an answer");
    assert!(matches!(solution.solved, Solved::Win { moves: 1, .. }), "{:?}", solution.solved);
}

#[test]
fn a_game_without_tactics_and_a_study_of_another_game_are_refused() {
    let toy = book("toy").open(None, &[]).expect("the start");
    let control = Control::new(Arc::new(WallClock::start()));
    let refused = book("toy").solve(toy.as_ref(), &budget(), &control, &mut |_| {}).err();
    assert_eq!(refused.expect("a refusal").code, "solve_unsupported");
    let refused = book("chess").solve(toy.as_ref(), &budget(), &control, &mut |_| {}).err();
    assert_eq!(refused.expect("a refusal").code, "engine_other_game");
}

#[test]
fn progress_is_reported_and_a_stop_is_obeyed() {
    let start = book("xiangqi").open(None, &[]).expect("the start");
    let control = Control::new(Arc::new(WallClock::start()));
    let mut reports = 0;
    let solution =
        book("xiangqi").solve(start.as_ref(), &SolveRequest::default(), &control, &mut |progress| {
            reports += 1;
            if progress.refuted >= 2 {
                control.stop();
            }
        });
    let solution = solution.expect("an answer");
    assert!(reports > 2);
    assert!(matches!(solution.solved, Solved::Unknown { refuted } if refuted >= 2), "{:?}", solution.solved);
}
