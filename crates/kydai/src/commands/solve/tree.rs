//! The tree of a proof on paper: each defence on a line of its own, with its answer, deeper ones further in.

use serde_json::{Value as Json, json};
use table::{Message, Notation, ProofTree, Side, Study};

use crate::speech::Speech;

/// Lines written at most: nobody reads more, and some trees have millions.
const MOST_LINES: usize = 1000;
/// Defences given to machines at most.
const MOST_DEFENCES: usize = 20_000;

/// A tree with a board to write its moves on.
pub struct Tree<'a> {
    proof: &'a mut dyn ProofTree,
    study: &'a mut dyn Study,
    notation: Notation,
    winner: Side,
    path: Vec<String>,
    /// The boards with the winner to move along the path: a win by rule may come back to one, and is told once.
    met: Vec<String>,
    left: usize,
}

impl<'a> Tree<'a> {
    pub fn new(
        proof: &'a mut dyn ProofTree,
        study: &'a mut dyn Study,
        notation: Notation,
        winner: Side,
    ) -> Self {
        Tree { proof, study, notation, winner, path: Vec::new(), met: Vec::new(), left: MOST_LINES }
    }

    /// The winner's first move, unless the defender begins.
    fn first_move(&mut self) -> Option<String> {
        let root = self.proof.branches(&[]).filter(|root| root.turn == self.winner)?;
        root.branches.into_iter().next().map(|(mv, _)| mv)
    }

    /// The tree as lines; what is too much is counted as left out.
    pub fn text(mut self, speech: &Speech) -> Vec<String> {
        let mut lines = Vec::new();
        self.meet();
        match self.first_move() {
            Some(mv) => {
                if let Some(text) = self.push(&mv) {
                    lines.push(format!("1. {text}"));
                    self.defences(1, &mut lines);
                    self.pop();
                }
            }
            None => self.defences(0, &mut lines),
        }
        if self.left == 0 {
            lines.push(speech.say(&Message::new("solve_tree_cut").number("count", lines.len())));
        }
        lines
    }

    /// Every reply after the winner's move of this number, each with its answer.
    fn defences(&mut self, number: u32, lines: &mut Vec<String>) {
        let Some(knot) = self.proof.branches(&self.path) else { return };
        for (reply, _) in knot.branches {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let Some(reply) = self.push(&reply) else { continue };
            let answer = self.proof.branches(&self.path).and_then(|knot| knot.branches.into_iter().next());
            let is_new = self.meet();
            if let Some((answer, _)) = answer
                && let Some(answer) = self.push(&answer)
            {
                let indent = "   ".repeat(number as usize);
                let before = if number == 0 { String::new() } else { format!("{number}... ") };
                lines.push(format!("{indent}{before}{reply} {}. {answer}", number + 1));
                if is_new {
                    self.defences(number + 1, lines);
                }
                self.pop();
            }
            self.met.pop();
            self.pop();
        }
    }

    /// The tree for machines: `{"move", "replies": [{"move", "moves", "answer": {...}}]}`.
    pub fn json(mut self) -> Json {
        self.left = MOST_DEFENCES;
        self.meet();
        match self.first_move() {
            Some(mv) => self.answer_json(&mv),
            None => json!({ "replies": self.replies_json() }),
        }
    }

    fn answer_json(&mut self, mv: &str) -> Json {
        if self.push(mv).is_none() {
            return Json::Null;
        }
        let replies = self.replies_json();
        self.pop();
        json!({ "move": mv, "replies": replies })
    }

    /// `null` where the tree is too large to be written on, or comes back to a position above.
    fn replies_json(&mut self) -> Json {
        let Some(knot) = self.proof.branches(&self.path) else { return Json::Null };
        if knot.branches.len() > self.left {
            self.left = 0;
            return Json::Null;
        }
        self.left -= knot.branches.len();
        let mut replies = Vec::new();
        for (reply, moves) in knot.branches {
            if self.push(&reply).is_none() {
                continue;
            }
            let answer = self.proof.branches(&self.path).and_then(|knot| knot.branches.into_iter().next());
            let is_new = self.meet();
            let answer = match answer {
                Some((mv, _)) if is_new => self.answer_json(&mv),
                Some((mv, _)) => json!({ "move": mv, "replies": null }),
                None => Json::Null,
            };
            self.met.pop();
            self.pop();
            replies.push(json!({ "move": reply, "moves": moves, "answer": answer }));
        }
        json!(replies)
    }

    /// Plays a move of the tree; how it is written.
    fn push(&mut self, mv: &str) -> Option<String> {
        self.study.play(mv, Notation::Uci).ok()?;
        self.path.push(mv.to_owned());
        self.study.moves(self.notation).pop()
    }

    /// Notes the board before an answer; whether it is met for the first time on this path.
    fn meet(&mut self) -> bool {
        // Without the counts of moves: those differ each time.
        let board: Vec<String> = self.study.position("").split(' ').take(2).map(str::to_owned).collect();
        let board = board.join(" ");
        let is_new = !self.met.contains(&board);
        self.met.push(board);
        is_new
    }

    fn pop(&mut self) {
        self.study.pop();
        self.path.pop();
    }
}
