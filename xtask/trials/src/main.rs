//! Trials of the rules that need the games themselves. `cargo xtask` calls this program; people call that.
fn main() {}
