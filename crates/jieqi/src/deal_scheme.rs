//! The deal scheme `jieqi-v1`: from a seed and two nonces to a shuffle, byte for byte as specified in
//! docs/fair-deals.md.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Name of the scheme; a different way of dealing gets a different name.
pub const DEAL_SCHEME: &str = "jieqi-v1";

/// Domain separation of this scheme's hashes.
const DOMAIN: &[u8] = b"kydai/jieqi-v1";
const COMMIT: &[u8] = b"kydai/jieqi-v1/commit";

/// The server's secret seed of one game. It can be committed to and dealt from, but not read.
pub struct Seed([u8; 32]);

impl Seed {
    /// Creates a seed from bytes of a cryptographically secure generator.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Seed(bytes)
    }

    /// Commitment published before the game, so that the seed cannot be changed afterwards.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::new().chain_update(COMMIT).chain_update(self.0).finalize().into()
    }
}

/// Nonces of the players, so that the server alone cannot choose a deal. Any bytes, possibly none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Nonces<'a> {
    /// Red's.
    pub first: &'a [u8],
    /// Black's.
    pub second: &'a [u8],
}

/// ChaCha20 key of a deal: every field is preceded by its length, so that different inputs never collide.
pub(crate) fn key(seed: &Seed, nonces: Nonces<'_>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for field in [DOMAIN, &seed.0, nonces.first, nonces.second] {
        hash.update((field.len() as u64).to_le_bytes());
        hash.update(field);
    }
    hash.finalize().into()
}

/// Random stream of a deal.
pub(crate) struct ShuffleRng(ChaCha20Rng);

impl ShuffleRng {
    pub(crate) fn new(seed: &Seed, nonces: Nonces<'_>) -> Self {
        ShuffleRng(ChaCha20Rng::from_seed(key(seed, nonces)))
    }

    /// Fisher-Yates shuffle, from the last place down.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let place = below(last as u32 + 1, || self.0.next_u32()) as usize;
            items.swap(last, place);
        }
    }
}

/// Uniform number below `limit` (not 0) by rejection sampling: words beyond the last whole multiple are discarded.
fn below(limit: u32, mut word: impl FnMut() -> u32) -> u32 {
    let whole = (1u64 << 32) / u64::from(limit) * u64::from(limit);
    loop {
        let word = word();
        if u64::from(word) < whole {
            return word % limit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<const N: usize>(rng: &mut ChaCha20Rng) -> [u8; N] {
        let mut out = [0; N];
        rng.fill_bytes(&mut out);
        out
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// RFC 8439 appendix A.1, test vectors 1 and 2: the zero key, the zero nonce, blocks 0 and 1.
    #[test]
    fn the_stream_is_chacha20_of_rfc_8439_with_a_zero_nonce() {
        let mut rng = ChaCha20Rng::from_seed([0; 32]);
        assert_eq!(
            hex(&bytes::<64>(&mut rng)),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
             da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        );
        assert_eq!(
            hex(&bytes::<64>(&mut rng)),
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
             29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        );
    }

    /// RFC 8439 appendix A.1, test vector 3: a key whose last byte is 1, block 1.
    #[test]
    fn the_key_is_the_seed_in_byte_order() {
        let mut key = [0; 32];
        key[31] = 1;
        let mut rng = ChaCha20Rng::from_seed(key);
        bytes::<64>(&mut rng);
        assert_eq!(
            hex(&bytes::<64>(&mut rng)),
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a\
             8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        );
    }

    #[test]
    fn words_are_the_streams_bytes_little_endian() {
        let mut rng = ChaCha20Rng::from_seed([0; 32]);
        assert_eq!(rng.next_u32().to_le_bytes(), [0x76, 0xb8, 0xe0, 0xad]);
        assert_eq!(rng.next_u32().to_le_bytes(), [0xa0, 0xf1, 0x3d, 0x90]);
    }

    #[test]
    fn nonces_are_length_prefixed() {
        let first = |nonces| {
            let mut words = ShuffleRng::new(&Seed::new([7; 32]), nonces);
            words.0.next_u64()
        };
        let one = first(Nonces { first: b"ab", second: b"c" });
        assert_ne!(one, first(Nonces { first: b"a", second: b"bc" }));
        assert_ne!(one, first(Nonces { first: b"c", second: b"ab" }));
        assert_eq!(one, first(Nonces { first: b"ab", second: b"c" }));
    }

    #[test]
    fn words_beyond_the_last_whole_multiple_are_discarded() {
        // 2^32 = 15 * 286331153 + 1 and = 7 * 613566756 + 4.
        let draw = |limit, words: &[u32]| {
            let mut words = words.iter().copied();
            (below(limit, || words.next().expect("a word too many")), words.len())
        };
        assert_eq!(draw(15, &[u32::MAX, 16, 99]), (1, 1));
        assert_eq!(draw(15, &[u32::MAX - 1, 16]), (14, 1));
        assert_eq!(draw(7, &[u32::MAX, u32::MAX - 3, u32::MAX - 4]), (6, 0));
        assert_eq!(draw(2, &[u32::MAX]), (1, 0));
    }

    #[test]
    fn every_permutation_place_is_equally_likely() {
        let mut words = ShuffleRng::new(&Seed::new([1; 32]), Nonces::default());
        let mut counts = [[0u32; 15]; 15];
        let rounds = 30_000;
        for _ in 0..rounds {
            let mut items: Vec<usize> = (0..15).collect();
            words.shuffle(&mut items);
            items.iter().enumerate().for_each(|(place, &item)| counts[item][place] += 1);
        }
        // Each cell is binomial with mean 2000 and standard deviation 43: a tolerance of six deviations.
        assert!(counts.iter().flatten().all(|count| count.abs_diff(rounds / 15) < 260), "{counts:?}");
    }
}
