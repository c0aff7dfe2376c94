//! A network that follows the moves says what one that looks at the board anew says, at every game.

use std::sync::Arc;

use eval::nnue::{Chess, Features, Jieqi, Net, Network, Xiangqi};
use game::{Eval, Game, Line, MoveList, Position, Random, RevealList, Side};

/// A network of random numbers as large as training allows.
fn random_net<F: Features>(hidden: usize, corrects: bool) -> Arc<Net> {
    let mut random = Random::new(hidden as u64);
    let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
    let mut net = Net::empty::<F>(hidden, 300.0, corrects);
    net.weights.iter_mut().chain(&mut net.bias).for_each(|weight| *weight = number(200));
    net.out_weights.iter_mut().for_each(|weight| *weight = number(127));
    net.out_bias.iter_mut().for_each(|bias| *bias = i32::from(number(3000)));
    Arc::new(net)
}

/// Walks through games at random, forth and sometimes back, asking now and then.
fn follows<F: Features>(games: u64) {
    let net = random_net::<F>(48, false);
    let rules = <F::Position as Position>::Rules::default();
    let (mut asked, mut turned) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut line = Line::new(F::Game::start(&rules), rules);
        let mut network = Network::<F>::new(Arc::clone(&net));
        let mut plain = Network::<F>::new(Arc::clone(&net)).plain();
        network.reset(line.here());
        plain.reset(line.here());
        for _ in 0..160 {
            if random.below(5) == 0 && line.pop() {
                network.pop();
                plain.pop();
                continue;
            }
            let here = line.here();
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            // The king is moved often, so that views turn over.
            let kings: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| F::king_of(game::Tactics::mover(here, mv)).is_some())
                .collect();
            let chosen = if random.below(3) == 0 { random.pick(&kings) } else { None };
            let Some(&mv) = chosen.or_else(|| random.pick(&moves)) else { break };
            turned += usize::from(kings.contains(&mv));
            let mut reveals = RevealList::new();
            here.reveals(mv, &mut reveals);
            let Some(reveal) = reveals.draw(random.below(reveals.total() as usize) as u32) else { break };
            let (mut step, mut again) = Default::default();
            here.clone().play(mv, reveal, &mut again);
            line.push_watched(mv, reveal, &mut step);
            network.push(step);
            plain.push(again);
            if random.below(3) > 0 {
                let expected = network.afresh(line.here());
                assert_eq!(network.said(line.here()), expected, "seed {seed}");
                assert_eq!(plain.said(line.here()), expected, "seed {seed}, plain");
                asked += 1;
            }
        }
    }
    assert!(asked > 500 && turned > 100, "{asked} {turned}");
}

#[test]
fn sums_that_follow_the_moves_are_those_of_the_board_at_xiangqi() {
    follows::<Xiangqi>(20);
}

#[test]
fn sums_that_follow_the_moves_are_those_of_the_board_at_jieqi() {
    follows::<Jieqi>(20);
}

#[test]
fn sums_that_follow_the_moves_are_those_of_the_board_at_chess() {
    follows::<Chess>(20);
}

/// Sorted inputs of a position as the side to move sees it, and as the other does.
fn views<F: Features>(text: &str) -> [Vec<usize>; 2] {
    let rules = <F::Position as Position>::Rules::default();
    let here = F::Game::read_position(text, &rules).unwrap_or_else(|_| panic!("{text}")).position;
    let own = here.turn();
    [own, own.other()].map(|view| {
        let mut inputs = Vec::new();
        Network::<F>::inputs(&here, view, &mut inputs);
        assert!(inputs.iter().all(|&input| input < F::INPUTS));
        inputs.sort_unstable();
        inputs
    })
}

#[test]
fn a_position_its_mirror_image_and_the_same_with_colors_swapped_look_alike() {
    let xiangqi = [
        "3ak4/9/4b4/p8/9/6P2/P3P4/4B4/4A4/2R2K3 w - - 0 1",
        "4ka3/9/4b4/8p/9/2P6/4P3P/4B4/4A4/3K2R2 w - - 0 1",
        "2r2k3/4a4/4b4/p3p4/6p2/9/P8/4B4/9/3AK4 b - - 0 1",
    ];
    // The general of the other side stands in the middle: it looks straight ahead in all three.
    let looks = xiangqi.map(views::<Xiangqi>);
    assert_eq!(looks[0][0], looks[1][0]);
    assert_eq!(looks[0], looks[2]);
    let chess = [
        "6k1/5ppp/8/8/8/2N5/1PP5/1K6 w - - 0 1",
        "1k6/ppp5/8/8/8/5N2/5PP1/6K1 w - - 0 1",
        "1k6/1pp5/2n5/8/8/8/5PPP/6K1 b - - 0 1",
    ];
    let looks = chess.map(views::<Chess>);
    assert_eq!(looks[0], looks[1]);
    assert_eq!(looks[0], looks[2]);
}

#[test]
fn a_network_that_corrects_adds_to_the_opinion_written_by_hand() {
    let rules = xiangqi::Rules::default();
    let here = xiangqi::Xiangqi::start(&rules);
    let mut classic = eval::xiangqi::Full::default();
    let mut network = Network::<Xiangqi>::new(random_net::<Xiangqi>(32, true));
    classic.reset(&here);
    network.reset(&here);
    let said = network.said(&here);
    assert_ne!(said, 0);
    assert_eq!(network.score(&here).raw(), classic.score(&here).raw() + said);
    let mut silent = Network::<Xiangqi>::new(Arc::new(Net::empty::<Xiangqi>(16, 300.0, true)));
    silent.reset(&here);
    assert_eq!(silent.score(&here), classic.score(&here));
    assert_eq!(here.turn(), Side::First);
}
