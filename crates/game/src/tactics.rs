//! What a position may tell a search beyond its rules. Every default is honest: it generates and looks.

use crate::{MoveList, Position};

/// Facts about captures and checks that make alpha-beta strong.
pub trait Tactics: Position {
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether this legal move captures something.
    fn is_capture(&self, mv: Self::Move) -> bool;

    /// The position with the turn handed over, where that is sound (never in check).
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether this legal move gives check, as far as can be told before chance speaks.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let mut after = self.clone();
        after.play(mv, self.untold(mv), &mut ());
        after.in_check()
    }

    /// The legal moves that change material, appended to `out`.
    fn noisy_moves(&self, out: &mut MoveList<Self::Move>) {
        let mut all = MoveList::new();
        self.legal_moves(&mut all);
        all.iter().filter(|&&mv| self.is_capture(mv)).for_each(|&mv| out.push(mv));
    }

    /// The other legal moves, appended to `out`.
    fn quiet_moves(&self, out: &mut MoveList<Self::Move>) {
        let mut all = MoveList::new();
        self.legal_moves(&mut all);
        all.iter().filter(|&&mv| !self.is_capture(mv)).for_each(|&mv| out.push(mv));
    }
}
