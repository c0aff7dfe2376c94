//! A jieqi position: what one mind knows of the board, of the face-down men, and of the men still hidden.

mod play;

use game::{MoveList, Observer, Random, Side};
use grid::Set;
use xiangqi::{Board, Man, Move, Role, Square, arbiter, movegen};

use crate::home::{self, HOME};
use crate::{Fate, Pool, Roaming, Rules, Sight};

/// Streams of the key, so that pools and face-down men never cancel each other out.
const STREAMS: [u64; 3] = [0x6B79_6461_6A71_0001, 0x6B79_6461_6A71_0002, 0x6B79_6461_6A71_0003];

/// Whose knowledge a position is: it decides what a move that captures a face-down man may tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mind {
    /// A player's.
    Player(Side),
    /// That of everybody who only watches.
    Public,
    /// One that sits on both chairs, as in analysis: it is told whatever either player is told.
    Both,
}

/// What one mind knows.
///
/// A face-down man stands on the board under the role of its point, as which it acts. The pool of a side holds the
/// roles of its men this mind cannot account for; it always counts the face-down men, the men turned up untold
/// (`Role::Unknown` on the board) and the men captured unseen, together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    /// The men that lie face down, of both sides.
    dark: Set,
    pools: [Pool; 2],
    /// Men captured face down, as far as this mind was told what they were. No rule asks; one dialect writes it.
    taken: [Pool; 2],
    /// Plies since the last capture.
    quiet: u16,
    /// The number of the move, from 1, as FEN counts.
    number: u16,
    turn: Side,
    mind: Mind,
    sight: Sight,
    roaming: Roaming,
}

const _: () = assert!(size_of::<Position>() <= 336);

/// What a reader found, to be made a position of.
pub(crate) struct Parts {
    pub board: Board,
    pub dark: Set,
    pub pools: [Pool; 2],
    pub taken: [Pool; 2],
    pub quiet: u16,
    pub number: u16,
    pub turn: Side,
}

impl Position {
    /// The position a game begins with.
    pub fn start(rules: &Rules) -> Self {
        let mut board = Board::EMPTY;
        for square in Square::all() {
            let general = [Square::at(4, 0), Square::at(4, 9)].iter().position(|&at| at == Some(square));
            let man = home::nominal(square)
                .or_else(|| general.map(|index| Man::new(Side::BOTH[index], Role::General)));
            if let Some(man) = man {
                board.put(square, man, &mut ());
            }
        }
        let dark = HOME[0] | HOME[1];
        let (pools, taken) = ([Pool::FULL; 2], [Pool::EMPTY; 2]);
        Self::assemble(Parts { board, dark, pools, taken, quiet: 0, number: 1, turn: Side::First }, rules)
    }

    /// A position of these parts. Contract: one general a side, face-down men on their home points under their
    /// nominal roles, pools that hold them; `fen::read` checks.
    pub(crate) fn assemble(parts: Parts, rules: &Rules) -> Self {
        let Parts { board, dark, pools, taken, quiet, number, turn } = parts;
        let (sight, roaming) = (rules.sight, rules.roaming);
        Position { board, dark, pools, taken, quiet, number, turn, mind: Mind::Both, sight, roaming }
    }

    /// The same knowledge in another mind: from here on that mind is told what it may be told.
    #[must_use]
    pub fn seen_by(self, mind: Mind) -> Self {
        Position { mind, ..self }
    }

    /// The same board with advisors and elephants kept at home.
    #[must_use]
    pub(crate) fn restricted(self) -> Self {
        Position { roaming: Roaming::Restricted, ..self }
    }

    /// The men, face-down ones under their nominal roles.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The men that lie face down, of both sides.
    pub fn dark(&self) -> Set {
        self.dark
    }

    /// Whether the man on a point lies face down.
    #[inline]
    pub fn is_dark(&self, square: Square) -> bool {
        self.dark.has(square.index())
    }

    /// The roles of a side's men this mind cannot account for.
    pub fn pool(&self, side: Side) -> Pool {
        self.pools[side.index()]
    }

    /// A side's men captured face down, as far as this mind was told what they were.
    pub fn taken(&self, side: Side) -> Pool {
        self.taken[side.index()]
    }

    /// How many of a side's men were captured without this mind knowing what they were.
    pub fn unseen(&self, side: Side) -> usize {
        self.pool(side).total().saturating_sub(self.hidden(side))
    }

    /// How many of a side's men on the board this mind does not know: face down, or turned up untold.
    fn hidden(&self, side: Side) -> usize {
        ((self.dark | self.board.role(Role::Unknown)) & self.board.side(side)).len()
    }

    /// Whose knowledge this is.
    pub fn mind(&self) -> Mind {
        self.mind
    }

    /// The number of the move, from 1.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Whether the side to move is in check, as far as this mind can tell.
    pub fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    /// Whether this mind is told what the side to move captures face down.
    pub fn is_told(&self) -> bool {
        self.would_tell(self.mind)
    }

    /// Whether a mind is told what the side to move captures face down.
    pub(crate) fn would_tell(&self, mind: Mind) -> bool {
        match self.sight {
            Sight::All => true,
            Sight::Nobody => false,
            Sight::Captor => match mind {
                Mind::Player(side) => side == self.turn,
                Mind::Public => false,
                Mind::Both => true,
            },
        }
    }

    /// Whether a fate fits a move as far as this mind knows: it tells of face-down men and of nothing else, and the
    /// roles it names are among those not accounted for.
    pub fn allows(&self, mv: Move, fate: Fate) -> bool {
        let fits = |square: Square, side: Side, role: Option<Role>| match role {
            None => !self.is_dark(square),
            Some(Role::Unknown) => self.is_dark(square),
            Some(role) => self.is_dark(square) && self.pool(side).count(role) > 0,
        };
        fits(mv.origin(), self.turn, fate.turned) && fits(mv.target(), !self.turn, fate.captured)
    }

    /// The index under which observers hear of the man on a point.
    fn index_at(&self, square: Square, man: Man) -> usize {
        man_index(man, self.is_dark(square))
    }

    /// Takes the man off a point that is captured there.
    fn capture(&mut self, square: Square, fate: Option<Role>, watch: &mut impl Observer) -> bool {
        let Some(man) = self.board.lift(square, &mut ()) else { return false };
        watch.lift(square.index(), self.index_at(square, man));
        self.dark = self.dark.without(square.set());
        if let Some(role) = fate
            && self.account(man.side(), role, watch)
        {
            self.taken[man.side().index()].add(role);
        }
        true
    }

    /// Moves a man, which turns up if it lay face down.
    fn advance(&mut self, mv: Move, fate: Option<Role>, watch: &mut impl Observer) {
        let from = mv.origin();
        let Some(mut man) = self.board.lift(from, &mut ()) else { return };
        watch.lift(from.index(), self.index_at(from, man));
        if self.is_dark(from) {
            self.dark = self.dark.without(from.set());
            man = Man::new(man.side(), fate.unwrap_or(Role::Unknown));
            self.account(man.side(), man.role(), watch);
        }
        self.board.put(mv.target(), man, &mut ());
        watch.put(mv.target().index(), man.index());
    }

    /// Takes a role out of a side's pool; an unknown one stays there.
    fn account(&mut self, side: Side, role: Role, watch: &mut impl Observer) -> bool {
        let counted = self.pools[side.index()].take(role);
        if counted {
            watch.pool(Man::new(side, role).index(), -1);
        }
        counted
    }

    /// The key of what lies hidden.
    fn hidden_key(&self) -> u64 {
        let pools = u64::from(self.pools[0].bits()) | u64::from(self.pools[1].bits()) << 32;
        let words = [pools, self.dark.0 as u64, (self.dark.0 >> 64) as u64];
        words.into_iter().zip(STREAMS).fold(0, |key, (word, stream)| key ^ Random::new(word ^ stream).bits())
    }

    /// Whether the general of the side to move was captured, as only a position read with a hanging one allows.
    #[inline]
    fn has_lost_its_general(&self) -> bool {
        self.board.general(self.turn).is_none()
    }

    /// The moves of a side without its general: nothing is unsafe any more. The game is over; peers still count them.
    #[cold]
    fn lawless_moves(&self, out: &mut MoveList<Move>) {
        for from in self.board.side(self.turn).into_iter().filter_map(Square::new) {
            Square::all()
                .filter_map(|to| Move::new(from, to))
                .filter(|&mv| movegen::is_legal(self, mv))
                .for_each(|mv| out.push(mv));
        }
    }

    /// Whether advisors and elephants roam once turned up.
    pub(crate) fn roams(&self) -> Roaming {
        self.roaming
    }

    /// Says what a man that turned up untold is.
    pub(crate) fn name(&mut self, square: Square, role: Role) {
        if let Some(man) = self.board.lift(square, &mut ()) {
            self.board.put(square, Man::new(man.side(), role), &mut ());
            self.account(man.side(), role, &mut ());
        }
    }

    /// Whether no sequence of moves wins for anybody. An advisor or an elephant may: once turned up it takes points
    /// from the enemy general or stands as a cannon's screen anywhere.
    fn nobody_can_win(&self) -> bool {
        let helpers = self.board.role(Role::Advisor) | self.board.role(Role::Elephant);
        self.dark.is_empty() && helpers.is_empty() && arbiter::nobody_can_win(&self.board)
    }
}

/// The index under which observers hear of a man: side * 8 + role, and 16 more while it lies face down.
#[inline]
pub const fn man_index(man: Man, face_down: bool) -> usize {
    man.index() + if face_down { 16 } else { 0 }
}
