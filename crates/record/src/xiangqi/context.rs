//! Conversion between moves and traditional notation on a position, including all rules for several pieces of one
//! name on a file.

use game::Side;
use grid::Bitboard;
use xiangqi::{FILES, Move, MoveError, RANKS, Role, Square, XiangqiVariant};

use super::error::MoveTextError;
use super::traditional::{
    Direction, PieceName, PieceSelector, TandemPlace, TraditionalMove, always_leaves_file,
};

/// Way of distinguishing pieces of one name on a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TandemStyle {
    /// Front and rear for two, but only if the other piece's same step stays on the board (as Fairy-Stockfish
    /// writes); from three on, or with a second such file, a number from the front with the file.
    Wxf,
    /// Front, middle and rear for two and three; from four on, or with a second such file, as in WXF.
    Vietnamese,
    /// Front, middle and rear, from four on a number from the front; with a second such file the file as well.
    Chinese,
}

/// A position in terms of traditional notation.
pub struct NotationContext<'a, S> {
    stage: &'a S,
    /// The face-down pieces.
    face_down: Bitboard,
}

/// Points of file `a`.
const FIRST_FILE: u128 = {
    let mut points = 0;
    let mut rank = 0;
    while rank < RANKS {
        points |= 1 << (rank * FILES);
        rank += 1;
    }
    points
};

/// Points of a file counted from a side's right.
fn file_set(side: Side, file: u8) -> Bitboard {
    let file = file as usize;
    match side {
        Side::First if (1..=FILES).contains(&file) => Bitboard(FIRST_FILE << (FILES - file)),
        Side::Second if (1..=FILES).contains(&file) => Bitboard(FIRST_FILE << (file - 1)),
        _ => Bitboard::EMPTY,
    }
}

/// Points in front of a point, for a side.
fn ahead(side: Side, square: Square) -> Bitboard {
    match side {
        Side::First => Bitboard(!0 << square.index()).without(square.set()),
        Side::Second => Bitboard((1 << square.index()) - 1),
    }
}

impl<'a, S: XiangqiVariant> NotationContext<'a, S> {
    /// Creates the context of a position without face-down pieces.
    pub fn open(stage: &'a S) -> Self {
        NotationContext { stage, face_down: Bitboard::EMPTY }
    }

    /// Creates the context of a position with these pieces face down.
    pub fn with_face_down_pieces(stage: &'a S, face_down: Bitboard) -> Self {
        NotationContext { stage, face_down }
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        self.stage.turn()
    }

    /// Name of the piece on a point; `None` if it is empty.
    fn name_at(&self, square: Square) -> Option<PieceName> {
        let role = self.stage.board().piece_at(square)?.role();
        Some(PieceName { role, face_down: self.face_down.has(square.index()) })
    }

    /// The moving side's pieces of a name.
    fn pieces(&self, name: PieceName) -> Bitboard {
        let pieces = self.stage.board().pieces(self.side(), name.role);
        if name.face_down { pieces & self.face_down } else { pieces.without(self.face_down) }
    }

    /// Files with two or more of these pieces, from the right of the moving side.
    fn tandems(&self, pieces: Bitboard) -> impl Iterator<Item = (u8, Bitboard)> {
        let side = self.side();
        (1..=FILES as u8)
            .map(move |file| (file, pieces & file_set(side, file)))
            .filter(|(_, pieces)| pieces.more_than_one())
    }

    /// Describes a legal move; `None` if no piece is on its origin.
    pub fn describe(&self, mv: Move, style: TandemStyle) -> Option<TraditionalMove> {
        let side = self.side();
        let (from, to) = (mv.origin(), mv.target());
        let name = self.name_at(from)?;
        let (home, aim) = (from.rank_for(side), to.rank_for(side));
        let direction = match aim.cmp(&home) {
            std::cmp::Ordering::Greater => Direction::Forward,
            std::cmp::Ordering::Less => Direction::Back,
            std::cmp::Ordering::Equal => Direction::Sideways,
        };
        let number = if from.file() == to.file() { home.abs_diff(aim) } else { to.file_for(side) };
        Some(TraditionalMove {
            name,
            selector: self.selector(name, mv, style),
            direction,
            number: number as u8,
        })
    }

    /// Selector that distinguishes the moving piece from the others of its name.
    fn selector(&self, name: PieceName, mv: Move, style: TandemStyle) -> PieceSelector {
        let side = self.side();
        let from = mv.origin();
        let pieces = self.pieces(name);
        let file = from.file_for(side) as u8;
        let same_file = pieces & file_set(side, file);
        let by_file = PieceSelector { file: Some(file), place: None };
        let count = same_file.len();
        if count < 2 || self.direction_distinguishes(name.role) {
            return by_file;
        }
        let nth = 1 + (same_file & ahead(side, from)).len();
        let ordinal = TandemPlace::Nth(nth as u8);
        let word = match nth {
            1 => TandemPlace::Front,
            _ if nth == count => TandemPlace::Rear,
            _ => TandemPlace::Middle,
        };
        let crowded = count < pieces.len() && self.tandems(pieces).nth(1).is_some();
        let counted = PieceSelector { file: Some(file), place: Some(ordinal) };
        let worded = PieceSelector { file: None, place: Some(word) };
        match style {
            TandemStyle::Wxf if crowded || count > 2 => counted,
            TandemStyle::Wxf if self.other_steps_off_board(same_file, mv) => by_file,
            TandemStyle::Wxf => worded,
            TandemStyle::Vietnamese if crowded || count > 3 => counted,
            TandemStyle::Vietnamese => worded,
            TandemStyle::Chinese => {
                let place = if count > 3 && nth > 1 { ordinal } else { word };
                PieceSelector { file: crowded.then_some(file), place: Some(place) }
            }
        }
    }

    /// Returns true if the direction always distinguishes two pieces of a role on a file: advisors and elephants that
    /// cannot roam.
    fn direction_distinguishes(&self, role: Role) -> bool {
        !S::ROAMING && matches!(role, Role::Advisor | Role::Elephant)
    }

    /// Returns true if the other of two pieces would leave the board by the same step.
    fn other_steps_off_board(&self, same_file: Bitboard, mv: Move) -> bool {
        let other = same_file.without(mv.origin().set()).first().and_then(Square::new);
        other.is_some_and(|other| {
            (other.rank() + mv.target().rank())
                .checked_sub(mv.origin().rank())
                .is_none_or(|rank| rank >= RANKS)
        })
    }

    /// Finds the one legal move that matches, or the reason why there is none. `alternative_role` is a second role the
    /// name may mean.
    pub fn resolve(
        &self,
        description: TraditionalMove,
        alternative_role: Option<Role>,
        text: &str,
    ) -> Result<Move, MoveTextError> {
        let first = self.legal(description);
        let second =
            alternative_role.map_or(Candidates::default(), |role| self.legal(description.with_role(role)));
        let mut legal = first.iter().chain(second.iter());
        match (legal.next(), legal.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(MoveTextError::Ambiguous {
                text: text.to_owned(),
                candidates: first.iter().chain(second.iter()).collect(),
            }),
            (None, _) => Err(match alternative_role.map(|role| description.with_role(role)) {
                // An ambiguous name is explained by the role that has a matching piece.
                Some(other)
                    if self.matching_pieces(description).is_empty() && self.matching_pieces(other).any() =>
                {
                    self.explain(other, text)
                }
                _ => self.explain(description, text),
            }),
        }
    }

    /// Legal moves that match a description.
    pub fn legal(&self, description: TraditionalMove) -> Candidates {
        let mut found = Candidates::default();
        for from in self.matching_pieces(description).into_iter().filter_map(Square::new) {
            if let Some(mv) = self.step(description, from)
                && self.stage.is_legal(mv)
            {
                found.push(mv);
            }
        }
        found
    }

    /// Pieces that match a description.
    fn matching_pieces(&self, description: TraditionalMove) -> Bitboard {
        let pieces = self.pieces(description.name);
        let side = self.side();
        match description.selector {
            PieceSelector { place: None, file: Some(file) } => pieces & file_set(side, file),
            PieceSelector { place: None, file: None } => pieces,
            PieceSelector { place: Some(place), file: Some(file) } => {
                let same_file = pieces & file_set(side, file);
                if same_file.more_than_one() { self.placed(same_file, place) } else { Bitboard::EMPTY }
            }
            PieceSelector { place: Some(TandemPlace::Nth(nth)), file: None } => self.nth_of_all(pieces, nth),
            PieceSelector { place: Some(place), file: None } => self
                .tandems(pieces)
                .fold(Bitboard::EMPTY, |found, (_, same_file)| found | self.placed(same_file, place)),
        }
    }

    /// Pieces on one file that have this place.
    fn placed(&self, same_file: Bitboard, place: TandemPlace) -> Bitboard {
        let side = self.side();
        let count = same_file.len();
        let fits = |square: &usize| {
            let Some(square) = Square::new(*square) else { return false };
            let nth = 1 + (same_file & ahead(side, square)).len();
            match place {
                TandemPlace::Front => nth == 1,
                TandemPlace::Rear => nth == count,
                TandemPlace::Middle => nth > 1 && nth < count,
                TandemPlace::Nth(wanted) => nth == wanted as usize,
            }
        };
        same_file.into_iter().filter(fits).collect()
    }

    /// A number without a file counts through all tandem files, from the right, front to rear: the convention of XQF
    /// and its successors. With one such file that is the number on it.
    fn nth_of_all(&self, pieces: Bitboard, nth: u8) -> Bitboard {
        let mut left = nth as usize;
        for (_, same_file) in self.tandems(pieces) {
            if left <= same_file.len() {
                return self.placed(same_file, TandemPlace::Nth(left as u8));
            }
            left -= same_file.len();
        }
        Bitboard::EMPTY
    }

    /// Move of a piece by a description; `None` if it leaves the board.
    fn step(&self, description: TraditionalMove, from: Square) -> Option<Move> {
        let side = self.side();
        let role = description.name.role;
        let number = description.number as usize;
        let file = from.file_for(side);
        let rank = from.rank_for(side);
        let (file, climb) = match description.direction {
            Direction::Sideways => (number, 0),
            _ if !always_leaves_file(role) => (file, number),
            _ => (
                number,
                match (role, file.abs_diff(number)) {
                    (Role::Advisor, 1) | (Role::Horse, 2) => 1,
                    (Role::Elephant, 2) | (Role::Horse, 1) => 2,
                    _ => return None,
                },
            ),
        };
        let rank = match description.direction {
            Direction::Back => rank.checked_sub(climb)?,
            _ => rank + climb,
        };
        Move::new(from, point_for(side, file, rank)?)
    }

    /// Error explaining why no legal move matches.
    fn explain(&self, description: TraditionalMove, text: &str) -> MoveTextError {
        let text = text.to_owned();
        let (side, name) = (self.side(), description.name);
        let pieces = self.pieces(name);
        let matching = self.matching_pieces(description);
        if matching.is_empty() {
            return match description.selector {
                PieceSelector { file: Some(file), .. } if (pieces & file_set(side, file)).is_empty() => {
                    MoveTextError::NoPieceOnFile { text, side, name, file }
                }
                _ if pieces.is_empty() => MoveTextError::NoPiece { text, side, name },
                PieceSelector { place: Some(place), .. } => {
                    MoveTextError::NoPieceInPlace { text, side, name, place }
                }
                PieceSelector { place: None, .. } => MoveTextError::NoPiece { text, side, name },
            };
        }
        // Of several pieces, the one prevented only by the safety of its general explains most, then one with a
        // target on the board.
        let reasons = matching.into_iter().filter_map(Square::new).filter_map(|from| {
            match self.step(description, from) {
                Some(mv) => MoveError::explain(self.stage, mv, &text).map(MoveTextError::Move),
                None => Some(MoveTextError::NoWay { text: text.clone(), name, from }),
            }
        });
        let reason = reasons.max_by_key(|reason| match reason {
            MoveTextError::Move(MoveError::GeneralHangs(_)) => 2,
            MoveTextError::Move(_) => 1,
            _ => 0,
        });
        reason.unwrap_or(MoveTextError::NoPiece { text, side, name })
    }
}

/// Point at a file and rank as a side counts them.
fn point_for(side: Side, file: usize, rank: usize) -> Option<Square> {
    match side {
        Side::First => Square::at(FILES.checked_sub(file)?, rank),
        Side::Second => Square::at(file.checked_sub(1)?, (RANKS - 1).checked_sub(rank)?),
    }
}

/// Matching moves: a piece makes at most one of them, and no side has more than 16 pieces.
#[derive(Clone, Copy, Default)]
pub struct Candidates {
    moves: [Option<Move>; 16],
    count: usize,
}

impl Candidates {
    fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = Some(mv);
            self.count += 1;
        }
    }

    /// Iterates over the moves.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().flatten().copied()
    }
}
