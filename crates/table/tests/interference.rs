//! Non-interference: two deals that agree on all an observer has seen give that observer identical output for every
//! request. A control test checks that planted leaks are detected.
//!
//! `KYDAI_CASES` sets the number of cases; default 10,000.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use game::{Random, Side};
use jieqi::{Deal, Nonces, Seed};
use table::{
    ClockRule, Command, Control, Created, EngineResources, Event, Limits, Match, MatchState, Millis,
    Notation, Permissions, PlyView, Refusal, Rulebook, Secret, Study, View, Viewer, WallClock, games,
};

/// Actual pieces of a deal: square to letter.
type Truth = BTreeMap<String, char>;
/// Constructor of a match from a seed; some of them leak.
type Make = fn([u8; 32], &Created) -> Box<dyn Match>;

fn book() -> &'static dyn Rulebook {
    games::by_name("jieqi").expect("jieqi")
}

fn created(sight: &str) -> Created {
    Created {
        game: "jieqi".to_owned(),
        options: vec![("captured".to_owned(), sight.to_owned())],
        setup: None,
        handicap: None,
        seats: ["An".to_owned(), "Bình".to_owned()],
        clock: ClockRule::Off,
        permissions: Permissions::FREE,
        deal: Some("deal".to_owned()),
    }
}

fn random_seed(random: &mut Random) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&random.bits().to_le_bytes()));
    bytes
}

fn truth(seed: [u8; 32]) -> Truth {
    let start = jieqi::Position::start(&jieqi::Rules::default());
    let deal = Deal::draw(&Seed::new(seed), Nonces::default(), &start).expect("a deal");
    deal.reveal().into_iter().map(|(square, piece)| (square.to_string(), piece.letter())).collect()
}

fn honest(seed: [u8; 32], created: &Created) -> Box<dyn Match> {
    let secret = Secret { seed: seed.to_vec(), nonces: Default::default() };
    book().new_match(created, Some(&secret)).expect("a table")
}

/// Observer that must not learn more than it saw. A visitor without a name requests records, not views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Observer {
    Red,
    Black,
    Spectator,
    Visitor,
}

impl Observer {
    const ALL: [Observer; 4] = [Observer::Red, Observer::Black, Observer::Spectator, Observer::Visitor];

    fn viewer(self) -> Viewer {
        match self {
            Observer::Red => Viewer::Seat(Side::First),
            Observer::Black => Viewer::Seat(Side::Second),
            Observer::Spectator | Observer::Visitor => Viewer::Public,
        }
    }
}

/// Game to be played under two deals.
struct Case {
    observer: Observer,
    sight: &'static str,
    /// True if an engine plays Black: the deals agree on what it saw, and it must play the same moves again.
    machine: bool,
    seed: [u8; 32],
    /// Moves in coordinates.
    moves: Vec<String>,
    /// Pieces seen by an observer entitled to them: square to letter.
    seen: Truth,
}

/// Engine report on a line at a node limit, without times.
fn analysis(study: &dyn Study, engine: &str) -> (Option<String>, String) {
    let mut engine = book()
        .engine(&engine.parse().expect("a specification"), EngineResources { hash: 1, threads: 1 })
        .expect("an engine");
    let control = Control::new(Arc::new(WallClock::start()));
    let mut found = engine.think(study, &Limits::default(), &control, &mut |_| {}).expect("a report");
    found.micros = 0;
    (found.best().map(str::to_owned), format!("{found:?}"))
}

const MACHINE: &str = "champion:nodes=300";

fn play(table: &mut dyn Match, seat: Side, mv: &str) -> bool {
    let Ok(events) = table.decide(seat, &Command::Play(mv.to_owned()), 0) else { return false };
    events.iter().for_each(|event| table.apply(event));
    table.pack();
    true
}

/// Random game in which the observer learns a few pieces, and others a few more.
fn generate(number: u64) -> Case {
    let mut random = Random::new(number);
    let observer = Observer::ALL[(number % 4) as usize];
    let machine = number.is_multiple_of(16) || number % 16 == 6;
    let sight = ["captor", "captor", "captor", "none", "all"][(number / 4 % 5) as usize];
    let seed = random_seed(&mut random);
    let real = truth(seed);
    let mut table = honest(seed, &created(sight));
    let (mut moves, mut seen, mut dark) = (Vec::new(), Truth::new(), real.clone());
    let most = 1 + random.below(if number.is_multiple_of(32) { 5 } else { 4 });
    let plies = 2 + random.below(26);
    for ply in 0..plies {
        let seat = Side::BOTH[ply % 2];
        let sees_capture = |captor: Side| match sight {
            "all" => true,
            "none" => false,
            _ => observer.viewer() == Viewer::Seat(captor) || (machine && captor == Side::Second),
        };
        let new = |mv: &str| -> Vec<String> {
            let (from, to) = mv[..4].split_at(2);
            let turned = dark.contains_key(from).then(|| from.to_owned());
            let taken = (sees_capture(seat) && dark.contains_key(to)).then(|| to.to_owned());
            turned.into_iter().chain(taken).collect()
        };
        let view = table.view(Viewer::Seat(seat), 0);
        if view.outcome.is_some() {
            break;
        }
        let mv = if machine && seat == Side::Second {
            analysis(table.study(Viewer::Seat(seat)).as_ref(), MACHINE).0
        } else {
            let mut legal: Vec<&String> =
                view.legal.iter().filter(|mv| seen.len() + new(mv).len() <= most).collect();
            // Captures of face-down pieces are what could leak.
            let takes: Vec<&String> =
                legal.iter().copied().filter(|mv| dark.contains_key(&mv[2..4])).collect();
            if !takes.is_empty() && random.below(3) > 0 {
                legal = takes;
            }
            random.pick(&legal).map(|mv| (*mv).clone())
        };
        let Some(mv) = mv.map(|mv| mv[..4].to_owned()) else { break };
        if new(&mv).len() + seen.len() > 6 {
            break;
        }
        seen.extend(new(&mv).into_iter().map(|square| {
            let letter = real[&square];
            (square, letter)
        }));
        assert!(play(table.as_mut(), seat, &mv), "{mv} is legal");
        dark.remove(&mv[..2]);
        dark.remove(&mv[2..4]);
        moves.push(mv);
    }
    Case { observer, sight, machine, seed, moves, seen }
}

/// Another seed whose deal agrees with everything seen and differs in the rest.
fn other_seed(case: &Case, random: &mut Random) -> [u8; 32] {
    let real = truth(case.seed);
    loop {
        let seed = random_seed(random);
        let other = truth(seed);
        if case.seen.iter().all(|(square, letter)| other[square] == *letter) && other != real {
            return seed;
        }
    }
}

/// Everything an observer can obtain from a match in its current state.
fn bytes(table: &dyn Match, observer: Observer, whole: bool) -> String {
    let viewer = observer.viewer();
    let mut out = String::new();
    let mut line = |text: String| {
        let _ = writeln!(out, "{text}");
    };
    if observer != Observer::Visitor {
        line(format!("{:?}", table.view(viewer, 0)));
    }
    if !whole {
        return out;
    }
    line(format!("{:?}", table.plies(viewer, 0)));
    line(format!("{:?} {:?} {:?}", table.created(), table.times(), table.thinking_since()));
    let study = table.study(viewer);
    for notation in book().notations() {
        line(format!("{:?} {:?}", table.moves(viewer, *notation), study.legal_moves(*notation)));
        line(study.pgn(&[], &[], &[], None, *notation));
    }
    for dialect in book().spec().dialects {
        line(study.position(dialect));
    }
    line(format!("{} {:?} {:?}", study.position_id(), study.picture(), study.status()));
    let legal = study.legal_moves(Notation::Uci);
    let asked = legal.iter().take(3).map(|mv| Command::Play(mv.clone())).chain([
        Command::Play("a0a9".to_owned()),
        Command::TakeBack(None),
        Command::TakeBack(Some(1)),
        Command::GiveTurn,
        Command::ClaimDraw(None),
        Command::Abort,
    ]);
    for command in asked {
        for seat in Side::BOTH {
            if viewer == Viewer::Seat(seat) {
                line(format!("{:?}", table.decide(seat, &command, 0)));
            }
        }
    }
    out
}

/// Output for the observer under two deals in the same game; `Err` if it differs.
fn compare(case: &Case, make: Make, second: [u8; 32], hints: bool) -> Result<(), String> {
    let start = created(case.sight);
    let mut tables = [make(case.seed, &start), make(second, &start)];
    for (ply, mv) in case.moves.iter().enumerate() {
        let seat = Side::BOTH[ply % 2];
        if case.machine && seat == Side::Second {
            let chosen = tables.each_ref().map(|table| {
                analysis(table.study(Viewer::Seat(seat)).as_ref(), MACHINE).0.map(|mv| mv[..4].to_owned())
            });
            if chosen[0] != chosen[1] {
                return Err(format!("the machine plays {chosen:?}"));
            }
        }
        for table in &mut tables {
            if !play(table.as_mut(), seat, mv) {
                return Err(format!("{mv} is not played"));
            }
        }
        same(tables.each_ref().map(|table| bytes(table.as_ref(), case.observer, false)))?;
    }
    same(tables.each_ref().map(|table| bytes(table.as_ref(), case.observer, true)))?;
    if hints {
        let infos =
            tables.each_ref().map(|table| analysis(table.study(case.observer.viewer()).as_ref(), MACHINE).1);
        same(infos)?;
    }
    Ok(())
}

fn same([one, other]: [String; 2]) -> Result<(), String> {
    if one == other {
        return Ok(());
    }
    let at = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| -> String { text.chars().skip(at.saturating_sub(60)).take(120).collect() };
    Err(format!("{} | {}", around(&one), around(&other)))
}

/// Runs cases with one kind of match. Returns the number of cases that distinguish the deals, and an example.
fn try_cases(make: Make, cases: u64) -> (usize, Option<String>) {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let try_one = |number: u64| {
        let case = generate(number);
        let second = other_seed(&case, &mut Random::new(!number));
        let difference = compare(&case, make, second, number % 4 == number / 4 % 4).err()?;
        Some(format!("case {number}, {:?}: {difference}", case.observer))
    };
    let try_share =
        |share: u64| (share..cases).step_by(threads as usize).filter_map(try_one).collect::<Vec<String>>();
    let differences: Vec<String> = std::thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|share| scope.spawn(move || try_share(share))).collect();
        shares.into_iter().flat_map(|share| share.join().expect("a thread")).collect()
    });
    (differences.len(), differences.into_iter().next())
}

#[test]
fn deals_that_agree_with_an_observation_cannot_be_distinguished() {
    let cases = std::env::var("KYDAI_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(10_000);
    assert_eq!(try_cases(honest, cases), (0, None));
}

/// The test above would also pass if the deals never differed in anything relevant.
#[test]
fn the_cases_differ_in_captured_pieces_and_in_pieces_on_the_board() {
    let (mut unseen, mut hidden, mut plies) = (0, 0, 0);
    for number in 0..400 {
        let case = generate(number);
        let (one, other) = (truth(case.seed), truth(other_seed(&case, &mut Random::new(!number))));
        let touched =
            |square: &String| case.moves.iter().any(|mv| mv[..2] == **square || mv[2..] == **square);
        let (taken, lies): (Vec<&String>, Vec<&String>) =
            one.keys().filter(|square| one[*square] != other[*square]).partition(|square| touched(square));
        unseen += usize::from(!taken.is_empty());
        hidden += usize::from(!lies.is_empty());
        plies += case.moves.len();
    }
    assert!(unseen > 40, "in {unseen} cases the deals differ in a piece captured unseen");
    assert!(hidden > 390, "in {hidden} cases the deals differ in a piece on the board");
    assert!(plies > 2000, "{plies} plies");
}

/// Leaks planted for this test.
#[derive(Clone, Copy)]
enum Leak {
    /// Every viewer sees captured face-down pieces.
    Captures,
    /// The move order depends on the deal.
    Order,
    /// The position id is computed from the deal, as a cache key might be.
    Name,
    /// The engine that analyzes for the public, or gives hints, uses Red's knowledge.
    Hints,
    /// The record is written from the captor's view.
    Record,
    /// A refusal depends on the hidden piece.
    Refusal,
}

struct Leaky {
    inner: Box<dyn Match>,
    truth: Truth,
    leak: Leak,
}

impl Leaky {
    fn is_rich(&self, square: &str) -> bool {
        matches!(self.truth.get(square), Some('R' | 'C' | 'r' | 'c'))
    }
}

impl Match for Leaky {
    fn created(&self) -> &Created {
        self.inner.created()
    }

    fn state(&self, now: Millis) -> MatchState {
        self.inner.state(now)
    }

    fn decide(&self, seat: Side, command: &Command, now: Millis) -> Result<Vec<Event>, Refusal> {
        let decided = self.inner.decide(seat, command, now);
        match (self.leak, command) {
            (Leak::Refusal, Command::TakeBack(_)) if self.is_rich("a0") => Err(Refusal::NotAllowed),
            _ => decided,
        }
    }

    fn apply(&mut self, event: &Event) {
        self.inner.apply(event);
    }

    fn view(&self, viewer: Viewer, now: Millis) -> View {
        let mut view = self.inner.view(viewer, now);
        match self.leak {
            Leak::Order => view.legal.sort_by_key(|mv| self.is_rich(&mv[..2])),
            Leak::Name => view.position_id.push_str(if self.is_rich("e6") { "1" } else { "0" }),
            _ => {}
        }
        view
    }

    fn moves(&self, viewer: Viewer, notation: Notation) -> Vec<String> {
        match self.leak {
            Leak::Record => self.inner.moves(Viewer::Seat(Side::First), notation),
            _ => self.inner.moves(viewer, notation),
        }
    }

    fn plies(&self, viewer: Viewer, from: usize) -> Vec<PlyView> {
        let mut plies = self.inner.plies(viewer, from);
        if matches!(self.leak, Leak::Captures) {
            for ply in &mut plies {
                let to = ply.texts[0].1[2..4].to_owned();
                if let (Some((_, letter, true)), Some(real)) = (&mut ply.took, self.truth.get(&to)) {
                    *letter = *real;
                }
            }
        }
        plies
    }

    fn study(&self, viewer: Viewer) -> Box<dyn Study> {
        match self.leak {
            Leak::Hints => self.inner.study(Viewer::Seat(Side::First)),
            _ => self.inner.study(viewer),
        }
    }

    fn start(&self, viewer: Viewer) -> Box<dyn Study> {
        self.inner.start(viewer)
    }

    fn pack(&mut self) {
        self.inner.pack();
    }

    fn timed_plies(&self) -> usize {
        self.inner.timed_plies()
    }

    fn time(&self, ply: usize) -> Option<table::PlyTime> {
        self.inner.time(ply)
    }

    fn assistance(&self, side: Side) -> table::Assistance {
        self.inner.assistance(side)
    }

    fn thinking_since(&self) -> Option<Millis> {
        self.inner.thinking_since()
    }

    fn take_backs_left(&self, side: Side) -> Option<u32> {
        self.inner.take_backs_left(side)
    }
}

fn leaky(seed: [u8; 32], created: &Created, leak: Leak) -> Box<dyn Match> {
    Box::new(Leaky { inner: honest(seed, created), truth: truth(seed), leak })
}

#[test]
fn every_planted_leak_is_detected() {
    let leaks: [(&str, Make); 6] = [
        ("captures", |seed, created| leaky(seed, created, Leak::Captures)),
        ("order", |seed, created| leaky(seed, created, Leak::Order)),
        ("name", |seed, created| leaky(seed, created, Leak::Name)),
        ("hints", |seed, created| leaky(seed, created, Leak::Hints)),
        ("record", |seed, created| leaky(seed, created, Leak::Record)),
        ("refusal", |seed, created| leaky(seed, created, Leak::Refusal)),
    ];
    for (name, make) in leaks {
        let (found, first) = try_cases(make, 200);
        assert!(found >= 2, "the leak of the {name} was found {found} times in 200: {first:?}");
    }
}
