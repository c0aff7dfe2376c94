//! Hands a match out for a review, if that gives no unfair advantage.

use table::{Message, Reviewed, Side, Viewer};

use super::actor::Room;
use crate::ids;

impl Room {
    /// The match as each side knew it. Refused while two people play, and while pieces are hidden.
    pub(super) fn for_review(&self) -> Result<Reviewed, Message> {
        let outcome = self.live_match.state(ids::now()).outcome;
        if outcome.is_none() && self.hidden {
            return Err(Message::new("review_hidden"));
        }
        if outcome.is_none() && self.meta.is_between_people() {
            return Err(Message::new("review_between_people"));
        }
        Ok(Reviewed { views: Side::BOTH.map(|side| self.live_match.study(Viewer::Seat(side))), outcome })
    }
}
