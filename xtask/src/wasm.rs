//! WebAssembly: getting a compiler that can make it, and running tests in it.
//!
//! There are two routes to `wasm32-unknown-unknown`. The usual one is the target that rustup
//! installs. Where rustup may not download, Debian's `rustc-web` builds the standard library from
//! its sources. Both make the same app.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::parts::counts::Counts;
use crate::process;
use crate::report::Outcome;
use crate::tools::{self, Missing};
use crate::workspace::Workspace;

/// The target of the browser.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";
/// The target of tests: the same instructions, with a standard output and files.
const TESTS: &str = "wasm32-wasip1";

const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "lld"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_LINKER: &str = "/usr/bin/wasm-ld";

/// The crates that run in the browser without knowing of it, in the order of their dependencies.
const PORTABLE: [&str; 2] = ["rules", "engine"];

/// How this machine makes wasm for the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    /// The compiler at hand has the target.
    Installed,
    /// Debian's compiler, which builds the standard library too.
    Debian,
}

/// Finds a route, after setting one up where none is ready.
///
/// # Errors
/// When there is none, with the cure.
pub(crate) fn route(workspace: &Workspace) -> Result<Route, Missing> {
    if has_target(workspace, BROWSER) || add_target(workspace, BROWSER) {
        return Ok(Route::Installed);
    }
    if !has_debian() {
        tools::apt_install(workspace, &DEBIAN_PACKAGES);
    }
    if has_debian() {
        return Ok(Route::Debian);
    }
    let cure = format!(
        "`rustup target add {BROWSER}`, or on Debian `apt-get install {}`",
        DEBIAN_PACKAGES.join(" ")
    );
    Err(Missing::new(BROWSER, cure))
}

impl Route {
    /// A cargo command that builds for the browser. The caller adds what to build and its flags;
    /// compiler flags go into `CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS`.
    pub(crate) fn cargo(self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut command = workspace.cargo([subcommand, "--target", BROWSER]);
        // Flags meant for the native compiler would replace those of the wasm target.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTC");
        if self == Route::Debian {
            command
                .env("RUSTC", DEBIAN_RUSTC)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
                .env("CARGO_TARGET_DIR", workspace.target().join("debian-wasm"))
                .arg("-Zbuild-std=std,panic_abort");
        }
        command
    }
}

/// The target whose test binaries node can run; rustup is the only source.
pub(crate) fn provide_tests(workspace: &Workspace) -> Result<(), Missing> {
    if has_target(workspace, TESTS) || add_target(workspace, TESTS) {
        return Ok(());
    }
    Err(Missing::new(TESTS, format!("rustup target add {TESTS}")))
}

/// The portable crates compile for the browser, and the app without warnings.
pub(crate) fn build_part(workspace: &Workspace) -> Result<Outcome> {
    let route = route(workspace).map_err(|missing| anyhow::anyhow!("{missing}"))?;
    let mut command = route.cargo(workspace, "build");
    process::run(command.args(packages(workspace)))?;
    if route == Route::Debian {
        return Ok(Outcome::Passed("with Debian's rustc-web, which has no clippy for the app".into()));
    }
    // The app's code exists in wasm only, so the lints of the workspace have not seen it.
    process::run(route.cargo(workspace, "clippy").args(["-p", "skep-web", "--", "-D", "warnings"]))?;
    Ok(Outcome::passed())
}

/// The tests of the portable crates pass inside a wasm machine, with its vector instructions.
pub(crate) fn test_part(workspace: &Workspace) -> Result<Outcome> {
    let runner = workspace.root().join("xtask/wasi-runner.mjs");
    let runner = runner.to_str().context("the path of the checkout is UTF-8")?;
    let mut command = workspace.cargo(["test", "--target", TESTS, "--lib", "--tests"]);
    command
        .args(packages(workspace))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", "-C target-feature=+simd128")
        .env("CARGO_TARGET_WASM32_WASIP1_RUNNER", format!("node --no-warnings {runner}"));
    let (succeeded, output) = process::run_and_read(&mut command)?;
    let counts = Counts::read(&output);
    anyhow::ensure!(
        succeeded,
        "it does not compile, or a test failed; one that fails in wasm aborts and is the last named above"
    );
    anyhow::ensure!(counts.passed > 0, "no test ran in wasm");
    Ok(Outcome::Passed(format!("{} tests in node", counts.passed)))
}

/// `-p` arguments for the portable crates that exist.
fn packages(workspace: &Workspace) -> Vec<String> {
    PORTABLE
        .iter()
        .filter(|name| workspace.root().join("crates").join(name).join("Cargo.toml").exists())
        .flat_map(|name| ["-p".to_owned(), format!("skep-{name}")])
        .collect()
}

/// Whether the compiler at hand has a standard library for the target.
pub(crate) fn has_target(workspace: &Workspace, target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    process::quiet(workspace.command(rustc).args(["--print", "target-libdir", "--target", target]))
        .is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

pub(crate) fn add_target(workspace: &Workspace, target: &str) -> bool {
    process::run(workspace.command("rustup").args(["target", "add", target])).is_ok()
        && has_target(workspace, target)
}

fn has_debian() -> bool {
    Path::new(DEBIAN_RUSTC).exists() && Path::new(DEBIAN_LINKER).exists()
}
