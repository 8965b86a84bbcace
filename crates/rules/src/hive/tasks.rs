//! Changes of a hive for code that is not in a task.

use super::{Draft, Hive};
use crate::cells::{Cell, CellSet, Task, Width};
use crate::step::Step;

impl<W: Width> Hive<W> {
    /// Puts a tile on a cell, on top of whatever is there. Says nothing about turns.
    pub(crate) fn put_tile(&mut self, id: u8, to: Cell) {
        W::run(Put { hive: self, id, to });
    }

    /// Takes the top tile of a cell off. It counts as in hand until it is put somewhere.
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
        let mut draft = Draft::<S>::new(self.hive);
        draft.put(self.id, self.to);
        *self.hive = draft.finish();
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
        let mut draft = Draft::<S>::new(self.hive);
        draft.lift(self.id, self.hive.cell_of(self.id));
        *self.hive = draft.finish();
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
