//! What a graphical interface can ask for, whichever protocol it speaks.

use table::{Clocks, Message, Side};

/// The two protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciDialect {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Interface, version 3.0.
    Ucci,
}

/// One line of the interface, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line, or one that asks for nothing.
    Nothing,
    /// `uci`, `ucci` or `ucicyclone`: who are you?
    Greet {
        /// The protocol to go on with.
        dialect: UciDialect,
        /// Whether it is the Cyclone variety, which only knows xiangqi.
        cyclone: bool,
    },
    /// `isready`.
    IsReady,
    /// `setoption`.
    SetOption {
        /// As it was written.
        name: String,
        /// `None` where no value was written.
        value: Option<String>,
    },
    /// `ucinewgame`.
    NewGame,
    /// `position`: where to think.
    Position {
        /// The position; `None` is the game's start.
        setup: Option<String>,
        /// The moves played from it.
        moves: Vec<String>,
        /// Whether the word `position` was missing, as the Cyclone variety has it.
        bare: bool,
    },
    /// `banmoves`: what must not be played.
    BanMoves(Vec<String>),
    /// `go`: think.
    Go(Box<Go>),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit {
        /// Whether the other side offered a draw with it.
        draw: bool,
    },
    /// `probe`: what is known of this position?
    Probe {
        /// The position; `None` is the game's start.
        setup: Option<String>,
        /// The moves played from it.
        moves: Vec<String>,
    },
    /// `d`: show the board.
    Show,
    /// `eval`: what is the position worth?
    Eval,
    /// `bench`, with a depth or the usual one.
    Bench(Option<u32>),
    /// `help`.
    Help,
    /// `quit`.
    Quit,
    /// A word nobody knows.
    Unknown(String),
}

/// How to think.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// No deeper than this.
    pub depth: Option<u32>,
    /// No more nodes than this.
    pub nodes: Option<u64>,
    /// Exactly this many milliseconds.
    pub movetime: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// The clocks.
    pub times: Times,
    /// Until told to stop.
    pub infinite: bool,
    /// On the other side's time.
    pub ponder: bool,
    /// The other side offers a draw.
    pub draw: bool,
    /// Only these moves.
    pub only: Vec<String>,
    /// Not thinking but counting move sequences of this length.
    pub perft: Option<u32>,
    /// What was wrong with the line.
    pub faults: Vec<Message>,
}

/// The clocks of a game in milliseconds, as far as they were told.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Times {
    /// What is left to each side, the first side's first.
    pub left: [Option<u64>; 2],
    /// What each side gets with every move.
    pub increment: [Option<u64>; 2],
    /// What is left to the side to move, where the protocol tells it so.
    pub own: Option<u64>,
    /// What the side to move gets with every move.
    pub own_increment: Option<u64>,
    /// Moves until more time comes.
    pub moves_to_go: Option<u32>,
}

impl Times {
    /// The clock of the side to move. Where only the other side's was told, its own is taken to be the same.
    pub fn of(&self, side: Side) -> Option<Clocks> {
        let either = |times: [Option<u64>; 2]| times[side.index()].or(times[side.other().index()]);
        let increment = self.own_increment.or(self.increment[side.index()]);
        let left = self.own.or_else(|| either(self.left)).or(either(self.increment)).or(self.own_increment)?;
        Some(Clocks { left, increment: increment.unwrap_or(0), moves_to_go: self.moves_to_go })
    }
}

/// A whole number as people and programs write it; one too large to hold is as large as can be.
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

/// Reads the words of a `go` one after another, noting what is wrong.
pub(crate) struct Words<'a> {
    words: std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>,
    /// What was wrong.
    pub faults: Vec<Message>,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str) -> Self {
        Words { words: text.split_ascii_whitespace().peekable(), faults: Vec::new() }
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word, when it is this one.
    pub fn skip(&mut self, word: &str) -> bool {
        self.words.next_if_eq(&word).is_some()
    }

    /// The words up to the next one that is a keyword.
    pub fn until(&mut self, keywords: &[&str]) -> Vec<String> {
        std::iter::from_fn(|| self.words.next_if(|word| !keywords.contains(word)))
            .map(str::to_owned)
            .collect()
    }

    /// The number behind a keyword, no lower than `least`. Somebody waits for an answer: a number that is missing or
    /// wrong is noted and counts as the least, so that the answer comes at once.
    pub fn number(&mut self, name: &str, least: u64) -> u64 {
        let text = self.words.peek().copied().unwrap_or_default();
        let read = number(text);
        if read.is_some() {
            self.words.next();
        }
        match read.map(u64::try_from) {
            Some(Ok(value)) if value >= least => value,
            _ => {
                self.faults.push(
                    Message::new("uci_number").text("name", name).text("value", text).number("least", least),
                );
                least
            }
        }
    }

    /// The same for a small number.
    pub fn small(&mut self, name: &str, least: u32) -> u32 {
        u32::try_from(self.number(name, u64::from(least))).unwrap_or(u32::MAX)
    }

    /// A time; a clock that has run below zero has nothing left, and nobody needs to be told.
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

/// The position behind `position`, `probe` or nothing: `startpos` or `fen ...`, then `moves ...`.
pub(crate) fn position(text: &str) -> (Option<String>, Vec<String>) {
    let mut words = text.split_ascii_whitespace();
    let setup: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let moves = words.map(str::to_owned).collect();
    let setup = match setup.split_first() {
        None | Some((&"startpos", _)) => None,
        Some((&"fen", fields)) => Some(fields.join(" ")),
        // A position without the word before it can mean nothing else.
        Some(_) => Some(setup.join(" ")),
    };
    (setup, moves)
}
