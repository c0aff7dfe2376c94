//! Conversion of client requests into match commands.

use table::{Command, EventKind, Side};

use crate::wire::ClientRequest;

/// Returns true if an event changes the position.
pub(super) fn changes_position(what: &EventKind) -> bool {
    matches!(
        what,
        EventKind::Moved(_) | EventKind::TurnGiven | EventKind::TakenBack(..) | EventKind::Redone(..)
    )
}

/// Returns true if a request refers to the position its sender saw and must not be applied to another one.
pub(super) fn requires_current_position(request: &ClientRequest) -> bool {
    matches!(
        request,
        ClientRequest::Play { .. }
            | ClientRequest::GiveTurn
            | ClientRequest::TakeBack { .. }
            | ClientRequest::Redo { .. }
            | ClientRequest::Reset
            | ClientRequest::ClaimDraw { .. }
            | ClientRequest::Answer { .. }
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
pub(super) fn command(request: &ClientRequest, here: &CommandContext) -> Option<Command> {
    Some(match request {
        ClientRequest::Play { mv, .. } => Command::Play(mv.clone()),
        ClientRequest::GiveTurn => Command::GiveTurn,
        ClientRequest::TakeBack { plies: None } if here.one_device => Command::TakeBack(Some(1)),
        ClientRequest::TakeBack { plies } => Command::TakeBack(plies.map(|plies| plies as usize)),
        ClientRequest::Redo { plies: Some(plies) } => Command::Redo(*plies as usize),
        // Against a machine its reply is redone too.
        ClientRequest::Redo { plies: None } => {
            let both = here.against_machine && here.turn == here.seat && here.undone >= 2;
            Command::Redo(if both { 2 } else { 1 })
        }
        ClientRequest::Reset => Command::TakeBack(Some(here.plies)),
        ClientRequest::OfferDraw => Command::OfferDraw,
        ClientRequest::ClaimDraw { mv } => Command::ClaimDraw(mv.clone()),
        ClientRequest::Answer { accept } => Command::Answer { accept: *accept },
        ClientRequest::Resign => Command::Resign,
        ClientRequest::Pause => Command::Pause,
        ClientRequest::Resume => Command::Resume,
        ClientRequest::Abort => Command::Abort,
        ClientRequest::Flag => Command::Flag,
        ClientRequest::Hint
        | ClientRequest::MoveNow
        | ClientRequest::Evaluation { .. }
        | ClientRequest::Pace { .. }
        | ClientRequest::Step
        | ClientRequest::AddPart { .. }
        | ClientRequest::Ping => return None,
    })
}
