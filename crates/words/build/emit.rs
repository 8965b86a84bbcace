//! Writes the Rust code for the checked entries.

use std::fmt::Write;

use crate::locale::{Entry, LANGUAGES, type_name};

/// The enum of plain texts, with their table.
pub(crate) fn keys(entries: &[Entry]) -> String {
    let plain: Vec<&Entry> = entries.iter().filter(|entry| entry.placeholders.is_empty()).collect();
    let mut code = String::from(
        "/// A text without placeholders.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         #[repr(u16)]\npub enum Key {\n",
    );
    for entry in &plain {
        writeln!(code, "    #[doc = {:?}]\n    {},", entry.texts[0].0, type_name(&entry.key)).expect(WRITE);
    }
    writeln!(code, "}}\n\nimpl Key {{\n    /// All keys.\n    pub const ALL: [Key; {}] = [", plain.len())
        .expect(WRITE);
    for entry in &plain {
        writeln!(code, "        Key::{},", type_name(&entry.key)).expect(WRITE);
    }
    code.push_str("    ];\n}\n\n");
    writeln!(code, "static NAMES: [&str; {}] = [", plain.len()).expect(WRITE);
    for entry in &plain {
        writeln!(code, "    {:?},", entry.key).expect(WRITE);
    }
    code.push_str("];\n\n");
    writeln!(code, "static TEXTS: [[&str; {}]; {}] = [", LANGUAGES.len(), plain.len()).expect(WRITE);
    for entry in &plain {
        let texts: Vec<String> = entry.texts.iter().map(|(text, _)| format!("{text:?}")).collect();
        writeln!(code, "    [{}],", texts.join(", ")).expect(WRITE);
    }
    code.push_str("];\n\n");
    code
}

/// One struct for each text with placeholders, its fields the values.
pub(crate) fn phrases(entries: &[Entry]) -> String {
    let mut code = String::from(
        "/// Texts with placeholders: one struct each, whose fields are the placeholders. See [`say!`](crate::say).\n\
         #[allow(missing_debug_implementations, reason = \"the values are `dyn Display`\")]\npub mod phrase {\n\
         \x20   use super::*;\n",
    );
    for entry in entries.iter().filter(|entry| !entry.placeholders.is_empty()) {
        let name = type_name(&entry.key);
        let borrows = entry.placeholders.iter().any(|field| !(entry.plural && field == "n"));
        let lifetime = if borrows { "<'a>" } else { "" };
        writeln!(code, "\n    #[doc = {:?}]\n    pub struct {name}{lifetime} {{", entry.texts[0].0)
            .expect(WRITE);
        for field in &entry.placeholders {
            let kind = if entry.plural && field == "n" { "u64" } else { "&'a dyn Display" };
            writeln!(code, "        #[doc = \"The value of `{{{field}}}`.\"]\n        pub {field}: {kind},")
                .expect(WRITE);
        }
        let lifetime = if borrows { "<'_>" } else { "" };
        writeln!(
            code,
            "    }}\n\n    impl Phrase for {name}{lifetime} {{\n        fn say(&self, language: Language) -> String {{"
        )
        .expect(WRITE);
        if entry.plural {
            writeln!(code, "            let text = match (language, language.plural(self.n)) {{")
                .expect(WRITE);
            for (language, (other, one)) in LANGUAGES.iter().zip(&entry.texts) {
                let language = type_name(language);
                for (form, text) in [("One", one.as_deref().unwrap_or_default()), ("Other", other)] {
                    writeln!(code, "                (Language::{language}, Plural::{form}) => {text:?},")
                        .expect(WRITE);
                }
            }
        } else {
            writeln!(code, "            let text = match language {{").expect(WRITE);
            for (language, (text, _)) in LANGUAGES.iter().zip(&entry.texts) {
                writeln!(code, "                Language::{} => {text:?},", type_name(language))
                    .expect(WRITE);
            }
        }
        let values: Vec<String> = entry
            .placeholders
            .iter()
            .map(|field| {
                let borrow = if entry.plural && field == "n" { "&" } else { "" };
                format!("({field:?}, {borrow}self.{field})")
            })
            .collect();
        writeln!(
            code,
            "            }};\n            fill(text, &[{}])\n        }}\n    }}",
            values.join(", ")
        )
        .expect(WRITE);
    }
    code.push_str("}\n\n");
    code
}

/// The refusals with the rule they stand for, its place on the rules page, and their sentences.
pub(crate) fn refusals(table: &str, entries: &[Entry]) -> String {
    let mut rows = table.lines();
    let header: Vec<&str> = rows.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|cell| *cell == name).expect("checked by the reader");
    let (key, rule, anchor) = (column("key"), column("rule"), column("anchor"));
    let mut code = String::from("static REFUSALS: &[RefusalText] = &[\n");
    for row in rows.filter(|row| !row.trim().is_empty()) {
        let cells: Vec<&str> = row.split('\t').collect();
        let name = format!("refusal.{}", cells[key]);
        let entry = entries.iter().find(|entry| entry.key == name).expect("each row is an entry");
        let texts: Vec<&str> = entry.texts.iter().map(|(text, _)| text.as_str()).collect();
        writeln!(
            code,
            "    RefusalText {{ key: {:?}, rule: {:?}, anchor: {:?}, texts: {texts:?} }},",
            cells[key], cells[rule], cells[anchor]
        )
        .expect(WRITE);
    }
    code.push_str("];\n");
    code
}

const WRITE: &str = "writing to a string cannot fail";
