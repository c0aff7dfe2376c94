//! Network registry: networks by game and name, shared by all engines of the process.
//!
//! Engine specifications name a network file (`champion:net=FILE`), but engines never read files. The command or
//! protocol that parsed the specification reads the file and registers the network under that name before it makes
//! the engine; making the engine looks it up. The built-in networks need no registration.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Features, Network, NetworkError};

/// Networks compiled into the program: the game, the bytes, and true if the network beats the hand-crafted evaluation
/// at equal time, so that the strongest engine uses it by default.
const BUILT_IN: [(&str, &[u8], bool); 3] = [
    ("xiangqi", include_bytes!("../../../../nets/xiangqi.nnue"), true),
    ("jieqi", include_bytes!("../../../../nets/jieqi.nnue"), true),
    ("chess", include_bytes!("../../../../nets/chess.nnue"), true),
];

/// Name under which a built-in network is cached once parsed. No file has an empty name.
const BUILT_IN_NAME: &str = "";

/// Networks by game (the type of its features) and name.
type Registry = BTreeMap<(TypeId, String), Arc<Network>>;

static REGISTRY: Mutex<Registry> = Mutex::new(BTreeMap::new());

fn with_registry<T>(work: impl FnOnce(&mut Registry) -> T) -> T {
    work(&mut REGISTRY.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Parses a network and registers it under a name; a network registered under that name before is replaced.
pub fn register<F: Features>(name: &str, bytes: &[u8]) -> Result<(), NetworkError> {
    let network = Arc::new(Network::from_bytes::<F>(bytes)?);
    with_registry(|registry| registry.insert((TypeId::of::<F>(), name.to_owned()), network));
    Ok(())
}

/// Like [`register`], for the game with this name.
pub fn register_for(game: &str, name: &str, bytes: &[u8]) -> Result<(), NetworkError> {
    match game {
        "xiangqi" => register::<super::Xiangqi>(name, bytes),
        "jieqi" => register::<super::Jieqi>(name, bytes),
        "chess" => register::<super::Chess>(name, bytes),
        _ => Err(NetworkError::OtherGame),
    }
}

/// Returns the network registered under a name.
pub fn registered<F: Features>(name: &str) -> Option<Arc<Network>> {
    with_registry(|registry| registry.get(&(TypeId::of::<F>(), name.to_owned())).cloned())
}

/// Returns the built-in network of a game.
pub fn built_in<F: Features>() -> Option<Arc<Network>> {
    let game = <F::Game as game::Game>::spec().name;
    registered::<F>(BUILT_IN_NAME).or_else(|| {
        let (_, bytes, _) = BUILT_IN.iter().find(|(name, ..)| *name == game)?;
        register::<F>(BUILT_IN_NAME, bytes).ok()?;
        registered::<F>(BUILT_IN_NAME)
    })
}

/// Returns true if the strongest engine of a game evaluates by the built-in network by default.
pub fn is_preferred<F: Features>() -> bool {
    is_preferred_for(<F::Game as game::Game>::spec().name)
}

/// Like [`is_preferred`], for the game with this name.
pub fn is_preferred_for(game: &str) -> bool {
    BUILT_IN.iter().any(|&(name, _, preferred)| preferred && name == game)
}

#[cfg(test)]
mod tests {
    use super::super::Xiangqi;
    use super::*;

    #[test]
    fn built_in_networks_parse_and_stay_small() {
        for (game, bytes, _) in BUILT_IN {
            assert_eq!(register_for(game, "own", bytes), Ok(()), "{game}");
            assert!(bytes.len() <= 2 << 20, "{game}");
        }
        assert!(built_in::<Xiangqi>().is_some());
        assert!(registered::<Xiangqi>("never registered").is_none());
        assert_eq!(register_for("toy", "own", &[]), Err(NetworkError::OtherGame));
    }
}
