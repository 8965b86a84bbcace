//! `skep manual`: man pages and shell completions, for those who make packages.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::ValueEnum as _;
use clap_complete::Shell;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder in which `man` and `completions` are made.
    folder: PathBuf,
}

/// Writes a page for the program and for each sub-command, and completions for each known shell.
pub(crate) fn run(args: &Args, mut program: clap::Command) -> Result<()> {
    let folder = |name: &str| {
        let path = args.folder.join(name);
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display())).map(|()| path)
    };
    let completions = folder("completions")?;
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut program, "skep", &completions)
            .with_context(|| format!("cannot write the completions for {shell}"))?;
    }
    clap_mangen::generate_to(program, folder("man")?).context("cannot write the man pages")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn every_subcommand_has_a_page() {
        let folder = std::env::temp_dir().join(format!("skep-manual-{}", std::process::id()));
        run(&Args { folder: folder.clone() }, crate::Cli::command()).unwrap();
        for subcommand in crate::Cli::command().get_subcommands() {
            assert!(folder.join(format!("man/skep-{}.1", subcommand.get_name())).exists(), "{subcommand}");
        }
        assert!(folder.join("completions/skep.bash").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
