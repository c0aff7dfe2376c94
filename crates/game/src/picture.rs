//! Pictures: a board as displayed, pieces on squares without rules.

use crate::Side;

/// A board as its viewer may see it. Square index = rank * files + file; rank 0 is nearest to the first side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Number of files, counted from the first side's left to its right.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// Piece on each square.
    pub pieces: Vec<Option<PicturePiece>>,
    /// Square of the general or king in check.
    pub check: Option<usize>,
    /// Squares of the line that won the game; empty if none did.
    pub line: Vec<usize>,
}

impl Picture {
    /// Squares of the winning line, numbered as on a board of this many files: the game's largest.
    pub fn line_on(&self, files: usize) -> Vec<usize> {
        self.line.iter().map(|square| files * (square / self.files) + square % self.files).collect()
    }
}

/// One piece in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PicturePiece {
    /// Owner of the piece.
    pub side: Side,
    /// Uppercase FEN letter of the role; `X` for a face-down piece, `?` for one turned up with unknown role.
    pub letter: char,
    /// Character printed on the piece.
    pub glyph: char,
    /// True if the piece lies face down.
    pub face_down: bool,
}
