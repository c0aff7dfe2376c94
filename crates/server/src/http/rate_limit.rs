//! Rate limiting with a token bucket per client: generous for people, an end to programs that poll without pause.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::Duration;

use governor::Quota;
use governor::clock::{Clock, MonotonicClock, Reference};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;

/// Factor for the bucket of an address: several guests, such as a school, may share one.
const GUESTS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Interval at which idle buckets are dropped.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);

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

/// Token buckets of all clients of one kind.
type Buckets<C> =
    governor::RateLimiter<ClientKey, DashMapStateStore<ClientKey>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Buckets with their capacity: a bucket refills to capacity within a minute.
struct Kind<C: Clock> {
    capacity: NonZeroU32,
    buckets: Buckets<C>,
}

impl<C: Clock> Kind<C> {
    fn new(capacity: NonZeroU32, clock: C) -> Kind<C> {
        let buckets = Buckets::new(Quota::per_minute(capacity), DashMapStateStore::default(), clock);
        Kind { capacity, buckets }
    }
}

/// Kinds of clients, and when idle buckets were last dropped.
struct Kinds<C: Clock> {
    guests: Kind<C>,
    addresses: Kind<C>,
    swept_at: Mutex<C::Instant>,
}

/// Rate limiter: the token buckets of all clients.
pub struct RateLimiter<C: Clock = MonotonicClock> {
    clock: C,
    /// Nothing, if there is no limit.
    kinds: Option<Kinds<C>>,
}

impl RateLimiter {
    /// Creates a rate limiter with this number of requests per minute and guest; 0 for no limit.
    pub fn new(per_minute: u32) -> RateLimiter {
        RateLimiter::with_clock(per_minute, MonotonicClock)
    }
}

impl<C: Clock + Clone> RateLimiter<C> {
    fn with_clock(per_minute: u32, clock: C) -> RateLimiter<C> {
        let kinds = NonZeroU32::new(per_minute).map(|capacity| Kinds {
            guests: Kind::new(capacity, clock.clone()),
            addresses: Kind::new(capacity.saturating_mul(GUESTS_PER_ADDRESS), clock.clone()),
            swept_at: Mutex::new(clock.now()),
        });
        RateLimiter { clock, kinds }
    }

    /// Takes the cost of a request from the client's bucket, or returns the time to wait.
    pub fn try_acquire(&self, client: &ClientKey, cost: u32) -> Result<(), Duration> {
        let (Some(kinds), Some(cost)) = (&self.kinds, NonZeroU32::new(cost)) else { return Ok(()) };
        kinds.sweep(self.clock.now());
        let Kind { capacity, buckets } = match client {
            ClientKey::Guest(_) => &kinds.guests,
            ClientKey::Address(_) => &kinds.addresses,
        };
        // No request costs more than a full bucket, so that none is refused forever.
        match buckets.check_key_n(client, cost.min(*capacity)) {
            Ok(Err(refused)) => Err(refused.wait_time_from(self.clock.now())),
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }
}

impl<C: Clock> Kinds<C> {
    /// Drops the buckets that are full again, at most once per interval, so that the cost of a request does not grow with
    /// the number of clients.
    fn sweep(&self, now: C::Instant) {
        let Ok(mut swept_at) = self.swept_at.try_lock() else { return };
        if now.duration_since(*swept_at) >= SWEEP_INTERVAL.into() {
            *swept_at = now;
            self.guests.buckets.retain_recent();
            self.addresses.buckets.retain_recent();
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn guest(name: &str) -> ClientKey {
        ClientKey::Guest(name.to_owned())
    }

    fn limiter(per_minute: u32) -> (RateLimiter<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        (RateLimiter::with_clock(per_minute, clock.clone()), clock)
    }

    #[test]
    fn a_client_over_the_limit_waits_and_no_other_does() {
        let (limiter, clock) = limiter(60);
        for _ in 0..60 {
            assert_eq!(limiter.try_acquire(&guest("an"), 1), Ok(()));
        }
        assert_eq!(limiter.try_acquire(&guest("an"), 1), Err(Duration::from_secs(1)));
        assert_eq!(limiter.try_acquire(&guest("binh"), 10), Ok(()));
        clock.advance(Duration::from_secs(2));
        assert_eq!(limiter.try_acquire(&guest("an"), 2), Ok(()));
        assert!(limiter.try_acquire(&guest("an"), 1).is_err());
        // After an hour the bucket holds one minute's tokens, not an hour's.
        clock.advance(Duration::from_secs(3600));
        assert_eq!(limiter.try_acquire(&guest("an"), 60), Ok(()));
        assert!(limiter.try_acquire(&guest("an"), 1).is_err());
        // A request that costs more than a minute's tokens waits for a full bucket and is answered.
        clock.advance(Duration::from_secs(60));
        assert_eq!(limiter.try_acquire(&guest("an"), 1000), Ok(()));
    }

    #[test]
    fn an_address_has_several_guests_tokens_and_a_network_is_one_client() {
        let (limiter, _) = limiter(10);
        let home = |text: &str| ClientKey::at(text.parse().expect("an address"));
        assert_eq!(limiter.try_acquire(&home("192.0.2.1"), 50), Ok(()));
        assert!(limiter.try_acquire(&home("192.0.2.1"), 1).is_err());
        assert!(limiter.try_acquire(&home("::ffff:192.0.2.1"), 1).is_err());
        assert_eq!(limiter.try_acquire(&home("192.0.2.2"), 1), Ok(()));
        assert_eq!(home("2001:db8:1:2::1"), home("2001:db8:1:2:3:4:5:6"));
        assert_ne!(home("2001:db8:1:2::1"), home("2001:db8:1:3::1"));
    }

    #[test]
    fn a_limit_of_zero_is_no_limit_and_the_number_of_buckets_is_bounded() {
        let unlimited = RateLimiter::new(0);
        assert!((0..10_000).all(|_| unlimited.try_acquire(&guest("an"), 10).is_ok()));
        let (limiter, clock) = limiter(10);
        let kinds = limiter.kinds.as_ref().expect("a limit");
        for number in 0..30_000_u64 {
            clock.advance(Duration::from_millis(10));
            assert_eq!(limiter.try_acquire(&guest(&number.to_string()), 1), Ok(()));
        }
        // 100 new clients in a second are 6,000 in a minute; idle buckets are dropped once a minute.
        assert!(kinds.guests.buckets.len() <= 12_500, "{}", kinds.guests.buckets.len());
        let swept_at = || *kinds.swept_at.lock().expect("not poisoned");
        clock.advance(SWEEP_INTERVAL);
        let before = swept_at();
        assert_eq!(limiter.try_acquire(&guest("late"), 1), Ok(()));
        let after = swept_at();
        assert!(after > before);
        for number in 0..1_000 {
            assert_eq!(limiter.try_acquire(&guest(&format!("late {number}")), 1), Ok(()));
        }
        assert_eq!(swept_at(), after, "a thousand requests at one moment sweep once");
    }
}
