//! The tongues phrases are spoken in, one file each.

use game::{Notation, Side};

use super::chinese::{self, ChineseScript};
use super::context::TandemStyle;
use super::traditional::{ParsedMove, RevealSuffix, TraditionalMove};
use super::{vietnamese, vietnamese_words, wxf};

/// A notation that speaks of pieces and ways, not of coordinates.
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

/// The tongue of a notation; `None` for coordinates.
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
    /// How it tells pieces of one name on a file apart.
    pub fn manner(self) -> TandemStyle {
        match self {
            TraditionalNotation::Wxf => TandemStyle::Wxf,
            TraditionalNotation::Vietnamese | TraditionalNotation::VietnameseWords => TandemStyle::Vietnamese,
            TraditionalNotation::Chinese(_) => TandemStyle::Chinese,
        }
    }

    /// Writes a move of this side.
    pub fn write(self, phrase: TraditionalMove, tail: RevealSuffix, side: Side) -> String {
        let mut out = String::with_capacity(32);
        match self {
            TraditionalNotation::Wxf => wxf::write(phrase, tail, &mut out),
            TraditionalNotation::Vietnamese => vietnamese::write(phrase, tail, &mut out),
            TraditionalNotation::VietnameseWords => vietnamese_words::write(phrase, tail, &mut out),
            TraditionalNotation::Chinese(hand) => chinese::write(phrase, tail, side, hand, &mut out),
        }
        out
    }

    /// Reads a move; `None` where the text is none of this tongue.
    pub fn read(self, text: &str) -> Option<ParsedMove> {
        match self {
            TraditionalNotation::Wxf => wxf::read(text),
            TraditionalNotation::Vietnamese => vietnamese::read(text),
            TraditionalNotation::VietnameseWords => vietnamese_words::read(text),
            TraditionalNotation::Chinese(_) => chinese::read(text),
        }
    }
}
