//! A game played for learning, and its bytes: start, opening, moves with their reveals and scores, result.

use game::{Line, Move as _, Position, RevealList, Score};

/// A game of self-play. The move played is always the one the search called best, but in the opening.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The position it begins with, as text; empty for the game's start.
    pub start: String,
    /// How many of the plies were drawn at random, before anybody thought.
    pub opening: usize,
    /// Every ply.
    pub plies: Vec<Ply>,
    /// The first side's half points: 0, 1 or 2.
    pub result: u8,
}

/// One ply of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move's bits.
    pub mv: u16,
    /// Which of its reveals it met, counted as the rules list them.
    pub reveal: u8,
    /// What the search said to the side to move; nothing in the opening.
    pub score: i16,
}

/// What stands before a record's bytes: their number, and their sum to find a torn end by.
pub const HEAD: usize = 8;
/// No game is longer.
const MOST_BYTES: usize = 1 << 16;

impl Record {
    /// How many positions were searched.
    pub fn searched(&self) -> usize {
        self.plies.len().saturating_sub(self.opening)
    }

    /// Appends the bytes, head included.
    pub fn write(&self, out: &mut Vec<u8>) {
        let begin = out.len();
        out.extend([0; HEAD]);
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
        let body = &out[begin + HEAD..];
        let head = [(body.len() as u32).to_le_bytes(), checksum(body).to_le_bytes()].concat();
        out[begin..begin + HEAD].copy_from_slice(&head);
    }

    /// Reads the record the bytes begin with, and how many bytes it took; `None` where they are torn or wrong.
    pub fn read(bytes: &[u8]) -> Option<(Record, usize)> {
        let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let length = usize::try_from(word(0)?).ok().filter(|&length| length < MOST_BYTES)?;
        let body = bytes.get(HEAD..HEAD + length)?;
        if checksum(body) != word(4)? {
            return None;
        }
        let (&count, rest) = body.split_first()?;
        let (start, rest) = rest.split_at_checked(usize::from(count))?;
        let [result, opening, plies @ ..] = rest else { return None };
        let plies = plies
            .chunks_exact(5)
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
        (record.result <= 2).then_some((record, HEAD + length))
    }
}

/// Fowler, Noll and Vo's sum (FNV-1a).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Ply {
    /// A ply as it was played.
    pub fn new<P: Position>(mv: P::Move, reveal: u8, score: Score) -> Self {
        Ply { mv: mv.raw().get(), reveal, score: score.raw() as i16 }
    }

    /// The score.
    pub fn score(self) -> Score {
        Score::from_raw(i32::from(self.score))
    }

    /// The move, if it is legal here.
    pub fn mv<P: Position>(self, here: &P) -> Option<P::Move> {
        let mv = P::Move::from_raw(std::num::NonZeroU16::new(self.mv)?)?;
        here.is_legal(mv).then_some(mv)
    }

    /// Plays it; `false`, and nothing played, where it is not legal.
    pub fn play<P: Position>(self, line: &mut Line<P>) -> bool {
        let here = line.here();
        let Some(mv) = self.mv(here) else { return false };
        let reveal = if P::CERTAIN { Some(here.unrevealed(mv)) } else { reveal_of(here, mv, self.reveal) };
        reveal.is_some_and(|reveal| {
            line.push(mv, reveal);
            true
        })
    }
}

/// The reveal of this number.
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
    fn a_torn_or_changed_record_is_not_believed() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(Record::read(&bytes[..end]), None, "{end}");
        }
        for place in HEAD..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            assert_eq!(Record::read(&changed), None, "{place}");
        }
        assert_eq!(Record::read(&[0xFF; 64]), None);
    }
}
