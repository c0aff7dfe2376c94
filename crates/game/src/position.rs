//! Positions: the rules of a game applied to the knowledge of one viewer.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU16;

use crate::{Line, MoveBuffer, MoveList, Outcome, Reason, RepetitionCase, RevealList, Side};

/// A move in 16 nonzero bits, so that `Option<Move>` has the same size.
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Any valid value, used to fill buffers.
    const FILLER: Self;
    /// Array long enough for the legal moves of any position.
    type Buffer: MoveBuffer<Self>;
    /// The 16 bits.
    fn raw(self) -> NonZeroU16;
    /// Creates a move from its bits; `None` if they name no square of this game. The move need not be legal.
    fn from_raw(raw: NonZeroU16) -> Option<Self>;
    /// Origin square (the target square where a piece is dropped from the hand).
    fn from(self) -> usize;
    /// Target square.
    fn to(self) -> usize;
}

/// Observer of board changes, used by incremental evaluations. `()` observes nothing at no cost.
pub trait Observer {
    /// A piece (index of side and role) was put on a square.
    fn put(&mut self, square: usize, piece: usize);
    /// A piece was removed from a square.
    fn lift(&mut self, square: usize, piece: usize);
    /// The number of hidden pieces of this kind, as counted by the viewer, changed.
    fn pool(&mut self, _piece: usize, _delta: i8) {}
}

impl Observer for () {
    #[inline]
    fn put(&mut self, _square: usize, _piece: usize) {}
    #[inline]
    fn lift(&mut self, _square: usize, _piece: usize) {}
}

/// A position with hidden information that can be determinized: a deal consistent with the viewer's knowledge is
/// sampled, and the rest is a game with perfect information.
pub trait HiddenPosition: Position {
    /// The perfect-information position type of the same game.
    type Determinized: Position<Move = Self::Move, Rules = Self::Rules, Reveal = ()>;

    /// Samples one of the deals consistent with the viewer's knowledge, each with its probability.
    fn determinize(&self, random: &mut crate::Random) -> Self::Determinized;
}

/// A position: the knowledge of one viewer (a player, both players, or the public) and the rules that apply.
///
/// The required methods come first; with these alone a game can be played, adjudicated, counted and displayed.
pub trait Position: Clone + Send + Sync + 'static {
    /// The game's move.
    type Move: Move;
    /// Chance outcome of a move (what was revealed): `()` if nothing is hidden.
    type Reveal: Copy + Eq + Debug + Send + Sync + 'static;
    /// Rule options. Those that affect move generation are also kept inside the position.
    type Rules: Copy + Eq + Default + Debug + Send + Sync + 'static;
    /// True if every move has exactly one reveal, so that chance nodes compile away.
    const DETERMINISTIC: bool;
    /// Number of squares.
    const SQUARES: usize;
    /// Number of piece indices reported to observers.
    const PIECES: usize;

    /// Side to move.
    fn turn(&self) -> Side;
    /// Hash key of everything that makes two positions equal under the rules.
    fn key(&self) -> u64;
    /// Outcome by the position alone: mate, stalemate, insufficient material.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends all legal moves to `out`.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);
    /// Appends the possible reveals of this legal move, from the viewer's point of view, to `out`.
    fn reveals(&self, mv: Self::Move, out: &mut RevealList<Self::Reveal>);
    /// Reveal of a move whose turned-up piece stays unknown: `()` if nothing is hidden. Perft uses it.
    fn unrevealed(&self, mv: Self::Move) -> Self::Reveal;
    /// Plays a move. Contract: `mv` is legal and `reveal` is possible; checked in debug builds only.
    fn play(&mut self, mv: Self::Move, reveal: Self::Reveal, observer: &mut impl Observer);

    /// Returns true if a search has to branch over the reveals of this legal move. Otherwise it searches the move
    /// with its unknown reveal.
    fn is_chance_move(&self, _mv: Self::Move) -> bool {
        !Self::DETERMINISTIC
    }

    /// Appends the chance outcomes a search branches over to `out`. Reveals that only add knowledge and change
    /// neither the legal moves nor the expected value are left out.
    fn chance_outcomes(&self, mv: Self::Move, out: &mut RevealList<Self::Reveal>) {
        self.reveals(mv, out);
    }

    /// Position after the turn is given away, which is a null move to the search; `None` where that is not allowed
    /// (always in check), and in a game that does not know it.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Number of legal moves.
    fn count_legal(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Returns true if this move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Returns true if no earlier position can recur after this legal move. `false` is always correct.
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Outcome by the path: repetition, perpetual chase, move limits. See [`Position::outcome`] for the position
    /// itself.
    fn adjudicate(_line: &Line<Self>) -> Option<Outcome> {
        None
    }

    /// Verdict on a cycle whose first position, equal to the current one, occurred after `first` plies. A search
    /// applies it at the first repetition; a game waits for [`Position::adjudicate`].
    fn judge_cycle(_line: &Line<Self>, _first: usize) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }

    /// Returns true if the limit of moves without progress is reached, so that the game is drawn or a draw can be
    /// claimed.
    fn is_move_limit_reached(_line: &Line<Self>) -> bool {
        false
    }

    /// Draw that the side to move may claim, in games with claims.
    fn claimable_draw(_line: &Line<Self>) -> Option<Outcome> {
        None
    }

    /// Repetition case, once the current position has occurred before.
    fn repetition_case(_line: &Line<Self>) -> Option<RepetitionCase> {
        None
    }
}
