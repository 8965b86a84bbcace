//! What can be set, and the lines in which the protocol tells of it.

use std::fmt;
use std::num::NonZeroUsize;

use skep_engine::{CONTEMPT, MAX_CONTEMPT};

/// All that `options set` can change. The values are always within their bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads that search.
    pub threads: NonZeroUsize,
    /// Memory for positions that were seen.
    pub hash_mib: usize,
    /// The strength, 1 to 10.
    pub level: u8,
    /// How many of the best turns are examined.
    pub multi_pv: usize,
    /// How much a draw is disliked, in evaluation units.
    pub contempt: i32,
    /// Whether a position that occurs for the third time ends the game.
    pub repetition_draw: bool,
    /// Whether the queen may be a player's first tile.
    pub queen_first: bool,
    /// Whether `bestmove` tells what it thinks while it thinks.
    pub report_intermediate: bool,
    /// Decides among equals at levels below the highest; 0 for another choice each time.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: NonZeroUsize::MIN,
            hash_mib: 64,
            level: 10,
            multi_pv: 1,
            contempt: CONTEMPT,
            repetition_draw: true,
            queen_first: false,
            report_intermediate: false,
            seed: 0,
        }
    }
}

/// The names of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionName {
    /// [`Settings::threads`].
    Threads,
    /// [`Settings::hash_mib`].
    HashMiB,
    /// [`Settings::level`].
    Level,
    /// [`Settings::multi_pv`].
    MultiPV,
    /// [`Settings::contempt`].
    Contempt,
    /// [`Settings::repetition_draw`].
    RepetitionDraw,
    /// [`Settings::queen_first`].
    QueenFirst,
    /// [`Settings::report_intermediate`].
    ReportIntermediate,
    /// [`Settings::seed`].
    Seed,
}

/// A value that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetOptionError {
    /// There is no such option.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// A switch is True or False.
    #[error("{name} is True or False, not {value:?}")]
    NotBool {
        /// The option.
        name: OptionName,
        /// What was there instead.
        value: String,
    },
    /// A number is out of bounds, or no number.
    #[error("{name} is a whole number from {min} to {max}, not {value:?}")]
    NotInRange {
        /// The option.
        name: OptionName,
        /// What was there instead.
        value: String,
        /// The smallest number.
        min: u64,
        /// The largest number.
        max: u64,
    },
}

/// More threads than this help nobody.
const MAX_THREADS: u64 = 256;
/// On 32 bits there is no room for more than one GiB.
const MAX_HASH_MIB: u64 = if usize::BITS > 32 { 65_536 } else { 1024 };
const MAX_MULTI_PV: u64 = 256;
const MAX_SEED: u64 = i32::MAX as u64;

impl OptionName {
    /// All options, in the order in which they are listed.
    pub const ALL: [OptionName; 9] = [
        OptionName::Threads,
        OptionName::HashMiB,
        OptionName::Level,
        OptionName::MultiPV,
        OptionName::Contempt,
        OptionName::RepetitionDraw,
        OptionName::QueenFirst,
        OptionName::ReportIntermediate,
        OptionName::Seed,
    ];

    /// The name as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            OptionName::Threads => "Threads",
            OptionName::HashMiB => "HashMiB",
            OptionName::Level => "Level",
            OptionName::MultiPV => "MultiPV",
            OptionName::Contempt => "Contempt",
            OptionName::RepetitionDraw => "RepetitionDraw",
            OptionName::QueenFirst => "QueenFirst",
            OptionName::ReportIntermediate => "ReportIntermediate",
            OptionName::Seed => "Seed",
        }
    }

    /// The option with this name, in any letter case: no two differ by that alone.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn find(name: &str) -> Result<OptionName, SetOptionError> {
        let mut all = OptionName::ALL.into_iter();
        all.find(|option| option.as_str().eq_ignore_ascii_case(name))
            .ok_or_else(|| SetOptionError::Unknown(crate::command::excerpt(name)))
    }

    /// Its bounds, if it is a number.
    fn range(self) -> Option<(u64, u64)> {
        match self {
            OptionName::Threads => Some((1, MAX_THREADS)),
            OptionName::HashMiB => Some((1, MAX_HASH_MIB)),
            OptionName::Level => Some((1, 10)),
            OptionName::MultiPV => Some((1, MAX_MULTI_PV)),
            OptionName::Contempt => Some((0, MAX_CONTEMPT as u64)),
            OptionName::Seed => Some((0, MAX_SEED)),
            OptionName::RepetitionDraw | OptionName::QueenFirst | OptionName::ReportIntermediate => None,
        }
    }
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Settings {
    /// These settings with one of them changed.
    ///
    /// # Errors
    ///
    /// When there is no such option, or the value does not suit it.
    pub fn with(&self, name: OptionName, value: &str) -> Result<Settings, SetOptionError> {
        let mut settings = self.clone();
        let excerpt = || crate::command::excerpt(value);
        if let Some((min, max)) = name.range() {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            let number =
                number.ok_or_else(|| SetOptionError::NotInRange { name, value: excerpt(), min, max })?;
            settings.set_number(name, number);
        } else if value.eq_ignore_ascii_case("true") {
            settings.set_switch(name, true);
        } else if value.eq_ignore_ascii_case("false") {
            settings.set_switch(name, false);
        } else {
            return Err(SetOptionError::NotBool { name, value: excerpt() });
        }
        Ok(settings)
    }

    /// The line that tells of one option: name, type, value, default, and the bounds of a number.
    #[must_use]
    pub fn line(&self, name: OptionName) -> String {
        let (value, default) = (self.value(name), Settings::default().value(name));
        match name.range() {
            Some((min, max)) => format!("{name};int;{value};{default};{min};{max}"),
            None => format!("{name};bool;{value};{default}"),
        }
    }

    fn value(&self, name: OptionName) -> String {
        let switch = |on: bool| String::from(if on { "True" } else { "False" });
        match name {
            OptionName::Threads => self.threads.to_string(),
            OptionName::HashMiB => self.hash_mib.to_string(),
            OptionName::Level => self.level.to_string(),
            OptionName::MultiPV => self.multi_pv.to_string(),
            OptionName::Contempt => self.contempt.to_string(),
            OptionName::Seed => self.seed.to_string(),
            OptionName::RepetitionDraw => switch(self.repetition_draw),
            OptionName::QueenFirst => switch(self.queen_first),
            OptionName::ReportIntermediate => switch(self.report_intermediate),
        }
    }

    /// The number has been found to be in range, so no conversion cuts anything off.
    fn set_number(&mut self, name: OptionName, number: u64) {
        match name {
            OptionName::Threads => {
                self.threads = NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN);
            }
            OptionName::HashMiB => self.hash_mib = number as usize,
            OptionName::Level => self.level = number as u8,
            OptionName::MultiPV => self.multi_pv = number as usize,
            OptionName::Contempt => self.contempt = number as i32,
            OptionName::Seed => self.seed = number,
            OptionName::RepetitionDraw | OptionName::QueenFirst | OptionName::ReportIntermediate => {}
        }
    }

    fn set_switch(&mut self, name: OptionName, on: bool) {
        match name {
            OptionName::RepetitionDraw => self.repetition_draw = on,
            OptionName::QueenFirst => self.queen_first = on,
            OptionName::ReportIntermediate => self.report_intermediate = on,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_fields_of_the_protocol() {
        let settings = Settings::default();
        assert_eq!(settings.line(OptionName::Level), "Level;int;10;10;1;10");
        assert_eq!(settings.line(OptionName::RepetitionDraw), "RepetitionDraw;bool;True;True");
        for name in OptionName::ALL {
            assert!(!settings.line(name).contains(' '));
        }
    }

    #[test]
    fn every_option_can_be_found_and_set() {
        for name in OptionName::ALL {
            assert_eq!(OptionName::find(&name.as_str().to_lowercase()), Ok(name));
            let value = if name.range().is_some() { "2" } else { "true" };
            let settings = Settings { repetition_draw: false, ..Settings::default() };
            let changed = settings.with(name, value).unwrap();
            assert_ne!(changed, settings, "{name}");
            assert_eq!(changed.line(name).split(';').nth(2), Some(if value == "2" { "2" } else { "True" }));
        }
    }

    #[test]
    fn absurd_values_are_refused() {
        let settings = Settings::default();
        for (name, value) in [
            ("Threads", "0"),
            ("Threads", "257"),
            ("Threads", "-1"),
            ("HashMiB", "999999999999999999999"),
            ("Level", "11"),
            ("MultiPV", "1.5"),
            ("Contempt", "401"),
            ("QueenFirst", "yes"),
            ("Seed", ""),
        ] {
            let name = OptionName::find(name).unwrap();
            assert!(settings.with(name, value).is_err(), "{name} {value}");
        }
        assert!(OptionName::find("Ponder").is_err());
    }
}
