//! A deal looked into after the game: whether it is the one that was promised, and the one that was played.

use game::{Message, Picture, Side};

use crate::event::{ClockRule, Created, Event, EventKind, Permissions, Viewer};
use crate::games;
use crate::hidden_info::Secret;
use crate::typed_match::Match;

/// All that is known of a deal once its game is over. Nothing here is secret any more.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DealRecord {
    /// The game's name.
    pub game: String,
    /// The scheme the pieces were dealt by.
    pub scheme: String,
    /// Its rule options, name and value.
    pub options: Vec<(String, String)>,
    /// The position it began with, else the game's start.
    pub start: Option<String>,
    /// What was published before the game.
    pub commitment: Vec<u8>,
    /// The house's bytes.
    pub seed: Vec<u8>,
    /// What the two sides added.
    pub nonces: [Vec<u8>; 2],
    /// The board with every piece face up, as the house shows it.
    pub pieces: Option<String>,
    /// The moves with what turned up and what was captured face down, in coordinates.
    pub moves: Vec<String>,
}

/// Something that was looked into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealCheck {
    /// Whether it is as it should be.
    pub holds: bool,
    /// What was found.
    pub message: Message,
}

/// Looks into a deal. What cannot be looked into at all (an unknown game, a seed of another length) is an error.
pub fn verify_deal(proof: &DealRecord) -> Result<(Vec<DealCheck>, String), Message> {
    let book = games::by_name(&proof.game).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        Message::new("cli_game_unknown").text("game", &proof.game).text("known", known.join(", "))
    })?;
    let scheme = book
        .scheme()
        .ok_or_else(|| Message::new("verify_no_deal").word("game", format!("game_{}", book.spec().name)))?;
    if proof.scheme != scheme {
        return Err(Message::new("verify_scheme").text("scheme", &proof.scheme).text("known", scheme));
    }
    let created = Created {
        game: proof.game.clone(),
        options: proof.options.clone(),
        setup: proof.start.clone(),
        handicap: None,
        seats: Default::default(),
        clock: ClockRule::Off,
        permissions: Permissions::FREE,
        deal: Some(String::new()),
    };
    let secret = Secret { seed: proof.seed.clone(), nonces: proof.nonces.clone() };
    let dealt = book.dealt_board(&created, &secret)?;
    let promised = book.commitment(&secret).is_some_and(|real| real.as_slice() == proof.commitment);
    let found = |holds: bool, good: &'static str, bad: &'static str| DealCheck {
        holds,
        message: Message::new(if holds { good } else { bad }),
    };
    let mut checks = vec![found(promised, "verify_seal_holds", "verify_seal_broken")];
    if let Some(pieces) = &proof.pieces {
        let board = pieces.split(' ').next().unwrap_or_default();
        checks.push(found(board == dealt, "verify_pieces_hold", "verify_pieces_broken"));
    }
    if !proof.moves.is_empty() {
        checks.push(replay(book.new_match(&created, Some(&secret))?.as_mut(), &proof.moves));
    }
    Ok((checks, dealt))
}

/// Plays the moves again with the pieces of the deal: each must turn up what the record says.
fn replay(table: &mut dyn Match, moves: &[String]) -> DealCheck {
    for (index, said) in moves.iter().enumerate() {
        let what = match said.get(..4) {
            Some(squares) => EventKind::Moved(squares.to_owned()),
            None => EventKind::TurnGiven,
        };
        table.apply(&Event { at: 0, kind: what });
        // A captor is told more than others: whoever wrote the record, one of these is what they saw.
        let viewers = [Viewer::Seat(Side::First), Viewer::Seat(Side::Second), Viewer::Public];
        let real = viewers.map(|viewer| table.moves(viewer, game::Notation::Uci).into_iter().nth(index));
        if real.iter().flatten().any(|real| real == said) {
            continue;
        }
        let broken = match real.into_iter().flatten().max_by_key(String::len) {
            Some(real) => Message::new("verify_move_broken").text("real", real),
            None => Message::new("verify_move_impossible"),
        };
        return DealCheck { holds: false, message: broken.number("number", index + 1).text("move", said) };
    }
    DealCheck { holds: true, message: Message::new("verify_moves_hold").number("count", moves.len()) }
}

/// A board as the first field of a FEN.
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
