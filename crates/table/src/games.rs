//! List of all games.

use eval::jieqi::Hce as JieqiEval;
use record::{ChessMoveText, Coordinates, JieqiMoveText, XiangqiMoveText};

use crate::engines::{ChessLadder, JieqiLadder, Textbook, WithDeterminization, WithPvs, XiangqiLadder};
use crate::play::policies::{JieqiDeal, PerfectInfo, RulesOnly};
use crate::{Rulebook, TypedRulebook};

/// Every game, one line each.
pub static ALL: &[&dyn Rulebook] = &[
    &TypedRulebook::<XiangqiMoveText, PerfectInfo<_>, WithPvs<_, eval::xiangqi::Hce, XiangqiLadder>>::NEW,
    &TypedRulebook::<
        JieqiMoveText,
        JieqiDeal,
        WithDeterminization<WithPvs<_, JieqiEval, JieqiLadder>, JieqiEval>,
    >::NEW,
    &TypedRulebook::<ChessMoveText, PerfectInfo<_>, WithPvs<_, eval::chess::Hce, ChessLadder>>::NEW,
    &TypedRulebook::<Coordinates<toy::Toy>, RulesOnly<_>, Textbook<_>>::NEW,
];

/// Game of this name or alias, case-insensitive.
pub fn by_name(name: &str) -> Option<&'static dyn Rulebook> {
    ALL.iter().copied().find(|book| {
        let spec = book.spec();
        std::iter::once(&spec.name).chain(spec.aliases).any(|known| known.eq_ignore_ascii_case(name))
    })
}
