//! Training samples: packed positions with their search score and game result.

use std::path::Path;

use eval::material::Material;
use eval::nnue::Features;
use game::{Eval, Game, KeySet, Line, Message, Position, Random, Side, Tactics};

use crate::dataset::Dataset;
use crate::record::Record;

/// Positions with a larger score are decided and left out.
const DECIDED_SCORE: i32 = 1500;
/// One game of this many is held out for validation.
const VALIDATION_SHARE: u64 = 50;
/// Upper bound of the active inputs of a position: 32 pieces and 30 hidden ones.
pub const MAX_INPUTS: usize = 64;

/// Packed positions.
#[derive(Default)]
pub struct Samples {
    heads: Vec<Head>,
    pieces: Vec<u16>,
}

/// Data of a position besides its pieces.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    start: u32,
    count: u8,
    /// Output bucket.
    pub bucket: u8,
    /// Half points of the side to move.
    pub result: u8,
    /// Bit 0: the second side is to move. Bits 1 and 2: the view of the first and the second side is mirrored.
    view: u8,
    /// TD(λ) target in centipawns for the side to move.
    pub score: i16,
    /// Hand-crafted evaluation for the side to move.
    pub hce: i16,
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns the data of a position.
    #[inline]
    pub fn head(&self, index: usize) -> &Head {
        &self.heads[index]
    }

    /// Returns the active inputs of a position, the side to move's view first; they are written to `out`.
    #[inline]
    pub fn inputs<'a>(
        &self,
        index: usize,
        map: &InputMap,
        out: &'a mut [[u16; MAX_INPUTS]; 2],
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

    fn push<F: Features>(&mut self, here: &F::Position, score: i32, result: u8, hce: i32) {
        let start = self.pieces.len() as u32;
        let mut view = here.turn().index() as u8;
        let pieces = &mut self.pieces;
        here.for_each_piece(&mut |square, piece| {
            pieces.push((piece * F::Position::SQUARES + square) as u16);
            if let Some(side) = F::king_of(piece)
                && F::is_mirrored(square)
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
        if count > MAX_INPUTS {
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
            hce: hce.clamp(-30_000, 30_000) as i16,
        });
    }
}

/// Input of each piece on each square, for each side, mirrored and not.
pub struct InputMap {
    tables: [Vec<u16>; 4],
}

impl InputMap {
    /// Makes the map of a game.
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

/// Statistics of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatasetStats {
    /// Games read.
    pub games: u64,
    /// Games that cannot be replayed.
    pub broken: u64,
    /// Results of the games: the first side's losses, draws, wins.
    pub results: [u64; 3],
    /// Positions searched.
    pub positions: u64,
    /// Positions left out: in check, with a capture as the best move, decided, duplicates.
    pub dropped: [u64; 4],
    /// Positions kept.
    pub kept: u64,
}

/// Returns the starting position of a game.
pub fn root<F: Features>(record: &Record) -> Option<F::Position> {
    let rules = <F::Position as Position>::Rules::default();
    match record.start.as_str() {
        "" => Some(F::Game::start(&rules)),
        text => F::Game::read_position(text, &rules).ok().map(|read| read.position),
    }
}

/// Reads a folder; returns the training set, the validation set and the statistics. `targets` gives the target of each
/// ply of a game.
pub fn read<F: Features>(
    folder: &Path,
    targets: &dyn Fn(&Record) -> Vec<i16>,
) -> Result<([Samples; 2], DatasetStats), Message> {
    let folder = Dataset::open(folder, F::Game::spec().name)?;
    let mut reader = SampleReader::<F> {
        sets: Default::default(),
        stats: DatasetStats::default(),
        seen: KeySet::default(),
        hce: F::Hce::default(),
    };
    folder.read(&mut |record| reader.add_game(&record, &targets(&record)))?;
    Ok((reader.sets, reader.stats))
}

struct SampleReader<F: Features> {
    sets: [Samples; 2],
    stats: DatasetStats,
    seen: KeySet,
    hce: F::Hce,
}

impl<F: Features> SampleReader<F> {
    fn add_game(&mut self, record: &Record, targets: &[i16]) {
        self.stats.games += 1;
        let Some(root) = root::<F>(record) else {
            self.stats.broken += 1;
            return;
        };
        self.stats.results[usize::from(record.result)] += 1;
        let validation = Random::new(self.stats.games).bits().is_multiple_of(VALIDATION_SHARE);
        let mut line = Line::new(root, <F::Position as Position>::Rules::default());
        for (index, (&ply, &target)) in record.plies.iter().zip(targets).enumerate() {
            if index >= record.opening {
                self.stats.positions += 1;
                let here = line.here();
                match self.reason_to_drop(here, ply) {
                    Some(reason) => self.stats.dropped[reason] += 1,
                    None => {
                        self.stats.kept += 1;
                        let own = here.turn() == Side::First;
                        let result = if own { record.result } else { 2 - record.result };
                        self.hce.reset(here);
                        let hce = self.hce.score(here).raw();
                        self.sets[usize::from(validation)].push::<F>(here, target.into(), result, hce);
                    }
                }
            }
            if !ply.play(&mut line) {
                self.stats.broken += 1;
                return;
            }
        }
    }

    /// Index into [`DatasetStats::dropped`] of the reason to leave a position out: it is not quiet, decided or a duplicate.
    fn reason_to_drop(&mut self, here: &F::Position, ply: crate::record::Ply) -> Option<usize> {
        if here.in_check() {
            return Some(0);
        }
        if ply.mv(here).is_none_or(|mv| here.is_capture(mv)) {
            return Some(1);
        }
        if ply.score().raw().abs() > DECIDED_SCORE {
            return Some(2);
        }
        (!self.seen.insert(here.key())).then_some(3)
    }
}
