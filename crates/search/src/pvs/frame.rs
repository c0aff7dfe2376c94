//! Search stack: state of each ply of the current path.

use game::{Position, Score};

use crate::history::{PieceTo, QuietSlot};

/// One ply of the search stack.
pub(super) struct Frame<P: Position> {
    /// Static evaluation before its correction; `None` in check.
    pub raw_eval: Option<Score>,
    /// Corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// Killer moves: quiet moves that caused a cutoff at this ply.
    pub killers: [Option<P::Move>; 2],
    /// Move excluded by a singular-extension search.
    pub excluded: Option<P::Move>,
    /// Piece-to of the move played from here; `None` after a null move.
    pub piece_to: Option<PieceTo>,
    /// History slots of the move played from here, if it is quiet and its context is known.
    pub quiet_slot: Option<QuietSlot>,
    /// Late-move reduction of the move played from here, in plies.
    pub reduction: i32,
    /// Principal variation from here.
    pub pv: Vec<P::Move>,
    /// Number of cutoffs among the children of this ply.
    pub child_cutoffs: u32,
}

impl<P: Position> Default for Frame<P> {
    fn default() -> Self {
        Frame {
            raw_eval: None,
            eval: None,
            killers: [None; 2],
            excluded: None,
            piece_to: None,
            quiet_slot: None,
            reduction: 0,
            pv: Vec::new(),
            child_cutoffs: 0,
        }
    }
}
