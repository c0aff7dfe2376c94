//! A game as a file of another program says it, before the rules are asked.

use std::rc::Rc;

use game::{Game, Position, Side};

use crate::limits::{ReadLimits, StopCheck, cut};
use crate::pgn::{MainLineError, PgnError, PgnFault, move_number};
use crate::tree::{GameResult, NodeId, Tree};

/// How many moves are played between two questions whether to stop.
const STRIDE: usize = 256;

/// A game read from bytes: moves from square to square, not yet known to be legal.
#[derive(Clone, Default, Debug)]
pub struct RawGame {
    /// The header.
    pub tags: Vec<(String, String)>,
    /// The position it begins with, where the file has one.
    pub setup: Option<String>,
    /// How it ended.
    pub ending: GameResult,
    /// What is said before the first move.
    pub preface: String,
    /// The moves: each after the one it follows.
    pub moves: Vec<RawMove>,
    /// What was left out while reading.
    pub faults: Vec<PgnFault>,
}

/// A move of a [`RawGame`].
#[derive(Clone, Default, Debug)]
pub struct RawMove {
    /// The index of the move before it, which stands earlier in the list; `None` at the start.
    pub after: Option<usize>,
    /// The square it leaves.
    pub from: u8,
    /// The square it lands on.
    pub to: u8,
    /// What is said of it.
    pub comment: String,
}

impl RawGame {
    /// Adds a value to the header, unless it is empty.
    pub(crate) fn tag(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Makes a tree of it by the rules of a game. A move that is not legal is named, and what follows it left out; where
    /// that is the main line, it is said where that breaks off.
    pub fn tree<G: Game>(
        &self,
        number: usize,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
    ) -> (Tree<G>, Vec<PgnError>, Option<MainLineError>) {
        let mut faults = self.faults.clone();
        let rules = Default::default();
        let root = match self.setup.as_deref().map(|text| G::read_position(text, &rules)) {
            None => Some(G::start(&rules)),
            Some(Ok(read)) => Some(read.position),
            Some(Err(why)) => {
                faults.push(PgnFault::Setup(why));
                None
            }
        };
        let refused = root.is_none();
        let root = root.unwrap_or_else(|| G::start(&rules));
        let mut tree = Tree::<G>::new(root.clone(), rules);
        for (name, value) in &self.tags {
            let (value, was_cut) = cut(value, bounds.tag);
            if was_cut {
                faults.push(PgnFault::TagCut);
            }
            tree.tags.push((name.clone(), value.to_owned()));
        }
        tree.ending = self.ending;
        note(&mut tree, NodeId::ROOT, &self.preface, bounds, &mut faults);
        let broken = if refused { None } else { self.grow(&mut tree, root, bounds, stop, &mut faults) };
        let errors = faults.into_iter().take(50).map(|fault| PgnError { game: number, fault }).collect();
        (tree, errors, broken)
    }

    fn grow<G: Game>(
        &self,
        tree: &mut Tree<G>,
        root: G::Position,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
        faults: &mut Vec<PgnFault>,
    ) -> Option<MainLineError> {
        let mut broken = None;
        // The last move of the main line so far.
        let mut main = NodeId::ROOT;
        let followers = self.followers();
        let first = crate::pgn::first_number(tree);
        // Siblings share the position they branch off from; the first of them is on top.
        let mut waiting: Vec<(usize, NodeId, Rc<G::Position>, usize)> = Vec::new();
        let root = Rc::new(root);
        let begin = followers.first().map_or(&[][..], Vec::as_slice);
        waiting.extend(begin.iter().rev().map(|&mv| (mv, NodeId::ROOT, Rc::clone(&root), 0)));
        let mut played = 0_usize;
        while let Some((index, parent, here, ply)) = waiting.pop() {
            let Some(mv) = self.moves.get(index) else { continue };
            if played.is_multiple_of(STRIDE) && stop() {
                faults.push(PgnFault::Stopped);
                return broken;
            }
            if played >= bounds.nodes {
                faults.push(PgnFault::TooLarge);
                return broken;
            }
            if ply >= bounds.plies {
                faults.push(PgnFault::TooLong);
                continue;
            }
            played += 1;
            let text = G::square_name(mv.from.into()) + &G::square_name(mv.to.into());
            let (mv_here, reveal) = match G::read_move(&here, &text) {
                Ok(read) => read,
                Err(why) => {
                    let number = move_number(first, tree.root().turn(), ply);
                    let side = G::spec().sides[here.turn().index()];
                    if parent == main && tree.children(main).is_empty() && broken.is_none() {
                        let (text, why) = (text.clone(), why.clone());
                        broken = Some(MainLineError { plies: ply, number, text, why });
                    }
                    faults.push(PgnFault::Move { number, side, text, why });
                    continue;
                }
            };
            let Ok(node) = tree.add(parent, mv_here, reveal) else {
                faults.push(PgnFault::TooLarge);
                return broken;
            };
            if parent == main && tree.children(main).first() == Some(&node) {
                main = node;
            }
            note(tree, node, &mv.comment, bounds, faults);
            let next = followers.get(index + 1).map_or(&[][..], Vec::as_slice);
            if !next.is_empty() {
                let mut after = (*here).clone();
                after.play(mv_here, reveal, &mut ());
                let after = Rc::new(after);
                waiting.extend(next.iter().rev().map(|&mv| (mv, node, Rc::clone(&after), ply + 1)));
            }
        }
        broken
    }

    /// For the start (at 0) and for every move (at its index and one): the moves that follow.
    fn followers(&self) -> Vec<Vec<usize>> {
        let mut followers = vec![Vec::new(); self.moves.len() + 1];
        for (index, mv) in self.moves.iter().enumerate() {
            // Only a move that stands earlier can be followed: no circle can be written.
            let slot = mv.after.map_or(0, |after| after + 1);
            if slot <= index {
                followers[slot].push(index);
            }
        }
        followers
    }
}

fn note<G: Game>(
    tree: &mut Tree<G>,
    node: NodeId,
    comment: &str,
    bounds: &ReadLimits,
    faults: &mut Vec<PgnFault>,
) {
    let text = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let (text, was_cut) = cut(&text, bounds.comment);
    if was_cut {
        faults.push(PgnFault::CommentCut);
    }
    // A brace cannot be said in a comment of other formats.
    let text = text.replace(['{', '}'], "'").replace("[%", "[");
    if let Some(notes) = tree.notes_mut(node).filter(|_| !text.is_empty()) {
        notes.after.push(text);
    }
}

/// A board of nine files and ten ranks being put together from the pieces a file lists.
#[derive(Default)]
pub(crate) struct Points {
    /// By square: rank * 9 + file, rank 0 is red's; a capital is red.
    pieces: std::collections::BTreeMap<u8, char>,
}

impl Points {
    pub(crate) fn put(&mut self, square: Option<u8>, piece: char) {
        if let Some(square) = square {
            self.pieces.insert(square, piece);
        }
    }

    /// Whose piece stands there.
    pub(crate) fn owner(&self, square: u8) -> Option<Side> {
        let piece = self.pieces.get(&square)?;
        Some(if piece.is_ascii_uppercase() { Side::First } else { Side::Second })
    }

    /// The position as FEN. Files are often wrong about who moves first; the first move is not.
    pub(crate) fn fen(&self, turn: Side) -> String {
        let mut out = String::new();
        for rank in (0..10_u8).rev() {
            let mut empty = 0;
            for file in 0..9_u8 {
                match self.pieces.get(&(rank * 9 + file)) {
                    Some(&piece) => {
                        if empty > 0 {
                            out.push_str(&empty.to_string());
                        }
                        empty = 0;
                        out.push(piece);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                out.push_str(&empty.to_string());
            }
            out.push(if rank > 0 { '/' } else { ' ' });
        }
        out + if turn == Side::First { "w - - 0 1" } else { "b - - 0 1" }
    }
}

/// The square at a file and a rank counted from red's side.
pub(crate) fn point(file: u8, rank: u8) -> Option<u8> {
    (file < 9 && rank < 10).then(|| rank * 9 + file)
}

/// The pieces of one side in the order XQF and DhtmlXQ list them.
pub(crate) const ORDER: [char; 16] =
    ['R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P'];
