//! Vietnamese notation in words: `Pháo 2 bình 5`, `Xe sau tiến 1`, `Binh thứ 2 lộ 5 bình 6`.

use xiangqi::Role;

use super::cursor::{Cursor, numeral, write_reveal_suffix};
use super::traditional::{
    Direction, ParsedMove, PieceName, PieceSelector, RevealSuffix, TandemPlace, TraditionalMove,
};

/// Writes a move.
pub fn write(description: TraditionalMove, reveals: RevealSuffix, out: &mut String) {
    let PieceSelector { file, place } = description.selector;
    out.push_str(word(description.name.role));
    if description.name.face_down {
        out.push_str(" úp");
    }
    match place {
        Some(TandemPlace::Front) => out.push_str(" trước"),
        Some(TandemPlace::Middle) => out.push_str(" giữa"),
        Some(TandemPlace::Rear) => out.push_str(" sau"),
        Some(TandemPlace::Nth(nth)) => out.extend([" thứ ", numeral(nth).encode_utf8(&mut [0; 4])]),
        None => {}
    }
    if place.is_some() && file.is_some() {
        out.push_str(" lộ");
    }
    out.extend(file.into_iter().flat_map(|file| [' ', numeral(file)]));
    out.push_str(match description.direction {
        Direction::Forward => " tiến ",
        Direction::Back => " thoái ",
        Direction::Sideways => " bình ",
    });
    out.push(numeral(description.number));
    write_reveal_suffix(reveals, '×', out, |role, out| out.push_str(word(role)));
}

/// Parses a move in any case, with or without diacritics.
pub fn read(text: &str) -> Option<ParsedMove> {
    let (plain, tone) = fold(text)?;
    let mut cursor = Cursor::new(&plain);
    let role = read_role(&mut cursor)?;
    let face_down = take_word(&mut cursor, &[(true, &["up"])]).is_some();
    let mut place = take_word(&mut cursor, &PLACES);
    if place.is_none() && take_word(&mut cursor, &[((), &["thu"])]).is_some() {
        cursor.skip_space();
        place = Some(TandemPlace::Nth(cursor.digit()?));
    }
    let called_file = take_word(&mut cursor, &[((), &["lo"])]).is_some();
    cursor.skip_space();
    let file = cursor.digit();
    if file.is_none() && (called_file || place.is_none()) {
        return None;
    }
    let direction = take_word(&mut cursor, &DIRECTIONS)?;
    cursor.skip_space();
    let number = cursor.digit()?;
    cursor.skip_space();
    // A general is never turned up, so here `tuong` is the elephant.
    let reveals = cursor.reveal_suffix(|cursor| {
        read_role(cursor).map(|role| if role == Role::General { Role::Elephant } else { role })
    })?;
    let (role, alternative_role) = match (role, tone) {
        (Role::General, Tone::Dot) => (Role::Elephant, None),
        (Role::General, Tone::Other) => (Role::General, Some(Role::Elephant)),
        (role, _) => (role, None),
    };
    let description = TraditionalMove {
        name: PieceName { role, face_down },
        selector: PieceSelector { file, place },
        direction,
        number,
    };
    Some(ParsedMove { description, alternative_role, reveals })
}

/// Words by meaning.
type Words<T> = [(T, &'static [&'static str])];

const DIRECTIONS: [(Direction, &[&str]); 3] = [
    (Direction::Forward, &["tien", "tan"]),
    (Direction::Back, &["thoai", "thoi", "lui"]),
    (Direction::Sideways, &["binh"]),
];

const PLACES: [(TandemPlace, &[&str]); 3] =
    [(TandemPlace::Front, &["truoc"]), (TandemPlace::Middle, &["giua"]), (TandemPlace::Rear, &["sau"])];

const ROLES: [(Role, &[&str]); 7] = [
    // Without tones Tướng and Tượng look the same.
    (Role::General, &["tuong"]),
    (Role::Advisor, &["si", "sy"]),
    (Role::Elephant, &["voi", "bo"]),
    (Role::Horse, &["ma", "ngua"]),
    (Role::Chariot, &["xe"]),
    (Role::Cannon, &["phao"]),
    (Role::Soldier, &["binh", "tot", "chot"]),
];

/// Consumes the next word if it is one of these.
fn take_word<T: Copy>(cursor: &mut Cursor<'_>, words: &Words<T>) -> Option<T> {
    cursor.skip_space();
    let mut words = words.iter().flat_map(|(meaning, words)| words.iter().map(move |word| (*meaning, *word)));
    words.find(|(_, word)| cursor.eat_word(word)).map(|(meaning, _)| meaning)
}

fn read_role(cursor: &mut Cursor<'_>) -> Option<Role> {
    take_word(cursor, &ROLES)
}

/// Tone of the first word: distinguishes Tướng (acute) from Tượng (dot below).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Acute,
    Dot,
    Other,
}

/// Longest move in bytes.
const LONGEST: usize = 96;

/// Lowercase text without diacritics and the tone of its first word; `None` if it cannot be a move.
fn fold(text: &str) -> Option<(String, Tone)> {
    let text = text.trim();
    let mut plain = String::with_capacity(text.len());
    let mut tone = Tone::Other;
    let mut first_word = true;
    if text.len() > LONGEST {
        return None;
    }
    for letter in text.chars() {
        let small = letter.to_lowercase().next()?;
        first_word &= !small.is_whitespace();
        if first_word && tone == Tone::Other {
            tone = match small {
                'á' | 'ắ' | 'ấ' | 'é' | 'ế' | 'í' | 'ó' | 'ố' | 'ớ' | 'ú' | 'ứ' | 'ý' | '\u{301}' => {
                    Tone::Acute
                }
                'ạ' | 'ặ' | 'ậ' | 'ẹ' | 'ệ' | 'ị' | 'ọ' | 'ộ' | 'ợ' | 'ụ' | 'ự' | 'ỵ' | '\u{323}' => {
                    Tone::Dot
                }
                _ => Tone::Other,
            };
        }
        match small {
            '\u{300}'..='\u{36F}' => {}
            'à'..='å' | 'ă' | 'ạ'..='ặ' => plain.push('a'),
            'è'..='ë' | 'ẹ'..='ệ' => plain.push('e'),
            'ì'..='ï' | 'ĩ' | 'ỉ' | 'ị' => plain.push('i'),
            'ò'..='ö' | 'ơ' | 'ọ'..='ợ' => plain.push('o'),
            'ù'..='ü' | 'ũ' | 'ư' | 'ụ'..='ự' => plain.push('u'),
            'ý' | 'ỳ'..='ỹ' => plain.push('y'),
            'đ' => plain.push('d'),
            other => plain.push(other),
        }
    }
    Some((plain, tone))
}

fn word(role: Role) -> &'static str {
    match role {
        Role::General => "Tướng",
        Role::Advisor => "Sĩ",
        Role::Elephant => "Tượng",
        Role::Horse => "Mã",
        Role::Chariot => "Xe",
        Role::Cannon => "Pháo",
        Role::Soldier => "Binh",
        Role::Unknown => "?",
    }
}
