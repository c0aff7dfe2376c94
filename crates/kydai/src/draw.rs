//! Draws boards in the terminal. Chinese characters are two columns wide.

use table::{Color, GameSpec, Picture, PicturePiece, Side};

use crate::cli::Set;

/// Drawing options of a board.
pub struct BoardStyle {
    /// Piece set.
    pub set: Set,
    /// Use colors.
    pub colors: bool,
    /// Draw the second side at the bottom.
    pub flipped: bool,
}

/// Columns from one file to the next: room for a Chinese character and a bracket on either side.
const PITCH: usize = 4;
/// Columns left of the first file, for the rank's number.
const MARGIN: usize = 5;

/// Role of a character on the canvas, which determines its color.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ink {
    Line,
    Label,
    FirstPiece,
    SecondPiece,
    Mark,
    Check,
}

impl Ink {
    /// ANSI color code. Only red pieces are colored; black pieces use the terminal's text color.
    fn code(self, red: bool) -> &'static str {
        match self {
            Ink::Line | Ink::Label => "2",
            Ink::FirstPiece if red => "1;31",
            Ink::FirstPiece | Ink::SecondPiece => "1",
            Ink::Mark => "1;33",
            Ink::Check => "1;35",
        }
    }
}

/// Text on a grid of terminal columns. `None` is the second column of a wide character.
struct Canvas {
    rows: Vec<Vec<Option<(char, Ink)>>>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Canvas { rows: vec![vec![Some((' ', Ink::Line)); width]; height] }
    }

    /// Writes text, clipped to the canvas.
    fn write(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        let Some(cells) = self.rows.get_mut(row) else { return };
        let mut at = column;
        for letter in text.chars() {
            let wide = columns(letter) == 2;
            if let Some(cell) = cells.get_mut(at) {
                *cell = Some((letter, ink));
            }
            if let Some(second) = cells.get_mut(at + 1).filter(|_| wide) {
                *second = None;
            }
            at += columns(letter);
        }
    }

    fn finish(&self, colors: bool, red: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let blank = |cell: &Option<(char, Ink)>| matches!(cell, Some((' ', _)));
            let end = row.iter().rposition(|cell| !blank(cell)).map_or(0, |last| last + 1);
            let mut current = None;
            for (letter, ink) in row[..end].iter().flatten() {
                let code = (colors && *letter != ' ').then(|| ink.code(red));
                if code != current {
                    text.push_str("\u{1b}[0m");
                    text.extend(code.map(|code| format!("\u{1b}[{code}m")));
                    current = code;
                }
                text.push(*letter);
            }
            if current.is_some() {
                text.push_str("\u{1b}[0m");
            }
            text.push('\n');
        }
        text
    }
}

/// Width of a character in terminal columns: Chinese and full-width characters take two.
pub fn columns(letter: char) -> usize {
    match u32::from(letter) {
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE4F => 2,
        0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

/// Width of a text in terminal columns.
pub fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Pads text with spaces to a width in columns.
pub fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// Draws a board, with the first side at the bottom unless flipped.
pub fn draw(spec: &GameSpec, picture: &Picture, last: Option<(usize, usize)>, style: &BoardStyle) -> String {
    let sheet = BoardDrawing { spec, picture, last, style };
    let canvas = if spec.on_points { sheet.points() } else { sheet.cells() };
    canvas.finish(style.colors, spec.colors[0] == Color::Red)
}

struct BoardDrawing<'a> {
    spec: &'a GameSpec,
    picture: &'a Picture,
    last: Option<(usize, usize)>,
    style: &'a BoardStyle,
}

impl BoardDrawing<'_> {
    fn files(&self) -> usize {
        self.picture.files
    }

    fn ranks(&self) -> usize {
        self.picture.ranks
    }

    /// Maps a drawn square to the board when the view is flipped.
    fn turned(&self, square: usize) -> usize {
        if self.style.flipped { self.picture.pieces.len().saturating_sub(square + 1) } else { square }
    }

    /// Returns true for the xiangqi board, with a river, palaces and files counted from the right.
    fn has_river(&self) -> bool {
        self.spec.on_points && self.files() == 9 && self.ranks() == 10
    }

    /// Draws a board whose pieces stand on intersections.
    fn points(&self) -> Canvas {
        let counted = usize::from(self.has_river());
        let top = 1 + counted;
        let height = top + 2 * self.ranks() - 1 + counted + 1;
        let mut canvas = Canvas::new(MARGIN + PITCH * self.files() + 6, height);
        self.label_files(&mut canvas, 0, height - 1, MARGIN);
        if self.has_river() {
            for file in 0..self.files() {
                let column = MARGIN + PITCH * file;
                canvas.write(1, column, &(file + 1).to_string(), Ink::Label);
                canvas.write(height - 2, column, &(self.files() - file).to_string(), Ink::Label);
            }
        }
        for rank in 0..self.ranks() {
            let row = top + 2 * (self.ranks() - 1 - rank);
            self.label_rank(&mut canvas, row, rank, MARGIN + PITCH * (self.files() - 1) + 4);
            for file in 0..self.files() {
                let column = MARGIN + PITCH * file;
                if file + 1 < self.files() {
                    canvas.write(row, column + 1, "───", Ink::Line);
                }
                canvas.write(row, column, self.crossing(file, rank), Ink::Line);
                if rank > 0 && !(self.crosses_river(rank) && file > 0 && file + 1 < self.files()) {
                    canvas.write(row + 1, column, "│", Ink::Line);
                }
            }
        }
        if self.has_river() {
            self.river_and_palaces(&mut canvas, top);
        }
        for square in 0..self.picture.pieces.len() {
            let (file, rank) = (square % self.files(), square / self.files());
            let row = top + 2 * (self.ranks() - 1 - rank);
            self.draw_square(&mut canvas, row, MARGIN + PITCH * file, self.turned(square));
        }
        canvas
    }

    /// Draws a board whose pieces stand in cells.
    fn cells(&self) -> Canvas {
        let height = 2 * self.ranks() + 3;
        let mut canvas = Canvas::new(MARGIN + PITCH * self.files() + 6, height);
        let left = MARGIN - 1;
        self.label_files(&mut canvas, 0, height - 1, left + 2);
        for line in 0..=self.ranks() {
            let ends = match line {
                0 => ["┌", "┬", "┐"],
                _ if line == self.ranks() => ["└", "┴", "┘"],
                _ => ["├", "┼", "┤"],
            };
            let cells = vec!["───"; self.files()].join(ends[1]);
            canvas.write(1 + 2 * line, left, &format!("{}{cells}{}", ends[0], ends[2]), Ink::Line);
        }
        for rank in 0..self.ranks() {
            let row = 2 + 2 * (self.ranks() - 1 - rank);
            self.label_rank(&mut canvas, row, rank, left + PITCH * self.files() + 2);
            for file in 0..=self.files() {
                canvas.write(row, left + PITCH * file, "│", Ink::Line);
            }
            for file in 0..self.files() {
                let square = self.turned(rank * self.files() + file);
                self.draw_square(&mut canvas, row, left + 2 + PITCH * file, square);
            }
        }
        canvas
    }

    fn label_files(&self, canvas: &mut Canvas, top: usize, bottom: usize, column: usize) {
        for (file, letter) in ('a'..='z').take(self.files()).enumerate() {
            let file = if self.style.flipped { self.files() - 1 - file } else { file };
            for row in [top, bottom] {
                canvas.write(row, column + PITCH * file, &letter.to_string(), Ink::Label);
            }
        }
    }

    fn label_rank(&self, canvas: &mut Canvas, row: usize, rank: usize, right: usize) {
        let rank = if self.style.flipped { self.ranks() - 1 - rank } else { rank };
        let number = (rank + self.spec.first_rank).to_string();
        canvas.write(row, 2usize.saturating_sub(number.len() - 1), &number, Ink::Label);
        canvas.write(row, right, &number, Ink::Label);
    }

    /// Draws the piece on a square and the marks of the last move.
    fn draw_square(&self, canvas: &mut Canvas, row: usize, column: usize, square: usize) {
        let piece = self.picture.pieces.get(square).copied().flatten();
        let figure = piece.map_or_else(String::new, |token| self.figure(token));
        let moved = self.last.is_some_and(|(_, to)| to == square);
        let left = self.last.is_some_and(|(from, to)| from == square && to != square);
        let checked = self.picture.check == Some(square);
        if let Some(token) = piece {
            let ink = match token.side {
                Side::First => Ink::FirstPiece,
                Side::Second => Ink::SecondPiece,
            };
            canvas.write(row, column, &figure, if checked { Ink::Check } else { ink });
        } else if left {
            canvas.write(row, column, "·", Ink::Mark);
        }
        let marks = if moved {
            Some(("[", "]"))
        } else if checked {
            Some(("(", ")"))
        } else if left {
            Some((" ", " "))
        } else {
            None
        };
        if let Some((open, close)) = marks {
            let ink = if checked { Ink::Check } else { Ink::Mark };
            canvas.write(row, column - 1, open, ink);
            canvas.write(row, column + width(&figure).max(1), close, ink);
        }
    }

    fn figure(&self, token: PicturePiece) -> String {
        match (self.style.set, token.side) {
            (Set::Hanzi, _) => token.glyph.to_string(),
            (Set::Letters, Side::First) => token.letter.to_string(),
            (Set::Letters, Side::Second) => token.letter.to_lowercase().to_string(),
        }
    }

    /// Returns true if the river lies between this rank and the one below.
    fn crosses_river(&self, rank: usize) -> bool {
        self.has_river() && rank == self.ranks() / 2
    }

    /// Box-drawing character of an empty intersection.
    fn crossing(&self, file: usize, rank: usize) -> &'static str {
        let (left, right) = (file > 0, file + 1 < self.files());
        let inner = left && right;
        let up = rank + 1 < self.ranks() && !(inner && self.crosses_river(rank + 1));
        let down = rank > 0 && !(inner && self.crosses_river(rank));
        match (left, right, up, down) {
            (false, _, true, true) => "├",
            (_, false, true, true) => "┤",
            (false, _, false, _) => "┌",
            (_, false, false, _) => "┐",
            (false, _, _, false) => "└",
            (_, false, _, false) => "┘",
            (true, true, false, _) => "┬",
            (true, true, _, false) => "┴",
            (true, true, true, true) => "┼",
        }
    }

    fn river_and_palaces(&self, canvas: &mut Canvas, top: usize) {
        let row = |rank: usize| top + 2 * (self.ranks() - 1 - rank);
        let between = |file: usize| MARGIN + PITCH * file + PITCH / 2;
        canvas.write(row(5) + 1, MARGIN + PITCH + 1, "楚  河", Ink::Label);
        canvas.write(row(5) + 1, MARGIN + 5 * PITCH + 1, "漢  界", Ink::Label);
        for (upper, strokes) in [(9, ["╲", "╱"]), (8, ["╱", "╲"]), (2, ["╲", "╱"]), (1, ["╱", "╲"])]
        {
            canvas.write(row(upper) + 1, between(3), strokes[0], Ink::Line);
            canvas.write(row(upper) + 1, between(4), strokes[1], Ink::Line);
        }
    }
}
