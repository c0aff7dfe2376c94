//! The moves of jieqi as its players write them: a face-down piece by its square's name with a mark, then what it
//! became, then what it captured face down.

mod disambiguate;

use game::{Line, Message, Notation, Position as _, ToMessage};
use jieqi::{Jieqi, Move, MoveError, Piece, Position, Reveal, Role};

use crate::xiangqi::context::NotationContext;
use crate::xiangqi::traditional::{ParsedMove, RevealSuffix, TraditionalMove};
use crate::xiangqi::{MoveTextError, coordinates, notation};
use crate::{GameError, MoveText, Moves, XiangqiMoveText};

/// How moves of jieqi are written.
pub struct JieqiMoveText;

impl MoveText for JieqiMoveText {
    type Game = Jieqi;

    const NOTATIONS: &'static [Notation] = XiangqiMoveText::NOTATIONS;

    const LATER_MOVES_DISAMBIGUATE: bool = true;

    fn write(here: &Position, mv: Move, reveal: Reveal, notation: Notation) -> String {
        notation::of(notation)
            .and_then(|tongue| {
                let scene = scene(here);
                let phrase = scene.phrase(mv, tongue.manner())?;
                let tail = RevealSuffix { became: reveal.turned, captured: reveal.captured };
                Some(tongue.write(phrase, tail, scene.side()))
            })
            .unwrap_or_else(|| coordinates::write::<Jieqi>(here, mv, reveal, notation))
    }

    fn read(here: &Position, text: &str, notation: Notation) -> Result<(Move, Reveal), Message> {
        match understand(text, notation) {
            Ok(Some(reading)) => read_phrase(here, reading, text),
            Ok(None) => coordinates::read::<Jieqi>(here, text, notation, || misspelt(text, notation)),
            Err(message) => Err(message),
        }
    }

    fn read_game(
        line: &Line<Position>,
        moves: &[&str],
        notation: Notation,
    ) -> Result<Moves<Jieqi>, GameError> {
        disambiguate::read_game(line, moves, notation)
    }
}

/// A position to speak about.
fn scene(here: &Position) -> NotationContext<'_, Position> {
    NotationContext::with_face_down_pieces(here, here.dark())
}

fn misspelt(text: &str, notation: Notation) -> Message {
    MoveTextError::Misspelt { text: text.to_owned(), notation }.message()
}

/// What a text says, before looking at any board; `None` in coordinates. A piece that became something lay face
/// down, marked or not.
fn understand(text: &str, notation: Notation) -> Result<Option<ParsedMove>, Message> {
    let Some(tongue) = notation::of(notation) else { return Ok(None) };
    // PGN takes a question mark at the end for a sign of blame; here it may be the piece nobody was told.
    let unrevealed = || tongue.read(&format!("{text}?"));
    let reading = tongue.read(text).or_else(unrevealed).ok_or_else(|| misspelt(text, notation))?;
    let veiled = reading.phrase.name.veiled || reading.tail.became.is_some();
    Ok(Some(ParsedMove { phrase: reading.phrase.with_face_down(veiled), ..reading }))
}

/// The move and reveal a reading stands for. An unmarked name is an open piece's; where none can go there, a face-down
/// one's.
fn read_phrase(here: &Position, reading: ParsedMove, text: &str) -> Result<(Move, Reveal), Message> {
    let ParsedMove { phrase, alternative_role, tail } = reading;
    let scene = scene(here);
    let veiled = phrase.with_face_down(true);
    let legal = |phrase: TraditionalMove| {
        let roles = [Some(phrase.name.role), alternative_role];
        roles.into_iter().flatten().any(|role| scene.legal(phrase.with_role(role)).iter().next().is_some())
    };
    let unmarked = !phrase.name.veiled && !legal(phrase) && legal(veiled);
    let meant = if unmarked { veiled } else { phrase };
    let mv = scene.resolve(meant, alternative_role, text).map_err(|error| error.message())?;
    told_reveal(here, mv, tail, text).map(|reveal| (mv, reveal)).map_err(|error| error.message())
}

/// The reveal a text tells of a legal move; what it leaves out is unrevealed.
fn told_reveal(here: &Position, mv: Move, tail: RevealSuffix, text: &str) -> Result<Reveal, MoveError> {
    let mut reveal = here.unrevealed(mv);
    let (us, them) = (here.turn(), !here.turn());
    for (said, slot, side) in
        [(tail.became, &mut reveal.turned, us), (tail.captured, &mut reveal.captured, them)]
    {
        let Some(role) = said else { continue };
        if slot.is_none() {
            return Err(MoveError::NothingHidden(text.to_owned()));
        }
        if role == Role::General {
            return Err(MoveError::NoRole(text.to_owned(), role.letter()));
        }
        if role != Role::Unknown && here.pool(side).count(role) == 0 {
            return Err(MoveError::NotHidden(text.to_owned(), Piece::new(side, role)));
        }
        *slot = Some(role);
    }
    Ok(reveal)
}
