//! Vietnamese notation, abbreviated: `P2-5`, `M8.7`, `X1/1`, `Pt.2`, `25-6`.

use xiangqi::Role;

use super::cursor::{Cursor, numeral, write_reveal_suffix};
use super::traditional::{
    Direction, ParsedMove, PieceName, PieceSelector, RevealSuffix, TandemPlace, TraditionalMove,
};

/// Writes a move.
pub fn write(description: TraditionalMove, reveals: RevealSuffix, out: &mut String) {
    let PieceSelector { file, place } = description.selector;
    if !(description.name.role == Role::Soldier && matches!(place, Some(TandemPlace::Nth(_)))) {
        out.push_str(letters(description.name.role));
    }
    if description.name.face_down {
        out.push('u');
    }
    match place {
        Some(TandemPlace::Front) => out.push('t'),
        Some(TandemPlace::Middle) => out.push('g'),
        Some(TandemPlace::Rear) => out.push('s'),
        Some(TandemPlace::Nth(nth)) => out.push(numeral(nth)),
        None => {}
    }
    out.extend(file.map(numeral));
    out.push(match description.direction {
        Direction::Forward => '.',
        Direction::Back => '/',
        Direction::Sideways => '-',
    });
    out.push(numeral(description.number));
    write_reveal_suffix(reveals, 'x', out, |role, out| out.push_str(letters(role)));
}

/// Parses a move in any case; a soldier may be B or C, an elephant T or V.
pub fn read(text: &str) -> Option<ParsedMove> {
    let mut cursor = Cursor::new(text);
    let role = read_role(&mut cursor);
    let face_down = role.is_some() && cursor.eat(&['u', 'U']);
    let mut place = None;
    if role.is_some() {
        place = cursor.take(|letter| match letter.to_ascii_lowercase() {
            't' => Some(TandemPlace::Front),
            'g' => Some(TandemPlace::Middle),
            's' => Some(TandemPlace::Rear),
            _ => None,
        });
    }
    let mut file = cursor.digit();
    if place.is_none()
        && let Some(first) = file
        && let Some(second) = cursor.digit()
    {
        place = Some(TandemPlace::Nth(first));
        file = Some(second);
    }
    let role = match (role, place, file) {
        (_, None, None) => return None,
        (Some(role), ..) => role,
        (None, Some(TandemPlace::Nth(_)), Some(_)) => Role::Soldier,
        _ => return None,
    };
    let direction = cursor.take(|letter| match letter {
        '.' => Some(Direction::Forward),
        '/' => Some(Direction::Back),
        '-' | '–' | '−' => Some(Direction::Sideways),
        _ => None,
    })?;
    let number = cursor.digit()?;
    let reveals = cursor.reveal_suffix(read_role)?;
    let description = TraditionalMove {
        name: PieceName { role, face_down },
        selector: PieceSelector { file, place },
        direction,
        number,
    };
    Some(ParsedMove { description, alternative_role: None, reveals })
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
    // `Tg` is the general: three elephants never stand on one file, so none is the middle one.
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
