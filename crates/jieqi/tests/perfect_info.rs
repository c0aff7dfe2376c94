//! A deal imagined: it fits what is known, is as likely as any other, and plays as the position does with these reveals.

use std::collections::BTreeMap;

use game::{Game, HiddenPosition as _, MoveList, Observer, Position as _, Random, Side, Tactics as _};
use jieqi::{Jieqi, Move, PerfectInfoPosition, Perspective, Pool, Position, Reveal, Role, Rules};

/// A random game played along on both: the position is told the reveals the deal has.
fn play(seed: u64, plies: usize, mut visit: impl FnMut(&Position, &PerfectInfoPosition)) {
    let mut random = Random::new(seed);
    let mut here = Position::start(&Rules::default()).seen_by(Perspective::Both);
    let mut open = here.determinize(&mut random);
    for _ in 0..plies {
        visit(&here, &open);
        let mut moves = MoveList::new();
        here.legal_moves(&mut moves);
        let Some(&mv) = random.pick(&moves) else { break };
        let told = |square: jieqi::Square| here.is_dark(square).then(|| open.truth(square.index()));
        let reveal = Reveal { turned: told(mv.origin()), captured: told(mv.target()) };
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
fn what_is_told_is_played_as_it_is() {
    for seed in 0..12 {
        play(seed, 120, |here, open| {
            assert_eq!(open.seen(), here);
            assert_eq!(moves_of(open), moves_of(here));
            assert_eq!(open.outcome(), here.outcome());
        });
    }
}

#[test]
fn a_check_is_foreseen_when_the_piece_is_known() {
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
    assert!(turned > 20, "only {turned} men gave check as they turned up");
}

/// Counts what it hears, by square and piece.
#[derive(Default)]
struct Heard(BTreeMap<(usize, usize), i32>);

impl Observer for Heard {
    fn put(&mut self, square: usize, piece: usize) {
        *self.0.entry((square, piece)).or_default() += 1;
    }

    fn lift(&mut self, square: usize, piece: usize) {
        *self.0.entry((square, piece)).or_default() -= 1;
    }
}

#[test]
fn observers_hear_face_down_pieces_as_they_are() {
    for seed in 50..60 {
        play(seed, 100, |_, open| {
            for mv in moves_of(open) {
                let (mover, victim) = (open.mover(mv), open.victim(mv));
                let mut heard = Heard::default();
                let mut after = open.clone();
                after.play(mv, (), &mut heard);
                assert_eq!(heard.0.get(&(game::Move::from(mv), mover)), Some(&-1), "{mv}");
                if let Some(victim) = victim {
                    assert_eq!(heard.0.get(&(game::Move::to(mv), victim)), Some(&-1), "{mv}");
                }
                assert_eq!(heard.0.get(&(game::Move::to(mv), mover & 15)), Some(&1), "{mv}");
            }
        });
    }
}

#[test]
fn every_deal_fits_the_pools_and_each_is_as_likely() {
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
fn keys_tell_deals_apart() {
    let here = Position::start(&Rules::default());
    let mut random = Random::new(3);
    let (one, other) = (here.determinize(&mut random), here.determinize(&mut random));
    assert_ne!(one.key(), other.key());
    assert_eq!(one.key(), one.clone().key());
}

#[test]
fn looking_ahead_tells_apart_what_turns_up_and_leaves_the_captured_unrevealed() {
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
