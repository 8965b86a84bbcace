//! What a level below the highest thinks of, and its choice, which does not insist on the best turn.

/// Those of some tiles that somebody thinks of: all in hand, and so many of those on the table, one more where nothing is in
/// hand. `placed` are the tiles on the table as bits; those that `draw` gives a small number come first. Passing, which
/// is no tile, comes to everybody's mind.
pub(crate) fn notice(tiles: &[u8], placed: u32, attention: usize, draw: impl Fn(u8) -> f64) -> Vec<u8> {
    let (mut table, mut noticed): (Vec<u8>, Vec<u8>) =
        tiles.iter().partition(|&&tile| tile < 32 && placed >> tile & 1 != 0);
    for _ in 0..attention.saturating_add(usize::from(noticed.is_empty())) {
        let first = (0..table.len()).min_by(|&a, &b| draw(table[a]).total_cmp(&draw(table[b])));
        let Some(first) = first else { break };
        noticed.push(table.swap_remove(first));
    }
    noticed
}

/// Chooses among turns, given as tile and score: first a tile, by the best that can be done with it, then one
/// of its turns. So a tile that can go anywhere is not played more often than others because of that alone: a
/// person thinks of a tile first, too. `chance` is from 0 to 1.
pub(crate) fn soft(turns: &[(u8, i32)], softness: f64, chance: f64) -> Option<usize> {
    let mut tiles: Vec<(u8, i32)> = Vec::new();
    for &(tile, score) in turns {
        match tiles.iter_mut().find(|known| known.0 == tile) {
            Some(known) => known.1 = known.1.max(score),
            None => tiles.push((tile, score)),
        }
    }
    let (chosen, rest) = weighted(tiles.iter().map(|known| known.1), softness, chance)?;
    let tile = tiles[chosen].0;
    let of_tile: Vec<usize> = (0..turns.len()).filter(|&turn| turns[turn].0 == tile).collect();
    let (chosen, _) = weighted(of_tile.iter().map(|&turn| turns[turn].1), softness, rest)?;
    Some(of_tile[chosen])
}

/// Chooses one by score; gives its place and the chance that is left for another choice, again from 0 to 1.
fn weighted(scores: impl Iterator<Item = i32> + Clone, softness: f64, chance: f64) -> Option<(usize, f64)> {
    let best = scores.clone().max()?;
    let weight = |score: i32| (f64::from(score - best) / softness).exp();
    let mut rest = chance * scores.clone().map(weight).sum::<f64>();
    let mut last = None;
    for (place, score) in scores.enumerate() {
        let weight = weight(score);
        if rest < weight {
            return Some((place, rest / weight));
        }
        rest -= weight;
        // Rounding may leave a little over at the end.
        if weight > 0.0 {
            last = Some((place, 0.0));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(turns: &[(u8, i32)], softness: f64) -> Vec<usize> {
        let mut counts = vec![0; turns.len()];
        for i in 0..10_000 {
            counts[soft(turns, softness, f64::from(i) / 10_000.0).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn a_tile_with_many_turns_is_not_chosen_more_often() {
        let turns: Vec<_> = (0..9).map(|_| (1, 50)).chain([(2, 50)]).collect();
        let counts = counts(&turns, 20.0);
        assert_eq!(counts[9], 5_000);
        assert!(counts[..9].iter().all(|&count| (550..=562).contains(&count)), "{counts:?}");
    }

    #[test]
    fn the_better_a_turn_the_more_often_it_is_played() {
        let even = counts(&[(1, 40), (2, 20), (3, 0)], 20.0);
        assert!(even[0] > even[1] && even[1] > even[2] && even[2] > 500, "{even:?}");
        let sharp = counts(&[(1, 40), (2, 20), (3, 0)], 2.0);
        assert!(sharp[0] > 9_990, "{sharp:?}");
    }

    #[test]
    fn the_hand_and_some_of_the_table_are_noticed() {
        // Tiles 3 and 4 are in hand.
        let notice =
            |tiles: &[u8], attention| notice(tiles, !0b11000, attention, |tile| f64::from(tile) * 0.1);
        assert_eq!(notice(&[9, 3, 7, 8, 4], 2), [3, 4, 7, 8]);
        assert_eq!(notice(&[9, 7, 8], 2), [7, 8, 9], "one more with nothing in hand");
        assert_eq!(notice(&[9, 3, 7, 8], usize::MAX), [3, 7, 8, 9]);
        assert_eq!(notice(&[255], 0), [255], "passing");
    }

    #[test]
    fn nothing_to_choose_from() {
        assert_eq!(soft(&[], 10.0, 0.5), None);
        assert_eq!(soft(&[(3, -20)], 10.0, 1.0), Some(0));
    }
}
