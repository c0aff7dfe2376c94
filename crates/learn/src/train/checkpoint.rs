//! Checkpoint of a training, written after every epoch, so that an interrupted run can be resumed.

use std::fs;
use std::path::{Path, PathBuf};

use super::EpochLoss;
use super::adam::AdamW;

/// First bytes of a checkpoint file.
const MAGIC: &[u8; 8] = b"KYDAICP1";

/// State of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Hash of the options and the data: a checkpoint of another training is not resumed.
    pub identity: u64,
    /// Parameters of the network.
    pub parameters: Vec<f32>,
    /// Parameters of the epoch with the lowest validation loss.
    pub best: Vec<f32>,
    /// State of the optimizer.
    pub optimizer: AdamW,
    /// Loss of the epochs so far.
    pub curve: Vec<EpochLoss>,
}

/// Returns the path of the checkpoint of a network.
pub fn path(net: &Path) -> PathBuf {
    let mut name = net.file_name().unwrap_or_default().to_owned();
    name.push(".checkpoint");
    net.with_file_name(name)
}

impl Checkpoint {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in
            [self.identity, self.optimizer.steps, self.parameters.len() as u64, self.curve.len() as u64]
        {
            bytes.extend(word.to_le_bytes());
        }
        for epoch in &self.curve {
            bytes.extend(epoch.training.to_le_bytes());
            bytes.extend(epoch.validation.to_le_bytes());
        }
        for number in self
            .parameters
            .iter()
            .chain(&self.best)
            .chain(&self.optimizer.first)
            .chain(&self.optimizer.second)
        {
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
                let [training, validation] =
                    [0, 8].map(|at| pair[at..].first_chunk().copied().map_or(0.0, f64::from_le_bytes));
                EpochLoss { number: index + 1, training, validation }
            })
            .collect();
        if rest.len() != count.checked_mul(16)? {
            return None;
        }
        let mut floats = rest.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut take = || floats.by_ref().take(count).collect::<Vec<f32>>();
        let (parameters, best, first, second) = (take(), take(), take(), take());
        Some(Checkpoint {
            identity: word(0),
            parameters,
            best,
            optimizer: AdamW { first, second, steps: word(1) },
            curve,
        })
    }

    /// Saves the checkpoint: it is written under another name and then renamed, so that an interruption leaves the old
    /// one intact.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let fresh = path.with_extension("fresh");
        fs::write(&fresh, self.to_bytes())?;
        fs::rename(fresh, path)
    }

    /// Loads a checkpoint if it is complete and belongs to the same training.
    pub fn load(path: &Path, identity: u64, count: usize) -> Option<Self> {
        let found = Self::from_bytes(&fs::read(path).ok()?)?;
        (found.identity == identity && found.parameters.len() == count).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_reads_back_and_a_truncated_one_is_rejected() {
        let optimizer = AdamW { first: vec![1.0, -2.0], second: vec![0.5, 0.25], steps: 9 };
        let curve = vec![EpochLoss { number: 1, training: 0.5, validation: 0.6 }];
        let checkpoint =
            Checkpoint { identity: 77, parameters: vec![3.0, 4.0], best: vec![5.0, 6.0], optimizer, curve };
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Some(checkpoint));
        for end in 0..bytes.len() {
            assert_eq!(Checkpoint::from_bytes(&bytes[..end]), None, "{end}");
        }
    }
}
