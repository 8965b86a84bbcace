//! The rules on one page, as a structure that browser and terminal can draw.

mod parse;

use skep_words::Language;

use crate::lesson::Step;

/// The rules on one page.
#[derive(Clone, Debug)]
pub struct RulesPage {
    /// The title.
    pub title: &'static str,
    /// What follows it.
    pub blocks: Vec<Block>,
}

/// A part of the page.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading, with an anchor that is the same in all languages and never changes.
    Heading(Heading),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list, not numbered.
    List(Vec<Vec<Span>>),
    /// A table, its first row the heads of the columns.
    Table(Vec<Vec<Vec<Span>>>),
    /// A board: the position of a step, with its targets marked when it asks for them.
    Board {
        /// The step.
        step: &'static Step,
        /// What is to be seen.
        caption: Vec<Span>,
    },
}

/// A heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 2 or 3; the title is 1.
    pub level: u8,
    /// The anchor.
    pub anchor: &'static str,
    /// The text.
    pub text: &'static str,
}

/// A run of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain.
    Text(&'static str),
    /// Bold: a word that is explained here.
    Strong(&'static str),
    /// Notation.
    Code(&'static str),
}

impl Span {
    /// The letters.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Span::Text(text) | Span::Strong(text) | Span::Code(text) => text,
        }
    }
}

impl RulesPage {
    /// All headings in order, for a table of contents.
    pub fn headings(&self) -> impl Iterator<Item = &Heading> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Heading(heading) => Some(heading),
            _ => None,
        })
    }

    /// A heading with what stands below it, up to the next heading: what a refusal links to.
    #[must_use]
    pub fn section(&self, anchor: &str) -> Option<&[Block]> {
        let is_heading = |block: &Block| matches!(block, Block::Heading(_));
        let start = self
            .blocks
            .iter()
            .position(|block| matches!(block, Block::Heading(heading) if heading.anchor == anchor))?;
        let length = self.blocks[start + 1..].iter().position(is_heading);
        Some(&self.blocks[start..length.map_or(self.blocks.len(), |length| start + 1 + length)])
    }
}

/// The page in a language.
#[must_use]
pub fn rules_page(language: Language) -> RulesPage {
    parse::page(match language {
        Language::En => include_str!("../content/rules.en.md"),
        Language::Fr => include_str!("../content/rules.fr.md"),
        Language::Nl => include_str!("../content/rules.nl.md"),
    })
}
