//! The textbook's opinions: the same by pieces as anew, fair to both sides, and right about pieces nobody has seen.

use eval::{Changes, Plain};
use game::{Eval, Game, Line, MoveList, Position, Random, RevealList, RulesOf, Score};

/// Plays random games and asks the opinion at every position: kept up move by move, after taking back, and anew.
fn is_the_same_anew<G: Game, E: Eval<G::Position> + Clone>(fresh: &E, seed: u64) {
    let mut random = Random::new(seed);
    let rules = RulesOf::<G>::default();
    for _ in 0..12 {
        let mut line = Line::<G::Position>::new(G::start(&rules), rules);
        let mut kept = fresh.clone();
        kept.reset(line.here());
        while line.ply() < 90 && line.outcome().is_none() {
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            // A move tried and taken back leaves no trace; the next one is played.
            for last in [false, true] {
                let Some(&mv) = random.pick(&moves) else { return };
                let mut reveals = RevealList::new();
                line.here().reveals(mv, &mut reveals);
                let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else {
                    return;
                };
                let mut step = E::Step::default();
                line.push_watched(mv, reveal, &mut step);
                kept.push(step);
                let mut anew = fresh.clone();
                anew.reset(line.here());
                let text = G::write_position(line.here(), "fen");
                assert_eq!(kept.score(line.here()), anew.score(line.here()), "after {mv:?}: {text}");
                if !last {
                    line.pop();
                    kept.pop();
                    let mut anew = fresh.clone();
                    anew.reset(line.here());
                    assert_eq!(kept.score(line.here()), anew.score(line.here()), "taken back: {text}");
                }
            }
        }
    }
}

#[test]
fn every_opinion_is_the_same_by_pieces_as_anew() {
    for seed in 0..2 {
        for evaluation in [Plain::greedy(), Plain::material(), Plain::square(), Plain::contact()] {
            is_the_same_anew::<xiangqi::Xiangqi, _>(&evaluation, seed);
        }
        for evaluation in [Plain::greedy(), Plain::material(), Plain::square(), Plain::contact()] {
            is_the_same_anew::<jieqi::Jieqi, _>(&evaluation, seed);
        }
        for evaluation in [Plain::greedy(), Plain::material(), Plain::square(), Plain::contact()] {
            is_the_same_anew::<chess::Chess, _>(&evaluation, seed);
        }
        is_the_same_anew::<xiangqi::Xiangqi, _>(&eval::xiangqi::Full::default(), seed);
        is_the_same_anew::<chess::Chess, _>(&eval::chess::Full::default(), seed);
    }
}

fn score<G: Game>(mut evaluation: impl Eval<G::Position, Step = Changes>, text: &str) -> Score {
    let here = G::read_position(text, &RulesOf::<G>::default()).expect(text).position;
    evaluation.reset(&here);
    evaluation.score(&here)
}

#[test]
fn a_start_position_is_level() {
    for evaluation in [Plain::material(), Plain::square(), Plain::contact()] {
        assert_eq!(score::<xiangqi::Xiangqi>(evaluation, xiangqi::fen::START), Score::DRAW);
    }
    for evaluation in [Plain::material(), Plain::square(), Plain::contact()] {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(score::<chess::Chess>(evaluation, start), Score::DRAW);
    }
}

#[test]
fn both_sides_are_judged_alike() {
    // The same position with the sides exchanged, the board turned around.
    let red = "3k5/4a4/9/p3N4/9/2P6/9/4B4/4A4/4KR3 w - - 0 1";
    let black = "3rk4/4a4/4b4/9/6p2/9/4n3P/9/4A4/5K3 b - - 0 1";
    for make in [Plain::material, Plain::square, Plain::contact] {
        assert_eq!(score::<xiangqi::Xiangqi>(make(), red), score::<xiangqi::Xiangqi>(make(), black));
    }
}

#[test]
fn a_soldier_past_the_river_is_worth_more_than_one_at_home() {
    let at_home = "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1";
    let across = "4k4/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1";
    assert_eq!(
        score::<xiangqi::Xiangqi>(Plain::material(), at_home),
        score::<xiangqi::Xiangqi>(Plain::material(), across)
    );
    assert!(
        score::<xiangqi::Xiangqi>(Plain::square(), at_home)
            < score::<xiangqi::Xiangqi>(Plain::square(), across)
    );
}

#[test]
fn a_king_belongs_in_the_corner_at_first_and_in_the_middle_in_the_end() {
    let square = |text: &str| score::<chess::Chess>(Plain::square(), text);
    let out = "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w - - 0 1";
    let home = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert!(square(out) < square(home));
    assert!(square("k7/8/8/8/8/8/4P3/7K w - - 0 1") < square("k7/8/8/8/3K4/8/4P3/8 w - - 0 1"));
}

#[test]
fn a_loose_piece_under_attack_is_worth_less_than_a_protected_one() {
    // The chariot on e9 attacks the horse on e4; in the second position the chariot on e0 protects it.
    let loose = "3kr4/9/9/9/9/4N4/9/9/9/R4K3 b - - 0 1";
    let held = "3kr4/9/9/9/9/4N4/9/9/9/4RK3 b - - 0 1";
    let contact = |text| score::<xiangqi::Xiangqi>(Plain::contact(), text).raw();
    let square = |text| score::<xiangqi::Xiangqi>(Plain::square(), text).raw();
    // Black is to move: what Red's horse is in danger of is Black's gain.
    assert!(contact(loose) - square(loose) > contact(held) - square(held));
}

#[test]
fn a_face_down_piece_is_worth_the_mean_of_what_it_may_be() {
    let rules = RulesOf::<jieqi::Jieqi>::default();
    let start = jieqi::Jieqi::start(&rules);
    let mut evaluation = Plain::material();
    evaluation.reset(&start);
    assert_eq!(evaluation.score(&start), Score::DRAW);
    // 2 chariots, 2 advisors, 2 cannons, 5 soldiers, 2 horses, 2 elephants.
    let mean = (2 * 900 + 2 * 250 + 2 * 450 + 5 * 140 + 2 * 420 + 2 * 250) / 15;
    let dark_soldier = 16 + xiangqi::Piece::new(game::Side::First, xiangqi::Role::Soldier).index();
    assert_eq!(evaluation.worth().of(dark_soldier), mean);
    // A piece turned up as a chariot is a chariot, and those still hidden are worth less.
    let mut after = start.clone();
    let mv = jieqi::Move::parse("a3a4").expect("a move");
    let reveal = jieqi::Reveal { turned: Some(xiangqi::Role::Chariot), captured: None };
    let mut step = Changes::default();
    after.play(mv, reveal, &mut step);
    evaluation.push(step);
    let left = (900 + 2 * 250 + 2 * 450 + 5 * 140 + 2 * 420 + 2 * 250) / 14;
    assert_eq!(evaluation.score(&after), Score::cp(15 * mean - (900 + 14 * left)));
}

#[test]
fn chances_are_chances() {
    let evaluation: Plain<xiangqi::Position> = Plain::square();
    let mut last = 0.0;
    for raw in (-3000..=3000).step_by(100) {
        let [win, draw, loss] = evaluation.chances(Score::cp(raw));
        assert!((win + draw + loss - 1.0).abs() < 1e-5 && win >= 0.0 && draw >= 0.0 && loss >= 0.0);
        assert!(win + draw / 2.0 >= last);
        last = win + draw / 2.0;
    }
    assert_eq!(evaluation.chances(Score::mate_in(3)), [1.0, 0.0, 0.0]);
}
