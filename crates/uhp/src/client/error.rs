//! What can go wrong with somebody else's engine.

use std::time::Duration;

use skep_rules::IllegalMove;

/// Why an engine did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line is empty or has an open quote.
    #[error("{0:?} is no command line")]
    CommandLine(String),
    /// The program cannot be started.
    #[error("{program} cannot be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// The engine ended.
    #[error("the engine ended during {command:?} ({status}){complaints}")]
    Ended {
        /// What it was asked.
        command: String,
        /// How it ended.
        status: String,
        /// What it wrote to its standard error last.
        complaints: String,
    },
    /// The engine did not answer in time and was killed.
    #[error("no answer to {command:?} within {:.1} s", .after.as_secs_f64())]
    Timeout {
        /// What it was asked.
        command: String,
        /// For how long the answer was awaited.
        after: Duration,
    },
    /// The engine does not stop talking and was killed.
    #[error("the answer to {command:?} has no end")]
    Flood {
        /// What it was asked.
        command: String,
    },
    /// The question was abandoned, and the engine with it.
    #[error("the engine was stopped")]
    Stopped,
    /// The engine said `err`.
    #[error("the engine refuses {command:?}: {reason}")]
    Refused {
        /// What it was asked.
        command: String,
        /// What it says.
        reason: String,
    },
    /// The engine said `invalidmove`.
    #[error("the engine does not accept {command:?}: {reason}")]
    InvalidMove {
        /// What it was asked.
        command: String,
        /// What it says.
        reason: String,
    },
    /// The answer makes no sense.
    #[error("the engine answers {command:?} with {line:?}")]
    Nonsense {
        /// What it was asked.
        command: String,
        /// What it said.
        line: String,
    },
    /// The engine has another game in mind than was played.
    #[error("after {command:?} the engine has another game: {line}")]
    OtherGame {
        /// What it was asked.
        command: String,
        /// The game that it told.
        line: String,
    },
    /// There is no game.
    #[error("the engine has not been told of a game")]
    NoGame,
    /// A game string cannot tell where the game began.
    #[error("the game did not begin with an empty table")]
    NotFromStart,
    /// The turn is against the rules.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// So many turns have not been played.
    #[error("so many turns have not been played")]
    NothingToUndo,
    /// An engine without a limit would think for ever.
    #[error("the engine needs a limit")]
    NoLimit,
    /// Names and values of options have no blanks.
    #[error("names and values of options are single words")]
    NotAWord,
}

impl ClientError {
    /// Whether the engine is gone.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        matches!(
            self,
            ClientError::Start { .. }
                | ClientError::CommandLine(_)
                | ClientError::Ended { .. }
                | ClientError::Timeout { .. }
                | ClientError::Flood { .. }
                | ClientError::Stopped
        )
    }
}
