//! A game as a tree of moves with comments, in an arena: nothing here recurses, not even the drop.

use game::{Game, Line, MoveOf, RevealOf, RulesOf, Side};

/// More nodes than any annotated game has; a text that asks for more is refused, not obeyed.
const MOST_NODES: usize = 1_000_000;

/// A place in a [`Tree`]. It stays valid until its node is deleted, and never names another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The position the game begins with, before any move.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What people write beside a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Comments before the move; used where the move opens a variation.
    pub before: Vec<String>,
    /// Comments after the move; at the root, the preface of the game.
    pub after: Vec<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub glyphs: Vec<u8>,
    /// Arrows, circles and other commands as text, name first: `cal Ge2e4,Gd2d4`.
    pub marks: Vec<String>,
    /// The mover's clock after the move, in milliseconds.
    pub clock: Option<u64>,
}

/// How a record says its game ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameResult {
    /// Not ended, or nobody knows.
    #[default]
    Unknown,
    /// A side won.
    Won(Side),
    /// Drawn.
    Drawn,
}

impl GameResult {
    /// The word of the records: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn word(self) -> &'static str {
        match self {
            GameResult::Unknown => "*",
            GameResult::Won(Side::First) => "1-0",
            GameResult::Won(Side::Second) => "0-1",
            GameResult::Drawn => "1/2-1/2",
        }
    }

    /// The ending a word of the records stands for.
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

/// Why a tree was not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// The node was deleted, or is another tree's.
    NoSuchNode,
    /// The root cannot be deleted or moved.
    Root,
    /// The tree has all the nodes it may have.
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
    /// The header, in its order: name and value.
    pub tags: Vec<(String, String)>,
    /// How the record says the game ended.
    pub ending: GameResult,
    rules: RulesOf<G>,
    root: G::Position,
    /// The root's text in the game's own dialect, where it is not the usual start.
    setup: Option<String>,
    nodes: Vec<Node<G>>,
}

impl<G: Game> Tree<G> {
    /// An empty record of a game from a position.
    pub fn new(root: G::Position, rules: RulesOf<G>) -> Self {
        let dialect = G::spec().dialects.first().copied().unwrap_or_default();
        let text = G::write_position(&root, dialect);
        let usual = text == G::write_position(&G::start(&rules), dialect);
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

    /// The position the game begins with.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// The rule options the game is played under.
    pub fn rules(&self) -> &RulesOf<G> {
        &self.rules
    }

    /// The text of the position it begins with, where that is not the usual start.
    pub fn setup(&self) -> Option<&str> {
        self.setup.as_deref()
    }

    /// The header's value of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a value of the header, in its place or at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// How many moves there are, in all variations.
    pub fn len(&self) -> usize {
        self.nodes.iter().filter(|node| !node.deleted).count() - 1
    }

    /// At least as many moves as there are, without counting.
    pub(crate) fn len_bound(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns true if no move was recorded.
    pub fn is_empty(&self) -> bool {
        self.children(NodeId::ROOT).is_empty()
    }

    fn get(&self, id: NodeId) -> Option<&Node<G>> {
        self.nodes.get(id.index()).filter(|node| !node.deleted)
    }

    /// Returns true if the node is there.
    pub fn contains(&self, id: NodeId) -> bool {
        self.get(id).is_some()
    }

    /// The move that leads to a node, with its reveal; `None` at the root.
    pub fn played(&self, id: NodeId) -> Option<(MoveOf<G>, RevealOf<G>)> {
        self.get(id)?.played
    }

    /// The node before; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.parent
    }

    /// The continuations, the main one first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.get(id).map_or(&[], |node| &node.children)
    }

    /// What is written beside a move.
    pub fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.get(id).map(|node| &node.notes)
    }

    /// The same, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        self.nodes.get_mut(id.index()).filter(|node| !node.deleted).map(|node| &mut node.notes)
    }

    /// Adds a move after a node: the main continuation if it is the first, else a variation. A move that is already
    /// there is found, not doubled. Contract: the move is legal there.
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

    /// The siblings of a node, itself among them, and its place there.
    fn siblings(&mut self, id: NodeId) -> Result<(&mut Vec<NodeId>, usize), TreeError> {
        let parent = self.get(id).ok_or(TreeError::NoSuchNode)?.parent.ok_or(TreeError::Root)?;
        let siblings = &mut self.nodes[parent.index()].children;
        let place = siblings.iter().position(|&sibling| sibling == id).ok_or(TreeError::NoSuchNode)?;
        Ok((siblings, place))
    }

    /// Moves the variation this node lies in one place up, where it last branched off. `false` on the main line.
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

    /// Makes the way to this node the main line, at every branch.
    pub fn make_main(&mut self, id: NodeId) -> Result<(), TreeError> {
        for at in self.path(id).ok_or(TreeError::NoSuchNode)? {
            let (siblings, place) = self.siblings(at)?;
            siblings[..=place].rotate_right(1);
        }
        Ok(())
    }

    /// Deletes a node with everything after it.
    pub fn delete(&mut self, id: NodeId) -> Result<(), TreeError> {
        let (siblings, place) = self.siblings(id)?;
        siblings.remove(place);
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            let node = &mut self.nodes[id.index()];
            node.deleted = true;
            node.notes = Notes::default();
            doomed.append(&mut node.children);
        }
        Ok(())
    }

    /// The nodes of the main line, first move first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.main_line_from(NodeId::ROOT)
    }

    /// The nodes after this one along the main continuations.
    pub fn main_line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(next(&id), next)
    }

    /// The way from the root to a node, itself last; empty at the root.
    pub fn path(&self, id: NodeId) -> Option<Vec<NodeId>> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&at| self.parent(at)).collect();
        path.pop();
        path.reverse();
        self.contains(id).then_some(path)
    }

    /// The line of positions from the root to a node.
    pub fn line_to(&self, id: NodeId) -> Option<Line<G::Position>> {
        let mut line = Line::new(self.root.clone(), self.rules);
        for (mv, reveal) in self.path(id)?.into_iter().filter_map(|at| self.played(at)) {
            line.push(mv, reveal);
        }
        Some(line)
    }

    /// All nodes but the root, depth first, main continuations before variations; with each its depth (1 = a first
    /// move).
    pub fn walk(&self) -> impl Iterator<Item = (NodeId, usize)> + '_ {
        let mut waiting: Vec<(NodeId, usize)> = Vec::new();
        waiting.extend(self.children(NodeId::ROOT).iter().rev().map(|&child| (child, 1)));
        std::iter::from_fn(move || {
            let (id, depth) = waiting.pop()?;
            waiting.extend(self.children(id).iter().rev().map(|&child| (child, depth + 1)));
            Some((id, depth))
        })
    }
}
