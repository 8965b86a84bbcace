//! `explain`: what the engine makes of a position or a turn, one fact a line.
//!
//! The first field says what the line is about:
//!
//! | Line | Meaning |
//! |---|---|
//! | `score;+0.37` | for the side to move, as in the lines of `bestmove` |
//! | `chances;52;13;35` | of winning, drawing and losing, in percent |
//! | `line;wA1 bQ/;...` | the best line, or the turn and what follows |
//! | `cost;4` | what a turn gives away, in percent of a point |
//! | `threat;bA1 wQ/` | with what the other side would win (or the turn threatens to) |
//! | `term;Attack;+0.40;+0.10` | a part of the evaluation: of the side to move, of the other side |

use skep_engine::{Limits, Outlook, Score, StopToken, Threat};
use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Game, Move, Position};

use super::think::words;
use crate::brain::Brain;
use crate::reply::Reply;

/// Positions to look at: a second or less.
const NODES: u64 = 200_000;

const SILENT: &str = "this engine explains nothing";

/// Explains the present position of a game that is not over.
pub(super) fn position(game: &Game, brain: &mut impl Brain, stop: &StopToken) -> Reply {
    let Some(found) = brain.explain(game, &Limits::nodes(NODES), stop) else { return Reply::error(SILENT) };
    let mut lines = verdict(found.score, found.outlook, &found.line, game);
    lines.extend(found.threat.map(|found| threat(found, game.position())));
    for term in found.terms {
        // 200 units are one logit, the unit of scores.
        let (mover, other) = (f64::from(term.mover) / 200.0, f64::from(term.other) / 200.0);
        lines.push(format!("term;{:?};{mover:+.2};{other:+.2}", term.aspect));
    }
    Reply::Lines(lines)
}

/// Explains a legal turn.
pub(super) fn turn(game: &Game, mv: Move, brain: &mut impl Brain, stop: &StopToken) -> Reply {
    let Some(found) = brain.explain_move(game, mv, &Limits::nodes(NODES), stop) else {
        return Reply::error(SILENT);
    };
    let mut lines = verdict(found.score, found.outlook, &found.line, game);
    lines.push(format!("cost;{:.0}", 100.0 * found.cost));
    let mut after = game.position().clone();
    let _ = after.play_unchecked(mv);
    lines.extend(found.threat.map(|found| threat(found, &after)));
    Reply::Lines(lines)
}

fn verdict(score: Score, outlook: Outlook, line: &[Move], game: &Game) -> Vec<String> {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let Outlook { win, draw, loss } = outlook;
    vec![
        format!("score;{score}"),
        format!("chances;{};{};{}", percent(win), percent(draw), percent(loss)),
        format!("line;{}", words(game.position(), line).join(";")),
    ]
}

fn threat(threat: Threat, position: &Position) -> String {
    let Threat { piece, cell: to } = threat;
    let mv = match position.board().find(piece) {
        Some((from, _)) => Move::Relocate { piece, from, to },
        None => Move::Place { piece, to },
    };
    format!("threat;{}", UhpMove::of(mv, position))
}
