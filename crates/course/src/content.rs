//! The lessons as the build wrote them down from the files in `content/`.

use crate::language::ByLanguage;
use crate::lesson::{Lesson, Step, StepKind, StepTexts, Track};

include!(concat!(env!("OUT_DIR"), "/content.rs"));

/// The texts of a sentence in a table.
pub(crate) fn sentence(
    table: &'static [(&str, ByLanguage<&str>)],
    key: &str,
) -> Option<&'static ByLanguage<&'static str>> {
    table.iter().find(|(name, _)| *name == key).map(|(_, texts)| texts)
}
