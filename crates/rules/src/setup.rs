//! Any arrangement of tiles, legal or not: the only door to positions that were not played.

mod fault;
mod text;

pub use fault::{SetupError, SetupErrors};
pub use text::{ParseSetupError, ParseSetupErrorKind};

use crate::{Color, Hex, Piece, Position, RuleSet, Symmetry};

/// A position as an editor or a file describes it. Everything is public and nothing is checked until
/// [`validate`](Setup::validate) turns it into a [`Position`].
///
/// # Position strings
///
/// A setup is written as one word of letters, digits, `-`, `.` and `_`, which can stand in a web address
/// as it is:
///
/// ```text
/// position = type "_" turn { "_" row }                      Base-MLP_w9_2Q1a_1S-bAq_.pB
/// type     = "Base" [ "-" expansions ] [ "." switches ]
/// turn     = ( "w" | "b" ) number
/// row      = { number | stack }
/// stack    = tile { "-" tile }
/// tile     = [ "." ] letter
/// ```
///
/// The expansions are letters of `MLP`; the switches are `q` (the queen may be the first tile) and `r` (a
/// repetition does not end the game), both in this order. The turn is the player to move and the number
/// of that player's turn. Rows run from north to south, each beginning half a cell east of the one
/// above, so that the first cell of a row lies south-east of the first cell of the row before. In a row,
/// from west to east, a number is that many empty cells, a letter a tile (capital for White), `-` puts the
/// next tile on top, and `.` marks the tile that moved last.
///
/// One position has one string, wherever the hive lies: the first row holds a tile and some row has one
/// in its first cell, there are no empty cells at the end of a row, numbers have no leading zeros. Like
/// tiles are interchangeable, so numbers are not written; a reader gives them in the order of the string.
///
/// ```
/// use skep_rules::{Color, Setup};
/// let setup: Setup = "Base-P_w5_1.q1s_QPa".parse()?;
/// assert_eq!(setup.turn, Color::White);
/// assert_eq!(setup.to_string(), "Base-P_w5_1.q1s_QPa");
/// let position = setup.validate().expect("this position can arise");
/// assert_eq!(position.turn_number(), 5);
/// # Ok::<(), skep_rules::ParseSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules of the game.
    pub rules: RuleSet,
    /// The occupied cells, each with its tiles from the bottom to the top.
    pub stacks: Vec<(Hex, Vec<Piece>)>,
    /// Whose turn it is.
    pub turn: Color,
    /// Which turn of that player it is, from 1.
    pub turn_number: u16,
    /// The tile that the last turn moved. It matters for pillbugs only: that tile may not be thrown, and
    /// if it was thrown itself, it rests.
    pub last_moved: Option<Piece>,
}

impl Setup {
    /// An empty table.
    #[must_use]
    pub fn new(rules: impl Into<RuleSet>) -> Setup {
        Setup {
            rules: rules.into(),
            stacks: Vec::new(),
            turn: Color::White,
            turn_number: 1,
            last_moved: None,
        }
    }

    /// The position, if it could arise in a game as far as one can see.
    ///
    /// The test is generous: it looks for what would make the position meaningless, and does not try to
    /// find a game that leads to it.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, in the order of [`SetupError`].
    pub fn validate(&self) -> Result<Position, SetupErrors> {
        let faults = fault::find(self);
        if !faults.is_empty() {
            return Err(SetupErrors::new(faults));
        }
        let stacks: Vec<(Hex, &[Piece])> =
            self.stacks.iter().map(|(hex, stack)| (*hex, stack.as_slice())).collect();
        Ok(Position::from_setup_parts(self.rules, &stacks, self.plies(), self.last_moved))
    }

    /// How many turns both players have had, as far as that can be counted.
    fn plies(&self) -> u16 {
        self.turn_number.saturating_sub(1).saturating_mul(2).saturating_add(self.turn as u16)
    }

    /// The same position in the form that its text describes: pushed into the corner so that the smallest
    /// coordinates are 0, the cells in reading order (row by row, from west to east), like tiles numbered
    /// in that order from the bottom of each stack, no empty stacks, no cell twice.
    ///
    /// `setup.to_string().parse()` gives `setup.normalized()` for every setup that has no more tiles of a
    /// kind than the game, and no two cells more than 63 apart.
    #[must_use]
    pub fn normalized(&self) -> Setup {
        let mut stacks: Vec<(Hex, Vec<Piece>)> = Vec::new();
        for (hex, tiles) in self.stacks.iter().filter(|(_, tiles)| !tiles.is_empty()) {
            match stacks.iter_mut().find(|(cell, _)| cell == hex) {
                Some((_, stack)) => stack.extend(tiles),
                None => stacks.push((*hex, tiles.clone())),
            }
        }
        push_into_corner(&mut stacks);
        stacks.sort_unstable_by_key(|(hex, _)| (hex.r, hex.q));
        let last_moved = renumber(&mut stacks, self.last_moved);
        Setup { stacks, last_moved, ..*self }
    }

    /// The image under a symmetry of the table.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Setup {
        let stacks = self.stacks.iter().map(|(hex, tiles)| (symmetry.apply(*hex), tiles.clone())).collect();
        Setup { stacks, ..*self }
    }
}

impl From<&Position> for Setup {
    /// The setup of a position. The last moved tile is kept only where it binds.
    fn from(position: &Position) -> Setup {
        let board = position.board();
        Setup {
            rules: position.rules(),
            stacks: board.cells().map(|hex| (hex, board.stack(hex).to_vec())).collect(),
            turn: position.turn(),
            turn_number: position.turn_number(),
            last_moved: position.resting(),
        }
    }
}

fn push_into_corner(stacks: &mut [(Hex, Vec<Piece>)]) {
    let Some(&(anchor, _)) = stacks.first() else { return };
    // Relative to one of the cells, so that a hive that straddles the seam of the coordinates stays whole.
    let (mut corner_q, mut corner_r) = (0, 0);
    for (hex, _) in stacks.iter_mut() {
        *hex = *hex - anchor;
        corner_q = corner_q.min(hex.q);
        corner_r = corner_r.min(hex.r);
    }
    for (hex, _) in stacks {
        *hex = *hex - Hex::new(corner_q, corner_r);
    }
}

/// Numbers like tiles in the order of the list; gives the new name of `last_moved`.
fn renumber(stacks: &mut [(Hex, Vec<Piece>)], last_moved: Option<Piece>) -> Option<Piece> {
    let mut renamed = None;
    let mut seen: Vec<(Color, crate::Bug)> = Vec::new();
    for piece in stacks.iter_mut().flat_map(|(_, tiles)| tiles) {
        let kind = (piece.color(), piece.bug());
        seen.push(kind);
        let number = seen.iter().filter(|other| **other == kind).count();
        let name = u8::try_from(number).ok().and_then(|number| Piece::new(kind.0, kind.1, number));
        let name = name.unwrap_or(*piece);
        if last_moved == Some(*piece) && renamed.is_none() {
            renamed = Some(name);
        }
        *piece = name;
    }
    renamed
}
