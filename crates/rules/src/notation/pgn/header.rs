//! The tags of a PGN text, and what they say about rules and ending.

use super::PgnErrorKind;
use super::escape::{decode, strip_backslashes};
use crate::notation::record::{Ending, QUEEN_FIRST, REPETITION_DRAW, TERMINATION, Tags, is_name};
use crate::{Color, GameResult, GameType, RuleSet};

/// What the tags of one game say.
#[derive(Debug, Default)]
pub(super) struct Header {
    /// The tags that are just kept.
    pub(super) tags: Tags,
    /// The result that is claimed.
    pub(super) result: Option<GameResult>,
    termination: Option<String>,
    game_type: GameType,
    queen_first: Option<bool>,
    repetition_draw: Option<bool>,
}

impl Header {
    /// Takes in one tag.
    pub(super) fn take(&mut self, name: &str, value: String) -> Result<(), PgnErrorKind> {
        let truth = |tag: &'static str| match value.trim() {
            text if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
            text if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
            _ => Err(PgnErrorKind::RuleTag(tag)),
        };
        match name {
            "GameType" => self.game_type = value.parse().map_err(PgnErrorKind::GameType)?,
            "Result" => self.result = result_word(value.trim()).flatten(),
            QUEEN_FIRST => self.queen_first = truth(QUEEN_FIRST)?,
            REPETITION_DRAW => self.repetition_draw = truth(REPETITION_DRAW)?,
            TERMINATION => self.termination = Some(value),
            _ => self.tags.set(name, value).map_err(|_| PgnErrorKind::Tag)?,
        }
        Ok(())
    }

    /// The rules under which the moves are read: where the tags are silent, everything goes.
    pub(super) fn lenient_rules(&self) -> RuleSet {
        RuleSet {
            game_type: self.game_type,
            queen_first: self.queen_first.unwrap_or(true),
            repetition_draw: self.repetition_draw.unwrap_or(false),
        }
    }

    /// The rules of the game: where the tags are silent, the usual ones, unless the moves break them.
    pub(super) fn rules(&self, queen_came_first: bool, played_on: bool) -> RuleSet {
        RuleSet {
            game_type: self.game_type,
            queen_first: self.queen_first.unwrap_or(queen_came_first),
            repetition_draw: self.repetition_draw.unwrap_or(!played_on),
        }
    }

    /// How the game ended, going by the claimed result and the termination. The words of a termination that
    /// adds nothing stay with the tags.
    pub(super) fn ending(&mut self, over_on_board: bool) -> Option<Ending> {
        let claim = self.result.filter(|_| !over_on_board);
        let told = claim.and_then(|result| ending(result, self.termination.as_deref()?));
        if told.is_none()
            && let Some(words) = self.termination.take()
        {
            self.tags.keep_termination(words);
        }
        told.or(claim.map(Ending::Stated))
    }
}

/// The ending that a result and a word about it amount to.
fn ending(result: GameResult, word: &str) -> Option<Ending> {
    let word = word.trim();
    let is = |known: &str| word.eq_ignore_ascii_case(known);
    match result {
        _ if is("adjudication") => Some(Ending::Adjudicated(result)),
        GameResult::Draw if is("agreement") => Some(Ending::Agreed),
        GameResult::Win(color) if is("resignation") => Some(Ending::Resigned(!color)),
        GameResult::Win(color) if is("time forfeit") => Some(Ending::OutOfTime(!color)),
        GameResult::Win(color) if is("abandoned") => Some(Ending::Abandoned(!color)),
        _ => None,
    }
}

/// The word for an ending, the reverse of [`ending`].
pub(super) fn termination(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Agreed => Some("agreement"),
        Ending::Resigned(_) => Some("resignation"),
        Ending::OutOfTime(_) => Some("time forfeit"),
        Ending::Abandoned(_) => Some("abandoned"),
        Ending::Adjudicated(_) => Some("adjudication"),
        Ending::Stated(_) => None,
    }
}

/// What a word says about the result, if it is such a word: `Some(None)` says that there is none.
pub(super) fn result_word(word: &str) -> Option<Option<GameResult>> {
    const WHITE: GameResult = GameResult::Win(Color::White);
    const BLACK: GameResult = GameResult::Win(Color::Black);
    let words = [
        ("1-0", Some(WHITE)),
        ("0-1", Some(BLACK)),
        ("1/2-1/2", Some(GameResult::Draw)),
        ("*", None),
        ("WhiteWins", Some(WHITE)),
        ("BlackWins", Some(BLACK)),
        ("Draw", Some(GameResult::Draw)),
        ("InProgress", None),
        ("NotStarted", None),
        ("Unknown", None),
        // So spelled by hivegame.com.
        ("Unkown", None),
        ("Adjudicated", None),
    ];
    words.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, result)| result)
}

/// One tag at the beginning of a text: its name, its value, and how long it is.
pub(super) fn tag(text: &str) -> Option<(&str, String, usize)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let (name, rest) = inner.split_at(inner.find(|c: char| c.is_whitespace() || c == '"')?);
    let value = rest.trim_start().strip_prefix('"')?;
    if !is_name(name) {
        return None;
    }
    let (value, after) = strict_value(value).or_else(|| line_value(value))?;
    Some((name, decode(&strip_backslashes(value)), text.len() - after.len()))
}

/// A value up to the first quote without a backslash, if the tag ends there. Gives the value and the text
/// after the tag.
fn strict_value(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes || byte == b'\n'
    })?;
    let after = text[end..].strip_prefix('"')?.trim_start_matches([' ', '\t']).strip_prefix(']')?;
    Some((&text[..end], after))
}

/// A value up to the last quote of the line: for writers that escape nothing.
fn line_value(text: &str) -> Option<(&str, &str)> {
    let line = text.split('\n').next().unwrap_or_default();
    let inner = line.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?;
    Some((inner, &text[line.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<String> {
        tag(text).map(|(_, value, _)| value)
    }

    #[test]
    fn a_tag_ends_at_its_closing_bracket() {
        assert_eq!(tag("[White \"Ada\"] [Black"), Some(("White", "Ada".to_owned(), 13)));
        assert_eq!(tag("[ White\t\"A]\" ]x"), Some(("White", "A]".to_owned(), 14)));
        assert_eq!(tag("[Site\"\"]"), Some(("Site", String::new(), 8)));
    }

    #[test]
    fn quotes_are_read_with_and_without_backslashes() {
        assert_eq!(value(r#"[Event "the \"big\" one"]"#).as_deref(), Some(r#"the "big" one"#));
        assert_eq!(value(r#"[Event "the "big" one"]"#).as_deref(), Some(r#"the "big" one"#));
        assert_eq!(value("[Event \"ends in \\\"]\r\nnext").as_deref(), Some("ends in \\"));
        assert_eq!(value(r#"[Event "both \\"]"#).as_deref(), Some("both \\"));
    }

    #[test]
    fn what_is_no_tag_is_refused() {
        for text in
            ["[", "[]", "[White]", "[White Ada]", "[White \"Ada]", "[White \"Ada\"", "[Wh ite \"\"]", "x"]
        {
            assert_eq!(tag(text), None, "{text}");
        }
    }

    #[test]
    fn terminations_round_trip() {
        for color in Color::ALL {
            let win = GameResult::Win(color);
            let all = [
                Ending::Agreed,
                Ending::Resigned(color),
                Ending::OutOfTime(color),
                Ending::Abandoned(color),
                Ending::Adjudicated(win),
                Ending::Adjudicated(GameResult::Draw),
            ];
            for told in all {
                assert_eq!(ending(told.result(), termination(told).unwrap()), Some(told));
            }
            assert_eq!(ending(win, "agreement"), None);
            assert_eq!(termination(Ending::Stated(win)), None);
        }
        assert_eq!(ending(GameResult::Draw, "resignation"), None);
    }
}
