//! Builds the browser app: compiles `skep-web` to wasm, writes its bindings, and lays page, scripts, styles and icons
//! out under `target/web-dist` with hashed names, a service worker and compressed copies.
//!
//! Prints a table of sizes, and as its last line the folder.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to the terminal")]

mod bundle;
mod compile;
mod compress;
mod publish;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};

/// What page plus engine may weigh on the wire, whichever way they are packed: the server sends brotli to every browser
/// of today, a plain file host often has gzip only.
const FIRST_LOAD_LIMIT: u64 = 1 << 20;

fn main() -> ExitCode {
    let release = !std::env::args().any(|argument| argument == "--dev");
    match build(release) {
        Ok(dist) => {
            println!("{}", dist.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn build(release: bool) -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .context("the workspace is two folders up")?
        .to_path_buf();
    let dist = root.join("target").join("web-dist");
    let bindings = compile::wasm_with_bindings(&root, release)?;
    let fresh = dist.with_file_name("web-dist-fresh");
    bundle::lay_out(&root.join("crates/web/assets"), &bindings, &fresh)?;
    let sizes = compress::all(&fresh, release)?;
    publish::replace(&fresh, &dist)?;
    compress::report(&sizes);
    let first_load = sizes.iter().filter(|size| size.first_load);
    let gzip: u64 = first_load.clone().map(|size| size.gzip).sum();
    let brotli: u64 = first_load.map(|size| size.brotli).sum();
    println!("first load: {brotli} bytes with brotli, {gzip} with gzip");
    anyhow::ensure!(
        !release || gzip.max(brotli) <= FIRST_LOAD_LIMIT,
        "the first load is over {FIRST_LOAD_LIMIT} bytes"
    );
    Ok(dist)
}
