//! Deal verification after the game: the deal matches its commitment and the moves that were played.

use game::{Message, Picture, Side};

use crate::games;
use crate::play::event::{ClockRule, Created, Event, EventKind, Permissions, Viewer};
use crate::play::hidden_info::Secret;
use crate::play::typed_match::Match;

/// Complete data of a deal, public once its game is over.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DealRecord {
    /// Name of the game.
    pub game: String,
    /// Deal scheme.
    pub scheme: String,
    /// Rule options, name and value.
    pub options: Vec<(String, String)>,
    /// Initial position; the game's start if absent.
    pub start: Option<String>,
    /// Commitment published before the game.
    pub commitment: Vec<u8>,
    /// Random bytes of the server.
    pub seed: Vec<u8>,
    /// Random bytes of the two sides.
    pub nonces: [Vec<u8>; 2],
    /// Board with every piece face up, as published by the server.
    pub pieces: Option<String>,
    /// Moves in coordinates, with the pieces revealed and captured face down.
    pub moves: Vec<String>,
}

/// Result of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealCheck {
    /// True if the check passed.
    pub holds: bool,
    /// Finding as a message.
    pub message: Message,
}

/// Verifies a deal and returns the checks with the dealt board. Data that cannot be checked (an unknown game, a seed
/// of another length) is an error.
pub fn verify_deal(record: &DealRecord) -> Result<(Vec<DealCheck>, String), Message> {
    let book = games::by_name(&record.game).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        Message::new("cli_game_unknown").text("game", &record.game).text("known", known.join(", "))
    })?;
    let scheme = book
        .scheme()
        .ok_or_else(|| Message::new("verify_no_deal").word("game", format!("game_{}", book.spec().name)))?;
    if record.scheme != scheme {
        return Err(Message::new("verify_scheme").text("scheme", &record.scheme).text("known", scheme));
    }
    let created = Created {
        game: record.game.clone(),
        options: record.options.clone(),
        setup: record.start.clone(),
        handicap: None,
        seats: Default::default(),
        clock: ClockRule::Off,
        permissions: Permissions::FREE,
        deal: Some(String::new()),
    };
    let secret = Secret { seed: record.seed.clone(), nonces: record.nonces.clone() };
    let dealt = book.dealt_board(&created, &secret)?;
    let committed = book.commitment(&secret).is_some_and(|actual| actual.as_slice() == record.commitment);
    let check = |holds: bool, good: &'static str, bad: &'static str| DealCheck {
        holds,
        message: Message::new(if holds { good } else { bad }),
    };
    let mut checks = vec![check(committed, "verify_seal_holds", "verify_seal_broken")];
    if let Some(pieces) = &record.pieces {
        let board = pieces.split(' ').next().unwrap_or_default();
        checks.push(check(board == dealt, "verify_pieces_hold", "verify_pieces_broken"));
    }
    if !record.moves.is_empty() {
        checks.push(replay(book.new_match(&created, Some(&secret))?.as_mut(), &record.moves));
    }
    Ok((checks, dealt))
}

/// Replays the moves with the pieces of the deal: each must reveal what the record says.
fn replay(game_match: &mut dyn Match, moves: &[String]) -> DealCheck {
    for (index, recorded) in moves.iter().enumerate() {
        let what = match recorded.get(..4) {
            Some(squares) => EventKind::Moved(squares.to_owned()),
            None => EventKind::TurnGiven,
        };
        game_match.apply(&Event { at: 0, kind: what });
        // A captor sees more than others. The record must match one of the three views.
        let viewers = [Viewer::Seat(Side::First), Viewer::Seat(Side::Second), Viewer::Public];
        let actual =
            viewers.map(|viewer| game_match.moves(viewer, game::Notation::Uci).into_iter().nth(index));
        if actual.iter().flatten().any(|actual| actual == recorded) {
            continue;
        }
        let message = match actual.into_iter().flatten().max_by_key(String::len) {
            Some(actual) => Message::new("verify_move_broken").text("real", actual),
            None => Message::new("verify_move_impossible"),
        };
        return DealCheck {
            holds: false,
            message: message.number("number", index + 1).text("move", recorded),
        };
    }
    DealCheck { holds: true, message: Message::new("verify_moves_hold").number("count", moves.len()) }
}

/// Board as the first field of a FEN.
pub(crate) fn board_field(picture: &Picture) -> String {
    let rows = picture.pieces.chunks(picture.files.max(1)).rev().map(|row| {
        let (mut text, mut empty) = (String::new(), 0);
        for piece in row {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(match piece.side {
                        Side::First => piece.letter.to_ascii_uppercase(),
                        Side::Second => piece.letter.to_ascii_lowercase(),
                    });
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    });
    rows.collect::<Vec<_>>().join("/")
}
