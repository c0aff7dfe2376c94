//! Positions to learn from, packed: the pieces on their squares, what the search said, how the game ended.

use std::path::Path;

use eval::material::Pieces;
use eval::nnue::Features;
use game::{Eval, Game, KeySet, Line, Message, Position, Random, Side, Tactics};

use crate::chunk::Folder;
use crate::record::Record;

/// Scores beyond this are decided games: nothing is left to learn.
const DECIDED: i32 = 1500;
/// One game of so many is held out, to see whether what was learnt holds elsewhere.
const HELD_OUT: u64 = 50;
/// No position has more inputs than this: 32 pieces, 30 hidden ones.
pub const MOST_INPUTS: usize = 64;

/// Positions side by side.
#[derive(Default)]
pub struct Samples {
    heads: Vec<Head>,
    pieces: Vec<u16>,
}

/// What is known of a position besides its pieces.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    start: u32,
    count: u8,
    /// The kind of material.
    pub bucket: u8,
    /// The side to move's half points.
    pub result: u8,
    /// Bit 0: the second side is to move. Bits 1 and 2: the first and the second side look into the mirror.
    view: u8,
    /// What the search said to the side to move, with as much hindsight as was asked for.
    pub score: i16,
    /// What the opinion written by hand says to the side to move.
    pub classic: i16,
}

impl Samples {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// What is known of a position.
    #[inline]
    pub fn head(&self, index: usize) -> &Head {
        &self.heads[index]
    }

    /// The inputs of a position, the side to move's first; `flip` holds both views into the mirror where that is as
    /// good (a king in the middle).
    #[inline]
    pub fn inputs<'a>(
        &self,
        index: usize,
        map: &InputMap,
        out: &'a mut [[u16; MOST_INPUTS]; 2],
    ) -> [&'a [u16]; 2] {
        let head = &self.heads[index];
        let pieces = &self.pieces[head.start as usize..][..usize::from(head.count)];
        let own = usize::from(head.view & 1);
        for (slot, side) in out.iter_mut().zip([own, 1 - own]) {
            let table = map.table(side, head.view >> (1 + side) & 1 == 1);
            for (to, &piece) in slot.iter_mut().zip(pieces) {
                *to = table[usize::from(piece)];
            }
        }
        let [first, second] = out;
        [&first[..pieces.len()], &second[..pieces.len()]]
    }

    fn push<F: Features>(&mut self, here: &F::Position, score: i32, result: u8, classic: i32) {
        let start = self.pieces.len() as u32;
        let mut view = here.turn().index() as u8;
        let pieces = &mut self.pieces;
        here.each_piece(&mut |square, piece| {
            pieces.push((piece * F::Position::SQUARES + square) as u16);
            if let Some(side) = F::king_of(piece)
                && F::mirrors(square)
            {
                view |= 2 << side.index();
            }
        });
        F::pools(here, &mut |piece, count| {
            pieces.extend(std::iter::repeat_n(
                (F::Position::PIECES * F::Position::SQUARES + piece) as u16,
                count,
            ));
        });
        let count = self.pieces.len() - start as usize;
        if count > MOST_INPUTS {
            self.pieces.truncate(start as usize);
            return;
        }
        self.heads.push(Head {
            start,
            count: count as u8,
            bucket: F::bucket(here).min(F::BUCKETS - 1) as u8,
            result,
            view,
            score: score as i16,
            classic: classic.clamp(-30_000, 30_000) as i16,
        });
    }
}

/// The input of each piece on each square, for each side and both ways of looking.
pub struct InputMap {
    tables: [Vec<u16>; 4],
}

impl InputMap {
    /// The map of a game.
    pub fn new<F: Features>() -> Self {
        let places = F::Position::PIECES * F::Position::SQUARES;
        let table = |side: Side, mirrored: bool| {
            (0..places + F::Position::PIECES)
                .map(|code| {
                    let input = if code < places {
                        F::input(side, mirrored, code % F::Position::SQUARES, code / F::Position::SQUARES)
                    } else {
                        F::pool_input(side, code - places)
                    };
                    input.min(F::INPUTS - 1) as u16
                })
                .collect()
        };
        let [first, second] = Side::BOTH;
        InputMap {
            tables: [table(first, false), table(first, true), table(second, false), table(second, true)],
        }
    }

    #[inline]
    fn table(&self, side: usize, mirrored: bool) -> &[u16] {
        &self.tables[side * 2 + usize::from(mirrored)]
    }
}

/// What was read and what was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Games read.
    pub games: u64,
    /// Games that could not be replayed.
    pub broken: u64,
    /// Their results: the first side's losses, draws, wins.
    pub results: [u64; 3],
    /// Positions searched.
    pub positions: u64,
    /// Of those: in check, with a capture as the best move, decided, seen before.
    pub dropped: [u64; 4],
    /// Positions kept.
    pub kept: u64,
}

/// The position a game begins with.
pub fn root<F: Features>(record: &Record) -> Option<F::Position> {
    let rules = <F::Position as Position>::Rules::default();
    match record.start.as_str() {
        "" => Some(F::Game::start(&rules)),
        text => F::Game::read_position(text, &rules).ok().map(|read| read.position),
    }
}

/// Reads a folder: those to learn from, those held out, and the count. `aims` says what each ply of a game teaches.
pub fn read<F: Features>(
    folder: &Path,
    aims: &dyn Fn(&Record) -> Vec<i16>,
) -> Result<([Samples; 2], Counted), Message> {
    let folder = Folder::open(folder, F::Game::spec().name)?;
    let mut gleaner = Gleaner::<F> {
        sets: Default::default(),
        counted: Counted::default(),
        seen: KeySet::default(),
        classic: F::Classic::default(),
    };
    folder.read(&mut |record| gleaner.glean(&record, &aims(&record)))?;
    Ok((gleaner.sets, gleaner.counted))
}

struct Gleaner<F: Features> {
    sets: [Samples; 2],
    counted: Counted,
    seen: KeySet,
    classic: F::Classic,
}

impl<F: Features> Gleaner<F> {
    fn glean(&mut self, record: &Record, aims: &[i16]) {
        self.counted.games += 1;
        let Some(root) = root::<F>(record) else {
            self.counted.broken += 1;
            return;
        };
        self.counted.results[usize::from(record.result)] += 1;
        let held_out = Random::new(self.counted.games).bits().is_multiple_of(HELD_OUT);
        let mut line = Line::new(root, <F::Position as Position>::Rules::default());
        for (index, (&ply, &aim)) in record.plies.iter().zip(aims).enumerate() {
            if index >= record.opening {
                self.counted.positions += 1;
                let here = line.here();
                match self.reason_to_drop(here, ply) {
                    Some(reason) => self.counted.dropped[reason] += 1,
                    None => {
                        self.counted.kept += 1;
                        let own = here.turn() == Side::First;
                        let result = if own { record.result } else { 2 - record.result };
                        self.classic.reset(here);
                        let classic = self.classic.score(here).raw();
                        self.sets[usize::from(held_out)].push::<F>(here, aim.into(), result, classic);
                    }
                }
            }
            if !ply.play(&mut line) {
                self.counted.broken += 1;
                return;
            }
        }
    }

    /// Positions that are not quiet, not open or not new teach the wrong thing, or nothing.
    fn reason_to_drop(&mut self, here: &F::Position, ply: crate::record::Ply) -> Option<usize> {
        if here.in_check() {
            return Some(0);
        }
        if ply.mv(here).is_none_or(|mv| here.is_capture(mv)) {
            return Some(1);
        }
        if ply.score().raw().abs() > DECIDED {
            return Some(2);
        }
        (!self.seen.insert(here.key())).then_some(3)
    }
}
