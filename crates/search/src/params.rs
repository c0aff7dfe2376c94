//! Tunable parameters of the principal variation search, as a value: each game has its own, and each can be overridden
//! by name (`champion:lmr_base=800`).
//!
//! Scores are in centipawns (a soldier or pawn is about 100), depths in plies, reductions in 1024ths of a ply.

/// Name, default and range of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamSpec {
    /// Name, as in an engine specification.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Smallest value allowed.
    pub least: i32,
    /// Largest value allowed.
    pub most: i32,
}

impl ParamSpec {
    /// Every parameter, in the order of declaration.
    pub fn all() -> &'static [ParamSpec] {
        Params::ALL
    }
}

macro_rules! params {
    ($($(#[$doc:meta])+ $name:ident: $default:literal in $least:literal ..= $most:literal;)+) => {
        /// Parameters of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])+ pub $name: i32,)+
        }

        impl Params {
            /// The common values, for games and engines without their own.
            pub const DEFAULT: Params = Params { $($name: $default,)+ };

            /// Every parameter, in the order of declaration.
            pub const ALL: &'static [ParamSpec] = &[
                $(ParamSpec { name: stringify!($name), default: $default, least: $least, most: $most },)+
            ];

            /// Value of the parameter of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// Sets the parameter of this name, within its range. Returns false if there is none.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)+
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Aspiration windows: half the width of the first window around the score of the last depth.
    aspiration_delta: 14 in 2..=100;

    /// Reverse futility pruning: margin above beta per ply of depth.
    rfp_margin: 70 in 10..=300;
    /// Reverse futility pruning: the margin is smaller by this when the side to move is improving.
    rfp_improving: 60 in 0..=300;
    /// Reverse futility pruning: maximum depth.
    rfp_depth: 9 in 0..=20;
    /// Reverse futility pruning: 1 to spare former PV nodes and nodes with a quiet table move.
    rfp_gate: 1 in 0..=1;

    /// Razoring: base margin below alpha.
    razor_margin: 250 in 0..=2000;
    /// Razoring: growth of the margin with the square of the depth.
    razor_growth: 200 in 0..=1000;
    /// Razoring: maximum depth.
    razor_depth: 4 in 0..=20;

    /// Null-move pruning: minimum depth.
    null_depth: 3 in 1..=20;
    /// Null-move pruning: base reduction in plies, to which a third of the depth is added.
    null_reduction: 4 in 1..=10;
    /// Null-move pruning: one more ply of reduction for each of these centipawns above beta.
    null_eval_step: 200 in 20..=1000;

    /// Internal iterative reduction: minimum depth.
    iir_depth: 4 in 1..=20;

    /// ProbCut: margin above beta that a capture must reach at reduced depth.
    probcut_margin: 180 in 20..=1000;
    /// ProbCut: minimum depth.
    probcut_depth: 5 in 3..=20;
    /// ProbCut: 1 to skip it where the table entry speaks against it, to test the exchange of the table move too, and to store
    /// its result.
    probcut_table: 1 in 0..=1;
    /// Small ProbCut: margin above beta of a table score of nearly the same depth that is trusted; 0 for none.
    small_probcut: 350 in 0..=2000;

    /// Late-move pruning: quiet moves beyond this plus the square of the depth are skipped.
    lmp_base: 4 in 1..=50;
    /// Late-move pruning: maximum depth.
    lmp_depth: 8 in 0..=30;

    /// Futility pruning of quiet moves: base margin below alpha.
    futility_margin: 90 in 0..=1000;
    /// Futility pruning: margin per ply of the reduced depth.
    futility_growth: 85 in 0..=500;
    /// Futility pruning: maximum reduced depth.
    futility_depth: 8 in 0..=20;

    /// Futility pruning of captures: base margin below alpha, beside what is captured.
    capture_futility_margin: 200 in 0..=2000;
    /// Futility pruning of captures: margin per ply of the reduced depth.
    capture_futility_growth: 160 in 0..=1000;
    /// Futility pruning of captures: maximum reduced depth; 0 for none.
    capture_futility_depth: 6 in 0..=20;

    /// History pruning: quiet moves with a history below this per ply of depth, negated, are skipped.
    history_pruning: 3200 in 500..=20000;
    /// History pruning: maximum depth.
    history_pruning_depth: 5 in 0..=20;

    /// SEE pruning of quiet moves: allowed loss times the square of the reduced depth.
    see_quiet: 25 in 1..=200;
    /// SEE pruning of captures and checks: allowed loss per ply of depth.
    see_noisy: 90 in 1..=500;

    /// Singular extensions: minimum depth.
    singular_depth: 6 in 4..=20;
    /// Singular extensions: margin per ply of depth below the score of the transposition-table move.
    singular_margin: 2 in 1..=20;
    /// Singular extensions: further margin for a double extension.
    double_margin: 18 in 0..=300;
    /// Singular extensions: further margin for a triple extension.
    triple_margin: 120 in 0..=1000;

    /// Late-move reduction: base.
    lmr_base: 700 in 0..=3000;
    /// Late-move reduction: factor of log(depth) * log(move number).
    lmr_factor: 430 in 50..=1500;
    /// Late-move reduction: history score that changes the reduction by one ply.
    lmr_history: 8000 in 1000..=50000;
    /// Late-move reduction: more at an expected cut node.
    lmr_cut_node: 1024 in 0..=4096;
    /// Late-move reduction: more when the side to move is not improving.
    lmr_not_improving: 512 in 0..=4096;
    /// Late-move reduction: less at a former PV node.
    lmr_tt_pv: 1024 in 0..=4096;
    /// Late-move reduction: less for checks and evasions.
    lmr_check: 700 in 0..=4096;
    /// Late-move reduction: more where the children were often cut off.
    lmr_child_cutoffs: 1024 in 0..=4096;
    /// Late-move reduction: more where the table move is a capture.
    lmr_tt_noisy: 512 in 0..=4096;
    /// Late-move reduction: 1 to reduce captures that do not lose material too.
    lmr_captures: 1 in 0..=1;
    /// Late-move reduction: less for such captures.
    lmr_good_capture: 1024 in 0..=4096;
    /// After a reduced search that failed high: one ply deeper if it did by this much; 0 for never.
    deeper_margin: 50 in 0..=1000;
    /// After a reduced search that failed high: one ply shallower if it did by less than this; 0 for never.
    shallower_margin: 8 in 0..=200;
    /// Hindsight: a node reduced by several plies is searched one ply less if both evaluations add up to more than this;
    /// 0 for no change of depth in hindsight.
    hindsight_margin: 120 in 0..=1000;

    /// Quiescence search: futility margin (delta pruning) of captures.
    qs_futility: 120 in 0..=1000;
    /// Quiescence search: captures that lose more than this by static exchange evaluation are skipped.
    qs_see: 20 in 0..=500;
    /// Quiescence search: maximum number of captures at a node, unless they recapture or give check; 0 for no limit.
    qs_moves: 4 in 0..=20;
    /// Quiescence search: 1 to use the table score as stand-pat score where its bound allows.
    qs_table_score: 1 in 0..=1;
    /// Quiescence search: quiet evasions tried after a move that is not lost; 0 for all.
    qs_evasions: 2 in 0..=20;

    /// History heuristic: maximum bonus.
    history_bonus_max: 1900 in 100..=8000;
    /// History heuristic: bonus per ply of depth.
    history_bonus: 170 in 10..=1000;
    /// History heuristic: share of the pawn history in the score of a quiet move, in 64ths.
    pawn_history: 64 in 0..=256;
    /// History heuristic: 1 to index the quiet history by threats.
    threat_history: 1 in 0..=1;
    /// History heuristic: 1 to give a bonus to the opponent's last quiet move where every move failed low.
    fail_low_bonus: 1 in 0..=1;

    /// Correction history: weight of the pawn structure, in 256ths.
    correction_pawns: 10 in 0..=64;
    /// Correction history: weight of the minor pieces (advisors and elephants), in 256ths.
    correction_minor: 7 in 0..=64;
    /// Correction history: weight of the major pieces (chariots, cannons and horses), in 256ths.
    correction_major: 7 in 0..=64;
    /// Correction history: weight of each side's pieces other than pawns, in 256ths.
    correction_pieces: 9 in 0..=64;
    /// Correction history: weight of the last move, in 256ths.
    correction_move: 9 in 0..=64;
    /// Correction history: weight of the last two moves, in 256ths.
    correction_moves: 7 in 0..=64;

    /// Chance nodes: depth reduction in plies, because there are several outcomes.
    chance_reduction: 1 in 0..=4;
    /// Chance nodes: outcomes less probable than this, in percent, are reduced by one more ply.
    chance_rare: 12 in 0..=100;
    /// Chance nodes: a late move that reveals a piece is first searched by its expected value up to this depth; 0 for never.
    chance_futility_depth: 2 in 0..=8;
    /// Chance nodes: it is skipped if that is below alpha by this margin.
    chance_futility_margin: 60 in 0..=1000;
    /// Chance nodes: growth of this margin per ply of depth.
    chance_futility_growth: 60 in 0..=1000;
    /// Chance nodes: assumed maximum distance of an outcome's value from its static evaluation, in percent of win
    /// probability.
    chance_spread: 20 in 1..=100;
    /// Chance nodes: half the width of the aspiration window around an outcome's expected value, in percent of win
    /// probability.
    chance_aspiration: 10 in 1..=100;
}

impl Params {
    /// Values of a search for a win, in every game: it gains nothing from what the playing search prunes by the evaluation, and
    /// misses wins by it.
    pub(crate) const WIN_SEARCH: Params = Params {
        rfp_gate: 0,
        probcut_table: 0,
        small_probcut: 0,
        capture_futility_depth: 0,
        singular_depth: 7,
        triple_margin: 1000,
        lmr_tt_noisy: 0,
        lmr_captures: 0,
        deeper_margin: 0,
        shallower_margin: 0,
        hindsight_margin: 0,
        qs_moves: 0,
        qs_table_score: 0,
        qs_evasions: 0,
        pawn_history: 0,
        threat_history: 0,
        fail_low_bonus: 0,
        correction_pawns: 0,
        correction_minor: 0,
        correction_major: 0,
        correction_pieces: 0,
        correction_move: 12,
        correction_moves: 0,
        chance_futility_depth: 0,
        ..Params::DEFAULT
    };
}

impl Default for Params {
    fn default() -> Self {
        Params::DEFAULT
    }
}

/// Aspiration windows: minimum depth.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// Null-move pruning: cutoffs are verified from this depth on, because zugzwang is common in xiangqi endings.
pub(crate) const NULL_VERIFY_DEPTH: i32 = 12;

/// Win probe (search for a win only): runs while the best score is at least this.
pub(crate) const WIN_PROBE_MIN_SCORE: i32 = 300;
/// Win probe: nodes it may spend for each hundred nodes of the main search.
pub(crate) const WIN_PROBE_NODE_SHARE: u64 = 50;
/// Zugzwang guard (search for a win only): no null move for a defender with fewer legal moves than this.
pub(crate) const ZUGZWANG_GUARD_MOVES: usize = 8;

/// History heuristic: limit of history values.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// Correction history: limit of stored corrections.
pub(crate) const CORRECTION_LIMIT: i32 = 1024;

/// Chance nodes: with at most this many kinds and [`CHANCE_FEW_PIECES`] pieces unrevealed, every outcome is searched at
/// full depth with no assumed bounds. The game is then near its end, and tactical.
pub(crate) const CHANCE_FEW_KINDS: usize = 3;
/// See [`CHANCE_FEW_KINDS`].
pub(crate) const CHANCE_FEW_PIECES: u32 = 6;

/// Late-move reductions by depth and move number, in 1024ths of a ply.
pub(crate) struct LmrTable(Box<[i32]>);

impl LmrTable {
    pub fn new(params: &Params) -> Self {
        let logarithms: Vec<f64> = (0..64).map(|n| libm::log(f64::from(n + 1))).collect();
        let (base, factor) = (f64::from(params.lmr_base), f64::from(params.lmr_factor));
        let reduction = |slot: usize| base + factor * logarithms[slot / 64] * logarithms[slot % 64];
        LmrTable((0..64 * 64).map(|slot| reduction(slot) as i32).collect())
    }

    #[inline]
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize * 64 + number.min(63)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_found_by_name_and_starts_inside_its_range() {
        let mut params = Params::DEFAULT;
        for spec in Params::ALL {
            assert!((spec.least..=spec.most).contains(&spec.default), "{spec:?}");
            assert_eq!(params.get(spec.name), Some(spec.default));
            assert!(params.set(spec.name, spec.most + 1));
            assert_eq!(params.get(spec.name), Some(spec.most));
        }
        assert!(!params.set("lmr", 1) && params.get("lmr").is_none());
    }

    #[test]
    fn the_reduction_table_follows_its_parameters() {
        let table = LmrTable::new(&Params::DEFAULT);
        assert_eq!(table.reduction(0, 0), Params::DEFAULT.lmr_base);
        assert!(table.reduction(10, 20) > table.reduction(10, 5));
        let more = LmrTable::new(&Params { lmr_base: 1700, ..Params::DEFAULT });
        assert_eq!(more.reduction(9, 9), table.reduction(9, 9) + 1000);
    }
}
