//! Who is connected, counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::http::address::prefix;
use crate::metrics;

/// Connections in all and from each address.
#[derive(Debug, Default)]
pub(super) struct Census {
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

/// One connection, for as long as it lives.
#[derive(Debug)]
pub(super) struct Place {
    census: Arc<Census>,
    address: IpAddr,
}

impl Census {
    /// A place, if there is one left. A household with new addresses counts as one.
    pub(super) fn enter(self: &Arc<Census>, address: IpAddr, all: usize, of_one: usize) -> Option<Place> {
        let address = prefix(address);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.all >= all || counts.of.get(&address).is_some_and(|&count| count >= of_one) {
            return None;
        }
        counts.all += 1;
        *counts.of.entry(address).or_default() += 1;
        metrics::CONNECTIONS.set(counts.all as i64);
        Some(Place { census: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.census.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        metrics::CONNECTIONS.set(counts.all as i64);
        if let Some(count) = counts.of.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.of.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_and_given_back() {
        let census = Arc::new(Census::default());
        let [one, other] = ["127.0.0.1", "127.0.0.2"].map(|text| text.parse::<IpAddr>().unwrap());
        let first = census.enter(one, 3, 2).unwrap();
        let _second = census.enter(one, 3, 2).unwrap();
        assert!(census.enter(one, 3, 2).is_none(), "two from one address");
        let _third = census.enter(other, 3, 2).unwrap();
        assert!(census.enter(other, 3, 2).is_none(), "three in all");
        drop(first);
        assert!(census.enter(one, 3, 2).is_some());
    }
}
