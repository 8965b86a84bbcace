//! Which crate may use which: dependencies point one way.

use std::collections::BTreeSet;

use toml::Table;

use super::{Fault, File};

/// A crate of this workspace (its folder below `crates/`), the ones its code may use, and whether
/// it may use anything from outside the workspace.
struct Layer {
    name: &'static str,
    uses: &'static [&'static str],
    outside: bool,
}

/// Bottom first. A crate that is missing here does not build the confidence that a map gives:
/// adding one means placing it.
const LAYERS: &[Layer] = &[
    Layer { name: "rules", uses: &[], outside: false },
    Layer { name: "testkit", uses: &["rules"], outside: true },
    Layer { name: "engine", uses: &["rules"], outside: true },
    Layer { name: "uhp", uses: &["rules", "engine"], outside: true },
    Layer { name: "arena", uses: &["rules", "engine", "uhp"], outside: true },
    Layer { name: "tuner", uses: &["rules", "engine"], outside: true },
    Layer { name: "tabletop", uses: &["rules"], outside: true },
    Layer { name: "words", uses: &["rules", "tabletop"], outside: true },
    Layer { name: "course", uses: &["rules", "words"], outside: true },
    Layer { name: "wire", uses: &["rules"], outside: true },
    Layer { name: "server", uses: &["rules", "engine", "tabletop", "wire", "words"], outside: true },
    Layer { name: "stress", uses: &["rules", "wire", "server"], outside: true },
    Layer { name: "web", uses: &["rules", "engine", "tabletop", "wire", "words", "course"], outside: true },
    Layer { name: "web-wasm", uses: &["web"], outside: false },
    Layer { name: "web-build", uses: &[], outside: true },
    Layer { name: "tui", uses: &["rules", "engine", "tabletop", "words", "course"], outside: true },
    Layer {
        name: "cli",
        uses: &[
            "rules", "engine", "uhp", "arena", "tabletop", "wire", "server", "tui", "tuner", "words",
            "course",
        ],
        outside: true,
    },
];

/// Where each package from outside is explained.
const TABLE: &str = "docs/dependencies.md";

/// Crates that any other may use in its tests.
const FOR_TESTS: [&str; 2] = ["rules", "testkit"];

/// Crates whose tests ask another one that their code does not need.
const TESTS_ASK: [(&str, &str); 1] = [("course", "engine")];

pub(super) fn check(files: &[File]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in files {
        let folder = file.path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"));
        if let (Some(folder), Some(text)) = (folder, &file.text) {
            faults.extend(check_manifest(&file.path, folder, text));
        }
    }
    faults.extend(check_table(files));
    faults
}

/// Every package from outside is explained in the table of dependencies, and nothing else is.
fn check_table(files: &[File]) -> Vec<Fault> {
    let text = |path: &str| files.iter().find(|file| file.path == path).and_then(|file| file.text.as_deref());
    let Some(table) = text(TABLE) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut used: BTreeSet<String> = BTreeSet::new();
    for file in files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        let manifest = file.text.as_ref().and_then(|text| text.parse::<Table>().ok()).unwrap_or_default();
        for (_, name) in dependencies(&manifest).into_iter().filter(|(_, name)| !name.starts_with("skep-")) {
            if !table.contains(&format!("`{name}`")) {
                let message =
                    format!("{name} is not in {TABLE}: say what it is for and what else was considered");
                faults.push(Fault { path: file.path.clone(), line: 0, rule: "dependency-table", message });
            }
            used.insert(name);
        }
    }
    for (index, line) in table.lines().enumerate().filter(|(_, line)| line.starts_with("| `")) {
        let first_column = line.split('|').nth(1).unwrap_or_default();
        for name in first_column.split('`').skip(1).step_by(2).filter(|name| !used.contains(*name)) {
            let message = format!("no manifest names {name} any more");
            faults.push(Fault { path: TABLE.to_owned(), line: index + 1, rule: "dependency-table", message });
        }
    }
    faults
}

fn check_manifest(path: &str, folder: &str, text: &str) -> Vec<Fault> {
    let fault = |rule, message: String| Fault { path: path.to_owned(), line: 0, rule, message };
    let manifest = match text.parse::<Table>() {
        Ok(manifest) => manifest,
        Err(error) => return vec![fault("manifest", error.message().to_owned())],
    };
    let mut faults = Vec::new();
    let name = manifest.get("package").and_then(|package| package.get("name")).and_then(|name| name.as_str());
    if name != Some(&format!("skep-{folder}")) {
        faults.push(fault("crate-name", format!("the package in crates/{folder} is called skep-{folder}")));
    }
    let lints =
        manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(|value| value.as_bool());
    if lints != Some(true) {
        faults.push(fault("lints", "takes the workspace's lints: `[lints] workspace = true`".into()));
    }
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == folder) else {
        faults.push(fault(
            "layer",
            format!("crates/{folder} has no place in the map in xtask/src/tidy/dependencies.rs"),
        ));
        return faults;
    };
    for (kind, dependency) in dependencies(&manifest) {
        match dependency.strip_prefix("skep-") {
            Some(used) => {
                let in_tests = kind == "dev-dependencies"
                    && (FOR_TESTS.contains(&used) || TESTS_ASK.contains(&(folder, used)));
                if !in_tests && !layer.uses.contains(&used) {
                    let allowed =
                        if layer.uses.is_empty() { "none".to_owned() } else { layer.uses.join(", ") };
                    faults.push(fault(
                        "layer",
                        format!("{folder} may not depend on {used} (it may on: {allowed})"),
                    ));
                }
            }
            None if !layer.outside && kind != "dev-dependencies" => {
                faults.push(fault(
                    "layer",
                    format!("{folder} has no dependencies, so {dependency} is one too many"),
                ));
            }
            None => {}
        }
    }
    faults
}

/// All dependencies, also those for one platform only, with the table they stand in.
fn dependencies(manifest: &Table) -> Vec<(&'static str, String)> {
    const KINDS: [&str; 3] = ["dependencies", "build-dependencies", "dev-dependencies"];
    let platforms = manifest.get("target").and_then(|target| target.as_table());
    let tables = std::iter::once(manifest)
        .chain(platforms.into_iter().flat_map(|table| table.values().filter_map(|value| value.as_table())));
    let mut found = Vec::new();
    for table in tables {
        for kind in KINDS {
            let names = table.get(kind).and_then(|value| value.as_table());
            for (name, value) in names.into_iter().flatten() {
                let renamed = value.get("package").and_then(|package| package.as_str());
                found.push((kind, renamed.unwrap_or(name).to_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(folder: &str, tables: &str) -> Vec<String> {
        let text = format!("[package]\nname = \"skep-{folder}\"\n[lints]\nworkspace = true\n{tables}");
        let path = format!("crates/{folder}/Cargo.toml");
        check(&[super::super::file(&path, &text)]).into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn dependencies_point_one_way() {
        assert_eq!(messages("engine", "[dependencies]\nskep-rules.workspace = true\n"), [""; 0]);
        assert_eq!(
            messages("engine", "[dependencies]\nskep-uhp.workspace = true\n"),
            ["engine may not depend on uhp (it may on: rules)"]
        );
        assert_eq!(messages("web", "[dependencies]\nskep-server.workspace = true\n").len(), 1);
    }

    #[test]
    fn a_rename_or_a_platform_does_not_hide_a_dependency() {
        let renamed = "[dependencies]\nfriend = { package = \"skep-server\", path = \"../server\" }\n";
        assert_eq!(messages("tui", renamed).len(), 1);
        let platform = "[target.'cfg(unix)'.dependencies]\nskep-server.workspace = true\n";
        assert_eq!(messages("tui", platform).len(), 1);
    }

    #[test]
    fn the_rules_depend_on_nothing_but_may_be_tested_with_anything() {
        assert_eq!(messages("rules", "[dependencies]\nserde = \"1\"\n").len(), 1);
        assert_eq!(
            messages("rules", "[dev-dependencies]\nproptest = \"1\"\nskep-testkit.workspace = true\n"),
            [""; 0]
        );
        assert_eq!(messages("rules", "[dev-dependencies]\nskep-engine.workspace = true\n").len(), 1);
    }

    #[test]
    fn an_unknown_crate_must_be_placed_and_a_broken_manifest_is_a_fault() {
        assert!(messages("novelty", "")[0].contains("no place in the map"));
        assert_eq!(messages("rules", "[dependencies\n").len(), 1);
        let bare = check(&[super::super::file("crates/rules/Cargo.toml", "[package]\nname = \"hive\"\n")]);
        assert_eq!(bare.iter().map(|fault| fault.rule).collect::<Vec<_>>(), ["crate-name", "lints"]);
    }

    #[test]
    fn packages_from_outside_are_in_the_table_and_no_others() {
        let manifest =
            super::super::file("fuzz/Cargo.toml", "[dependencies]\nserde = \"1\"\nskep-rules = \"1\"\n");
        let table = |text: &str| super::super::file(TABLE, text);
        let good = [manifest, table("| Crate | For |\n|---|---|\n| `serde` | text |\n")];
        assert_eq!(check(&good), []);
        let [manifest, _] = good;
        let faults = check(&[manifest, table("| `anyhow` | errors |\n")]);
        let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert!(messages[0].starts_with("serde is not in docs/dependencies.md"), "{messages:?}");
        assert_eq!(messages[1..], ["no manifest names anyhow any more"]);
    }

    #[test]
    fn the_map_itself_has_no_cycle() {
        for (index, layer) in LAYERS.iter().enumerate() {
            for used in layer.uses {
                assert!(
                    LAYERS[..index].iter().any(|lower| lower.name == *used),
                    "{} uses {used} above it",
                    layer.name
                );
            }
        }
    }
}
