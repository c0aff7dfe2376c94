//! Programs of others at the board: those that play, and those that die, cheat, sleep or give up.

use std::ops::ControlFlow;
use std::time::Duration;

use arena::{
    Cause, EngineMatch, Finished, Judging, Openings, PlayerSpec, Report, Schedule, greet, round_robin,
};
use table::games;

const DUMMY: &str = env!("CARGO_BIN_EXE_dummy-engine");

fn player(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn dummy(protocol: &str, game: &str, manner: &str) -> PlayerSpec {
    player(&format!("{protocol}:{DUMMY}?name=dummy&args={protocol} {game} {manner}"))
}

/// A match of two games; the dummy is the second player.
fn play(game: &str, a: PlayerSpec, b: PlayerSpec, tempo: &str) -> (Report, Vec<Finished>) {
    let book = games::by_name(game).expect("a game");
    let bout = EngineMatch {
        book,
        options: Vec::new(),
        players: vec![a, b],
        schedule: Schedule { pairings: round_robin(2), games: 2, seed: 3 },
        openings: Openings::own(book).expect("openings"),
        tempo: tempo.parse().expect("a tempo"),
        judging: Judging {
            margin: 100,
            grace: Duration::from_millis(1500),
            patience: Duration::from_secs(60),
            most_plies: 60,
            ..Judging::default()
        },
        concurrency: 2,
        sprt: None,
    };
    let mut games = Vec::new();
    let mut reports = bout
        .run(&[], &mut |progress| {
            games.push(progress.finished.clone());
            ControlFlow::Continue(())
        })
        .expect("a match");
    (reports.remove(0), games)
}

fn against_random(protocol: &str, game: &str, manner: &str, tempo: &str) -> (Report, Vec<Finished>) {
    play(game, player("random"), dummy(protocol, game, manner), tempo)
}

#[test]
fn engines_of_every_protocol_play_to_the_end() {
    for (protocol, game, tempo) in [
        ("uci", "xiangqi", "nodes=10"),
        ("uci", "chess", "depth=2"),
        ("uci", "jieqi", "nodes=10"),
        ("ucci", "xiangqi", "depth=2"),
        ("ucci", "xiangqi", "60+0.1"),
        ("uci", "chess", "60+0.1"),
        ("xboard", "xiangqi", "depth=2"),
        ("xboard", "chess", "movetime=60000"),
    ] {
        let (report, games) = against_random(protocol, game, "good", tempo);
        assert_eq!(games.len(), 2);
        for game in &games {
            assert!(
                !game.cause.is_fault(),
                "{protocol}: {} {}\n{}",
                game.cause.code(),
                game.detail,
                game.pgn
            );
        }
        assert_eq!(report.faults.map(|faults| faults.total()), [0, 0]);
        assert!(games[0].pgn.contains("+0.34/9"), "the engine's opinion is on record: {}", games[0].pgn);
    }
}

#[test]
fn ranks_from_one_are_understood() {
    let spec = player(&format!("uci:{DUMMY}?UCI_Variant=xiangqi&args=uci xiangqi good ranks1"));
    let (report, games) = play("xiangqi", player("random"), spec, "nodes=10");
    assert_eq!(report.faults.map(|faults| faults.total()), [0, 0], "{:?}", games[0].detail);
}

#[test]
fn a_program_that_dies_has_crashed() {
    for protocol in ["uci", "xboard"] {
        let (report, games) = against_random(protocol, "xiangqi", "crash", "depth=1");
        assert_eq!(report.faults[1].crashes, 2, "{:?}", games[0].detail);
        assert_eq!((report.faults[1].total(), report.faults[0].total()), (2, 0));
        assert_eq!(report.games.wins, 2);
        assert!(games.iter().all(|game| game.cause == Cause::Crash));
        assert!(games[0].pgn.contains("[Termination \"crash"), "{}", games[0].pgn);
    }
}

#[test]
fn an_illegal_move_is_no_crash() {
    for protocol in ["uci", "ucci", "xboard"] {
        let (report, games) = against_random(protocol, "xiangqi", "illegal", "depth=1");
        assert_eq!(report.faults[1].illegal, 2);
        assert_eq!(report.faults[1].total(), 2);
        assert_eq!(games[0].detail, "a1a1");
    }
}

#[test]
fn thinking_too_long_and_for_ever_both_lose_on_time() {
    for manner in ["late", "hang"] {
        let (report, games) = against_random("uci", "xiangqi", manner, "movetime=20");
        assert_eq!(report.faults[1].time_losses, 2, "{manner}: {:?}", games[0].cause);
        assert_eq!(report.faults[1].total(), 2);
        let (report, _) = against_random("uci", "xiangqi", manner, "0.1+0");
        assert_eq!(report.faults[1].time_losses, 2, "{manner} on the clock");
    }
}

#[test]
fn giving_up_is_no_fault() {
    for protocol in ["uci", "xboard"] {
        let (report, games) = against_random(protocol, "xiangqi", "resign", "depth=1");
        assert_eq!(report.games.wins, 2);
        assert_eq!(report.faults[1].total(), 0);
        assert!(games.iter().all(|game| game.cause == Cause::Resigned));
    }
}

#[test]
fn a_flood_of_words_drowns_nobody() {
    let (report, _) = against_random("uci", "toy", "floods", "depth=1");
    assert_eq!(report.faults.map(|faults| faults.total()), [0, 0]);
}

#[test]
fn a_missing_program_is_told_before_the_match() {
    let book = games::by_name("xiangqi").expect("a game");
    let error = greet(&player("uci:no-such-program-here"), book).expect_err("no program");
    assert_eq!(error.code, "arena_player_absent");
    assert_eq!(greet(&player("no-such-brain"), book).expect_err("no brain").code, "engine_unknown");
}
