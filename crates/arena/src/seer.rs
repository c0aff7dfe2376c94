//! The one player that is shown the deal: the measure of what not knowing it costs.

use std::sync::Arc;

use table::seers::{self, Seer};
use table::{Control, Created, Means, Message, Secret, Study, WallClock};

use crate::built_in::{choice, limits};
use crate::player::{Choice, Fault, Player, Start, Turn};

/// A champion that knows what lies where.
pub struct Omniscient {
    seer: Option<Box<dyn Seer>>,
    means: Means,
    control: Control,
}

impl Omniscient {
    /// One that has been shown nothing yet.
    pub(crate) fn new(means: Means) -> Self {
        Omniscient { seer: None, means, control: Control::new(Arc::new(WallClock::start())) }
    }

    /// Shows it the deal of the game that begins.
    pub(crate) fn show(&mut self, created: &Created, secret: &Secret) -> Result<(), Message> {
        self.seer = Some(seers::seer(created, secret, self.means)?);
        Ok(())
    }
}

impl Player for Omniscient {
    fn begin(&mut self, _: &Start) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault> {
        let unseen = || Fault::Unable(Message::new("arena_nothing_hidden"));
        let seer = self.seer.as_mut().ok_or_else(unseen)?;
        self.control.rearm(false);
        choice(&seer.think(study, &limits(turn), &self.control).map_err(Fault::Unable)?)
    }

    fn sees(&mut self) -> Option<&mut Omniscient> {
        Some(self)
    }
}
