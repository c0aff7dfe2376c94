//! Determinization: a sampled deal is consistent with the known information, uniformly distributed, and plays like
//! the position with these reveals.

use std::collections::BTreeMap;

use game::{Game, HiddenPosition as _, MoveList, Observer, Position as _, Random, Side, Tactics as _};
use jieqi::{Jieqi, Move, PerfectInfoPosition, Perspective, Pool, Position, Reveal, Role, Rules};

/// Plays a random game on both: the position gets the reveals of the deal.
fn play(seed: u64, plies: usize, mut visit: impl FnMut(&Position, &PerfectInfoPosition)) {
    let mut random = Random::new(seed);
    let mut here = Position::start(&Rules::default()).seen_by(Perspective::Both);
    let mut open = here.determinize(&mut random);
    for _ in 0..plies {
        visit(&here, &open);
        let mut moves = MoveList::new();
        here.legal_moves(&mut moves);
        let Some(&mv) = random.pick(&moves) else { break };
        let role = |square: jieqi::Square| here.is_dark(square).then(|| open.truth(square.index()));
        let reveal = Reveal { turned: role(mv.origin()), captured: role(mv.target()) };
        here.play(mv, reveal, &mut ());
        open.play(mv, (), &mut ());
    }
}

fn moves_of(here: &impl game::Position<Move = Move>) -> Vec<Move> {
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    moves.to_vec()
}

#[test]
fn a_determinized_position_plays_like_the_revealed_one() {
    for seed in 0..12 {
        play(seed, 120, |here, open| {
            assert_eq!(open.seen(), here);
            assert_eq!(moves_of(open), moves_of(here));
            assert_eq!(open.outcome(), here.outcome());
        });
    }
}

#[test]
fn gives_check_is_exact_when_roles_are_known() {
    let mut turned = 0;
    for seed in 20..40 {
        play(seed, 120, |_, open| {
            for mv in moves_of(open) {
                let mut after = open.clone();
                after.play(mv, (), &mut ());
                assert_eq!(open.gives_check(mv), after.in_check(), "{mv} {open:?}");
                turned += usize::from(open.seen().is_dark(mv.origin()) && after.in_check());
            }
        });
    }
    assert!(turned > 20, "only {turned} pieces gave check as they turned up");
}

/// Counts observer calls by square and piece.
#[derive(Default)]
struct Changes(BTreeMap<(usize, usize), i32>);

impl Observer for Changes {
    fn put(&mut self, square: usize, piece: usize) {
        *self.0.entry((square, piece)).or_default() += 1;
    }

    fn lift(&mut self, square: usize, piece: usize) {
        *self.0.entry((square, piece)).or_default() -= 1;
    }
}

#[test]
fn observers_get_the_true_roles_of_face_down_pieces() {
    for seed in 50..60 {
        play(seed, 100, |_, open| {
            for mv in moves_of(open) {
                let (mover, victim) = (open.mover(mv), open.victim(mv));
                let mut changes = Changes::default();
                let mut after = open.clone();
                after.play(mv, (), &mut changes);
                assert_eq!(changes.0.get(&(game::Move::from(mv), mover)), Some(&-1), "{mv}");
                if let Some(victim) = victim {
                    assert_eq!(changes.0.get(&(game::Move::to(mv), victim)), Some(&-1), "{mv}");
                }
                assert_eq!(changes.0.get(&(game::Move::to(mv), mover & 15)), Some(&1), "{mv}");
            }
        });
    }
}

#[test]
fn sampled_deals_fit_the_pools_and_are_uniform() {
    let text = "3xkx1xx/9/2a1p2ap/9/9/2r1P4/1R4p2/1CP1n3r/4N4/4K1CB1 w b2p2c1 0 25";
    let here = Jieqi::read_position(text, &Rules::default()).expect(text).position;
    let mut random = Random::new(7);
    let rounds = 20_000;
    let mut counts: BTreeMap<(usize, char), u32> = BTreeMap::new();
    for _ in 0..rounds {
        let open = here.determinize(&mut random);
        let mut left = here.pool(Side::Second);
        for square in here.dark() {
            let role = open.truth(square);
            assert!(left.take(role), "{role:?} is not left in {left:?}");
            *counts.entry((square, role.letter())).or_default() += 1;
        }
        assert_eq!(left.total(), 1, "one was captured unseen");
    }
    // Five pieces for four points: an elephant or a soldier on each two times of five, the cannon once.
    for square in here.dark() {
        for (role, share) in [(Role::Elephant, 2), (Role::Soldier, 2), (Role::Cannon, 1)] {
            let count = counts.get(&(square, role.letter())).copied().unwrap_or(0);
            let expected = rounds * share / 5;
            // A deviation is at most 70.
            assert!(count.abs_diff(expected) < 420, "{square} {role:?}: {count} instead of {expected}");
        }
    }
    assert_eq!(here.pool(Side::First), Pool::EMPTY);
}

#[test]
fn different_deals_have_different_keys() {
    let here = Position::start(&Rules::default());
    let mut random = Random::new(3);
    let (one, other) = (here.determinize(&mut random), here.determinize(&mut random));
    assert_ne!(one.key(), other.key());
    assert_eq!(one.key(), one.clone().key());
}

#[test]
fn chance_outcomes_branch_over_turned_up_roles_only() {
    let here = Position::start(&Rules::default());
    for mv in moves_of(&here) {
        let mut chance_outcomes = game::RevealList::new();
        here.chance_outcomes(mv, &mut chance_outcomes);
        assert!(
            here.is_chance_move(mv) == (chance_outcomes.len() == 6 && chance_outcomes.total() == 15)
                && !chance_outcomes.is_empty()
        );
        let unseen = here.is_dark(mv.target()).then_some(Role::Unknown);
        assert!(
            chance_outcomes.iter().all(|(reveal, _)| reveal.captured == unseen && here.allows(mv, reveal))
        );
    }
}
