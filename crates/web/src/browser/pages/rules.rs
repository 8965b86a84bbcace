//! The rules on one page, with boards drawn from the lessons. Every heading has an address; refusals link to them.

mod diagram;

use leptos::prelude::*;
use skep_course::{Block, Heading, RulesPage, Span, rules_page};
use skep_words::Key;
use wasm_bindgen::JsCast as _;

use crate::browser::app::App;
use crate::browser::device::{document, window};
use crate::browser::parts::Icon;
use crate::route::Route;

/// A heading with what stands below it, smaller headings included.
struct Chapter {
    heading: Heading,
    blocks: Vec<Block>,
    parts: Vec<Chapter>,
}

/// The page, and with an anchor that place on it.
#[component]
pub(super) fn Rules(#[prop(optional_no_strip)] anchor: Option<String>) -> impl IntoView {
    let app = App::get();
    Effect::new(move |_| {
        // Once the page is there; in another language too.
        app.language.track();
        if let Some(anchor) = anchor.clone() {
            request_animation_frame(move || go_to(&anchor));
        }
    });
    move || {
        let page = rules_page(app.language.get());
        let (preface, chapters) = divide(&page);
        let contents = chapters.iter().map(|chapter| entry(chapter.heading)).collect_view();
        view! {
            <main class="rules" id="content" tabindex="-1">
                <nav class="contents" aria-labelledby="contents-title">
                    <h2 id="contents-title">{app.tr(Key::LearnContents)}</h2>
                    <ol>{contents}</ol>
                    <div class="contents-acts">
                        <a class="button primary" href=Route::Learn.href()>{app.tr(Key::HomeLearn)}</a>
                        <button class="button" on:click=|_| { let _ = window().print(); }><Icon name="share" size=18/>{app.tr(Key::LearnPrint)}</button>
                    </div>
                </nav>
                <article class="rulebook">
                    <header><h1>{page.title}</h1>{preface.iter().map(block).collect_view()}</header>
                    {chapters.iter().map(chapter).collect_view()}
                </article>
            </main>
        }
    }
}

fn entry(heading: Heading) -> impl IntoView {
    view! { <li><a href=Route::Rule(heading.anchor.to_owned()).href()>{heading.text}</a></li> }
}

/// The page as chapters, after what stands before the first heading.
fn divide(page: &RulesPage) -> (Vec<Block>, Vec<Chapter>) {
    let mut preface = Vec::new();
    let mut chapters: Vec<Chapter> = Vec::new();
    for block in &page.blocks {
        match (block, chapters.last_mut()) {
            (Block::Heading(heading), Some(chapter)) if heading.level > 2 => {
                chapter.parts.push(Chapter { heading: *heading, blocks: Vec::new(), parts: Vec::new() });
            }
            (Block::Heading(heading), _) => {
                chapters.push(Chapter { heading: *heading, blocks: Vec::new(), parts: Vec::new() });
            }
            (block, None) => preface.push(block.clone()),
            (block, Some(chapter)) => {
                let blocks = match chapter.parts.last_mut() {
                    Some(part) => &mut part.blocks,
                    None => &mut chapter.blocks,
                };
                blocks.push(block.clone());
            }
        }
    }
    (preface, chapters)
}

fn chapter(chapter: &Chapter) -> impl IntoView + use<> {
    let Heading { anchor, text, .. } = chapter.heading;
    let (boards, words): (Vec<_>, Vec<_>) =
        chapter.blocks.iter().partition(|block| matches!(block, Block::Board { .. }));
    let pictured = !boards.is_empty();
    let parts = (!chapter.parts.is_empty())
        .then(|| view! { <div class="creatures">{chapter.parts.iter().map(part).collect_view()}</div> });
    view! {
        <section class="chapter" class:pictured=pictured>
            <div class="words">
                <h2 id=anchor tabindex="-1"><a href=Route::Rule(anchor.to_owned()).href()>{text}</a></h2>
                {words.into_iter().map(block).collect_view()}
            </div>
            {boards.into_iter().map(block).collect_view()}
            {parts}
        </section>
    }
}

/// An insect: its board on top, as on a card.
fn part(part: &Chapter) -> impl IntoView + use<> {
    let Heading { anchor, text, .. } = part.heading;
    let board = part.blocks.iter().find_map(|block| match block {
        Block::Board { step, caption } => Some((*step, line(caption))),
        _ => None,
    });
    let words = part.blocks.iter().filter(|block| !matches!(block, Block::Board { .. }));
    let (picture, caption) = board.map_or((None, None), |(step, caption)| {
        let picture = view! { <div class="meadow">{diagram::diagram(step)}</div> };
        (Some(picture), Some(view! { <figcaption>{caption}</figcaption> }))
    });
    view! {
        <figure class="card creature">
            {picture}
            <div class="words">
                <h3 id=anchor tabindex="-1"><a href=Route::Rule(anchor.to_owned()).href()>{text}</a></h3>
                {words.map(block).collect_view()}
            </div>
            {caption}
        </figure>
    }
}

fn block(block: &Block) -> AnyView {
    match block {
        Block::Heading(heading) => view! { <h2>{heading.text}</h2> }.into_any(),
        Block::Paragraph(spans) => view! { <p>{line(spans)}</p> }.into_any(),
        Block::List(items) => {
            view! { <ul>{items.iter().map(|item| view! { <li>{line(item)}</li> }).collect_view()}</ul> }
                .into_any()
        }
        Block::Table(rows) => table(rows).into_any(),
        Block::Board { step, caption } => view! {
            <figure class="ruleboard">
                <div class="meadow">{diagram::diagram(step)}</div>
                <figcaption>{line(caption)}</figcaption>
            </figure>
        }
        .into_any(),
    }
}

fn line(spans: &[Span]) -> impl IntoView + use<> {
    let one = |span: &Span| match *span {
        Span::Text(text) => text.into_any(),
        Span::Strong(text) => view! { <b>{text}</b> }.into_any(),
        Span::Code(text) => view! { <code>{text}</code> }.into_any(),
    };
    spans.iter().map(one).collect_view()
}

fn table(rows: &[Vec<Vec<Span>>]) -> impl IntoView + use<> {
    let head = rows
        .first()
        .map(|row| row.iter().map(|cell| view! { <th scope="col">{line(cell)}</th> }).collect_view());
    let body = rows.iter().skip(1).map(|row| {
        let cells = row.iter().map(|cell| view! { <td>{line(cell)}</td> }).collect_view();
        view! { <tr>{cells}</tr> }
    });
    view! { <table class="ruletable"><thead><tr>{head}</tr></thead><tbody>{body.collect_view()}</tbody></table> }
}

/// Shows a place of the page, and lets a screen reader go on from there.
fn go_to(anchor: &str) {
    if let Some(heading) = document().get_element_by_id(anchor) {
        heading.scroll_into_view();
        let _ = heading.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}
