//! The engine room, for those who search millions of positions a second.
//!
//! [`Position`](crate::Position) and [`Move`](crate::Move) are made for people: coordinates, checks,
//! reasons. A search wants less of that. Here is what they are built on: a [`Hive`] of under 200
//! bytes that is copied and played on, turns of two bytes ([`Step`]), and the [`Terrain`] with pins
//! and reach, shared by generator and evaluation. [`Position::hive`](crate::Position::hive) leads in,
//! [`Position::from_step`](crate::Position::from_step) back out.
//!
//! Cells here are places on a torus and mean something only together with their hive.

pub use crate::cells::{Cell, CellSet, Narrow, Part, Task, Wide, Width, Words, cells_of};
pub use crate::hive::Hive;
pub use crate::movegen::{Side, Sink, Status, StepList, generate};
pub use crate::position::HiveRef;
pub use crate::step::Step;
pub use crate::terrain::{Terrain, jumps};

/// Sets of tiles of one color: a bit for each slot.
pub mod tiles {
    pub use crate::tiles::{
        ANTS, BEETLES, CLIMBERS, GRASSHOPPERS, LADYBUG, MOSQUITO, PILLBUG, QUEEN, SPIDERS,
    };
}
