//! Reads the content files and finds what is wrong with them. Pure: the build script and the tests
//! both use it.

use std::collections::BTreeSet;
use std::io;

use toml::{Table, Value};

use crate::model::{Course, Kind, LANGUAGES, Lesson, Step, StepTexts, Texts};

/// What fits on a phone without scrolling, in characters.
const TITLE_MAX: usize = 60;
const PROMPT_MAX: usize = 140;
const LINE_MAX: usize = 120;
const OUTLINE_MAX: usize = 320;

/// Reads all files. A problem names the file and the key; when there is one, the course is incomplete.
pub(crate) fn course(file: &dyn Fn(&str) -> io::Result<String>, problems: &mut Vec<String>) -> Course {
    let mut course = Course::default();
    let table = |name: &'static str, problems: &mut Vec<String>| -> Table {
        let text = file(name).unwrap_or_else(|error| {
            problems.push(format!("{name}: {error}"));
            String::new()
        });
        text.parse().unwrap_or_else(|error: toml::de::Error| {
            problems.push(format!("{name}: {}", error.message()));
            Table::new()
        })
    };
    let mut lessons = table("lessons.toml", problems);
    let mut top = Fields::new("lessons.toml", &mut lessons, problems);
    course.first_minutes = top.strings("first_minutes");
    course.lessons = read_lessons(top, false);
    let mut strategy = table("strategy.toml", problems);
    course.strategy = read_lessons(Fields::new("strategy.toml", &mut strategy, problems), true);
    course.denials = read_sentences("denials.toml", table("denials.toml", problems), problems);
    course.tips = read_sentences("tips.toml", table("tips.toml", problems), problems);
    check_names(&course, problems);
    course
}

/// Ids are unique, and what is referred to exists.
fn check_names(course: &Course, problems: &mut Vec<String>) {
    let lessons = || course.lessons.iter().chain(&course.strategy);
    let mut ids = BTreeSet::new();
    for id in
        lessons().map(|lesson| &lesson.id).chain(lessons().flat_map(|it| it.steps.iter().map(|it| &it.id)))
    {
        if !is_id(id) {
            problems.push(format!("`{id}` is not an id: use a-z, 0-9 and `-`"));
        }
        if !ids.insert(id) {
            problems.push(format!("the id `{id}` is used twice"));
        }
    }
    for id in &course.first_minutes {
        if !lessons().any(|lesson| lesson.steps.iter().any(|step| step.id == *id)) {
            problems.push(format!("lessons.toml: first_minutes: there is no step `{id}`"));
        }
    }
    for step in lessons().flat_map(|lesson| &lesson.steps) {
        if let Kind::SpotWhyRefused { reason, choices, .. } = &step.kind {
            for key in choices.iter().filter(|key| *key != reason) {
                if !course.denials.iter().any(|(denied, _)| denied == key) {
                    problems.push(format!("denials.toml: `{key}` is missing; step {} offers it", step.id));
                }
            }
        }
    }
    for (name, list) in [("lessons.toml", &course.lessons), ("strategy.toml", &course.strategy)] {
        for (index, lesson) in list.iter().enumerate() {
            if usize::from(lesson.order) != index + 1 {
                problems.push(format!("{name}: lesson {}: order: expected {}", lesson.id, index + 1));
            }
        }
    }
}

fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn read_lessons(mut top: Fields<'_, '_>, has_outline: bool) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for (index, mut table) in top.tables("lesson").into_iter().enumerate() {
        let place = place_of(top.place.as_str(), "lesson", index, &table);
        let mut fields = Fields::new(&place, &mut table, top.problems);
        let mut lesson = Lesson {
            id: fields.string("id"),
            order: u8::try_from(fields.integer("order")).unwrap_or(0),
            anchor: fields.string("anchor"),
            title: fields.texts("title", TITLE_MAX),
            outline: if has_outline { fields.texts("outline", OUTLINE_MAX) } else { Texts::default() },
            steps: Vec::new(),
        };
        for (index, mut table) in fields.tables("step").into_iter().enumerate() {
            let place = place_of(&place, "step", index, &table);
            lesson.steps.extend(read_step(Fields::new(&place, &mut table, fields.problems)));
        }
        if lesson.steps.is_empty() {
            fields.problem("step", "a lesson has steps");
        }
        fields.finish();
        lessons.push(lesson);
    }
    top.finish();
    lessons
}

/// "lessons.toml: lesson placing", or its number when it has no id.
fn place_of(outer: &str, what: &str, index: usize, table: &Table) -> String {
    match table.get("id").and_then(Value::as_str) {
        Some(id) => format!("{outer}: {what} {id}"),
        None => format!("{outer}: {what} number {}", index + 1),
    }
}

fn read_step(mut fields: Fields<'_, '_>) -> Option<Step> {
    let id = fields.string("id");
    let kind = read_kind(&mut fields)?;
    let position = fields.take("position").map(|value| fields.as_string("position", value));
    if position.is_none() && !matches!(kind, Kind::Text | Kind::Choose { .. }) {
        fields.problem("position", "missing");
    }
    let wrong = match fields.take("wrong") {
        None => Vec::new(),
        Some(Value::Table(table)) => {
            table.into_iter().map(|(turn, reason)| (turn, fields.as_string("wrong", reason))).collect()
        }
        Some(_) => {
            fields.problem("wrong", "expected a table from turns to reasons");
            Vec::new()
        }
    };
    let (checks, claims) = (fields.optional_strings("checks"), fields.optional_strings("claims"));
    let texts = LANGUAGES.map(|language| read_texts(&mut fields, language, &kind));
    check_structure(&mut fields, &kind, &texts);
    fields.finish();
    Some(Step { id, kind, position, texts, wrong, checks, claims })
}

fn read_kind(fields: &mut Fields<'_, '_>) -> Option<Kind> {
    let kind = fields.string("kind");
    match kind.as_str() {
        "text" => Some(Kind::Text),
        "tap_all_targets" => {
            let (piece, answers) = (fields.string("piece"), fields.strings("answers"));
            if usize::try_from(fields.integer("expect")) != Ok(answers.len()) {
                fields.problem("expect", &format!("there are {} answers", answers.len()));
            }
            Some(Kind::TapAllTargets { piece, answers })
        }
        "make_move" => {
            Some(Kind::MakeMove { answers: fields.strings("answers"), goal: fields.string("goal") })
        }
        "spot_why_refused" => {
            let (refused, reason) = (fields.string("refused"), fields.string("reason"));
            let choices = fields.strings("choices");
            if !choices.contains(&reason) || !(3..=4).contains(&choices.len()) {
                fields.problem("choices", "three or four, the reason among them");
            }
            Some(Kind::SpotWhyRefused { refused, reason, choices })
        }
        "choose" => {
            Some(Kind::Choose { correct: usize::try_from(fields.integer("correct")).unwrap_or(usize::MAX) })
        }
        other => {
            fields.problem("kind", &format!("there is no kind `{other}`"));
            None
        }
    }
}

fn read_texts(fields: &mut Fields<'_, '_>, language: &str, kind: &Kind) -> StepTexts {
    let Some(Value::Table(mut table)) = fields.take(language) else {
        fields.problem(language, "the texts are missing");
        return StepTexts::default();
    };
    let place = format!("{}: {language}", fields.place);
    let mut fields = Fields::new(&place, &mut table, fields.problems);
    fields.language = Some(language.to_string());
    let mut texts = StepTexts {
        title: fields.line("title", TITLE_MAX),
        prompt: fields.line("prompt", PROMPT_MAX),
        success: fields.line("success", LINE_MAX),
        ..StepTexts::default()
    };
    if !matches!(kind, Kind::Text) {
        texts.hint = fields.line("hint", LINE_MAX);
    }
    match kind {
        Kind::Choose { correct } => {
            texts.options = fields.strings("options");
            texts.wrong = fields.strings("wrong");
            for (index, text) in texts.wrong.iter().enumerate() {
                if text.is_empty() != (index == *correct) {
                    fields.problem("wrong", "a sentence for each wrong option, and \"\" for the right one");
                    break;
                }
            }
        }
        Kind::MakeMove { goal, .. } if !matches!(goal.as_str(), "any" | "pass") => {
            texts.miss = fields.line("miss", LINE_MAX);
        }
        _ => {}
    }
    fields.finish();
    texts
}

/// The three languages offer the same.
fn check_structure(fields: &mut Fields<'_, '_>, kind: &Kind, texts: &[StepTexts; 3]) {
    let Kind::Choose { correct } = kind else { return };
    let count = texts[0].options.len();
    if *correct >= count || count < 2 {
        fields.problem("correct", "the number of an option, from 0, of at least two");
    }
    for (text, language) in texts.iter().zip(LANGUAGES) {
        if text.options.len() != count || text.wrong.len() != count {
            fields.problem(language, &format!("`options` and `wrong` need {count} texts each, as in en"));
        }
        let different: BTreeSet<&String> = text.options.iter().collect();
        if different.len() != text.options.len() {
            fields.problem(language, "an option stands there twice");
        }
    }
}

/// A file of sentences: a table for each key, with a text for each language.
fn read_sentences(file: &str, table: Table, problems: &mut Vec<String>) -> Vec<(String, Texts)> {
    let mut sentences = Vec::new();
    for (key, value) in table {
        let mut outer = Table::from_iter([(key.clone(), value)]);
        let mut fields = Fields::new(file, &mut outer, problems);
        let texts = fields.texts(&key, PROMPT_MAX);
        let names = texts.each_ref().map(|text| placeholders(text));
        if names[1] != names[0] || names[2] != names[0] {
            fields.problem(&key, "the languages have different placeholders");
        }
        sentences.push((key, texts));
    }
    sentences
}

/// The names in braces, capitals aside.
fn placeholders(text: &str) -> BTreeSet<String> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name.to_lowercase())
        .collect()
}

/// A table that is read field by field; what is left over at the end was misspelled.
struct Fields<'t, 'p> {
    place: String,
    language: Option<String>,
    table: &'t mut Table,
    problems: &'p mut Vec<String>,
}

impl<'t, 'p> Fields<'t, 'p> {
    fn new(place: &str, table: &'t mut Table, problems: &'p mut Vec<String>) -> Fields<'t, 'p> {
        Fields { place: place.to_string(), language: None, table, problems }
    }

    fn problem(&mut self, key: &str, message: &str) {
        self.problems.push(format!("{}: {key}: {message}", self.place));
    }

    fn take(&mut self, key: &str) -> Option<Value> {
        self.table.remove(key)
    }

    fn need(&mut self, key: &str) -> Option<Value> {
        let value = self.take(key);
        if value.is_none() {
            self.problem(key, "missing");
        }
        value
    }

    fn as_string(&mut self, key: &str, value: Value) -> String {
        match value {
            Value::String(text) => match &self.language {
                Some(language) => typeset(language, &text),
                None => text,
            },
            _ => {
                self.problem(key, "expected a text");
                String::new()
            }
        }
    }

    fn string(&mut self, key: &str) -> String {
        let text = self.need(key).map(|value| self.as_string(key, value));
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            self.problem(key, "the text is empty");
        }
        text.unwrap_or_default()
    }

    /// A text for people, with room for so many characters.
    fn line(&mut self, key: &str, max: usize) -> String {
        let text = self.string(key);
        let length = text.chars().count();
        if length > max {
            self.problem(key, &format!("{length} characters where {max} fit"));
        }
        text
    }

    fn integer(&mut self, key: &str) -> i64 {
        match self.need(key) {
            Some(Value::Integer(number)) => number,
            Some(_) => {
                self.problem(key, "expected a number");
                -1
            }
            None => -1,
        }
    }

    fn strings(&mut self, key: &str) -> Vec<String> {
        match self.need(key) {
            Some(Value::Array(values)) => {
                values.into_iter().map(|value| self.as_string(key, value)).collect()
            }
            Some(_) => {
                self.problem(key, "expected a list of texts");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn optional_strings(&mut self, key: &str) -> Vec<String> {
        if self.table.contains_key(key) { self.strings(key) } else { Vec::new() }
    }

    fn tables(&mut self, key: &str) -> Vec<Table> {
        match self.need(key) {
            Some(Value::Array(values)) => {
                values.into_iter().filter_map(|value| value.try_into().ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// One text for each language.
    fn texts(&mut self, key: &str, max: usize) -> Texts {
        let Some(Value::Table(mut table)) = self.need(key) else { return Texts::default() };
        let place = format!("{}: {key}", self.place);
        let mut fields = Fields::new(&place, &mut table, self.problems);
        let texts = LANGUAGES.map(|language| {
            fields.language = Some(language.to_string());
            fields.line(language, max)
        });
        fields.finish();
        texts
    }

    /// Whatever has not been asked for should not be there.
    fn finish(mut self) {
        let left: Vec<String> = self.table.keys().cloned().collect();
        for key in left {
            self.problem(&key, "unknown");
        }
    }
}

/// French sets high punctuation apart with spaces that do not break; other languages do not.
fn typeset(language: &str, text: &str) -> String {
    if language != "fr" {
        return text.to_string();
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        shown.push(match (letter, letters.peek()) {
            (' ', Some(';' | '!' | '?')) => '\u{202f}',
            (' ', Some(':' | '»')) => '\u{a0}',
            (' ', _) if shown.ends_with('«') => '\u{a0}',
            _ => letter,
        });
    }
    shown
}
