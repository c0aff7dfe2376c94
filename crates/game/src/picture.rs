//! A board as a person sees it: pieces on squares, nothing of the rules.

use crate::Side;

/// What stands where, as the viewer of a position may see it. Square index = rank * files + file, rank 0 nearest
/// to the first side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Files, from the first side's left to its right.
    pub files: usize,
    /// Ranks.
    pub ranks: usize,
    /// What stands on each square.
    pub pieces: Vec<Option<PicturePiece>>,
    /// The square of a general or king in check.
    pub check: Option<usize>,
}

/// One piece in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PicturePiece {
    /// Whose piece it is.
    pub side: Side,
    /// The role's capital letter in FEN; `X` for a face-down piece, `?` for one turned up but unrevealed.
    pub letter: char,
    /// The character people know the piece by.
    pub glyph: char,
    /// Whether it lies face down.
    pub face_down: bool,
}
