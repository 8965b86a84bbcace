//! The two players of a match, from the words that describe them.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail};
use skep_arena::contest::Roster;
use skep_arena::pace::Pace;
use skep_arena::player::{EnginePlayer, EngineSpec, Fault, Player, ProgramPlayer, ProgramSpec};
use skep_arena::tally::Side;
use skep_engine::Level;
use skep_uhp::Patience;

use super::args::{Args, seconds};
use super::letter;

/// Both players.
#[derive(Debug)]
pub(super) struct Sides {
    specs: [Spec; 2],
    /// How programs introduced themselves.
    ids: [OnceLock<String>; 2],
}

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
    /// A program that speaks the protocol.
    Program(ProgramSpec),
}

impl Sides {
    pub(super) fn new(args: &Args) -> Result<Sides> {
        let spec = |side: Side, text: &str| {
            let pace = args.pace(side)?;
            parse(text, pace, &args.options(side)?).with_context(|| format!("player {}", letter(side)))
        };
        let specs = [spec(Side::A, &args.a)?, spec(Side::B, &args.b)?];
        Ok(Sides { specs, ids: [OnceLock::new(), OnceLock::new()] })
    }

    /// What a player calls itself, and how it was described.
    pub(super) fn name(&self, side: Side) -> String {
        let name = &self.specs[side.index()].name;
        match self.ids[side.index()].get() {
            Some(id) => format!("{id} [{name}]"),
            None => name.clone(),
        }
    }

    pub(super) fn paces(&self) -> [Pace; 2] {
        [self.specs[0].pace, self.specs[1].pace]
    }

    /// The threads of the player that has more of them, as far as is known.
    pub(super) fn threads(&self) -> usize {
        let threads = |spec: &Spec| match &spec.kind {
            Kind::Engine(engine) => engine.threads.get(),
            Kind::Program(_) => 1,
        };
        self.specs.iter().map(threads).max().unwrap_or(1)
    }
}

impl Roster for Sides {
    fn start(&self, side: Side) -> Result<Box<dyn Player>, Fault> {
        match &self.specs[side.index()].kind {
            Kind::Engine(engine) => Ok(Box::new(EnginePlayer::new(*engine))),
            Kind::Program(program) => {
                let player = ProgramPlayer::start(program)?;
                let _ = self.ids[side.index()].set(player.id().to_owned());
                Ok(Box::new(player))
            }
        }
    }
}

/// Reads the description of a player.
fn parse(text: &str, pace: Pace, options: &[(String, String)]) -> Result<Spec> {
    let mut words = text.split_whitespace();
    let is_ours = words.next() == Some("skep") && words.clone().all(|word| word.contains('='));
    if !is_ours {
        let command = text.parse()?;
        let program = ProgramSpec { command, options: options.to_vec(), patience: Patience::default() };
        return Ok(Spec { name: text.trim().to_owned(), kind: Kind::Program(program), pace });
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
            "contempt" => engine.contempt = value.parse::<u16>().with_context(bad)?.into(),
            "time" => spec_pace = Some(Pace::Time(seconds(value.parse().with_context(bad)?)?)),
            "nodes" => spec_pace = Some(Pace::Nodes(value.parse().with_context(bad)?)),
            "depth" => spec_pace = Some(Pace::Depth(value.parse().with_context(bad)?)),
            "clock" => spec_pace = Some(Pace::parse_clock(value).with_context(bad)?),
            "name" => name = Some(value.to_owned()),
            _ => bail!(
                "{word:?}: our engine takes level, threads, hash, contempt, time, nodes, depth, clock and name"
            ),
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
        match spec.kind {
            Kind::Engine(engine) => Ok((engine, spec.pace)),
            Kind::Program(program) => bail!("{program:?}"),
        }
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

    #[test]
    fn anything_else_is_a_program() {
        for text in ["skep uhp", "./skep", "nokamute --num-threads=1 uhp"] {
            let spec = parse(text, Pace::Depth(1), &[("A".into(), "1".into())]).unwrap();
            assert!(matches!(spec.kind, Kind::Program(_)), "{text}");
        }
        assert!(parse("'", Pace::Depth(1), &[]).is_err());
        assert!(parse("skep", Pace::Depth(1), &[("A".into(), "1".into())]).is_err());
    }
}
