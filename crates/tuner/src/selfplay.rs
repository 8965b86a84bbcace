//! Games of the engine against itself.
//!
//! Each game depends on its number and the seed only, so any number of threads makes the same games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use skep_engine::tuning::Knowledge;
use skep_engine::{Engine, Limits, Options, StopToken};
use skep_rules::{Game, GameResult, GameType, Move};

use crate::random::Random;

/// What games to make.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How many games.
    pub games: usize,
    /// The types of game, in turn.
    pub types: Vec<GameType>,
    /// Positions to look at for each turn.
    pub nodes: u64,
    /// Random turns at the start: from, and to.
    pub random_plies: (usize, usize),
    /// Turns after which a game is called a draw.
    pub max_plies: usize,
    /// Makes other games.
    pub seed: u64,
    /// Games played at once.
    pub threads: NonZeroUsize,
    /// The evaluation; the engine's own if there is none.
    pub knowledge: Option<&'static Knowledge>,
}

/// One game, with what the engine thought before each turn.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Game,
    /// The result: 1 if White won, 0 if Black won, one half for a draw.
    pub white_score: f32,
    /// For each turn the engine's score for the side to move, in evaluation units, or `None` for
    /// random turns.
    pub scores: Vec<Option<i32>>,
}

impl SelfPlay {
    /// Plays all games; `done` gets each with its number, in the order of the numbers, so that what is
    /// made of them does not depend on the number of threads either.
    pub fn run(&self, done: impl FnMut(usize, PlayedGame) + Send) {
        let next = AtomicUsize::new(0);
        let queue = Mutex::new(Queue { done, next: 0, waiting: BTreeMap::new() });
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(|| {
                    let options = Options { table_mib: 4, knowledge: self.knowledge, ..Options::default() };
                    let mut engine = Engine::new(options);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let game = self.play(number, &mut engine);
                        queue.lock().unwrap_or_else(PoisonError::into_inner).put(number, game);
                    }
                });
            }
        });
    }

    fn play(&self, number: usize, engine: &mut Engine) -> PlayedGame {
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        engine.clear();
        let mut game = Game::new(self.types[number % self.types.len()]);
        let (least, most) = self.random_plies;
        for _ in 0..least + random.below(most - least + 1) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            game.play(mv).expect("a listed turn is legal");
        }
        let mut scores = vec![None; game.moves().len()];
        let limits = Limits::nodes(self.nodes);
        while game.result().is_none() && game.moves().len() < self.max_plies {
            let Some(found) = engine.search(&game, &limits, &StopToken::new(), &mut |_| {}) else { break };
            scores.push(Some(found.score.units()));
            game.play(found.best).expect("the engine plays legal turns");
        }
        let white_score = match game.result() {
            Some(GameResult::Win(skep_rules::Color::White)) => 1.0,
            Some(GameResult::Win(skep_rules::Color::Black)) => 0.0,
            Some(GameResult::Draw) | None => 0.5,
        };
        PlayedGame { game, white_score, scores }
    }
}

/// Hands games on in the order of their numbers.
struct Queue<F> {
    done: F,
    next: usize,
    waiting: BTreeMap<usize, PlayedGame>,
}

impl<F: FnMut(usize, PlayedGame)> Queue<F> {
    fn put(&mut self, number: usize, game: PlayedGame) {
        self.waiting.insert(number, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            (self.done)(self.next, game);
            self.next += 1;
        }
    }
}

/// A played game as one line: result, scores and game string with tabs between.
#[must_use]
pub fn write_line(played: &PlayedGame) -> String {
    let mut line = format!("{}\t", played.white_score);
    for (i, score) in played.scores.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        match score {
            Some(score) => write!(line, "{comma}{score}").expect("writing to a string works"),
            None => write!(line, "{comma}-").expect("writing to a string works"),
        }
    }
    line.push('\t');
    line += &played.game.to_uhp();
    line
}

/// Reads what [`write_line`] wrote, or a bare game string whose state field is the result.
///
/// # Errors
/// What is wrong with the line.
pub fn read_line(line: &str) -> Result<PlayedGame, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    match fields[..] {
        [game] => {
            let result = game.split(';').nth(1).unwrap_or_default();
            let white_score = match result {
                "WhiteWins" => 1.0,
                "BlackWins" => 0.0,
                "Draw" => 0.5,
                other => return Err(format!("no result: {other}")),
            };
            let game = Game::from_uhp(game).map_err(|error| error.to_string())?;
            let scores = vec![None; game.moves().len()];
            Ok(PlayedGame { game, white_score, scores })
        }
        [result, scores, game] => {
            let white_score = result.parse().map_err(|_| format!("no result: {result}"))?;
            let game = Game::from_uhp(game).map_err(|error| error.to_string())?;
            let scores = scores.split(',').map(|score| score.parse().ok()).collect();
            Ok(PlayedGame { game, white_score, scores })
        }
        _ => Err("a line is a game string, or result, scores and game string".into()),
    }
}

/// The turns of a game up to where the engine or a person had decided it: random turns at the start
/// are left out.
#[must_use]
pub fn first_considered(played: &PlayedGame) -> usize {
    played.scores.iter().position(Option::is_some).unwrap_or(0)
}

/// Whether a turn placed a tile.
#[must_use]
pub fn is_placement(mv: Move) -> bool {
    matches!(mv, Move::Place { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_makes_the_same_games_in_the_same_order() {
        let games = |threads: usize| {
            let play = SelfPlay {
                games: 9,
                types: vec![GameType::BASE, GameType::BASE_MLP],
                nodes: 40,
                random_plies: (2, 4),
                max_plies: 30,
                seed: 3,
                threads: NonZeroUsize::new(threads).expect("not zero"),
                knowledge: None,
            };
            let mut lines = Vec::new();
            play.run(|number, game| lines.push((number, write_line(&game))));
            lines
        };
        let alone = games(1);
        assert_eq!(alone.len(), 9);
        assert_eq!(games(3), alone);
    }
}
