//! Game trees with comments, in an arena: no recursion, not even in `Drop`.

use game::{Game, Line, MoveOf, RevealOf, RulesOf, Side};

/// Maximum number of nodes; larger texts are rejected.
const MOST_NODES: usize = 1_000_000;

/// Node of a [`Tree`]. Valid until the node is deleted, and never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the start position before any move.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Annotations of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Comments before the move; used where the move opens a variation.
    pub before: Vec<String>,
    /// Comments after the move; at the root, the preface of the game.
    pub after: Vec<String>,
    /// Numeric annotation glyphs (NAGs): 1 is `!`, 2 is `?`, and so on.
    pub glyphs: Vec<u8>,
    /// Arrows, circles and other commands as text, name first: `cal Ge2e4,Gd2d4`.
    pub marks: Vec<String>,
    /// The mover's clock after the move, in milliseconds.
    pub clock: Option<u64>,
}

/// Result of a game as stated in its record.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameResult {
    /// Unfinished or unknown.
    #[default]
    Unknown,
    /// A side won.
    Won(Side),
    /// Drawn.
    Drawn,
}

impl GameResult {
    /// PGN result token: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn word(self) -> &'static str {
        match self {
            GameResult::Unknown => "*",
            GameResult::Won(Side::First) => "1-0",
            GameResult::Won(Side::Second) => "0-1",
            GameResult::Drawn => "1/2-1/2",
        }
    }

    /// Parses a result token of PGN or Chinese records.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "*" => GameResult::Unknown,
            "1-0" | "1–0" => GameResult::Won(Side::First),
            "0-1" | "0–1" => GameResult::Won(Side::Second),
            "1/2-1/2" | "1/2–1/2" | "1/2" | "½-½" | "½–½" => GameResult::Drawn,
            "红胜" | "紅勝" | "红方胜" | "紅方勝" | "红先胜" | "紅先勝" | "黑负" | "黑負" => {
                GameResult::Won(Side::First)
            }
            "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "黑先胜" | "黑先勝" | "红负" | "紅負" => {
                GameResult::Won(Side::Second)
            }
            "和棋" | "和局" | "双方和棋" | "雙方和棋" | "和" => GameResult::Drawn,
            _ => return None,
        })
    }
}

/// Error of changing a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// The node was deleted or belongs to another tree.
    NoSuchNode,
    /// The root cannot be deleted or moved.
    Root,
    /// The maximum number of nodes is reached.
    Full,
}

impl game::ToMessage for TreeError {
    fn message(&self) -> game::Message {
        game::Message::new(match self {
            TreeError::NoSuchNode => "tree_no_such_node",
            TreeError::Root => "tree_root",
            TreeError::Full => "tree_full",
        })
    }
}

struct Node<G: Game> {
    /// `None` at the root.
    played: Option<(MoveOf<G>, RevealOf<G>)>,
    /// `None` at the root.
    parent: Option<NodeId>,
    /// The main continuation first.
    children: Vec<NodeId>,
    notes: Notes,
    deleted: bool,
}

/// A game with its variations, comments and header.
pub struct Tree<G: Game> {
    /// Header tags in order: name and value.
    pub tags: Vec<(String, String)>,
    /// Result stated in the record.
    pub ending: GameResult,
    rules: RulesOf<G>,
    root: G::Position,
    /// FEN of the root in the default dialect, unless it is the start position of the default rules: a text that names
    /// rules or another size is how a record keeps them.
    setup: Option<String>,
    nodes: Vec<Node<G>>,
}

impl<G: Game> Tree<G> {
    /// Creates an empty tree.
    pub fn new(root: G::Position, rules: RulesOf<G>) -> Self {
        let dialect = G::spec().dialects.first().copied().unwrap_or_default();
        let text = G::write_position(&root, dialect);
        let usual = text == G::write_position(&G::start(&RulesOf::<G>::default()), dialect);
        let node = Node {
            played: None,
            parent: None,
            children: Vec::new(),
            notes: Notes::default(),
            deleted: false,
        };
        Tree {
            tags: Vec::new(),
            ending: GameResult::Unknown,
            rules,
            root,
            setup: (!usual).then_some(text),
            nodes: vec![node],
        }
    }

    /// Root position.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// The rule options the game is played under.
    pub fn rules(&self) -> &RulesOf<G> {
        &self.rules
    }

    /// FEN of the root, if it is not the usual start position.
    pub fn setup(&self) -> Option<&str> {
        self.setup.as_deref()
    }

    /// Value of a header tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a header tag, in its place or at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Number of moves, in all variations.
    pub fn len(&self) -> usize {
        self.nodes.iter().filter(|node| !node.deleted).count() - 1
    }

    /// Upper bound on the number of moves, without counting.
    pub(crate) fn len_bound(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns true if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.children(NodeId::ROOT).is_empty()
    }

    fn get(&self, id: NodeId) -> Option<&Node<G>> {
        self.nodes.get(id.index()).filter(|node| !node.deleted)
    }

    /// Returns true if the node exists.
    pub fn contains(&self, id: NodeId) -> bool {
        self.get(id).is_some()
    }

    /// Move that leads to a node, with its reveal; `None` at the root.
    pub fn played(&self, id: NodeId) -> Option<(MoveOf<G>, RevealOf<G>)> {
        self.get(id)?.played
    }

    /// Parent node; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.parent
    }

    /// Continuations, the main one first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.get(id).map_or(&[], |node| &node.children)
    }

    /// Annotations of a move.
    pub fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.get(id).map(|node| &node.notes)
    }

    /// Mutable annotations of a move.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        self.nodes.get_mut(id.index()).filter(|node| !node.deleted).map(|node| &mut node.notes)
    }

    /// Adds a move after a node: the main continuation if it is the first, otherwise a variation. An existing move is
    /// returned, not duplicated. Contract: the move is legal there.
    pub fn add(&mut self, parent: NodeId, mv: MoveOf<G>, reveal: RevealOf<G>) -> Result<NodeId, TreeError> {
        let here = self.get(parent).ok_or(TreeError::NoSuchNode)?;
        if let Some(&known) = here.children.iter().find(|&&child| self.played(child) == Some((mv, reveal))) {
            return Ok(known);
        }
        let id = u32::try_from(self.nodes.len()).map(NodeId).map_err(|_| TreeError::Full)?;
        if self.nodes.len() > MOST_NODES {
            return Err(TreeError::Full);
        }
        self.nodes.push(Node {
            played: Some((mv, reveal)),
            parent: Some(parent),
            children: Vec::new(),
            notes: Notes::default(),
            deleted: false,
        });
        self.nodes[parent.index()].children.push(id);
        Ok(id)
    }

    /// Siblings of a node, itself included, and its index among them.
    fn siblings(&mut self, id: NodeId) -> Result<(&mut Vec<NodeId>, usize), TreeError> {
        let parent = self.get(id).ok_or(TreeError::NoSuchNode)?.parent.ok_or(TreeError::Root)?;
        let siblings = &mut self.nodes[parent.index()].children;
        let place = siblings.iter().position(|&sibling| sibling == id).ok_or(TreeError::NoSuchNode)?;
        Ok((siblings, place))
    }

    /// Moves the variation containing this node up by one at its last branching point. Returns false on the main
    /// line.
    pub fn promote(&mut self, id: NodeId) -> Result<bool, TreeError> {
        if !self.contains(id) {
            return Err(TreeError::NoSuchNode);
        }
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            let (siblings, place) = self.siblings(at)?;
            if place > 0 {
                siblings.swap(place, place - 1);
                return Ok(true);
            }
            at = parent;
        }
        Ok(false)
    }

    /// Makes the path to this node the main line.
    pub fn make_main(&mut self, id: NodeId) -> Result<(), TreeError> {
        for at in self.path(id).ok_or(TreeError::NoSuchNode)? {
            let (siblings, place) = self.siblings(at)?;
            siblings[..=place].rotate_right(1);
        }
        Ok(())
    }

    /// Deletes a node and its subtree.
    pub fn delete(&mut self, id: NodeId) -> Result<(), TreeError> {
        let (siblings, place) = self.siblings(id)?;
        siblings.remove(place);
        let mut subtree = vec![id];
        while let Some(id) = subtree.pop() {
            let node = &mut self.nodes[id.index()];
            node.deleted = true;
            node.notes = Notes::default();
            subtree.append(&mut node.children);
        }
        Ok(())
    }

    /// Nodes of the main line, first move first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.main_line_from(NodeId::ROOT)
    }

    /// Nodes after this one along the main continuations.
    pub fn main_line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(next(&id), next)
    }

    /// Path from the root to a node, itself last; empty at the root.
    pub fn path(&self, id: NodeId) -> Option<Vec<NodeId>> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&at| self.parent(at)).collect();
        path.pop();
        path.reverse();
        self.contains(id).then_some(path)
    }

    /// Line of positions from the root to a node.
    pub fn line_to(&self, id: NodeId) -> Option<Line<G::Position>> {
        let mut line = Line::new(self.root.clone(), self.rules);
        for (mv, reveal) in self.path(id)?.into_iter().filter_map(|at| self.played(at)) {
            line.push(mv, reveal);
        }
        Some(line)
    }

    /// All nodes but the root, depth first, main continuations before variations; each with its depth (1 = a first
    /// move).
    pub fn walk(&self) -> impl Iterator<Item = (NodeId, usize)> + '_ {
        let mut pending: Vec<(NodeId, usize)> = Vec::new();
        pending.extend(self.children(NodeId::ROOT).iter().rev().map(|&child| (child, 1)));
        std::iter::from_fn(move || {
            let (id, depth) = pending.pop()?;
            pending.extend(self.children(id).iter().rev().map(|&child| (child, depth + 1)));
            Some((id, depth))
        })
    }
}
