//! Tree of the Monte Carlo tree search: nodes and edges in two arenas of bounded size, referenced by index.

use game::{Line, Position};

/// Index of no node.
pub(super) const NONE: u32 = u32::MAX;

/// A position in the tree.
pub(super) struct Node<P: Position> {
    /// Index of its first edge.
    first: u32,
    count: u16,
    /// True if its edges exist.
    pub expanded: bool,
    /// Chance outcome of the move that led here.
    reveal: P::Reveal,
    /// Next position after the same move with another chance outcome.
    sibling: u32,
    /// Evaluation for the side to move when it was added.
    pub value: f32,
    /// Final value: the game is over here, or proven.
    pub end: Option<f32>,
}

/// A move of a position.
pub(super) struct Edge<M> {
    pub mv: M,
    /// Plies to a proven end: positive when the mover wins, negative when it loses, 0 while nothing is proven.
    pub proof: i16,
    pub prior: f32,
    pub visits: u32,
    /// Mean value for the mover, from 0 to 1.
    pub mean: f32,
    /// Minimax value for the mover, as far as the tree goes.
    pub best: f32,
    /// Index of the first position it led to.
    child: u32,
}

/// The tree.
pub(super) struct Tree<P: Position> {
    nodes: Vec<Node<P>>,
    edges: Vec<Edge<P::Move>>,
    bytes: usize,
}

/// Index of the root.
pub(super) const ROOT: u32 = 0;

impl<P: Position> Tree<P> {
    /// Empty tree of at most this many megabytes, even while a subtree is copied.
    pub fn new(megabytes: usize) -> Self {
        Tree { nodes: Vec::new(), edges: Vec::new(), bytes: (megabytes.max(1) << 20) / 3 * 2 }
    }

    /// Clears the tree and adds a root.
    pub fn create_root(&mut self, here: &P, value: f32) {
        self.nodes.clear();
        self.edges.clear();
        // Any chance outcome will do for a root; that of any legal move is one.
        let mut moves = game::MoveList::new();
        here.legal_moves(&mut moves);
        if let Some(&mv) = moves.first() {
            self.nodes.push(Node::new(here.unrevealed(mv), value, None));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    fn used(&self) -> usize {
        self.nodes.len() * size_of::<Node<P>>() + self.edges.len() * size_of::<Edge<P::Move>>()
    }

    /// Fullness in per mille.
    pub fn fullness(&self) -> u32 {
        (self.used() * 1000 / self.bytes) as u32
    }

    fn has_room(&self, moves: usize) -> bool {
        let wanted = size_of::<Node<P>>() + moves * size_of::<Edge<P::Move>>();
        self.used() + wanted <= self.bytes && self.edges.len() + moves < NONE as usize
    }

    pub fn node(&self, node: u32) -> &Node<P> {
        &self.nodes[node as usize]
    }

    pub fn node_mut(&mut self, node: u32) -> &mut Node<P> {
        &mut self.nodes[node as usize]
    }

    fn span(&self, node: u32) -> std::ops::Range<usize> {
        let node = self.node(node);
        let first = node.first as usize;
        first..first + usize::from(node.count)
    }

    /// Edges of a node.
    pub fn edges(&self, node: u32) -> &[Edge<P::Move>] {
        &self.edges[self.span(node)]
    }

    pub fn edge_mut(&mut self, node: u32, index: usize) -> &mut Edge<P::Move> {
        let first = self.node(node).first as usize;
        &mut self.edges[first + index]
    }

    /// Adds the edges of a node with their priors; false if there is no space.
    pub fn expand(&mut self, node: u32, moves: impl ExactSizeIterator<Item = (P::Move, f32)>) -> bool {
        if !self.has_room(moves.len()) {
            return false;
        }
        let (first, count) = (self.edges.len() as u32, moves.len() as u16);
        self.edges.extend(moves.map(|(mv, prior)| Edge {
            mv,
            proof: 0,
            prior,
            visits: 0,
            mean: 0.0,
            best: 0.0,
            child: NONE,
        }));
        let node = self.node_mut(node);
        (node.first, node.count, node.expanded) = (first, count, true);
        true
    }

    /// Position after a move with this chance outcome.
    pub fn child(&self, node: u32, index: usize, reveal: P::Reveal) -> Option<u32> {
        let mut child = self.edges(node).get(index)?.child;
        while child != NONE && self.node(child).reveal != reveal {
            child = self.node(child).sibling;
        }
        (child != NONE).then_some(child)
    }

    /// Position after a move, if there is only one.
    pub fn only_child(&self, node: u32, index: usize) -> Option<u32> {
        let child = self.edges(node).get(index)?.child;
        (child != NONE && self.node(child).sibling == NONE).then_some(child)
    }

    /// Adds the position after a move, if there is space.
    pub fn add(&mut self, node: u32, index: usize, reveal: P::Reveal, value: f32, end: Option<f32>) {
        if !self.has_room(0) {
            return;
        }
        let child = self.nodes.len() as u32;
        let sibling = std::mem::replace(&mut self.edge_mut(node, index).child, child);
        self.nodes.push(Node { sibling, ..Node::new(reveal, value, end) });
    }

    /// Node that the last steps of a line lead to from the root.
    pub fn follow(&self, line: &Line<P>, from: usize) -> Option<u32> {
        line.steps()[from..].iter().try_fold(ROOT, |node, step| {
            let index = self.edges(node).iter().position(|edge| Some(edge.mv) == step.mv)?;
            self.child(node, index, step.reveal?)
        })
    }

    /// Makes a node the root and drops everything outside its subtree; false, and nothing done, if the subtree is too
    /// large to be copied.
    pub fn reroot(&mut self, root: u32) -> bool {
        if root == ROOT {
            return true;
        }
        let mut kept = Tree { nodes: Vec::new(), edges: Vec::new(), bytes: self.bytes };
        kept.nodes.push(self.node(root).without_edges());
        // Pairs of a node and its copy; the edges of a copy are contiguous in the arena.
        let mut waiting = vec![(root, ROOT)];
        while let Some((old, new)) = waiting.pop() {
            if kept.used() > self.bytes / 2 {
                return false;
            }
            let first = kept.edges.len();
            let span = self.span(old);
            {
                let node = &mut kept.nodes[new as usize];
                (node.first, node.count) = (first as u32, span.len() as u16);
            }
            kept.edges.extend(self.edges[span.clone()].iter().map(Edge::without_child));
            for (offset, edge) in self.edges[span].iter().enumerate() {
                let mut child = edge.child;
                while child != NONE {
                    let copy = kept.nodes.len() as u32;
                    let sibling = std::mem::replace(&mut kept.edges[first + offset].child, copy);
                    kept.nodes.push(Node { sibling, ..self.node(child).without_edges() });
                    waiting.push((child, copy));
                    child = self.node(child).sibling;
                }
            }
        }
        *self = kept;
        true
    }
}

impl<P: Position> Node<P> {
    fn new(reveal: P::Reveal, value: f32, end: Option<f32>) -> Self {
        Node { first: 0, count: 0, expanded: false, reveal, sibling: NONE, value, end }
    }

    /// The node without edges and siblings.
    fn without_edges(&self) -> Self {
        Node { first: 0, count: 0, sibling: NONE, ..*self }
    }
}

impl<M: Copy> Edge<M> {
    fn without_child(&self) -> Self {
        Edge { child: NONE, ..*self }
    }
}
