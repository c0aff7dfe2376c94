//! Game review: mistakes are found, reviews are deterministic, and luck is separated from decisions.

use std::ops::ControlFlow;
use std::sync::Arc;

use game::{Random, Side};
use table::{
    AnyEngine, ClockRule, Command, Control, Created, EngineResources, Judgment, Limits, Match, Notation,
    Permissions, ReadLimits, ReadOptions, Review, Reviewed, Rulebook, Secret, Viewer, WallClock, games,
    read_file, retry, review,
};

fn book(name: &str) -> &'static dyn Rulebook {
    games::by_name(name).expect(name)
}

fn engine(name: &str) -> Box<dyn AnyEngine> {
    let spec = "champion".parse().expect("a specification");
    book(name).engine(&spec, EngineResources { hash: 4, threads: 1 }).expect("a champion")
}

fn control() -> Control {
    Control::new(Arc::new(WallClock::start()))
}

fn game(name: &str, setup: Option<&str>, moves: &str) -> Reviewed {
    let mut study = book(name).open(setup, &[]).expect("a position");
    for mv in moves.split_whitespace() {
        study.play(mv, Notation::Uci).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
    let outcome = study.status().outcome;
    Reviewed { views: book(name).views_by_side(study.as_ref()).expect("its own game"), outcome }
}

fn look(name: &str, game: &Reviewed, nodes: u64) -> Review {
    review(game, engine(name).as_mut(), &Limits::nodes(nodes), &control(), &mut |_| {}).expect("a review")
}

fn codes(review: &Review) -> Vec<&'static str> {
    review.summary.iter().map(|message| message.code).collect()
}

/// 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7#
const SCHOLAR: &str = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7";

#[test]
fn a_losing_move_is_a_blunder_and_the_better_move_is_reported() {
    let game = game("chess", None, SCHOLAR);
    let found = look("chess", &game, 4000);
    assert_eq!((found.from, found.plies.len()), (0, 7));
    let lost = &found.plies[5];
    assert_eq!((lost.side, lost.number, lost.judgment), (Side::Second, 3, Some(Judgment::Blunder)));
    assert!(lost.best().is_some_and(|best| best != "g8f6"), "{lost:?}");
    assert_eq!(lost.after.chance, 1.0);
    let mated = &found.plies[6];
    assert_eq!((mated.loss, mated.judgment, mated.before.mate()), (0.0, None, Some(1)));
    assert_eq!((mated.after.chance, mated.after.score, mated.luck), (1.0, None, None));
    assert_eq!(found.sides[1].bad[2], 1);
    assert!(found.sides[0].accuracy > found.sides[1].accuracy, "{:?}", found.sides);
    assert_eq!(found.sides.each_ref().map(|side| side.luck), [None, None]);
    let turned: Vec<(usize, Option<Side>)> = found.turning.iter().map(|turn| (turn.ply, turn.lead)).collect();
    assert!(turned.contains(&(5, Some(Side::First))), "{turned:?}");
    let found_codes = codes(&found);
    assert!(
        found_codes.contains(&"review_decided") && found_codes.contains(&"review_costliest"),
        "{found_codes:?}"
    );
}

#[test]
fn the_same_game_gives_the_same_review() {
    // The cannon captures a soldier protected by a horse.
    let moves = "h2e2 h9g7 h0g2 i9h9 e2e6 g7e6 b0c2 b9c7";
    let one = game("xiangqi", None, moves);
    let found = look("xiangqi", &one, 2500);
    assert_eq!(found, look("xiangqi", &one, 2500));
    assert_eq!(found.plies.len(), 8);
    assert!(found.plies[4].judgment >= Some(Judgment::Mistake), "{:?}", found.plies[4]);
    assert!(found.plies.iter().all(|ply| (0.0..=1.0).contains(&ply.before.chance) && ply.depth > 0));
}

#[test]
fn a_stopped_review_returns_a_partial_result() {
    let game = game("chess", None, SCHOLAR);
    let (control, mut steps) = (control(), Vec::new());
    let stopped = review(&game, engine("chess").as_mut(), &Limits::nodes(2000), &control, &mut |step| {
        steps.push((step.done, step.ply, step.total));
        if step.done == 3 {
            control.stop();
        }
    })
    .expect("a review");
    assert_eq!(steps, [(0, 7, 7), (1, 6, 7), (2, 5, 7), (3, 4, 7)]);
    assert_eq!((stopped.from, stopped.plies.len()), (4, 3));
    assert_eq!(stopped.summary.first().map(|message| message.code), Some("review_partial"));
    control.stop();
    let nothing = review(&game, engine("chess").as_mut(), &Limits::nodes(2000), &control, &mut |_| {});
    let nothing = nothing.expect("a review");
    assert_eq!((nothing.from, nothing.plies.len(), codes(&nothing)), (7, 0, vec!["review_nothing"]));
}

#[test]
fn a_forced_move_is_not_a_mistake() {
    // The king in the corner has one square.
    let game = game("chess", Some("7k/8/5K2/8/8/8/8/6R1 b - - 0 1"), "h8h7 g1g2");
    let found = look("chess", &game, 1000);
    assert!(found.plies[0].forced && found.plies[0].judgment.is_none());
    assert_eq!((found.plies[0].accuracy(), found.sides[1].moves, found.sides[1].accuracy), (None, 0, None));
}

#[test]
fn an_alternative_move_is_evaluated_like_the_one_played() {
    let game = game("chess", None, SCHOLAR);
    let found = look("chess", &game, 4000);
    let lost = &found.plies[5];
    let again = |mv: &str| {
        retry(&game, lost, mv, engine("chess").as_mut(), &Limits::nodes(4000), &control()).expect("legal")
    };
    let best = again(lost.best().expect("a move")).expect("reviewed");
    assert_eq!((best.loss, best.judgment), (0.0, None));
    let same = again("g8f6").expect("reviewed");
    assert_eq!(same.judgment, Some(Judgment::Blunder));
    assert_eq!(same.line.get(..2), Some(&["g8f6".to_owned(), "h5f7".to_owned()][..]));
    let wrong = retry(&game, lost, "a1a8", engine("chess").as_mut(), &Limits::nodes(1), &control());
    assert!(wrong.is_err(), "not legal");
}

/// Random match of jieqi in which captures are preferred.
fn dealt(number: u64, plies: usize) -> Box<dyn Match> {
    let mut random = Random::new(number);
    let seed: Vec<u8> = (0..32).map(|_| random.below(256) as u8).collect();
    let created = Created {
        game: "jieqi".to_owned(),
        options: Vec::new(),
        setup: None,
        handicap: None,
        seats: Default::default(),
        clock: ClockRule::Off,
        permissions: Permissions::FREE,
        deal: None,
    };
    let secret = Secret { seed, nonces: Default::default() };
    let mut table = book("jieqi").new_match(&created, Some(&secret)).expect("a match");
    for _ in 0..plies {
        let view = table.view(Viewer::Public, 0);
        if view.outcome.is_some() {
            break;
        }
        let legal = table.view(Viewer::Seat(view.turn), 0).legal;
        let takes = |mv: &&String| {
            let mut study = table.study(Viewer::Public);
            study.play(mv, Notation::Uci).is_ok()
                && study.plies(study.ply() - 1).iter().any(|ply| ply.took.is_some())
        };
        let captures: Vec<&String> = legal.iter().filter(takes).collect();
        let mv = match captures.is_empty() {
            true => legal[random.below(legal.len())].clone(),
            false => captures[random.below(captures.len())].clone(),
        };
        let events = table.decide(view.turn, &Command::Play(mv), 0).expect("legal");
        events.iter().for_each(|event| table.apply(event));
    }
    table
}

#[test]
fn a_complete_record_gives_each_side_its_own_view() {
    for number in 0..6 {
        let table = dealt(number, 30);
        let mut both = book("jieqi").open(None, &[]).expect("the start");
        let own = Side::BOTH.map(|side| table.moves(Viewer::Seat(side), Notation::Uci));
        for ply in 0..own[0].len() {
            both.play(&own[ply % 2][ply], Notation::Uci).expect("as it was played");
        }
        let views = book("jieqi").views_by_side(both.as_ref()).expect("its own game");
        let mut told_more = 0;
        for ply in 0..=own[0].len() {
            for side in Side::BOTH {
                let seen = views[side.index()].until(ply).position("");
                assert_eq!(
                    seen,
                    table.study(Viewer::Seat(side)).until(ply).position(""),
                    "deal {number}, ply {ply}"
                );
                told_more += usize::from(seen != both.until(ply).position(""));
            }
        }
        assert!(told_more > 0, "deal {number}: nothing was captured face down");
    }
}

#[test]
fn a_public_record_is_read_back_completely() {
    let table = dealt(2, 30);
    let public = table.study(Viewer::Public);
    assert!(public.plies(0).iter().any(|ply| ply.took.is_some_and(|(_, letter, _)| letter == '?')));
    for notation in [Notation::Uci, Notation::Wxf, Notation::Vi, Notation::Zh] {
        let text = public.pgn(&[("Game".to_owned(), "jieqi".to_owned())], &[], &[], None, notation);
        let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::LOCAL };
        let mut read = None;
        read_file(text.as_bytes(), &ask, &|| false, &mut |game| {
            read = Some(game);
            ControlFlow::Break(())
        });
        let read = read.expect("a game");
        assert!(read.errors.is_empty(), "{}: {:?}\n{text}", notation.name(), read.errors);
        assert_eq!(
            read.record.study().moves(Notation::Uci),
            public.moves(Notation::Uci),
            "{}",
            notation.name()
        );
    }
}

#[test]
fn luck_is_reported_for_reveals_and_summed_for_each_side() {
    let table = dealt(1, 16);
    let views = Side::BOTH.map(|side| table.study(Viewer::Seat(side)));
    let plies = views.each_ref().map(|study| study.plies(0));
    let game = Reviewed { views, outcome: None };
    let found = look("jieqi", &game, 1500);
    assert_eq!(found.plies.len(), plies[0].len());
    let mut sums = [0.0_f32; 2];
    for (ply, reviewed) in found.plies.iter().enumerate() {
        // From the mover's view: the opponent does not learn a piece captured face down.
        let shown = &plies[reviewed.side.index()][ply];
        let revealed =
            shown.turned.is_some() || shown.took.is_some_and(|(_, letter, down)| down && letter != '?');
        assert_eq!(reviewed.luck.is_some(), revealed, "{reviewed:?}");
        sums[reviewed.side.index()] += reviewed.luck.unwrap_or(0.0);
        // The loss of a decision does not depend on the reveal.
        assert!(reviewed.loss <= reviewed.before.share(reviewed.side) + 1e-6);
    }
    for (side, sum) in found.sides.iter().zip(sums) {
        assert!(side.luck.is_some_and(|luck| (luck - sum).abs() < 1e-4));
    }
    assert!(codes(&found).iter().any(|code| code.starts_with("review_luck")), "{:?}", codes(&found));
}

#[test]
fn luck_is_zero_on_average() {
    let start = book("jieqi").open(None, &[]).expect("the start");
    let reveals = start.reveals("a0a1");
    assert_eq!(reveals.len(), 6, "{reveals:?}");
    let (mut mean, mut total, mut lucks) = (0.0, 0.0, Vec::new());
    for (mv, weight) in reveals {
        let luck = look("jieqi", &game("jieqi", None, &mv), 16_000).plies[0].luck.expect("a reveal");
        mean += luck * weight as f32;
        total += weight as f32;
        lucks.push((mv, luck));
    }
    assert!((mean / total).abs() < 0.01, "{mean} of {total}: {lucks:?}");
    assert!(
        lucks.iter().any(|(_, luck)| *luck > 0.02) && lucks.iter().any(|(_, luck)| *luck < -0.01),
        "{lucks:?}"
    );
}

#[test]
fn a_move_is_judged_by_the_knowledge_of_its_player_for_any_reveal() {
    // The same first move under many deals: the same value of the decision, different luck.
    let mut losses = Vec::new();
    let mut lucks = Vec::new();
    for number in 0..6 {
        let table = dealt_move(number, "b2b9");
        let game = Reviewed { views: Side::BOTH.map(|side| table.study(Viewer::Seat(side))), outcome: None };
        let found = look("jieqi", &game, 5_000);
        let first = &found.plies[0];
        losses.push(Judgment::of(first.loss));
        lucks.push(first.luck.expect("a reveal"));
    }
    assert!(losses.iter().all(|loss| *loss == losses[0]), "{losses:?}");
    let spread =
        lucks.iter().copied().fold(f32::MIN, f32::max) - lucks.iter().copied().fold(f32::MAX, f32::min);
    assert!(spread > 0.02, "{lucks:?}");
}

fn dealt_move(number: u64, mv: &str) -> Box<dyn Match> {
    let mut table = dealt(number, 0);
    let events = table.decide(Side::First, &Command::Play(mv.to_owned()), 0).expect("legal");
    events.iter().for_each(|event| table.apply(event));
    table
}
