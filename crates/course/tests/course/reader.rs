//! The build refuses incomplete content, each time with the file and the key.

use std::io;

use crate::read::course;

const LESSONS: &str = r#"
first_minutes = ["a-1"]
[[lesson]]
id = "a"
order = 1
anchor = "object"
title = { en = "A", fr = "A", nl = "A" }
[[lesson.step]]
id = "a-1"
kind = "choose"
correct = 0
[lesson.step.en]
title = "T"
prompt = "P?"
success = "S."
hint = "H."
options = ["x", "y"]
wrong = ["", "W."]
[lesson.step.fr]
title = "T"
prompt = "P ?"
success = "S."
hint = "H."
options = ["x", "y"]
wrong = ["", "W."]
[lesson.step.nl]
title = "T"
prompt = "P?"
success = "S."
hint = "H."
options = ["x", "y"]
wrong = ["", "W."]
"#;

const STRATEGY: &str = r#"
[[lesson]]
id = "s"
order = 1
anchor = "object"
title = { en = "S", fr = "S", nl = "S" }
outline = { en = "O.", fr = "O.", nl = "O." }
[[lesson.step]]
id = "s-1"
kind = "spot_why_refused"
position = "Base;NotStarted;White[1]"
refused = "wQ"
reason = "queen_not_first"
choices = ["queen_not_first", "queen_now", "gate"]
en = { title = "T", prompt = "P?", success = "S.", hint = "H." }
fr = { title = "T", prompt = "P ?", success = "S.", hint = "H." }
nl = { title = "T", prompt = "P?", success = "S.", hint = "H." }
"#;

const DENIALS: &str = r#"
queen_now = { en = "N {n}.", fr = "N {n}.", nl = "N {n}." }
gate = { en = "G.", fr = "G.", nl = "G." }
"#;

/// What the reader says when in one of the files a piece of text is replaced.
fn problems(from: &str, to: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let file = |name: &str| match name {
        "lessons.toml" => Ok(LESSONS.replace(from, to)),
        "strategy.toml" => Ok(STRATEGY.replace(from, to)),
        "denials.toml" => Ok(DENIALS.replace(from, to)),
        "tips.toml" => Ok(String::new()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let _ = course(&file, &mut problems);
    problems
}

#[track_caller]
fn refused(from: &str, to: &str, message: &str) {
    assert!(
        [LESSONS, STRATEGY, DENIALS].iter().any(|text| text.contains(from)),
        "the replacement changes nothing"
    );
    let problems = problems(from, to);
    assert!(problems.iter().any(|problem| problem == message), "expected {message:?}, got {problems:#?}");
}

#[test]
fn complete_content_passes() {
    assert_eq!(problems("nothing to replace", ""), Vec::<String>::new());
}

#[test]
fn a_missing_language_is_refused() {
    refused(
        "[lesson.step.fr]",
        "[lesson.step.de]",
        "lessons.toml: lesson a: step a-1: fr: the texts are missing",
    );
    refused("[lesson.step.fr]", "[lesson.step.de]", "lessons.toml: lesson a: step a-1: de: unknown");
    refused(", nl = \"A\"", "", "lessons.toml: lesson a: title: nl: missing");
    refused(", nl = \"G.\"", "", "denials.toml: gate: nl: missing");
}

#[test]
fn a_missing_or_empty_text_is_refused() {
    refused("hint = \"H.\"\noptions", "options", "lessons.toml: lesson a: step a-1: en: hint: missing");
    refused(
        "prompt = \"P ?\"\n",
        "prompt = \" \"\n",
        "lessons.toml: lesson a: step a-1: fr: prompt: the text is empty",
    );
    refused(
        "prompt = \"P ?\"\n",
        "prompt = 3\n",
        "lessons.toml: lesson a: step a-1: fr: prompt: expected a text",
    );
}

#[test]
fn an_unknown_kind_or_key_is_refused() {
    refused("\"choose\"", "\"guess\"", "lessons.toml: lesson a: step a-1: kind: there is no kind `guess`");
    refused("correct = 0", "correct = 0\ncheck = []", "lessons.toml: lesson a: step a-1: check: unknown");
    refused("order = 1\n", "order = 1\nauthor = \"x\"\n", "lessons.toml: lesson a: author: unknown");
}

#[test]
fn languages_that_offer_other_choices_are_refused() {
    let en = "hint = \"H.\"\noptions = [\"x\", \"y\"]\nwrong = [\"\", \"W.\"]\n[lesson.step.fr]";
    refused(
        en,
        "hint = \"H.\"\noptions = [\"x\", \"y\", \"z\"]\nwrong = [\"\", \"W.\", \"W.\"]\n[lesson.step.fr]",
        "lessons.toml: lesson a: step a-1: nl: `options` and `wrong` need 3 texts each, as in en",
    );
    refused(
        en,
        "hint = \"H.\"\noptions = [\"x\", \"x\"]\nwrong = [\"\", \"W.\"]\n[lesson.step.fr]",
        "lessons.toml: lesson a: step a-1: en: an option stands there twice",
    );
    refused(
        "correct = 0",
        "correct = 1",
        "lessons.toml: lesson a: step a-1: en: wrong: a sentence for each wrong option, and \"\" for the right one",
    );
    refused(
        ", fr = \"N {n}.\"",
        ", fr = \"N.\"",
        "denials.toml: queen_now: the languages have different placeholders",
    );
}

#[test]
fn names_that_lead_nowhere_are_refused() {
    refused("[\"a-1\"]", "[\"b-1\"]", "lessons.toml: first_minutes: there is no step `b-1`");
    refused("id = \"s-1\"", "id = \"a-1\"", "the id `a-1` is used twice");
    refused("id = \"s-1\"", "id = \"S 1\"", "`S 1` is not an id: use a-z, 0-9 and `-`");
    refused("\ngate =", "\ncovered =", "denials.toml: `gate` is missing; step s-1 offers it");
    refused(
        "order = 1\nanchor = \"object\"\ntitle = { en = \"S\"",
        "order = 2\nanchor = \"object\"\ntitle = { en = \"S\"",
        "strategy.toml: lesson s: order: expected 1",
    );
}

#[test]
fn choices_without_the_reason_are_refused() {
    refused(
        "[\"queen_not_first\", \"queen_now\"",
        "[\"covered\", \"queen_now\"",
        "strategy.toml: lesson s: step s-1: choices: three or four, the reason among them",
    );
    refused(
        "position = \"Base;NotStarted;White[1]\"\n",
        "",
        "strategy.toml: lesson s: step s-1: position: missing",
    );
}

#[test]
fn a_text_that_does_not_fit_is_refused() {
    let long = format!("prompt = \"{}\"\n", "x".repeat(141));
    refused(
        "prompt = \"P ?\"\n",
        &long,
        "lessons.toml: lesson a: step a-1: fr: prompt: 141 characters where 140 fit",
    );
}

#[test]
fn broken_files_are_refused() {
    assert!(problems("first_minutes", "= =").iter().any(|problem| problem.starts_with("lessons.toml: ")));
}
