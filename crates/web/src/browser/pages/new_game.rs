//! Setting up a game.

use leptos::prelude::*;
use skep_rules::{Color, GameType};
use skep_words::{Key, say};

use crate::browser::app::App;
use crate::browser::forms::{Choice, Choices};
use crate::clock::TimeControl;
use crate::players::{Level, NewGame, Opponent, Side};

/// Minutes and seconds on offer; other controls come with an imported game.
const CONTROLS: [TimeControl; 5] = [
    TimeControl::minutes(3, 2),
    TimeControl::minutes(5, 3),
    TimeControl::minutes(10, 5),
    TimeControl::minutes(15, 10),
    TimeControl::minutes(30, 20),
];

#[component]
pub(super) fn NewGamePage() -> impl IntoView {
    let app = App::get();
    let level = app.settings.with_untracked(|settings| Level::new(settings.level)).unwrap_or(Level::FIRST);
    let form = RwSignal::new(NewGame::usual(level));
    let opponent = Memo::new(move |_| form.with(|form| form.opponent));
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        app.start_game(&form.get_untracked());
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::SetupTitle)}</h1>
            <form class="form" on:submit=start>
                <OpponentField form/>
                {move || (opponent.get() == Opponent::Computer).then(|| view! { <SideField form/> })}
                <LevelFields form/>
                <RulesFields form/>
                <ClockField form/>
                <div class="formfoot">
                    <button class="button primary large" type="submit">{move || app.tr(Key::SetupStart)}</button>
                </div>
            </form>
        </main>
    }
}

#[component]
fn OpponentField(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let choices = Opponent::ALL
        .into_iter()
        .map(|opponent| {
            let (label, note) = match opponent {
                Opponent::Computer => (Key::SetupOpponentComputer, Key::HomeComputerText),
                Opponent::Friend => (Key::SetupOpponentFriend, Key::HomeFriendText),
                Opponent::Watch => (Key::SetupOpponentWatch, Key::HomeWatchText),
            };
            Choice::new(opponent, move || app.tr(label).to_owned()).with_note(move || app.tr(note).to_owned())
        })
        .collect();
    view! {
        <Choices
            name="opponent"
            legend=Signal::derive(move || app.tr(Key::SetupOpponent).to_owned())
            choices
            value=Signal::derive(move || form.with(|form| form.opponent))
            on_choose=move |opponent| form.update(|form| form.opponent = opponent)
        />
    }
}

#[component]
fn SideField(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let choice = |side, key| Choice::new(side, move || app.tr(key).to_owned());
    let choices = vec![
        choice(Side::Fixed(Color::White), Key::SetupColorWhite),
        choice(Side::Fixed(Color::Black), Key::SetupColorBlack),
        choice(Side::Random, Key::SetupColorRandom),
    ];
    view! {
        <Choices
            name="side"
            legend=Signal::derive(move || app.tr(Key::SetupColor).to_owned())
            choices
            value=Signal::derive(move || form.with(|form| form.side))
            on_choose=move |side| form.update(|form| form.side = side)
        />
    }
}

/// One level against the computer, two when computers play each other, none between friends.
#[component]
fn LevelFields(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let opponent = Memo::new(move |_| form.with(|form| form.opponent));
    let levels = move || {
        Level::all()
            .map(|level| {
                Choice::new(level, move || level.number().to_string())
                    .with_note(move || skep_words::level_name(app.language.get(), level.number()).to_owned())
            })
            .collect()
    };
    let first = move |key: Key| {
        view! {
            <Choices
                name="level"
                slim=true
                legend=Signal::derive(move || app.tr(key).to_owned())
                choices=levels()
                value=Signal::derive(move || form.with(|form| form.level))
                on_choose=move |level| form.update(|form| form.level = level)
            />
        }
    };
    let second = move || {
        view! {
            <Choices
                name="other-level"
                slim=true
                legend=Signal::derive(move || app.tr(Key::SetupLevelBlack).to_owned())
                choices=levels()
                value=Signal::derive(move || form.with(|form| form.other_level))
                on_choose=move |level| form.update(|form| form.other_level = level)
            />
        }
    };
    move || match opponent.get() {
        Opponent::Friend => ().into_any(),
        Opponent::Computer => first(Key::SetupLevel).into_any(),
        Opponent::Watch => (first(Key::SetupLevelWhite), second()).into_any(),
    }
}

#[component]
fn RulesFields(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let types = GameType::ALL
        .into_iter()
        .map(|kind| {
            Choice::new(kind, move || skep_words::game_type_name(app.language.get(), kind))
                .with_note(move || say!(app.language.get(), SetupTilesEach, n = kind.tiles_per_player()))
        })
        .collect();
    let opening = |booklet, key| Choice::new(booklet, move || app.tr(key).to_owned());
    let openings = vec![opening(false, Key::SetupOpeningTournament), opening(true, Key::SetupOpeningBooklet)];
    view! {
        <Choices
            name="type"
            quarters=true
            legend=Signal::derive(move || app.tr(Key::SetupGameType).to_owned())
            choices=types
            value=Signal::derive(move || form.with(|form| form.rules.game_type))
            on_choose=move |kind| form.update(|form| form.rules.game_type = kind)
        />
        <Choices
            name="opening"
            legend=Signal::derive(move || app.tr(Key::SetupOpening).to_owned())
            choices=openings
            value=Signal::derive(move || form.with(|form| form.rules.queen_first))
            on_choose=move |booklet| form.update(|form| form.rules.queen_first = booklet)
        />
    }
}

#[component]
fn ClockField(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let mut choices = vec![Choice::new(None, move || app.tr(Key::SetupClockNone).to_owned())];
    choices.extend(CONTROLS.map(|control| Choice::new(Some(control), move || control.to_string())));
    view! {
        <Choices
            name="clock"
            slim=true
            legend=Signal::derive(move || app.tr(Key::SetupClock).to_owned())
            choices
            value=Signal::derive(move || form.with(|form| form.control))
            on_choose=move |control| form.update(|form| form.control = control)
        />
    }
}
