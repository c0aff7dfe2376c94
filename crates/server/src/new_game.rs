//! New games: validates a request and turns it into the first events of a match.

use game::{Message, Side};
use table::{
    ClockRule, Command, Created, EngineResources, EngineSpec, Event, EventKind, Handicap, Permission,
    Permissions, Rulebook, Secret, ToMessage, Viewer, games,
};

use crate::deal::SealedDeal;
use crate::engine_pool;
use crate::ids;
use crate::player_name::clean_name;
use crate::ratings::pool;
use crate::room::Occupant;
use crate::store::{DeadlineChange, NewRoomRow, RoomSummary, aid, event_codec};
use crate::wire::{ClockChoice, Color, NewGame, Player, Seat, UndoChoice, count, square};

/// Maximum number of plies of a record to continue from.
const MAX_PLIES: usize = 600;
/// Maximum number of plies by which spectators are behind.
const MAX_DELAY: u8 = 20;
const DEFAULT_PACE: u32 = 800;
const MAX_PACE: u32 = 10_000;

const SECOND: i64 = 1_000;
const HOUR: i64 = 3_600 * SECOND;
const DAY: i64 = 24 * HOUR;
/// Longest time for one move, in games by correspondence.
const MAX_DAYS_PER_MOVE: i64 = 14;

/// New room, ready to be stored.
pub struct CreatedRoom {
    /// Database rows.
    pub row: NewRoomRow,
    /// Token of the invitation, if a seat is open.
    pub invitation: Option<String>,
}

/// Returns the game with this name.
pub fn rulebook(name: &str) -> Result<&'static dyn Rulebook, Message> {
    games::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        Message::new("cli_game_unknown").text("game", name).text("known", known.join(", "))
    })
}

/// Validates a request and creates the room. `seated` holds players that are already known, for a rematch.
pub fn create_room(
    asked: &NewGame,
    player: &str,
    name: Option<&str>,
    seated: [Option<Occupant>; 2],
    node: &str,
) -> Result<CreatedRoom, Message> {
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
    // The moves of a record reveal pieces, so the deal cannot wait for players' parts.
    let at_once = !asked.moves.is_empty();
    let sealed =
        book.scheme().map(|_| SealedDeal::new(seats.each_ref().map(|seat| at_once || seat.is_machine())));
    let secret = sealed.as_ref().and_then(SealedDeal::secret).unwrap_or_else(SealedDeal::placeholder);
    let clock = clocks(asked, one_side)?;
    check_delay(asked.delay, &seats)?;
    let pool = if asked.rated == Some(true) { Some(rated_pool(asked, book, clock)?) } else { None };
    let created = Created {
        game: book.spec().name.to_owned(),
        options: asked.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        setup: setup(asked, book, handicap.as_ref())?,
        handicap,
        seats: [seat_text(&seats[0]), seat_text(&seats[1])],
        clock,
        permissions: if pool.is_some() { RATED } else { manners(asked.undo, &seats)? },
        deal: sealed.is_some().then(|| id.clone()),
    };
    let events = first_events(book, &created, &secret, &asked.moves, now)?;
    let new_match = {
        let mut new_match = book.new_match(&created, Some(&secret))?;
        events.iter().for_each(|event| new_match.apply(event));
        new_match
    };
    let view = new_match.view(Viewer::Public, now);
    let state = new_match.state(now);
    let empty = seats.iter().position(|seat| *seat == Occupant::Empty);
    let invitation = empty.map(|side| (ids::invitation(), side));
    let row = NewRoomRow {
        game: created.game.clone(),
        node: node.to_owned(),
        owner: player.to_owned(),
        asked: serde_json::to_string(asked).unwrap_or_default(),
        at: now,
        timed: created.clock != ClockRule::Off,
        players: list_owners(player, &seats),
        seats: [seats[0].row(), seats[1].row()],
        events: events.iter().map(|event| (event.at, event_codec::encode(&event.kind))).collect(),
        sealed,
        invitation: invitation.clone(),
        deadline: match (state.running, state.clocks.into_iter().flatten().min()) {
            (Some(_), Some(left)) => DeadlineChange::Set { at: now.saturating_add(left), now },
            _ => DeadlineChange::Keep,
        },
        rematch_of: None,
        is_listed: asked.listed.unwrap_or(pool.is_some()),
        pool,
        pace_ms: asked.pace_ms.unwrap_or(DEFAULT_PACE).min(MAX_PACE),
        summary: RoomSummary {
            touched_at: now,
            live: view.outcome.is_none(),
            plies: count(view.moves.len()),
            turn: view.turn.index(),
            position: view.position,
            last_move: view.last_move.map(|(from, to)| [square(from), square(to)]),
            winner: view.outcome.map(|outcome| outcome.code().to_owned()),
            reason: view.outcome.map(|outcome| outcome.reason.code().to_owned()),
            ended_at: view.outcome.map(|_| now),
            aids: first_aids(asked),
            ..RoomSummary::default()
        },
        id,
    };
    Ok(CreatedRoom { row, invitation: invitation.map(|(token, _)| token) })
}

/// Permissions of a rated game: nothing is taken back or given away.
const RATED: Permissions =
    Permissions { take_back: Permission::Never, give_turn: Permission::Never, pause: Permission::ByConsent };

/// Rating pool of a rated game: two people at their own devices, the usual start and rules, and the same clock for both.
fn rated_pool(asked: &NewGame, book: &dyn Rulebook, clock: ClockRule) -> Result<String, Message> {
    let people =
        matches!((&asked.one, &asked.other), (Player::Me, Player::Link) | (Player::Link, Player::Me));
    let usual = asked.setup.is_none()
        && asked.moves.is_empty()
        && asked.handicap.is_none()
        && asked.starts.is_none()
        && asked.options.is_empty()
        && matches!(asked.undo, None | Some(UndoChoice::Never));
    if !people || !usual {
        return Err(Message::new("rated_terms"));
    }
    pool(book.spec().name, clock).ok_or_else(|| Message::new("rated_clock"))
}

/// Spectators can be behind the players where two people play at two devices: others have nobody to be helped by.
fn check_delay(delay: Option<u8>, seats: &[Occupant; 2]) -> Result<(), Message> {
    let Some(plies) = delay.filter(|plies| *plies > 0) else { return Ok(()) };
    let two_devices = seats.iter().all(|seat| matches!(seat, Occupant::Person { .. } | Occupant::Empty));
    if plies > MAX_DELAY || !two_devices {
        return Err(Message::new("new_delay").number("most", MAX_DELAY));
    }
    Ok(())
}

/// Codes of aids that the request itself brings.
fn first_aids(asked: &NewGame) -> String {
    let codes = [
        (!asked.moves.is_empty(), aid::LOADED),
        (asked.setup.is_some(), aid::SET_UP),
        (asked.handicap.is_some(), aid::HANDICAP),
    ];
    codes.into_iter().filter_map(|(has, code)| has.then_some(code)).collect::<Vec<_>>().join(",")
}

fn list_owners(player: &str, seats: &[Occupant; 2]) -> Vec<String> {
    let mut players = vec![player.to_owned()];
    for other in seats.iter().filter_map(Occupant::player) {
        if !players.iter().any(|known| known == other) {
            players.push(other.to_owned());
        }
    }
    players
}

fn seat_text(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Machine { engine, .. } => engine.clone(),
        _ => "person".to_owned(),
    }
}

fn seats(
    asked: &NewGame,
    book: &'static dyn Rulebook,
    player: &str,
    name: Option<&str>,
    seated: [Option<Occupant>; 2],
) -> Result<[Occupant; 2], Message> {
    let occupant_for = |wanted: &Player, known: Option<Occupant>| -> Result<Occupant, Message> {
        Ok(match (wanted, known) {
            (Player::Me | Player::Link, Some(known)) => known,
            (Player::Me, None) => {
                Occupant::Person { player: player.to_owned(), name: name.map(str::to_owned), handle: None }
            }
            (Player::Here { name }, _) => {
                Occupant::Here { player: player.to_owned(), name: clean_name(name.as_deref())? }
            }
            (Player::Link, None) => Occupant::Empty,
            (Player::Level { level }, _) => {
                Occupant::Machine { level: Some(*level), engine: engine_pool::level_engine(book, *level)? }
            }
            (Player::Engine { engine }, _) => {
                let spec: EngineSpec = engine.parse()?;
                book.engine(&spec, EngineResources { hash: 1, threads: 1 })?;
                Occupant::Machine { level: None, engine: spec.to_string() }
            }
        })
    };
    let [first, second] = seated;
    let seats = [occupant_for(&asked.one, first)?, occupant_for(&asked.other, second)?];
    let own = |seat: &Occupant| matches!(seat, Occupant::Person { player: who, .. } if who == player);
    let people = |seat: &Occupant| !seat.is_machine();
    let second_person_alone =
        seats.iter().any(|seat| matches!(seat, Occupant::Here { .. })) && !seats.iter().any(own);
    let invitation_alone = seats.contains(&Occupant::Empty) && !seats.iter().any(own);
    // Both seats for the caller means a second player at this device; that player needs the caller as opponent.
    if seats.iter().all(own)
        || second_person_alone
        || invitation_alone
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

/// Start position: as given, without the pieces of the odds, and with the requested side to move.
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
    // The side that receives moves in a row starts.
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

/// Time control of both sides.
fn clocks(asked: &NewGame, one_side: Side) -> Result<ClockRule, Message> {
    let one = clock(asked.clock.unwrap_or(ClockChoice::Off))?;
    let Some(other) = asked.other_clock.map(clock).transpose()?.filter(|other| *other != one) else {
        return Ok(one);
    };
    match (one, other) {
        (
            ClockRule::Game { initial, increment },
            ClockRule::Game { initial: other_initial, increment: other_increment },
        ) => {
            let (mut initial, mut increment) = ([initial, other_initial], [increment, other_increment]);
            if one_side == Side::Second {
                initial.reverse();
                increment.reverse();
            }
            Ok(ClockRule::Uneven { initial, increment })
        }
        _ => Err(Message::new("new_clocks_differ")),
    }
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
        ClockChoice::Uneven { initial_ms, increment_ms } => {
            for side in [0, 1] {
                within("new_clock_initial", initial_ms[side], SECOND, DAY)?;
                within("new_clock_increment", increment_ms[side], 0, HOUR)?;
            }
        }
        ClockChoice::Move { allowance_ms } => {
            within("new_clock_allowance", allowance_ms, SECOND, MAX_DAYS_PER_MOVE * DAY)?;
        }
    }
    Ok(choice.into())
}

fn manners(undo: Option<UndoChoice>, seats: &[Occupant; 2]) -> Result<Permissions, Message> {
    let two_devices = seats.iter().all(|seat| matches!(seat, Occupant::Person { .. } | Occupant::Empty));
    let usual = if two_devices { Permissions::BY_CONSENT } else { Permissions::FREE };
    let take_back = match undo {
        None => usual.take_back,
        Some(UndoChoice::Never) => Permission::Never,
        Some(UndoChoice::Asked) if two_devices => Permission::ByConsent,
        // Between two devices every takeback needs consent.
        Some(_) if two_devices => return Err(Message::new("new_undo_by_consent")),
        Some(UndoChoice::Free | UndoChoice::Asked) => Permission::Free,
        Some(UndoChoice::Limited { times }) => Permission::Limited(times),
    };
    Ok(Permissions { take_back, ..usual })
}

/// The creation event, followed by the moves of a record to continue from.
fn first_events(
    book: &dyn Rulebook,
    created: &Created,
    secret: &Secret,
    moves: &[String],
    now: i64,
) -> Result<Vec<Event>, Message> {
    if moves.len() > MAX_PLIES {
        return Err(Message::new("new_record_too_long").number("most", MAX_PLIES));
    }
    let first = Event { at: now, kind: EventKind::Created(Box::new(created.clone())) };
    let mut new_match = book.new_match(created, Some(secret))?;
    if let Some(outcome) = new_match.view(Viewer::Public, now).outcome {
        return Err(Message::new("new_setup_over").nest("why", table::explain_outcome(&outcome, book.spec())));
    }
    new_match.apply(&first);
    let mut events = vec![first];
    for mv in moves {
        let turn = new_match.view(Viewer::Public, now).turn;
        let command = if mv == "--" { Command::GiveTurn } else { Command::Play(mv.clone()) };
        let decided = new_match.decide(turn, &command, now).map_err(|refusal| refusal.message())?;
        decided.iter().for_each(|event| new_match.apply(event));
        events.extend(decided);
    }
    Ok(events)
}
