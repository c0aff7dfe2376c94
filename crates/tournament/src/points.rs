//! Points for results, counted in tenths.

use crate::model::{Bye, Colour, Entry, Outcome};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// Points in tenths: one win is usually 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Points(pub i32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// Parses `3`, `3.5` or `12.0`: at most one decimal.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(tenth) || tenth.len() > 1 || whole.len() > 4 {
            return None;
        }
        Some(Self(whole.parse::<i32>().ok()? * 10 + tenth.parse::<i32>().ok()?))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.abs() / 10, self.0.abs() % 10)
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

/// Points for each kind of result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointsSystem {
    /// Win, forfeit win and full-point bye.
    pub win: Points,
    /// Draw and half-point bye.
    pub draw: Points,
    /// Draw as the second player.
    pub draw_second: Points,
    /// Lost game.
    pub loss: Points,
    /// Game lost by forfeit.
    pub forfeit_loss: Points,
    /// Zero-point bye.
    pub zero_bye: Points,
    /// Pairing-allocated bye.
    pub allocated_bye: Points,
}

impl PointsSystem {
    /// Points for win, draw and loss; a pairing-allocated bye is a win.
    pub const fn new(win: i32, draw: i32, loss: i32) -> Self {
        Self {
            win: Points(win),
            draw: Points(draw),
            draw_second: Points(draw),
            loss: Points(loss),
            forfeit_loss: Points(0),
            zero_bye: Points(0),
            allocated_bye: Points(win),
        }
    }

    /// 1, ½, 0: chess, and xiangqi in Vietnam.
    pub const STANDARD: Self = Self::new(10, 5, 0);
    /// 2, 1, 0: the Chinese rules.
    pub const TWO_ONE_ZERO: Self = Self::new(20, 10, 0);
    /// 3, 1, 0.
    pub const THREE_ONE_ZERO: Self = Self::new(30, 10, 0);
    /// 3, 1, 0 with two points for a draw as second player.
    pub const DRAW_SECOND_TWO: Self = Self { draw_second: Points(20), ..Self::THREE_ONE_ZERO };

    /// Points of an entry.
    pub const fn of(&self, entry: Entry) -> Points {
        match entry {
            Entry::Game { outcome: Outcome::Win, .. }
            | Entry::Forfeit { won: true, .. }
            | Entry::Bye(Bye::FullPoint) => self.win,
            Entry::Game { outcome: Outcome::Draw, colour: Colour::Black, .. } => self.draw_second,
            Entry::Game { outcome: Outcome::Draw, .. } | Entry::Bye(Bye::HalfPoint) => self.draw,
            Entry::Game { outcome: Outcome::Loss, .. } => self.loss,
            Entry::Forfeit { won: false, .. } => self.forfeit_loss,
            Entry::Bye(Bye::ZeroPoint) | Entry::Pending { .. } => self.zero_bye,
            Entry::Bye(Bye::PairingAllocated) => self.allocated_bye,
        }
    }

    /// Largest number of points one round can give.
    pub fn best(&self) -> Points {
        self.win.max(self.draw).max(self.draw_second)
    }
}

impl Default for PointsSystem {
    fn default() -> Self {
        Self::STANDARD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_and_written() {
        assert_eq!(Points::parse("3.5"), Some(Points(35)));
        assert_eq!(Points::parse("3"), Some(Points(30)));
        for bad in ["", ".", "3.", "3.55", "-1", "a", "99999"] {
            assert_eq!(Points::parse(bad), None, "{bad}");
        }
        assert_eq!(Points(125).to_string(), "12.5");
        assert_eq!(Points(-5).to_string(), "-0.5");
    }

    #[test]
    fn a_draw_as_second_player_may_count_more() {
        let draw = |colour| Entry::Game { opponent: 2, colour, outcome: Outcome::Draw, rated: true };
        assert_eq!(PointsSystem::DRAW_SECOND_TWO.of(draw(Colour::White)), Points(10));
        assert_eq!(PointsSystem::DRAW_SECOND_TWO.of(draw(Colour::Black)), Points(20));
    }
}
