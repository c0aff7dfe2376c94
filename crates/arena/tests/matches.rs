//! Matches between built-in engines: reproducible by seed, paired, interrupted and resumed.

use std::ops::ControlFlow;

use arena::sprt::Sprt;
use arena::{
    Adjudication, EngineMatch, GameResult, MatchState, Openings, PairingReport, PlayerSpec, Schedule,
    round_robin,
};
use table::games;

fn engine_match(game: &str, players: &[&str], games_each: usize, seed: u64) -> EngineMatch {
    let book = games::by_name(game).expect("a game");
    let players: Vec<PlayerSpec> =
        players.iter().map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))).collect();
    EngineMatch {
        book,
        options: Vec::new(),
        schedule: Schedule { pairings: round_robin(players.len()), games: games_each, seed },
        players,
        openings: Openings::built_in(book).expect("openings"),
        time_control: "nodes=200".parse().expect("a time control"),
        adjudication: Adjudication { max_plies: 200, ..Adjudication::default() },
        concurrency: 2,
        sprt: None,
    }
}

/// Plays a match; returns the reports, and the records and results of all games in the order of the schedule.
fn play(engine_match: &EngineMatch) -> (Vec<PairingReport>, Vec<String>, Vec<GameResult>) {
    let mut games = Vec::new();
    let reports = engine_match
        .run(&[], &mut |progress| {
            games.push((progress.result, moves_of(&progress.finished.pgn)));
            ControlFlow::Continue(())
        })
        .expect("a match");
    games.sort_by_key(|(result, _)| result.index);
    let (results, records) = games.into_iter().unzip();
    (reports, records, results)
}

/// A record without the times, which differ from run to run.
fn moves_of(pgn: &str) -> String {
    pgn.split_whitespace().filter(|word| !word.ends_with("ms}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_match_is_reproducible_by_its_seed() {
    for game in ["toy", "jieqi", "xiangqi"] {
        let (first, records, _) = play(&engine_match(game, &["random", "random"], 6, 5));
        let (second, again, _) = play(&engine_match(game, &["random", "random"], 6, 5));
        assert_eq!(records, again, "{game}");
        assert_eq!(first[0].games, second[0].games);
        let (_, other, _) = play(&engine_match(game, &["random", "random"], 6, 6));
        assert_ne!(records, other, "{game}: another seed, another match");
    }
}

#[test]
fn a_pair_has_one_opening_and_swaps_its_colors() {
    let (_, records, _) = play(&engine_match("xiangqi", &["random?name=A", "random?name=B"], 4, 1));
    for pair in records.chunks(2) {
        assert!(pair[0].contains("[Red \"A\"]") && pair[0].contains("[Black \"B\"]"), "{}", pair[0]);
        assert!(pair[1].contains("[Red \"B\"]") && pair[1].contains("[Black \"A\"]"), "{}", pair[1]);
        let opening = |record: &str| -> Vec<String> {
            record.rsplit(']').next().unwrap_or("").split_whitespace().take(8).map(str::to_owned).collect()
        };
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
    assert_ne!(records[0], records[2]);
}

#[test]
fn a_searching_engine_beats_a_random_one() {
    let (reports, _, _) = play(&engine_match("xiangqi", &["champion", "random"], 4, 1));
    assert_eq!(reports[0].games.wins, 4, "{:?}", reports[0]);
    assert_eq!(reports[0].pairs, [0, 0, 0, 0, 2]);
    assert_eq!(reports[0].faults.map(|faults| faults.total()), [0, 0]);
}

#[test]
fn a_round_robin_plays_all_pairings() {
    let (reports, records, _) = play(&engine_match("toy", &["random", "random", "random"], 2, 1));
    assert_eq!((reports.len(), records.len()), (3, 6));
    assert!(reports.iter().all(|report| report.games.games() == 2));
}

#[test]
fn an_interrupted_match_resumes_to_the_same_result() {
    let whole = engine_match("jieqi", &["random", "random"], 8, 9);
    let (reports, _, _) = play(&whole);
    let mut state = MatchState::new("a match");
    let mut half = whole;
    half.concurrency = 1;
    half.run(&[], &mut |progress| {
        state.games.push(progress.result);
        if state.games.len() >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .expect("half a match");
    // A game in progress at the interruption is finished and kept.
    let done = state.games.len();
    assert!((3..=4).contains(&done), "{done}");
    let text = state.header() + &state.games.iter().map(MatchState::line).collect::<String>();
    let read = MatchState::read(&text, &half.schedule).expect("its own state");
    assert_eq!(read, state);
    let mut rest = 0;
    let resumed = half
        .run(&read.games, &mut |_| {
            rest += 1;
            ControlFlow::Continue(())
        })
        .expect("the rest");
    assert_eq!(rest, 8 - done);
    assert_eq!((resumed[0].games, resumed[0].pairs), (reports[0].games, reports[0].pairs));
}

#[test]
fn draws_are_claimed_as_soon_as_possible() {
    let mut bare = engine_match("chess", &["random", "random"], 8, 2);
    // Ten plies before the fifty-move rule; the kings have few squares.
    bare.openings = Openings::read("k7/p7/P7/8/8/8/7P/K7 w - - 90 60", bare.book, &[]).expect("a position");
    let (reports, _, _) = play(&bare);
    let codes: Vec<&str> = reports[0].causes.iter().map(|(cause, _)| cause.code()).collect();
    assert!(codes.iter().any(|code| ["threefold", "fifty_moves"].contains(code)), "{codes:?}");
    assert!(!codes.iter().any(|code| ["fivefold", "seventy_five_moves"].contains(code)), "{codes:?}");
}

#[test]
fn a_decided_sprt_ends_the_match() {
    let mut clear = engine_match("xiangqi", &["champion", "random"], 400, 1);
    clear.sprt = Some(Sprt::new(0.0, 200.0));
    let (reports, records, _) = play(&clear);
    assert!(records.len() < 100, "{} games", records.len());
    assert_eq!(reports[0].games.games() as usize, records.len());
}

#[test]
fn the_omniscient_player_beats_one_without_the_deal() {
    let (reports, _, _) = play(&engine_match("jieqi", &["omniscient?tc=nodes=400", "greedy"], 4, 1));
    assert_eq!(reports[0].games.wins, 4, "{:?}", reports[0]);
    let refused = arena::check_player(
        &"omniscient".parse().expect("a player"),
        games::by_name("xiangqi").expect("a game"),
    );
    assert_eq!(refused.expect_err("nothing is hidden").code, "arena_nothing_hidden");
}

#[test]
fn the_determinized_engine_plays_without_faults() {
    let (reports, _, _) =
        play(&engine_match("jieqi", &["determinized:samples=3?tc=nodes=600", "random"], 4, 1));
    assert_eq!(reports[0].games.wins, 4, "{:?}", reports[0]);
    assert_eq!(reports[0].faults.map(|faults| faults.total()), [0, 0]);
}

#[test]
fn a_pair_has_one_deal() {
    // The same player on both sides plays the same game twice: whatever turned up, turned up again.
    let (_, records, _) = play(&engine_match("jieqi", &["champion?name=A", "champion?name=B"], 4, 9));
    let moves = |record: &str| record.rsplit(']').next().unwrap_or_default().to_owned();
    assert!(moves(&records[0]).len() > 100, "{}", records[0]);
    assert_eq!(moves(&records[0]), moves(&records[1]));
    assert_ne!(moves(&records[0]), moves(&records[2]));
}
