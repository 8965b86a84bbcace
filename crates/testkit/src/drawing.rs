//! Boards as text.

use skep_rules::{Hex, Piece, Position, RuleSet, Setup};

/// How many characters a cell is wide; each row is shifted by half of that.
const WIDTH: usize = 6;

/// A hive drawn with letters.
///
/// A cell is six characters wide and each row is shifted by three, as the cells of a table with corners
/// up lie. A cell holds a tile's name, `*` (an empty cell that the test wants to speak of) or `.` (empty).
/// A tile on top of others carries a `'`; what lies below is told in a line of its own after the drawing,
/// from the bottom to the top:
///
/// ```
/// use skep_testkit::Drawing;
/// let drawing = Drawing::parse(
///     "
///     bB1'  wQ
///        *     bQ
///     wS1 < bB1
/// ",
/// );
/// assert_eq!(drawing.stacks.len(), 3);
/// assert_eq!(drawing.marks.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The occupied cells.
    pub stacks: Vec<(Hex, Vec<Piece>)>,
    /// The cells with a `*`.
    pub marks: Vec<Hex>,
}

impl Drawing {
    /// Reads a drawing.
    ///
    /// # Panics
    ///
    /// When it is not a drawing.
    #[must_use]
    pub fn parse(text: &str) -> Drawing {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let (notes, rows): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| line.contains('<'));
        let below: Vec<Vec<Piece>> = notes.iter().map(|note| note.split('<').map(piece).collect()).collect();
        // The margin is taken from the westernmost cell.
        let margin = rows.iter().map(|row| row.len() - row.trim_start().len()).min().unwrap_or(0);
        let mut drawing = Drawing { stacks: Vec::new(), marks: Vec::new() };
        let mut parity = None;
        for (r, row) in rows.iter().enumerate() {
            for (column, word) in words(row) {
                let half = column - margin;
                assert!(half.is_multiple_of(WIDTH / 2), "{word} is not in the middle of a cell:\n{text}");
                // Twice the distance from the margin in cells, less the shift of the row.
                let twice = i16::try_from(half / (WIDTH / 2)).expect("a drawing is small")
                    - i16::try_from(r).expect("a drawing is small");
                let expected = *parity.get_or_insert(twice.rem_euclid(2));
                assert_eq!(twice.rem_euclid(2), expected, "{word} is between two cells:\n{text}");
                let q = i8::try_from((twice - expected) / 2).expect("a drawing is small");
                let hex = Hex::new(q, i8::try_from(r).expect("a drawing is small"));
                match word {
                    "*" => drawing.marks.push(hex),
                    "." => {}
                    _ => drawing.stacks.push((hex, stack(word, &below))),
                }
            }
        }
        drawing
    }

    /// The setup that it shows, with White to move on a turn late enough for any number of tiles.
    #[must_use]
    pub fn setup(&self, rules: impl Into<RuleSet>) -> Setup {
        Setup { stacks: self.stacks.clone(), turn_number: 30, ..Setup::new(rules) }
    }

    /// The position that it shows, with White to move.
    ///
    /// # Panics
    ///
    /// When there is no such position.
    #[must_use]
    pub fn position(&self, rules: impl Into<RuleSet>) -> Position {
        self.setup(rules).validate().unwrap_or_else(|faults| panic!("{faults}"))
    }
}

fn piece(name: &str) -> Piece {
    name.trim().parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn stack(word: &str, below: &[Vec<Piece>]) -> Vec<Piece> {
    match word.strip_suffix('\'') {
        None => vec![piece(word)],
        Some(top) => below
            .iter()
            .find(|stack| stack.last() == Some(&piece(top)))
            .unwrap_or_else(|| panic!("no line tells what {top} stands on"))
            .clone(),
    }
}

/// The words of a line, each with the column it begins in.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split(' ')
        .scan(0, |column, word| {
            let at = *column;
            *column += word.len() + 1;
            Some((at, word))
        })
        .filter(|(_, word)| !word.is_empty())
}

/// A drawing of a position, with whose turn it is.
#[must_use]
pub fn draw(position: &Position) -> String {
    let setup = Setup::from(position);
    let mut text = format!("{} {}[{}]\n", position.game_type(), position.turn(), position.turn_number());
    let Some(&(anchor, _)) = setup.stacks.first() else { return text };
    let place = |hex: Hex| {
        let offset = hex - anchor;
        (i32::from(offset.r), i32::from(offset.q) * 2 + i32::from(offset.r))
    };
    let cells: Vec<_> = setup.stacks.iter().map(|(hex, stack)| (place(*hex), stack)).collect();
    let rows = cells.iter().map(|((row, _), _)| *row);
    let west = cells.iter().map(|((_, half), _)| *half).min().unwrap_or(0);
    for row in rows.clone().min().unwrap_or(0)..=rows.max().unwrap_or(0) {
        let mut line = String::new();
        let mut tiles: Vec<_> = cells.iter().filter(|((r, _), _)| *r == row).collect();
        tiles.sort();
        for ((_, half), stack) in tiles {
            let column = usize::try_from(half - west).expect("nothing is west of the west") * WIDTH / 2;
            line.push_str(&" ".repeat(column.saturating_sub(line.len())));
            if let Some(top) = stack.last() {
                line.push_str(&format!("{top}{}", if stack.len() > 1 { "'" } else { "" }));
            }
        }
        text.push_str(&line);
        text.push('\n');
    }
    for (_, stack) in cells.iter().filter(|(_, stack)| stack.len() > 1) {
        let names: Vec<String> = stack.iter().map(ToString::to_string).collect();
        text.push_str(&names.join(" < "));
        text.push('\n');
    }
    if let Some(piece) = setup.last_moved {
        text.push_str(&format!("moved last: {piece}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use skep_rules::GameType;

    use super::*;
    use crate::{config, playouts};
    use proptest::prelude::*;

    #[test]
    fn rows_are_shifted_by_half_a_cell() {
        let drawing = Drawing::parse("   wS1   bG1\nwQ    *     bQ");
        assert_eq!(drawing.marks.len(), 1);
        let center = drawing.marks[0];
        for (hex, _) in &drawing.stacks {
            assert_eq!(hex.distance(center), 1);
        }
    }

    #[test]
    fn a_drawing_is_a_position() {
        let position = Drawing::parse("wQ    bB1'  bQ\nwS1 < bB1").position(GameType::BASE);
        assert_eq!(position.board().len(), 4);
    }

    proptest! {
        #![proptest_config(config(64))]

        #[test]
        fn drawing_and_reading_agree(playout in playouts(60)) {
            let position = playout.position();
            let picture = draw(&position);
            let (_, rows) = picture.split_once('\n').expect("the first line tells the turn");
            let rows = rows.split("moved last").next().expect("splitting gives at least one part");
            let stacks = Drawing::parse(rows).stacks;
            let drawn = Setup { stacks, ..Setup::from(&position) };
            prop_assert_eq!(drawn.normalized(), Setup::from(&position).normalized());
        }
    }
}
