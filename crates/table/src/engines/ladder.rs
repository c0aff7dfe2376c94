//! Ratings of the levels. Each game has its own, measured ones in its registration. The method is in `docs/levels.md`.

use game::Message;
use search::Level;

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

/// Ratings of levels 1 to 8.
pub(crate) const fn ratings(elos: [i32; 8], marks: [EloMark; 8]) -> [LevelRating; 8] {
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
        for book in crate::games::ALL.iter().filter(|book| !book.levels().is_empty()) {
            let ratings = book.levels();
            let [least, most] = [ratings[0].elo, ratings[7].elo];
            let levels: Vec<f64> = (least..=most)
                .map(|elo| level_of(ratings, elo).expect("inside the table").number())
                .collect();
            assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
            assert_eq!((levels[0], levels[levels.len() - 1]), (Level::LOWEST, Level::HIGHEST));
            assert!(level_of(ratings, least - 1).is_none() && level_of(ratings, most + 1).is_none());
            for rating in ratings {
                let level = level_of(ratings, rating.elo).expect("in the table");
                assert_eq!(level.number(), f64::from(rating.level));
            }
        }
    }
}
