//! A training put aside after every epoch, so that a run may be cut and go on.

use std::fs;
use std::path::{Path, PathBuf};

use super::Epoch;
use super::adam::Adam;

/// What a file begins with.
const MAGIC: &[u8; 8] = b"KYDAICP1";

/// Everything a training needs to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// What the training was asked for, as one number: another one begins anew.
    pub ask: u64,
    /// The network's numbers.
    pub numbers: Vec<f32>,
    /// The numbers of the epoch that foretold the games held out best.
    pub best: Vec<f32>,
    /// The memory of slopes.
    pub adam: Adam,
    /// How it went so far.
    pub curve: Vec<Epoch>,
}

/// Where the checkpoint of a network lies.
pub fn path(net: &Path) -> PathBuf {
    let mut name = net.file_name().unwrap_or_default().to_owned();
    name.push(".checkpoint");
    net.with_file_name(name)
}

impl Checkpoint {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [self.ask, self.adam.steps, self.numbers.len() as u64, self.curve.len() as u64] {
            bytes.extend(word.to_le_bytes());
        }
        for epoch in &self.curve {
            bytes.extend(epoch.learnt.to_le_bytes());
            bytes.extend(epoch.held_out.to_le_bytes());
        }
        for number in self.numbers.iter().chain(&self.best).chain(&self.adam.first).chain(&self.adam.second) {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (words, rest) = rest.split_at_checked(32)?;
        let word = |index: usize| words[index * 8..].first_chunk().copied().map_or(0, u64::from_le_bytes);
        let (count, epochs) = (usize::try_from(word(2)).ok()?, usize::try_from(word(3)).ok()?);
        let (curve, rest) = rest.split_at_checked(epochs.checked_mul(16)?)?;
        let curve = curve
            .as_chunks::<16>()
            .0
            .iter()
            .enumerate()
            .map(|(index, pair)| {
                let [learnt, held_out] =
                    [0, 8].map(|at| pair[at..].first_chunk().copied().map_or(0.0, f64::from_le_bytes));
                Epoch { number: index + 1, learnt, held_out }
            })
            .collect();
        if rest.len() != count.checked_mul(16)? {
            return None;
        }
        let mut floats = rest.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut take = || floats.by_ref().take(count).collect::<Vec<f32>>();
        let (numbers, best, first, second) = (take(), take(), take(), take());
        Some(Checkpoint { ask: word(0), numbers, best, adam: Adam { first, second, steps: word(1) }, curve })
    }

    /// Puts it aside: written whole under another name first, so that a cut leaves the old one.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let fresh = path.with_extension("fresh");
        fs::write(&fresh, self.to_bytes())?;
        fs::rename(fresh, path)
    }

    /// The checkpoint that lies there, if it is whole and of the same training.
    pub fn load(path: &Path, ask: u64, count: usize) -> Option<Self> {
        let found = Self::from_bytes(&fs::read(path).ok()?)?;
        (found.ask == ask && found.numbers.len() == count).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_reads_back_and_a_torn_one_is_none() {
        let adam = Adam { first: vec![1.0, -2.0], second: vec![0.5, 0.25], steps: 9 };
        let curve = vec![Epoch { number: 1, learnt: 0.5, held_out: 0.6 }];
        let checkpoint = Checkpoint { ask: 77, numbers: vec![3.0, 4.0], best: vec![5.0, 6.0], adam, curve };
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Some(checkpoint));
        for end in 0..bytes.len() {
            assert_eq!(Checkpoint::from_bytes(&bytes[..end]), None, "{end}");
        }
    }
}
