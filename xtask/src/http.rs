//! One request to a server on this machine; the few lines that a check needs.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result};

/// Status and body of the answer. A body makes it a `POST` of JSON from the site's own page.
///
/// # Errors
/// When nobody answers, or not in HTTP.
pub(crate) fn ask(port: u16, path: &str, body: Option<&str>) -> Result<(u16, String)> {
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.unwrap_or_default();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).context("nobody listens")?;
    // A server that accepts and then says nothing must not hang the check for ever.
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\norigin: http://localhost:{port}\r\n\
         connection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).context("the server does not answer")?;
    parse(&String::from_utf8_lossy(&answer))
}

fn parse(answer: &str) -> Result<(u16, String)> {
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer has no head")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.context("the answer has no status")?, body.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_a_status_and_a_body() {
        assert_eq!(parse("HTTP/1.1 404 Not Found\r\nx: y\r\n\r\nno").unwrap(), (404, "no".to_owned()));
        for bad in ["", "HTTP/1.1 200 OK\r\n", "x\r\n\r\n", "HTTP/1.1 soon\r\n\r\n"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
