//! The rules of a game as a value: what one mind knows of the board, and what may be played there.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU16;

use crate::{Line, MoveList, Outcome, Reason, RepetitionCase, RevealList, Side};

/// A move in 16 bits. It never is zero, so that `Option<Move>` costs nothing.
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Any valid value, to fill buffers with.
    const FILLER: Self;
    /// The 16 bits.
    fn raw(self) -> NonZeroU16;
    /// A move from its bits; `None` where they name no square of this game. Not yet legal anywhere.
    fn from_raw(raw: NonZeroU16) -> Option<Self>;
    /// The index of the square it leaves (of the square it lands on, where a piece is put from the hand).
    fn from(self) -> usize;
    /// The index of the square it lands on.
    fn to(self) -> usize;
}

/// Hears every change of the board. The board speaks, an evaluation listens; `()` hears for free.
pub trait Observer {
    /// A piece (the game's index of side and role) was put on a square.
    fn put(&mut self, square: usize, piece: usize);
    /// A piece was lifted from a square.
    fn lift(&mut self, square: usize, piece: usize);
    /// The number of hidden pieces of this kind, as this mind counts them, changed.
    fn pool(&mut self, _piece: usize, _delta: i8) {}
}

impl Observer for () {
    #[inline]
    fn put(&mut self, _square: usize, _piece: usize) {}
    #[inline]
    fn lift(&mut self, _square: usize, _piece: usize) {}
}

/// A position with secrets that can be imagined told: a deal that fits what this mind knows is drawn, and what is left
/// is a game of open pieces.
pub trait HiddenPosition: Position {
    /// The same game with nothing hidden.
    type Determinized: Position<Move = Self::Move, Rules = Self::Rules, Reveal = ()>;

    /// One of the deals that fit what this mind knows, all as likely as they are.
    fn determinize(&self, random: &mut crate::Random) -> Self::Determinized;
}

/// A position: what one mind knows of a game's board, and the rules that apply there.
///
/// Required methods come first; a game that gives only these already plays, is judged, counted and shown.
pub trait Position: Clone + Send + Sync + 'static {
    /// The game's move.
    type Move: Move;
    /// What chance adds to a move: `()` where nothing is hidden.
    type Reveal: Copy + Eq + Debug + Send + Sync + 'static;
    /// The game's rule options. Those that change moves are also kept inside the position.
    type Rules: Copy + Eq + Default + Debug + Send + Sync + 'static;
    /// Whether every move has exactly one reveal, so that chance nodes compile away.
    const DETERMINISTIC: bool;
    /// Squares are numbered below this.
    const SQUARES: usize;
    /// Pieces are numbered below this when observers hear of them.
    const PIECES: usize;

    /// Whose move it is.
    fn turn(&self) -> Side;
    /// The key of everything that makes two positions the same to the rules.
    fn key(&self) -> u64;
    /// The end of the game by the board alone: mate, stalemate, no pieces left to win with.
    fn outcome(&self) -> Option<Outcome>;
    /// All legal moves, appended to `out`.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);
    /// What chance may add to this legal move, as this mind sees it, appended to `out`.
    fn reveals(&self, mv: Self::Move, out: &mut RevealList<Self::Reveal>);
    /// The reveal of a move whose turn-up is not told: `()` where nothing is hidden. Perft plays with it.
    fn unrevealed(&self, mv: Self::Move) -> Self::Reveal;
    /// Plays a move. Contract: `mv` is legal here and `reveal` possible; checked in debug builds only.
    fn play(&mut self, mv: Self::Move, reveal: Self::Reveal, watch: &mut impl Observer);

    /// Whether looking ahead at this legal move has to tell its reveals apart. Where it has not, its unrevealed reveal is the
    /// one to look ahead with.
    fn is_chance_move(&self, _mv: Self::Move) -> bool {
        !Self::DETERMINISTIC
    }

    /// The reveals looking ahead tells apart, appended to `out`: what would only be learnt, and changes neither what can
    /// be played nor what is to be expected, stays unrevealed.
    fn chance_outcomes(&self, mv: Self::Move, out: &mut RevealList<Self::Reveal>) {
        self.reveals(mv, out);
    }

    /// How many legal moves there are.
    fn count_legal(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Whether this move is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Whether, once this legal move is played, no earlier position can come back. `false` is always honest.
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The end of the game by the path: repetition, chase, limits. The board's own end is [`Position::outcome`].
    fn adjudicate(_line: &Line<Self>) -> Option<Outcome> {
        None
    }

    /// The verdict on a cycle: the position on the board stood there after `first` plies. A search asks this at
    /// the first repetition it meets; a game waits for [`Position::adjudicate`].
    fn judge_cycle(_line: &Line<Self>, _first: usize) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }

    /// Whether nothing has happened for so long that the game is drawn, or can be claimed to be.
    fn is_move_limit_reached(_line: &Line<Self>) -> bool {
        false
    }

    /// The draw the side to move may claim here, where the game knows claims.
    fn claimable_draw(_line: &Line<Self>) -> Option<Outcome> {
        None
    }

    /// The arbiter's file, once the position on the board has stood there before.
    fn repetition_case(_line: &Line<Self>) -> Option<RepetitionCase> {
        None
    }
}
