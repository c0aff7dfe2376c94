//! Training samples: packed positions with their target score and game result.
//!
//! A sample has a fixed size for each game (32 bytes at chess, 36 at xiangqi, 60 at jieqi), so that sets of samples can be
//! indexed, shuffled and streamed from disk without parsing. It is decoded into network inputs when it is used.

use std::marker::PhantomData;

use eval::material::Material;
use eval::nnue::{Features, KingLayout, KingView};
use game::{Position, Side};

/// Upper bound of the active inputs of a position: 32 pieces and 30 hidden ones.
const MAX_INPUTS: usize = 64;
/// Upper bound of the weight rows of a position: each input may have one of the factorizer too.
pub const MAX_ROWS: usize = 2 * MAX_INPUTS;
/// Upper bound of the pieces on a board.
const MAX_PIECES: usize = 32;
/// Bytes before the board: view, bucket, result, number of pieces, score, hand-crafted evaluation.
const HEAD_SIZE: usize = 8;
/// Bytes of the counts of hidden pieces: one nibble for each of 16 kinds.
const POOL_SIZE: usize = 8;

/// Byte layout of the samples of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    squares: usize,
    /// Number of piece kinds.
    pieces: usize,
    /// True if kinds take a byte instead of a nibble, and counts of hidden pieces follow.
    is_wide: bool,
}

impl Layout {
    /// Layout of a game's samples.
    pub fn new<F: Features>() -> Self {
        let (squares, pieces) = (F::Position::SQUARES, F::Position::PIECES);
        Layout { squares, pieces, is_wide: pieces > 16 }
    }

    fn set_size(self) -> usize {
        self.squares.div_ceil(8)
    }

    /// Size of a sample in bytes.
    pub fn size(self) -> usize {
        let rest = if self.is_wide { MAX_PIECES + POOL_SIZE } else { MAX_PIECES / 2 };
        (HEAD_SIZE + self.set_size() + rest).next_multiple_of(4)
    }
}

/// Data of a sample besides its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// Bit 0: the second side is to move. Bits 1 and 2: the view of the first and the second side is mirrored.
    view: u8,
    /// Output bucket.
    pub bucket: u8,
    /// Half points of the side to move.
    pub result: u8,
    count: u8,
    /// Target score in centipawns for the side to move.
    pub score: i16,
    /// Hand-crafted evaluation for the side to move.
    pub hce: i16,
}

/// Part of a packed sample that identifies its position: the side to move and the board.
pub fn board(sample: &[u8]) -> (u8, &[u8]) {
    (sample[0] & 1, &sample[HEAD_SIZE..])
}

/// Set of packed samples in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Samples {
    layout: Layout,
    bytes: Vec<u8>,
}

impl Samples {
    /// A set of these bytes; an incomplete sample at the end is left out.
    pub fn from_bytes(layout: Layout, mut bytes: Vec<u8>) -> Self {
        bytes.truncate(bytes.len() / layout.size() * layout.size());
        Samples { layout, bytes }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.layout.size()
    }

    /// Bytes of a sample.
    #[inline]
    pub fn bytes(&self, index: usize) -> &[u8] {
        let size = self.layout.size();
        &self.bytes[index * size..][..size]
    }

    /// All bytes of the set.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Keeps the samples for which `keep` returns true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Samples, usize) -> bool) {
        let (size, count) = (self.layout.size(), self.len());
        let kept: Vec<usize> = (0..count).filter(|&index| keep(self, index)).collect();
        for (to, from) in kept.iter().enumerate() {
            self.bytes.copy_within(from * size..(from + 1) * size, to * size);
        }
        self.bytes.truncate(kept.len() * size);
    }

    /// Returns the data of a sample.
    #[inline]
    pub fn head(&self, index: usize) -> Head {
        let bytes = self.bytes(index);
        Head {
            view: bytes[0],
            bucket: bytes[1],
            result: bytes[2],
            count: bytes[3],
            score: i16::from_le_bytes([bytes[4], bytes[5]]),
            hce: i16::from_le_bytes([bytes[6], bytes[7]]),
        }
    }

    /// Returns the weight rows of the active inputs of a sample, the side to move's view first; they are written to `out`.
    #[inline]
    pub fn rows<'a>(
        &self,
        index: usize,
        map: &InputMap,
        out: &'a mut [[u16; MAX_ROWS]; 2],
    ) -> [&'a [u16]; 2] {
        let Head { view, count, .. } = self.head(index);
        let own = usize::from(view & 1);
        let tables = [own, 1 - own].map(|side| map.table(side, view >> (1 + side) & 1 == 1));
        let board = &self.bytes(index)[HEAD_SIZE..];
        let (set, kinds) = board.split_at(self.layout.set_size());
        let (mut length, mut buckets) = (0, [0; 2]);
        let mut push = |code: usize| {
            for (slot, table) in out.iter_mut().zip(tables) {
                slot[length] = table[code];
            }
            length += 1;
        };
        let mut piece = 0;
        for (byte, &bits) in set.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 && piece < usize::from(count) {
                let square = byte * 8 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let kind =
                    if self.layout.is_wide { kinds[piece] } else { kinds[piece / 2] >> (piece % 2 * 4) & 15 };
                let code = usize::from(kind) * self.layout.squares + square;
                if let Some(&(side, bucket)) = map.kings.get(code).and_then(Option::as_ref) {
                    buckets[usize::from(side != own)] = bucket;
                }
                push(code);
                piece += 1;
            }
        }
        if self.layout.is_wide {
            for (kind, nibbles) in kinds[MAX_PIECES..][..POOL_SIZE].iter().enumerate() {
                for (half, count) in [nibbles & 15, nibbles >> 4].into_iter().enumerate() {
                    for _ in 0..count {
                        push(self.layout.pieces * self.layout.squares + kind * 2 + half);
                    }
                }
            }
        }
        let length = map.add_king_buckets(out, length, buckets);
        let [first, second] = out;
        [&first[..length], &second[..length]]
    }
}

/// Packs positions of a game into samples.
pub struct Packer<F> {
    layout: Layout,
    bytes: Vec<u8>,
    kinds: Vec<(usize, usize)>,
    features: PhantomData<fn() -> F>,
}

impl<F: Features> Packer<F> {
    /// A packer of the game.
    pub fn new() -> Self {
        let layout = Layout::new::<F>();
        Packer {
            layout,
            bytes: vec![0; layout.size()],
            kinds: Vec::with_capacity(MAX_PIECES),
            features: PhantomData,
        }
    }

    /// Packs a position; `None` if it has more pieces than fit.
    pub fn pack(&mut self, here: &F::Position, score: i16, result: u8, hce: i32) -> Option<&[u8]> {
        let layout = self.layout;
        let mut view = here.turn().index() as u8;
        let kinds = &mut self.kinds;
        kinds.clear();
        here.for_each_piece(&mut |square, piece| {
            kinds.push((square, piece));
            if let Some(side) = F::king_of(piece)
                && F::is_mirrored(square)
            {
                view |= 2 << side.index();
            }
        });
        if kinds.len() > MAX_PIECES {
            return None;
        }
        kinds.sort_unstable();
        self.bytes.fill(0);
        let bucket = F::bucket(here).min(F::BUCKETS - 1) as u8;
        self.bytes[..4].copy_from_slice(&[view, bucket, result, kinds.len() as u8]);
        self.bytes[4..6].copy_from_slice(&score.to_le_bytes());
        self.bytes[6..8].copy_from_slice(&(hce.clamp(-30_000, 30_000) as i16).to_le_bytes());
        let (set, rest) = self.bytes[HEAD_SIZE..].split_at_mut(layout.set_size());
        for (index, &(square, kind)) in kinds.iter().enumerate() {
            set[square / 8] |= 1 << (square % 8);
            if layout.is_wide {
                rest[index] = kind as u8;
            } else {
                rest[index / 2] |= (kind as u8) << (index % 2 * 4);
            }
        }
        let mut total = kinds.len();
        let mut fits = true;
        F::pools(here, &mut |piece, count| {
            total += count;
            fits &= layout.is_wide && piece < 2 * POOL_SIZE && count < 16;
            if fits {
                rest[MAX_PIECES + piece / 2] |= (count as u8) << (piece % 2 * 4);
            }
        });
        (fits && total <= MAX_INPUTS).then_some(&self.bytes)
    }
}

/// Input of each piece on each square, for each side, mirrored and not, and the king buckets.
///
/// With king buckets the weights are trained as a sum of two (a factorizer): a row that all buckets share, and the
/// bucket's own. So what is common to all is learned from all positions. The shared rows come after those of the buckets.
pub struct InputMap {
    tables: [Vec<u16>; 4],
    /// Side and king bucket of each king on each square; empty without king buckets.
    kings: Vec<Option<(usize, u16)>>,
    inputs: u16,
    /// First shared row, where there are any.
    shared: Option<u16>,
}

impl InputMap {
    /// Makes the map of a game.
    pub fn new<F: Features>(layout: KingLayout) -> Self {
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
        let king = |code: usize| {
            let side = F::king_of(code / F::Position::SQUARES)?;
            let view = KingView::new::<F>(layout, side, code % F::Position::SQUARES);
            Some((side.index(), u16::from(view.bucket)))
        };
        let [first, second] = Side::BOTH;
        InputMap {
            tables: [table(first, false), table(first, true), table(second, false), table(second, true)],
            kings: if layout.count > 1 { (0..places).map(king).collect() } else { Vec::new() },
            inputs: F::INPUTS as u16,
            shared: (layout.count > 1).then_some((layout.count * F::INPUTS) as u16),
        }
    }

    /// Number of weight rows in training.
    pub fn rows<F: Features>(layout: KingLayout) -> usize {
        (layout.count + usize::from(layout.count > 1)) * F::INPUTS
    }

    /// The same map without the shared rows.
    pub fn without_shared(mut self) -> Self {
        self.shared = None;
        self
    }

    #[inline]
    fn table(&self, side: usize, mirrored: bool) -> &[u16] {
        &self.tables[side * 2 + usize::from(mirrored)]
    }

    /// Turns inputs into weight rows; returns their number.
    #[inline]
    fn add_king_buckets(&self, out: &mut [[u16; MAX_ROWS]; 2], count: usize, buckets: [u16; 2]) -> usize {
        if self.kings.is_empty() {
            return count;
        }
        for (rows, bucket) in out.iter_mut().zip(buckets) {
            for index in 0..count {
                if let Some(shared) = self.shared {
                    rows[count + index] = shared + rows[index];
                }
                rows[index] += bucket * self.inputs;
            }
        }
        if self.shared.is_some() { 2 * count } else { count }
    }
}

#[cfg(test)]
mod tests {
    use eval::nnue::{Chess, Jieqi, NnueEval, Xiangqi};
    use game::{Game, Line, MoveList, Random, RevealList};

    use super::*;

    /// Random games: the inputs of the packed sample are those of the position.
    fn packing_keeps_the_inputs<F: Features>(size: usize) {
        for &kings in F::KING_LAYOUTS.iter().chain(&[KingLayout::NONE]) {
            packing_keeps_the_rows::<F>(size, kings);
        }
    }

    fn packing_keeps_the_rows<F: Features>(size: usize, kings: KingLayout) {
        let layout = Layout::new::<F>();
        assert_eq!(layout.size(), size);
        let (map, mut packer) = (InputMap::new::<F>(kings), Packer::<F>::new());
        let own_rows = InputMap::new::<F>(kings).without_shared();
        let mut all = Vec::new();
        let mut random = Random::new(5);
        let rules = <F::Position as Position>::Rules::default();
        for _ in 0..6 {
            let mut line = Line::new(F::Game::start(&rules), rules);
            while line.outcome().is_none() && line.ply() < 120 {
                let here = line.here();
                let bytes = packer.pack(here, -321, 2, 123).expect("a position that fits");
                all.extend_from_slice(bytes);
                let sample = Samples::from_bytes(layout, bytes.to_vec());
                let head = sample.head(0);
                assert_eq!((head.score, head.result, head.hce), (-321, 2, 123));
                assert_eq!(usize::from(head.bucket), F::bucket(here));
                let (mut buffer, mut with_shared) = ([[0; MAX_ROWS]; 2], [[0; MAX_ROWS]; 2]);
                let packed = sample.rows(0, &own_rows, &mut buffer);
                let trained = sample.rows(0, &map, &mut with_shared);
                for (trained, packed) in trained.into_iter().zip(packed) {
                    assert!(trained.starts_with(packed));
                    let shared = kings.count * F::INPUTS;
                    let common = trained[packed.len()..].iter().map(|&row| usize::from(row) - shared);
                    let expected = packed.iter().map(|&row| usize::from(row) % F::INPUTS);
                    assert!(kings.count == 1 && trained == packed || common.eq(expected));
                }
                for (packed, side) in packed.into_iter().zip([here.turn(), !here.turn()]) {
                    let mut expected = Vec::new();
                    NnueEval::<F>::rows(here, kings, side, &mut expected);
                    let mut packed: Vec<usize> = packed.iter().map(|&input| usize::from(input)).collect();
                    packed.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(packed, expected);
                }
                let mut moves = MoveList::new();
                here.legal_moves(&mut moves);
                let Some(&mv) = random.pick(&moves) else { break };
                let mut reveals = RevealList::new();
                here.reveals(mv, &mut reveals);
                let reveal = reveals.draw(random.below(reveals.total() as usize) as u32).expect("a reveal");
                line.push(mv, reveal);
            }
        }
        let all = Samples::from_bytes(layout, all);
        assert!(all.len() > 100);
        let mut samples = all.clone();
        samples.retain(|_, index| index % 3 == 1);
        assert_eq!(samples.len(), (all.len() + 1) / 3);
        assert!((0..samples.len()).all(|index| samples.bytes(index) == all.bytes(index * 3 + 1)));
    }

    #[test]
    fn packed_samples_have_the_inputs_of_their_positions() {
        packing_keeps_the_inputs::<Chess>(32);
        packing_keeps_the_inputs::<Xiangqi>(36);
        packing_keeps_the_inputs::<Jieqi>(60);
    }
}
