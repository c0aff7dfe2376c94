//! Player specifications: a built-in engine, or an external engine with its options.

use std::str::FromStr;

use table::{EngineResources, EngineSpec, Message, Notation};

use crate::query;
use crate::time_control::TimeControl;

/// Specification of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// Name in tables and records.
    pub name: String,
    /// Kind of the player.
    pub kind: PlayerKind,
    /// Time control of its own.
    pub time_control: Option<TimeControl>,
}

/// Kind of a player.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerKind {
    /// A built-in engine.
    BuiltIn(EngineSpec, EngineResources),
    /// An external engine.
    External(ExternalSpec),
    /// The strongest engine with the hidden pieces revealed, an upper bound of strength. Only the arena offers it.
    Omniscient(EngineResources),
}

/// Protocol of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Universal Chess Interface and its variants.
    Uci,
    /// Universal Chinese Chess Protocol.
    Ucci,
    /// XBoard/WinBoard protocol, version 2.
    Xboard,
}

/// An external engine and its settings.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalSpec {
    /// Protocol.
    pub protocol: Protocol,
    /// Path of the program, or its name in the search path.
    pub program: String,
    /// Command-line arguments.
    pub arguments: Vec<String>,
    /// Engine options in order.
    pub options: Vec<(String, String)>,
    /// Coordinates of the engine: xiangqi ranks from 1, or from 0 as in our own.
    pub notation: Notation,
}

impl FromStr for PlayerSpec {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let (head, pairs) = query::split(text);
        let external_engine =
            [("uci:", Protocol::Uci), ("ucci:", Protocol::Ucci), ("xboard:", Protocol::Xboard)]
                .into_iter()
                .find_map(|(prefix, protocol)| Some((protocol, head.strip_prefix(prefix)?)));
        match external_engine {
            Some((protocol, program)) => external(protocol, program, pairs),
            None => built_in(head, pairs),
        }
    }
}

fn wrong(name: &str, value: &str) -> Message {
    Message::new("arena_option").text("name", name).text("value", value)
}

fn external(protocol: Protocol, program: &str, pairs: Vec<(String, String)>) -> Result<PlayerSpec, Message> {
    if program.is_empty() {
        return Err(Message::new("arena_program_missing"));
    }
    let has_variant = pairs.iter().any(|(key, _)| key.eq_ignore_ascii_case("UCI_Variant"));
    let mut spec = ExternalSpec {
        protocol,
        program: program.to_owned(),
        arguments: Vec::new(),
        options: Vec::new(),
        // Engines with several variants count ranks from 1, pure xiangqi engines from 0.
        notation: if has_variant { Notation::Uci1 } else { Notation::Uci },
    };
    let base = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let (mut name, mut time_control) = (base.to_owned(), None);
    for (key, value) in pairs {
        match key.as_str() {
            "name" => name = value,
            "tc" => time_control = Some(value.parse()?),
            "args" => spec.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "ranks" => {
                spec.notation = match value.as_str() {
                    "1" => Notation::Uci1,
                    "0" => Notation::Uci,
                    _ => return Err(wrong("ranks", &value)),
                }
            }
            _ => spec.options.push((key, value)),
        }
    }
    Ok(PlayerSpec { name: clean_name(&name), kind: PlayerKind::External(spec), time_control })
}

fn built_in(head: &str, pairs: Vec<(String, String)>) -> Result<PlayerSpec, Message> {
    let spec: EngineSpec = head.parse()?;
    let mut resources = EngineResources::default();
    let (mut name, mut time_control) = (spec.to_string(), None);
    for (key, value) in pairs {
        let number =
            || value.parse::<usize>().ok().filter(|&number| number > 0).ok_or_else(|| wrong(&key, &value));
        match key.as_str() {
            "name" => name = value,
            "tc" => time_control = Some(value.parse()?),
            "hash" => resources.hash = number()?,
            "threads" => resources.threads = number()?,
            _ => return Err(Message::new("arena_option_unknown").text("name", key)),
        }
    }
    let kind = if spec.name == "omniscient" {
        spec.allow(&[])?;
        PlayerKind::Omniscient(resources)
    } else {
        PlayerKind::BuiltIn(spec, resources)
    };
    Ok(PlayerSpec { name: clean_name(&name), kind, time_control })
}

/// Removes control characters, which would break a line of a record.
fn clean_name(name: &str) -> String {
    name.chars().filter(|character| !character.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_external_engine_is_read_with_its_options() {
        let spec: PlayerSpec = "uci:/usr/games/fairy-stockfish?UCI_Variant=xiangqi&Hash=64&tc=nodes=9"
            .parse()
            .expect("well formed");
        assert_eq!(spec.name, "fairy-stockfish");
        assert_eq!(spec.time_control.and_then(|time_control| time_control.nodes), Some(9));
        let PlayerKind::External(engine) = spec.kind else { panic!("not an engine") };
        assert_eq!((engine.protocol, engine.notation), (Protocol::Uci, Notation::Uci1));
        assert_eq!(engine.options.len(), 2);
    }

    #[test]
    fn ranks_and_arguments_can_be_chosen() {
        let spec: PlayerSpec =
            "xboard:hoixiangqi?name=Hoi&args=--xboard -x&ranks=1".parse().expect("well formed");
        assert_eq!(spec.name, "Hoi");
        let PlayerKind::External(engine) = spec.kind else { panic!("not an engine") };
        assert_eq!(engine.arguments, ["--xboard", "-x"]);
        assert_eq!(engine.notation, Notation::Uci1);
    }

    #[test]
    fn a_built_in_engine_is_read_with_hash_and_threads() {
        let spec: PlayerSpec = "alphabeta:depth=4?hash=64&threads=2&name=ab".parse().expect("well formed");
        assert_eq!(spec.name, "ab");
        let PlayerKind::BuiltIn(engine, resources) = spec.kind else { panic!("not a built-in engine") };
        assert_eq!(engine.get("depth"), Some("4"));
        assert_eq!((resources.hash, resources.threads), (64, 2));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let code = |text: &str| text.parse::<PlayerSpec>().expect_err(text).code;
        assert_eq!(code("uci:"), "arena_program_missing");
        assert_eq!(code("uci:x?ranks=2"), "arena_option");
        assert_eq!(code("champion?hash=0"), "arena_option");
        assert_eq!(code("champion?speed=2"), "arena_option_unknown");
        assert_eq!(code("champion?tc=soon"), "arena_tempo");
    }
}
