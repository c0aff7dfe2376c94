//! A cycle of plies and what each side did in it throughout.

use game::{Chase, Conduct, CyclePly, Line, Outcome, PieceAt, Reason, Side};

use super::chase::{self, Answer, Attack};
use crate::movegen;
use crate::{Move, SQUARES, Square, XiangqiVariant};

/// What the rule says of a cycle.
pub(super) struct Verdict {
    pub outcome: Outcome,
    pub rule: &'static str,
    /// The pieces each side chased with every move of its own, by their number in the cycle.
    prey: [u128; 2],
}

/// What a side did with its moves of a cycle.
#[derive(Clone, Copy)]
struct Record {
    /// Every move gave check.
    checks: bool,
    /// Every move gave check or chased someone.
    harries: bool,
    /// Every move chased someone.
    chases: bool,
    /// The pieces chased with every move.
    prey: u128,
}

impl Record {
    const UNTRIED: Record = Record { checks: true, harries: true, chases: true, prey: u128::MAX };

    fn add(&mut self, check: bool, prey: u128) {
        self.checks &= check;
        // A check outranks a chase: a move that gives check is not also counted as chasing.
        self.prey &= if check { 0 } else { prey };
        self.chases &= !check && prey != 0;
        self.harries &= check || prey != 0;
    }
}

/// The verdict on the plies from `first` to the position on the board, which is the same.
pub(super) fn verdict<S: XiangqiVariant>(line: &Line<S>, first: usize) -> Verdict {
    let mut records = [Record::UNTRIED; 2];
    walk(line, first, |_, side, check, chased, pieces| {
        let prey = chased.iter().fold(0, |set, attack| set | 1 << pieces.number(attack.victim));
        records[side.index()].add(check, prey);
    });
    judge(records)
}

fn judge(records: [Record; 2]) -> Verdict {
    let checks = records.map(|record| record.checks);
    let chases = records.map(|record| record.prey != 0);
    let prey = records.map(|record| record.prey);
    let loses = |loser: Side, reason, rule| Verdict { outcome: Outcome::win(!loser, reason), rule, prey };
    let draw = |reason, rule| Verdict { outcome: Outcome::draw(reason), rule, prey };
    // A perpetual check outranks whatever the other side did.
    match (checks, chases) {
        ([true, true], _) => draw(Reason::MutualCheck, "rule_axf_mutual_check"),
        ([true, false], _) => loses(Side::First, Reason::PerpetualCheck, "rule_axf_perpetual_check"),
        ([false, true], _) => loses(Side::Second, Reason::PerpetualCheck, "rule_axf_perpetual_check"),
        (_, [true, true]) => draw(Reason::MutualChase, "rule_axf_mutual_chase"),
        (_, [true, false]) => loses(Side::First, Reason::PerpetualChase, "rule_axf_perpetual_chase"),
        (_, [false, true]) => loses(Side::Second, Reason::PerpetualChase, "rule_axf_perpetual_chase"),
        _ if records.iter().any(|record| record.chases) => draw(Reason::Repetition, "rule_axf_many_victims"),
        _ if records.iter().any(|record| record.harries) => draw(Reason::Repetition, "rule_axf_mixed"),
        _ => draw(Reason::Repetition, "rule_axf_no_violation"),
    }
}

/// The plies of the cycle with what each did.
pub(super) fn notes<S: XiangqiVariant>(line: &Line<S>, first: usize, verdict: &Verdict) -> Vec<CyclePly> {
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
                throughout: verdict.prey[side.index()] >> pieces.number(attack.victim) & 1 != 0,
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

/// Which piece of the cycle's first position stands where now. Nothing is captured in a cycle, so a piece's first
/// point is its number.
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

/// Visits the plies from `first` on: its index, side, whether it gave check, whom it newly chased, and the pieces.
fn walk<S: XiangqiVariant>(
    line: &Line<S>,
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

/// Whether a move brought a threat about: the attack was not there before, or the victim had a real root that the
/// move has pinned or cut off.
///
/// A side whose own piece is threatened and that shields it by stepping in between is not chasing, though its step
/// cuts a root off (diagrams 39 to 41 and 61).
fn is_new(attack: &Attack, mv: Move, old: &[Attack], threatened: bool) -> bool {
    let chaser = if attack.chaser == mv.target() { mv.origin() } else { attack.chaser };
    match old.iter().find(|seen| seen.chaser == chaser && seen.victim == attack.victim) {
        None => true,
        Some(seen) => !seen.is_threat() && (attack.answer == Answer::Pinned || !threatened),
    }
}
