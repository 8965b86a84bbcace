//! Reads the locale files and finds what is wrong with them. Pure: the build script and the tests
//! both use it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The languages, in the order of every array of texts.
pub(crate) const LANGUAGES: [&str; 3] = ["en", "fr", "nl"];

/// Words that cannot name a field; the ones that come to mind when writing placeholders.
const KEYWORDS: [&str; 12] =
    ["as", "for", "if", "in", "loop", "match", "move", "ref", "self", "super", "type", "where"];

/// Something wrong in a locale file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// File and line.
    pub(crate) place: String,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// One text in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// File and line, for messages.
    pub(crate) place: String,
    /// The text as it will be shown.
    pub(crate) text: String,
}

/// The texts of one key: one, or two when it depends on a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The dotted key, without `.one` or `.other`.
    pub(crate) key: String,
    /// Whether the texts depend on the number `n`.
    pub(crate) plural: bool,
    /// Names of the placeholders, lower case, sorted; with `n` when plural.
    pub(crate) placeholders: Vec<String>,
    /// For each language the text for "other" and, when plural, the one for "one".
    pub(crate) texts: Vec<(String, Option<String>)>,
}

/// The lines of one language, by dotted key.
pub(crate) type Lines = BTreeMap<String, Text>;

/// Reads one `.ini` file: `[section]`, `key = text`, `# comment`.
pub(crate) fn read_ini(file: &str, content: &str, lines: &mut Lines, problems: &mut Vec<Problem>) {
    let mut section = String::new();
    for (index, line) in content.lines().enumerate() {
        let place = format!("{file}:{}", index + 1);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.trim().to_string();
            if !is_key(&section) {
                problem(problems, &place, format!("`{section}` is not a section name"));
            }
            continue;
        }
        let Some((key, text)) = line.split_once('=') else {
            problem(problems, &place, "expected `key = text`, `[section]` or `# comment`".into());
            continue;
        };
        let key = format!("{section}.{}", key.trim());
        add(lines, problems, key, place, text.trim());
    }
}

/// Reads a table with a header line that names the columns `key`, `en`, `fr` and `nl`; keys get
/// the prefix. Other columns are for the reader.
pub(crate) fn read_table(
    file: &str,
    prefix: &str,
    content: &str,
    languages: &mut [Lines; 3],
    problems: &mut Vec<Problem>,
) {
    let mut rows = content.lines().enumerate();
    let Some((_, header)) = rows.next() else {
        problem(problems, file, "the table is empty".into());
        return;
    };
    let header: Vec<&str> = header.split('\t').collect();
    let column = |name: &str| header.iter().position(|cell| *cell == name);
    let (Some(key_column), Some(columns)) =
        (column("key"), LANGUAGES.iter().map(|name| column(name)).collect::<Option<Vec<_>>>())
    else {
        problem(problems, file, "the first line must name the columns key, en, fr and nl".into());
        return;
    };
    for (index, row) in rows.filter(|(_, row)| !row.trim().is_empty()) {
        let place = format!("{file}:{}", index + 1);
        let cells: Vec<&str> = row.split('\t').collect();
        if cells.len() != header.len() {
            problem(problems, &place, format!("{} columns instead of {}", cells.len(), header.len()));
            continue;
        }
        for (lines, column) in languages.iter_mut().zip(&columns) {
            add(lines, problems, format!("{prefix}{}", cells[key_column]), place.clone(), cells[*column]);
        }
    }
}

fn add(lines: &mut Lines, problems: &mut Vec<Problem>, key: String, place: String, text: &str) {
    if !is_key(&key) {
        problem(problems, &place, format!("`{key}` is not a key: use a-z, 0-9, `_` and `.`"));
    }
    if text.is_empty() {
        problem(problems, &place, format!("`{key}` has no text"));
    }
    if let Some(first) = lines.get(&key) {
        problem(problems, &place, format!("`{key}` stands already at {}", first.place));
    }
    lines.insert(key, Text { place, text: text.to_string() });
}

fn problem(problems: &mut Vec<Problem>, place: &str, message: String) {
    problems.push(Problem { place: place.to_string(), message });
}

fn is_key(key: &str) -> bool {
    !key.is_empty()
        && key.split('.').all(|part| {
            !part.is_empty()
                && !part.starts_with('_')
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        })
}

/// Compares the languages and joins their lines into entries, in the order of the keys.
pub(crate) fn merge(languages: &[Lines; 3], problems: &mut Vec<Problem>) -> Vec<Entry> {
    let keys: BTreeSet<&String> = languages.iter().flat_map(BTreeMap::keys).collect();
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    for key in keys {
        let mut found = Vec::new();
        for (lines, language) in languages.iter().zip(LANGUAGES) {
            match lines.get(key) {
                Some(text) => found.push(text),
                None => {
                    let place = languages.iter().find_map(|lines| lines.get(key));
                    let place = place.map_or(String::new(), |text| text.place.clone());
                    problem(problems, &place, format!("`{key}` is missing in {language}"));
                }
            }
        }
        if found.len() < LANGUAGES.len() {
            continue;
        }
        join(key, &found, &mut entries, problems);
    }
    let mut names = BTreeMap::new();
    for entry in entries.values() {
        if entry.plural && entry.texts.iter().any(|(other, one)| other.is_empty() || one.is_none()) {
            let message = format!("`{0}` needs both `{0}.one` and `{0}.other`", entry.key);
            problem(problems, "locales", message);
        }
        if let Some(first) = names.insert(type_name(&entry.key), entry.key.clone()) {
            problem(problems, "locales", format!("`{first}` and `{}` get the same name in Rust", entry.key));
        }
    }
    entries.into_values().collect()
}

/// Adds the texts of one line, found in all languages, to its entry.
fn join(key: &str, found: &[&Text], entries: &mut BTreeMap<String, Entry>, problems: &mut Vec<Problem>) {
    let (base, form) = match key.rsplit_once('.') {
        // `[number] one` is a word; only a key inside a section has forms.
        Some((base, form @ ("one" | "other"))) if base.contains('.') => (base, Some(form)),
        _ => (key, None),
    };
    let mut sets = Vec::new();
    for text in found {
        match placeholders(&text.text) {
            Ok(mut names) => {
                if form.is_some() {
                    names.insert("n".to_string());
                }
                sets.push(names);
            }
            Err(message) => problem(problems, &text.place, format!("`{key}`: {message}")),
        }
    }
    if let Some(first) = sets.first() {
        for (names, text) in sets.iter().zip(found).skip(1) {
            if names != first {
                let message = format!(
                    "`{key}` has the placeholders {}, but {} has {}",
                    listed(names),
                    LANGUAGES[0],
                    listed(first)
                );
                problem(problems, &text.place, message);
            }
        }
    }
    let names: BTreeSet<String> = sets.into_iter().next().unwrap_or_default();
    let entry = entries.entry(base.to_string()).or_insert_with(|| Entry {
        key: base.to_string(),
        plural: form.is_some(),
        placeholders: names.iter().cloned().collect(),
        texts: vec![(String::new(), None); found.len()],
    });
    if entry.plural != form.is_some() {
        problem(problems, &found[0].place, format!("`{base}` stands both with and without `.one`"));
    }
    // The form for one may leave out what only the other form says, but both take the same values.
    for name in names {
        if !entry.placeholders.contains(&name) {
            entry.placeholders.push(name);
            entry.placeholders.sort();
        }
    }
    for ((slot, text), language) in entry.texts.iter_mut().zip(found).zip(LANGUAGES) {
        let shown = typeset(language, &text.text);
        match form {
            Some("one") => slot.1 = Some(shown),
            _ => slot.0 = shown,
        }
    }
}

fn listed(names: &BTreeSet<String>) -> String {
    if names.is_empty() {
        return "none".to_string();
    }
    names.iter().map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(" ")
}

/// The placeholders of a text, lower case.
pub(crate) fn placeholders(text: &str) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    let mut rest = text;
    while let Some(open) = rest.find(['{', '}']) {
        if rest.as_bytes()[open] == b'}' {
            return Err("a `}` without its `{`".to_string());
        }
        let close = rest[open..].find('}').ok_or("a `{` without its `}`")? + open;
        let name = &rest[open + 1..close];
        if !is_key(&name.to_ascii_lowercase()) || name.contains('.') || name.starts_with(char::is_numeric) {
            return Err(format!("`{{{name}}}` is not a placeholder"));
        }
        if KEYWORDS.contains(&name) {
            return Err(format!("`{{{name}}}` is a word of Rust; take another name"));
        }
        names.insert(name.to_ascii_lowercase());
        rest = &rest[close + 1..];
    }
    Ok(names)
}

/// Puts no-break spaces where French wants them, narrow ones before `; ! ?`, so that nobody has to
/// type or see them.
pub(crate) fn typeset(language: &str, text: &str) -> String {
    if language != "fr" {
        return text.to_string();
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        shown.push(match (letter, letters.peek()) {
            (' ', Some(';' | '!' | '?')) => '\u{202f}',
            (' ', Some(':' | '%' | '»')) => '\u{a0}',
            (' ', _) if shown.ends_with('«') => '\u{a0}',
            _ => letter,
        });
    }
    shown
}

/// The name of a key in Rust: `home.play_level` is `HomePlayLevel`.
pub(crate) fn type_name(key: &str) -> String {
    let mut name = String::new();
    for part in key.split(['.', '_']) {
        let mut letters = part.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}
