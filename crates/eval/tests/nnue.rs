//! Accumulators updated move by move give the same output as a full refresh, in every game.

use std::sync::Arc;

use eval::nnue::{Chess, Features, Jieqi, KingLayout, Network, NnueEval, Xiangqi};
use game::{Eval, Game, Line, MoveList, Position, Random, RevealList, Side};

/// A network of random weights as large as training allows.
fn random_network<F: Features>(hidden: usize, kings: KingLayout, corrects_hce: bool) -> Arc<Network> {
    let mut random = Random::new(hidden as u64);
    let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
    let mut net = Network::empty_with_kings::<F>(hidden, kings, 300.0, corrects_hce);
    net.weights.iter_mut().chain(&mut net.bias).for_each(|weight| *weight = number(200));
    net.output_weights.iter_mut().for_each(|weight| *weight = number(127));
    net.output_bias.iter_mut().for_each(|bias| *bias = i32::from(number(3000)));
    Arc::new(net)
}

/// Plays random games, sometimes takes a move back, and compares some of the positions with a full refresh.
fn check_incremental_updates<F: Features>(games: u64) {
    for &kings in F::KING_LAYOUTS.iter().chain(&[KingLayout::NONE]) {
        check_incremental_updates_with::<F>(kings, games);
    }
}

fn check_incremental_updates_with<F: Features>(kings: KingLayout, games: u64) {
    let network = random_network::<F>(48, kings, false);
    let rules = <F::Position as Position>::Rules::default();
    let (mut evaluated, mut king_moves) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut line = Line::new(F::Game::start(&rules), rules);
        let mut eval = NnueEval::<F>::new(Arc::clone(&network));
        let mut portable = NnueEval::<F>::new(Arc::clone(&network)).without_simd();
        eval.reset(line.here());
        portable.reset(line.here());
        for _ in 0..160 {
            if random.below(5) == 0 && line.pop() {
                eval.pop();
                portable.pop();
                continue;
            }
            let here = line.here();
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            // The king is moved often, so that the mirroring changes.
            let kings: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| F::king_of(game::Tactics::mover(here, mv)).is_some())
                .collect();
            let chosen = if random.below(3) == 0 { random.pick(&kings) } else { None };
            let Some(&mv) = chosen.or_else(|| random.pick(&moves)) else { break };
            king_moves += usize::from(kings.contains(&mv));
            let mut reveals = RevealList::new();
            here.reveals(mv, &mut reveals);
            let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else { break };
            let (mut step, mut again) = Default::default();
            here.clone().play(mv, reveal, &mut again);
            line.push_observed(mv, reveal, &mut step);
            eval.push(step);
            portable.push(again);
            if random.below(3) > 0 {
                let expected = eval.evaluate_full_refresh(line.here());
                assert_eq!(eval.evaluate(line.here()), expected, "seed {seed}");
                assert_eq!(portable.evaluate(line.here()), expected, "seed {seed}, portable kernel");
                evaluated += 1;
            }
        }
    }
    assert!(evaluated > 500 && king_moves > 100, "{evaluated} {king_moves}");
}

#[test]
fn incremental_updates_equal_a_full_refresh_in_xiangqi() {
    check_incremental_updates::<Xiangqi>(12);
}

#[test]
fn incremental_updates_equal_a_full_refresh_in_jieqi() {
    check_incremental_updates::<Jieqi>(12);
}

#[test]
fn incremental_updates_equal_a_full_refresh_in_chess() {
    check_incremental_updates::<Chess>(12);
}

/// Sorted inputs of a position in the view of the side to move, and of the other side.
fn views<F: Features>(text: &str) -> [Vec<usize>; 2] {
    let rules = <F::Position as Position>::Rules::default();
    let here = F::Game::read_position(text, &rules).unwrap_or_else(|_| panic!("{text}")).position;
    let own = here.turn();
    [own, own.other()].map(|view| {
        let mut inputs = Vec::new();
        NnueEval::<F>::rows(&here, KingLayout::NONE, view, &mut inputs);
        assert!(inputs.iter().all(|&input| input < F::INPUTS));
        inputs.sort_unstable();
        inputs
    })
}

#[test]
fn a_position_its_mirror_image_and_the_color_swapped_one_have_the_same_inputs() {
    let xiangqi = [
        "3ak4/9/4b4/p8/9/6P2/P3P4/4B4/4A4/2R2K3 w - - 0 1",
        "4ka3/9/4b4/8p/9/2P6/4P3P/4B4/4A4/3K2R2 w - - 0 1",
        "2r2k3/4a4/4b4/p3p4/6p2/9/P8/4B4/9/3AK4 b - - 0 1",
    ];
    // The other side's general stands on the central file: its view is not mirrored in any of the three.
    let inputs = xiangqi.map(views::<Xiangqi>);
    assert_eq!(inputs[0][0], inputs[1][0]);
    assert_eq!(inputs[0], inputs[2]);
    let chess = [
        "6k1/5ppp/8/8/8/2N5/1PP5/1K6 w - - 0 1",
        "1k6/ppp5/8/8/8/5N2/5PP1/6K1 w - - 0 1",
        "1k6/1pp5/2n5/8/8/8/5PPP/6K1 b - - 0 1",
    ];
    let inputs = chess.map(views::<Chess>);
    assert_eq!(inputs[0], inputs[1]);
    assert_eq!(inputs[0], inputs[2]);
}

#[test]
fn a_correcting_network_is_added_to_the_hand_crafted_evaluation() {
    let rules = xiangqi::Rules::default();
    let here = xiangqi::Xiangqi::start(&rules);
    let mut hce = eval::xiangqi::Hce::default();
    let mut eval = NnueEval::<Xiangqi>::new(random_network::<Xiangqi>(32, KingLayout::NONE, true));
    hce.reset(&here);
    eval.reset(&here);
    let output = eval.evaluate(&here);
    assert_ne!(output, 0);
    assert_eq!(eval.score(&here).raw(), hce.score(&here).raw() + output);
    let mut zero = NnueEval::<Xiangqi>::new(Arc::new(Network::empty::<Xiangqi>(16, 300.0, true)));
    zero.reset(&here);
    assert_eq!(zero.score(&here), hce.score(&here));
    assert_eq!(here.turn(), Side::First);
}
