//! From nothing to a network that plays, in small: games, training, cuts in between, and a move.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::nnue::{Chess, Features, Net, Network};
use game::{Game, Line, Position};
use learn::{Datagen, EvalChoice, Lab, News, Train, Trained, lab};
use search::{Clock, Control, Engine, Limits, PvsEngine};

/// A folder of the test's own, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kydai-learn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn generate(lab: &dyn Lab, folder: &Path, positions: u64) -> learn::Progress {
    let ask = Datagen { nodes: 40, threads: 2, positions, hash: 1, seed: 7 };
    let mut heard = 0;
    let done = lab.generate(&EvalChoice::Classic, folder, &ask, &mut |_| heard += 1).expect("games");
    assert!(done.positions >= positions && (heard > 0 || done.fresh == 0));
    done
}

fn train(lab: &dyn Lab, folder: &Path, out: &Path, epochs: usize, stop: Option<usize>) -> Option<Trained> {
    let ask = Train {
        hidden: 32,
        epochs,
        batch: 256,
        rate: 0.002,
        decay: 0.1,
        result_share: 0.3,
        lambda: 0.5,
        corrects: false,
        threads: 2,
        seed: 3,
    };
    // A run that is cut ends in the middle of an epoch, as a kill would end it.
    let run = std::panic::AssertUnwindSafe(|| {
        lab.train(folder, out, &ask, &mut |news| {
            if let (News::Step { epoch, .. }, Some(last)) = (news, stop)
                && *epoch > last
            {
                std::panic::resume_unwind(Box::new("cut"));
            }
        })
        .expect("a network")
    });
    std::panic::catch_unwind(run).ok()
}

#[derive(Default)]
struct NoTime;

impl Clock for NoTime {
    fn micros(&self) -> u64 {
        0
    }
}

#[test]
fn a_network_learns_from_games_and_plays() {
    let folder = Folder::new("whole");
    let lab = lab("chess").expect("a game that can be learnt");
    let games = folder.0.join("games");
    let first = generate(lab.as_ref(), &games, 1500);
    // A cut tears the last record of a file; the next run passes over it and goes on.
    let mut files: Vec<PathBuf> =
        fs::read_dir(&games).expect("files").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let torn = fs::read(&files[0]).expect("records");
    fs::write(&files[0], &torn[..torn.len() - 3]).expect("a torn file");
    let second = generate(lab.as_ref(), &games, 4000);
    assert!(second.games > first.games && second.fresh < second.positions);
    let counted = lab.count(&games).expect("a count");
    assert_eq!((counted.games, counted.broken), (second.games, 0));
    assert_eq!(counted.positions, second.positions);
    assert_eq!(counted.kept + counted.dropped.iter().sum::<u64>(), counted.positions);
    assert!(counted.kept > 500);

    let (whole, cut) = (folder.0.join("whole.nnue"), folder.0.join("cut.nnue"));
    let trained = train(lab.as_ref(), &games, &whole, 6, None).expect("nobody cuts it");
    let (before, after) = (trained.curve[0], trained.curve[5]);
    assert!(after.learnt < before.learnt * 0.9, "{:?}", trained.curve);
    assert!(trained.agreement.asked > 0 && trained.agreement.mean < 12.0, "{:?}", trained.agreement);
    assert!(fs::read_to_string(whole.with_extension("svg")).expect("a chart").contains("polyline"));

    assert!(train(lab.as_ref(), &games, &cut, 6, Some(3)).is_none());
    assert!(!cut.exists());
    let resumed = train(lab.as_ref(), &games, &cut, 6, None).expect("nobody cuts it");
    assert_eq!(resumed.curve, trained.curve);
    assert_eq!(fs::read(&cut).expect("a network"), fs::read(&whole).expect("a network"));

    let net = Net::from_bytes::<Chess>(&fs::read(&whole).expect("a network")).expect("for chess");
    let rules = <<Chess as Features>::Position as Position>::Rules::default();
    let line = Line::new(<Chess as Features>::Game::start(&rules), rules);
    let control = Control::new(Arc::new(NoTime));
    let mut champion = PvsEngine::new(Network::<Chess>::new(Arc::new(net)), 1, 1);
    let info = champion.think(&line, &Limits::nodes(2000), &control, &mut |_| {});
    assert!(info.best().is_some_and(|mv| line.here().is_legal(mv)));

    // The next generation plays with what was learnt.
    let bytes = fs::read(&whole).expect("a network");
    let ask = Datagen { nodes: 20, threads: 1, positions: 50, hash: 1, seed: 1 };
    let done = lab.generate(&EvalChoice::Net(bytes), &folder.0.join("next"), &ask, &mut |_| {});
    assert!(done.is_ok_and(|done| done.positions >= 50));
}

#[test]
fn hidden_pieces_and_their_reveals_are_replayed() {
    let folder = Folder::new("hidden");
    let lab = lab("jieqi").expect("a game that can be learnt");
    let done = generate(lab.as_ref(), &folder.0, 200);
    let counted = lab.count(&folder.0).expect("a count");
    assert_eq!((counted.games, counted.broken, counted.positions), (done.games, 0, done.positions));
}

#[test]
fn a_folder_of_another_game_or_none_is_refused() {
    let folder = Folder::new("other");
    let xiangqi = lab("xiangqi").expect("a game that can be learnt");
    generate(xiangqi.as_ref(), &folder.0, 20);
    let chess = lab("chess").expect("a game that can be learnt");
    assert_eq!(chess.count(&folder.0).expect_err("not chess").code, "learn_other_game");
    assert_eq!(chess.count(&folder.0.join("none")).expect_err("no folder").code, "learn_file");
    let wrong = EvalChoice::Net(b"no network".to_vec());
    let ask = Datagen { nodes: 20, threads: 1, positions: 50, hash: 1, seed: 1 };
    assert_eq!(
        chess.generate(&wrong, &folder.0, &ask, &mut |_| {}).expect_err("no network").code,
        "net_wrong"
    );
    assert!(lab("toy").is_none());
}
