//! Fitting the weights of an opinion to games: what it says of quiet positions should foretell their results.
//!
//! Texel's method (Peter Österlund, 2014): the mean square of the difference between a game's result and the logistic
//! curve of the score is made small, by Adam (Kingma and Ba, 2014) over sparse counts.

mod fit;
mod games;
mod samples;
mod source;

use eval::{Linear, TaperedScore};
use table::{Message, Rulebook};

pub use fit::{Fit, Fitted, Report};
pub use games::{Columns, Record};
pub use samples::Samples;
pub use source::{pairs, plain, rewrite};

/// A game whose opinion can be fitted, whatever its types.
pub trait Tuner {
    /// Takes a record in.
    fn add(&mut self, record: &Record) -> Result<(), Message>;

    /// How many games and positions were taken in.
    fn size(&self) -> (usize, usize);

    /// Fits the weights, beginning with these or with the opinion's own; every report on the way is handed on.
    /// Weights of another number than the opinion's are refused.
    fn fit(
        &self,
        start: Option<&[TaperedScore]>,
        fit: &Fit,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Fitted, Message>;
}

/// The tuner of a game's opinion; `None` where there is none to fit.
pub fn tuner(book: &'static dyn Rulebook, per_game: usize, seed: u64) -> Option<Box<dyn Tuner>> {
    Some(match book.spec().name {
        "xiangqi" => boxed::<eval::xiangqi::Hce>(book, per_game, seed),
        "jieqi" => boxed::<eval::jieqi::Hce>(book, per_game, seed),
        "chess" => boxed::<eval::chess::Hce>(book, per_game, seed),
        _ => return None,
    })
}

fn boxed<L: Linear + 'static>(book: &'static dyn Rulebook, per_game: usize, seed: u64) -> Box<dyn Tuner> {
    Box::new(Samples::<L>::new(book, per_game, seed))
}
