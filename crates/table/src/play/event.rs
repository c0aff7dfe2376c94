//! A match as data: commands, events and refusals.
//!
//! All types are plain values that can be stored. None holds a secret.

use game::{Message, Outcome, Side, ToMessage};

/// Milliseconds on the caller's wall clock; only differences matter.
pub type Millis = i64;

/// Viewer of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Player of this side.
    Seat(Side),
    /// Spectator.
    Public,
}

/// Time control of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockRule {
    /// No clock.
    Off,
    /// Time for the whole game plus an increment for each move.
    Game {
        /// Initial time.
        initial: Millis,
        /// Added after each move.
        increment: Millis,
    },
    /// Time for the whole game and increment that differ by side, first side first.
    Uneven {
        /// Initial time.
        initial: [Millis; 2],
        /// Added after each move.
        increment: [Millis; 2],
    },
    /// Fixed time for each move.
    Move {
        /// Time for one move.
        allowance: Millis,
    },
}

/// Permission for an action that affects the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    /// Never allowed in this match.
    Never,
    /// Allowed if the opponent agrees.
    ByConsent,
    /// Allowed without limit: against an engine, or with both sides played by one person.
    Free,
    /// Allowed this many times without asking.
    Limited(u32),
}

/// Actions the players of a match may take besides moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permissions {
    /// Taking moves back and redoing them.
    pub take_back: Permission,
    /// Giving the turn away.
    pub give_turn: Permission,
    /// Pausing the clocks.
    pub pause: Permission,
}

impl Permissions {
    /// Between people: every action needs the opponent's consent.
    pub const BY_CONSENT: Permissions = Permissions {
        take_back: Permission::ByConsent,
        give_turn: Permission::ByConsent,
        pause: Permission::ByConsent,
    };
    /// Alone or against an engine: everything is allowed.
    pub const FREE: Permissions =
        Permissions { take_back: Permission::Free, give_turn: Permission::Free, pause: Permission::Free };
}

/// Handicap given by one side to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Side that gives the handicap.
    pub giver: Side,
    /// Pieces removed, by their name in [`game::GameSpec::odds`]. The setup already lacks them.
    pub odds: Option<String>,
    /// Number of moves the opponent plays in a row before the giver's first; the giver's turns in between are
    /// skipped.
    pub moves: u32,
}

/// Parameters of a new match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Created {
    /// Name of the game.
    pub game: String,
    /// Rule options, name and value.
    pub options: Vec<(String, String)>,
    /// Initial position; the game's start if absent.
    pub setup: Option<String>,
    /// Handicap, if any.
    pub handicap: Option<Handicap>,
    /// Player names, first side first, as the caller assigns them.
    pub seats: [String; 2],
    /// Time control.
    pub clock: ClockRule,
    /// Permitted actions.
    pub permissions: Permissions,
    /// Identifier of the stored deal secret, for a game with hidden pieces. The secret itself is in no event.
    pub deal: Option<String>,
}

/// Command of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Plays a move, in the game's coordinates.
    Play(String),
    /// Gives the turn away.
    GiveTurn,
    /// Takes back this many plies; `None` goes back to the seat's own last move.
    TakeBack(Option<usize>),
    /// As [`Command::TakeBack`], also past a reveal: what was seen stays known to whoever saw it. Only for a match
    /// whose result nobody else relies on; the caller decides.
    TakeBackSeen(Option<usize>),
    /// Replays this many plies that were taken back.
    Redo(usize),
    /// Offers a draw.
    OfferDraw,
    /// Claims a draw in the current position, or with the move to be played.
    ClaimDraw(Option<String>),
    /// Answers the opponent's offer.
    Answer {
        /// True to accept.
        accept: bool,
    },
    /// Resigns.
    Resign,
    /// Claims that the opponent's time is up.
    Flag,
    /// Claims a win, or a draw, because the opponent has left. The caller knows who is connected.
    ClaimAbandoned {
        /// True for a draw.
        draw: bool,
    },
    /// Pauses the clocks.
    Pause,
    /// Resumes the clocks.
    Resume,
    /// Aborts the match before both sides have moved.
    Abort,
}

/// Times of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyTime {
    /// Time from the opponent's move to this one; `None` if the ply was redone.
    pub spent: Option<Millis>,
    /// Computing time of the engine that played it.
    pub computed: Option<Millis>,
    /// Time left on the mover's clock after the move; `None` without a clock.
    pub left: Option<Millis>,
}

/// Help that a side had during a match, besides its own thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assistance {
    /// Hints shown.
    pub hints: u32,
    /// Take-backs.
    pub take_backs: u32,
    /// Turns given away, by free choice or as a handicap.
    pub turns_given: u32,
    /// True if a take-back went behind a reveal without the opponent's consent.
    pub peeked: bool,
}

/// Offer that the opponent may accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// Taking back this many plies.
    TakeBack(usize),
    /// Redoing this many plies.
    Redo(usize),
    /// Giving the turn away.
    GiveTurn,
    /// Pausing the clocks.
    Pause,
}

/// Event of a match with its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Time of the event.
    pub at: Millis,
    /// Kind of the event, with its data.
    pub kind: EventKind,
}

/// Kind of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The match was created.
    Created(Box<Created>),
    /// The side to move played, in coordinates. Revealed pieces are not stored here: they follow from the deal.
    Moved(String),
    /// Computing time of the engine that plays the next move, without its minimum move delay.
    Computed(Millis),
    /// A side was shown a hint.
    Hinted(Side),
    /// The side to move gave its turn away.
    TurnGiven,
    /// A side took back this many plies.
    TakenBack(Side, usize),
    /// A side redid this many plies.
    Redone(Side, usize),
    /// A side made an offer.
    Offered(Side, Offer),
    /// A side answered the opponent's offer.
    Answered(Side, bool),
    /// A side's time ran out.
    Flagged(Side),
    /// A side resigned.
    Resigned(Side),
    /// A side paused the clocks.
    Paused(Side),
    /// A side resumed the clocks.
    Resumed(Side),
    /// Time credited to the running clock, for server downtime.
    Credited(Millis),
    /// The match ended.
    Ended(Outcome),
}

/// Reason for refusing a command. A refusal changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The match is over.
    Over,
    /// The clocks are paused.
    Paused,
    /// The clocks are not paused.
    NotPaused,
    /// The opponent is to move.
    NotYourTurn,
    /// The move is malformed or illegal.
    Move(Message),
    /// There are not that many plies to take back.
    NothingToTakeBack,
    /// There is nothing to redo.
    NothingToRedo,
    /// Taking back would hide a piece that has already been revealed.
    AlreadySeen,
    /// The match does not permit it.
    NotAllowed,
    /// The permitted number of uses is exhausted.
    UsedUp,
    /// The turn cannot be given away here.
    CannotGiveTurn,
    /// An offer is still pending.
    OfferWaits,
    /// The opponent has made no offer.
    NoOffer,
    /// The same offer was declined at this move.
    DeclinedJustNow,
    /// There is no draw to claim.
    NoClaim,
    /// The opponent still has time.
    TimeLeft,
    /// Both sides have moved, so the match can no longer be aborted.
    TooLateToAbort,
}

impl ToMessage for Refusal {
    fn message(&self) -> Message {
        Message::new(match self {
            Refusal::Over => "refusal_over",
            Refusal::Paused => "refusal_paused",
            Refusal::NotPaused => "refusal_not_paused",
            Refusal::NotYourTurn => "refusal_not_your_turn",
            Refusal::Move(message) => return message.clone(),
            Refusal::NothingToTakeBack => "refusal_nothing_to_take_back",
            Refusal::NothingToRedo => "refusal_nothing_to_redo",
            Refusal::AlreadySeen => "refusal_already_seen",
            Refusal::NotAllowed => "refusal_not_allowed",
            Refusal::UsedUp => "refusal_used_up",
            Refusal::CannotGiveTurn => "refusal_cannot_give_turn",
            Refusal::OfferWaits => "refusal_offer_waits",
            Refusal::NoOffer => "refusal_no_offer",
            Refusal::DeclinedJustNow => "refusal_declined_just_now",
            Refusal::NoClaim => "refusal_no_claim",
            Refusal::TimeLeft => "refusal_time_left",
            Refusal::TooLateToAbort => "refusal_too_late_to_abort",
        })
    }
}
