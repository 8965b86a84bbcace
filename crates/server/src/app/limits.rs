//! How often something may be asked for. What matters for safety is counted in the database, over all processes and
//! restarts; what only protects this process is counted in its memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::domain::time::Ms;
use crate::metrics;
use crate::store::{Store, StoreError};

/// Something that is counted over all processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// What stands before the key.
    pub name: &'static str,
    pub window: Ms,
    pub most: u32,
}

/// Failures to sign in to one account.
pub const SIGN_IN_ACCOUNT: Limit = Limit { name: "in-account", window: Ms::seconds(15 * 60), most: 10 };
/// Failures to sign in from one address.
pub const SIGN_IN_ADDRESS: Limit = Limit { name: "in-address", window: Ms::seconds(15 * 60), most: 30 };
/// Links asked for one account, and from one address.
pub const RESET_ACCOUNT: Limit = Limit { name: "reset-account", window: Ms::seconds(3600), most: 3 };
pub const RESET_ADDRESS: Limit = Limit { name: "reset-address", window: Ms::seconds(3600), most: 10 };
/// Addresses for mail tried by one account.
pub const VERIFY_ACCOUNT: Limit = Limit { name: "verify", window: Ms::seconds(3600), most: 5 };
pub const REPORTS: Limit = Limit { name: "report", window: Ms::seconds(3600), most: 10 };

impl Limit {
    /// So many in an hour.
    #[must_use]
    pub const fn hourly(name: &'static str, most: u32) -> Limit {
        Limit { name, window: Ms::seconds(3600), most }
    }

    fn key(&self, of: &str) -> String {
        format!("{}:{of}", self.name)
    }

    /// Counts one more; false when that is one too many.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn count(&self, store: &dyn Store, of: &str, now: Ms) -> Result<bool, StoreError> {
        let counted = store.count(&self.key(of), self.window, now).await?;
        Ok(self.judge(counted, self.most))
    }

    /// Whether one more would be allowed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn allows(&self, store: &dyn Store, of: &str, now: Ms) -> Result<bool, StoreError> {
        let counted = store.counted(&self.key(of), self.window, now).await?;
        Ok(self.judge(counted.saturating_add(1), self.most))
    }

    /// Forgets what was counted.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget(&self, store: &dyn Store, of: &str) -> Result<(), StoreError> {
        store.reset_count(&self.key(of)).await
    }

    fn judge(&self, counted: i32, most: u32) -> bool {
        let good = i64::from(counted) <= i64::from(most);
        if !good {
            metrics::LIMITED.add(self.name, 1);
        }
        good
    }
}

/// How an address is counted.
#[must_use]
pub fn address_key(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        // One household has a whole network of new addresses.
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
    }
}

/// Buckets that fill with time and are emptied by requests, one for each key, in this process.
#[derive(Debug)]
pub struct Buckets<K> {
    burst: f64,
    per_ms: f64,
    /// What is left, and when that was so.
    levels: Mutex<HashMap<K, (f64, Ms)>>,
}

/// When there are more keys than this, full buckets are thrown away.
const MOST_BUCKETS: usize = 50_000;

impl<K: Hash + Eq> Buckets<K> {
    /// So many at once, and so many a minute in the long run.
    #[must_use]
    pub fn new(burst: u32, per_minute: u32) -> Buckets<K> {
        let per_ms = f64::from(per_minute) / 60_000.0;
        Buckets { burst: f64::from(burst), per_ms, levels: Mutex::new(HashMap::new()) }
    }

    /// Takes one out; if there is none, how long to wait.
    ///
    /// # Errors
    /// The time until there will be one.
    pub fn take(&self, key: K, now: Ms) -> Result<(), Ms> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if levels.len() >= MOST_BUCKETS {
            levels.retain(|_, (level, at)| self.filled(*level, *at, now) < self.burst);
            // All of them in use: then the limit on connections is what protects us.
            if levels.len() >= MOST_BUCKETS {
                levels.clear();
            }
        }
        let entry = levels.entry(key).or_insert((self.burst, now));
        let level = self.filled(entry.0, entry.1, now);
        if level < 1.0 {
            *entry = (level, now);
            return Err(Ms(((1.0 - level) / self.per_ms).ceil() as i64));
        }
        *entry = (level - 1.0, now);
        Ok(())
    }

    fn filled(&self, level: f64, at: Ms, now: Ms) -> f64 {
        let passed = (now - at).0.max(0) as f64;
        (level + passed * self.per_ms).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_fill_with_time() {
        let buckets = Buckets::new(2, 60);
        assert_eq!(buckets.take("ann", Ms(0)), Ok(()));
        assert_eq!(buckets.take("ann", Ms(0)), Ok(()));
        assert_eq!(buckets.take("ann", Ms(0)), Err(Ms(1000)));
        assert_eq!(buckets.take("bob", Ms(0)), Ok(()), "others have their own");
        assert_eq!(buckets.take("ann", Ms(1000)), Ok(()));
        assert_eq!(buckets.take("ann", Ms(1001)), Err(Ms(999)));
        assert_eq!(buckets.take("ann", Ms(-5000)), Err(Ms(999)), "a clock that steps back gives nothing");
    }

    #[test]
    fn many_keys_do_not_fill_the_memory() {
        let buckets = Buckets::new(2, 60);
        for key in 0..2 * MOST_BUCKETS {
            let _ = buckets.take(key, Ms(0));
        }
        assert!(buckets.levels.lock().unwrap().len() <= MOST_BUCKETS);
    }

    #[test]
    fn a_household_is_one_address() {
        let key = |text: &str| address_key(text.parse().unwrap());
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff:1"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_eq!(key("::ffff:9.9.9.9"), "9.9.9.9");
    }
}
