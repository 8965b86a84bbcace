//! What can be wrong with a setup.

use core::fmt;

use super::Setup;
use crate::{Bug, Color, Hex, Piece};

/// The last turn of a player for which turns can still be counted.
const LAST_TURN: u16 = 1 << 15;

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupError {
    /// A cell is listed without a tile.
    EmptyStack(Hex),
    /// A cell is listed twice.
    CellTwice(Hex),
    /// A tile lies in two places.
    PieceTwice(Piece),
    /// A tile belongs to an expansion that is switched off.
    NotInGame(Piece),
    /// A tile is in the hive before the one that comes before it: numbers tell the order of placement.
    NumberSkipped(Piece),
    /// A tile that cannot climb lies on top of another.
    CannotClimb {
        /// The tile.
        piece: Piece,
        /// The stack.
        at: Hex,
    },
    /// The hive is in parts: this cell has no connection with the first one.
    Apart(Hex),
    /// Turns are counted from 1 to 32,768.
    TurnNumber(u16),
    /// A player has more tiles in the hive than turns to place them.
    TooManyTiles {
        /// The player.
        color: Color,
        /// That player's tiles in the hive.
        tiles: u8,
        /// The turns that player has had.
        turns: u16,
    },
    /// A player whose queen is not in the hive has fewer tiles there than turns played. Such a player can
    /// only place, and always can.
    TooFewTiles {
        /// The player.
        color: Color,
        /// That player's tiles in the hive.
        tiles: u8,
        /// The turns that player has had.
        turns: u16,
    },
    /// A player has had four turns and the queen is not in the hive.
    QueenMissing(Color),
    /// The tile that moved last is not in the hive.
    MovedNotOnBoard(Piece),
    /// The tile that moved last lies under another.
    MovedCovered(Piece),
    /// The tile that moved last belongs to the player to move, so the opponent threw it; but no pillbug
    /// stands where it could have done so.
    MovedByNobody(Piece),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::EmptyStack(hex) => write!(f, "the stack on {hex} is empty"),
            SetupError::CellTwice(hex) => write!(f, "the cell {hex} is listed twice"),
            SetupError::PieceTwice(piece) => write!(f, "{piece} lies in two places"),
            SetupError::NotInGame(piece) => write!(f, "{piece} is not part of this game type"),
            SetupError::NumberSkipped(piece) => {
                write!(f, "{piece} is in the hive before the tile with the number before it")
            }
            SetupError::CannotClimb { piece, at } => {
                write!(f, "{piece} cannot lie on top of the stack on {at}")
            }
            SetupError::Apart(hex) => write!(f, "the hive is in parts: {hex} is not connected"),
            SetupError::TurnNumber(number) => write!(f, "there is no turn {number}"),
            SetupError::TooManyTiles { color, tiles, turns } => {
                write!(f, "{color} has {tiles} tiles in the hive after {turns} turns")
            }
            SetupError::TooFewTiles { color, tiles, turns } => {
                write!(f, "{color} has only {tiles} tiles in the hive after {turns} turns, but no queen")
            }
            SetupError::QueenMissing(color) => write!(f, "{color} has had four turns and has no queen"),
            SetupError::MovedNotOnBoard(piece) => write!(f, "{piece} moved last but is not in the hive"),
            SetupError::MovedCovered(piece) => write!(f, "{piece} moved last but lies under another tile"),
            SetupError::MovedByNobody(piece) => write!(f, "no pillbug can have thrown {piece} last turn"),
        }
    }
}

impl core::error::Error for SetupError {}

/// Everything that is wrong with a [`Setup`]; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupErrors(Vec<SetupError>);

impl SetupErrors {
    pub(super) fn new(faults: Vec<SetupError>) -> SetupErrors {
        debug_assert!(!faults.is_empty());
        SetupErrors(faults)
    }

    /// The faults.
    #[must_use]
    pub fn as_slice(&self) -> &[SetupError] {
        &self.0
    }
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}

/// All faults of a setup.
pub(super) fn find(setup: &Setup) -> Vec<SetupError> {
    let mut faults = Vec::new();
    check_stacks(setup, &mut faults);
    check_connection(setup, &mut faults);
    check_turns(setup, &mut faults);
    check_last_moved(setup, &mut faults);
    faults
}

fn pieces(setup: &Setup) -> impl Iterator<Item = Piece> + '_ {
    setup.stacks.iter().flat_map(|(_, tiles)| tiles.iter().copied())
}

fn check_stacks(setup: &Setup, faults: &mut Vec<SetupError>) {
    for (index, (hex, tiles)) in setup.stacks.iter().enumerate() {
        if tiles.is_empty() {
            faults.push(SetupError::EmptyStack(*hex));
        }
        if setup.stacks[..index].iter().any(|(other, _)| other == hex) {
            faults.push(SetupError::CellTwice(*hex));
        }
        // No check of the height is needed: with six climbers in the game none can exceed seven.
        for piece in tiles.iter().skip(1).copied() {
            if !matches!(piece.bug(), Bug::Beetle | Bug::Mosquito) {
                faults.push(SetupError::CannotClimb { piece, at: *hex });
            }
        }
    }
    for piece in Piece::ALL {
        let copies = pieces(setup).filter(|other| *other == piece).count();
        if copies > 1 {
            faults.push(SetupError::PieceTwice(piece));
        }
        if copies > 0 && !setup.rules.game_type.has(piece.bug()) {
            faults.push(SetupError::NotInGame(piece));
        }
        let before = Piece::new(piece.color(), piece.bug(), piece.number() - 1);
        if copies > 0 && before.is_some_and(|before| pieces(setup).all(|other| other != before)) {
            faults.push(SetupError::NumberSkipped(piece));
        }
    }
}

/// Names one cell of each part but the first.
fn check_connection(setup: &Setup, faults: &mut Vec<SetupError>) {
    let mut reached: Vec<Hex> = Vec::new();
    for (start, _) in setup.stacks.iter().filter(|(_, tiles)| !tiles.is_empty()) {
        if reached.contains(start) {
            continue;
        }
        if !reached.is_empty() {
            faults.push(SetupError::Apart(*start));
        }
        let mut next = reached.len();
        reached.push(*start);
        while next < reached.len() {
            for neighbor in reached[next].neighbors() {
                if !reached.contains(&neighbor) && height(setup, neighbor) > 0 {
                    reached.push(neighbor);
                }
            }
            next += 1;
        }
    }
}

fn check_turns(setup: &Setup, faults: &mut Vec<SetupError>) {
    let number = setup.turn_number;
    if number == 0 || number > LAST_TURN {
        faults.push(SetupError::TurnNumber(number));
        return;
    }
    for color in Color::ALL {
        let moved_this_round = color == Color::White && setup.turn == Color::Black;
        let turns = number - 1 + u16::from(moved_this_round);
        let tiles = pieces(setup).filter(|piece| piece.color() == color).count();
        let tiles = u8::try_from(tiles).unwrap_or(u8::MAX);
        let has_queen = pieces(setup).any(|piece| piece == Piece::queen(color));
        if u16::from(tiles) > turns {
            faults.push(SetupError::TooManyTiles { color, tiles, turns });
        } else if !has_queen && turns >= 4 {
            faults.push(SetupError::QueenMissing(color));
        } else if !has_queen && u16::from(tiles) < turns {
            faults.push(SetupError::TooFewTiles { color, tiles, turns });
        }
    }
}

fn check_last_moved(setup: &Setup, faults: &mut Vec<SetupError>) {
    let Some(piece) = setup.last_moved else { return };
    let Some((hex, tiles)) = setup.stacks.iter().find(|(_, tiles)| tiles.contains(&piece)) else {
        faults.push(SetupError::MovedNotOnBoard(piece));
        return;
    };
    if tiles.last() != Some(&piece) {
        faults.push(SetupError::MovedCovered(piece));
    } else if piece.color() == setup.turn && (tiles.len() > 1 || !can_have_been_thrown(setup, *hex)) {
        faults.push(SetupError::MovedByNobody(piece));
    }
}

/// Whether a pillbug of the player who had the last turn, or a mosquito that copies one, stands beside.
fn can_have_been_thrown(setup: &Setup, hex: Hex) -> bool {
    let is_pillbug = |hex| top(setup, hex).is_some_and(|top| top.bug() == Bug::Pillbug);
    hex.neighbors().filter(|thrower| height(setup, *thrower) == 1).any(|thrower| {
        top(setup, thrower).is_some_and(|top| {
            top.color() != setup.turn
                && match top.bug() {
                    Bug::Pillbug => true,
                    Bug::Mosquito => thrower.neighbors().any(is_pillbug),
                    _ => false,
                }
        })
    })
}

fn top(setup: &Setup, hex: Hex) -> Option<Piece> {
    setup.stacks.iter().find(|(cell, _)| *cell == hex).and_then(|(_, tiles)| tiles.last().copied())
}

fn height(setup: &Setup, hex: Hex) -> usize {
    setup.stacks.iter().find(|(cell, _)| *cell == hex).map_or(0, |(_, tiles)| tiles.len())
}
