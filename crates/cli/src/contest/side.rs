//! The two players of a match, from the words that describe them.

use std::num::NonZeroUsize;

use anyhow::{Context as _, Result, bail};
use skep_arena::contest::Roster;
use skep_arena::pace::Pace;
use skep_arena::player::{EnginePlayer, EngineSpec, Fault, Player};
use skep_arena::tally::Side;
use skep_engine::Level;

use super::args::{Args, seconds};
use super::letter;

/// Both players.
#[derive(Debug)]
pub(super) struct Sides([Spec; 2]);

#[derive(Clone, Debug)]
struct Spec {
    name: String,
    kind: Kind,
    pace: Pace,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Our engine in this process.
    Engine(EngineSpec),
}

impl Sides {
    pub(super) fn new(args: &Args) -> Result<Sides> {
        let spec = |side: Side, text: &str| {
            let pace = args.pace(side)?;
            parse(text, pace, &args.options(side)?).with_context(|| format!("player {}", letter(side)))
        };
        Ok(Sides([spec(Side::A, &args.a)?, spec(Side::B, &args.b)?]))
    }

    pub(super) fn name(&self, side: Side) -> &str {
        &self.0[side.index()].name
    }

    pub(super) fn paces(&self) -> [Pace; 2] {
        [self.0[0].pace, self.0[1].pace]
    }

    /// The threads of the player that has more of them, as far as is known.
    pub(super) fn threads(&self) -> usize {
        let threads = |spec: &Spec| match &spec.kind {
            Kind::Engine(engine) => engine.threads.get(),
        };
        self.0.iter().map(threads).max().unwrap_or(1)
    }
}

impl Roster for Sides {
    fn start(&self, side: Side) -> Result<Box<dyn Player>, Fault> {
        match &self.0[side.index()].kind {
            Kind::Engine(engine) => Ok(Box::new(EnginePlayer::new(*engine))),
        }
    }
}

/// Reads the description of a player.
fn parse(text: &str, pace: Pace, options: &[(String, String)]) -> Result<Spec> {
    let mut words = text.split_whitespace();
    let is_ours = words.next() == Some("skep") && words.clone().all(|word| word.contains('='));
    if !is_ours {
        bail!("{text:?} is not one of our engines");
    }
    if !options.is_empty() {
        bail!("options are for programs; write `skep level=5` for our engine");
    }
    let mut engine = EngineSpec::default();
    let mut spec_pace = None;
    let mut name = None;
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let bad = || format!("{word:?} is not understood");
        match key {
            "level" => engine.level = value.parse().ok().and_then(Level::new).with_context(bad)?,
            "threads" => engine.threads = value.parse::<NonZeroUsize>().with_context(bad)?,
            "hash" => engine.table_mib = value.parse::<NonZeroUsize>().with_context(bad)?.get(),
            "time" => spec_pace = Some(Pace::Time(seconds(value.parse().with_context(bad)?)?)),
            "nodes" => spec_pace = Some(Pace::Nodes(value.parse().with_context(bad)?)),
            "depth" => spec_pace = Some(Pace::Depth(value.parse().with_context(bad)?)),
            "clock" => spec_pace = Some(Pace::parse_clock(value).with_context(bad)?),
            "name" => name = Some(value.to_owned()),
            _ => bail!("{word:?}: our engine takes level, threads, hash, time, nodes, depth, clock and name"),
        }
    }
    let pace = spec_pace.unwrap_or(pace);
    Ok(Spec { name: name.unwrap_or_else(|| text.trim().to_owned()), kind: Kind::Engine(engine), pace })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(text: &str) -> Result<(EngineSpec, Pace)> {
        let spec = parse(text, Pace::Depth(1), &[])?;
        let Kind::Engine(engine) = spec.kind;
        Ok((engine, spec.pace))
    }

    #[test]
    fn our_engine_is_described_by_keys_and_values() {
        assert_eq!(engine("skep").unwrap(), (EngineSpec::default(), Pace::Depth(1)));
        let (spec, pace) = engine("skep level=3 threads=2 hash=8 nodes=500").unwrap();
        assert_eq!((spec.level.number(), spec.threads.get(), spec.table_mib), (3, 2, 8));
        assert_eq!(pace, Pace::Nodes(500));
        for text in ["skep level=11", "skep threads=0", "skep hash=x", "skep time=-1", "skep color=red"] {
            assert!(engine(text).is_err(), "{text}");
        }
    }
}
