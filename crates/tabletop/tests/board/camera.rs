//! The camera: it shows everything, and never fights the player.

use proptest::prelude::*;
use skep_rules::{GameType, Hex, Move, Position};
use skep_tabletop::{
    Action, Capabilities, Framing, Insets, Layout, Point, Rect, Scene, State, Step, scene, update,
};
use skep_testkit::playouts;

use crate::{PICTURE, board, drag};

/// The box of all tiles on the screen.
fn tiles_on_screen(scene: &Scene) -> Rect {
    let corner = |dx: f64, dy: f64| {
        scene
            .tiles
            .iter()
            .map(move |tile| Rect::at(scene.view.to_screen(Point::new(tile.x + dx, tile.y + dy))))
    };
    corner(-43.3, -50.0).chain(corner(43.3, 50.0)).reduce(Rect::union).expect("there are tiles")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_fitted_hive_is_all_in_view(
        playout in playouts(80), width in 360.0..2400.0, height in 420.0..1400.0, top in 0.0..60.0, turns in 0_i8..6,
    ) {
        let layout = Layout { insets: Insets { top, ..Insets::default() }, ..Layout::new(width, height) };
        let mut state = State::new(playout.position(), Capabilities::view_only());
        update(&mut state, Action::Rotate(turns));
        update(&mut state, Action::Resize(layout));
        let scene = scene(&state);
        prop_assume!(!scene.tiles.is_empty());
        prop_assert!(layout.free().holds(tiles_on_screen(&scene)));
        prop_assert!(scene.view.tile_width() <= 116.0 + 1e-9);
    }

    #[test]
    fn while_the_board_frames_no_tile_ever_leaves_the_view(playout in playouts(60)) {
        let mut state = State::new(Position::new(playout.position().rules()), Capabilities::view_only());
        let layout = Layout::new(900.0, 640.0);
        update(&mut state, Action::Resize(layout));
        let mut inside = true;
        playout.play(|_, mv| {
            if let Some(mv) = mv {
                update(&mut state, Action::Played(mv));
                inside &= layout.free().holds(tiles_on_screen(&scene(&state)));
            }
        });
        prop_assert!(inside);
        prop_assert_eq!(state.framing(), Framing::Automatic);
    }
}

#[test]
fn nothing_moves_while_everything_stays_in_view() {
    let mut state = State::new(Position::new(GameType::BASE), Capabilities::hot_seat());
    update(&mut state, Action::Resize(Layout::new(1600.0, 1000.0)));
    let still = state.view();
    for text in ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"] {
        let mv = skep_testkit::turn(state.position(), text);
        update(&mut state, Action::Played(mv));
        assert_eq!(state.view(), still, "{text}");
    }
}

#[test]
fn a_player_who_took_the_camera_keeps_it() {
    let mut state = board(PICTURE);
    update(&mut state, Action::Pan { x: -300.0, y: 40.0 });
    update(&mut state, Action::Zoom { factor: 1.5, about: Some(Point::new(200.0, 200.0)) });
    assert_eq!(state.framing(), Framing::Player);
    let view = state.view();
    assert!(!view.glide);
    update(&mut state, Action::Step(Step::Back));
    update(&mut state, Action::Step(Step::Forward));
    update(&mut state, Action::Resize(Layout::new(1000.0, 700.0)));
    assert_eq!(state.view(), view);
    update(&mut state, Action::Fit);
    assert_eq!(state.framing(), Framing::Automatic);
    assert!(state.view().glide);
}

#[test]
fn a_board_that_would_be_empty_comes_back() {
    let mut state = board(PICTURE);
    update(&mut state, Action::Pan { x: 5000.0, y: 0.0 });
    update(&mut state, Action::Step(Step::Back));
    assert_eq!(state.framing(), Framing::Automatic);
    let layout = *state.layout();
    assert!(layout.free().holds(tiles_on_screen(&scene(&state))));
}

#[test]
fn a_drag_on_the_table_pans() {
    let mut state = board(PICTURE);
    let before = state.view();
    drag(&mut state, Point::new(5.0, 5.0), Point::new(65.0, 25.0), Default::default());
    let after = state.view();
    assert!((after.x - before.x - 60.0).abs() < 1e-6 && (after.y - before.y - 20.0).abs() < 1e-6);
}

#[test]
fn pictures_do_not_move() {
    let mut state = crate::board_for(PICTURE, Capabilities::picture());
    let before = state.view();
    drag(&mut state, Point::new(5.0, 5.0), Point::new(65.0, 25.0), Default::default());
    update(&mut state, Action::Wheel { at: Point::new(10.0, 10.0), delta: -200.0 });
    update(&mut state, Action::Step(Step::First));
    assert_eq!(state.view(), before);
    assert_eq!(state.ply(), 30);
}

#[test]
fn the_wheel_zooms_about_the_pointer() {
    let mut state = board(PICTURE);
    let at = Point::new(321.0, 123.0);
    let (held, scale) = (state.view().to_board(at), state.view().scale);
    update(&mut state, Action::Wheel { at, delta: -120.0 });
    assert!(state.view().scale > 1.1 * scale, "away from the player: closer");
    assert!(state.view().to_screen(held).distance(at) < 1e-6);
}

#[test]
fn turning_keeps_the_middle_in_the_middle() {
    let mut state = board(PICTURE);
    let middle = state.layout().free().center();
    update(&mut state, Action::Pan { x: -120.0, y: 30.0 });
    let hex = state.hit(middle).hex;
    for action in [Action::Rotate(1), Action::Flip, Action::Mirror, Action::Rotate(-2)] {
        update(&mut state, action);
        let place = state.view().to_screen(state.place(hex, 0));
        assert!(place.distance(middle) < 60.0, "{place:?}");
    }
}

#[test]
fn a_hive_that_wanders_far_does_not_jump() {
    // Two queens chase each other in circles and carry the hive away, past where cells wrap.
    let mut state = State::new(Position::new(GameType::BASE), Capabilities::hot_seat());
    for text in ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"] {
        let mv = skep_testkit::turn(state.position(), text);
        update(&mut state, Action::Played(mv));
    }
    let mut last = state.place(Hex::ORIGIN, 0);
    let mut travelled = 0.0;
    for _ in 0..1100 {
        // Always the legal move that goes furthest to the right, of several that of the tile furthest to the left.
        let moves = state.position().legal_moves();
        let right = |mv: &Move| mv.to().map_or(f64::MIN, |to| state.place(to, 0).x);
        let left = |mv: &Move| mv.from().map_or(f64::MIN, |from| -state.place(from, 0).x);
        let rank = |a: &&Move, b: &&Move| right(a).total_cmp(&right(b)).then(left(a).total_cmp(&left(b)));
        let mv = moves.iter().filter(|mv| mv.from().is_some()).max_by(rank);
        let Some(mv) = mv.copied() else { break };
        update(&mut state, Action::Played(mv));
        let drawn = scene(&state);
        let (min, max) = drawn
            .tiles
            .iter()
            .fold((f64::MAX, f64::MIN), |(min, max), tile| (min.min(tile.x), max.max(tile.x)));
        assert!(max - min < 28.0 * 87.0, "the hive is drawn in one piece");
        let here = Point::new(min, 0.0);
        travelled += (here.x - last.x).abs();
        assert!((here.x - last.x).abs() < 300.0, "no jump at the edge of the coordinates");
        last = here;
    }
    assert!(travelled > 256.0 * 86.6, "the test has to go around the world: {travelled}");
}
