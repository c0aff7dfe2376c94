//! The textbook: algorithms one can count, watch and compare. Each does exactly what its name says.

mod random;

pub use random::Random;
