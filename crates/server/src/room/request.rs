//! Conversion of client requests into match commands.

use table::{Command, EventKind, Side};

use crate::wire::Ask;

/// Returns true if an event changes the position.
pub(super) fn changes_position(what: &EventKind) -> bool {
    matches!(
        what,
        EventKind::Moved(_) | EventKind::TurnGiven | EventKind::TakenBack(..) | EventKind::Redone(..)
    )
}

/// Returns true if a request refers to the position its sender saw and must not be applied to another one.
pub(super) fn requires_current_position(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Play { .. }
            | Ask::GiveTurn
            | Ask::TakeBack { .. }
            | Ask::Redo { .. }
            | Ask::Reset
            | Ask::ClaimDraw { .. }
            | Ask::Answer { .. }
    )
}

/// State of the match that the conversion of a request depends on.
pub(super) struct CommandContext {
    /// Plies played.
    pub plies: usize,
    /// Plies that can be redone.
    pub undone: usize,
    /// Side to move.
    pub turn: Side,
    /// Side the request is for.
    pub seat: Side,
    /// True if one person controls both sides.
    pub one_device: bool,
    /// True if the opponent is a machine.
    pub against_machine: bool,
}

/// Returns the command, with moves already in coordinates; `None` for requests that are not match commands.
pub(super) fn command(ask: &Ask, here: &CommandContext) -> Option<Command> {
    Some(match ask {
        Ask::Play { mv, .. } => Command::Play(mv.clone()),
        Ask::GiveTurn => Command::GiveTurn,
        Ask::TakeBack { plies: None } if here.one_device => Command::TakeBack(Some(1)),
        Ask::TakeBack { plies } => Command::TakeBack(plies.map(|plies| plies as usize)),
        Ask::Redo { plies: Some(plies) } => Command::Redo(*plies as usize),
        // Against a machine its reply is redone too.
        Ask::Redo { plies: None } => {
            let both = here.against_machine && here.turn == here.seat && here.undone >= 2;
            Command::Redo(if both { 2 } else { 1 })
        }
        Ask::Reset => Command::TakeBack(Some(here.plies)),
        Ask::OfferDraw => Command::OfferDraw,
        Ask::ClaimDraw { mv } => Command::ClaimDraw(mv.clone()),
        Ask::Answer { accept } => Command::Answer { accept: *accept },
        Ask::Resign => Command::Resign,
        Ask::Pause => Command::Pause,
        Ask::Resume => Command::Resume,
        Ask::Abort => Command::Abort,
        Ask::Flag => Command::Flag,
        Ask::Hint
        | Ask::MoveNow
        | Ask::Evaluation { .. }
        | Ask::Pace { .. }
        | Ask::Step
        | Ask::AddPart { .. }
        | Ask::Ping => return None,
    })
}
