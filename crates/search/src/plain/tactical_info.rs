//! What an algorithm can tell of a move before it tries it: nothing where a game gives its rules only, captures and
//! checks where it gives tactics.

use game::{MoveList, PieceValues, Position, Tactics};

/// A sense for moves. Every answer of a blind one is honest: it does not know.
pub trait TacticalInfo<P: Position>: Copy + Default + Send + 'static {
    /// Whether the side to move is in check.
    fn in_check(here: &P) -> bool;
    /// The piece a legal move moves.
    fn mover(here: &P, mv: P::Move) -> Option<usize>;
    /// The piece a legal move captures.
    fn victim(here: &P, mv: P::Move) -> Option<usize>;
    /// Whether the exchange a legal move begins gains at least `margin`.
    fn see_ge(here: &P, mv: P::Move, margin: i32, worth: &PieceValues) -> bool;
    /// Whether a legal move gives check.
    fn gives_check(here: &P, mv: P::Move) -> bool;
    /// The legal moves that change material, appended to `out`.
    fn noisy_moves(here: &P, out: &mut MoveList<P::Move>);
    /// The same position with the other side to move, where that makes sense.
    fn pass(here: &P) -> Option<P>;
}

/// Sees nothing before it is tried: for games that give their rules only.
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

/// Sees captures, exchanges and checks.
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
    fn see_ge(here: &P, mv: P::Move, margin: i32, worth: &PieceValues) -> bool {
        here.see_ge(mv, margin, worth)
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
