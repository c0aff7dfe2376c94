//! Solver of forced wins: can a side force a win, in how many moves, and against which defenses? Results are proofs,
//! never estimates.
//!
//! # Definition
//!
//! `W(p, n)` is true if from position `p` the winner can force an end of the game on the board (mate; in xiangqi also
//! stalemate) with at most `n` of his own moves, against every defense. Where the winner is to move, one move must
//! succeed (OR node); where the defender is to move, all moves must fail (AND node). `W` depends on positions, never
//! on paths, so a result holds wherever the position is reached again, and a table of (position, n) is sound. It is
//! monotone: true for `n` implies true for more, false for `n` implies false for fewer. One table entry keeps both
//! ends.
//!
//! # Repetition
//!
//! If `W(p, n)` holds, let the winner always play for the smallest `n`. Along every line this number falls with each of
//! his moves, so no position repeats and no ruling on perpetual check or chase is needed. No forced win is lost by
//! looking at positions only. A strategy that stores one bound per position, each larger than the bounds of the
//! positions that follow, has the same property: [`WinProof`] is such a strategy, and [`verify_win`] rejects one with a
//! cycle. A position that occurred twice before the search began would be adjudicated if reached again: it counts as
//! not won for the whole search.
//!
//! One kind of win does need a rule: the lost defender has nothing but checks, and perpetual check loses. That is a
//! separate search, run once the first one turns out to be hard ([`perpetual`]). Its answer says that it rests on the
//! rule, and never claims a minimum number of moves.
//!
//! A count of moves without progress (the fifty-move rule, the natural move limit) does depend on the path. It is
//! checked at every node and ends the line as not won. If it was ever met, the search is repeated with table entries
//! keyed by path, so that no result of one path is used on another.
//!
//! # Algorithms
//!
//! The methods are a list ([`solver`]). They take turns, with twice the nodes in each round.
//!
//! * **Iterative deepening threat search** ([`threat`]). Most wins consist of checks, so the search runs with six sets of
//!   the winner's moves: checks only; checks and one, two, three or any number of quiet moves that threaten to win at
//!   once if the defender passed; all moves. The defender always has all moves, so a win with any set is a win; *not
//!   won* counts with all moves only. The first win bounds all sets, and the search of all moves continues until no
//!   shorter win is left.
//! * **Proof-number search** ([`dfpn`]): df-pn, best first, for wins of any depth.
//! * **Retrograde analysis** ([`retrograde`]): small endings are enumerated and solved exactly. This is also done
//!   for endings that the principal variation leads to; their wins count wherever they are met.
//! * **Fortress search** ([`fortress`]): a set of positions that the defender never has to leave. This, retrograde
//!   analysis and an exhausted tree of all moves are the sources of *no win* without a move limit.
//! * **Engine hints** ([`hints`]): on hard queries the PVS engine runs as in a game and records the wins it finds.
//!   A strategy against every defense is extracted from these notes ([`strategy`]) and repaired where they
//!   contradict each other ([`repair`]); if that fails, df-pn starts again and follows the notes first. Wrong hints
//!   cost time and nothing else.
//!
//! Retrograde analysis, fortress search, strategy repair and the perpetual-check rule solve one kind of graph
//! ([`graph`]). A win is written down as a tree of moves ([`tree`]); the proof owns it, and nothing of the search.
//!
//! 64-bit keys may collide, with a probability of about one in a million per search: a claimed win can be replayed with
//! nothing but the rules by [`verify_win`].

mod context;
mod dfpn;
mod fortress;
mod graph;
mod hints;
mod perpetual;
mod proof;
mod proof_table;
mod query;
mod repair;
mod replay;
mod retrograde;
mod solver;
mod strategy;
mod threat;
mod tree;

pub use hints::{EngineHints, HintReport, HintSource, Hints};
pub use proof::{ProofNode, WinProof};
pub use query::{Answer, Finding, ProofProgress, Query};
pub use replay::{Flaw, Replay, verify_win};
pub use solver::solve;
