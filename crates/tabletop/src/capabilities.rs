//! What a board lets a person do.

use skep_rules::{ByColor, Color};

/// What may be done at a board, as a value instead of conditions here and there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// For which sides this person moves the tiles.
    pub plays: ByColor<bool>,
    /// Whether a move may be made in an earlier position, as a variation.
    pub branches: bool,
    /// Whether a tap only reports what was tapped: the way of lessons that ask for cells.
    pub picks: bool,
    /// Whether the board can be panned and zoomed.
    pub camera: bool,
    /// Whether arrows and marks can be drawn.
    pub draws: bool,
    /// Whether one can step through the moves.
    pub steps: bool,
}

impl Capabilities {
    const LOOKING: Capabilities = Capabilities {
        plays: ByColor { white: false, black: false },
        branches: false,
        picks: false,
        camera: true,
        draws: true,
        steps: true,
    };

    /// One side of a game against somebody else.
    #[must_use]
    pub fn live(color: Color) -> Capabilities {
        Capabilities { plays: ByColor::new_with(|side| side == color), ..Capabilities::LOOKING }
    }

    /// Both sides, for two people at one device.
    #[must_use]
    pub const fn hot_seat() -> Capabilities {
        Capabilities { plays: ByColor { white: true, black: true }, ..Capabilities::LOOKING }
    }

    /// Both sides, from any position of the game.
    #[must_use]
    pub const fn analysis() -> Capabilities {
        Capabilities { branches: true, ..Capabilities::hot_seat() }
    }

    /// Looking on: stepping, panning, drawing, but no moves.
    #[must_use]
    pub const fn view_only() -> Capabilities {
        Capabilities::LOOKING
    }

    /// A picture: nothing moves.
    #[must_use]
    pub const fn picture() -> Capabilities {
        Capabilities { camera: false, draws: false, steps: false, ..Capabilities::LOOKING }
    }

    /// A lesson that asks for a move of either side.
    #[must_use]
    pub const fn lesson() -> Capabilities {
        Capabilities { draws: false, steps: false, ..Capabilities::hot_seat() }
    }

    /// A lesson that asks for cells or tiles: each tap is reported.
    #[must_use]
    pub const fn lesson_cells() -> Capabilities {
        Capabilities { picks: true, plays: ByColor { white: false, black: false }, ..Capabilities::lesson() }
    }
}
