//! FEN parser for all dialects.

use game::{ParsedPosition, Side, ToMessage};
use grid::Bitboard;
use xiangqi::fen::{FenError as XiangqiFenError, check_general, hanging_general, read_counters, read_turn};
use xiangqi::{Board, FILES, Piece, RANKS, Role, Square};

use super::{FenError, FenWarning};
use crate::position::Parts;
use crate::{Pool, Position, Rules, start_points};

/// Parses a position. Spacing, counters and empty fields are optional.
///
/// Without a pool, the hidden pieces are all of a full set beyond those face up on the board and those captured.
pub fn read(text: &str, rules: &Rules) -> Result<ParsedPosition<Position>, FenError> {
    let mut fields = text.split_ascii_whitespace().peekable();
    let field = fields.next().ok_or(XiangqiFenError::Empty)?;
    let (pieces, captured) = match field.split_once('[') {
        Some((pieces, list)) => (pieces, Some(list.strip_suffix(']').ok_or_else(|| wrong_pieces(list))?)),
        None => (field, None),
    };
    let (board, dark) = read_board(pieces)?;

    // The old form of JieqiBox has the pool before the turn.
    let mut pool = None;
    if let Some(list) = fields.next_if(|field| captured.is_none() && read_turn(field).is_err()) {
        pool = Some(list);
    }
    let turn = fields.next().map_or(Ok(Side::First), read_turn)?;
    let is_list = |field: &&str| field.parse::<u16>().is_err();
    let mut taken = None;
    if captured.is_none() && pool.is_none() {
        pool = fields.next_if(is_list);
        taken = fields.next_if(is_list);
    }
    let (plies_since_capture, number) = read_counters(fields)?;
    let pool = pool.filter(|list| *list != "-").map(read_pieces).transpose()?;
    let taken = taken.filter(|list| *list != "-").map(read_pieces).transpose()?.unwrap_or_default();
    let captured = captured.map(read_pieces).transpose()?;

    for side in Side::BOTH {
        check_general(&board, side)?;
    }
    let mut parts = Parts {
        board,
        dark,
        pools: [Pool::EMPTY; 2],
        taken: [Pool::EMPTY; 2],
        plies_since_capture,
        number,
        turn,
    };
    let mut warnings = Vec::new();
    for side in Side::BOTH {
        assign_pool(side, &mut parts, pool, taken, captured)?;
    }
    let position = Position::assemble(parts, rules);
    for side in Side::BOTH {
        let unseen = position.unknown_captures(side);
        let stated = captured.and_then(|list| list.unseen[side.index()]);
        if let Some(stated) = stated.filter(|&stated| stated != unseen) {
            return Err(FenError::Unseen { side, stated, counted: unseen });
        }
        if unseen > 0 {
            warnings.push(FenWarning::CapturedUnseen(side, unseen));
        }
    }
    // A general attacked by pieces that move as in xiangqi is rejected. A general attacked only by a roaming advisor
    // or elephant occurs in texts of tools that do not check for it: the side to move may capture it.
    if let Some(hanging) = hanging_general(&position.clone().restricted()) {
        return Err(hanging.into());
    }
    if let Some(XiangqiFenError::GeneralHangs(side, square)) = hanging_general(&position) {
        warnings.push(FenWarning::GeneralHangs(side, square));
    }
    Ok(ParsedPosition { position, warnings: warnings.iter().map(ToMessage::message).collect() })
}

/// Parses the board field: pieces face up, face down (`X`, or the nominal letter and `~`), and unknown (`U`).
fn read_board(field: &str) -> Result<(Board, Bitboard), FenError> {
    let ranks = field.split('/').count();
    if ranks != RANKS {
        return Err(XiangqiFenError::Ranks(ranks).into());
    }
    let (mut board, mut dark) = (Board::EMPTY, Bitboard::EMPTY);
    let mut place = 0;
    for (row, text) in field.split('/').enumerate() {
        let mut file = 0;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            place += 1;
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            let unknown = || XiangqiFenError::Letter(letter, place);
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let role = match letter.to_ascii_uppercase() {
                'X' => None,
                'U' => Some(Role::Unknown),
                _ => Some(Role::of_letter(letter).ok_or_else(unknown)?),
            };
            let marked = role.is_some_and(|role| role != Role::Unknown) && letters.next_if_eq(&'~').is_some();
            place += usize::from(marked);
            let square = Square::at(file, RANKS - 1 - row);
            file += 1;
            // Beyond the board: reported by the count of files below.
            let Some(square) = square else { continue };
            let piece = match role {
                Some(role) => Piece::new(side, role),
                None => {
                    let nominal = start_points::nominal_piece(square).filter(|piece| piece.side() == side);
                    nominal.ok_or(FenError::DarkAway(side, square))?
                }
            };
            if marked && start_points::nominal_piece(square) != Some(piece) {
                return Err(FenError::DarkMisnamed(piece, square));
            }
            if marked || role.is_none() {
                dark |= square.set();
            }
            board.put(square, piece, &mut ());
        }
        if file != FILES {
            return Err(XiangqiFenError::Files(row + 1, file).into());
        }
        place += 1;
    }
    Ok((board, dark))
}

/// A list of pieces of both sides. `X` counts pieces of unknown role, if given.
#[derive(Clone, Copy, Default)]
struct Pieces {
    known: [Pool; 2],
    unseen: [Option<usize>; 2],
}

fn wrong_pieces(text: &str) -> FenError {
    FenError::Pieces(text.to_owned())
}

/// Parses letters with numbers in any order: `R2A2p5`.
fn read_pieces(text: &str) -> Result<Pieces, FenError> {
    let mut pieces = Pieces::default();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let mut digits = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let count: usize =
            digits.parse().ok().filter(|&count| count <= 15).ok_or_else(|| wrong_pieces(text))?;
        match letter.to_ascii_uppercase() {
            // `d` for dark is used too.
            'X' | 'D' => pieces.unseen[side.index()] = Some(count),
            _ => {
                let role = Role::of_letter(letter).ok_or_else(|| wrong_pieces(text))?;
                for _ in 0..count {
                    if !pieces.known[side.index()].add(role) {
                        return Err(wrong_pieces(text));
                    }
                }
            }
        }
    }
    Ok(pieces)
}

/// Determines the hidden pool of a side and checks that its pieces do not exceed a full set.
fn assign_pool(
    side: Side,
    parts: &mut Parts,
    pool: Option<Pieces>,
    taken: Pieces,
    captured: Option<Pieces>,
) -> Result<(), FenError> {
    let known = |list: Pieces| list.known[side.index()];
    let dark = parts.dark & parts.board.side(side);
    let hidden = (dark | parts.board.pieces(side, Role::Unknown)).len();
    // If nothing is hidden, a missing pool is an empty one.
    let anything_hidden = parts.dark.any() || parts.board.role(Role::Unknown).any();
    let mut left = Pool::EMPTY;
    for role in Pool::ROLES {
        let board = parts.board.pieces(side, role).without(dark).len();
        let listed = [pool, Some(taken), captured].into_iter().flatten();
        let listed: usize = listed.map(|list| known(list).count(role)).sum();
        let most = role.per_side();
        if board + listed > most {
            return Err(FenError::TooMany { piece: Piece::new(side, role), board, listed });
        }
        let derived = pool.is_none() && (captured.is_some() || anything_hidden);
        let count =
            if derived { most - board - listed } else { pool.map_or(0, |list| known(list).count(role)) };
        for _ in 0..count {
            left.add(role);
        }
    }
    if left.total() < hidden {
        return Err(FenError::PoolShort { side, pieces: hidden, pool: left.total() });
    }
    parts.pools[side.index()] = left;
    parts.taken[side.index()] = known(taken);
    Ok(())
}
