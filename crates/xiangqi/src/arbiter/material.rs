//! Positions nobody can win any more, by the men left.

use crate::{Board, Role};

/// Whether no sequence of moves leads to mate or stalemate for either side.
///
/// Without chariots, horses, soldiers and cannons nobody can; nor with a single cannon when neither side has an
/// advisor for it to fire over. A test proves both by looking at every such position.
pub fn nobody_can_win(board: &Board) -> bool {
    let fighters = board.role(Role::Chariot)
        | board.role(Role::Horse)
        | board.role(Role::Soldier)
        | board.role(Role::Unknown);
    let cannons = board.role(Role::Cannon);
    fighters.is_empty()
        && (cannons.is_empty() || (!cannons.several() && board.role(Role::Advisor).is_empty()))
}
