//! Room data outside the match: occupants of the seats, owner, pace.

use table::{Rulebook, Side};

use crate::app::App;
use crate::ids;
use crate::store::{RatingChange, SeatRow, StoreError};
use crate::wire::{PersonRating, SeatKind, SeatView};

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person at their own browser.
    Person {
        /// Identity.
        player: String,
        /// Name.
        name: Option<String>,
        /// Handle of the account.
        handle: Option<String>,
    },
    /// A second person at somebody's device.
    Here {
        /// Identity of the device's owner.
        player: String,
        /// Name of the second person.
        name: Option<String>,
    },
    /// An engine.
    Machine {
        /// Its level.
        level: Option<u8>,
        /// Engine specification.
        engine: String,
    },
    /// Empty seat.
    Empty,
}

impl Occupant {
    /// Identity of the player who acts for this seat.
    pub fn player(&self) -> Option<&str> {
        match self {
            Occupant::Person { player, .. } | Occupant::Here { player, .. } => Some(player),
            Occupant::Machine { .. } | Occupant::Empty => None,
        }
    }

    /// Returns true for an engine.
    pub fn is_machine(&self) -> bool {
        matches!(self, Occupant::Machine { .. })
    }

    /// Converts to a database row.
    pub fn row(&self) -> SeatRow {
        let (kind, player, name, level, engine) = match self {
            Occupant::Person { player, name, .. } => ("person", Some(player), name.clone(), None, None),
            Occupant::Here { player, name } => ("here", Some(player), name.clone(), None, None),
            Occupant::Machine { level, engine } => ("machine", None, None, *level, Some(engine.clone())),
            Occupant::Empty => ("empty", None, None, None, None),
        };
        SeatRow { kind: kind.to_owned(), player: player.cloned(), name, handle: None, level, engine }
    }

    /// Converts from a database row.
    pub fn of(row: &SeatRow) -> Occupant {
        match (row.kind.as_str(), &row.player, &row.engine) {
            ("person", Some(player), _) => Occupant::Person {
                player: player.clone(),
                name: row.name.clone(),
                handle: row.handle.clone(),
            },
            ("here", Some(player), _) => Occupant::Here { player: player.clone(), name: row.name.clone() },
            ("machine", _, Some(engine)) => Occupant::Machine { level: row.level, engine: engine.clone() },
            _ => Occupant::Empty,
        }
    }

    /// View for a visitor, with the rating of a level in this game.
    pub fn view_in(&self, book: &dyn Rulebook, visitor: Option<&str>) -> SeatView {
        let seen = self.view(visitor);
        let rating = book
            .levels()
            .iter()
            .find(|rating| seen.level.is_some_and(|level| u32::from(level) == rating.level));
        SeatView {
            elo: rating.map(|rating| rating.elo),
            elo_mark: rating.map(|rating| rating.mark.into()),
            ..seen
        }
    }

    /// View for a visitor.
    pub fn view(&self, visitor: Option<&str>) -> SeatView {
        let empty = SeatView {
            kind: SeatKind::Empty,
            name: None,
            handle: None,
            level: None,
            engine: None,
            elo: None,
            elo_mark: None,
        };
        match self {
            Occupant::Person { player, name, handle } => SeatView {
                kind: if visitor == Some(player) { SeatKind::You } else { SeatKind::Person },
                name: name.clone(),
                handle: handle.clone(),
                ..empty
            },
            Occupant::Here { name, .. } => SeatView { kind: SeatKind::Here, name: name.clone(), ..empty },
            Occupant::Machine { level, engine } => {
                SeatView { kind: SeatKind::Machine, level: *level, engine: Some(engine.clone()), ..empty }
            }
            Occupant::Empty => empty,
        }
    }
}

/// Room data outside the match.
#[derive(Clone, Debug)]
pub struct RoomMeta {
    /// Identifier.
    pub id: String,
    /// Occupants of the two seats.
    pub seats: [Occupant; 2],
    /// Creator; controls a match between machines.
    pub owner: String,
    /// Minimum time per move between machines.
    pub pace_ms: u32,
    /// Room of the rematch.
    pub next: Option<String>,
    /// True if the match continues a loaded record.
    pub loaded: bool,
    /// Rating pool of a rated game.
    pub pool: Option<String>,
    /// Ratings of the two players in that pool.
    pub ratings: [Option<PersonRating>; 2],
    /// Change of the ratings by this game, once it is over.
    pub rating_change: Option<RatingChange>,
    /// Epoch that writes of the room carry.
    pub epoch: i64,
    /// True if the room may be in the list of running games as far as it was created so.
    pub wants_listing: bool,
    /// True if it is in that list: both players agree.
    pub is_listed: bool,
    /// Number of plies by which spectators are behind the players.
    pub delay: usize,
    /// True if each side has to make its first move within a time, or the game is aborted.
    pub prompt: bool,
    /// True if it started from a position that was set up.
    pub set_up: bool,
}

impl RoomMeta {
    /// Reads the ratings of the players of a rated game, and their change if it is over.
    pub async fn load_ratings(&mut self, app: &App) -> Result<(), StoreError> {
        let Some(pool) = &self.pool else { return Ok(()) };
        let now = ids::now();
        for (seat, rating) in self.seats.iter().zip(&mut self.ratings) {
            *rating = match seat {
                Occupant::Person { player, handle: Some(_), .. } => {
                    Some(PersonRating::of(&app.store.standing(player, pool).await?, now))
                }
                _ => None,
            };
        }
        self.rating_change = app.store.rating_change(&self.id).await?;
        Ok(())
    }

    /// Reads whether the players want their game to be listed.
    pub async fn load_listing(&mut self, app: &App) -> Result<(), StoreError> {
        let players = self.seats.each_ref().map(Occupant::player);
        self.is_listed = match players {
            [Some(first), Some(second)] if self.wants_listing => {
                !app.store.is_unlisted([first, second]).await?
            }
            _ => false,
        };
        Ok(())
    }

    /// Sides that a player controls.
    pub fn own_sides(&self, player: Option<&str>) -> Vec<Side> {
        let Some(player) = player else { return Vec::new() };
        Side::BOTH.into_iter().filter(|side| self.occupant(*side).player() == Some(player)).collect()
    }

    /// Occupant of a side.
    pub fn occupant(&self, side: Side) -> &Occupant {
        &self.seats[side.index()]
    }

    /// Returns true if two machines play.
    pub fn is_between_machines(&self) -> bool {
        self.seats.iter().all(Occupant::is_machine)
    }

    /// Returns true if two people play, at one device or two: hints are then not allowed before the end.
    pub fn is_between_people(&self) -> bool {
        !self.seats.iter().any(Occupant::is_machine)
    }

    /// Returns true if one device controls both sides.
    pub fn is_one_device(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Occupant::Here { .. }))
    }

    /// Returns true if no seat is empty.
    pub fn is_full(&self) -> bool {
        !self.seats.contains(&Occupant::Empty)
    }
}
