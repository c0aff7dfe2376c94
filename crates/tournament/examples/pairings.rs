//! Trial of the pairings against other programs: `cargo xtask trial pairings` runs it.
//!
//! Arguments: `pairings DATA PYTHON COUNT`. DATA is the folder with the collections of other programs, PYTHON an
//! interpreter with `caissify-pairings`, COUNT the number of random tournaments to compare with it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use tournament::dutch::pair_round;
use tournament::explain::{WhyNot, why_not};
use tournament::generate::{GenerateOptions, generate};
use tournament::model::Tournament;
use tournament::trf::{self, Format, TrfFile};

/// Differences that are accepted in all, each with the criterion that decides it.
const ACCEPTED: usize = 4;

/// Prints a line for each round that the library pairs otherwise: file, round, and its pairs that are not in the file.
///
/// The library's pairing engine is the peer, not its reader of files, which counts every bye as a pairing-allocated one with
/// a downfloat. By C2 only a round with the points of a win keeps a player from the bye, and by article 1.4 a round without
/// points is no float; both are set right before pairing.
const CHECK: &str = r#"
import sys
from pathlib import Path
from caissify_pairings import fpc
built = fpc._build_engine_players
def corrected(player_map, target_round):
    players = built(player_map, target_round)
    for one in players:
        results = player_map[one['id']].get('results', {})
        before = [results[number] for number in sorted(results) if number < target_round]
        byes = [r.get('result') if r.get('opponent') is None else None for r in before]
        assert len(byes) == len(one['float_history'])
        one['bye_count'] = sum(bye in ('1', '+', 'F', 'U') for bye in byes)
        one['float_history'] = [
            known if bye is None else 'none' if bye in ('Z', '-') else 'down'
            for known, bye in zip(one['float_history'], byes)
        ]
    return players
fpc._build_engine_players = corrected
rounds = 0
for path in sorted(Path(sys.argv[1]).glob('*.trf')):
    report = fpc.check_trf(path.read_text())
    for one in report['rounds']:
        rounds += 1
        if not one['match']:
            ours = {(p['white'], p['black']) for p in one['trf_pairings']}
            theirs = [(p['white'], p['black']) for p in one['engine_pairings']]
            other = [f"{w}-{b or 0}" for w, b in theirs if (w, b) not in ours]
            print(path.name, one['round'], *other)
print('rounds', rounds)
"#;

type Done<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    match run() {
        Ok(differences) if differences <= ACCEPTED => ExitCode::SUCCESS,
        Ok(differences) => {
            eprintln!("{differences} differences; at most {ACCEPTED} are accepted");
            ExitCode::FAILURE
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Done<usize> {
    let mut arguments = std::env::args().skip(1);
    let usage = || "usage: pairings DATA PYTHON COUNT".to_owned();
    let data = PathBuf::from(arguments.next().ok_or_else(usage)?);
    let python = arguments.next().ok_or_else(usage)?;
    let count: u64 = arguments.next().and_then(|text| text.parse().ok()).ok_or_else(usage)?;
    println!("| set | rounds | differences |\n|---|---:|---:|");
    let mut differences = dutch_cases(&data.join("bbpPairings-tests"))?;
    hostile_files(&data.join("py4swiss-data"))?;
    differences += random_tournaments(&python, count)?;
    Ok(differences)
}

fn text_of(path: &Path) -> Done<String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn files_in(folder: &Path, ending: &str) -> Done<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    files.sort();
    if files.is_empty() { Err(format!("{}: no .{ending} files", folder.display())) } else { Ok(files) }
}

/// The next round of each Dutch input of bbpPairings' own tests, compared with the expected output.
fn dutch_cases(folder: &Path) -> Done<usize> {
    let (mut rounds, mut differences) = (0, 0);
    for input in files_in(folder, "input")? {
        // This one belongs to another pairing system (Burstein).
        if input.file_stem().is_some_and(|name| name == "issue_15") {
            continue;
        }
        let tournament =
            trf::read(&text_of(&input)?).map_err(|error| format!("{}: {error}", input.display()))?.tournament;
        let round = tournament.paired_rounds() + 1;
        let pairing =
            pair_round(&tournament, round).map_err(|error| format!("{}: {error:?}", input.display()))?;
        let mut ours: Vec<String> =
            pairing.boards.iter().map(|board| format!("{} {}", board.white, board.black)).collect();
        ours.extend(pairing.bye.map(|bye| format!("{bye} 0")));
        let expected = text_of(&input.with_extension("output.expected"))?;
        let expected: Vec<&str> =
            expected.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty()).skip(1).collect();
        rounds += 1;
        if ours != expected {
            differences += 1;
            println!("{}: {ours:?} instead of {expected:?}", input.display());
        }
    }
    println!("| bbpPairings' Dutch cases | {rounds} | {differences} |");
    Ok(differences)
}

/// Malformed files: each is read or rejected with a place; nothing panics.
fn hostile_files(folder: &Path) -> Done {
    let (mut read, mut rejected) = (0, 0);
    for path in files_in(folder, "trf")?.into_iter().chain(files_in(folder, "txt")?) {
        match trf::read(&text_of(&path)?) {
            Ok(file) => {
                // A round without a legal pairing is an answer too.
                let _ = pair_round(&file.tournament, file.tournament.paired_rounds() + 1);
                read += 1;
            }
            Err(error) if error.line > 0 && error.column > 0 => rejected += 1,
            Err(error) => return Err(format!("{}: no place in {error}", path.display())),
        }
    }
    println!("| hostile files: {read} read, {rejected} rejected with line and column | | 0 |");
    Ok(())
}

/// Options of a random tournament: sizes and shares vary with the seed.
fn options_of(seed: u64) -> GenerateOptions {
    let pick = |list: &[u32], shift: u64| list[((seed >> shift) % list.len() as u64) as usize];
    GenerateOptions {
        players: 5 + (seed % 44) as u32,
        rounds: 4 + (seed / 44 % 6) as usize,
        seed,
        draws: pick(&[100, 300, 600], 1),
        forfeits: pick(&[0, 20, 60], 2),
        half_points: pick(&[0, 20, 50], 3),
        withdrawals: pick(&[0, 5, 20], 4),
    }
}

fn random_tournaments(python: &str, count: u64) -> Done<usize> {
    let folder = std::env::temp_dir().join(format!("kydai-pairings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let result = compare_with_library(python, count, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn compare_with_library(python: &str, count: u64, folder: &Path) -> Done<usize> {
    let mut tournaments: Vec<Tournament> = Vec::new();
    for seed in 1..=count {
        let tournament = generate(&options_of(seed));
        let file = TrfFile { tournament, ..TrfFile::default() };
        let path = folder.join(format!("{seed:06}.trf"));
        std::fs::write(&path, trf::write(&file, Format::Trf16))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        tournaments.push(file.tournament);
    }
    let output = Command::new(python)
        .args(["-W", "ignore", "-c", CHECK])
        .arg(folder)
        .output()
        .map_err(|error| format!("{python}: {error}"))?;
    if !output.status.success() {
        return Err(format!("caissify-pairings failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let (mut rounds, mut differences) = (0, 0);
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["rounds", number] => rounds = number.parse().unwrap_or(0),
            [file, round, pairs @ ..] => {
                differences += 1;
                println!("{}", describe(&tournaments, file, round, pairs));
            }
            _ => {}
        }
    }
    if rounds == 0 {
        return Err("caissify-pairings checked no round".to_owned());
    }
    println!("| {count} random tournaments, caissify-pairings 0.5.0 | {rounds} | {differences} |");
    Ok(differences)
}

/// Says which criterion decides against each pair of the other program.
fn describe(tournaments: &[Tournament], file: &str, round: &str, pairs: &[&str]) -> String {
    let mut text = format!("{file} round {round}:");
    let seed: Option<usize> = file.strip_suffix(".trf").and_then(|name| name.parse().ok());
    let (Some(tournament), Ok(round)) =
        (seed.and_then(|seed| tournaments.get(seed.wrapping_sub(1))), round.parse::<usize>())
    else {
        return text;
    };
    let Ok(pairing) = pair_round(&tournament.before_round(round), round) else { return text };
    for pair in pairs {
        let numbers: Vec<u32> = pair.split('-').filter_map(|number| number.parse().ok()).collect();
        let [one, other] = numbers[..] else { continue };
        let reason = match why_not(&pairing, one, Some(other).filter(|&other| other != 0)) {
            Ok(WhyNot::Worse(difference)) => format!("{:?}", difference.criterion),
            Ok(reason) => format!("{reason:?}"),
            Err(_) => "not present".to_owned(),
        };
        let _ = write!(text, " {pair} ({reason})");
    }
    text
}
