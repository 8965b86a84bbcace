//! A value for each language.

use core::ops::Index;

use skep_words::Language;

/// One value for each [`Language`], such as a text.
///
/// ```
/// use skep_course::course;
/// use skep_words::Language;
/// assert_eq!(course()[0].title[Language::Fr], "Le but");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByLanguage<T>(pub [T; 3]);

impl<T> Index<Language> for ByLanguage<T> {
    type Output = T;

    fn index(&self, language: Language) -> &T {
        &self.0[language as usize]
    }
}
