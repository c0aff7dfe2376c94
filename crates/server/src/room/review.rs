//! A match handed out to be looked at again: never while anybody could still make use of it.

use table::{Message, Reviewed, Side, Viewer};

use super::actor::Room;
use crate::ids;

impl Room {
    /// The match as each side knew it. Refused while people play each other, and while something is hidden.
    pub(super) fn for_review(&self) -> Result<Reviewed, Message> {
        let outcome = self.table.state(ids::now()).outcome;
        if outcome.is_none() && self.hidden {
            return Err(Message::new("review_hidden"));
        }
        if outcome.is_none() && self.meta.is_between_people() {
            return Err(Message::new("review_between_people"));
        }
        Ok(Reviewed { views: Side::BOTH.map(|side| self.table.study(Viewer::Seat(side))), outcome })
    }
}
