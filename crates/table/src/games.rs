//! The one list of games.

use eval::jieqi::Hce as JieqiEval;
use record::{ChessMoveText, Coordinates, JieqiMoveText, XiangqiMoveText};

use crate::engines::{ChessLadder, JieqiLadder, Textbook, WithGuesses, WithPvs, XiangqiLadder};
use crate::policies::{JieqiDeal, Open, RulesOnly};
use crate::{Book, Rulebook};

/// Every game of the house, one line each.
pub static ALL: &[&dyn Rulebook] = &[
    &Book::<XiangqiMoveText, Open<_>, WithPvs<_, eval::xiangqi::Hce, XiangqiLadder>>::NEW,
    &Book::<JieqiMoveText, JieqiDeal, WithGuesses<WithPvs<_, JieqiEval, JieqiLadder>, JieqiEval>>::NEW,
    &Book::<ChessMoveText, Open<_>, WithPvs<_, eval::chess::Hce, ChessLadder>>::NEW,
    &Book::<Coordinates<toy::Toy>, RulesOnly<_>, Textbook<_>>::NEW,
];

/// The game of this name or nickname, whatever its capitals.
pub fn by_name(name: &str) -> Option<&'static dyn Rulebook> {
    ALL.iter().copied().find(|book| {
        let spec = book.spec();
        std::iter::once(&spec.name).chain(spec.aliases).any(|known| known.eq_ignore_ascii_case(name))
    })
}
