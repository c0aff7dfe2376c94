//! Information-leak tests: whatever the deal, a viewer's line depends only on what that viewer may know.

use std::collections::BTreeSet;

use game::{Game, Line, MoveList, Position as _, Random, Side};
use proptest::prelude::*;
use xiangqi::{Move, Role, SQUARES, Square};

use crate::fen::{self, Dialect};
use crate::{CaptureVisibility, Deal, Jieqi, Nonces, Pool, Position, Rules, Seed, Views, start_points};

const SEATS: [Option<Side>; 3] = [Some(Side::First), Some(Side::Second), None];
const DIALECTS: [Dialect; 4] = [Dialect::Pikafish, Dialect::JieqiBox, Dialect::Pychess, Dialect::Bracket];

type Roles = [Option<Role>; SQUARES];

/// Roles of a drawn deal, available to tests only.
fn roles_of(deal: Deal) -> Roles {
    let mut roles = [None; SQUARES];
    for (square, piece) in deal.reveal() {
        roles[square.index()] = Some(piece.role());
    }
    roles
}

fn rules(capture_visibility: CaptureVisibility) -> Rules {
    Rules { capture_visibility, ..Rules::default() }
}

fn views(rules: Rules) -> Views {
    Views::new(&Position::start(&rules), rules)
}

/// A random game that prefers captures, and its moves.
fn play(deal: &Deal, rules: Rules, random: &mut Random, plies: usize) -> (Views, Vec<Move>) {
    let mut views = views(rules);
    let mut moves = Vec::new();
    while moves.len() < plies && views.seen_by(None).here().outcome().is_none() {
        let here = views.seen_by(None).here();
        let mut legal = MoveList::new();
        here.legal_moves(&mut legal);
        let captures: Vec<Move> =
            legal.iter().copied().filter(|mv| here.board().piece_at(mv.target()).is_some()).collect();
        let prefer_captures = random.below(2) == 0;
        let Some(&mv) = random.pick(if prefer_captures && !captures.is_empty() { &captures } else { &legal })
        else {
            break;
        };
        views.push(deal, mv);
        moves.push(mv);
    }
    (views, moves)
}

/// Points whose pieces the viewer cannot name, though the deal can: still face down, or captured unseen.
fn unseen_points(line: &Line<Position>) -> BTreeSet<usize> {
    let mut points: BTreeSet<usize> = (line.root().dark()).into_iter().collect();
    for step in line.steps() {
        let (Some(mv), Some(reveal)) = (step.mv, step.reveal) else { continue };
        for (square, seen) in [(mv.origin(), reveal.turned), (mv.target(), reveal.captured)] {
            if seen.is_some_and(|role| role != Role::Unknown) {
                points.remove(&square.index());
            }
        }
    }
    points
}

/// Another deal consistent with everything this viewer has seen.
fn redealt(truth: &Roles, line: &Line<Position>, random: &mut Random) -> Roles {
    let mut roles = *truth;
    for side in Side::BOTH {
        let own = |point: &usize| start_points::START_POINTS[side.index()].has(*point);
        let points: Vec<usize> = unseen_points(line).into_iter().filter(own).collect();
        for last in (1..points.len()).rev() {
            roles.swap(points[last], points[random.below(last + 1)]);
        }
    }
    roles
}

/// All observable output of a line.
fn observable_output(line: &Line<Position>) -> Vec<String> {
    let mut output = Vec::new();
    for ply in 0..=line.ply() {
        let here = line.at(ply);
        output.extend(DIALECTS.map(|dialect| fen::write(here, dialect)));
        output.push(format!("{here:?} {:x}", here.key()));
        output.push(format!("{:?}", Jieqi::picture(here)));
        if let Some(step) = line.steps().get(ply)
            && let (Some(mv), Some(reveal)) = (step.mv, step.reveal)
        {
            output.push(Jieqi::write_move(here, mv, reveal));
            output.push(format!("{reveal:?}"));
        }
    }
    output
}

fn sights() -> impl Strategy<Value = CaptureVisibility> {
    prop_oneof![
        Just(CaptureVisibility::Captor),
        Just(CaptureVisibility::All),
        Just(CaptureVisibility::Nobody)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn deals_consistent_with_a_view_are_indistinguishable_in_it(
        seed: [u8; 32], dice: u64, plies in 1usize..140, capture_visibility in sights(),
    ) {
        let rules = rules(capture_visibility);
        let mut random = Random::new(dice);
        let truth = roles_of(Deal::draw(&Seed::new(seed), Nonces::default(), &Position::start(&rules)).unwrap());
        let (seen, moves) = play(&Deal::of_roles(truth), rules, &mut random, plies);
        for seat in SEATS {
            let other = Deal::of_roles(redealt(&truth, seen.seen_by(seat), &mut random));
            let mut again = views(rules);
            for &mv in &moves {
                prop_assert!(again.seen_by(None).here().is_legal(mv), "{mv} shows that the deal is another");
                again.push(&other, mv);
            }
            prop_assert_eq!(observable_output(seen.seen_by(seat)), observable_output(again.seen_by(seat)));
        }
    }

    #[test]
    fn every_pool_holds_the_roles_its_viewer_has_not_seen(
        seed: [u8; 32], dice: u64, plies in 1usize..140, capture_visibility in sights(),
    ) {
        let rules = rules(capture_visibility);
        let truth = roles_of(Deal::draw(&Seed::new(seed), Nonces::default(), &Position::start(&rules)).unwrap());
        let (views, _) = play(&Deal::of_roles(truth), rules, &mut Random::new(dice), plies);
        for seat in SEATS {
            let line = views.seen_by(seat);
            for side in Side::BOTH {
                let mut pool = Pool::EMPTY;
                let own = unseen_points(line).into_iter().filter(|&point| start_points::START_POINTS[side.index()].has(point));
                own.for_each(|point| prop_assert_ok(pool.add(truth[point].unwrap())));
                prop_assert_eq!(line.here().pool(side), pool);
                let dark = (line.here().dark() & line.here().board().side(side)).len();
                prop_assert_eq!(line.here().unknown_captures(side), pool.total() - dark);
            }
            // The pieces on the board are the same for every viewer.
            prop_assert_eq!(line.here().board(), views.seen_by(None).here().board());
            prop_assert_eq!(line.here().dark(), views.seen_by(None).here().dark());
        }
    }
}

fn prop_assert_ok(holds: bool) {
    assert!(holds, "a pool overflows");
}

/// Red's cannon captures the piece on b9 at once.
fn first_capture(capture_visibility: CaptureVisibility) -> Views {
    let rules = rules(capture_visibility);
    let root = Position::start(&rules);
    let deal = Deal::draw(&Seed::new([3; 32]), Nonces::default(), &root).unwrap();
    let mut views = views(rules);
    views.push(&deal, Move::parse("b2b9").unwrap());
    views
}

#[test]
fn only_the_captor_learns_what_it_captured() {
    let views = first_capture(CaptureVisibility::Captor);
    let reveal = |seat| views.seen_by(seat).steps()[0].reveal.unwrap();
    let (red, black, public) = (reveal(Some(Side::First)), reveal(Some(Side::Second)), reveal(None));
    assert!(red.captured.is_some_and(|role| role != Role::Unknown));
    assert_eq!((black.captured, public.captured), (Some(Role::Unknown), Some(Role::Unknown)));
    assert_eq!((red.turned, red.turned), (black.turned, public.turned));
    assert!(red.turned.is_some_and(|role| role != Role::Unknown), "everybody sees what turned up");

    let unseen = |seat| views.seen_by(seat).here().unknown_captures(Side::Second);
    assert_eq!([unseen(Some(Side::First)), unseen(Some(Side::Second)), unseen(None)], [0, 1, 1]);
    let pool = |seat| views.seen_by(seat).here().pool(Side::Second).total();
    assert_eq!([pool(Some(Side::First)), pool(Some(Side::Second)), pool(None)], [14, 15, 15]);
    let written =
        |seat| Jieqi::write_move(views.seen_by(seat).root(), Move::parse("b2b9").unwrap(), reveal(seat));
    assert_eq!(written(Some(Side::First)).len(), 6);
    assert_eq!(written(Some(Side::Second)).len(), 5);
    assert_eq!(written(None).len(), 5);
}

#[test]
fn all_or_nobody_learns_captures_under_the_other_options() {
    for (capture_visibility, known) in [(CaptureVisibility::All, true), (CaptureVisibility::Nobody, false)] {
        let views = first_capture(capture_visibility);
        for seat in SEATS {
            let captured = views.seen_by(seat).steps()[0].reveal.unwrap().captured;
            assert_eq!(captured != Some(Role::Unknown), known, "{capture_visibility:?} {seat:?}");
        }
    }
}

/// The property above would also hold for viewers that never learn anything; this test shows that the captor does
/// learn.
#[test]
fn a_captor_distinguishes_deals_that_the_public_cannot() {
    let rules = Rules::default();
    let root = Position::start(&rules);
    let truth = roles_of(Deal::draw(&Seed::new([3; 32]), Nonces::default(), &root).unwrap());
    let b9 = Square::named("b9").unwrap().index();
    let swap = start_points::START_POINTS[1].into_iter().find(|&point| truth[point] != truth[b9]).unwrap();
    let mut other = truth;
    other.swap(b9, swap);
    let line = |roles, seat| {
        let mut views = views(rules);
        views.push(&Deal::of_roles(roles), Move::parse("b2b9").unwrap());
        observable_output(views.seen_by(seat))
    };
    assert_ne!(line(truth, Some(Side::First)), line(other, Some(Side::First)));
    assert_eq!(line(truth, Some(Side::Second)), line(other, Some(Side::Second)));
    assert_eq!(line(truth, None), line(other, None));
}

#[test]
fn a_move_that_revealed_something_cannot_be_taken_back() {
    let rules = Rules::default();
    let root = fen::read("3k5/9/9/9/9/9/9/9/8R/X3K4 w P1 0 1", &rules).unwrap().position;
    let deal = Deal::draw(&Seed::new([0; 32]), Nonces::default(), &root).unwrap();
    let mut views = Views::new(&root, rules);
    assert!(!views.pop(), "nothing was played");
    views.push(&deal, Move::parse("i1i2").unwrap());
    assert!(views.pop());
    views.push(&deal, Move::parse("a0a1").unwrap());
    assert!(!views.pop());
    views.push(&deal, Move::parse("d9d8").unwrap());
    assert!(views.pop());
    assert!(!views.pop());
    assert!(SEATS.iter().all(|&seat| views.seen_by(seat).ply() == 1));
}
