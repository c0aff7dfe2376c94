//! Pairings made by hand: what is impossible, and which criteria they leave.

use crate::dutch::criteria::{Comparison, Difference, compare};
use crate::dutch::field::{ByeObstacle, Field, Obstacle};
use crate::dutch::pairs::colour_of;
use crate::dutch::{Board, PairedBracket, PairingError, RoundPairing, pair_field};
use crate::model::{Bye, Colour, Entry, Tournament};

/// Problem of a pairing made by hand. All but the first three are for the arbiter to accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ManualIssue {
    /// The start number is not to be paired in this round.
    NotPresent(u32),
    /// The player appears twice.
    Twice(u32),
    /// The player has neither opponent nor bye.
    Missing(u32),
    /// An absolute criterion is broken.
    Obstacle(Board, Obstacle),
    /// C2 is broken for the bye.
    ByeObstacle(u32, ByeObstacle),
    /// More than one player has a pairing-allocated bye.
    SecondBye(u32),
    /// The colours are not those of article 5.
    OtherColours(Board),
    /// The opponents are not those of the Dutch system: the first criterion that is worse, if any.
    NotDutch(Option<Difference>),
}

impl ManualIssue {
    /// True if the pairing cannot be used at all.
    pub const fn is_impossible(&self) -> bool {
        matches!(self, Self::NotPresent(_) | Self::Twice(_) | Self::Missing(_))
    }
}

/// Examines boards and byes made by hand for a round (from 1).
pub fn examine(tournament: &Tournament, round: usize, boards: &[Board], byes: &[u32]) -> Vec<ManualIssue> {
    let field = Field::new(tournament, round);
    let mut issues = Vec::new();
    let mut seen = vec![false; field.len()];
    let numbers = boards.iter().flat_map(|board| [board.white, board.black]).chain(byes.iter().copied());
    for number in numbers {
        match field.position(number) {
            None => issues.push(ManualIssue::NotPresent(number)),
            Some(position) if seen[position] => issues.push(ManualIssue::Twice(number)),
            Some(position) => seen[position] = true,
        }
    }
    for (position, candidate) in field.candidates.iter().enumerate() {
        if !seen[position] {
            issues.push(ManualIssue::Missing(candidate.number));
        }
    }
    if !issues.is_empty() {
        return issues;
    }
    for &board in boards {
        let (Some(one), Some(other)) = (field.position(board.white), field.position(board.black)) else {
            continue;
        };
        if let Some(obstacle) = field.obstacle(one, other) {
            issues.push(ManualIssue::Obstacle(board, obstacle));
        } else if colour_of(&field, one, other).0 != Colour::White {
            issues.push(ManualIssue::OtherColours(board));
        }
    }
    for (index, &bye) in byes.iter().enumerate() {
        if index > 0 {
            issues.push(ManualIssue::SecondBye(bye));
        }
        let obstacle = field.position(bye).and_then(|position| field.candidates[position].bye_obstacle);
        if let Some(obstacle) = obstacle {
            issues.push(ManualIssue::ByeObstacle(bye, obstacle));
        }
    }
    if let Ok(pairing) = pair_field(field.clone()) {
        let manual = as_pairing(field, boards, byes);
        match compare(&pairing, &manual) {
            Comparison::Same => {}
            Comparison::Criterion(difference) => issues.push(ManualIssue::NotDutch(Some(difference))),
            Comparison::Order(_) => issues.push(ManualIssue::NotDutch(None)),
        }
    }
    issues
}

/// Boards made by hand as brackets: a pair belongs to the bracket of its lower player.
fn as_pairing(field: Field, boards: &[Board], byes: &[u32]) -> RoundPairing {
    let position = |number: u32| field.position(number).unwrap_or(0);
    let pairs: Vec<(usize, usize)> = boards
        .iter()
        .map(|board| (position(board.white), position(board.black)))
        .map(|(one, other)| (one.min(other), one.max(other)))
        .collect();
    let mut brackets: Vec<PairedBracket> = Vec::new();
    let mut floaters: Vec<usize> = Vec::new();
    let mut begin = 0;
    while begin < field.len() {
        let score = field.candidates[begin].score;
        let end = begin + field.candidates[begin..].iter().take_while(|one| one.score == score).count();
        let inside: Vec<(usize, usize)> =
            pairs.iter().copied().filter(|&(_, lower)| (begin..end).contains(&lower)).collect();
        let paired = |one: usize| inside.iter().any(|&(a, b)| a == one || b == one);
        let downfloaters: Vec<usize> =
            floaters.iter().copied().chain(begin..end).filter(|&one| !paired(one)).collect();
        brackets.push(PairedBracket {
            score,
            moved_down: std::mem::replace(&mut floaters, downfloaters.clone()),
            residents: (begin..end).collect(),
            pairs: inside,
            downfloaters,
        });
        begin = end;
    }
    RoundPairing { field, brackets, boards: boards.to_vec(), bye: byes.first().copied() }
}

/// Writes a pairing into the tournament as games without result; players without entry are absent.
pub fn publish(
    tournament: &mut Tournament,
    round: usize,
    boards: &[Board],
    byes: &[u32],
) -> Result<(), PairingError> {
    for player in &mut tournament.players {
        if player.entries.len() + 1 < round {
            player.entries.resize(round - 1, Entry::Bye(Bye::ZeroPoint));
        }
        if player.entries.len() == round {
            continue;
        }
        let board = boards.iter().find(|board| board.white == player.number || board.black == player.number);
        let entry = match board {
            Some(board) if board.white == player.number => {
                Entry::Pending { opponent: board.black, colour: Colour::White }
            }
            Some(board) => Entry::Pending { opponent: board.white, colour: Colour::Black },
            None if byes.contains(&player.number) => Entry::Bye(Bye::PairingAllocated),
            None => return Err(PairingError::LeftOut(player.number)),
        };
        player.entries.push(entry);
    }
    Ok(())
}
