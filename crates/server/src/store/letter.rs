//! Events as they lie on disk: one JSON value each, in a form that never changes, only grows.
//!
//! Kept apart from the types of `table` on purpose: those may be renamed, this may not. What turned up in a match
//! with hidden pieces is in no event, and neither is the secret of its deal.

use game::{Outcome, Reason, Side};
use serde::{Deserialize, Serialize};
use table::{ClockRule, Created, EventKind, Handicap, Offer, Permission, Permissions};

/// The form of what is written today. What was written by an older house is still read.
pub const VERSION: u32 = 1;

/// Why an event on disk cannot be read.
#[derive(Debug)]
pub struct LetterError(pub String);

impl std::fmt::Display for LetterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "an event of the log cannot be read: {}", self.0)
    }
}

impl std::error::Error for LetterError {}

/// An event as it is kept.
pub fn write(what: &EventKind) -> String {
    // A value made of strings and numbers can always be written.
    serde_json::to_string(&Kept::of(what)).unwrap_or_default()
}

/// A kept event.
pub fn read(text: &str) -> Result<EventKind, LetterError> {
    let kept: Kept = serde_json::from_str(text).map_err(|error| LetterError(error.to_string()))?;
    kept.what()
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    First,
    Second,
}

impl From<Side> for Who {
    fn from(side: Side) -> Self {
        if side == Side::First { Who::First } else { Who::Second }
    }
}

impl From<Who> for Side {
    fn from(who: Who) -> Self {
        match who {
            Who::First => Side::First,
            Who::Second => Side::Second,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kept {
    Created(Box<KeptCreated>),
    Moved(String),
    TurnGiven,
    TakenBack(Who, usize),
    Redone(Who, usize),
    Offered(Who, KeptOffer),
    Answered(Who, bool),
    Flagged(Who),
    Resigned(Who),
    Paused(Who),
    Resumed(Who),
    Credited(i64),
    Ended { winner: Option<Who>, reason: String },
}

#[derive(Serialize, Deserialize)]
struct KeptCreated {
    version: u32,
    game: String,
    options: Vec<(String, String)>,
    setup: Option<String>,
    handicap: Option<KeptHandicap>,
    seats: [String; 2],
    clock: KeptClock,
    take_back: KeptPermission,
    give_turn: KeptPermission,
    pause: KeptPermission,
    deal: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct KeptHandicap {
    giver: Who,
    odds: Option<String>,
    moves: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptClock {
    Off,
    Game { initial: i64, increment: i64 },
    Move { allowance: i64 },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptPermission {
    Never,
    Asked,
    Free,
    Limited(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptOffer {
    Draw,
    TakeBack(usize),
    Redo(usize),
    GiveTurn,
    Pause,
}

impl Kept {
    fn of(what: &EventKind) -> Kept {
        match what {
            EventKind::Created(created) => Kept::Created(Box::new(KeptCreated::of(created))),
            EventKind::Moved(text) => Kept::Moved(text.clone()),
            EventKind::TurnGiven => Kept::TurnGiven,
            EventKind::TakenBack(by, plies) => Kept::TakenBack((*by).into(), *plies),
            EventKind::Redone(by, plies) => Kept::Redone((*by).into(), *plies),
            EventKind::Offered(by, offer) => Kept::Offered((*by).into(), KeptOffer::of(*offer)),
            EventKind::Answered(by, accepted) => Kept::Answered((*by).into(), *accepted),
            EventKind::Flagged(who) => Kept::Flagged((*who).into()),
            EventKind::Resigned(who) => Kept::Resigned((*who).into()),
            EventKind::Paused(by) => Kept::Paused((*by).into()),
            EventKind::Resumed(by) => Kept::Resumed((*by).into()),
            EventKind::Credited(time) => Kept::Credited(*time),
            EventKind::Ended(outcome) => Kept::Ended {
                winner: outcome.winner.map(Who::from),
                reason: outcome.reason.code().to_owned(),
            },
        }
    }

    fn what(self) -> Result<EventKind, LetterError> {
        Ok(match self {
            Kept::Created(created) => EventKind::Created(Box::new(created.created()?)),
            Kept::Moved(text) => EventKind::Moved(text),
            Kept::TurnGiven => EventKind::TurnGiven,
            Kept::TakenBack(by, plies) => EventKind::TakenBack(by.into(), plies),
            Kept::Redone(by, plies) => EventKind::Redone(by.into(), plies),
            Kept::Offered(by, offer) => EventKind::Offered(by.into(), offer.offer()),
            Kept::Answered(by, accepted) => EventKind::Answered(by.into(), accepted),
            Kept::Flagged(who) => EventKind::Flagged(who.into()),
            Kept::Resigned(who) => EventKind::Resigned(who.into()),
            Kept::Paused(by) => EventKind::Paused(by.into()),
            Kept::Resumed(by) => EventKind::Resumed(by.into()),
            Kept::Credited(time) => EventKind::Credited(time),
            Kept::Ended { winner, reason } => EventKind::Ended(Outcome {
                winner: winner.map(Side::from),
                reason: Reason::named(&reason).ok_or_else(|| LetterError(format!("no reason {reason}")))?,
            }),
        })
    }
}

impl KeptCreated {
    fn of(created: &Created) -> Self {
        KeptCreated {
            version: VERSION,
            game: created.game.clone(),
            options: created.options.clone(),
            setup: created.setup.clone(),
            handicap: created.handicap.as_ref().map(|given| KeptHandicap {
                giver: given.giver.into(),
                odds: given.odds.clone(),
                moves: given.moves,
            }),
            seats: created.seats.clone(),
            clock: match created.clock {
                ClockRule::Off => KeptClock::Off,
                ClockRule::Game { initial, increment } => KeptClock::Game { initial, increment },
                ClockRule::Move { allowance } => KeptClock::Move { allowance },
            },
            take_back: KeptPermission::of(created.permissions.take_back),
            give_turn: KeptPermission::of(created.permissions.give_turn),
            pause: KeptPermission::of(created.permissions.pause),
            deal: created.deal.clone(),
        }
    }

    fn created(self) -> Result<Created, LetterError> {
        if self.version > VERSION {
            return Err(LetterError(format!("version {} is newer than this program", self.version)));
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
                KeptClock::Off => ClockRule::Off,
                KeptClock::Game { initial, increment } => ClockRule::Game { initial, increment },
                KeptClock::Move { allowance } => ClockRule::Move { allowance },
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

impl KeptPermission {
    fn of(permission: Permission) -> Self {
        match permission {
            Permission::Never => KeptPermission::Never,
            Permission::ByConsent => KeptPermission::Asked,
            Permission::Free => KeptPermission::Free,
            Permission::Limited(times) => KeptPermission::Limited(times),
        }
    }

    fn permission(self) -> Permission {
        match self {
            KeptPermission::Never => Permission::Never,
            KeptPermission::Asked => Permission::ByConsent,
            KeptPermission::Free => Permission::Free,
            KeptPermission::Limited(times) => Permission::Limited(times),
        }
    }
}

impl KeptOffer {
    fn of(offer: Offer) -> Self {
        match offer {
            Offer::Draw => KeptOffer::Draw,
            Offer::TakeBack(plies) => KeptOffer::TakeBack(plies),
            Offer::Redo(plies) => KeptOffer::Redo(plies),
            Offer::GiveTurn => KeptOffer::GiveTurn,
            Offer::Pause => KeptOffer::Pause,
        }
    }

    fn offer(self) -> Offer {
        match self {
            KeptOffer::Draw => Offer::Draw,
            KeptOffer::TakeBack(plies) => Offer::TakeBack(plies),
            KeptOffer::Redo(plies) => Offer::Redo(plies),
            KeptOffer::GiveTurn => Offer::GiveTurn,
            KeptOffer::Pause => Offer::Pause,
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
        let draw = Outcome::draw(Reason::Agreement);
        vec![
            (
                EventKind::Created(Box::new(created)),
                r#"{"created":{"version":1,"game":"xiangqi","options":[["no_progress","100"]],"setup":"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1","handicap":{"giver":"first","odds":"horse_left","moves":2},"seats":["person","level=3"],"clock":{"game":{"initial":600000,"increment":5000}},"take_back":{"limited":10},"give_turn":"asked","pause":"free","deal":"room"}}"#,
            ),
            (EventKind::Moved("h2e2".to_owned()), r#"{"moved":"h2e2"}"#),
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
    fn what_is_on_disk_never_changes_its_form() {
        for (what, text) in every_event() {
            assert_eq!(write(&what), text);
            assert_eq!(read(text).expect(text), what);
        }
    }

    #[test]
    fn every_reason_is_read_back() {
        for reason in Reason::ALL {
            let ended = EventKind::Ended(Outcome::win(Side::Second, reason));
            assert_eq!(read(&write(&ended)).expect("it was written"), ended);
        }
    }

    #[test]
    fn what_cannot_be_read_says_so_and_a_newer_form_is_refused() {
        for text in [
            "",
            "{",
            "{\"moved\":3}",
            "{\"unheard_of\":1}",
            r#"{"ended":{"winner":null,"reason":"boredom"}}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        let (_, created) = every_event().remove(0);
        let newer = created.replace("\"version\":1", "\"version\":2");
        assert!(read(&newer).expect_err("newer").0.contains("newer"));
    }
}
