//! The secret deal of a game: the true role of each face-down piece.

use std::fmt::{Debug, Display};

use game::{Message, Side, ToMessage};
use xiangqi::{Move, Piece, Role, SQUARES, Square};

use crate::deal_scheme::ShuffleRng;
use crate::position::Perspective;
use crate::{Nonces, Pool, Position, Reveal, Reveals, Seed};

/// True role of the face-down piece on each point. A face-down piece never moves without turning up, so points
/// identify the pieces.
///
/// A deal cannot be copied, printed, compared or stored; where it is needed again it is drawn again from its seed.
/// Its only outputs are [`Deal::reveals`], what each viewer may learn from one move, and [`Deal::reveal`], which
/// consumes it.
pub struct Deal {
    roles: [Option<Role>; SQUARES],
}

/// Compile-time check that the types implement none of these traits: otherwise the call below would be ambiguous.
const _: fn() = || {
    trait NotImplemented<Marker> {
        fn check() {}
    }
    struct ByDebug;
    struct ByDisplay;
    struct ByClone;
    struct ByPartialEq;
    impl<T> NotImplemented<()> for T {}
    impl<T: Debug> NotImplemented<ByDebug> for T {}
    impl<T: Display> NotImplemented<ByDisplay> for T {}
    impl<T: Clone> NotImplemented<ByClone> for T {}
    impl<T: PartialEq> NotImplemented<ByPartialEq> for T {}
    let _ = <Deal as NotImplemented<_>>::check;
    let _ = <Seed as NotImplemented<_>>::check;
};

/// Error of drawing a deal for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealError {
    /// A piece on this point has turned up, but its role is unknown.
    UnrevealedPiece(Square),
}

impl ToMessage for DealError {
    fn message(&self) -> Message {
        let DealError::UnrevealedPiece(square) = self;
        Message::new("deal_unrevealed_piece").text("square", square.to_string())
    }
}

impl Deal {
    /// Draws the deal of a game that begins at this position, by the scheme `jieqi-v1`.
    pub fn draw(seed: &Seed, nonces: Nonces<'_>, root: &Position) -> Result<Deal, DealError> {
        if let Some(square) = root.board().role(Role::Unknown).first().and_then(Square::new) {
            return Err(DealError::UnrevealedPiece(square));
        }
        let mut words = ShuffleRng::new(seed, nonces);
        let mut roles = [None; SQUARES];
        for side in Side::BOTH {
            let mut pieces = in_order(root.pool(side));
            words.shuffle(&mut pieces);
            // If pieces were captured unseen, the pool has more pieces than points; the rest are the captured ones.
            let points = root.dark() & root.board().side(side);
            for (square, role) in points.into_iter().zip(pieces) {
                roles[square] = Some(role);
            }
        }
        Ok(Deal { roles })
    }

    /// Reveal of a move for each viewer. Contract: the move is legal here, in a game this deal was drawn for; the
    /// perspective of `here` does not matter.
    pub fn reveals(&self, here: &Position, mv: Move) -> Reveals {
        debug_assert!(game::Position::is_legal(here, mv), "{mv} is not legal here");
        let truth = |square: Square| {
            here.is_dark(square).then(|| self.roles[square.index()].unwrap_or(Role::Unknown))
        };
        let (turned, captured) = (truth(mv.origin()), truth(mv.target()));
        let reveal_for = |perspective| {
            let visible = here.captures_visible_to(perspective);
            Reveal { turned, captured: captured.map(|role| if visible { role } else { Role::Unknown }) }
        };
        Reveals {
            first: reveal_for(Perspective::Player(Side::First)),
            second: reveal_for(Perspective::Player(Side::Second)),
            public: reveal_for(Perspective::Public),
        }
    }

    /// Reveals the whole deal for verification after the game. Consumes the deal: no game goes on with it.
    pub fn reveal(self) -> Vec<(Square, Piece)> {
        let piece = |square: Square| {
            let side = crate::start_points::nominal_piece(square)?.side();
            Some((square, Piece::new(side, self.roles[square.index()]?)))
        };
        Square::all().filter_map(piece).collect()
    }

    /// Creates a deal from given roles, for the information-leak tests.
    #[cfg(test)]
    pub(crate) fn of_roles(roles: [Option<Role>; SQUARES]) -> Self {
        Deal { roles }
    }
}

/// Pieces of a pool one by one, in the pool's order.
fn in_order(pool: Pool) -> Vec<Role> {
    pool.pieces().flat_map(|(role, count)| std::iter::repeat_n(role, count)).collect()
}
