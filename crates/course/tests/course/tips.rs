//! Tips in play: the right one at the right time, in three languages.

use skep_course::{Tip, TipKind, rules_page, step, tips, tips_about};
use skep_rules::{Bug, Color, Game, GameType, Piece, Position};
use skep_words::Language;

fn at(id: &str) -> Position {
    step(id).and_then(|step| step.shown()).unwrap_or_else(|| panic!("{id} has no position"))
}

fn kinds(tips: &[Tip]) -> Vec<TipKind> {
    tips.iter().map(|tip| tip.kind).collect()
}

fn now(position: &Position) -> Vec<TipKind> {
    kinds(&tips(position, position.turn()))
}

fn about(position: &Position, piece: &str) -> Vec<TipKind> {
    kinds(&tips_about(position, position.turn(), tile(piece)))
}

fn tile(name: &str) -> Piece {
    name.parse().expect("a tile")
}

#[test]
fn the_opening_is_accompanied() {
    assert_eq!(now(&Position::new(GameType::BASE)), [TipKind::FirstTile]);
    assert_eq!(now(&at("placing-2")), [TipKind::QueenCanWait]);
    assert_eq!(now(&at("queen-in-3")), [TipKind::QueenNow]);
    assert_eq!(now(&at("queen-1")), [TipKind::PlaceOrMove]);
    let first = Game::from_uhp("Base;wS1").expect("a game");
    assert_eq!(now(first.position()), [], "Black's first tile may go anywhere");
}

#[test]
fn the_other_player_gets_no_tips() {
    assert_eq!(tips(&at("queen-in-3"), Color::Black), []);
    assert_eq!(tips(&at("object-1"), Color::White), [], "the game is over");
}

#[test]
fn danger_comes_first() {
    // White wins at once; whose queen is in danger does not matter any more.
    assert_eq!(now(&at("object-2"))[0], TipKind::CanWin);
    let position = at("strategy-defence-1");
    let found = tips(&position, Color::White);
    assert_eq!(found[0].kind, TipKind::QueenThreatened);
    assert_eq!(found[0].cells.len(), 1, "the last free side is shown");
    assert!(found[0].kind.is_urgent());
    assert_eq!(position.board().top(found[0].cells[0]), None);
    // One free side, but a gate keeps everybody out.
    assert!(now(&at("sliding-2")).contains(&TipKind::QueenOneSide));
    assert!(!now(&at("sliding-2")).contains(&TipKind::QueenThreatened));
}

#[test]
fn the_other_queen_is_pointed_at_without_a_solution() {
    let found = tips(&at("object-2"), Color::White);
    let queen = at("object-2").board().find(tile("bQ")).map(|(hex, _)| hex);
    assert_eq!(found[0].cells.first().copied(), queen, "she is shown, not the winning cell");
}

#[test]
fn a_pass_and_a_full_board_are_told() {
    assert_eq!(now(&at("passing-2"))[0], TipKind::MustPass);
    assert!(now(&at("passing-3")).contains(&TipKind::NothingToPlace));
}

#[test]
fn a_covered_queen_is_told() {
    let game = "Base;InProgress;White[7];wS1;bB1 \\wS1;wQ wS1\\;bQ -bB1;wQ wS1-;bQ /bB1;wQ wS1/;bB1 wS1;wQ bB1-;bB1 wQ";
    let game = Game::from_uhp(game).expect("a game");
    assert!(now(game.position()).contains(&TipKind::QueenCovered));
}

#[test]
fn a_selected_tile_says_what_it_can_do() {
    assert_eq!(about(&at("queen-1"), "wQ"), [TipKind::Creature(Bug::Queen)]);
    let pinned = tips_about(&at("one-hive-2"), Color::Black, tile("bA1"));
    assert_eq!(kinds(&pinned), [TipKind::Creature(Bug::Ant), TipKind::Pinned(tile("bA1"))]);
    assert_eq!(pinned[1].cells.len(), 2, "one cell of each part");
    assert_eq!(about(&at("queen-in-2"), "wA1")[1], TipKind::BeforeQueen);
    assert_eq!(about(&at("queen-in-3"), "wG1")[1], TipKind::QueenNow);
    assert_eq!(about(&at("stacks-2"), "wS1")[1], TipKind::Covered(tile("wS1")));
    assert_eq!(about(&at("pillbug-limits-2"), "bA1")[1], TipKind::Resting(tile("bA1")));
    assert_eq!(about(&at("sliding-2"), "wQ")[1], TipKind::NoWay(tile("wQ")));
    assert_eq!(about(&at("pillbug-2"), "bA1")[1], TipKind::Throwable(tile("bA1")));
    assert_eq!(about(&at("queen-1"), "bQ")[1], TipKind::NotYours(tile("bQ")));
}

#[test]
fn a_tile_of_the_reserve_says_where_it_may_go() {
    assert_eq!(about(&at("placing-2"), "wA1")[1], TipKind::NewTile);
    assert_eq!(about(&at("queen-in-3"), "wA1")[1], TipKind::QueenNow);
    assert_eq!(about(&at("passing-3"), "wA1")[1], TipKind::NothingToPlace);
    assert_eq!(about(&Position::new(GameType::BASE), "wQ"), [TipKind::Creature(Bug::Queen)]);
}

/// Every tip at every step of the course has a sentence and a place on the rules page.
#[test]
fn tips_are_said_in_three_languages() {
    let page = rules_page(Language::En);
    let mut count = 0;
    for lesson in skep_course::course().iter().chain(skep_course::strategy()) {
        for step in lesson.steps {
            let Some(position) = step.shown() else { continue };
            let you = position.turn();
            let mut all = tips(&position, you);
            all.extend(Piece::ALL.iter().flat_map(|piece| tips_about(&position, you, *piece)));
            for tip in all {
                assert!(page.section(tip.anchor()).is_some(), "{:?}", tip.kind);
                for language in Language::ALL {
                    let sentence = tip.sentence(language);
                    assert!(sentence.ends_with(['.', '?']) && !sentence.contains('{'), "{sentence}");
                    assert!(sentence.chars().next().is_some_and(char::is_uppercase), "{sentence}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 1_000, "{count} tips");
}
