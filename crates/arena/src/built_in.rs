//! A engine of the house at the board.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use table::{AnyEngine, Clocks, Control, Limits, SearchReport, Study, WallClock};

use crate::player::{Choice, Fault, Player, Start, Turn};

/// A engine that plays in our own process.
pub struct BuiltIn {
    engine: Box<dyn AnyEngine>,
    control: Control,
}

impl BuiltIn {
    /// Seats a mind.
    pub fn new(engine: Box<dyn AnyEngine>) -> Self {
        BuiltIn { engine, control: Control::new(Arc::new(WallClock::start())) }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &Start) -> Result<(), Fault> {
        self.engine.forget();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault> {
        let limits = limits(turn);
        self.control.rearm(false);
        let think = || self.engine.think(study, &limits, &self.control, &mut |_| {});
        // A engine that panics has crashed, as a program of others would; it is made anew for its next game.
        let info = catch_unwind(AssertUnwindSafe(think)).map_err(|panic| Fault::Crash(words(&*panic)))?;
        let analysis = info.map_err(Fault::Unable)?;
        choice(&analysis)
    }
}

/// What a turn allows a engine.
pub(crate) fn limits(turn: &Turn) -> Limits<String> {
    let clocks = turn.clocks.zip(turn.tempo.clock).map(|([left, _], (_, increment))| Clocks {
        left,
        increment,
        moves_to_go: None,
    });
    Limits {
        depth: turn.tempo.depth,
        nodes: turn.tempo.nodes,
        time: turn.tempo.movetime,
        clocks,
        seed: turn.seed,
        // Nothing is sent anywhere: the answer is there when the thought is.
        overhead: 1,
        ..Limits::default()
    }
}

/// The move an opinion is for.
pub(crate) fn choice(analysis: &SearchReport) -> Result<Choice, Fault> {
    let mv = analysis.best().ok_or_else(|| Fault::Illegal("-".to_owned()))?.to_owned();
    Ok(Choice {
        mv,
        score: analysis.lines.first().map(|line| line.score),
        depth: analysis.depth,
        nodes: analysis.nodes,
    })
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
}

#[cfg(test)]
mod tests {
    use table::{Message, games};

    use super::*;

    struct Panics;

    impl AnyEngine for Panics {
        fn think(
            &mut self,
            _: &dyn Study,
            _: &Limits<String>,
            _: &Control,
            _: &mut dyn FnMut(&SearchReport),
        ) -> Result<SearchReport, Message> {
            panic!("out of {}", "ideas");
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn a_engine_that_panics_has_crashed() {
        let study = games::by_name("toy").expect("a game").open(None, &[]).expect("its start");
        let turn = Turn {
            tempo: "depth=1".parse().expect("a tempo"),
            clocks: None,
            patience: std::time::Duration::ZERO,
            seed: 0,
        };
        let chosen = BuiltIn::new(Box::new(Panics)).choose(study.as_ref(), &turn);
        assert_eq!(chosen, Err(Fault::Crash("out of ideas".to_owned())));
    }
}
