//! Commands of a graphical interface, common to UCI and UCCI.

use table::{Clocks, Message, Side};

/// Protocol dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciDialect {
    /// Universal Chess Interface.
    Uci,
    /// Universal Chinese Chess Interface, version 3.0.
    Ucci,
}

/// Parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Empty line, or one without effect.
    Nothing,
    /// `uci`, `ucci` or `ucicyclone`: the handshake.
    Handshake {
        /// Dialect to use from now on.
        dialect: UciDialect,
        /// True for the Cyclone variant of UCI, which supports xiangqi only.
        cyclone: bool,
    },
    /// `isready`.
    IsReady,
    /// `setoption`.
    SetOption {
        /// Option name as written.
        name: String,
        /// Value; `None` if absent.
        value: Option<String>,
    },
    /// `ucinewgame`.
    NewGame,
    /// `position`: sets the position to search.
    Position {
        /// Initial position; `None` means the game's start.
        setup: Option<String>,
        /// Moves played from it.
        moves: Vec<String>,
        /// True if the word `position` was missing, as in the Cyclone variant.
        bare: bool,
    },
    /// `banmoves`: moves excluded from the search.
    BanMoves(Vec<String>),
    /// `go`: starts a search.
    Go(Box<Go>),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit {
        /// True if the opponent offered a draw with it.
        draw: bool,
    },
    /// `probe`: queries the stored result of a position.
    Probe {
        /// Initial position; `None` means the game's start.
        setup: Option<String>,
        /// Moves played from it.
        moves: Vec<String>,
    },
    /// `d`: shows the board.
    Show,
    /// `eval`: evaluates the position.
    Eval,
    /// `bench`, with an optional depth.
    Bench(Option<u32>),
    /// `help`.
    Help,
    /// `quit`.
    Quit,
    /// Unknown command.
    Unknown(String),
}

/// Parameters of `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// Depth limit.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// Mate search: stops at a mate in this many moves.
    pub mate: Option<u32>,
    /// Clocks.
    pub times: Times,
    /// True to search until `stop`.
    pub infinite: bool,
    /// True to ponder: search on the opponent's time.
    pub ponder: bool,
    /// True if the opponent offers a draw.
    pub draw: bool,
    /// Moves to search exclusively.
    pub only: Vec<String>,
    /// Perft depth: counts move sequences instead of searching.
    pub perft: Option<u32>,
    /// Errors in the line.
    pub errors: Vec<Message>,
}

/// Clocks of a game in milliseconds, as far as given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Times {
    /// Time left to each side, first side first.
    pub left: [Option<u64>; 2],
    /// Increment of each side.
    pub increment: [Option<u64>; 2],
    /// Time left to the side to move, if the protocol gives it that way.
    pub own: Option<u64>,
    /// Increment of the side to move.
    pub own_increment: Option<u64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

impl Times {
    /// Clock of the side to move. If only the opponent's is given, the same is assumed.
    pub fn of(&self, side: Side) -> Option<Clocks> {
        let either = |times: [Option<u64>; 2]| times[side.index()].or(times[side.other().index()]);
        let increment = self.own_increment.or(self.increment[side.index()]);
        let left = self.own.or_else(|| either(self.left)).or(either(self.increment)).or(self.own_increment)?;
        Some(Clocks { left, increment: increment.unwrap_or(0), moves_to_go: self.moves_to_go })
    }
}

/// Parses an integer, saturating on overflow.
pub(crate) fn number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// Parser of the words of `go`, collecting errors.
pub(crate) struct Words<'a> {
    words: std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>,
    /// Errors found.
    pub errors: Vec<Message>,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str) -> Self {
        Words { words: text.split_ascii_whitespace().peekable(), errors: Vec::new() }
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// Consumes the next word if it equals this one.
    pub fn skip(&mut self, word: &str) -> bool {
        self.words.next_if_eq(&word).is_some()
    }

    /// Words up to the next keyword.
    pub fn until(&mut self, keywords: &[&str]) -> Vec<String> {
        std::iter::from_fn(|| self.words.next_if(|word| !keywords.contains(word)))
            .map(str::to_owned)
            .collect()
    }

    /// Number after a keyword, at least `least`. The interface waits for an answer, so a missing or malformed number
    /// is recorded and replaced by `least`, which answers at once.
    pub fn number(&mut self, name: &str, least: u64) -> u64 {
        let text = self.words.peek().copied().unwrap_or_default();
        let read = number(text);
        if read.is_some() {
            self.words.next();
        }
        match read.map(u64::try_from) {
            Some(Ok(value)) if value >= least => value,
            _ => {
                self.errors.push(
                    Message::new("uci_number").text("name", name).text("value", text).number("least", least),
                );
                least
            }
        }
    }

    /// Number after a keyword, as `u32`.
    pub fn small(&mut self, name: &str, least: u32) -> u32 {
        u32::try_from(self.number(name, u64::from(least))).unwrap_or(u32::MAX)
    }

    /// Time after a keyword. A negative clock counts as zero, without an error.
    pub fn time(&mut self, name: &str, millis: u64) -> u64 {
        if let Some(value) = self.words.peek().copied().and_then(number)
            && value < 0
        {
            self.words.next();
            return 0;
        }
        self.number(name, 0).saturating_mul(millis)
    }
}

/// Parses the position after `position` or `probe`: `startpos` or `fen ...`, then `moves ...`.
pub(crate) fn position(text: &str) -> (Option<String>, Vec<String>) {
    let mut words = text.split_ascii_whitespace();
    let setup: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let moves = words.map(str::to_owned).collect();
    let setup = match setup.split_first() {
        None | Some((&"startpos", _)) => None,
        Some((&"fen", fields)) => Some(fields.join(" ")),
        // Without a keyword it can only be a position.
        Some(_) => Some(setup.join(" ")),
    };
    (setup, moves)
}
