//! Record of a self-play game and its binary format: start, opening, moves with reveals and scores, result. A quiet
//! position from inside a search is a record of its own.

use game::{Line, Move as _, Position, RevealList, Score};

/// A self-play game. After the opening the move played is always the best move of the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Starting position as text; empty for the usual one.
    pub start: String,
    /// Number of random plies at the beginning, played without a search.
    pub opening: usize,
    /// All plies.
    pub plies: Vec<Ply>,
    /// Half points of the first side: 0, 1 or 2.
    pub result: u8,
}

/// Bytes of a ply in a file.
pub const PLY_SIZE: u64 = 5;

/// One ply of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Raw bits of the move; 0 in the record of a position.
    pub mv: u16,
    /// Index of its reveal, in the order of the rules.
    pub reveal: u8,
    /// Search score for the side to move; 0 in the opening.
    pub score: i16,
}

/// Size of the header of a record: its length, and a checksum that detects truncation.
pub const HEADER: usize = 8;
/// Upper bound of the length of a record.
const MAX_BYTES: usize = 1 << 16;

impl Record {
    /// Record of a quiet position without a move: one ply, which has the score. `result` is that of the game it comes from.
    pub fn position(start: String, score: Score, result: u8) -> Record {
        let score = score.raw().clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Record { start, opening: 0, plies: vec![Ply { mv: 0, reveal: 0, score }], result }
    }

    /// Returns true for the record of a position.
    pub fn is_position(&self) -> bool {
        matches!(self.plies[..], [Ply { mv: 0, .. }])
    }

    /// Number of positions that were searched.
    pub fn searched(&self) -> usize {
        self.plies.len().saturating_sub(self.opening)
    }

    /// Appends the record in binary format, header included.
    pub fn write(&self, out: &mut Vec<u8>) {
        let begin = out.len();
        out.extend([0; HEADER]);
        let start = &self.start.as_bytes()[..self.start.len().min(255)];
        out.push(start.len() as u8);
        out.extend(start);
        out.push(self.result);
        out.push(self.opening.min(255) as u8);
        for ply in &self.plies {
            out.extend(ply.mv.to_le_bytes());
            out.push(ply.reveal);
            out.extend(ply.score.to_le_bytes());
        }
        let body = &out[begin + HEADER..];
        let head = [(body.len() as u32).to_le_bytes(), checksum(body).to_le_bytes()].concat();
        out[begin..begin + HEADER].copy_from_slice(&head);
    }

    /// Reads a record from the start of the bytes; returns it with its length, or `None` if it is truncated or damaged.
    pub fn read(bytes: &[u8]) -> Option<(Record, usize)> {
        let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let length = usize::try_from(word(0)?).ok().filter(|&length| length < MAX_BYTES)?;
        let body = bytes.get(HEADER..HEADER + length)?;
        if checksum(body) != word(4)? {
            return None;
        }
        let (&count, rest) = body.split_first()?;
        let (start, rest) = rest.split_at_checked(usize::from(count))?;
        let [result, opening, plies @ ..] = rest else { return None };
        let plies = plies
            .chunks_exact(PLY_SIZE as usize)
            .map(|ply| Ply {
                mv: u16::from_le_bytes([ply[0], ply[1]]),
                reveal: ply[2],
                score: i16::from_le_bytes([ply[3], ply[4]]),
            })
            .collect();
        let record = Record {
            start: String::from_utf8(start.to_vec()).ok()?,
            opening: usize::from(*opening),
            plies,
            result: *result,
        };
        (record.result <= 2).then_some((record, HEADER + length))
    }
}

/// FNV-1a checksum (Fowler, Noll, Vo).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Ply {
    /// Makes a ply.
    pub fn new<P: Position>(mv: P::Move, reveal: u8, score: Score) -> Self {
        Ply { mv: mv.raw().get(), reveal, score: score.raw() as i16 }
    }

    /// Returns the score.
    pub fn score(self) -> Score {
        Score::from_raw(i32::from(self.score))
    }

    /// Returns the move if it is legal here.
    pub fn mv<P: Position>(self, here: &P) -> Option<P::Move> {
        let mv = P::Move::from_raw(std::num::NonZeroU16::new(self.mv)?)?;
        here.is_legal(mv).then_some(mv)
    }

    /// Plays the move; returns false and plays nothing if it is not legal.
    pub fn play<P: Position>(self, line: &mut Line<P>) -> bool {
        let here = line.here();
        let Some(mv) = self.mv(here) else { return false };
        let reveal =
            if P::DETERMINISTIC { Some(here.unrevealed(mv)) } else { reveal_of(here, mv, self.reveal) };
        reveal.is_some_and(|reveal| {
            line.push(mv, reveal);
            true
        })
    }
}

/// Returns the reveal with this index.
fn reveal_of<P: Position>(here: &P, mv: P::Move, number: u8) -> Option<P::Reveal> {
    let mut reveals = RevealList::new();
    here.reveals(mv, &mut reveals);
    reveals.iter().nth(usize::from(number)).map(|(reveal, _)| reveal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let ply = |mv: u16, reveal: u8, score: i16| Ply { mv, reveal, score };
        Record {
            start: "4k4/9 w".to_owned(),
            opening: 1,
            plies: vec![ply(7, 0, 0), ply(65_535, 48, -31_000), ply(300, 3, 31_000)],
            result: 2,
        }
    }

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        Record::default().write(&mut bytes);
        let (first, taken) = Record::read(&bytes).expect("whole");
        assert_eq!(first, record());
        assert_eq!(Record::read(&bytes[taken..]).expect("whole").0, Record::default());
    }

    #[test]
    fn a_truncated_or_damaged_record_is_rejected() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(Record::read(&bytes[..end]), None, "{end}");
        }
        for place in HEADER..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            assert_eq!(Record::read(&changed), None, "{place}");
        }
        assert_eq!(Record::read(&[0xFF; 64]), None);
    }
}
