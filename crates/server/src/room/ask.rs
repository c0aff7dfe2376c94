//! What a guest may ask of a match, as commands of the table.

use table::{Command, EventKind, Side};

use crate::wire::Ask;

/// Whether an event makes it another position.
pub(super) fn changes_position(what: &EventKind) -> bool {
    matches!(
        what,
        EventKind::Moved(_) | EventKind::TurnGiven | EventKind::TakenBack(..) | EventKind::Redone(..)
    )
}

/// Whether a command is about the position its sender saw: about another one it would do harm.
pub(super) fn needs_fresh_eyes(ask: &Ask) -> bool {
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

/// What a match must be known for: its plies, what was taken back, and who acts.
pub(super) struct Standing {
    /// Plies played.
    pub plies: usize,
    /// Plies that could be played again.
    pub undone: usize,
    /// Whose move it is.
    pub turn: Side,
    /// For whom the command is.
    pub seat: Side,
    /// Whether one person acts for both.
    pub one_device: bool,
    /// Whether the other side is a machine.
    pub against_machine: bool,
}

/// The command, for a move already in coordinates; `None` for what is not the table's.
pub(super) fn command(ask: &Ask, here: &Standing) -> Option<Command> {
    Some(match ask {
        Ask::Play { mv, .. } => Command::Play(mv.clone()),
        Ask::GiveTurn => Command::GiveTurn,
        Ask::TakeBack { plies: None } if here.one_device => Command::TakeBack(Some(1)),
        Ask::TakeBack { plies } => Command::TakeBack(plies.map(|plies| plies as usize)),
        Ask::Redo { plies: Some(plies) } => Command::Redo(*plies as usize),
        // Against a machine its answer is played again too.
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
