//! What a layer may not name: printing in libraries that are silent, transport in the domain.

use super::Fault;
use super::view::{Source, has_word};

/// In files below `folder` (but not below `except`) none of `words` may stand in code outside tests.
struct Ban {
    folder: &'static str,
    except: &'static str,
    words: &'static [&'static str],
    rule: &'static str,
    why: &'static str,
}

const PRINTING: &[&str] = &["print!", "println!", "eprint!", "eprintln!", "dbg!"];
const CLOCK: &[&str] = &["Instant", "SystemTime", "std::fs", "std::net", "std::env", "std::thread"];

const BANS: &[Ban] = &[
    silent("crates/rules/src/"),
    silent("crates/engine/src/"),
    silent("crates/tabletop/src/"),
    silent("crates/wire/src/"),
    Ban {
        folder: "crates/rules/src/",
        except: "",
        words: CLOCK,
        rule: "pure-rules",
        why: "the rules know no clock, no files, no network, no threads",
    },
    Ban {
        folder: "crates/server/src/domain/",
        except: "",
        words: &["axum", "sqlx", "tokio", "tower", "serde", "Instant", "SystemTime"],
        rule: "pure-domain",
        why: "the rules of the site are plain values and functions; `now` is a parameter",
    },
    Ban {
        folder: "crates/server/src/app/",
        except: "",
        words: &["axum", "sqlx"],
        rule: "app-layer",
        why: "use cases speak to the store and bus traits, never to HTTP or SQL",
    },
    Ban {
        folder: "crates/server/src/",
        except: "crates/server/src/http/preview.rs",
        words: &["skep_tabletop"],
        rule: "server-tabletop",
        why: "the server draws boards for link previews only, in http/preview.rs",
    },
];

const fn silent(folder: &'static str) -> Ban {
    Ban {
        folder,
        except: "",
        words: PRINTING,
        rule: "print",
        why: "this library is silent: return a value, or call the callback that was handed in",
    }
}

pub(super) fn check(source: &Source<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let bans = BANS.iter().filter(|ban| {
        source.path.starts_with(ban.folder) && (ban.except.is_empty() || !source.path.starts_with(ban.except))
    });
    for ban in bans {
        for (number, code) in source.production() {
            for word in ban.words.iter().filter(|word| has_word(code, word)) {
                if !source.waived(ban.rule, number) {
                    faults.push(source.fault(number, ban.rule, format!("`{word}`: {}", ban.why)));
                }
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(path: &str, text: &str) -> Vec<&'static str> {
        check(&Source::new(path, text)).iter().map(|fault| fault.rule).collect()
    }

    #[test]
    fn silent_libraries_do_not_print() {
        let text = "//! x\nfn a() { println!(\"x\") }\n";
        assert_eq!(rules("crates/engine/src/search.rs", text), ["print"]);
        assert_eq!(rules("crates/cli/src/main.rs", text), [""; 0]);
        assert_eq!(rules("crates/engine/tests/search.rs", text), [""; 0]);
        let in_tests = "//! x\n#[cfg(test)]\nmod tests {\n    fn a() { println!(\"x\") }\n}\n";
        assert_eq!(rules("crates/engine/src/search.rs", in_tests), [""; 0]);
        assert_eq!(rules("crates/engine/src/search.rs", "//! x\n/// println!(\"x\")\nfn a() {}\n"), [""; 0]);
    }

    #[test]
    fn the_rules_know_no_clock() {
        assert_eq!(rules("crates/rules/src/perft.rs", "//! x\nuse std::time::Instant;\n"), ["pure-rules"]);
        assert_eq!(rules("crates/rules/benches/perft.rs", "//! x\nuse std::time::Instant;\n"), [""; 0]);
    }

    #[test]
    fn the_domain_knows_no_transport() {
        assert_eq!(rules("crates/server/src/domain/game.rs", "//! x\nuse sqlx::Pool;\n"), ["pure-domain"]);
        assert_eq!(rules("crates/server/src/store/sqlite.rs", "//! x\nuse sqlx::Pool;\n"), [""; 0]);
        assert_eq!(
            rules("crates/server/src/ws/hub.rs", "//! x\nuse skep_tabletop::Scene;\n"),
            ["server-tabletop"]
        );
        assert_eq!(rules("crates/server/src/http/preview.rs", "//! x\nuse skep_tabletop::Scene;\n"), [""; 0]);
    }
}
