//! Whether a command that a document shows can work: program, subcommand, options, packages, paths.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};

use super::shell;
use crate::process;
use crate::workspace::Workspace;

/// Programs that may stand in a document without further knowledge of their arguments.
const OTHER_PROGRAMS: [&str; 18] = [
    "git", "rustup", "apt-get", "sudo", "cat", "cp", "echo", "ls", "curl", "tar", "grep", "head", "tail",
    "diff", "node", "npm", "printf", "test",
];

const CARGO_SUBCOMMANDS: [&str; 12] =
    ["build", "run", "test", "bench", "clippy", "doc", "fmt", "install", "nextest", "add", "fuzz", "deny"];

/// What exists in this repository.
pub(super) struct Known {
    root: PathBuf,
    /// Name and folder of each package.
    packages: BTreeMap<String, PathBuf>,
    /// The built `skep`, if there is such a package.
    skep: Option<PathBuf>,
    /// What `skep SUBCOMMAND --help` printed.
    help: Mutex<BTreeMap<String, Option<String>>>,
}

impl Known {
    pub(super) fn find(workspace: &Workspace) -> Result<Known> {
        let mut packages = BTreeMap::new();
        for path in workspace.files()?.iter().filter(|path| path.ends_with("Cargo.toml")) {
            let text = std::fs::read_to_string(workspace.root().join(path))?;
            let manifest: toml::Table = text.parse().with_context(|| format!("{path} is not a manifest"))?;
            let name = manifest
                .get("package")
                .and_then(|package| package.get("name"))
                .and_then(|name| name.as_str());
            if let (Some(name), Some(folder)) = (name, Path::new(path).parent()) {
                packages.insert(name.to_owned(), folder.to_owned());
            }
        }
        let skep = match packages.contains_key("skep-cli") {
            true => {
                process::run(&mut workspace.cargo(["build", "--package", "skep-cli", "--bin", "skep"]))?;
                Some(workspace.target().join("debug/skep"))
            }
            false => None,
        };
        Ok(Known { root: workspace.root().to_owned(), packages, skep, help: Mutex::default() })
    }

    /// # Errors
    /// What is wrong with the line.
    pub(super) fn check(&self, line: &str) -> Result<(), String> {
        for words in shell::split(line)? {
            let words: Vec<&str> =
                words.iter().map(String::as_str).skip_while(|word| is_assignment(word)).collect();
            let Some((program, arguments)) = words.split_first() else { continue };
            match program.rsplit('/').next().unwrap_or(program) {
                "cargo" => self.check_cargo(arguments)?,
                "skep" => self.check_skep(arguments)?,
                "cd" => self.check_folder(arguments)?,
                _ if program.starts_with(['.', '/']) || program.contains('/') => {
                    self.exists(program)?;
                }
                other if OTHER_PROGRAMS.contains(&other) => {}
                other => return Err(format!("{other} is not a program that the check of documents knows")),
            }
        }
        Ok(())
    }

    fn check_cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let Some((subcommand, rest)) = arguments.split_first() else { return Ok(()) };
        if *subcommand == "xtask" {
            return check_xtask(rest);
        }
        if !CARGO_SUBCOMMANDS.contains(subcommand) {
            return Err(format!("cargo {subcommand} is not a command that the check of documents knows"));
        }
        let end = rest.iter().position(|word| *word == "--").unwrap_or(rest.len());
        let (ours, theirs) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
        let value = |names: &[&str]| {
            ours.windows(2).filter(|pair| names.contains(&pair[0])).map(|pair| pair[1]).collect::<Vec<_>>()
        };
        let packages = value(&["-p", "--package"]);
        if let Some(unknown) = packages.iter().find(|name| !self.packages.contains_key(**name)) {
            return Err(format!("there is no package {unknown}"));
        }
        for path in value(&["--path"]) {
            self.exists(&format!("{path}/Cargo.toml"))?;
        }
        for (option, folder) in [("--bench", "benches"), ("--test", "tests"), ("--example", "examples")] {
            for name in value(&[option]) {
                self.in_some_package(folder, name)?;
            }
        }
        let bins = value(&["--bin"]);
        if *subcommand == "run" && (packages.contains(&"skep-cli") || bins.contains(&"skep")) {
            self.check_skep(theirs)?;
        }
        Ok(())
    }

    fn in_some_package(&self, folder: &str, name: &str) -> Result<(), String> {
        let found = self.packages.values().any(|package| {
            let folder = self.root.join(package).join(folder);
            folder.join(format!("{name}.rs")).exists() || folder.join(name).join("main.rs").exists()
        });
        if found { Ok(()) } else { Err(format!("there is no {folder}/{name}.rs")) }
    }

    /// The subcommand exists and its help speaks of each option.
    fn check_skep(&self, arguments: &[&str]) -> Result<(), String> {
        let subcommand = arguments.first().filter(|word| !word.starts_with('-')).copied().unwrap_or("");
        let Some(help) = self.help(subcommand)? else {
            return Err(format!("skep has no subcommand {subcommand}"));
        };
        let options = arguments.iter().take_while(|word| **word != "--").filter(|word| word.starts_with('-'));
        for option in options.filter(|word| word.len() > 1) {
            let name = option.split('=').next().unwrap_or(option);
            let listed = help
                .split(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '=' | '<' | '`'))
                .any(|word| word == name);
            if !listed {
                return Err(format!("skep {subcommand} has no option {name}"));
            }
        }
        Ok(())
    }

    fn help(&self, subcommand: &str) -> Result<Option<String>, String> {
        let skep = self.skep.as_ref().ok_or("there is no package that makes skep")?;
        let mut known = self.help.lock().map_err(|_| "an earlier check panicked")?;
        let text = known.entry(subcommand.to_owned()).or_insert_with(|| {
            let mut command = std::process::Command::new(skep);
            if !subcommand.is_empty() {
                command.arg(subcommand);
            }
            process::quiet(command.arg("--help"))
        });
        Ok(text.clone())
    }

    fn check_folder(&self, arguments: &[&str]) -> Result<(), String> {
        match arguments {
            // The folder that `git clone` has just made.
            ["skep"] => Ok(()),
            [folder] => self.exists(folder),
            _ => Err("cd takes one folder".into()),
        }
    }

    /// What a build makes is not there before the build.
    fn exists(&self, path: &str) -> Result<(), String> {
        let made = path.trim_start_matches("./").starts_with("target/");
        match made || self.root.join(path).exists() {
            true => Ok(()),
            false => Err(format!("there is no {path}")),
        }
    }
}

fn check_xtask(arguments: &[&str]) -> Result<(), String> {
    let Some((name, rest)) = arguments.split_first() else { return Ok(()) };
    if matches!(*name, "help" | "--help") {
        return Ok(());
    }
    let Some(command) = crate::COMMANDS.iter().find(|command| command.name == *name) else {
        return Err(format!("xtask has no command {name}"));
    };
    let known = |option: &str| {
        command.usage.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == option)
    };
    if let Some(unknown) = rest.iter().find(|word| word.starts_with('-') && !known(word)) {
        return Err(format!("xtask {name} has no option {unknown}"));
    }
    if *name == "test" {
        let words: Vec<String> = rest.iter().map(|word| (*word).to_owned()).collect();
        crate::test::parse(&words).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// `NAME=value` in front of a command.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
        let packages = [("skep-rules".to_owned(), PathBuf::from("crates/rules"))].into();
        let help = "Usage: skep perft [OPTIONS]\n  -d, --depth <N>  how deep\n      --threads <N>\n";
        let help = [("perft".to_owned(), Some(help.to_owned())), ("fly".to_owned(), None)].into();
        Known { root, packages, skep: Some("unused".into()), help: Mutex::new(help) }
    }

    #[test]
    fn good_commands_pass() {
        for line in [
            "cargo xtask test",
            "cargo xtask test unit tidy --strict",
            "RUST_BACKTRACE=1 cargo test -p skep-rules",
            "git clone https://github.com/skep-hive/skep && cd skep",
            "cargo install --path crates/rules",
            "skep perft --depth 4 -d=3 Base+MLP",
            "./target/release/skep perft --threads 2 'Base;NotStarted;White[1]'",
            ".ci/run",
        ] {
            assert_eq!(known().check(line), Ok(()), "{line}");
        }
    }

    #[test]
    fn commands_that_cannot_work_are_found() {
        for (line, message) in [
            ("cargo xtask tset", "xtask has no command tset"),
            ("cargo xtask test --fast", "xtask test has no option --fast"),
            ("cargo test -p skep-rulez", "there is no package skep-rulez"),
            ("cargo bench -p skep-rules --bench nothing", "there is no benches/nothing.rs"),
            ("cargo install --path crates/nowhere", "there is no crates/nowhere/Cargo.toml"),
            ("skep perft --deep 4", "skep perft has no option --deep"),
            ("skep fly", "skep has no subcommand fly"),
            ("frobnicate", "frobnicate is not a program that the check of documents knows"),
            ("cd nowhere", "there is no nowhere"),
            ("scripts/build.sh", "there is no scripts/build.sh"),
        ] {
            assert_eq!(known().check(line), Err(message.to_owned()), "{line}");
        }
        assert!(known().check("cargo xtask test units").unwrap_err().starts_with("no part `units`"));
    }
}
