//! Observer of a textbook search: hears every node as it is entered and left. `()` observes nothing and compiles away.

use game::{Line, Position, Score};

use crate::Window;

/// Search of a node: its only one, or one of the two of principal variation search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Search with the window of the parent.
    Full,
    /// Zero-window search: asks only if the move is better than the best so far.
    Scout,
    /// Second search of the same node, after the zero-window search answered yes.
    Research,
}

/// A node about to be searched.
pub struct Visit<'a, P: Position> {
    /// Line that ends at the node.
    pub line: &'a Line<P>,
    /// Remaining depth in plies.
    pub depth: u32,
    /// Window from the view of the side to move at the node.
    pub window: Window,
    /// Search of the node.
    pub pass: Pass,
    /// Weight of the chance outcome that led here; 1 without chance.
    pub weight: u32,
}

/// Way in which the value of a node was determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// The search was stopped: the value means nothing.
    Stopped,
    /// The game is over.
    GameOver,
    /// Static evaluation at the horizon, or where no legal move is known.
    Evaluated,
    /// Transposition table entry of the position with this key.
    TableHit(u64),
    /// The moves were searched.
    Searched {
        /// Moves to search: the legal ones, or those that a beam kept.
        moves: usize,
        /// Moves searched.
        searched: usize,
        /// True if the last of them reached beta, so that the rest was cut.
        cut: bool,
    },
}

/// Observer of a textbook search.
///
/// Every `iteration`, `chance` and `enter` is closed by one `leave`, in the order of the recursion. Minimax and
/// alpha-beta report nodes; Monte Carlo tree search reports expansions and simulations.
pub trait SearchObserver<P: Position> {
    /// The root, at the end of this line, is searched to this depth.
    fn iteration(&mut self, _line: &Line<P>, _depth: u32) {}

    /// A node is entered. Its move has been played.
    fn enter(&mut self, _visit: &Visit<'_, P>) {}

    /// A chance node is entered: the move at the end of this line has several outcomes. The value it is left with is, as
    /// that of its outcomes, from the view of the opponent of the side that moves.
    fn chance(&mut self, _line: &Line<P>, _mv: P::Move, _depth: u32, _window: Window) {}

    /// The value of the current node is determined.
    fn resolve(&mut self, _how: Resolution) {}

    /// The value of the current node, which has this key, is stored in the transposition table.
    fn stored(&mut self, _key: u64) {}

    /// The current node is left with this value from the view of its side to move.
    fn leave(&mut self, _score: Score) {}

    /// From here (or until here) the moves of a node are searched by shallower probes, to choose those of a beam.
    fn probing(&mut self, _on: bool) {}

    /// Monte Carlo tree search: the node at the end of this line and of this path gets its moves with their priors.
    fn expanded(
        &mut self,
        _path: &[(u32, usize)],
        _node: u32,
        _line: &Line<P>,
        _moves: &[P::Move],
        _priors: &[f32],
    ) {
    }

    /// Monte Carlo tree search: a simulation followed these edges (node and index) and ended with this value for the side
    /// to move at its leaf.
    fn simulated(&mut self, _path: &[(u32, usize)], _value: f32) {}
}

impl<P: Position> SearchObserver<P> for () {}
