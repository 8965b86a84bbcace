//! A rating over time, as a line.

use leptos::prelude::*;
use skep_wire::rest::RatingHistory;
use skep_words::say;

use crate::browser::app::App;
use crate::online::graph::{Frame, frame};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;

#[component]
pub(super) fn Graph(history: RatingHistory) -> impl IntoView {
    let app = App::get();
    let points: Vec<(i64, i32)> = history.points.iter().map(|point| (point.at, point.rating)).collect();
    let Frame { path, lines } = frame(&points, WIDTH, HEIGHT);
    let ends = points.first().zip(points.last()).map(|(first, last)| (first.1, last.1));
    let label = move || {
        ends.map(|(first, last)| say!(app.language.get(), ProfileGraph, first = first, last = last))
            .unwrap_or_default()
    };
    let lines = lines
        .into_iter()
        .map(|(y, rating)| {
            view! {
                <line x1="44" x2=WIDTH y1=y y2=y/>
                <text x="38" y=y + 4.0 text-anchor="end">{rating}</text>
            }
        })
        .collect_view();
    view! {
        <svg class="graph" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
            {lines}
            <path d=path/>
        </svg>
    }
}
