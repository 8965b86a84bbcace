//! The three languages and what their grammar asks of a number.

use core::fmt;

/// A language that Skep speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// Dutch.
    Nl,
}

/// Which form a number takes. The three languages need no more than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plural {
    /// Singular.
    One,
    /// Plural.
    Other,
}

impl Language {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Language; 3] = [Language::En, Language::Fr, Language::Nl];

    /// The tag for the `lang` attribute: `en`, `fr`, `nl`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
            Language::Nl => "nl",
        }
    }

    /// The language of a tag such as `fr`, `fr-BE` or `NL_be`, if Skep speaks it.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.trim().split(['-', '_']).next()?;
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The first language of a browser's list that Skep speaks, or English.
    ///
    /// ```
    /// use skep_words::Language;
    /// assert_eq!(Language::pick(["de-AT", "nl-BE", "fr"]), Language::Nl);
    /// assert_eq!(Language::pick(["ja"]), Language::En);
    /// ```
    pub fn pick<T: AsRef<str>>(tags: impl IntoIterator<Item = T>) -> Language {
        tags.into_iter().find_map(|tag| Language::from_tag(tag.as_ref())).unwrap_or_default()
    }

    /// The form that a number takes: French counts nought as singular, the others do not.
    #[must_use]
    pub const fn plural(self, n: u64) -> Plural {
        match (self, n) {
            (_, 1) | (Language::Fr, 0) => Plural::One,
            _ => Plural::Other,
        }
    }

    /// The language's own name: "English", "Français", "Nederlands".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::Fr => "Français",
            Language::Nl => "Nederlands",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_browsers() {
        assert_eq!(Language::from_tag("fr-BE"), Some(Language::Fr));
        assert_eq!(Language::from_tag("NL_nl"), Some(Language::Nl));
        assert_eq!(Language::from_tag("en"), Some(Language::En));
        for tag in ["", "-", "x", "french", "frr"] {
            assert_eq!(Language::from_tag(tag), None, "{tag:?}");
        }
    }

    #[test]
    fn nought_is_singular_in_french_only() {
        assert_eq!(Language::Fr.plural(0), Plural::One);
        assert_eq!(Language::En.plural(0), Plural::Other);
        assert_eq!(Language::Nl.plural(0), Plural::Other);
        for language in Language::ALL {
            assert_eq!(language.plural(1), Plural::One);
            assert_eq!(language.plural(2), Plural::Other);
            assert_eq!(language.plural(11), Plural::Other);
        }
    }
}
