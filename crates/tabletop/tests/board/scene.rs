//! The scene against the design's picture, and its laws.

use proptest::prelude::*;
use skep_rules::{Bug, Color, Piece};
use skep_tabletop::{Action, BadgeKind, Capabilities, CellKind, Layout, State, Suggestion, scene, update};
use skep_testkit::playouts;

use crate::{PICTURE, board, cell, click, piece, screen, turn};

fn close(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() < 0.06 && (a.1 - b.1).abs() < 0.06
}

#[test]
fn the_picture_of_the_design() {
    let mut state = board(PICTURE);
    let spider = cell(&state, "wS1");
    click(&mut state, spider);
    let mv = turn(&state, "wS1 \\wL");
    let target = mv.to().expect("a cell");
    let hover = crate::event(screen(&state, target), skep_tabletop::PointerKind::Mouse);
    update(&mut state, Action::PointerMove(hover));
    let scene = scene(&state);

    let at = |name: &str| {
        let tile = scene.tiles.iter().find(|tile| tile.piece == piece(name)).expect("drawn");
        (tile.x, tile.y)
    };
    assert!(close(at("wL"), (0.0, 0.0)));
    assert!(close(at("wS1"), (173.2, -155.0)), "selected, so raised by 5: {:?}", at("wS1"));
    assert!(close(at("bA3"), (-129.9, 75.0)));
    assert!(close(at("wP"), (0.0, 150.0)));
    assert!(close(at("bB1"), (0.0, 141.0)));
    assert!(close(at("wM"), (0.0, 132.0)));
    assert!(close(at("wB2"), (303.1, 225.0)));

    let legal: Vec<_> = scene
        .cells
        .iter()
        .filter(|cell| matches!(cell.kind, CellKind::Legal | CellKind::LegalChosen))
        .collect();
    assert_eq!(legal.len(), 2);
    assert!(legal.iter().any(|cell| cell.kind == CellKind::Legal && close((cell.x, cell.y), (389.7, -75.0))));
    assert!(
        legal
            .iter()
            .any(|cell| cell.kind == CellKind::LegalChosen && close((cell.x, cell.y), (-43.3, -75.0)))
    );
    let from =
        scene.cells.iter().find(|cell| cell.kind == CellKind::LastFrom).expect("the last move began there");
    assert!(close((from.x, from.y), (389.7, 75.0)));

    let steps: Vec<_> = scene.path.iter().filter(|step| step.number > 0).collect();
    assert_eq!(steps.len(), 3);
    for (step, expected) in steps.iter().zip([(86.6, -150.0), (43.3, -75.0), (-43.3, -75.0)]) {
        assert!(close((step.x, step.y), expected), "{step:?}");
    }
    let ghost = scene.ghost.expect("a ghost on the hovered cell");
    assert!(ghost.piece == piece("wS1") && close((ghost.x, ghost.y), (-43.3, -75.0)));

    let stack =
        scene.badges.iter().find(|badge| badge.kind == BadgeKind::Stack(3)).expect("a stack of three");
    assert!(close((stack.x, stack.y), (31.0, 99.0)));
    let danger =
        scene.badges.iter().find(|badge| badge.kind == BadgeKind::Danger(5)).expect("five sides taken");
    assert!(close((danger.x, danger.y), (-13.3, 41.0)));
    let queen = scene.tiles.iter().find(|tile| tile.piece == piece("wQ")).expect("drawn");
    assert_eq!(queen.danger.map(|danger| (danger.sides, danger.fresh)), Some((5, true)));
    assert!(scene.tiles.iter().find(|tile| tile.piece == piece("bA3")).is_some_and(|tile| tile.last));
}

#[test]
fn the_reserves_have_eight_slots_in_a_fixed_order() {
    let state = board(PICTURE);
    let scene = scene(&state);
    for color in Color::ALL {
        let tray = &scene.reserves[color];
        assert_eq!(tray.slots.map(|slot| slot.label.bug), Bug::ALL);
    }
    let left = |color: Color| scene.reserves[color].slots.map(|slot| slot.label.left);
    // Queen, spider, beetle, grasshopper, ant, mosquito, ladybug, pillbug.
    assert_eq!(left(Color::White), [0, 1, 0, 3, 1, 0, 0, 0]);
    assert_eq!(left(Color::Black), [0, 1, 1, 2, 0, 0, 1, 0]);
    assert!(scene.reserves.white.slots[1].label.playable);
    assert!(!scene.reserves.black.slots[1].label.playable, "White is to move");
}

#[test]
fn only_the_top_of_a_stack_shows_its_insect() {
    let state = board(PICTURE);
    let scene = scene(&state);
    let glyph = |name: &str| scene.tiles.iter().find(|tile| tile.piece == piece(name)).map(|tile| tile.glyph);
    assert_eq!(glyph("wM"), Some(true));
    assert_eq!(glyph("bB1"), Some(false));
    assert_eq!(glyph("wP"), Some(false));
}

#[test]
fn a_stack_opens_under_the_mouse() {
    let mut state = board(PICTURE);
    let stack = cell(&state, "wM");
    let hover = crate::event(screen(&state, stack), skep_tabletop::PointerKind::Mouse);
    update(&mut state, Action::PointerMove(hover));
    let peek = scene(&state).peek.expect("the stack opens");
    assert_eq!(peek.pieces, ["wP", "bB1", "wM"].map(piece));
    update(&mut state, Action::PointerLeave);
    assert_eq!(scene(&state).peek, None);
}

#[test]
fn engines_show_their_moves_as_arrows_and_placements_as_numbers() {
    let mut state = board(PICTURE);
    let crawl = turn(&state, "wS1 \\wL");
    let climb = turn(&state, "wB2 wA2");
    let place = *state.position().legal_moves().iter().find(|mv| mv.from().is_none()).expect("a placement");
    update(
        &mut state,
        Action::Suggest(vec![
            Suggestion { mv: crawl, rank: 1 },
            Suggestion { mv: climb, rank: 2 },
            Suggestion { mv: place, rank: 3 },
        ]),
    );
    let drawn = scene(&state);
    assert_eq!(drawn.arrows.iter().map(|arrow| arrow.rank).collect::<Vec<_>>(), [Some(2), Some(1)]);
    assert!(drawn.badges.iter().any(|badge| badge.kind == BadgeKind::Rank(3)));
    assert_eq!(drawn.proposed.iter().map(|ghost| Some(ghost.piece)).collect::<Vec<_>>(), [place.piece()]);
    assert_eq!(state.suggestions().len(), 3);
    update(&mut state, Action::Played(crawl));
    assert!(scene(&state).proposed.is_empty());
    assert!(scene(&state).arrows.is_empty(), "they were about another position");
}

#[test]
fn small_tiles_use_the_simple_drawings() {
    let mut state = board(PICTURE);
    assert!(!scene(&state).small_glyphs);
    update(&mut state, Action::Resize(Layout::new(240.0, 200.0)));
    assert!(scene(&state).small_glyphs);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_tile_is_drawn_once_in_order(playout in playouts(60)) {
        let state = State::new(playout.position(), Capabilities::view_only());
        let scene = scene(&state);
        let board = state.position().board();
        prop_assert_eq!(scene.tiles.len(), board.len());
        for tile in &scene.tiles {
            prop_assert_eq!(board.find(tile.piece), Some((tile.hex, tile.level)));
        }
        let mut drawn: Vec<Piece> = scene.tiles.iter().map(|tile| tile.piece).collect();
        drawn.sort();
        drawn.dedup();
        prop_assert_eq!(drawn.len(), board.len());
        for pair in scene.tiles.windows(2) {
            let (a, b) = (state.place(pair[0].hex, 0), state.place(pair[1].hex, 0));
            prop_assert!(a.y < b.y + 1e-9, "rows from the top");
            if pair[0].hex == pair[1].hex {
                prop_assert!(pair[0].level < pair[1].level, "stacks from the table up");
            }
        }
    }

    #[test]
    fn a_point_on_a_tile_hits_it(playout in playouts(60), turns in -6_i8..6, mirrored: bool, scale in 0.4..2.0_f64) {
        let mut state = State::new(playout.position(), Capabilities::view_only());
        update(&mut state, Action::Rotate(turns));
        if mirrored {
            update(&mut state, Action::Mirror);
        }
        update(&mut state, Action::Zoom { factor: scale, about: None });
        let board = state.position().board();
        for tile in scene(&state).tiles.iter().filter(|tile| tile.glyph) {
            let hit = state.hit(state.view().to_screen(skep_tabletop::Point::new(tile.x, tile.y)));
            prop_assert_eq!((hit.hex, hit.piece), (tile.hex, Some(tile.piece)));
            prop_assert_eq!(hit.level, tile.level);
        }
        for hex in board.cells().flat_map(|hex| hex.neighbors()) {
            // The middle of an empty cell is hit, unless a tall stack before it hides it.
            let hit = state.hit(state.view().to_screen(state.place(hex, 0)));
            let hidden = hit.level >= 3;
            prop_assert!(board.height(hex) > 0 || hidden || hit.hex == hex);
        }
    }
}
