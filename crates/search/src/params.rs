//! The champion's numbers, each with its name, all in one place.
//!
//! Scores are centipawns of a soldier or pawn; depths are plies.

/// Half the width of the first window around the last depth's score.
pub const ASPIRATION: i32 = 14;
/// From this depth on windows are narrow.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: so far above beta for each ply left, the other side is not asked.
pub const REVERSE_FUTILITY: i32 = 70;
/// The margin is less by this when the side to move is improving.
pub const REVERSE_FUTILITY_IMPROVING: i32 = 60;
/// Reverse futility is asked up to this depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 9;

/// Razoring: so far below alpha, only captures are looked at.
pub const RAZOR: i32 = 250;
/// Razoring grows by this with the depth squared.
pub const RAZOR_GROWTH: i32 = 200;
/// Razoring is asked up to this depth.
pub const RAZOR_DEPTH: i32 = 4;

/// The null move is tried from this depth on.
pub const NULL_DEPTH: i32 = 3;
/// The null move is searched shallower by this and a third of the depth.
pub const NULL_REDUCTION: i32 = 4;
/// One ply shallower still for each of these the evaluation is above beta.
pub const NULL_EVAL: i32 = 200;
/// From this depth on a null move's cut-off is verified: zugzwang is common in xiangqi's endings.
pub const NULL_VERIFY_DEPTH: i32 = 12;

/// Without a move from the table the search is this deep at least before it is made shallower.
pub const NO_TABLE_MOVE_DEPTH: i32 = 4;

/// A capture this far above beta at a shallower depth is believed.
pub const PROBCUT: i32 = 180;
/// Such captures are tried from this depth on.
pub const PROBCUT_DEPTH: i32 = 5;

/// A search for mates asks whether there is a win at all from this score on ...
pub const QUESTION_HOPE: i32 = 300;
/// ... with so many nodes for each hundred spent otherwise.
pub const QUESTION_SHARE: u64 = 50;
/// A wary search for a win lets no defender with fewer moves than this hold by passing.
pub const QUESTION_PASS: usize = 8;

/// Late quiet moves beyond this plus depth squared are not tried at low depth.
pub const LATE_MOVES: i32 = 4;
/// Late moves are counted up to this depth.
pub const LATE_MOVES_DEPTH: i32 = 8;

/// A quiet move is futile when the evaluation is below alpha by this ...
pub const FUTILITY: i32 = 90;
/// ... and this for each ply of the reduced depth.
pub const FUTILITY_DEPTH_MARGIN: i32 = 85;
/// Futility is asked up to this reduced depth.
pub const FUTILITY_DEPTH: i32 = 8;

/// Quiet moves whose history is this bad for each ply of depth are not tried.
pub const HISTORY_PRUNING: i32 = -3200;
/// ... up to this depth.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;

/// A quiet move may lose this much by exchange for each ply of reduced depth squared.
pub const EXCHANGE_QUIET: i32 = -25;
/// A capture may lose this much by exchange for each ply of depth.
pub const EXCHANGE_NOISY: i32 = -90;

/// Singular extensions are tried from this depth on.
pub const SINGULAR_DEPTH: i32 = 7;
/// A move is singular when all others are below its score by this for each ply of depth.
pub const SINGULAR_MARGIN: i32 = 2;
/// So far below still, it is extended by two plies.
pub const DOUBLE_MARGIN: i32 = 18;

/// Late-move reduction of ply and move number one, in 1024ths of a ply.
pub const REDUCTION_BASE: f64 = 700.0;
/// Its growth by the logarithms of depth and move number.
pub const REDUCTION_GROWTH: f64 = 430.0;
/// History that changes a reduction by one ply.
pub const REDUCTION_HISTORY: i32 = 8000;

/// Quiescence: a capture that cannot lift the evaluation to alpha with this to spare is not tried.
pub const QUIET_FUTILITY: i32 = 120;
/// Quiescence: captures that lose more than this by exchange are not tried.
pub const QUIET_EXCHANGE: i32 = -20;

/// The largest bonus a history learns at once.
pub const HISTORY_BONUS_MOST: i32 = 1900;
/// Its growth with depth.
pub const HISTORY_BONUS: i32 = 170;
/// History values stay within this.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Corrections of the evaluation stay within this.
pub const CORRECTION_LIMIT: i32 = 1024;
/// A correction counts by this part.
pub const CORRECTION_PART: i32 = 12;

/// With so few kinds, and so few pieces, still unseen, every reveal is searched as deep as any other move and nothing is taken
/// for granted of it: the game is near its end, and sharp.
pub const EXPECT_FEW_KINDS: usize = 3;
/// See [`EXPECT_FEW_KINDS`].
pub const EXPECT_FEW_PIECES: u32 = 6;
/// With more, reveals are searched shallower by this: there are several of them.
pub const EXPECT_REDUCTION: i32 = 1;
/// And one less likely than this one ply shallower still.
pub const EXPECT_RARE: f32 = 0.12;
/// And no search is expected to find one better or worse than the evaluation does by more, in win chance.
pub const EXPECT_SPREAD: f32 = 0.2;
/// A reveal is first asked whether it is worth so near, in win chance, to what is known of it.
pub const EXPECT_NEAR: f32 = 0.1;
