//! Registration of cờ caro.

use caro::Caro;
use eval::caro::PatternEval;
use record::Coordinates;

use super::{GameProfile, Registration};
use crate::engines::{EloMark, Evaluated, LevelRating, WithEval, ratings};
use crate::play::hidden_info::PerfectInfo;

/// The registration.
pub struct Registered;

impl Registration for Registered {
    type Game = Caro;
    type MoveText = Coordinates<Caro>;
    type HiddenInfo = PerfectInfo<Caro>;
    type Engines = WithEval<Registered>;

    const PROFILE: GameProfile = GameProfile {
        header_names: &["gobang", "fiveinarow"],
        opening_lines: Some(include_str!("../../../../assets/openings/caro.txt")),
        ..GameProfile::RULES_ONLY
    };
}

/// Relative scale, level 4 at 1500.
impl Evaluated for Registered {
    type Game = Caro;
    type Eval = PatternEval;

    const RATINGS: [LevelRating; 8] =
        ratings([700, 1000, 1250, 1500, 1750, 2000, 2250, 2600], [EloMark::Relative; 8]);
}
