//! Notation of the World Xiangqi Federation (WXF): `C2=5`, `H8+7`, `C+-1`, `15=6`.

use xiangqi::Role;

use super::cursor::{Cursor, numeral, write_reveal_suffix};
use super::traditional::{
    Direction, ParsedMove, PieceName, PieceSelector, RevealSuffix, TandemPlace, TraditionalMove,
};

/// Writes a move.
pub fn write(description: TraditionalMove, reveals: RevealSuffix, out: &mut String) {
    let PieceSelector { file, place } = description.selector;
    // A soldier needs no letter when it is numbered from the front.
    if !(description.name.role == Role::Soldier && matches!(place, Some(TandemPlace::Nth(_)))) {
        out.push(letter(description.name.role));
    }
    if description.name.face_down {
        out.push('u');
    }
    match place {
        Some(TandemPlace::Front) => out.push('+'),
        Some(TandemPlace::Rear) => out.push('-'),
        Some(TandemPlace::Nth(nth)) => out.push(numeral(nth)),
        Some(TandemPlace::Middle) | None => {}
    }
    out.extend(file.map(numeral));
    out.push(match description.direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways => '=',
    });
    out.push(numeral(description.number));
    write_reveal_suffix(reveals, 'x', out, |role, out| out.push(letter(role)));
}

/// Parses a move: `=` or `.` sideways, either letter set, either case, the tandem sign before or after the letter.
pub fn read(text: &str) -> Option<ParsedMove> {
    let mut cursor = Cursor::new(text);
    let mut place = cursor.take(sign);
    let role = read_role(&mut cursor);
    let face_down = role.is_some() && cursor.eat(&['u', 'U']);
    let mut file = None;
    if role.is_some() && place.is_none() {
        place = cursor.take(sign);
    }
    if let Some(first) = cursor.digit() {
        file = Some(first);
        if place.is_none()
            && let Some(second) = cursor.digit()
        {
            place = Some(TandemPlace::Nth(first));
            file = Some(second);
        }
    }
    if file.is_none() && place.is_none() {
        return None;
    }
    // Only a soldier with number and file may lack its letter.
    let role = match (role, place, file) {
        (Some(role), ..) => role,
        (None, Some(TandemPlace::Nth(_)), Some(_)) => Role::Soldier,
        _ => return None,
    };
    let direction = cursor.take(|letter| match letter {
        '+' => Some(Direction::Forward),
        '-' | '–' | '−' => Some(Direction::Back),
        '=' | '.' => Some(Direction::Sideways),
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
    cursor.take(Role::of_letter)
}

fn sign(letter: char) -> Option<TandemPlace> {
    match letter {
        '+' => Some(TandemPlace::Front),
        '-' | '–' | '−' => Some(TandemPlace::Rear),
        _ => None,
    }
}

fn letter(role: Role) -> char {
    match role {
        Role::Elephant => 'E',
        Role::Horse => 'H',
        other => other.letter(),
    }
}
