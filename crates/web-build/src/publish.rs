//! Puts a finished folder in the place of the last one, unless both hold the same.
//!
//! The server has the app inside and is built again when the folder changes, which takes minutes: nothing is touched
//! without need.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Moves `fresh` to `dist`, or throws it away when all files are there already.
pub(crate) fn replace(fresh: &Path, dist: &Path) -> Result<()> {
    if dist.is_dir() {
        if contents(fresh)? == contents(dist)? {
            return fs::remove_dir_all(fresh).with_context(|| format!("removing {}", fresh.display()));
        }
        fs::remove_dir_all(dist).with_context(|| format!("removing {}", dist.display()))?;
    }
    fs::rename(fresh, dist).with_context(|| format!("moving {} to {}", fresh.display(), dist.display()))
}

/// All files under a folder, by name.
fn contents(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(folder)?.to_path_buf(), fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_change_touches_the_folder() {
        let root = std::env::temp_dir().join(format!("skep-publish-{}", std::process::id()));
        let (fresh, dist) = (root.join("fresh"), root.join("dist"));
        let write = |text: &str| {
            fs::create_dir_all(fresh.join("assets")).unwrap();
            fs::write(fresh.join("assets/page.js"), text).unwrap();
        };
        let page = dist.join("assets/page.js");
        write("one");
        replace(&fresh, &dist).unwrap();
        assert!(!fresh.exists());
        let before = fs::metadata(&page).unwrap().modified().unwrap();

        write("one");
        replace(&fresh, &dist).unwrap();
        assert!(!fresh.exists());
        assert_eq!(fs::metadata(&page).unwrap().modified().unwrap(), before);

        write("two");
        fs::write(fresh.join("more.js"), "more").unwrap();
        replace(&fresh, &dist).unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), "two");
        assert!(dist.join("more.js").exists());
        fs::remove_dir_all(&root).unwrap();
    }
}
