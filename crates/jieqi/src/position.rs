//! A jieqi position: what one mind knows of the board, of the face-down pieces, and of the pieces still hidden.

mod play;

use game::{MoveList, Observer, Random, Side};
use grid::Bitboard;
use xiangqi::{Board, Move, Piece, Role, Square, arbiter, movegen};

use crate::start_points::{self, START_POINTS};
use crate::{CaptureVisibility, Pool, Reveal, Roaming, Rules};

/// Streams of the key, so that pools and face-down pieces never cancel each other out.
const STREAMS: [u64; 3] = [0x6B79_6461_6A71_0001, 0x6B79_6461_6A71_0002, 0x6B79_6461_6A71_0003];

/// Whose knowledge a position is: it decides what a move that captures a face-down piece may tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Perspective {
    /// A player's.
    Player(Side),
    /// That of everybody who only watches.
    Public,
    /// One that sits on both chairs, as in analysis: it is told whatever either player is told.
    Both,
}

/// What one mind knows.
///
/// A face-down piece stands on the board under the role of its point, as which it acts. The pool of a side holds the
/// roles of its pieces this mind cannot account for; it always counts the face-down pieces, the pieces turned up unrevealed
/// (`Role::Unknown` on the board) and the pieces captured unseen, together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    /// The pieces that lie face down, of both sides.
    dark: Bitboard,
    pools: [Pool; 2],
    /// Pieces captured face down, as far as this mind was told what they were. No rule asks; one dialect writes it.
    taken: [Pool; 2],
    /// Plies since the last capture.
    plies_since_capture: u16,
    /// The number of the move, from 1, as FEN counts.
    number: u16,
    turn: Side,
    perspective: Perspective,
    capture_visibility: CaptureVisibility,
    roaming: Roaming,
}

const _: () = assert!(size_of::<Position>() <= 336);

/// What a reader found, to be made a position of.
pub(crate) struct Parts {
    pub board: Board,
    pub dark: Bitboard,
    pub pools: [Pool; 2],
    pub taken: [Pool; 2],
    pub plies_since_capture: u16,
    pub number: u16,
    pub turn: Side,
}

impl Position {
    /// The position a game begins with.
    pub fn start(rules: &Rules) -> Self {
        let mut board = Board::EMPTY;
        for square in Square::all() {
            let general = [Square::at(4, 0), Square::at(4, 9)].iter().position(|&at| at == Some(square));
            let piece = start_points::nominal_piece(square)
                .or_else(|| general.map(|index| Piece::new(Side::BOTH[index], Role::General)));
            if let Some(piece) = piece {
                board.put(square, piece, &mut ());
            }
        }
        let dark = START_POINTS[0] | START_POINTS[1];
        let (pools, taken) = ([Pool::FULL; 2], [Pool::EMPTY; 2]);
        Self::assemble(
            Parts { board, dark, pools, taken, plies_since_capture: 0, number: 1, turn: Side::First },
            rules,
        )
    }

    /// A position of these parts. Contract: one general a side, face-down pieces on their home points under their
    /// nominal roles, pools that hold them; `fen::read` checks.
    pub(crate) fn assemble(parts: Parts, rules: &Rules) -> Self {
        let Parts { board, dark, pools, taken, plies_since_capture, number, turn } = parts;
        let (capture_visibility, roaming) = (rules.capture_visibility, rules.roaming);
        Position {
            board,
            dark,
            pools,
            taken,
            plies_since_capture,
            number,
            turn,
            perspective: Perspective::Both,
            capture_visibility,
            roaming,
        }
    }

    /// The same knowledge in another mind: from here on that mind is told what it may be told.
    #[must_use]
    pub fn seen_by(self, perspective: Perspective) -> Self {
        Position { perspective, ..self }
    }

    /// The same board with advisors and elephants kept at home.
    #[must_use]
    pub(crate) fn restricted(self) -> Self {
        Position { roaming: Roaming::Restricted, ..self }
    }

    /// The pieces, face-down ones under their nominal roles.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces that lie face down, of both sides.
    pub fn dark(&self) -> Bitboard {
        self.dark
    }

    /// Whether the piece on a point lies face down.
    #[inline]
    pub fn is_dark(&self, square: Square) -> bool {
        self.dark.has(square.index())
    }

    /// The roles of a side's pieces this mind cannot account for.
    pub fn pool(&self, side: Side) -> Pool {
        self.pools[side.index()]
    }

    /// A side's pieces captured face down, as far as this mind was told what they were.
    pub fn known_captures(&self, side: Side) -> Pool {
        self.taken[side.index()]
    }

    /// How many of a side's pieces were captured without this mind knowing what they were.
    pub fn unknown_captures(&self, side: Side) -> usize {
        self.pool(side).total().saturating_sub(self.hidden(side))
    }

    /// How many of a side's pieces on the board this mind does not know: face down, or turned up unrevealed.
    fn hidden(&self, side: Side) -> usize {
        ((self.dark | self.board.role(Role::Unknown)) & self.board.side(side)).len()
    }

    /// Whose knowledge this is.
    pub fn perspective(&self) -> Perspective {
        self.perspective
    }

    /// The number of the move, from 1.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Whether the side to move is in check, as far as this mind can tell.
    pub fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    /// Whether this mind is told what the side to move captures face down.
    pub fn sees_captures(&self) -> bool {
        self.captures_visible_to(self.perspective)
    }

    /// Whether a mind is told what the side to move captures face down.
    pub(crate) fn captures_visible_to(&self, perspective: Perspective) -> bool {
        match self.capture_visibility {
            CaptureVisibility::All => true,
            CaptureVisibility::Nobody => false,
            CaptureVisibility::Captor => match perspective {
                Perspective::Player(side) => side == self.turn,
                Perspective::Public => false,
                Perspective::Both => true,
            },
        }
    }

    /// Whether a reveal fits a move as far as this mind knows: it tells of face-down pieces and of nothing else, and the
    /// roles it names are among those not accounted for.
    pub fn allows(&self, mv: Move, reveal: Reveal) -> bool {
        let fits = |square: Square, side: Side, role: Option<Role>| match role {
            None => !self.is_dark(square),
            Some(Role::Unknown) => self.is_dark(square),
            Some(role) => self.is_dark(square) && self.pool(side).count(role) > 0,
        };
        fits(mv.origin(), self.turn, reveal.turned) && fits(mv.target(), !self.turn, reveal.captured)
    }

    /// The index under which observers hear of the piece on a point.
    fn index_at(&self, square: Square, piece: Piece) -> usize {
        piece_index(piece, self.is_dark(square))
    }

    /// Takes the piece off a point that is captured there.
    fn capture(&mut self, square: Square, reveal: Option<Role>, watch: &mut impl Observer) -> bool {
        let Some(piece) = self.board.lift(square, &mut ()) else { return false };
        watch.lift(square.index(), self.index_at(square, piece));
        self.dark = self.dark.without(square.set());
        if let Some(role) = reveal
            && self.account(piece.side(), role, watch)
        {
            self.taken[piece.side().index()].add(role);
        }
        true
    }

    /// Moves a piece, which turns up if it lay face down.
    fn advance(&mut self, mv: Move, reveal: Option<Role>, watch: &mut impl Observer) {
        let from = mv.origin();
        let Some(mut piece) = self.board.lift(from, &mut ()) else { return };
        watch.lift(from.index(), self.index_at(from, piece));
        if self.is_dark(from) {
            self.dark = self.dark.without(from.set());
            piece = Piece::new(piece.side(), reveal.unwrap_or(Role::Unknown));
            self.account(piece.side(), piece.role(), watch);
        }
        self.board.put(mv.target(), piece, &mut ());
        watch.put(mv.target().index(), piece.index());
    }

    /// Takes a role out of a side's pool; an unknown one stays there.
    fn account(&mut self, side: Side, role: Role, watch: &mut impl Observer) -> bool {
        let counted = self.pools[side.index()].take(role);
        if counted {
            watch.pool(Piece::new(side, role).index(), -1);
        }
        counted
    }

    /// The key of what lies hidden.
    fn hidden_key(&self) -> u64 {
        let pools = u64::from(self.pools[0].bits()) | u64::from(self.pools[1].bits()) << 32;
        let words = [pools, self.dark.0 as u64, (self.dark.0 >> 64) as u64];
        words.into_iter().zip(STREAMS).fold(0, |key, (word, stream)| key ^ Random::new(word ^ stream).bits())
    }

    /// Whether the general of the side to move was captured, as only a position read with a hanging one allows.
    #[inline]
    fn has_lost_its_general(&self) -> bool {
        self.board.general(self.turn).is_none()
    }

    /// The moves of a side without its general: nothing is unsafe any more. The game is over; peers still count them.
    #[cold]
    fn moves_without_general(&self, out: &mut MoveList<Move>) {
        for from in self.board.side(self.turn).into_iter().filter_map(Square::new) {
            Square::all()
                .filter_map(|to| Move::new(from, to))
                .filter(|&mv| movegen::is_legal(self, mv))
                .for_each(|mv| out.push(mv));
        }
    }

    /// Whether advisors and elephants roam once turned up.
    pub(crate) fn roaming_rule(&self) -> Roaming {
        self.roaming
    }

    /// Says what a piece that turned up unrevealed is.
    pub(crate) fn name(&mut self, square: Square, role: Role) {
        if let Some(piece) = self.board.lift(square, &mut ()) {
            self.board.put(square, Piece::new(piece.side(), role), &mut ());
            self.account(piece.side(), role, &mut ());
        }
    }

    /// Whether no sequence of moves wins for anybody. An advisor or an elephant may: once turned up it takes points
    /// from the enemy general or stands as a cannon's screen anywhere.
    fn is_insufficient_material(&self) -> bool {
        let helpers = self.board.role(Role::Advisor) | self.board.role(Role::Elephant);
        self.dark.is_empty() && helpers.is_empty() && arbiter::is_insufficient_material(&self.board)
    }
}

/// The index under which observers hear of a piece: side * 8 + role, and 16 more while it lies face down.
#[inline]
pub const fn piece_index(piece: Piece, face_down: bool) -> usize {
    piece.index() + if face_down { 16 } else { 0 }
}
