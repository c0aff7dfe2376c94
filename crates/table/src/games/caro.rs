//! Registration of cờ caro.

use caro::Caro;
use eval::caro::{PatternEval, PatternWeights};
use game::Message;
use record::Coordinates;
use record::files::FileFormat;

use super::{GameProfile, Registration};
use crate::engines::{EloMark, EngineSpec, EvalWeight, Evaluated, LevelRating, WithEval, ratings};
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
        file_formats: &[FileFormat::Psq],
        opening_lines: Some(include_str!("../../../../assets/openings/caro.txt")),
        ..GameProfile::RULES_ONLY
    };
}

/// Relative scale, level 4 at 1500; measured up to level 6, above estimated (docs/notes/levels-matches.md).
impl Evaluated for Registered {
    type Game = Caro;
    type Eval = PatternEval;

    const RATINGS: [LevelRating; 8] =
        ratings([1130, 1370, 1440, 1500, 1715, 1855, 1950, 2200], [EloMark::Relative; 8]);

    const WEIGHTS: &'static [EvalWeight] = &[ATTACK, DEFENSE, TEMPO];

    fn custom(spec: &EngineSpec) -> Result<PatternEval, Message> {
        Ok(PatternEval::custom(PatternWeights {
            attack: ATTACK.of(spec)?,
            defense: DEFENSE.of(spec)?,
            tempo: TEMPO.of(spec)?,
        }))
    }
}

/// Weights that a user may set: percent of the own and the opponent's patterns, centipawns of the move.
const ATTACK: EvalWeight = EvalWeight::new("attack", 0, 400, 100);
const DEFENSE: EvalWeight = EvalWeight::new("defense", 0, 400, 100);
const TEMPO: EvalWeight = EvalWeight::new("tempo", 0, 500, 25);
