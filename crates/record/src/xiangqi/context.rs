//! What stands where under which name: moves into phrases and back. Here and nowhere else live the rules for
//! several pieces of one name on a file.

use game::Side;
use grid::Bitboard;
use xiangqi::{FILES, Move, MoveError, RANKS, Role, Square, XiangqiVariant};

use super::error::MoveTextError;
use super::traditional::{
    Direction, PieceName, PieceSelector, TandemPlace, TraditionalMove, always_leaves_file,
};

/// Pieces of one name on a file are told apart in the manner of a tongue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TandemStyle {
    /// Front and rear for two, but only where the other piece's same step stays on the board (as Fairy-Stockfish
    /// writes); from three on, or with a second such file, a number from the front with the file.
    Wxf,
    /// Front, middle and rear for two and three; from four on, or with a second such file, as WXF counts.
    Vietnamese,
    /// Front, middle and rear, from four on a number from the front; with a second such file the file as well.
    Chinese,
}

/// A position to speak about.
pub struct NotationContext<'a, S> {
    stage: &'a S,
    /// The face-down pieces.
    veiled: Bitboard,
}

/// The points of file `a`.
const FIRST_FILE: u128 = {
    let mut points = 0;
    let mut rank = 0;
    while rank < RANKS {
        points |= 1 << (rank * FILES);
        rank += 1;
    }
    points
};

/// The points of a file counted from a side's right hand.
fn file_set(side: Side, file: u8) -> Bitboard {
    let file = file as usize;
    match side {
        Side::First if (1..=FILES).contains(&file) => Bitboard(FIRST_FILE << (FILES - file)),
        Side::Second if (1..=FILES).contains(&file) => Bitboard(FIRST_FILE << (file - 1)),
        _ => Bitboard::EMPTY,
    }
}

/// The points in front of a point, for a side.
fn ahead(side: Side, square: Square) -> Bitboard {
    match side {
        Side::First => Bitboard(!0 << square.index()).without(square.set()),
        Side::Second => Bitboard((1 << square.index()) - 1),
    }
}

impl<'a, S: XiangqiVariant> NotationContext<'a, S> {
    /// A position without face-down pieces.
    pub fn open(stage: &'a S) -> Self {
        NotationContext { stage, veiled: Bitboard::EMPTY }
    }

    /// A position with these pieces face down.
    pub fn with_face_down_pieces(stage: &'a S, veiled: Bitboard) -> Self {
        NotationContext { stage, veiled }
    }

    /// The side whose move it is.
    pub fn side(&self) -> Side {
        self.stage.turn()
    }

    /// What the piece on a point is called; `None` where none stands.
    fn name_at(&self, square: Square) -> Option<PieceName> {
        let role = self.stage.board().piece_at(square)?.role();
        Some(PieceName { role, veiled: self.veiled.has(square.index()) })
    }

    /// The moving side's pieces of a name.
    fn pieces(&self, name: PieceName) -> Bitboard {
        let pieces = self.stage.board().pieces(self.side(), name.role);
        if name.veiled { pieces & self.veiled } else { pieces.without(self.veiled) }
    }

    /// The files that hold two or more of these pieces, from the right hand of the moving side.
    fn tandems(&self, pieces: Bitboard) -> impl Iterator<Item = (u8, Bitboard)> {
        let side = self.side();
        (1..=FILES as u8)
            .map(move |file| (file, pieces & file_set(side, file)))
            .filter(|(_, pieces)| pieces.more_than_one())
    }

    /// The phrase for a legal move; `None` where no piece stands to move.
    pub fn phrase(&self, mv: Move, manner: TandemStyle) -> Option<TraditionalMove> {
        let side = self.side();
        let (from, to) = (mv.origin(), mv.target());
        let name = self.name_at(from)?;
        let (home, aim) = (from.rank_for(side), to.rank_for(side));
        let way = match aim.cmp(&home) {
            std::cmp::Ordering::Greater => Direction::Forward,
            std::cmp::Ordering::Less => Direction::Back,
            std::cmp::Ordering::Equal => Direction::Sideways,
        };
        let number = if from.file() == to.file() { home.abs_diff(aim) } else { to.file_for(side) };
        Some(TraditionalMove { name, which: self.which(name, mv, manner), way, number: number as u8 })
    }

    /// How a manner tells the piece that moves from the others of its name.
    fn which(&self, name: PieceName, mv: Move, manner: TandemStyle) -> PieceSelector {
        let side = self.side();
        let from = mv.origin();
        let pieces = self.pieces(name);
        let file = from.file_for(side) as u8;
        let fellows = pieces & file_set(side, file);
        let by_file = PieceSelector { file: Some(file), place: None };
        let count = fellows.len();
        if count < 2 || self.direction_tells(name.role) {
            return by_file;
        }
        let nth = 1 + (fellows & ahead(side, from)).len();
        let ordinal = TandemPlace::Nth(nth as u8);
        let word = match nth {
            1 => TandemPlace::Front,
            _ if nth == count => TandemPlace::Rear,
            _ => TandemPlace::Middle,
        };
        let crowded = count < pieces.len() && self.tandems(pieces).nth(1).is_some();
        let counted = PieceSelector { file: Some(file), place: Some(ordinal) };
        let worded = PieceSelector { file: None, place: Some(word) };
        match manner {
            TandemStyle::Wxf if crowded || count > 2 => counted,
            TandemStyle::Wxf if self.fellow_steps_off(fellows, mv) => by_file,
            TandemStyle::Wxf => worded,
            TandemStyle::Vietnamese if crowded || count > 3 => counted,
            TandemStyle::Vietnamese => worded,
            TandemStyle::Chinese => {
                let place = if count > 3 && nth > 1 { ordinal } else { word };
                PieceSelector { file: crowded.then_some(file), place: Some(place) }
            }
        }
    }

    /// Returns true if a role's direction always tells two pieces on a file apart: advisors and elephants kept at home.
    fn direction_tells(&self, role: Role) -> bool {
        !S::ROAMING && matches!(role, Role::Advisor | Role::Elephant)
    }

    /// Returns true if the other of two fellows would leave the board by the step this move makes.
    fn fellow_steps_off(&self, fellows: Bitboard, mv: Move) -> bool {
        let fellow = fellows.without(mv.origin().set()).first().and_then(Square::new);
        fellow.is_some_and(|fellow| {
            (fellow.rank() + mv.target().rank())
                .checked_sub(mv.origin().rank())
                .is_none_or(|rank| rank >= RANKS)
        })
    }

    /// The one legal move a phrase stands for, or why there is none. `alternative_role` is a second role its name may mean.
    pub fn resolve(
        &self,
        phrase: TraditionalMove,
        alternative_role: Option<Role>,
        text: &str,
    ) -> Result<Move, MoveTextError> {
        let first = self.legal(phrase);
        let second =
            alternative_role.map_or(Candidates::default(), |role| self.legal(phrase.with_role(role)));
        let mut legal = first.iter().chain(second.iter());
        match (legal.next(), legal.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(MoveTextError::Ambiguous {
                text: text.to_owned(),
                candidates: first.iter().chain(second.iter()).collect(),
            }),
            (None, _) => Err(match alternative_role.map(|role| phrase.with_role(role)) {
                // A name of two roles is explained by the one whose piece is there.
                Some(other) if self.called(phrase).is_empty() && self.called(other).any() => {
                    self.explain(other, text)
                }
                _ => self.explain(phrase, text),
            }),
        }
    }

    /// The legal moves a phrase may stand for.
    pub fn legal(&self, phrase: TraditionalMove) -> Candidates {
        let mut found = Candidates::default();
        for from in self.called(phrase).into_iter().filter_map(Square::new) {
            if let Some(mv) = self.step(phrase, from)
                && self.stage.is_legal(mv)
            {
                found.push(mv);
            }
        }
        found
    }

    /// The pieces a phrase may speak of.
    fn called(&self, phrase: TraditionalMove) -> Bitboard {
        let pieces = self.pieces(phrase.name);
        let side = self.side();
        match phrase.which {
            PieceSelector { place: None, file: Some(file) } => pieces & file_set(side, file),
            PieceSelector { place: None, file: None } => pieces,
            PieceSelector { place: Some(place), file: Some(file) } => {
                let fellows = pieces & file_set(side, file);
                if fellows.more_than_one() { self.placed(fellows, place) } else { Bitboard::EMPTY }
            }
            PieceSelector { place: Some(TandemPlace::Nth(nth)), file: None } => self.nth_of_all(pieces, nth),
            PieceSelector { place: Some(place), file: None } => self
                .tandems(pieces)
                .fold(Bitboard::EMPTY, |found, (_, fellows)| found | self.placed(fellows, place)),
        }
    }

    /// PieceSelector of the pieces on one file have this place.
    fn placed(&self, fellows: Bitboard, place: TandemPlace) -> Bitboard {
        let side = self.side();
        let count = fellows.len();
        let fits = |square: &usize| {
            let Some(square) = Square::new(*square) else { return false };
            let nth = 1 + (fellows & ahead(side, square)).len();
            match place {
                TandemPlace::Front => nth == 1,
                TandemPlace::Rear => nth == count,
                TandemPlace::Middle => nth > 1 && nth < count,
                TandemPlace::Nth(wanted) => nth == wanted as usize,
            }
        };
        fellows.into_iter().filter(fits).collect()
    }

    /// A number without a file counts through all tandem files, from the right hand, front to rear: the custom of
    /// XQF and its heirs. With one such file that is the number on it.
    fn nth_of_all(&self, pieces: Bitboard, nth: u8) -> Bitboard {
        let mut left = nth as usize;
        for (_, fellows) in self.tandems(pieces) {
            if left <= fellows.len() {
                return self.placed(fellows, TandemPlace::Nth(left as u8));
            }
            left -= fellows.len();
        }
        Bitboard::EMPTY
    }

    /// The move a piece makes by the words of a phrase; `None` where that leaves the board.
    fn step(&self, phrase: TraditionalMove, from: Square) -> Option<Move> {
        let side = self.side();
        let role = phrase.name.role;
        let number = phrase.number as usize;
        let file = from.file_for(side);
        let rank = from.rank_for(side);
        let (file, climb) = match phrase.way {
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
        let rank = match phrase.way {
            Direction::Back => rank.checked_sub(climb)?,
            _ => rank + climb,
        };
        Move::new(from, seen_by(side, file, rank)?)
    }

    /// Why no legal move fits a phrase.
    fn explain(&self, phrase: TraditionalMove, text: &str) -> MoveTextError {
        let text = text.to_owned();
        let (side, name) = (self.side(), phrase.name);
        let pieces = self.pieces(name);
        let called = self.called(phrase);
        if called.is_empty() {
            return match phrase.which {
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
        // Of several pieces the one that only its general holds back says most, then the one with a point to go to.
        let reasons =
            called.into_iter().filter_map(Square::new).filter_map(|from| match self.step(phrase, from) {
                Some(mv) => MoveError::explain(self.stage, mv, &text).map(MoveTextError::Move),
                None => Some(MoveTextError::NoWay { text: text.clone(), name, from }),
            });
        let reason = reasons.max_by_key(|reason| match reason {
            MoveTextError::Move(MoveError::GeneralHangs(_)) => 2,
            MoveTextError::Move(_) => 1,
            _ => 0,
        });
        reason.unwrap_or(MoveTextError::NoPiece { text, side, name })
    }
}

/// The point at a file and rank as a side counts them.
fn seen_by(side: Side, file: usize, rank: usize) -> Option<Square> {
    match side {
        Side::First => Square::at(FILES.checked_sub(file)?, rank),
        Side::Second => Square::at(file.checked_sub(1)?, (RANKS - 1).checked_sub(rank)?),
    }
}

/// The moves a phrase may stand for: a piece makes at most one of them, and no side has more pieces than these.
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

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().flatten().copied()
    }
}
