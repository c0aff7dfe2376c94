//! The sentences for every message code, in four languages. The codes themselves are made where things happen.
//!
//! The catalogues are flat JSON, key to sentence with `{param}` placeholders, and serve the browser as well.

mod catalogue;
mod language;
mod render;

pub use catalogue::{keys, sentence};
pub use language::Language;
pub use render::{list, render, word};
