//! Moves in motion: they end where the tile is, take the time they should, and go along the hive.

use proptest::prelude::*;
use skep_rules::Position;
use skep_tabletop::{Action, Capabilities, MotionKind, Preferences, State, Step, scene, update};
use skep_testkit::playouts;

use crate::{PICTURE, board, turn};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_motion_ends_where_the_tile_is(playout in playouts(60), reduced: bool) {
        let mut state = State::new(Position::new(playout.position().rules()), Capabilities::view_only());
        let preferences = Preferences { reduced_motion: reduced, ..Preferences::default() };
        update(&mut state, Action::SetPreferences(preferences));
        let mut problems = Vec::new();
        playout.play(|_, mv| {
            let Some(mv) = mv else { return };
            update(&mut state, Action::Played(mv));
            let scene = scene(&state);
            match (mv.piece(), &scene.motion) {
                (None, None) => {}
                (Some(piece), Some(motion)) => {
                    let tile = scene.tiles.iter().find(|tile| tile.piece == piece).expect("drawn");
                    let (first, last) = (motion.frames[0], motion.frames[motion.frames.len() - 1]);
                    let ok = motion.piece == piece
                        && first.at == 0.0
                        && (last.at - 1.0).abs() < 1e-9
                        && (last.x - tile.x).abs() + (last.y - tile.y).abs() < 1e-6
                        && (last.scale, last.opacity) == (1.0, 1.0)
                        && motion.frames.windows(2).all(|pair| pair[0].at <= pair[1].at)
                        && (motion.kind == MotionKind::Fade) == reduced
                        && (80.0..=260.0).contains(&motion.duration);
                    if !ok {
                        problems.push(format!("{mv:?}: {motion:?}"));
                    }
                }
                other => problems.push(format!("{mv:?}: {other:?}")),
            }
        });
        prop_assert!(problems.is_empty(), "{}", problems[0]);
    }
}

#[test]
fn a_crawl_goes_along_its_path_in_its_time() {
    let mut state = board(PICTURE);
    let mv = turn(&state, "wS1 \\wL");
    update(&mut state, Action::Played(mv));
    let motion = scene(&state).motion.expect("the spider walks");
    assert_eq!((motion.kind, motion.duration), (MotionKind::Crawl, 180.0));
    assert_eq!(motion.frames.len(), 4);
    for pair in motion.frames.windows(2) {
        let step = (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y);
        assert!((step - 86.6).abs() < 0.1, "cell by cell");
    }
    assert_eq!(motion.frame_at(0.0), motion.frames[0]);
    assert!((motion.frame_at(60.0).x - motion.frames[1].x).abs() < 1e-6);
    assert_eq!(motion.frame_at(9999.0), *motion.frames.last().expect("frames"));
}

#[test]
fn each_way_of_moving_has_its_motion() {
    let kind_of = |game: &str, text: &str| {
        let mut state = board(game);
        let mv = turn(&state, text);
        update(&mut state, Action::Played(mv));
        scene(&state).motion.map(|motion| (motion.kind, motion.duration))
    };
    assert_eq!(kind_of(PICTURE, "wB2 wA2"), Some((MotionKind::Climb { level: 1 }, 220.0)));
    let grass = "Base;InProgress;White[7];wG1;bA1 /wG1;wQ wG1-;bQ bA1\\;wQ wG1\\;bQ wQ\\;wS1 wQ/;bQ wS1\\;wQ /bQ;bS1 bQ-;wQ wG1\\;bG1 bS1/";
    assert_eq!(kind_of(grass, "wG1 wQ\\"), Some((MotionKind::Jump, 260.0)));
    let ladybug = "Base+L;InProgress;White[8];wS1;bG1 wS1-;wL -wS1;bQ bG1/;wQ \\wS1;bB1 \\bQ;wL /bB1;bB1 wL;wQ \\bB1;bB1 /wQ;wL bG1\\;bQ wQ\\;wL wS1\\;bQ bG1/";
    assert_eq!(kind_of(ladybug, "wL wQ\\"), Some((MotionKind::Cross, 260.0)));
    let throw = "Base+P;InProgress;White[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ \\wP;bQ \\bS1;wQ -wP;bQ -bS1";
    assert_eq!(kind_of(throw, "bA1 wP\\"), Some((MotionKind::Carry, 260.0)));
    assert_eq!(
        kind_of("Base;InProgress;White[2];wS1;bS1 wS1-", "wA1 -wS1"),
        Some((MotionKind::Place, 180.0))
    );
}

#[test]
fn a_step_back_runs_the_film_backwards() {
    let mut state = board(PICTURE);
    let from = state.place(state.last_move().and_then(|mv| mv.from()).expect("the ant moved"), 0);
    update(&mut state, Action::Step(Step::Back));
    let back = scene(&state).motion.expect("the ant walks back");
    let last = *back.frames.last().expect("frames");
    assert!((last.x - from.x).abs() < 1e-6 && (last.y - from.y).abs() < 1e-6);
    assert_eq!(back.duration, 260.0, "a long walk does not take longer");
    let serial = back.serial;
    update(&mut state, Action::Step(Step::Forward));
    assert!(scene(&state).motion.is_some_and(|motion| motion.serial > serial));
    update(&mut state, Action::Step(Step::First));
    assert_eq!(scene(&state).motion, None, "a leap shows no travel");
}
