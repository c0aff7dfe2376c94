//! Passwords: strength, hashing with Argon2id, and recovery codes.

use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version};
use game::Message;
use tokio::sync::Semaphore;
use zxcvbn::{Score, zxcvbn};

use crate::ids;

/// Length of a password in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;
/// Number of characters that the estimate of the strength reads: its time grows with their square.
const ESTIMATED: usize = 64;
/// Number of hashes computed at once: each takes 19 MiB and some tens of milliseconds of a core.
const PARALLEL: usize = 2;
/// Memory in KiB, passes and lanes of Argon2id.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Refuses passwords that are too short, too long or easy to guess. `known` is what others know about the person.
pub fn check_strength(password: &str, known: &[&str]) -> Result<(), Message> {
    let length = password.chars().count();
    if !LENGTH.contains(&length) {
        return Err(Message::new("password_length")
            .number("least", *LENGTH.start())
            .number("most", *LENGTH.end()));
    }
    let start: String = password.chars().take(ESTIMATED).collect();
    if zxcvbn(&start, known).score() < Score::Two {
        return Err(Message::new("password_weak"));
    }
    Ok(())
}

/// New recovery code: 120 bits in groups of four letters, and its hash.
pub fn recovery_code() -> (String, String) {
    let letters = &ids::invitation()[..24];
    let groups: Vec<&str> = (0..6).map(|group| &letters[group * 4..group * 4 + 4]).collect();
    let code = groups.join("-");
    let hash = recovery_hash(&code);
    (code, hash)
}

/// Hash of a recovery or registration code as typed. A fast hash is enough: nobody guesses 120 bits.
pub fn recovery_hash(typed: &str) -> String {
    let letters: String =
        typed.chars().filter(char::is_ascii_alphanumeric).take(100).collect::<String>().to_ascii_lowercase();
    ids::player(&format!("code:{letters}"))
}

/// Hashing of passwords, a few at a time.
pub struct Passwords {
    permits: Semaphore,
}

impl Default for Passwords {
    fn default() -> Self {
        Passwords { permits: Semaphore::new(PARALLEL) }
    }
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

impl Passwords {
    /// Computes the hash of a new password, with a fresh salt.
    pub async fn hash(&self, password: String) -> Result<String, Message> {
        let failed = || Message::new("wire_not_kept");
        let _permit = self.permits.acquire().await.map_err(|_| failed())?;
        let work = tokio::task::spawn_blocking(move || {
            let salt = ids::random::<16>();
            let hash: Result<PasswordHash, _> = hasher().hash_password_with_salt(password.as_bytes(), &salt);
            hash.map(|hash| hash.to_string())
        });
        work.await.map_err(|_| failed())?.map_err(|_| failed())
    }

    /// Returns true if a password has this hash. Without one the work is the same, so that the time does not tell whether
    /// an account exists.
    pub async fn verify(&self, password: String, hash: Option<String>) -> bool {
        let Ok(_permit) = self.permits.acquire().await else { return false };
        let work = tokio::task::spawn_blocking(move || {
            let known = hash.is_some();
            let stored = hash.unwrap_or_else(|| NOBODY.to_owned());
            let Ok(parsed) = PasswordHash::new(&stored) else { return false };
            let fits = hasher().verify_password(password.as_bytes(), &parsed).is_ok();
            fits && known
        });
        work.await.unwrap_or(false)
    }
}

/// Hash that no password has: of an account whose password the operator has reset.
pub const UNUSABLE_PASSWORD: &str = NOBODY;

/// Hash with the parameters above that belongs to no account.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::default();
        let hash = passwords.hash("đường vào nhà Tú".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(
            hash,
            passwords.hash("đường vào nhà Tú".to_owned()).await.unwrap(),
            "each hash has its salt"
        );
        assert!(passwords.verify("đường vào nhà Tú".to_owned(), Some(hash.clone())).await);
        assert!(!passwords.verify("đường vào nhà Tứ".to_owned(), Some(hash)).await);
        assert!(!passwords.verify("x".to_owned(), Some("nonsense".to_owned())).await);
    }

    #[tokio::test]
    async fn an_unknown_account_costs_the_same_work() {
        // The hash of nobody is parsed and computed like any other, and fits nothing.
        let parsed = PasswordHash::new(NOBODY).expect("a valid hash");
        let real = Passwords::default().hash("something else".to_owned()).await.unwrap();
        let real = PasswordHash::new(&real).expect("a valid hash");
        assert_eq!(parsed.params.to_string(), real.params.to_string());
        assert_eq!(parsed.hash.map(|hash| hash.len()), real.hash.map(|hash| hash.len()));
        assert!(!Passwords::default().verify(String::new(), None).await);
    }

    #[test]
    fn weak_passwords_are_refused() {
        let code =
            |password: &str| check_strength(password, &["binh99", "Nguyễn Bình"]).map_err(|why| why.code);
        assert_eq!(code("short"), Err("password_length"));
        assert_eq!(code(&"x".repeat(201)), Err("password_length"));
        for weak in ["password", "12345678", "binh99binh99", "qwertyuiop", "aaaaaaaaaaaa"] {
            assert_eq!(code(weak), Err("password_weak"), "{weak}");
        }
        for good in ["pháo đầu mã đội", "7h!nQk2-vv", "correct horse battery"] {
            assert_eq!(code(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn a_recovery_code_is_read_however_it_is_typed() {
        let (code, hash) = recovery_code();
        assert_eq!(code.len(), 29);
        assert_eq!(recovery_hash(&code.to_uppercase().replace('-', " ")), hash);
        assert_ne!(recovery_hash(&recovery_code().0), hash);
    }
}
