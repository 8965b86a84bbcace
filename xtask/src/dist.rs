//! `cargo xtask dist`: an archive that runs on a machine with nothing installed.
//!
//! The program is linked statically where the target for that can be had. What is in the archive
//! is unpacked again and tried out, without an environment, before anybody downloads it.

mod notices;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::process;
use crate::report::Outcome;
use crate::wasm;
use crate::web;
use crate::workspace::Workspace;

/// The statically linked twin of the machine this runs on, where there is one.
const STATIC: Option<&str> = if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
    Some("x86_64-unknown-linux-musl")
} else if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
    Some("aarch64-unknown-linux-musl")
} else {
    None
};

const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// What else an operator needs, by its place in the repository.
const FOR_OPERATORS: [&str; 2] = ["docs/operate.md", "packaging/skep.service"];

/// # Errors
/// When the build fails, or the program in the archive does not run.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    if let Some(argument) = arguments.first() {
        bail!("dist takes no arguments, not even {argument}");
    }
    let archive = make(workspace)?;
    println!("{}", archive.display());
    Ok(())
}

/// The archive is made and its program runs.
pub(crate) fn part(workspace: &Workspace) -> Result<Outcome> {
    let archive = make(workspace)?;
    let size = fs::metadata(&archive)?.len();
    Ok(Outcome::Passed(format!("{} kB", size / 1000)))
}

fn make(workspace: &Workspace) -> Result<PathBuf> {
    let target = STATIC
        .filter(|_| has_static_compiler(workspace))
        .filter(|target| wasm::has_target(workspace, target) || wasm::add_target(workspace, target));
    if target.is_none() {
        println!("    without musl-gcc and a static target the program needs this system's C library");
    }
    let app = web::build(workspace, true)?;
    let mut build = workspace.cargo(["build", "--release", "--package", "skep-cli", "--bin", "skep"]);
    build.args(target.iter().flat_map(|target| ["--target", target]));
    process::run(build.env("SKEP_WEB_DIST", &app))?;
    let built = workspace.target().join(target.unwrap_or_default()).join("release/skep");

    let version = version(workspace)?;
    let system = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let name = format!("skep-{version}-{system}");
    let dist = workspace.target().join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot clear the folder of an earlier archive")?;
    }
    fs::create_dir_all(&folder).context("cannot make the folder of the archive")?;
    copy(&built, &folder.join("skep"))?;
    for document in DOCUMENTS {
        copy(&workspace.root().join(document), &folder.join(document))?;
    }
    for document in FOR_OPERATORS {
        let name = document.rsplit('/').next().unwrap_or(document);
        copy(&workspace.root().join(document), &folder.join(name))?;
    }
    fs::write(folder.join("THIRD-PARTY.txt"), notices::collect(workspace)?)?;
    process::run(workspace.command(&built).arg("manual").arg(&folder))?;

    let archive = dist.join(format!("{name}.tar.gz"));
    let mut tar = workspace.command("tar");
    // Nobody's name and no order of this file system goes into the archive.
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-czf"]).arg(&archive);
    process::run(tar.arg("-C").arg(&dist).arg(&name))?;
    try_out(workspace, &archive, &name)?;
    Ok(archive)
}

/// The embedded database and the cipher of mails are written in C.
fn has_static_compiler(workspace: &Workspace) -> bool {
    workspace.command("musl-gcc").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Unpacks the archive elsewhere and lets its program count, with no environment at all.
fn try_out(workspace: &Workspace, archive: &Path, name: &str) -> Result<()> {
    let folder = workspace.target().join("dist/trial");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    process::run(workspace.command("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder))?;
    let folder = folder.join(name);
    let mut skep = workspace.command(folder.join("skep"));
    skep.current_dir(&folder).env_clear().args(["perft", "--depth", "3", "Base+MLP"]);
    let output = process::quiet(&mut skep).context("the program in the archive does not run")?;
    ensure!(output.contains("6678"), "the program in the archive counts wrong:\n{output}");
    let mut serve = workspace.command(folder.join("skep"));
    serve.current_dir(&folder).env_clear().args(["serve", "--check"]);
    let output = process::quiet(&mut serve).context("the server in the archive does not start")?;
    ensure!(output.contains("the browser app is inside"), "the archive has no browser app:\n{output}");
    let pages =
        ["man/skep.1", "man/skep-serve.1", "man/skep-play.1", "man/skep-learn.1", "completions/skep.bash"];
    let others = ["operate.md", "skep.service", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt"];
    for page in pages.into_iter().chain(others) {
        ensure!(folder.join(page).exists(), "{page} is missing from the archive");
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// The version of the workspace, which all packages share.
fn version(workspace: &Workspace) -> Result<String> {
    let manifest: toml::Table = fs::read_to_string(workspace.root().join("Cargo.toml"))?.parse()?;
    let package = manifest.get("workspace").and_then(|workspace| workspace.get("package"));
    let version = package.and_then(|package| package.get("version")).and_then(|version| version.as_str());
    Ok(version.context("the workspace has a version")?.to_owned())
}
