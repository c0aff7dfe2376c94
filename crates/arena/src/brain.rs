//! A brain of the house at the board.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use table::{Clocks, Control, Limits, Mind, Opinion, Study, WallClock};

use crate::player::{Choice, Fault, Player, Start, Turn};

/// A brain that plays in our own process.
pub struct House {
    mind: Box<dyn Mind>,
    control: Control,
}

impl House {
    /// Seats a mind.
    pub fn new(mind: Box<dyn Mind>) -> Self {
        House { mind, control: Control::new(Arc::new(WallClock::start())) }
    }
}

impl Player for House {
    fn begin(&mut self, _: &Start) -> Result<(), Fault> {
        self.mind.forget();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault> {
        let limits = limits(turn);
        self.control.rearm(false);
        let think = || self.mind.think(study, &limits, &self.control, &mut |_| {});
        // A brain that panics has crashed, as a program of others would; it is made anew for its next game.
        let thought = catch_unwind(AssertUnwindSafe(think)).map_err(|panic| Fault::Crash(words(&*panic)))?;
        let opinion = thought.map_err(Fault::Unable)?;
        choice(&opinion)
    }
}

/// What a turn allows a brain.
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
pub(crate) fn choice(opinion: &Opinion) -> Result<Choice, Fault> {
    let mv = opinion.best().ok_or_else(|| Fault::Illegal("-".to_owned()))?.to_owned();
    Ok(Choice {
        mv,
        score: opinion.lines.first().map(|line| line.score),
        depth: opinion.depth,
        nodes: opinion.nodes,
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

    impl Mind for Panics {
        fn think(
            &mut self,
            _: &dyn Study,
            _: &Limits<String>,
            _: &Control,
            _: &mut dyn FnMut(&Opinion),
        ) -> Result<Opinion, Message> {
            panic!("out of {}", "ideas");
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn a_brain_that_panics_has_crashed() {
        let study = games::by_name("toy").expect("a game").open(None, &[]).expect("its start");
        let turn = Turn {
            tempo: "depth=1".parse().expect("a tempo"),
            clocks: None,
            patience: std::time::Duration::ZERO,
            seed: 0,
        };
        let chosen = House::new(Box::new(Panics)).choose(study.as_ref(), &turn);
        assert_eq!(chosen, Err(Fault::Crash("out of ideas".to_owned())));
    }
}
