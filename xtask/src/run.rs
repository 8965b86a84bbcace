//! `cargo xtask run`: builds the app, puts it into the program, and starts that with a database of its own.

use std::io::{self, BufRead, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};

use crate::http;
use crate::process;
use crate::report::Outcome;
use crate::web;
use crate::workspace::Workspace;

const PORT: u16 = 8000;
/// What the program writes when it can be visited.
const READY: &str = "Skep is at ";

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    port: u16,
    release: bool,
    open: bool,
    /// Look at the first page and stop; the program is built without optimization then.
    check: bool,
}

/// # Errors
/// When the build fails, or the port is taken.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let request = parse(arguments)?;
    // Before the build, which takes minutes the first time: a port that is taken is known now.
    let port = free_port(request.port)?;
    let folder = web::build(workspace, request.release)?;
    let mut build = workspace.cargo(["build", "--package", "skep-cli", "--bin", "skep"]);
    let optimized = request.release && !request.check;
    if optimized {
        build.arg("--release");
    }
    // The folder is where the build looks by itself. Naming it would be another setting than that of all other builds, and
    // the server would be compiled anew at every change between them.
    ensure!(folder.join("index.html").is_file(), "the app is not in {}", folder.display());
    process::run(build.env_remove("SKEP_WEB_DIST"))?;
    let program = workspace.target().join(if optimized { "release" } else { "debug" }).join("skep");
    // Games and accounts of one run are there in the next.
    let data = workspace.target().join(if request.check { "run-check" } else { "run" });
    let mut serve = workspace.command(program);
    serve.arg("serve").args(["--listen", &format!("127.0.0.1:{port}")]).arg("--data").arg(&data);
    serve.args(["--set", "metrics.listen=off", "--set", "drain.notice_s=0"]);
    let mut child = serve.stderr(Stdio::piped()).spawn().context("cannot start the program")?;
    let log = BufReader::new(child.stderr.take().context("its log is piped")?);
    let mut ready = false;
    for line in log.lines() {
        let line = line?;
        let _ = writeln!(io::stderr(), "{line}");
        if !ready && line.contains(READY) {
            ready = true;
            // `localhost` and not the number: browsers keep the app for offline use under that name.
            let address = format!("http://localhost:{port}/");
            println!("Skep is at {address} (Ctrl-C ends it); games are kept in {}", data.display());
            if request.check {
                let looked = look(port);
                child.kill().context("cannot stop the program")?;
                child.wait()?;
                return looked;
            }
            if request.open {
                open(workspace, &address);
            }
        }
    }
    let status = child.wait()?;
    ensure!(ready && status.success(), "the program ended with {status}");
    Ok(())
}

/// The part of the test command: what the README promises first.
pub(crate) fn part(workspace: &Workspace) -> Result<Outcome> {
    process::run(&mut workspace.xtask(["run", "--check", "--port", "0"])?)?;
    Ok(Outcome::Passed("the page is served, and the server answers behind it".into()))
}

/// The page, what it loads, and the server behind it are there.
fn look(port: u16) -> Result<()> {
    let (status, page) = http::ask(port, "/", None)?;
    ensure!(status == 200 && page.contains("type=\"module\""), "the app is missing: {status} {page}");
    let (status, server) = http::ask(port, "/server.json", None)?;
    ensure!(status == 200, "the app would not find its server: {status} {server}");
    let (status, lobby) = http::ask(port, "/api/v1/lobby", None)?;
    ensure!(status == 200, "the server does not answer: {status} {lobby}");
    println!("looked at http://localhost:{port}/ and stopped");
    Ok(())
}

/// The port that was asked for, or any if it is 0.
fn free_port(port: u16) -> Result<u16> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            bail!("port {port} is taken; choose another one with --port")
        }
        other => Ok(other.with_context(|| format!("cannot listen on port {port}"))?.local_addr()?.port()),
    }
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
    let mut request = Request { port: PORT, release: true, open: true, check: false };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--dev" => request.release = false,
            "--no-open" => request.open = false,
            "--check" => request.check = true,
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
        let usual = Request { port: PORT, release: true, open: true, check: false };
        assert_eq!(parse(&words("")).unwrap(), usual);
        let other = parse(&words("--port 0 --dev --no-open --check")).unwrap();
        assert_eq!(other, Request { port: 0, release: false, open: false, check: true });
        for bad in ["--port", "--port x", "--fast", "8000"] {
            assert!(parse(&words(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_port_that_is_taken_is_told() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(free_port(port).unwrap_err().to_string().contains("--port"));
        assert_ne!(free_port(0).unwrap(), 0);
    }
}
