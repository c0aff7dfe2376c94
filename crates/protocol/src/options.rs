//! Engine options: names in both dialects, bounds, and effects of setting them.

use std::str::FromStr;

use table::{EngineResources, EngineSpec, Limits, Message, Rulebook, load_network};

use crate::command::{UciDialect, number};

/// Option as declared in the handshake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDecl {
    /// Name.
    pub name: &'static str,
    /// Type, default and bounds.
    pub kind: OptionKind,
}

/// Type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// Boolean.
    Check(bool),
    /// Integer.
    Spin {
        /// Default.
        default: i64,
        /// Minimum.
        least: i64,
        /// Maximum.
        most: i64,
    },
    /// Choice among words.
    Combo {
        /// Default.
        default: String,
        /// Allowed words.
        values: Vec<String>,
    },
    /// Action without a value.
    Button,
    /// Text.
    Text(String),
}

/// Option identifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Id {
    Hash,
    Clear,
    Threads,
    Lines,
    Ponder,
    Overhead,
    Variant,
    Chess960,
    Chances,
    Analyse,
    Limit,
    Elo,
    Level,
    Engine,
    Eval,
    EvalFile,
    Rules,
    Seed,
    About,
    Millis,
    Batch,
    Resign,
    NewGame,
    /// Accepted for compatibility, without effect.
    Ignored,
}

/// Names in UCI and UCCI. An empty name is not declared in that dialect.
const NAMES: [(Id, &str, &str); 23] = [
    (Id::Variant, "UCI_Variant", ""),
    (Id::Hash, "Hash", "hashsize"),
    (Id::Clear, "Clear Hash", "clearhash"),
    (Id::Threads, "Threads", "threads"),
    (Id::Lines, "MultiPV", ""),
    (Id::Ponder, "Ponder", "ponder"),
    (Id::Overhead, "Move Overhead", "overhead"),
    (Id::Chess960, "UCI_Chess960", ""),
    (Id::Chances, "UCI_ShowWDL", ""),
    (Id::Analyse, "UCI_AnalyseMode", ""),
    (Id::Limit, "UCI_LimitStrength", "limitstrength"),
    (Id::Elo, "UCI_Elo", "elo"),
    (Id::Level, "Level", "level"),
    (Id::Engine, "Brain", "brain"),
    (Id::Eval, "Eval", "eval"),
    (Id::EvalFile, "EvalFile", "evalfile"),
    (Id::Rules, "Rules", "rules"),
    (Id::Seed, "Seed", "seed"),
    (Id::About, "UCI_EngineAbout", ""),
    (Id::Millis, "", "usemillisec"),
    (Id::Batch, "", "batch"),
    (Id::Resign, "", "resign"),
    (Id::NewGame, "", "newgame"),
];

/// Options that interfaces set without asking; ignored.
const IGNORED: [&str; 16] = [
    "debug",
    "usebook",
    "useegtb",
    "bookfiles",
    "egtbpaths",
    "evalapi",
    "idle",
    "pruning",
    "knowledge",
    "selectivity",
    "randomness",
    "style",
    "promotion",
    "uci_opponent",
    "ownbook",
    "uci_showcurrline",
];

/// Level of full strength.
const FULL_LEVEL: i64 = 8;
/// Maximum number of threads: more is taken for a typing error.
const MOST_THREADS: i64 = 256;

/// Effect of setting an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Nothing,
    /// The engine must be recreated.
    RecreateEngine,
    /// The engine must clear its learned state.
    ClearEngine,
    /// The game or its rules changed: the position is reset.
    ResetPosition,
}

/// Option values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
    /// `None` until it is set: then it depends on the time there is.
    pub overhead: Option<u64>,
    pub variant: &'static str,
    pub chess960: bool,
    pub chances: bool,
    pub analyse: bool,
    pub limit: bool,
    /// `None` means the highest rating of the game.
    pub elo: Option<i64>,
    pub level: i64,
    pub engine: String,
    /// Evaluation of the champion: `network` or `classic`; empty for the game's default.
    pub eval: String,
    /// Network file; empty for the embedded network.
    pub eval_file: String,
    pub rules: String,
    pub seed: u64,
    pub millis: bool,
    pub batch: bool,
    pub resign: bool,
}

/// Move overhead that is not set, in milliseconds, where there is time enough.
const MOST_DEFAULT_OVERHEAD: u64 = 10;
/// Share of the time that the overhead takes at most while it is not set: a fiftieth.
const DEFAULT_OVERHEAD_SHARE: u64 = 50;

impl Settings {
    /// Move overhead for a move with this time, or with this much time left, in milliseconds. As long as it is not set, a
    /// short time is not spent on it.
    pub fn overhead(&self, time: Option<u64>) -> u64 {
        let default = || {
            time.map_or(MOST_DEFAULT_OVERHEAD, |time| {
                (time / DEFAULT_OVERHEAD_SHARE).clamp(1, MOST_DEFAULT_OVERHEAD)
            })
        };
        self.overhead.unwrap_or_else(default)
    }

    pub fn new(variant: &'static str) -> Self {
        Settings {
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: None,
            variant,
            chess960: false,
            chances: false,
            analyse: false,
            limit: false,
            elo: None,
            level: FULL_LEVEL,
            engine: String::new(),
            eval: String::new(),
            eval_file: String::new(),
            rules: String::new(),
            seed: 0,
            millis: false,
            batch: false,
            resign: false,
        }
    }

    /// Resources of the engine.
    pub fn resources(&self) -> EngineResources {
        EngineResources { hash: self.hash, threads: self.threads }
    }

    /// Engine specification for a game.
    pub fn spec(&self, book: &dyn Rulebook) -> String {
        if !self.engine.is_empty() {
            return self.engine.clone();
        }
        let default = default_engine(book);
        // Analysis mode ignores the strength limits.
        if default != "champion" {
            return default.to_owned();
        }
        if self.analyse {
            return self.full_strength();
        }
        if let Some((least, most)) = elo_range(book).filter(|_| self.limit) {
            // Clamped: the value may have been set for another game with another range.
            format!("champion:elo={}", self.elo.unwrap_or(most).clamp(least, most))
        } else if self.level < FULL_LEVEL {
            format!("champion:level={}", self.level)
        } else {
            self.full_strength()
        }
    }

    /// Specification of the champion at full strength with the chosen evaluation.
    fn full_strength(&self) -> String {
        match (self.eval.as_str(), self.eval_file.as_str()) {
            ("classic", _) => "champion:eval=classic".to_owned(),
            (_, file) if !file.is_empty() => format!("champion:net={file}"),
            ("", _) => "champion".to_owned(),
            (eval, _) => format!("champion:eval={eval}"),
        }
    }

    /// Rule options for a game.
    pub fn rules(&self, book: &dyn Rulebook) -> Vec<(String, String)> {
        let mut rules: Vec<(String, String)> = pairs(&self.rules);
        if self.chess960 && book.spec().options.iter().any(|option| option.name == "chess960") {
            rules.push(("chess960".to_owned(), "true".to_owned()));
        }
        rules
    }

    /// Type of an option with its initial value as default; `None` if it is not offered.
    fn kind(&self, id: Id, context: &OptionContext<'_>) -> Option<OptionKind> {
        let fresh = Settings::new(self.variant);
        let spin = |default: i64, least: i64, most: i64| Some(OptionKind::Spin { default, least, most });
        match id {
            Id::Hash => spin(fresh.hash as i64, 1, most_hash()),
            Id::Threads => spin(1, 1, MOST_THREADS),
            Id::Lines => spin(1, 1, 256),
            Id::Overhead => spin(MOST_DEFAULT_OVERHEAD as i64, 0, 5000),
            Id::Seed => spin(0, 0, i64::from(u32::MAX)),
            Id::Level => context.has_levels().then(|| spin(FULL_LEVEL, 1, FULL_LEVEL)).flatten(),
            Id::Elo => context.elo_range().and_then(|(least, most)| spin(most, least, most)),
            Id::Limit => context.has_levels().then_some(OptionKind::Check(false)),
            Id::Variant => context.games.split_first().filter(|(_, others)| !others.is_empty()).map(|_| {
                OptionKind::Combo {
                    default: self.variant.to_owned(),
                    values: context.games.iter().map(|book| book.spec().name.to_owned()).collect(),
                }
            }),
            Id::Chess960 => {
                let shuffles =
                    |book: &&dyn Rulebook| book.spec().options.iter().any(|option| option.name == "chess960");
                context.games.iter().any(shuffles).then_some(OptionKind::Check(false))
            }
            Id::Ponder | Id::Chances | Id::Analyse | Id::Millis | Id::Batch | Id::Resign => {
                Some(OptionKind::Check(false))
            }
            Id::Clear | Id::NewGame => Some(OptionKind::Button),
            Id::Eval => Some(OptionKind::Combo {
                default: if context.book.uses_network() { "network" } else { "classic" }.to_owned(),
                values: ["network", "classic"].map(str::to_owned).into(),
            }),
            Id::Engine | Id::EvalFile | Id::Rules => Some(OptionKind::Text(String::new())),
            Id::About => Some(OptionKind::Text(about())),
            Id::Ignored => None,
        }
    }

    /// All options of a handshake.
    pub fn declared(&self, dialect: UciDialect, context: &OptionContext<'_>) -> Vec<OptionDecl> {
        let name = |&(id, uci, ucci): &(Id, &'static str, &'static str)| match dialect {
            UciDialect::Uci => (id, uci),
            UciDialect::Ucci => (id, ucci),
        };
        let offered = NAMES.iter().map(name).filter(|(_, name)| !name.is_empty());
        offered.filter_map(|(id, name)| Some(OptionDecl { name, kind: self.kind(id, context)? })).collect()
    }

    /// Sets an option. An error changes nothing.
    pub fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        context: &OptionContext<'_>,
    ) -> Result<Effect, Message> {
        let id = find(name).ok_or_else(|| Message::new("uci_option_unknown").text("name", name))?;
        let value = value.unwrap_or_default();
        let setting = Setting { name, value };
        if name.eq_ignore_ascii_case("Skill Level") {
            // Stockfish's Skill Level ranges from 0 to 20.
            self.level = 1 + setting.spin(0, 20)? * (FULL_LEVEL - 1) / 20;
            return Ok(Effect::RecreateEngine);
        }
        let Some(kind) = self.kind(id, context) else {
            return if id == Id::Ignored {
                Ok(Effect::Nothing)
            } else {
                Err(Message::new("uci_option_unknown").text("name", name))
            };
        };
        let spin = || match kind {
            OptionKind::Spin { least, most, .. } => setting.spin(least, most),
            _ => Err(setting.wrong()),
        };
        match id {
            Id::Hash => self.hash = usize::try_from(spin()?).unwrap_or(1),
            Id::Threads => self.threads = usize::try_from(spin()?).unwrap_or(1),
            Id::Lines => self.lines = usize::try_from(spin()?).unwrap_or(1),
            Id::Overhead => self.overhead = Some(spin()?.unsigned_abs()),
            Id::Seed => self.seed = spin()?.unsigned_abs(),
            Id::Level => self.level = spin()?,
            Id::Elo => self.elo = Some(spin()?),
            Id::Limit => self.limit = setting.check()?,
            Id::Chess960 => self.chess960 = setting.check()?,
            Id::Chances => self.chances = setting.check()?,
            Id::Analyse => self.analyse = setting.check()?,
            Id::Millis => self.millis = setting.check()?,
            Id::Batch => self.batch = setting.check()?,
            Id::Resign => self.resign = setting.check()?,
            // The interface decides when to ponder; nothing to do.
            Id::Ponder => drop(setting.check()?),
            Id::Engine => {
                let value = if value == "<empty>" { "" } else { value };
                if !value.is_empty() {
                    context.engine(value)?;
                }
                value.clone_into(&mut self.engine);
            }
            Id::Eval => {
                let chosen =
                    ["network", "classic"].into_iter().find(|known| value.eq_ignore_ascii_case(known));
                let chosen = chosen.ok_or_else(|| setting.wrong())?;
                context.engine(&format!("champion:eval={chosen}")).or_else(|why| {
                    // A network file also works where the program has no embedded network.
                    if self.eval_file.is_empty() { Err(why) } else { Ok(()) }
                })?;
                chosen.clone_into(&mut self.eval);
            }
            Id::EvalFile => {
                let value = if value == "<empty>" { "" } else { value };
                if !value.is_empty() {
                    engine_spec(&format!("champion:net={value}"), context.book)?;
                }
                value.clone_into(&mut self.eval_file);
            }
            Id::Rules => {
                let value = if value == "<empty>" { "" } else { value };
                let rules = pairs(value);
                let rules: Vec<(&str, &str)> =
                    rules.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                context.book.check_options(&rules)?;
                value.clone_into(&mut self.rules);
            }
            Id::Variant => {
                let known = context.games.iter().map(|book| book.spec());
                let found = known.into_iter().find(|spec| {
                    std::iter::once(&spec.name)
                        .chain(spec.aliases)
                        .any(|known| known.eq_ignore_ascii_case(value))
                });
                self.variant = found.ok_or_else(|| setting.wrong())?.name;
                // Rule options and networks belong to one game.
                self.rules.clear();
                self.eval.clear();
                self.eval_file.clear();
            }
            Id::Clear | Id::NewGame | Id::About | Id::Ignored => {}
        }
        Ok(match id {
            Id::Hash
            | Id::Threads
            | Id::Engine
            | Id::Eval
            | Id::EvalFile
            | Id::Level
            | Id::Elo
            | Id::Limit
            | Id::Analyse => Effect::RecreateEngine,
            Id::Clear | Id::NewGame => Effect::ClearEngine,
            Id::Variant | Id::Chess960 | Id::Rules => Effect::ResetPosition,
            _ => Effect::Nothing,
        })
    }
}

/// Games the options apply to.
pub(crate) struct OptionContext<'a> {
    /// Games that can be selected.
    pub games: &'a [&'static dyn Rulebook],
    /// Selected game.
    pub book: &'static dyn Rulebook,
}

impl OptionContext<'_> {
    /// Returns true if any of the games has levels.
    fn has_levels(&self) -> bool {
        self.games.iter().any(|book| !book.levels().is_empty())
    }

    /// Rating range of the selected game, else of the first that has one.
    fn elo_range(&self) -> Option<(i64, i64)> {
        elo_range(self.book).or_else(|| self.games.iter().find_map(|book| elo_range(*book)))
    }

    /// Checks that the selected game has this engine, by creating a small one.
    fn engine(&self, spec: &str) -> Result<(), Message> {
        let spec = engine_spec(spec, self.book)?;
        self.book.engine(&spec, EngineResources { hash: 1, threads: 1 }).map(drop)
    }
}

/// Engine specification of this text, with the network it names loaded.
pub fn engine_spec(text: &str, book: &dyn Rulebook) -> Result<EngineSpec, Message> {
    let mut spec = EngineSpec::from_str(text)?;
    load_network(&mut spec, book, |file| std::fs::read(file))?;
    Ok(spec)
}

/// Lowest and highest rating of a game's levels.
fn elo_range(book: &dyn Rulebook) -> Option<(i64, i64)> {
    let levels = book.levels();
    levels.first().zip(levels.last()).map(|(low, high)| (i64::from(low.elo), i64::from(high.elo)))
}

/// Default engine of a game: the strongest it has.
pub fn default_engine(book: &dyn Rulebook) -> &'static str {
    const BY_STRENGTH: [&str; 5] = ["champion", "alphabeta", "mcts", "greedy", "random"];
    let known = book.engines();
    BY_STRENGTH.into_iter().find(|name| known.contains(name)).or(known.first().copied()).unwrap_or("random")
}

/// Bounds an MCTS search that has only a depth limit, which MCTS does not use: 1000 nodes per ply.
pub fn bound_visits(spec: &EngineSpec, limits: Limits<String>) -> Limits<String> {
    const VISITS: u64 = 1000;
    let open = limits.nodes.is_none() && limits.time.is_none() && limits.clocks.is_none();
    let depth = limits.depth.filter(|_| open && spec.name == "mcts");
    Limits { nodes: depth.map(|depth| u64::from(depth) * VISITS).or(limits.nodes), ..limits }
}

/// Requested value of an option.
struct Setting<'a> {
    name: &'a str,
    value: &'a str,
}

impl Setting<'_> {
    fn wrong(&self) -> Message {
        Message::new("uci_option_value").text("name", self.name).text("value", self.value)
    }

    fn check(&self) -> Result<bool, Message> {
        match self.value.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err(self.wrong()),
        }
    }

    fn spin(&self, least: i64, most: i64) -> Result<i64, Message> {
        number(self.value).filter(|value| (least..=most).contains(value)).ok_or_else(|| {
            Message::new("uci_option_range")
                .text("name", self.name)
                .text("value", self.value)
                .number("least", least)
                .number("most", most)
        })
    }
}

/// Option of a name in either dialect, case-insensitive.
fn find(name: &str) -> Option<Id> {
    let same = |known: &str| !known.is_empty() && known.eq_ignore_ascii_case(name);
    let known = NAMES.iter().find(|(_, uci, ucci)| same(uci) || same(ucci)).map(|(id, ..)| *id);
    known
        .or_else(|| same("Skill Level").then_some(Id::Level))
        .or_else(|| IGNORED.contains(&name.to_ascii_lowercase().as_str()).then_some(Id::Ignored))
}

/// `name=value` pairs, separated by commas or spaces.
fn pairs(text: &str) -> Vec<(String, String)> {
    text.split([',', ' ', ';'])
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (name.trim().to_owned(), value.trim().to_owned())
        })
        .collect()
}

/// Maximum table size in megabytes: three quarters of the physical memory, if known.
fn most_hash() -> i64 {
    const UNKNOWN: i64 = 8192;
    let Ok(text) = std::fs::read_to_string("/proc/meminfo") else { return UNKNOWN };
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = total.and_then(|rest| rest.split_whitespace().next()).and_then(number);
    kilobytes.map_or(UNKNOWN, |kilobytes| (kilobytes / 1024 * 3 / 4).max(64))
}

/// Text of `UCI_EngineAbout`.
pub(crate) fn about() -> String {
    format!("Ky Dai {}: xiangqi, jieqi and chess; GPL-3.0-or-later", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_overhead_leaves_short_times_to_the_search() {
        let mut settings = Settings::new("chess");
        assert_eq!(settings.overhead(Some(100)), 2);
        assert_eq!(settings.overhead(Some(10)), 1);
        assert_eq!(settings.overhead(Some(60_000)), 10);
        assert_eq!(settings.overhead(None), 10);
        // What the user sets is kept, at any time.
        settings.overhead = Some(30);
        assert_eq!(settings.overhead(Some(100)), 30);
    }
}
