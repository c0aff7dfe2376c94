//! The players to be paired in a round, with what the criteria need to know of each.

use crate::model::{Bye, Colour, Entry, Tournament};
use crate::points::Points;

/// Strength of a colour preference (C.04.3 article 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// No game played yet.
    None,
    /// Colours are balanced: alternate.
    Mild,
    /// One colour was played once more often.
    Strong,
    /// Colour difference of two, or the same colour in the last two games.
    Absolute,
}

/// Float of a player in an earlier round (article 1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Float {
    /// Met a player with the same score.
    None,
    /// Met a lower score, or got points without playing.
    Down,
    /// Met a higher score.
    Up,
}

/// Absolute criterion that keeps two players apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// They played each other in this round (from 1): C1.
    AlreadyMet(usize),
    /// The organiser forbade the pair.
    Forbidden,
    /// Both must get the same colour and neither is a topscorer in the last round: C3.
    SameAbsoluteColour(Colour),
}

/// Reason why a player cannot get the pairing-allocated bye (C2), with its round from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByeObstacle {
    /// Had a pairing-allocated bye.
    HadBye(usize),
    /// Got the points of a win without playing.
    WonUnplayed(usize),
}

/// One player to be paired.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Start number.
    pub number: u32,
    /// Position in the numbering that decides colours, from 0.
    pub rank: usize,
    /// Score with acceleration.
    pub score: Points,
    /// Score without acceleration.
    pub plain_score: Points,
    /// Games with white minus games with black.
    pub difference: i32,
    /// Colour preference.
    pub preference: Option<Colour>,
    /// Its strength.
    pub strength: Strength,
    /// Colour of the last two games if they had the same.
    pub repeated: Option<Colour>,
    /// Float one and two rounds ago.
    pub floats: [Float; 2],
    /// Reason against the pairing-allocated bye.
    pub bye_obstacle: Option<ByeObstacle>,
    /// Games played over the board.
    pub played: usize,
    /// Colours of the games played, in order.
    pub colours: Vec<Colour>,
}

impl Candidate {
    /// True if the preference is absolute because of the colour difference.
    pub fn has_absolute_difference(&self) -> bool {
        self.difference.abs() > 1
    }

    /// True for an absolute preference.
    pub fn is_absolute(&self) -> bool {
        self.strength == Strength::Absolute
    }
}

/// Everybody to be paired in one round, best score first, then by start number.
#[derive(Debug, Clone)]
pub struct Field {
    /// Players.
    pub candidates: Vec<Candidate>,
    /// Number of rounds already paired.
    pub played_rounds: usize,
    /// Colour of the first player in round 1.
    pub initial_colour: Colour,
    /// Scores above it make a topscorer, in the last round.
    pub top_threshold: Option<Points>,
    obstacles: Vec<Option<Obstacle>>,
    forced: Option<(usize, Option<usize>)>,
}

impl Field {
    /// Collects the players of round `round` (from 1). Players with an entry for that round are absent; earlier rounds
    /// without entry count as zero-point byes.
    pub fn new(tournament: &Tournament, round: usize) -> Self {
        let played_rounds = round - 1;
        let mut rank = 0;
        let mut candidates: Vec<(Candidate, usize)> = Vec::new();
        for (index, player) in tournament.players.iter().enumerate() {
            let present = player.entries.len() <= played_rounds;
            if present || player.entries.iter().any(|entry| entry.took_part()) {
                if present {
                    candidates.push((candidate(tournament, index, played_rounds, rank), index));
                }
                rank += 1;
            }
        }
        candidates.sort_by_key(|(one, _)| (std::cmp::Reverse(one.score), one.rank));
        let last = tournament.rounds > 0 && round >= tournament.rounds;
        let best = tournament.points.win.max(tournament.points.draw);
        let rounds = i32::try_from(played_rounds).unwrap_or(i32::MAX / 1000);
        let mut field = Self {
            obstacles: Vec::new(),
            played_rounds,
            initial_colour: tournament.initial_colour().unwrap_or(Colour::White),
            top_threshold: last.then_some(Points(rounds * best.0 / 2)),
            candidates: Vec::new(),
            forced: None,
        };
        let size = candidates.len();
        let mut obstacles = vec![None; size * size];
        for (row, (one, index)) in candidates.iter().enumerate() {
            for (column, (other, _)) in candidates.iter().enumerate() {
                if row != column {
                    obstacles[row * size + column] =
                        obstacle(&field, tournament, (one, *index), other, round);
                }
            }
        }
        field.obstacles = obstacles;
        field.candidates = candidates.into_iter().map(|(one, _)| one).collect();
        field
    }

    /// Number of players.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// True without players.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Position of a start number.
    pub fn position(&self, number: u32) -> Option<usize> {
        self.candidates.iter().position(|one| one.number == number)
    }

    /// Absolute criterion against a pair.
    pub fn obstacle(&self, one: usize, other: usize) -> Option<Obstacle> {
        self.obstacles[one * self.len() + other]
    }

    /// True if two players may meet.
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        let allowed = match self.forced {
            None => true,
            Some((a, None)) => one != a && other != a,
            Some((a, Some(b))) => (one == a || one == b) == (other == a || other == b),
        };
        allowed && self.obstacle(one, other).is_none()
    }

    /// True if a player may get the pairing-allocated bye.
    pub fn may_have_bye(&self, one: usize) -> bool {
        let allowed = match self.forced {
            None => true,
            Some((a, None)) => one == a,
            Some((a, Some(b))) => one != a && one != b,
        };
        allowed && self.candidates[one].bye_obstacle.is_none()
    }

    /// The same field with a pair, or a bye, decided in advance: to answer "why not?".
    pub fn with_forced(&self, one: usize, other: Option<usize>) -> Self {
        Self { forced: Some((one, other)), ..self.clone() }
    }

    /// True for topscorers: more than half of the points before the last round.
    pub fn is_topscorer(&self, one: usize) -> bool {
        self.top_threshold.is_some_and(|threshold| self.candidates[one].score > threshold)
    }
}

fn obstacle(
    field: &Field,
    tournament: &Tournament,
    (one, index): (&Candidate, usize),
    other: &Candidate,
    round: usize,
) -> Option<Obstacle> {
    let met = tournament.players[index]
        .entries
        .iter()
        .position(|entry| entry.is_played() && entry.opponent() == Some(other.number));
    if let Some(met) = met {
        return Some(Obstacle::AlreadyMet(met + 1));
    }
    let forbidden = tournament.forbidden.iter().any(|entry| {
        (entry.first_round..=entry.last_round).contains(&round)
            && entry.players.contains(&one.number)
            && entry.players.contains(&other.number)
    });
    if forbidden {
        return Some(Obstacle::Forbidden);
    }
    let top = field.top_threshold.is_some_and(|threshold| one.score > threshold || other.score > threshold);
    match one.preference {
        Some(colour)
            if one.is_absolute() && other.is_absolute() && other.preference == Some(colour) && !top =>
        {
            Some(Obstacle::SameAbsoluteColour(colour))
        }
        _ => None,
    }
}

fn candidate(tournament: &Tournament, index: usize, played_rounds: usize, rank: usize) -> Candidate {
    let player = &tournament.players[index];
    let colours: Vec<Colour> = player
        .entries
        .iter()
        .take(played_rounds)
        .filter(|entry| entry.is_played())
        .filter_map(|entry| entry.colour())
        .collect();
    let difference: i32 = colours.iter().map(|&colour| if colour == Colour::White { 1 } else { -1 }).sum();
    let repeated = match colours.as_slice() {
        [.., before, last] if before == last => Some(*last),
        _ => None,
    };
    let rarer = if difference > 0 { Colour::Black } else { Colour::White };
    let (preference, strength) = if difference.abs() > 1 {
        (Some(rarer), Strength::Absolute)
    } else if let Some(colour) = repeated {
        (Some(colour.opposite()), Strength::Absolute)
    } else if difference != 0 {
        (Some(rarer), Strength::Strong)
    } else {
        match colours.last() {
            Some(colour) => (Some(colour.opposite()), Strength::Mild),
            None => (None, Strength::None),
        }
    };
    let bye_obstacle = player.entries.iter().take(played_rounds).enumerate().find_map(|(round, &entry)| {
        if entry == Entry::Bye(Bye::PairingAllocated) {
            Some(ByeObstacle::HadBye(round + 1))
        } else if !entry.is_played() && tournament.points.of(entry) >= tournament.points.win {
            Some(ByeObstacle::WonUnplayed(round + 1))
        } else {
            None
        }
    });
    Candidate {
        number: player.number,
        rank,
        score: accelerated(tournament, index, played_rounds),
        plain_score: tournament.score_after(index, played_rounds),
        difference,
        preference,
        strength,
        repeated,
        floats: [1, 2].map(|back| {
            if back <= played_rounds { float(tournament, index, played_rounds - back) } else { Float::None }
        }),
        bye_obstacle,
        played: colours.len(),
        colours,
    }
}

/// Score before a round (from 0) with the virtual points of that round.
fn accelerated(tournament: &Tournament, index: usize, round: usize) -> Points {
    let virtual_points = tournament.players[index].accelerations.get(round).copied().unwrap_or_default();
    tournament.score_after(index, round) + virtual_points
}

fn float(tournament: &Tournament, index: usize, round: usize) -> Float {
    let entry = tournament.players[index].entries.get(round).copied().unwrap_or(Entry::Bye(Bye::ZeroPoint));
    let opponent =
        entry.opponent().filter(|_| entry.is_played()).and_then(|number| tournament.index_of(number));
    let Some(opponent) = opponent else {
        return if tournament.points.of(entry) > tournament.points.loss { Float::Down } else { Float::None };
    };
    match accelerated(tournament, index, round).cmp(&accelerated(tournament, opponent, round)) {
        std::cmp::Ordering::Greater => Float::Down,
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::None,
    }
}
