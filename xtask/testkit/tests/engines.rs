//! External engines in matches: engines that play, crash, play illegal moves, hang or resign.

use std::ops::ControlFlow;
use std::time::Duration;

use arena::{
    Adjudication, Cause, EngineMatch, FinishedGame, Openings, PairingReport, PlayerSpec, Schedule,
    check_player, round_robin,
};
use table::games;

const DUMMY: &str = env!("CARGO_BIN_EXE_dummy-engine");

fn player(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn dummy(protocol: &str, game: &str, behavior: &str) -> PlayerSpec {
    player(&format!("{protocol}:{DUMMY}?name=dummy&args={protocol} {game} {behavior}"))
}

/// A match of two games; the dummy is the second player.
fn play(game: &str, a: PlayerSpec, b: PlayerSpec, time_control: &str) -> (PairingReport, Vec<FinishedGame>) {
    let book = games::by_name(game).expect("a game");
    let engine_match = EngineMatch {
        book,
        options: Vec::new(),
        players: vec![a, b],
        schedule: Schedule { pairings: round_robin(2), games: 2, seed: 3 },
        openings: Openings::built_in(book).expect("openings"),
        time_control: time_control.parse().expect("a time control"),
        adjudication: Adjudication {
            time_margin: 100,
            grace: Duration::from_millis(1500),
            timeout: Duration::from_secs(60),
            max_plies: 60,
            ..Adjudication::default()
        },
        concurrency: 2,
        sprt: None,
    };
    let mut games = Vec::new();
    let mut reports = engine_match
        .run(&[], &mut |progress| {
            games.push(progress.finished.clone());
            ControlFlow::Continue(())
        })
        .expect("a match");
    (reports.remove(0), games)
}

fn against_random(
    protocol: &str,
    game: &str,
    behavior: &str,
    time_control: &str,
) -> (PairingReport, Vec<FinishedGame>) {
    play(game, player("random"), dummy(protocol, game, behavior), time_control)
}

#[test]
fn engines_of_every_protocol_play_to_the_end() {
    for (protocol, game, time_control) in [
        ("uci", "xiangqi", "nodes=10"),
        ("uci", "chess", "depth=2"),
        ("uci", "jieqi", "nodes=10"),
        ("ucci", "xiangqi", "depth=2"),
        ("ucci", "xiangqi", "60+0.1"),
        ("uci", "chess", "60+0.1"),
        ("xboard", "xiangqi", "depth=2"),
        ("xboard", "chess", "movetime=60000"),
    ] {
        let (report, games) = against_random(protocol, game, "good", time_control);
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
        assert!(games[0].pgn.contains("+0.34/9"), "the engine's score is in the record: {}", games[0].pgn);
    }
}

#[test]
fn ranks_from_one_are_understood() {
    let spec = player(&format!("uci:{DUMMY}?UCI_Variant=xiangqi&args=uci xiangqi good ranks1"));
    let (report, games) = play("xiangqi", player("random"), spec, "nodes=10");
    assert_eq!(report.faults.map(|faults| faults.total()), [0, 0], "{:?}", games[0].detail);
}

#[test]
fn a_program_that_exits_has_crashed() {
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
fn late_and_hanging_engines_lose_on_time() {
    for behavior in ["late", "hang"] {
        let (report, games) = against_random("uci", "xiangqi", behavior, "movetime=20");
        assert_eq!(report.faults[1].time_losses, 2, "{behavior}: {:?}", games[0].cause);
        assert_eq!(report.faults[1].total(), 2);
        let (report, _) = against_random("uci", "xiangqi", behavior, "0.1+0");
        assert_eq!(report.faults[1].time_losses, 2, "{behavior} on the clock");
    }
}

#[test]
fn resigning_is_no_fault() {
    for protocol in ["uci", "xboard"] {
        let (report, games) = against_random(protocol, "xiangqi", "resign", "depth=1");
        assert_eq!(report.games.wins, 2);
        assert_eq!(report.faults[1].total(), 0);
        assert!(games.iter().all(|game| game.cause == Cause::Resigned));
    }
}

#[test]
fn excessive_output_does_no_harm() {
    let (report, _) = against_random("uci", "toy", "floods", "depth=1");
    assert_eq!(report.faults.map(|faults| faults.total()), [0, 0]);
}

#[test]
fn a_missing_program_is_reported_before_the_match() {
    let book = games::by_name("xiangqi").expect("a game");
    let error = check_player(&player("uci:no-such-program-here"), book).expect_err("no program");
    assert_eq!(error.code, "arena_player_absent");
    assert_eq!(
        check_player(&player("no-such-engine"), book).expect_err("no such engine").code,
        "engine_unknown"
    );
}
