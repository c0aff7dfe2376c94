//! Scores of single positions by a player, for labels of training positions.

use std::time::Duration;

use table::{Message, Rulebook, Score};

use crate::player::{GameStart, MoveRequest, Player, fault_message, make_player};
use crate::spec::PlayerSpec;
use crate::time_control::TimeControl;

/// Time after which a player counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A player that scores positions by searching a number of nodes.
pub struct Scorer {
    player: Box<dyn Player>,
    book: &'static dyn Rulebook,
    name: String,
    request: MoveRequest,
}

impl Scorer {
    /// Starts the player; an error says why it cannot be used.
    pub fn start(spec: &PlayerSpec, book: &'static dyn Rulebook, nodes: u64) -> Result<Scorer, Message> {
        let failed = |fault| fault_message(&spec.name, fault);
        let mut player = make_player(spec, book).map_err(failed)?;
        // The positions do not follow from each other, so each is sent by itself, as those with hidden pieces are.
        let position = book.open(None, &[])?.position("");
        player.begin(&GameStart { position, usual: false, hidden: true }).map_err(failed)?;
        let time_control = TimeControl { nodes: Some(nodes), ..TimeControl::default() };
        let request = MoveRequest { time_control, clocks: None, timeout: TIMEOUT, seed: 0 };
        Ok(Scorer { player, book, name: spec.name.clone(), request })
    }

    /// Scores a position for the side to move; `None` if the player gives no score.
    pub fn score(&mut self, position: &str) -> Result<Option<Score>, Message> {
        let study = self.book.open(Some(position), &[])?;
        let choice = self.player.choose(study.as_ref(), &self.request);
        Ok(choice.map_err(|fault| fault_message(&self.name, fault))?.score)
    }
}
