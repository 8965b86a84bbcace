//! From a PGN text to a record.

use super::escape::decode;
use super::header::{Header, result_word, tag};
use super::{PgnError, PgnErrorKind, VARIATION};
use crate::notation::place::{Place, excerpt};
use crate::notation::record::{NodeId, Record};
use crate::notation::uhp::{MAX_PLIES, MoveTextError, ParseUhpMoveError, Reference, UhpMove};
use crate::{Bug, Game, Move};

/// Reads a text with exactly one game in it.
pub(super) fn read_one(text: &str) -> Result<Record, PgnError> {
    let mut header = Header::default();
    let fail = |(at, kind): Failure| PgnError { place: Place::of(text, at), kind };
    let start = read_tags(text, &mut header).map_err(fail)?;
    let mut reader = Reader::new(text, &header);
    reader.comments_before(0, start).map_err(fail)?;
    reader.moves(start, text.len(), Comments::Braces).map_err(fail)?;
    Ok(reader.finish(header))
}

/// What went wrong at which byte.
type Failure = (usize, PgnErrorKind);

/// Reads the tags and hands back where the moves begin.
fn read_tags(text: &str, header: &mut Header) -> Result<usize, Failure> {
    let mut at = 0;
    loop {
        at = skip_blanks(text, at, text.len());
        match text.as_bytes().get(at) {
            Some(b'[') => {
                let (name, value, length) = tag(&text[at..]).ok_or((at, PgnErrorKind::Tag))?;
                header.take(name, value).map_err(|kind| (at, kind))?;
                at += length;
            }
            Some(b'{') => at = end_of_comment(text, at, text.len())? + 1,
            Some(b';') => at = end_of_line(text, at, text.len()),
            _ => return Ok(at),
        }
    }
}

/// How comments stand in a piece of text.
#[derive(Clone, Copy, PartialEq)]
enum Comments {
    /// In braces: the usual way.
    Braces,
    /// In double quotes: inside a variation inside a comment.
    Quotes,
}

/// A line of moves that waits until a variation of its last move is read.
struct Waiting {
    /// Where the variation was opened.
    opened: usize,
    node: NodeId,
    replaced: Move,
    base: usize,
}

struct Reader<'a> {
    text: &'a str,
    record: Record,
    game: Game,
    /// The place of the last move.
    node: NodeId,
    /// How many moves had been played where the present line begins.
    base: usize,
    waiting: Vec<Waiting>,
    /// A comment that stands before the first move of a variation.
    early: String,
    queen_came_first: bool,
    played_on: bool,
    result: Option<crate::GameResult>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, header: &Header) -> Reader<'a> {
        let record = Record::new(header.lenient_rules());
        let node = record.start();
        Reader {
            text,
            game: Game::new(header.lenient_rules()),
            record,
            node,
            base: 0,
            waiting: Vec::new(),
            early: String::new(),
            queen_came_first: false,
            played_on: false,
            result: header.result,
        }
    }

    /// Reads the comments among the tags.
    fn comments_before(&mut self, mut at: usize, end: usize) -> Result<(), Failure> {
        loop {
            at = skip_blanks(self.text, at, end);
            match self.text.as_bytes()[..end].get(at) {
                Some(b'[') => at += tag(&self.text[at..]).map_or(1, |(_, _, length)| length),
                Some(b'{' | b';') => at = self.comment(at, end)?,
                _ => return Ok(()),
            }
        }
    }

    /// Reads moves, comments and variations from one place to another.
    fn moves(&mut self, mut at: usize, end: usize, comments: Comments) -> Result<(), Failure> {
        let depth = self.waiting.len();
        loop {
            at = skip_blanks(self.text, at, end);
            match self.text.as_bytes()[..end].get(at) {
                None => break,
                Some(b'{' | b';') if comments == Comments::Braces => at = self.comment(at, end)?,
                Some(b'"') if comments == Comments::Quotes => at = self.quote(at, end)?,
                Some(b'(') => {
                    self.open(at)?;
                    at += 1;
                }
                Some(b')') if self.waiting.len() > depth => {
                    self.close();
                    at += 1;
                }
                Some(b')' | b'}') => return Err((at, PgnErrorKind::Unopened)),
                Some(b'[' | b']') => return Err((at, PgnErrorKind::Tag)),
                Some(_) => at = self.word(at, end)?,
            }
        }
        match self.waiting.get(depth) {
            Some(waiting) => Err((waiting.opened, PgnErrorKind::OpenVariation)),
            None => Ok(()),
        }
    }

    /// Reads a number, a result, an annotation or a move.
    fn word(&mut self, at: usize, end: usize) -> Result<usize, Failure> {
        let word = word_at(self.text, at, end);
        let next = at + word.len();
        if word.is_empty() {
            return Err((at, PgnErrorKind::Unopened));
        }
        if word.starts_with('$') {
            self.say(word);
            return Ok(next);
        }
        if let Some(result) = result_word(word) {
            // Only the main line tells how the game ended.
            if self.waiting.is_empty() {
                self.result = result;
            }
            return Ok(next);
        }
        let name = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        let name_at = next - name.len();
        match name.trim_end_matches(['!', '?']) {
            "" => {
                self.say(name);
                Ok(next)
            }
            _ => self.read_move(name_at, end),
        }
    }

    /// Reads a move: one word, or two unless it is a pass or the first tile.
    fn read_move(&mut self, at: usize, end: usize) -> Result<usize, Failure> {
        let first = word_at(self.text, at, end);
        let name = first.trim_end_matches(['!', '?']);
        let mut next = at + first.len();
        let mut last = first;
        let parsed = if name.eq_ignore_ascii_case("pass") {
            Ok(UhpMove::Pass)
        } else {
            let piece = name.parse().map_err(ParseUhpMoveError::Piece);
            let to_at = skip_blanks(self.text, next, end);
            let to = word_at(self.text, to_at, end);
            // The first tile has no destination, or, in some files, a dot for one. A word with a mark can only
            // be a destination, and is refused as one.
            let stands_alone = to != "." && !Reference::parse(to).is_ok_and(|to| to.side.is_some());
            if self.game.position().board().is_empty() && stands_alone {
                piece.map(|piece| UhpMove::Tile { piece, to: None })
            } else {
                (next, last) = if piece.is_ok() { (to_at + to.len(), to) } else { (next, last) };
                piece.and_then(|piece| {
                    let to = match to.trim_end_matches(['!', '?']) {
                        "" | "." => None,
                        to => Some(Reference::parse(to)?),
                    };
                    Ok(UhpMove::Tile { piece, to })
                })
            }
        };
        let written = &self.text[at..next];
        self.play(parsed).map_err(|kind| match kind {
            PgnErrorKind::Move { ply, error, .. } => {
                (at, PgnErrorKind::Move { ply, text: excerpt(written.trim_end()), error })
            }
            kind => (at, kind),
        })?;
        self.say(&last[last.trim_end_matches(['!', '?']).len()..]);
        Ok(next)
    }

    fn play(&mut self, parsed: Result<UhpMove, ParseUhpMoveError>) -> Result<(), PgnErrorKind> {
        let ply = self.game.moves().len() + 1;
        if ply > MAX_PLIES {
            return Err(PgnErrorKind::TooLong);
        }
        let fail = |error| PgnErrorKind::Move { ply, text: String::new(), error };
        let written = parsed.map_err(|error| fail(MoveTextError::Syntax(error)))?;
        let resolved = written.resolve(self.game.position());
        let mv = resolved.map_err(|error| fail(MoveTextError::Resolve(error)))?;
        let repeated = self.game.repetitions() >= 3;
        self.game.play(mv).map_err(|error| fail(MoveTextError::Illegal(error)))?;
        self.played_on |= repeated;
        self.queen_came_first |= ply <= 2 && mv.piece().is_some_and(|piece| piece.bug() == Bug::Queen);
        self.node =
            self.record.child_with(self.node, mv).unwrap_or_else(|| self.record.attach(self.node, mv));
        let early = core::mem::take(&mut self.early);
        self.say(&early);
        Ok(())
    }

    /// Begins a variation of the last move.
    fn open(&mut self, at: usize) -> Result<(), Failure> {
        let parent = self.record.parent(self.node).filter(|_| self.game.moves().len() > self.base);
        let (Some(parent), Some(replaced)) = (parent, self.game.moves().last().copied()) else {
            return Err((at, PgnErrorKind::NoMoveToReplace));
        };
        self.game.undo();
        self.waiting.push(Waiting { opened: at, node: self.node, replaced, base: self.base });
        self.base = self.game.moves().len();
        self.node = parent;
        Ok(())
    }

    /// Goes back to where the variation began.
    fn close(&mut self) {
        while self.game.moves().len() > self.base {
            self.game.undo();
        }
        // A comment in a variation without moves is about the move that it would have replaced.
        let early = core::mem::take(&mut self.early);
        if let Some(waiting) = self.waiting.pop() {
            self.game.play(waiting.replaced).expect("it was legal when it was read");
            self.node = waiting.node;
            self.base = waiting.base;
        }
        self.say(&early);
    }

    /// Reads a comment in braces, or one to the end of the line.
    fn comment(&mut self, at: usize, end: usize) -> Result<usize, Failure> {
        if self.text.as_bytes()[at] == b';' {
            let close = end_of_line(self.text, at, end);
            self.say(&decode(self.text[at + 1..close].trim()));
            return Ok(close);
        }
        let close = end_of_comment(self.text, at, end)?;
        let mut said = String::new();
        let mut from = at + 1;
        while let Some(mark) = self.text[from..close].find(VARIATION).map(|mark| from + mark) {
            append(&mut said, self.text[from..mark].trim(), ' ');
            let inner = mark + VARIATION.len();
            let length = self.text[inner..close].find(']').ok_or((mark, PgnErrorKind::OpenVariation))?;
            self.open(mark)?;
            self.moves(inner, inner + length, Comments::Quotes)?;
            self.close();
            from = inner + length + 1;
        }
        append(&mut said, self.text[from..close].trim(), ' ');
        self.say(&decode(&said.replace("\r\n", "\n")));
        Ok(close + 1)
    }

    /// Reads a comment in double quotes.
    fn quote(&mut self, at: usize, end: usize) -> Result<usize, Failure> {
        let length = self.text[at + 1..end].find('"').ok_or((at, PgnErrorKind::OpenComment))?;
        let close = at + 1 + length;
        self.say(&decode(&self.text[at + 1..close]));
        Ok(close + 1)
    }

    /// Adds to the comment of the last move.
    fn say(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        if self.game.moves().len() == self.base && self.base > 0 {
            append(&mut self.early, words, '\n');
        } else {
            self.record.append_comment(self.node, words);
        }
    }

    /// Settles rules and ending.
    fn finish(mut self, mut header: Header) -> Record {
        self.record.settle_rules(header.rules(self.queen_came_first, self.played_on));
        header.result = self.result;
        let over = self.record.game().end_reason().is_some();
        let ending = header.ending(over);
        self.record.set_ending(ending);
        *self.record.tags_mut() = header.tags;
        self.record
    }
}

/// Adds words to a text, set off from those that are there.
fn append(text: &mut String, words: &str, separator: char) {
    if !text.is_empty() && !words.is_empty() {
        text.push(separator);
    }
    text.push_str(words);
}

/// Where the next thing begins: blanks, and lines that begin with `%`, are nothing.
fn skip_blanks(text: &str, mut at: usize, end: usize) -> usize {
    loop {
        let rest = &text[at..end];
        at = end - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        if !text[at..end].starts_with('%') || !text[..at].ends_with('\n') {
            return at;
        }
        at = end_of_line(text, at, end);
    }
}

/// The word at a place: up to a blank or a sign that means something by itself.
fn word_at(text: &str, at: usize, end: usize) -> &str {
    let rest = &text[at..end];
    let length = rest.find(|c: char| c.is_whitespace() || "{}()[];\"".contains(c)).unwrap_or(rest.len());
    &rest[..length]
}

fn end_of_line(text: &str, at: usize, end: usize) -> usize {
    text[at..end].find('\n').map_or(end, |length| at + length)
}

/// The closing brace of the comment that opens at a place.
fn end_of_comment(text: &str, at: usize, end: usize) -> Result<usize, Failure> {
    text[at..end].find('}').map(|length| at + length).ok_or((at, PgnErrorKind::OpenComment))
}
