//! Evaluations taken apart: the sum of the terms is the evaluation, at every position of random games.

use eval::nnue::{self, BuiltInNetwork, NnueEval};
use eval::{Breakdown, CustomWeights, EvalTerm, RemovePiece, SimpleEval, piece_worth};
use game::{Game, Line, MoveList, Position as _, Random, RevealList, RulesOf, Side};

/// Visits the positions of random games.
fn random_positions<G: Game>(seed: u64, mut visit: impl FnMut(&G::Position)) {
    let mut random = Random::new(seed);
    let rules = RulesOf::<G>::default();
    for _ in 0..20 {
        let mut line = Line::<G::Position>::new(G::start(&rules), rules);
        while line.ply() < 160 && line.outcome().is_none() {
            visit(line.here());
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            let mut reveals = RevealList::new();
            line.here().reveals(mv, &mut reveals);
            let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else { break };
            line.push(mv, reveal);
        }
    }
}

/// Checks the sum at random positions; returns every name that occurred.
fn check<G: Game>(mut eval: impl Breakdown<G::Position>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    let mut positions = 0;
    for seed in 0..3 {
        random_positions::<G>(seed, |here| {
            let terms: Vec<EvalTerm> = eval.terms(here);
            let sum: i32 = terms.iter().map(|term| term.cp).sum();
            eval.reset(here);
            let own = eval.score(here).raw();
            let first = if here.turn() == Side::First { own } else { -own };
            assert_eq!(sum, first, "{terms:?} {}", G::write_position(here, ""));
            for term in terms {
                assert_ne!(term.cp, 0, "{}", term.name);
                if !names.contains(&term.name) {
                    names.push(term.name);
                }
            }
            positions += 1;
        });
    }
    assert!(positions > 500, "{positions}");
    names
}

fn custom(values: [i32; 32]) -> CustomWeights {
    CustomWeights { values: values.map(|value| value * 7 / 5), squares: 37, contact: 250, mobility: 3 }
}

fn check_simple<G: Game>()
where
    G::Position: eval::material::Material + eval::psqt::PieceSquares + eval::contact::Contact,
{
    use eval::material::Material;
    check::<G>(SimpleEval::<G::Position>::material());
    check::<G>(SimpleEval::<G::Position>::square());
    check::<G>(SimpleEval::<G::Position>::contact());
    let names = check::<G>(SimpleEval::<G::Position>::custom(&custom(G::Position::VALUES)));
    for name in ["material", "squares", "contact", "mobility"] {
        assert!(names.contains(&name), "{name} never occurs: {names:?}");
    }
}

#[test]
fn the_terms_of_simple_evaluations_sum_to_the_score() {
    check_simple::<xiangqi::Xiangqi>();
    check_simple::<jieqi::Jieqi>();
    check_simple::<chess::Chess>();
}

#[test]
fn the_terms_of_hand_crafted_evaluations_sum_to_the_score() {
    let names = check::<xiangqi::Xiangqi>(eval::xiangqi::Hce::default());
    for name in ["material", "squares", "mobility", "cannons", "king_attack", "shelter", "threats", "tempo"] {
        assert!(names.contains(&name), "{name} never occurs: {names:?}");
    }
    let names = check::<jieqi::Jieqi>(eval::jieqi::Hce::default());
    assert!(names.contains(&"face_down"), "{names:?}");
    let names = check::<chess::Chess>(eval::chess::Hce::default());
    for name in ["passed", "pawns", "shelter", "king_attack", "fifty_moves"] {
        assert!(names.contains(&name), "{name} never occurs: {names:?}");
    }
    let names = check::<caro::Caro>(eval::caro::PatternEval::default());
    assert!(names.contains(&"patterns_first") && names.contains(&"threats"), "{names:?}");
}

#[test]
fn the_terms_of_networks_sum_to_the_score() {
    static XIANGQI: BuiltInNetwork = BuiltInNetwork::new(include_bytes!("../../../nets/xiangqi.nnue"));
    static CHESS: BuiltInNetwork = BuiltInNetwork::new(include_bytes!("../../../nets/chess.nnue"));
    static JIEQI: BuiltInNetwork = BuiltInNetwork::new(include_bytes!("../../../nets/jieqi.nnue"));
    let network = XIANGQI.get::<nnue::Xiangqi>().expect("a network");
    assert!(check::<xiangqi::Xiangqi>(NnueEval::<nnue::Xiangqi>::new(network)).contains(&"network"));
    let network = CHESS.get::<nnue::Chess>().expect("a network");
    assert!(check::<chess::Chess>(NnueEval::<nnue::Chess>::new(network)).contains(&"network"));
    let network = JIEQI.get::<nnue::Jieqi>().expect("a network");
    assert!(check::<jieqi::Jieqi>(NnueEval::<nnue::Jieqi>::new(network)).contains(&"network"));
}

#[test]
fn a_piece_is_worth_the_score_with_it_less_the_score_without_it() {
    fn check<G: Game>(square: usize, least: i32, most: i32)
    where
        G::Position:
            RemovePiece + eval::material::Material + eval::psqt::PieceSquares + eval::contact::Contact,
    {
        let here = G::start(&RulesOf::<G>::default());
        let worth = piece_worth(&mut SimpleEval::<G::Position>::material(), &here, square).expect("a piece");
        assert!((least..=most).contains(&worth), "{worth}");
    }
    // A chariot of each side, a face-down piece, the queens, and a rook that may castle.
    check::<xiangqi::Xiangqi>(0, 900, 900);
    check::<xiangqi::Xiangqi>(81, -900, -900);
    check::<jieqi::Jieqi>(0, 250, 450);
    check::<chess::Chess>(3, 950, 950);
    check::<chess::Chess>(59, -950, -950);
    check::<chess::Chess>(0, 500, 500);
    // Kings and empty squares have no such number.
    let here = chess::Chess::start(&RulesOf::<chess::Chess>::default());
    let mut eval = SimpleEval::<chess::Position>::material();
    assert_eq!(piece_worth(&mut eval, &here, 4), None);
    assert_eq!(piece_worth(&mut eval, &here, 30), None);
    let line = "15/15/15/15/15/15/15/4SSS8/15/15/15/15/15/15/15 b";
    let here = caro::Caro::read_position(line, &caro::Rules::default()).expect(line).position;
    let middle =
        (0..400).filter_map(|square| piece_worth(&mut eval::caro::PatternEval::default(), &here, square));
    assert!(
        middle.clone().count() == 3 && middle.clone().all(|worth| worth > 0),
        "{:?}",
        middle.collect::<Vec<_>>()
    );
}
