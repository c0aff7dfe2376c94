//! Vietnamese, short: `P2-5`, `M8.7`, `X1/1`, `Pt.2`, `25-6`.

use xiangqi::Role;

use super::cursor::{Cursor, numeral, write_tail};
use super::phrase::{Name, Phrase, Place, Reading, Tail, Way, Which};

/// Writes a move.
pub fn write(phrase: Phrase, tail: Tail, out: &mut String) {
    let Which { file, place } = phrase.which;
    if !(phrase.name.role == Role::Soldier && matches!(place, Some(Place::Nth(_)))) {
        out.push_str(letters(phrase.name.role));
    }
    if phrase.name.veiled {
        out.push('u');
    }
    match place {
        Some(Place::Front) => out.push('t'),
        Some(Place::Middle) => out.push('g'),
        Some(Place::Rear) => out.push('s'),
        Some(Place::Nth(nth)) => out.push(numeral(nth)),
        None => {}
    }
    out.extend(file.map(numeral));
    out.push(match phrase.way {
        Way::Forward => '.',
        Way::Back => '/',
        Way::Sideways => '-',
    });
    out.push(numeral(phrase.number));
    write_tail(tail, 'x', out, |role, out| out.push_str(letters(role)));
}

/// Reads a move in any case; a soldier may be B or C, an elephant T or V.
pub fn read(text: &str) -> Option<Reading> {
    let mut cursor = Cursor::new(text);
    let role = read_role(&mut cursor);
    let veiled = role.is_some() && cursor.eat(&['u', 'U']);
    let mut place = None;
    if role.is_some() {
        place = cursor.take(|letter| match letter.to_ascii_lowercase() {
            't' => Some(Place::Front),
            'g' => Some(Place::Middle),
            's' => Some(Place::Rear),
            _ => None,
        });
    }
    let mut file = cursor.digit();
    if place.is_none()
        && let Some(first) = file
        && let Some(second) = cursor.digit()
    {
        place = Some(Place::Nth(first));
        file = Some(second);
    }
    let role = match (role, place, file) {
        (_, None, None) => return None,
        (Some(role), ..) => role,
        (None, Some(Place::Nth(_)), Some(_)) => Role::Soldier,
        _ => return None,
    };
    let way = cursor.take(|letter| match letter {
        '.' => Some(Way::Forward),
        '/' => Some(Way::Back),
        '-' | '–' | '−' => Some(Way::Sideways),
        _ => None,
    })?;
    let number = cursor.digit()?;
    let tail = cursor.tail(read_role)?;
    let phrase = Phrase { name: Name { role, veiled }, which: Which { file, place }, way, number };
    Some(Reading { phrase, or_role: None, tail })
}

fn read_role(cursor: &mut Cursor<'_>) -> Option<Role> {
    let role = cursor.take(|letter| {
        Some(match letter.to_ascii_lowercase() {
            's' => Role::Advisor,
            't' | 'v' => Role::Elephant,
            'm' => Role::Horse,
            'x' => Role::Chariot,
            'p' => Role::Cannon,
            'b' | 'c' => Role::Soldier,
            _ => return None,
        })
    })?;
    // `Tg` is the general: three elephants of one name never stand on a file, so none is the middle one.
    if role == Role::Elephant && cursor.eat(&['g', 'G']) {
        return Some(Role::General);
    }
    Some(role)
}

fn letters(role: Role) -> &'static str {
    match role {
        Role::General => "Tg",
        Role::Advisor => "S",
        Role::Elephant => "T",
        Role::Horse => "M",
        Role::Chariot => "X",
        Role::Cannon => "P",
        Role::Soldier => "B",
        Role::Unknown => "?",
    }
}
