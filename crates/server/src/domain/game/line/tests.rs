//! A line that was kept and read goes on like one that was played.

use proptest::prelude::{Strategy, any, proptest};
use skep_rules::{Color, Game, GameType, RuleSet};
use skep_testkit::{Playout, config, playouts};

use super::Line;
use crate::domain::time::Ms;

/// Plays a random game turn by turn, as the site would.
fn play(playout: Playout, mut visit: impl FnMut(&Line, &Game)) {
    let mut line = Line::new(RuleSet::new(playout.game_type));
    let mut game = Game::new(playout.game_type);
    playout.play(|position, mv| {
        visit(&line, &game);
        let Some(mv) = mv.filter(|_| game.result().is_none()) else { return };
        let (resolved, text) = line.resolve(&mv.to_uhp(position)).expect("a legal move");
        assert_eq!(resolved, mv);
        line.play(resolved, &text, Ms(1230));
        game.play(mv).expect("a legal move");
    });
}

proptest! {
    #![proptest_config(config(60))]

    /// At every turn: what the snapshot gives is what the record gives, in position, history and end.
    #[test]
    fn snapshot_is_replay(playout in playouts(90)) {
        play(playout, |line, game| {
            let rules = RuleSet::new(playout.game_type);
            let snapshot = line.snapshot();
            let (position, keys) = super::snapshot::decode(rules, &snapshot).expect("our own snapshot is read");
            assert_eq!(&keys, &line.keys);
            assert_eq!(position.resting(), line.position.resting());
            let restored = Line::restore(rules, line.moves(), line.times(), &snapshot).expect("readable");
            assert_eq!(&restored, line);
            assert_eq!(restored.position().legal_moves().len(), line.position().legal_moves().len());
            let replayed = Line::replay(rules, line.moves(), line.times()).expect("playable");
            assert_eq!(&replayed, line);
            assert_eq!(line.end(), game.end_reason());
            assert_eq!(usize::from(line.ply()), game.moves().len());
            // Moves resolve by tile numbers, which the position string would lose.
            for mv in &line.position().legal_moves() {
                let text = mv.to_uhp(line.position());
                assert_eq!(restored.resolve(&text), line.resolve(&text));
            }
        });
    }

    /// Whatever stands in the column, reading it does not fail.
    #[test]
    fn damaged_snapshots_are_replayed(text in ".{0,80}", cut in any::<proptest::sample::Index>()) {
        let playout = Playout { game_type: GameType::BASE_MLP, seed: 7, plies: 30 };
        let mut kept = None;
        play(playout, |line, _| kept = Some(line.clone()));
        let line = kept.expect("a game has positions");
        let rules = RuleSet::new(GameType::BASE_MLP);
        let good = line.snapshot();
        let half = &good[..cut.index(good.len())];
        for bad in [text.as_str(), half, &format!("{half}{text}"), &good.replace("1:", "2:"), "1:0:-::"] {
            assert_eq!(Line::restore(rules, line.moves(), line.times(), bad), Ok(line.clone()));
        }
    }

    /// Taking back gives the line of that time.
    #[test]
    fn cut_is_the_line_of_that_time((playout, at) in playouts(60).prop_flat_map(|it| (proptest::strategy::Just(it), 0..=it.plies))) {
        let (mut wanted, mut last) = (None, None);
        play(playout, |line, _| {
            if line.ply() == at {
                wanted = Some(line.clone());
            }
            last = Some(line.clone());
        });
        if let (Some(wanted), Some(last)) = (wanted, last) {
            assert_eq!(last.cut(at), Ok(wanted));
        }
    }
}

#[test]
fn own_moves_are_found_behind_passes() {
    let rules = RuleSet::new(GameType::BASE);
    let line = Line::replay(rules, "wS1;bS1 wS1-;wQ -wS1", "0,0,120").expect("playable");
    assert_eq!(line.last_move_of(Color::White), Some(2));
    assert_eq!(line.last_move_of(Color::Black), Some(1));
    assert_eq!(Line::new(rules).last_move_of(Color::White), None);
    assert_eq!(line.time_values().collect::<Vec<_>>(), [0, 0, 120]);
    assert!(Line::replay(rules, "wS1;bS1 wS1-;wM -wS1", "").is_err());
}
