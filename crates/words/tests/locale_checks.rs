//! The build must refuse broken locale files, each with a message that says where and what.

#[path = "../build/locale.rs"]
mod locale;

use locale::{Lines, Problem, merge, read_ini, read_table, type_name, typeset};

/// What the checks say about three small files.
fn problems(texts: [&str; 3]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut languages = <[Lines; 3]>::default();
    for ((lines, text), file) in languages.iter_mut().zip(texts).zip(["en.ini", "fr.ini", "nl.ini"]) {
        read_ini(file, text, lines, &mut problems);
    }
    merge(&languages, &mut problems);
    problems.iter().map(Problem::to_string).collect()
}

fn refused(texts: [&str; 3], message: &str) {
    let problems = problems(texts);
    assert!(problems.iter().any(|problem| problem == message), "expected {message:?}, got {problems:?}");
}

#[test]
fn equal_keys_pass() {
    let text = "# a comment\n[a]\nb = Text with {x}\nc.one = one\nc.other = {n}\n\n[number]\none = one";
    assert_eq!(problems([text, text, text]), Vec::<String>::new());
}

#[test]
fn a_missing_key_is_refused() {
    let full = "[a]\nb = Text\nc = More";
    refused([full, full, "[a]\nb = Text"], "en.ini:3: `a.c` is missing in nl");
    refused(["[a]\nb = Text", full, full], "fr.ini:3: `a.c` is missing in en");
}

#[test]
fn differing_placeholders_are_refused() {
    refused(
        ["[a]\nb = {x} and {y}", "[a]\nb = {y} et {x}", "[a]\nb = {x} en {z}"],
        "nl.ini:2: `a.b` has the placeholders {x} {z}, but en has {x} {y}",
    );
    refused(
        ["[a]\nb = {x}", "[a]\nb = rien", "[a]\nb = {x}"],
        "fr.ini:2: `a.b` has the placeholders none, but en has {x}",
    );
}

#[test]
fn broken_placeholders_are_refused() {
    for (text, message) in [
        ("[a]\nb = {x", "a `{` without its `}`"),
        ("[a]\nb = x}", "a `}` without its `{`"),
        ("[a]\nb = {a b}", "`{a b}` is not a placeholder"),
        ("[a]\nb = {}", "`{}` is not a placeholder"),
        ("[a]\nb = {move}", "`{move}` is a word of Rust; take another name"),
    ] {
        refused([text, text, text], &format!("en.ini:2: `a.b`: {message}"));
    }
}

#[test]
fn plural_forms_come_in_pairs() {
    let text = "[a]\nb.one = one";
    refused([text, text, text], "locales: `a.b` needs both `a.b.one` and `a.b.other`");
    let text = "[a]\nb.other = many";
    refused([text, text, text], "locales: `a.b` needs both `a.b.one` and `a.b.other`");
    let text = "[a]\nb.one = one\nb.other = {n}\nb = both";
    let problems = problems([text, text, text]);
    assert!(problems.iter().any(|problem| problem.contains("both with and without")), "{problems:?}");
}

#[test]
fn doubles_and_nonsense_are_refused() {
    let text = "[a]\nb = x\nb = y";
    refused([text, text, text], "en.ini:3: `a.b` stands already at en.ini:2");
    let text = "[a]\nb c = x";
    refused([text, text, text], "en.ini:2: `a.b c` is not a key: use a-z, 0-9, `_` and `.`");
    let text = "[a]\nb =";
    refused([text, text, text], "en.ini:2: `a.b` has no text");
    let text = "[a]\nbxx";
    refused([text, text, text], "en.ini:2: expected `key = text`, `[section]` or `# comment`");
    let text = "[a]\nb_c = x\nb.c = y";
    refused([text, text, text], "locales: `a.b.c` and `a.b_c` get the same name in Rust");
}

#[test]
fn tables_need_their_columns() {
    let mut problems = Vec::new();
    let mut languages = <[Lines; 3]>::default();
    read_table("t.tsv", "x.", "key\ten\tfr\n", &mut languages, &mut problems);
    assert_eq!(problems[0].message, "the first line must name the columns key, en, fr and nl");
    problems.clear();
    read_table("t.tsv", "x.", "key\ten\tfr\tnl\na\tb\tc\n", &mut languages, &mut problems);
    assert_eq!(problems[0].to_string(), "t.tsv:2: 3 columns instead of 4");
}

#[test]
fn french_gets_its_spaces() {
    assert_eq!(typeset("fr", "« Oui » : bien ? 5 %"), "«\u{a0}Oui\u{a0}»\u{a0}: bien\u{202f}? 5\u{a0}%");
    assert_eq!(typeset("nl", "Ja : nee"), "Ja : nee");
    assert_eq!(type_name("home.play_level"), "HomePlayLevel");
}
