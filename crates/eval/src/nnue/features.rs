//! What a network sees of a position: each piece on its square, from both sides' chairs, a type for each game.

use game::{Eval, Game, Side, Tactics};

use crate::material::Pieces;

/// The inputs of a game's network.
///
/// Each side looks at the board from its own chair: its own pieces come first, ranks are counted from its own back rank,
/// and the board is mirrored when its king stands on the right half. So a position, its mirror image and the same
/// with colors swapped look alike, and the network has to learn each thing once.
pub trait Features: Copy + Default + Send + Sync + 'static {
    /// The game.
    type Game: Game<Position = Self::Position>;
    /// Its positions.
    type Position: Pieces + Tactics;
    /// The opinion written by hand, for comparison, and for the first games to learn from.
    type Classic: Eval<Self::Position> + Clone + Default + Sync + 'static;

    /// Inputs are numbered below this.
    const INPUTS: usize;
    /// Kinds of material, each with an output of its own.
    const BUCKETS: usize;

    /// The side whose king (or general) this piece is.
    fn king_of(piece: usize) -> Option<Side>;

    /// Whether a side whose king stands here looks into the mirror.
    fn mirrors(king: usize) -> bool;

    /// The input of a piece on a square as a side sees it.
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize;

    /// The input of one hidden piece of this kind as a side sees it; it counts as often as there are such pieces.
    fn pool_input(_view: Side, _piece: usize) -> usize {
        0
    }

    /// The hidden pieces: kind and number.
    fn pools(_here: &Self::Position, _visit: &mut impl FnMut(usize, usize)) {}

    /// The kind of material on the board.
    fn bucket(here: &Self::Position) -> usize;

    /// The score of an ending somebody has worked out, the side to move's.
    fn known(_here: &Self::Position) -> Option<i32> {
        None
    }

    /// What a network says, put right where a rule stands beyond what it sees.
    fn settled(_here: &Self::Position, said: i32) -> i32 {
        said
    }
}

/// The points of xiangqi's board as a side sees them.
#[inline]
fn point(view: Side, mirrored: bool, square: usize) -> usize {
    let (file, rank) = (square % xiangqi::FILES, square / xiangqi::FILES);
    let file = if mirrored { xiangqi::FILES - 1 - file } else { file };
    let rank = if view == Side::First { rank } else { xiangqi::RANKS - 1 - rank };
    rank * xiangqi::FILES + file
}

/// The plane of a piece of xiangqi as a side sees it: seven of its own, seven of the enemy's.
#[inline]
fn plane(view: Side, piece: usize) -> usize {
    let own = (piece >> 3 & 1) == view.index();
    (piece & 7) + if own { 0 } else { 7 }
}

/// Pieces of xiangqi.
#[derive(Clone, Copy, Default, Debug)]
pub struct Xiangqi;

impl Features for Xiangqi {
    type Game = xiangqi::Xiangqi;
    type Position = xiangqi::Position;
    type Classic = crate::xiangqi::Full;

    const INPUTS: usize = 14 * xiangqi::SQUARES;
    const BUCKETS: usize = 8;

    #[inline]
    fn king_of(piece: usize) -> Option<Side> {
        (piece & 7 == 0).then(|| Side::BOTH[piece >> 3 & 1])
    }

    #[inline]
    fn mirrors(king: usize) -> bool {
        king % xiangqi::FILES > 4
    }

    #[inline]
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize {
        plane(view, piece) * xiangqi::SQUARES + point(view, mirrored, square)
    }

    /// By chariots, and by horses and cannons: they decide what kind of fight it is.
    #[inline]
    fn bucket(here: &Self::Position) -> usize {
        use xiangqi::Role;
        let board = here.board();
        let chariots = board.role(Role::Chariot).len();
        let light = (board.role(Role::Horse) | board.role(Role::Cannon)).len();
        match (chariots, light) {
            (0, 0..=1) => 0,
            (0, 2..=3) => 1,
            (0, _) => 2,
            (1..=2, 0..=2) => 3,
            (1..=2, 3..=4) => 4,
            (1..=2, _) => 5,
            (_, 0..=4) => 6,
            (_, _) => 7,
        }
    }
}

/// Pieces of jieqi: those of xiangqi, the face-down ones, and what is still hidden.
#[derive(Clone, Copy, Default, Debug)]
pub struct Jieqi;

/// Planes of face-up pieces, then one of unknown pieces for each side.
const DARK_PLANES: usize = 14;
/// Where the counts of hidden pieces begin.
const POOLS: usize = (DARK_PLANES + 2) * xiangqi::SQUARES;

impl Features for Jieqi {
    type Game = jieqi::Jieqi;
    type Position = jieqi::Position;
    type Classic = crate::jieqi::Full;

    const INPUTS: usize = POOLS + 14;
    const BUCKETS: usize = 8;

    #[inline]
    fn king_of(piece: usize) -> Option<Side> {
        (piece < 16 && piece & 7 == 0).then(|| Side::BOTH[piece >> 3 & 1])
    }

    #[inline]
    fn mirrors(king: usize) -> bool {
        king % xiangqi::FILES > 4
    }

    #[inline]
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize {
        let plane = if <jieqi::Position as Pieces>::is_hidden(piece) {
            DARK_PLANES + usize::from((piece >> 3 & 1) != view.index())
        } else {
            plane(view, piece)
        };
        plane * xiangqi::SQUARES + point(view, mirrored, square)
    }

    #[inline]
    fn pool_input(view: Side, piece: usize) -> usize {
        POOLS + plane(view, piece)
    }

    fn pools(here: &Self::Position, visit: &mut impl FnMut(usize, usize)) {
        for side in Side::BOTH {
            for (role, count) in here.pool(side).pieces() {
                visit(jieqi::Piece::new(side, role).index(), count);
            }
        }
    }

    /// By the pieces that still lie face down.
    #[inline]
    fn bucket(here: &Self::Position) -> usize {
        (here.dark().len() / 4).min(7)
    }
}

/// The plies without capture or pawn move at which a lead would be worth nothing.
const PATIENCE: i32 = 240;

/// Pieces of chess.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chess;

impl Features for Chess {
    type Game = chess::Chess;
    type Position = chess::Position;
    type Classic = crate::chess::Full;

    const INPUTS: usize = 12 * 64;
    const BUCKETS: usize = 8;

    #[inline]
    fn king_of(piece: usize) -> Option<Side> {
        (piece % 6 == 5).then(|| Side::BOTH[(piece / 6) & 1])
    }

    #[inline]
    fn mirrors(king: usize) -> bool {
        king % 8 > 3
    }

    #[inline]
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize {
        let own = (piece / 6) & 1 == view.index();
        let plane = piece % 6 + if own { 0 } else { 6 };
        let square = if view == Side::First { square } else { square ^ 56 };
        plane * 64 + if mirrored { square ^ 7 } else { square }
    }

    /// By the number of pieces.
    #[inline]
    fn bucket(here: &Self::Position) -> usize {
        ((here.board().occupied().len() as usize).saturating_sub(2) / 4).min(7)
    }

    fn known(here: &Self::Position) -> Option<i32> {
        let white = crate::chess::ending::hunt(here.board())?;
        Some(if game::Position::turn(here) == Side::First { white } else { -white })
    }

    /// A lead that makes no progress fades.
    fn settled(here: &Self::Position, said: i32) -> i32 {
        said * (PATIENCE - i32::from(here.halfmoves().min(150))) / PATIENCE
    }
}

/// An opinion written by hand whose game has a network to learn.
pub trait Taught: Sized {
    /// What that network sees.
    type Features: Features<Classic = Self>;
}

impl Taught for crate::xiangqi::Full {
    type Features = Xiangqi;
}

impl Taught for crate::jieqi::Full {
    type Features = Jieqi;
}

impl Taught for crate::chess::Full {
    type Features = Chess;
}
