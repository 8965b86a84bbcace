//! `skep tune`: games in, weights out.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use clap::Args as ClapArgs;
use skep_engine::tuning::{
    FEATURES, Knowledge, RealNetwork, WeightClass, WeightTable, network_bytes, weights_text,
};
use skep_rules::GameType;
use skep_tuner::fit::{Fitting, fit, loss, values};
use skep_tuner::network::{self, Judged, Training, train};
use skep_tuner::samples::{Samples, Sampling, class_of};
use skep_tuner::selfplay::{PlayedGame, SelfPlay, read_line, write_line};

use crate::progress::Progress;

/// Options of `skep tune`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// Play this many games of the engine against itself, in each round
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    selfplay: usize,
    /// Rounds of playing and learning: each plays with what the round before has learned
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// Learn from the games of this many rounds, the last ones
    #[arg(long, value_name = "ROUNDS", default_value_t = 3)]
    window: usize,
    /// Play the first round with an evaluation that knows nothing
    #[arg(long)]
    from_nothing: bool,
    /// Positions that the engine looks at for each turn of these games
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Makes other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Types of the games, in turn; weights for other types are not fitted
    #[arg(long, value_name = "TYPE", value_delimiter = ',', default_value = "Base,Base+ML,Base+MLP")]
    types: Vec<GameType>,
    /// Games played at once; 0 takes all cores
    #[arg(short, long, default_value_t = 0)]
    threads: usize,
    /// Add the games played to this file
    #[arg(long, value_name = "FILE")]
    save_games: Option<PathBuf>,
    /// Fit to the games in this file too, as `--save-games` wrote them
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Fit to games of people too: one UHP game string a line, with the result in its state field
    #[arg(long, value_name = "FILE")]
    human: Vec<PathBuf>,
    /// How much a position of people's games counts
    #[arg(long, default_value_t = 0.4)]
    human_weight: f32,
    /// The share of the result in what is predicted; the rest is what the search thought
    #[arg(long, default_value_t = 0.7)]
    result_share: f32,
    /// Passes over all positions
    #[arg(long, default_value_t = 16)]
    epochs: usize,
    /// Passes over all positions for the network
    #[arg(long, default_value_t = 10)]
    network_epochs: usize,
    /// How strongly weights are drawn to zero
    #[arg(long, default_value_t = 2e-4)]
    decay: f32,
    /// Write the weights into this folder; without it nothing is fitted
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.rounds > 1 && (args.selfplay == 0 || args.out.is_none()) {
        bail!("--rounds needs --selfplay, for games of its own, and --out, for what it learns");
    }
    let mut given = Collection::new();
    for file in &args.games {
        given.read(file, Sampling { result_share: args.result_share, weight: 1.0, skip: 2 })?;
    }
    for file in &args.human {
        given.read(file, Sampling { result_share: 1.0, weight: args.human_weight, skip: 4 })?;
    }
    let mut knowledge = if args.from_nothing { Knowledge::nothing() } else { Knowledge::present() };
    let mut played = VecDeque::new();
    for round in 0..args.rounds.max(1) {
        if args.selfplay > 0 {
            played.push_back(play(args, round, &knowledge)?);
        }
        if played.len() > args.window.max(1) {
            played.pop_front();
        }
        let Some(out) = &args.out else { return Ok(()) };
        fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
        for (class, learned) in learn(args, round, &given, &played) {
            learned.write(class, out)?;
            knowledge.learn(class, &learned.table, &learned.network);
        }
    }
    Ok(())
}

/// Each round has games of its own.
fn seed(args: &Args, round: usize) -> u64 {
    args.seed.wrapping_add(7_919 * round as u64)
}

/// Plays the games of a round.
fn play(args: &Args, round: usize, knowledge: &Knowledge) -> Result<Collection> {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let selfplay = SelfPlay {
        games: args.selfplay,
        types: args.types.clone(),
        nodes: args.nodes,
        random_plies: (2, 8),
        max_plies: 200,
        seed: seed(args, round),
        threads: NonZeroUsize::new(args.threads).unwrap_or(cores),
        // A few hundred kilobytes for each round of a program that ends after the last.
        knowledge: Some(Box::leak(Box::new(knowledge.clone()))),
    };
    let mut file = match &args.save_games {
        Some(path) => {
            let file = File::options().create(true).append(true).open(path);
            Some(BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?))
        }
        None => None,
    };
    let sampling = Sampling { result_share: args.result_share, weight: 1.0, skip: 2 };
    let mut games = Collection::new();
    let mut progress =
        Progress::new(format!("self-play games, round {} of {}", round + 1, args.rounds), args.selfplay);
    let mut failure = None;
    selfplay.run(|_, played| {
        if let Some(file) = &mut file
            && let Err(error) = writeln!(file, "{}", write_line(&played))
        {
            failure = Some(error);
        }
        if args.out.is_some() {
            games.add(&played, sampling);
        }
        progress.step();
    });
    progress.finish();
    if let Some(mut file) = file {
        file.flush()?;
    }
    match failure {
        Some(error) => Err(error).context("cannot save the games"),
        None => Ok(games),
    }
}

/// What was learned about a class of games.
struct Learned {
    table: WeightTable,
    network: RealNetwork,
    /// How well it foretells the results of games that it has not seen.
    report: String,
}

impl Learned {
    fn write(&self, class: WeightClass, out: &Path) -> Result<()> {
        let path = out.join(class.file_name());
        fs::write(&path, weights_text(&self.table))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let path = out.join(class.network_file());
        fs::write(&path, network_bytes(&self.network))
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Learns from games that were given and that were played, each class of games by itself.
fn learn(
    args: &Args,
    round: usize,
    given: &Collection,
    played: &VecDeque<Collection>,
) -> Vec<(WeightClass, Learned)> {
    let is_wanted = |class: &WeightClass| args.types.iter().any(|kind| WeightClass::of(*kind) == *class);
    let sets = WeightClass::ALL.into_iter().filter(is_wanted).map(|class| {
        let mut sets = (Samples::default(), Samples::default());
        for games in std::iter::once(given).chain(played) {
            let (training, check) = games.of(class);
            sets.0.append(training);
            sets.1.append(check);
        }
        (class, sets)
    });
    let sets: Vec<_> = sets.filter(|(_, (training, _))| !training.is_empty()).collect();
    let passes = Mutex::new(Progress::new("passes", (args.epochs + args.network_epochs) * sets.len()));
    let pass = || passes.lock().unwrap_or_else(PoisonError::into_inner).step();
    let learned: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = sets
            .iter()
            .map(|(class, (training, check))| {
                (*class, scope.spawn(move || learn_class(args, seed(args, round), training, check, pass)))
            })
            .collect();
        let join = |(class, thread): (WeightClass, std::thread::ScopedJoinHandle<'_, Learned>)| {
            (class, thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        };
        threads.into_iter().map(join).collect()
    });
    passes.lock().unwrap_or_else(PoisonError::into_inner).finish();
    for (class, learned) in &learned {
        let _ = writeln!(std::io::stderr(), "{}: {}", class.file_name(), learned.report);
    }
    learned
}

fn learn_class(args: &Args, seed: u64, training: &Samples, check: &Samples, pass: impl Fn()) -> Learned {
    let fitting = Fitting { epochs: args.epochs, decay: args.decay, seed, ..Fitting::default() };
    let blank: WeightTable = vec![[0.0; 4]; FEATURES];
    let table = fit(training, &blank, fitting, |_, _| pass());
    let (training_values, check_values) = (values(training, &table), values(check, &table));
    let judged = Judged { samples: training, values: &training_values };
    let held_out = Judged { samples: check, values: &check_values };
    let how = Training { epochs: args.network_epochs, seed, ..Training::default() };
    let network = train(judged, how, |_, _, _| pass());
    let report = format!(
        "{} positions, {} held out; loss there {:.4} with weights alone, {:.4} with the network",
        training.len(),
        check.len(),
        loss(check, &table),
        network::loss(held_out, &network)
    );
    Learned { table, network, report }
}

/// Positions by class; every twentieth game is held out to check the fit.
struct Collection {
    training: [Samples; 3],
    check: [Samples; 3],
    games: usize,
}

impl Collection {
    fn new() -> Collection {
        Collection { training: Default::default(), check: Default::default(), games: 0 }
    }

    fn index(class: WeightClass) -> usize {
        WeightClass::ALL.iter().position(|known| *known == class).unwrap_or(0)
    }

    fn add(&mut self, played: &PlayedGame, sampling: Sampling) {
        let class = Self::index(class_of(played));
        self.games += 1;
        let set = if self.games.is_multiple_of(20) { &mut self.check } else { &mut self.training };
        set[class].add_game(played, sampling);
    }

    fn read(&mut self, path: &Path, sampling: Sampling) -> Result<()> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line?;
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match read_line(&line) {
                Ok(played) => self.add(&played, sampling),
                Err(error) => bail!("{}: line {}: {error}", path.display(), number + 1),
            }
        }
        Ok(())
    }

    fn of(&self, class: WeightClass) -> (&Samples, &Samples) {
        (&self.training[Self::index(class)], &self.check[Self::index(class)])
    }
}
