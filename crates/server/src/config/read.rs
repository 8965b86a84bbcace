//! Keys from all sources in one map, taken out one by one; what is left over was misspelled.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

/// Where values come from, the weakest first.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file, and its text.
    pub file: Option<(PathBuf, String)>,
    /// Variables; those that do not begin with `SKEP_` are passed over.
    pub environment: Vec<(String, String)>,
    /// Keys and values from the command line.
    pub flags: Vec<(String, String)>,
}

/// One thing that is wrong, and where it was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub place: String,
    pub message: String,
}

/// Everything that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    pub faults: Vec<Fault>,
}

impl std::error::Error for ConfigError {}

impl Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration has {} fault(s):", self.faults.len())?;
        for fault in &self.faults {
            write!(f, "\n  {}: {}", fault.place, fault.message)?;
        }
        Ok(())
    }
}

/// Variables with our prefix that are no settings.
const NOT_SETTINGS: [&str; 6] =
    ["SKEP_DATA", "SKEP_SKIP_LOG", "SKEP_WEB_DIST", "SKEP_CONFIG", "SKEP_POSTGRES", "SKEP_BLESS"];

struct Given {
    place: String,
    text: String,
}

/// Hands out checked values and remembers what was wrong.
pub(super) struct Reader {
    given: BTreeMap<String, Given>,
    known: Vec<String>,
    faults: Vec<Fault>,
}

impl Reader {
    pub(super) fn new(sources: Sources) -> Reader {
        let mut reader = Reader { given: BTreeMap::new(), known: Vec::new(), faults: Vec::new() };
        if let Some((path, text)) = sources.file {
            let place = path.display().to_string();
            match text.parse::<toml::Table>() {
                Ok(table) => reader.add_table(&place, "", &table),
                Err(error) => reader.faults.push(Fault { place, message: error.to_string() }),
            }
        }
        for (name, text) in sources.environment {
            let Some(rest) = name.strip_prefix("SKEP_") else { continue };
            if NOT_SETTINGS.contains(&name.as_str()) {
                continue;
            }
            let key = rest.to_ascii_lowercase().replace("__", ".");
            reader.add(key, Given { place: name, text });
        }
        for (key, text) in sources.flags {
            reader.add(key.clone(), Given { place: format!("the flag for {key}"), text });
        }
        reader
    }

    fn add_table(&mut self, place: &str, prefix: &str, table: &toml::Table) {
        for (name, value) in table {
            let key = format!("{prefix}{name}");
            let text = match value {
                toml::Value::Table(inner) => {
                    self.add_table(place, &format!("{key}."), inner);
                    continue;
                }
                toml::Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
                other => plain(other),
            };
            self.add(key.clone(), Given { place: format!("{place}: {key}"), text });
        }
    }

    fn add(&mut self, key: String, given: Given) {
        // `db.url_file` names a file that holds `db.url`: the way of systemd and containers to hand over secrets.
        let Some(plain) = key.strip_suffix("_file") else {
            self.given.insert(key, given);
            return;
        };
        match std::fs::read_to_string(&given.text) {
            Ok(text) => {
                self.given.insert(plain.to_owned(), Given { text: text.trim_end().to_owned(), ..given });
            }
            Err(error) => self
                .faults
                .push(Fault { place: given.place, message: format!("cannot read {}: {error}", given.text) }),
        }
    }

    pub(super) fn fault(&mut self, key: &str, message: &str) {
        self.faults.push(Fault { place: key.to_owned(), message: message.to_owned() });
    }

    /// Whether a value was given; for keys whose default is a guess.
    pub(super) fn has(&self, key: &str) -> bool {
        self.given.contains_key(key)
    }

    fn take(&mut self, key: &str) -> Option<Given> {
        self.known.push(key.to_owned());
        self.given.remove(key)
    }

    /// The value if one was given, checked.
    pub(super) fn optional<T>(&mut self, key: &str, check: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let given = self.take(key)?;
        match check(&given.text) {
            Ok(value) => Some(value),
            Err(message) => {
                self.faults.push(Fault { place: given.place, message });
                None
            }
        }
    }

    /// The value, or the default, which must be good.
    pub(super) fn with<T>(
        &mut self,
        key: &str,
        default: &str,
        check: impl Fn(&str) -> Result<T, String>,
    ) -> T {
        self.optional(key, &check).unwrap_or_else(|| {
            check(default).unwrap_or_else(|why| panic!("the default of {key} is not valid: {why}"))
        })
    }

    pub(super) fn parse<T: FromStr>(&mut self, key: &str, default: &str) -> T
    where
        T::Err: Display,
    {
        self.with(key, default, |text| text.parse().map_err(|error: T::Err| format!("`{text}`: {error}")))
    }

    pub(super) fn within<T>(&mut self, key: &str, default: T, range: RangeInclusive<T>) -> T
    where
        T: FromStr + PartialOrd + Display,
    {
        let check = |text: &str| {
            let number = text.parse::<T>().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                format!("`{text}` is no whole number from {} to {}", range.start(), range.end())
            })
        };
        self.optional(key, check).unwrap_or(default)
    }

    /// One of a few words; the first is the default.
    pub(super) fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> T {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        self.with(key, words[0], |text| {
            let found = choices.iter().find(|(word, _)| *word == text);
            found.map(|(_, value)| *value).ok_or_else(|| format!("`{text}` is none of {}", words.join(", ")))
        })
    }

    /// Values with commas between them.
    pub(super) fn list<T: FromStr>(&mut self, key: &str) -> Vec<T>
    where
        T::Err: Display,
    {
        let check = |text: &str| {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            parts.map(|part| part.parse().map_err(|error: T::Err| format!("`{part}`: {error}"))).collect()
        };
        self.optional(key, check).unwrap_or_default()
    }

    pub(super) fn finish(mut self) -> Result<(), ConfigError> {
        for (key, given) in std::mem::take(&mut self.given) {
            let near = self.known.iter().min_by_key(|known| distance(known, &key));
            let hint = near.filter(|known| distance(known, &key) <= 3);
            let hint = hint.map_or_else(String::new, |known| format!(" (is {known} meant?)"));
            self.faults.push(Fault { place: given.place, message: format!("there is no key {key}{hint}") });
        }
        if self.faults.is_empty() { Ok(()) } else { Err(ConfigError { faults: self.faults }) }
    }
}

/// A value as it would be written in the environment.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(flag) => flag.to_string(),
        toml::Value::Datetime(time) => time.to_string(),
        toml::Value::Array(_) | toml::Value::Table(_) => "a list or table".to_owned(),
    }
}

/// How many letters differ, for hints.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in other.iter().enumerate() {
            let next = (diagonal + usize::from(a != b)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[other.len()]
}
