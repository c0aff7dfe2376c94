//! Command-line arguments and help texts.

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use words::Language;

use crate::commands::{
    admin, analyse, arena, bench, convert, data, datagen, lab, library, play, rescore, serve, solve,
    tournament, train, tune, ucci, uci, verify,
};

/// Kỳ Đài: play, analyze and solve cờ tướng (xiangqi), cờ úp (jieqi) and chess.
#[derive(Parser)]
#[command(name = "kydai", version, propagate_version = true, after_help = FIRST_STEPS)]
pub struct Cli {
    /// Command to run; without one, the web app is served.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Language of the output: vi, en, zh-Hans or zh-Hant [default: from the environment, else en]
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = language)]
    pub lang: Option<Language>,

    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,

    /// Without a command: do not open a browser
    #[arg(long)]
    pub no_open: bool,
}

impl Cli {
    /// Command to run: the web app if none is given, with the options that may stand alone.
    pub fn chosen(self) -> Result<Command, clap::Error> {
        match self.command {
            None => Ok(Command::Serve(serve::Serve { no_open: self.no_open, ..Default::default() })),
            Some(_) if self.no_open => Err(Cli::command().error(
                ErrorKind::ArgumentConflict,
                "--no-open before a command has no effect; write `kydai --no-open` or `kydai serve --no-open`",
            )),
            Some(command) => Ok(command),
        }
    }
}

const FIRST_STEPS: &str = "\
First steps:
  kydai                                        the web app, at http://127.0.0.1:8410
  kydai show                                   the start position of xiangqi
  kydai show --game chess --moves \"e2e4 e7e5\"  a game of chess, two moves in
  kydai games                                  every game, with its options and notations

Each command has its own --help with examples.";

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Serve the web app
    #[command(long_about = serve::ABOUT, after_help = serve::EXAMPLES)]
    Serve(serve::Serve),
    /// Show a short introduction to the commands
    Intro,
    /// Draw a position in the terminal
    #[command(long_about = SHOW_ABOUT, after_help = SHOW_EXAMPLES)]
    Show(Show),
    /// Count the positions reachable in N plies (perft), to test move generation
    #[command(long_about = PERFT_ABOUT, after_help = PERFT_EXAMPLES)]
    Perft(Perft),
    /// Judge a game: who won, by which rule, and what each move of a repetition did
    #[command(long_about = JUDGE_ABOUT, after_help = JUDGE_EXAMPLES)]
    Judge(Judge),
    /// Translate games from one notation into another
    #[command(long_about = NOTATE_ABOUT, after_help = NOTATE_EXAMPLES)]
    Notate(Notate),
    /// Convert game files of any supported format to PGN, text or DhtmlXQ
    #[command(long_about = convert::ABOUT, after_help = convert::EXAMPLES)]
    Convert(convert::Convert),
    /// Import games into the app's library
    Library(library::Library),
    /// Back up the database of the web app
    #[command(long_about = data::BACKUP_ABOUT, after_help = data::BACKUP_EXAMPLES)]
    Backup(data::Backup),
    /// List the backups, or restore one
    #[command(long_about = data::RESTORE_ABOUT, after_help = data::RESTORE_EXAMPLES)]
    Restore(data::Restore),
    /// Check the database of the web app, or a backup
    #[command(long_about = data::CHECK_ABOUT, after_help = data::CHECK_EXAMPLES)]
    Check(data::Check),
    /// Tasks of a server's operator: registration codes, ratings
    #[command(long_about = admin::ABOUT, after_help = admin::EXAMPLES)]
    Admin(admin::Admin),
    /// Play matches between engines and report Elo and SPRT
    #[command(long_about = arena::ABOUT, after_help = arena::EXAMPLES)]
    Arena(arena::Arena),
    /// Tune the weights of the hand-crafted evaluation on games
    #[command(long_about = tune::ABOUT, after_help = tune::EXAMPLES)]
    Tune(tune::Tune),
    /// Generate self-play games for training a network
    #[command(long_about = datagen::ABOUT, after_help = datagen::EXAMPLES)]
    Datagen(datagen::Datagen),
    /// Give self-play games new scores, from a deeper search or a teacher network
    #[command(long_about = rescore::ABOUT, after_help = rescore::EXAMPLES)]
    Rescore(rescore::Rescore),
    /// Train an evaluation network (NNUE) on self-play games
    #[command(long_about = train::ABOUT, after_help = train::EXAMPLES)]
    Train(train::Train),
    /// Play against the computer in the terminal
    #[command(long_about = play::ABOUT, after_help = play::EXAMPLES)]
    Play(play::Play),
    /// Analyze a position, or review every move of a game
    #[command(long_about = analyse::ABOUT, after_help = analyse::EXAMPLES, visible_alias = "analyze")]
    Analyse(analyse::Analyse),
    /// Look inside the textbook searches: counts, cutoffs and trees of up to four algorithms
    #[command(long_about = lab::ABOUT, after_help = lab::EXAMPLES)]
    Lab(lab::Lab),
    /// Prove or refute a forced win, with every defence
    #[command(long_about = solve::ABOUT, after_help = solve::EXAMPLES)]
    Solve(solve::Solve),
    /// Pair, check and rank a tournament from a TRF file, and say why
    #[command(long_about = tournament::ABOUT, after_help = tournament::EXAMPLES)]
    Tournament(tournament::Tournament),
    /// Verify the deal of a finished game with hidden pieces
    #[command(long_about = verify::ABOUT, after_help = verify::EXAMPLES)]
    Verify(verify::Verify),
    /// Run as a UCI engine
    #[command(long_about = uci::ABOUT, after_help = uci::EXAMPLES)]
    Uci(uci::Uci),
    /// Run as a UCCI engine (xiangqi interfaces)
    #[command(long_about = ucci::ABOUT, after_help = ucci::EXAMPLES)]
    Ucci(uci::Uci),
    /// Search fixed positions and print the node count (search signature) and speed
    #[command(long_about = bench::ABOUT, after_help = bench::EXAMPLES)]
    Bench(bench::Bench),
    /// List the games with their rule options, notations and position formats
    #[command(after_help = GAMES_EXAMPLES)]
    Games(Games),
}

/// Game, start position and rules.
#[derive(Args)]
pub struct Board {
    /// Game; `kydai games` lists them with their aliases
    #[arg(long, short, value_name = "GAME", default_value = table::games::usual_name())]
    pub game: String,

    /// Start position instead of the usual one
    #[arg(long, short, value_name = "FEN", allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// Rule option as name=value, or the name of a rule set (axf); may be repeated
    #[arg(long, short, value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
}

/// `kydai show`.
#[derive(Args)]
pub struct Show {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Moves to play first, separated by spaces, commas or line breaks; move numbers are ignored
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// Notation of the moves; auto detects the one in which all moves are legal
    #[arg(long, short, value_name = "NOTATION", default_value = "uci")]
    pub notation: String,

    /// Position format printed below the board; `kydai games` lists the formats of each game
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<String>,

    /// Piece set
    #[arg(long, value_enum, default_value_t = Set::Hanzi)]
    pub set: Set,
}

/// Piece set of the terminal board.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Set {
    /// Chinese characters or chess figurines: 帥 and 將, ♔ and ♚
    #[value(alias = "figures")]
    Hanzi,
    /// FEN letters: capitals for the side that moves first
    Letters,
}

/// `kydai perft`.
#[derive(Args)]
pub struct Perft {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Depth in plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,

    /// Also print the count for each first move
    #[arg(long)]
    pub divide: bool,
}

/// `kydai judge`.
#[derive(Args)]
pub struct Judge {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Moves of the game, separated by spaces, commas or line breaks; move numbers are ignored
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// Notation of the moves; auto detects the one in which all moves are legal
    #[arg(long, short, value_name = "NOTATION", default_value = "uci")]
    pub notation: String,
}

/// `kydai notate`.
#[derive(Args)]
pub struct Notate {
    /// Game, start position and rules.
    #[command(flatten)]
    pub board: Board,

    /// Notation of the moves; auto detects the one in which all moves of a game are legal
    #[arg(long, value_name = "NOTATION")]
    pub from: String,

    /// Notation to translate to
    #[arg(long, value_name = "NOTATION")]
    pub to: String,

    /// Moves of one game; without them, one game per line is read from standard input
    #[arg(long, short, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "game_moves")]
    pub moves: Option<String>,

    /// Moves of one game, as with --moves
    #[arg(value_name = "MOVE")]
    pub game_moves: Vec<String>,
}

/// `kydai games`.
#[derive(Args)]
pub struct Games {}

fn language(tag: &str) -> Result<Language, String> {
    Language::parse(tag).ok_or_else(|| {
        let known: Vec<&str> = Language::ALL.iter().map(|language| language.name()).collect();
        format!("known languages: {}", known.join(", "))
    })
}

const SHOW_ABOUT: &str = "\
Draw a position in the terminal with its status: side to move, check, result, a draw
that can be claimed, a repetition that is about to be judged.

The piece that moved last is shown in [brackets] and its origin square is marked. Red
pieces are colored where the terminal supports it (set NO_COLOR to turn colors off). For
xiangqi the numbers above and below the board are each player's file numbers, counted
from the right; the letters and ranks at the edge are the coordinates used in moves.";

const SHOW_EXAMPLES: &str = "\
Examples:
  kydai show
  kydai show --moves \"h2e2 h9g7 h0g2\"
  kydai show --notation vi --moves \"P2-5 M8.7 M2.3\" --lang vi
  kydai show --game chess --fen \"8/8/8/8/8/5k2/6q1/7K w - - 0 1\"
  kydai show --game jieqi --moves \"b2b9Rn\" --dialect pychess
  kydai show --set letters --json";

const PERFT_ABOUT: &str = "\
Count the positions reachable in exactly N plies (perft). Two move generators that agree
on these counts almost certainly implement the same rules; where they differ, --divide
shows the first move to look into.

The last line reads: `nodes N  time S s  speed M Mnodes/s`. The last ply is counted,
not played. At jieqi a move counts once, whatever piece it reveals.";

const PERFT_EXAMPLES: &str = "\
Examples:
  kydai perft --depth 4
  kydai perft --game chess --depth 5
  kydai perft --depth 2 --divide --fen \"5a3/3k5/3aR4/9/5r3/5h3/9/3A1A3/5K3/2EC2E2 w - - 0 1\"";

const JUDGE_ABOUT: &str = "\
Judge a game: whether it is over, who won, and by which rule. When a position repeats,
each move of the cycle is explained: whether it gives check, chases a piece (which one,
by which piece, protected or not) or does neither; who must deviate, and by which rule.
Before the repetition is final the same explanation is given as a warning.

The first line is `verdict: ongoing`, `red wins`, `black wins`, `white wins` or
`draw`, the second `reason: ...`. With --json the verdict is ongoing, first, second or
draw; first is red or white.

Moves after the end of the game are ignored.";

const JUDGE_EXAMPLES: &str = "\
Examples:
  kydai judge --moves \"h2e2 h9g7\"
  kydai judge --rules axf --fen \"4kab2/4a4/4b4/c1C3p1R/8P/2B6/9/3AB1p2/1pr1A4/4K4 b\" \\
      --moves \"c1d1 c6d6 d1c1 d6c6\"
  kydai judge --game chess --moves \"f2f3 e7e5 g2g4 d8h4\"
  kydai judge --rules no_progress=100 --moves \"h2e2\" --json";

const NOTATE_ABOUT: &str = "\
Translate games from one notation into another. The moves of one game follow the
options, or one game per line comes from standard input; each gives one line of
output, an empty line stays empty.

Notations: uci (coordinates; ranks 0-9 at xiangqi and jieqi), uci1 (ranks 1-10), iccs
(H2-E2), wxf (C2=5), vi (P2-5), vi-words (Pháo 2 bình 5), zh (炮二平五), zh-hant, san
(Nf3), san-vi (Mf3). The notation must be named, because one move can be valid in
several: a dot means sideways in one notation and forward in another. For a game of several
moves `--from auto` uses the notation in which all of them are legal.

A game that cannot be read gives an empty line, and standard error names the line, the
move and the reason; the other games are still translated, and the exit status is 1.
Moves in words are separated by commas. With --json each game is one JSON object on
its own line.";

const NOTATE_EXAMPLES: &str = "\
Examples:
  kydai notate --from uci --to vi h2e2 h9g7
  kydai notate --from wxf --to zh --moves \"C2=5 H8+7\"
  kydai notate --game chess --from san --to uci < games.txt";

const GAMES_EXAMPLES: &str = "\
Examples:
  kydai games
  kydai games --lang vi
  kydai games --json";

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &[&str]) -> Result<Command, clap::Error> {
        Cli::try_parse_from(arguments).and_then(Cli::chosen)
    }

    #[test]
    fn the_web_app_is_served_without_a_command_and_without_a_browser_if_asked() {
        for (arguments, expected) in [
            (&["kydai"][..], false),
            (&["kydai", "--no-open"], true),
            (&["kydai", "serve", "--no-open"], true),
        ] {
            let Ok(Command::Serve(serve)) = chosen(arguments) else { panic!("{arguments:?} serves") };
            assert_eq!(serve.no_open, expected, "{arguments:?}");
        }
        assert!(chosen(&["kydai", "--no-open", "games"]).is_err());
    }
}
