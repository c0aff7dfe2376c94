//! What a room knows besides its match: who sits where, and what was asked for when it began.

use table::{Rulebook, Side};

use crate::store::SeatRow;
use crate::wire::{SeatKind, SeatView};

/// Who sits somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A person with a browser of their own.
    Person {
        /// Their identity.
        player: String,
        /// Their name.
        name: Option<String>,
    },
    /// A friend at somebody's device.
    Here {
        /// Whose device.
        player: String,
        /// The friend's name.
        name: Option<String>,
    },
    /// The machine.
    Machine {
        /// Its level.
        level: Option<u8>,
        /// Its algorithm.
        engine: String,
    },
    /// Nobody yet.
    Empty,
}

impl Sitter {
    /// Who acts for this seat.
    pub fn player(&self) -> Option<&str> {
        match self {
            Sitter::Person { player, .. } | Sitter::Here { player, .. } => Some(player),
            Sitter::Machine { .. } | Sitter::Empty => None,
        }
    }

    /// Whether the machine sits here.
    pub fn is_machine(&self) -> bool {
        matches!(self, Sitter::Machine { .. })
    }

    /// As it is kept.
    pub fn row(&self) -> SeatRow {
        let (kind, player, name, level, engine) = match self {
            Sitter::Person { player, name } => ("person", Some(player), name.clone(), None, None),
            Sitter::Here { player, name } => ("here", Some(player), name.clone(), None, None),
            Sitter::Machine { level, engine } => ("machine", None, None, *level, Some(engine.clone())),
            Sitter::Empty => ("empty", None, None, None, None),
        };
        SeatRow { kind: kind.to_owned(), player: player.cloned(), name, level, engine }
    }

    /// As it was kept.
    pub fn of(row: &SeatRow) -> Sitter {
        match (row.kind.as_str(), &row.player, &row.engine) {
            ("person", Some(player), _) => Sitter::Person { player: player.clone(), name: row.name.clone() },
            ("here", Some(player), _) => Sitter::Here { player: player.clone(), name: row.name.clone() },
            ("machine", _, Some(engine)) => Sitter::Machine { level: row.level, engine: engine.clone() },
            _ => Sitter::Empty,
        }
    }

    /// As somebody sees it, with how strong a level plays this game.
    pub fn seen_at(&self, book: &dyn Rulebook, visitor: Option<&str>) -> SeatView {
        let seen = self.seen_by(visitor);
        let standing = book
            .levels()
            .iter()
            .find(|standing| seen.level.is_some_and(|level| u32::from(level) == standing.level));
        SeatView {
            elo: standing.map(|standing| standing.elo),
            elo_mark: standing.map(|standing| standing.mark.into()),
            ..seen
        }
    }

    /// As somebody sees it.
    pub fn seen_by(&self, visitor: Option<&str>) -> SeatView {
        let empty = SeatView {
            kind: SeatKind::Empty,
            name: None,
            level: None,
            brain: None,
            elo: None,
            elo_mark: None,
        };
        match self {
            Sitter::Person { player, name } => SeatView {
                kind: if visitor == Some(player) { SeatKind::You } else { SeatKind::Person },
                name: name.clone(),
                ..empty
            },
            Sitter::Here { name, .. } => SeatView { kind: SeatKind::Here, name: name.clone(), ..empty },
            Sitter::Machine { level, engine } => {
                SeatView { kind: SeatKind::Machine, level: *level, brain: Some(engine.clone()), ..empty }
            }
            Sitter::Empty => empty,
        }
    }
}

/// What a room knows besides its match.
#[derive(Clone, Debug)]
pub struct Meta {
    /// Its name.
    pub id: String,
    /// Who sits where.
    pub seats: [Sitter; 2],
    /// Who began it: runs a match between machines.
    pub owner: String,
    /// The least time for a move between machines.
    pub pace_ms: u32,
    /// The room that follows.
    pub next: Option<String>,
}

impl Meta {
    /// The sides somebody acts for.
    pub fn hands(&self, player: Option<&str>) -> Vec<Side> {
        let Some(player) = player else { return Vec::new() };
        Side::BOTH.into_iter().filter(|side| self.sitter(*side).player() == Some(player)).collect()
    }

    /// Who plays a side.
    pub fn sitter(&self, side: Side) -> &Sitter {
        &self.seats[side.index()]
    }

    /// Whether two machines play.
    pub fn is_between_machines(&self) -> bool {
        self.seats.iter().all(Sitter::is_machine)
    }

    /// Whether two people play, at one device or two: then nobody may ask a machine before the end.
    pub fn is_between_people(&self) -> bool {
        !self.seats.iter().any(Sitter::is_machine)
    }

    /// Whether one person acts for both.
    pub fn is_one_device(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Sitter::Here { .. }))
    }

    /// Whether everybody has come.
    pub fn is_full(&self) -> bool {
        !self.seats.contains(&Sitter::Empty)
    }
}
