//! Hidden-information policies of the games: most games hide nothing.

use std::marker::PhantomData;

use game::{
    Game, Line, Message, MoveOf, PicturePiece, Position, RevealOf, RulesOf, Side, Tactics, ToMessage,
};
use jieqi::{Deal, Jieqi, Nonces, Perspective, Seed};
use search::Control;
use search::mate::{Hints, ProofProgress, Query};

use crate::play::event::Viewer;
use crate::play::hidden_info::{HiddenInfo, Reveals, Secret};
use crate::solve::{TypedSolution, prove};

/// Policy of a game without hidden information and without [`Tactics`]. The turn cannot be given away.
pub struct RulesOnly<G>(PhantomData<fn() -> G>);

/// Policy of a game without hidden information whose positions implement [`Tactics`].
pub struct PerfectInfo<G>(PhantomData<fn() -> G>);

/// Returns true if a side has a piece other than `harmless`, which alone cannot checkmate.
fn has_more_than<G: Game>(here: &G::Position, side: Side, harmless: &[char]) -> bool {
    let picture = G::picture(here);
    picture.pieces.iter().flatten().any(|piece| piece.side == side && !harmless.contains(&piece.letter))
}

/// Pieces that cannot win alone, by letter: kings, and the guards of a general.
const KING: [char; 1] = ['K'];
const GENERAL_AND_GUARDS: [char; 3] = ['K', 'A', 'B'];

fn harmless<G: Game>() -> &'static [char] {
    if G::spec().sides[0] == "side_red" { &GENERAL_AND_GUARDS } else { &KING }
}

impl<G: Game> HiddenInfo for RulesOnly<G>
where
    G::Position: Position<Reveal = ()>,
{
    type Game = G;

    fn deal(_: &G::Position, _: &RulesOf<G>, _: Option<&Secret>) -> Result<Self, Message> {
        Ok(RulesOnly(PhantomData))
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

    fn pass(_: &G::Position) -> Option<G::Position> {
        None
    }

    fn could_win(here: &G::Position, side: Side) -> bool {
        has_more_than::<G>(here, side, harmless::<G>())
    }

    fn prove(
        _: &Line<G::Position>,
        _: &Query,
        _: &Control,
        _: Hints<G::Position>,
        _: &mut dyn FnMut(&ProofProgress),
    ) -> Option<TypedSolution<G::Position>> {
        None
    }
}

impl<G: Game> HiddenInfo for PerfectInfo<G>
where
    G::Position: Position<Reveal = ()> + Tactics,
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

    fn pass(here: &G::Position) -> Option<G::Position> {
        here.pass()
    }

    fn could_win(here: &G::Position, side: Side) -> bool {
        has_more_than::<G>(here, side, harmless::<G>())
    }

    fn prove(
        line: &Line<G::Position>,
        query: &Query,
        control: &Control,
        hints: Hints<G::Position>,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Option<TypedSolution<G::Position>> {
        Some(prove(line, query, control, hints, report))
    }
}

/// Policy of jieqi, whose pieces start face down: holds the deal and gives each viewer its own reveals.
pub struct JieqiDeal(Deal);

fn draw(root: &jieqi::Position, secret: &Secret) -> Result<Deal, Message> {
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

    fn pass(here: &jieqi::Position) -> Option<jieqi::Position> {
        here.pass()
    }

    fn could_win(here: &jieqi::Position, side: Side) -> bool {
        // Guards leave the palace once revealed, and a face-down piece may be anything.
        has_more_than::<Jieqi>(here, side, &KING)
    }

    fn prove(
        line: &Line<jieqi::Position>,
        query: &Query,
        control: &Control,
        hints: Hints<jieqi::Position>,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Option<TypedSolution<jieqi::Position>> {
        Some(prove(line, query, control, hints, report))
    }
}
