//! The files of CCBridge (象棋桥): CBR, one game; CBL, a library of them; CBF, its older form in XML.
//!
//! Facts: the layout as walker8088/cchess describes it, checked against its sample files.

use game::Side;

use super::result_word;
use crate::decode::utf16;
use crate::pgn::PgnFault;
use crate::raw_game::{Points, RawGame, RawMove, point};

/// How a record begins.
pub const RECORD: &[u8] = b"CCBridge Record\0";
/// How a library begins.
pub const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

const BOARD: usize = 0x848;
const MOVES: usize = 0x8A6;
/// Records of a library stand this far apart.
const SLOT: usize = 4096;

/// The games of a library, or the one of a record.
pub fn read(bytes: &[u8], most: usize) -> impl Iterator<Item = RawGame> + '_ {
    let first = bytes.windows(RECORD.len()).position(|window| window == RECORD);
    let mut at = first;
    std::iter::from_fn(move || {
        let here = at?;
        let rest = bytes.get(here..)?;
        // A game longer than a slot takes several; the next one begins with its own name.
        let next =
            (1..=rest.len() / SLOT).map(|slots| slots * SLOT).find(|&far| rest[far..].starts_with(RECORD));
        at = next.map(|far| here + far);
        Some(record(&rest[..next.unwrap_or(rest.len())], most))
    })
}

fn record(bytes: &[u8], most: usize) -> RawGame {
    let mut sketch = RawGame::default();
    let (Some(head), Some(&result)) = (bytes.get(..MOVES), bytes.get(0x81C)) else {
        sketch.faults.push(PgnFault::BrokenOff);
        return sketch;
    };
    sketch.ending = result_word(result);
    sketch.tag("Game", "Chinese Chess");
    for (name, at, length) in [
        ("Title", 0xB4, 128),
        ("Event", 0x2B4, 64),
        ("Date", 0x374, 64),
        ("Site", 0x3B4, 64),
        ("Red", 0x434, 64),
        ("Black", 0x514, 64),
    ] {
        sketch.tag(name, &utf16(&head[at..at + length]));
    }
    let code = &head[0x7F4..0x7F7];
    if code[0].is_ascii_uppercase() && code[1..].iter().all(u8::is_ascii_digit) {
        sketch.tag("ECCO", &code.iter().map(|&byte| char::from(byte)).collect::<String>());
    }
    let mut points = Points::default();
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
            1 => points.put(place(index as u8), piece),
            2 => points.put(place(index as u8), piece.to_ascii_lowercase()),
            _ => {}
        }
    }
    moves(&bytes[MOVES..], most, &mut sketch);
    let said = if head[0x844] == 2 { Side::Second } else { Side::First };
    let opener = sketch.moves.first().and_then(|mv| points.owner(mv.from));
    sketch.setup = Some(points.fen(opener.unwrap_or(said)));
    sketch
}

/// A place counted from black's corner, row by row.
fn place(byte: u8) -> Option<u8> {
    point(byte % 9, 9_u8.checked_sub(byte / 9)?)
}

/// Reads the moves: each before what follows it, what follows before what stands instead of it.
fn moves(bytes: &[u8], most: usize, sketch: &mut RawGame) {
    let mut at = 0_usize;
    let mut after: Option<usize> = None;
    let mut branches: Vec<Option<usize>> = Vec::new();
    let mut opened = false;
    loop {
        if sketch.moves.len() > most {
            return sketch.faults.push(PgnFault::TooLarge);
        }
        let Some(&[flags, _, from, to]) = bytes.get(at..at + 4) else {
            // A game without moves ends with its header.
            return if opened {
                sketch.faults.push(PgnFault::BrokenOff);
            };
        };
        at += 4;
        let mut comment = String::new();
        if flags & 4 != 0 {
            let length = bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
            let text = length.and_then(|length| bytes.get(at + 4..(at + 4).checked_add(length as usize)?));
            let Some(text) = text else { return sketch.faults.push(PgnFault::BrokenOff) };
            at += 4 + text.len();
            comment = utf16(text);
        }
        let here = if opened {
            if flags == 0 && from == to {
                // What is not written any more is zero.
                return;
            }
            let (from, to) = (place(from).unwrap_or(u8::MAX), place(to).unwrap_or(u8::MAX));
            sketch.moves.push(RawMove { after, from, to, comment });
            if flags & 2 != 0 {
                branches.push(after);
            }
            Some(sketch.moves.len() - 1)
        } else {
            opened = true;
            sketch.preface = comment;
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

/// Reads the older form; `None` where it is not.
pub fn read_xml(text: &str, most: usize) -> Option<RawGame> {
    if !text.contains("<ChineseChessRecord") {
        return None;
    }
    let mut sketch = RawGame::default();
    let (head, rest) = text.split_once("<MoveList").unwrap_or((text, ""));
    let value = |name: &str| {
        let (_, rest) = head.split_once(&format!("<{name}>"))?;
        rest.split_once("</").map(|(value, _)| unescape(value))
    };
    sketch.tag("Game", "Chinese Chess");
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
            sketch.tag(tag, &value);
        }
    }
    sketch.ending = result_word(value("RecordResult").and_then(|word| word.trim().parse().ok()).unwrap_or(0));
    sketch.setup = value("FEN").filter(|fen| !fen.trim().is_empty());
    let mut after = None;
    let mut branches: Vec<Option<usize>> = Vec::new();
    for (index, piece) in rest.split("<Move ").skip(1).enumerate() {
        if sketch.moves.len() > most {
            sketch.faults.push(PgnFault::TooLarge);
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
            sketch.preface = comment;
            continue;
        }
        let squares =
            attribute("value").map(|value| value.bytes().filter(u8::is_ascii_digit).collect::<Vec<_>>());
        let squares: Option<[u8; 4]> = squares.and_then(|squares| squares.try_into().ok());
        let at = |file: u8, row: u8| point(file - b'0', (b'9').saturating_sub(row)).unwrap_or(u8::MAX);
        let [a, b, c, d] = squares.unwrap_or([b'9'; 4]);
        sketch.moves.push(RawMove { after, from: at(a, b), to: at(c, d), comment });
        if attribute("branch").or(attribute("var")) == Some("1") {
            branches.push(after);
        }
        after = Some(sketch.moves.len() - 1);
        if attribute("end") == Some("1") {
            match branches.pop() {
                Some(branch) => after = branch,
                None => break,
            }
        }
    }
    Some(sketch)
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}
