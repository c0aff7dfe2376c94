//! Names nobody can guess: of rooms, invitations, guests; and the clock of the wall.

use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes from the system.
///
/// # Panics
/// Where the system has none to give: then no secret can be kept, and nothing should be begun.
#[allow(clippy::expect_used)]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

fn letters<const N: usize>() -> String {
    random::<N>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// The name of a room: 80 bits. Whoever knows it may watch.
pub fn room() -> String {
    letters::<16>()
}

/// A one-time key to an empty seat: 160 bits.
pub fn invitation() -> String {
    letters::<32>()
}

/// What a guest's cookie holds: 256 bits, in hexadecimal digits.
pub fn cookie() -> String {
    hex(&random::<32>())
}

/// What is kept of a cookie: whoever reads the database cannot play for anybody.
pub fn player(cookie: &str) -> String {
    hex(&Sha256::digest(cookie.as_bytes()))
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |letter: u8| char::from(letter).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    if rest.is_empty() { bytes.collect() } else { None }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
