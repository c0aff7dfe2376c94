//! Registration of jieqi: the deal of a match, and engines that are shown it.

mod deal;
pub mod deal_aware;

use eval::nnue::{BuiltInNetwork, Jieqi as JieqiFeatures};
use jieqi::Jieqi;
use record::JieqiMoveText;

use super::{BenchSuite, GameProfile, Registration};
use crate::engines::{Champion, EloMark, LevelRating, WithDeterminization, ratings};

/// The registration.
pub struct Registered;

impl Registration for Registered {
    type Game = Jieqi;
    type MoveText = JieqiMoveText;
    type HiddenInfo = deal::JieqiDeal;
    type Engines = WithDeterminization<Registered>;

    const PROFILE: GameProfile = GameProfile {
        // The positions of the perft suite have too few face-down pieces.
        bench: Some(BenchSuite {
            positions: include_str!("../../../../../testdata/bench/jieqi.epd"),
            shallower: 6,
        }),
        ..GameProfile::RULES_ONLY
    };
}

static NETWORK: BuiltInNetwork = BuiltInNetwork::new(include_bytes!("../../../../../nets/jieqi.nnue"));

/// Relative scale, level 4 at 1500.
impl Champion for Registered {
    type Features = JieqiFeatures;

    const RATINGS: [LevelRating; 8] =
        ratings([980, 1160, 1320, 1500, 1610, 1710, 1810, 1870], [EloMark::Relative; 8]);

    fn network() -> Option<&'static BuiltInNetwork> {
        Some(&NETWORK)
    }
}
