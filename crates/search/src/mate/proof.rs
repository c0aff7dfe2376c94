//! Proof of a forced win: the winner's move in every position, the defender's replies, and how many moves each still
//! takes. It owns its moves only, not the memory of the search that found them.

use game::{Line, Position, Side, Tactics};

use super::context::{Budget, Context, Path};
use super::threat::{ProofMemory, ThreatSearch};
use super::tree::WinTree;
use super::{Flaw, Replay};
use crate::Control;

/// Size in megabytes of the table with which a position is searched that was not written down.
const LOOKUP_MEGABYTES: usize = 16;

/// Proof of a forced win.
pub struct WinProof<P: Tactics> {
    line: Line<P>,
    winner: Side,
    /// True if the moves belong to paths, not positions.
    by_path: bool,
    control: Control,
    tree: WinTree<P>,
    longest: Vec<P::Move>,
}

/// Node of a proof tree.
pub struct ProofNode<P: Position> {
    /// Side to move.
    pub turn: Side,
    /// Maximum number of the winner's moves still needed.
    pub moves: u32,
    /// The winner's only move, or every reply of the defender, each with the winner's moves needed after it.
    pub branches: Vec<(P::Move, u32)>,
}

impl<P: Tactics> WinProof<P> {
    /// Proof of a tree, written down while the memory of its search is there.
    pub(super) fn new(search: &mut ThreatSearch<'_, P>, mut tree: WinTree<P>) -> Self {
        let longest = tree.longest(search);
        tree.finish(search);
        let path = search.path();
        let (line, control) = (path.line.clone(), search.ctx.budget.control.clone());
        WinProof { line, winner: path.winner, by_path: path.by_path, control, tree, longest }
    }

    /// Maximum number of the winner's moves.
    pub fn moves(&self) -> u32 {
        u32::from(self.tree.moves)
    }

    /// Side that wins.
    pub fn winner(&self) -> Side {
        self.winner
    }

    /// Line of longest resistance, as far as cheap comparisons of the defender's replies can tell.
    pub fn longest(&self) -> Vec<P::Move> {
        self.longest.clone()
    }

    /// Node after these moves from the root. `None` where they leave the tree: the winner's move is not that of the
    /// strategy, or a move is not legal.
    pub fn node(&mut self, path: &[P::Move]) -> Option<ProofNode<P>> {
        // Only a position of a very large tree needs a search.
        let mut budget = Budget::new(&self.control, None);
        budget.is_closed = true;
        let mut ctx = Context::new(self.path(), budget, Box::new(()));
        let mut memory = ProofMemory::new(LOOKUP_MEGABYTES, false);
        self.tree.node(&mut ThreatSearch::new(&mut ctx, &mut memory), path)
    }

    /// Replays the whole tree with nothing but the rules, at most `most` positions.
    pub fn verify(&self, most: usize) -> Result<Replay, Flaw> {
        if !self.tree.is_complete {
            return Err(Flaw::TooLarge);
        }
        self.tree.replay(&self.path(), most, &mut || false)
    }

    fn path(&self) -> Path<P> {
        let mut path = Path::new(&self.line, self.winner);
        path.by_path = self.by_path;
        path
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{Game, Line};

    use super::*;
    use crate::mate::context::legal_moves;
    use crate::mate::{Finding, Query, solve};
    use crate::{Clock, Control};

    struct NoTime;

    impl Clock for NoTime {
        fn micros(&self) -> u64 {
            0
        }
    }

    /// A mate in two with a quiet key move.
    fn proven() -> WinProof<chess::Position> {
        let rules = chess::Chess::rules(&[]).expect("default rules");
        let root =
            chess::Chess::read_position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", &rules).expect("a position");
        let line = Line::new(root.position, rules);
        let control = Control::new(Arc::new(NoTime));
        match solve(&line, &Query::new(Side::First), &control, Box::new(()), &mut |_| {}).finding {
            Finding::Win { proof, .. } => *proof,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_wrong_move_anywhere_in_the_tree_is_rejected() {
        let mut proof = proven();
        let replay = proof.verify(1000).expect("a sound tree");
        assert_eq!(replay.moves, 2);
        let sound = proof.tree.answers.clone();
        let root = proof.path().key();
        let key_move = sound.get(root).expect("an answer").0;
        let mut tried = 0;
        for &wrong in legal_moves(proof.line.here()).iter().filter(|&&mv| mv != key_move) {
            proof.tree.answers = sound.clone();
            proof.tree.answers.map.insert(root, (wrong, 2));
            assert!(proof.verify(1000).is_err(), "{wrong:?} is not a key move");
            tried += 1;
        }
        assert!(tried > 5, "{tried}");
        // Deeper in the tree: a missing answer, and one that belongs to another position.
        for key in sound.keys().filter(|&key| key != root) {
            proof.tree.answers = sound.clone();
            proof.tree.answers.remove(key);
            assert!(matches!(proof.verify(1000), Err(Flaw::NoMove(_))));
            proof.tree.answers.map.insert(key, (key_move, 1));
            assert!(proof.verify(1000).is_err());
        }
    }

    #[test]
    fn a_claim_of_too_few_moves_is_rejected() {
        let mut proof = proven();
        proof.tree.moves = 1;
        assert!(matches!(proof.verify(1000), Err(Flaw::TooLong(_))));
    }

    #[test]
    fn a_position_that_was_not_written_down_is_searched_again() {
        let (mut proof, whole) = (proven(), proven().node(&[]).expect("the root"));
        let keys: Vec<u64> = proof.tree.answers.keys().collect();
        keys.iter().for_each(|&key| proof.tree.answers.remove(key));
        let root = proof.node(&[]).expect("the root");
        assert_eq!((root.moves, &root.branches), (whole.moves, &whole.branches));
        let replies = proof.node(&[root.branches[0].0]).expect("the replies");
        assert!(!replies.branches.is_empty() && replies.branches.iter().all(|&(_, left)| left == 1));
    }
}
