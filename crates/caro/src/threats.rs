//! Threats: what a stone on each empty square would make along each of the four lines, updated with every move.
//!
//! A line is looked at through a window of five squares to either side. The shape of a window is computed once and
//! remembered in a table for each set of rules.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use game::Side;

use crate::{Rules, SIDE, SQUARES, WinRule};

/// Squares to either side of the middle of a window.
const REACH: usize = 5;
/// Squares of a window beside its middle.
const WINDOW: usize = 2 * REACH;

/// What a stone makes along one line, named for lines of five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Shape {
    /// No line can be completed here.
    Dead,
    /// Room for a line.
    One,
    /// Two moves from a four.
    Two,
    /// Two moves from an open four.
    OpenTwo,
    /// One move from a four.
    Three,
    /// One move from an open four.
    OpenThree,
    /// A four: one square completes the line.
    Four,
    /// An open four: two squares complete the line.
    OpenFour,
    /// A winning line.
    Five,
}

impl Shape {
    const ALL: [Shape; 9] = [
        Shape::Dead,
        Shape::One,
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
    ];
    /// Worth of a square for one line.
    const VALUES: [i16; 9] = [0, 1, 3, 8, 9, 30, 32, 60, 80];
}

/// What a stone on a square makes along all lines together, from weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// No threat.
    Quiet,
    /// An open three.
    Three,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours.
    DoubleFour,
    /// A winning line.
    Five,
}

impl Kind {
    const COUNT: usize = 7;

    fn of(shapes: u16) -> Kind {
        let (mut threes, mut fours, mut best) = (0, 0, Shape::Dead);
        for line in 0..4 {
            let shape = shape_of(shapes, line);
            threes += u8::from(shape == Shape::OpenThree);
            fours += u8::from(shape == Shape::Four);
            best = best.max(shape);
        }
        match best {
            Shape::Five => Kind::Five,
            Shape::OpenFour => Kind::DoubleFour,
            Shape::Four if fours >= 2 => Kind::DoubleFour,
            Shape::Four if threes >= 1 => Kind::FourThree,
            Shape::Four => Kind::Four,
            Shape::OpenThree if threes >= 2 => Kind::DoubleThree,
            Shape::OpenThree => Kind::Three,
            _ => Kind::Quiet,
        }
    }
}

fn shape_of(shapes: u16, line: usize) -> Shape {
    Shape::ALL[usize::from(shapes >> (4 * line) & 15).min(8)]
}

/// Lines of the board: 15 ranks, 15 files, 29 diagonals in each direction.
const LINES: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// Number of a line and place on it, by direction.
fn place(square: usize, direction: usize) -> (usize, usize) {
    let (file, rank) = (square % SIDE, square / SIDE);
    match direction {
        0 => (rank, file),
        1 => (SIDE + file, rank),
        2 => (2 * SIDE + file + SIDE - 1 - rank, file),
        _ => (4 * SIDE - 1 + file + rank, file),
    }
}

/// Steps between the squares of a line, by direction.
const STRIDES: [isize; 4] = [1, SIDE as isize, SIDE as isize + 1, 1 - SIDE as isize];

/// Threats of a position.
#[derive(Clone, Debug)]
pub struct Threats {
    table: &'static ShapeTable,
    size: u8,
    /// Stones of each side on each line, as bits.
    stones: [[u16; LINES]; 2],
    /// Shapes of each side on each empty square, four bits for each line.
    shapes: [[u16; SQUARES]; 2],
    kinds: [[Kind; SQUARES]; 2],
    counts: [[u8; Kind::COUNT]; 2],
    values: [i32; 2],
}

impl Threats {
    /// Threats of the empty board.
    pub(crate) fn empty(rules: Rules) -> Self {
        static EMPTY: OnceLock<Threats> = OnceLock::new();
        let make = || {
            let mut threats = Threats {
                table: ShapeTable::of(rules),
                size: rules.size,
                stones: [[0; LINES]; 2],
                shapes: [[0; SQUARES]; 2],
                kinds: [[Kind::Quiet; SQUARES]; 2],
                counts: [[0; Kind::COUNT]; 2],
                values: [0; 2],
            };
            let size = usize::from(rules.size);
            for square in (0..size * size).map(|index| index / size * SIDE + index % size) {
                (0..4).for_each(|direction| threats.look(square, direction));
            }
            threats
        };
        if rules == Rules::default() { EMPTY.get_or_init(make).clone() } else { make() }
    }

    /// What a stone of a side on an empty square makes; quiet on any other square.
    pub fn kind(&self, side: Side, square: usize) -> Kind {
        self.kinds[side.index()][square]
    }

    /// Strongest shape of a side's stone on an empty square, along one line.
    pub fn shape(&self, side: Side, square: usize, direction: usize) -> Shape {
        shape_of(self.shapes[side.index()][square], direction)
    }

    /// Worth of an empty square for a side.
    pub fn square_value(&self, side: Side, square: usize) -> i32 {
        value_of(self.shapes[side.index()][square])
    }

    /// Number of squares where a side's stone makes this.
    pub fn count(&self, side: Side, kind: Kind) -> usize {
        usize::from(self.counts[side.index()][kind as usize])
    }

    /// Returns true if a side has a square of this kind or a stronger one.
    pub fn has(&self, side: Side, least: Kind) -> bool {
        self.counts[side.index()][least as usize..].iter().any(|&count| count > 0)
    }

    /// Squares where a side's stone makes this or more.
    pub fn at_least(&self, side: Side, least: Kind) -> impl Iterator<Item = usize> + '_ {
        let kinds = &self.kinds[side.index()];
        (0..SQUARES).filter(move |&square| kinds[square] >= least)
    }

    /// Worth of all empty squares for a side.
    pub fn value(&self, side: Side) -> i32 {
        self.values[side.index()]
    }

    /// Squares no further than this from a stone, as bits of each rank.
    pub fn near(&self, distance: usize) -> [u16; SIDE] {
        let spread = |bits: u16| (1..=distance).fold(bits, |all, step| all | bits << step | bits >> step);
        let rows: [u16; SIDE] =
            std::array::from_fn(|rank| spread(self.stones[0][rank] | self.stones[1][rank]));
        let within = |rank: usize| rank.saturating_sub(distance)..(rank + distance + 1).min(SIDE);
        std::array::from_fn(|rank| rows[within(rank)].iter().fold(0, |all, row| all | row))
    }

    /// Updates the threats after a stone was put on an empty square.
    pub(crate) fn put(&mut self, square: usize, side: Side) {
        for direction in 0..4 {
            let (line, bit) = place(square, direction);
            self.stones[side.index()][line] |= 1 << bit;
        }
        for side in Side::BOTH {
            self.set_shapes(side, square, 0);
        }
        for (direction, stride) in STRIDES.into_iter().enumerate() {
            let (line, bit) = place(square, direction);
            let taken = self.stones[0][line] | self.stones[1][line];
            for step in 1..=REACH as isize {
                for step in [-step, step] {
                    let other = bit as isize + step;
                    if (0..SIDE as isize).contains(&other)
                        && taken >> other & 1 == 0
                        && self.inside(direction, line) >> other & 1 == 1
                    {
                        self.look((square as isize + step * stride) as usize, direction);
                    }
                }
            }
        }
    }

    /// Places of a line that are on the board, as bits.
    fn inside(&self, direction: usize, line: usize) -> u16 {
        let size = usize::from(self.size);
        let all = (1_u32 << size) as u16 - 1;
        match direction {
            0 | 1 => all,
            2 => {
                // Rank = file - shift.
                let shift = line as isize - (3 * SIDE - 1) as isize;
                if shift >= 0 { all & (u32::from(all) << shift) as u16 } else { all >> -shift.max(-15) }
            }
            _ => {
                // Rank = sum - file.
                let sum = line - (4 * SIDE - 1);
                let low = sum.saturating_sub(size - 1);
                let high = sum.min(size - 1);
                if low > high { 0 } else { all & ((1_u32 << (high + 1)) - (1_u32 << low)) as u16 }
            }
        }
    }

    /// Computes the shapes of both sides on an empty square along one line.
    fn look(&mut self, square: usize, direction: usize) {
        let (line, bit) = place(square, direction);
        let beyond = !u32::from(self.inside(direction, line));
        let window = |bits: u32, below: u32| {
            let bits = (bits << REACH | below) >> bit;
            (bits & 0x1F | bits >> 1 & 0x3E0) as usize
        };
        let beyond = window(beyond, 0x1F);
        let stones = [0, 1].map(|side| window(u32::from(self.stones[side][line]), 0));
        for side in Side::BOTH {
            let (own, other) = (stones[side.index()], stones[side.other().index()]);
            let shape = self.table.shape((own | beyond) | (other | beyond) << WINDOW);
            let shapes = self.shapes[side.index()][square] & !(15 << (4 * direction));
            self.set_shapes(side, square, shapes | (shape as u16) << (4 * direction));
        }
    }

    fn set_shapes(&mut self, side: Side, square: usize, shapes: u16) {
        let side = side.index();
        let before = std::mem::replace(&mut self.shapes[side][square], shapes);
        if before == shapes {
            return;
        }
        self.values[side] += value_of(shapes) - value_of(before);
        let kind = Kind::of(shapes);
        let old = std::mem::replace(&mut self.kinds[side][square], kind);
        if kind != old {
            self.counts[side][old as usize] = self.counts[side][old as usize].wrapping_sub(1);
            self.counts[side][kind as usize] = self.counts[side][kind as usize].wrapping_add(1);
        }
    }
}

fn value_of(shapes: u16) -> i32 {
    (0..4).map(|line| i32::from(Shape::VALUES[shape_of(shapes, line) as usize])).sum()
}

/// Shapes of all windows under one set of rules, each computed when it is first met.
struct ShapeTable {
    rules: Rules,
    shapes: Box<[AtomicU8]>,
}

impl std::fmt::Debug for ShapeTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ShapeTable({:?})", self.rules)
    }
}

impl ShapeTable {
    /// Table of these rules; the size of the board does not matter.
    fn of(rules: Rules) -> &'static ShapeTable {
        static TABLES: [OnceLock<ShapeTable>; 12] = [const { OnceLock::new() }; 12];
        let win = match rules.win {
            WinRule::Free => 0,
            WinRule::Exact => 1,
            WinRule::Vietnamese => 2 + usize::from(rules.edge_blocks),
        };
        TABLES[usize::from(rules.line.clamp(3, 5) - 3) * 4 + win].get_or_init(|| {
            let shapes = (0..1 << (2 * WINDOW)).map(|_| AtomicU8::new(0)).collect();
            ShapeTable { rules, shapes }
        })
    }

    /// Shape of a window: bits of own stones, and of the opponent's; both where the board ends.
    fn shape(&self, window: usize) -> Shape {
        let known = self.shapes[window].load(Ordering::Relaxed);
        if known > 0 {
            return Shape::ALL[usize::from(known - 1).min(8)];
        }
        let shape = Window::read(window).shape(&self.rules);
        self.shapes[window].store(shape as u8 + 1, Ordering::Relaxed);
        shape
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Other,
    Beyond,
}

/// Squares of a line around a stone in the middle.
struct Window([Cell; WINDOW + 1]);

impl Window {
    fn read(window: usize) -> Self {
        let cell = |bit: usize| match (window >> bit & 1, window >> (WINDOW + bit) & 1) {
            (0, 0) => Cell::Empty,
            (1, 0) => Cell::Own,
            (0, _) => Cell::Other,
            _ => Cell::Beyond,
        };
        Window(std::array::from_fn(|index| match index {
            _ if index < REACH => cell(index),
            REACH => Cell::Own,
            _ => cell(index - 1),
        }))
    }

    /// Returns true if the line through the middle wins.
    fn wins(&self, rules: &Rules) -> bool {
        let own = |index: &usize| self.0[*index] == Cell::Own;
        let back = (0..REACH).rev().take_while(own).count();
        let ahead = (REACH + 1..=WINDOW).take_while(own).count();
        let blocked = |index: Option<usize>| match index.and_then(|index| self.0.get(index)) {
            Some(Cell::Other) => true,
            Some(Cell::Beyond) => rules.edge_blocks,
            _ => false,
        };
        let ends = [blocked((REACH - back).checked_sub(1)), blocked(Some(REACH + ahead + 1))];
        rules.wins(back + ahead + 1, ends)
    }

    /// Number of empty squares that complete the line through the middle, two at most, after more own stones.
    fn completions(&mut self, rules: &Rules, more: usize, from: usize) -> usize {
        let mut most = 0;
        for index in from..=WINDOW {
            if self.0[index] != Cell::Empty {
                continue;
            }
            self.0[index] = Cell::Own;
            most = match more {
                0 => most + usize::from(self.wins(rules)),
                // An own stone that wins is no step to a four.
                _ if self.wins(rules) => most,
                _ => most.max(self.completions(rules, more - 1, if more == 1 { 0 } else { index + 1 })),
            };
            self.0[index] = Cell::Empty;
            if most >= 2 {
                return 2;
            }
        }
        most
    }

    fn shape(&mut self, rules: &Rules) -> Shape {
        if self.wins(rules) {
            return Shape::Five;
        }
        const STEPS: [[Shape; 2]; 3] =
            [[Shape::Four, Shape::OpenFour], [Shape::Three, Shape::OpenThree], [Shape::Two, Shape::OpenTwo]];
        for (more, [closed, open]) in STEPS.into_iter().enumerate() {
            match self.completions(rules, more, 0) {
                0 => {}
                1 => return closed,
                _ => return open,
            }
        }
        match self.completions(rules, 3, 0) {
            0 => Shape::Dead,
            _ => Shape::One,
        }
    }
}
