//! Collections of forced wins, proven one by one: number proven, time, and wrong labels.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use flate2::read::GzDecoder;
use table::{Clock, Control, Notation, SolveRequest, Solved};

use crate::rival::Rival;
use crate::stopwatch::{Stopwatch, Timed};
use crate::{Done, book, root};

/// A position with the number of moves its collection states.
struct Case {
    id: String,
    fen: String,
    moves: Option<u32>,
}

/// A collection.
struct Set {
    game: &'static str,
    cases: Vec<Case>,
    /// True if the shortest win is wanted where a number of moves is stated; otherwise any proof is enough.
    shortest: bool,
}

/// Result of a case.
struct Attempt {
    stated: Option<u32>,
    proven: Option<u32>,
    /// True if an exhaustive search ruled out the stated number.
    refuted: bool,
    /// True if the whole proof tree was replayed by the rules.
    replayed: bool,
    millis: f64,
    announced: Option<u32>,
}

/// Proves the positions of a collection and prints a table.
pub fn run(set: &str, seconds: f64, every: usize, rival: Option<&Path>, data: Option<&Path>) -> Done {
    let set = read(set, data)?;
    let millis = (seconds * 1000.0) as u64;
    let mut rival = rival.map(|program| Rival::start(program, set.game)).transpose()?;
    let mut attempts = Vec::new();
    let rules = book(set.game)?;
    for case in set.cases.iter().step_by(every.max(1)) {
        if let Err(problem) = rules.open(Some(&case.fen), &[]) {
            println!("- {} `{}`: left out, {problem}", case.id, case.fen);
            continue;
        }
        let announced = match &mut rival {
            Some(rival) => rival.mate(&case.fen, millis)?,
            None => None,
        };
        attempts.push(Attempt { announced, ..attempt(&set, case, millis)? });
    }
    print(&attempts, rival.is_some());
    if attempts.is_empty() { Err("there is nothing to prove".into()) } else { Ok(()) }
}

/// Clock of processor time, so that other work on the machine does not count.
struct CpuClock(Stopwatch);

impl Clock for CpuClock {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.stop().as_micros()).unwrap_or(u64::MAX)
    }
}

fn attempt(set: &Set, case: &Case, millis: u64) -> Done<Attempt> {
    let book = book(set.game)?;
    let study = book.open(Some(&case.fen), &[]).map_err(|problem| format!("{}: {problem}", case.id))?;
    let control = Control::new(Arc::new(CpuClock(Stopwatch::start(Timed::CurrentThread))));
    let ask = SolveRequest { time: Some(millis), keys: false, ..SolveRequest::default() };
    let any = !set.shortest || case.moves.is_none();
    let solution = book
        .solve(study.as_ref(), &ask, &control, &mut |progress| {
            if progress.won.is_some() && any {
                control.stop();
            }
        })
        .map_err(|problem| format!("{}: {problem}", case.id))?;
    let (proven, ruled_out) = match solution.solved {
        Solved::Win { moves, at_least } => (Some(moves), at_least - 1),
        Solved::NoWin { within } => (None, within.unwrap_or(u32::MAX)),
        Solved::Unknown { refuted } => (None, refuted),
    };
    let refuted = case.moves.is_some_and(|stated| ruled_out >= stated);
    let (id, fen, stated) = (&case.id, &case.fen, case.moves.map_or("?".into(), |moves| moves.to_string()));
    if refuted || proven.is_none() {
        let found = match proven {
            Some(moves) => format!("won in {moves}, not in {ruled_out}"),
            None if ruled_out == u32::MAX => "not won in any number of moves".into(),
            None => format!("undecided, not in {ruled_out}"),
        };
        let wrong = if refuted { ", label refuted" } else { "" };
        println!("- {id} `{fen}`: stated {stated}, {found}{wrong}");
    }
    let (replayed, millis) = (solution.verified, solution.micros as f64 / 1e3);
    Ok(Attempt { stated: case.moves, proven, refuted, replayed, millis, announced: None })
}

fn print(attempts: &[Attempt], rival: bool) {
    let mut labels: Vec<Option<u32>> = attempts.iter().map(|one| one.stated).collect();
    labels.sort_unstable();
    labels.dedup();
    let announced = if rival { " announced by the rival |" } else { "" };
    println!(
        "\n| stated moves | positions | proven | replayed | within the label | labels refuted | median ms | worst ms |{announced}"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|{}", if rival { "---:|" } else { "" });
    for label in labels.into_iter().map(Some).chain([None]) {
        let rows: Vec<&Attempt> =
            attempts.iter().filter(|one| label.is_none_or(|label| one.stated == label)).collect();
        let count = |holds: &dyn Fn(&Attempt) -> bool| rows.iter().filter(|one| holds(one)).count();
        let mut millis: Vec<f64> = rows.iter().map(|one| one.millis).collect();
        millis.sort_by(f64::total_cmp);
        let name = match label {
            None => "all".to_owned(),
            Some(None) => "none".to_owned(),
            Some(Some(moves)) => moves.to_string(),
        };
        let within = count(&|one| one.proven.is_some() && (one.stated.is_none() || one.proven <= one.stated));
        let rival =
            if rival { format!(" {} |", count(&|one| one.announced.is_some())) } else { String::new() };
        println!(
            "| {name} | {} | {} | {} | {within} | {} | {:.1} | {:.0} |{rival}",
            rows.len(),
            count(&|one| one.proven.is_some()),
            count(&|one| one.proven.is_some() && one.replayed),
            count(&|one| one.refuted),
            millis.get(millis.len() / 2).unwrap_or(&0.0),
            millis.last().unwrap_or(&0.0),
        );
    }
}

fn read(name: &str, data: Option<&Path>) -> Done<Set> {
    if name == "sample" {
        let text = load(&root().join("testdata").join("mates").join("xiangqi_games.tsv"))?;
        return Ok(Set { game: "xiangqi", cases: text.lines().filter_map(sample).collect(), shortest: true });
    }
    let data = data.ok_or("../shared/data is missing; the set `sample` is in testdata")?;
    let puzzles = data.join("xiangqi").join("puzzles");
    let tactics = data.join("chess").join("tactics");
    let (game, shortest, path, case): (_, _, _, fn(&str) -> Option<Case>) = match name {
        "games" => ("xiangqi", true, puzzles.join("wukong_mates_from_games.jsonl.gz"), from_game),
        "compositions" => {
            ("xiangqi", false, puzzles.join("qipu_compositions_with_line.jsonl.gz"), composition)
        }
        "batch" => ("xiangqi", false, data.join("bench").join("eleeye_batch_mates.fen"), bare),
        "puzzles" => ("chess", true, tactics.join("lichess_puzzles_1000.csv"), puzzle),
        "hard" => ("chess", false, tactics.join("hard-mates-blass-uri.epd"), hard),
        _ => {
            return Err(format!(
                "there is no set `{name}`: sample, games, compositions, batch, puzzles, hard"
            ));
        }
    };
    Ok(Set { game, cases: load(&path)?.lines().filter_map(case).collect(), shortest })
}

pub fn load(path: &Path) -> Done<String> {
    let problem = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = std::fs::File::open(path).map_err(problem)?;
    let mut text = String::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        GzDecoder::new(file).read_to_string(&mut text).map_err(problem)?;
    } else {
        file.read_to_string(&mut text).map_err(problem)?;
    }
    Ok(text)
}

/// Returns the text of a field of a flat JSON object; the fields read here have no escapes.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, behind) = line.split_once(&format!("\"{name}\": "))?;
    match behind.strip_prefix('"') {
        Some(text) => text.split_once('"').map(|(text, _)| text),
        None => behind.split([',', '}']).next(),
    }
}

fn sample(line: &str) -> Option<Case> {
    let mut fields = line.split('\t');
    let (id, moves, fen) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
    Some(Case { id: id.to_owned(), fen: fen.to_owned(), moves: Some(moves) })
}

/// Parses `Mate in 3 moves`; some entries state no number.
fn from_game(line: &str) -> Option<Case> {
    let moves = field(line, "goal")?.split(' ').find_map(|word| word.parse().ok());
    Some(Case { id: field(line, "id")?.to_owned(), fen: field(line, "fen")?.to_owned(), moves })
}

/// Parses a composition whose line ends in mate by the side to move, within 13 plies.
fn composition(line: &str) -> Option<Case> {
    let plies: u32 = field(line, "plies")?.trim().parse().ok()?;
    let mates = field(line, "ends_in_mate_or_stalemate")? == "true" && plies % 2 == 1 && plies <= 13;
    let case = Case {
        id: field(line, "id")?.to_owned(),
        fen: field(line, "fen")?.to_owned(),
        moves: Some(plies.div_ceil(2)),
    };
    mates.then_some(case)
}

fn bare(line: &str) -> Option<Case> {
    let fen = line.trim();
    (!fen.is_empty()).then(|| Case { id: String::new(), fen: fen.to_owned(), moves: None })
}

/// Parses a puzzle. It begins after its first move; its themes state the length of a mate, `mateIn5` five or more.
fn puzzle(line: &str) -> Option<Case> {
    let fields: Vec<&str> = line.split(',').collect();
    let moves: u32 =
        fields.get(7)?.split(' ').find_map(|theme| theme.strip_prefix("mateIn"))?.parse().ok()?;
    let mut study = table::games::by_name("chess")?.open(Some(fields.get(1)?), &[]).ok()?;
    study.play(fields.get(2)?.split(' ').next()?, Notation::Uci).ok()?;
    let moves = Some(moves).filter(|&moves| moves < 5);
    Some(Case { id: (*fields.first()?).to_owned(), fen: study.position(""), moves })
}

/// Parses `position bm Rc8+ dm 26`.
fn hard(line: &str) -> Option<Case> {
    let (fen, _) = line.split_once(" bm ")?;
    let moves = line.split_once(" dm ")?.1.trim_end_matches(';').trim().parse().ok()?;
    Some(Case { id: String::new(), fen: fen.to_owned(), moves: Some(moves) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_read() {
        let game =
            from_game(r#"{"id": "puzzle_9", "goal": "Mate in 3 moves", "fen": "4k4/9 w", "from": "x"}"#);
        let game = game.expect("a case");
        assert_eq!((game.id.as_str(), game.fen.as_str(), game.moves), ("puzzle_9", "4k4/9 w", Some(3)));
        let line = |plies: u32, mates: bool| {
            format!(
                "{{\"id\": \"b1\", \"fen\": \"4k4/9 w\", \"line\": [\"a0a9\", \"e9e8\"], \
                 \"ends_in_mate_or_stalemate\": {mates}, \"in_check_at_end\": true, \"plies\": {plies}}}"
            )
        };
        assert_eq!(composition(&line(13, true)).expect("a case").moves, Some(7));
        assert!(composition(&line(15, true)).is_none() && composition(&line(13, false)).is_none());
        let start = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let puzzle =
            puzzle(&format!("id1,{start},g2g4 d8h4,900,1,1,1,mate mateIn1 short,url,,1")).expect("a case");
        assert_eq!(puzzle.moves, Some(1));
        assert!(puzzle.fen.contains(" b "), "{}", puzzle.fen);
        assert_eq!(hard("8/8/8/8/8/5k2/6q1/7K w - - 0 1 bm Rc8+ dm 26").expect("a case").moves, Some(26));
    }

    #[test]
    fn the_sample_is_proven_and_other_sets_need_the_collections() {
        let set = read("sample", None).unwrap();
        assert_eq!(set.cases.len(), 150);
        let attempt = attempt(&set, &set.cases[0], 10_000).unwrap();
        assert_eq!((attempt.proven, attempt.refuted), (Some(1), false));
        assert!(read("games", None).is_err());
    }
}
