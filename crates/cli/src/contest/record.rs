//! Games of a match in files.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use skep_arena::bout;
use skep_arena::player::Fault;
use skep_arena::tally::Report;
use skep_rules::notation::{Ending, Record, pgn};
use skep_rules::{Color, GameResult};

use super::args::Args;
use super::live::ending_text;
use super::side::Sides;

/// Writes each game to the files that were asked for.
#[derive(Debug)]
pub(super) struct Recorder<'a> {
    sides: &'a Sides,
    date: String,
    pgn: Option<BufWriter<File>>,
    strings: Option<BufWriter<File>>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(args: &Args, sides: &'a Sides) -> Result<Recorder<'a>> {
        let create = |path: &Path| -> Result<BufWriter<File>> {
            Ok(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?))
        };
        Ok(Recorder {
            sides,
            date: today(),
            pgn: args.pgn.as_deref().map(create).transpose()?,
            strings: args.strings.as_deref().map(create).transpose()?,
        })
    }

    /// Writes a game. What is written survives an interrupt.
    pub(super) fn write(&mut self, report: &Report) -> Result<()> {
        if let Some(file) = &mut self.strings {
            writeln!(file, "{}", report.played.game.to_uhp())?;
            file.flush()?;
        }
        if let Some(file) = &mut self.pgn {
            let record = record(report, self.sides, &self.date)?;
            writeln!(file, "{}", pgn::write(&record))?;
            file.flush()?;
        }
        Ok(())
    }
}

fn record(report: &Report, sides: &Sides, date: &str) -> Result<Record> {
    let played = &report.played;
    let mut record = Record::new(played.game.position().rules());
    let name = |color| sides.name(report.side(color));
    let tags = record.tags_mut();
    tags.set("Event", "engine match")?;
    tags.set("Date", date)?;
    tags.set("Round", (report.number + 1).to_string())?;
    tags.set("White", name(Color::White))?;
    tags.set("Black", name(Color::Black))?;
    tags.set("OpeningPlies", played.opening_plies.to_string())?;
    let mut last = record.start();
    for mv in played.game.moves() {
        last = record.add(last, *mv)?;
    }
    let ending = match &played.ending {
        bout::Ending::Board(_) => None,
        bout::Ending::MaxPlies => Some(Ending::Adjudicated(GameResult::Draw)),
        bout::Ending::Resigned(color) => Some(Ending::Resigned(*color)),
        bout::Ending::Forfeit(color, Fault::OutOfTime { .. }) => Some(Ending::OutOfTime(*color)),
        bout::Ending::Forfeit(color, Fault::Crash(_) | Fault::Hang(_)) => Some(Ending::Abandoned(*color)),
        bout::Ending::Forfeit(color, _) => Some(Ending::Adjudicated(GameResult::Win(!*color))),
    };
    if ending.is_some() {
        let how = ending_text(&played.ending, |color| color.letter().to_ascii_uppercase());
        record.set_comment(last, &how);
    }
    record.set_ending(ending);
    Ok(record)
}

/// The date in Greenwich, as records write it: `2026.01.31`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since the first of January 1970.
fn civil(days: u64) -> (u64, u64, u64) {
    // Counting from the first of March of the year 0, leap days come last in a year and in an era of 400.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_454, (2026, 1, 1)),
        ] {
            assert_eq!(civil(days), date);
        }
    }
}
