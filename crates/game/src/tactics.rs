//! What a position may tell a search beyond its rules. Every default is honest: it generates and looks.

use crate::{MoveList, PieceValues, Position};

/// How positions of few pieces are told in few bits, for who wants to look at all that can follow.
pub struct SmallEnding<P: Position> {
    /// About how many positions can follow, mirror images counted once. `None`: the pieces are too many to be told.
    pub state_count: fn(&P) -> Option<u64>,
    /// The pieces and the turn. Contract: there is room, here or in a position this one follows.
    pub pack: fn(&P) -> u128,
    /// The position that was packed, without its past.
    pub unpack: fn(u128) -> P,
    /// The same with left and right changed, which changes nothing about who wins.
    pub mirrored: fn(&P) -> P,
    /// A move there.
    pub mirrored_move: fn(P::Move) -> P::Move,
}

/// Facts about captures and checks that make alpha-beta strong.
pub trait Tactics: Position {
    /// How positions of few pieces are told, where anybody knows.
    const SMALL_ENDING: Option<SmallEnding<Self>> = None;

    /// Whether a move that gives no check may end the game in its favor, by stalemate. `true` is always honest.
    const STALEMATE_MAY_WIN: bool = true;

    /// Whether a side that checks with every move of a cycle loses by it, unless the other one does so too.
    const PERPETUAL_CHECK_LOSES: bool = false;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The piece a legal move moves, by the index observers hear.
    fn mover(&self, mv: Self::Move) -> usize;

    /// The piece a legal move captures, by the index observers hear.
    fn victim(&self, mv: Self::Move) -> Option<usize>;

    /// Whether the exchange a legal move begins on its target gains at least `margin`, pieces valued by `worth`.
    fn see_ge(&self, mv: Self::Move, margin: i32, worth: &PieceValues) -> bool;

    /// Whether the side to move has pieces enough that handing the turn over would rarely be its best move.
    fn is_null_move_safe(&self) -> bool;

    /// Whether no sequence of moves can win for anyone any more.
    fn is_dead(&self) -> bool;

    /// Whether this legal move captures something.
    #[inline]
    fn is_capture(&self, mv: Self::Move) -> bool {
        self.victim(mv).is_some()
    }

    /// The position with the turn handed over, where that is sound (never in check).
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether this legal move gives check, as far as can be told before chance speaks.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let mut after = self.clone();
        after.play(mv, self.unrevealed(mv), &mut ());
        after.in_check()
    }

    /// The key of the position a legal move leads to, where that is quickly told: a search fetches what its table
    /// knows of it before the move is played.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
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
