//! Messages an observer received, normalized for comparison; and leaks to plant in them.

use serde_json::{Value, json};

/// One socket message, or one REST response with its request.
pub struct Observed {
    pub asked: String,
    pub text: String,
}

/// Ways in which a server could leak a hidden piece.
#[derive(Debug, Clone, Copy)]
pub enum Leak {
    /// The last ply of a view names a face-down piece.
    Ply,
    /// The order of the legal moves depends on it.
    Order,
    /// A hint uses the deal.
    Hint,
    /// The position of an exported game shows it.
    Record,
    /// The list of games contains it.
    List,
    /// The length of a response depends on it.
    Length,
    /// The status of a refusal depends on it.
    Status,
    /// A small board of the list of running games shows it.
    Watch,
}

pub const LEAKS: [Leak; 8] =
    [Leak::Ply, Leak::Order, Leak::Hint, Leak::Record, Leak::List, Leak::Length, Leak::Status, Leak::Watch];

impl Leak {
    /// Message that a server with this leak would send; `secret` is a piece the observer has not seen.
    fn apply(self, one: &Observed, secret: char) -> Observed {
        let mut asked = one.asked.clone();
        let mut text = one.text.clone();
        let frame = asked.is_empty();
        match self {
            Leak::Ply if frame => {
                text = changed(&text, |message| {
                    if let Some(ply) = message.pointer_mut("/plies").and_then(Value::as_array_mut)
                        && let Some(ply) = ply.last_mut()
                    {
                        ply["taken"] = json!(secret.to_string());
                    }
                });
            }
            Leak::Order if frame => {
                text = changed(&text, |message| {
                    if let Some(legal) = message.pointer_mut("/legal").and_then(Value::as_array_mut) {
                        let by = secret as usize % legal.len().max(1);
                        legal.rotate_left(by);
                    }
                });
            }
            Leak::Hint if frame => {
                text = changed(&text, |message| {
                    if message["type"] == "hint" {
                        message["line"] = json!([secret.to_string()]);
                    }
                });
            }
            Leak::Record if asked.contains("format=fen") => {
                text = text.replacen(['x', 'X'], &secret.to_string(), 1);
            }
            Leak::List if asked.contains("/api/rooms ") => {
                text = changed(&text, |message| message["title"] = json!(secret.to_string()));
            }
            Leak::Length if asked.contains("format=txt") => text.push_str(&" ".repeat(secret as usize % 32)),
            Leak::Status if asked.contains("/deal ") => {
                asked.push_str(if secret.is_ascii_lowercase() ^ matches!(secret, 'p' | 'P') {
                    "403"
                } else {
                    "404"
                });
            }
            Leak::Watch if asked.contains("/api/watch ") => {
                text = text.replacen(['x', 'X'], &secret.to_string(), 1);
            }
            _ => {}
        }
        Observed { asked, text }
    }
}

fn changed(text: &str, change: impl FnOnce(&mut Value)) -> String {
    serde_json::from_str(text).map_or_else(
        |_| text.to_owned(),
        |mut message: Value| {
            change(&mut message);
            message.to_string()
        },
    )
}

/// Normalized messages for comparison; repeated equal views count once.
pub fn normalize(observed: &[Observed], room: &str, leak: Option<(Leak, char)>) -> Vec<String> {
    let one = |one: &Observed| {
        format!("{}{}", one.asked, strip_variable_fields(&one.text, room)).replace(room, "ROOM")
    };
    let mut all: Vec<String> = match leak {
        Some((leak, secret)) => observed.iter().map(|message| one(&leak.apply(message, secret))).collect(),
        None => observed.iter().map(one).collect(),
    };
    all.dedup();
    all
}

/// Removes what differs between any two games: room names, times, and the commitment.
fn strip_variable_fields(text: &str, room: &str) -> String {
    fn strip(value: &mut Value) {
        const VARIABLE: [&str; 13] = [
            "watchers",
            "now",
            "since",
            "ms",
            "created_at",
            "touched_at",
            "commitment",
            "nonces",
            "id",
            "left_ms",
            "computed_ms",
            "clock_ms",
            "nps",
        ];
        match value {
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut() {
                    if VARIABLE.contains(&name.as_str()) { *value = Value::Null } else { strip(value) }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let text = text.replace(room, "ROOM");
    match serde_json::from_str::<Value>(&text) {
        Ok(mut value) => {
            strip(&mut value);
            value.to_string()
        }
        Err(_) => strip_record_times(&text),
    }
}

/// Removes the times of the moves from a record: comment lines of the plain text, `[%emt …]` and `[%clk …]` of PGN.
fn strip_record_times(text: &str) -> String {
    let mut lines: Vec<String> =
        text.split('\n').filter(|line| !line.starts_with("#   ")).map(str::to_owned).collect();
    for line in &mut lines {
        for mark in ["[%emt ", "[%clk "] {
            while let Some(from) = line.find(mark) {
                let Some(length) = line[from..].find(']') else { break };
                line.replace_range(from..=from + length, "");
            }
        }
    }
    // Line breaks depend on the lengths of the times.
    lines.join(" ")
}
