//! Nothing at all works; everything wrong is said at once; later sources win.

use super::*;

fn load(file: &str, environment: &[(&str, &str)], flags: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    Config::load(Sources {
        file: (!file.is_empty()).then(|| (PathBuf::from("skep.toml"), file.to_owned())),
        environment: owned(environment),
        flags: owned(flags),
    })
}

#[test]
fn no_configuration_at_all_works() {
    let config = load("", &[("PATH", "/bin")], &[]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.db.url.expose(), "sqlite://data/skep.db");
    assert_eq!(config.public_url.origin, "http://localhost:8080");
    assert!(!config.public_url.secure && config.is_sqlite());
    assert_eq!(config.metrics.listen.unwrap().to_string(), "127.0.0.1:9090");
}

#[test]
fn later_sources_win() {
    let file = "listen = \"127.0.0.1:1\"\n[limits]\nburst = 7\n[db]\npool = 3\n";
    let config =
        load(file, &[("SKEP_DB__POOL", "4"), ("SKEP_LISTEN", "127.0.0.1:2")], &[("listen", "127.0.0.1:3")]);
    let config = config.unwrap();
    assert_eq!((config.listen.port(), config.db.pool, config.limits.burst), (3, 4, 7));
}

#[test]
fn all_faults_are_told_at_once_with_their_places() {
    let file = "listen = \"nowhere\"\npublic_url = \"ftp://x\"\ntrusted_proxies = [\"127.0.0.1\", \"x\"]\n\
                [db]\nsync = \"maybe\"\npol = 3\n[mail]\nsmtp_url = \"smtp://user:pass@host\"\n";
    let error = load(file, &[("SKEP_LIMITS__BURST", "-1")], &[("log.format", "xml")]).unwrap_err();
    let text = error.to_string();
    for expected in [
        "skep.toml: listen: `nowhere`",
        "skep.toml: public_url: must begin with",
        "skep.toml: trusted_proxies: `x`: must be",
        "skep.toml: db.sync: `maybe` is none of full, normal",
        "skep.toml: db.pol: there is no key db.pol (is db.pool meant?)",
        "mail.from: is needed when",
        "SKEP_LIMITS__BURST: `-1` is no whole number from 1 to 10000",
        "the flag for log.format: `xml` is none of text, json",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert_eq!(error.faults.len(), 8, "{text}");
    assert!(!text.contains("user:pass"));
}

#[test]
fn a_file_that_is_no_toml_is_one_fault() {
    assert_eq!(load("listen = \n", &[], &[]).unwrap_err().faults.len(), 1);
}

#[test]
fn secrets_do_not_show_themselves() {
    let config = load("", &[("SKEP_DB__URL", "postgres://skep:hunter2@db/skep")], &[]).unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    assert!(!config.is_sqlite());
}

#[test]
fn the_data_folder_moves_the_database() {
    let config = load("", &[], &[("data", "elsewhere")]).unwrap();
    assert_eq!(config.db.url.expose(), "sqlite://elsewhere/skep.db");
}

#[test]
fn public_urls_are_origins() {
    let parse = |text: &str| PublicUrl::parse(text).map(|url| (url.origin, url.host, url.secure));
    let good = |origin: &str, host: &str, secure| Ok((origin.to_owned(), host.to_owned(), secure));
    assert_eq!(parse("https://Hive.example:443/"), good("https://hive.example", "hive.example", true));
    assert_eq!(parse("http://localhost:8080"), good("http://localhost:8080", "localhost:8080", false));
    for bad in ["hive.example", "https://", "https://a/b", "https://a b", "https://u@h"] {
        assert!(parse(bad).is_err(), "{bad}");
    }
}
