//! Teachers: evaluations of other programs that label positions for training. Never used in play.

mod half_ka;

pub use half_ka::HalfKa;
