//! The tree of a search by visits: positions and moves in two arenas of bounded size, named by number.

use game::{Line, Position};

/// No position.
pub(super) const NONE: u32 = u32::MAX;

/// A position met in the tree.
pub(super) struct Node<P: Position> {
    /// Where its moves begin.
    first: u32,
    count: u16,
    /// Whether its moves have been listed.
    pub grown: bool,
    /// What chance added to the move that led here.
    reveal: P::Reveal,
    /// The next position the same move led to under another reveal.
    sibling: u32,
    /// What it was worth to its side to move when it was met.
    pub value: f32,
    /// What it is worth for sure: the game is over here, or proven.
    pub end: Option<f32>,
}

/// A move of a position.
pub(super) struct Edge<M> {
    pub mv: M,
    /// Plies to a proven end: positive when the mover wins, negative when it loses, 0 while nothing is proven.
    pub proof: i16,
    pub prior: f32,
    pub visits: u32,
    /// Its mean value to the mover, from 0 to 1.
    pub mean: f32,
    /// Its value to the mover when both sides go on as well as the tree knows.
    pub best: f32,
    /// The first position it led to.
    child: u32,
}

/// Both arenas.
pub(super) struct Tree<P: Position> {
    nodes: Vec<Node<P>>,
    edges: Vec<Edge<P::Move>>,
    bytes: usize,
}

/// The root is always the first.
pub(super) const ROOT: u32 = 0;

impl<P: Position> Tree<P> {
    /// An empty tree that will not outgrow so many megabytes, not even while a part of it is carried over.
    pub fn new(megabytes: usize) -> Self {
        Tree { nodes: Vec::new(), edges: Vec::new(), bytes: (megabytes.max(1) << 20) / 3 * 2 }
    }

    /// Forgets everything and begins at a position.
    pub fn plant(&mut self, here: &P, value: f32) {
        self.nodes.clear();
        self.edges.clear();
        // Any reveal will do at a root; that of any legal move is one.
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

    /// How full it is, in thousandths.
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

    /// The moves of a position.
    pub fn edges(&self, node: u32) -> &[Edge<P::Move>] {
        &self.edges[self.span(node)]
    }

    pub fn edge_mut(&mut self, node: u32, index: usize) -> &mut Edge<P::Move> {
        let first = self.node(node).first as usize;
        &mut self.edges[first + index]
    }

    /// Lists a position's moves with their priors; `false` where there is no room for them.
    pub fn grow(&mut self, node: u32, moves: impl ExactSizeIterator<Item = (P::Move, f32)>) -> bool {
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
        (node.first, node.count, node.grown) = (first, count, true);
        true
    }

    /// The position a move led to under this reveal.
    pub fn child(&self, node: u32, index: usize, reveal: P::Reveal) -> Option<u32> {
        let mut child = self.edges(node).get(index)?.child;
        while child != NONE && self.node(child).reveal != reveal {
            child = self.node(child).sibling;
        }
        (child != NONE).then_some(child)
    }

    /// The position a move led to, where it led to one only.
    pub fn only_child(&self, node: u32, index: usize) -> Option<u32> {
        let child = self.edges(node).get(index)?.child;
        (child != NONE && self.node(child).sibling == NONE).then_some(child)
    }

    /// Adds the position a move led to, if there is room.
    pub fn add(&mut self, node: u32, index: usize, reveal: P::Reveal, value: f32, end: Option<f32>) {
        if !self.has_room(0) {
            return;
        }
        let child = self.nodes.len() as u32;
        let sibling = std::mem::replace(&mut self.edge_mut(node, index).child, child);
        self.nodes.push(Node { sibling, ..Node::new(reveal, value, end) });
    }

    /// The position these last steps of a line lead to from the root, if the tree knows it.
    pub fn follow(&self, line: &Line<P>, from: usize) -> Option<u32> {
        line.steps()[from..].iter().try_fold(ROOT, |node, step| {
            let index = self.edges(node).iter().position(|edge| Some(edge.mv) == step.mv)?;
            self.child(node, index, step.reveal?)
        })
    }

    /// Makes a position the root and forgets all that does not lie below it; `false`, and nothing done, where so much
    /// lies below it that there is no room to carry it over.
    pub fn reroot(&mut self, root: u32) -> bool {
        if root == ROOT {
            return true;
        }
        let mut kept = Tree { nodes: Vec::new(), edges: Vec::new(), bytes: self.bytes };
        kept.nodes.push(self.node(root).bare_copy());
        // Pairs of a position here and its copy; a copy's moves follow one another as the arena wants them.
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
                    kept.nodes.push(Node { sibling, ..self.node(child).bare_copy() });
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
        Node { first: 0, count: 0, grown: false, reveal, sibling: NONE, value, end }
    }

    /// The position without its moves and neighbors.
    fn bare_copy(&self) -> Self {
        Node { first: 0, count: 0, sibling: NONE, ..*self }
    }
}

impl<M: Copy> Edge<M> {
    fn without_child(&self) -> Self {
        Edge { child: NONE, ..*self }
    }
}
