//! Samples on disk, so that a training set may be larger than memory.
//!
//! Preparing distributes samples over shards by a hash of their position: each shard is then a random part of the whole, and
//! duplicates meet in the same shard, where they are removed. Training loads one shard after the other, in random order,
//! and shuffles each in memory; together that is a full shuffle.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use game::{KeySet, Message};

use super::DatasetStats;
use super::samples::{Layout, Samples, board};
use crate::file_error;

/// First line of the manifest.
const MAGIC: &str = "kydai samples 1";
/// Samples of a shard, about: a few hundred megabytes in memory.
const SHARD_SAMPLES: u64 = 4_000_000;
/// Upper bound of the number of shards, which are open files while samples are prepared.
const MAX_SHARDS: u64 = 250;
/// Mark of a validation sample in its first byte, until the shard is finished.
const VALIDATION_BIT: u8 = 0x80;

fn manifest_path(folder: &Path) -> PathBuf {
    folder.join("manifest.txt")
}

fn shard_path(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{index:03}.samples"))
}

fn validation_path(folder: &Path) -> PathBuf {
    folder.join("validation.samples")
}

/// Hash of the position of a sample (FNV-1a with a final mix).
fn hash(sample: &[u8]) -> u64 {
    let (side, board) = board(sample);
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let sum = board.iter().fold(step(0xCBF2_9CE4_8422_2325, &side), step);
    let mixed = (sum ^ sum >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
}

/// Samples being prepared.
pub struct ShardWriter {
    folder: PathBuf,
    layout: Layout,
    shards: Vec<BufWriter<File>>,
}

impl ShardWriter {
    /// Creates a folder for about this many samples; earlier samples in it are removed.
    pub fn create(folder: &Path, layout: Layout, expected: u64) -> Result<Self, Message> {
        let failed = |error| file_error(folder, &error);
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed)?;
        }
        fs::create_dir_all(folder).map_err(failed)?;
        let count = expected.div_ceil(SHARD_SAMPLES).clamp(1, MAX_SHARDS) as usize;
        let shards = (0..count)
            .map(|index| {
                let path = shard_path(folder, index);
                File::create(&path).map(BufWriter::new).map_err(|error| file_error(&path, &error))
            })
            .collect::<Result<_, _>>()?;
        Ok(ShardWriter { folder: folder.to_owned(), layout, shards })
    }

    /// Adds a packed sample to the training set, or to the validation set.
    pub fn push(&mut self, bytes: &[u8], is_validation: bool) -> Result<(), Message> {
        let shard = (hash(bytes) % self.shards.len() as u64) as usize;
        let first = bytes[0] | if is_validation { VALIDATION_BIT } else { 0 };
        let file = &mut self.shards[shard];
        file.write_all(&[first])
            .and_then(|()| file.write_all(&bytes[1..]))
            .map_err(|error| file_error(&shard_path(&self.folder, shard), &error))
    }

    /// Removes duplicates, separates the validation samples and writes the manifest, last.
    pub fn finish(
        mut self,
        identity: &str,
        mut stats: DatasetStats,
        scale: f32,
    ) -> Result<ShardSet, Message> {
        let mut lengths = Vec::new();
        let mut validation = Vec::new();
        for (index, file) in self.shards.drain(..).enumerate() {
            let path = shard_path(&self.folder, index);
            let failed = |error| file_error(&path, &error);
            file.into_inner().map_err(|error| file_error(&path, error.error()))?;
            let mut shard = load(&path, self.layout).map_err(failed)?;
            let before = shard.len();
            let mut seen = KeySet::default();
            shard.retain(|shard, index| seen.insert(hash(shard.bytes(index))));
            stats.dropped[3] += (before - shard.len()) as u64;
            stats.kept -= (before - shard.len()) as u64;
            shard.retain(|shard, index| {
                let bytes = shard.bytes(index);
                let is_validation = bytes[0] & VALIDATION_BIT != 0;
                if is_validation {
                    validation.push(bytes[0] & !VALIDATION_BIT);
                    validation.extend_from_slice(&bytes[1..]);
                }
                !is_validation
            });
            fs::write(&path, shard.as_bytes()).map_err(failed)?;
            lengths.push(shard.len());
        }
        let path = validation_path(&self.folder);
        fs::write(&path, &validation).map_err(|error| file_error(&path, &error))?;
        let set = ShardSet { folder: self.folder, layout: self.layout, lengths, stats, scale };
        set.write_manifest(identity)?;
        Ok(set)
    }
}

fn load(path: &Path, layout: Layout) -> std::io::Result<Samples> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(Samples::from_bytes(layout, bytes))
}

/// Prepared samples.
pub struct ShardSet {
    folder: PathBuf,
    layout: Layout,
    /// Number of samples in each shard.
    lengths: Vec<usize>,
    /// Games and positions the samples were made from.
    pub stats: DatasetStats,
    /// Sigmoid scale of the targets in centipawns.
    pub scale: f32,
}

impl ShardSet {
    fn write_manifest(&self, identity: &str) -> Result<(), Message> {
        let DatasetStats { games, broken, results, positions, dropped, kept } = self.stats;
        let numbers: Vec<u64> = [games, broken]
            .into_iter()
            .chain(results)
            .chain([positions])
            .chain(dropped)
            .chain([kept])
            .collect();
        let join = |numbers: Vec<String>| numbers.join(" ");
        let text = format!(
            "{MAGIC}\n{identity}\n{}\n{}\n{}\n",
            self.scale,
            join(numbers.iter().map(u64::to_string).collect()),
            join(self.lengths.iter().map(usize::to_string).collect()),
        );
        let path = manifest_path(&self.folder);
        fs::write(&path, text).map_err(|error| file_error(&path, &error))
    }

    /// Opens samples prepared earlier with the same identity; `None` if there are none or they are incomplete.
    pub fn open(folder: &Path, layout: Layout, identity: &str) -> Option<Self> {
        let text = fs::read_to_string(manifest_path(folder)).ok()?;
        let mut lines = text.lines();
        if lines.next()? != MAGIC || lines.next()? != identity {
            return None;
        }
        let scale = lines.next()?.parse().ok()?;
        let numbers = |line: &str| {
            line.split_whitespace().map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>()
        };
        let [games, broken, lost, drawn, won, positions, check, capture, decided, duplicate, kept] =
            numbers(lines.next()?)?[..]
        else {
            return None;
        };
        let stats = DatasetStats {
            games,
            broken,
            results: [lost, drawn, won],
            positions,
            dropped: [check, capture, decided, duplicate],
            kept,
        };
        let lengths: Vec<usize> = numbers(lines.next()?)?.into_iter().map(|length| length as usize).collect();
        let has_size = |index: usize, length: usize| {
            fs::metadata(shard_path(folder, index))
                .is_ok_and(|file| file.len() == (length * layout.size()) as u64)
        };
        let is_complete = lengths.iter().enumerate().all(|(index, &length)| has_size(index, length));
        is_complete.then(|| ShardSet { folder: folder.to_owned(), layout, lengths, stats, scale })
    }

    /// Number of samples in each shard.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Number of training samples.
    pub fn len(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Loads a shard.
    pub fn load(&self, index: usize) -> Result<Samples, Message> {
        let path = shard_path(&self.folder, index);
        load(&path, self.layout).map_err(|error| file_error(&path, &error))
    }

    /// Loads the validation samples.
    pub fn validation(&self) -> Result<Samples, Message> {
        let path = validation_path(&self.folder);
        load(&path, self.layout).map_err(|error| file_error(&path, &error))
    }
}
