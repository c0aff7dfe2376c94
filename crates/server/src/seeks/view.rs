//! The lobby as pages see it.

use super::{Challenge, Seek, State};
use crate::wire::{ChallengeView, LobbyPerson, LobbyView, SeekView, count};

/// Seeks and people that a view lists; more would cost every page, and nobody reads them.
const LISTED: usize = 60;

impl State {
    pub(super) fn view(&self) -> LobbyView {
        let mut people: Vec<LobbyPerson> = self
            .people
            .values()
            .filter_map(|person| {
                Some(LobbyPerson { handle: person.handle.clone()?, name: person.name.clone() })
            })
            .collect();
        people.sort_by_cached_key(|person| person.handle.to_lowercase());
        people.truncate(LISTED);
        LobbyView {
            seeks: self.seeks.iter().take(LISTED).map(seek).collect(),
            people,
            here: count(self.people.len()),
        }
    }
}

fn seek(seek: &Seek) -> SeekView {
    SeekView {
        id: seek.id.clone(),
        name: seek.seeker.name.clone(),
        handle: seek.seeker.handle.clone(),
        rating: seek.seeker.rating,
        game: seek.terms.game.clone(),
        clock: seek.terms.clock,
        rated: seek.terms.rated,
        color: seek.color,
        range: seek.range,
        established: seek.established,
    }
}

pub(super) fn challenge(challenge: &Challenge) -> ChallengeView {
    ChallengeView { id: challenge.id.clone(), seek: seek(&challenge.seek) }
}
