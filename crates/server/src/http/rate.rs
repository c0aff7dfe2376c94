//! How often one visitor may ask: generous for people, and an end to programs that ask without pause.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// One address may be a whole school: it may ask this many times as often as one guest.
const GUESTS_BEHIND_AN_ADDRESS: u32 = 5;
/// Visitors remembered before those who have not asked for a while are forgotten.
const MOST_KNOWN: usize = 20_000;
const MINUTE: f64 = 60.0;

/// Whose requests are counted together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// A guest, by their cookie.
    Guest(String),
    /// Everybody at an address; of the new kind of addresses a household has many, so its network is meant.
    Address(IpAddr),
}

impl Who {
    /// Everybody at this address.
    pub fn at(address: IpAddr) -> Who {
        Who::Address(network(address))
    }
}

/// The address that stands for everybody of a household.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// What somebody may still ask, as of when.
struct Purse {
    left: f64,
    at: Instant,
}

/// What everybody may still ask.
pub struct Rates {
    /// For a guest in a minute; 0 for any number.
    most: u32,
    purses: Mutex<HashMap<Who, Purse>>,
}

impl Rates {
    /// So many requests a minute for each guest; 0 for any number.
    pub fn new(most: u32) -> Rates {
        Rates { most, purses: Mutex::default() }
    }

    /// Takes the price of a request; where it cannot be paid, how long to wait until it can.
    pub fn pay(&self, who: Who, price: u32, now: Instant) -> Result<(), Duration> {
        if self.most == 0 {
            return Ok(());
        }
        let full = f64::from(match who {
            Who::Guest(_) => self.most,
            Who::Address(_) => self.most.saturating_mul(GUESTS_BEHIND_AN_ADDRESS),
        });
        let mut purses = self.purses.lock().unwrap_or_else(PoisonError::into_inner);
        if purses.len() >= MOST_KNOWN {
            // A minute after the last request every purse is full again: the same as a new one.
            purses.retain(|_, purse| now.saturating_duration_since(purse.at).as_secs_f64() < MINUTE);
        }
        let purse = purses.entry(who).or_insert(Purse { left: full, at: now });
        let since = now.saturating_duration_since(purse.at).as_secs_f64();
        purse.left = (purse.left + since * full / MINUTE).min(full);
        purse.at = now;
        // Nothing costs more than a full purse holds.
        let price = f64::from(price).min(full);
        if purse.left >= price {
            purse.left -= price;
            return Ok(());
        }
        Err(Duration::from_secs_f64((price - purse.left) * MINUTE / full))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(name: &str) -> Who {
        Who::Guest(name.to_owned())
    }

    #[test]
    fn whoever_asks_too_much_waits_and_nobody_else_does() {
        let rates = Rates::new(60);
        let now = Instant::now();
        for _ in 0..60 {
            assert_eq!(rates.pay(guest("an"), 1, now), Ok(()));
        }
        assert_eq!(rates.pay(guest("an"), 1, now), Err(Duration::from_secs(1)));
        assert_eq!(rates.pay(guest("binh"), 10, now), Ok(()));
        let later = now + Duration::from_secs(2);
        assert_eq!(rates.pay(guest("an"), 2, later), Ok(()));
        assert!(rates.pay(guest("an"), 1, later).is_err());
        // After an hour there is a minute's worth, not an hour's.
        let much_later = now + Duration::from_secs(3600);
        assert_eq!(rates.pay(guest("an"), 60, much_later), Ok(()));
        assert!(rates.pay(guest("an"), 1, much_later).is_err());
    }

    #[test]
    fn an_address_may_ask_for_several_guests_and_a_household_is_one() {
        let rates = Rates::new(10);
        let now = Instant::now();
        let home = |text: &str| Who::at(text.parse().expect("an address"));
        assert_eq!(rates.pay(home("192.0.2.1"), 50, now), Ok(()));
        assert!(rates.pay(home("192.0.2.1"), 1, now).is_err());
        assert!(rates.pay(home("::ffff:192.0.2.1"), 1, now).is_err());
        assert_eq!(rates.pay(home("192.0.2.2"), 1, now), Ok(()));
        assert_eq!(home("2001:db8:1:2::1"), home("2001:db8:1:2:3:4:5:6"));
        assert_ne!(home("2001:db8:1:2::1"), home("2001:db8:1:3::1"));
    }

    #[test]
    fn without_a_limit_nobody_waits_and_the_memory_of_visitors_has_an_end() {
        let now = Instant::now();
        let free = Rates::new(0);
        assert!((0..10_000).all(|_| free.pay(guest("an"), 10, now).is_ok()));
        let rates = Rates::new(10);
        for number in 0..MOST_KNOWN + 10 {
            let asked = now + Duration::from_millis(number as u64 * 10);
            assert_eq!(rates.pay(guest(&number.to_string()), 1, asked), Ok(()));
        }
        assert!(rates.purses.lock().expect("whole").len() < MOST_KNOWN);
    }
}
