//! The licenses of everything that is linked into the program, as their authors ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::process;
use crate::workspace::Workspace;

/// Every package that is linked in, with its license and the texts that came with it; equal texts
/// are printed once.
pub(super) fn collect(workspace: &Workspace) -> Result<String> {
    let mut tree =
        workspace.cargo(["tree", "--package", "skep-cli", "--edges", "normal", "--prefix", "none"]);
    let listing = process::quiet(tree.args(["--format", "{p}\t{l}\t{r}"])).context("cargo tree failed")?;
    let registry = registry()?;
    let mut list = String::from("Skep is built from these packages, with thanks to their authors.\n\n");
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    // A package stands in the tree as often as it is used.
    for package in listing.lines().filter_map(Package::parse).collect::<BTreeSet<_>>() {
        list += &format!("{} {}: {} {}\n", package.name, package.version, package.license, package.address);
        let name = format!("{} {}", package.name, package.version);
        for text in license_texts(&registry, &package)? {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    for (text, packages) in texts {
        let packages: Vec<String> = packages.into_iter().collect();
        list += &format!("\n{}\n{}\n\n{}\n", "-".repeat(80), packages.join(", "), text.trim_end());
    }
    Ok(list)
}

/// One line of `cargo tree`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package<'a> {
    name: &'a str,
    version: &'a str,
    license: &'a str,
    address: &'a str,
}

impl Package<'_> {
    /// `None` for our own packages, which are listed with their folder, and for empty lines.
    fn parse(line: &str) -> Option<Package<'_>> {
        let mut fields = line.split('\t');
        let mut words = fields.next()?.split_whitespace();
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        let ours = words.any(|word| word.starts_with("(/"));
        let license = fields.next().unwrap_or_default();
        let address = fields.next().unwrap_or_default().trim_end_matches(" (*)");
        (!ours).then_some(Package { name, version, license, address })
    }
}

/// The folders into which cargo unpacks packages, one for each registry.
fn registry() -> Result<Vec<PathBuf>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home =
        home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).context("cargo has no home")?;
    let folder = home.join("registry/src");
    let mut folders = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        folders.push(entry?.path());
    }
    Ok(folders)
}

fn license_texts(registry: &[PathBuf], package: &Package<'_>) -> Result<Vec<String>> {
    let name = format!("{}-{}", package.name, package.version);
    let mut texts = Vec::new();
    for folder in registry.iter().map(|folder| folder.join(&name)).filter(|folder| folder.is_dir()) {
        let mut paths: Vec<PathBuf> =
            folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.sort();
        for path in paths.iter().filter(|path| path.is_file() && is_license(path)) {
            texts.push(String::from_utf8_lossy(&std::fs::read(path)?).replace("\r\n", "\n"));
        }
    }
    Ok(texts)
}

fn is_license(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_tree_are_read() {
        let line = "clap v4.6.7\tMIT OR Apache-2.0\thttps://github.com/clap-rs/clap (*)";
        let address = "https://github.com/clap-rs/clap";
        let expected = Package { name: "clap", version: "4.6.7", license: "MIT OR Apache-2.0", address };
        assert_eq!(Package::parse(line), Some(expected));
        assert_eq!(Package::parse("skep-cli v0.1.0 (/somewhere/crates/cli)\tMIT\t"), None);
        assert_eq!(Package::parse(""), None);
    }

    #[test]
    fn license_files_are_known_by_name() {
        for name in ["LICENSE", "LICENSE-MIT", "license.txt", "COPYING", "UNLICENSE"] {
            assert!(is_license(Path::new(name)), "{name}");
        }
        assert!(!is_license(Path::new("README.md")));
    }
}
