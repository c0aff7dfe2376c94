//! Piece letters in two languages, and tolerated spellings of standard algebraic notation.

/// King, queen, rook, bishop, knight: English letter, Vietnamese letter (Vua, Hậu, Xe, Tượng, Mã), figurines.
const PIECES: [(char, char, [char; 2]); 5] = [
    ('K', 'V', ['♔', '♚']),
    ('Q', 'H', ['♕', '♛']),
    ('R', 'X', ['♖', '♜']),
    ('B', 'T', ['♗', '♝']),
    ('N', 'M', ['♘', '♞']),
];

/// Converts SAN to Vietnamese letters.
pub(super) fn to_vietnamese(san: &str) -> String {
    let letter =
        |c| PIECES.iter().find(|(english, ..)| *english == c).map_or(c, |&(_, vietnamese, _)| vietnamese);
    san.chars().map(letter).collect()
}

/// Normalizes text with English letters or figurines to SAN.
pub(super) fn from_english(text: &str) -> String {
    standard(text, |english, _, c| c == english)
}

/// Normalizes text with Vietnamese letters or figurines to SAN; English piece letters are rejected.
pub(super) fn from_vietnamese(text: &str) -> String {
    standard(text, |_, vietnamese, c| c == vietnamese)
}

/// Normalizes a move to standard spelling: `O-O`, `x`, `=Q`, no dash, no suffix marks.
fn standard(text: &str, is_piece: impl Fn(char, char, char) -> bool) -> String {
    let mut text = text.trim();
    loop {
        let shorter = ["+", "#", "!", "?", "e.p.", "ep", "e.p", "‡", "†"]
            .iter()
            .fold(text, |text, mark| text.strip_suffix(mark).unwrap_or(text).trim_end());
        if shorter.len() == text.len() {
            break;
        }
        text = shorter;
    }
    let zeros: String = text.chars().filter(|c| !matches!(c, '-' | '–' | '—')).collect();
    match zeros.as_str() {
        "OO" | "00" | "oo" => return "O-O".to_owned(),
        "OOO" | "000" | "ooo" => return "O-O-O".to_owned(),
        _ => {}
    }
    let mut out = String::with_capacity(zeros.len() + 1);
    let last = zeros.char_indices().last().map_or(0, |(index, _)| index);
    for (index, c) in zeros.char_indices() {
        // No square ends with a letter: a lowercase letter there is a promotion too.
        let promotes =
            index == last && out.ends_with(|before: char| before == '=' || before.is_ascii_digit());
        let c = if promotes { c.to_ascii_uppercase() } else { c };
        let piece = PIECES.iter().find(|(english, vietnamese, figurines)| {
            is_piece(*english, *vietnamese, c) || figurines.contains(&c)
        });
        match (piece, c) {
            (Some((english, ..)), _) => {
                // A piece letter after the target square is a promotion.
                if out.ends_with(|last: char| last.is_ascii_digit()) {
                    out.push('=');
                }
                out.push(*english);
            }
            (None, ':' | '×') => out.push('x'),
            (None, '(' | ')' | '/' | ' ' | '♙' | '♟') => {}
            // Not a piece letter in this language: replaced by a character SAN does not accept.
            (None, 'K' | 'Q' | 'R' | 'B' | 'N') => out.push('?'),
            (None, other) => out.push(other),
        }
    }
    out
}
