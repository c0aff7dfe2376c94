//! The deal of a game with hidden pieces: the house's promise first, then everybody's part, then the pieces; at the end the
//! proof.

use table::{Created, Message, Rulebook, Secret};

use crate::ids;
use crate::wire::{DealView, PartBy};

/// How many bytes somebody may add to a deal.
const PART: std::ops::RangeInclusive<usize> = 16..=32;

/// What one seat added to a deal.
#[derive(Clone, PartialEq, Eq)]
pub struct Part {
    /// The bytes.
    pub nonce: Vec<u8>,
    /// Where they came from.
    pub by: PartBy,
}

/// What a deal is made from, as far as it has come together. Only the seed is secret, and only until the end.
pub struct Sealed {
    /// The house's bytes.
    pub seed: Vec<u8>,
    /// What the seats added.
    pub parts: [Option<Part>; 2],
}

impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealed")
    }
}

impl Sealed {
    /// A promise for a new game. The house adds its machines' parts now, before any person's: it could choose the deal
    /// otherwise.
    pub fn new(by_house: [bool; 2]) -> Sealed {
        let part = |own: bool| own.then(|| Part { nonce: ids::random::<32>().to_vec(), by: PartBy::House });
        Sealed { seed: ids::random::<32>().to_vec(), parts: by_house.map(part) }
    }

    /// What the pieces are dealt from, once everybody has added their part.
    pub fn secret(&self) -> Option<Secret> {
        let [Some(first), Some(second)] = &self.parts else { return None };
        Some(Secret { seed: self.seed.clone(), nonces: [first.nonce.clone(), second.nonce.clone()] })
    }

    /// What a table is set up with whose pieces are not dealt yet. Nobody plays there: every view of it is the same
    /// whatever lies face down.
    pub fn stand_in() -> Secret {
        Secret { seed: vec![0; 32], nonces: Default::default() }
    }

    /// Whether the pieces are dealt.
    pub fn is_dealt(&self) -> bool {
        self.parts.iter().all(Option::is_some)
    }

    /// What anybody is told; the seed and what it dealt only once the match is over.
    pub fn view(&self, book: &dyn Rulebook, created: &Created, over: bool) -> Option<DealView> {
        let promise = Secret { seed: self.seed.clone(), nonces: Default::default() };
        let secret = self.secret();
        Some(DealView {
            scheme: book.scheme()?.to_owned(),
            commitment: ids::hex(&book.commitment(&promise)?),
            dealt: secret.is_some(),
            nonces: self.parts.each_ref().map(|part| part.as_ref().map(|part| ids::hex(&part.nonce))),
            by: self.parts.each_ref().map(|part| part.as_ref().map(|part| part.by)),
            seed: over.then(|| ids::hex(&self.seed)),
            men: secret.filter(|_| over).and_then(|secret| book.dealt_board(created, &secret).ok()),
        })
    }
}

/// The bytes of a part as it was sent.
pub fn read_part(text: &str) -> Result<Vec<u8>, Message> {
    let wrong = || Message::new("deal_part_form").number("least", *PART.start()).number("most", *PART.end());
    let bytes = ids::unhex(text).ok_or_else(wrong)?;
    if PART.contains(&bytes.len()) { Ok(bytes) } else { Err(wrong()) }
}
