//! The scene from bottom to top, each kind of mark with its shape. Colors come from the style sheets.

use leptos::prelude::*;
use skep_rules::{Hex, Piece};
use skep_tabletop::{
    ArrowMark, Badge, BadgeKind, CellKind, CellMark, Ghost, Ink, LessonMark, PathStep, Scene, TileMark,
};

use super::shapes;
use crate::browser::parts::{glyph, tile_class};

fn at(x: f64, y: f64) -> String {
    format!("translate({x:.1} {y:.1})")
}

/// What tiles and cells are called, for those who hear them.
#[derive(Clone, Copy)]
pub(super) struct Names {
    pub(super) tile: Callback<Piece, String>,
    pub(super) cell: Callback<Hex, String>,
}

/// Everything on the table.
#[component]
pub(super) fn Layers(
    scene: Memo<Scene>,
    small: Memo<bool>,
    #[prop(optional)] names: Option<Names>,
) -> impl IntoView {
    let ground = move || {
        scene.with(|scene| {
            scene
                .cells
                .iter()
                .filter(|cell| cell.level == 0)
                .map(|cell| cell_view(cell, names))
                .collect_view()
        })
    };
    let raised = move || {
        scene.with(|scene| {
            scene.cells.iter().filter(|cell| cell.level > 0).map(|cell| cell_view(cell, names)).collect_view()
        })
    };
    let pieces = move || scene.with(|scene| scene.tiles.iter().map(|tile| tile.piece).collect::<Vec<_>>());
    view! {
        <g>{ground}</g>
        <g>
            <For each=pieces key=|piece| *piece let:piece>
                <Tile scene small piece names/>
            </For>
        </g>
        <g>{raised}</g>
        <g>{move || scene.with(rings)}</g>
        <Walk scene/>
        <g>{move || scene.with(|scene| scene.proposed.iter().map(|ghost| view! {
            {ghost_view(*ghost, "proposed")}
            <g class="ring mark ink-blue" transform=at(ghost.x, ghost.y)><path d=shapes::MARK.as_str()/></g>
        }).collect_view())}</g>
        <g class="path">{move || scene.with(|scene| path_view(&scene.path))}</g>
        <g>{move || scene.with(|scene| scene.ghost.map(|ghost| ghost_view(ghost, "ghost")))}</g>
        <g>{move || scene.with(|scene| scene.arrows.iter().map(arrow_view).collect_view())}</g>
        <g>{move || scene.with(|scene| scene.marks.iter().map(|mark| {
            view! { <g class=format!("ring mark {}", ink_class(mark.ink)) transform=at(mark.x, mark.y)><path d=shapes::MARK.as_str()/></g> }
        }).collect_view())}</g>
        <g>{move || scene.with(|scene| scene.focus.as_ref().map(|focus| view! {
            <g class="ring" transform=at(focus.x, focus.y)>
                <path class="ring-focus-case" d=shapes::FOCUS.as_str()/>
                <path class="ring-focus" d=shapes::FOCUS.as_str()/>
            </g>
        }))}</g>
        <g>{move || scene.with(|scene| scene.badges.iter().map(badge_view).collect_view())}</g>
        <g>{move || scene.with(|scene| scene.drag.map(|ghost| ghost_view(ghost, "dragged")))}</g>
    }
}

/// The ghost that shows a path. It keeps its element while it walks, whatever else changes on the table.
#[component]
fn Walk(scene: Memo<Scene>) -> impl IntoView {
    let walk = Memo::new(move |_| scene.with(|scene| scene.demonstration.clone()));
    let ghost = move || {
        let motion = walk.get()?;
        let end = *motion.frames.last()?;
        Some(ghost_view(Ghost { piece: motion.piece, x: end.x, y: end.y }, "ghost walk"))
    };
    view! { <g>{ghost}</g> }
}

/// A tile keeps its element while it lives, so that it can travel.
#[component]
fn Tile(scene: Memo<Scene>, small: Memo<bool>, piece: Piece, names: Option<Names>) -> impl IntoView {
    let mark =
        Memo::new(move |_| scene.with(|scene| scene.tiles.iter().find(|tile| tile.piece == piece).cloned()));
    let class = move || {
        let base = tile_class(piece.color(), piece.bug());
        mark.with(|mark| {
            mark.as_ref().map_or(base.clone(), |mark| {
                let mut class = base;
                for (on, name) in [
                    (mark.pinned, " pinned"),
                    (mark.hovered, " hover"),
                    (mark.movable, " can"),
                    (mark.dragged, " ghost"),
                    (mark.proof, " proof"),
                ] {
                    if on {
                        class.push_str(name);
                    }
                }
                class
            })
        })
    };
    let place = move || mark.with(|mark| mark.as_ref().map(|mark| at(mark.x, mark.y)));
    let hex = move || mark.with(|mark| mark.as_ref().map(|mark| format!("{},{}", mark.hex.q, mark.hex.r)));
    let top = Memo::new(move |_| mark.with(|mark| mark.as_ref().is_some_and(|mark| mark.glyph)));
    let body = format!("#t-{}", piece.color().letter());
    let rings = move || mark.with(|mark| mark.as_ref().map(tile_rings));
    view! {
        <g class=class role=names.map(|_| "img") aria-label=names.map(|names| move || names.tile.run(piece)) transform=place data-piece=piece.to_string() data-hex=hex>
            <use_ href=body x="-56" y="-56" width="112" height="112"/>
            {move || top.get().then(|| insect(piece, small.get()))}
            {move || top.get().then(|| pips(piece))}
            {rings}
        </g>
    }
}

fn insect(piece: Piece, small: bool) -> impl IntoView {
    let (size, suffix) = if small { (82.0, "-s") } else { (70.0, "") };
    let href = format!("#g-{}{suffix}", glyph(piece.bug()));
    view! { <use_ href=href x=-size / 2.0 y=-size / 2.0 - 1.5 width=size height=size/> }
}

/// One dot for the first of its kind, two for the second.
fn pips(piece: Piece) -> impl IntoView {
    let count = if piece.bug().copies() > 1 { piece.number() } else { 0 };
    let left = -3.5 * f64::from(count.saturating_sub(1));
    (0..count)
        .map(|index| view! { <circle class="pip" cx=left + 7.0 * f64::from(index) cy="39" r="2.3"/> })
        .collect_view()
}

fn tile_rings(mark: &TileMark) -> impl IntoView + use<> {
    let last = (mark.last && !mark.selected).then(|| {
        view! {
            <g class="ring">
                <path class="ring-last-case" d=shapes::LAST.as_str()/>
                <path class="ring-last" d=shapes::LAST.as_str()/>
            </g>
        }
    });
    let danger = mark.danger.map(|danger| {
        view! {
            <g class="ring" class:danger-pulse=danger.fresh>
                <path class="ring-danger-case" d=shapes::DANGER_CASE.as_str()/>
                <path class="ring-danger" d=shapes::DANGER.as_str()/>
            </g>
        }
    });
    let proof = mark.proof.then(|| {
        view! {
            <g class="ring">
                <path class="ring-proof-case" d=shapes::DANGER.as_str()/>
                <path class="ring-proof" d=shapes::DANGER.as_str()/>
            </g>
        }
    });
    (last, danger, proof)
}

/// The ring of the tile in the hand lies over its neighbors.
fn rings(scene: &Scene) -> impl IntoView + use<> {
    scene.tiles.iter().find(|tile| tile.selected && !tile.dragged).map(|tile| {
        view! {
            <g class="ring" transform=at(tile.x, tile.y)>
                <path class="ring-case" d=shapes::SELECTED.as_str()/>
                <path class="ring-sel" d=shapes::SELECTED.as_str()/>
            </g>
        }
    })
}

fn cell_view(cell: &CellMark, names: Option<Names>) -> impl IntoView + use<> {
    let (class, legal) = match cell.kind {
        CellKind::Legal => ("cell legal", true),
        CellKind::LegalChosen => ("cell legal hov", true),
        CellKind::LastFrom => ("cell from", false),
        CellKind::Lesson(LessonMark::Found) => ("cell found", false),
        CellKind::Lesson(LessonMark::Wrong) => ("cell wrong", false),
        CellKind::Lesson(LessonMark::Shown) => ("cell from", false),
        CellKind::Proof => ("cell refused", false),
    };
    let name = names.filter(|_| legal).map(|names| names.cell.run(cell.hex));
    let footprints = (cell.kind == CellKind::LastFrom).then(|| {
        view! {
            <circle r="4"/><circle cx="-14" r="2.6"/><circle cx="14" r="2.6"/>
        }
    });
    let sign = match cell.kind {
        CellKind::Lesson(LessonMark::Found) => Some("#i-check"),
        CellKind::Lesson(LessonMark::Wrong) => Some("#i-x"),
        _ => None,
    };
    view! {
        <g class=class role=name.is_some().then_some("img") aria-label=name transform=at(cell.x, cell.y) data-hex=format!("{},{}", cell.hex.q, cell.hex.r)>
            <path d=shapes::CELL.as_str()/>
            {legal.then(|| view! { <circle r="8.5"/> })}
            {footprints}
            {sign.map(|href| view! {
                <circle r="19"/><use_ href=href x="-13" y="-13" width="26" height="26"/>
            })}
        </g>
    }
}

fn ghost_view(ghost: Ghost, class: &'static str) -> impl IntoView {
    let tile = format!("{} {class}", tile_class(ghost.piece.color(), ghost.piece.bug()));
    let body = format!("#t-{}", ghost.piece.color().letter());
    view! {
        <g class=tile transform=at(ghost.x, ghost.y) style="pointer-events:none">
            <use_ href=body x="-56" y="-56" width="112" height="112"/>
            {insect(ghost.piece, false)}
        </g>
    }
}

fn path_view(steps: &[PathStep]) -> impl IntoView + use<> {
    let line: String = steps
        .iter()
        .enumerate()
        .map(|(index, step)| format!("{}{:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, step.x, step.y))
        .collect();
    let numbers = steps.iter().filter(|step| step.number > 0).map(|step| {
        view! {
            <g class="step" transform=at(step.x, step.y)>
                <circle r="13"/>
                <text y="5.5" text-anchor="middle">{step.number}</text>
            </g>
        }
    });
    let numbers = numbers.collect_view();
    (!line.is_empty()).then(|| view! { <path class="crawl" d=line/>{numbers} })
}

fn ink_class(ink: Ink) -> &'static str {
    match ink {
        Ink::Blue => "ink-blue",
        Ink::Green => "ink-green",
        Ink::Red => "ink-red",
        Ink::Yellow => "ink-yellow",
    }
}

fn arrow_view(arrow: &ArrowMark) -> impl IntoView + use<> {
    let shape = shapes::arrow((arrow.from.x, arrow.from.y), (arrow.to.x, arrow.to.y));
    let pale = if arrow.rank.is_some_and(|rank| rank > 1) { "alt" } else { "" };
    let class = format!("arrow {} {pale}", ink_class(arrow.ink));
    let rank = arrow.rank.map(|rank| {
        view! {
            <circle cx=arrow.from.x cy=arrow.from.y r="11"/>
            <text x=arrow.from.x y=arrow.from.y + 4.5 text-anchor="middle">{rank}</text>
        }
    });
    view! {
        <g class=class><path class="case" d=shape.clone()/><path class="body" d=shape/>{rank}</g>
    }
}

fn badge_view(badge: &Badge) -> impl IntoView + use<> {
    let text = |class: &'static str, text: String, width: f64| {
        view! {
            <g class=class transform=at(badge.x, badge.y)>
                <rect x=-width / 2.0 y="-11" width=width height="22" rx="11"/>
                <text y="5" text-anchor="middle">{text}</text>
            </g>
        }
        .into_any()
    };
    let sign = |class: &'static str, icon: &'static str| {
        view! {
            <g class=class transform=at(badge.x, badge.y)>
                <circle r="12"/>
                <use_ href=icon x="-8" y="-8" width="16" height="16"/>
            </g>
        }
        .into_any()
    };
    match badge.kind {
        BadgeKind::Stack(height) => text("badge", format!("×{height}"), 29.0),
        BadgeKind::Danger(sides) => text("badge bad", format!("{sides}/6"), 37.5),
        BadgeKind::Pinned => sign("badge", "#i-link"),
        BadgeKind::Refused => sign("badge bad", "#i-x"),
        BadgeKind::Rank(rank) => text("badge", rank.to_string(), 24.0),
    }
}
