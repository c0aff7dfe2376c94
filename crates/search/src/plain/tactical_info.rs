//! Tactical information about moves: none where a game provides its rules only, captures and checks where it implements
//! [`Tactics`].

use game::{MoveList, PieceValues, Position, Tactics};

/// Tactical information about moves.
pub trait TacticalInfo<P: Position>: Copy + Default + Send + 'static {
    /// Returns true if the side to move is in check.
    fn in_check(here: &P) -> bool;
    /// Piece that a legal move moves.
    fn mover(here: &P, mv: P::Move) -> Option<usize>;
    /// Piece that a legal move captures.
    fn victim(here: &P, mv: P::Move) -> Option<usize>;
    /// Returns true if the static exchange evaluation of a legal move is at least `margin`.
    fn see_ge(here: &P, mv: P::Move, margin: i32, values: &PieceValues) -> bool;
    /// Returns true if a legal move gives check.
    fn gives_check(here: &P, mv: P::Move) -> bool;
    /// Appends the legal moves that change material to `out`.
    fn noisy_moves(here: &P, out: &mut MoveList<P::Move>);
    /// Position after a null move, where that is sound.
    fn pass(here: &P) -> Option<P>;
}

/// No tactical information, for games that provide their rules only.
#[derive(Clone, Copy, Default, Debug)]
pub struct WithoutTactics;

impl<P: Position> TacticalInfo<P> for WithoutTactics {
    fn in_check(_: &P) -> bool {
        false
    }

    fn mover(_: &P, _: P::Move) -> Option<usize> {
        None
    }

    fn victim(_: &P, _: P::Move) -> Option<usize> {
        None
    }

    fn see_ge(_: &P, _: P::Move, margin: i32, _: &PieceValues) -> bool {
        margin <= 0
    }

    fn gives_check(_: &P, _: P::Move) -> bool {
        false
    }

    fn noisy_moves(_: &P, _: &mut MoveList<P::Move>) {}

    fn pass(_: &P) -> Option<P> {
        None
    }
}

/// Captures, exchanges and checks from [`Tactics`].
#[derive(Clone, Copy, Default, Debug)]
pub struct WithTactics;

impl<P: Tactics> TacticalInfo<P> for WithTactics {
    #[inline]
    fn in_check(here: &P) -> bool {
        here.in_check()
    }

    #[inline]
    fn mover(here: &P, mv: P::Move) -> Option<usize> {
        Some(here.mover(mv))
    }

    #[inline]
    fn victim(here: &P, mv: P::Move) -> Option<usize> {
        here.victim(mv)
    }

    #[inline]
    fn see_ge(here: &P, mv: P::Move, margin: i32, values: &PieceValues) -> bool {
        here.see_ge(mv, margin, values)
    }

    #[inline]
    fn gives_check(here: &P, mv: P::Move) -> bool {
        here.gives_check(mv)
    }

    #[inline]
    fn noisy_moves(here: &P, out: &mut MoveList<P::Move>) {
        here.noisy_moves(out);
    }

    fn pass(here: &P) -> Option<P> {
        here.pass()
    }
}
