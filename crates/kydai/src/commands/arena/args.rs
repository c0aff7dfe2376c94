//! Arguments of `kydai arena`.

use std::path::PathBuf;

use clap::Args;

/// `kydai arena`.
#[derive(Args)]
pub struct Arena {
    /// Game; `kydai games` lists them
    #[arg(long, short, value_name = "GAME", default_value = table::games::usual_name())]
    pub game: String,

    /// Rule option as name=value, or the name of a rule set; may be repeated
    #[arg(long, short, value_name = "NAME=VALUE")]
    pub rules: Vec<String>,

    /// First player
    #[arg(long, value_name = "PLAYER", requires = "b", required_unless_present = "players")]
    pub a: Option<String>,

    /// Second player
    #[arg(long, value_name = "PLAYER", requires = "a")]
    pub b: Option<String>,

    /// Players of a round robin, instead of --a and --b
    #[arg(long, value_name = "PLAYER", num_args = 2.., conflicts_with_all = ["a", "b"])]
    pub players: Vec<String>,

    /// Games per pairing, rounded up to whole pairs
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,

    /// Time control: movetime=MS, nodes=N, depth=N or SECONDS+INCREMENT; a player's own ?tc= takes precedence
    #[arg(long, value_name = "TEMPO", default_value = "movetime=100")]
    pub tc: String,

    /// File of openings, one per line: moves in any notation, or positions [default: built in for xiangqi and chess]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Games played at the same time
    #[arg(long, short, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub concurrency: u32,

    /// Stop by SPRT: test ELO1 against ELO0 for the advantage of --a over --b
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,

    /// Append every game to this file, in PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// Append every game to this file as a line of result, start and moves, for `kydai tune`
    #[arg(long, value_name = "FILE")]
    pub tsv: Option<PathBuf>,

    /// Keep results in this file, to resume an interrupted match
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Random seed of the order of openings, deals and random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Milliseconds a player may exceed its time
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub margin: u64,

    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub max_plies: usize,

    /// Adjudicate a loss when a player's own score is this many centipawns down for this many moves: 900,4 [default: never]
    #[arg(long, value_name = "SCORE,MOVES")]
    pub resign: Option<String>,

    /// Adjudicate a draw when both scores stay within CP of 0 for MOVES moves each from PLY on: 10,8,80 [default: never]
    #[arg(long, value_name = "SCORE,MOVES,PLY")]
    pub draw: Option<String>,
}

/// Long help text.
pub const ABOUT: &str = "\
Play matches between built-in engines and external engines that speak UCI, UCCI or the
XBoard protocol. Every opening is played twice with colors swapped. Our own rules judge
every move and every result; crashes, illegal moves and losses on time are reported
separately. Elo differences come with their 95 % error, computed from pairs of games.

A PLAYER is
  champion                     a built-in engine (`kydai games` lists them), with its
  alphabeta:depth=4              options; then ?hash=MB, &threads=N, &name=..., &tc=...
  determinized:samples=8       at jieqi, for comparison: samples deals and votes;
  omniscient                     the champion that sees the deal (arena only)
  uci:PROGRAM?Option=value     an external engine; after ? and & come its options
  ucci:PROGRAM?...               and ours: name=..., tc=..., args=... (arguments,
  xboard:PROGRAM?...             separated by spaces), ranks=0|1 (xiangqi's lowest rank;
                                 1 where UCI_Variant is set, else 0); & is %26 in a value

With --state an interrupted match is resumed. At jieqi both games of a pair have the same
deal, and only omniscient sees more than its own side would.";

/// Examples at the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  kydai arena --a champion --b random --games 10 --tc nodes=1000
  kydai arena --a champion?hash=64 --tc movetime=100 --games 100 --pgn games.pgn \\
      --b 'uci:/usr/games/fairy-stockfish?UCI_Variant=xiangqi&Hash=64'
  kydai arena --a champion --b 'xboard:/usr/games/hoixiangqi?args=-x' --tc 10+0.1
  kydai arena --game chess --a champion --b 'uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500'
  kydai arena --players champion 'champion?name=short&tc=nodes=500' random --tc nodes=2000
  kydai arena --a champion --b 'champion?tc=nodes=900' --tc nodes=1000 --sprt 0,10 --state run.txt";
