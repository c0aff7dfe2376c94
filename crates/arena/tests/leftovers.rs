//! No program outlives its game. A process of its own, so that every child counted here was started here.

use std::ops::ControlFlow;
use std::time::Duration;

use arena::{EngineMatch, Judging, Openings, PlayerSpec, Schedule, greet, round_robin};
use table::games;

const DUMMY: &str = env!("CARGO_BIN_EXE_dummy-engine");

/// Our children that are alive or not yet buried; `None` where the system does not list processes this way.
fn children() -> Option<usize> {
    let own = std::process::id().to_string();
    let listed = std::fs::read_dir("/proc").ok()?.flatten();
    let parents = listed
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        // Behind the name in parentheses: state, parent.
        .filter_map(|stat| Some(stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.to_owned()));
    Some(parents.filter(|parent| *parent == own).count())
}

#[test]
fn no_program_is_left_behind() {
    let book = games::by_name("xiangqi").expect("a game");
    for manner in ["good", "crash", "hang", "floods"] {
        let players: Vec<PlayerSpec> =
            ["random".to_owned(), format!("uci:{DUMMY}?args=uci xiangqi {manner}")]
                .iter()
                .map(|text| text.parse().expect("a player"))
                .collect();
        greet(&players[1], book).expect("an engine");
        let bout = EngineMatch {
            book,
            options: Vec::new(),
            schedule: Schedule { pairings: round_robin(2), games: 2, seed: 1 },
            players,
            openings: Openings::own(book).expect("openings"),
            tempo: "movetime=300".parse().expect("a tempo"),
            judging: Judging { grace: Duration::from_millis(100), most_plies: 14, ..Judging::default() },
            concurrency: 2,
            sprt: None,
        };
        bout.run(&[], &mut |_| ControlFlow::Continue(())).expect("a match");
        let after = children();
        assert!(after.is_none_or(|count| count == 0), "{manner}: {after:?} processes are left");
    }
}
