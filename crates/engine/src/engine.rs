//! The engine: options, table, threads.

use core::num::NonZeroUsize;
use core::time::Duration;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use skep_rules::raw::{Hive, HiveRef, Step};
use skep_rules::{Game, GameType, Move, Position};

use crate::choice;
use crate::eval::{self, Class, Knowledge};
use crate::evals::Evals;
use crate::level::Strength;
use crate::limits::{Limits, MAX_CONTEMPT, StopToken};
use crate::score::{MAX_PLY, Score, WIN, WIN_BOUND};
use crate::search::{Ground, History, Line, Now, Root, RootMove, Shared, Worker};
use crate::time::{self, Budget};
use crate::tt::Table;
use crate::view::View;

/// How the engine is set up.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The size of the transposition table.
    pub table_mib: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// The clock. Browsers have no clock of the standard library, so they bring their own.
    pub now: Now,
    /// Another evaluation than the one that comes with the engine, for training.
    pub knowledge: Option<&'static Knowledge>,
}

impl Default for Options {
    fn default() -> Options {
        Options { table_mib: 64, threads: NonZeroUsize::MIN, now: time::now, knowledge: None }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Info {
    /// Turns looked ahead.
    pub depth: u8,
    /// Which of the best lines this is: 0 is the best.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The line.
    pub pv: Vec<Move>,
}

/// What a search has come to.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The turn to play.
    pub best: Move,
    /// The score for the side to move.
    pub score: Score,
    /// The turn and what is expected to follow.
    pub pv: Vec<Move>,
    /// Turns looked ahead.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// A player of Hive.
///
/// ```
/// use skep_engine::{Engine, Limits, Options, StopToken};
/// use skep_rules::{Game, GameType};
/// let mut engine = Engine::new(Options { table_mib: 1, ..Options::default() });
/// let game = Game::new(GameType::BASE_MLP);
/// let found = engine.search(&game, &Limits::depth(2), &StopToken::new(), &mut |_| {});
/// assert!(found.is_some_and(|found| game.position().is_legal(found.best)));
/// ```
#[derive(Debug)]
pub struct Engine {
    options: Options,
    table: Table,
    evals: Evals,
    /// Which turns were good in the searches for earlier turns of the game.
    history: History,
    /// How the last position was looked at.
    view: View,
    /// The type of the last game: what was learned there is not true of others.
    game_type: Option<GameType>,
}

impl Engine {
    /// An engine. If the memory for the table cannot be had, the table is smaller:
    /// [`Engine::table_mib`] tells.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine {
            options,
            table: Table::new(options.table_mib),
            evals: Evals::beside(options.table_mib),
            history: History::new(),
            view: View::PLAIN,
            game_type: None,
        }
    }

    /// Changes the options. The table is kept if its size stays.
    pub fn set_options(&mut self, options: Options) {
        if options.table_mib != self.options.table_mib {
            // The old table goes first, so that both need not fit at once.
            self.table = Table::new(1);
            self.table = Table::new(options.table_mib);
            self.evals = Evals::beside(options.table_mib);
        }
        self.options = options;
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// The size of the table.
    #[must_use]
    pub fn table_mib(&self) -> usize {
        self.table.mib()
    }

    /// Forgets what was learned, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.evals.clear();
        self.history = History::new();
        self.view = View::PLAIN;
    }

    /// Thinks about a game. Reports each finished iteration. `None` iff the game is over.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        if game.result().is_some() {
            return None;
        }
        let start = (self.options.now)();
        let game_type = game.position().game_type();
        if self.game_type.replace(game_type).is_some_and(|last| last != game_type) {
            self.clear();
        }
        let strength = limits.level.strength();
        let budget = Budget::new(limits, game.position().ply());
        let class = Class::of(game_type);
        let knowledge = match self.options.knowledge {
            Some(knowledge) => knowledge.of(class),
            None => eval::knowledge(class),
        };
        let threads = if strength.is_some() { 1 } else { self.options.threads.get() };
        if threads > 1 {
            self.table.use_all();
        }
        self.table.new_search();
        self.history.fade();
        let shared = Shared {
            table: &self.table,
            evals: &self.evals,
            knowledge,
            stop,
            now: self.options.now,
            deadline: budget.hard.map(|hard| start + hard),
            max_nodes: least(limits.nodes, strength.map(|strength| strength.nodes)),
            contempt: limits.contempt.clamp(0, MAX_CONTEMPT),
            alone: threads == 1,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let view = self.view.or_better(game.position());
        if view != self.view {
            // What was learned about cells is about others now.
            self.history = History::new();
            self.view = view;
        }
        let (position, keys) = self.view.replay(game);
        let task = Thinking {
            shared: &shared,
            position: &position,
            view: self.view,
            keys: &keys,
            reversible: turns_since_placement(game),
            limits,
            strength,
            budget,
            start,
        };
        match position.hive() {
            HiveRef::Narrow(hive) => task.run(hive, threads, &mut self.history, on_info),
            HiveRef::Wide(hive) => task.run(hive, threads, &mut self.history, on_info),
        }
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// How many turns ago the last tile was placed.
fn turns_since_placement(game: &Game) -> usize {
    game.moves().iter().rev().take_while(|mv| !matches!(mv, Move::Place { .. })).count()
}

/// One call of [`Engine::search`].
struct Thinking<'a> {
    shared: &'a Shared<'a>,
    /// The position as seen through the view, as everything here is that is not on its way out.
    position: &'a Position,
    view: View,
    keys: &'a [u64],
    reversible: usize,
    limits: &'a Limits,
    strength: Option<Strength>,
    budget: Budget,
    start: Duration,
}

impl Thinking<'_> {
    fn run<W: Ground>(
        &self,
        hive: &Hive<W>,
        threads: usize,
        history: &mut History,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        if threads <= 1 {
            return self.lead(hive, history, on_info);
        }
        std::thread::scope(|scope| {
            for helper in 1..threads {
                let spawned = std::thread::Builder::new()
                    .stack_size(8 << 20)
                    .spawn_scoped(scope, move || self.help(hive, helper));
                if spawned.is_err() {
                    // Fewer threads than asked for is still a search.
                    break;
                }
            }
            let result = self.lead(hive, history, on_info);
            self.shared.over.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Helps by filling the table, a little ahead of the others or behind them.
    fn help<W: Ground>(&self, hive: &Hive<W>, number: usize) {
        let mut history = History::new();
        let mut worker = Worker::new(self.shared, self.keys, &mut history);
        let mut root = Root::new(&mut worker, hive, self.reversible, 0);
        for depth in 1..self.max_depth() {
            root.deepen(&mut worker, depth + (number % 2) as i32, 1);
            if self.shared.over.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    fn max_depth(&self) -> i32 {
        let asked = self.limits.depth.map_or(MAX_PLY as i32 - 1, i32::from);
        let allowed = self.strength.map_or(i32::MAX, |strength| strength.depth);
        asked.min(allowed).clamp(1, MAX_PLY as i32 - 1)
    }

    /// The search that decides.
    fn lead<W: Ground>(
        &self,
        hive: &Hive<W>,
        history: &mut History,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let mut worker = Worker::new(self.shared, self.keys, history);
        let margin = self.strength.map_or(0, |strength| (strength.softness * 4.0) as i32);
        let mut root = Root::new(&mut worker, hive, self.reversible, margin);
        if let Some(strength) = self.strength {
            let draw =
                |tile| random(self.limits.seed.wrapping_add(1 + u64::from(tile)), self.position.hash());
            root.overlook(|tiles| choice::notice(tiles, hive.placed(), strength.attention, draw));
        }
        let lines = self.limits.lines.max(1);
        let mut best: Option<Line> = None;
        let mut stable = 0;
        let mut looked_at = Vec::new();
        for depth in 1..=self.max_depth() {
            let found = root.deepen(&mut worker, depth, lines);
            if self.strength.is_some() && (depth == 1 || !worker.is_stopped()) {
                looked_at = root.moves().to_vec();
            }
            let nodes = self.shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
            let elapsed = (self.shared.now)().saturating_sub(self.start);
            for (line, found) in found.iter().enumerate() {
                on_info(&Info {
                    depth: depth as u8,
                    line,
                    score: Score::new(found.score),
                    nodes,
                    time: elapsed,
                    pv: self.moves(&found.steps),
                });
            }
            if let Some(first) = found.into_iter().next() {
                let same = best.as_ref().is_some_and(|best| best.steps.first() == first.steps.first());
                stable = if same { stable + 1 } else { 0 };
                best = Some(first);
            }
            if self.shared.over.load(Ordering::Relaxed) || self.is_settled(&root, best.as_ref(), depth) {
                break;
            }
            if self.budget.is_used_up(elapsed, stable) {
                break;
            }
        }
        let best = self.choose(&root, best, &looked_at)?;
        Some(SearchResult {
            best: self.view.unsee(self.position.from_step(*best.steps.first()?)),
            score: Score::new(best.score),
            pv: self.moves(&best.steps),
            depth: best.depth as u8,
            nodes: self.shared.nodes.load(Ordering::Relaxed).max(worker.nodes),
            time: (self.shared.now)().saturating_sub(self.start),
        })
    }

    /// Whether more thinking cannot change the turn: there is only one, or the result is proven.
    fn is_settled<W: Ground>(&self, root: &Root<'_, W>, best: Option<&Line>, depth: i32) -> bool {
        let timed = self.limits.time.is_some() || self.limits.clock.is_some();
        let only = root.moves().len() == 1 && timed && self.limits.lines <= 1;
        let proven = best.is_some_and(|best| best.score.abs() > WIN_BOUND && WIN - best.score.abs() <= depth);
        only || (proven && self.limits.lines <= 1)
    }

    /// The line to play: the best, or at lower levels one of those that look nearly as good.
    ///
    /// A level below the highest chooses among what it had looked at equally far: scores from different depths
    /// cannot be compared.
    fn choose<W: Ground>(
        &self,
        root: &Root<'_, W>,
        best: Option<Line>,
        looked_at: &[RootMove],
    ) -> Option<Line> {
        let first = root.moves().first()?;
        let best = best.unwrap_or_else(|| Line {
            depth: first.depth,
            score: if first.depth > 0 { first.score } else { 0 },
            steps: first.line.clone(),
        });
        let Some(strength) = self.strength else { return Some(best) };
        if best.score.abs() > WIN_BOUND {
            return Some(best);
        }
        let candidates: Vec<_> =
            looked_at.iter().filter(|mv| mv.depth > 0 && mv.score > -WIN_BOUND).collect();
        let scores: Vec<_> = candidates.iter().map(|mv| (mv.step.tile(), mv.score)).collect();
        let chance = random(self.limits.seed, self.position.hash());
        let Some(chosen) = choice::soft(&scores, strength.softness, chance) else { return Some(best) };
        let chosen = candidates[chosen];
        Some(Line { depth: chosen.depth, score: chosen.score, steps: chosen.line.clone() })
    }

    /// A line of steps as turns of the position.
    fn moves(&self, steps: &[Step]) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut moves = Vec::with_capacity(steps.len());
        let wide = matches!(position.hive(), HiveRef::Wide(_));
        for step in steps {
            if wide != matches!(position.hive(), HiveRef::Wide(_)) {
                // The hive went to another torus, on which the steps have other numbers.
                break;
            }
            let mv = position.from_step(*step);
            if !position.is_legal(mv) {
                break;
            }
            moves.push(self.view.unsee(mv));
            let _ = position.play_unchecked(mv);
        }
        moves
    }
}

/// A number from 0 to 1 that looks random.
fn random(seed: u64, position: u64) -> f64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ z >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}
