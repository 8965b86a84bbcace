//! From Rust to wasm and its bindings. Finds a compiler that can: the toolchain's own wasm target, `rustup`, or
//! Debian's packages with the standard library built on the spot.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "lld"];

const DEBIAN_COMPILER: &str = "/usr/bin/rustc";

/// Short runs of zeros and copies are written out, up to this many stores: for wasm the compiler would turn all
/// of them into calls of the browser, several for each position that the engine looks at. They took a twentieth
/// of its time.
const WRITTEN_OUT: [&str; 2] = ["llvm-args=-max-store-memset=20", "llvm-args=-max-store-memcpy=12"];

/// Where a wasm standard library comes from.
enum Route {
    /// The toolchain has one.
    Toolchain,
    /// Debian's compiler builds one.
    Debian,
}

/// Compiles the app and returns the folder with `skep.js` and `skep_bg.wasm`.
pub(crate) fn wasm_with_bindings(root: &Path, release: bool) -> Result<PathBuf> {
    let route = find_route()?;
    let profile = if release { "wasm" } else { "wasm-dev" };
    // One folder per compiler: the two would otherwise throw each other's work away.
    let target_dir = root.join("target").join(match route {
        Route::Toolchain => "wasm",
        Route::Debian => "wasm-debian",
    });
    let mut cargo = Command::new("cargo");
    clean_environment(&mut cargo);
    cargo.current_dir(root).arg("build").args(["--package", "skep-web-wasm", "--profile", profile]);
    cargo.args(["--target", TARGET, "--target-dir"]).arg(&target_dir);
    let compiler = match route {
        Route::Toolchain => "rustc",
        Route::Debian => DEBIAN_COMPILER,
    };
    // Views without their types: a fifth less to download, and sooner compiled.
    let mut flags = "-C target-feature=+simd128 --cfg erase_components".to_owned();
    for flag in WRITTEN_OUT.into_iter().filter(|flag| understands(compiler, flag)) {
        flags.push_str(" -C ");
        flags.push_str(flag);
    }
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    if matches!(route, Route::Debian) {
        cargo.arg("-Zbuild-std=std,panic_abort");
        cargo.env("RUSTC", DEBIAN_COMPILER).env("RUSTC_BOOTSTRAP", "1");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    }
    let status = cargo.status().context("cargo did not start")?;
    ensure!(status.success(), "compiling the app to wasm failed");

    let wasm = target_dir.join(TARGET).join(profile).join("skep_web_wasm.wasm");
    let out = target_dir.join("bindings");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&wasm)
        .out_name("skep")
        .typescript(false)
        .keep_debug(!release)
        .remove_name_section(release);
    bindgen.web(true)?.omit_default_module_path(false);
    bindgen.generate(&out).context("writing the JavaScript bindings failed")?;
    Ok(out)
}

/// The outer cargo's choices must not leak into the inner build, which is for another machine.
fn clean_environment(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let leaks = matches!(text, "RUSTC" | "RUSTFLAGS" | "CARGO_ENCODED_RUSTFLAGS" | "CARGO_TARGET_DIR")
            || text.starts_with("CARGO_PKG_")
            || text.starts_with("CARGO_MANIFEST_");
        if leaks {
            command.env_remove(&name);
        }
    }
}

/// Whether a compiler knows an option of its code generator: those differ from version to version.
fn understands(compiler: &str, flag: &str) -> bool {
    let asked =
        Command::new(compiler).args(["--print", "target-cpus", "--target", TARGET, "-C", flag]).output();
    asked.is_ok_and(|output| output.status.success())
}

fn find_route() -> Result<Route> {
    if toolchain_has_target() {
        return Ok(Route::Toolchain);
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    if added.is_ok_and(|status| status.success()) && toolchain_has_target() {
        return Ok(Route::Toolchain);
    }
    if !debian_ready() {
        install_debian_packages()?;
    }
    ensure!(debian_ready(), "no compiler for {TARGET} was found");
    Ok(Route::Debian)
}

fn toolchain_has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| {
        let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && fs::read_dir(path).is_ok_and(|mut files| files.next().is_some())
    })
}

fn debian_ready() -> bool {
    Path::new(DEBIAN_COMPILER).exists() && Command::new("wasm-ld").arg("--version").output().is_ok()
}

fn install_debian_packages() -> Result<()> {
    let packages = DEBIAN_PACKAGES.join(" ");
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !root {
        bail!("no wasm target; run `rustup target add {TARGET}` or `sudo apt-get install {packages}`");
    }
    let status = Command::new("apt-get").args(["install", "-y"]).args(DEBIAN_PACKAGES).status()?;
    ensure!(status.success(), "installing {packages} failed");
    Ok(())
}
