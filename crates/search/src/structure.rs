//! Structure keys: hashes of parts of a position, for the correction and pawn histories.

use game::{Observer, PieceClass, Side, Tactics};

/// Keys of the pawns, the minor and major pieces (each with the kings), and each side's pieces other than pawns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct StructureKeys {
    pub pawns: u64,
    pub minor: u64,
    pub major: u64,
    pub pieces: [u64; 2],
}

impl StructureKeys {
    /// Keys of a position.
    pub fn of<P: Tactics>(here: &P) -> Self {
        let mut keys = StructureKeys::default();
        here.report_pieces(&mut KeyUpdate::<P, _> {
            keys: &mut keys,
            next: &mut (),
            game: std::marker::PhantomData,
        });
        keys
    }

    #[inline]
    fn toggle<P: Tactics>(&mut self, square: usize, piece: usize) {
        let key = mix((piece * P::SQUARES + square) as u64);
        let (side, class) = P::piece_class(piece);
        match class {
            PieceClass::Pawn => {
                self.pawns ^= key;
                return;
            }
            PieceClass::Minor => self.minor ^= key,
            PieceClass::Major => self.major ^= key,
            PieceClass::King => {
                self.minor ^= key;
                self.major ^= key;
            }
        }
        self.pieces[usize::from(side == Side::Second)] ^= key;
    }
}

/// Random bits of a piece on a square (SplitMix64).
#[inline]
pub(crate) fn mix(index: u64) -> u64 {
    let mut bits = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// Observer that updates the keys and reports the changes to the next observer.
pub(crate) struct KeyUpdate<'a, P, O> {
    pub keys: &'a mut StructureKeys,
    pub next: &'a mut O,
    pub game: std::marker::PhantomData<P>,
}

impl<P: Tactics, O: Observer> Observer for KeyUpdate<'_, P, O> {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.keys.toggle::<P>(square, piece);
        self.next.put(square, piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.keys.toggle::<P>(square, piece);
        self.next.lift(square, piece);
    }

    #[inline]
    fn pool(&mut self, piece: usize, delta: i8) {
        self.next.pool(piece, delta);
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Line, MoveList, Position as _, Random};

    use super::*;

    /// Keys followed through a random game equal those computed from its positions.
    fn follow<G: Game<Position: Tactics>>(seed: u64) {
        let mut random = Random::new(seed);
        let rules = G::rules(&[]).expect("default rules");
        let mut line = Line::new(G::start(&rules), rules);
        let mut keys = StructureKeys::of(line.here());
        for _ in 0..80 {
            let mut moves = MoveList::new();
            line.here().legal_moves(&mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            let reveal = line.here().unrevealed(mv);
            let mut update = KeyUpdate::<G::Position, _> {
                keys: &mut keys,
                next: &mut (),
                game: std::marker::PhantomData,
            };
            line.push_observed(mv, reveal, &mut update);
            assert_eq!(keys, StructureKeys::of(line.here()));
        }
    }

    #[test]
    fn keys_follow_the_moves() {
        for seed in 1..=20 {
            follow::<chess::Chess>(seed);
            follow::<xiangqi::Xiangqi>(seed);
            follow::<jieqi::Jieqi>(seed);
        }
    }
}
