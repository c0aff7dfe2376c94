//! Player that is shown the deal: it measures how much the hidden information costs the others.

use std::sync::Arc;

use table::deal_aware::{self, DealAwareEngine};
use table::{Control, Created, EngineResources, Message, Secret, Study, WallClock};

use crate::built_in::{choice, limits};
use crate::player::{Choice, Fault, GameStart, MoveRequest, Player};

/// The strongest engine, with all hidden pieces known.
pub struct Omniscient {
    seer: Option<Box<dyn DealAwareEngine>>,
    resources: EngineResources,
    control: Control,
}

impl Omniscient {
    /// Makes a player that has not been shown a deal yet.
    pub(crate) fn new(resources: EngineResources) -> Self {
        Omniscient { seer: None, resources, control: Control::new(Arc::new(WallClock::start())) }
    }

    /// Shows the player the deal of the game that begins.
    pub(crate) fn show_deal(&mut self, created: &Created, secret: &Secret) -> Result<(), Message> {
        self.seer = Some(deal_aware::deal_aware_engine(created, secret, self.resources)?);
        Ok(())
    }
}

impl Player for Omniscient {
    fn begin(&mut self, _: &GameStart) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault> {
        let no_deal = || Fault::Unable(Message::new("arena_nothing_hidden"));
        let seer = self.seer.as_mut().ok_or_else(no_deal)?;
        self.control.rearm(false);
        choice(&seer.think(study, &limits(request), &self.control).map_err(Fault::Unable)?)
    }

    fn as_omniscient(&mut self) -> Option<&mut Omniscient> {
        Some(self)
    }
}
