//! Reader and evaluator of the network that Debian's `stockfish` 15.1 exports (`export_net`), as a teacher at chess.
//!
//! Architecture HalfKAv2_hm: 22,528 inputs (11 piece kinds on 64 squares for each of 32 mirrored king squares) feed 1,024
//! hidden units per side and 8 material (PSQT) outputs. The clipped halves of the hidden units are multiplied in pairs;
//! one of 8 stacks, chosen by the number of pieces, continues with 15 + 1 → 32 → 1. Debian's copyright file places the
//! network under CC0. It only labels positions: the playing engine never uses it.

use cozy_chess::{Board, Color, Piece, Square};
use game::Message;

/// Hidden units of each side.
const HIDDEN: usize = 1024;
/// Outputs of a side's hidden units after the pairwise product.
const HALF: usize = HIDDEN / 2;
/// Inputs of one king square.
const PIECE_SQUARES: usize = 704;
/// All inputs.
const INPUTS: usize = 32 * PIECE_SQUARES;
/// Layer stacks, and material outputs.
const STACKS: usize = 8;
/// Outputs of a stack's first layer; the last one skips the rest of the stack.
const FIRST: usize = 16;
/// Outputs of a stack's second layer, and the padded inputs of the second and third.
const SECOND: usize = 32;
/// Version number at the beginning of the file.
const VERSION: u32 = 0x7AF3_2F20;
/// Fixed-point one of the network's output.
const OUTPUT_SCALE: i32 = 16;
/// Internal units of one pawn in the program's own output.
pub const PAWN: i32 = 361;

/// Layers after the hidden units, for one range of piece counts.
struct Stack {
    first_bias: [i32; FIRST],
    /// Row by output.
    first: Vec<i8>,
    second_bias: [i32; SECOND],
    second: Vec<i8>,
    third_bias: i32,
    third: [i8; SECOND],
}

/// Weights of the teacher network.
pub struct HalfKa {
    bias: Vec<i16>,
    weights: Vec<i16>,
    material: Vec<[i32; STACKS]>,
    stacks: Vec<Stack>,
    avx2: bool,
}

/// Little-endian reader over the file's bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk::<N>()?;
        self.0 = tail;
        Some(*head)
    }

    fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Option<i32> {
        self.bytes().map(i32::from_le_bytes)
    }

    fn i16s(&mut self, count: usize) -> Option<Vec<i16>> {
        let (head, tail) = self.0.split_at_checked(2 * count)?;
        self.0 = tail;
        Some(head.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    }

    fn i8s(&mut self, count: usize) -> Option<Vec<i8>> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head.iter().map(|&byte| byte.cast_signed()).collect())
    }

    fn i32s<const N: usize>(&mut self) -> Option<[i32; N]> {
        let mut out = [0; N];
        for number in &mut out {
            *number = self.i32()?;
        }
        Some(out)
    }

    fn stack(&mut self) -> Option<Stack> {
        self.u32()?;
        Some(Stack {
            first_bias: self.i32s()?,
            first: self.i8s(FIRST * HIDDEN)?,
            second_bias: self.i32s()?,
            second: self.i8s(SECOND * SECOND)?,
            third_bias: self.i32()?,
            third: self.i8s(SECOND)?.try_into().ok()?,
        })
    }
}

impl HalfKa {
    /// Reads the bytes of an exported network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Message> {
        let mut reader = Reader(bytes);
        if reader.u32() != Some(VERSION) {
            return Err(Message::new("teacher_not_a_network"));
        }
        Self::read(&mut reader)
            .filter(|_| reader.0.is_empty())
            .ok_or_else(|| Message::new("teacher_other_architecture"))
    }

    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        reader.u32()?;
        let description = usize::try_from(reader.u32()?).ok()?;
        reader.0 = reader.0.get(description..)?;
        reader.u32()?;
        let bias = reader.i16s(HIDDEN)?;
        let weights = reader.i16s(HIDDEN * INPUTS)?;
        let material = (0..INPUTS).map(|_| reader.i32s()).collect::<Option<_>>()?;
        let stacks = (0..STACKS).map(|_| reader.stack()).collect::<Option<_>>()?;
        #[cfg(target_arch = "x86_64")]
        let avx2 = is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        Some(HalfKa { bias, weights, material, stacks, avx2 })
    }

    /// Evaluates a position for the side to move, in centipawns as the program itself prints them.
    ///
    /// This is the network's own output without the search's adjustments. It means nothing in check.
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.units(board) * 100 / PAWN
    }

    /// Evaluates a position for the side to move, in the program's internal units.
    fn units(&self, board: &Board) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only where the processor reported AVX2.
            return unsafe { self.units_avx2(board) };
        }
        self.forward(board)
    }

    /// The same code compiled for processors with AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn units_avx2(&self, board: &Board) -> i32 {
        self.forward(board)
    }

    #[inline(always)]
    fn forward(&self, board: &Board) -> i32 {
        let stack = (board.occupied().len() as usize - 1) / 4;
        let turn = board.side_to_move();
        let mut pairs = [0u8; HIDDEN];
        let mut material = [0; 2];
        for (side, perspective) in [turn, !turn].into_iter().enumerate() {
            let mut hidden: [i16; HIDDEN] = [0; HIDDEN];
            hidden.copy_from_slice(&self.bias);
            each_input(board, perspective, |input| {
                let row = &self.weights[input * HIDDEN..][..HIDDEN];
                hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                material[side] += self.material[input][stack];
            });
            let (low, high) = hidden.split_at(HALF);
            for ((out, &low), &high) in pairs[side * HALF..][..HALF].iter_mut().zip(low).zip(high) {
                let product = i32::from(low.clamp(0, 127)) * i32::from(high.clamp(0, 127));
                *out = (product / 128) as u8;
            }
        }
        let positional = self.stacks[stack].forward(&pairs);
        ((material[0] - material[1]) / 2 + positional) / OUTPUT_SCALE
    }
}

impl Stack {
    #[inline(always)]
    fn forward(&self, pairs: &[u8; HIDDEN]) -> i32 {
        let mut first = self.first_bias;
        for (sum, row) in first.iter_mut().zip(self.first.as_chunks::<HIDDEN>().0) {
            *sum += dot(pairs, row);
        }
        let mut inputs = [0u8; SECOND];
        for (index, &sum) in first[..FIRST - 1].iter().enumerate() {
            let square = (i64::from(sum) * i64::from(sum)) >> 19;
            inputs[index] = square.min(127) as u8;
            inputs[FIRST - 1 + index] = (sum >> 6).clamp(0, 127) as u8;
        }
        let mut second = [0u8; SECOND];
        for (index, row) in self.second.as_chunks::<SECOND>().0.iter().enumerate() {
            second[index] = ((self.second_bias[index] + dot(&inputs, row)) >> 6).clamp(0, 127) as u8;
        }
        let skipped = first[FIRST - 1] * (600 * OUTPUT_SCALE) / (127 * 64);
        self.third_bias + dot(&second, &self.third) + skipped
    }
}

#[inline(always)]
fn dot<const N: usize>(inputs: &[u8; N], weights: &[i8; N]) -> i32 {
    inputs.iter().zip(weights).map(|(&input, &weight)| i32::from(i16::from(input) * i16::from(weight))).sum()
}

/// Calls `visit` with the index of every input that is set from a side's perspective.
#[inline(always)]
fn each_input(board: &Board, perspective: Color, mut visit: impl FnMut(usize)) {
    let flip = if perspective == Color::White { 0 } else { 56 };
    let king = board.king(perspective) as usize;
    let orient = flip ^ if king % 8 < 4 { 7 } else { 0 };
    let king = king ^ orient;
    let bucket = (7 - king / 8) * 4 + (7 - king % 8);
    for square in board.occupied() {
        let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else { continue };
        visit(bucket * PIECE_SQUARES + kind(piece, color == perspective) * 64 + (square as usize ^ orient));
    }
}

/// Number of a piece kind: own and enemy pieces in turn, both kings last.
fn kind(piece: Piece, own: bool) -> usize {
    match piece {
        Piece::King => 10,
        _ => 2 * piece as usize + usize::from(!own),
    }
}

const _: () = assert!(Piece::Pawn as usize == 0 && Piece::Queen as usize == 4 && Square::A1 as usize == 0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_or_foreign_file_is_refused() {
        let code = |bytes: &[u8]| HalfKa::from_bytes(bytes).err().map(|error| error.code);
        assert_eq!(code(b"KYDAINN2"), Some("teacher_not_a_network"));
        assert_eq!(code(&VERSION.to_le_bytes()), Some("teacher_other_architecture"));
        let mut long = VERSION.to_le_bytes().to_vec();
        long.extend([0xFF; 64]);
        assert_eq!(code(&long), Some("teacher_other_architecture"));
    }

    #[test]
    fn mirrored_and_color_flipped_positions_have_the_same_inputs() {
        let inputs = |fen: &str, side: Color| {
            let board: Board = fen.parse().expect("a position");
            let mut out = Vec::new();
            each_input(&board, side, |input| out.push(input));
            out.sort_unstable();
            out
        };
        let white = inputs("4k3/8/8/3n4/8/8/P7/6K1 w - - 0 1", Color::White);
        assert_eq!(white, inputs("3k4/8/8/4n3/8/8/7P/1K6 w - - 0 1", Color::White));
        assert_eq!(white, inputs("6k1/p7/8/8/3N4/8/8/4K3 w - - 0 1", Color::Black));
        assert!(white.iter().all(|&input| input < INPUTS));
    }
}
