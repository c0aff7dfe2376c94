//! CCBridge files (象棋桥): CBR, one game; CBL, a library; CBF, the older XML format.
//!
//! Source: the layout as described by walker8088/cchess, checked against its sample files.

use game::Side;

use super::result_of_number;
use crate::decode::utf16;
use crate::pgn::PgnFault;
use crate::raw_game::{RawBoard, RawGame, RawMove, point};

/// Magic bytes of a record.
pub const RECORD: &[u8] = b"CCBridge Record\0";
/// Magic bytes of a library.
pub const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

const BOARD: usize = 0x848;
const MOVES: usize = 0x8A6;
/// Alignment of the records of a library.
const SLOT: usize = 4096;

/// Reads the games of a library, or the one of a record.
pub fn read(bytes: &[u8], most: usize) -> impl Iterator<Item = RawGame> + '_ {
    let first = bytes.windows(RECORD.len()).position(|window| window == RECORD);
    let mut at = first;
    std::iter::from_fn(move || {
        let here = at?;
        let rest = bytes.get(here..)?;
        // A game longer than a slot takes several; the next one begins with its own magic bytes.
        let next =
            (1..=rest.len() / SLOT).map(|slots| slots * SLOT).find(|&far| rest[far..].starts_with(RECORD));
        at = next.map(|far| here + far);
        Some(record(&rest[..next.unwrap_or(rest.len())], most))
    })
}

fn record(bytes: &[u8], most: usize) -> RawGame {
    let mut game = RawGame::default();
    let (Some(head), Some(&result)) = (bytes.get(..MOVES), bytes.get(0x81C)) else {
        game.faults.push(PgnFault::BrokenOff);
        return game;
    };
    game.ending = result_of_number(result);
    game.tag("Game", "Chinese Chess");
    for (name, at, length) in [
        ("Title", 0xB4, 128),
        ("Event", 0x2B4, 64),
        ("Date", 0x374, 64),
        ("Site", 0x3B4, 64),
        ("Red", 0x434, 64),
        ("Black", 0x514, 64),
    ] {
        game.tag(name, &utf16(&head[at..at + length]));
    }
    let code = &head[0x7F4..0x7F7];
    if code[0].is_ascii_uppercase() && code[1..].iter().all(u8::is_ascii_digit) {
        game.tag("ECCO", &code.iter().map(|&byte| char::from(byte)).collect::<String>());
    }
    let mut board = RawBoard::default();
    for (index, &byte) in head[BOARD..BOARD + 90].iter().enumerate() {
        let piece = match byte & 0x0F {
            1 => 'R',
            2 => 'N',
            3 => 'B',
            4 => 'A',
            5 => 'K',
            6 => 'C',
            7 => 'P',
            _ => continue,
        };
        match byte >> 4 {
            1 => board.put(place(index as u8), piece),
            2 => board.put(place(index as u8), piece.to_ascii_lowercase()),
            _ => {}
        }
    }
    moves(&bytes[MOVES..], most, &mut game);
    let stated = if head[0x844] == 2 { Side::Second } else { Side::First };
    let opener = game.moves.first().and_then(|mv| board.owner(mv.from));
    game.setup = Some(board.fen(opener.unwrap_or(stated)));
    game
}

/// Square of an index counted row by row from Black's corner.
fn place(byte: u8) -> Option<u8> {
    point(byte % 9, 9_u8.checked_sub(byte / 9)?)
}

/// Reads the moves in depth-first order: a move, its continuation, then its alternatives.
fn moves(bytes: &[u8], most: usize, game: &mut RawGame) {
    let mut at = 0_usize;
    let mut after: Option<usize> = None;
    let mut branches: Vec<Option<usize>> = Vec::new();
    let mut opened = false;
    loop {
        if game.moves.len() > most {
            return game.faults.push(PgnFault::TooLarge);
        }
        let Some(&[flags, _, from, to]) = bytes.get(at..at + 4) else {
            // A game without moves ends with its header.
            return if opened {
                game.faults.push(PgnFault::BrokenOff);
            };
        };
        at += 4;
        let mut comment = String::new();
        if flags & 4 != 0 {
            let length = bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
            let text = length.and_then(|length| bytes.get(at + 4..(at + 4).checked_add(length as usize)?));
            let Some(text) = text else { return game.faults.push(PgnFault::BrokenOff) };
            at += 4 + text.len();
            comment = utf16(text);
        }
        let here = if opened {
            if flags == 0 && from == to {
                // Zero padding after the last move.
                return;
            }
            let (from, to) = (place(from).unwrap_or(u8::MAX), place(to).unwrap_or(u8::MAX));
            game.moves.push(RawMove { after, from, to, comment });
            if flags & 2 != 0 {
                branches.push(after);
            }
            Some(game.moves.len() - 1)
        } else {
            opened = true;
            game.preface = comment;
            None
        };
        if flags & 1 == 0 {
            after = here;
        } else {
            match branches.pop() {
                Some(branch) => after = branch,
                None => return,
            }
        }
    }
}

/// Reads the older XML format; `None` if the text is something else.
pub fn read_xml(text: &str, most: usize) -> Option<RawGame> {
    if !text.contains("<ChineseChessRecord") {
        return None;
    }
    let mut game = RawGame::default();
    let (head, rest) = text.split_once("<MoveList").unwrap_or((text, ""));
    let value = |name: &str| {
        let (_, rest) = head.split_once(&format!("<{name}>"))?;
        rest.split_once("</").map(|(value, _)| unescape(value))
    };
    game.tag("Game", "Chinese Chess");
    for (tag, name) in [
        ("Title", "Name"),
        ("Event", "Contest"),
        ("Round", "Round"),
        ("Date", "Date"),
        ("Site", "Site"),
        ("Red", "Red"),
        ("RedTeam", "RedTeam"),
        ("Black", "Black"),
        ("BlackTeam", "BlackTeam"),
        ("Annotator", "Commentator"),
        ("Author", "Creator"),
        ("ECCO", "ECCO"),
    ] {
        if let Some(value) = value(name) {
            game.tag(tag, &value);
        }
    }
    game.ending =
        result_of_number(value("RecordResult").and_then(|word| word.trim().parse().ok()).unwrap_or(0));
    game.setup = value("FEN").filter(|fen| !fen.trim().is_empty());
    let mut after = None;
    let mut branches: Vec<Option<usize>> = Vec::new();
    for (index, piece) in rest.split("<Move ").skip(1).enumerate() {
        if game.moves.len() > most {
            game.faults.push(PgnFault::TooLarge);
            break;
        }
        let (attributes, body) = piece.split_once('>').unwrap_or((piece, ""));
        let attribute = |name: &str| {
            let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
            rest.split_once('"').map(|(value, _)| value)
        };
        let body =
            if attributes.ends_with('/') { "" } else { body.split("</Move>").next().unwrap_or_default() };
        let comment = unescape(body.trim().trim_start_matches("<![CDATA[").trim_end_matches("]]>"));
        if index == 0 {
            game.preface = comment;
            continue;
        }
        let squares =
            attribute("value").map(|value| value.bytes().filter(u8::is_ascii_digit).collect::<Vec<_>>());
        let squares: Option<[u8; 4]> = squares.and_then(|squares| squares.try_into().ok());
        let at = |file: u8, row: u8| point(file - b'0', (b'9').saturating_sub(row)).unwrap_or(u8::MAX);
        let [a, b, c, d] = squares.unwrap_or([b'9'; 4]);
        game.moves.push(RawMove { after, from: at(a, b), to: at(c, d), comment });
        if attribute("branch").or(attribute("var")) == Some("1") {
            branches.push(after);
        }
        after = Some(game.moves.len() - 1);
        if attribute("end") == Some("1") {
            match branches.pop() {
                Some(branch) => after = branch,
                None => break,
            }
        }
    }
    Some(game)
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}
