//! The deal of a match of jieqi: each viewer receives its own reveals.

use game::{Message, PicturePiece, Side, ToMessage};
use jieqi::{Deal, Jieqi, Nonces, Perspective, Seed};

use crate::play::event::Viewer;
use crate::play::hidden_info::{HiddenInfo, Reveals, Secret};

/// Policy of jieqi, whose pieces start face down: holds the deal and gives each viewer its own reveals.
pub struct JieqiDeal(Deal);

/// Draws the deal of a secret.
pub fn draw(root: &jieqi::Position, secret: &Secret) -> Result<Deal, Message> {
    let seed = <[u8; 32]>::try_from(secret.seed.as_slice())
        .map_err(|_| Message::new("deal_seed_length").number("count", secret.seed.len()))?;
    let nonces = Nonces { first: &secret.nonces[0], second: &secret.nonces[1] };
    Deal::draw(&Seed::new(seed), nonces, root).map_err(|error| error.message())
}

impl HiddenInfo for JieqiDeal {
    type Game = Jieqi;

    const SCHEME: Option<&'static str> = Some(jieqi::DEAL_SCHEME);

    fn deal(root: &jieqi::Position, _: &jieqi::Rules, secret: Option<&Secret>) -> Result<Self, Message> {
        draw(root, secret.ok_or_else(|| Message::new("deal_secret_missing"))?).map(JieqiDeal)
    }

    fn dealt_pieces(root: &jieqi::Position, secret: &Secret) -> Result<Vec<(usize, PicturePiece)>, Message> {
        let pieces = draw(root, secret)?.reveal().into_iter().map(|(square, piece)| {
            let letter = piece.role().letter();
            (
                square.index(),
                PicturePiece { side: piece.side(), letter, glyph: piece.glyph(), face_down: false },
            )
        });
        Ok(pieces.collect())
    }

    fn commitment(secret: &Secret) -> Option<[u8; 32]> {
        let seed = <[u8; 32]>::try_from(secret.seed.as_slice()).ok()?;
        Some(Seed::new(seed).commitment())
    }

    fn root(&self, root: &jieqi::Position, viewer: Viewer) -> jieqi::Position {
        root.clone().seen_by(match viewer {
            Viewer::Seat(side) => Perspective::Player(side),
            Viewer::Public => Perspective::Public,
        })
    }

    fn reveals(&self, public: &jieqi::Position, mv: jieqi::Move) -> Reveals<jieqi::Reveal> {
        let jieqi::Reveals { first, second, public } = self.0.reveals(public, mv);
        Reveals { first, second, public }
    }

    fn known_to(here: jieqi::Position, side: Side) -> jieqi::Position {
        here.seen_by(Perspective::Player(side))
    }

    fn known_reveal(here: &jieqi::Position, reveal: jieqi::Reveal) -> jieqi::Reveal {
        let captured =
            reveal.captured.map(|role| if here.sees_captures() { role } else { jieqi::Role::Unknown });
        jieqi::Reveal { captured, ..reveal }
    }

    fn reveals_hidden(&self, public: &jieqi::Position, mv: jieqi::Move) -> bool {
        public.is_dark(mv.origin()) || public.is_dark(mv.target())
    }
}
