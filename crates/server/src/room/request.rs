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
///
/// Taking back one's last move names no position, so it is also right when the reply came in between. Where it needs the
/// opponent's consent (`by_consent`) the sender must have seen that reply.
pub(super) fn requires_current_position(request: &ClientRequest, by_consent: bool) -> bool {
    if let ClientRequest::TakeBack { plies: None, .. } = request {
        return by_consent;
    }
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
        ClientRequest::TakeBack { plies, seen } => {
            let plies = plies.map(|plies| plies as usize).or(here.one_device.then_some(1));
            // Only a machine does not mind what its opponent has seen.
            if *seen == Some(true) && here.against_machine {
                Command::TakeBackSeen(plies)
            } else {
                Command::TakeBack(plies)
            }
        }
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
        ClientRequest::ClaimLeft { draw } => Command::ClaimAbandoned { draw: *draw },
        ClientRequest::Hint
        | ClientRequest::MoveNow
        | ClientRequest::Evaluation { .. }
        | ClientRequest::Pace { .. }
        | ClientRequest::Step
        | ClientRequest::AddPart { .. }
        | ClientRequest::Talk { .. }
        | ClientRequest::Ping => return None,
    })
}
