//! Where the repository lies, which files belong to it, and how a child process is started inside it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// Variables that the outer `cargo run` sets for this program. Handed on to an inner cargo they
/// would make build scripts believe that something had changed, and rebuild half the tree.
const OUTER_CARGO: [&str; 5] =
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"];

/// The checkout that this program was built from.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The folder above this package, as the running cargo sees it.
    pub(crate) fn find() -> Result<Workspace> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package.parent().context("xtask lies inside the repository")?;
        Ok(Workspace { root: root.to_path_buf() })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where cargo builds.
    pub(crate) fn target(&self) -> PathBuf {
        let folder =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
        self.root.join(folder)
    }

    /// Where tools that were missing on this machine are installed, so that they survive with the
    /// build cache and touch nothing outside the checkout.
    pub(crate) fn tools(&self) -> PathBuf {
        self.target().join("tools")
    }

    /// A child process that starts in the root of the repository.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).stdin(std::process::Stdio::null());
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if OUTER_CARGO.iter().any(|prefix| text.starts_with(prefix)) {
                command.env_remove(&name);
            }
        }
        let mut path = vec![self.tools().join("bin")];
        path.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
        if let Ok(path) = std::env::join_paths(path) {
            command.env("PATH", path);
        }
        command
    }

    /// The cargo that runs us, with these arguments.
    pub(crate) fn cargo<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = self.command(program);
        command.args(arguments);
        command
    }

    /// This very program, as a child process, so that a panic in one part does not end the others.
    pub(crate) fn xtask<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Result<Command> {
        let mut program = std::env::current_exe().context("cannot find the running program")?;
        if !program.exists() {
            // A build of the workspace has put a new one in its place; the system still has the one that runs.
            program = "/proc/self/exe".into();
        }
        let mut command = self.command(program);
        command.env("CARGO_MANIFEST_DIR", self.root.join("xtask")).args(arguments);
        Ok(command)
    }

    /// All files that are tracked, or would be by the next `git add`, relative to the root with
    /// forward slashes, sorted. Without git (an unpacked archive) every file outside `target`.
    pub(crate) fn files(&self) -> Result<Vec<String>> {
        let listed = self
            .command("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()
            .ok()
            .filter(|output| output.status.success());
        let mut files: Vec<String> = match listed {
            Some(output) => String::from_utf8(output.stdout)
                .context("git lists a file name that is not UTF-8")?
                .split_terminator('\0')
                .filter(|name| self.root.join(name).symlink_metadata().is_ok_and(|data| !data.is_dir()))
                .map(str::to_owned)
                .collect(),
            None => {
                let mut found = Vec::new();
                walk(&self.root, "", &mut found)?;
                found
            }
        };
        files.sort();
        files.dedup();
        Ok(files)
    }
}

fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == ".git" || name.starts_with("target") {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
