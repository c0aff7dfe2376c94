//! Sentences for all message codes in four languages. The codes are created where events happen.
//!
//! The catalogues are flat JSON files (key to sentence with `{param}` placeholders) and are shared with the web app.

mod catalogue;
mod language;
mod render;

pub use catalogue::{keys, sentence};
pub use language::Language;
pub use render::{list, render, word};
