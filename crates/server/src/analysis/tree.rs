//! Reads record files as variation trees for the analysis board, and writes trees as files.

use std::ops::ControlFlow;

use game::Message;
use table::{
    GameResult, Notation, ReadGame, ReadLimits, ReadOptions, Record, RecordFormat, StopCheck,
    common_notation, games, read_file,
};

use crate::jobs::start_of;
use crate::new_game::rulebook;
use crate::wire::{
    MessageOut, Ply, TreeFile, TreeFileGame, TreeFileQuery, TreeNode, TreeView, TreeWriteQuery, count,
};

/// Maximum number of moves in one tree.
const MAX_NODES: usize = 4000;
/// Maximum number of reported faults.
const MAX_FAULTS: usize = 20;

/// Reads the games of a file, one of them as a tree; reading ends early when `stop` returns true.
pub fn read(bytes: &[u8], asked: &TreeFileQuery, stop: StopCheck<'_>) -> Result<TreeFile, Message> {
    let wanted = asked.index.unwrap_or(0) as usize;
    let mut games = Vec::new();
    let mut chosen: Option<ReadGame> = None;
    let ask = ReadOptions {
        game: asked.game.as_deref().filter(|name| games::by_name(name).is_some()),
        notation: asked.notation.as_deref().and_then(Notation::named),
        bounds: ReadLimits::PUBLIC,
    };
    read_file(bytes, &ask, stop, &mut |game| {
        games.push(row(game.record.as_ref()));
        // If the file has fewer games than the requested index, the last one is chosen.
        if games.len() <= wanted + 1 {
            chosen = Some(game);
        }
        ControlFlow::Continue(())
    });
    let chosen = chosen.ok_or_else(|| Message::new("convert_no_games"))?;
    let holds = chosen.record.moves() > 0 || chosen.record.setup().is_some();
    if let (false, Some(why)) = (holds, chosen.errors.first()) {
        return Err(why.clone());
    }
    Ok(TreeFile {
        at: count(wanted.min(games.len().saturating_sub(1))),
        games,
        faults: chosen.errors.iter().take(MAX_FAULTS).map(MessageOut::from).collect(),
        tree: tree(chosen.record.as_ref()),
    })
}

/// Writes a tree in the requested format. Its text is PGN in coordinates; unreadable input is refused, not dropped.
pub fn write(
    text: &[u8],
    asked: &TreeWriteQuery,
    stop: StopCheck<'_>,
) -> Result<(Vec<u8>, RecordFormat), Message> {
    let book = rulebook(&asked.game)?;
    let name = asked.format.as_deref().unwrap_or("pgn");
    let form = RecordFormat::named(name).ok_or_else(|| Message::new("record_format").text("format", name))?;
    let wanted = asked.notation.as_deref().and_then(Notation::named);
    let notation = wanted.filter(|wanted| book.notations().contains(wanted));
    let ask =
        ReadOptions { game: Some(&asked.game), notation: Some(Notation::Uci), bounds: ReadLimits::PUBLIC };
    let mut found: Option<ReadGame> = None;
    read_file(text, &ask, stop, &mut |game| {
        found = Some(game);
        ControlFlow::Break(())
    });
    // A partial result would lose the end of the game.
    if stop() {
        return Err(Message::new("analysis_too_long"));
    }
    let found = found.ok_or_else(|| Message::new("convert_no_games"))?;
    match found.errors.into_iter().next() {
        Some(why) => Err(why),
        None => Ok((found.record.write_file(form, notation.unwrap_or_else(|| common_notation(book)))?, form)),
    }
}

fn result(ending: GameResult) -> String {
    ending.word().to_owned()
}

fn row(record: &dyn Record) -> TreeFileGame {
    let tag = |names: &[&str]| {
        names.iter().find_map(|name| record.tag(name)).map_or_else(String::new, str::to_owned)
    };
    TreeFileGame {
        game: record.spec().name.to_owned(),
        first: tag(&["White", "Red"]),
        second: tag(&["Black"]),
        event: tag(&["Event"]),
        date: tag(&["Date"]),
        result: result(record.ending()),
        moves: count(record.moves()),
    }
}

fn tree(record: &dyn Record) -> TreeView {
    let mut study = record.study();
    while study.pop() {}
    let start = start_of(study.as_ref());
    let mut nodes: Vec<TreeNode> = Vec::new();
    // Number of plies that lead to each node, itself included.
    let mut depths: Vec<usize> = Vec::new();
    for node in record.nodes(Notation::Uci, MAX_NODES) {
        let before = node.after.and_then(|after| depths.get(after)).copied().unwrap_or(0);
        while study.ply() > before && study.pop() {}
        // The file was read by the same rules. Should they differ here, the rest of the branch is dropped.
        if study.play(&node.mv, Notation::Uci).is_err() {
            break;
        }
        let Some(ply) = study.plies(before).into_iter().next() else { break };
        depths.push(before + 1);
        nodes.push(TreeNode {
            after: node.after.map(count),
            ply: Ply::of(ply),
            comment: node.comment,
            glyphs: node.glyphs,
            marks: node.marks,
        });
    }
    TreeView {
        game: record.spec().name.to_owned(),
        tags: record.tags().iter().map(|(name, value)| [name.clone(), value.clone()]).collect(),
        result: result(record.ending()),
        set_up: record.setup().is_some(),
        start,
        comment: record.preface(),
        marks: record.root_marks(),
        more: record.moves() > nodes.len(),
        nodes,
    }
}
