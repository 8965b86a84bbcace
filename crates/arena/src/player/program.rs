//! Any program that speaks the Universal Hive Protocol.

use skep_engine::StopToken;
use skep_rules::notation::uhp::{GameState, game_state};
use skep_rules::{Game, Move};
use skep_uhp::{BestMove, Client, ClientError, CommandLine, Effort, Patience, PreviewScore};

use super::{Choice, Fault, Player};

/// Which program, and how it is to play.
#[derive(Clone, Debug)]
pub struct ProgramSpec {
    /// How it is started.
    pub command: CommandLine,
    /// Options that are set at the start: name and value.
    pub options: Vec<(String, String)>,
    /// How long it may take before it counts as dead.
    pub patience: Patience,
}

/// A program as a player.
#[derive(Debug)]
pub struct ProgramPlayer {
    client: Client,
}

impl ProgramPlayer {
    /// Starts the program and sets its options.
    ///
    /// # Errors
    ///
    /// When it cannot be started or does not know an option.
    pub fn start(spec: &ProgramSpec) -> Result<ProgramPlayer, Fault> {
        let mut client = Client::start(&spec.command, spec.patience).map_err(fault)?;
        for (name, value) in &spec.options {
            client.set_option(name, value).map_err(fault)?;
        }
        Ok(ProgramPlayer { client })
    }

    /// The name by which the program introduces itself.
    #[must_use]
    pub fn id(&self) -> &str {
        self.client.id()
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, game: &Game, _: u64) -> Result<(), Fault> {
        self.client.new_game(game).map_err(fault)
    }

    fn choose(&mut self, _: &Game, effort: Effort, stop: &StopToken) -> Result<Choice, Fault> {
        let best = self.client.best_move(effort, stop).map_err(fault)?;
        Ok(choice(&best))
    }

    fn notice(&mut self, game: &Game) -> Result<(), Fault> {
        let mv = game.moves().last().copied().unwrap_or(Move::Pass);
        let state = self.client.play(mv).map_err(|error| match error {
            ClientError::InvalidMove { .. } | ClientError::Refused { .. } => {
                Fault::RefusedLegal(error.to_string())
            }
            error => fault(error),
        })?;
        let seen = game_state(game);
        // Engines need not know the rule of repetition, but none may see an end where there is none.
        let is_false = state != seen && !matches!(state, GameState::InProgress | GameState::NotStarted);
        if is_false { Err(Fault::FalseResult(format!("{state} instead of {seen}"))) } else { Ok(()) }
    }
}

/// What the answer says, and the last preview if it is about the same move.
fn choice(best: &BestMove) -> Choice {
    let preview = best.previews.last().filter(|preview| preview.mv == best.mv);
    let score = preview.and_then(|preview| preview.score).map(|score| match score {
        // Our own engine tells logits. Others have units of their own, which no two share.
        PreviewScore::Number(number) => (number * 200.0).clamp(-20_000.0, 20_000.0) as i32,
        PreviewScore::End(plies) => 32_000 * plies.signum() - plies,
    });
    Choice { mv: best.mv, score, depth: preview.and_then(|preview| preview.depth), nodes: None }
}

fn fault(error: ClientError) -> Fault {
    let text = error.to_string();
    match error {
        ClientError::Stopped => Fault::Stopped,
        ClientError::Start { .. } | ClientError::CommandLine(_) | ClientError::Ended { .. } => {
            Fault::Crash(text)
        }
        ClientError::Timeout { .. } => Fault::Hang(text),
        ClientError::InvalidMove { .. } => Fault::RefusedLegal(text),
        _ => Fault::Nonsense(text),
    }
}
