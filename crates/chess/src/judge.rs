//! Draws by repetition and move counts, automatic or claimed (FIDE 9.2, 9.3, 9.6).

use game::{
    Conduct, CyclePly, GameReason, Line, Outcome, Position as _, Reason, RepetitionCase, Tactics as _,
};

use crate::{Move, Position};

/// Threefold repetition, by claim.
pub const THREEFOLD: GameReason = GameReason::new("threefold", "why_threefold").claimed();
/// Fivefold repetition, automatic.
pub const FIVEFOLD: GameReason = GameReason::new("fivefold", "why_fivefold");
/// Fifty moves by each side without capture or pawn move, by claim.
pub const FIFTY_MOVES: GameReason = GameReason::new("fifty_moves", "why_fifty_moves").claimed();
/// Seventy-five moves by each side without capture or pawn move, automatic.
pub const SEVENTY_FIVE_MOVES: GameReason = GameReason::new("seventy_five_moves", "why_seventy_five_moves");

/// Rules that end a game of chess besides the common ones.
pub(crate) static REASONS: [GameReason; 4] = [THREEFOLD, FIVEFOLD, FIFTY_MOVES, SEVENTY_FIVE_MOVES];

const CLAIM_OCCURRENCES: usize = 3;
const FINAL_OCCURRENCES: usize = 5;
const CLAIM_HALFMOVES: u16 = 100;
const FINAL_HALFMOVES: u16 = 150;

/// Automatic draw.
pub(crate) fn adjudicate(line: &Line<Position>) -> Option<Outcome> {
    if line.here().halfmoves() >= FINAL_HALFMOVES {
        return Some(Outcome::draw(Reason::OfGame(SEVENTY_FIVE_MOVES)));
    }
    (line.occurrences() >= FINAL_OCCURRENCES).then_some(Outcome::draw(Reason::OfGame(FIVEFOLD)))
}

/// Draw the side to move may claim in the current position.
pub(crate) fn claimable_draw(line: &Line<Position>) -> Option<Outcome> {
    let here = line.here();
    if here.outcome().is_some() {
        return None;
    }
    claim(line.occurrences(), here.halfmoves())
}

/// Draw the side to move may claim by announcing this legal move instead of playing it (FIDE 9.2.1, 9.3.1).
pub fn claimable_draw_with(line: &Line<Position>, mv: Move) -> Option<Outcome> {
    let mut after = line.here().clone();
    after.play(mv, (), &mut ());
    if after.outcome().is_some() {
        return None;
    }
    let reach = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let reach = if line.here().is_irreversible(mv) { 0 } else { reach + 1 };
    let key = after.key();
    let earlier = line.keys().iter().rev().take(reach).filter(|&&earlier| earlier == key).count();
    claim(1 + earlier, after.halfmoves())
}

fn claim(occurrences: usize, halfmoves: u16) -> Option<Outcome> {
    if occurrences >= CLAIM_OCCURRENCES {
        Some(Outcome::draw(Reason::OfGame(THREEFOLD)))
    } else {
        (halfmoves >= CLAIM_HALFMOVES).then_some(Outcome::draw(Reason::OfGame(FIFTY_MOVES)))
    }
}

/// Repetition case: the plies since the previous occurrence of the current position.
pub(crate) fn repetition_case(line: &Line<Position>) -> Option<RepetitionCase> {
    let since = line.earlier_occurrences().next()?;
    let note = |ply: usize| CyclePly {
        ply,
        side: line.at(ply).turn(),
        conduct: if line.at(ply + 1).in_check() { Conduct::Check } else { Conduct::Idle },
    };
    Some(RepetitionCase {
        occurrences: line.occurrences(),
        limit: CLAIM_OCCURRENCES,
        verdict: Outcome::draw(Reason::OfGame(THREEFOLD)),
        must_deviate: None,
        rule: "rule_fide_repetition",
        plies: (since..line.ply()).map(note).collect(),
    })
}
