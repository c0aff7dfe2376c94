//! A match as data: what is asked of it, what happened in it, why something was refused.
//!
//! Everything here is plain: a store can keep it, and nothing in it is secret.

use game::{Message, Outcome, Side, ToMessage};

/// Milliseconds on the wall clock of whoever asks; only differences matter.
pub type Millis = i64;

/// Who looks at a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The one who plays this side.
    Seat(Side),
    /// Anyone else.
    Public,
}

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockRule {
    /// Not at all.
    Off,
    /// So much for the whole game, and so much more with each move.
    Game {
        /// At the beginning.
        initial: Millis,
        /// With each move.
        increment: Millis,
    },
    /// So much for each move.
    Move {
        /// For one move.
        allowance: Millis,
    },
}

/// Whether a side may do something that the other might mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    /// Not in this match.
    Never,
    /// When the other side agrees.
    ByConsent,
    /// As often as it likes: against a machine, or alone at the board.
    Free,
    /// So many times without asking, then no more.
    Limited(u32),
}

/// What the players have agreed on besides the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permissions {
    /// Taking moves back, and playing them again.
    pub take_back: Permission,
    /// Giving the turn away.
    pub give_turn: Permission,
    /// Stopping the clocks.
    pub pause: Permission,
}

impl Permissions {
    /// Between people: everything needs the other's consent.
    pub const BY_CONSENT: Permissions = Permissions {
        take_back: Permission::ByConsent,
        give_turn: Permission::ByConsent,
        pause: Permission::ByConsent,
    };
    /// Alone, or against a machine: everything goes.
    pub const FREE: Permissions =
        Permissions { take_back: Permission::Free, give_turn: Permission::Free, pause: Permission::Free };
}

/// What one side gives the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Who gives.
    pub giver: Side,
    /// Pieces left away, by their name in [`game::GameSpec::odds`]; in the setup they are missing already.
    pub odds: Option<String>,
    /// Moves the other side plays in a row before the giver's first: its turns are given away for it.
    pub moves: u32,
}

/// What a match begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Created {
    /// The game's name.
    pub game: String,
    /// Its rule options, name and value.
    pub options: Vec<(String, String)>,
    /// The position to begin with, else the game's start.
    pub setup: Option<String>,
    /// What one side gives the other.
    pub handicap: Option<Handicap>,
    /// Who sits where, first side first: whatever names the house gives its guests.
    pub seats: [String; 2],
    /// How time is kept.
    pub clock: ClockRule,
    /// What else was agreed.
    pub permissions: Permissions,
    /// Where the deal's secret is kept, for a game that has one. The secret itself is in no event.
    pub deal: Option<String>,
}

/// Something a seat asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Plays a move, in the game's coordinates.
    Play(String),
    /// Gives the turn away.
    GiveTurn,
    /// Takes so many plies back; `None` goes back to one's own last decision.
    TakeBack(Option<usize>),
    /// Plays so many plies again that were taken back.
    Redo(usize),
    /// Offers a draw.
    OfferDraw,
    /// Claims a draw as the board stands, or by the move one would play now.
    ClaimDraw(Option<String>),
    /// Answers the other side's offer.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Gives up.
    Resign,
    /// Says that the other side's time is up.
    Flag,
    /// Stops the clocks.
    Pause,
    /// Goes on.
    Resume,
    /// Breaks the match off before it has really begun.
    Abort,
}

/// Something offered that the other side may accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take so many plies back.
    TakeBack(usize),
    /// To play so many plies again.
    Redo(usize),
    /// To give the turn away.
    GiveTurn,
    /// To stop the clocks.
    Pause,
}

/// Something that happened, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When.
    pub at: Millis,
    /// What.
    pub kind: EventKind,
}

/// What can happen in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// It began.
    Created(Box<Created>),
    /// The side to move played, in coordinates; what turned up is not told here.
    Moved(String),
    /// The side to move gave its turn away.
    TurnGiven,
    /// A side took so many plies back.
    TakenBack(Side, usize),
    /// A side played so many plies again.
    Redone(Side, usize),
    /// A side offered something.
    Offered(Side, Offer),
    /// A side answered the other's offer.
    Answered(Side, bool),
    /// A side's time ran out.
    Flagged(Side),
    /// A side gave up.
    Resigned(Side),
    /// A side stopped the clocks.
    Paused(Side),
    /// A side went on.
    Resumed(Side),
    /// So much time passed that nobody is charged for: the house was closed.
    Credited(Millis),
    /// The match is over.
    Ended(Outcome),
}

/// Why a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The match is over.
    Over,
    /// The clocks are stopped.
    Paused,
    /// The clocks are not stopped.
    NotPaused,
    /// It is the other side's move.
    NotYourTurn,
    /// The move is misspelt or against the rules.
    Move(Message),
    /// There is nothing to take back that far.
    NothingToTakeBack,
    /// There is nothing to play again.
    NothingToRedo,
    /// Taking back would hide again what has been seen.
    AlreadySeen,
    /// This match does not allow it.
    NotAllowed,
    /// It was allowed so often, and no more.
    UsedUp,
    /// The turn cannot be given away here.
    CannotGiveTurn,
    /// An offer waits for its answer.
    OfferWaits,
    /// There is no offer of the other side.
    NoOffer,
    /// The same was declined at this very move.
    DeclinedJustNow,
    /// There is no draw to claim.
    NoClaim,
    /// The other side still has time.
    TimeLeft,
    /// Both sides have moved: it is too late to break off.
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
