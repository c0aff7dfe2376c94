//! What a match hides, and what each mind learns of it when a move is played.

use game::{Game, Line, Message, MoveOf, PicturePiece, RevealOf, RulesOf, Side};
use search::Control;
use search::mate::{Hints, ProofProgress, Query};

use crate::event::Viewer;
use crate::solve::TypedSolution;

/// What a deal is made from: kept apart from the events, and shown to nobody before the end.
///
/// It implements neither `Debug` nor `Clone`, so that it ends up in no log by accident.
pub struct Secret {
    /// The house's own random bytes.
    pub seed: Vec<u8>,
    /// What each seat added, so that the house alone cannot choose the deal.
    pub nonces: [Vec<u8>; 2],
}

/// The reveal of one move as each mind of the match learns it.
pub struct Reveals<F> {
    /// The first side's.
    pub first: F,
    /// The second side's.
    pub second: F,
    /// Everybody else's.
    pub public: F,
}

/// The door between a game's hidden truth and the lines of a match. A dealer hands out reveals and nothing else.
pub trait HiddenInfo: Send + Sized + 'static {
    /// The game that is dealt.
    type Game: Game;

    /// The name of the scheme it deals by; `None` where nothing is dealt.
    const SCHEME: Option<&'static str> = None;

    /// Deals the position a match begins with. A game without secrets needs none.
    fn deal(
        root: &<Self::Game as Game>::Position,
        rules: &RulesOf<Self::Game>,
        secret: Option<&Secret>,
    ) -> Result<Self, Message>;

    /// What the house may publish of a secret before the first move, so that it cannot deal another way later.
    fn commitment(_: &Secret) -> Option<[u8; 32]> {
        None
    }

    /// The pieces a secret deals, by square, for everybody to verify: only once no game goes on with it.
    fn dealt_pieces(
        _: &<Self::Game as Game>::Position,
        _: &Secret,
    ) -> Result<Vec<(usize, PicturePiece)>, Message> {
        Ok(Vec::new())
    }

    /// The position a match begins with, as one viewer knows it.
    fn root(&self, root: &<Self::Game as Game>::Position, viewer: Viewer) -> <Self::Game as Game>::Position;

    /// What each mind learns when this legal move is played where the public's line stands.
    fn reveals(
        &self,
        public: &<Self::Game as Game>::Position,
        mv: MoveOf<Self::Game>,
    ) -> Reveals<RevealOf<Self::Game>>;

    /// A position as one side would know it: of a line that was told what either side was told.
    fn known_to(here: <Self::Game as Game>::Position, _: Side) -> <Self::Game as Game>::Position {
        here
    }

    /// What whoever owns this position is told of a move's reveal.
    fn known_reveal(
        _: &<Self::Game as Game>::Position,
        reveal: RevealOf<Self::Game>,
    ) -> RevealOf<Self::Game> {
        reveal
    }

    /// Whether this legal move tells anybody something hidden: it may not be taken back. The answer is public.
    fn reveals_hidden(&self, public: &<Self::Game as Game>::Position, mv: MoveOf<Self::Game>) -> bool;

    /// The position with the turn given away, where the game allows it.
    fn pass(here: &<Self::Game as Game>::Position) -> Option<<Self::Game as Game>::Position>;

    /// Whether a side has pieces left that could win: asked when the other's time is up.
    fn could_win(here: &<Self::Game as Game>::Position, side: Side) -> bool;

    /// Looks for a forced win where nothing is hidden; `None` where the game has no tactics to look with.
    fn prove(
        line: &Line<<Self::Game as Game>::Position>,
        query: &Query,
        control: &Control,
        hints: Hints<<Self::Game as Game>::Position>,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Option<TypedSolution<<Self::Game as Game>::Position>>;
}
