//! Chinese notation, simplified and traditional: 炮二平五, 马８进７, 前车退一, 前兵九平八.

use game::Side;
use xiangqi::Role;

use super::cursor::{Cursor, write_reveal_suffix};
use super::traditional::{
    Direction, ParsedMove, PieceName, PieceSelector, RevealSuffix, TandemPlace, TraditionalMove,
};

/// Chinese script to write; both are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChineseScript {
    /// 车马炮, 进, 后.
    Simplified,
    /// 車馬砲, 進, 後.
    Traditional,
}

/// Numerals of Red.
const RED: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Writes a move of this side.
pub fn write(
    description: TraditionalMove,
    reveals: RevealSuffix,
    side: Side,
    script: ChineseScript,
    out: &mut String,
) {
    let PieceSelector { file, place } = description.selector;
    if description.name.face_down {
        out.push('暗');
    }
    out.extend(place.map(|place| match place {
        TandemPlace::Front => '前',
        TandemPlace::Middle => '中',
        TandemPlace::Rear if script == ChineseScript::Simplified => '后',
        TandemPlace::Rear => '後',
        // A place is not a file: books write it in Chinese numerals for both sides.
        TandemPlace::Nth(nth) => numeral(Side::First, nth),
    }));
    out.push(character(description.name.role, side, script));
    out.extend(file.map(|file| numeral(side, file)));
    out.push(match description.direction {
        Direction::Forward if script == ChineseScript::Simplified => '进',
        Direction::Forward => '進',
        Direction::Back => '退',
        Direction::Sideways => '平',
    });
    out.push(numeral(side, description.number));
    let own = |role, out: &mut String| out.push(character(role, side, script));
    let other = |role, out: &mut String| out.push(character(role, !side, script));
    write_reveal_suffix(RevealSuffix { captured: None, ..reveals }, '×', out, own);
    write_reveal_suffix(RevealSuffix { became: None, ..reveals }, '×', out, other);
}

/// Parses a move in any of the usual characters and numerals. The tandem place comes before the piece (前炮) or after
/// it (炮前); a soldier identified by place and file may lack its name (前九平八).
pub fn read(text: &str) -> Option<ParsedMove> {
    let mut cursor = Cursor::new(text);
    let face_down = cursor.eat(&['暗']);
    let mut place = cursor.take(read_place);
    if place.is_none() {
        place = cursor.take(read_numeral).map(TandemPlace::Nth);
    }
    let role = cursor.take(read_role);
    if role.is_some() && place.is_none() {
        place = cursor.take(read_place);
    }
    let file = cursor.take(read_numeral);
    let role = match (role, place, file) {
        (_, None, None) => return None,
        (Some(role), ..) => role,
        (None, Some(_), Some(_)) => Role::Soldier,
        (None, ..) => return None,
    };
    let direction = cursor.take(|letter| match letter {
        '进' | '進' | '上' => Some(Direction::Forward),
        '退' | '下' => Some(Direction::Back),
        '平' => Some(Direction::Sideways),
        _ => None,
    })?;
    let number = cursor.take(read_numeral)?;
    let reveals = cursor.reveal_suffix(|cursor| cursor.take(read_role))?;
    let description = TraditionalMove {
        name: PieceName { role, face_down },
        selector: PieceSelector { file, place },
        direction,
        number,
    };
    Some(ParsedMove { description, alternative_role: None, reveals })
}

fn read_place(letter: char) -> Option<TandemPlace> {
    match letter {
        '前' => Some(TandemPlace::Front),
        '中' => Some(TandemPlace::Middle),
        '后' | '後' => Some(TandemPlace::Rear),
        _ => None,
    }
}

fn read_numeral(letter: char) -> Option<u8> {
    let number = match letter {
        '1'..='9' => letter as u32 - '0' as u32,
        '１'..='９' => letter as u32 - '０' as u32,
        _ => 1 + RED.iter().position(|&numeral| numeral == letter)? as u32,
    };
    Some(number as u8)
}

fn read_role(letter: char) -> Option<Role> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => Role::General,
        '仕' | '士' => Role::Advisor,
        '相' | '象' => Role::Elephant,
        '马' | '馬' | '傌' => Role::Horse,
        '车' | '車' | '俥' => Role::Chariot,
        '炮' | '砲' | '包' => Role::Cannon,
        '兵' | '卒' => Role::Soldier,
        _ => return None,
    })
}

/// A number from 1 to 9 in a side's numerals: Chinese numerals for Red, full-width digits for Black.
fn numeral(side: Side, number: u8) -> char {
    let index = number.clamp(1, 9) as usize - 1;
    match side {
        Side::First => RED[index],
        Side::Second => ['１', '２', '３', '４', '５', '６', '７', '８', '９'][index],
    }
}

fn character(role: Role, side: Side, script: ChineseScript) -> char {
    let [simplified, traditional] = match (role, side) {
        (Role::General, Side::First) => ['帅', '帥'],
        (Role::General, Side::Second) => ['将', '將'],
        (Role::Advisor, Side::First) => ['仕', '仕'],
        (Role::Advisor, Side::Second) => ['士', '士'],
        (Role::Elephant, Side::First) => ['相', '相'],
        (Role::Elephant, Side::Second) => ['象', '象'],
        (Role::Horse, _) => ['马', '馬'],
        (Role::Chariot, _) => ['车', '車'],
        (Role::Cannon, Side::First) => ['炮', '炮'],
        (Role::Cannon, Side::Second) => ['炮', '砲'],
        (Role::Soldier, Side::First) => ['兵', '兵'],
        (Role::Soldier, Side::Second) => ['卒', '卒'],
        (Role::Unknown, _) => ['?', '?'],
    };
    match script {
        ChineseScript::Simplified => simplified,
        ChineseScript::Traditional => traditional,
    }
}
