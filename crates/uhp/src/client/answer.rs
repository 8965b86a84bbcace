//! Making sense of answers.

use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Game, Move};

use super::ClientError;

/// The answer to `bestmove`.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMove {
    /// The move, found by tile and place whatever its spelling.
    pub mv: Move,
    /// The move as the engine wrote it.
    pub text: String,
    /// What it thought on the way, if it told. The last one is the latest.
    pub previews: Vec<Preview>,
}

/// A line `move;depth;score;pv...` from a thinking engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The move.
    pub mv: Move,
    /// How far it has looked, if it is a number.
    pub depth: Option<u32>,
    /// What it thinks of the move.
    pub score: Option<PreviewScore>,
}

/// A score as engines tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PreviewScore {
    /// In units of the engine's own, better for the mover if higher.
    Number(f64),
    /// `#5`: a win in so many plies, or a loss if negative.
    End(i32),
}

/// An option as an engine lists it: `Name;int;Value;Default;Min;Max`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name.
    pub name: String,
    /// The type of its values.
    pub kind: OptionKind,
    /// The present value.
    pub value: String,
    /// The value at the start.
    pub default: String,
    /// Least and greatest value of a number, choices of an enumeration.
    pub choices: Vec<String>,
}

/// The type of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `True` or `False`.
    Bool,
    /// A whole number.
    Int,
    /// A number.
    Double,
    /// One of several words.
    Enum,
}

impl EngineOption {
    /// Reads a line, if it is one.
    #[must_use]
    pub fn parse(line: &str) -> Option<EngineOption> {
        let mut fields = line.split(';').map(str::trim).filter(|field| !field.is_empty());
        let mut field = || fields.next().map(str::to_owned);
        let name = field()?;
        let kind = match field()?.to_ascii_lowercase().as_str() {
            "bool" => OptionKind::Bool,
            "int" => OptionKind::Int,
            "double" => OptionKind::Double,
            "enum" => OptionKind::Enum,
            _ => return None,
        };
        let (value, default) = (field()?, field()?);
        Some(EngineOption { name, kind, value, default, choices: fields.map(str::to_owned).collect() })
    }
}

/// What follows a word at the beginning of a line.
pub(super) fn after_word(line: &str, word: &str) -> Option<String> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim().to_owned())
}

/// The move that a text names, by tile and place.
pub(super) fn resolve(text: &str, game: &Game) -> Option<Move> {
    UhpMove::parse(text).ok()?.resolve(game.position()).ok()
}

/// The last line is the answer, the ones before it are previews. Some engines put a preview last.
pub(super) fn best_move(lines: &[String], game: &Game) -> Result<BestMove, ClientError> {
    let nonsense = |line: &str| super::nonsense("bestmove", line);
    let (last, before) = lines.split_last().ok_or_else(|| nonsense(""))?;
    let text = last.split(';').next().unwrap_or_default().trim().to_owned();
    let mv = resolve(&text, game).ok_or_else(|| nonsense(last))?;
    let mut previews: Vec<Preview> = before.iter().filter_map(|line| preview(line, game)).collect();
    if last.contains(';') {
        previews.extend(preview(last, game));
    }
    Ok(BestMove { mv, text, previews })
}

fn preview(line: &str, game: &Game) -> Option<Preview> {
    let mut fields = line.split(';').map(str::trim);
    let mv = resolve(fields.next()?, game)?;
    let depth = fields.next().and_then(|depth| depth.parse().ok());
    let score = fields.next().and_then(|score| match score.strip_prefix('#') {
        Some(plies) => plies.parse().ok().map(PreviewScore::End),
        None => score.parse().ok().filter(|score: &f64| score.is_finite()).map(PreviewScore::Number),
    });
    Some(Preview { mv, depth, score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_rules::GameType;

    #[test]
    fn options_of_other_engines_are_read() {
        let option = EngineOption::parse("NumThreads;int;2;2;1;2").unwrap();
        assert_eq!((option.name.as_str(), option.kind), ("NumThreads", OptionKind::Int));
        assert_eq!(option.choices, ["1", "2"]);
        let option =
            EngineOption::parse("PonderDuringIdle;enum;Disabled;Disabled;Disabled;SingleThreaded").unwrap();
        assert_eq!((option.kind, option.choices.len()), (OptionKind::Enum, 2));
        assert!(EngineOption::parse("Verbose;bool;False;False").unwrap().choices.is_empty());
        for line in ["", "hello", "A;float;1;1", "A;int;1", ";;;"] {
            assert_eq!(EngineOption::parse(line), None, "{line}");
        }
    }

    #[test]
    fn the_last_line_is_the_answer() {
        let game = Game::new(GameType::BASE);
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let answer =
            best_move(&lines(&["wA1;1;0.50;wA1", "chatter", "wB1;2;#-4;wB1", "wB1"]), &game).unwrap();
        assert_eq!(answer.text, "wB1");
        assert_eq!(answer.previews.len(), 2);
        assert_eq!(answer.previews[0].score, Some(PreviewScore::Number(0.5)));
        assert_eq!(
            (answer.previews[1].depth, answer.previews[1].score),
            (Some(2), Some(PreviewScore::End(-4)))
        );
        let answer = best_move(&lines(&["wB1;3;inf"]), &game).unwrap();
        assert_eq!((answer.previews[0].depth, answer.previews[0].score), (Some(3), None));
        for bad in [&[][..], &["hello"], &["wA1", "wA1 wA1-"], &["wQ9"]] {
            assert!(best_move(&lines(bad), &game).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn words_are_told_from_beginnings_of_words() {
        assert_eq!(after_word("err no", "err").as_deref(), Some("no"));
        assert_eq!(after_word("err", "err").as_deref(), Some(""));
        assert_eq!(after_word("error;1", "err"), None);
    }
}
