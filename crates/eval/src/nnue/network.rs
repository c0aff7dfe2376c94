//! Network weights, quantized to integers, and their file format.
//!
//! The architecture is (inputs → hidden) × 2 views → 1 output per bucket. Inputs are pieces on squares; the weights of
//! the active inputs are summed into the hidden layer, once for each side's view. The activation is a squared clipped
//! ReLU (SCReLU): each value is clamped to 0..=1 and squared. The bucket, chosen by material, selects the row of output
//! weights; the side to move's half comes first.
//!
//! A network may have king buckets: the square of a view's own king then chooses among several sets of hidden weights.

use game::{Message, ToMessage};

use super::features::{Features, KingLayout};
use super::kernel::Kernel;

/// Quantization of the hidden layer (often called QA): the integer that stands for 1.0.
pub const HIDDEN_ONE: i32 = 255;
/// Quantization of the output weights (often called QB): the integer that stands for 1.0.
pub const OUTPUT_ONE: i32 = 512;
/// Upper bound of an output weight: with the largest network the SIMD kernel's 32-bit sums do not overflow.
pub const MAX_OUTPUT_WEIGHT: i16 = 1023;
/// The hidden layer's size is a multiple of this, the lanes of a SIMD register.
pub const HIDDEN_BLOCK: usize = 16;
/// Largest hidden layer that is accepted.
const MAX_HIDDEN: usize = 512;

/// First bytes of a network file without king buckets.
const MAGIC: &[u8; 8] = b"KYDAINN2";
/// First bytes of a network file with king buckets: their number follows the other sizes.
const MAGIC_WITH_KINGS: &[u8; 8] = b"KYDAINN3";

/// The quantized weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// Size of the hidden layer for each view.
    pub hidden: usize,
    /// Number of inputs.
    pub inputs: usize,
    /// King buckets: each has a weight row for every input.
    pub kings: KingLayout,
    /// Number of output buckets.
    pub buckets: usize,
    /// Sigmoid scale: centipawns for one unit of the output.
    pub scale: f32,
    /// True if the network was trained to correct the hand-crafted evaluation: its output is added to that.
    pub corrects_hce: bool,
    /// Weights of the hidden layer: for each king bucket a row of [`Network::hidden`] for each input.
    pub weights: Vec<i16>,
    /// Bias of the hidden layer.
    pub bias: Vec<i16>,
    /// Output weights: for each bucket the side to move's, then the other side's.
    pub output_weights: Vec<i16>,
    /// Output bias of each bucket.
    pub output_bias: Vec<i32>,
}

/// Reason why bytes are not a network of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The first bytes are wrong, or a size or weight is out of range.
    NotANetwork,
    /// The network is for another game.
    OtherGame,
    /// The file is too short or too long.
    Length,
}

impl ToMessage for NetworkError {
    fn message(&self) -> Message {
        match self {
            NetworkError::NotANetwork => Message::new("net_wrong"),
            NetworkError::OtherGame => Message::new("net_other_game"),
            NetworkError::Length => Message::new("net_length"),
        }
    }
}

impl Network {
    /// Makes a network of zeros without king buckets.
    pub fn empty<F: Features>(hidden: usize, scale: f32, corrects_hce: bool) -> Self {
        Self::empty_with_kings::<F>(hidden, KingLayout::NONE, scale, corrects_hce)
    }

    /// Makes a network of zeros.
    pub fn empty_with_kings<F: Features>(
        hidden: usize,
        kings: KingLayout,
        scale: f32,
        corrects_hce: bool,
    ) -> Self {
        Network {
            hidden,
            inputs: F::INPUTS,
            kings,
            buckets: F::BUCKETS,
            scale,
            corrects_hce,
            weights: vec![0; kings.count * F::INPUTS * hidden],
            bias: vec![0; hidden],
            output_weights: vec![0; F::BUCKETS * 2 * hidden],
            output_bias: vec![0; F::BUCKETS],
        }
    }

    /// Writes the file format.
    pub fn to_bytes<F: Features>(&self) -> Vec<u8> {
        let with_kings = self.kings.count > 1;
        let mut bytes = if with_kings { MAGIC_WITH_KINGS } else { MAGIC }.to_vec();
        bytes.extend(name::<F>());
        for number in [self.inputs, self.hidden, self.buckets, usize::from(self.corrects_hce)] {
            bytes.extend((number as u32).to_le_bytes());
        }
        if with_kings {
            bytes.extend((self.kings.count as u32).to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        for number in self.weights.iter().chain(&self.bias).chain(&self.output_weights) {
            bytes.extend(number.to_le_bytes());
        }
        self.output_bias.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// Reads the file format and checks that the network is for this game.
    pub fn from_bytes<F: Features>(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader(bytes);
        let magic = reader.take(MAGIC.len());
        if magic != Some(MAGIC) && magic != Some(MAGIC_WITH_KINGS) {
            return Err(NetworkError::NotANetwork);
        }
        if reader.take(NAME) != Some(&name::<F>()) {
            return Err(NetworkError::OtherGame);
        }
        let head: Option<Vec<u32>> = (0..4).map(|_| reader.number()).collect();
        let head = head.ok_or(NetworkError::Length)?;
        let kings =
            if magic == Some(MAGIC) { 1 } else { reader.number().ok_or(NetworkError::Length)? as usize };
        let kings = KingLayout::of::<F>(kings).ok_or(NetworkError::NotANetwork)?;
        let scale = f32::from_bits(reader.number().ok_or(NetworkError::Length)?);
        let hidden = head[1] as usize;
        let fits = head[0] as usize == F::INPUTS && head[2] as usize == F::BUCKETS && head[3] <= 1;
        let sane = hidden.is_multiple_of(HIDDEN_BLOCK) && (HIDDEN_BLOCK..=MAX_HIDDEN).contains(&hidden);
        if !fits || !sane || !(1.0..=10_000.0).contains(&scale) {
            return Err(NetworkError::NotANetwork);
        }
        let mut network = Network::empty_with_kings::<F>(hidden, kings, scale, head[3] == 1);
        let Network { weights, bias, output_weights, output_bias, .. } = &mut network;
        for number in weights.iter_mut().chain(bias).chain(output_weights) {
            let bytes = reader.take(2).ok_or(NetworkError::Length)?;
            *number = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        for number in output_bias {
            *number = reader.number().ok_or(NetworkError::Length)? as i32;
        }
        if network
            .output_weights
            .iter()
            .any(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs())
        {
            return Err(NetworkError::NotANetwork);
        }
        if reader.0.is_empty() { Ok(network) } else { Err(NetworkError::Length) }
    }

    /// Returns the output weights of a bucket: the side to move's, then the other side's.
    #[inline]
    pub fn output_row(&self, bucket: usize) -> &[i16] {
        let width = 2 * self.hidden;
        let bucket = bucket.min(self.buckets - 1);
        &self.output_weights[bucket * width..][..width]
    }

    /// Converts the weighted sum of the hidden layer to centipawns, the bias of the bucket added.
    #[inline]
    pub fn to_centipawns(&self, sum: i64, bucket: usize) -> i32 {
        let bias = i64::from(self.output_bias[bucket.min(self.buckets - 1)]);
        let whole = sum / i64::from(HIDDEN_ONE) + bias;
        (whole as f32 * self.scale / (HIDDEN_ONE * OUTPUT_ONE) as f32) as i32
    }

    /// Returns the evaluation in centipawns of a position with these active weight rows, the side to move's first.
    pub fn evaluate_rows(&self, own: &[usize], other: &[usize], bucket: usize) -> i32 {
        let kernel = Kernel::best();
        let accumulators = [own, other].map(|rows| {
            let mut accumulator = vec![0; self.hidden];
            kernel.update(&self.bias, &mut accumulator, &self.weights, rows, &[]);
            accumulator
        });
        let sum = kernel.output(&accumulators[0], &accumulators[1], self.output_row(bucket));
        self.to_centipawns(sum, bucket)
    }
}

/// Length of the game's name in the file, padded with zeros.
const NAME: usize = 8;

fn name<F: Features>() -> [u8; NAME] {
    let mut bytes = [0; NAME];
    let spec = <F::Game as game::Game>::spec();
    for (byte, character) in bytes.iter_mut().zip(spec.name.bytes()) {
        *byte = character;
    }
    bytes
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.first_chunk().copied().map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chess, Xiangqi};
    use super::*;

    #[test]
    fn a_network_reads_back_and_malformed_bytes_are_rejected() {
        let mut network = Network::empty::<Chess>(16, 321.5, true);
        network.weights[77] = -1234;
        network.output_bias[3] = -77_777;
        let bytes = network.to_bytes::<Chess>();
        assert_eq!(Network::from_bytes::<Chess>(&bytes), Ok(network));
        assert_eq!(Network::from_bytes::<Xiangqi>(&bytes), Err(NetworkError::OtherGame));
        assert_eq!(Network::from_bytes::<Chess>(&bytes[..bytes.len() - 1]), Err(NetworkError::Length));
        assert_eq!(Network::from_bytes::<Chess>(&[&bytes[..], &[0]].concat()), Err(NetworkError::Length));
        for end in 0..40 {
            assert!(Network::from_bytes::<Chess>(&bytes[..end]).is_err());
        }
        let mut heavy = Network::empty::<Chess>(16, 321.5, true);
        heavy.output_weights[5] = MAX_OUTPUT_WEIGHT + 1;
        assert_eq!(Network::from_bytes::<Chess>(&heavy.to_bytes::<Chess>()), Err(NetworkError::NotANetwork));
        let mut huge = bytes.clone();
        huge[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Network::from_bytes::<Chess>(&huge), Err(NetworkError::NotANetwork));
    }

    #[test]
    fn king_buckets_are_read_back_and_unknown_layouts_are_rejected() {
        let kings = KingLayout::of::<Chess>(3).expect("a layout");
        let mut network = Network::empty_with_kings::<Chess>(16, kings, 300.0, false);
        *network.weights.last_mut().expect("weights") = 77;
        let mut bytes = network.to_bytes::<Chess>();
        assert_eq!(Network::from_bytes::<Chess>(&bytes), Ok(network));
        assert_eq!(bytes[32..36], 3_u32.to_le_bytes());
        bytes[32] = 5;
        assert_eq!(Network::from_bytes::<Chess>(&bytes), Err(NetworkError::NotANetwork));
    }

    /// Every layout uses each of its buckets on the squares where a king can stand.
    #[test]
    fn king_layouts_are_complete() {
        fn check<F: Features>(can_stand: impl Fn(usize) -> bool) {
            for layout in F::KING_LAYOUTS {
                let used: std::collections::BTreeSet<u8> = (0..layout.bucket.len())
                    .filter(|&square| can_stand(square))
                    .map(|square| layout.bucket[square])
                    .collect();
                assert!(used.into_iter().map(usize::from).eq(0..layout.count));
            }
        }
        check::<Chess>(|square| square % 8 < 4);
        check::<Xiangqi>(|square| square / 9 < 3 && (3..5).contains(&(square % 9)));
    }
}
