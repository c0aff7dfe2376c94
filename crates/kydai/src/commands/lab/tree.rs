//! Tree of a recorded search as indented text, with the reason at each node.

use table::{Message, NO_NODE, NodeKind, NodeRow, Pass, Recording};

use crate::output::Output;

/// Values as large as these are bounds of the full window.
const INFINITE: i16 = 32_000;

/// Last iteration of a recording, down to a level.
pub fn text(recording: &Recording, levels: u8, output: &Output) -> String {
    let rows = &recording.nodes;
    let last = rows.iter().rposition(|row| row.parent == NO_NODE).unwrap_or(0);
    // Last child of each node: the one that made a cut.
    let mut last_child = vec![None; rows.len()];
    for (index, row) in rows.iter().enumerate() {
        if row.parent != NO_NODE {
            last_child[row.parent as usize] = Some(index);
        }
    }
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate().skip(last).filter(|(_, row)| row.level <= levels) {
        let name = match row.parent {
            NO_NODE => "·",
            _ => recording.texts.get(usize::from(row.text)).map_or("", String::as_str),
        };
        let by = last_child[index].and_then(|child| recording.texts.get(usize::from(rows[child].text)));
        let reason = output.render(&reason(row, by.map_or("", String::as_str)));
        let pass = match row.pass {
            Pass::Full => String::new(),
            Pass::Scout => format!(" {}", output.word("lab_scout")),
            Pass::Research => format!(" {}", output.word("lab_second")),
        };
        let window = format!("[{}, {}]", bound(row.alpha), bound(row.beta));
        let indent = "  ".repeat(row.level.into());
        text.push_str(&format!("{indent}{name} {window} → {}{pass}  {reason}\n", bound(row.value)));
    }
    text
}

/// Score of a window or node in centipawns.
fn bound(raw: i16) -> String {
    if raw >= INFINITE {
        "+∞".to_owned()
    } else if raw <= -INFINITE {
        "−∞".to_owned()
    } else {
        raw.to_string()
    }
}

fn reason(row: &NodeRow, by: &str) -> Message {
    match row.kind {
        NodeKind::Stopped => Message::new("lab_stopped"),
        NodeKind::GameOver => Message::new("lab_over"),
        NodeKind::Evaluated => Message::new("lab_evaluated"),
        NodeKind::TableHit => Message::new("lab_known"),
        NodeKind::Chance => Message::new("lab_chance"),
        NodeKind::All => Message::new("lab_all").number("moves", row.moves),
        NodeKind::Cut => Message::new("lab_cut")
            .text("move", by)
            .text("value", bound(row.value))
            .text("beta", bound(row.beta))
            .number("left", row.moves - row.searched.min(row.moves))
            .number("moves", row.moves),
    }
}
