//! Preparation of a training set: games are replayed, and their quiet positions become samples.

use std::path::{Path, PathBuf};

use eval::nnue::Features;
use game::{Eval, Game, KeySet, Line, Message, Position, Random, Side, Tactics};

use super::samples::{Layout, Packer};
use super::shards::{ShardSet, ShardWriter};
use super::td_lambda;
use crate::dataset::Dataset;
use crate::record::{PLY_SIZE, Ply, Record};

/// Positions with a larger score are decided and left out.
const DECIDED_SCORE: i32 = 1500;
/// One game of this many is held out for validation.
const VALIDATION_SHARE: u64 = 50;

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

fn dataset<F: Features>(folder: &Path) -> Result<Dataset, Message> {
    Dataset::open(folder, F::Game::spec().name)
}

/// Returns the samples of some folders of games, prepared in `out` unless they are there already.
pub fn prepare<F: Features>(
    folders: &[PathBuf],
    out: &Path,
    lambda: f32,
    scale: Option<f32>,
) -> Result<ShardSet, Message> {
    let layout = Layout::new::<F>();
    let identity = identity::<F>(folders, lambda, scale)?;
    if let Some(ready) = ShardSet::open(out, layout, &identity) {
        return Ok(ready);
    }
    let scale = match scale {
        Some(scale) => scale,
        None => td_lambda::fit_scale::<F>(folders)?,
    };
    let bytes =
        folders.iter().map(|folder| Ok(dataset::<F>(folder)?.size()?.1)).sum::<Result<u64, Message>>()?;
    let mut reader = GameReader::<F>::new(ShardWriter::create(out, layout, bytes / PLY_SIZE)?);
    for folder in folders {
        let mut result = Ok(());
        dataset::<F>(folder)?.read(&mut |record| {
            if result.is_ok() {
                result = reader.add_game(&record, &td_lambda::targets(&record, scale, lambda));
            }
        })?;
        result?;
    }
    reader.writer.finish(&identity, reader.stats, scale)
}

/// Counts the games and positions of a folder.
pub fn count<F: Features>(folder: &Path) -> Result<DatasetStats, Message> {
    let mut stats = DatasetStats::default();
    let mut seen = KeySet::default();
    dataset::<F>(folder)?.read(&mut |record| {
        stats.add_game::<F>(&record, &mut |stats, here, _| {
            if !seen.insert(here.key()) {
                stats.kept -= 1;
                stats.dropped[3] += 1;
            }
        });
    })?;
    Ok(stats)
}

/// One line of text for everything that determines the samples: the files with their sizes, and the options.
fn identity<F: Features>(folders: &[PathBuf], lambda: f32, scale: Option<f32>) -> Result<String, Message> {
    let mut text = format!("{} lambda {lambda} scale {scale:?}", F::Game::spec().name);
    for folder in folders {
        let (files, bytes) = dataset::<F>(folder)?.size()?;
        text.push_str(&format!(" {:?} {files} {bytes}", folder.display().to_string()));
    }
    Ok(text)
}

impl DatasetStats {
    /// Replays a game and counts its positions; calls `keep` with the statistics, each position to keep and its ply.
    fn add_game<F: Features>(
        &mut self,
        record: &Record,
        keep: &mut dyn FnMut(&mut Self, &F::Position, usize),
    ) {
        let Some(root) = root::<F>(record) else {
            self.games += 1;
            self.broken += 1;
            return;
        };
        if record.is_position() {
            self.positions += 1;
            if record.plies[0].score().raw().abs() > DECIDED_SCORE {
                self.dropped[2] += 1;
            } else {
                self.kept += 1;
                keep(self, &root, 0);
            }
            return;
        }
        self.games += 1;
        self.results[usize::from(record.result)] += 1;
        let mut line = Line::new(root, <F::Position as Position>::Rules::default());
        for (index, &ply) in record.plies.iter().enumerate() {
            if index >= record.opening {
                self.positions += 1;
                let here = line.here();
                match reason_to_drop(here, ply) {
                    Some(reason) => self.dropped[reason] += 1,
                    None => {
                        self.kept += 1;
                        keep(self, here, index);
                    }
                }
            }
            if !ply.play(&mut line) {
                self.broken += 1;
                return;
            }
        }
    }
}

/// Turns games into samples.
struct GameReader<F: Features> {
    writer: ShardWriter,
    packer: Packer<F>,
    stats: DatasetStats,
    hce: F::Hce,
}

impl<F: Features> GameReader<F> {
    fn new(writer: ShardWriter) -> Self {
        GameReader { writer, packer: Packer::new(), stats: DatasetStats::default(), hce: F::Hce::default() }
    }

    fn add_game(&mut self, record: &Record, targets: &[i16]) -> Result<(), Message> {
        let GameReader { writer, packer, stats, hce } = self;
        // The positions from a game's searches follow it and share its fate.
        let game = if record.is_position() { stats.games } else { stats.games + 1 };
        let is_validation = Random::new(game).bits().is_multiple_of(VALIDATION_SHARE);
        let mut result = Ok(());
        stats.add_game::<F>(record, &mut |_, here, index| {
            let own = here.turn() == Side::First;
            let points = if own { record.result } else { 2 - record.result };
            hce.reset(here);
            let score = hce.score(here).raw();
            if let (Ok(()), Some(bytes)) = (&result, packer.pack(here, targets[index], points, score)) {
                result = writer.push(bytes, is_validation);
            }
        });
        result
    }
}

/// Index into [`DatasetStats::dropped`] of the reason to leave a position out: it is not quiet, or decided. Duplicates
/// are removed from the shards.
fn reason_to_drop<P: Tactics>(here: &P, ply: Ply) -> Option<usize> {
    if here.in_check() {
        return Some(0);
    }
    if ply.mv(here).is_none_or(|mv| here.is_noisy(mv)) {
        return Some(1);
    }
    (ply.score().raw().abs() > DECIDED_SCORE).then_some(2)
}

#[cfg(test)]
mod tests {
    use game::{Game, Score};

    use super::*;

    #[test]
    fn a_position_whose_best_move_promotes_is_not_quiet() {
        let rules = chess::Chess::rules(&[]).expect("default rules");
        let here =
            chess::Chess::read_position("8/P6k/8/8/8/8/8/K7 w - - 0 1", &rules).expect("a position").position;
        let reason = |text: &str| {
            let (mv, _) = chess::Chess::read_move(&here, text).expect(text);
            reason_to_drop(&here, Ply::new::<chess::Position>(mv, 0, Score::cp(20)))
        };
        assert_eq!(reason("a7a8q"), Some(1));
        assert_eq!(reason("a1b1"), None);
    }
}
