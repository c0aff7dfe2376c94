//! Tunable parameters of the principal variation search.
//!
//! Scores are in centipawns (a soldier or pawn is about 100), depths in plies.

/// Aspiration windows: half the width of the first window around the score of the last depth.
pub const ASPIRATION_DELTA: i32 = 14;
/// Aspiration windows: minimum depth.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility pruning: margin above beta per ply of depth.
pub const REVERSE_FUTILITY: i32 = 70;
/// Reverse futility pruning: the margin is smaller by this when the side to move is improving.
pub const REVERSE_FUTILITY_IMPROVING: i32 = 60;
/// Reverse futility pruning: maximum depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 9;

/// Razoring: base margin below alpha.
pub const RAZOR_MARGIN: i32 = 250;
/// Razoring: growth of the margin with the square of the depth.
pub const RAZOR_GROWTH: i32 = 200;
/// Razoring: maximum depth.
pub const RAZOR_DEPTH: i32 = 4;

/// Null-move pruning: minimum depth.
pub const NULL_DEPTH: i32 = 3;
/// Null-move pruning: base reduction, to which a third of the depth is added.
pub const NULL_REDUCTION: i32 = 4;
/// Null-move pruning: one more ply of reduction for each of these centipawns above beta.
pub const NULL_EVAL_STEP: i32 = 200;
/// Null-move pruning: cutoffs are verified from this depth on, because zugzwang is common in xiangqi endings.
pub const NULL_VERIFY_DEPTH: i32 = 12;

/// Internal iterative reduction: minimum depth.
pub const IIR_DEPTH: i32 = 4;

/// ProbCut: margin above beta that a capture must reach at reduced depth.
pub const PROBCUT_MARGIN: i32 = 180;
/// ProbCut: minimum depth.
pub const PROBCUT_DEPTH: i32 = 5;

/// Win probe (mate search only): runs while the best score is at least this.
pub const WIN_PROBE_MIN_SCORE: i32 = 300;
/// Win probe: nodes it may spend for each hundred nodes of the main search.
pub const WIN_PROBE_NODE_SHARE: u64 = 50;
/// Zugzwang guard (mate search only): no null move for a defender with fewer legal moves than this.
pub const ZUGZWANG_GUARD_MOVES: usize = 8;

/// Late-move pruning: quiet moves beyond this plus the square of the depth are skipped.
pub const LMP_BASE: i32 = 4;
/// Late-move pruning: maximum depth.
pub const LMP_DEPTH: i32 = 8;

/// Futility pruning of quiet moves: base margin below alpha.
pub const FUTILITY_MARGIN: i32 = 90;
/// Futility pruning: margin per ply of the reduced depth.
pub const FUTILITY_DEPTH_MARGIN: i32 = 85;
/// Futility pruning: maximum reduced depth.
pub const FUTILITY_DEPTH: i32 = 8;

/// History pruning: quiet moves with a history below this per ply of depth are skipped.
pub const HISTORY_PRUNING: i32 = -3200;
/// History pruning: maximum depth.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;

/// SEE pruning of quiet moves: allowed loss times the square of the reduced depth.
pub const SEE_QUIET_MARGIN: i32 = -25;
/// SEE pruning of captures and checks: allowed loss per ply of depth.
pub const SEE_CAPTURE_MARGIN: i32 = -90;

/// Singular extensions: minimum depth.
pub const SINGULAR_DEPTH: i32 = 7;
/// Singular extensions: margin per ply of depth below the score of the transposition-table move.
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extensions: further margin for a double extension.
pub const DOUBLE_EXTENSION_MARGIN: i32 = 18;

/// Late-move reduction: base, in 1024ths of a ply.
pub const LMR_BASE: f64 = 700.0;
/// Late-move reduction: factor of log(depth) * log(move number), in 1024ths of a ply.
pub const LMR_FACTOR: f64 = 430.0;
/// Late-move reduction: history score that changes the reduction by one ply.
pub const LMR_HISTORY: i32 = 8000;

/// Quiescence search: futility margin (delta pruning) of captures.
pub const QS_FUTILITY: i32 = 120;
/// Quiescence search: captures that lose more than this by static exchange evaluation are skipped.
pub const QS_SEE_MARGIN: i32 = -20;

/// History heuristic: maximum bonus.
pub const HISTORY_BONUS_MAX: i32 = 1900;
/// History heuristic: bonus per ply of depth.
pub const HISTORY_BONUS: i32 = 170;
/// History heuristic: limit of history values.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Correction history: limit of stored corrections.
pub const CORRECTION_LIMIT: i32 = 1024;
/// Correction history: weight of a correction, in 256ths.
pub const CORRECTION_WEIGHT: i32 = 12;

/// Chance nodes: with at most this many kinds and [`CHANCE_FEW_PIECES`] pieces unrevealed, every outcome is searched at
/// full depth with no assumed bounds. The game is then near its end, and tactical.
pub const CHANCE_FEW_KINDS: usize = 3;
/// See [`CHANCE_FEW_KINDS`].
pub const CHANCE_FEW_PIECES: u32 = 6;
/// Chance nodes: depth reduction otherwise, because there are several outcomes.
pub const CHANCE_REDUCTION: i32 = 1;
/// Chance nodes: outcomes less probable than this are reduced by one more ply.
pub const CHANCE_RARE: f32 = 0.12;
/// Chance nodes: assumed maximum distance of an outcome's value from its static evaluation, in win probability.
pub const CHANCE_SPREAD: f32 = 0.2;
/// Chance nodes: half the width of the aspiration window around an outcome's expected value, in win probability.
pub const CHANCE_ASPIRATION: f32 = 0.1;
