//! What a person has chosen about the app itself. Kept as `key=value` lines; an unreadable line costs that one
//! setting, never the others.

use std::fmt;

/// The colors of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// As the system is set.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Black, white and yellow.
    HighContrast,
}

/// Whether tiles travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Motion {
    /// As the system is set.
    #[default]
    System,
    /// Always.
    Full,
    /// Never: tiles fade in where they arrive.
    Reduced,
}

/// When pinned tiles are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pinned {
    /// Not at all.
    Never,
    /// When pointed at.
    #[default]
    Pointed,
    /// Always.
    Always,
}

impl Pinned {
    /// In the order of the screen.
    pub const ALL: [Pinned; 3] = [Pinned::Never, Pinned::Pointed, Pinned::Always];

    /// As written in the store.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Pinned::Never => "never",
            Pinned::Pointed => "pointed",
            Pinned::Always => "always",
        }
    }
}

impl Theme {
    /// In the order of the screen.
    pub const ALL: [Theme; 4] = [Theme::System, Theme::Light, Theme::Dark, Theme::HighContrast];

    /// As written in the store and, where it names one, in the page's `data-theme`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::HighContrast => "hc",
        }
    }
}

impl Motion {
    /// In the order of the screen.
    pub const ALL: [Motion; 3] = [Motion::System, Motion::Full, Motion::Reduced];

    /// As written in the store.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Motion::System => "system",
            Motion::Full => "full",
            Motion::Reduced => "reduced",
        }
    }
}

/// Everything on the settings screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Two letters, or none for the browser's language.
    pub language: Option<String>,
    /// Colors of the app.
    pub theme: Theme,
    /// Colors that the common kinds of color blindness tell apart.
    pub color_safe: bool,
    /// 0 (off) to 10.
    pub volume: u8,
    /// Whether tiles travel.
    pub motion: Motion,
    /// Single-letter keys; off for people whose speech or switch software types by accident.
    pub letter_keys: bool,
    /// Keys that are not the customary ones, as the board's keymap writes them.
    pub keys: String,
    /// Show what the computer is thinking.
    pub thinking: bool,
    /// Show where a tile can go.
    pub targets: bool,
    /// Ask for a second tap before a move is played.
    pub confirm: bool,
    /// When pinned tiles are marked.
    pub pinned: Pinned,
    /// Tips in games against the first levels.
    pub tips: bool,
    /// Whether this person has been asked, or has shown, if they know the game.
    pub welcomed: bool,
    /// The level last played, offered on the front page.
    pub level: u8,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: None,
            theme: Theme::System,
            color_safe: false,
            volume: 6,
            motion: Motion::System,
            letter_keys: true,
            keys: String::new(),
            thinking: false,
            targets: true,
            confirm: false,
            pinned: Pinned::Pointed,
            tips: true,
            welcomed: false,
            level: 1,
        }
    }
}

impl Settings {
    /// Reads what [`fmt::Display`] wrote; whatever is missing or unreadable keeps its default.
    #[must_use]
    pub fn parse(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            settings.set(key, value);
        }
        settings
    }

    fn set(&mut self, key: &str, value: &str) {
        let flag = match value {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let number = value.parse::<u8>().ok().filter(|number| *number <= 10);
        match key {
            "language" if value.len() == 2 => self.language = Some(value.to_owned()),
            "theme" => pick(&mut self.theme, Theme::ALL.into_iter().find(|theme| theme.key() == value)),
            "motion" => pick(&mut self.motion, Motion::ALL.into_iter().find(|motion| motion.key() == value)),
            "color-safe" => pick(&mut self.color_safe, flag),
            "letter-keys" => pick(&mut self.letter_keys, flag),
            "keys" => value.clone_into(&mut self.keys),
            "thinking" => pick(&mut self.thinking, flag),
            "targets" => pick(&mut self.targets, flag),
            "confirm" => pick(&mut self.confirm, flag),
            "pinned" => pick(&mut self.pinned, Pinned::ALL.into_iter().find(|pinned| pinned.key() == value)),
            "tips" => pick(&mut self.tips, flag),
            "welcomed" => pick(&mut self.welcomed, flag),
            "volume" => pick(&mut self.volume, number),
            "level" => pick(&mut self.level, number.filter(|&level| level >= 1)),
            _ => {}
        }
    }
}

fn pick<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flag = |on: bool| if on { "yes" } else { "no" };
        if let Some(language) = &self.language {
            writeln!(f, "language={language}")?;
        }
        writeln!(f, "theme={}\nmotion={}", self.theme.key(), self.motion.key())?;
        writeln!(f, "color-safe={}\nletter-keys={}", flag(self.color_safe), flag(self.letter_keys))?;
        if !self.keys.is_empty() {
            writeln!(f, "keys={}", self.keys)?;
        }
        writeln!(
            f,
            "targets={}\nconfirm={}\npinned={}",
            flag(self.targets),
            flag(self.confirm),
            self.pinned.key()
        )?;
        writeln!(f, "tips={}\nwelcomed={}", flag(self.tips), flag(self.welcomed))?;
        writeln!(f, "thinking={}\nvolume={}\nlevel={}", flag(self.thinking), self.volume, self.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_written() {
        let settings = Settings {
            language: Some("nl".to_owned()),
            theme: Theme::HighContrast,
            color_safe: true,
            volume: 0,
            motion: Motion::Reduced,
            letter_keys: false,
            keys: "hint:KeyI flip:Shift+KeyF".to_owned(),
            thinking: true,
            targets: false,
            confirm: true,
            pinned: Pinned::Always,
            tips: false,
            welcomed: true,
            level: 10,
        };
        assert_eq!(Settings::parse(&settings.to_string()), settings);
    }

    #[test]
    fn a_bad_line_costs_only_itself() {
        let read = Settings::parse("theme=purple\nvolume=99\nmotion=full\n\u{0}\nlevel=0\nlanguage=klingon");
        assert_eq!(read, Settings { motion: Motion::Full, ..Settings::default() });
    }
}
