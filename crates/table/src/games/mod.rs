//! Registration of the games: one file for each, and the only list of all.
//!
//! A registration names the types of a game (rules, notation, hidden information, engines) and carries the data that
//! the rest of the program needs: network, levels, openings, bench positions, names in other programs.

mod caro;
mod chess;
mod jieqi;
mod profile;
mod toy;
mod xiangqi;

use ::game::{Game, Reason};
use ::record::MoveText;

use crate::engines::{Champion, EngineFactory};
use crate::erased::{Rulebook, TypedRulebook};
use crate::play::hidden_info::HiddenInfo;

pub use jieqi::deal_aware;
pub use profile::{BenchSuite, Convention, GameProfile, OpeningCodes};

/// Registration of one game.
pub trait Registration: Send + Sync + 'static {
    /// Rules and text.
    type Game: Game;
    /// Move notations.
    type MoveText: MoveText<Game = Self::Game>;
    /// Hidden information of a match.
    type HiddenInfo: HiddenInfo<Game = Self::Game>;
    /// Engines and solver.
    type Engines: EngineFactory<Game = Self::Game>;
    /// Data for records, protocols, openings and measurements.
    const PROFILE: GameProfile;
}

/// Every game, the most usual first.
pub static ALL: &[&dyn Rulebook] = &[
    &TypedRulebook::<xiangqi::Registered>::NEW,
    &TypedRulebook::<jieqi::Registered>::NEW,
    &TypedRulebook::<chess::Registered>::NEW,
    &TypedRulebook::<caro::Registered>::NEW,
    &TypedRulebook::<toy::Registered>::NEW,
];

/// Generic work on the types of a champion: tuning, training.
pub trait ChampionVisitor {
    /// Result of the work.
    type Output;

    /// Does the work for one game.
    fn visit<C: Champion>(self) -> Self::Output;
}

/// Calls a visitor with the types of a game's champion; `None` if the game has none.
pub fn visit_champion<V: ChampionVisitor>(book: &dyn Rulebook, visitor: V) -> Option<V::Output> {
    if is::<xiangqi::Registered>(book) {
        Some(visitor.visit::<xiangqi::Registered>())
    } else if is::<jieqi::Registered>(book) {
        Some(visitor.visit::<jieqi::Registered>())
    } else if is::<chess::Registered>(book) {
        Some(visitor.visit::<chess::Registered>())
    } else {
        None
    }
}

/// Returns true if this is the rulebook of a registered game. By name: a rulebook made here would be compiled once more,
/// with every engine, in each crate that visits champions.
fn is<R: Registration>(book: &dyn Rulebook) -> bool {
    R::Game::spec().name == book.spec().name
}

/// Game of this name or alias, case-insensitive.
pub fn by_name(name: &str) -> Option<&'static dyn Rulebook> {
    ALL.iter().copied().find(|book| {
        let spec = book.spec();
        std::iter::once(&spec.name).chain(spec.aliases).any(|known| known.eq_ignore_ascii_case(name))
    })
}

/// Usual game of a protocol or format: the one it means where no game is named.
pub fn usual_in(convention: Convention) -> &'static dyn Rulebook {
    let found = ALL.iter().find(|book| book.profile().usual_in.contains(&convention));
    *found.unwrap_or(&ALL[0])
}

/// All reasons for the end of a game: the common ones, and those of each game.
pub fn reasons() -> impl Iterator<Item = Reason> {
    let own = ALL.iter().flat_map(|book| book.spec().reasons).map(|&reason| Reason::OfGame(reason));
    Reason::COMMON.into_iter().chain(own)
}

/// Reason with this code, as stored and sent.
pub fn reason_named(code: &str) -> Option<Reason> {
    reasons().find(|reason| reason.code() == code)
}

/// Name of the usual game of the command line.
pub fn usual_name() -> &'static str {
    usual_in(Convention::CommandLine).spec().name
}

/// Name of the first game with hidden pieces.
pub fn name_with_deal() -> &'static str {
    ALL.iter().find(|book| book.scheme().is_some()).map_or("", |book| book.spec().name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_convention_has_exactly_one_usual_game() {
        use Convention::{CommandLine, Pgn, Ucci, Uci, Xboard};
        for convention in [Uci, Ucci, Xboard, Pgn, CommandLine] {
            let count = ALL.iter().filter(|book| book.profile().usual_in.contains(&convention)).count();
            assert_eq!(count, 1, "{convention:?}");
        }
    }

    #[test]
    fn the_codes_of_reasons_never_change() {
        // Stored in databases and sent to browsers.
        let codes = [
            "checkmate",
            "stalemate",
            "perpetual_check",
            "perpetual_chase",
            "mutual_check",
            "mutual_chase",
            "repetition",
            "threefold",
            "fivefold",
            "fifty_moves",
            "seventy_five_moves",
            "no_progress",
            "insufficient_material",
            "three_in_a_row",
            "line",
            "board_full",
            "resignation",
            "time_forfeit",
            "time_without_material",
            "abandonment",
            "agreement",
            "aborted",
        ];
        for code in codes {
            assert_eq!(reason_named(code).map(Reason::code), Some(code));
        }
        assert_eq!(reason_named("unheard_of"), None);
        let mut known: Vec<&str> = reasons().map(Reason::code).collect();
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), codes.len());
    }

    #[test]
    fn names_and_aliases_are_unique() {
        let mut names: Vec<String> = ALL
            .iter()
            .flat_map(|book| {
                let spec = book.spec();
                let profile = book.profile();
                std::iter::once(&spec.name).chain(spec.aliases).chain(profile.header_names)
            })
            .map(|name| name.to_lowercase())
            .collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{names:?}");
    }

    #[test]
    fn every_game_with_a_network_has_a_champion_to_visit_and_no_other() {
        struct Inputs;
        impl ChampionVisitor for Inputs {
            type Output = usize;
            fn visit<C: Champion>(self) -> usize {
                <C::Features as eval::nnue::Features>::INPUTS
            }
        }
        for book in ALL {
            let inputs = visit_champion(*book, Inputs);
            assert_eq!(inputs.is_some(), book.uses_network(), "{}", book.spec().name);
            assert!(inputs.is_none() || !book.levels().is_empty(), "{}", book.spec().name);
        }
    }

    #[test]
    fn every_shipped_network_can_be_parsed_and_stays_small() {
        struct Size;
        impl ChampionVisitor for Size {
            type Output = Option<usize>;
            fn visit<C: Champion>(self) -> Option<usize> {
                let network = C::network()?;
                assert!(network.get::<C::Features>().is_some(), "{}", std::any::type_name::<C>());
                Some(network.size())
            }
        }
        for book in ALL {
            let size = visit_champion(*book, Size).flatten();
            assert!(size.is_none_or(|size| size <= 2 << 20), "{}", book.spec().name);
            assert_eq!(book.uses_network(), size.is_some(), "{}", book.spec().name);
        }
    }
}
