//! Reads the few forms of Markdown that the page uses. Whatever else is there is a paragraph.

use super::{Block, Heading, RulesPage, Span};
use crate::lesson::step;

pub(super) fn page(text: &'static str) -> RulesPage {
    let mut page = RulesPage { title: "", blocks: Vec::new() };
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        let next = read_line(line, &mut page);
        // Lines of a list or a table that follow each other belong together.
        match (next, page.blocks.last_mut()) {
            (Some(Block::List(items)), Some(Block::List(list))) if is_open => list.extend(items),
            (Some(Block::Table(rows)), Some(Block::Table(table))) if is_open => table.extend(rows),
            (Some(block), _) => page.blocks.push(block),
            (None, _) => {}
        }
        is_open = !line.is_empty();
    }
    page
}

fn read_line(line: &'static str, page: &mut RulesPage) -> Option<Block> {
    if line.is_empty() {
        return None;
    }
    if let Some(title) = line.strip_prefix("# ") {
        page.title = title;
        return None;
    }
    let heading = |level, rest: &'static str| {
        let (text, anchor) = rest.split_once(" {#").unwrap_or((rest, ""));
        Some(Block::Heading(Heading { level, anchor: anchor.trim_end_matches('}'), text }))
    };
    if let Some(rest) = line.strip_prefix("### ") {
        return heading(3, rest);
    }
    if let Some(rest) = line.strip_prefix("## ") {
        return heading(2, rest);
    }
    if let Some(item) = line.strip_prefix("- ") {
        return Some(Block::List(vec![spans(item)]));
    }
    if let Some(row) = line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) {
        let is_rule = row.chars().all(|letter| matches!(letter, '-' | '|' | ':' | ' '));
        let cells = if is_rule { vec![] } else { vec![row.split('|').map(|it| spans(it.trim())).collect()] };
        return Some(Block::Table(cells));
    }
    if let Some((id, caption)) = line.strip_prefix("[board: ").and_then(|rest| rest.split_once(']'))
        && let Some(step) = step(id)
    {
        return Some(Block::Board { step, caption: spans(caption.trim()) });
    }
    Some(Block::Paragraph(spans(line)))
}

/// Takes a line apart at `**` and backquotes.
fn spans(line: &'static str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = line;
    while let Some((before, mark, inner, after)) = next_mark(rest) {
        if !before.is_empty() {
            spans.push(Span::Text(before));
        }
        spans.push(if mark == "`" { Span::Code(inner) } else { Span::Strong(inner) });
        rest = after;
    }
    if !rest.is_empty() {
        spans.push(Span::Text(rest));
    }
    spans
}

/// The first marked run: what is before it, its mark, its letters, what is behind.
fn next_mark(text: &'static str) -> Option<(&'static str, &'static str, &'static str, &'static str)> {
    let found = ["`", "**"].into_iter().filter_map(|mark| {
        let (before, rest) = text.split_once(mark)?;
        let (inner, after) = rest.split_once(mark)?;
        Some((before, mark, inner, after))
    });
    found.min_by_key(|(before, ..)| before.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let page = page(
            "# Title\n\nA **pin** and `wQ`.\n\n## One {#one}\n- a\n- b\n\n- c\n| x | y |\n|---|---|\n| 1 | 2 |\n[board: object-1] Look.\n[board: nowhere] Lost.",
        );
        assert_eq!(page.title, "Title");
        let mut blocks = page.blocks.iter();
        let Some(Block::Paragraph(spans)) = blocks.next() else { panic!("a paragraph") };
        let expected =
            [Span::Text("A "), Span::Strong("pin"), Span::Text(" and "), Span::Code("wQ"), Span::Text(".")];
        assert_eq!(*spans, expected);
        let heading = Heading { level: 2, anchor: "one", text: "One" };
        assert!(matches!(blocks.next(), Some(Block::Heading(it)) if *it == heading));
        assert!(matches!(blocks.next(), Some(Block::List(items)) if items.len() == 2));
        assert!(matches!(blocks.next(), Some(Block::List(items)) if items.len() == 1));
        assert!(matches!(blocks.next(), Some(Block::Table(rows)) if rows.len() == 2 && rows[1].len() == 2));
        assert!(matches!(blocks.next(), Some(Block::Board { step, .. }) if step.id == "object-1"));
        assert!(matches!(blocks.next(), Some(Block::Paragraph(_))));
        assert_eq!(page.section("one").map(<[Block]>::len), Some(6));
        assert!(page.section("two").is_none());
    }

    #[test]
    fn a_mark_without_its_fellow_is_text() {
        assert_eq!(spans("2 ** 3 ` 4"), [Span::Text("2 ** 3 ` 4")]);
        assert_eq!(spans(""), []);
    }
}
