//! Help of `kydai ucci`; the engine is that of `kydai uci`.

pub const ABOUT: &str = "\
Speak UCCI 3.0 on standard input and output, for xiangqi interfaces such as XQWizard.

Times are in seconds until `setoption usemillisec true`; banmoves, ponder, draw offers
(`go draw`), probe and batch are supported. `setoption level 4` and `setoption brain
alphabeta:depth=4` choose another opponent. A GUI that sends `uci` gets UCI.";

pub const EXAMPLES: &str = "\
Examples:
  kydai ucci
  kydai ucci --game jieqi";
