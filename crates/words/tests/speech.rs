//! What a listener hears, on real positions.

use skep_rules::{Color, Direction, GameType, Hex, Position};
use skep_tabletop::{Action, Capabilities, Orientation, State, update};
use skep_testkit::{Random, conceivable_moves, game, position, turn};
use skep_words::{Language, RefusalText, Speaker, refusal};

const PICTURE: &str = "Base+MLP;InProgress;White[16];wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;\
    wS1 wA1-;bP bQ\\;wS1 bM/;bA2 bP\\;wP wQ\\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\\;bA2 /wP;bB1 bA2\\;wA2 \\wL;\
    bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\\;bG1 bB1\\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ";

/// The sentences for one turn of a game, in the three languages, to White.
fn heard(start: &str, text: &str) -> [String; 3] {
    let before = position(start);
    let mv = turn(&before, text);
    Language::ALL.map(|language| {
        Speaker { language, you: Some(Color::White), orientation: Orientation::NORTH }.turn(&before, mv)
    })
}

/// The position of a game before its last turns.
fn before_last(text: &str, turns: usize) -> (Position, skep_rules::Move) {
    let (end, moves) = game(text);
    let mut position = Position::new(end.rules());
    for mv in &moves[..moves.len() - turns] {
        let _ = position.play(*mv).expect("legal");
    }
    (position, moves[moves.len() - turns])
}

#[test]
fn the_sentences_of_the_design() {
    let (before, mv) = before_last(PICTURE, 1);
    let to_white = |language| Speaker { language, you: Some(Color::White), ..Speaker::new(language) };
    assert_eq!(
        to_white(Language::En).turn(&before, mv),
        "Black: ant 3 moves to the left of your queen. Your queen has one free side."
    );
    assert_eq!(
        to_white(Language::Fr).turn(&before, mv),
        "Les Noirs\u{a0}: la fourmi 3 va à gauche de votre reine. Il ne reste qu’un côté libre à votre reine."
    );
    assert_eq!(
        to_white(Language::Nl).turn(&before, mv),
        "Zwart: mier 3 gaat naar het vakje links van je koningin. Je koningin heeft nog één vrije kant."
    );
    assert_eq!(
        Speaker::new(Language::En).turn(&before, mv),
        "Black: ant 3 moves to the left of white queen. The white queen has one free side."
    );
    let (before, mv) = before_last(PICTURE, 2);
    assert_eq!(
        Speaker::new(Language::En).turn(&before, mv),
        "White: mosquito climbs on black beetle 1. Stack of three."
    );
}

#[test]
fn every_kind_of_turn() {
    let first = "Base;NotStarted;White[1]";
    assert_eq!(
        heard(first, "wS1"),
        [
            "White: spider 1 is the first tile.",
            "Les Blancs\u{a0}: l’araignée 1 est la première pièce.",
            "Wit: spin 1 is de eerste steen.",
        ]
    );
    assert_eq!(
        heard("Base;InProgress;Black[1];wS1", "bB1 wS1/"),
        [
            "Black: beetle 1 enters to the upper right of white spider 1.",
            "Les Noirs\u{a0}: le scarabée 1 entre en haut à droite de l’araignée blanche 1.",
            "Zwart: kever 1 komt rechtsboven de witte spin 1.",
        ]
    );
    let grass = "Base;InProgress;White[7];wG1;bA1 /wG1;wQ wG1-;bQ bA1\\;wQ wG1\\;bQ wQ\\;wS1 wQ/;bQ wS1\\;wQ /bQ;bS1 bQ-;wQ wG1\\;bG1 bS1/";
    assert_eq!(
        heard(grass, "wG1 wQ\\"),
        [
            "White: grasshopper 1 jumps to the lower left of black queen. The black queen has 2 free sides.",
            "Les Blancs\u{a0}: la sauterelle 1 saute en bas à gauche de la reine noire. La reine noire n’a plus que 2 côtés libres.",
            "Wit: sprinkhaan 1 springt naar het vakje linksonder de zwarte koningin. De zwarte koningin heeft nog 2 vrije kanten.",
        ]
    );
    let throw = "Base+P;InProgress;White[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ \\wP;bQ \\bS1;wQ -wP;bQ -bS1";
    assert_eq!(
        heard(throw, "bA1 wP\\"),
        [
            "White: pillbug throws black ant 1 to the lower right of white pillbug.",
            "Les Blancs\u{a0}: le cloporte lance la fourmi noire 1 en bas à droite du cloporte blanc.",
            "Wit: pissebed zet de zwarte mier 1 over naar het vakje rechtsonder de witte pissebed.",
        ]
    );
    let pass = "Base;InProgress;White[6];wS1;bB1 \\wS1;wQ wS1\\;bQ -bB1;wQ wS1-;bQ /bB1;wQ wS1/;bB1 wS1;wQ bB1-;bB1 wQ";
    assert_eq!(
        heard(pass, "pass"),
        [
            "White: no move is possible, pass.",
            "Les Blancs\u{a0}: aucun coup possible, passe.",
            "Wit: geen zet mogelijk, past.",
        ]
    );
    let on_top = "Base+M;InProgress;White[7];wA1;bB1 -wA1;wQ wA1/;bQ \\bB1;wM wA1\\;bA1 -bQ;wM bA1\\;bA1 -wQ;wM bQ;bB1 /wA1;wM bA1;bB1 bQ\\";
    let before = position(on_top);
    let down = before.legal_moves().iter().copied().find(|mv| {
        mv.piece().is_some_and(|piece| piece.to_string() == "wM")
            && mv.to().is_some_and(|to| before.board().height(to) == 0)
    });
    let sentence = Speaker::new(Language::En).deed(&before, down.expect("the mosquito can come down"));
    assert!(sentence.starts_with("White: mosquito comes down to the "), "{sentence}");
}

#[test]
fn the_last_turn_tells_the_result() {
    let over = "Base;InProgress;Black[8];wS1;bS1 wS1\\;wQ -wS1;bG1 /bS1;wQ /wS1;bQ bS1-;wA1 -wS1;bQ bS1/;wA1 /bG1;bA1 bQ-;wA1 bQ\\;bA1 \\bQ;wA1 -wS1;bA2 bQ-;wA1 bQ\\;bG1 \\bA2";
    let (before, mv) = before_last(over, 1);
    let sentence = Speaker { you: Some(Color::White), ..Speaker::new(Language::En) }.turn(&before, mv);
    assert!(sentence.ends_with("You win. Black’s queen is surrounded."), "{sentence}");
    let sentence = Speaker { you: Some(Color::Black), ..Speaker::new(Language::Nl) }.turn(&before, mv);
    assert!(sentence.ends_with("Je verliest. Je koningin is omsingeld."), "{sentence}");
}

#[test]
fn left_is_left_on_the_turned_board() {
    let (before, mv) = before_last(PICTURE, 1);
    let flipped = Speaker { orientation: Orientation::NORTH.rotated(3), ..Speaker::new(Language::En) };
    assert!(flipped.deed(&before, mv).contains("to the right of white queen"));
    let mirrored = Speaker { orientation: Orientation::NORTH.mirror(), ..Speaker::new(Language::En) };
    assert!(mirrored.deed(&before, mv).contains("to the right of white queen"));
    let turned = Speaker { orientation: Orientation::NORTH.rotated(1), ..Speaker::new(Language::En) };
    assert!(turned.deed(&before, mv).contains("to the upper left of white queen"));
}

#[test]
fn what_the_focus_is_on() {
    let (end, moves) = game(PICTURE);
    let start = Position::new(end.rules());
    let mut state = State::new(start.clone(), Capabilities::hot_seat());
    update(&mut state, Action::Show { start: Box::new(start), moves, ply: None });
    let speaker = Speaker { you: Some(Color::White), ..Speaker::new(Language::En) };
    let at = |state: &State, name: &str| {
        let (hex, _) = state.position().board().find(name.parse().expect("a tile")).expect("in the hive");
        speaker.label(&state.label(hex))
    };
    assert_eq!(at(&state, "wM"), "White mosquito, on top of black beetle 1, stack of three, 6 legal cells");
    assert_eq!(at(&state, "bA3"), "Black ant 3, last move");
    assert!(at(&state, "wQ").starts_with("White queen, 5 of 6 sides taken"), "{}", at(&state, "wQ"));
    update(&mut state, Action::SelectPiece("wS1".parse().expect("a tile")));
    let ladybug = Hex::ORIGIN;
    let cell = ladybug.neighbor(Direction::NorthWest);
    assert_eq!(
        speaker.label(&state.label(cell)),
        "Legal cell, to the upper left of white ladybug, step 3 of 3"
    );
    assert_eq!(at(&state, "wS1"), "White spider 1, selected");
    let said: Vec<String> =
        state.take_announcements().iter().map(|said| speaker.announcement(said)).collect();
    assert_eq!(said, ["White spider 1 selected, 2 legal cells."]);
    let slot = speaker.slot(&state.slot_label(Color::White, skep_rules::Bug::Grasshopper));
    assert_eq!(slot, "Grasshopper, 3 left");
}

#[test]
fn refusals_on_the_board_speak() {
    let mut state = State::new(
        position("Base;InProgress;Black[3];wS1;bA1 -wS1;wQ wS1/;bQ -bA1;wQ wS1-"),
        Capabilities::hot_seat(),
    );
    update(&mut state, Action::SelectPiece("bA1".parse().expect("a tile")));
    let refused = state.refusal().expect("pinned");
    let spoken = Language::ALL.map(|language| Speaker::new(language).refused(&refused));
    assert_eq!(
        spoken,
        [
            "Pinned: lifting the ant would break the hive in two.",
            "Clouage\u{a0}: soulever la fourmi couperait la ruche en deux.",
            "Gepend: til je de mier op, dan valt de zwerm uiteen.",
        ]
    );
}

#[test]
fn every_reason_of_the_rules_has_its_sentence() {
    let mut keys = std::collections::BTreeSet::new();
    let mut random = Random::new(4);
    for game_type in GameType::ALL {
        let mut position = Position::new(game_type);
        for _ in 0..40 {
            for mv in conceivable_moves(&position) {
                let Err(reason) = position.check(mv) else { continue };
                if !keys.insert(reason.key()) {
                    continue;
                }
                let text = RefusalText::from_key(reason.key()).expect("each reason has a sentence");
                assert_eq!(text.rule, reason.rule());
                for language in Language::ALL {
                    let sentence = refusal(language, reason);
                    assert!(!sentence.contains(['{', '}']) && sentence.ends_with('.'), "{sentence}");
                }
            }
            let Some(mv) = random.pick(&position.legal_moves()).copied() else { break };
            let _ = position.play(mv).expect("legal");
        }
    }
    assert!(keys.len() > 25, "{keys:?}");
}
