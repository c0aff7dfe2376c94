//! What can be asked of `kydai arena`.

use std::path::PathBuf;

use clap::Args;

/// `kydai arena`.
#[derive(Args)]
pub struct Arena {
    /// The game: xiangqi, jieqi, chess, toy
    #[arg(long, short, value_name = "GAME", default_value = "xiangqi")]
    pub game: String,

    /// A rule option as name=value, or a rule set by its name; may be repeated
    #[arg(long, short, value_name = "NAME=VALUE")]
    pub rules: Vec<String>,

    /// One player
    #[arg(long, value_name = "PLAYER", requires = "b", required_unless_present = "players")]
    pub a: Option<String>,

    /// The other player
    #[arg(long, value_name = "PLAYER", requires = "a")]
    pub b: Option<String>,

    /// A round robin of these players instead of --a and --b
    #[arg(long, value_name = "PLAYER", num_args = 2.., conflicts_with_all = ["a", "b"])]
    pub players: Vec<String>,

    /// Games of each pairing, rounded up to whole pairs
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,

    /// How long players think: movetime=MS, nodes=N, depth=N, SECONDS+INCREMENT; a player's own ?tc= comes first
    #[arg(long, value_name = "TEMPO", default_value = "movetime=100")]
    pub tc: String,

    /// Openings, one a line: moves in any notation, or positions [default: the house's own for xiangqi and chess]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Games at a time
    #[arg(long, short, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub concurrency: u32,

    /// Stop once --a is clearly ELO1 or clearly only ELO0 stronger than --b
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,

    /// Append every game to this file, in PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// Append every game to this file as a line of result, start and moves, for `kydai tune`
    #[arg(long, value_name = "FILE")]
    pub tsv: Option<PathBuf>,

    /// Keep results in this file; a match broken off goes on from it
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// What openings' order, deals and random choices grow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Milliseconds beyond a player's time that are forgiven
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub margin: u64,

    /// Drawn after so many plies
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub max_plies: usize,

    /// Lost once a player calls itself so much worse (centipawns) for so many of its moves: 900,4 [default: never]
    #[arg(long, value_name = "SCORE,MOVES")]
    pub resign: Option<String>,

    /// Drawn once both scores stay that near 0 for so many moves each, from this ply on: 10,8,80 [default: never]
    #[arg(long, value_name = "SCORE,MOVES,PLY")]
    pub draw: Option<String>,
}

/// What the long help says first.
pub const ABOUT: &str = "\
Let players meet in a match: brains of the house, or engines of others that speak UCI,
UCCI or the protocol of XBoard. Every opening is played twice, colors swapped. Our own
rules judge every move and every end; a crash, an illegal move and a loss on time are
told apart. Elo differences come with their error at 95 %, from pairs of games.

A PLAYER is
  champion                     a brain by its name (`kydai games` lists them), with its
  alphabeta:depth=4              options; then ?hash=MB, &threads=N, &name=..., &tc=...
  determinized:samples=8       at jieqi, to measure against: guesses deals and votes;
  omniscient                     and the champion shown the deal, here alone
  uci:PROGRAM?Option=value     an outside engine; what follows ? and & are its options,
  ucci:PROGRAM?...               besides ours: name=..., tc=..., args=... (arguments,
  xboard:PROGRAM?...             separated by spaces), ranks=0|1 (xiangqi's lowest rank;
                                 1 where UCI_Variant is set, else 0); & is %26 in a value

With --state a match goes on where it was broken off. At jieqi both games of a pair have
the same deal, and nobody but omniscient sees more than its own side would.";

/// What the help says last.
pub const EXAMPLES: &str = "\
Examples:
  kydai arena --a champion --b random --games 10 --tc nodes=1000
  kydai arena --a champion?hash=64 --tc movetime=100 --games 100 --pgn games.pgn \\
      --b 'uci:/usr/games/fairy-stockfish?UCI_Variant=xiangqi&Hash=64'
  kydai arena --a champion --b 'xboard:/usr/games/hoixiangqi?args=-x' --tc 10+0.1
  kydai arena --game chess --a champion --b 'uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500'
  kydai arena --players champion 'champion?name=short&tc=nodes=500' random --tc nodes=2000
  kydai arena --a champion --b 'champion?tc=nodes=900' --tc nodes=1000 --sprt 0,10 --state run.txt";
