//! Comparison with exhaustive search, also after changes of weights.

use super::Matcher;
use crate::weight::Weight;
use proptest::prelude::*;

/// Largest weight of a perfect matching of the vertices in `open`.
fn best(weights: &[Vec<u64>], open: u32) -> u64 {
    if open == 0 {
        return 0;
    }
    let v = open.trailing_zeros() as usize;
    let rest = open & !(1 << v);
    (v + 1..weights.len())
        .filter(|&w| rest & (1 << w) != 0)
        .map(|w| weights[v][w] + best(weights, rest & !(1 << w)))
        .max()
        .unwrap_or(0)
}

fn total(matcher: &Matcher<1>, weights: &[Vec<u64>], open: u32) -> u64 {
    let mut sum = 0;
    for (v, row) in weights.iter().enumerate() {
        if open & (1 << v) != 0 {
            let mate = matcher.mate(v);
            assert!(open & (1 << mate) != 0 && mate != v && matcher.mate(mate) == v);
            sum += row[mate];
        }
    }
    sum / 2
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn matchings_have_the_largest_weight_before_and_after_changes(
        half in 1usize..=5,
        seed in prop::collection::vec(0u64..12, 100),
        changes in prop::collection::vec((0usize..10, prop::collection::vec(0u64..14, 10)), 0..6),
    ) {
        let size = 2 * half;
        let mut weights = vec![vec![0; size]; size];
        for v in 0..size {
            for w in 0..v {
                weights[v][w] = seed[v * 10 + w];
                weights[w][v] = seed[v * 10 + w];
            }
        }
        let mut open = (1u32 << size) - 1;
        let mut matcher = Matcher::<1>::new(size, |v, w| Weight::from_u64(weights[v][w]));
        prop_assert_eq!(total(&matcher, &weights, open), best(&weights, open));
        for (place, values) in changes {
            let v = place % size;
            if open & (1 << v) == 0 {
                continue;
            }
            let edges: Vec<(usize, Weight<1>)> = (0..size)
                .filter(|&w| w != v && open & (1 << w) != 0)
                .map(|w| (w, Weight::from_u64(values[w])))
                .collect();
            for &(w, _) in &edges {
                weights[v][w] = values[w];
                weights[w][v] = values[w];
            }
            matcher.change_vertex(v, &edges);
            prop_assert_eq!(total(&matcher, &weights, open), best(&weights, open));
            if values[1] % 4 == 0 {
                for weight in weights.iter_mut().flatten() {
                    *weight = (*weight + 3) % 7;
                }
                matcher.reweigh(|v, w| Weight::from_u64(weights[v][w]));
                prop_assert_eq!(total(&matcher, &weights, open), best(&weights, open));
            }
            if values[0] % 3 == 0 {
                let mate = matcher.mate(v);
                prop_assert!(matcher.is_tight(v, mate));
                matcher.remove_pair(v, mate);
                open &= !((1 << v) | (1 << mate));
                prop_assert_eq!(total(&matcher, &weights, open), best(&weights, open));
            }
        }
    }
}
