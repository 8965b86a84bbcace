//! `skep learn`: the course in the terminal.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use skep_course::{course, strategy};
use skep_tui::{Learn, progress_file, show};

use crate::play::{Look, need_terminal};

/// Learn Hive in the terminal: twenty lessons on the rules, ten on strategy.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Go straight to a lesson, by its name or its number in the course.
    lesson: Option<String>,
    /// Keep progress in this file instead of the user's folder for data.
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let lesson = args.lesson.as_deref().map(find_lesson).transpose()?;
    need_terminal("learn")?;
    let file = args.progress.clone().or_else(progress_file);
    let mut learn = Learn::new(args.look.language(), args.look.colors(), file);
    if let Some(lesson) = lesson {
        learn.open(lesson);
    }
    show(&mut learn).context("the terminal does not do what is asked of it")
}

/// The id of a lesson.
fn find_lesson(text: &str) -> Result<&'static str> {
    let number = text.parse::<u8>().ok();
    let mut lessons = course().iter().chain(strategy());
    let found = lessons.find(|lesson| lesson.id == text || Some(lesson.order) == number);
    match found {
        Some(lesson) => Ok(lesson.id),
        None => {
            let names: Vec<&str> = course().iter().chain(strategy()).map(|lesson| lesson.id).collect();
            bail!("there is no lesson {text:?}; there are {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_found_by_name_and_number() {
        assert_eq!(find_lesson("object").unwrap(), "object");
        assert_eq!(find_lesson("2").unwrap(), course()[1].id);
        assert!(find_lesson("chess").unwrap_err().to_string().contains("object, "));
    }
}
