//! A new game from the smallest one (`cargo xtask new-game NAME`): rules, registration, module of the web app, messages.
//!
//! Everything is planned before the first file is written: a name that is taken, or a template that has changed so that
//! a place is not found any more, leaves the project as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Done, cargo};
use crate::web;

/// Folders and files of the template, each copied under the new name.
const COPIED: [&str; 4] =
    ["crates/toy", "web/src/games/toy", "crates/table/src/games/toy.rs", "testdata/perft/toy.epd"];
/// Languages of the catalogues.
const LANGUAGES: [&str; 4] = ["vi", "en", "zh-Hans", "zh-Hant"];
/// Mark of the places to change, for a search.
const LABEL: &str = "YOURS:";
/// Longest name.
const LONGEST: usize = 20;

/// Labels: end of a copied file's path, line they are put before, and what is to be changed there.
const LABELS: [(&str, &str, &str); 9] = [
    ("src/lib.rs", "static SPEC:", "name, aliases, size, sides, options and reasons of the game."),
    ("src/mv.rs", "#[derive(Clone, Copy", "what a move is; at most 16 bits, never zero."),
    ("src/position.rs", "#[derive(Clone, PartialEq", "what a position is."),
    ("src/position.rs", "impl Position for", "the rules: legal moves, their effect, the end of the game."),
    ("src/text.rs", "pub(crate) fn read_position", "text of positions and moves, and why a move is illegal."),
    ("tests/rules.rs", "fn brute_force", "a second, slow implementation of the rules."),
    (".epd", "3/3/3 w", "positions with the number of lines to each depth."),
    ("index.ts", "export default {", "board, sides, pieces and notations; module.ts explains every field."),
    (".css", ".play.", "look of the board and the pieces."),
];

/// Creates a game in the project, and lists the files.
pub fn run(name: &str) -> Done {
    let root = shell::root();
    let files = plan(&root, name)?;
    write(&root, &files)?;
    format(&root)?;
    for (path, _) in &files {
        println!("{}", path.display());
    }
    println!(
        "\n{name} compiles and can be played: `cargo test -p {name}`, `cargo run -- show --game {name}`."
    );
    println!("Places to change are labeled {LABEL} CONTRIBUTING.md, \"Adding a game\", says in which order.");
    Ok(())
}

/// Name of the trial's game.
const TRIAL: &str = "pebbles";

/// Creates a game in a copy of the project's last commit. There it must pass the project rules, its tests, those of the
/// registry and the messages, and the checks of the web app; then it is shown in the terminal and played in the browser.
pub fn trial() -> Done {
    let target = crate::workspace::Workspace::load()?.target;
    let copy = target.join("new-game");
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    }
    let clone = ["clone", "--quiet", "--depth", "1", "--no-local"];
    shell::run(Command::new("git").args(clone).arg(shell::root()).arg(&copy))?;
    write(&copy, &plan(&copy, TRIAL)?)?;
    format(&copy)?;
    let built = target.join("new-game-target");
    let cargo = |arguments: &[&str]| {
        let mut command = cargo(arguments);
        command.current_dir(&copy).env("CARGO_TARGET_DIR", &built);
        command
    };
    for arguments in [
        &["xtask", "tidy"][..],
        &["test", "--package", TRIAL],
        &["run", "--package", "kydai", "--", "show", "--game", TRIAL],
        &["test", "--package", "words"],
        &["test", "--package", "table", "--lib", "games::"],
        &["xtask", "web"],
    ] {
        shell::run(&mut cargo(arguments))?;
    }
    let mut browser = Command::new("node");
    browser.current_dir(copy.join("web")).args(["--test", "tests/browser/new-game.mjs"]);
    browser.env("KYDAI_BIN", built.join("debug").join("kydai")).env("KYDAI_GAME", TRIAL);
    shell::run(browser.env("KYDAI_CHROMIUM", web::chromium()?))
}

/// Formats the code of a project: a new name changes the order of imports.
fn format(root: &Path) -> Done {
    shell::run(cargo(&["fmt", "--all"]).current_dir(root))
}

/// New content of a file, from the root of the project.
type Planned = (PathBuf, Vec<u8>);

/// Returns all files to write for a game of this name.
fn plan(root: &Path, name: &str) -> Done<Vec<Planned>> {
    check_name(root, name)?;
    let mut files = Vec::new();
    for copied in COPIED {
        for from in files_of(&root.join(copied))? {
            let relative = from.strip_prefix(root).map_err(|error| error.to_string())?;
            let to = relative.to_string_lossy().replace("toy", name);
            let content = match String::from_utf8(read(&from)?) {
                Ok(text) => label(&to, &renamed(&text, name))?.into_bytes(),
                Err(binary) => binary.into_bytes(),
            };
            files.push((PathBuf::from(to), content));
        }
    }
    for language in LANGUAGES {
        files.push(edited(root, &format!("messages/{language}.json"), |text| add_messages(text, name))?);
    }
    for (path, line) in [
        ("Cargo.toml", "toy = { path = \"crates/toy\" }"),
        ("crates/table/Cargo.toml", "toy.workspace = true"),
        ("web/src/games/index.svelte.ts", "  toy: () => import('./toy/index.ts'),"),
    ] {
        files.push(edited(root, path, |text| repeated(text, line, name))?);
    }
    files.push(edited(root, "crates/table/src/games/mod.rs", |text| {
        let text = repeated(text, "mod toy;", name)?;
        let text = repeated(&text, "    &TypedRulebook::<toy::Registered>::NEW,", name)?;
        // The codes of reasons are stored: each game has its own.
        let code = "            \"three_in_a_row\",";
        repeated_as(&text, code, &format!("            \"{name}_three_in_a_row\","))
    })?);
    Ok(files)
}

fn check_name(root: &Path, name: &str) -> Done {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if !name.starts_with(|first: char| first.is_ascii_lowercase())
        || !name.bytes().all(plain)
        || name.len() > LONGEST
    {
        return Err(format!(
            "\"{name}\" is no name: use up to {LONGEST} lowercase letters and digits, a letter first"
        ));
    }
    let keywords = [
        "as", "box", "crate", "else", "enum", "fn", "for", "game", "if", "impl", "in", "let", "loop",
        "match", "mod", "move", "mut", "pub", "ref", "self", "static", "std", "core", "test", "trait",
        "type", "use", "where", "while",
    ];
    if keywords.contains(&name) {
        return Err(format!("\"{name}\" is a word of Rust or of this project; choose another name"));
    }
    match root.join("crates").join(name).exists() {
        true => Err(format!("crates/{name} exists already")),
        false => Ok(()),
    }
}

/// All files of a folder, or the file itself, sorted.
fn files_of(path: &Path) -> Done<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let problem = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut entries: Vec<PathBuf> = fs::read_dir(path)
        .map_err(problem)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(problem)?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        files.extend(files_of(&entry)?);
    }
    Ok(files)
}

fn read(path: &Path) -> Done<Vec<u8>> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(root: &Path, files: &[Planned]) -> Done {
    for (path, content) in files {
        let path = root.join(path);
        let problem = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(problem)?;
        }
        fs::write(&path, content).map_err(problem)?;
    }
    Ok(())
}

/// A file with a change.
fn edited(root: &Path, path: &str, change: impl Fn(&str) -> Done<String>) -> Done<Planned> {
    let text = String::from_utf8(read(&root.join(path))?).map_err(|_| format!("{path} is not text"))?;
    let changed = change(&text).map_err(|problem| format!("{path}: {problem}"))?;
    Ok((PathBuf::from(path), changed.into_bytes()))
}

/// Text of the template with the new game's name.
fn renamed(text: &str, name: &str) -> String {
    let title = title(name);
    text.replace("aliases: &[\"morris\"]", "aliases: &[]")
        .replace("three_in_a_row", &format!("{name}_three_in_a_row"))
        .replace("three men's morris", &title)
        .replace("Three men's morris", &title)
        .replace("kd-morris", &format!("kd-{name}"))
        .replace("Morris", &format!("{title}Position"))
        .replace("Toy", &title)
        .replace("toy", name)
        // Names of tests stay sentences.
        .replace(&format!("fn {name}_three_in_a_row"), "fn three_in_a_row")
}

/// The name with a capital.
fn title(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

/// Puts the labels before their lines.
fn label(path: &str, text: &str) -> Done<String> {
    let mut text = text.to_owned();
    for (_, line, what) in LABELS.iter().filter(|(end, ..)| path.ends_with(end)) {
        let place = text
            .match_indices(line)
            .map(|(place, _)| place)
            .find(|&place| place == 0 || text.as_bytes()[place - 1] == b'\n');
        let place = place.ok_or_else(|| format!("{path}: no line starts with \"{line}\" any more"))?;
        let label = match path.rsplit_once('.').map_or("", |(_, end)| end) {
            "css" => format!("/* {LABEL} {what} */\n"),
            "epd" => format!("# {LABEL} {what}\n"),
            _ => format!("// {LABEL} {what}\n"),
        };
        text.insert_str(start_of_item(&text, place), &label);
    }
    Ok(text)
}

/// Start of the doc comments and attributes above a line.
fn start_of_item(text: &str, mut place: usize) -> usize {
    while let Some(before) = text[..place].strip_suffix('\n') {
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        if !before[start..].starts_with("///") && !before[start..].starts_with("#[") {
            break;
        }
        place = start;
    }
    place
}

/// Repeats the only line that equals this one, with the new name.
fn repeated(text: &str, line: &str, name: &str) -> Done<String> {
    repeated_as(text, line, &line.replace("toy", name))
}

/// Adds a line after the only one that equals `line`.
fn repeated_as(text: &str, line: &str, added: &str) -> Done<String> {
    let count = text.lines().filter(|one| *one == line).count();
    if count != 1 {
        return Err(format!("the line \"{}\" is there {count} times, not once", line.trim()));
    }
    Ok(text.replace(&format!("{line}\n"), &format!("{line}\n{added}\n")))
}

/// Repeats the messages of the template under the new game's keys.
fn add_messages(text: &str, name: &str) -> Done<String> {
    let mut out = String::new();
    let mut added = 0;
    for line in text.lines() {
        out.push_str(line);
        out.push('\n');
        let key = line.trim_start().trim_start_matches('"').split('"').next().unwrap_or_default();
        let own = key.split('_').any(|word| word == "toy") || key.ends_with("_three_in_a_row");
        if own && line.ends_with(',') {
            let new_key =
                key.replace("toy", name).replace("three_in_a_row", &format!("{name}_three_in_a_row"));
            let value = line.split_once(": ").map_or("", |(_, value)| value);
            let value = if key == "game_toy" { format!("\"{name}\",") } else { value.to_owned() };
            out.push_str(&format!("  \"{new_key}\": {value}\n"));
            added += 1;
        }
    }
    if added < 10 { Err(format!("only {added} messages of the template found")) } else { Ok(out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned() -> Vec<(String, String)> {
        let files = plan(&shell::root(), "pebbles").expect("a plan");
        files
            .into_iter()
            .map(|(path, content)| (path.display().to_string(), String::from_utf8(content).expect("text")))
            .collect()
    }

    #[test]
    fn a_new_game_is_named_everywhere_and_the_template_nowhere() {
        let files = planned();
        let own: Vec<_> = files.iter().filter(|(path, _)| path.contains("pebbles")).collect();
        assert!(own.len() >= 12, "{own:?}");
        for (path, text) in own {
            for word in ["toy", "Toy", "morris", "Morris"] {
                assert!(!text.contains(word), "{path} still says {word}");
            }
            assert!(path.ends_with(".rs") == text.starts_with("//!") || path.ends_with(".ts"), "{path}");
        }
        let text_of = |end: &str| &files.iter().find(|(path, _)| path.ends_with(end)).expect(end).1;
        assert!(text_of("pebbles/src/lib.rs").contains("pub struct Pebbles;"));
        assert!(text_of("pebbles/src/position.rs").contains("impl Position for PebblesPosition"));
        assert!(text_of("games/mod.rs").contains("&TypedRulebook::<pebbles::Registered>::NEW,"));
        assert!(text_of("index.svelte.ts").contains("pebbles: () => import('./pebbles/index.ts'),"));
        assert!(text_of("crates/table/Cargo.toml").contains("\npebbles.workspace = true\n"));
    }

    #[test]
    fn every_place_to_change_is_labeled() {
        let labels: usize = planned()
            .iter()
            .filter(|(path, _)| path.contains("pebbles"))
            .map(|(_, text)| text.matches(LABEL).count())
            .sum();
        assert_eq!(labels, LABELS.len());
    }

    #[test]
    fn the_messages_are_complete_in_every_language() {
        let mut counts = Vec::new();
        for (path, text) in planned().iter().filter(|(path, _)| path.starts_with("messages/")) {
            let catalogue: serde_json::Value = serde_json::from_str(text).expect(path);
            let keys = catalogue.as_object().expect("an object").keys();
            let own: Vec<&String> = keys.filter(|key| key.contains("pebbles")).collect();
            assert!(own.iter().any(|key| *key == "game_pebbles"), "{path}");
            counts.push(own.len());
        }
        assert_eq!(counts.len(), LANGUAGES.len());
        assert!(counts.iter().all(|&count| count == counts[0] && count >= 14), "{counts:?}");
    }

    #[test]
    fn a_wrong_or_taken_name_is_refused() {
        let root = shell::root();
        for name in ["", "Go", "go-moku", "9men", "match", "a_b", "averyveryverylongname"] {
            assert!(plan(&root, name).is_err(), "{name}");
        }
        assert_eq!(plan(&root, "toy").unwrap_err(), "crates/toy exists already");
    }

    #[test]
    fn a_line_that_is_not_there_once_is_an_error() {
        assert!(repeated("a\ntoy\n", "toy", "go").is_ok_and(|text| text == "a\ntoy\ngo\n"));
        assert!(repeated("toy\ntoy\n", "toy", "go").is_err());
        assert!(repeated("", "toy", "go").is_err());
    }
}
