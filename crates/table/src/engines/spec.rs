//! Engine specifications, such as `alphabeta:depth=4,eval=square`.

use std::str::FromStr;

use game::Message;

use super::networks::LoadedNetwork;

/// Name and options of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Algorithm: `champion`, `alphabeta`, `mcts`.
    pub name: String,
    options: Vec<(String, String)>,
    /// Network of the option `net`, once it is loaded.
    pub(super) network: Option<LoadedNetwork>,
}

/// Resources an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineResources {
    /// Transposition table size in megabytes.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
}

impl Default for EngineResources {
    fn default() -> Self {
        EngineResources { hash: 16, threads: 1 }
    }
}

impl FromStr for EngineSpec {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name.trim().is_empty() {
            return Err(Message::new("engine_empty"));
        }
        let options = rest
            .split(',')
            .filter(|part| !part.trim().is_empty())
            .map(|part| match part.split_once('=') {
                Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
                None => Err(Message::new("engine_option_form").text("text", part)),
            })
            .collect::<Result<_, _>>()?;
        Ok(EngineSpec { name: name.trim().to_ascii_lowercase(), options, network: None })
    }
}

impl EngineSpec {
    /// The same engine with these options in addition; an option it already has is replaced.
    #[must_use]
    pub fn with(mut self, options: impl IntoIterator<Item = (String, String)>) -> Self {
        for (name, value) in options {
            self.options.retain(|(key, _)| *key != name);
            self.options.push((name, value));
        }
        self
    }

    /// Value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Parsed value of an option; a malformed one is an error.
    pub fn parse<T: FromStr>(&self, name: &str) -> Result<Option<T>, Message> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(Message::new("engine_option_number").text("name", name).text("value", text)),
        }
    }

    /// Returns an error for options not in this list.
    pub fn allow(&self, names: &[&str]) -> Result<(), Message> {
        match self.options.iter().find(|(key, _)| !names.contains(&key.as_str())) {
            Some((key, _)) => Err(Message::new("engine_option_unknown")
                .text("engine", &self.name)
                .text("name", key)
                .text("known", if names.is_empty() { "-".to_owned() } else { names.join(", ") })),
            None => Ok(()),
        }
    }

    /// Error for an unknown engine name.
    pub fn unknown(&self, known: &[&str]) -> Message {
        Message::new("engine_unknown").text("name", &self.name).text("known", known.join(", "))
    }
}

impl std::fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_specification_round_trips() {
        for text in ["champion", "alphabeta:depth=4,eval=square", "mcts:sims=5000"] {
            assert_eq!(text.parse::<EngineSpec>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn errors_are_reported() {
        let spec: EngineSpec = "alphabeta:depth=four".parse().expect("well formed");
        assert_eq!(spec.parse::<u32>("depth").expect_err("no number").code, "engine_option_number");
        assert_eq!(spec.allow(&["eval"]).expect_err("not allowed").code, "engine_option_unknown");
        assert_eq!("alphabeta:depth".parse::<EngineSpec>().expect_err("no value").code, "engine_option_form");
        assert_eq!(":x=1".parse::<EngineSpec>().expect_err("no name").code, "engine_empty");
    }
}
