//! The tongues phrases are spoken in, one file each.

use game::{Notation, Side};

use super::chinese::{self, Hand};
use super::phrase::{Phrase, Reading, Tail};
use super::scene::Manner;
use super::{vietnamese, vietnamese_words, wxf};

/// A notation that speaks of pieces and ways, not of coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tongue {
    /// `C2=5`.
    Wxf,
    /// `P2-5`.
    Vietnamese,
    /// `Pháo 2 bình 5`.
    VietnameseWords,
    /// 炮二平五.
    Chinese(Hand),
}

/// The tongue of a notation; `None` for coordinates.
pub fn of(notation: Notation) -> Option<Tongue> {
    match notation {
        Notation::Wxf => Some(Tongue::Wxf),
        Notation::Vi => Some(Tongue::Vietnamese),
        Notation::ViWords => Some(Tongue::VietnameseWords),
        Notation::Zh => Some(Tongue::Chinese(Hand::Simplified)),
        Notation::ZhHant => Some(Tongue::Chinese(Hand::Traditional)),
        Notation::Uci | Notation::Uci1 | Notation::Iccs | Notation::San | Notation::SanVi => None,
    }
}

impl Tongue {
    /// How it tells pieces of one name on a file apart.
    pub fn manner(self) -> Manner {
        match self {
            Tongue::Wxf => Manner::Wxf,
            Tongue::Vietnamese | Tongue::VietnameseWords => Manner::Vietnamese,
            Tongue::Chinese(_) => Manner::Chinese,
        }
    }

    /// Writes a move of this side.
    pub fn write(self, phrase: Phrase, tail: Tail, side: Side) -> String {
        let mut out = String::with_capacity(32);
        match self {
            Tongue::Wxf => wxf::write(phrase, tail, &mut out),
            Tongue::Vietnamese => vietnamese::write(phrase, tail, &mut out),
            Tongue::VietnameseWords => vietnamese_words::write(phrase, tail, &mut out),
            Tongue::Chinese(hand) => chinese::write(phrase, tail, side, hand, &mut out),
        }
        out
    }

    /// Reads a move; `None` where the text is none of this tongue.
    pub fn read(self, text: &str) -> Option<Reading> {
        match self {
            Tongue::Wxf => wxf::read(text),
            Tongue::Vietnamese => vietnamese::read(text),
            Tongue::VietnameseWords => vietnamese_words::read(text),
            Tongue::Chinese(_) => chinese::read(text),
        }
    }
}
