//! What happened in a game, one numbered thing after the other.

use skep_rules::{ByColor, Color};

use super::outcome::Outcome;
use crate::domain::ids::{CmdId, GameId, Version};
use crate::domain::time::Ms;

/// What can be offered during a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offer {
    /// A draw.
    Draw = 0,
    /// To take back the asker's last move.
    Takeback = 1,
}

/// What became of an offer that was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OfferEnd {
    /// The other player said no.
    Declined = 0,
    /// The player who made it thought better of it.
    Withdrawn = 1,
    /// The game went on.
    Lapsed = 2,
}

/// One change of a rating, in whole points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RatingStep {
    /// Before the game.
    pub before: i32,
    /// After it.
    pub after: i32,
}

/// What a step towards a rematch was.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RematchStep {
    /// The event's seat asks for one.
    Offered,
    /// The event's seat does not want one, or no longer.
    Declined,
    /// Both want one: here it is.
    Game(GameId),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EventKind {
    /// The game was made. Terms and players are in its row.
    Created,
    /// A move.
    Moved {
        /// How many turns had been played before.
        ply: u16,
        /// The move in the spelling of the Universal Hive Protocol.
        text: String,
        /// What each player has left at the event's time.
        left: ByColor<Ms>,
        /// What the move cost.
        used: Ms,
    },
    /// A turn that the server passed, because nothing could be played.
    Passed {
        /// How many turns had been played before.
        ply: u16,
        /// What each player has left at the event's time.
        left: ByColor<Ms>,
    },
    /// The event's seat offers something.
    Offered(Offer),
    /// An offer is off the table.
    OfferEnded(Offer, OfferEnd),
    /// Moves were taken back.
    TakenBack {
        /// How many turns are left.
        ply: u16,
        /// What each player has left at the event's time.
        left: ByColor<Ms>,
    },
    /// The server was away, and gives the time back (or takes it, when its clock was wrong).
    Clock {
        /// How much later everything is due.
        credit: Ms,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// What it did to the ratings; the store adds it in the transaction that writes the event.
        ratings: Option<ByColor<RatingStep>>,
    },
    /// About another game.
    Rematch(RematchStep),
}

impl EventKind {
    /// The number in the databases. Never changed or used again.
    #[must_use]
    pub fn code(&self) -> i16 {
        match self {
            EventKind::Created => 1,
            EventKind::Moved { .. } => 2,
            EventKind::Passed { .. } => 3,
            EventKind::Offered(_) => 4,
            EventKind::OfferEnded(..) => 5,
            EventKind::TakenBack { .. } => 6,
            EventKind::Clock { .. } => 7,
            EventKind::Ended { .. } => 8,
            EventKind::Rematch(_) => 9,
        }
    }
}

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Its number in the game, from 1.
    pub version: Version,
    /// Whose doing it was; none for the server's.
    pub seat: Option<Color>,
    /// The command that caused it. Of several events of one command, one carries its id.
    pub cmd: Option<CmdId>,
    /// When.
    pub at: Ms,
    /// What.
    pub kind: EventKind,
}
