//! Simple evaluation: incremental updates, symmetry, and the value of face-down pieces.

use eval::{PieceChanges, SimpleEval};
use game::{Eval, Game, Line, MoveList, Position, Random, RevealList, RulesOf, Score};

/// Plays random games and compares the incremental evaluation at every position, also after taking back, with a new one.
fn check_incremental_updates<G: Game, E: Eval<G::Position> + Clone>(fresh: &E, seed: u64) {
    let mut random = Random::new(seed);
    let rules = RulesOf::<G>::default();
    for _ in 0..12 {
        let mut line = Line::<G::Position>::new(G::start(&rules), rules);
        let mut incremental = fresh.clone();
        incremental.reset(line.here());
        while line.ply() < 90 && line.outcome().is_none() {
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            // The first move is taken back, the second one stays.
            for last in [false, true] {
                let Some(&mv) = random.pick(&moves) else { return };
                let mut reveals = RevealList::new();
                line.here().reveals(mv, &mut reveals);
                let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else {
                    return;
                };
                let mut step = E::Step::default();
                line.push_observed(mv, reveal, &mut step);
                incremental.push(step);
                let mut new_eval = fresh.clone();
                new_eval.reset(line.here());
                let text = G::write_position(line.here(), "fen");
                assert_eq!(
                    incremental.score(line.here()),
                    new_eval.score(line.here()),
                    "after {mv:?}: {text}"
                );
                if !last {
                    line.pop();
                    incremental.pop();
                    let mut new_eval = fresh.clone();
                    new_eval.reset(line.here());
                    assert_eq!(
                        incremental.score(line.here()),
                        new_eval.score(line.here()),
                        "taken back: {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn incremental_updates_equal_a_new_evaluation() {
    for seed in 0..2 {
        for evaluation in
            [SimpleEval::greedy(), SimpleEval::material(), SimpleEval::square(), SimpleEval::contact()]
        {
            check_incremental_updates::<xiangqi::Xiangqi, _>(&evaluation, seed);
        }
        for evaluation in
            [SimpleEval::greedy(), SimpleEval::material(), SimpleEval::square(), SimpleEval::contact()]
        {
            check_incremental_updates::<jieqi::Jieqi, _>(&evaluation, seed);
        }
        for evaluation in
            [SimpleEval::greedy(), SimpleEval::material(), SimpleEval::square(), SimpleEval::contact()]
        {
            check_incremental_updates::<chess::Chess, _>(&evaluation, seed);
        }
        check_incremental_updates::<xiangqi::Xiangqi, _>(&eval::xiangqi::Hce::default(), seed);
        check_incremental_updates::<chess::Chess, _>(&eval::chess::Hce::default(), seed);
    }
}

fn score<G: Game>(mut evaluation: impl Eval<G::Position, Step = PieceChanges>, text: &str) -> Score {
    let here = G::read_position(text, &RulesOf::<G>::default()).expect(text).position;
    evaluation.reset(&here);
    evaluation.score(&here)
}

#[test]
fn the_starting_position_is_level() {
    for evaluation in [SimpleEval::material(), SimpleEval::square(), SimpleEval::contact()] {
        assert_eq!(score::<xiangqi::Xiangqi>(evaluation, xiangqi::fen::START), Score::DRAW);
    }
    for evaluation in [SimpleEval::material(), SimpleEval::square(), SimpleEval::contact()] {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(score::<chess::Chess>(evaluation, start), Score::DRAW);
    }
}

#[test]
fn the_evaluation_is_symmetric() {
    // The same position with the sides exchanged and the board rotated.
    let red = "3k5/4a4/9/p3N4/9/2P6/9/4B4/4A4/4KR3 w - - 0 1";
    let black = "3rk4/4a4/4b4/9/6p2/9/4n3P/9/4A4/5K3 b - - 0 1";
    for make in [SimpleEval::material, SimpleEval::square, SimpleEval::contact] {
        assert_eq!(score::<xiangqi::Xiangqi>(make(), red), score::<xiangqi::Xiangqi>(make(), black));
    }
}

#[test]
fn a_soldier_past_the_river_is_worth_more_than_one_at_home() {
    let at_home = "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1";
    let across = "4k4/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1";
    assert_eq!(
        score::<xiangqi::Xiangqi>(SimpleEval::material(), at_home),
        score::<xiangqi::Xiangqi>(SimpleEval::material(), across)
    );
    assert!(
        score::<xiangqi::Xiangqi>(SimpleEval::square(), at_home)
            < score::<xiangqi::Xiangqi>(SimpleEval::square(), across)
    );
}

#[test]
fn the_king_belongs_in_the_corner_in_the_middlegame_and_in_the_center_in_the_endgame() {
    let square = |text: &str| score::<chess::Chess>(SimpleEval::square(), text);
    let out = "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w - - 0 1";
    let home = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert!(square(out) < square(home));
    assert!(square("k7/8/8/8/8/8/4P3/7K w - - 0 1") < square("k7/8/8/8/3K4/8/4P3/8 w - - 0 1"));
}

#[test]
fn an_attacked_unprotected_piece_is_worth_less_than_a_protected_one() {
    // The chariot on e9 attacks the horse on e4; in the second position the chariot on e0 protects it.
    let hanging = "3kr4/9/9/9/9/4N4/9/9/9/R4K3 b - - 0 1";
    let protected = "3kr4/9/9/9/9/4N4/9/9/9/4RK3 b - - 0 1";
    let contact = |text| score::<xiangqi::Xiangqi>(SimpleEval::contact(), text).raw();
    let square = |text| score::<xiangqi::Xiangqi>(SimpleEval::square(), text).raw();
    // Black is to move, so the danger of Red's horse raises the score.
    assert!(contact(hanging) - square(hanging) > contact(protected) - square(protected));
}

#[test]
fn a_face_down_piece_is_worth_the_mean_of_the_pool() {
    let rules = RulesOf::<jieqi::Jieqi>::default();
    let start = jieqi::Jieqi::start(&rules);
    let mut evaluation = SimpleEval::material();
    evaluation.reset(&start);
    assert_eq!(evaluation.score(&start), Score::DRAW);
    // 2 chariots, 2 advisors, 2 cannons, 5 soldiers, 2 horses, 2 elephants.
    let mean = (2 * 900 + 2 * 250 + 2 * 450 + 5 * 140 + 2 * 420 + 2 * 250) / 15;
    let dark_soldier = 16 + xiangqi::Piece::new(game::Side::First, xiangqi::Role::Soldier).index();
    assert_eq!(evaluation.piece_values().of(dark_soldier), mean);
    // A piece turned up as a chariot is a chariot, and those still hidden are worth less.
    let mut after = start.clone();
    let mv = jieqi::Move::parse("a3a4").expect("a move");
    let reveal = jieqi::Reveal { turned: Some(xiangqi::Role::Chariot), captured: None };
    let mut step = PieceChanges::default();
    after.play(mv, reveal, &mut step);
    evaluation.push(step);
    let left = (900 + 2 * 250 + 2 * 450 + 5 * 140 + 2 * 420 + 2 * 250) / 14;
    assert_eq!(evaluation.score(&after), Score::cp(15 * mean - (900 + 14 * left)));
}

#[test]
fn win_draw_loss_probabilities_sum_to_one_and_follow_the_score() {
    let evaluation: SimpleEval<xiangqi::Position> = SimpleEval::square();
    let mut last = 0.0;
    for raw in (-3000..=3000).step_by(100) {
        let [win, draw, loss] = evaluation.chances(Score::cp(raw));
        assert!((win + draw + loss - 1.0).abs() < 1e-5 && win >= 0.0 && draw >= 0.0 && loss >= 0.0);
        assert!(win + draw / 2.0 >= last);
        last = win + draw / 2.0;
    }
    assert_eq!(evaluation.chances(Score::mate_in(3)), [1.0, 0.0, 0.0]);
}
