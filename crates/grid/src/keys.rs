//! Zobrist keys (Zobrist 1970), generated at compile time and always the same.

/// Table of `N` random 64-bit keys generated from a seed by SplitMix64.
pub const fn key_table<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut state = seed;
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        table[index] = z ^ (z >> 31);
        index += 1;
    }
    table
}
