//! Limits on failed sign-ins, per account and per address.
//!
//! A stranger who guesses must not lock the owner out: a browser in which the owner signed in before has limits of its
//! own, which nobody else can use up. Failures for names that do not exist count alike, so that the limits tell nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Failures that are allowed at once.
const FROM_KNOWN_BROWSER: u32 = 10;
const FROM_ADDRESS_PER_ACCOUNT: u32 = 5;
const FROM_ADDRESS: u32 = 30;
const PER_ACCOUNT: u32 = 50;
/// Time in which all of them are allowed again.
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// Number of counters above which old ones are dropped.
const SWEEP_AT: usize = 10_000;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Counter {
    KnownBrowser(String, String),
    AddressAndAccount(Option<IpAddr>, String),
    Address(Option<IpAddr>),
    Account(String),
}

impl Counter {
    fn capacity(&self) -> u32 {
        match self {
            Counter::KnownBrowser(..) => FROM_KNOWN_BROWSER,
            Counter::AddressAndAccount(..) => FROM_ADDRESS_PER_ACCOUNT,
            Counter::Address(_) => FROM_ADDRESS,
            Counter::Account(_) => PER_ACCOUNT,
        }
    }
}

/// Attempt to sign in.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Skeleton of the handle, whether there is such an account or not.
    pub account: String,
    /// Network of the client.
    pub address: Option<IpAddr>,
    /// The browser, if the owner signed in there before.
    pub known_browser: Option<String>,
}

impl Attempt {
    fn counters(&self) -> Vec<Counter> {
        let account = self.account.clone();
        match &self.known_browser {
            Some(browser) => vec![Counter::KnownBrowser(browser.clone(), account)],
            None => vec![
                Counter::AddressAndAccount(self.address, account.clone()),
                Counter::Address(self.address),
                Counter::Account(account),
            ],
        }
    }
}

/// Failures of a counter, which decay over the window.
struct Failures {
    count: f64,
    at: Instant,
}

impl Failures {
    fn now(&self, capacity: u32, now: Instant) -> f64 {
        let elapsed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.count - elapsed * f64::from(capacity) / WINDOW.as_secs_f64()).max(0.0)
    }
}

/// Counters of failed sign-ins.
#[derive(Default)]
pub struct AttemptLimiter {
    failures: Mutex<HashMap<Counter, Failures>>,
}

impl AttemptLimiter {
    fn failures(&self) -> MutexGuard<'_, HashMap<Counter, Failures>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt as failed before its password is looked at, or returns the time to wait.
    pub fn begin(&self, attempt: &Attempt, now: Instant) -> Result<(), Duration> {
        let mut failures = self.failures();
        if failures.len() >= SWEEP_AT {
            failures.retain(|counter, failed| failed.now(counter.capacity(), now) > 0.0);
        }
        let counters = attempt.counters();
        for counter in &counters {
            let capacity = counter.capacity();
            let count = failures.get(counter).map_or(0.0, |failed| failed.now(capacity, now));
            if count + 1.0 > f64::from(capacity) {
                let excess = count + 1.0 - f64::from(capacity);
                return Err(WINDOW.mul_f64(excess / f64::from(capacity)));
            }
        }
        for counter in counters {
            let count = failures.get(&counter).map_or(0.0, |failed| failed.now(counter.capacity(), now));
            failures.insert(counter, Failures { count: count + 1.0, at: now });
        }
        Ok(())
    }

    /// Takes the count of an attempt back that succeeded.
    pub fn succeed(&self, attempt: &Attempt) {
        let mut failures = self.failures();
        for counter in attempt.counters() {
            if let Some(failed) = failures.get_mut(&counter) {
                failed.count = (failed.count - 1.0).max(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(account: &str, address: &str, browser: Option<&str>) -> Attempt {
        Attempt {
            account: account.to_owned(),
            address: Some(address.parse().expect("an address")),
            known_browser: browser.map(str::to_owned),
        }
    }

    #[test]
    fn strangers_cannot_lock_the_owner_out() {
        let limiter = AttemptLimiter::default();
        let now = Instant::now();
        let mut refused = 0;
        // Guesses from a thousand addresses, and many from the owner's own network.
        for number in 0..1000 {
            let guess = attempt("an", &format!("198.51.{}.{}", number / 250, number % 250), None);
            refused += u32::from(limiter.begin(&guess, now).is_err());
        }
        assert_eq!(refused, 1000 - PER_ACCOUNT);
        for _ in 0..100 {
            let _ = limiter.begin(&attempt("an", "192.0.2.1", None), now);
        }
        assert!(limiter.begin(&attempt("an", "192.0.2.1", None), now).is_err());
        let owner = attempt("an", "192.0.2.1", Some("own browser"));
        assert_eq!(limiter.begin(&owner, now), Ok(()));
        // A stolen browser gets no more than a few guesses either.
        let more = (0..100).filter(|_| limiter.begin(&owner, now).is_ok()).count();
        assert_eq!(more, FROM_KNOWN_BROWSER as usize - 1);
    }

    #[test]
    fn an_address_has_few_guesses_per_account_and_in_all() {
        let limiter = AttemptLimiter::default();
        let now = Instant::now();
        let one = (0..50).filter(|_| limiter.begin(&attempt("an", "192.0.2.1", None), now).is_ok()).count();
        assert_eq!(one, FROM_ADDRESS_PER_ACCOUNT as usize);
        let others = (0..500)
            .filter(|number| limiter.begin(&attempt(&format!("p{number}"), "192.0.2.1", None), now).is_ok())
            .count();
        assert_eq!(others, (FROM_ADDRESS - FROM_ADDRESS_PER_ACCOUNT) as usize);
        assert!(limiter.begin(&attempt("an", "192.0.2.2", None), now).is_ok(), "another address");
        let later = now + WINDOW;
        assert!(limiter.begin(&attempt("an", "192.0.2.1", None), later).is_ok());
    }

    #[test]
    fn success_does_not_count_and_waiting_helps() {
        let limiter = AttemptLimiter::default();
        let now = Instant::now();
        let own = attempt("an", "192.0.2.1", None);
        for _ in 0..1000 {
            assert_eq!(limiter.begin(&own, now), Ok(()));
            limiter.succeed(&own);
        }
        while limiter.begin(&own, now).is_ok() {}
        let wait = limiter.begin(&own, now).expect_err("the limit is reached");
        assert!(limiter.begin(&own, now + wait + Duration::from_secs(1)).is_ok());
    }
}
