//! Games as decoded from the file of another program, before legality is checked.

use std::rc::Rc;

use game::{Game, Position, Side};

use crate::limits::{ReadLimits, StopCheck, cut};
use crate::pgn::{MainLineError, PgnError, PgnFault, move_number};
use crate::tree::{GameResult, NodeId, Tree};

/// Number of moves played between two stop checks.
const STRIDE: usize = 256;

/// A game decoded from a file: moves from square to square, not yet checked for legality.
#[derive(Clone, Default, Debug)]
pub struct RawGame {
    /// Header tags.
    pub tags: Vec<(String, String)>,
    /// Start position, if the file has one.
    pub setup: Option<String>,
    /// Result.
    pub ending: GameResult,
    /// Comment before the first move.
    pub preface: String,
    /// Moves, each after its predecessor.
    pub moves: Vec<RawMove>,
    /// Faults found while decoding.
    pub faults: Vec<PgnFault>,
    /// True if the file does not tell the result, so that the rules decide it by the last position.
    pub result_by_rules: bool,
}

/// A move of a [`RawGame`].
#[derive(Clone, Default, Debug)]
pub struct RawMove {
    /// Index of the preceding move, which comes earlier in the list; `None` at the start.
    pub after: Option<usize>,
    /// Origin square.
    pub from: u8,
    /// Target square.
    pub to: u8,
    /// Comment.
    pub comment: String,
}

impl RawGame {
    /// Adds a header tag, unless it is empty.
    pub(crate) fn tag(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Builds a game tree by the rules of a game. An illegal move is reported and its continuation dropped; if it is
    /// in the main line, the main line error is returned as well.
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
        let broken = if refused { None } else { self.add_moves(&mut tree, root, bounds, stop, &mut faults) };
        if self.result_by_rules {
            tree.ending = result_of_main_line(&tree);
        }
        let errors = faults.into_iter().take(50).map(|fault| PgnError { game: number, fault }).collect();
        (tree, errors, broken)
    }

    fn add_moves<G: Game>(
        &self,
        tree: &mut Tree<G>,
        root: G::Position,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
        faults: &mut Vec<PgnFault>,
    ) -> Option<MainLineError> {
        let mut broken = None;
        // Last move of the main line so far.
        let mut main = NodeId::ROOT;
        let successors = self.successors();
        let first = crate::pgn::first_number(tree);
        // Siblings share the position they branch off from; the first of them is on top.
        let mut pending: Vec<(usize, NodeId, Rc<G::Position>, usize)> = Vec::new();
        let root = Rc::new(root);
        let begin = successors.first().map_or(&[][..], Vec::as_slice);
        pending.extend(begin.iter().rev().map(|&mv| (mv, NodeId::ROOT, Rc::clone(&root), 0)));
        let mut played = 0_usize;
        while let Some((index, parent, here, ply)) = pending.pop() {
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
            let next = successors.get(index + 1).map_or(&[][..], Vec::as_slice);
            if !next.is_empty() {
                let mut after = (*here).clone();
                after.play(mv_here, reveal, &mut ());
                let after = Rc::new(after);
                pending.extend(next.iter().rev().map(|&mv| (mv, node, Rc::clone(&after), ply + 1)));
            }
        }
        broken
    }

    /// Successors of the start (index 0) and of every move (its index plus one).
    fn successors(&self) -> Vec<Vec<usize>> {
        let mut successors = vec![Vec::new(); self.moves.len() + 1];
        for (index, mv) in self.moves.iter().enumerate() {
            // Only an earlier move can be a predecessor, so there can be no cycle.
            let slot = mv.after.map_or(0, |after| after + 1);
            if slot <= index {
                successors[slot].push(index);
            }
        }
        successors
    }
}

/// Result of a game that the rules have ended.
fn result_of_main_line<G: Game>(tree: &Tree<G>) -> GameResult {
    let mut here = tree.root().clone();
    for (mv, reveal) in tree.main_line().filter_map(|node| tree.played(node)) {
        here.play(mv, reveal, &mut ());
    }
    match here.outcome().map(|outcome| outcome.winner) {
        None => GameResult::Unknown,
        Some(None) => GameResult::Drawn,
        Some(Some(side)) => GameResult::Won(side),
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
    // Braces are not allowed in PGN comments.
    let text = text.replace(['{', '}'], "'").replace("[%", "[");
    if let Some(notes) = tree.notes_mut(node).filter(|_| !text.is_empty()) {
        notes.after.push(text);
    }
}

/// A 9x10 board being assembled from a list of pieces.
#[derive(Default)]
pub(crate) struct RawBoard {
    /// By square: rank * 9 + file, rank 0 is Red's; uppercase is Red.
    pieces: std::collections::BTreeMap<u8, char>,
}

impl RawBoard {
    pub(crate) fn put(&mut self, square: Option<u8>, piece: char) {
        if let Some(square) = square {
            self.pieces.insert(square, piece);
        }
    }

    /// Owner of the piece on a square.
    pub(crate) fn owner(&self, square: u8) -> Option<Side> {
        let piece = self.pieces.get(&square)?;
        Some(if piece.is_ascii_uppercase() { Side::First } else { Side::Second })
    }

    /// FEN of the position. Files are often wrong about the side to move; the first move is not.
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

/// Square of a file and a rank counted from Red's side.
pub(crate) fn point(file: u8, rank: u8) -> Option<u8> {
    (file < 9 && rank < 10).then(|| rank * 9 + file)
}

/// Pieces of one side in the order used by XQF and DhtmlXQ.
pub(crate) const ORDER: [char; 16] =
    ['R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P'];
