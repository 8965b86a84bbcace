//! Passwords: which are good enough, and how they are kept (Argon2id, off the threads that serve).

mod policy;

use std::sync::Arc;
use std::time::Instant;

use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

pub use policy::{PasswordError, check};

use super::secrets::random;
use crate::config;
use crate::metrics;

/// How many may wait for a turn; more would wait longer than anybody looks at a spinner.
const LONGEST_QUEUE: usize = 16;

/// Too many people sign in at this moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many people sign in at this moment")]
pub struct Busy;

/// Hashes and compares, a few at a time: each takes tens of milliseconds of a core and megabytes of memory.
#[derive(Clone, Debug)]
pub struct Passwords {
    params: Params,
    turns: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// Compared with when there is no account, so that the answer takes as long.
    dummy: Arc<str>,
}

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether the password is the right one.
    pub right: bool,
    /// A new hash to keep: the old one was made with less effort than is asked for now.
    pub renewed: Option<String>,
}

impl Passwords {
    /// With the effort that is configured.
    ///
    /// # Panics
    /// If the parameters are out of Argon2's range, which the configuration has checked.
    #[must_use]
    pub fn new(config: &config::Password) -> Passwords {
        let params = Params::new(config.memory_kib, config.passes, 1, None)
            .expect("the configuration keeps within Argon2's range");
        let dummy = hash(&params, "no account has this password").into();
        let turns = Arc::new(Semaphore::new(config.permits));
        let queue = Arc::new(Semaphore::new(config.permits + LONGEST_QUEUE));
        Passwords { params, turns, queue, dummy }
    }

    /// The hash to keep of a new password.
    ///
    /// # Errors
    /// When too many wait.
    pub async fn hash(&self, password: &str) -> Result<String, Busy> {
        let (params, password) = (self.params.clone(), policy::normal(password));
        self.run(move || hash(&params, &password)).await
    }

    /// Compares with the hash of an account, or with one that nobody has: the same work either way.
    ///
    /// # Errors
    /// When too many wait.
    pub async fn verify(&self, password: &str, kept: Option<&str>) -> Result<Verdict, Busy> {
        let password = policy::normal(password);
        let params = self.params.clone();
        let real = kept.is_some();
        let kept = kept.unwrap_or(&self.dummy).to_owned();
        self.run(move || {
            let Ok(parsed) = PasswordHash::new(&kept) else { return Verdict { right: false, renewed: None } };
            let right = Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok() && real;
            let outdated = Params::try_from(&parsed)
                .is_ok_and(|old| (old.m_cost(), old.t_cost()) != (params.m_cost(), params.t_cost()));
            Verdict { right, renewed: (right && outdated).then(|| hash(&params, &password)) }
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Busy> {
        let _place = self.queue.try_acquire().map_err(|_| Busy)?;
        let waited = Instant::now();
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| Busy)?;
        metrics::ARGON_WAIT.record(waited.elapsed());
        // The turn goes along: a client that leaves does not free it while the work still runs.
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        task.await.map_err(|_| Busy)
    }
}

fn hash(params: &Params, password: &str) -> String {
    let salt = SaltString::encode_b64(&random::<16>()).expect("sixteen bytes are a good salt");
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let hash = argon.hash_password(password.as_bytes(), &salt);
    hash.expect("checked parameters and a bounded password cannot fail").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(passes: u32) -> Passwords {
        Passwords::new(&config::Password { memory_kib: 16, passes, permits: 1 })
    }

    #[tokio::test]
    async fn a_password_is_known_again() {
        let passwords = quick(1);
        let kept = passwords.hash("correct horse battery").await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=16,t=1,p=1$"), "{kept}");
        let right = passwords.verify("correct horse battery", Some(&kept)).await.unwrap();
        assert_eq!(right, Verdict { right: true, renewed: None });
        assert!(!passwords.verify("wrong", Some(&kept)).await.unwrap().right);
    }

    #[tokio::test]
    async fn the_same_letters_typed_on_another_machine_are_the_same_password() {
        let passwords = quick(1);
        let kept = passwords.hash("na\u{ef}ve passwords").await.unwrap();
        assert!(passwords.verify("nai\u{308}ve passwords", Some(&kept)).await.unwrap().right);
    }

    #[tokio::test]
    async fn nobody_has_the_dummy_password() {
        let passwords = quick(1);
        assert!(!passwords.verify("no account has this password", None).await.unwrap().right);
        assert!(!passwords.verify("x", Some("broken")).await.unwrap().right);
    }

    #[tokio::test]
    async fn more_effort_renews_the_hash() {
        let kept = quick(1).hash("correct horse battery").await.unwrap();
        let renewed = quick(2).verify("correct horse battery", Some(&kept)).await.unwrap().renewed.unwrap();
        assert!(renewed.contains("t=2"));
        assert!(quick(2).verify("wrong", Some(&kept)).await.unwrap().renewed.is_none());
    }
}
