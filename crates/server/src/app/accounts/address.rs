//! Addresses for mail: what may be one, and how two are compared.

/// The text is no address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no mail address")]
pub struct EmailError;

/// An address as it is compared: without letter case, which no mail server of this century distinguishes.
///
/// # Errors
/// If it is none.
pub fn email_key(address: &str) -> Result<String, EmailError> {
    let (local, host) = address.rsplit_once('@').ok_or(EmailError)?;
    let plain =
        |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>' | '"' | ',' | ';' | '\\');
    let good_host = host.contains('.')
        && host.split('.').all(|part| {
            !part.is_empty()
                && part.chars().all(|c| c.is_alphanumeric() || c == '-')
                && !part.starts_with('-')
                && !part.ends_with('-')
        });
    if local.is_empty()
        || local.contains('@')
        || !good_host
        || !local.chars().all(plain)
        || address.len() > 254
    {
        return Err(EmailError);
    }
    Ok(address.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_without_case() {
        assert_eq!(email_key("Ann.B+hive@Example.ORG").unwrap(), "ann.b+hive@example.org");
    }

    #[test]
    fn what_could_harm_a_mail_is_no_address() {
        for bad in [
            "",
            "ann",
            "ann@",
            "@x.org",
            "a@b@c.org",
            "a\r\nbcc: x@y.org",
            "a b@c.org",
            "<a@c.org>",
            "a@c",
            "a@-c.org",
            "a@c..org",
        ] {
            assert_eq!(email_key(bad), Err(EmailError), "{bad}");
        }
        assert!(email_key(&format!("{}@example.org", "x".repeat(300))).is_err());
    }
}
