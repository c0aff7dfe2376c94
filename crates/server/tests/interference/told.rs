//! What an observer was told, without what differs in any two games; and ways to leak, planted in it.

use serde_json::{Value, json};

/// One frame of a socket, or one answer of REST with what was asked.
pub struct Told {
    pub asked: String,
    pub text: String,
}

/// Ways in which a server could give a secret away.
#[derive(Debug, Clone, Copy)]
pub enum Leak {
    /// The last ply of a view names a piece that lies face down.
    Ply,
    /// The legal moves come in an order that depends on one.
    Order,
    /// A hint is chosen with the deal in sight.
    Hint,
    /// The position of an exported game shows one.
    Record,
    /// The list of games carries it.
    List,
    /// An answer is longer by it, in blanks.
    Length,
    /// A refusal's number depends on it.
    Status,
}

pub const LEAKS: [Leak; 7] =
    [Leak::Ply, Leak::Order, Leak::Hint, Leak::Record, Leak::List, Leak::Length, Leak::Status];

impl Leak {
    /// What would have been told by a server with this leak; `secret` is a piece the observer has not seen.
    fn tell(self, one: &Told, secret: char) -> Told {
        let mut asked = one.asked.clone();
        let mut text = one.text.clone();
        let frame = asked.is_empty();
        match self {
            Leak::Ply if frame => {
                text = changed(&text, |said| {
                    if let Some(ply) = said.pointer_mut("/plies").and_then(Value::as_array_mut)
                        && let Some(ply) = ply.last_mut()
                    {
                        ply["taken"] = json!(secret.to_string());
                    }
                });
            }
            Leak::Order if frame => {
                text = changed(&text, |said| {
                    if let Some(legal) = said.pointer_mut("/legal").and_then(Value::as_array_mut) {
                        let by = secret as usize % legal.len().max(1);
                        legal.rotate_left(by);
                    }
                });
            }
            Leak::Hint if frame => {
                text = changed(&text, |said| {
                    if said["type"] == "hint" {
                        said["line"] = json!([secret.to_string()]);
                    }
                });
            }
            Leak::Record if asked.contains("format=fen") => {
                text = text.replacen(['x', 'X'], &secret.to_string(), 1);
            }
            Leak::List if asked.contains("/api/rooms ") => {
                text = changed(&text, |said| said["title"] = json!(secret.to_string()));
            }
            Leak::Length if asked.contains("format=txt") => text.push_str(&" ".repeat(secret as usize % 32)),
            Leak::Status if asked.contains("/deal ") => {
                asked.push_str(if secret.is_ascii_lowercase() ^ matches!(secret, 'p' | 'P') {
                    "403"
                } else {
                    "404"
                });
            }
            _ => {}
        }
        Told { asked, text }
    }
}

fn changed(text: &str, change: impl FnOnce(&mut Value)) -> String {
    serde_json::from_str(text).map_or_else(
        |_| text.to_owned(),
        |mut said: Value| {
            change(&mut said);
            said.to_string()
        },
    )
}

/// What counts of all that was told: the same view twice is one.
pub fn counts(told: &[Told], room: &str, leak: Option<(Leak, char)>) -> Vec<String> {
    let one = |told: &Told| format!("{}{}", told.asked, settled(&told.text, room)).replace(room, "ROOM");
    let mut all: Vec<String> = match leak {
        Some((leak, secret)) => told.iter().map(|told| one(&leak.tell(told, secret))).collect(),
        None => told.iter().map(one).collect(),
    };
    all.dedup();
    all
}

/// What is different in any two games: names of rooms, times, and the promise itself.
fn settled(text: &str, room: &str) -> String {
    fn settle(value: &mut Value) {
        const LOOSE: [&str; 10] = [
            "now",
            "since",
            "ms",
            "created_at",
            "touched_at",
            "commitment",
            "nonces",
            "id",
            "left_ms",
            "nps",
        ];
        match value {
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut() {
                    if LOOSE.contains(&name.as_str()) { *value = Value::Null } else { settle(value) }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(settle),
            _ => {}
        }
    }
    let text = text.replace(room, "ROOM");
    match serde_json::from_str::<Value>(&text) {
        Ok(mut value) => {
            settle(&mut value);
            value.to_string()
        }
        Err(_) => text,
    }
}
