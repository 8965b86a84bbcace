//! What may not be in the repository at all: big files, other people's data, traces of one machine.

use super::{Fault, File};

const LARGEST: u64 = 1024 * 1024;

/// Files that are read for tests and tuning where they lie but are not ours to give away.
const NOT_OURS: [&str; 5] =
    ["human-games.txt", "legal-moves.tsv", "perft-positions.tsv", "forced-wins.tsv", "openings.tsv"];

/// Where a lock file may say that a package comes from.
const SOURCES: [&str; 2] =
    ["registry+https://github.com/rust-lang/crates.io-index", "https://registry.npmjs.org/"];

pub(super) fn check(files: &[File]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in files {
        let mut fault = |line, rule, message: String| {
            faults.push(Fault { path: file.path.clone(), line, rule, message });
        };
        if file.size > LARGEST {
            fault(0, "big-file", format!("{} bytes, over {LARGEST}: every clone pays for it", file.size));
        }
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        if NOT_OURS.contains(&name) || file.path.starts_with("shared/") {
            fault(0, "foreign-data", "this data may be tested with but not be given away".into());
        }
        for (index, line) in file.text.iter().flat_map(|text| text.lines()).enumerate() {
            if let Some(found) = machine_path(line) {
                fault(index + 1, "machine-path", format!("`{found}` exists on one machine only"));
            }
            if let Some(found) = private_host(line) {
                fault(index + 1, "private-host", format!("`{found}` can be reached from one network only"));
            }
            if let Some(found) = foreign_source(name, line) {
                fault(index + 1, "package-source", format!("`{found}` is not the public registry"));
            }
        }
    }
    faults
}

/// A path into somebody's home or working folder.
fn machine_path(line: &str) -> Option<&str> {
    // Spelled in halves so that this file does not find itself.
    const STARTS: [&str; 5] = [
        concat!("/ro", "ot/"),
        concat!("/wo", "rk/"),
        concat!("/ho", "me/"),
        concat!("/Us", "ers/"),
        concat!("C:\\Us", "ers\\"),
    ];
    STARTS.iter().find_map(|start| {
        line.match_indices(start).find_map(|(at, _)| {
            // `https://example.org/work/` and `src/work/` are not absolute paths.
            let before = line[..at].chars().next_back();
            let absolute = before
                .is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '}' | '*')));
            absolute
                .then(|| {
                    line[at..]
                        .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ')'))
                        .next()
                })
                .flatten()
        })
    })
}

/// A host name or address of a private network in a URL.
fn private_host(line: &str) -> Option<&str> {
    line.match_indices("://").find_map(|(at, _)| {
        let host =
            line[at + 3..].split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))).next()?;
        let private = host.starts_with("10.")
            || host.starts_with("192.168.")
            || (16..32).any(|second| host.starts_with(&format!("172.{second}.")))
            || [".internal", ".lan", ".corp"].iter().any(|ending| host.ends_with(ending));
        private.then_some(host)
    })
}

/// The source of a package in a lock file, when it is not the public one.
fn foreign_source<'a>(name: &str, line: &'a str) -> Option<&'a str> {
    let key = match name {
        "Cargo.lock" => "source = \"",
        "package-lock.json" => "\"resolved\": \"",
        _ => return None,
    };
    let source = line.trim_start().strip_prefix(key)?.split('"').next()?;
    (!SOURCES.iter().any(|allowed| source.starts_with(allowed))).then_some(source)
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    fn rules(path: &str, text: &str) -> Vec<&'static str> {
        check(&[file(path, text)]).iter().map(|fault| fault.rule).collect()
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        for path in [concat!("/wo", "rk/main"), concat!("/ro", "ot/.cargo"), concat!("/ho", "me/ann/skep")] {
            assert_eq!(rules("a.md", &format!("see `{path}`\n")), ["machine-path"], "{path}");
            assert_eq!(rules("a.md", &format!("{path}\n")), ["machine-path"], "{path}");
            assert_eq!(rules("a.md", &format!("https://example.org{path}\n")), [""; 0], "{path}");
        }
        assert_eq!(rules("a.md", "target/work/x and ~/work/ and ./root/\n"), [""; 0]);
    }

    #[test]
    fn hosts_of_one_network_are_found() {
        let host = concat!("10.", "0.0.7");
        assert_eq!(rules("a.toml", &format!("index = \"http://{host}:8080/\"\n")), ["private-host"]);
        assert_eq!(
            rules("a.toml", concat!("x = \"https://mirror.", "internal/simple\"\n")),
            ["private-host"]
        );
        assert_eq!(rules("a.md", "http://127.0.0.1:8000 https://docs.rs http://localhost:3000\n"), [""; 0]);
    }

    #[test]
    fn packages_come_from_the_public_registry() {
        let good = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert_eq!(rules("Cargo.lock", good), [""; 0]);
        assert_eq!(
            rules("Cargo.lock", "source = \"registry+https://mirror.example.org/index\"\n"),
            ["package-source"]
        );
        assert_eq!(
            rules("web/package-lock.json", "  \"resolved\": \"https://npm.example.org/axe-core\",\n"),
            ["package-source"]
        );
    }

    #[test]
    fn foreign_data_and_big_files_stay_out() {
        assert_eq!(rules("data/human-games.txt", "x\n"), ["foreign-data"]);
        assert_eq!(rules("shared/notes.md", "x\n"), ["foreign-data"]);
        let big = File { path: "data/net.bin".into(), size: LARGEST + 1, text: None };
        assert_eq!(check(&[big]).len(), 1);
    }
}
