//! The rules: stones on the squares, side to move, winning lines.

use game::{GameReason, Move, MoveList, Observer, Outcome, Position, Random, Reason, RevealList, Side};

use crate::threats::Threats;
use crate::{Mv, Rules, SIDE, SQUARES};

/// A winning line, the goal of the game.
pub const LINE: GameReason = GameReason::new("line", "why_line");
/// A full board without a winning line.
pub const BOARD_FULL: GameReason = GameReason::new("board_full", "why_board_full");

/// Steps along the four kinds of lines: file and rank.
pub(crate) const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Random bits of each side's stone on each square.
static KEYS: [[u64; SQUARES]; 2] = {
    let mut random = Random::new(0x0C_A7_20);
    let mut keys = [[0; SQUARES]; 2];
    let mut index = 0;
    while index < 2 * SQUARES {
        keys[index / SQUARES][index % SQUARES] = random.bits();
        index += 1;
    }
    keys
};
const TURN_KEY: u64 = 0x5851_F42D_4C95_7F2D;

/// A position with its rules.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Rules,
    stones: [Option<Side>; SQUARES],
    count: u16,
    turn: Side,
    winner: Option<Side>,
    key: u64,
    threats: Threats,
}

impl Board {
    /// The empty board.
    pub fn empty(rules: Rules) -> Self {
        let code = rules.code();
        let salt = code.bytes().fold(u64::from(rules.size), |salt, byte| salt << 8 | u64::from(byte));
        Board {
            rules,
            stones: [None; SQUARES],
            count: 0,
            turn: Side::First,
            winner: None,
            key: if rules == Rules::default() { 0 } else { Random::new(salt).bits() },
            threats: Threats::empty(rules),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Files and ranks of the board.
    pub fn size(&self) -> usize {
        usize::from(self.rules.size)
    }

    /// Owner of the stone on a square.
    pub fn stone_on(&self, square: usize) -> Option<Side> {
        self.stones.get(square).copied().flatten()
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        usize::from(self.count)
    }

    /// Side with a winning line.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Points where each side would make a line.
    pub fn threat_map(&self) -> &Threats {
        &self.threats
    }

    /// The squares of the board.
    pub fn squares(&self) -> impl Iterator<Item = usize> + use<> {
        let size = self.size();
        (0..size).flat_map(move |rank| (0..size).map(move |file| SIDE * rank + file))
    }

    /// Puts a stone of either side. Contract: the square is free.
    pub(crate) fn put(&mut self, square: usize, side: Side) {
        self.stones[square] = Some(side);
        self.count += 1;
        self.key ^= KEYS[side.index()][square];
        self.threats.put(square, side);
        if self.winning_line(square).is_some() {
            self.winner = Some(side);
        }
    }

    /// Judges a position that was set up: a line counts if it wins with all stones in place.
    pub(crate) fn judge(&mut self) -> [bool; 2] {
        let has_line = |side| {
            self.squares()
                .any(|square| self.stone_on(square) == Some(side) && self.winning_line(square).is_some())
        };
        let lines = Side::BOTH.map(has_line);
        self.winner = Side::BOTH.into_iter().find(|side| lines[side.index()]);
        lines
    }

    pub(crate) fn set_turn(&mut self, turn: Side) {
        if turn != self.turn {
            self.key ^= TURN_KEY;
        }
        self.turn = turn;
    }

    /// Square a number of steps along a direction; `None` off the board.
    fn step(&self, square: usize, (file, rank): (isize, isize), steps: isize) -> Option<usize> {
        let along = |from: usize, step: isize| {
            usize::try_from(from as isize + steps * step).ok().filter(|to| *to < self.size())
        };
        Some(SIDE * along(square / SIDE, rank)? + along(square % SIDE, file)?)
    }

    /// Empty squares at the ends of the line that a side's stone on an empty square would be part of.
    pub(crate) fn open_ends(
        &self,
        square: usize,
        side: Side,
        direction: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        [-1, 1].into_iter().filter_map(move |sign| {
            let ahead = |steps: isize| self.step(square, DIRECTIONS[direction], sign * steps);
            let end =
                (1..).map(ahead).find(|next| next.is_none_or(|next| self.stones[next] != Some(side)))?;
            end.filter(|end| self.stones[*end].is_none())
        })
    }

    /// The winning line through the stone on a square.
    pub fn winning_line(&self, square: usize) -> Option<Vec<usize>> {
        let side = self.stone_on(square)?;
        DIRECTIONS.into_iter().find_map(|direction| {
            let owner = |steps: isize| self.step(square, direction, steps).map(|square| self.stones[square]);
            let reach = |sign: isize| {
                (1..).take_while(|steps| owner(sign * steps) == Some(Some(side))).count() as isize
            };
            let (back, ahead) = (reach(-1), reach(1));
            let blocked = [-back - 1, ahead + 1].map(|end| match owner(end) {
                None => self.rules.edge_blocks,
                Some(stone) => stone.is_some(),
            });
            self.rules
                .wins((back + ahead + 1) as usize, blocked)
                .then(|| (-back..=ahead).filter_map(|steps| self.step(square, direction, steps)).collect())
        })
    }
}

impl Position for Board {
    type Move = Mv;
    type Reveal = ();
    type Rules = Rules;
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = SQUARES;
    const PIECES: usize = 2;

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner {
            return Some(Outcome::win(winner, Reason::OfGame(LINE)));
        }
        let full = self.stone_count() == self.size() * self.size();
        full.then_some(Outcome::draw(Reason::OfGame(BOARD_FULL)))
    }

    fn legal_moves(&self, out: &mut MoveList<Mv>) {
        if self.winner.is_none() {
            let free = self.squares().filter(|&square| self.stones[square].is_none());
            free.filter_map(Mv::place).for_each(|mv| out.push(mv));
        }
    }

    fn reveals(&self, _: Mv, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    fn unrevealed(&self, _: Mv) {}

    fn play(&mut self, mv: Mv, (): (), observer: &mut impl Observer) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        self.put(mv.to(), self.turn);
        observer.put(mv.to(), self.turn.index());
        self.set_turn(self.turn.other());
    }

    fn pass(&self) -> Option<Self> {
        use game::Tactics as _;
        (self.outcome().is_none() && !self.in_check()).then(|| {
            let mut passed = self.clone();
            passed.set_turn(self.turn.other());
            passed
        })
    }

    fn count_legal(&self) -> usize {
        if self.winner.is_some() { 0 } else { self.size() * self.size() - self.stone_count() }
    }

    fn is_legal(&self, mv: Mv) -> bool {
        let (square, size) = (mv.to(), self.size());
        let is_free = square % SIDE < size && square / SIDE < size && self.stones[square].is_none();
        is_free && self.winner.is_none()
    }

    fn is_irreversible(&self, _: Mv) -> bool {
        true
    }
}
