//! `kydai uci` and `kydai ucci`: an engine for graphical interfaces.

use std::io;

use clap::Args;
use protocol::{SessionConfig, UciDialect, serve};

use crate::desk;
use crate::failure::Failure;

/// `kydai uci` and `kydai ucci`.
#[derive(Args)]
pub struct Uci {
    /// The one game to play, with its own ranks; without it, every game by UCI_Variant (ucci: xiangqi)
    #[arg(long, short, value_name = "GAME")]
    pub game: Option<String>,
}

pub fn run(asked: &Uci, dialect: UciDialect) -> Result<(), Failure> {
    let game = asked.game.as_deref().map(desk::rulebook).transpose()?;
    serve(io::stdin().lock(), io::stdout(), SessionConfig::new(dialect, game));
    Ok(())
}

pub const ABOUT: &str = "\
Speak UCI on standard input and output, for graphical interfaces and matches.

Alone it offers every game by the option UCI_Variant (chess when nothing is said), with
ranks 1-10 at xiangqi and jieqi as Fairy-Stockfish has them. With --game it is an engine
for that game only, without UCI_Variant and with the game's own ranks (0-9 at xiangqi),
as Pikafish is; the bare `fen ...` and `startpos ...` lines of UCI-Cyclone are understood.
An interface that says `ucci` instead gets UCCI.

By hand: `d` shows the board, `go perft 3` counts, `eval`, `bench` and `help` do what they
say. docs/protocols.md lists the options and says how to set interfaces up.";

pub const EXAMPLES: &str = "\
Examples:
  kydai uci
  kydai uci --game xiangqi
  printf 'position startpos\\ngo perft 2\\nisready\\n' | kydai uci";
