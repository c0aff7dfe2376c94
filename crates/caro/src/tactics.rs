//! Tactical queries for the search. A check is a four: a threat to complete a line with the next move.

use game::{Move, MoveList, Observer, PieceClass, PieceValues, Position, Side, Tactics};

use crate::threats::{Kind, Shape};
use crate::{Board, Mv, SIDE, SQUARES, WinRule};

/// Candidate moves of the search stand no further than this from a stone.
const NEAR: usize = 2;

impl Board {
    /// Opponent of the side to move.
    fn rival(&self) -> Side {
        self.turn().other()
    }

    fn push(&self, squares: impl Iterator<Item = usize>, out: &mut MoveList<Mv>) {
        squares.filter_map(Mv::place).for_each(|mv| out.push(mv));
    }

    /// Appends a move unless it is in the list.
    fn push_new(&self, square: usize, out: &mut MoveList<Mv>) {
        if let Some(mv) = Mv::place(square).filter(|mv| !out.contains(mv)) {
            out.push(mv);
        }
    }

    /// Squares that meet an open three of the opponent, or two fours in one move: a four of one's own, or a stone on the
    /// lines of the threat, where the opponent would make a four.
    fn meeting_squares(&self) -> impl Iterator<Item = usize> + '_ {
        let (threats, turn, rival) = (self.threat_map(), self.turn(), self.rival());
        (0..SQUARES).filter(move |&square| {
            threats.kind(turn, square) >= Kind::Four || threats.kind(rival, square) >= Kind::Four
        })
    }

    /// Same position without the stone on a square, for evaluation; `None` for an empty square.
    pub fn without_stone(&self, square: usize) -> Option<Self> {
        self.stone_on(square)?;
        let mut after = Board::empty(*self.rules());
        for other in self.squares().filter(|&other| other != square) {
            if let Some(side) = self.stone_on(other) {
                after.put(other, side);
            }
        }
        after.set_turn(self.turn());
        Some(after)
    }

    /// Returns true if a stone of the side to move makes two threats at once, or a winning line.
    fn is_double(&self, square: usize) -> bool {
        self.threat_map().kind(self.turn(), square) >= Kind::FourThree
    }
}

impl Tactics for Board {
    const STALEMATE_MAY_WIN: bool = false;
    const KNOWS_WINNING_MOVE: bool = true;
    const MARKS_CHECK: bool = false;

    fn piece_class(piece: usize) -> (Side, PieceClass) {
        (Side::BOTH[piece & 1], PieceClass::Minor)
    }

    fn report_pieces(&self, observer: &mut impl Observer) {
        for square in self.squares() {
            if let Some(side) = self.stone_on(square) {
                observer.put(square, side.index());
            }
        }
    }

    fn in_check(&self) -> bool {
        self.winner() == Some(self.rival()) || self.threat_map().has(self.rival(), Kind::Five)
    }

    fn mover(&self, _: Mv) -> usize {
        self.turn().index()
    }

    fn victim(&self, _: Mv) -> Option<usize> {
        None
    }

    fn see_ge(&self, _: Mv, _: i32, _: &PieceValues) -> bool {
        true
    }

    fn is_null_move_safe(&self) -> bool {
        !self.threat_map().has(self.rival(), Kind::DoubleThree)
    }

    fn is_dead(&self) -> bool {
        self.winner().is_none() && self.count_legal() == 0
    }

    fn is_noisy(&self, mv: Mv) -> bool {
        self.is_double(mv.to())
    }

    fn gain(&self, mv: Mv, _: &PieceValues) -> i32 {
        match self.threat_map().kind(self.turn(), mv.to()) {
            Kind::Five => 4000,
            Kind::DoubleFour => 2000,
            Kind::FourThree => 1000,
            _ => 0,
        }
    }

    fn gives_check(&self, mv: Mv) -> bool {
        let threats = self.threat_map();
        if threats.kind(self.turn(), mv.to()) >= Kind::Four {
            return true;
        }
        // A square that completes a line stays one; only where longer lines do not win may this stone spoil it.
        threats.count(self.turn(), Kind::Five) > 0
            && (self.rules().win != WinRule::Exact || {
                let mut after = self.clone();
                after.play(mv, (), &mut ());
                after.in_check()
            })
    }

    fn noisy_moves(&self, out: &mut MoveList<Mv>) {
        if self.winner().is_none() && self.threat_map().has(self.turn(), Kind::FourThree) {
            self.push(self.threat_map().at_least(self.turn(), Kind::FourThree), out);
        }
    }

    fn quiet_moves(&self, out: &mut MoveList<Mv>) {
        if self.winner().is_none() {
            let free = |square: &usize| self.stone_on(*square).is_none() && !self.is_double(*square);
            self.push(self.squares().filter(free), out);
        }
    }

    fn winning_move(&self) -> Option<Mv> {
        let (threats, turn) = (self.threat_map(), self.turn());
        if self.winner().is_some() || threats.count(turn, Kind::Five) == 0 {
            return None;
        }
        threats.at_least(turn, Kind::Five).next().and_then(Mv::place)
    }

    fn evasions(&self, out: &mut MoveList<Mv>) {
        if self.winner().is_some() {
            return;
        }
        if let Some(mv) = self.winning_move() {
            return out.push(mv);
        }
        for square in self.threat_map().at_least(self.rival(), Kind::Five) {
            self.push_new(square, out);
            if self.rules().win == WinRule::Vietnamese {
                // A line blocked at both ends does not win.
                (0..4).for_each(|direction| {
                    self.open_ends(square, self.rival(), direction).for_each(|end| self.push_new(end, out));
                });
            }
        }
    }

    fn threat_replies(&self, out: &mut MoveList<Mv>) -> Option<u8> {
        let (threats, turn, rival) = (self.threat_map(), self.turn(), self.rival());
        // Blocked ends, which count at the Vietnamese rule, are not among the squares that meet a threat.
        let known = self.winner().is_none() && self.rules().win != WinRule::Vietnamese;
        if !known || !threats.has(rival, Kind::DoubleFour) || threats.has(turn, Kind::Five) {
            return None;
        }
        self.push(self.meeting_squares(), out);
        // The opponent makes two fours, then a line.
        Some(2)
    }

    fn candidate_quiets(&self, out: &mut MoveList<Mv>) {
        if self.winner().is_some() {
            return;
        }
        let (threats, rival) = (self.threat_map(), self.rival());
        if self.stone_count() == 0 {
            let middle = self.size() / 2;
            return self.push(std::iter::once(SIDE * middle + middle), out);
        }
        let quiet = |square: &usize| !self.is_double(*square);
        if threats.has(rival, Kind::DoubleFour) {
            return self.push(self.meeting_squares().filter(quiet), out);
        }
        let near = threats.near(NEAR);
        let free = self.squares().filter(|square| {
            near[square / SIDE] >> (square % SIDE) & 1 == 1 && self.stone_on(*square).is_none()
        });
        self.push(free.filter(quiet), out);
    }

    fn threat_moves(&self, out: &mut MoveList<Mv>) {
        let (threats, turn) = (self.threat_map(), self.turn());
        let threatens = |square: &usize| {
            let shapes = (0..4).map(|line| threats.shape(turn, *square, line));
            let (mut lines, mut best) = (0, Shape::Dead);
            for shape in shapes {
                lines += u8::from(shape >= Shape::OpenTwo);
                best = best.max(shape);
            }
            best >= Shape::OpenThree || lines >= 2
        };
        let free = |square: &usize| self.stone_on(*square).is_none();
        self.push(self.squares().filter(free).filter(threatens), out);
    }

    fn order_quiet(&self, mv: Mv) -> i32 {
        let threats = self.threat_map();
        let own = threats.square_value(self.turn(), mv.to());
        let rival = threats.square_value(self.rival(), mv.to());
        100 * (own + rival)
    }
}
