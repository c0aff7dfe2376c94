//! Handles of accounts: short, unique, and not to be mistaken for one another.
//!
//! A handle consists of Latin letters, digits, `_` and `-`. Names in other scripts and with marks are display names, which
//! need not be unique. Two handles with the same [`skeleton`] look alike, so only one of them can exist.

use game::Message;
use unicode_normalization::UnicodeNormalization;

/// Length of a handle.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=20;

/// Names that could be taken for those of the operator or of the program.
const RESERVED: &[&str] = &[
    "account",
    "admin",
    "administrator",
    "anonymous",
    "api",
    "arbiter",
    "bot",
    "computer",
    "deleted",
    "engine",
    "guest",
    "help",
    "khach",
    "kydai",
    "kydaiadmin",
    "machine",
    "maytinh",
    "mod",
    "moderator",
    "null",
    "official",
    "operator",
    "quantri",
    "quantrivien",
    "referee",
    "root",
    "server",
    "staff",
    "support",
    "system",
    "team",
    "trongtai",
    "undefined",
];

/// Reads a handle as typed: compatibility forms of letters become plain ones. Errors say what is wrong.
pub fn read_handle(typed: &str) -> Result<String, Message> {
    let handle: String = typed.trim().nfkc().take(100).collect();
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if let Some(letter) = handle.chars().find(|letter| !allowed(*letter)) {
        return Err(Message::new("handle_letter").text("letter", letter.to_string()));
    }
    if !LENGTH.contains(&handle.len()) {
        return Err(Message::new("handle_length")
            .number("least", *LENGTH.start())
            .number("most", *LENGTH.end()));
    }
    if !handle.starts_with(|letter: char| letter.is_ascii_alphabetic()) || handle.ends_with(['_', '-']) {
        return Err(Message::new("handle_shape"));
    }
    let looks = skeleton(&handle);
    if looks.len() < 2 || RESERVED.iter().any(|reserved| skeleton(reserved) == looks) {
        return Err(Message::new("handle_reserved").text("handle", handle));
    }
    Ok(handle)
}

/// Text that all handles share which look like this one: without case, separators, and differences that are hard to see.
pub fn skeleton(handle: &str) -> String {
    let plain: String = handle
        .trim()
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter(|letter| *letter != '_' && *letter != '-')
        .map(|letter| match letter {
            '0' => 'o',
            '1' | 'i' | 'j' => 'l',
            '5' => 's',
            '2' => 'z',
            '8' => 'b',
            other => other,
        })
        .collect();
    plain.replace("rn", "m").replace("vv", "w").replace("cl", "d")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(typed: &str) -> &'static str {
        read_handle(typed).map_or_else(|message| message.code, |_| "")
    }

    #[test]
    fn plain_handles_are_kept_as_typed() {
        for handle in ["An", "Tu_2003", "Nguyen-Van-A", "kydaifan"] {
            let expected = if handle.len() < 3 { "handle_length" } else { "" };
            assert_eq!(code(handle), expected, "{handle}");
        }
        assert_eq!(read_handle(" Binh99 "), Ok("Binh99".to_owned()));
        // Full-width letters are the same letters.
        assert_eq!(read_handle("Ｂｉｎｈ"), Ok("Binh".to_owned()));
    }

    #[test]
    fn other_letters_lengths_and_shapes_are_refused() {
        for typed in ["Tú An", "аdmin", "胡荣华", "a.b.c", "<b>an</b>", "an\u{200b}h", "\u{202e}abc"] {
            assert_eq!(code(typed), "handle_letter", "{typed:?}");
        }
        assert_eq!(code("ab"), "handle_length");
        assert_eq!(code(&"a".repeat(21)), "handle_length");
        assert_eq!(code(&"a".repeat(100_000)), "handle_length");
        for typed in ["1st", "_an_", "an-", "9999"] {
            assert_eq!(code(typed), "handle_shape", "{typed}");
        }
        assert_eq!(code(""), "handle_length");
    }

    #[test]
    fn look_alikes_share_a_skeleton_and_names_of_the_operator_are_reserved() {
        for (one, other) in [
            ("Binh", "BINH"),
            ("tu_an", "tuan"),
            ("Long", "L0ng"),
            ("lien", "1ien"),
            ("Ilan", "llan"),
            ("Barn", "Bam"),
            ("Claude", "daude"),
            ("vvinh", "winh"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("Tuan"), skeleton("Toan"));
        for typed in ["admin", "Adm1n", "AD-MIN", "kydai", "Ky_Dai", "khach", "m0d", "gu3st-"] {
            let expected = if typed == "gu3st-" { "handle_shape" } else { "handle_reserved" };
            assert_eq!(code(typed), expected, "{typed}");
        }
    }
}
