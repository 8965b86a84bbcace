//! A range of addresses, such as `127.0.0.1` or `fd00::/8`.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// All addresses that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    first: u128,
    bits: u32,
}

/// The text is no address and no range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("must be an address, or a range such as 127.0.0.0/8")]
pub struct ParseNetworkError;

impl Network {
    /// Whether the address lies inside.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let mask = mask(self.bits);
        number(address) & mask == self.first & mask
    }
}

impl FromStr for Network {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Network, ParseNetworkError> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u32>().map_err(|_| ParseNetworkError)?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| ParseNetworkError)?;
        let (width, ahead) = if address.is_ipv4() { (32, 96) } else { (128, 0) };
        let bits = bits.unwrap_or(width);
        if bits > width {
            return Err(ParseNetworkError);
        }
        Ok(Network { first: number(address), bits: bits + ahead })
    }
}

/// Old addresses live in the corner of the new ones that is made for them.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

fn mask(bits: u32) -> u128 {
    u128::MAX.checked_shl(Ipv6Addr::BITS - bits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(network: &str, address: &str) -> bool {
        network.parse::<Network>().unwrap().contains(address.parse().unwrap())
    }

    #[test]
    fn ranges_hold_what_begins_alike() {
        assert!(inside("127.0.0.0/8", "127.9.9.9") && !inside("127.0.0.0/8", "128.0.0.1"));
        assert!(inside("127.0.0.1", "127.0.0.1") && !inside("127.0.0.1", "127.0.0.2"));
        assert!(inside("127.0.0.1", "::ffff:127.0.0.1"), "a mapped address is the same address");
        assert!(inside("fd00::/8", "fd12::1") && !inside("fd00::/8", "fe80::1"));
        assert!(inside("0.0.0.0/0", "9.9.9.9") && !inside("0.0.0.0/0", "fd12::1"));
        assert!(inside("::/0", "9.9.9.9"));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "x", "127.0.0.1/33", "::/129", "127.0.0.1/-1", "127.0.0.1/", "localhost"] {
            assert_eq!(text.parse::<Network>(), Err(ParseNetworkError), "{text}");
        }
    }
}
