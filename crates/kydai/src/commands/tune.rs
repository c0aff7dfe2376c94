//! `kydai tune`: tunes the hand-crafted evaluation on games, or the search by matches.

use clap::{Args, Subcommand};

use super::{tune_search, tune_weights};
use crate::failure::Failure;
use crate::output::Output;

/// `kydai tune`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Tune {
    /// Subject to tune instead of the evaluation.
    #[command(subcommand)]
    pub what: Option<What>,

    /// Tuning of the evaluation.
    #[command(flatten)]
    pub weights: Option<tune_weights::Weights>,
}

/// Things to tune beside the evaluation.
#[derive(Subcommand)]
pub enum What {
    /// Tune the parameters of the search by matches (SPSA)
    #[command(long_about = tune_search::ABOUT, after_help = tune_search::EXAMPLES)]
    Search(tune_search::Search),
}

/// Long help text.
pub const ABOUT: &str = "\
Tune the weights of the hand-crafted evaluation on games (Texel tuning): the evaluation of
quiet positions should predict the results. Quiet means: not in check, and neither the last
nor the next move captures or promotes; the first ten plies are skipped. One game in ten is
held out, and the weights with the lowest validation loss are kept. `kydai tune search` tunes
the parameters of the search by matches instead.

A list is tab-separated under a line of column names: `result` (1-0, 0-1, 1/2-1/2),
`moves` or `moves_iccs` (coordinates), `fen` (start position; without moves, the position
itself). `kydai arena --tsv FILE` writes such a list of its games.

Only the file given by --out is written; rebuild the program to use the new weights.";

/// Examples at the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  kydai tune xiangqi --data games.tsv.gz --weights crates/eval/src/xiangqi/weights.rs --out weights.rs
  kydai arena --a champion --b champion --tc nodes=3000 --games 5000 --tsv selfplay.tsv
  kydai tune chess --data selfplay.tsv --epochs 100 --hold 0.0001
  kydai tune search chess --param lmr_base,lmr_factor --state lmr.txt";

pub fn run(asked: &Tune, output: &Output) -> Result<(), Failure> {
    match (&asked.what, &asked.weights) {
        (Some(What::Search(search)), _) => tune_search::run(search, output),
        (None, Some(weights)) => tune_weights::run(weights, output),
        // The parser asks for the game and the data where there is no subcommand.
        (None, None) => Ok(()),
    }
}
