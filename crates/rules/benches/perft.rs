//! How fast the rules are: counting turns, listing them, loading a game.
//!
//! `cargo bench -p skep-rules` runs everything; a word after `--` chooses among the rows, such as `Base+MLP`,
//! `count`, `list` or `load`. Every figure comes with a number that is compared with the known one, so that
//! a fast wrong answer fails. Run as a test (`cargo test --benches`) it only does that.
#![expect(clippy::print_stdout, reason = "a benchmark is there to be read")]

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use skep_rules::raw::{HiveRef, StepList};
use skep_rules::{Game, GameType, Position};
use skep_testkit::{PerftRow, Random, perft_rows, position};

/// The best of so many rounds counts: what disturbs a round only makes it longer.
const ROUNDS: usize = 3;
/// How long a round takes at least.
const LONG_ENOUGH: Duration = Duration::from_millis(100);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    let bench = Bench { measures: arguments.iter().any(|word| word == "--bench"), only };
    bench.count("start", include_str!("../tests/data/start.perft"), 20_000_000);
    bench.count("middle", include_str!("../tests/data/middlegame.perft"), u64::MAX);
    bench.list("middle", include_str!("../tests/data/middlegame.perft"));
    bench.load(300);
}

struct Bench<'a> {
    /// Whether time matters, or only that the numbers are right.
    measures: bool,
    only: Vec<&'a str>,
}

impl Bench<'_> {
    fn wants(&self, name: &str) -> bool {
        self.only.iter().all(|word| name.split_whitespace().any(|part| part == *word))
    }

    /// Sequences of turns, the last turn counted and not played.
    fn count(&self, stage: &str, rows: &str, most: u64) {
        let mut rates = Vec::new();
        for row in perft_rows(rows) {
            let position = position(row.game);
            let name = format!("count {stage} {}", name(&position));
            let most = if self.measures { most } else { most.min(100_000) };
            let Some((depth, leaves)) = row.up_to(most).last() else { continue };
            if !self.wants(&name) {
                continue;
            }
            let time = self.time(|| assert_eq!(position.perft(depth), leaves, "{}", row.game));
            let Some(time) = time else { continue };
            let rate = leaves as f64 / time.as_secs_f64() / 1e6;
            println!("{name:32} depth {depth} {leaves:>12} leaves {rate:>8.1} million a second");
            rates.push(rate);
        }
        mean(&format!("count {stage}"), &rates, "million a second");
    }

    /// Complete lists, of all positions after one turn.
    fn list(&self, stage: &str, rows: &str) {
        let mut rates = Vec::new();
        for row in perft_rows(rows) {
            let start = position(row.game);
            let name = format!("list {stage} {}", name(&start));
            if !self.wants(&name) {
                continue;
            }
            let after = children(&start);
            let mut list = StepList::default();
            let time = self.time(|| {
                let length = |position: &Position| {
                    match black_box(position).hive() {
                        HiveRef::Narrow(hive) => hive.steps(&mut list),
                        HiveRef::Wide(hive) => hive.steps(&mut list),
                    }
                    black_box(&list).as_slice().len() as u64
                };
                assert_eq!(after.iter().map(length).sum::<u64>(), turns_after_one(&row), "{}", row.game);
            });
            let Some(time) = time else { continue };
            let each = time.as_secs_f64() * 1e9 / after.len() as f64;
            let turns = turns_after_one(&row) / after.len() as u64;
            println!("{name:32} {turns:>4} turns {each:>8.1} ns a list");
            rates.push(each);
        }
        mean(&format!("list {stage}"), &rates, "ns a list");
    }

    /// A long game from its text.
    fn load(&self, plies: usize) {
        if !self.wants("load") {
            return;
        }
        let text = long_game(plies);
        let time = self.time(|| {
            let game = Game::from_uhp(&text).expect("the game was written by the library itself");
            assert_eq!(game.moves().len(), plies);
        });
        if let Some(time) = time {
            println!("load {plies} turns {:>8.1} microseconds", time.as_secs_f64() * 1e6);
        }
    }

    /// The time of one run, if it matters.
    fn time(&self, mut run: impl FnMut()) -> Option<Duration> {
        run();
        if !self.measures {
            return None;
        }
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            let (start, mut runs) = (now(), 0);
            while now() - start < LONG_ENOUGH {
                run();
                runs += 1;
            }
            best = best.min((now() - start) / runs);
        }
        Some(best)
    }
}

/// The time that this thread has had a processor, where the system tells; else the time of day.
fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let running = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let running = running.and_then(|text| text.split(' ').next()?.parse().ok());
    running.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The type of the game and how many turns were played.
fn name(position: &Position) -> String {
    format!("{} {}", position.game_type(), position.ply())
}

fn children(position: &Position) -> Vec<Position> {
    let after = |mv| {
        let mut next = position.clone();
        let _ = next.play_unchecked(mv);
        next
    };
    position.legal_moves().iter().copied().map(after).collect()
}

fn turns_after_one(row: &PerftRow<'_>) -> u64 {
    row.counts[1]
}

fn mean(name: &str, values: &[f64], unit: &str) {
    if !values.is_empty() {
        let mean = (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp();
        println!("{name:32} geometric mean {mean:.1} {unit}\n");
    }
}

/// The text of a game of so many turns, the same each time. All tiles come into play, nobody wins.
fn long_game(plies: usize) -> String {
    let mut random = Random::new(1);
    let mut game = Game::new(GameType::BASE_MLP);
    while game.moves().len() < plies {
        let moves = game.position().legal_moves();
        let mv = random.pick(&moves).expect("a game that goes on has turns");
        game.play(*mv).expect("generated turns are legal");
        if game.result().is_some() {
            game.undo();
        }
    }
    game.to_uhp()
}
