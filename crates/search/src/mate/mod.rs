//! Proofs: can a side force the win, in how many moves, and against which defences? Nothing here is an estimate.
//!
//! # The question
//!
//! Let `W(p, n)` say: from position `p` the winner can bring about an end by the board that he has won (mate; at
//! xiangqi stalemate too) with at most `n` moves of his own, whatever the defender does. Where the winner is to move,
//! one move must do it; where the defender is, all his moves must fail. `W` looks at positions, never at paths, so
//! what is found out about a position holds wherever it is met again, and a table of (position, n) is sound. It is
//! monotone: true for `n` is true for more, false for `n` is false for fewer; one table entry keeps both ends.
//!
//! # Why repetition needs no rule here
//!
//! If `W(p, n)` holds, let the winner always play for the least `n`. Along every line this least number falls with
//! each of his moves, so no position comes twice, nothing is repeated, and no arbiter's verdict on perpetual check
//! or chase is ever asked for. None that exists is lost by looking at positions only. A strategy that keeps one bound with
//! each position, each bound larger than those of the positions that follow, has the same property: [`WinProof`] is such a
//! strategy, and [`verify`] refuses one with a cycle. Positions that stood on the board twice before the search began would
//! be adjudicated if reached: they count as not won for the whole search.
//!
//! One kind of win does need a rule: the defender, lost, has nothing but checks, and where checking for ever loses he has
//! lost indeed. That is another question, asked apart once the first one has turned out hard ([`ruled`]); its answer
//! says that it rests on the rule and never how few moves would do.
//!
//! A count of moves without progress (fifty moves, the natural limit) does depend on the path. It is asked at every
//! node and ends the line as not won. Should it ever have been met, the search is done again with facts kept by
//! path, where no fact of one path speaks for another.
//!
//! # Widths
//!
//! Most wins are checks only. The question is therefore asked at six widths of the winner's choice: checks; checks and
//! one quiet move, two, three, any number of them, that threaten to win at once were the defender to pass; every move.
//! The narrow ones do not count the winner's moves out of check, or a defender who gives check would push every win
//! beyond the horizon. The defender always has every move, so a win is a win at any width; *not won* counts at full
//! width alone. The widths take turns, each deepening, with twice the nodes in each round, and share each round with a
//! best-first search that looks for any win however deep ([`numbers`]). The first win found bounds all of them, and the
//! full width goes on until nothing shorter is left. Where pieces are few, every position that can follow is looked at, and
//! the answer is exact ([`ending`]); where they are a few more, the defender's way to hold may be small enough to be laid
//! out ([`exhaust`]). Both answer without a limit. An ending that the best line leads to is looked at as a whole as well
//! ([`deepen`]), and what wins there wins wherever it is met.
//!
//! A hard question is also put to an adviser, the champion, who searches as in a game and notes what it finds won. Where
//! it announces a win, the notes are laid out as a strategy against every defence ([`layout`]) and mended where they do not
//! fit together ([`mended`]); if they do not make one, the best-first search begins once more and follows them first. So a
//! long ending is proven in the time it takes to see it, and advice that is wrong costs time and nothing else
//! ([`adviser`]).
//!
//! Keys of 64 bits may collide, with odds of about one in a million per search: a claimed win can be replayed by
//! [`verify`] with nothing but the rules.

mod cycles;
mod dfpn;
mod fortress;
mod hints;
mod perpetual;
mod proof;
mod proof_table;
mod prover;
mod query;
mod repair;
mod replay;
mod retrograde;
mod solver;
mod strategy;

pub use hints::{EngineHints, HintReport, HintSource, Hints};
pub use proof::{ProofNode, WinProof};
pub use query::{Answer, Finding, ProofProgress, Query};
pub use replay::{Flaw, Replay, verify};
pub use solver::solve;
