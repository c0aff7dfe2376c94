//! Joins the words of multi-word moves: `Pháo 2 bình 5` is one move.

use game::Notation;

/// Direction words: the number after one ends the move.
const DIRECTIONS: [&str; 9] = ["bình", "binh", "tiến", "tấn", "tien", "tan", "thoái", "thoai", "lui"];

/// Joins the words of moves; in every other notation a word is a move.
pub(super) struct WordJoiner {
    several: bool,
    open: String,
    has_direction: bool,
}

impl WordJoiner {
    pub(super) fn new(notation: Notation) -> Self {
        WordJoiner { several: notation == Notation::ViWords, open: String::new(), has_direction: false }
    }

    /// Returns true if no move is incomplete.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the move that ends with this word, or `None` while it is incomplete.
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
        if self.has_direction && word.starts_with(|letter: char| letter.is_ascii_digit()) {
            self.has_direction = false;
            return Some(std::mem::take(&mut self.open));
        }
        // A long sentence is not a move: give up before it grows.
        if self.open.len() > 80 {
            self.has_direction = false;
            return Some(std::mem::take(&mut self.open));
        }
        self.has_direction |= DIRECTIONS
            .iter()
            .any(|direction| direction.eq_ignore_ascii_case(word) || *direction == word.to_lowercase());
        None
    }
}
