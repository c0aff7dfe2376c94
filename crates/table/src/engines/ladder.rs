//! Measured ratings of the levels, one table per game. The method is in `docs/levels.md`.

use game::Message;
use search::{Level, Params};

/// Origin of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloMark {
    /// Measured against opponents of known strength.
    Anchored,
    /// Chained from anchored ratings, beyond the range of the known opponents.
    Estimated,
    /// Relative scale: differences are Elo differences, the origin is arbitrary.
    Relative,
}

/// Level with its rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelRating {
    /// From 1 to 8.
    pub level: u32,
    /// Catalogue key of its name.
    pub name: &'static str,
    /// Elo rating.
    pub elo: i32,
    /// Origin of the rating.
    pub mark: EloMark,
}

impl EloMark {
    /// Rating of this origin as a message.
    pub fn message(self, elo: i32) -> Message {
        let code = match self {
            EloMark::Anchored => "elo_anchored",
            EloMark::Estimated => "elo_estimated",
            EloMark::Relative => "elo_relative",
        };
        Message::new(code).number("elo", elo)
    }
}

impl LevelRating {
    /// Rating as a message.
    pub fn elo_message(&self) -> Message {
        self.mark.message(self.elo)
    }
}

/// Catalogue keys of the level names, lowest first.
const NAMES: [&str; 8] =
    ["level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7", "level_8"];

/// Ratings of a game's levels.
pub trait Ladder: Send + Sync + 'static {
    /// Ratings, lowest level first.
    const RATINGS: [LevelRating; 8];

    /// Search parameters of the highest level, the champion itself. The levels below keep the common ones, so that
    /// tuning does not shift them.
    const PARAMS: Params = Params::DEFAULT;
}

/// Chess: measured against Stockfish 15.1 with `UCI_Elo`, which starts at 1350.
pub struct ChessLadder;

/// Xiangqi: relative scale, level 4 at 1500.
pub struct XiangqiLadder;

/// Jieqi: relative scale, level 4 at 1500.
pub struct JieqiLadder;

impl Ladder for ChessLadder {
    const RATINGS: [LevelRating; 8] = ratings(
        [640, 980, 1260, 1470, 1660, 1860, 2030, 2370],
        [
            EloMark::Estimated,
            EloMark::Estimated,
            EloMark::Estimated,
            EloMark::Anchored,
            EloMark::Anchored,
            EloMark::Anchored,
            EloMark::Estimated,
            EloMark::Anchored,
        ],
    );
}

impl Ladder for XiangqiLadder {
    const RATINGS: [LevelRating; 8] =
        ratings([700, 1080, 1320, 1500, 1950, 2190, 2570, 3200], [EloMark::Relative; 8]);
}

impl Ladder for JieqiLadder {
    const RATINGS: [LevelRating; 8] =
        ratings([980, 1160, 1320, 1500, 1610, 1710, 1810, 1870], [EloMark::Relative; 8]);
}

const fn ratings(elos: [i32; 8], marks: [EloMark; 8]) -> [LevelRating; 8] {
    let mut all = [LevelRating { level: 0, name: "", elo: 0, mark: EloMark::Relative }; 8];
    let mut index = 0;
    while index < all.len() {
        all[index] =
            LevelRating { level: index as u32 + 1, name: NAMES[index], elo: elos[index], mark: marks[index] };
        index += 1;
    }
    all
}

/// Level of this rating, interpolated between two levels; `None` outside the table.
pub(super) fn level_of(ratings: &[LevelRating], elo: i32) -> Option<Level> {
    let above = ratings.iter().position(|rating| rating.elo >= elo)?;
    let high = ratings.get(above)?;
    if high.elo == elo {
        return Level::new(f64::from(high.level));
    }
    let low = ratings.get(above.checked_sub(1)?)?;
    let share = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
    Level::new(f64::from(low.level) + share * f64::from(high.level - low.level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_elo_is_a_higher_level_and_the_bounds_match() {
        for ratings in [ChessLadder::RATINGS, XiangqiLadder::RATINGS, JieqiLadder::RATINGS] {
            let [least, most] = [ratings[0].elo, ratings[7].elo];
            let levels: Vec<f64> = (least..=most)
                .map(|elo| level_of(&ratings, elo).expect("inside the table").number())
                .collect();
            assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
            assert_eq!((levels[0], levels[levels.len() - 1]), (Level::LOWEST, Level::HIGHEST));
            assert!(level_of(&ratings, least - 1).is_none() && level_of(&ratings, most + 1).is_none());
            for rating in ratings {
                let level = level_of(&ratings, rating.elo).expect("in the table");
                assert_eq!(level.number(), f64::from(rating.level));
            }
        }
    }
}
