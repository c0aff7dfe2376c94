//! Every combination of refinements finds the minimax value, and each refinement saves nodes.

mod plain_common;

use eval::SimpleEval;
use game::{Game, Line, MoveList, Position, Score};
use plain_common::{CHESS, XIANGQI, alphabeta, every_combination, line, minimax};
use search::Limits;
use search::plain::{AlphaBetaOptions, Minimax, WithTactics, WithoutTactics, ZeroEval};
use toy::{Morris, Toy};
use xiangqi::Xiangqi;

#[test]
fn every_combination_finds_the_value_of_minimax_at_xiangqi() {
    for fen in XIANGQI {
        let line = line::<Xiangqi>(fen);
        let depth = if line.here().count_legal() > 30 { 3 } else { 4 };
        let exact = minimax(SimpleEval::square(), &line, depth).score();
        for options in every_combination() {
            let found = alphabeta::<_, _, WithTactics>(SimpleEval::square(), &line, depth, options).score();
            assert_eq!(found, exact, "{fen} {options:?}");
        }
    }
}

#[test]
fn every_combination_finds_the_value_of_minimax_at_chess() {
    for fen in CHESS {
        let line = line::<chess::Chess>(fen);
        let exact = minimax(SimpleEval::contact(), &line, 3).score();
        for options in every_combination() {
            let found = alphabeta::<_, _, WithTactics>(SimpleEval::contact(), &line, 3, options).score();
            assert_eq!(found, exact, "{fen} {options:?}");
        }
    }
}

#[test]
fn every_combination_finds_the_value_of_minimax_with_hidden_pieces() {
    // Few pieces, two of them face down: every reveal and every capture of a hidden piece is weighed.
    let line = jieqi_ending();
    for depth in 1..=3 {
        let exact = minimax(SimpleEval::square(), &line, depth).score();
        for options in every_combination() {
            let found = alphabeta::<_, _, WithTactics>(SimpleEval::square(), &line, depth, options).score();
            assert_eq!(found, exact, "depth {depth} {options:?}");
        }
    }
}

fn jieqi_ending() -> Line<jieqi::Position> {
    let rules = Default::default();
    let mut line = Line::new(jieqi::Jieqi::start(&rules), rules);
    // Play captures as long as there are any, so that the tree is small enough for minimax.
    let mut random = game::Random::new(11);
    while line.here().board().occupied().len() > 9 && line.outcome().is_none() {
        let mut moves = MoveList::new();
        game::Tactics::noisy_moves(line.here(), &mut moves);
        if moves.is_empty() {
            line.here().legal_moves(&mut moves);
        }
        let mv = *random.pick(&moves).expect("the game goes on");
        let mut reveals = game::RevealList::new();
        line.here().reveals(mv, &mut reveals);
        let reveal = reveals.draw(random.below(reveals.total() as usize) as u32).expect("a reveal");
        line.push(mv, reveal);
    }
    // The game may have ended or repeated on the way: only the position is used.
    Line::new(line.here().clone(), rules)
}

#[test]
fn repetitions_are_scored_alike_with_and_without_a_table() {
    // Both sides shuffle until the position has occurred twice; the next shuffle ends the game.
    let mut line = line::<Xiangqi>("3k5/9/9/p8/9/9/P8/9/4A4/4KR3 w - - 0 1");
    for text in ["f0f1", "d9d8", "f1f0", "d8d9", "f0f1", "d9d8", "f1f0"] {
        line.push(xiangqi::Move::parse(text).expect(text), ());
    }
    let exact = minimax(SimpleEval::square(), &line, 4).score();
    for options in every_combination() {
        let found = alphabeta::<_, _, WithTactics>(SimpleEval::square(), &line, 4, options).score();
        assert_eq!(found, exact, "{options:?}");
    }
}

/// Sum of nodes over several positions with these refinements.
fn nodes(options: AlphaBetaOptions) -> u64 {
    let starts = [xiangqi::fen::START];
    XIANGQI
        .iter()
        .chain(&starts)
        .map(|fen| {
            alphabeta::<_, _, WithTactics>(SimpleEval::square(), &line::<Xiangqi>(fen), 4, options).nodes
        })
        .sum()
}

#[test]
fn each_refinement_saves_nodes() {
    let bare = AlphaBetaOptions { megabytes: 16, ..AlphaBetaOptions::BARE };
    let ordered = AlphaBetaOptions { ordering: true, ..bare };
    let remembered = AlphaBetaOptions { table: true, ..ordered };
    let scouted = AlphaBetaOptions { pv: true, ..remembered };
    let counts = [bare, ordered, remembered, scouted].map(nodes);
    assert!(counts.windows(2).all(|pair| pair[1] < pair[0]), "{counts:?}");
    // Move ordering saves at least half of the nodes, as in published reports.
    assert!(counts[1] * 2 < counts[0], "{counts:?}");
}

#[test]
fn a_beam_searches_less_and_keeps_its_width() {
    let line = line::<Xiangqi>(xiangqi::fen::START);
    let all = AlphaBetaOptions { megabytes: 4, ..AlphaBetaOptions::ALL };
    let wide = alphabeta::<_, _, WithTactics>(
        SimpleEval::square(),
        &line,
        2,
        AlphaBetaOptions { beam: Some(256), ..all },
    );
    let whole = alphabeta::<_, _, WithTactics>(SimpleEval::square(), &line, 2, all);
    assert_eq!(wide.score(), whole.score(), "a beam that leaves nothing out changes nothing");
    // With one move kept, every move is searched once, then the replies to the best of them.
    let narrow = AlphaBetaOptions { beam: Some(1), ..AlphaBetaOptions::BARE };
    let narrow = alphabeta::<_, _, WithTactics>(SimpleEval::square(), &line, 2, narrow);
    let best = narrow.best().expect("a move");
    let greedy = minimax(SimpleEval::square(), &line, 1);
    let mut after = line.clone();
    after.push(best, ());
    let replies = after.here().count_legal() as u64;
    assert_eq!(narrow.nodes, line.here().count_legal() as u64 + 1 + replies);
    after.pop();
    let only = Limits { only: vec![best], ..Limits::default() };
    let alone = plain_common::ask(&mut Minimax::new(SimpleEval::square(), 1), &after, &only);
    assert_eq!(alone.score(), greedy.score(), "the one kept is the best after one ply");
}

/// Value of the small game by exhaustive search to its end or to the horizon, written independently.
fn brute(line: &mut Line<Morris>, depth: usize, ply: usize) -> Score {
    if let Some(outcome) = line.outcome() {
        return match outcome.winner {
            None => Score::DRAW,
            Some(side) if side == line.here().turn() => Score::mate_in(ply),
            Some(_) => Score::mated_in(ply),
        };
    }
    if depth == 0 {
        return Score::DRAW;
    }
    let mut moves = MoveList::new();
    line.here().legal_moves(&mut moves);
    let mut best = -Score::INFINITE;
    for &mv in &moves {
        line.push(mv, ());
        best = best.max(-brute(line, depth - 1, ply + 1));
        line.pop();
    }
    best
}

#[test]
fn the_small_game_has_the_value_of_brute_force() {
    // Five plies deep: wins, losses and draws all occur.
    let rules = toy::Rules;
    let mut random = game::Random::new(5);
    let mut decided = 0;
    for _ in 0..40 {
        let mut line = Line::new(Toy::start(&rules), rules);
        for _ in 0..random.below(7) {
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            line.push(mv, ());
        }
        if line.outcome().is_some() {
            continue;
        }
        let expected = brute(&mut line, 5, 0);
        decided += usize::from(expected.is_decided());
        assert_eq!(minimax(ZeroEval::new(), &line, 5).score(), Some(expected));
        for options in every_combination() {
            assert_eq!(
                alphabeta::<_, _, WithoutTactics>(ZeroEval::new(), &line, 5, options).score(),
                Some(expected)
            );
        }
    }
    assert!(decided > 5, "only {decided} positions had a winner");
}
