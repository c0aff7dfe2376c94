//! `kydai convert` and `kydai library`: reading, writing, reporting and importing files.

mod common;

use std::path::PathBuf;

use common::{kydai, kydai_reading};

/// Temporary folder of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kydai-convert-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Result \"1-0\"]\n\n1. C2=5 {good} H8+7 (1... H2+3 2. H2+3) 2. H2+3 1-0\n";

#[test]
fn converting_there_and_back_changes_nothing() {
    let folder = Folder::new("back");
    let source = folder.file("a.pgn", PGN.as_bytes());
    let first = kydai(&["convert", &source]);
    assert_eq!(first.status, 0, "{}", first.err);
    for form in ["pgn", "txt", "dhtmlxq"] {
        let middle = kydai(&["convert", &source, "--to", form, "--notation", "zh"]);
        assert_eq!(middle.status, 0, "{form}: {}", middle.err);
        let other = folder.file(&format!("b.{form}"), middle.out.as_bytes());
        let again = kydai(&["convert", &other]);
        assert_eq!(again.status, 0, "{form}: {}", again.err);
        let moves = |text: &str| text.split("\n\n").nth(1).unwrap_or_default().to_owned();
        assert_eq!(moves(&again.out), moves(&first.out), "{form}");
    }
}

#[test]
fn gbk_is_read_and_errors_are_reported_with_their_place() {
    let folder = Folder::new("report");
    // [Red "胡荣华"] 1. 炮二平五 车9平8 in GBK: the second move is not legal.
    let mut bytes = b"[Red \"".to_vec();
    bytes.extend([0xBA, 0xFA, 0xC8, 0xD9, 0xBB, 0xAA]);
    bytes.extend(b"\"]\n\n1. ");
    bytes.extend([0xC5, 0xDA, 0xB6, 0xFE, 0xC6, 0xBD, 0xCE, 0xE5]);
    bytes.extend(b" ");
    bytes.extend([0xB3, 0xB5, b'9', 0xC6, 0xBD, b'8']);
    bytes.extend(b" *\n");
    let source = folder.file("gbk.pgn", &bytes);
    let out = folder.path("out.pgn");
    let output = kydai(&["convert", &source, "--output", &out, "--json"]);
    assert_eq!(output.status, 1);
    let file = &output.json()["files"][0];
    assert_eq!(
        (file["form"].as_str(), file["encoding"].as_str(), file["games"].as_u64()),
        (Some("pgn"), Some("gb18030"), Some(1))
    );
    assert_eq!(file["faults"][0]["code"], "pgn_move");
    let kept = std::fs::read_to_string(out).expect("what could be read");
    assert!(kept.contains("[Red \"胡荣华\"]") && kept.contains("1. C2=5"), "{kept}");
}

#[test]
fn invalid_arguments_are_reported() {
    let nothing = kydai(&["convert", "/nowhere/at/all.xqf"]);
    assert!(nothing.status == 1 && nothing.err.contains("all.xqf"), "{}", nothing.err);
    let empty = kydai_reading(&["convert", "-"], "");
    assert!(empty.status == 1 && empty.err.contains("no games"), "{}", empty.err);
    let unfit = kydai_reading(&["convert", "-", "--to", "dhtmlxq"], "1. e4 e5 2. Nf3 Nc6");
    assert!(unfit.status == 1 && unfit.err.contains("dhtmlxq"), "{}", unfit.err);
}

#[test]
fn games_are_imported_into_the_library_once() {
    let folder = Folder::new("library");
    let source = folder.file("a.pgn", PGN.as_bytes());
    let data = folder.path("data");
    for (new, known) in [(1, 0), (0, 1)] {
        let output = kydai(&["library", "import", &source, "--data", &data, "--json"]);
        assert_eq!(output.status, 0, "{}", output.err);
        let report = output.json();
        assert_eq!((report["new"].as_u64(), report["known"].as_u64()), (Some(new), Some(known)));
    }
}

#[test]
fn gomoku_files_are_converted_both_ways_and_faults_name_line_and_column() {
    let folder = Folder::new("psq");
    let source = folder.file("a.psq", b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\nAn\nBinh\n-1\n");
    let pgn = kydai(&["convert", &source]);
    assert_eq!(pgn.status, 0, "{}", pgn.err);
    assert!(pgn.out.contains("[White \"An\"]") && pgn.out.contains("1. h8 i9"), "{}", pgn.out);
    let middle = folder.file("b.pgn", pgn.out.as_bytes());
    let back = kydai(&["convert", &middle, "--to", "psq"]);
    assert_eq!(
        (back.status, back.out.as_str()),
        (0, std::fs::read_to_string(&source).expect("the file").as_str())
    );
    let bad = folder.file("bad.psq", b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,99,0\n");
    let report = kydai(&["convert", &bad, "--lang", "en"]);
    assert_eq!(report.status, 1);
    assert!(report.err.contains("line 3, column 3"), "{}", report.err);
    // Two games do not fit into one file.
    let two = folder.file("two.pgn", format!("{}\n{}", pgn.out, pgn.out).as_bytes());
    let report = kydai(&["convert", &two, "--to", "psq", "--lang", "en"]);
    assert!(report.status == 1 && report.err.contains("PSQ holds one game"), "{}", report.err);
}
