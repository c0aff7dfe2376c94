//! A player described by a line of text: a engine of the house, or an engine of others with its options.

use std::str::FromStr;

use table::{EngineSpec, Means, Message, Notation};

use crate::query;
use crate::tempo::Tempo;

/// A player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// What tables and records call it.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
    /// Its own time control, where it has one.
    pub tempo: Option<Tempo>,
}

/// What a player is.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerKind {
    /// A engine of the house.
    BuiltIn(EngineSpec, Means),
    /// A program of others.
    External(ExternalSpec),
    /// The champion, shown what is hidden: how far anybody could come. It plays nowhere but in the arena.
    Omniscient(Means),
}

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The universal chess interface and its relatives.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
    /// The protocol of XBoard and WinBoard, version 2.
    Xboard,
}

/// A program of others and how to speak to it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalSpec {
    /// Its language.
    pub protocol: Protocol,
    /// The program's file, or its name where the system looks for programs.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its own options, in their order.
    pub options: Vec<(String, String)>,
    /// The coordinates it writes: ranks from 1 at xiangqi, or the game's own.
    pub notation: Notation,
}

impl FromStr for PlayerSpec {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let (head, pairs) = query::split(text);
        let outside = [("uci:", Protocol::Uci), ("ucci:", Protocol::Ucci), ("xboard:", Protocol::Xboard)]
            .into_iter()
            .find_map(|(prefix, protocol)| Some((protocol, head.strip_prefix(prefix)?)));
        match outside {
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
        // Engines of many variants count ranks from 1, those of xiangqi alone from 0.
        notation: if has_variant { Notation::Uci1 } else { Notation::Uci },
    };
    let base = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let (mut name, mut tempo) = (base.to_owned(), None);
    for (key, value) in pairs {
        match key.as_str() {
            "name" => name = value,
            "tc" => tempo = Some(value.parse()?),
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
    Ok(PlayerSpec { name: tidy(&name), kind: PlayerKind::External(spec), tempo })
}

fn built_in(head: &str, pairs: Vec<(String, String)>) -> Result<PlayerSpec, Message> {
    let spec: EngineSpec = head.parse()?;
    let mut means = Means::default();
    let (mut name, mut tempo) = (spec.to_string(), None);
    for (key, value) in pairs {
        let number =
            || value.parse::<usize>().ok().filter(|&number| number > 0).ok_or_else(|| wrong(&key, &value));
        match key.as_str() {
            "name" => name = value,
            "tc" => tempo = Some(value.parse()?),
            "hash" => means.hash = number()?,
            "threads" => means.threads = number()?,
            _ => return Err(Message::new("arena_option_unknown").text("name", key)),
        }
    }
    let kind = if spec.name == "omniscient" {
        spec.allow(&[])?;
        PlayerKind::Omniscient(means)
    } else {
        PlayerKind::BuiltIn(spec, means)
    };
    Ok(PlayerSpec { name: tidy(&name), kind, tempo })
}

/// A name without what would break a line of a record.
fn tidy(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_read_with_its_options() {
        let spec: PlayerSpec = "uci:/usr/games/fairy-stockfish?UCI_Variant=xiangqi&Hash=64&tc=nodes=9"
            .parse()
            .expect("well formed");
        assert_eq!(spec.name, "fairy-stockfish");
        assert_eq!(spec.tempo.and_then(|tempo| tempo.nodes), Some(9));
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
    fn a_engine_is_read_with_its_means() {
        let spec: PlayerSpec = "alphabeta:depth=4?hash=64&threads=2&name=ab".parse().expect("well formed");
        assert_eq!(spec.name, "ab");
        let PlayerKind::BuiltIn(engine, means) = spec.kind else { panic!("not a brain") };
        assert_eq!(engine.get("depth"), Some("4"));
        assert_eq!((means.hash, means.threads), (64, 2));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let code = |text: &str| text.parse::<PlayerSpec>().expect_err(text).code;
        assert_eq!(code("uci:"), "arena_program_missing");
        assert_eq!(code("uci:x?ranks=2"), "arena_option");
        assert_eq!(code("champion?hash=0"), "arena_option");
        assert_eq!(code("champion?speed=2"), "arena_option_unknown");
        assert_eq!(code("champion?tc=soon"), "arena_tempo");
    }
}
