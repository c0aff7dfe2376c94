//! Splits typed text into moves.

use table::Notation;

/// Separators between moves, besides white space.
const MARKS: [char; 5] = [',', ';', '，', '；', '、'];

/// Result tokens, which are not moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Direction words of [`Notation::ViWords`]; the number after one ends the move.
const DIRECTIONS: [&str; 9] = ["bình", "binh", "tiến", "tấn", "tien", "tan", "thoái", "thoai", "lui"];

/// Splits a text into moves separated by white space, commas or semicolons, with or without move numbers.
pub fn split_moves(text: &str, notation: Notation) -> Vec<String> {
    if notation == Notation::ViWords {
        return text.split(MARKS).flat_map(str::lines).flat_map(split_words).collect();
    }
    text.split(|letter: char| letter.is_whitespace() || MARKS.contains(&letter))
        .map(without_number)
        .filter(|token| !token.is_empty() && !RESULTS.contains(token))
        .map(str::to_owned)
        .collect()
}

/// Joins moves into one line that [`split_moves`] can split again.
pub fn join_moves(moves: &[String], notation: Notation) -> String {
    moves.join(if notation == Notation::ViWords { ", " } else { " " })
}

/// Strips a leading move number: `1.`, `1...`, `1.e4`. A number after the dot belongs to the move: `25.6` is the second
/// soldier of a file.
fn without_number(token: &str) -> &str {
    let behind = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.len() == token.len() {
        return token;
    }
    let rest = behind.trim_start_matches('.');
    let numbered = rest.len() < behind.len() && !rest.starts_with(|letter: char| letter.is_ascii_digit());
    if numbered { rest } else { token }
}

/// Splits moves in words without separators: each ends with the number after its direction word and an optional
/// promotion or reveal.
fn split_words(text: &str) -> Vec<String> {
    let mut moves: Vec<Vec<&str>> = Vec::new();
    let mut open = false;
    let mut turned = false;
    for token in text.split_whitespace().map(without_number).filter(|token| !token.is_empty()) {
        if RESULTS.contains(&token) {
            continue;
        }
        if !open && !token.starts_with('=') {
            moves.push(Vec::new());
        }
        if let Some(mv) = moves.last_mut() {
            mv.push(token);
        }
        let ends = turned && token.starts_with(|letter: char| letter.is_ascii_digit());
        // `Binh` at the beginning of a move is a soldier, not `bình` without its accent.
        let heads = moves.last().is_none_or(|mv| mv.len() == 1);
        turned = !heads && DIRECTIONS.contains(&token.to_lowercase().as_str());
        open = !ends && !token.starts_with('=');
    }
    moves.into_iter().map(|tokens| tokens.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, notation: Notation) -> Vec<String> {
        split_moves(text, notation)
    }

    #[test]
    fn spaces_commas_and_lines_separate_moves() {
        assert_eq!(split(" h2e2, h9g7\nb0c2,a9a8 ", Notation::Uci), ["h2e2", "h9g7", "b0c2", "a9a8"]);
        assert_eq!(split("炮二平五，马8进7", Notation::Zh), ["炮二平五", "马8进7"]);
        assert!(split(" \n", Notation::Uci).is_empty());
    }

    #[test]
    fn move_numbers_and_results_are_not_moves() {
        assert_eq!(split("1. e4 e5 2.Nf3 2...Nc6 1-0", Notation::San), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(split("1. C2=5 H8+7 *", Notation::Wxf), ["C2=5", "H8+7"]);
    }

    #[test]
    fn an_ordinal_soldier_is_not_a_move_number() {
        assert_eq!(split("25.6 25=6", Notation::Wxf), ["25.6", "25=6"]);
    }

    #[test]
    fn moves_in_words_end_with_the_number_after_the_direction_word() {
        let moves = ["Pháo 2 bình 5", "Mã 8 tiến 7", "Xe trước thoái 1", "Binh 5 binh 6"];
        let text = "1. Pháo 2 bình 5 Mã 8 tiến 7 2. Xe trước thoái 1 Binh 5 binh 6";
        assert_eq!(split(text, Notation::ViWords), moves);
        assert_eq!(
            split(&join_moves(&moves.map(str::to_owned), Notation::ViWords), Notation::ViWords),
            moves
        );
    }
}
