//! Stable position identifiers, for positions that are stored or sent.

use sha2::{Digest, Sha256};

/// Number of digest bytes kept: enough that collisions neither occur nor can be constructed.
const BYTES: usize = 16;

/// Stable identifier of a position: SHA-256 over game and position text without move counters, truncated to 16 bytes.
///
/// Independent of the search's Zobrist key, which may change with any version of the search.
pub(crate) fn position_id(game: &str, position: &str) -> String {
    digest(game, position).iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// First eight bytes of the identifier as a number: the sort key of position indexes.
pub fn position_key(game: &str, position: &str) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = digest(game, position);
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

fn digest(game: &str, position: &str) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(game.as_bytes());
    digest.update(b" ");
    digest.update(without_counters(position).as_bytes());
    digest.finalize().into()
}

/// Position text without its two move counters, which do not distinguish positions.
fn without_counters(position: &str) -> String {
    let mut fields: Vec<&str> = position.split_whitespace().collect();
    for _ in 0..2 {
        let counter = fields.len() > 1
            && fields.last().is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        if counter {
            fields.pop();
        }
    }
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    #[test]
    fn the_position_id_is_stable() {
        assert_eq!(position_id("xiangqi", START), "0686d323cd8edb993547038e54c42511");
        assert_eq!(position_key("xiangqi", START), 0x0686_d323_cd8e_db99);
    }

    #[test]
    fn counters_and_spacing_do_not_change_the_id() {
        let later = START.replace("0 1", " 14  31");
        assert_eq!(position_id("xiangqi", START), position_id("xiangqi", &later));
    }

    #[test]
    fn the_side_to_move_and_the_game_change_the_id() {
        let black = START.replace(" w ", " b ");
        assert_ne!(position_id("xiangqi", START), position_id("xiangqi", &black));
        assert_ne!(position_id("xiangqi", START), position_id("jieqi", START));
    }

    #[test]
    fn a_board_of_digits_alone_is_not_a_counter() {
        assert_eq!(without_counters("333 w 0 1"), "333 w");
        assert_eq!(without_counters("333"), "333");
        assert_eq!(without_counters(""), "");
    }
}
