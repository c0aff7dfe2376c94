//! Compact encoding of a recording, column by column, little-endian: a browser reads the columns as typed arrays without
//! parsing.
//!
//! `KYLB`, version (u32), number of rows (u32), number of sparse entries (u32), number of edges (u32), number of
//! simulations (u32), number of bytes of text (u32). Then the columns, each padded to 4 bytes:
//!
//! - of the rows: alpha, beta, value (i16), text, moves, searched (u16), level, depth, kind and flags (u8);
//! - sparse entries (u32 each): row, field, value, for what few rows have;
//! - edges: parent (u32), prior (f32), text (u16); simulations: edge (u32), value (f32);
//! - the texts of moves, separated by line feeds.
//!
//! Kind and flags: bits 0-2 the kind, bits 3-4 the search of PVS (0 full, 1 scout, 2 second search), bit 5 a beam's probe.

use search::plain::{NO_NODE, NodeRow, Pass, Recording};

/// First bytes of the encoding.
const MAGIC: &[u8; 4] = b"KYLB";
const VERSION: u32 = 1;
/// Fields of sparse entries: positions below a node that were not kept, the node a table hit is known from, and the weight
/// of a chance outcome.
const HIDDEN: u32 = 0;
const KNOWN: u32 = 1;
const WEIGHT: u32 = 2;

/// Encodes the rows, the growth and the texts of a recording. Counts are not part of it.
pub fn encode(recording: &Recording) -> Vec<u8> {
    let rows = &recording.nodes;
    let sparse = sparse(rows);
    let growth = recording.growth.clone().unwrap_or_default();
    let texts = recording.texts.join("\n");
    let mut out = Vec::with_capacity(28 + rows.len() * 16 + sparse.len() * 12 + growth.edges.len() * 10);
    out.extend_from_slice(MAGIC);
    for count in [
        VERSION as usize,
        rows.len(),
        sparse.len(),
        growth.edges.len(),
        growth.simulations.len(),
        texts.len(),
    ] {
        out.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
    }
    column(&mut out, rows.iter().map(|row| row.alpha.to_le_bytes()));
    column(&mut out, rows.iter().map(|row| row.beta.to_le_bytes()));
    column(&mut out, rows.iter().map(|row| row.value.to_le_bytes()));
    column(&mut out, rows.iter().map(|row| row.text.to_le_bytes()));
    column(&mut out, rows.iter().map(|row| row.moves.to_le_bytes()));
    column(&mut out, rows.iter().map(|row| row.searched.to_le_bytes()));
    column(&mut out, rows.iter().map(|row| [row.level]));
    column(&mut out, rows.iter().map(|row| [row.depth]));
    column(&mut out, rows.iter().map(|row| [flags(row)]));
    column(&mut out, sparse.iter().flatten().map(|number| number.to_le_bytes()));
    column(&mut out, growth.edges.iter().map(|edge| edge.parent.to_le_bytes()));
    column(&mut out, growth.edges.iter().map(|edge| edge.prior.to_le_bytes()));
    column(&mut out, growth.edges.iter().map(|edge| edge.text.to_le_bytes()));
    column(&mut out, growth.simulations.iter().map(|(edge, _)| edge.to_le_bytes()));
    column(&mut out, growth.simulations.iter().map(|(_, value)| value.to_le_bytes()));
    out.extend_from_slice(texts.as_bytes());
    out
}

fn flags(row: &NodeRow) -> u8 {
    let pass = match row.pass {
        Pass::Full => 0,
        Pass::Scout => 1,
        Pass::Research => 2,
    };
    row.kind as u8 | pass << 3 | u8::from(row.probe) << 5
}

/// Entries of what few rows have.
fn sparse(rows: &[NodeRow]) -> Vec<[u32; 3]> {
    // Positions counted below a row whose rows were kept; the rest is hidden.
    let mut kept: Vec<u32> = rows.iter().map(|row| u32::from(row.is_position())).collect();
    for (index, row) in rows.iter().enumerate().rev() {
        if row.parent != NO_NODE {
            kept[row.parent as usize] = kept[row.parent as usize].saturating_add(kept[index]);
        }
    }
    let mut entries = Vec::new();
    let mut hidden: Vec<u32> =
        rows.iter().zip(&kept).map(|(row, kept)| row.size.saturating_sub(*kept)).collect();
    // Only the lowest kept node has them as its own.
    let all = hidden.clone();
    for (index, row) in rows.iter().enumerate() {
        if row.parent != NO_NODE {
            let parent = &mut hidden[row.parent as usize];
            *parent = parent.saturating_sub(all[index]);
        }
    }
    for (index, row) in rows.iter().enumerate() {
        let index32 = index as u32;
        if hidden[index] > 0 {
            entries.push([index32, HIDDEN, hidden[index]]);
        }
        if row.known != NO_NODE {
            entries.push([index32, KNOWN, row.known]);
        }
        if row.weight != 1 {
            entries.push([index32, WEIGHT, row.weight.into()]);
        }
    }
    entries
}

/// Appends a column, padded to 4 bytes.
fn column<const N: usize>(out: &mut Vec<u8>, values: impl Iterator<Item = [u8; N]>) {
    values.for_each(|bytes| out.extend_from_slice(&bytes));
    out.resize(out.len().next_multiple_of(4), 0);
}

#[cfg(test)]
mod tests {
    use search::plain::NodeKind;

    use super::*;

    fn row(parent: u32, level: u8, size: u32) -> NodeRow {
        NodeRow {
            parent,
            size,
            known: NO_NODE,
            text: 7,
            moves: 3,
            searched: 2,
            weight: 1,
            alpha: -5,
            beta: 9,
            value: 4,
            level,
            depth: 2,
            kind: NodeKind::Cut,
            pass: Pass::Research,
            probe: false,
        }
    }

    #[test]
    fn every_column_is_at_its_place() {
        let mut nodes = vec![row(NO_NODE, 0, 14), row(0, 1, 9), row(1, 2, 8), row(0, 1, 4)];
        nodes.iter_mut().for_each(|row| row.pass = Pass::Full);
        nodes[3].known = 1;
        nodes[2].weight = 5;
        let texts = ["h2e2", "h9g7"].map(str::to_owned).to_vec();
        let recording = Recording { nodes, texts, ..Recording::default() };
        let bytes = encode(&recording);
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(&bytes[..4], MAGIC);
        assert_eq!(
            [number(4), number(8), number(12), number(16), number(20), number(24)],
            [1, 4, 5, 0, 0, 9]
        );
        assert_eq!(i16::from_le_bytes([bytes[28], bytes[29]]), -5);
        let columns = 28 + 6 * 8;
        assert_eq!(&bytes[columns..columns + 4], [0, 1, 2, 1], "levels");
        assert_eq!(bytes[columns + 8], NodeKind::Cut as u8);
        let entries: Vec<u32> = (0..15).map(|place| number(columns + 12 + 4 * place)).collect();
        // The root has 14 positions: 9 and 4 below its children, and one that was not kept.
        assert_eq!(entries, [0, HIDDEN, 1, 2, HIDDEN, 7, 2, WEIGHT, 5, 3, HIDDEN, 3, 3, KNOWN, 1]);
        assert_eq!(&bytes[columns + 12 + 60..], b"h2e2\nh9g7");
    }
}
