//! The arguments: what can be asked, and the help that teaches it.

use clap::{Args, Parser, Subcommand, ValueEnum};
use words::Language;

use crate::commands::{
    analyse, arena, bench, convert, datagen, library, play, serve, solve, train, tune, ucci, uci, verify,
};

/// Kỳ Đài: cờ tướng, cờ úp and chess, their rules, notations and an arbiter that explains itself.
#[derive(Parser)]
#[command(name = "kydai", version, propagate_version = true, after_help = FIRST_STEPS)]
pub struct Cli {
    /// What to do; without one, the app is served to browsers.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The language to answer in: vi, en, zh-Hans or zh-Hant [default: as the environment says, else en]
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = language)]
    pub lang: Option<Language>,

    /// Answer in JSON, for machines
    #[arg(long, global = true)]
    pub json: bool,
}

const FIRST_STEPS: &str = "\
First steps:
  kydai                                        the app, at http://127.0.0.1:8410
  kydai show                                   the start position of xiangqi
  kydai show --game chess --moves \"e2e4 e7e5\"  a game of chess, two moves in
  kydai games                                  every game, with its options and notations

Each command has its own --help with examples.";

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Serve the app to browsers
    #[command(long_about = serve::ABOUT, after_help = serve::EXAMPLES)]
    Serve(serve::Serve),
    /// A short introduction to the commands of the terminal
    Intro,
    /// Draw a board in the terminal, with how things stand
    #[command(long_about = SHOW_ABOUT, after_help = SHOW_EXAMPLES)]
    Show(Show),
    /// Count the positions reachable in so many plies: the touchstone of move generation
    #[command(long_about = PERFT_ABOUT, after_help = PERFT_EXAMPLES)]
    Perft(Perft),
    /// Judge a game: who won, by which rule, and what every move of a repetition did
    #[command(long_about = JUDGE_ABOUT, after_help = JUDGE_EXAMPLES)]
    Judge(Judge),
    /// Translate games from one notation into another
    #[command(long_about = NOTATE_ABOUT, after_help = NOTATE_EXAMPLES)]
    Notate(Notate),
    /// Read games from files of any kind and write them as PGN, text or DhtmlXQ
    #[command(long_about = convert::ABOUT, after_help = convert::EXAMPLES)]
    Convert(convert::Convert),
    /// Bring games into the library of the app
    Library(library::Library),
    /// Let engines and engines meet in a match, and weigh the result
    #[command(long_about = arena::ABOUT, after_help = arena::EXAMPLES)]
    Arena(arena::Arena),
    /// Fit the weights of a game's evaluation to games
    #[command(long_about = tune::ABOUT, after_help = tune::EXAMPLES)]
    Tune(tune::Tune),
    /// Play games for a network to learn from
    #[command(long_about = datagen::ABOUT, after_help = datagen::EXAMPLES)]
    Datagen(datagen::Datagen),
    /// Fit a network to games
    #[command(long_about = train::ABOUT, after_help = train::EXAMPLES)]
    Train(train::Train),
    /// Play against the machine in the terminal
    #[command(long_about = play::ABOUT, after_help = play::EXAMPLES)]
    Play(play::Play),
    /// Ask an engine about a position, or about every move of a game
    #[command(long_about = analyse::ABOUT, after_help = analyse::EXAMPLES, visible_alias = "analyze")]
    Analyse(analyse::Analyse),
    /// Prove or rule out a forced win, with every defence
    #[command(long_about = solve::ABOUT, after_help = solve::EXAMPLES)]
    Solve(solve::Solve),
    /// Verify the deal of a finished game with hidden pieces
    #[command(long_about = verify::ABOUT, after_help = verify::EXAMPLES)]
    Verify(verify::Verify),
    /// Be a UCI engine for graphical interfaces
    #[command(long_about = uci::ABOUT, after_help = uci::EXAMPLES)]
    Uci(uci::Uci),
    /// Be a UCCI engine for xiangqi interfaces
    #[command(long_about = ucci::ABOUT, after_help = ucci::EXAMPLES)]
    Ucci(uci::Uci),
    /// Search fixed positions and count the nodes: the signature of the search, and its speed
    #[command(long_about = bench::ABOUT, after_help = bench::EXAMPLES)]
    Bench(bench::Bench),
    /// List the games with their rule options, notations and ways to write positions
    #[command(after_help = GAMES_EXAMPLES)]
    Games(Games),
}

/// Which game, from which position, under which rules.
#[derive(Args)]
pub struct Board {
    /// The game: xiangqi, jieqi, chess, toy (`kydai games` lists them, nicknames included)
    #[arg(long, short, value_name = "GAME", default_value = "xiangqi")]
    pub game: String,

    /// The position to begin with, instead of the game's start
    #[arg(long, short, value_name = "FEN", allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// A rule option as name=value, or a rule set by its name (axf); may be repeated
    #[arg(long, short, value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
}

/// `kydai show`.
#[derive(Args)]
pub struct Show {
    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// Moves to play first, separated by spaces, commas or lines; move numbers are skipped
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// The notation the moves are written in; auto finds the one that reads them all
    #[arg(long, short, value_name = "NOTATION", default_value = "uci")]
    pub notation: String,

    /// The way to write the position below the board: `kydai games` lists a game's dialects
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<String>,

    /// How to draw the pieces
    #[arg(long, value_enum, default_value_t = Set::Hanzi)]
    pub set: Set,
}

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Set {
    /// As they look on a board: 帥 and 將, ♔ and ♚
    #[value(alias = "figures")]
    Hanzi,
    /// As in FEN: capitals for the side that begins
    Letters,
}

/// `kydai perft`.
#[derive(Args)]
pub struct Perft {
    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// How many plies deep
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,

    /// Also print the count below each first move
    #[arg(long)]
    pub divide: bool,
}

/// `kydai judge`.
#[derive(Args)]
pub struct Judge {
    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// The moves of the game, separated by spaces, commas or lines; move numbers are skipped
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// The notation the moves are written in; auto finds the one that reads them all
    #[arg(long, short, value_name = "NOTATION", default_value = "uci")]
    pub notation: String,
}

/// `kydai notate`.
#[derive(Args)]
pub struct Notate {
    /// What is on the board.
    #[command(flatten)]
    pub board: Board,

    /// The notation the moves are written in; auto finds the one that reads a whole game
    #[arg(long, value_name = "NOTATION")]
    pub from: String,

    /// The notation to write them in
    #[arg(long, value_name = "NOTATION")]
    pub to: String,

    /// The moves of one game; without them, one game per line is read from standard input
    #[arg(long, short, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "game_moves")]
    pub moves: Option<String>,

    /// The moves of one game, as --moves
    #[arg(value_name = "MOVE")]
    pub game_moves: Vec<String>,
}

/// `kydai games`.
#[derive(Args)]
pub struct Games {}

fn language(tag: &str) -> Result<Language, String> {
    Language::parse(tag).ok_or_else(|| {
        let known: Vec<&str> = Language::ALL.iter().map(|language| language.name()).collect();
        format!("we speak {}", known.join(", "))
    })
}

const SHOW_ABOUT: &str = "\
Draw a board in the terminal, with how things stand: whose move it is, check, the end
of the game, a draw that can be claimed, a repetition that threatens.

The man that moved last stands in [brackets], the square it left is marked. Red men
are red where the terminal has colors (set NO_COLOR to do without). For xiangqi the
numbers above and below the board count files as each player does, from the right
hand; the letters and the ranks at the side are the coordinates moves are written in.";

const SHOW_EXAMPLES: &str = "\
Examples:
  kydai show
  kydai show --moves \"h2e2 h9g7 h0g2\"
  kydai show --notation vi --moves \"P2-5 M8.7 M2.3\" --lang vi
  kydai show --game chess --fen \"8/8/8/8/8/5k2/6q1/7K w - - 0 1\"
  kydai show --game jieqi --moves \"b2b9Rn\" --dialect pychess
  kydai show --set letters --json";

const PERFT_ABOUT: &str = "\
Count the positions reachable in exactly so many plies. Two programs that agree on
these counts almost surely agree on the rules; where they do not, --divide finds the
move to look into.

The last line reads: `nodes N  time S s  speed M Mnodes/s`. The last ply is counted, not
played. At jieqi a move counts once, whatever it turns up.";

const PERFT_EXAMPLES: &str = "\
Examples:
  kydai perft --depth 4
  kydai perft --game chess --depth 5
  kydai perft --depth 2 --divide --fen \"5a3/3k5/3aR4/9/5r3/5h3/9/3A1A3/5K3/2EC2E2 w - - 0 1\"";

const JUDGE_ABOUT: &str = "\
Judge a game: is it over, who won, and by which rule. When a position has come back,
every move of the cycle is explained: whether it checks, chases (which man, by which,
protected or not) or does neither; who must deviate, and which rule says so. Before it
is too late the same is said as a warning.

The first line is `verdict: ongoing`, `red wins`, `black wins`, `white wins` or
`draw`, the second `reason: ...`. With --json the verdict is ongoing, first, second or
draw; first is red or white.

Moves written after the end of the game are not judged.";

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
(Nf3), san-vi (Mf3). The notation is named, never guessed from one move: a dot means
sideways in one and forward in another. For a record of several moves `--from auto`
takes the notation in which all of them are legal.

A game that cannot be read leaves its line empty, and standard error says which line,
which move and why; the other games are still translated, and the exit status is 1.
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
