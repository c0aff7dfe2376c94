//! Textbook engines one by one: their moves, results, limits and reports.

mod plain_common;

use eval::SimpleEval;
use game::{Game, Line, MoveList, Position as _, Score};
use plain_common::{ask, control, line};
use search::plain::{
    AlphaBeta, AlphaBetaOptions, Greedy, Mcts, MctsMode, MctsOptions, Minimax, RandomMover, WithTactics,
    WithoutTactics, ZeroEval,
};
use search::{Engine, Limits, SearchInfo};
use toy::Toy;
use xiangqi::{Move, Position, Xiangqi};

/// A chariot can capture a chariot, a horse or a soldier.
const MANY_CAPTURES: &str = "3k5/9/9/4n4/9/2p1R1r2/9/9/9/4K4 w - - 0 1";
/// One chariot controls the second rank, the other mates on the last.
const MATE_IN_ONE: &str = "4k4/1R7/9/9/9/9/9/9/9/R2K5 w - - 0 1";

fn mv(text: &str) -> Move {
    Move::parse(text).expect(text)
}

fn mcts(mode: MctsMode, simulations: u64) -> Mcts<Position, SimpleEval<Position>, WithTactics> {
    let options = MctsOptions { simulations: Some(simulations), megabytes: 8, ..MctsOptions::usual(mode) };
    Mcts::new(SimpleEval::square(), options)
}

fn engines() -> Vec<(&'static str, Box<dyn Engine<Position>>)> {
    let bare = AlphaBetaOptions { depth: Some(3), ..AlphaBetaOptions::BARE };
    let all = AlphaBetaOptions { depth: Some(3), megabytes: 1, ..AlphaBetaOptions::ALL };
    let beam = AlphaBetaOptions { beam: Some(6), ..all };
    vec![
        ("random", Box::new(RandomMover)),
        ("greedy", Box::new(Greedy::<_, WithTactics>::new(SimpleEval::greedy()))),
        ("minimax", Box::new(Minimax::new(SimpleEval::material(), 2))),
        ("bare", Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), bare))),
        ("all", Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::contact(), all))),
        ("beam", Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), beam))),
        ("classic", Box::new(mcts(MctsMode::Classic, 300))),
        ("puct", Box::new(mcts(MctsMode::Puct, 300))),
    ]
}

#[test]
fn greedy_captures_the_most_valuable_piece() {
    let line = line::<Xiangqi>(MANY_CAPTURES);
    for seed in 0..20 {
        let limits = Limits { seed, ..Limits::default() };
        let info = ask(&mut Greedy::<_, WithTactics>::new(SimpleEval::greedy()), &line, &limits);
        assert_eq!(info.best(), Some(mv("e4g4")), "seed {seed}");
    }
}

#[test]
fn greedy_prefers_mate_to_a_capture() {
    // A soldier hangs on a4, but the chariot mates on a9.
    let line = line::<Xiangqi>("4k4/1R7/9/9/p8/9/9/9/9/R2K5 w - - 0 1");
    let limits = Limits { only: vec![mv("a0a5"), mv("b8b9"), mv("b8a8")], ..Limits::default() };
    let info = ask(&mut Greedy::<_, WithTactics>::new(SimpleEval::greedy()), &line, &limits);
    assert_eq!(info.best(), Some(mv("a0a5")), "no mate among these: the soldier");
    let free = self::line::<Xiangqi>("4k4/1R7/9/9/9/9/1p7/9/9/2RK5 w - - 0 1");
    let info = ask(&mut Greedy::<_, WithTactics>::new(SimpleEval::greedy()), &free, &Limits::default());
    assert_eq!(info.best(), Some(mv("c0c9")));
}

#[test]
fn greedy_without_captures_plays_anything() {
    let line = line::<Xiangqi>("3ak4/4a4/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1");
    let played: std::collections::BTreeSet<Move> = (0..60)
        .filter_map(|seed| {
            let limits = Limits { seed, ..Limits::default() };
            ask(&mut Greedy::<_, WithTactics>::new(SimpleEval::greedy()), &line, &limits).best()
        })
        .collect();
    assert!(played.len() > 8, "{played:?}");
}

#[test]
fn all_but_random_mate_in_one() {
    let line = line::<Xiangqi>(MATE_IN_ONE);
    for (name, mut engine) in engines().into_iter().skip(1) {
        let info = ask(engine.as_mut(), &line, &Limits::default());
        assert_eq!(info.best(), Some(mv("a0a9")), "{name} {info:?}");
        if name != "classic" {
            assert_eq!(info.score(), Some(Score::mate_in(1)), "{name}");
        }
    }
}

#[test]
fn all_but_random_capture_the_most_valuable_piece() {
    let line = line::<Xiangqi>(MANY_CAPTURES);
    for (name, mut engine) in engines().into_iter().skip(1) {
        assert_eq!(ask(engine.as_mut(), &line, &Limits::default()).best(), Some(mv("e4g4")), "{name}");
    }
}

#[test]
fn the_same_seed_plays_the_same_move_after_the_same_nodes() {
    let line = line::<Xiangqi>(xiangqi::fen::START);
    for seed in [1, 2] {
        let limits = Limits { seed, ..Limits::default() };
        for ((name, mut one), (_, mut other)) in engines().into_iter().zip(engines()) {
            let (once, again) = (ask(one.as_mut(), &line, &limits), ask(other.as_mut(), &line, &limits));
            assert_eq!((once.best(), once.nodes), (again.best(), again.nodes), "{name}");
        }
    }
}

#[test]
fn equal_moves_are_chosen_at_random_under_the_seed() {
    // By material alone every opening move is as good as any other.
    let line = line::<Xiangqi>(xiangqi::fen::START);
    let quiet: Vec<Move> = ["a3a4", "c3c4", "e3e4", "g3g4", "i3i4"].map(mv).to_vec();
    let played = |make: &dyn Fn() -> Box<dyn Engine<Position>>| {
        let moves: std::collections::BTreeSet<Move> = (0..40)
            .filter_map(|seed| {
                let limits = Limits { seed, only: quiet.clone(), ..Limits::default() };
                ask(make().as_mut(), &line, &limits).best()
            })
            .collect();
        moves.len()
    };
    assert_eq!(played(&|| Box::new(Minimax::new(SimpleEval::material(), 1))), 5);
    let all = AlphaBetaOptions { depth: Some(1), megabytes: 1, ..AlphaBetaOptions::ALL };
    assert_eq!(played(&|| Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::material(), all))), 5);
}

#[test]
fn banned_moves_are_not_played_and_named_ones_are() {
    let line = line::<Xiangqi>(MANY_CAPTURES);
    for (name, mut engine) in engines() {
        let banned = Limits { banned: vec![mv("e4g4")], ..Limits::default() };
        assert_ne!(ask(engine.as_mut(), &line, &banned).best(), Some(mv("e4g4")), "{name}");
        let only = Limits { only: vec![mv("e0f0")], ..Limits::default() };
        assert_eq!(ask(engine.as_mut(), &line, &only).best(), Some(mv("e0f0")), "{name}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let line = line::<Xiangqi>("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1");
    for (name, mut engine) in engines() {
        assert!(ask(engine.as_mut(), &line, &Limits::default()).best().is_none(), "{name}");
    }
}

#[test]
fn a_stopped_search_ends_at_once_with_a_legal_move() {
    let line = line::<Xiangqi>(xiangqi::fen::START);
    let control = control();
    control.stop();
    let deep = AlphaBetaOptions { depth: Some(60), ..AlphaBetaOptions::ALL };
    let engines: Vec<(&str, Box<dyn Engine<Position>>)> = vec![
        ("minimax", Box::new(Minimax::new(SimpleEval::square(), 60))),
        ("alphabeta", Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), deep))),
        (
            "beam",
            Box::new(AlphaBeta::<_, _, WithTactics>::new(
                SimpleEval::square(),
                AlphaBetaOptions { beam: Some(4), ..deep },
            )),
        ),
        ("classic", Box::new(mcts(MctsMode::Classic, u64::MAX))),
        ("puct", Box::new(mcts(MctsMode::Puct, u64::MAX))),
    ];
    for (name, mut engine) in engines {
        let info = engine.think(&line, &Limits::default(), &control, &mut |_| {});
        assert!(info.nodes < 100, "{name} {info:?}");
        assert!(info.best().is_some_and(|mv| line.here().is_legal(mv)), "{name}");
    }
}

#[test]
fn nodes_depth_and_time_bound_every_search() {
    let line = line::<Xiangqi>(xiangqi::fen::START);
    let deep = AlphaBetaOptions { depth: None, megabytes: 4, ..AlphaBetaOptions::ALL };
    let mut alphabeta = AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), deep);
    let info = ask(&mut alphabeta, &line, &Limits::nodes(5000));
    assert!(info.nodes <= 5000 && info.depth >= 2, "{info:?}");
    assert_eq!(ask(&mut alphabeta, &line, &Limits::depth(3)).depth, 3);
    // The clock advances once per reading, and is read every few hundred nodes.
    let info = ask(&mut alphabeta, &line, &Limits::time(1));
    assert!(info.best().is_some() && info.micros > 0);
    let mut puct = mcts(MctsMode::Puct, u64::MAX);
    let info = ask(&mut puct, &line, &Limits::nodes(5000));
    assert!(info.nodes < 7000 && info.best().is_some(), "{info:?}");
    assert!(ask(&mut puct, &line, &Limits::time(2)).best().is_some());
    assert_eq!(ask(&mut Minimax::new(SimpleEval::square(), 60), &line, &Limits::depth(2)).nodes, 44 + 1920);
}

#[test]
fn several_lines_are_sorted_and_equal_those_of_minimax() {
    let line = line::<Xiangqi>(MANY_CAPTURES);
    let limits = Limits { lines: 4, ..Limits::default() };
    let exact = ask(&mut Minimax::new(SimpleEval::square(), 3), &line, &limits);
    let all = AlphaBetaOptions { depth: Some(3), megabytes: 1, ..AlphaBetaOptions::ALL };
    let found = ask(&mut AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), all), &line, &limits);
    let scores = |info: &SearchInfo<Position>| info.lines.iter().map(|pv| pv.score).collect::<Vec<_>>();
    assert_eq!(exact.lines.len(), 4);
    assert_eq!(scores(&exact), scores(&found));
    assert!(scores(&exact).is_sorted_by(|a, b| a >= b));
    assert_eq!(ask(&mut mcts(MctsMode::Puct, 300), &line, &limits).lines.len(), 4);
}

#[test]
fn every_line_shown_is_legal() {
    for fen in plain_common::XIANGQI {
        for (name, mut engine) in engines() {
            let limits = Limits { lines: 3, ..Limits::default() };
            for pv in ask(engine.as_mut(), &line::<Xiangqi>(fen), &limits).lines {
                let mut line = line::<Xiangqi>(fen);
                for mv in pv.moves {
                    assert!(line.here().is_legal(mv), "{name} {fen} {mv}");
                    line.push(mv, ());
                }
            }
        }
    }
}

#[test]
fn visits_sum_to_the_simulations() {
    let line = line::<Xiangqi>(xiangqi::fen::START);
    for mode in [MctsMode::Classic, MctsMode::Puct] {
        let info = ask(&mut mcts(mode, 777), &line, &Limits::default());
        assert_eq!(info.visits.iter().map(|visit| visit.count).sum::<u64>(), 777, "{mode:?}");
        assert_eq!(info.visits.len(), 44);
        let prior: f32 = info.visits.iter().map(|visit| visit.prior).sum();
        assert!((prior - 1.0).abs() < 1e-3, "{prior}");
        assert!(info.visits.iter().all(|visit| (0.0..=1.0).contains(&visit.value)));
    }
}

#[test]
fn the_tree_below_the_moves_played_is_kept() {
    let mut line = line::<Xiangqi>(xiangqi::fen::START);
    let mut engine = mcts(MctsMode::Puct, 2000);
    let first = ask(&mut engine, &line, &Limits::default());
    let [best, reply] = first.lines[0].moves[..2] else { panic!("a line of one move") };
    line.push(best, ());
    line.push(reply, ());
    let sum = |info: &SearchInfo<Position>| info.visits.iter().map(|visit| visit.count).sum::<u64>();
    let kept = sum(&ask(&mut engine, &line, &Limits::default()));
    assert!(kept > 2000, "{kept}");
    // A stop before the first simulation shows the statistics that were kept.
    let mut again = mcts(MctsMode::Puct, 2000);
    ask(&mut again, &self::line::<Xiangqi>(xiangqi::fen::START), &Limits::default());
    let control = control();
    control.stop();
    let before = again.think(&line, &Limits::default(), &control, &mut |_| {});
    assert_eq!(sum(&before) + 2000, kept);
    // Another game needs another tree.
    let other = self::line::<Xiangqi>(plain_common::XIANGQI[5]);
    assert_eq!(sum(&ask(&mut engine, &other, &Limits::default())), 2000);
    // A new game drops the tree.
    engine.new_game();
    assert_eq!(sum(&ask(&mut engine, &line, &Limits::default())), 2000);
}

#[test]
fn a_mate_announced_by_tree_search_is_proven() {
    let mut announced = 0;
    for fen in [
        "3k5/9/9/9/9/9/R8/1R7/9/4K4 w - - 0 1",
        "4ka3/4a4/9/9/9/9/R3R4/9/9/3K5 w - - 0 1",
        "3ak1bnr/4a2R1/b8/p1pNc1p2/2R5p/9/P3P3P/4B4/9/4K4 w - - 0 1",
        "5k3/9/9/9/9/3R5/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/3r5/4r4/9/5K3 w - - 0 1",
    ] {
        let line = line::<Xiangqi>(fen);
        let info = ask(&mut mcts(MctsMode::Puct, 4000), &line, &Limits::default());
        let Some(plies) = info.score().and_then(Score::mate_plies) else { continue };
        announced += 1;
        // The mate is proven, not estimated: alpha-beta finds one at least as short, for the same side.
        let options = AlphaBetaOptions { megabytes: 4, ..AlphaBetaOptions::ALL };
        let exact = plain_common::alphabeta::<_, _, WithTactics>(
            SimpleEval::square(),
            &line,
            plies.unsigned_abs(),
            options,
        );
        let known = exact.score().and_then(Score::mate_plies).unwrap_or(0);
        assert!(known.signum() == plies.signum() && known.abs() <= plies.abs(), "{fen} {plies} {known}");
    }
    assert!(announced >= 3, "{announced}");
}

#[test]
fn a_full_tree_continues_without_growing() {
    let line = line::<Xiangqi>(xiangqi::fen::START);
    let options = MctsOptions { simulations: Some(6000), megabytes: 1, ..MctsOptions::usual(MctsMode::Puct) };
    let mut engine = Mcts::<_, _, WithTactics>::new(SimpleEval::square(), options);
    let info = ask(&mut engine, &line, &Limits::default());
    assert_eq!(info.visits.iter().map(|visit| visit.count).sum::<u64>(), 6000);
    assert!((900..=1000).contains(&info.hashfull), "{}", info.hashfull);
}

#[test]
fn a_losing_perpetual_check_is_avoided() {
    // Red has checked with the same two moves up to the third occurrence: another check would lose.
    let mut line = line::<Xiangqi>("3k5/9/9/9/9/9/9/9/r3R4/5K3 w - - 0 1");
    for text in ["e1d1", "d9e9", "d1e1", "e9d9", "e1d1", "d9e9", "d1e1", "e9d9"] {
        if line.outcome().is_some() {
            break;
        }
        let step = mv(text);
        if !line.here().is_legal(step) {
            break;
        }
        line.push(step, ());
    }
    assert!(line.ply() >= 6, "the shuffle is legal");
    line.pop();
    line.pop();
    let info = ask(&mut Minimax::new(SimpleEval::square(), 3), &line, &Limits::default());
    assert_ne!(info.best(), Some(mv("e1d1")), "{info:?}");
}

#[test]
fn rules_alone_are_enough_to_play() {
    // White places its third piece and completes a row.
    let rules = toy::Rules;
    let mut here = Line::new(Toy::start(&rules), rules);
    for text in ["a1", "b2", "a2", "c3"] {
        let (mv, ()) = Toy::read_move(here.here(), text).expect(text);
        here.push(mv, ());
    }
    let wins = Toy::read_move(here.here(), "a3").expect("legal").0;
    let usual = |mode| MctsOptions { simulations: Some(200), megabytes: 1, ..MctsOptions::usual(mode) };
    let all = AlphaBetaOptions { depth: Some(4), megabytes: 1, ..AlphaBetaOptions::ALL };
    let engines: Vec<Box<dyn Engine<toy::Morris>>> = vec![
        Box::new(Greedy::<_, WithoutTactics>::new(ZeroEval::new())),
        Box::new(Minimax::new(ZeroEval::new(), 3)),
        Box::new(AlphaBeta::<_, _, WithoutTactics>::new(ZeroEval::new(), all)),
        Box::new(Mcts::<_, _, WithoutTactics>::new(ZeroEval::new(), usual(MctsMode::Classic))),
        Box::new(Mcts::<_, _, WithoutTactics>::new(ZeroEval::new(), usual(MctsMode::Puct))),
    ];
    for mut engine in engines {
        assert_eq!(ask(engine.as_mut(), &here, &Limits::default()).best(), Some(wins));
    }
}

#[test]
fn games_with_hidden_pieces_are_playable() {
    let rules = Default::default();
    let mut line = Line::new(jieqi::Jieqi::start(&rules), rules);
    let all = AlphaBetaOptions { depth: Some(2), megabytes: 1, ..AlphaBetaOptions::ALL };
    let usual = |mode| MctsOptions { simulations: Some(100), megabytes: 1, ..MctsOptions::usual(mode) };
    let mut engines: Vec<Box<dyn Engine<jieqi::Position>>> = vec![
        Box::new(Greedy::<_, WithTactics>::new(SimpleEval::greedy())),
        Box::new(Minimax::new(SimpleEval::material(), 1)),
        Box::new(AlphaBeta::<_, _, WithTactics>::new(SimpleEval::square(), all)),
        Box::new(Mcts::<_, _, WithTactics>::new(SimpleEval::contact(), usual(MctsMode::Classic))),
        Box::new(Mcts::<_, _, WithTactics>::new(SimpleEval::contact(), usual(MctsMode::Puct))),
    ];
    let mut random = game::Random::new(3);
    for ply in 0..20 {
        if line.outcome().is_some() {
            break;
        }
        let limits = Limits { seed: ply, ..Limits::default() };
        let count = engines.len();
        let info = ask(engines[ply as usize % count].as_mut(), &line, &limits);
        let mv = info.best().expect("a move");
        assert!(line.here().is_legal(mv));
        let mut reveals = game::RevealList::new();
        line.here().reveals(mv, &mut reveals);
        let reveal = reveals.draw(random.below(reveals.total() as usize) as u32).expect("a reveal");
        line.push(mv, reveal);
    }
    let mut moves = MoveList::new();
    line.here().legal_moves(&mut moves);
    assert!(line.ply() > 10);
}
