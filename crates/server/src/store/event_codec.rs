//! Event codec: events of the log as JSON text, in a format that is only ever extended.
//!
//! The stored types are separate from the types of `table` on purpose: those may be renamed, these may not. Pieces revealed
//! in a match with hidden information are in no event, and neither is the secret of its deal.

use game::{Outcome, Side};
use serde::{Deserialize, Serialize};
use table::{ClockRule, Created, EventKind, Handicap, Offer, Permission, Permissions, games};

/// Format version of written events. Older versions are still read.
pub const VERSION: u32 = 1;

/// Error of decoding an event.
#[derive(Debug)]
pub struct EventCodecError(pub String);

impl std::fmt::Display for EventCodecError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot decode an event of the log: {}", self.0)
    }
}

impl std::error::Error for EventCodecError {}

/// Encodes an event as JSON.
pub fn encode(what: &EventKind) -> String {
    // Serializing strings and numbers cannot fail.
    serde_json::to_string(&StoredEvent::of(what)).unwrap_or_default()
}

/// Decodes an event.
pub fn decode(text: &str) -> Result<EventKind, EventCodecError> {
    let stored: StoredEvent =
        serde_json::from_str(text).map_err(|error| EventCodecError(error.to_string()))?;
    stored.what()
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredSide {
    First,
    Second,
}

impl From<Side> for StoredSide {
    fn from(side: Side) -> Self {
        if side == Side::First { StoredSide::First } else { StoredSide::Second }
    }
}

impl From<StoredSide> for Side {
    fn from(who: StoredSide) -> Self {
        match who {
            StoredSide::First => Side::First,
            StoredSide::Second => Side::Second,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredEvent {
    Created(Box<StoredCreated>),
    Moved(String),
    Computed(i64),
    Hinted(StoredSide),
    TurnGiven,
    TakenBack(StoredSide, usize),
    Redone(StoredSide, usize),
    Offered(StoredSide, StoredOffer),
    Answered(StoredSide, bool),
    Flagged(StoredSide),
    Resigned(StoredSide),
    Paused(StoredSide),
    Resumed(StoredSide),
    Credited(i64),
    Ended { winner: Option<StoredSide>, reason: String },
}

#[derive(Serialize, Deserialize)]
struct StoredCreated {
    version: u32,
    game: String,
    options: Vec<(String, String)>,
    setup: Option<String>,
    handicap: Option<StoredHandicap>,
    seats: [String; 2],
    clock: StoredClock,
    take_back: StoredPermission,
    give_turn: StoredPermission,
    pause: StoredPermission,
    deal: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredHandicap {
    giver: StoredSide,
    odds: Option<String>,
    moves: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredClock {
    Off,
    Game { initial: i64, increment: i64 },
    Uneven { initial: [i64; 2], increment: [i64; 2] },
    Move { allowance: i64 },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredPermission {
    Never,
    Asked,
    Free,
    Limited(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredOffer {
    Draw,
    TakeBack(usize),
    Redo(usize),
    GiveTurn,
    Pause,
}

impl StoredEvent {
    fn of(what: &EventKind) -> StoredEvent {
        match what {
            EventKind::Created(created) => StoredEvent::Created(Box::new(StoredCreated::of(created))),
            EventKind::Moved(text) => StoredEvent::Moved(text.clone()),
            EventKind::Computed(time) => StoredEvent::Computed(*time),
            EventKind::Hinted(side) => StoredEvent::Hinted((*side).into()),
            EventKind::TurnGiven => StoredEvent::TurnGiven,
            EventKind::TakenBack(by, plies) => StoredEvent::TakenBack((*by).into(), *plies),
            EventKind::Redone(by, plies) => StoredEvent::Redone((*by).into(), *plies),
            EventKind::Offered(by, offer) => StoredEvent::Offered((*by).into(), StoredOffer::of(*offer)),
            EventKind::Answered(by, accepted) => StoredEvent::Answered((*by).into(), *accepted),
            EventKind::Flagged(who) => StoredEvent::Flagged((*who).into()),
            EventKind::Resigned(who) => StoredEvent::Resigned((*who).into()),
            EventKind::Paused(by) => StoredEvent::Paused((*by).into()),
            EventKind::Resumed(by) => StoredEvent::Resumed((*by).into()),
            EventKind::Credited(time) => StoredEvent::Credited(*time),
            EventKind::Ended(outcome) => StoredEvent::Ended {
                winner: outcome.winner.map(StoredSide::from),
                reason: outcome.reason.code().to_owned(),
            },
        }
    }

    fn what(self) -> Result<EventKind, EventCodecError> {
        Ok(match self {
            StoredEvent::Created(created) => EventKind::Created(Box::new(created.created()?)),
            StoredEvent::Moved(text) => EventKind::Moved(text),
            StoredEvent::Computed(time) => EventKind::Computed(time),
            StoredEvent::Hinted(side) => EventKind::Hinted(side.into()),
            StoredEvent::TurnGiven => EventKind::TurnGiven,
            StoredEvent::TakenBack(by, plies) => EventKind::TakenBack(by.into(), plies),
            StoredEvent::Redone(by, plies) => EventKind::Redone(by.into(), plies),
            StoredEvent::Offered(by, offer) => EventKind::Offered(by.into(), offer.offer()),
            StoredEvent::Answered(by, accepted) => EventKind::Answered(by.into(), accepted),
            StoredEvent::Flagged(who) => EventKind::Flagged(who.into()),
            StoredEvent::Resigned(who) => EventKind::Resigned(who.into()),
            StoredEvent::Paused(by) => EventKind::Paused(by.into()),
            StoredEvent::Resumed(by) => EventKind::Resumed(by.into()),
            StoredEvent::Credited(time) => EventKind::Credited(time),
            StoredEvent::Ended { winner, reason } => EventKind::Ended(Outcome {
                winner: winner.map(Side::from),
                reason: games::reason_named(&reason)
                    .ok_or_else(|| EventCodecError(format!("no reason {reason}")))?,
            }),
        })
    }
}

impl StoredCreated {
    fn of(created: &Created) -> Self {
        StoredCreated {
            version: VERSION,
            game: created.game.clone(),
            options: created.options.clone(),
            setup: created.setup.clone(),
            handicap: created.handicap.as_ref().map(|given| StoredHandicap {
                giver: given.giver.into(),
                odds: given.odds.clone(),
                moves: given.moves,
            }),
            seats: created.seats.clone(),
            clock: match created.clock {
                ClockRule::Off => StoredClock::Off,
                ClockRule::Game { initial, increment } => StoredClock::Game { initial, increment },
                ClockRule::Uneven { initial, increment } => StoredClock::Uneven { initial, increment },
                ClockRule::Move { allowance } => StoredClock::Move { allowance },
            },
            take_back: StoredPermission::of(created.permissions.take_back),
            give_turn: StoredPermission::of(created.permissions.give_turn),
            pause: StoredPermission::of(created.permissions.pause),
            deal: created.deal.clone(),
        }
    }

    fn created(self) -> Result<Created, EventCodecError> {
        if self.version > VERSION {
            return Err(EventCodecError(format!("version {} is newer than this program", self.version)));
        }
        Ok(Created {
            game: self.game,
            options: self.options,
            setup: self.setup,
            handicap: self.handicap.map(|given| Handicap {
                giver: given.giver.into(),
                odds: given.odds,
                moves: given.moves,
            }),
            seats: self.seats,
            clock: match self.clock {
                StoredClock::Off => ClockRule::Off,
                StoredClock::Game { initial, increment } => ClockRule::Game { initial, increment },
                StoredClock::Uneven { initial, increment } => ClockRule::Uneven { initial, increment },
                StoredClock::Move { allowance } => ClockRule::Move { allowance },
            },
            permissions: Permissions {
                take_back: self.take_back.permission(),
                give_turn: self.give_turn.permission(),
                pause: self.pause.permission(),
            },
            deal: self.deal,
        })
    }
}

impl StoredPermission {
    fn of(permission: Permission) -> Self {
        match permission {
            Permission::Never => StoredPermission::Never,
            Permission::ByConsent => StoredPermission::Asked,
            Permission::Free => StoredPermission::Free,
            Permission::Limited(times) => StoredPermission::Limited(times),
        }
    }

    fn permission(self) -> Permission {
        match self {
            StoredPermission::Never => Permission::Never,
            StoredPermission::Asked => Permission::ByConsent,
            StoredPermission::Free => Permission::Free,
            StoredPermission::Limited(times) => Permission::Limited(times),
        }
    }
}

impl StoredOffer {
    fn of(offer: Offer) -> Self {
        match offer {
            Offer::Draw => StoredOffer::Draw,
            Offer::TakeBack(plies) => StoredOffer::TakeBack(plies),
            Offer::Redo(plies) => StoredOffer::Redo(plies),
            Offer::GiveTurn => StoredOffer::GiveTurn,
            Offer::Pause => StoredOffer::Pause,
        }
    }

    fn offer(self) -> Offer {
        match self {
            StoredOffer::Draw => Offer::Draw,
            StoredOffer::TakeBack(plies) => Offer::TakeBack(plies),
            StoredOffer::Redo(plies) => Offer::Redo(plies),
            StoredOffer::GiveTurn => Offer::GiveTurn,
            StoredOffer::Pause => Offer::Pause,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_event() -> Vec<(EventKind, &'static str)> {
        let created = Created {
            game: "xiangqi".to_owned(),
            options: vec![("no_progress".to_owned(), "100".to_owned())],
            setup: Some("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1".to_owned()),
            handicap: Some(Handicap { giver: Side::First, odds: Some("horse_left".to_owned()), moves: 2 }),
            seats: ["person".to_owned(), "level=3".to_owned()],
            clock: ClockRule::Game { initial: 600_000, increment: 5_000 },
            permissions: Permissions {
                take_back: Permission::Limited(10),
                give_turn: Permission::ByConsent,
                pause: Permission::Free,
            },
            deal: Some("room".to_owned()),
        };
        let draw = Outcome::draw(game::Reason::Agreement);
        vec![
            (
                EventKind::Created(Box::new(created)),
                r#"{"created":{"version":1,"game":"xiangqi","options":[["no_progress","100"]],"setup":"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1","handicap":{"giver":"first","odds":"horse_left","moves":2},"seats":["person","level=3"],"clock":{"game":{"initial":600000,"increment":5000}},"take_back":{"limited":10},"give_turn":"asked","pause":"free","deal":"room"}}"#,
            ),
            (EventKind::Moved("h2e2".to_owned()), r#"{"moved":"h2e2"}"#),
            (EventKind::Computed(350), r#"{"computed":350}"#),
            (EventKind::Hinted(Side::Second), r#"{"hinted":"second"}"#),
            (EventKind::TurnGiven, r#""turn_given""#),
            (EventKind::TakenBack(Side::First, 2), r#"{"taken_back":["first",2]}"#),
            (EventKind::Redone(Side::Second, 1), r#"{"redone":["second",1]}"#),
            (EventKind::Offered(Side::First, Offer::Draw), r#"{"offered":["first","draw"]}"#),
            (EventKind::Offered(Side::First, Offer::TakeBack(3)), r#"{"offered":["first",{"take_back":3}]}"#),
            (EventKind::Offered(Side::First, Offer::Redo(1)), r#"{"offered":["first",{"redo":1}]}"#),
            (EventKind::Offered(Side::First, Offer::GiveTurn), r#"{"offered":["first","give_turn"]}"#),
            (EventKind::Offered(Side::First, Offer::Pause), r#"{"offered":["first","pause"]}"#),
            (EventKind::Answered(Side::Second, true), r#"{"answered":["second",true]}"#),
            (EventKind::Flagged(Side::First), r#"{"flagged":"first"}"#),
            (EventKind::Resigned(Side::Second), r#"{"resigned":"second"}"#),
            (EventKind::Paused(Side::First), r#"{"paused":"first"}"#),
            (EventKind::Resumed(Side::First), r#"{"resumed":"first"}"#),
            (EventKind::Credited(1500), r#"{"credited":1500}"#),
            (EventKind::Ended(draw), r#"{"ended":{"winner":null,"reason":"agreement"}}"#),
        ]
    }

    #[test]
    fn the_stored_format_never_changes() {
        for (what, text) in every_event() {
            assert_eq!(encode(&what), text);
            assert_eq!(decode(text).expect(text), what);
        }
    }

    #[test]
    fn every_reason_survives_a_round_trip() {
        for reason in games::reasons() {
            let ended = EventKind::Ended(Outcome::win(Side::Second, reason));
            assert_eq!(decode(&encode(&ended)).expect("it was written"), ended);
        }
    }

    #[test]
    fn malformed_events_and_newer_versions_are_rejected() {
        for text in [
            "",
            "{",
            "{\"moved\":3}",
            "{\"unheard_of\":1}",
            r#"{"ended":{"winner":null,"reason":"boredom"}}"#,
        ] {
            assert!(decode(text).is_err(), "{text}");
        }
        let (_, created) = every_event().remove(0);
        let newer = created.replace("\"version\":1", "\"version\":2");
        assert!(decode(&newer).expect_err("newer").0.contains("newer"));
    }
}
