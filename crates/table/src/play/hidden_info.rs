//! Hidden information of a match, and the reveals each viewer receives when a move is played.

use std::marker::PhantomData;

use game::{Game, Message, MoveOf, PicturePiece, Position, RevealOf, RulesOf, Side};

use crate::play::event::Viewer;

/// Secret a deal is computed from. Stored apart from the events and disclosed only after the end.
///
/// Implements neither `Debug` nor `Clone`, so that it is not logged by accident.
pub struct Secret {
    /// Random bytes of the server.
    pub seed: Vec<u8>,
    /// Random bytes of each player, so that the server alone cannot choose the deal.
    pub nonces: [Vec<u8>; 2],
}

/// Reveal of one move, per viewer.
pub struct Reveals<F> {
    /// Reveal for the first side.
    pub first: F,
    /// Reveal for the second side.
    pub second: F,
    /// Reveal for spectators.
    pub public: F,
}

/// Hidden-information policy of a game: the only access from the lines of a match to the hidden pieces. It hands out
/// reveals and nothing else.
pub trait HiddenInfo: Send + Sized + 'static {
    /// Game the policy applies to.
    type Game: Game;

    /// Name of the deal scheme; `None` if nothing is dealt.
    const SCHEME: Option<&'static str> = None;

    /// Deals the initial position of a match. A game without hidden pieces needs no secret.
    fn deal(
        root: &<Self::Game as Game>::Position,
        rules: &RulesOf<Self::Game>,
        secret: Option<&Secret>,
    ) -> Result<Self, Message>;

    /// Commitment to a secret, published before the first move so that the deal cannot be changed later.
    fn commitment(_: &Secret) -> Option<[u8; 32]> {
        None
    }

    /// Pieces dealt by a secret, by square, for verification. Only for a finished match.
    fn dealt_pieces(
        _: &<Self::Game as Game>::Position,
        _: &Secret,
    ) -> Result<Vec<(usize, PicturePiece)>, Message> {
        Ok(Vec::new())
    }

    /// Initial position of a match as one viewer knows it.
    fn root(&self, root: &<Self::Game as Game>::Position, viewer: Viewer) -> <Self::Game as Game>::Position;

    /// Reveals for each viewer when this legal move is played in the public position.
    fn reveals(
        &self,
        public: &<Self::Game as Game>::Position,
        mv: MoveOf<Self::Game>,
    ) -> Reveals<RevealOf<Self::Game>>;

    /// Position as one side would know it, from a line that holds the knowledge of both.
    fn known_to(here: <Self::Game as Game>::Position, _: Side) -> <Self::Game as Game>::Position {
        here
    }

    /// Part of a reveal that the viewer of this position learns.
    fn known_reveal(
        _: &<Self::Game as Game>::Position,
        reveal: RevealOf<Self::Game>,
    ) -> RevealOf<Self::Game> {
        reveal
    }

    /// Returns true if this legal move reveals a hidden piece to anyone, so that it may not be taken back freely. The
    /// answer itself is public.
    fn reveals_hidden(&self, public: &<Self::Game as Game>::Position, mv: MoveOf<Self::Game>) -> bool;
}

/// Policy of a game without hidden information.
pub struct PerfectInfo<G>(PhantomData<fn() -> G>);

impl<G: Game> HiddenInfo for PerfectInfo<G>
where
    G::Position: Position<Reveal = ()>,
{
    type Game = G;

    fn deal(_: &G::Position, _: &RulesOf<G>, _: Option<&Secret>) -> Result<Self, Message> {
        Ok(PerfectInfo(PhantomData))
    }

    fn root(&self, root: &G::Position, _: Viewer) -> G::Position {
        root.clone()
    }

    fn reveals(&self, _: &G::Position, _: MoveOf<G>) -> Reveals<RevealOf<G>> {
        Reveals { first: (), second: (), public: () }
    }

    fn reveals_hidden(&self, _: &G::Position, _: MoveOf<G>) -> bool {
        false
    }
}
