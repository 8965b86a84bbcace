//! `cargo xtask web`: the browser app as a folder of static files.
//!
//! The work is done by `crates/web-build`, in a process of its own: its dependencies take a minute to compile, and
//! no other command should wait for them.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Builds the app and returns the folder to serve.
pub fn build(release: bool) -> Result<PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "--quiet", "--package", "skep-web-build", "--"]);
    if !release {
        command.arg("--dev");
    }
    let status = command.status().context("cargo did not start")?;
    ensure!(status.success(), "building the browser app failed");
    Ok(root.join("target").join("web-dist"))
}
