//! `kydai uci` and `kydai ucci`: the engine protocols.

use std::io;

use clap::Args;
use protocol::{SessionConfig, UciDialect, serve};

use crate::failure::Failure;
use crate::setup;

/// `kydai uci` and `kydai ucci`.
#[derive(Args)]
pub struct Uci {
    /// Play only this game, with its own ranks; without it, every game through UCI_Variant (ucci: xiangqi)
    #[arg(long, short, value_name = "GAME")]
    pub game: Option<String>,
}

pub fn run(asked: &Uci, dialect: UciDialect) -> Result<(), Failure> {
    let game = asked.game.as_deref().map(setup::rulebook).transpose()?;
    serve(io::stdin().lock(), io::stdout(), SessionConfig::new(dialect, game));
    Ok(())
}

pub const ABOUT: &str = "\
Speak UCI on standard input and output, for graphical interfaces and matches.

Without --game every game is available through the option UCI_Variant (default chess), with
ranks 1-10 at xiangqi and jieqi like Fairy-Stockfish. With --game it plays that game only,
without UCI_Variant and with the game's own ranks (0-9 at xiangqi), like Pikafish; the bare
`fen ...` and `startpos ...` lines of UCI-Cyclone are accepted. A GUI that sends `ucci` gets
UCCI.

For the terminal: `d` shows the board, `go perft 3` counts positions, and there are `eval`,
`bench` and `help`. docs/protocols.md lists the options and how to set up interfaces.";

pub const EXAMPLES: &str = "\
Examples:
  kydai uci
  kydai uci --game xiangqi
  printf 'position startpos\\ngo perft 2\\nisready\\n' | kydai uci";
