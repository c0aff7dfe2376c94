//! Wins that rest on the perpetual-check rule.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Line, MoveList, Position, Reason, Side, Tactics};
use search::mate::{Answer, Finding, Query, WinProof, solve};
use search::{Clock, Control};
use xiangqi::Xiangqi;

/// A clock that advances by a microsecond whenever it is read: tests do not depend on the machine's speed.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// Compositions of old manuals in which the lost Black has nothing but checks.
const COMPOSITIONS: [&str; 3] = [
    "3PNk3/4a4/4Ra3/9/9/4p4/9/4p1r2/9/3K5 w - - 0 1",
    "4k1c2/4a4/4R4/9/4N4/9/7p1/9/6r2/4K3c w - - 0 1",
    "3akr3/R6nC/3a5/9/9/9/9/C5n2/4Ar3/1R1AK4 w - - 0 1",
];

fn line(fen: &str) -> Line<xiangqi::Position> {
    let rules = Xiangqi::rules(&[]).expect("default rules");
    Line::new(Xiangqi::read_position(fen, &rules).expect(fen).position, rules)
}

/// Solves for a win of Red, until one is known.
fn solved(line: &Line<xiangqi::Position>, moves: Option<u32>) -> Answer<xiangqi::Position> {
    let control = Control::new(Arc::new(Ticks::default()));
    let stop = control.clone();
    let query = Query { moves, nodes: Some(3_000_000), keys: false, ..Query::new(Side::First) };
    let mut eval = eval::xiangqi::Hce::default();
    let guess = Box::new(move |here: &xiangqi::Position| {
        game::Eval::reset(&mut eval, here);
        game::Eval::score(&mut eval, here).raw()
    });
    solve(line, &query, &control, guess, &mut |progress| {
        if progress.won.is_some() {
            stop.stop();
        }
    })
}

/// Plays the proof tree against a defender who chooses his replies with `choose`; returns the outcome by the rules.
fn play(
    proof: &mut WinProof<xiangqi::Position>,
    mut line: Line<xiangqi::Position>,
    choose: &mut dyn FnMut(&xiangqi::Position, &MoveList<xiangqi::Move>) -> xiangqi::Move,
) -> game::Outcome {
    let mut path = Vec::new();
    loop {
        if let Some(outcome) = line.outcome() {
            return outcome;
        }
        assert!(path.len() < 600, "no end");
        let node = proof.node(&path).expect("a node of the tree");
        let mv = if node.turn == Side::First {
            node.branches[0].0
        } else {
            let mut replies = MoveList::new();
            line.here().legal_moves(&mut replies);
            assert_eq!(node.branches.len(), replies.len(), "every reply has a branch");
            choose(line.here(), &replies)
        };
        line.push(mv, ());
        path.push(mv);
    }
}

#[test]
fn a_defender_with_nothing_but_checks_has_lost() {
    let mut ended = Vec::new();
    for fen in COMPOSITIONS {
        let line = line(fen);
        let mut answer = solved(&line, None);
        let Finding::Win { moves, at_least, proof, verified, by_rule, .. } = &mut answer.finding else {
            panic!("{fen}: {answer:?}")
        };
        assert!(*verified && *by_rule && *at_least == 1, "{fen}");
        assert_eq!(proof.verify(100_000).map(|replay| replay.moves <= *moves), Ok(true));
        assert!(proof.longest().len() as u32 <= 2 * *moves);
        // A defender who checks whenever he can is stopped by the perpetual-check rule or mated; so is any other.
        let mut random = game::Random::new(7);
        let mut reasons = Vec::new();
        for game in 0..40 {
            let mut choose = |here: &xiangqi::Position, replies: &MoveList<xiangqi::Move>| {
                let checks: Vec<_> = replies.iter().copied().filter(|&mv| here.gives_check(mv)).collect();
                let wanted = if checks.is_empty() || game % 4 == 0 { replies } else { &checks[..] };
                wanted[random.below(wanted.len())]
            };
            let outcome = play(proof, line.clone(), &mut choose);
            assert_eq!(outcome.winner, Some(Side::First), "{fen}: {outcome:?}");
            reasons.push(outcome.reason);
        }
        ended.push(reasons);
    }
    let by_arbiter = ended.iter().flatten().filter(|&&reason| reason == Reason::PerpetualCheck).count();
    assert!(by_arbiter > 0, "{ended:?}");
}

#[test]
fn a_win_by_the_rule_does_not_answer_a_query_with_a_move_limit() {
    let answer = solved(&line(COMPOSITIONS[0]), Some(20));
    assert!(!matches!(answer.finding, Finding::Win { by_rule: true, .. }), "{answer:?}");
}

#[test]
fn a_cycle_may_begin_with_a_move_of_the_winner() {
    // A long ending that Black can only delay by checking; Red enters the cycle by a move of his own.
    let line = line("6R2/3P1k3/3a1a3/9/9/6B2/9/B1r6/5p3/4K4 w - - 0 1");
    let mut answer = solved(&line, None);
    let Finding::Win { moves, proof, by_rule: true, .. } = &mut answer.finding else { panic!("{answer:?}") };
    assert_eq!(proof.verify(100_000).map(|replay| replay.moves <= *moves), Ok(true));
}
