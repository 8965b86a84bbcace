//! The results of a match for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use skep_arena::elo::elo;
use skep_arena::sprt::Verdict;
use skep_arena::tally::{Score, Side};

use super::summary::Summary;

/// One JSON object.
pub(super) fn text(summary: &Summary<'_>) -> String {
    let (contest, outcome) = (summary.contest, summary.outcome);
    let tally = &outcome.tally;
    let mut fields = vec![
        ("a", string(&summary.sides.name(Side::A))),
        ("b", string(&summary.sides.name(Side::B))),
        ("pace_a", string(&contest.paces[0].to_string())),
        ("pace_b", string(&contest.paces[1].to_string())),
        ("type", string(&contest.rules.game_type.to_string())),
        ("games", tally.score.games().to_string()),
        ("unfinished", outcome.unfinished.to_string()),
        ("seconds", format!("{:.3}", summary.took.as_secs_f64())),
        ("score", score(&tally.score)),
        ("as_white", score(&tally.by_color[0])),
        ("as_black", score(&tally.by_color[1])),
        ("pairs", format!("{:?}", tally.pairs.0)),
        ("endings", counts(&tally.endings)),
        ("forfeits_a", counts(&tally.forfeits[0])),
        ("forfeits_b", counts(&tally.forfeits[1])),
        ("plies", tally.plies.to_string()),
    ];
    if let (Some(share), Some((low, high))) = (tally.pairs.score(), tally.pairs.score_interval()) {
        fields
            .push(("elo", format!("[{}, {}, {}]", number(elo(low)), number(elo(share)), number(elo(high)))));
    }
    if let Some(sprt) = contest.sprt {
        let verdict = match outcome.verdict {
            Some(Verdict::Accepted) => "accepted",
            Some(Verdict::Rejected) => "rejected",
            None => "undecided",
        };
        fields.push(("llr", number(sprt.ratio(&tally.pairs))));
        fields.push(("verdict", string(verdict)));
    }
    let fields: Vec<String> =
        fields.into_iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

fn score(score: &Score) -> String {
    format!("[{}, {}, {}]", score.wins, score.draws, score.losses)
}

fn counts(counts: &BTreeMap<&'static str, u64>) -> String {
    let fields: Vec<String> =
        counts.iter().map(|(name, count)| format!("{}: {count}", string(name))).collect();
    format!("{{{}}}", fields.join(", "))
}

/// JSON knows no infinity.
fn number(number: f64) -> String {
    if number.is_finite() { format!("{number:.2}") } else { "null".into() }
}

fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{:04x}", u32::from(c)).expect("a String takes any text")
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_and_numbers_finite() {
        assert_eq!(string("a \"b\" \\ \n"), "\"a \\\"b\\\" \\\\ \\u000a\"");
        assert_eq!((number(f64::INFINITY), number(-1.0)), ("null".into(), "-1.00".into()));
    }
}
