//! A new game: what was asked for, checked, and turned into the first events of a match.

use game::{Message, Side};
use table::{
    ClockRule, Command, Created, EngineResources, EngineSpec, Event, EventKind, Handicap, Permission,
    Permissions, Rulebook, Secret, ToMessage, Viewer, games,
};

use crate::deal::Sealed;
use crate::ids;
use crate::room::Sitter;
use crate::store::{NewRow, RowNow, letter};
use crate::think;
use crate::wire::{ClockChoice, Color, NewGame, Player, Seat, UndoChoice, count, square};

/// The longest name a person may have.
pub const LONGEST_NAME: usize = 40;
/// The most plies a record may bring along.
const MOST_PLIES: usize = 600;
const USUAL_PACE: u32 = 800;
const SLOWEST_PACE: u32 = 10_000;

const SECOND: i64 = 1_000;
const HOUR: i64 = 3_600 * SECOND;
const DAY: i64 = 24 * HOUR;

/// A room that can be written down.
pub struct Begun {
    /// What to keep.
    pub row: NewRow,
    /// The invitation, where a seat waits.
    pub invitation: Option<String>,
}

/// The game of a name.
pub fn rulebook(name: &str) -> Result<&'static dyn Rulebook, Message> {
    games::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        Message::new("cli_game_unknown").text("game", name).text("known", known.join(", "))
    })
}

/// A name as it may be shown: no control characters, no spaces around, not too long. `None` where nothing is left.
pub fn clean_name(name: Option<&str>) -> Option<String> {
    let clean: String = name?.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// Checks what was asked for and begins it. `seated` are players that are known already, for a rematch.
pub fn begin(
    asked: &NewGame,
    player: &str,
    name: Option<&str>,
    seated: [Option<Sitter>; 2],
) -> Result<Begun, Message> {
    let book = rulebook(&asked.game)?;
    let seats = seats(asked, book, player, name, seated)?;
    let one_side = match asked.color.unwrap_or(Color::First) {
        Color::First => Side::First,
        Color::Second => Side::Second,
        Color::Random => Side::BOTH[usize::from(ids::random::<1>()[0] & 1)],
    };
    let seats = if one_side == Side::First {
        seats
    } else {
        let [one, other] = seats;
        [other, one]
    };
    let id = ids::room();
    let now = ids::now();
    let handicap = handicap(asked, book, one_side)?;
    // The moves of a record need pieces to turn up: then nobody can be waited for.
    let at_once = !asked.moves.is_empty();
    let sealed =
        book.scheme().map(|_| Sealed::new(seats.each_ref().map(|seat| at_once || seat.is_machine())));
    let secret = sealed.as_ref().and_then(Sealed::secret).unwrap_or_else(Sealed::stand_in);
    let created = Created {
        game: book.spec().name.to_owned(),
        options: asked.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        setup: setup(asked, book, handicap.as_ref())?,
        handicap,
        seats: [seat_word(&seats[0]), seat_word(&seats[1])],
        clock: clock(asked.clock.unwrap_or(ClockChoice::Off))?,
        permissions: manners(asked.undo, &seats)?,
        deal: sealed.is_some().then(|| id.clone()),
    };
    let events = first_events(book, &created, &secret, &asked.moves, now)?;
    let table = {
        let mut table = book.new_match(&created, Some(&secret))?;
        events.iter().for_each(|event| table.apply(event));
        table
    };
    let view = table.view(Viewer::Public, now);
    let empty = seats.iter().position(|seat| *seat == Sitter::Empty);
    let invitation = empty.map(|side| (ids::invitation(), side));
    let row = NewRow {
        game: created.game.clone(),
        owner: player.to_owned(),
        asked: serde_json::to_string(asked).unwrap_or_default(),
        at: now,
        timed: created.clock != ClockRule::Off,
        shelves: shelves(player, &seats),
        seats: [seats[0].row(), seats[1].row()],
        events: events.iter().map(|event| (event.at, letter::write(&event.kind))).collect(),
        sealed,
        invitation: invitation.clone(),
        pace_ms: asked.pace_ms.unwrap_or(USUAL_PACE).min(SLOWEST_PACE),
        now: RowNow {
            touched_at: now,
            live: view.outcome.is_none(),
            plies: count(view.moves.len()),
            turn: view.turn.index(),
            position: view.position,
            last_move: view.last_move.map(|(from, to)| [square(from), square(to)]),
            winner: view.outcome.map(|outcome| outcome.code().to_owned()),
            reason: view.outcome.map(|outcome| outcome.reason.code().to_owned()),
            ended_at: view.outcome.map(|_| now),
            ..RowNow::default()
        },
        id,
    };
    Ok(Begun { row, invitation: invitation.map(|(token, _)| token) })
}

fn shelves(player: &str, seats: &[Sitter; 2]) -> Vec<String> {
    let mut shelves = vec![player.to_owned()];
    for other in seats.iter().filter_map(Sitter::player) {
        if !shelves.iter().any(|known| known == other) {
            shelves.push(other.to_owned());
        }
    }
    shelves
}

fn seat_word(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Machine { engine, .. } => engine.clone(),
        _ => "person".to_owned(),
    }
}

fn seats(
    asked: &NewGame,
    book: &'static dyn Rulebook,
    player: &str,
    name: Option<&str>,
    seated: [Option<Sitter>; 2],
) -> Result<[Sitter; 2], Message> {
    let sit = |wanted: &Player, known: Option<Sitter>| -> Result<Sitter, Message> {
        Ok(match (wanted, known) {
            (Player::Me | Player::Link, Some(known)) => known,
            (Player::Me, None) => Sitter::Person { player: player.to_owned(), name: name.map(str::to_owned) },
            (Player::Here { name }, _) => {
                Sitter::Here { player: player.to_owned(), name: clean_name(name.as_deref()) }
            }
            (Player::Link, None) => Sitter::Empty,
            (Player::Level { level }, _) => {
                Sitter::Machine { level: Some(*level), engine: think::level_engine(book, *level)? }
            }
            (Player::Brain { brain: engine }, _) => {
                let spec: EngineSpec = engine.parse()?;
                book.engine(&spec, EngineResources { hash: 1, threads: 1 })?;
                Sitter::Machine { level: None, engine: spec.to_string() }
            }
        })
    };
    let [first, second] = seated;
    let seats = [sit(&asked.one, first)?, sit(&asked.other, second)?];
    let own = |seat: &Sitter| matches!(seat, Sitter::Person { player: who, .. } if who == player);
    let people = |seat: &Sitter| !seat.is_machine();
    let friend_alone = seats.iter().any(|seat| matches!(seat, Sitter::Here { .. })) && !seats.iter().any(own);
    let waits_alone = seats.contains(&Sitter::Empty) && !seats.iter().any(own);
    // Two seats of one's own are a friend at this device; a friend without oneself has nobody to play with.
    if seats.iter().all(own)
        || friend_alone
        || waits_alone
        || (seats.iter().all(people) && !seats.iter().any(own))
    {
        return Err(Message::new("new_players"));
    }
    Ok(seats)
}

fn handicap(asked: &NewGame, book: &dyn Rulebook, one_side: Side) -> Result<Option<Handicap>, Message> {
    let Some(given) = &asked.handicap else { return Ok(None) };
    let giver = if given.by == Seat::One { one_side } else { !one_side };
    if let Some(odds) = &given.odds
        && !book.spec().odds.iter().any(|known| known.name == odds)
    {
        let known: Vec<&str> = book.spec().odds.iter().map(|odds| odds.name).collect();
        return Err(Message::new("new_odds_unknown").text("name", odds).text("known", known.join(", ")));
    }
    let moves = given.moves.unwrap_or(0);
    if moves > 3 {
        return Err(Message::new("new_moves_range").number("moves", moves));
    }
    let gives = given.odds.is_some() || moves > 0;
    Ok(gives.then(|| Handicap { giver, odds: given.odds.clone(), moves: u32::from(moves) }))
}

/// The position to begin with: as given, without the pieces of the odds, and with the turn of whoever starts.
fn setup(
    asked: &NewGame,
    book: &dyn Rulebook,
    handicap: Option<&Handicap>,
) -> Result<Option<String>, Message> {
    let odds = handicap.and_then(|given| {
        let odds = book.spec().odds.iter().find(|odds| Some(odds.name) == given.odds.as_deref())?;
        Some(odds.setups[given.giver.index()].to_owned())
    });
    let setup = match (&asked.setup, odds) {
        (Some(_), Some(_)) => return Err(Message::new("new_odds_and_setup")),
        (Some(setup), None) => Some(setup.clone()),
        (None, odds) => odds,
    };
    // Whoever gets moves in a row begins with them.
    let starts = match handicap.filter(|given| given.moves > 0) {
        Some(given) => Some(!given.giver),
        None => asked.starts.map(Side::from),
    };
    let Some(starts) = starts else { return Ok(setup) };
    let options: Vec<(&str, &str)> =
        asked.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let study = book.open(setup.as_deref(), &options)?;
    if study.status().turn == starts {
        return Ok(setup);
    }
    let position = study.position(book.spec().dialects.first().unwrap_or(&""));
    let turned: Vec<&str> = position
        .split(' ')
        .enumerate()
        .map(|(index, field)| match (index, field) {
            (1, "w") => "b",
            (1, "b") => "w",
            _ => field,
        })
        .collect();
    let turned = turned.join(" ");
    book.open(Some(&turned), &options)?;
    Ok(Some(turned))
}

fn clock(choice: ClockChoice) -> Result<ClockRule, Message> {
    let within = |what: &'static str, value: i64, least: i64, most: i64| {
        if (least..=most).contains(&value) {
            return Ok(());
        }
        Err(Message::new(what).number("least", least / SECOND).number("most", most / SECOND))
    };
    match choice {
        ClockChoice::Off => {}
        ClockChoice::Game { initial_ms, increment_ms } => {
            within("new_clock_initial", initial_ms, SECOND, DAY)?;
            within("new_clock_increment", increment_ms, 0, HOUR)?;
        }
        ClockChoice::Move { allowance_ms } => within("new_clock_allowance", allowance_ms, SECOND, DAY)?,
    }
    Ok(choice.into())
}

fn manners(undo: Option<UndoChoice>, seats: &[Sitter; 2]) -> Result<Permissions, Message> {
    let two_devices = seats.iter().all(|seat| matches!(seat, Sitter::Person { .. } | Sitter::Empty));
    let usual = if two_devices { Permissions::BY_CONSENT } else { Permissions::FREE };
    let take_back = match undo {
        None => usual.take_back,
        Some(UndoChoice::Never) => Permission::Never,
        Some(UndoChoice::Asked) if two_devices => Permission::ByConsent,
        // Between two devices nobody takes back without asking.
        Some(_) if two_devices => return Err(Message::new("new_undo_by_consent")),
        Some(UndoChoice::Free | UndoChoice::Asked) => Permission::Free,
        Some(UndoChoice::Limited { times }) => Permission::Limited(times),
    };
    Ok(Permissions { take_back, ..usual })
}

/// The first event, and the moves of a record to play on from.
fn first_events(
    book: &dyn Rulebook,
    created: &Created,
    secret: &Secret,
    moves: &[String],
    now: i64,
) -> Result<Vec<Event>, Message> {
    if moves.len() > MOST_PLIES {
        return Err(Message::new("new_record_too_long").number("most", MOST_PLIES));
    }
    let first = Event { at: now, kind: EventKind::Created(Box::new(created.clone())) };
    let mut table = book.new_match(created, Some(secret))?;
    if let Some(outcome) = table.view(Viewer::Public, now).outcome {
        return Err(Message::new("new_setup_over").nest("why", table::explain_outcome(&outcome, book.spec())));
    }
    table.apply(&first);
    let mut events = vec![first];
    for mv in moves {
        let turn = table.view(Viewer::Public, now).turn;
        let command = if mv == "--" { Command::GiveTurn } else { Command::Play(mv.clone()) };
        let decided = table.decide(turn, &command, now).map_err(|refusal| refusal.message())?;
        decided.iter().for_each(|event| table.apply(event));
        events.extend(decided);
    }
    Ok(events)
}
