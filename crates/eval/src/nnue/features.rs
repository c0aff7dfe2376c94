//! Input features of the networks: each piece on its square, seen from both sides. One type for each game.

use game::{Game, Side, Tactics};

use crate::breakdown::Breakdown;
use crate::material::Material;

/// Layout of king buckets: classes of squares of a side's own king, each with its own weights of the hidden layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingLayout {
    /// Number of buckets.
    pub count: usize,
    /// Bucket of each square, in the view of the king's side. The king stands on the left half or in the middle.
    pub bucket: &'static [u8],
}

impl KingLayout {
    /// Layout without king buckets: all squares are in one.
    pub const NONE: KingLayout = KingLayout { count: 1, bucket: &[] };

    /// The layout of a game with this many buckets.
    pub fn of<F: Features>(count: usize) -> Option<KingLayout> {
        let mut layouts = F::KING_LAYOUTS.iter().copied().chain([KingLayout::NONE]);
        layouts.find(|layout| layout.count == count)
    }
}

/// How a side sees the board, by the square of its king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingView {
    /// True if the board is mirrored.
    pub mirrored: bool,
    /// King bucket.
    pub bucket: u8,
}

impl KingView {
    /// View of a side with its king on this square.
    #[inline]
    pub fn new<F: Features>(layout: KingLayout, side: Side, king: usize) -> Self {
        let mirrored = F::is_mirrored(king);
        let bucket = layout.bucket.get(F::oriented(side, mirrored, king)).copied().unwrap_or(0);
        KingView { mirrored, bucket }
    }

    /// Number of the weight row of an input.
    #[inline]
    pub fn row<F: Features>(self, input: usize) -> usize {
        usize::from(self.bucket) * F::INPUTS + input
    }
}

/// Input features and output buckets of a game's network.
///
/// The inputs are computed for each side's view: its own pieces come first, ranks are counted from its own back rank,
/// and the board is mirrored when its king stands on the right half (horizontal mirroring). So a position, its mirror
/// image and the same position with colors swapped have the same inputs, and the network learns each pattern once.
pub trait Features: Copy + Default + Send + Sync + 'static {
    /// The game.
    type Game: Game<Position = Self::Position>;
    /// The positions of the game.
    type Position: Material + Tactics;
    /// The hand-crafted evaluation of the game: it plays the first games to learn from, and a network may correct it.
    type Hce: Breakdown<Self::Position> + Clone + Default + Sync + 'static;

    /// Number of inputs.
    const INPUTS: usize;
    /// Number of output buckets: classes of material, each with its own output weights.
    const BUCKETS: usize;
    /// Layouts of king buckets that a network may have; every network may also have none.
    const KING_LAYOUTS: &'static [KingLayout];

    /// Returns the side whose king (or general) this piece is.
    fn king_of(piece: usize) -> Option<Side>;

    /// Returns true if the view of a side with its king on this square is mirrored.
    fn is_mirrored(king: usize) -> bool;

    /// Returns a square in a side's view.
    fn oriented(view: Side, mirrored: bool, square: usize) -> usize;

    /// Returns the input of a piece on a square in a side's view.
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize;

    /// Returns the input of a hidden piece of this kind in a side's view; it is active once for each such piece.
    fn pool_input(_view: Side, _piece: usize) -> usize {
        0
    }

    /// Visits the kinds of hidden pieces with their counts.
    fn pools(_here: &Self::Position, _visit: &mut impl FnMut(usize, usize)) {}

    /// Returns the output bucket, by the material on the board.
    fn bucket(here: &Self::Position) -> usize;

    /// Returns the score of a known ending for the side to move; the network is not asked there.
    fn known_score(_here: &Self::Position) -> Option<i32> {
        None
    }

    /// Adjusts the network's score by what its inputs do not contain, such as the fifty-move counter.
    fn adjust_score(_here: &Self::Position, score: i32) -> i32 {
        score
    }
}

/// Returns a point of the xiangqi board in a side's view.
#[inline]
fn oriented_square(view: Side, mirrored: bool, square: usize) -> usize {
    let (file, rank) = (square % xiangqi::FILES, square / xiangqi::FILES);
    let file = if mirrored { xiangqi::FILES - 1 - file } else { file };
    let rank = if view == Side::First { rank } else { xiangqi::RANKS - 1 - rank };
    rank * xiangqi::FILES + file
}

/// Returns the plane of a xiangqi piece in a side's view: seven of its own, seven of the enemy's.
#[inline]
fn plane(view: Side, piece: usize) -> usize {
    let own = (piece >> 3 & 1) == view.index();
    (piece & 7) + if own { 0 } else { 7 }
}

/// The general stands on one of six points of his palace: on or beside the middle file, on the first, second or third rank.
const PALACE: [u8; xiangqi::SQUARES] = {
    let mut bucket = [0; xiangqi::SQUARES];
    let mut rank = 0;
    while rank < 3 {
        bucket[rank * xiangqi::FILES + 4] = 2 * rank as u8;
        bucket[rank * xiangqi::FILES + 3] = 2 * rank as u8 + 1;
        rank += 1;
    }
    bucket
};
/// At home in the middle, at home beside it, away from home.
const PALACE_COARSE: [u8; xiangqi::SQUARES] = {
    let mut bucket = [2; xiangqi::SQUARES];
    bucket[4] = 0;
    bucket[3] = 1;
    bucket
};
const PALACE_LAYOUTS: &[KingLayout] =
    &[KingLayout { count: 3, bucket: &PALACE_COARSE }, KingLayout { count: 6, bucket: &PALACE }];

/// Features of xiangqi.
#[derive(Clone, Copy, Default, Debug)]
pub struct Xiangqi;

impl Features for Xiangqi {
    type Game = xiangqi::Xiangqi;
    type Position = xiangqi::Position;
    type Hce = crate::xiangqi::Hce;

    const INPUTS: usize = 14 * xiangqi::SQUARES;
    const BUCKETS: usize = 8;
    const KING_LAYOUTS: &'static [KingLayout] = PALACE_LAYOUTS;

    #[inline]
    fn king_of(piece: usize) -> Option<Side> {
        (piece & 7 == 0).then(|| Side::BOTH[piece >> 3 & 1])
    }

    #[inline]
    fn is_mirrored(king: usize) -> bool {
        king % xiangqi::FILES > 4
    }

    #[inline]
    fn oriented(view: Side, mirrored: bool, square: usize) -> usize {
        oriented_square(view, mirrored, square)
    }

    #[inline]
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize {
        plane(view, piece) * xiangqi::SQUARES + oriented_square(view, mirrored, square)
    }

    /// By the number of chariots, and of horses and cannons: they decide the character of the game.
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

/// Features of jieqi: those of xiangqi, face-down pieces, and the pools of hidden pieces.
#[derive(Clone, Copy, Default, Debug)]
pub struct Jieqi;

/// Number of planes of face-up pieces; one plane of face-down or unknown pieces for each side follows.
const FACE_UP_PLANES: usize = 14;
/// First input of the pools of hidden pieces.
const POOLS: usize = (FACE_UP_PLANES + 2) * xiangqi::SQUARES;

impl Features for Jieqi {
    type Game = jieqi::Jieqi;
    type Position = jieqi::Position;
    type Hce = crate::jieqi::Hce;

    const INPUTS: usize = POOLS + 14;
    const BUCKETS: usize = 8;
    const KING_LAYOUTS: &'static [KingLayout] = PALACE_LAYOUTS;

    #[inline]
    fn king_of(piece: usize) -> Option<Side> {
        (piece < 16 && piece & 7 == 0).then(|| Side::BOTH[piece >> 3 & 1])
    }

    #[inline]
    fn is_mirrored(king: usize) -> bool {
        king % xiangqi::FILES > 4
    }

    #[inline]
    fn oriented(view: Side, mirrored: bool, square: usize) -> usize {
        oriented_square(view, mirrored, square)
    }

    #[inline]
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize {
        let plane = if <jieqi::Position as Material>::is_hidden(piece) {
            FACE_UP_PLANES + usize::from((piece >> 3 & 1) != view.index())
        } else {
            plane(view, piece)
        };
        plane * xiangqi::SQUARES + oriented_square(view, mirrored, square)
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

    /// By the number of face-down pieces.
    #[inline]
    fn bucket(here: &Self::Position) -> usize {
        (here.dark().len() / 4).min(7)
    }
}

/// Plies without a capture or pawn move at which the score would be scaled to zero.
const FIFTY_MOVE_SCALE: i32 = 240;

/// Seven classes of the king's square on files a to d, ranks from his own side.
#[rustfmt::skip]
const CASTLED: [u8; 64] = {
    let rows = [[0, 0, 1, 2], [3, 3, 4, 4], [5, 5, 5, 5], [5, 5, 5, 5], [6, 6, 6, 6], [6, 6, 6, 6], [6, 6, 6, 6], [6, 6, 6, 6]];
    left_half(rows)
};
/// In the corner, in the middle of the first rank, away from it.
#[rustfmt::skip]
const CASTLED_COARSE: [u8; 64] =
    left_half([[0, 0, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2]]);

const fn left_half(rows: [[u8; 4]; 8]) -> [u8; 64] {
    let mut bucket = [0; 64];
    let mut square = 0;
    while square < 64 {
        if square % 8 < 4 {
            bucket[square] = rows[square / 8][square % 8];
        }
        square += 1;
    }
    bucket
}

/// Features of chess.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chess;

impl Features for Chess {
    type Game = chess::Chess;
    type Position = chess::Position;
    type Hce = crate::chess::Hce;

    const INPUTS: usize = 12 * 64;
    const BUCKETS: usize = 8;
    const KING_LAYOUTS: &'static [KingLayout] =
        &[KingLayout { count: 3, bucket: &CASTLED_COARSE }, KingLayout { count: 7, bucket: &CASTLED }];

    #[inline]
    fn king_of(piece: usize) -> Option<Side> {
        (piece % 6 == 5).then(|| Side::BOTH[(piece / 6) & 1])
    }

    #[inline]
    fn is_mirrored(king: usize) -> bool {
        king % 8 > 3
    }

    #[inline]
    fn oriented(view: Side, mirrored: bool, square: usize) -> usize {
        let square = if view == Side::First { square } else { square ^ 56 };
        if mirrored { square ^ 7 } else { square }
    }

    #[inline]
    fn input(view: Side, mirrored: bool, square: usize, piece: usize) -> usize {
        let own = (piece / 6) & 1 == view.index();
        let plane = piece % 6 + if own { 0 } else { 6 };
        plane * 64 + Self::oriented(view, mirrored, square)
    }

    /// By the number of pieces.
    #[inline]
    fn bucket(here: &Self::Position) -> usize {
        ((here.board().occupied().len() as usize).saturating_sub(2) / 4).min(7)
    }

    fn known_score(here: &Self::Position) -> Option<i32> {
        let white = crate::chess::ending::lone_king_score(here.board())?;
        Some(if game::Position::turn(here) == Side::First { white } else { -white })
    }

    /// Scales the score down as the fifty-move counter grows, so that progress is preferred.
    fn adjust_score(here: &Self::Position, score: i32) -> i32 {
        score * (FIFTY_MOVE_SCALE - i32::from(here.halfmoves().min(150))) / FIFTY_MOVE_SCALE
    }
}
