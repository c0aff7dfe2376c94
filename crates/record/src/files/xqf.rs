//! XQF, the files of XQStudio: version 1.0 as published by its author, later versions with encrypted bytes.
//!
//! Sources: XQF.TXT (2001) for version 1.0; the keys of later versions as several open-source programs agree on them.

use game::Side;

use super::result_of_number;
use crate::decode::gbk;
use crate::pgn::PgnFault;
use crate::raw_game::{ORDER, RawBoard, RawGame, RawMove, point};

/// Header length; the moves follow.
const HEAD: usize = 1024;
/// Versions above this one are encrypted.
const PLAIN: u8 = 10;
/// From this version on the piece squares are rotated too.
const ROTATED: u8 = 12;
/// Text from which the key stream is derived.
const WORDS: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Encryption keys of later versions.
#[derive(Default)]
struct Keys {
    pieces: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    fn of(head: &[u8]) -> Keys {
        if head[2] <= PLAIN {
            return Keys::default();
        }
        let (mask, sum) = (head[3], head[12]);
        let [pieces, from, to] = [head[13], head[14], head[15]];
        let pieces_key = curve(pieces).wrapping_mul(pieces);
        let from_key = curve(from).wrapping_mul(pieces_key);
        let to_key = curve(to).wrapping_mul(from_key);
        let filters = [
            (sum & mask) | head[8],
            (pieces & mask) | head[9],
            (from & mask) | head[10],
            (to & mask) | head[11],
        ];
        let mut stream = *WORDS;
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= filters[index % 4];
        }
        let comment = (u32::from(sum) * 256 + u32::from(pieces)) % 32_000 + 767;
        Keys { pieces: pieces_key, from: from_key, to: to_key, comment, stream }
    }
}

/// Key polynomial, modulo 256.
fn curve(key: u8) -> u8 {
    let square = key.wrapping_mul(key);
    let step = |value: u8, times: u8, add: u8| value.wrapping_mul(times).wrapping_add(add);
    step(step(step(step(square, 3, 9), 3, 8), 2, 1), 3, 8)
}

/// Square of an XQF byte: file * 10 + rank.
fn place(byte: u8) -> Option<u8> {
    if byte > 89 { None } else { point(byte / 10, byte % 10) }
}

/// Reads the game of a file; `None` if it is not XQF.
pub fn read(bytes: &[u8], most: usize) -> Option<RawGame> {
    let head = bytes.get(..HEAD).filter(|head| head.starts_with(b"XQ"))?;
    let keys = Keys::of(head);
    let version = head[2];
    let mut places = [0_u8; 32];
    for (index, &byte) in head[16..48].iter().enumerate() {
        let slot = if version < ROTATED { index } else { (index + usize::from(keys.pieces) + 1) % 32 };
        places[slot] = byte.wrapping_sub(keys.pieces);
    }
    let mut board = RawBoard::default();
    for (index, &byte) in places.iter().enumerate() {
        let piece = ORDER[index % 16];
        board.put(place(byte), if index < 16 { piece } else { piece.to_ascii_lowercase() });
    }
    let mut game = RawGame { ending: result_of_number(head[51]), ..RawGame::default() };
    let text = |at: usize, most: usize| {
        let length = usize::from(head[at]).min(most);
        gbk(&head[at + 1..at + 1 + length])
    };
    game.tag("Game", "Chinese Chess");
    for (name, at, most) in [
        ("Title", 0x50, 63),
        ("Event", 0xD0, 63),
        ("Date", 0x110, 15),
        ("Site", 0x120, 15),
        ("Red", 0x130, 15),
        ("Black", 0x140, 15),
        ("TimeControl", 0x150, 63),
        ("RedTime", 0x190, 15),
        ("BlackTime", 0x1A0, 15),
        ("Annotator", 0x1D0, 15),
        ("Author", 0x1E0, 15),
    ] {
        let value = text(at, most);
        game.tag(name, &value);
    }
    moves(&bytes[HEAD..], version, &keys, most, &mut game);
    let opener = game.moves.first().and_then(|mv| board.owner(mv.from));
    game.setup = Some(board.fen(opener.unwrap_or(Side::First)));
    Some(game)
}

/// Reads the moves in depth-first order: a move, its continuation, then its alternatives.
fn moves(bytes: &[u8], version: u8, keys: &Keys, most: usize, game: &mut RawGame) {
    let mut reader = Bytes { bytes, at: 0, stream: &keys.stream };
    // Parent of the next move; parents of pending variations.
    let mut after: Option<usize> = None;
    let mut branches: Vec<Option<usize>> = Vec::new();
    let mut opened = false;
    loop {
        if game.moves.len() > most {
            return game.faults.push(PgnFault::TooLarge);
        }
        let Some([from, to, flags, _]) = reader.four() else {
            return game.faults.push(PgnFault::BrokenOff);
        };
        let (goes_on, branches_off, length) = if version <= PLAIN {
            let Some(length) = reader.number() else { return game.faults.push(PgnFault::BrokenOff) };
            (flags & 0xF0 != 0, flags & 0x0F != 0, length)
        } else {
            let mut length = 0;
            if flags & 0x20 != 0 {
                let Some(keyed) = reader.number() else { return game.faults.push(PgnFault::BrokenOff) };
                length = keyed.wrapping_sub(keys.comment);
            }
            (flags & 0x80 != 0, flags & 0x40 != 0, length)
        };
        let Some(comment) = reader.text(length) else {
            return game.faults.push(PgnFault::BrokenOff);
        };
        let here = if opened {
            let from = place(from.wrapping_sub(24).wrapping_sub(keys.from));
            let to = place(to.wrapping_sub(32).wrapping_sub(keys.to));
            // A square off the board stays invalid, so that the move is reported as illegal.
            let mv = RawMove { after, from: from.unwrap_or(u8::MAX), to: to.unwrap_or(u8::MAX), comment };
            game.moves.push(mv);
            if branches_off {
                branches.push(after);
            }
            Some(game.moves.len() - 1)
        } else {
            opened = true;
            game.preface = comment;
            None
        };
        if goes_on {
            after = here;
        } else {
            match branches.pop() {
                Some(branch) => after = branch,
                None => return,
            }
        }
    }
}

/// Decrypting byte reader.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
    stream: &'a [u8; 32],
}

impl Bytes<'_> {
    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        let keyed = taken.iter().enumerate().map(|(index, byte)| {
            let key = self.stream[(self.at + index) % 32];
            byte.wrapping_sub(key)
        });
        let keyed = keyed.collect();
        self.at = end;
        Some(keyed)
    }

    fn four(&mut self) -> Option<[u8; 4]> {
        self.take(4)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u32> {
        self.four().map(u32::from_le_bytes)
    }

    fn text(&mut self, length: u32) -> Option<String> {
        if length == 0 {
            return Some(String::new());
        }
        self.take(length as usize).map(|bytes| gbk(&bytes))
    }
}
