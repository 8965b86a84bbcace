//! Game files of boardspace.net, read only.
//!
//! The site keeps its games as SGF, in which every gesture of the players is a line:
//!
//! ```text
//! (;
//! GM[27]VV[1]
//! SU[hive-plm]
//! P0[id "ada"]
//! P1[id "grace"]
//! ; P0[0 Start P0]
//! ; P0[1 pick W 2 wG1]
//! ; P0[2 dropb wG1 N 13 .]
//! ; P0[3 done]
//! ; P1[4 movedone B bS1 M 13 -wG1]
//! )
//! ```
//!
//! What is made of it:
//!
//! - **Gestures become moves.** Picking up, putting down, picking up again and putting down elsewhere is one
//!   move, and only the `done` of a player makes it one. `move` is a gesture of the site's robots,
//!   `pdropb` and `pmove` are throws of a pillbug, names ending in `done` need no `done` after them.
//! - **Coordinates decide**, as they do on the site: the column letter and the row. The last word, such as
//!   `-wG1` or `.`, is there for human readers. Until 2023 the site's table was 26 columns by 26 rows and
//!   closed around; since then it grows, and columns beyond `A` and `Z` are called `1A`, `2A`, `1Z`, `2Z`.
//! - **Old files name tiles without a color**, `b1` being the first beetle of whoever moves. Numbers are
//!   given anew in the order in which tiles enter.
//! - **A pass may be missing.** A `done` without a move, or two moves of one player in a row, is read as a
//!   pass where a pass is the only turn there is.
//! - **Results are sentences** in the language of whoever saved the game. The name of a player in it says who
//!   won; without one, a word for a draw is looked for in the languages of the site. Resignations, agreed
//!   draws and lost time are lines of their own.
//! - A player who swaps sides after the first tile gives the other one White's name.
//!
//! Only the main line is read. Set-ups of the variant with any mix of tiles are beyond these rules.
//!
//! # Examples
//!
//! ```
//! use skep_rules::notation::sgf;
//!
//! let text = r#"(; GM[27] SU[hive] P0[id "ada"] P1[id "grace"] RE[Partie gagnée par ada]
//! ; P0[1 pick W 2 wG1] ; P0[2 dropb wG1 N 13 .] ; P0[3 done]
//! ; P1[4 movedone B bS1 M 13 -wG1]
//! ; P0[5 pick W 4 wS1] ; P0[6 dropb wS1 O 13 wG1-] ; P0[7 pickb O 13 wS1]
//! ; P0[8 dropb wS1 O 14 wG1/] ; P0[9 done] )"#;
//! let record = sgf::read(text)?;
//! assert_eq!(record.game().to_uhp(), "Base;InProgress;Black[2];wG1;bS1 -wG1;wS1 wG1/");
//! assert_eq!(record.tags().get("White"), Some("ada"));
//! assert_eq!(record.result(), Some(skep_rules::GameResult::Win(skep_rules::Color::White)));
//! # Ok::<(), sgf::SgfError>(())
//! ```

mod command;
mod date;
mod error;
mod replay;
mod result;
mod syntax;

pub use error::{SgfError, SgfErrorKind};
pub use replay::read;
