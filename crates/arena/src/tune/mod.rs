//! Texel tuning: fits the weights of a linear evaluation so that it predicts the results of games.
//!
//! Texel's method (Peter Österlund, 2014): the mean squared error between the result of a game and the logistic function
//! of the score is minimized by Adam (Kingma and Ba, 2014) over sparse term counts of quiet positions.

mod fit;
mod game_records;
mod samples;
mod source;

use eval::TaperedScore;
use table::games::{self, ChampionVisitor};
use table::{Champion, HceOf, Message, Rulebook};

pub use fit::{EpochReport, FitOptions, FitResult};
pub use game_records::{Columns, GameRecord};
pub use samples::Samples;
pub use source::{format_weights, parse_weights, replace_weights};

/// Type-erased tuner of a game.
pub trait Tuner {
    /// Adds a game or position.
    fn add(&mut self, record: &GameRecord) -> Result<(), Message>;

    /// Number of games and positions added.
    fn size(&self) -> (usize, usize);

    /// Fits the weights, starting from these or from the current ones; `report` is called after every epoch. A wrong
    /// number of weights is an error.
    fn fit(
        &self,
        start: Option<&[TaperedScore]>,
        fit: &FitOptions,
        report: &mut dyn FnMut(&EpochReport),
    ) -> Result<FitResult, Message>;
}

/// Returns the tuner of a game; `None` if its evaluation has no weights to fit.
pub fn tuner(book: &'static dyn Rulebook, per_game: usize, seed: u64) -> Option<Box<dyn Tuner>> {
    games::visit_champion(book, MakeTuner { book, per_game, seed })
}

/// Makes the tuner of a champion's hand-crafted evaluation.
struct MakeTuner {
    book: &'static dyn Rulebook,
    per_game: usize,
    seed: u64,
}

impl ChampionVisitor for MakeTuner {
    type Output = Box<dyn Tuner>;

    fn visit<C: Champion>(self) -> Box<dyn Tuner> {
        Box::new(Samples::<HceOf<C>>::new(self.book, self.per_game, self.seed))
    }
}
