//! PGN writer: header, numbered moves, variations, comments, wrapped lines.

use game::{Game, Notation, Position, Side};

use super::comment::{squeeze, write_clock};
use super::read::move_number;
use crate::MoveText;
use crate::tree::{NodeId, Notes, Tree};

/// Maximum line width.
const WIDTH: usize = 79;

/// Writes a game in one of its notations, with an empty line after it.
pub fn write_pgn<S: MoveText>(tree: &Tree<S::Game>, notation: Notation) -> String {
    header(tree, notation) + "\n" + &movetext::<S>(tree, notation, Lines::default()) + "\n\n"
}

/// Writes a game as plain text: game and notation named, every move of the main line on its own row.
pub fn write_txt<S: MoveText>(tree: &Tree<S::Game>, notation: Notation) -> String {
    let lines = Lines { rows: true, ..Lines::default() };
    let is_missing = |name: &str| tree.tag(name).is_none();
    let mut out = "# Kỳ Đài\n".to_owned();
    if is_missing("Game") {
        out.push_str(&format!("[Game \"{}\"]\n", S::Game::spec().name));
    }
    if is_missing("Notation") {
        out.push_str(&format!("[Notation \"{}\"]\n", notation.name()));
    }
    out + &header(tree, notation) + "\n" + &movetext::<S>(tree, notation, lines) + "\n\n"
}

fn movetext<S: MoveText>(tree: &Tree<S::Game>, notation: Notation, mut lines: Lines) -> String {
    write_notes(&mut lines, tree.notes(NodeId::ROOT));
    let first = first_number(tree);
    let mut tasks = Vec::new();
    tasks.extend(tree.children(NodeId::ROOT).first().map(|&id| Task::<S>::Move {
        id,
        here: tree.root().clone(),
        ply: 0,
        numbered: true,
        main: true,
    }));
    // No new row begins inside a variation.
    let mut depth = 0_usize;
    while let Some(task) = tasks.pop() {
        let (id, here, ply, numbered, main) = match task {
            Task::Move { id, here, ply, numbered, main } => (id, here, ply, numbered, main),
            Task::Close => {
                lines.close();
                depth = depth.saturating_sub(1);
                continue;
            }
        };
        let Some((mv, reveal)) = tree.played(id) else { continue };
        let notes = tree.notes(id);
        if !main {
            lines.open();
            depth += 1;
        }
        notes.into_iter().flat_map(|notes| &notes.before).for_each(|text| lines.comment("", text));
        let number = move_number(first, tree.root().turn(), ply);
        if depth == 0 && here.turn() == Side::First {
            lines.row();
        }
        match here.turn() {
            Side::First => lines.word(&format!("{number}.")),
            Side::Second if numbered => lines.word(&format!("{number}...")),
            Side::Second => {}
        }
        let mut text = S::write(&here, mv, reveal, notation);
        if text.contains(' ') {
            // Multi-word moves end with a comma.
            text.push(',');
        }
        lines.word(&text);
        let noted = write_notes(&mut lines, notes);
        let siblings = tree.parent(id).filter(|_| main).map_or(&[][..], |parent| tree.children(parent));
        let variations = siblings.get(1..).unwrap_or_default();
        let mut after = here.clone();
        after.play(mv, reveal, &mut ());
        // Last in, first out: the variations in their order, then the continuation.
        if let Some(&next) = tree.children(id).first() {
            let numbered = noted || !variations.is_empty();
            tasks.push(Task::Move { id: next, here: after, ply: ply + 1, numbered, main: true });
        }
        for &variation in variations.iter().rev() {
            tasks.push(Task::Close);
            tasks.push(Task::Move { id: variation, here: here.clone(), ply, numbered: true, main: false });
        }
    }
    lines.row();
    lines.word(tree.ending.word());
    lines.finish()
}

/// Pending output.
enum Task<S: MoveText> {
    Move {
        id: NodeId,
        here: <S::Game as Game>::Position,
        ply: usize,
        /// True if the second side's move needs its number repeated.
        numbered: bool,
        /// True if the move continues its line; otherwise it opens a variation.
        main: bool,
    },
    Close,
}

/// Number of the first move: the last field of the setup's FEN, if it is a number.
pub(crate) fn first_number<G: Game>(tree: &Tree<G>) -> usize {
    let field = tree.setup().and_then(|text| text.split_whitespace().last());
    field.and_then(|field| field.parse().ok()).unwrap_or(1)
}

fn header<G: Game>(tree: &Tree<G>, notation: Notation) -> String {
    let mut tags = tree.tags.clone();
    let mut set =
        |name: &str, value: &str| match tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => tags.push((name.to_owned(), value.to_owned())),
        };
    set("Result", tree.ending.word());
    // A header that names the notation must name the one written.
    if tree.tag("Notation").is_some() {
        set("Notation", notation.name());
    }
    if let Some(text) = tree.setup() {
        set("SetUp", "1");
        set("FEN", text);
    }
    let mut out = String::new();
    for (name, value) in tags {
        let name: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        if !name.is_empty() {
            let value = squeeze(&value).replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!("[{name} \"{value}\"]\n"));
        }
    }
    out
}

/// Writes glyphs and comments; returns true if there was a comment.
fn write_notes(lines: &mut Lines, notes: Option<&Notes>) -> bool {
    let Some(notes) = notes else { return false };
    notes.glyphs.iter().for_each(|glyph| lines.word(&format!("${glyph}")));
    let clock = notes.clock.map(|clock| format!("[%clk {}]", write_clock(clock)));
    let marks = notes.marks.iter().map(|mark| format!("[%{}]", squeeze(mark)));
    let commands = clock.into_iter().chain(marks).collect::<Vec<_>>().join(" ");
    let mut commands = commands.as_str();
    for text in &notes.after {
        lines.comment(commands, text);
        commands = "";
    }
    if !commands.is_empty() {
        lines.comment(commands, "");
    }
    notes.clock.is_some() || !notes.marks.is_empty() || !notes.after.is_empty()
}

/// Line wrapping. A word is held back until it is known that nothing is appended to it.
#[derive(Default)]
struct Lines {
    out: String,
    column: usize,
    held: String,
    opening: String,
    /// True if rows are kept apart.
    rows: bool,
}

impl Lines {
    fn word(&mut self, word: &str) {
        self.flush();
        self.held = std::mem::take(&mut self.opening) + word;
    }

    /// Begins a new row, if rows are kept apart.
    fn row(&mut self) {
        if self.rows {
            self.flush();
            if self.column > 0 {
                self.out.push('\n');
                self.column = 0;
            }
        }
    }

    fn open(&mut self) {
        self.opening.push('(');
    }

    fn close(&mut self) {
        self.held.push(')');
    }

    fn comment(&mut self, commands: &str, text: &str) {
        // A closing brace cannot occur inside a comment.
        let text = text.replace('}', ")");
        let words: Vec<&str> =
            Some(commands).filter(|all| !all.is_empty()).into_iter().chain(text.split_whitespace()).collect();
        for (index, word) in words.iter().enumerate() {
            let open = if index == 0 { "{" } else { "" };
            let close = if index + 1 == words.len() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"));
        }
    }

    fn flush(&mut self) {
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        let width = held.chars().count();
        // A percent sign at the start of a line would hide the line.
        let breaks = self.column + 1 + width > WIDTH && !held.starts_with('%');
        if self.column > 0 {
            self.out.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.out.push_str(&held);
        self.column += width;
    }

    fn finish(mut self) -> String {
        self.flush();
        self.out
    }
}
