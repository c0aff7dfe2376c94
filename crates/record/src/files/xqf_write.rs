//! XQF writer: version 1.0 of XQStudio, the one without encryption, which every program reads.

use encoding_rs::GBK;
use game::{Game, Move, Side};

use crate::raw_game::ORDER;
use crate::tree::{GameResult, NodeId, Tree};

/// Header length; the moves follow.
const HEAD: usize = 1024;
/// Version 1.0.
const VERSION: u8 = 10;
/// Square of a piece that is not on the board.
const ABSENT: u8 = 0xFF;
/// Flags of a move: it has a continuation; it has an alternative, which follows after the continuation.
const GOES_ON: u8 = 0xF0;
const BRANCHES_OFF: u8 = 0x0F;
/// Offsets and capacities of the header's texts, and the tags they come from.
const FIELDS: [(usize, usize, &[&str]); 10] = [
    (0x50, 63, &["Title"]),
    (0xD0, 63, &["Event"]),
    (0x110, 15, &["Date"]),
    (0x120, 15, &["Site"]),
    (0x130, 15, &["Red", "White"]),
    (0x140, 15, &["Black"]),
    (0x150, 63, &["TimeControl"]),
    (0x190, 15, &["RedTime"]),
    (0x1A0, 15, &["BlackTime"]),
    (0x1D0, 15, &["Annotator"]),
];

/// Writes a game on a 9x10 board without hidden pieces; `None` for any other game.
pub fn write<G: Game>(tree: &Tree<G>) -> Option<Vec<u8>> {
    let mut out = vec![0_u8; HEAD];
    out[..3].copy_from_slice(&[b'X', b'Q', VERSION]);
    out[16..48].copy_from_slice(&places(tree)?);
    out[50] = u8::from(game::Position::turn(tree.root()) == Side::Second);
    out[51] = match tree.ending {
        GameResult::Unknown => 0,
        GameResult::Won(Side::First) => 1,
        GameResult::Won(Side::Second) => 2,
        GameResult::Drawn => 3,
    };
    for (at, most, tags) in FIELDS {
        let value = tags.iter().find_map(|tag| tree.tag(tag)).filter(|value| *value != "?");
        let text = encode(value.unwrap_or_default(), most);
        // At most 63 bytes.
        out[at] = text.len() as u8;
        out[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    push(&mut out, (0, 0), flags(tree, NodeId::ROOT), &comment(tree, NodeId::ROOT));
    for (id, _) in tree.walk() {
        let (mv, _) = tree.played(id)?;
        push(&mut out, (byte(mv.from()), byte(mv.to())), flags(tree, id), &comment(tree, id));
    }
    Some(out)
}

/// Squares of the 32 pieces, in the order of the format; `None` if the board cannot be written.
fn places<G: Game>(tree: &Tree<G>) -> Option<[u8; 32]> {
    let spec = G::spec();
    let pieces = G::picture(tree.root()).pieces;
    if (spec.files, spec.ranks) != (9, 10) || pieces.iter().flatten().any(|piece| piece.face_down) {
        return None;
    }
    let mut left = pieces;
    let mut places = [ABSENT; 32];
    for (slot, place) in places.iter_mut().enumerate() {
        let side = if slot < 16 { Side::First } else { Side::Second };
        let role = ORDER[slot % 16];
        let fits = |piece: &game::PicturePiece| piece.side == side && piece.letter == role;
        if let Some(square) = left.iter().position(|piece| piece.as_ref().is_some_and(fits)) {
            left[square] = None;
            *place = byte(square);
        }
    }
    // More pieces of a kind than a set has.
    left.iter().all(Option::is_none).then_some(places)
}

/// Square as the format writes it: file * 10 + rank.
fn byte(square: usize) -> u8 {
    u8::try_from(square % 9 * 10 + square / 9).unwrap_or(ABSENT)
}

fn flags<G: Game>(tree: &Tree<G>, id: NodeId) -> u8 {
    let siblings = tree.parent(id).map_or(&[][..], |parent| tree.children(parent));
    let goes_on = if tree.children(id).is_empty() { 0 } else { GOES_ON };
    let is_last = siblings.last().is_none_or(|last| *last == id);
    goes_on | if is_last { 0 } else { BRANCHES_OFF }
}

fn comment<G: Game>(tree: &Tree<G>, id: NodeId) -> Vec<u8> {
    let Some(notes) = tree.notes(id) else { return Vec::new() };
    let all: Vec<&str> = notes.before.iter().chain(&notes.after).map(String::as_str).collect();
    encode(&all.join(" "), usize::MAX)
}

fn push(out: &mut Vec<u8>, (from, to): (u8, u8), flags: u8, comment: &[u8]) {
    out.extend([from.wrapping_add(24), to.wrapping_add(32), flags, 0]);
    out.extend(u32::try_from(comment.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend(comment);
}

/// Text in GBK, cut to a number of bytes between two characters. Letters that GBK lacks lose their diacritics.
fn encode(text: &str, most: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for letter in text.chars() {
        let mut buffer = [0; 4];
        let (bytes, _, unmapped) = GBK.encode(letter.encode_utf8(&mut buffer));
        let plain = plain(letter);
        let bytes: &[u8] = match plain {
            _ if !unmapped => &bytes,
            Some(ref plain) => std::slice::from_ref(plain),
            None if ('\u{300}'..='\u{36F}').contains(&letter) => &[],
            None => b"?",
        };
        if out.len().saturating_add(bytes.len()) > most {
            break;
        }
        out.extend_from_slice(bytes);
    }
    out
}

/// Letter without its Vietnamese diacritics, in ASCII.
fn plain(letter: char) -> Option<u8> {
    let small = letter.to_lowercase().next()?;
    let base = match small {
        'à'..='å' | 'ă' | 'ạ'..='ặ' => b'a',
        'è'..='ë' | 'ẹ'..='ệ' => b'e',
        'ì'..='ï' | 'ĩ' | 'ỉ' | 'ị' => b'i',
        'ò'..='ö' | 'ơ' | 'ọ'..='ợ' => b'o',
        'ù'..='ü' | 'ũ' | 'ư' | 'ụ'..='ự' => b'u',
        'ý' | 'ỳ'..='ỹ' => b'y',
        'đ' => b'd',
        _ => return None,
    };
    Some(if letter.is_lowercase() { base } else { base.to_ascii_uppercase() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vietnamese_text_keeps_its_letters_and_is_cut_between_characters() {
        assert_eq!(encode("Đặng Hữu Trang", 63), b"Dang Huu Trang");
        assert_eq!(encode("胡荣华", 5), GBK.encode("胡荣").0.to_vec());
        assert_eq!(encode("胜♔", 63), [GBK.encode("胜").0.to_vec(), b"?".to_vec()].concat());
    }
}
