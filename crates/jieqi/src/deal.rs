//! The secret of a game: what each face-down piece really is.

use std::fmt::{Debug, Display};

use game::{Message, Side, ToMessage};
use xiangqi::{Move, Piece, Role, SQUARES, Square};

use crate::deal_scheme::ShuffleRng;
use crate::position::Perspective;
use crate::{Nonces, Pool, Position, Reveal, Reveals, Seed};

/// Which role lies on which point. A face-down piece never moves without turning up, so the points say it all.
///
/// It cannot be copied, printed, compared or stored; it is drawn again from its seed where it is needed again. Its
/// only doors are [`Deal::reveals`], which tells each mind of one move what that mind may know, and [`Deal::reveal`],
/// which ends it.
pub struct Deal {
    roles: [Option<Role>; SQUARES],
}

/// Holds only for types that implement none of these traits: else the call below has two candidates.
const _: fn() = || {
    trait Silent<Marker> {
        fn keeps() {}
    }
    struct Prints;
    struct Shows;
    struct Copies;
    struct Compares;
    impl<T> Silent<()> for T {}
    impl<T: Debug> Silent<Prints> for T {}
    impl<T: Display> Silent<Shows> for T {}
    impl<T: Clone> Silent<Copies> for T {}
    impl<T: PartialEq> Silent<Compares> for T {}
    let _ = <Deal as Silent<_>>::keeps;
    let _ = <Seed as Silent<_>>::keeps;
};

/// Why no deal can be drawn for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealError {
    /// A piece has turned up here, but nobody said as what.
    UnrevealedPiece(Square),
}

impl ToMessage for DealError {
    fn message(&self) -> Message {
        let DealError::UnrevealedPiece(square) = self;
        Message::new("deal_unrevealed_piece").text("square", square.to_string())
    }
}

impl Deal {
    /// Draws the deal of a game that begins here, by the scheme `jieqi-v1`.
    pub fn draw(seed: &Seed, nonces: Nonces<'_>, root: &Position) -> Result<Deal, DealError> {
        if let Some(square) = root.board().role(Role::Unknown).first().and_then(Square::new) {
            return Err(DealError::UnrevealedPiece(square));
        }
        let mut words = ShuffleRng::new(seed, nonces);
        let mut roles = [None; SQUARES];
        for side in Side::BOTH {
            let mut pieces = in_order(root.pool(side));
            words.shuffle(&mut pieces);
            // Where pieces were captured unseen the pool is longer than the points: its rest is what they were.
            let points = root.dark() & root.board().side(side);
            for (square, role) in points.into_iter().zip(pieces) {
                roles[square] = Some(role);
            }
        }
        Ok(Deal { roles })
    }

    /// What each mind learns from a move. Contract: the move is legal here, in a game this deal was drawn for;
    /// whose knowledge `here` is does not matter.
    pub fn reveals(&self, here: &Position, mv: Move) -> Reveals {
        debug_assert!(game::Position::is_legal(here, mv), "{mv} is not legal here");
        let truth = |square: Square| {
            here.is_dark(square).then(|| self.roles[square.index()].unwrap_or(Role::Unknown))
        };
        let (turned, captured) = (truth(mv.origin()), truth(mv.target()));
        let told = |perspective| {
            let known = here.captures_visible_to(perspective);
            Reveal { turned, captured: captured.map(|role| if known { role } else { Role::Unknown }) }
        };
        Reveals {
            first: told(Perspective::Player(Side::First)),
            second: told(Perspective::Player(Side::Second)),
            public: told(Perspective::Public),
        }
    }

    /// What lay where when the game began, for everybody to verify. The deal is gone: no game goes on with it.
    pub fn reveal(self) -> Vec<(Square, Piece)> {
        let piece = |square: Square| {
            let side = crate::start_points::nominal_piece(square)?.side();
            Some((square, Piece::new(side, self.roles[square.index()]?)))
        };
        Square::all().filter_map(piece).collect()
    }

    /// A deal made by hand, for tests of what may leak.
    #[cfg(test)]
    pub(crate) fn of_roles(roles: [Option<Role>; SQUARES]) -> Self {
        Deal { roles }
    }
}

/// The pieces of a pool one by one, in the pool's order.
fn in_order(pool: Pool) -> Vec<Role> {
    pool.pieces().flat_map(|(role, count)| std::iter::repeat_n(role, count)).collect()
}
