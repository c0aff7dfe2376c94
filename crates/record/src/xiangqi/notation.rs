//! The traditional notations, one file each.

use game::{Notation, Side};

use super::chinese::{self, ChineseScript};
use super::context::TandemStyle;
use super::traditional::{ParsedMove, RevealSuffix, TraditionalMove};
use super::{vietnamese, vietnamese_words, wxf};

/// A notation by piece and direction, as opposed to coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraditionalNotation {
    /// `C2=5`.
    Wxf,
    /// `P2-5`.
    Vietnamese,
    /// `Pháo 2 bình 5`.
    VietnameseWords,
    /// 炮二平五.
    Chinese(ChineseScript),
}

/// Traditional notation of a [`Notation`]; `None` for coordinates.
pub fn of(notation: Notation) -> Option<TraditionalNotation> {
    match notation {
        Notation::Wxf => Some(TraditionalNotation::Wxf),
        Notation::Vi => Some(TraditionalNotation::Vietnamese),
        Notation::ViWords => Some(TraditionalNotation::VietnameseWords),
        Notation::Zh => Some(TraditionalNotation::Chinese(ChineseScript::Simplified)),
        Notation::ZhHant => Some(TraditionalNotation::Chinese(ChineseScript::Traditional)),
        Notation::Uci | Notation::Uci1 | Notation::Iccs | Notation::San | Notation::SanVi => None,
    }
}

impl TraditionalNotation {
    /// Its way of distinguishing pieces of one name on a file.
    pub fn tandem_style(self) -> TandemStyle {
        match self {
            TraditionalNotation::Wxf => TandemStyle::Wxf,
            TraditionalNotation::Vietnamese | TraditionalNotation::VietnameseWords => TandemStyle::Vietnamese,
            TraditionalNotation::Chinese(_) => TandemStyle::Chinese,
        }
    }

    /// Writes a move of this side.
    pub fn write(self, description: TraditionalMove, reveals: RevealSuffix, side: Side) -> String {
        let mut out = String::with_capacity(32);
        match self {
            TraditionalNotation::Wxf => wxf::write(description, reveals, &mut out),
            TraditionalNotation::Vietnamese => vietnamese::write(description, reveals, &mut out),
            TraditionalNotation::VietnameseWords => vietnamese_words::write(description, reveals, &mut out),
            TraditionalNotation::Chinese(script) => {
                chinese::write(description, reveals, side, script, &mut out);
            }
        }
        out
    }

    /// Parses a move; `None` if the text is not in this notation.
    pub fn read(self, text: &str) -> Option<ParsedMove> {
        match self {
            TraditionalNotation::Wxf => wxf::read(text),
            TraditionalNotation::Vietnamese => vietnamese::read(text),
            TraditionalNotation::VietnameseWords => vietnamese_words::read(text),
            TraditionalNotation::Chinese(_) => chinese::read(text),
        }
    }
}
