//! Rule options: size of the board, length of a winning line, and which lines win.

use game::{Message, OptionSpec, Options};

use crate::SIDE;

/// Which lines win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum WinRule {
    /// Lines of the full length or longer.
    #[default]
    Free,
    /// Lines of exactly the full length.
    Exact,
    /// Lines of the full length unless both ends are blocked, and all longer ones: the rule of Vietnamese schools.
    Vietnamese,
}

impl WinRule {
    const ALL: [WinRule; 3] = [WinRule::Free, WinRule::Exact, WinRule::Vietnamese];

    /// Name in options.
    pub const fn name(self) -> &'static str {
        match self {
            WinRule::Free => "free",
            WinRule::Exact => "exact",
            WinRule::Vietnamese => "vietnamese",
        }
    }
}

/// Rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Files and ranks of the board, 3 to 15.
    pub size: u8,
    /// Length of a winning line, 3 to 5 and no longer than the board.
    pub line: u8,
    /// Which lines win.
    pub win: WinRule,
    /// Vietnamese rule: true if the edge of the board blocks an end as a stone does.
    pub edge_blocks: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { size: SIDE as u8, line: 5, win: WinRule::Free, edge_blocks: false }
    }
}

/// The options; the first value of `size` is the largest.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "size",
        default: "15",
        values: &["15", "14", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3"],
    },
    OptionSpec { name: "line", default: "5", values: &["5", "4", "3"] },
    OptionSpec { name: "win", default: "free", values: &["free", "exact", "vietnamese"] },
    OptionSpec { name: "edge", default: "open", values: &["open", "blocks"] },
];

impl Rules {
    /// Parses options. On a board smaller than the line the line is as long as the board, so that 3 by 3 is
    /// tic-tac-toe.
    pub(crate) fn read(options: Options<'_>) -> Result<Self, Message> {
        let mut rules = Rules::default();
        for &(name, value) in options {
            let known = OPTIONS.iter().find(|option| option.name == name);
            let Some(known) = known else { return Err(Message::new("option_unknown").text("name", name)) };
            if !known.values.contains(&value) {
                return Err(Message::new("option_value").text("name", name).text("value", value));
            }
            match name {
                "size" => rules.size = value.parse().unwrap_or(rules.size),
                "line" => rules.line = value.parse().unwrap_or(rules.line),
                "win" => {
                    rules.win =
                        WinRule::ALL.into_iter().find(|rule| rule.name() == value).unwrap_or_default();
                }
                _ => rules.edge_blocks = value == "blocks",
            }
        }
        rules.line = rules.line.min(rules.size);
        Ok(rules)
    }

    /// The rules as one word of a position's text: `5`, `5x`, `5v` or `5vb`.
    pub(crate) fn code(&self) -> String {
        let win = match (self.win, self.edge_blocks) {
            (WinRule::Free, _) => "",
            (WinRule::Exact, _) => "x",
            (WinRule::Vietnamese, false) => "v",
            (WinRule::Vietnamese, true) => "vb",
        };
        format!("{}{win}", self.line)
    }

    /// Parses the word of [`Rules::code`], for a board of this size.
    pub(crate) fn of_code(code: &str, size: u8) -> Option<Self> {
        let line = code.get(..1)?.parse().ok().filter(|line| (3..=5.min(size)).contains(line))?;
        let (win, edge_blocks) = match &code[1..] {
            "" => (WinRule::Free, false),
            "x" => (WinRule::Exact, false),
            "v" => (WinRule::Vietnamese, false),
            "vb" => (WinRule::Vietnamese, true),
            _ => return None,
        };
        Some(Rules { size, line, win, edge_blocks })
    }

    /// Returns true if a line of this length wins, given whether its two ends are blocked.
    pub(crate) fn wins(&self, length: usize, blocked: [bool; 2]) -> bool {
        let line = usize::from(self.line);
        match self.win {
            WinRule::Free => length >= line,
            WinRule::Exact => length == line,
            WinRule::Vietnamese => length > line || (length == line && blocked != [true, true]),
        }
    }
}
