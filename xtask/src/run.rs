//! `cargo xtask run`: builds the app and serves it from this machine.

mod files;

use std::io;
use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result, bail};

use crate::web;
use crate::workspace::Workspace;

const PORT: u16 = 8000;

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    port: u16,
    release: bool,
    open: bool,
}

/// # Errors
/// When the build fails, or the port is taken.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let request = parse(arguments)?;
    // Before the build, which takes minutes the first time: a port that is taken is known now.
    let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, request.port)) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            bail!("port {} is taken; choose another one with --port", request.port)
        }
        other => other.with_context(|| format!("cannot listen on port {}", request.port))?,
    };
    let folder = web::build(workspace, request.release)?;
    // `localhost` and not the number: browsers keep the app for offline use under that name.
    let address = format!("http://localhost:{}/", listener.local_addr()?.port());
    println!("Skep is at {address} (Ctrl-C ends it)");
    if request.open {
        open(workspace, &address);
    }
    files::serve(&listener, &folder)
}

/// Shows the address in a browser where there is a desktop; it was printed anyway.
fn open(workspace: &Workspace, address: &str) {
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if desktop {
        "xdg-open"
    } else {
        return;
    };
    let _ = workspace.command(program).arg(address).spawn();
}

fn parse(arguments: &[String]) -> Result<Request> {
    let mut request = Request { port: PORT, release: true, open: true };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--dev" => request.release = false,
            "--no-open" => request.open = false,
            "--port" => {
                let port = rest.next().context("--port needs a number")?;
                request.port = port.parse().with_context(|| format!("{port} is no port"))?;
            }
            other => bail!("unknown argument {other}"),
        }
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(parse(&words("")).unwrap(), Request { port: PORT, release: true, open: true });
        let other = parse(&words("--port 0 --dev --no-open")).unwrap();
        assert_eq!(other, Request { port: 0, release: false, open: false });
        for bad in ["--port", "--port x", "--fast", "8000"] {
            assert!(parse(&words(bad)).is_err(), "{bad}");
        }
    }
}
