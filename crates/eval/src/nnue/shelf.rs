//! Where networks are found: those the program brings along, and files somebody has read and lent under their names.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Features, Net, NetError};

/// The networks that come with the program: the game, the bytes, and whether the network has beaten the opinion written
/// by hand at equal time, so that the champion goes by it.
const OWN: [(&str, &[u8], bool); 3] = [
    ("xiangqi", include_bytes!("../../../../nets/xiangqi.nnue"), true),
    ("jieqi", include_bytes!("../../../../nets/jieqi.nnue"), true),
    ("chess", include_bytes!("../../../../nets/chess.nnue"), true),
];

/// By game and name.
type Shelf = BTreeMap<(TypeId, String), Arc<Net>>;

static SHELF: Mutex<Shelf> = Mutex::new(BTreeMap::new());

fn with_shelf<T>(work: impl FnOnce(&mut Shelf) -> T) -> T {
    work(&mut SHELF.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Puts the network of some bytes on the shelf under a name, in the place of one that stood there.
pub fn lend<F: Features>(name: &str, bytes: &[u8]) -> Result<(), NetError> {
    let net = Arc::new(Net::from_bytes::<F>(bytes)?);
    with_shelf(|shelf| shelf.insert((TypeId::of::<F>(), name.to_owned()), net));
    Ok(())
}

/// The network lent under a name.
pub fn lent<F: Features>(name: &str) -> Option<Arc<Net>> {
    with_shelf(|shelf| shelf.get(&(TypeId::of::<F>(), name.to_owned())).cloned())
}

/// The network the program brings along for a game.
pub fn own_net<F: Features>() -> Option<Arc<Net>> {
    let game = <F::Game as game::Game>::spec().name;
    // No file has an empty name, so nobody lends one.
    lent::<F>("").or_else(|| {
        let (_, bytes, _) = OWN.iter().find(|(name, ..)| *name == game)?;
        lend::<F>("", bytes).ok()?;
        lent::<F>("")
    })
}

/// Whether the champion of a game goes by the network the program brings along.
pub fn is_preferred<F: Features>() -> bool {
    is_preferred_by(<F::Game as game::Game>::spec().name)
}

/// The same by the game's name.
pub fn is_preferred_by(game: &str) -> bool {
    OWN.iter().any(|&(name, _, preferred)| preferred && name == game)
}

/// Lends the network of some bytes to a game, by the game's name.
pub fn lend_to(game: &str, name: &str, bytes: &[u8]) -> Result<(), NetError> {
    match game {
        "xiangqi" => lend::<super::Xiangqi>(name, bytes),
        "jieqi" => lend::<super::Jieqi>(name, bytes),
        "chess" => lend::<super::Chess>(name, bytes),
        _ => Err(NetError::OtherGame),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Xiangqi;
    use super::*;

    #[test]
    fn what_the_program_brings_along_can_be_used() {
        for (game, bytes, _) in OWN {
            assert_eq!(lend_to(game, "own", bytes), Ok(()), "{game}");
            assert!(bytes.len() <= 2 << 20, "{game}");
        }
        assert!(own_net::<Xiangqi>().is_some());
        assert!(lent::<Xiangqi>("nobody lent this").is_none());
        assert_eq!(lend_to("toy", "own", &[]), Err(NetError::OtherGame));
    }
}
