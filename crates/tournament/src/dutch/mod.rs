//! The Dutch system (FIDE C.04.3, rules in force 2026).
//!
//! Brackets are paired from the top. Within one, the criteria C6 to C21 are fields of an edge weight, and a maximum-weight
//! matching finds the best candidate; the order of article 4 decides among equals. Most brackets are matched together with
//! the next scoregroup only, and the completion of the rest (C4) is verified afterwards; where that fails the whole field
//! is matched.

mod bracket;
pub mod criteria;
pub mod field;
mod layout;
pub mod pairs;

use crate::matching::Matcher;
use crate::model::{Colour, Tournament};
use crate::points::Points;
use crate::weight::Weight;
use field::Field;
use layout::Bracket;
use pairs::ColourRule;

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Start number of the player who moves first.
    pub white: u32,
    /// Start number of the opponent.
    pub black: u32,
}

/// A bracket as it was paired. Players are positions in the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedBracket {
    /// Score of the residents.
    pub score: Points,
    /// Players moved down into the bracket.
    pub moved_down: Vec<usize>,
    /// Players of the scoregroup.
    pub residents: Vec<usize>,
    /// Pairs, higher ranked player first.
    pub pairs: Vec<(usize, usize)>,
    /// Players who leave the bracket unpaired.
    pub downfloaters: Vec<usize>,
}

/// Pairing of a round with the way it was found.
#[derive(Debug, Clone)]
pub struct RoundPairing {
    /// Players with their history.
    pub field: Field,
    /// Brackets from the top.
    pub brackets: Vec<PairedBracket>,
    /// Boards in the order of publication.
    pub boards: Vec<Board>,
    /// Start number of the player with the pairing-allocated bye.
    pub bye: Option<u32>,
}

/// Reason why a round cannot be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingError {
    /// No pairing respects the absolute criteria C1 to C3.
    NoLegalPairing,
    /// Nobody is to be paired.
    NoPlayers,
    /// A game of an earlier round has no result: start number and round from 1.
    MissingResult(u32, usize),
    /// A player who is present has neither opponent nor bye.
    LeftOut(u32),
    /// More players are present than this.
    TooManyPlayers(usize),
}

/// Most players of a round: the matching compares all pairs of them.
pub const MOST_PLAYERS: usize = 2000;

/// Pairs round `round` (from 1) from the rounds before it. Players with an entry for that round stay out.
pub fn pair_round(tournament: &Tournament, round: usize) -> Result<RoundPairing, PairingError> {
    for player in &tournament.players {
        let open = player
            .entries
            .iter()
            .take(round - 1)
            .position(|entry| matches!(entry, crate::model::Entry::Pending { .. }));
        if let Some(open) = open {
            return Err(PairingError::MissingResult(player.number, open + 1));
        }
    }
    pair_field(Field::new(tournament, round))
}

/// Pairs a field.
pub fn pair_field(field: Field) -> Result<RoundPairing, PairingError> {
    if field.is_empty() {
        return Err(PairingError::NoPlayers);
    }
    if field.len() > MOST_PLAYERS {
        return Err(PairingError::TooManyPlayers(MOST_PLAYERS));
    }
    let bye_score = completion(&field, &(0..field.len()).collect::<Vec<_>>(), None)
        .ok_or(PairingError::NoLegalPairing)?;
    let mut brackets = Vec::new();
    let mut floaters: Vec<usize> = Vec::new();
    let mut begin = 0;
    while begin < field.len() {
        let end = group_end(&field, begin);
        let next_end = if end < field.len() { group_end(&field, end) } else { end };
        let pairs = pair_bracket(&field, &floaters, (begin, end, next_end), bye_score)
            .ok_or(PairingError::NoLegalPairing)?;
        let mut paired = vec![false; field.len()];
        for &(one, other) in &pairs {
            paired[one] = true;
            paired[other] = true;
        }
        let downfloaters = floaters.iter().copied().chain(begin..end).filter(|&one| !paired[one]).collect();
        brackets.push(PairedBracket {
            score: field.candidates[begin].score,
            moved_down: std::mem::replace(&mut floaters, downfloaters),
            residents: (begin..end).collect(),
            pairs,
            downfloaters: Vec::new(),
        });
        if let Some(last) = brackets.last_mut() {
            last.downfloaters.clone_from(&floaters);
        }
        begin = end;
    }
    let bye = floaters.first().map(|&one| field.candidates[one].number);
    let boards = boards(&field, &brackets);
    Ok(RoundPairing { field, brackets, boards, bye })
}

fn group_end(field: &Field, begin: usize) -> usize {
    let score = field.candidates[begin].score;
    begin + field.candidates[begin..].iter().take_while(|one| one.score == score).count()
}

fn pair_bracket(
    field: &Field,
    floaters: &[usize],
    (begin, end, next_end): (usize, usize, usize),
    bye_score: Option<Points>,
) -> Option<Vec<(usize, usize)>> {
    let size = floaters.len() + end - begin;
    let mut graph = Bracket {
        players: floaters.iter().copied().chain(begin..next_end).collect(),
        moved_down: floaters.len(),
        size,
        with_next: size + next_end - end,
        completes: false,
        has_bye: false,
        bye_score,
    };
    if next_end < field.len()
        && let Some(found) = bracket::pair(field, &graph)
    {
        let mut paired = vec![false; field.len()];
        for &(one, other) in found.pairs.iter().chain(&found.next) {
            paired[one] = true;
            paired[other] = true;
        }
        let left: Vec<usize> =
            floaters.iter().copied().chain(begin..field.len()).filter(|&one| !paired[one]).collect();
        if completion(field, &left, Some(bye_score)).is_some() {
            return Some(found.pairs);
        }
    }
    graph.players.extend(next_end..field.len());
    graph.completes = true;
    graph.has_bye = field.len() % 2 == 1;
    bracket::pair(field, &graph).map(|found| found.pairs)
}

/// Verifies that players can all be paired (C4) with one bye if their number is odd; returns the lowest possible score
/// of the player with the bye (C5), or `None` if there is no pairing. With `limit`, the bye must not have a higher score.
fn completion(field: &Field, players: &[usize], limit: Option<Option<Points>>) -> Option<Option<Points>> {
    let odd = players.len() % 2 == 1;
    let mut scores: Vec<Points> = players.iter().map(|&one| field.candidates[one].score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores.dedup();
    let count = players.len();
    let matcher = Matcher::<2>::new(count + usize::from(odd), |v, w| {
        let (v, w) = (v.min(w), v.max(w));
        let mut weight = Weight::ZERO;
        if w == count {
            let score = field.candidates[players[v]].score;
            let allowed = limit.is_none_or(|limit| limit.is_some_and(|limit| score <= limit));
            if allowed && field.may_have_bye(players[v]) {
                let rank = scores.iter().position(|&one| one == score).unwrap_or(0);
                weight.add_shifted(rank as u64, 0);
                weight.add_shifted(1, 48);
            }
        } else if field.may_meet(players[v], players[w]) {
            weight.add_shifted(1, 48);
        }
        weight
    });
    if (0..count).any(|v| matcher.weight(v, matcher.mate(v)).is_zero()) {
        return None;
    }
    Some(odd.then(|| field.candidates[players[matcher.mate(count)]].score))
}

/// Boards by the higher score of the pair, then the lower one, then the rank of the higher player.
fn boards(field: &Field, brackets: &[PairedBracket]) -> Vec<Board> {
    let mut pairs: Vec<(usize, usize)> =
        brackets.iter().flat_map(|bracket| bracket.pairs.iter().copied()).collect();
    pairs.sort_by_key(|&(one, other)| {
        let order = |position: usize| {
            let player = &field.candidates[position];
            (std::cmp::Reverse(player.plain_score), player.rank)
        };
        let (first, second) = (order(one).min(order(other)), order(one).max(order(other)));
        (first.0, second.0, first.1)
    });
    pairs
        .into_iter()
        .map(|(one, other)| {
            let (a, b) = (field.candidates[one].number, field.candidates[other].number);
            match pairs::colour_of(field, one, other) {
                (Colour::White, _) => Board { white: a, black: b },
                (Colour::Black, _) => Board { white: b, black: a },
            }
        })
        .collect()
}

impl RoundPairing {
    /// Rule that decided the colours of a pair of start numbers.
    pub fn colour_rule(&self, board: Board) -> Option<ColourRule> {
        let (one, other) = (self.field.position(board.white)?, self.field.position(board.black)?);
        Some(pairs::colour_of(&self.field, one, other).1)
    }
}
