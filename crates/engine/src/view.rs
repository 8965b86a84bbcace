//! How the table is turned before a search.
//!
//! No rule knows north from east, and there is no board, so a hive may be looked at from any side and lie anywhere. From
//! the right one it needs the smallest sets of cells: see [`Hive::folds`].
//!
//! [`Hive::folds`]: skep_rules::raw::Hive::folds

use core::ops::RangeInclusive;

use skep_rules::raw::{HiveRef, Narrow};
use skep_rules::{Direction, Game, Hex, Move, Position, Symmetry};

/// A turn of the table, and where the hive is moved afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    symmetry: Symmetry,
    shift: Hex,
}

impl View {
    /// The table as it is.
    pub(crate) const PLAIN: View = View { symmetry: Symmetry::IDENTITY, shift: Hex::ORIGIN };

    /// The view for a position if this one was taken for the position before: another one only if that is better, because
    /// what was learned belongs to a view.
    pub(crate) fn or_better(self, position: &Position) -> View {
        if self.fits(position) {
            return self;
        }
        let best = View::of(position);
        if best.fits(position) { best } else { self }
    }

    /// Whether the torus with the hive can be folded.
    fn fits(self, position: &Position) -> bool {
        folds(&position.image(self.symmetry, self.shift))
    }

    /// The view in which the hive stays clear of itself best when the torus is folded.
    fn of(position: &Position) -> View {
        let Some(anchor) = position.board().cells().next() else { return View::PLAIN };
        // The first three turns differ in which of the three axes become rows; the others turn them upside down.
        let views = Symmetry::ALL[..3].iter().map(|symmetry| {
            // Offsets from a cell of the hive are right wherever it has wandered.
            let cells: Vec<_> = position.board().cells().map(|hex| symmetry.apply(hex - anchor)).collect();
            let (mut low, mut high) = (Hex::ORIGIN, Hex::ORIGIN);
            for at in &cells {
                low = Hex::new(low.q.min(at.q), low.r.min(at.r));
                high = Hex::new(high.q.max(at.q), high.r.max(at.r));
            }
            let columns = Narrow::FOLDING_COLUMNS;
            let first = Hex::new(first_of(&columns, high.q - low.q), first_of(&ROWS, high.r - low.r));
            let too_wide = high.q - low.q > columns.end() - columns.start();
            let view = View { symmetry: *symmetry, shift: first - low - symmetry.apply(anchor) };
            (too_wide, crowding(cells), view)
        });
        views
            .min_by_key(|(too_wide, crowding, _)| (*too_wide, *crowding))
            .map_or(View::PLAIN, |(.., view)| view)
    }

    /// A turn as seen from here.
    fn see(self, mv: Move) -> Move {
        moved(self.symmetry.apply_move(mv), self.shift)
    }

    /// A turn seen from here, on the table as it is.
    pub(crate) fn unsee(self, mv: Move) -> Move {
        self.symmetry.inverse().apply_move(moved(mv, Hex::ORIGIN - self.shift))
    }

    /// The position of a game as seen from here, and the keys of the positions before.
    pub(crate) fn replay(self, game: &Game) -> (Position, Vec<u64>) {
        let mut position = game.start().image(self.symmetry, self.shift);
        let mut keys = Vec::with_capacity(game.moves().len());
        for mv in game.moves() {
            keys.push(position.hash());
            let _ = position.play_unchecked(self.see(*mv));
        }
        (position, keys)
    }
}

/// The rows of the torus.
const ROWS: RangeInclusive<i8> = -8..=7;

fn folds(position: &Position) -> bool {
    matches!(position.hive(), HiveRef::Narrow(hive) if hive.folds())
}

/// How many cells come to lie on others when the torus is folded: of these and those around them, then with those around
/// these as well, and so on.
fn crowding(mut cells: Vec<Hex>) -> [usize; 3] {
    [(); 3].map(|()| {
        for i in 0..cells.len() {
            cells.extend(Direction::ALL.map(|direction| cells[i] + direction.step()));
        }
        cells.sort_unstable();
        cells.dedup();
        let mut folded: Vec<_> = cells.iter().map(|hex| (hex.q, hex.r.rem_euclid(Narrow::FOLD))).collect();
        folded.sort_unstable();
        folded.dedup();
        cells.len() - folded.len()
    })
}

/// Where something begins that is to lie in the middle of a range, and is so long from its first to its last.
fn first_of(range: &RangeInclusive<i8>, length: i8) -> i8 {
    let room = range.end() - range.start() - length;
    range.start() + room.div_euclid(2)
}

fn moved(mv: Move, by: Hex) -> Move {
    match mv {
        Move::Place { piece, to } => Move::Place { piece, to: to + by },
        Move::Relocate { piece, from, to } => Move::Relocate { piece, from: from + by, to: to + by },
        Move::Pass => Move::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_testkit::Playout;

    #[test]
    fn turns_come_back_as_they_were() {
        for seed in 0..6 {
            let game_type = skep_rules::GameType::BASE_MLP;
            let mut game = Game::new(game_type);
            let mut view = View::PLAIN;
            Playout { game_type, seed, plies: 60 }.play(|position, mv| {
                view = view.or_better(position);
                let (image, keys) = view.replay(&game);
                assert_eq!(keys.len(), game.moves().len());
                assert_eq!(image.canonical_key(), position.canonical_key());
                assert_eq!(folds(&image), view.fits(position));
                let mut back: Vec<_> = image.legal_moves().iter().map(|mv| view.unsee(*mv)).collect();
                let mut moves = position.legal_moves().to_vec();
                back.sort_unstable();
                moves.sort_unstable();
                assert_eq!(back, moves);
                if let Some(mv) = mv {
                    game.play(mv).expect("a legal turn");
                }
            });
        }
    }

    /// Whether no two cells of the hive or around it come to lie on each other, with rows and columns along these axes.
    fn stays_clear(position: &Position, row: fn(Hex) -> i8, column: fn(Hex) -> i8) -> bool {
        let hive = || position.board().cells();
        let span = |along: fn(Hex) -> i8| {
            hive().map(along).max().zip(hive().map(along).min()).map_or(0, |(high, low)| high - low)
        };
        let around = || hive().chain(hive().flat_map(|hex| Direction::ALL.map(|to| hex + to.step())));
        let mut pairs = around().flat_map(|one| around().map(move |other| (one, other)));
        span(column) < 14
            && pairs.all(|(one, other)| {
                let rows = row(one) - row(other);
                column(one) != column(other) || rows == 0 || rows % 8 != 0
            })
    }

    #[test]
    fn a_hive_that_stays_clear_of_itself_is_turned_to_be_folded() {
        let (mut plain, mut turned) = (0, 0);
        for seed in 0..100 {
            let position = Playout { game_type: skep_rules::GameType::BASE_MLP, seed, plies: 40 }.position();
            let clear = [
                stays_clear(&position, |hex| hex.r, |hex| hex.q),
                stays_clear(&position, |hex| hex.q, |hex| hex.q + hex.r),
                stays_clear(&position, |hex| hex.q + hex.r, |hex| hex.r),
            ];
            let view = View::PLAIN.or_better(&position);
            assert_eq!(view.fits(&position), clear.contains(&true), "{clear:?}");
            plain += usize::from(View::PLAIN.fits(&position));
            turned += usize::from(view.fits(&position));
            // What fits is kept, also when another view would be a little better.
            assert_eq!(view.or_better(&position), view);
        }
        assert!(plain < turned && (60..100).contains(&turned), "{plain} as they are, {turned} turned");
    }

    #[test]
    fn an_empty_table_stays_as_it_is() {
        let position = Position::new(skep_rules::GameType::BASE);
        assert_eq!(View::PLAIN.or_better(&position), View::PLAIN);
        assert!(folds(&position));
    }
}
