//! What a part needs from the machine: found, or set up where that is possible, or named with its cure.
//!
//! Nothing is installed outside the checkout except components and targets of the Rust toolchain
//! and, for root on Debian, packages.

use std::fmt;

use crate::process;
use crate::wasm;
use crate::workspace::Workspace;

/// Something that must be on the machine before a part can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// A component of the Rust toolchain that answers `cargo NAME --version`.
    Component { name: &'static str, package: &'static str },
    /// A tool `cargo NAME` from the package registry, with the version that is asked for.
    CargoTool { name: &'static str, package: &'static str, version: &'static str },
    /// A C++ compiler; libFuzzer is written in it.
    CxxCompiler,
    /// Node.js, 20 or newer.
    Node,
    /// A browser that tests can drive.
    Chromium,
    /// A PostgreSQL server that tests can start.
    Postgres,
    /// A compiler for wasm in the browser.
    WasmTarget,
    /// A standard library for wasm with files and a terminal.
    WasiTarget,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Component { package, .. } | Need::CargoTool { package, .. } => package,
            Need::CxxCompiler => "a C++ compiler",
            Need::Node => "node 20",
            Need::Chromium => "Chromium",
            Need::Postgres => "PostgreSQL",
            Need::WasmTarget => "the target wasm32-unknown-unknown",
            Need::WasiTarget => "the target wasm32-wasip1",
        })
    }
}

/// What could not be had, and what to do about it.
#[derive(Debug)]
pub(crate) struct Missing {
    what: String,
    cure: String,
}

impl Missing {
    pub(crate) fn new(what: impl fmt::Display, cure: impl Into<String>) -> Missing {
        Missing { what: what.to_string(), cure: cure.into() }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing; cure: {}", self.what, self.cure)
    }
}

/// Makes sure that the need is met.
///
/// # Errors
/// When it is not there and could not be installed.
pub(crate) fn provide(workspace: &Workspace, need: Need) -> Result<(), Missing> {
    match need {
        Need::Component { name, package } => component(workspace, name, package),
        Need::CargoTool { name, package, version } => cargo_tool(workspace, name, package, version),
        Need::CxxCompiler => cxx_compiler(workspace),
        Need::Node => node(workspace),
        Need::Chromium => chromium(workspace),
        Need::Postgres => postgres(workspace),
        Need::WasmTarget => wasm::route(workspace).map(|_| ()),
        Need::WasiTarget => wasm::provide_tests(workspace),
    }
}

/// Whether `cargo NAME` exists on this machine.
pub(crate) fn has_cargo_command(workspace: &Workspace, name: &str) -> bool {
    process::quiet(&mut workspace.cargo([name, "--version"])).is_some()
}

/// Installs Debian packages when this process may; whether it did is for the caller to look at.
pub(crate) fn apt_install(workspace: &Workspace, packages: &[&str]) {
    let root = process::quiet(workspace.command("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    if !root || process::quiet(workspace.command("apt-get").arg("--version")).is_none() {
        return;
    }
    let apt = |arguments: &[&str]| {
        let mut command = workspace.command("apt-get");
        process::run(command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    let mut install = vec!["install", "--yes", "--no-install-recommends"];
    install.extend(packages);
    // The list of packages on a fresh machine may be old or absent.
    if apt(&install).is_err() && apt(&["update"]).is_ok() {
        let _ = apt(&install);
    }
}

fn component(workspace: &Workspace, name: &str, package: &str) -> Result<(), Missing> {
    if !has_cargo_command(workspace, name) {
        let _ = process::run(workspace.command("rustup").args(["component", "add", package]));
    }
    match has_cargo_command(workspace, name) {
        true => Ok(()),
        false => Err(Missing::new(package, format!("rustup component add {package}"))),
    }
}

/// Built without optimization: these tools run for a second and would compile for minutes.
fn cargo_tool(workspace: &Workspace, name: &str, package: &str, version: &str) -> Result<(), Missing> {
    if !has_cargo_command(workspace, name) {
        let mut command = workspace.cargo(["install", "--quiet", package, "--version", version, "--root"]);
        command
            .arg(workspace.tools())
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0");
        println!("    {package} is missing; building it takes a minute, once");
        let _ = process::run(&mut command);
    }
    match has_cargo_command(workspace, name) {
        true => Ok(()),
        false => Err(Missing::new(package, format!("cargo install {package}"))),
    }
}

fn cxx_compiler(workspace: &Workspace) -> Result<(), Missing> {
    let found = || {
        ["c++", "g++", "clang++"]
            .iter()
            .any(|name| process::quiet(workspace.command(name).arg("--version")).is_some())
    };
    if !found() {
        apt_install(workspace, &["g++"]);
    }
    match found() {
        true => Ok(()),
        false => Err(Missing::new("a C++ compiler", "install g++ or clang")),
    }
}

/// Where the browser tests look for it.
fn chromium(workspace: &Workspace) -> Result<(), Missing> {
    let found = || {
        let named = std::env::var_os("CHROMIUM").map(std::path::PathBuf::from);
        let usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
        named.into_iter().chain(usual.map(Into::into)).any(|path| path.exists())
    };
    if !found() {
        apt_install(workspace, &["chromium"]);
    }
    match found() {
        true => Ok(()),
        false => Err(Missing::new("Chromium", "install it, or name it in the variable CHROMIUM")),
    }
}

/// Its programs are enough: tests start a server of their own, with files that go with it.
fn postgres(workspace: &Workspace) -> Result<(), Missing> {
    let found = || {
        let in_path = process::quiet(workspace.command("initdb").arg("--version")).is_some();
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        in_path || versions.into_iter().any(|entry| entry.path().join("bin/initdb").exists())
    };
    if !found() {
        apt_install(workspace, &["postgresql"]);
    }
    match found() {
        true => Ok(()),
        false => Err(Missing::new("PostgreSQL", "install the package postgresql (15 or newer)")),
    }
}

fn node(workspace: &Workspace) -> Result<(), Missing> {
    let version = process::quiet(workspace.command("node").arg("--version"));
    let major = version.as_deref().and_then(major);
    match major {
        Some(20..) => Ok(()),
        Some(old) => Err(Missing::new(format!("node 20 or newer (here is {old})"), "https://nodejs.org")),
        None => Err(Missing::new("node 20 or newer", "https://nodejs.org")),
    }
}

/// The 20 of `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8.0"), Some(8));
        assert_eq!(major("nonsense"), None);
    }

    #[test]
    fn what_is_missing_comes_with_its_cure() {
        let missing = Missing::new(Need::Node, "https://nodejs.org");
        assert_eq!(missing.to_string(), "node 20 is missing; cure: https://nodejs.org");
    }
}
