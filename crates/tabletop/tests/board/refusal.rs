//! What cannot be done says why, in words and on the board.

use skep_rules::{Bug, Color, IllegalMove, Move};
use skep_tabletop::{Action, Announcement, BadgeKind, CellKind, Reason, scene, update};

use crate::{PICTURE, board, cell, click, piece};

#[test]
fn a_pinned_tile_says_so_when_it_is_tapped() {
    let mut state = board("Base;InProgress;Black[3];wS1;bA1 -wS1;wQ wS1/;bQ -bA1;wQ wS1-");
    let ant = cell(&state, "bA1");
    click(&mut state, ant);
    let refusal = state.refusal().expect("the ant holds the hive together");
    assert!(matches!(refusal.reason, Reason::Rules(IllegalMove::SplitsHive { .. })));
    assert!(matches!(state.take_announcements()[..], [Announcement::Refused(_)]));
    let scene = scene(&state);
    let mark = scene.tiles.iter().find(|tile| tile.hex == ant).expect("the tile is drawn");
    assert!(mark.pinned);
    assert!(scene.badges.iter().any(|badge| badge.hex == ant && badge.kind == BadgeKind::Pinned));
    let proofs: Vec<_> = scene.tiles.iter().filter(|tile| tile.proof).map(|tile| tile.hex).collect();
    assert_eq!(proofs.len(), 2, "both parts of the broken hive are shown");
}

#[test]
fn a_cell_out_of_reach_says_why_and_the_tile_stays_in_the_hand() {
    let mut state = board(PICTURE);
    let (spider, ant) = (cell(&state, "wS1"), cell(&state, "wA1"));
    click(&mut state, spider);
    assert_eq!(click(&mut state, ant), None);
    let refusal = state.refusal().expect("the spider does not climb");
    assert_eq!(refusal.to, Some(ant));
    assert!(matches!(refusal.reason, Reason::Rules(IllegalMove::CellOccupied { .. })), "{refusal:?}");
    assert!(state.selection().is_some());
    assert!(scene(&state).badges.iter().any(|badge| badge.kind == BadgeKind::Refused && badge.hex == ant));
    let target = state.targets().next().expect("the spider has cells").0;
    assert!(click(&mut state, target).is_some());
    assert_eq!(state.refusal(), None, "a good move ends the matter");
}

#[test]
fn an_empty_cell_that_proves_a_reason_is_outlined() {
    let game = "Base;InProgress;White[7];wG1;bA1 /wG1;wQ wG1-;bQ bA1\\;wQ wG1\\;bQ wQ\\;wS1 wQ/;bQ wS1\\;wQ /bQ;bS1 bQ-;wQ wG1\\;bG1 bS1/";
    let mut state = board(game);
    update(&mut state, Action::SelectPiece(piece("wG1")));
    let beyond = cell(&state, "bG1").neighbor(skep_rules::Direction::East);
    assert_eq!(update(&mut state, Action::Target(beyond)), None);
    let refusal = state.refusal().expect("there is a gap");
    assert!(matches!(refusal.reason, Reason::Rules(IllegalMove::HopperGap { .. })));
    assert!(scene(&state).cells.iter().any(|cell| cell.kind == CellKind::Proof));
}

#[test]
fn the_reserve_explains_itself_too() {
    let mut state = board("Base;InProgress;White[4];wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-;wG1 -wS2;bG1 bS2-");
    let mut reason = |bug| {
        update(&mut state, Action::SelectReserve { color: Color::White, bug });
        state.refusal().map(|refusal| refusal.reason)
    };
    assert!(matches!(reason(Bug::Ant), Some(Reason::Rules(IllegalMove::QueenNow { .. }))));
    assert!(matches!(reason(Bug::Spider), Some(Reason::Rules(IllegalMove::NoneLeft { .. }))));
    assert!(matches!(reason(Bug::Mosquito), Some(Reason::Rules(IllegalMove::NotInGame { .. }))));
    assert_eq!(reason(Bug::Queen), None, "the queen may come");
    update(&mut state, Action::SelectReserve { color: Color::Black, bug: Bug::Ant });
    let refusal = state.refusal().expect("it is not Black's turn");
    assert!(matches!(refusal.reason, Reason::Rules(IllegalMove::NotYourTile { .. })), "{refusal:?}");
}

#[test]
fn the_reason_is_the_rules_own() {
    // Every refused tap must carry the very reason that the rules give.
    let mut state = board(PICTURE);
    let spider = cell(&state, "wS1");
    for to in state.position().board().cells().collect::<Vec<_>>() {
        update(&mut state, Action::Cancel);
        update(&mut state, Action::SelectPiece(piece("wS1")));
        update(&mut state, Action::Target(to));
        let expected = state.position().check(Move::Relocate { piece: piece("wS1"), from: spider, to }).err();
        let got = state.refusal().map(|refusal| refusal.reason);
        assert_eq!(got, expected.map(Reason::Rules));
    }
}

#[test]
fn escape_clears_what_is_shown() {
    let mut state = board(PICTURE);
    let (spider, ant) = (cell(&state, "wS1"), cell(&state, "wA1"));
    click(&mut state, spider);
    click(&mut state, ant);
    update(&mut state, Action::Cancel);
    assert_eq!((state.selection(), state.refusal()), (None, None));
}
