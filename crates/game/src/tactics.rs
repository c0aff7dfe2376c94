//! Tactical queries of a position for the search: captures, checks, static exchange evaluation, null moves. The
//! defaults are correct but slow.

use crate::{MoveList, Observer, PieceValues, Position, Side};

/// Packed representation of positions with few pieces, for retrograde analysis.
pub struct SmallEnding<P: Position> {
    /// Estimated number of reachable positions, mirror images counted once. `None` if there are too many pieces to
    /// pack.
    pub state_count: fn(&P) -> Option<u64>,
    /// Packs pieces and side to move. Contract: `state_count` is `Some` here or in an ancestor of this position.
    pub pack: fn(&P) -> u128,
    /// Unpacks a position, without its history.
    pub unpack: fn(u128) -> P,
    /// Mirrors a position left to right, which does not change the game value.
    pub mirrored: fn(&P) -> P,
    /// Mirrors a move.
    pub mirrored_move: fn(P::Move) -> P::Move,
}

/// Class of a piece in the structure keys of the correction and pawn histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceClass {
    /// Pawns and soldiers.
    Pawn,
    /// Knights and bishops; advisors and elephants.
    Minor,
    /// Rooks and queens; chariots, cannons and horses.
    Major,
    /// King or general.
    King,
}

/// Facts about captures and checks for alpha-beta search.
pub trait Tactics: Position {
    /// Packing functions for small endings, if the game has them.
    const SMALL_ENDING: Option<SmallEnding<Self>> = None;

    /// True if a quiet move may win the game by stalemate. `true` is the safe default.
    const STALEMATE_MAY_WIN: bool = true;

    /// True if a side that gives check with every move of a cycle loses, unless the other side does so too.
    const PERPETUAL_CHECK_LOSES: bool = false;

    /// True if [`Tactics::winning_move`] finds every move that ends the game at once.
    const KNOWS_WINNING_MOVE: bool = false;

    /// True if a check is shown on the board. In a game of lines a check is a threat that players have to see.
    const MARKS_CHECK: bool = true;

    /// Side and class of a piece, by observer index.
    fn piece_class(piece: usize) -> (Side, PieceClass);

    /// Puts every piece of the position before an observer, in the order of the squares.
    fn report_pieces(&self, observer: &mut impl Observer);

    /// Squares attacked by the opponent, as bits. The search only orders moves by it, so that an approximation will do.
    #[inline]
    fn threats(&self) -> u128 {
        0
    }

    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool;

    /// Moving piece of a legal move, by observer index.
    fn mover(&self, mv: Self::Move) -> usize;

    /// Captured piece of a legal move, by observer index.
    fn victim(&self, mv: Self::Move) -> Option<usize>;

    /// Static exchange evaluation (SEE): returns true if the exchange on the target square started by this legal move
    /// gains at least `margin`.
    fn see_ge(&self, mv: Self::Move, margin: i32, worth: &PieceValues) -> bool;

    /// Null-move guard: returns true if the side to move has enough material that zugzwang is unlikely.
    fn is_null_move_safe(&self) -> bool;

    /// Returns true in a dead position: no sequence of legal moves can win for either side.
    fn is_dead(&self) -> bool;

    /// Returns true if this legal move is a capture.
    #[inline]
    fn is_capture(&self, mv: Self::Move) -> bool {
        self.victim(mv).is_some()
    }

    /// Returns true if this legal move changes material: a capture or a promotion. These moves are in
    /// [`Tactics::noisy_moves`].
    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        self.is_capture(mv)
    }

    /// Piece that stands on the target square after a legal move, by observer index; another one than the mover after
    /// a promotion.
    #[inline]
    fn arrival(&self, mv: Self::Move) -> usize {
        self.mover(mv)
    }

    /// Returns true if this legal move promotes to another piece than the strongest one.
    #[inline]
    fn is_underpromotion(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Material gained by a legal move, before any reply: value of the captured piece, and of a promotion.
    #[inline]
    fn gain(&self, mv: Self::Move, worth: &PieceValues) -> i32 {
        let captured = self.victim(mv).map_or(0, |piece| worth.of(piece));
        captured + worth.of(self.arrival(mv)) - worth.of(self.mover(mv))
    }

    /// Returns true if this legal move gives check, as far as known before its reveal.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let mut after = self.clone();
        after.play(mv, self.unrevealed(mv), &mut ());
        after.in_check()
    }

    /// Key of the position after a legal move, if cheap to compute: the search prefetches the transposition-table
    /// entry before it plays the move.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Appends the legal moves that change material to `out`.
    fn noisy_moves(&self, out: &mut MoveList<Self::Move>) {
        let mut all = MoveList::new();
        self.legal_moves(&mut all);
        all.iter().filter(|&&mv| self.is_noisy(mv)).for_each(|&mv| out.push(mv));
    }

    /// Appends the other legal moves to `out`.
    fn quiet_moves(&self, out: &mut MoveList<Self::Move>) {
        let mut all = MoveList::new();
        self.legal_moves(&mut all);
        all.iter().filter(|&&mv| !self.is_noisy(mv)).for_each(|&mv| out.push(mv));
    }

    /// A move that wins the game at once, if the game knows it without a search.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// Appends the replies to a check that do not lose at once to `out`; a reply that does may be among them. All
    /// legal moves is always correct.
    fn evasions(&self, out: &mut MoveList<Self::Move>) {
        self.legal_moves(out);
    }

    /// Where the opponent threatens to win in a few moves, appends the replies that may meet the threat to `out`, and
    /// returns the number of the opponent's moves within which every other reply loses. `None` if there is no such threat
    /// as far as the game knows; checks are not counted among them.
    fn threat_replies(&self, _out: &mut MoveList<Self::Move>) -> Option<u8> {
        None
    }

    /// Appends the quiet moves that are worth a search to `out`, at least one if there are any. Only the search leaves
    /// moves out by it, never the rules or a proof.
    fn candidate_quiets(&self, out: &mut MoveList<Self::Move>) {
        self.quiet_moves(out);
    }

    /// Appends the moves that may threaten to win by checks to `out`.
    fn threat_moves(&self, out: &mut MoveList<Self::Move>) {
        self.legal_moves(out);
    }

    /// Ordering bonus of a quiet move, on the scale of the history heuristic.
    #[inline]
    fn order_quiet(&self, _mv: Self::Move) -> i32 {
        0
    }
}
