//! The notation of the World Xiangqi Federation: `C2=5`, `H8+7`, `C+-1`, `15=6`.

use xiangqi::Role;

use super::cursor::{Cursor, numeral, write_tail};
use super::traditional::{
    Direction, ParsedMove, PieceName, PieceSelector, RevealSuffix, TandemPlace, TraditionalMove,
};

/// Writes a move.
pub fn write(phrase: TraditionalMove, tail: RevealSuffix, out: &mut String) {
    let PieceSelector { file, place } = phrase.which;
    // A number from the front is enough of a name for a soldier.
    if !(phrase.name.role == Role::Soldier && matches!(place, Some(TandemPlace::Nth(_)))) {
        out.push(letter(phrase.name.role));
    }
    if phrase.name.veiled {
        out.push('u');
    }
    match place {
        Some(TandemPlace::Front) => out.push('+'),
        Some(TandemPlace::Rear) => out.push('-'),
        Some(TandemPlace::Nth(nth)) => out.push(numeral(nth)),
        Some(TandemPlace::Middle) | None => {}
    }
    out.extend(file.map(numeral));
    out.push(match phrase.way {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways => '=',
    });
    out.push(numeral(phrase.number));
    write_tail(tail, 'x', out, |role, out| out.push(letter(role)));
}

/// Reads a move: `=` or `.` sideways, either letter set, either case, the sign of a place before or after the
/// letter.
pub fn read(text: &str) -> Option<ParsedMove> {
    let mut cursor = Cursor::new(text);
    let mut place = cursor.take(sign);
    let role = read_role(&mut cursor);
    let veiled = role.is_some() && cursor.eat(&['u', 'U']);
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
    // Only a number from the front with its file may stand without a letter.
    let role = match (role, place, file) {
        (Some(role), ..) => role,
        (None, Some(TandemPlace::Nth(_)), Some(_)) => Role::Soldier,
        _ => return None,
    };
    let way = cursor.take(|letter| match letter {
        '+' => Some(Direction::Forward),
        '-' | '–' | '−' => Some(Direction::Back),
        '=' | '.' => Some(Direction::Sideways),
        _ => None,
    })?;
    let number = cursor.digit()?;
    let tail = cursor.tail(read_role)?;
    let phrase = TraditionalMove {
        name: PieceName { role, veiled },
        which: PieceSelector { file, place },
        way,
        number,
    };
    Some(ParsedMove { phrase, alternative_role: None, tail })
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
