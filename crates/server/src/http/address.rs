//! Where a request comes from, when proxies stand between.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;

use crate::config::Network;

/// The client's address: the peer, or, if the peer is one of our proxies, the last hop in `X-Forwarded-For` that
/// is not. Whatever stands left of that hop was written by the client and proves nothing.
#[must_use]
pub fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_ours = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut client = peer;
    if !is_ours(peer) {
        return client;
    }
    let lines: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        let Ok(address) = hop.trim().parse() else { break };
        client = address;
        if !is_ours(address) {
            break;
        }
    }
    client
}

/// The part of an address that stands for one household: all of an old one, half of a new one.
#[must_use]
pub fn prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
        old => old,
    }
}

/// The same with less in it, for lists and logs that people read: enough to recognize one's own network.
#[must_use]
pub fn shortened(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            format!("{}/48", Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let trusted = ["127.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_stranger_cannot_choose_his_address() {
        assert_eq!(ask("9.9.9.9", &["1.2.3.4"]), "9.9.9.9");
        assert_eq!(ask("127.0.0.1", &["1.2.3.4, 9.9.9.9"]), "9.9.9.9", "the rightmost hop is the true one");
        assert_eq!(ask("127.0.0.1", &["1.2.3.4", "9.9.9.9, fd00::1"]), "9.9.9.9");
        assert_eq!(ask("127.0.0.1", &["nonsense, fd00::1"]), "fd00::1");
        assert_eq!(ask("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn addresses_are_grouped_by_household() {
        let of = |text: &str| prefix(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("9.9.9.9"), "9.9.9.9");
        assert_eq!(of("::ffff:9.9.9.9"), "9.9.9.9");
        assert_eq!(shortened("9.9.9.9".parse().unwrap()), "9.9.9.0/24");
        assert_eq!(shortened("2001:db8:1:2::3".parse().unwrap()), "2001:db8:1::/48");
    }
}
