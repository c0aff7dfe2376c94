//! Fair deal of a game with hidden pieces, as a commitment scheme: the server commits to a seed, each seat adds a nonce,
//! then the pieces are dealt from both; after the game the seed is revealed as proof.

use table::{Created, Message, Rulebook, Secret};

use crate::ids;
use crate::wire::{DealView, PartBy};

/// Allowed length of a nonce in bytes.
const NONCE_LEN: std::ops::RangeInclusive<usize> = 16..=32;

/// Nonce that one seat added to a deal.
#[derive(Clone, PartialEq, Eq)]
pub struct Part {
    /// The bytes.
    pub nonce: Vec<u8>,
    /// Origin of the nonce.
    pub by: PartBy,
}

/// Seed and nonces of a deal, as far as they are known. Only the seed is secret, and only until the game ends.
pub struct SealedDeal {
    /// Seed chosen by the server.
    pub seed: Vec<u8>,
    /// Nonces of the two seats.
    pub parts: [Option<Part>; 2],
}

impl std::fmt::Debug for SealedDeal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealed")
    }
}

impl SealedDeal {
    /// Commits to a new seed. The server adds the nonces of machine seats now, before any player's: added later, they
    /// would let the server choose the deal.
    pub fn new(by_server: [bool; 2]) -> SealedDeal {
        let part = |own: bool| own.then(|| Part { nonce: ids::random::<32>().to_vec(), by: PartBy::Server });
        SealedDeal { seed: ids::random::<32>().to_vec(), parts: by_server.map(part) }
    }

    /// Secret that determines the deal, once both nonces are known.
    pub fn secret(&self) -> Option<Secret> {
        let [Some(first), Some(second)] = &self.parts else { return None };
        Some(Secret { seed: self.seed.clone(), nonces: [first.nonce.clone(), second.nonce.clone()] })
    }

    /// Placeholder secret for a match that is not dealt yet. No move can be played in it, and all its views are the same
    /// for any deal.
    pub fn placeholder() -> Secret {
        Secret { seed: vec![0; 32], nonces: Default::default() }
    }

    /// Returns true if the pieces are dealt.
    pub fn is_dealt(&self) -> bool {
        self.parts.iter().all(Option::is_some)
    }

    /// Public view of the deal; the seed and the dealt pieces are included only after the match.
    pub fn view(&self, book: &dyn Rulebook, created: &Created, over: bool) -> Option<DealView> {
        let committed = Secret { seed: self.seed.clone(), nonces: Default::default() };
        let secret = self.secret();
        Some(DealView {
            scheme: book.scheme()?.to_owned(),
            commitment: hex::encode(book.commitment(&committed)?),
            dealt: secret.is_some(),
            nonces: self.parts.each_ref().map(|part| part.as_ref().map(|part| hex::encode(&part.nonce))),
            by: self.parts.each_ref().map(|part| part.as_ref().map(|part| part.by)),
            seed: over.then(|| hex::encode(&self.seed)),
            pieces: secret.filter(|_| over).and_then(|secret| book.dealt_board(created, &secret).ok()),
        })
    }
}

/// Parses a nonce in hexadecimal digits.
pub fn read_part(text: &str) -> Result<Vec<u8>, Message> {
    let wrong = || {
        Message::new("deal_part_form").number("least", *NONCE_LEN.start()).number("most", *NONCE_LEN.end())
    };
    let bytes = hex::decode(text).map_err(|_| wrong())?;
    if NONCE_LEN.contains(&bytes.len()) { Ok(bytes) } else { Err(wrong()) }
}
