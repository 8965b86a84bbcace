//! A board of the rules page: a step's position with what the rule is about marked on it.

use leptos::prelude::*;
use skep_course::{Step, StepSession, Task};
use skep_tabletop::{Action, update};

use crate::browser::board::picture;
use crate::browser::pages::learn::adorn;

/// Wide enough for the caption below it; tiles as large as the hive allows.
const SIZE: (f64, f64) = (340.0, 236.0);
const TILE: f64 = 58.0;

/// Draws the position of a step.
pub(super) fn diagram(step: &'static Step) -> Option<AnyView> {
    let session = StepSession::new(step);
    let position = session.position()?.clone();
    let task = session.task().clone();
    let spotlight = adorn::spotlight(&task);
    Some(picture(
        position,
        SIZE,
        TILE,
        |table| {
            update(table, Action::Spotlight(spotlight));
            // No cell around the hive is marked: the margin for them can go.
            if matches!(task, Task::MakeMove { .. }) {
                update(table, Action::Zoom { factor: 1.3, about: None });
            }
        },
        |table, scene| match &task {
            Task::TapAllTargets { targets, .. } => adorn::targets(targets, table, scene),
            Task::MakeMove { answers, .. } => {
                if let Some(turn) = answers.first() {
                    adorn::point(*turn, table, scene);
                }
            }
            Task::SpotWhyRefused { turn, because, .. } => {
                adorn::attempt(*turn, table, scene);
                adorn::prove(&because.cells(), table, scene);
            }
            Task::Read | Task::Choose { .. } => {}
        },
    ))
}
