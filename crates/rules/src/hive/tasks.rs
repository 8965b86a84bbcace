//! Changes of a hive for code that is not in a task.

use super::Hive;
use crate::cells::{Cell, CellSet, Task, Width};
use crate::step::Step;

impl<W: Width> Hive<W> {
    /// [`Hive::put`] for code that is not in a task.
    pub(crate) fn put_tile(&mut self, id: u8, to: Cell) {
        W::run(Put { hive: self, id, to });
    }

    /// [`Hive::lift`] for code that is not in a task.
    pub(crate) fn lift_tile(&mut self, id: u8) {
        W::run(Lift { hive: self, id });
    }

    /// [`Hive::play`] and [`Hive::fits`] for code that is not in a task.
    pub fn play_step(&mut self, mv: Step) -> bool {
        W::run(Play { hive: self, mv })
    }

    /// [`Hive::fits`] for code that is not in a task.
    #[must_use]
    pub fn fits_the_torus(&self) -> bool {
        W::run(Fits { hive: self })
    }
}

struct Play<'a, W: Width> {
    hive: &'a mut Hive<W>,
    mv: Step,
}

impl<W: Width> Task<W> for Play<'_, W> {
    type Output = bool;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> bool {
        self.hive.play::<S>(self.mv);
        self.hive.fits::<S>()
    }
}

struct Put<'a, W: Width> {
    hive: &'a mut Hive<W>,
    id: u8,
    to: Cell,
}

impl<W: Width> Task<W> for Put<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        self.hive.put::<S>(self.id, self.to);
    }
}

struct Lift<'a, W: Width> {
    hive: &'a mut Hive<W>,
    id: u8,
}

impl<W: Width> Task<W> for Lift<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        self.hive.lift::<S>(self.id);
    }
}

struct Fits<'a, W: Width> {
    hive: &'a Hive<W>,
}

impl<W: Width> Task<W> for Fits<'_, W> {
    type Output = bool;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> bool {
        self.hive.fits::<S>()
    }
}
