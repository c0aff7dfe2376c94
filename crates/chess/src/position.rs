//! Chess positions: the cozy-chess board, the count toward the 75-move rule, and the rules on top.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Piece, PieceMoves, Rank, Square, get_pawn_attacks,
};
use game::{Line, MoveList, Observer, Outcome, Reason, RepetitionCase, RevealList, Side};

use crate::{Move, judge};

/// The rule options of chess.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rules {
    /// Fischer random chess: castling is written as the king taking his rook, and rooks may start anywhere.
    pub chess960: bool,
}

/// A position of chess.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// Plies without capture or pawn move beyond the 100 at which the board's own clock saturates, too early for the
    /// 75-move rule.
    beyond: u16,
    chess960: bool,
}

/// Value at which the cozy-chess halfmove clock saturates.
const CLOCK_MAX: u8 = 100;
/// The last ranks of both sides, where pawns promote.
const PROMOTION_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
const DARK_SQUARES: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);

impl Position {
    /// Creates a position from a valid cozy-chess board and the plies since the last capture or pawn move.
    pub(crate) fn new(mut board: Board, halfmoves: u16, chess960: bool) -> Self {
        let clock = halfmoves.min(CLOCK_MAX.into());
        board.set_halfmove_clock(clock as u8);
        Position { board, beyond: halfmoves - clock, chess960 }
    }

    /// Chess960 start position by Scharnagl number (518 is the standard one); `None` from 960 on.
    pub fn scharnagl(number: u32, rules: &Rules) -> Option<Self> {
        (number < 960)
            .then(|| Position::new(Board::chess960_startpos(number), 0, rules.chess960 || number != 518))
    }

    /// cozy-chess board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.beyond.saturating_add(self.board.halfmove_clock().into())
    }

    /// Number of the next move, as on a score sheet.
    pub fn fullmoves(&self) -> u16 {
        self.board.fullmove_number()
    }

    /// Returns true if castling is written as king takes rook.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<(Side, Piece)> {
        Some((side_of(self.board.color_on(square)?), self.board.piece_on(square)?))
    }

    /// En passant square, if an en passant capture is legal.
    pub fn en_passant(&self) -> Option<Square> {
        let us = self.board.side_to_move();
        let to = Square::new(self.board.en_passant()?, Rank::Sixth.relative_to(us));
        let pawns = get_pawn_attacks(to, !us) & self.board.colored_pieces(us, Piece::Pawn);
        pawns
            .into_iter()
            .any(|from| self.board.is_legal(cozy_chess::Move { from, to, promotion: None }))
            .then_some(to)
    }

    /// Returns true if this move is castling: the king takes his own rook.
    #[inline]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(mv.to_square())
    }

    /// Square of the piece captured by this legal move.
    pub fn captured_on(&self, mv: Move) -> Option<Square> {
        let (from, to) = (mv.from_square(), mv.to_square());
        if self.board.colors(!self.board.side_to_move()).has(to) {
            return Some(to);
        }
        let en_passant = from.file() != to.file() && self.board.pieces(Piece::Pawn).has(from);
        en_passant.then(|| Square::new(to.file(), from.rank()))
    }

    /// Returns true if neither side has mating material: bare kings, one minor piece, or bishops all on one color.
    pub fn is_dead_by_material(&self) -> bool {
        let board = &self.board;
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        let others = board.occupied() ^ board.pieces(Piece::King) ^ knights ^ bishops;
        if !others.is_empty() {
            return false;
        }
        let one_color = (bishops & DARK_SQUARES).is_empty() || bishops.is_subset(DARK_SQUARES);
        (knights | bishops).len() <= 1 || (knights.is_empty() && one_color)
    }

    /// Same position without the piece on a square, for evaluation; `None` for a king, an empty square, and where the
    /// side that moved would be in check.
    pub fn without_piece(&self, square: Square) -> Option<Self> {
        let (color, piece) = (self.board.color_on(square)?, self.board.piece_on(square)?);
        if piece == Piece::King {
            return None;
        }
        let mut builder = BoardBuilder::from_board(&self.board);
        *builder.square_mut(square) = None;
        builder.en_passant = None;
        if square.rank() == Rank::First.relative_to(color) {
            let rights = builder.castle_rights_mut(color);
            for right in [&mut rights.short, &mut rights.long] {
                *right = right.filter(|&file| file != square.file());
            }
        }
        let board = builder.build().ok()?;
        Some(Position::new(board, self.halfmoves(), self.chess960))
    }

    /// Position after a null move; `None` in check.
    pub(crate) fn passed(&self) -> Option<Self> {
        let board = self.board.null_move()?;
        Some(Position::new(board, self.halfmoves().saturating_add(1), self.chess960))
    }

    /// Reports every change of a legal move to an observer, before it is made.
    #[inline]
    fn report_changes(&self, mv: Move, observer: &mut impl Observer) {
        let us = self.board.side_to_move();
        let (from, to) = (mv.from_square(), mv.to_square());
        let Some(piece) = self.board.piece_on(from) else { return };
        if self.is_castling(mv) {
            let (king, rook) = castled(from, to);
            observer.lift(from as usize, piece_index(us, Piece::King));
            observer.lift(to as usize, piece_index(us, Piece::Rook));
            observer.put(king as usize, piece_index(us, Piece::King));
            observer.put(rook as usize, piece_index(us, Piece::Rook));
            return;
        }
        if let Some(square) = self.captured_on(mv)
            && let Some(victim) = self.board.piece_on(square)
        {
            observer.lift(square as usize, piece_index(!us, victim));
        }
        observer.lift(from as usize, piece_index(us, piece));
        observer.put(to as usize, piece_index(us, mv.promotion().unwrap_or(piece)));
    }
}

/// Target squares of king and rook when castling with this rook.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) =
        if king.file() < rook.file() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king_file, king.rank()), Square::new(rook_file, king.rank()))
}

/// The side of a color: White is first.
#[inline]
pub fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// The color of a side.
#[inline]
pub fn color_of(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

/// Observer index of a piece: side * 6 + role (pawn, knight, bishop, rook, queen, king).
#[inline]
pub fn piece_index(color: Color, piece: Piece) -> usize {
    color as usize * 6 + piece as usize
}

/// Appends the moves of one piece, promotions one by one.
#[inline]
pub(crate) fn push_moves(moves: PieceMoves, out: &mut MoveList<Move>) {
    let promotions = if moves.piece == Piece::Pawn { moves.to & PROMOTION_RANKS } else { BitBoard::EMPTY };
    for to in moves.to ^ promotions {
        out.push(Move::generated(moves.from, to, 0));
    }
    for to in promotions {
        (1..=4).for_each(|bits| out.push(Move::generated(moves.from, to, bits)));
    }
}

impl game::Position for Position {
    type Move = Move;
    type Reveal = ();
    type Rules = Rules;
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = 64;
    const PIECES: usize = 12;

    #[inline]
    fn turn(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    fn pass(&self) -> Option<Self> {
        self.passed()
    }

    /// The board's hash includes every double step; for repetition (FIDE 9.2.3) only one with a legal en passant
    /// capture matters.
    #[inline]
    fn key(&self) -> u64 {
        if self.board.en_passant().is_none() || self.en_passant().is_some() {
            self.board.hash()
        } else {
            self.board.hash_without_ep()
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.board.generate_moves(|_| true) {
            return Some(if self.board.checkers().is_empty() {
                Outcome::draw(Reason::Stalemate)
            } else {
                Outcome::win(self.turn().other(), Reason::Checkmate)
            });
        }
        self.is_dead_by_material().then_some(Outcome::draw(Reason::InsufficientMaterial))
    }

    #[inline]
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        self.board.generate_moves(|moves| {
            push_moves(moves, out);
            false
        });
    }

    fn reveals(&self, _: Move, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    #[inline]
    fn unrevealed(&self, _: Move) {}

    #[inline]
    fn play(&mut self, mv: Move, (): (), observer: &mut impl Observer) {
        debug_assert!(self.board.is_legal(mv.cozy()), "{mv:?} is not legal in {}", self.board);
        self.report_changes(mv, observer);
        let saturated = self.board.halfmove_clock() >= CLOCK_MAX;
        self.board.play_unchecked(mv.cozy());
        // Tested before playing, so that the usual move costs one branch and no store.
        if saturated {
            self.beyond = if self.board.halfmove_clock() == 0 { 0 } else { self.beyond.saturating_add(1) };
        }
    }

    #[inline(always)]
    fn count_legal(&self) -> usize {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv.cozy())
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let us = self.board.side_to_move();
        let from = mv.from_square();
        if self.board.pieces(Piece::Pawn).has(from) || self.board.occupied().has(mv.to_square()) {
            return true;
        }
        let rights = self.board.castle_rights(us);
        let king =
            self.board.pieces(Piece::King).has(from) && (rights.short.is_some() || rights.long.is_some());
        let at_home = from.rank() == Rank::First.relative_to(us);
        king || (at_home && (rights.short == Some(from.file()) || rights.long == Some(from.file())))
    }

    fn adjudicate(line: &Line<Self>) -> Option<Outcome> {
        judge::adjudicate(line)
    }

    fn is_move_limit_reached(line: &Line<Self>) -> bool {
        line.here().halfmoves() >= 100
    }

    fn claimable_draw(line: &Line<Self>) -> Option<Outcome> {
        judge::claimable_draw(line)
    }

    fn repetition_case(line: &Line<Self>) -> Option<RepetitionCase> {
        judge::repetition_case(line)
    }
}
