//! What a search remembers of each ply on its way down.

use game::{Position, Score};

use crate::history::Place;

/// One ply of the path being searched.
pub(super) struct Frame<P: Position> {
    /// The evaluation here; `None` in check.
    pub eval: Option<Score>,
    /// Quiet moves that cut off at this ply before.
    pub killers: [Option<P::Move>; 2],
    /// The move left out of a singular search.
    pub excluded: Option<P::Move>,
    /// Where the move played from here took its piece; `None` after a pass.
    pub place: Option<Place>,
    /// The best line found from here.
    pub pv: Vec<P::Move>,
    /// Cut-offs among this ply's children.
    pub child_cutoffs: u32,
}

impl<P: Position> Default for Frame<P> {
    fn default() -> Self {
        Frame {
            eval: None,
            killers: [None; 2],
            excluded: None,
            place: None,
            pv: Vec::new(),
            child_cutoffs: 0,
        }
    }
}
