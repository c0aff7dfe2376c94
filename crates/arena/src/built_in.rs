//! Player that runs one of our own engines.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use table::{AnyEngine, Clocks, Control, Limits, SearchReport, Study, WallClock};

use crate::player::{Choice, Fault, GameStart, MoveRequest, Player};

/// A built-in engine, in our own process.
pub struct BuiltIn {
    engine: Box<dyn AnyEngine>,
    control: Control,
}

impl BuiltIn {
    /// Makes a player of an engine.
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        BuiltIn { engine, control: Control::new(Arc::new(WallClock::start())) }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &GameStart) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault> {
        let limits = limits(request);
        self.control.rearm(false);
        let think = || self.engine.think(study, &limits, &self.control, &mut |_| {});
        // An engine that panics counts as crashed, like an external program; it is made again for its next game.
        let info =
            catch_unwind(AssertUnwindSafe(think)).map_err(|panic| Fault::Crash(panic_text(&*panic)))?;
        let analysis = info.map_err(Fault::Unable)?;
        choice(&analysis)
    }
}

/// Returns the search limits of a move request.
pub(crate) fn limits(request: &MoveRequest) -> Limits<String> {
    let clocks = request.clocks.zip(request.time_control.clock).map(|([left, _], (_, increment))| Clocks {
        left,
        increment,
        moves_to_go: None,
    });
    Limits {
        depth: request.time_control.depth,
        nodes: request.time_control.nodes,
        time: request.time_control.movetime,
        clocks,
        seed: request.seed,
        // No communication: the answer is available as soon as the search ends.
        overhead: 1,
        ..Limits::default()
    }
}

/// Converts a search report to the choice of a move.
pub(crate) fn choice(analysis: &SearchReport) -> Result<Choice, Fault> {
    let mv = analysis.best().ok_or_else(|| Fault::Illegal("-".to_owned()))?.to_owned();
    Ok(Choice {
        mv,
        score: analysis.lines.first().map(|line| line.score),
        depth: analysis.depth,
        nodes: analysis.nodes,
    })
}

/// Returns the message of a panic.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
}

#[cfg(test)]
mod tests {
    use table::{Message, games};

    use super::*;

    struct PanickingEngine;

    impl AnyEngine for PanickingEngine {
        fn think(
            &mut self,
            _: &dyn Study,
            _: &Limits<String>,
            _: &Control,
            _: &mut dyn FnMut(&SearchReport),
        ) -> Result<SearchReport, Message> {
            panic!("out of {}", "ideas");
        }

        fn new_game(&mut self) {}
    }

    #[test]
    fn an_engine_that_panics_has_crashed() {
        let study = games::by_name("toy").expect("a game").open(None, &[]).expect("its start");
        let request = MoveRequest {
            time_control: "depth=1".parse().expect("a time control"),
            clocks: None,
            timeout: std::time::Duration::ZERO,
            seed: 0,
        };
        let chosen = BuiltIn::new(Box::new(PanickingEngine)).choose(study.as_ref(), &request);
        assert_eq!(chosen, Err(Fault::Crash("out of ideas".to_owned())));
    }
}
