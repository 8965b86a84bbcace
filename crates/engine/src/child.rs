//! A position to be searched, with what is asked about it before all else.

use skep_rules::raw::{CellSet, Hive, Step, Task, Width};

/// The hive after a turn. What every node needs is found while it is still in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<W: Width> {
    pub(crate) hive: Hive<W>,
    /// See [`Hive::key`].
    pub(crate) key: u64,
    /// How many of the cells around the mover's queen are filled, and around the other queen.
    pub(crate) around_own: u32,
    pub(crate) around_other: u32,
}

impl<W: Width> Child<W> {
    /// A position that was not reached by a turn on this torus.
    pub(crate) fn new(hive: &Hive<W>) -> Child<W> {
        W::run(Look { hive })
    }

    /// Plays a turn. The position after it replaces whatever was in `child`; none if the hive outgrows the
    /// torus.
    #[inline(always)]
    pub(crate) fn play(hive: &Hive<W>, step: Step, child: &mut Option<Child<W>>) {
        W::run(Play { hive, step, child });
    }

    #[inline(always)]
    fn unseen(hive: Hive<W>) -> Child<W> {
        Child { hive, key: 0, around_own: 0, around_other: 0 }
    }

    #[inline(always)]
    fn look<S: CellSet<Width = W>>(&mut self) {
        let turn = self.hive.turn();
        self.key = self.hive.key();
        self.around_own = self.hive.cells_filled::<S>(turn);
        self.around_other = self.hive.cells_filled::<S>(!turn);
    }
}

struct Look<'a, W: Width> {
    hive: &'a Hive<W>,
}

impl<W: Width> Task<W> for Look<'_, W> {
    type Output = Child<W>;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> Child<W> {
        let mut child = Child::unseen(*self.hive);
        child.look::<S>();
        child
    }
}

struct Play<'a, W: Width> {
    hive: &'a Hive<W>,
    step: Step,
    child: &'a mut Option<Child<W>>,
}

impl<W: Width> Task<W> for Play<'_, W> {
    type Output = ();

    #[inline(always)]
    fn folds(&self) -> bool {
        self.hive.folds()
    }

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        let next = self.hive.after::<S>(self.step);
        let fits = next.fits::<S>();
        // In place: copying what was just written in small parts has to wait for it.
        self.child.insert(Child::unseen(next)).look::<S>();
        if !fits {
            *self.child = None;
        }
    }
}
