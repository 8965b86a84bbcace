//! Records as PGN files: tags in brackets, then one numbered ply a line.
//!
//! ```text
//! [GameType "Base+MLP"]
//! [Date "2026.05.01"]
//! [White "Ada"]
//! [Black "Grace"]
//! [Result "WhiteWins"]
//! [Termination "resignation"]
//!
//! 1. wS1
//! 2. bG1 -wS1
//! { The quiet answer. [%skep-var 2. bL wS1- 3. wQ -wS1 "sharper"] }
//! 3. wQ wS1/
//!
//! WhiteWins
//! ```
//!
//! # The dialect
//!
//! The format is that of `MzingaViewer`, which hivegame.com writes too. Both read a file line by line: a
//! line is a tag, a comment in braces, or one move with the number of its ply. Neither knows variations: the
//! first refuses a file with a parenthesis in it, the second takes whatever follows the parenthesis for a
//! move. So that both still open what is written here,
//!
//! - every move has its own line, and results are the five words of the protocol;
//! - **variations live inside the comment** of the move that they replace, as `[%skep-var ...]`, the way
//!   chess programs keep clock times and arrows in comments. Inside, moves follow each other with their
//!   numbers, comments stand in double quotes, and variations of variations in parentheses. A program that
//!   keeps comments keeps them, even if it cannot show them;
//! - all that is said about a move is one comment, because the last comment of a move is the only one that
//!   survives elsewhere; it begins with a blank, so that its first word never looks like a move number;
//! - characters that would end a comment or a tag early are written as `&#125;` and the like, where the
//!   number is the character's code.
//!
//! What is written is read back exactly.
//!
//! # What is read besides
//!
//! Any tags, several moves a line, one number for two plies, `(...)` for variations, `;` comments to the end
//! of the line, `%` lines, `$1` and `!?` (kept as comments), `1-0` `0-1` `1/2-1/2` `*`, a missing result, a
//! wrong result of a game that the board has decided. A record that says nothing about the queen on the
//! first turn or about repetition gets tournament rules, unless its own moves show otherwise.
//!
//! # Examples
//!
//! ```
//! use skep_rules::notation::{Ending, Outcome, pgn};
//! use skep_rules::Color;
//!
//! let text = "[GameType \"Base\"]\n[White \"Ada\"]\n1. wS1 2. bG1 -wS1 {why not} 3. wQ wS1/ 1-0";
//! let mut record = pgn::read(text)?;
//! assert_eq!(record.tags().get("White"), Some("Ada"));
//! assert_eq!(record.game().moves().len(), 3);
//!
//! record.set_ending(Some(Ending::OutOfTime(Color::Black)));
//! let copy = pgn::read(&pgn::write(&record))?;
//! assert_eq!(copy, record);
//! # Ok::<(), pgn::PgnError>(())
//! ```

mod error;
mod escape;
mod games;
mod header;
mod read;
mod write;

pub use error::{PgnError, PgnErrorKind};
pub use games::{Games, read, read_all};
pub use write::write;

/// What opens a variation inside a comment.
const VARIATION: &str = "[%skep-var";
