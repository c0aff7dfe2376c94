//! Networks at the command line: data generation, training, a match, and the manifest of shipped networks.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::kydai;
use sha2::{Digest, Sha256};

/// Temporary folder, removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kydai-networks-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_are_generated_counted_trained_on_and_the_network_plays() {
    let folder = Folder::new("whole");
    let (games, net) = (folder.path("games"), folder.path("tiny.nnue"));
    let made = kydai(&[
        "datagen",
        "--game",
        "xiangqi",
        "--out",
        &games,
        "--nodes",
        "30",
        "--positions",
        "4000",
        "--json",
    ]);
    assert_eq!(made.status, 0, "{}", made.err);
    assert!(made.json()["positions"].as_u64().is_some_and(|count| count >= 4000));
    let again = kydai(&["datagen", "--out", &games, "--positions", "4000", "--json"]);
    assert_eq!(again.json()["fresh"], 0);
    let stats = kydai(&["datagen", "stats", &games, "--json"]);
    assert_eq!(stats.json()["positions"], made.json()["positions"]);
    assert!(kydai(&["datagen", "stats", &games]).out.contains("training positions"));
    let trained = kydai(&[
        "train", "--data", &games, "--out", &net, "--hidden", "32", "--epochs", "2", "--batch", "256",
        "--json",
    ]);
    assert_eq!(trained.status, 0, "{}", trained.err);
    assert_eq!(trained.json()["curve"].as_array().map(Vec::len), Some(2));
    let played = kydai(&[
        "arena",
        "--a",
        &format!("champion:net={net}"),
        "--b",
        "champion:eval=classic",
        "--tc",
        "nodes=100",
        "--games",
        "2",
        "--json",
    ]);
    assert_eq!(played.status, 0, "{}{}", played.out, played.err);
}

#[test]
fn another_program_is_the_teacher() {
    let folder = Folder::new("teacher");
    let (games, taught) = (folder.path("games"), folder.path("taught"));
    let make = [
        "datagen",
        "--game",
        "chess",
        "--out",
        &games,
        "--nodes",
        "30",
        "--positions",
        "150",
        "--inner",
        "2",
    ];
    assert_eq!(kydai(&make).status, 0);
    let teach = |teacher: &str| {
        kydai(&[
            "rescore",
            "--game",
            "chess",
            "--data",
            &games,
            "--out",
            &taught,
            "--nodes",
            "50",
            "--teacher",
            teacher,
            "--json",
        ])
    };
    let missing = teach("uci:no-such-engine");
    assert!(missing.status != 0 && missing.err.contains("no-such-engine"), "{}", missing.err);
    let program = format!("uci:{}?args=uci --game chess&Hash=1", env!("CARGO_BIN_EXE_kydai"));
    let done = teach(&program);
    assert_eq!(done.status, 0, "{}", done.err);
    let stats = |folder: &str| kydai(&["datagen", "stats", folder, "--game", "chess", "--json"]).json();
    assert_eq!(done.json()["positions"], stats(&games)["positions"]);
    assert_eq!(stats(&taught)["games"], stats(&games)["games"]);
    let file = |folder: &str| fs::read(Path::new(folder).join("000000.games")).expect("records");
    let (before, after) = (file(&games), file(&taught));
    assert!(before.len() == after.len() && before != after, "the scores are new");
}

#[test]
fn an_invalid_network_file_is_reported() {
    let folder = Folder::new("wrong");
    let file = folder.path("no.nnue");
    fs::write(&file, "no network").expect("a file");
    for (engine, output) in [
        (format!("champion:net={file}"), "not a Kỳ Đài network file"),
        (format!("champion:net={}", folder.path("none.nnue")), "could not be read"),
        ("champion:eval=guess".to_owned(), "network, classic"),
        ("champion:level=3,eval=network".to_owned(), "Levels use the hand-crafted evaluation"),
    ] {
        let answer = kydai(&["analyse", "--engine", &engine, "--depth", "1"]);
        assert_ne!(answer.status, 0, "{engine}");
        assert!(answer.err.contains(output), "{engine}: {}", answer.err);
    }
    let none = kydai(&["datagen", "--game", "toy", "--out", &folder.path("games")]);
    assert!(none.status != 0 && none.err.contains("no network training"), "{}", none.err);
    let nowhere = kydai(&["datagen"]);
    assert!(nowhere.status != 0 && nowhere.err.contains("--out"), "{}", nowhere.err);
}

#[test]
fn the_manifest_matches_the_networks() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
    let manifest = fs::read_to_string(nets.join("manifest.toml")).expect("a manifest");
    let values = |key: &str| -> Vec<String> {
        let prefix = format!("{key} = \"");
        let line = |line: &str| Some(line.strip_prefix(&prefix)?.strip_suffix('"')?.to_owned());
        manifest.lines().filter_map(line).collect()
    };
    let (files, sums) = (values("file"), values("sha256"));
    assert!(!files.is_empty() && files.len() == sums.len());
    for (file, sum) in files.iter().zip(&sums) {
        let bytes = fs::read(nets.join(file)).expect(file);
        let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(&found, sum, "{file}");
        assert!(bytes.len() <= 2 << 20, "{file}");
    }
    let present = fs::read_dir(&nets).expect("the folder").filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|end| end == "nnue"))
    });
    assert_eq!(present.count(), files.len());
}
