//! Moves of several words put together: `Pháo 2 bình 5` is one move.

use game::Notation;

/// The words a move turns on: the number that follows one is its last.
const TURNS: [&str; 9] = ["bình", "binh", "tiến", "tấn", "tien", "tan", "thoái", "thoai", "lui"];

/// Gathers the words of moves; in every other notation a word is a move.
pub(super) struct WordJoiner {
    several: bool,
    open: String,
    turned: bool,
}

impl WordJoiner {
    pub(super) fn new(notation: Notation) -> Self {
        WordJoiner { several: notation == Notation::ViWords, open: String::new(), turned: false }
    }

    /// Returns true if no move is half said.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The move that ends with this word, or nothing while one is being said.
    pub(super) fn take(&mut self, word: &str) -> Option<String> {
        if !self.several {
            return Some(word.to_owned());
        }
        if self.open.is_empty() {
            let bare = super::read::after_number(word);
            if bare.is_empty() {
                return None;
            }
            self.open = bare.to_owned();
            return None;
        }
        self.open.push(' ');
        self.open.push_str(word);
        if self.turned && word.starts_with(|letter: char| letter.is_ascii_digit()) {
            self.turned = false;
            return Some(std::mem::take(&mut self.open));
        }
        // A sentence is no move: it is given up before it grows.
        if self.open.len() > 80 {
            self.turned = false;
            return Some(std::mem::take(&mut self.open));
        }
        self.turned |=
            TURNS.iter().any(|turn| turn.eq_ignore_ascii_case(word) || *turn == word.to_lowercase());
        None
    }
}
