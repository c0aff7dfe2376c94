//! Registration of three men's morris.

use record::Coordinates;
use toy::Toy;

use super::{GameProfile, Registration};
use crate::engines::Textbook;
use crate::play::hidden_info::PerfectInfo;

/// The registration.
pub struct Registered;

impl Registration for Registered {
    type Game = Toy;
    type MoveText = Coordinates<Toy>;
    type HiddenInfo = PerfectInfo<Toy>;
    type Engines = Textbook<Toy>;

    const PROFILE: GameProfile = GameProfile::RULES_ONLY;
}
