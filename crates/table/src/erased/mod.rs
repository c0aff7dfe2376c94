//! Type erasure: rulebooks, studies and records of all games behind traits that exchange text.

pub(crate) mod explain;
pub(crate) mod identity;
mod placement;
pub(crate) mod records;
pub(crate) mod rulebook;
pub(crate) mod study;

pub use explain::{ChaseReport, PieceOnSquare, RepetitionPly, RepetitionReport, explain_outcome};
pub use identity::position_key;
pub use placement::{is_list, read_list, write_list};
pub use records::{
    FileRead, ReadGame, ReadOptions, Record, RecordFormat, RecordNode, common_notation, read_file,
};
pub use rulebook::{Rulebook, TypedRulebook};
pub use study::{EarlyEnd, Status, Study};
