//! What a part needs from the machine: found, or set up where that is possible, or named with its cure.

use std::fmt;

use crate::process;
use crate::workspace::Workspace;

/// Something that must be on the machine before a part can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// A component of the Rust toolchain that answers `cargo NAME --version`.
    Component { name: &'static str, package: &'static str },
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::Component { package, .. } => f.write_str(package),
        }
    }
}

/// What could not be had, and what to do about it.
#[derive(Debug)]
pub(crate) struct Missing {
    what: String,
    cure: String,
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
        Need::Component { name, package } => {
            let found =
                || process::quiet(workspace.cargo([name, "--version"]).env("RUSTUP_AUTO_INSTALL", "0"));
            if found().is_none() {
                let _ = process::run(workspace.command("rustup").args(["component", "add", package]));
            }
            match found() {
                Some(_) => Ok(()),
                None => {
                    Err(Missing { what: need.to_string(), cure: format!("rustup component add {package}") })
                }
            }
        }
    }
}

/// Whether `cargo NAME` exists on this machine.
pub(crate) fn has_cargo_command(workspace: &Workspace, name: &str) -> bool {
    process::quiet(&mut workspace.cargo([name, "--version"])).is_some()
}
