//! Classification of a cycle of plies and the verdict of the Asian rule.

use game::{Chase, Conduct, CyclePly, Line, Outcome, PieceAt, Reason, Side};

use super::chase::{self, Answer, Attack};
use super::{MUTUAL_CHASE, MUTUAL_CHECK, PERPETUAL_CHASE};
use crate::movegen;
use crate::{Move, SQUARES, Square, XiangqiVariant};

/// Verdict of the rule on a cycle.
pub(super) struct Verdict {
    pub outcome: Outcome,
    pub rule: &'static str,
    /// Pieces chased by each side in every one of its moves, as bits by their number in the cycle.
    victims: [u128; 2],
}

/// Summary of a side's moves in a cycle.
#[derive(Clone, Copy)]
struct Record {
    /// Every move gave check.
    checks: bool,
    /// Every move gave check or chased a piece.
    checks_or_chases: bool,
    /// Every move chased a piece.
    chases: bool,
    /// Pieces chased in every move.
    victims: u128,
}

impl Record {
    const EMPTY: Record = Record { checks: true, checks_or_chases: true, chases: true, victims: u128::MAX };

    fn add(&mut self, check: bool, victims: u128) {
        self.checks &= check;
        // Check takes precedence: a move that gives check is not also counted as a chase.
        self.victims &= if check { 0 } else { victims };
        self.chases &= !check && victims != 0;
        self.checks_or_chases &= check || victims != 0;
    }
}

/// Verdict on the plies from `first` to the current position, which is the same as the one at `first`.
pub(super) fn verdict<P: XiangqiVariant>(line: &Line<P>, first: usize) -> Verdict {
    let mut records = [Record::EMPTY; 2];
    walk(line, first, |_, side, check, chased, pieces| {
        let victims = chased.iter().fold(0, |set, attack| set | 1 << pieces.number(attack.victim));
        records[side.index()].add(check, victims);
    });
    judge(records)
}

fn judge(records: [Record; 2]) -> Verdict {
    let checks = records.map(|record| record.checks);
    let chases = records.map(|record| record.victims != 0);
    let victims = records.map(|record| record.victims);
    let loses = |loser: Side, reason, rule| Verdict { outcome: Outcome::win(!loser, reason), rule, victims };
    let draw = |reason, rule| Verdict { outcome: Outcome::draw(reason), rule, victims };
    // A perpetual check takes precedence over anything the other side did.
    match (checks, chases) {
        ([true, true], _) => draw(Reason::OfGame(MUTUAL_CHECK), "rule_axf_mutual_check"),
        ([true, false], _) => loses(Side::First, Reason::PerpetualCheck, "rule_axf_perpetual_check"),
        ([false, true], _) => loses(Side::Second, Reason::PerpetualCheck, "rule_axf_perpetual_check"),
        (_, [true, true]) => draw(Reason::OfGame(MUTUAL_CHASE), "rule_axf_mutual_chase"),
        (_, [true, false]) => loses(Side::First, Reason::OfGame(PERPETUAL_CHASE), "rule_axf_perpetual_chase"),
        (_, [false, true]) => {
            loses(Side::Second, Reason::OfGame(PERPETUAL_CHASE), "rule_axf_perpetual_chase")
        }
        _ if records.iter().any(|record| record.chases) => draw(Reason::Repetition, "rule_axf_many_victims"),
        _ if records.iter().any(|record| record.checks_or_chases) => {
            draw(Reason::Repetition, "rule_axf_mixed")
        }
        _ => draw(Reason::Repetition, "rule_axf_no_violation"),
    }
}

/// Plies of the cycle with their classification.
pub(super) fn notes<P: XiangqiVariant>(line: &Line<P>, first: usize, verdict: &Verdict) -> Vec<CyclePly> {
    let mut notes = Vec::new();
    walk(line, first, |ply, side, check, chased, pieces| {
        let after = line.at(ply + 1).board();
        let piece_at = |square: Square| PieceAt {
            piece: after.piece_at(square).map_or(0, crate::Piece::index),
            square: square.index(),
        };
        let chases: Vec<Chase> = chased
            .iter()
            .map(|attack| Chase {
                chaser: piece_at(attack.chaser),
                victim: piece_at(attack.victim),
                protected: attack.answer == Answer::Real,
                throughout: verdict.victims[side.index()] >> pieces.number(attack.victim) & 1 != 0,
            })
            .collect();
        let conduct = match (check, chases.is_empty()) {
            (true, _) => Conduct::Check,
            (false, false) => Conduct::Chase(chases),
            (false, true) => Conduct::Idle,
        };
        notes.push(CyclePly { ply, side, conduct });
    });
    notes
}

/// Identity of the pieces during the cycle. Nothing is captured in a cycle, so a piece is numbered by its point in
/// the first position.
struct Pieces([u8; SQUARES]);

impl Pieces {
    fn new() -> Self {
        Pieces(std::array::from_fn(|square| square as u8))
    }

    fn number(&self, square: Square) -> u32 {
        u32::from(self.0[square.index()])
    }

    fn follow(&mut self, mv: Move) {
        self.0[mv.target().index()] = self.0[mv.origin().index()];
    }
}

/// Calls `each` for the plies from `first` on: index, side, whether it gave check, new chases, and the piece numbers.
fn walk<P: XiangqiVariant>(
    line: &Line<P>,
    first: usize,
    mut each: impl FnMut(usize, Side, bool, &[Attack], &Pieces),
) {
    let mut pieces = Pieces::new();
    for ply in first..line.ply() {
        let Some(mv) = line.steps()[ply].mv else { continue };
        let (before, after) = (line.at(ply), line.at(ply + 1));
        let side = before.turn();
        let old = chase::attacks(before, side);
        let mut new = chase::attacks(after, side);
        let threatened = chase::attacks(before, !side).iter().any(Attack::is_threat);
        new.retain(|attack| attack.is_threat() && is_new(attack, mv, &old, threatened));
        pieces.follow(mv);
        each(ply, side, movegen::in_check(after), &new, &pieces);
    }
}

/// Returns true if the move created this threat: the attack is new, or the move pinned or cut off the victim's true
/// root.
///
/// A side that shields its own threatened piece by interposing is not chasing, even if the move cuts off a root
/// (diagrams 39 to 41 and 61).
fn is_new(attack: &Attack, mv: Move, old: &[Attack], threatened: bool) -> bool {
    let chaser = if attack.chaser == mv.target() { mv.origin() } else { attack.chaser };
    match old.iter().find(|seen| seen.chaser == chaser && seen.victim == attack.victim) {
        None => true,
        Some(seen) => !seen.is_threat() && (attack.answer == Answer::Pinned || !threatened),
    }
}
