//! Setting up a game.

use leptos::prelude::*;
use skep_rules::{Color, GameType};
use skep_words::{Key, say};

use crate::browser::app::App;
use crate::browser::forms::{Choice, Choices};
use crate::clock::TimeControl;
use crate::players::{Level, NewGame, Opponent, Side};

/// Minutes and seconds to begin with; each can be changed.
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
                {move || match opponent.get() {
                    Opponent::Computer => view! { <SideField form/> }.into_any(),
                    Opponent::Friend => view! { <NameFields form/> }.into_any(),
                    Opponent::Watch => ().into_any(),
                }}
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

/// What two friends are called, if they like.
#[component]
fn NameFields(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let field = move |color: Color, id: &'static str, key: Key| {
        let change = move |event| form.update(|form| form.names[color] = event_target_value(&event));
        view! {
            <div class="field">
                <label for=id>{move || app.tr(key)}</label>
                <input
                    id=id
                    class="line-input"
                    type="text"
                    autocomplete="off"
                    maxlength=NewGame::LONGEST_NAME.to_string()
                    prop:value=move || form.with(|form| form.names[color].clone())
                    on:input=change
                />
            </div>
        }
    };
    view! {
        <div class="pair">
            {field(Color::White, "name-white", Key::SetupNameWhite)}
            {field(Color::Black, "name-black", Key::SetupNameBlack)}
        </div>
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
    let timed = Memo::new(move |_| form.with(|form| form.control.is_some()));
    view! {
        <Choices
            name="clock"
            slim=true
            legend=Signal::derive(move || app.tr(Key::SetupClock).to_owned())
            choices
            value=Signal::derive(move || form.with(|form| form.control))
            on_choose=move |control| form.update(|form| form.control = control)
        />
        <Show when=move || timed.get()>
            <div class="pair">
                <ClockNumber
                    form
                    id="clock-minutes"
                    label=Key::SetupClockMinutes
                    range=(1, TimeControl::MOST.0)
                    read=|control| control.in_minutes().0
                    write=TimeControl::with_minutes
                />
                <ClockNumber
                    form
                    id="clock-increment"
                    label=Key::SetupClockIncrement
                    range=(0, TimeControl::MOST.1)
                    read=|control| control.in_minutes().1
                    write=TimeControl::with_seconds
                />
            </div>
        </Show>
    }
}

/// One of the two numbers of a clock, for those who want another one than those on offer.
#[component]
fn ClockNumber(
    form: RwSignal<NewGame>,
    id: &'static str,
    label: Key,
    range: (u64, u64),
    read: fn(TimeControl) -> u64,
    write: fn(TimeControl, u64) -> Option<TimeControl>,
) -> impl IntoView {
    let app = App::get();
    let shown = move || form.with(|form| form.control).map(read).unwrap_or_default().to_string();
    // A number that cannot be, or none while one is typing, leaves the clock as it is; the browser says what can be.
    let change = move |event| {
        let number = event_target_value(&event).parse().ok();
        let control = form.with_untracked(|form| form.control).zip(number);
        if let Some(control) = control.and_then(|(control, number)| write(control, number)) {
            form.update(|form| form.control = Some(control));
        }
    };
    view! {
        <div class="field">
            <label for=id>{move || app.tr(label)}</label>
            <input
                id=id
                class="line-input"
                type="number"
                inputmode="numeric"
                required=true
                min=range.0.to_string()
                max=range.1.to_string()
                prop:value=shown
                on:input=change
            />
        </div>
    }
}
