//! Prints a proof tree: each defence on its own line with its refutation, indented by depth.

use serde_json::{Value as Json, json};
use table::{Message, Notation, ProofTree, Side, Study};

use crate::output::Output;

/// Maximum number of printed lines; some trees have millions.
const MOST_LINES: usize = 1000;
/// Maximum number of defences in JSON.
const MOST_DEFENCES: usize = 20_000;

/// Proof tree with a study to write its moves.
pub struct TreePrinter<'a> {
    proof: &'a mut dyn ProofTree,
    study: &'a mut dyn Study,
    notation: Notation,
    winner: Side,
    path: Vec<String>,
    /// Positions with the winner to move on the current path: a win by the perpetual-check rule may repeat one.
    met: Vec<String>,
    left: usize,
}

impl<'a> TreePrinter<'a> {
    pub fn new(
        proof: &'a mut dyn ProofTree,
        study: &'a mut dyn Study,
        notation: Notation,
        winner: Side,
    ) -> Self {
        TreePrinter { proof, study, notation, winner, path: Vec::new(), met: Vec::new(), left: MOST_LINES }
    }

    /// First move of the winner, unless the defender moves first.
    fn first_move(&mut self) -> Option<String> {
        let root = self.proof.branches(&[]).filter(|root| root.turn == self.winner)?;
        root.branches.into_iter().next().map(|(mv, _)| mv)
    }

    /// TreePrinter as lines of text; lines beyond the limit are counted.
    pub fn text(mut self, output: &Output) -> Vec<String> {
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
            lines.push(output.render(&Message::new("solve_tree_cut").number("count", lines.len())));
        }
        lines
    }

    /// Appends every reply to the winner's move with this number, each with its refutation.
    fn defences(&mut self, number: u32, lines: &mut Vec<String>) {
        let Some(node) = self.proof.branches(&self.path) else { return };
        for (reply, _) in node.branches {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let Some(reply) = self.push(&reply) else { continue };
            let answer = self.proof.branches(&self.path).and_then(|node| node.branches.into_iter().next());
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

    /// TreePrinter as JSON: `{"move", "replies": [{"move", "moves", "answer": {...}}]}`.
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

    /// `null` where the tree is too large, or returns to a position above.
    fn replies_json(&mut self) -> Json {
        let Some(node) = self.proof.branches(&self.path) else { return Json::Null };
        if node.branches.len() > self.left {
            self.left = 0;
            return Json::Null;
        }
        self.left -= node.branches.len();
        let mut replies = Vec::new();
        for (reply, moves) in node.branches {
            if self.push(&reply).is_none() {
                continue;
            }
            let answer = self.proof.branches(&self.path).and_then(|node| node.branches.into_iter().next());
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

    /// Plays a move of the tree and returns its notation.
    fn push(&mut self, mv: &str) -> Option<String> {
        self.study.play(mv, Notation::Uci).ok()?;
        self.path.push(mv.to_owned());
        self.study.moves(self.notation).pop()
    }

    /// Records the position before an answer; returns true if it is new on this path.
    fn meet(&mut self) -> bool {
        // Without the move counters, which differ each time.
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
