//! From a record to a PGN text.

use core::fmt;
use core::fmt::Write as _;

use super::VARIATION;
use super::escape::{comment, quoted, tag_value};
use super::header::termination;
use crate::notation::record::{NodeId, Outcome, QUEEN_FIRST, REPETITION_DRAW, Record, TERMINATION};
use crate::notation::uhp::{GameState, UhpMove, game_state};
use crate::{Position, RuleSet, Undo};

/// Writes a record as a PGN text.
///
/// [`read`](super::read) gives back an equal record.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = Text(String::new());
    write_tags(record, &mut text);
    if !record.children(record.start()).is_empty() || !record.comment(record.start()).is_empty() {
        text.push(format_args!("\n"));
    }
    let mut position = Position::new(record.rules());
    write_comment(record, record.start(), &position, &mut text);
    for node in record.main_line() {
        write_move(record, node, &position, &mut text);
        text.push(format_args!("\n"));
        write_comment(record, node, &position, &mut text);
        if let Some(mv) = record.move_to(node) {
            let _ = position.play_unchecked(mv);
        }
    }
    if let Some(result) = record.result() {
        text.push(format_args!("\n{}\n", GameState::from(result)));
    }
    text.0
}

struct Text(String);

impl Text {
    fn push(&mut self, part: fmt::Arguments<'_>) {
        self.0.write_fmt(part).expect("a String takes any text");
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.push(format_args!("[{name} \"{}\"]\n", tag_value(value)));
    }
}

fn write_tags(record: &Record, text: &mut Text) {
    let RuleSet { game_type, queen_first, repetition_draw } = record.rules();
    let game = record.game();
    let outcome = record.outcome_of(&game);
    let state = outcome.map_or_else(|| game_state(&game), |outcome| outcome.result().into());
    text.tag("GameType", &game_type.to_string());
    for (name, value) in record.tags().roster() {
        text.tag(name, value);
    }
    text.tag("Result", state.as_str());
    if let Some(Outcome::Other(ending)) = outcome
        && let Some(word) = termination(ending)
    {
        text.tag(TERMINATION, word);
    }
    let usual = RuleSet::new(game_type);
    if queen_first != usual.queen_first {
        text.tag(QUEEN_FIRST, &queen_first.to_string());
    }
    if repetition_draw != usual.repetition_draw {
        text.tag(REPETITION_DRAW, &repetition_draw.to_string());
    }
    for (name, value) in record.tags().others() {
        text.tag(name, value);
    }
}

/// Writes the number of a ply and its move. The position is the one before it.
fn write_move(record: &Record, node: NodeId, position: &Position, text: &mut Text) {
    if let Some(mv) = record.move_to(node) {
        text.push(format_args!("{}. {}", position.ply() + 1, UhpMove::of(mv, position)));
    }
}

/// Writes all that is said about a move of the main line: words, then variations.
fn write_comment(record: &Record, node: NodeId, position: &Position, text: &mut Text) {
    let words = record.comment(node);
    let variations = alternatives(record, node);
    if words.is_empty() && variations.is_empty() {
        return;
    }
    text.push(format_args!("{{ "));
    if !words.is_empty() {
        text.push(format_args!("{} ", comment(words)));
    }
    for &variation in variations {
        text.push(format_args!("{VARIATION} "));
        write_variation(record, variation, position.clone(), text);
        text.push(format_args!("] "));
    }
    text.push(format_args!("}}\n"));
}

/// The moves that stand beside a move of a main line.
fn alternatives(record: &Record, node: NodeId) -> &[NodeId] {
    match record.parent(node).map(|parent| record.children(parent)) {
        Some([main, others @ ..]) if *main == node => others,
        _ => &[],
    }
}

/// What remains to be written of a variation.
enum Step {
    /// A move with what is said about it.
    Move(NodeId),
    /// What follows a move, once all its variations are written.
    After(NodeId),
    Open,
    Close,
}

/// Writes a variation and the variations in it. The steps are kept on a list instead of the call stack, so
/// that no depth is too deep.
fn write_variation(record: &Record, first: NodeId, mut position: Position, text: &mut Text) {
    let mut played: Vec<Undo> = Vec::new();
    let mut opened: Vec<usize> = Vec::new();
    let mut steps = vec![Step::Move(first)];
    let mut separator = "";
    while let Some(step) = steps.pop() {
        match step {
            Step::Move(node) => {
                text.push(format_args!("{separator}"));
                write_move(record, node, &position, text);
                if !record.comment(node).is_empty() {
                    text.push(format_args!(" \"{}\"", quoted(record.comment(node))));
                }
                separator = " ";
                steps.push(Step::After(node));
                for &variation in alternatives(record, node).iter().rev() {
                    steps.extend([Step::Close, Step::Move(variation), Step::Open]);
                }
            }
            Step::After(node) => {
                if let Some(mv) = record.move_to(node) {
                    played.push(position.play_unchecked(mv));
                }
                steps.extend(record.children(node).first().copied().map(Step::Move));
            }
            Step::Open => {
                text.push(format_args!(" ("));
                separator = "";
                opened.push(played.len());
            }
            Step::Close => {
                text.push(format_args!(")"));
                separator = " ";
                for undo in played.drain(opened.pop().unwrap_or_default()..).rev() {
                    position.undo(undo);
                }
            }
        }
    }
}
