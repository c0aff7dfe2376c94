//! Players, rounds and points: the state of a tournament, without files or clocks.

use crate::points::{Points, PointsSystem};

/// Side of the board. White is the first player (red in xiangqi), black the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Colour {
    /// The other side.
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// Result of a game for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl Outcome {
    /// The opponent's result.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// Kinds of rounds without an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bye {
    /// Given by the pairing because the number of players is odd.
    PairingAllocated,
    /// Full-point bye.
    FullPoint,
    /// Half-point bye, asked for by the player.
    HalfPoint,
    /// Zero-point bye: absent or withdrawn.
    ZeroPoint,
}

/// One player's round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A game over the board. `rated` is false for games that ended before each side had moved.
    Game {
        /// Start number of the opponent.
        opponent: u32,
        /// Side.
        colour: Colour,
        /// Result.
        outcome: Outcome,
        /// Counts for ratings.
        rated: bool,
    },
    /// A game that was paired but not played.
    Forfeit {
        /// Start number of the opponent.
        opponent: u32,
        /// Side that was assigned.
        colour: Option<Colour>,
        /// True for the player who was present.
        won: bool,
    },
    /// A paired game without result yet.
    Pending {
        /// Start number of the opponent.
        opponent: u32,
        /// Side.
        colour: Colour,
    },
    /// No opponent.
    Bye(Bye),
}

impl Entry {
    /// Start number of the opponent, if one was assigned.
    pub const fn opponent(self) -> Option<u32> {
        match self {
            Self::Game { opponent, .. } | Self::Forfeit { opponent, .. } | Self::Pending { opponent, .. } => {
                Some(opponent)
            }
            Self::Bye(_) => None,
        }
    }

    /// Side, if one was assigned.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Game { colour, .. } | Self::Pending { colour, .. } => Some(colour),
            Self::Forfeit { colour, .. } => colour,
            Self::Bye(_) => None,
        }
    }

    /// True for games over the board.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Game { .. })
    }

    /// True if the player took part in the pairing of the round.
    pub const fn took_part(self) -> bool {
        !matches!(self, Self::Bye(Bye::FullPoint | Bye::HalfPoint | Bye::ZeroPoint))
    }
}

/// Sex as entered in TRF files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sex {
    /// Not given.
    #[default]
    Unknown,
    /// Man or boy.
    Male,
    /// Woman or girl.
    Female,
}

/// A player with all rounds so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Player {
    /// Start number, unique. Players are paired in its order within a score.
    pub number: u32,
    /// Name.
    pub name: String,
    /// Sex.
    pub sex: Sex,
    /// Title, such as `GM`.
    pub title: String,
    /// Rating, 0 if none.
    pub rating: u32,
    /// Federation or club.
    pub federation: String,
    /// Identifier at the federation.
    pub identifier: String,
    /// Date of birth as written in the file.
    pub birth: String,
    /// Name of the team, empty if none.
    pub team: String,
    /// Categories such as `W` (women) or `S` (neither Chinese nor Vietnamese).
    pub categories: Vec<String>,
    /// Fouls noted by the arbiter over all rounds.
    pub fouls: u32,
    /// Rounds in order.
    pub entries: Vec<Entry>,
    /// Virtual points per round (acceleration).
    pub accelerations: Vec<Points>,
}

/// Players who must not meet in some rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// Start numbers; no two of them may meet.
    pub players: Vec<u32>,
    /// First round, from 1.
    pub first_round: usize,
    /// Last round.
    pub last_round: usize,
}

/// A tournament: players with their rounds, and its settings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament {
    /// Name.
    pub name: String,
    /// Players in the order of their start numbers.
    pub players: Vec<Player>,
    /// Number of rounds planned; 0 if unknown.
    pub rounds: usize,
    /// Points for results.
    pub points: PointsSystem,
    /// Colour of the first player in round 1.
    pub first_colour: Option<Colour>,
    /// Pairs that must not meet.
    pub forbidden: Vec<Forbidden>,
}

impl Tournament {
    /// Index of a player in `players`.
    pub fn index_of(&self, number: u32) -> Option<usize> {
        self.players.binary_search_by_key(&number, |player| player.number).ok()
    }

    /// Number of rounds in which at least one player took part in the pairing.
    pub fn paired_rounds(&self) -> usize {
        self.players
            .iter()
            .map(|player| {
                player.entries.iter().rposition(|entry| entry.took_part()).map_or(0, |last| last + 1)
            })
            .max()
            .unwrap_or(0)
    }

    /// Points of an entry.
    pub fn points_of(&self, entry: Entry) -> Points {
        self.points.of(entry)
    }

    /// Score of a player after `rounds` rounds, without acceleration. Missing entries are zero-point byes.
    pub fn score_after(&self, index: usize, rounds: usize) -> Points {
        let entries = &self.players[index].entries;
        (0..rounds)
            .map(|round| self.points.of(entries.get(round).copied().unwrap_or(Entry::Bye(Bye::ZeroPoint))))
            .sum()
    }

    /// Colour of the first player in round 1: as set, or inferred from the first round with colours.
    pub fn initial_colour(&self) -> Option<Colour> {
        self.first_colour.or_else(|| self.inferred_colour())
    }

    fn inferred_colour(&self) -> Option<Colour> {
        let first = self
            .players
            .iter()
            .filter_map(|player| player.entries.iter().position(|entry| entry.colour().is_some()))
            .min()?;
        // The numbering that decides colours counts only players who had been paired by that round.
        let known = self
            .players
            .iter()
            .filter(|player| player.entries.iter().take(first + 1).any(|entry| entry.took_part()));
        for (rank, player) in known.enumerate() {
            if let Some(colour) = player.entries.get(first).and_then(|entry| entry.colour()) {
                return Some(if rank % 2 == 0 { colour } else { colour.opposite() });
            }
        }
        None
    }

    /// The tournament as it was before round `round` (from 1) was paired. Byes of that round that do not come from the
    /// pairing are kept: they say who is absent.
    pub fn before_round(&self, round: usize) -> Self {
        let mut cut = self.clone();
        cut.first_colour = self.initial_colour();
        for player in &mut cut.players {
            let next = player.entries.get(round - 1).copied();
            player.entries.resize(round - 1, Entry::Bye(Bye::ZeroPoint));
            match next {
                Some(entry) if entry.took_part() => {}
                Some(entry) => player.entries.push(entry),
                None => player.entries.push(Entry::Bye(Bye::ZeroPoint)),
            }
        }
        cut
    }
}
