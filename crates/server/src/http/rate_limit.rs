//! Rate limiting with a token bucket per client: generous for people, an end to programs that poll without pause.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Factor for the bucket of an address: several guests, such as a school, may share one.
const GUESTS_PER_ADDRESS: u32 = 5;
/// Number of parts of the table, each with a lock of its own.
const SHARDS: usize = 16;
/// Interval at which a part drops idle buckets, so that the cost of a request does not grow with the table.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
const MINUTE: f64 = 60.0;

/// Client that a token bucket belongs to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ClientKey {
    /// Guest, by the hash of the cookie.
    Guest(String),
    /// Remote address; for IPv6 its /64 network, since one household has many addresses.
    Address(IpAddr),
}

impl ClientKey {
    /// Key of a remote address.
    pub fn at(address: IpAddr) -> ClientKey {
        ClientKey::Address(network_of(address))
    }
}

/// Reduces an IPv6 address to its /64 network; IPv4 addresses stay as they are.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// Token bucket: holds up to `capacity` tokens and refills to capacity within a minute.
struct TokenBucket {
    tokens: f64,
    updated_at: Instant,
}

impl TokenBucket {
    /// Takes `cost` tokens, or returns the time until there are enough.
    fn try_acquire(&mut self, cost: u32, capacity: f64, now: Instant) -> Result<(), Duration> {
        let elapsed = now.saturating_duration_since(self.updated_at).as_secs_f64();
        self.tokens = (self.tokens + elapsed * capacity / MINUTE).min(capacity);
        self.updated_at = now;
        // No request costs more than a full bucket.
        let cost = f64::from(cost).min(capacity);
        if self.tokens >= cost {
            self.tokens -= cost;
            return Ok(());
        }
        Err(Duration::from_secs_f64((cost - self.tokens) * MINUTE / capacity))
    }
}

/// Part of the table of buckets.
#[derive(Default)]
struct Shard {
    buckets: HashMap<ClientKey, TokenBucket>,
    swept_at: Option<Instant>,
}

impl Shard {
    /// Drops the buckets that are full again, at most once per interval. A minute after its last request a bucket is full,
    /// the same as a new one.
    fn sweep(&mut self, now: Instant) {
        let swept_at = *self.swept_at.get_or_insert(now);
        if now.saturating_duration_since(swept_at) >= SWEEP_INTERVAL {
            self.swept_at = Some(now);
            self.buckets
                .retain(|_, bucket| now.saturating_duration_since(bucket.updated_at).as_secs_f64() < MINUTE);
        }
    }
}

/// Rate limiter: the token buckets of all clients.
pub struct RateLimiter {
    /// Requests per minute and guest; 0 for no limit.
    per_minute: u32,
    hasher: RandomState,
    shards: [Mutex<Shard>; SHARDS],
}

impl RateLimiter {
    /// Creates a rate limiter with this number of requests per minute and guest; 0 for no limit.
    pub fn new(per_minute: u32) -> RateLimiter {
        RateLimiter { per_minute, hasher: RandomState::new(), shards: Default::default() }
    }

    /// Takes the cost of a request from the client's bucket, or returns the time to wait.
    pub fn try_acquire(&self, client: ClientKey, cost: u32, now: Instant) -> Result<(), Duration> {
        if self.per_minute == 0 {
            return Ok(());
        }
        let capacity = f64::from(match client {
            ClientKey::Guest(_) => self.per_minute,
            ClientKey::Address(_) => self.per_minute.saturating_mul(GUESTS_PER_ADDRESS),
        });
        let index = self.hasher.hash_one(&client) as usize % SHARDS;
        let mut shard = self.shards[index].lock().unwrap_or_else(PoisonError::into_inner);
        shard.sweep(now);
        let bucket = shard.buckets.entry(client).or_insert(TokenBucket { tokens: capacity, updated_at: now });
        bucket.try_acquire(cost, capacity, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(name: &str) -> ClientKey {
        ClientKey::Guest(name.to_owned())
    }

    #[test]
    fn a_client_over_the_limit_waits_and_no_other_does() {
        let limiter = RateLimiter::new(60);
        let now = Instant::now();
        for _ in 0..60 {
            assert_eq!(limiter.try_acquire(guest("an"), 1, now), Ok(()));
        }
        assert_eq!(limiter.try_acquire(guest("an"), 1, now), Err(Duration::from_secs(1)));
        assert_eq!(limiter.try_acquire(guest("binh"), 10, now), Ok(()));
        let later = now + Duration::from_secs(2);
        assert_eq!(limiter.try_acquire(guest("an"), 2, later), Ok(()));
        assert!(limiter.try_acquire(guest("an"), 1, later).is_err());
        // After an hour the bucket holds one minute's tokens, not an hour's.
        let much_later = now + Duration::from_secs(3600);
        assert_eq!(limiter.try_acquire(guest("an"), 60, much_later), Ok(()));
        assert!(limiter.try_acquire(guest("an"), 1, much_later).is_err());
    }

    #[test]
    fn an_address_has_several_guests_tokens_and_a_network_is_one_client() {
        let limiter = RateLimiter::new(10);
        let now = Instant::now();
        let home = |text: &str| ClientKey::at(text.parse().expect("an address"));
        assert_eq!(limiter.try_acquire(home("192.0.2.1"), 50, now), Ok(()));
        assert!(limiter.try_acquire(home("192.0.2.1"), 1, now).is_err());
        assert!(limiter.try_acquire(home("::ffff:192.0.2.1"), 1, now).is_err());
        assert_eq!(limiter.try_acquire(home("192.0.2.2"), 1, now), Ok(()));
        assert_eq!(home("2001:db8:1:2::1"), home("2001:db8:1:2:3:4:5:6"));
        assert_ne!(home("2001:db8:1:2::1"), home("2001:db8:1:3::1"));
    }

    #[test]
    fn a_limit_of_zero_is_no_limit_and_the_number_of_buckets_is_bounded() {
        let now = Instant::now();
        let unlimited = RateLimiter::new(0);
        assert!((0..10_000).all(|_| unlimited.try_acquire(guest("an"), 10, now).is_ok()));
        let limiter = RateLimiter::new(10);
        let count = || {
            let counts = limiter.shards.iter().map(|shard| shard.lock().expect("not poisoned").buckets.len());
            counts.sum::<usize>()
        };
        for number in 0..30_000_u64 {
            let asked = now + Duration::from_millis(number * 10);
            assert_eq!(limiter.try_acquire(guest(&number.to_string()), 1, asked), Ok(()));
        }
        // 100 new clients in a second are 6,000 in a minute; each part is swept once a minute.
        assert!(count() <= 12_500, "{}", count());
        let sweeps = |limiter: &RateLimiter| {
            limiter
                .shards
                .iter()
                .map(|shard| shard.lock().expect("not poisoned").swept_at)
                .collect::<Vec<_>>()
        };
        let before = sweeps(&limiter);
        let end = now + Duration::from_secs(300);
        for number in 0..1_000 {
            assert_eq!(limiter.try_acquire(guest(&format!("late {number}")), 1, end), Ok(()));
        }
        let swept = before.iter().zip(sweeps(&limiter)).filter(|(before, after)| **before != *after).count();
        assert!(swept <= SHARDS, "a thousand requests at one moment sweep each part at most once");
    }
}
