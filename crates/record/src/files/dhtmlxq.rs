//! DhtmlXQ, the bracketed text format of dpxq.com used in forums.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use game::{Game, Move, Side};

use crate::pgn::PgnFault;
use crate::raw_game::{ORDER, RawBoard, RawGame, RawMove, point};
use crate::tree::{GameResult, NodeId, Tree};

const MARK: &str = "[DhtmlXQ";

/// Piece squares of the start position.
const START: &str = "0919293949596979891777062646668600102030405060708012720323436383";

/// DhtmlXQ fields and the PGN tags they map to.
const FIELDS: [(&str, &str); 14] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Board"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("timerule", "TimeControl"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("ecco", "ECCO"),
];

/// Returns true if a text is in this format.
pub fn is_dhtmlxq(text: &str) -> bool {
    text.contains(MARK)
}

/// Reads the games of a text, one by one.
pub fn read(text: &str, most: usize) -> impl Iterator<Item = RawGame> + '_ {
    // Each game has one `binit` or at least one `movelist`; a second `ver` or `iFrame` begins the next game.
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(MARK)?;
        let body = &rest[start..];
        let next = ["[DhtmlXQiFrame]", "[DhtmlXQ]", "[DhtmlXQ_ver]"].iter().filter_map(|head| {
            // The header fields of a game come before its moves.
            let moves = body.find("[DhtmlXQ_movelist]")?;
            body[moves..].find(head).map(|at| moves + at)
        });
        let end = next.min().unwrap_or(body.len());
        rest = &body[end..];
        Some(game(&body[..end], most))
    })
}

/// Fields of one game: name and value. Values contain no field markers.
fn fields(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, tail) = rest.split_once("[DhtmlXQ_")?;
            let Some((name, body)) = tail.split_once(']') else {
                rest = "";
                continue;
            };
            // A value ends at its own closing mark, or at any other mark.
            let end = body.find("[/DhtmlXQ").or_else(|| body.find(MARK)).unwrap_or(body.len());
            rest = &body[end..];
            return Some((name, &body[..end]));
        }
    })
}

/// Square of a file and a row counted from Black's corner.
fn place(pair: &[u8]) -> Option<u8> {
    let &[file, row] = pair else { return None };
    point(file.wrapping_sub(b'0'), b'9'.checked_sub(row)?)
}

fn game(text: &str, most: usize) -> RawGame {
    let mut game = RawGame::default();
    let mut places = None;
    let mut main = "";
    let mut branches: BTreeMap<usize, (usize, usize, &str)> = BTreeMap::new();
    let mut comments: HashMap<(usize, usize), String> = HashMap::new();
    game.tag("Game", "Chinese Chess");
    for (name, value) in fields(text) {
        let value = value.trim();
        if let Some((_, tag)) = FIELDS.iter().find(|(field, _)| *field == name) {
            game.tag(tag, value);
        } else if let Some(numbers) = name.strip_prefix("comment") {
            let (branch, ply) = numbers.split_once('_').unwrap_or(("0", numbers));
            if let (Ok(branch), Ok(ply)) = (branch.parse(), ply.parse()) {
                comments.insert((branch, ply), value.replace("||", " "));
            }
        } else if let Some(numbers) = name.strip_prefix("move_") {
            let numbers: Vec<usize> = numbers.split('_').filter_map(|number| number.parse().ok()).collect();
            if let [parent, ply, branch] = numbers[..] {
                branches.insert(branch, (parent, ply, value));
            }
        } else {
            match name {
                "binit" if value.len() == 64 => places = Some(value),
                "movelist" => main = value,
                "fen" if game.setup.is_none() => game.setup = Some(value.to_owned()),
                "result" => game.ending = ending(value),
                _ => {}
            }
        }
    }
    let mut board = RawBoard::default();
    for (index, pair) in places.unwrap_or(START).as_bytes().chunks(2).enumerate().take(32) {
        let piece = ORDER[index % 16];
        board.put(place(pair), if index < 16 { piece } else { piece.to_ascii_lowercase() });
    }
    game.preface = comments.remove(&(0, 0)).unwrap_or_default();
    let mut lines: HashMap<usize, Line> = HashMap::new();
    let mut writer = LineWriter { game: &mut game, comments, most };
    lines.insert(0, writer.add(0, main, None, 1));
    // A branch may belong to one with a larger number; each round adds at least one or ends.
    let mut pending: Vec<(usize, (usize, usize, &str))> = branches.into_iter().collect();
    loop {
        let before = pending.len();
        pending.retain(|&(branch, (parent, ply, text))| {
            let Some(host) = lines.get(&parent) else { return true };
            let Some(after) = host.before(ply) else { return true };
            let line = writer.add(branch, text, after, ply).sharing(host);
            lines.insert(branch, line);
            false
        });
        if pending.is_empty() || pending.len() == before {
            break;
        }
    }
    if !pending.is_empty() {
        game.faults.push(PgnFault::StrayVariation);
    }
    // `binit` is the format's own field; a FEN counts only without it.
    if places.is_some() || game.setup.is_none() {
        let opener = game.moves.first().and_then(|mv| board.owner(mv.from));
        game.setup = Some(board.fen(opener.unwrap_or(Side::First)));
    }
    game
}

/// Location of a line's moves in the raw game.
struct Line {
    /// Ply of its first own move.
    first: usize,
    own: std::ops::Range<usize>,
    /// The move before its first own one.
    after: Option<usize>,
    /// Earlier plies, which belong to the parent lines.
    shared: Vec<Option<usize>>,
}

impl Line {
    /// Returns the move before a ply: `Some(None)` at the start, `None` beyond the line.
    fn before(&self, ply: usize) -> Option<Option<usize>> {
        if ply == self.first {
            return Some(self.after);
        }
        if ply > self.first {
            let index = self.own.start.checked_add(ply - self.first - 1)?;
            return self.own.contains(&index).then_some(Some(index));
        }
        self.shared.get(ply.checked_sub(1)?).copied()
    }

    /// Records the plies shared with the parent line.
    fn sharing(mut self, host: &Line) -> Line {
        self.shared = (1..self.first).map_while(|ply| host.before(ply)).collect();
        self
    }
}

/// Writes lines into the raw game.
struct LineWriter<'a> {
    game: &'a mut RawGame,
    /// Comments by branch and ply.
    comments: HashMap<(usize, usize), String>,
    /// Maximum number of moves.
    most: usize,
}

impl LineWriter<'_> {
    /// Adds the moves of a branch, which follow the move `before`; the first of them has the ply `first`.
    fn add(&mut self, branch: usize, text: &str, before: Option<usize>, first: usize) -> Line {
        let game = &mut *self.game;
        let (start, mut after) = (game.moves.len(), before);
        let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
        for (index, four) in digits.chunks_exact(4).enumerate() {
            if game.moves.len() > self.most {
                game.faults.push(PgnFault::TooLarge);
                break;
            }
            let (from, to) = (place(&four[..2]).unwrap_or(u8::MAX), place(&four[2..]).unwrap_or(u8::MAX));
            let comment = self.comments.remove(&(branch, first + index)).unwrap_or_default();
            game.moves.push(RawMove { after, from, to, comment });
            after = Some(game.moves.len() - 1);
        }
        Line { first, own: start..game.moves.len(), after: before, shared: Vec::new() }
    }
}

fn ending(word: &str) -> GameResult {
    if word.contains("和") {
        GameResult::Drawn
    } else if word.contains("红") && word.contains('胜') || word.contains("紅勝") || word.contains("黑负")
    {
        GameResult::Won(Side::First)
    } else if word.contains("黑") && word.contains('胜') || word.contains("黑勝") || word.contains("红负")
    {
        GameResult::Won(Side::Second)
    } else {
        GameResult::Unknown
    }
}

/// Writes a game on a 9x10 board without hidden pieces; `None` for any other game.
pub fn write<G: Game>(tree: &Tree<G>) -> Option<String> {
    let spec = G::spec();
    let picture = G::picture(tree.root());
    if (spec.files, spec.ranks) != (9, 10) || picture.pieces.iter().flatten().any(|piece| piece.face_down) {
        return None;
    }
    let square_text = |square: usize| format!("{}{}", square % 9, 9 - square / 9);
    let mut places = String::new();
    for side in Side::BOTH {
        let mut taken = vec![false; picture.pieces.len()];
        // Each side's pieces from its own left, in the order of the start position.
        for role in ORDER {
            let mut squares = (0..picture.pieces.len()).filter(|&square| !taken[square]);
            let fits = |square: &usize| {
                picture.pieces[*square].is_some_and(|piece| piece.side == side && piece.letter == role)
            };
            match squares.find(fits) {
                Some(square) => {
                    taken[square] = true;
                    places.push_str(&square_text(square));
                }
                None => places.push_str("99"),
            }
        }
        if (0..taken.len())
            .any(|square| picture.pieces[square].is_some_and(|piece| piece.side == side) && !taken[square])
        {
            return None;
        }
    }
    let mut out =
        "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_init]500,350[/DhtmlXQ_init]\n"
            .to_owned();
    let mut field = |name: &str, value: &str| {
        // Brackets would end the value.
        let value = value.replace(['[', ']'], " ");
        let _ = writeln!(out, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    for (name, tag) in FIELDS {
        let value = tree.tag(tag).or_else(|| if tag == "Red" { tree.tag("White") } else { None });
        if let Some(value) = value {
            field(name, value);
        }
    }
    field(
        "result",
        match tree.ending {
            GameResult::Unknown => "未知",
            GameResult::Won(Side::First) => "红胜",
            GameResult::Won(Side::Second) => "黑胜",
            GameResult::Drawn => "和棋",
        },
    );
    field("binit", &places);
    let comment = |node: NodeId| {
        tree.notes(node).map(|notes| {
            let all: Vec<&str> = notes.before.iter().chain(&notes.after).map(String::as_str).collect();
            all.join(" ")
        })
    };
    if let Some(preface) = comment(NodeId::ROOT).filter(|text| !text.is_empty()) {
        field("comment0", &preface);
    }
    // Lines still to be written: first node, its ply, line number, parent line number.
    let mut pending: Vec<(NodeId, usize, usize, usize)> = Vec::new();
    pending.extend(tree.children(NodeId::ROOT).first().map(|&first| (first, 1, 0, 0)));
    let mut next_branch = 1;
    if pending.is_empty() {
        field("movelist", "");
    }
    while let Some((first, ply, branch, parent)) = pending.pop() {
        let mut text = String::new();
        let mut found = Vec::new();
        for (index, node) in std::iter::once(first).chain(tree.main_line_from(first)).enumerate() {
            let Some((mv, _)) = tree.played(node) else { break };
            text.push_str(&square_text(mv.from()));
            text.push_str(&square_text(mv.to()));
            if let Some(text) = comment(node).filter(|text| !text.is_empty()) {
                let ply = ply + index;
                let name =
                    if branch == 0 { format!("comment{ply}") } else { format!("comment{branch}_{ply}") };
                field(&name, &text);
            }
            // The first node's siblings were collected by its parent line.
            if index > 0 || branch == 0 {
                let siblings = tree.parent(node).map_or(&[][..], |parent| tree.children(parent));
                for &sibling in siblings.get(1..).unwrap_or_default() {
                    found.push((sibling, ply + index, next_branch, branch));
                    next_branch += 1;
                }
            }
        }
        if branch == 0 {
            field("movelist", &text);
        } else {
            field(&format!("move_{parent}_{ply}_{branch}"), &text);
        }
        pending.extend(found.into_iter().rev());
    }
    out.push_str("[/DhtmlXQ]\n");
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_counts_where_the_places_of_the_pieces_are_not_given() {
        let fen = "3k5/R8/9/9/9/2p6/9/9/7R1/5K3 w - - 0 1";
        let text = format!(
            "[DhtmlXQ]\n[DhtmlXQ_fen]{fen}[/DhtmlXQ_fen]\n[DhtmlXQ_movelist]7870[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
        );
        let setup = |text: &str| read(text, 10).next().and_then(|game| game.setup);
        assert_eq!(setup(&text).as_deref(), Some(fen));
        let placed = text
            .replace("_movelist]7870", &format!("_binit]{START}[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]7870"));
        assert!(setup(&placed).is_some_and(|found| found.starts_with("rnbakabnr/")));
    }
}
