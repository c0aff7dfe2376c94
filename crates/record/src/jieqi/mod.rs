//! Move text of jieqi: a face-down piece by its nominal role with a mark, then the role it turned up as, then the
//! role it captured face down.

mod disambiguate;

use game::{Line, Message, Notation, Position as _, ToMessage};
use jieqi::{Jieqi, Move, MoveError, Piece, Position, Reveal, Role};

use crate::xiangqi::context::NotationContext;
use crate::xiangqi::traditional::{ParsedMove, RevealSuffix, TraditionalMove};
use crate::xiangqi::{MoveTextError, coordinates, notation};
use crate::{GameError, MoveText, Moves, XiangqiMoveText};

/// Move text of jieqi.
pub struct JieqiMoveText;

impl MoveText for JieqiMoveText {
    type Game = Jieqi;

    const NOTATIONS: &'static [Notation] = XiangqiMoveText::NOTATIONS;

    const LATER_MOVES_DISAMBIGUATE: bool = true;

    fn write(here: &Position, mv: Move, reveal: Reveal, notation: Notation) -> String {
        notation::of(notation)
            .and_then(|traditional| {
                let context = context(here);
                let description = context.describe(mv, traditional.tandem_style())?;
                let reveals = RevealSuffix { became: reveal.turned, captured: reveal.captured };
                Some(traditional.write(description, reveals, context.side()))
            })
            .unwrap_or_else(|| coordinates::write::<Jieqi>(here, mv, reveal, notation))
    }

    fn read(here: &Position, text: &str, notation: Notation) -> Result<(Move, Reveal), Message> {
        match parse(text, notation) {
            Ok(Some(parsed)) => resolve(here, parsed, text),
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

/// Notation context of a position.
fn context(here: &Position) -> NotationContext<'_, Position> {
    NotationContext::with_face_down_pieces(here, here.dark())
}

fn misspelt(text: &str, notation: Notation) -> Message {
    MoveTextError::Misspelt { text: text.to_owned(), notation }.message()
}

/// Parses a text without a board; `None` for coordinates. A piece that turned up lay face down, marked or not.
fn parse(text: &str, notation: Notation) -> Result<Option<ParsedMove>, Message> {
    let Some(traditional) = notation::of(notation) else { return Ok(None) };
    // PGN strips a question mark at the end as an annotation; here it may be an unknown role.
    let unrevealed = || traditional.read(&format!("{text}?"));
    let parsed = traditional.read(text).or_else(unrevealed).ok_or_else(|| misspelt(text, notation))?;
    let face_down = parsed.description.name.face_down || parsed.reveals.became.is_some();
    Ok(Some(ParsedMove { description: parsed.description.with_face_down(face_down), ..parsed }))
}

/// Resolves a parsed move. An unmarked name means a face-up piece; if none can move there, a face-down one.
fn resolve(here: &Position, parsed: ParsedMove, text: &str) -> Result<(Move, Reveal), Message> {
    let ParsedMove { description, alternative_role, reveals } = parsed;
    let context = context(here);
    let face_down = description.with_face_down(true);
    let legal = |description: TraditionalMove| {
        let roles = [Some(description.name.role), alternative_role];
        roles
            .into_iter()
            .flatten()
            .any(|role| context.legal(description.with_role(role)).iter().next().is_some())
    };
    let unmarked = !description.name.face_down && !legal(description) && legal(face_down);
    let meant = if unmarked { face_down } else { description };
    let mv = context.resolve(meant, alternative_role, text).map_err(|error| error.message())?;
    stated_reveal(here, mv, reveals, text).map(|reveal| (mv, reveal)).map_err(|error| error.message())
}

/// Reveal given by the text for a legal move; what it omits is unknown.
fn stated_reveal(here: &Position, mv: Move, reveals: RevealSuffix, text: &str) -> Result<Reveal, MoveError> {
    let mut reveal = here.unrevealed(mv);
    let (us, them) = (here.turn(), !here.turn());
    for (stated, slot, side) in
        [(reveals.became, &mut reveal.turned, us), (reveals.captured, &mut reveal.captured, them)]
    {
        let Some(role) = stated else { continue };
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
