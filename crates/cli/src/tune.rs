//! `skep tune`: games in, weights out.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args as ClapArgs;
use skep_engine::tuning::{
    RealNetwork, WeightClass, WeightTable, current_weights, network_bytes, weights_text,
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
    /// Play this many games of the engine against itself
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    selfplay: usize,
    /// Positions that the engine looks at for each turn of these games
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Makes other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Types of the games, in turn
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
    let mut games = Collection::new();
    if args.selfplay > 0 {
        play(args, &mut games)?;
    }
    let engine = Sampling { result_share: args.result_share, weight: 1.0, skip: 2 };
    for file in &args.games {
        games.read(file, engine)?;
    }
    let people = Sampling { result_share: 1.0, weight: args.human_weight, skip: 4 };
    for file in &args.human {
        games.read(file, people)?;
    }
    let Some(out) = &args.out else { return Ok(()) };
    fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    for class in WeightClass::ALL {
        let (training, check) = games.of(class);
        if training.is_empty() {
            continue;
        }
        let table = fit_class(args, class, training, check)?;
        let path = out.join(class.file_name());
        fs::write(&path, weights_text(&table)).with_context(|| format!("cannot write {}", path.display()))?;
        let network = train_class(args, class, training, check, &table)?;
        let path = out.join(class.network_file());
        fs::write(&path, network_bytes(&network))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn play(args: &Args, games: &mut Collection) -> Result<()> {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let selfplay = SelfPlay {
        games: args.selfplay,
        types: args.types.clone(),
        nodes: args.nodes,
        random_plies: (2, 8),
        max_plies: 200,
        seed: args.seed,
        threads: NonZeroUsize::new(args.threads).unwrap_or(cores),
    };
    let mut file = match &args.save_games {
        Some(path) => {
            let file = File::options().create(true).append(true).open(path);
            Some(BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?))
        }
        None => None,
    };
    let sampling = Sampling { result_share: args.result_share, weight: 1.0, skip: 2 };
    let mut progress = Progress::new("self-play games", args.selfplay);
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
        None => Ok(()),
    }
}

fn fit_class(args: &Args, class: WeightClass, training: &Samples, check: &Samples) -> Result<WeightTable> {
    let start = current_weights(class);
    let mut err = std::io::stderr();
    writeln!(
        err,
        "{}: {} positions, {} held out, loss there {:.4} with the present weights",
        class.file_name(),
        training.len(),
        check.len(),
        loss(check, &start)
    )?;
    let fitting = Fitting { epochs: args.epochs, decay: args.decay, seed: args.seed, ..Fitting::default() };
    let mut progress = Progress::new("passes", args.epochs);
    let zero: WeightTable = vec![[0.0; 4]; start.len()];
    let table = fit(training, &zero, fitting, |_, _| progress.step());
    progress.finish();
    writeln!(err, "{}: {:.4} with the new ones", class.file_name(), loss(check, &table))?;
    Ok(table)
}

fn train_class(
    args: &Args,
    class: WeightClass,
    training: &Samples,
    check: &Samples,
    table: &WeightTable,
) -> Result<RealNetwork> {
    let mut err = std::io::stderr();
    let (training_values, check_values) = (values(training, table), values(check, table));
    let judged = Judged { samples: training, values: &training_values };
    let held_out = Judged { samples: check, values: &check_values };
    let how = Training { epochs: args.network_epochs, seed: args.seed, ..Training::default() };
    Ok(train(judged, how, |epoch, loss, network| {
        let _ = writeln!(
            err,
            "{}: pass {epoch} of {}, loss {loss:.4}, held out {:.4}",
            class.network_file(),
            args.network_epochs,
            network::loss(held_out, network)
        );
    }))
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
