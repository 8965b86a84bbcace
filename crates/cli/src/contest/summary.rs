//! What a match has come to, in a few lines.

use std::fmt;
use std::time::Duration;

use skep_arena::bout::Thinking;
use skep_arena::contest::{Contest, Outcome};
use skep_arena::sprt::Verdict;
use skep_arena::tally::{Score, Side};

use super::letter;
use super::live::elo_text;
use super::side::Sides;
use crate::text::{rate, span};

/// The last words of a match.
pub(super) struct Summary<'a> {
    pub(super) contest: &'a Contest,
    pub(super) sides: &'a Sides,
    pub(super) outcome: &'a Outcome,
    pub(super) origin: &'a str,
    pub(super) took: Duration,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.outcome.tally;
        for side in Side::ALL {
            let (name, pace) = (self.sides.name(side), self.contest.paces[side.index()]);
            writeln!(f, "{}: {name}, {pace}", letter(side))?;
        }
        let games = tally.score.games();
        let openings = self.contest.openings.len().min(self.contest.games.div_ceil(2));
        writeln!(
            f,
            "{}, {games} games in {}, openings: {openings} ({})",
            self.contest.rules.game_type,
            span(self.took),
            self.origin
        )?;
        if self.outcome.unfinished > 0 {
            writeln!(f, "stopped, {} games unfinished and not counted", self.outcome.unfinished)?;
        }
        writeln!(f)?;
        if games == 0 {
            return writeln!(f, "no game was finished");
        }
        self.results(f)?;
        self.endings(f)?;
        for side in Side::ALL {
            thinking(f, side, &tally.thinking[side.index()])?;
        }
        Ok(())
    }
}

impl Summary<'_> {
    fn results(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.outcome.tally;
        writeln!(f, "A against B: {}", score(&tally.score))?;
        writeln!(f, "as White:    {}", score(&tally.by_color[0]))?;
        writeln!(f, "as Black:    {}", score(&tally.by_color[1]))?;
        if let Some((low, high)) = tally.pairs.score_interval() {
            let superiority = 100.0 * tally.pairs.likelihood_of_superiority().unwrap_or(0.5);
            let elo = elo_text(tally.pairs.score(), low, high);
            writeln!(f, "Elo:         {elo} (95%), A is stronger with {superiority:.1}%")?;
            let counts = tally.pairs.0.map(|count| count.to_string()).join(" ");
            writeln!(f, "pairs:       {counts} (with 0, 1/2, 1, 3/2, 2 points)")?;
        }
        if let Some(sprt) = self.contest.sprt {
            let (elo0, elo1) = sprt.hypotheses();
            let (low, high) = sprt.bounds();
            let ratio = sprt.ratio(&tally.pairs);
            let verdict = match self.outcome.verdict {
                Some(Verdict::Accepted) => format!("accepted: A is stronger by {elo1} rather than {elo0}"),
                Some(Verdict::Rejected) => format!("rejected: A is stronger by {elo0} rather than {elo1}"),
                None => "not decided".into(),
            };
            writeln!(f, "SPRT:        [{elo0}, {elo1}] LLR {ratio:+.2} ({low:.2}, {high:.2}) {verdict}")?;
        }
        Ok(())
    }

    fn endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.outcome.tally;
        let list = |counts: &mut dyn Iterator<Item = (&&str, &u64)>| {
            counts.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(f, "endings:     {}", list(&mut tally.endings.iter()))?;
        for side in Side::ALL {
            let forfeits = &tally.forfeits[side.index()];
            if !forfeits.is_empty() {
                writeln!(f, "forfeits {}:  {}", letter(side), list(&mut forfeits.iter()))?;
            }
        }
        let games = tally.score.games() as f64;
        writeln!(f, "length:      {:.1} plies a game", tally.plies as f64 / games)
    }
}

fn score(score: &Score) -> String {
    let percent = 100.0 * score.share().unwrap_or(0.5);
    format!("+{} ={} -{}  {percent:.1}%", score.wins, score.draws, score.losses)
}

fn thinking(f: &mut fmt::Formatter<'_>, side: Side, thinking: &Thinking) -> fmt::Result {
    if thinking.turns == 0 {
        return Ok(());
    }
    let mean = thinking.time.div_f64(thinking.turns as f64);
    write!(f, "{} thinks:    {} a move, {} at most", letter(side), span(mean), span(thinking.longest))?;
    if thinking.overrun > Duration::ZERO {
        write!(f, " ({} too long)", span(thinking.overrun))?;
    }
    if thinking.depth_turns > 0 {
        write!(f, ", depth {:.1}", thinking.depths as f64 / thinking.depth_turns as f64)?;
    }
    if thinking.nodes > 0 {
        write!(f, ", {}", rate(thinking.nodes, thinking.nodes_time).replace("/s", " nodes/s"))?;
    }
    writeln!(f)
}
