//! No external engine is left running after its match. A separate test binary, so that all child processes counted here
//! were started here.

use std::ops::ControlFlow;
use std::time::Duration;

use arena::{Adjudication, EngineMatch, Openings, PlayerSpec, Schedule, check_player, round_robin};
use table::games;

const DUMMY: &str = env!("CARGO_BIN_EXE_dummy-engine");

/// Number of our child processes, zombies included; `None` if the system has no `/proc`.
fn children() -> Option<usize> {
    let own = std::process::id().to_string();
    let listed = std::fs::read_dir("/proc").ok()?.flatten();
    let parents = listed
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        // After the name in parentheses: state, parent.
        .filter_map(|stat| Some(stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.to_owned()));
    Some(parents.filter(|parent| *parent == own).count())
}

#[test]
fn no_process_is_left_running() {
    let book = games::by_name("xiangqi").expect("a game");
    for behavior in ["good", "crash", "hang", "floods"] {
        let players: Vec<PlayerSpec> =
            ["random".to_owned(), format!("uci:{DUMMY}?args=uci xiangqi {behavior}")]
                .iter()
                .map(|text| text.parse().expect("a player"))
                .collect();
        check_player(&players[1], book).expect("an engine");
        let engine_match = EngineMatch {
            book,
            options: Vec::new(),
            schedule: Schedule { pairings: round_robin(2), games: 2, seed: 1 },
            players,
            openings: Openings::built_in(book).expect("openings"),
            time_control: "movetime=300".parse().expect("a time control"),
            adjudication: Adjudication {
                grace: Duration::from_millis(100),
                max_plies: 14,
                ..Adjudication::default()
            },
            concurrency: 2,
            sprt: None,
        };
        engine_match.run(&[], &mut |_| ControlFlow::Continue(())).expect("a match");
        let after = children();
        assert!(after.is_none_or(|count| count == 0), "{behavior}: {after:?} processes are left");
    }
}
