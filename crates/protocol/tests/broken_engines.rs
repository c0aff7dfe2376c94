//! Engines that panic: the session reports it, answers with a legal move and continues.

mod common;

use common::{Gui, find};
use protocol::{SessionConfig, UciDialect};
use table::{AnyEngine, Control, Limits, Message, Notation, SearchReport, Study, games};

/// Panics in every search.
struct Panics;

impl AnyEngine for Panics {
    fn think(
        &mut self,
        _: &dyn Study,
        _: &Limits<String>,
        _: &Control,
        _: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        panic!("as expected by the test")
    }

    fn new_game(&mut self) {}
}

/// Reports no move.
struct Silent;

impl AnyEngine for Silent {
    fn think(
        &mut self,
        _: &dyn Study,
        _: &Limits<String>,
        _: &Control,
        _: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        Ok(SearchReport::default())
    }

    fn new_game(&mut self) {}
}

fn legal(moves: &[&str]) -> Vec<String> {
    let mut study = games::by_name("chess").expect("chess").open(None, &[]).expect("the start");
    study.play_game(moves, Notation::Uci).expect("moves");
    study.legal_moves(Notation::Uci)
}

#[test]
fn a_panic_is_reported_and_a_legal_move_played() {
    let gui = Gui::open(SessionConfig {
        make: |_, _, _| Ok(Box::new(Panics)),
        ..SessionConfig::new(UciDialect::Uci, None)
    });
    for _ in 0..3 {
        let lines = gui.ask("position startpos moves e2e4\ngo movetime 50", "bestmove");
        find(&lines, "info string The search failed");
        let best = lines.last().expect("a line").trim_start_matches("bestmove ");
        assert!(legal(&["e2e4"]).contains(&best.to_owned()), "{best}");
    }
    let lines = gui.ask("go depth 3 searchmoves e7e5", "bestmove");
    assert_eq!(lines.last().expect("a line"), "bestmove e7e5");
    gui.quit();
}

#[test]
fn an_engine_without_a_move_plays_a_legal_one() {
    let gui = Gui::open(SessionConfig {
        make: |_, _, _| Ok(Box::new(Silent)),
        ..SessionConfig::new(UciDialect::Uci, None)
    });
    assert!(legal(&[]).contains(&gui.best("position startpos\ngo depth 1")));
}

#[test]
fn without_any_engine_a_legal_move_is_played() {
    let gui = Gui::open(SessionConfig {
        make: |_, spec, _| Err(spec.unknown(&[])),
        ..SessionConfig::new(UciDialect::Uci, None)
    });
    let lines = gui.ask("position startpos\ngo depth 1", "bestmove");
    find(&lines, "info string There is no engine");
    assert!(legal(&[]).contains(&lines.last().expect("a line").trim_start_matches("bestmove ").to_owned()));
}
