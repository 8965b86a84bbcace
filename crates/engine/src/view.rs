//! How the table is turned before a search.
//!
//! No rule knows north from east, and there is no board, so a hive may be looked at from any side and lie anywhere. In
//! the middle of its torus and flat, it needs the smallest sets of cells: see [`Hive::is_in_band`].
//!
//! [`Hive::is_in_band`]: skep_rules::raw::Hive::is_in_band

use core::ops::RangeInclusive;

use skep_rules::raw::Narrow;
use skep_rules::{Game, Hex, Move, Position, Symmetry};

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

    /// Whether the hive is in the band.
    fn fits(self, position: &Position) -> bool {
        position.board().cells().all(|hex| {
            let Hex { q, r } = self.apply(hex);
            Narrow::BAND_COLUMNS.contains(&q) && Narrow::BAND_ROWS.contains(&r)
        })
    }

    /// The view in which the hive has the fewest rows, with as much room above as below.
    fn of(position: &Position) -> View {
        let Some(anchor) = position.board().cells().next() else { return View::PLAIN };
        // The first three turns differ in which of the three axes become rows; the others turn them upside down.
        let views = Symmetry::ALL[..3].iter().map(|symmetry| {
            // Offsets from a cell of the hive are right wherever it has wandered.
            let (mut low, mut high) = (Hex::ORIGIN, Hex::ORIGIN);
            for hex in position.board().cells() {
                let at = symmetry.apply(hex - anchor);
                low = Hex::new(low.q.min(at.q), low.r.min(at.r));
                high = Hex::new(high.q.max(at.q), high.r.max(at.r));
            }
            let first = Hex::new(
                first_of(Narrow::BAND_COLUMNS, high.q - low.q),
                first_of(Narrow::BAND_ROWS, high.r - low.r),
            );
            let view = View { symmetry: *symmetry, shift: first - low - symmetry.apply(anchor) };
            (high.r - low.r, high.q - low.q, view)
        });
        views.min_by_key(|(rows, columns, _)| (*rows, *columns)).map_or(View::PLAIN, |(.., view)| view)
    }

    fn apply(self, hex: Hex) -> Hex {
        self.symmetry.apply(hex) + self.shift
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

/// Where something begins that is to lie in the middle of a range, and is so long from its first to its last.
fn first_of(range: RangeInclusive<i8>, length: i8) -> i8 {
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
    use skep_rules::raw::HiveRef;
    use skep_testkit::Playout;

    fn is_in_band(position: &Position) -> bool {
        matches!(position.hive(), HiveRef::Narrow(hive) if hive.is_in_band())
    }

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
                assert_eq!(is_in_band(&image), view.fits(position));
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

    #[test]
    fn a_flat_hive_comes_to_lie_in_the_band() {
        let mut lies = 0;
        for seed in 0..20 {
            let position = Playout { game_type: skep_rules::GameType::BASE, seed, plies: 24 }.position();
            // As tall as it is along its shortest axis.
            let cells: Vec<_> = position.board().cells().collect();
            let span = |along: fn(Hex) -> i8| {
                let places = || cells.iter().map(|cell| along(*cell));
                places().max().zip(places().min()).map_or(0, |(high, low)| high - low)
            };
            let spans = [span(|hex| hex.r), span(|hex| hex.q), span(|hex| hex.q + hex.r)];
            let flat = spans.iter().any(|span| *span < 6) && spans.iter().all(|span| *span < 14);
            let view = View::PLAIN.or_better(&position);
            assert_eq!(view.fits(&position), flat, "{spans:?}");
            lies += usize::from(flat);
            // What fits is kept, also when another view would be a little better.
            assert_eq!(view.or_better(&position), view);
        }
        assert!((5..20).contains(&lies), "{lies}");
    }

    #[test]
    fn an_empty_table_stays_as_it_is() {
        let position = Position::new(skep_rules::GameType::BASE);
        assert_eq!(View::PLAIN.or_better(&position), View::PLAIN);
        assert!(is_in_band(&position));
    }
}
