//! The whole pipeline on a small scale: self-play, training with interruptions, and a move of the trained network.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::nnue::{Chess, Features, Network, NnueEval};
use game::{Game, Line, Position};
use learn::{DatagenOptions, EvalChoice, LabelSource, TrainEvent, TrainOptions, TrainReport, Trainer};
use search::{Clock, Control, Engine, Limits, PvsEngine};

/// Temporary folder, removed on drop.
struct TempFolder(PathBuf);

impl TempFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kydai-learn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        TempFolder(path)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn generate(trainer: &dyn Trainer, folder: &Path, positions: u64) -> learn::DatagenProgress {
    let options = DatagenOptions { nodes: 40, threads: 2, positions, hash: 1, inner: 0, seed: 7 };
    let mut reports = 0;
    let done =
        trainer.generate(&EvalChoice::HandCrafted, folder, &options, &mut |_| reports += 1).expect("games");
    assert!(done.positions >= positions && (reports > 0 || done.new_positions == 0));
    done
}

fn options(epochs: usize) -> TrainOptions {
    TrainOptions {
        hidden: 32,
        king_buckets: 1,
        epochs,
        batch: 256,
        learning_rate: 0.002,
        weight_decay: 0.1,
        result_share: [0.3; 2],
        lambda: 0.5,
        corrects_hce: false,
        scale: None,
        threads: 2,
        seed: 3,
    }
}

fn train(
    trainer: &dyn Trainer,
    folder: &Path,
    out: &Path,
    epochs: usize,
    stop: Option<usize>,
) -> Option<TrainReport> {
    let options = options(epochs);
    // An interrupted run ends in the middle of an epoch, as after a kill.
    let run = std::panic::AssertUnwindSafe(|| {
        trainer
            .train(&[folder.to_owned()], out, &options, &mut |report| {
                if let (TrainEvent::Step { epoch, .. }, Some(last)) = (report, stop)
                    && *epoch > last
                {
                    std::panic::resume_unwind(Box::new("cut"));
                }
            })
            .expect("a network")
    });
    std::panic::catch_unwind(run).ok()
}

/// Trainer of the game of this name.
fn trainer(game: &str) -> Option<Box<dyn Trainer>> {
    learn::trainer(table::games::by_name(game).expect("a game"))
}

#[derive(Default)]
struct NoTime;

impl Clock for NoTime {
    fn micros(&self) -> u64 {
        0
    }
}

#[test]
fn a_network_is_trained_on_games_and_plays() {
    let folder = TempFolder::new("whole");
    let trainer = trainer("chess").expect("a game with a network");
    let games = folder.0.join("games");
    let first = generate(trainer.as_ref(), &games, 1500);
    // An interruption truncates the last record of a file; the next run skips it and continues.
    let mut files: Vec<PathBuf> =
        fs::read_dir(&games).expect("files").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let torn = fs::read(&files[0]).expect("records");
    fs::write(&files[0], &torn[..torn.len() - 3]).expect("a torn file");
    let second = generate(trainer.as_ref(), &games, 4000);
    assert!(second.games > first.games && second.new_positions < second.positions);
    let stats = trainer.count(&games).expect("a count");
    assert_eq!((stats.games, stats.broken), (second.games, 0));
    assert_eq!(stats.positions, second.positions);
    assert_eq!(stats.kept + stats.dropped.iter().sum::<u64>(), stats.positions);
    assert!(stats.kept > 500);

    let (whole, cut) = (folder.0.join("whole.nnue"), folder.0.join("cut.nnue"));
    let trained = train(trainer.as_ref(), &games, &whole, 6, None).expect("a complete run");
    let (before, after) = (trained.curve[0], trained.curve[5]);
    assert!(after.training < before.training * 0.9, "{:?}", trained.curve);
    assert!(
        trained.quantization.positions > 0 && trained.quantization.mean < 12.0,
        "{:?}",
        trained.quantization
    );
    assert!(fs::read_to_string(whole.with_extension("svg")).expect("a chart").contains("polyline"));

    assert!(train(trainer.as_ref(), &games, &cut, 6, Some(3)).is_none());
    assert!(!cut.exists());
    let resumed = train(trainer.as_ref(), &games, &cut, 6, None).expect("a complete run");
    assert_eq!(resumed.curve, trained.curve);
    assert_eq!(fs::read(&cut).expect("a network"), fs::read(&whole).expect("a network"));

    let net = Network::from_bytes::<Chess>(&fs::read(&whole).expect("a network")).expect("for chess");
    let rules = <<Chess as Features>::Position as Position>::Rules::default();
    let line = Line::new(<Chess as Features>::Game::start(&rules), rules);
    let control = Control::new(Arc::new(NoTime));
    let mut champion = PvsEngine::new(NnueEval::<Chess>::new(Arc::new(net)), 1, 1);
    let info = champion.think(&line, &Limits::nodes(2000), &control, &mut |_| {});
    assert!(info.best().is_some_and(|mv| line.here().is_legal(mv)));

    // The next generation plays with the trained network.
    let bytes = fs::read(&whole).expect("a network");
    let options = DatagenOptions { nodes: 20, threads: 1, positions: 50, hash: 1, inner: 0, seed: 1 };
    let done = trainer.generate(&EvalChoice::Network(bytes), &folder.0.join("next"), &options, &mut |_| {});
    assert!(done.is_ok_and(|done| done.positions >= 50));
}

#[test]
fn games_with_hidden_pieces_are_replayed_with_their_reveals() {
    let folder = TempFolder::new("hidden");
    let trainer = trainer("jieqi").expect("a game with a network");
    let done = generate(trainer.as_ref(), &folder.0, 200);
    let stats = trainer.count(&folder.0).expect("a count");
    assert_eq!((stats.games, stats.broken, stats.positions), (done.games, 0, done.positions));
}

#[test]
fn a_folder_of_another_game_or_a_missing_one_is_rejected() {
    let folder = TempFolder::new("other");
    let xiangqi = trainer("xiangqi").expect("a game with a network");
    generate(xiangqi.as_ref(), &folder.0, 20);
    let chess = trainer("chess").expect("a game with a network");
    assert_eq!(chess.count(&folder.0).expect_err("not chess").code, "learn_other_game");
    assert_eq!(chess.count(&folder.0.join("none")).expect_err("no folder").code, "learn_file");
    let wrong = EvalChoice::Network(b"no network".to_vec());
    let options = DatagenOptions { nodes: 20, threads: 1, positions: 50, hash: 1, inner: 0, seed: 1 };
    assert_eq!(
        chess.generate(&wrong, &folder.0, &options, &mut |_| {}).expect_err("no network").code,
        "net_wrong"
    );
    assert!(trainer("toy").is_none());
}

#[test]
fn rescoring_changes_scores_only_and_is_resumed() {
    let folder = TempFolder::new("rescore");
    let trainer = trainer("xiangqi").expect("a game with a network");
    let [games, out] = ["games", "rescored"].map(|name| folder.0.join(name));
    let generated = generate(trainer.as_ref(), &games, 600);
    let source = LabelSource::Search { evaluation: EvalChoice::HandCrafted, nodes: 300 };
    let rescore = |threads| trainer.rescore(&source, &games, &out, threads, &mut |_| {}).expect("new scores");
    let done = rescore(2);
    assert_eq!((done.files, done.positions), (done.total, generated.positions));
    let bytes = |folder: &Path| fs::read(folder.join("000000.games")).expect("records");
    let (old, new) = (bytes(&games), bytes(&out));
    assert_eq!(old.len(), new.len());
    assert_ne!(old, new);
    let (before, after) = (trainer.count(&games).expect("a count"), trainer.count(&out).expect("a count"));
    assert_eq!((before.games, before.results, after.broken), (after.games, after.results, 0));

    // A file that is missing is made again, the others are kept.
    fs::remove_file(out.join("000000.games")).expect("a file");
    let resumed = rescore(1);
    assert!(resumed.positions > 0 && (done.total == 1 || resumed.positions < done.positions));
    assert_eq!(bytes(&out), new);

    let teacher = LabelSource::Teacher(b"no network".to_vec());
    let refused = |game: &str| {
        let trainer = self::trainer(game).expect("a game with a network");
        trainer.rescore(&teacher, &games, &out, 1, &mut |_| {}).expect_err("no teacher").code
    };
    assert_eq!((refused("chess"), refused("xiangqi")), ("teacher_not_a_network", "teacher_other_game"));
}

#[test]
fn samples_are_reused_and_a_given_scale_is_used() {
    let folder = TempFolder::new("samples");
    let trainer = trainer("chess").expect("a game with a network");
    let [first, second] = ["first", "second"].map(|name| folder.0.join(name));
    generate(trainer.as_ref(), &first, 3000);
    fs::create_dir(&second).expect("a folder");
    for entry in fs::read_dir(&first).expect("files") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), second.join(entry.file_name())).expect("a copy");
    }
    let options = TrainOptions {
        batch: 128,
        learning_rate: 0.001,
        result_share: [0.0; 2],
        lambda: 0.0,
        scale: Some(400.0),
        threads: 1,
        seed: 1,
        ..options(1)
    };
    let out = folder.0.join("net.nnue");
    let train = |folders: &[PathBuf]| trainer.train(folders, &out, &options, &mut |_| {}).expect("a network");
    let one = train(std::slice::from_ref(&first));
    assert_eq!(one.scale, 400.0);
    let samples = out.with_extension("samples");
    let shard = fs::metadata(samples.join("000.samples")).expect("a shard");
    assert!(shard.len() > 0 && shard.len().is_multiple_of(32));
    let made = shard.modified().expect("a time");
    let again = train(std::slice::from_ref(&first));
    assert_eq!(again.stats, one.stats);
    let reused = fs::metadata(samples.join("000.samples")).and_then(|file| file.modified()).expect("a time");
    assert_eq!(reused, made);
    // The second folder is a copy: each of its positions is a duplicate.
    let both = train(&[first, second]);
    assert_eq!((both.stats.games, both.stats.kept), (2 * one.stats.games, one.stats.kept));
}

#[test]
fn positions_from_inside_the_search_are_kept_rescored_and_trained_on() {
    let folder = TempFolder::new("inner");
    for game in ["chess", "jieqi"] {
        let trainer = trainer(game).expect("a game with a network");
        let [games, rescored] = ["games", "rescored"].map(|name| folder.0.join(game).join(name));
        let generation =
            DatagenOptions { nodes: 30, threads: 1, positions: 24_000, hash: 1, inner: 3, seed: 2 };
        let done =
            trainer.generate(&EvalChoice::HandCrafted, &games, &generation, &mut |_| {}).expect("games");
        let stats = trainer.count(&games).expect("a count");
        assert_eq!((stats.games, stats.broken, stats.positions), (done.games, 0, done.positions));
        assert_eq!(stats.results.iter().sum::<u64>(), done.games, "a position has no result of its own");
        // One position of each search is in the game; several more are from inside.
        assert!(stats.kept > stats.positions / 2, "{stats:?}");
        let source = LabelSource::Search { evaluation: EvalChoice::HandCrafted, nodes: 50 };
        let labeled = trainer.rescore(&source, &games, &rescored, 1, &mut |_| {}).expect("new scores");
        assert_eq!(labeled.positions, done.positions);
        let out = folder.0.join(game).join("net.nnue");
        let trained = train(trainer.as_ref(), &rescored, &out, 2, None).expect("a network");
        assert!(trained.stats.kept > 1000);
        // The same positions with king buckets: the quantized network, without shared rows, agrees with the trained one.
        let with_kings = TrainOptions { king_buckets: 3, result_share: [0.0, 0.3], ..options(2) };
        let out = out.with_file_name("kings.nnue");
        let trained = trainer
            .train(std::slice::from_ref(&rescored), &out, &with_kings, &mut |_| {})
            .expect("a network");
        assert!(trained.quantization.mean < 12.0 && trained.quantization.positions > 0, "{trained:?}");
        assert!(fs::read(&out).expect("a network").starts_with(b"KYDAINN3"));
        let unknown = TrainOptions { king_buckets: 4, ..options(2) };
        let refused = trainer.train(&[rescored], &out, &unknown, &mut |_| {}).expect_err("no such layout");
        assert_eq!(refused.code, "learn_king_buckets");
    }
}
