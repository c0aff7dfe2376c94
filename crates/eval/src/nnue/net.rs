//! The network as it plays: whole numbers, one hidden layer, an output for each kind of material.
//!
//! Inputs are pieces on squares; the weights of those present are summed up into a hidden layer, once for each side's
//! chair. Each hidden number is held between 0 and 1 and squared, and one row of outputs weighs them: the side to move's
//! half first.

use std::sync::Arc;

use game::{Message, ToMessage};

use super::Features;
use super::kernel::Kernel;

/// One in the hidden layer.
pub const ONE: i32 = 255;
/// One among the weights of the outputs.
pub const OUT_ONE: i32 = 512;
/// No weight of an output is larger: with the largest network, sums of these still fit where they are added up.
pub const MOST_OUT: i16 = 1023;
/// Hidden numbers come in blocks of this many.
pub const BLOCK: usize = 16;
/// No larger network is read: a slip of the hand, or another kind of file.
const MOST_HIDDEN: usize = 512;

/// What every file of a network begins with.
const MAGIC: &[u8; 8] = b"KYDAINN2";

/// The numbers of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// How many hidden numbers each side has.
    pub hidden: usize,
    /// Inputs it was trained with.
    pub inputs: usize,
    /// Outputs it was trained with.
    pub buckets: usize,
    /// Centipawns that make one on the logistic curve.
    pub scale: f32,
    /// Whether its answer is added to the opinion written by hand, which it was taught to correct.
    pub corrects: bool,
    /// The weights of each input, [`Net::hidden`] of them side by side.
    pub weights: Vec<i16>,
    /// What the hidden numbers begin with.
    pub bias: Vec<i16>,
    /// For each bucket the side to move's weights, then the other side's.
    pub out_weights: Vec<i16>,
    /// What each output begins with.
    pub out_bias: Vec<i32>,
}

/// Why a file is no network for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetError {
    /// It does not begin as our networks do, or says sizes that cannot be.
    NotANetwork,
    /// It is of another game.
    OtherGame,
    /// It ends too soon, or goes on after its end.
    Length,
}

impl ToMessage for NetError {
    fn message(&self) -> Message {
        match self {
            NetError::NotANetwork => Message::new("net_wrong"),
            NetError::OtherGame => Message::new("net_other_game"),
            NetError::Length => Message::new("net_length"),
        }
    }
}

impl Net {
    /// A network of zeros.
    pub fn empty<F: Features>(hidden: usize, scale: f32, corrects: bool) -> Self {
        Net {
            hidden,
            inputs: F::INPUTS,
            buckets: F::BUCKETS,
            scale,
            corrects,
            weights: vec![0; F::INPUTS * hidden],
            bias: vec![0; hidden],
            out_weights: vec![0; F::BUCKETS * 2 * hidden],
            out_bias: vec![0; F::BUCKETS],
        }
    }

    /// Its bytes.
    pub fn to_bytes<F: Features>(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(name::<F>());
        for number in [self.inputs, self.hidden, self.buckets, usize::from(self.corrects)] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        for number in self.weights.iter().chain(&self.bias).chain(&self.out_weights) {
            bytes.extend(number.to_le_bytes());
        }
        self.out_bias.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// A network of these bytes, if they are one for this game.
    pub fn from_bytes<F: Features>(bytes: &[u8]) -> Result<Self, NetError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len()) != Some(MAGIC) {
            return Err(NetError::NotANetwork);
        }
        if reader.take(NAME) != Some(&name::<F>()) {
            return Err(NetError::OtherGame);
        }
        let head: Option<Vec<u32>> = (0..4).map(|_| reader.number()).collect();
        let head = head.ok_or(NetError::Length)?;
        let scale = f32::from_bits(reader.number().ok_or(NetError::Length)?);
        let hidden = head[1] as usize;
        let fits = head[0] as usize == F::INPUTS && head[2] as usize == F::BUCKETS && head[3] <= 1;
        let sane = hidden.is_multiple_of(BLOCK) && (BLOCK..=MOST_HIDDEN).contains(&hidden);
        if !fits || !sane || !(1.0..=10_000.0).contains(&scale) {
            return Err(NetError::NotANetwork);
        }
        let mut net = Net::empty::<F>(hidden, scale, head[3] == 1);
        let Net { weights, bias, out_weights, out_bias, .. } = &mut net;
        for number in weights.iter_mut().chain(bias).chain(out_weights) {
            let bytes = reader.take(2).ok_or(NetError::Length)?;
            *number = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        for number in out_bias {
            *number = reader.number().ok_or(NetError::Length)? as i32;
        }
        if net.out_weights.iter().any(|weight| weight.unsigned_abs() > MOST_OUT.unsigned_abs()) {
            return Err(NetError::NotANetwork);
        }
        if reader.0.is_empty() { Ok(net) } else { Err(NetError::Length) }
    }

    /// The weights of an output, the side to move's and the other side's.
    #[inline]
    pub fn out_row(&self, bucket: usize) -> &[i16] {
        let width = 2 * self.hidden;
        let bucket = bucket.min(self.buckets - 1);
        &self.out_weights[bucket * width..][..width]
    }

    /// An answer in centipawns from what the hidden layer sums up to in an output.
    #[inline]
    pub fn centipawns(&self, sum: i64, bucket: usize) -> i32 {
        let bias = i64::from(self.out_bias[bucket.min(self.buckets - 1)]);
        let whole = sum / i64::from(ONE) + bias;
        (whole as f32 * self.scale / (ONE * OUT_ONE) as f32) as i32
    }

    /// What it says of a position whose inputs are these, the side to move's first.
    pub fn answer(&self, own: &[usize], other: &[usize], bucket: usize) -> i32 {
        let kernel = Kernel::best();
        let sums = [own, other].map(|inputs| {
            let mut sum = vec![0; self.hidden];
            kernel.update(&self.bias, &mut sum, &self.weights, inputs, &[]);
            sum
        });
        self.centipawns(kernel.output(&sums[0], &sums[1], self.out_row(bucket)), bucket)
    }
}

/// A network shared by everybody who asks it.
pub type SharedNet = Arc<Net>;

/// Bytes of a game's name.
const NAME: usize = 8;

fn name<F: Features>() -> [u8; NAME] {
    let mut bytes = [0; NAME];
    let spec = <F::Game as game::Game>::spec();
    for (byte, letter) in bytes.iter_mut().zip(spec.name.bytes()) {
        *byte = letter;
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
    fn a_network_reads_back_and_nothing_else_is_read() {
        let mut net = Net::empty::<Chess>(16, 321.5, true);
        net.weights[77] = -1234;
        net.out_bias[3] = -77_777;
        let bytes = net.to_bytes::<Chess>();
        assert_eq!(Net::from_bytes::<Chess>(&bytes), Ok(net));
        assert_eq!(Net::from_bytes::<Xiangqi>(&bytes), Err(NetError::OtherGame));
        assert_eq!(Net::from_bytes::<Chess>(&bytes[..bytes.len() - 1]), Err(NetError::Length));
        assert_eq!(Net::from_bytes::<Chess>(&[&bytes[..], &[0]].concat()), Err(NetError::Length));
        for end in 0..40 {
            assert!(Net::from_bytes::<Chess>(&bytes[..end]).is_err());
        }
        let mut heavy = Net::empty::<Chess>(16, 321.5, true);
        heavy.out_weights[5] = MOST_OUT + 1;
        assert_eq!(Net::from_bytes::<Chess>(&heavy.to_bytes::<Chess>()), Err(NetError::NotANetwork));
        let mut huge = bytes.clone();
        huge[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Net::from_bytes::<Chess>(&huge), Err(NetError::NotANetwork));
    }
}
