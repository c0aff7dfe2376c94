//! Jieqi positions: one viewer's knowledge of the board, the face-down pieces and the hidden pools.

mod play;

use game::{MoveList, Observer, Random, Side};
use grid::Bitboard;
use xiangqi::{Board, Move, Piece, Role, Square, arbiter, movegen};

use crate::start_points::{self, START_POINTS};
use crate::{CaptureVisibility, Pool, Reveal, Roaming, Rules};

/// Seeds of the key streams, so that pools and face-down pieces never cancel each other out.
const STREAMS: [u64; 3] = [0x6B79_6461_6A71_0001, 0x6B79_6461_6A71_0002, 0x6B79_6461_6A71_0003];

/// Viewer of a position: determines whether the role of a captured face-down piece is revealed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Perspective {
    /// A player.
    Player(Side),
    /// A spectator.
    Public,
    /// Both players, as in analysis: learns whatever either player learns.
    Both,
}

/// The knowledge of one viewer.
///
/// A face-down piece is on the board with the nominal role of its point. The pool of a side holds the roles of its
/// pieces that the viewer cannot account for: face-down pieces, pieces turned up with unknown role (`Role::Unknown`
/// on the board) and pieces captured unseen, together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    /// Pieces that lie face down, of both sides.
    dark: Bitboard,
    pools: [Pool; 2],
    /// Pieces captured face down whose roles the viewer knows. Not used by the rules; one FEN dialect writes it.
    taken: [Pool; 2],
    /// Plies since the last capture.
    plies_since_capture: u16,
    /// Move number from 1, as in FEN.
    number: u16,
    turn: Side,
    perspective: Perspective,
    capture_visibility: CaptureVisibility,
    roaming: Roaming,
}

const _: () = assert!(size_of::<Position>() <= 336);

/// Parts of a parsed position.
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
    /// Start position.
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

    /// Creates a position. Contract: one general a side, face-down pieces on their start points with their nominal
    /// roles, pools that contain them; `fen::read` checks this.
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

    /// Same position from another perspective: future reveals follow that perspective.
    #[must_use]
    pub fn seen_by(self, perspective: Perspective) -> Self {
        Position { perspective, ..self }
    }

    /// Same position with advisors and elephants confined to their area.
    #[must_use]
    pub(crate) fn restricted(self) -> Self {
        Position { roaming: Roaming::Restricted, ..self }
    }

    /// Board, with face-down pieces in their nominal roles.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Pieces that lie face down, of both sides.
    pub fn dark(&self) -> Bitboard {
        self.dark
    }

    /// Returns true if the piece on a point lies face down.
    #[inline]
    pub fn is_dark(&self, square: Square) -> bool {
        self.dark.has(square.index())
    }

    /// Roles of a side's pieces that the viewer cannot account for.
    pub fn pool(&self, side: Side) -> Pool {
        self.pools[side.index()]
    }

    /// A side's pieces captured face down whose roles the viewer knows.
    pub fn known_captures(&self, side: Side) -> Pool {
        self.taken[side.index()]
    }

    /// Number of a side's pieces that were captured with roles unknown to the viewer.
    pub fn unknown_captures(&self, side: Side) -> usize {
        self.pool(side).total().saturating_sub(self.hidden(side))
    }

    /// Same position without the piece on a point, for evaluation; `None` for a general or an empty point. The pools stay:
    /// a face-down piece is one of them, nobody knows which.
    pub fn without_piece(&self, square: Square) -> Option<Self> {
        let piece = self.board.piece_at(square)?;
        let mut after = self.clone();
        after.board.lift(square, &mut ());
        after.dark = after.dark.without(Bitboard::of(square.index()));
        (piece.role() != Role::General).then_some(after)
    }

    /// Number of a side's pieces on the board with unknown role: face down, or turned up unrevealed.
    fn hidden(&self, side: Side) -> usize {
        ((self.dark | self.board.role(Role::Unknown)) & self.board.side(side)).len()
    }

    /// Viewer of this position.
    pub fn perspective(&self) -> Perspective {
        self.perspective
    }

    /// Move number from 1.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Returns true if the side to move is in check, as far as the viewer knows.
    pub fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    /// Returns true if the viewer learns the role of pieces the side to move captures face down.
    pub fn sees_captures(&self) -> bool {
        self.captures_visible_to(self.perspective)
    }

    /// Returns true if a viewer with this perspective learns the role of pieces the side to move captures face down.
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

    /// Returns true if a reveal is consistent with a move and the viewer's knowledge: it covers exactly the face-down
    /// pieces, and the roles it names are in the pools.
    pub fn allows(&self, mv: Move, reveal: Reveal) -> bool {
        let fits = |square: Square, side: Side, role: Option<Role>| match role {
            None => !self.is_dark(square),
            Some(Role::Unknown) => self.is_dark(square),
            Some(role) => self.is_dark(square) && self.pool(side).count(role) > 0,
        };
        fits(mv.origin(), self.turn, reveal.turned) && fits(mv.target(), !self.turn, reveal.captured)
    }

    /// Observer index of the piece on a point.
    fn index_at(&self, square: Square, piece: Piece) -> usize {
        piece_index(piece, self.is_dark(square))
    }

    /// Removes the captured piece from a point.
    fn capture(&mut self, square: Square, reveal: Option<Role>, observer: &mut impl Observer) -> bool {
        let Some(piece) = self.board.lift(square, &mut ()) else { return false };
        observer.lift(square.index(), self.index_at(square, piece));
        self.dark = self.dark.without(square.set());
        if let Some(role) = reveal
            && self.account(piece.side(), role, observer)
        {
            self.taken[piece.side().index()].add(role);
        }
        true
    }

    /// Moves a piece, which turns up if it lay face down.
    fn advance(&mut self, mv: Move, reveal: Option<Role>, observer: &mut impl Observer) {
        let from = mv.origin();
        let Some(mut piece) = self.board.lift(from, &mut ()) else { return };
        observer.lift(from.index(), self.index_at(from, piece));
        if self.is_dark(from) {
            self.dark = self.dark.without(from.set());
            piece = Piece::new(piece.side(), reveal.unwrap_or(Role::Unknown));
            self.account(piece.side(), piece.role(), observer);
        }
        self.board.put(mv.target(), piece, &mut ());
        observer.put(mv.target().index(), piece.index());
    }

    /// Removes a role from a side's pool; an unknown role stays there.
    fn account(&mut self, side: Side, role: Role, observer: &mut impl Observer) -> bool {
        let counted = self.pools[side.index()].take(role);
        if counted {
            observer.pool(Piece::new(side, role).index(), -1);
        }
        counted
    }

    /// Hash key of the hidden information.
    fn hidden_key(&self) -> u64 {
        let pools = u64::from(self.pools[0].bits()) | u64::from(self.pools[1].bits()) << 32;
        let words = [pools, self.dark.0 as u64, (self.dark.0 >> 64) as u64];
        words.into_iter().zip(STREAMS).fold(0, |key, (word, stream)| key ^ Random::new(word ^ stream).bits())
    }

    /// Returns true if the general of the side to move was captured, which only a position parsed with a hanging
    /// general allows.
    #[inline]
    fn has_lost_its_general(&self) -> bool {
        self.board.general(self.turn).is_none()
    }

    /// Moves of a side without its general: nothing is unsafe any more. The game is over, but other engines still
    /// count these moves.
    #[cold]
    fn moves_without_general(&self, out: &mut MoveList<Move>) {
        for from in self.board.side(self.turn).into_iter().filter_map(Square::new) {
            Square::all()
                .filter_map(|to| Move::new(from, to))
                .filter(|&mv| movegen::is_legal(self, mv))
                .for_each(|mv| out.push(mv));
        }
    }

    /// Returns the roaming rule for advisors and elephants.
    pub(crate) fn roaming_rule(&self) -> Roaming {
        self.roaming
    }

    /// Sets the role of a piece that turned up with unknown role.
    pub(crate) fn set_role(&mut self, square: Square, role: Role) {
        if let Some(piece) = self.board.lift(square, &mut ()) {
            self.board.put(square, Piece::new(piece.side(), role), &mut ());
            self.account(piece.side(), role, &mut ());
        }
    }

    /// Returns true if no sequence of moves wins for either side. An advisor or elephant may help to win: once turned
    /// up it controls points next to the enemy general or serves as a cannon's screen anywhere.
    fn is_insufficient_material(&self) -> bool {
        let helpers = self.board.role(Role::Advisor) | self.board.role(Role::Elephant);
        self.dark.is_empty() && helpers.is_empty() && arbiter::is_insufficient_material(&self.board)
    }
}

/// Observer index of a piece: side * 8 + role, plus 16 while it lies face down.
#[inline]
pub const fn piece_index(piece: Piece, face_down: bool) -> usize {
    piece.index() + if face_down { 16 } else { 0 }
}
