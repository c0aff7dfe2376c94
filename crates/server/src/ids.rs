//! Unguessable identifiers of rooms, invitations and guests; the current time.

use sha2::{Digest, Sha256};

pub use crate::game_clock::{now, wall_clock};

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes from the operating system.
///
/// # Panics
/// If the system provides none: without them no secret is safe, so nothing may start.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random bytes");
    bytes
}

fn random_text<const N: usize>() -> String {
    random::<N>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// New room identifier of 80 bits. Anyone who knows it may watch.
pub fn room() -> String {
    random_text::<16>()
}

/// New one-time invitation token of 160 bits.
pub fn invitation() -> String {
    random_text::<32>()
}

/// New value of a guest cookie: 256 bits in hexadecimal digits.
pub fn cookie() -> String {
    hex::encode(random::<32>())
}

/// Player identity derived from a cookie. The database stores only this hash, so that it does not contain credentials.
pub fn player(cookie: &str) -> String {
    hex::encode(Sha256::digest(cookie.as_bytes()))
}
