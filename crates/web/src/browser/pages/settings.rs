//! Settings.

use leptos::prelude::*;
use skep_words::{Key, Language};

use crate::browser::app::App;
use crate::browser::forms::{Choice, Choices, Switch};
use crate::browser::sound::Sound;
use crate::settings::{Motion, Pinned, Settings, Theme};

#[component]
pub(super) fn SettingsPage() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::SettingsTitle)}</h1>
            <form class="form" on:submit=|event| event.prevent_default()>
                <LanguageField/>
                <ThemeField/>
                <PaletteField/>
                <VolumeField/>
                <MotionField/>
                <PinnedField/>
                <Toggles/>
            </form>
            <section class="toolrow">
                <a class="button" href="#/keys">{move || app.tr(Key::NavKeyboard)}</a>
                <a class="button" href="#/about">{move || app.tr(Key::NavAbout)}</a>
            </section>
        </main>
    }
}

fn text(app: App, key: Key) -> Signal<String> {
    Signal::derive(move || app.tr(key).to_owned())
}

fn read<T: Send + Sync + 'static>(
    app: App,
    pick: impl Fn(&Settings) -> T + Send + Sync + 'static,
) -> Signal<T> {
    Signal::derive(move || app.settings.with(&pick))
}

#[component]
fn LanguageField() -> impl IntoView {
    let app = App::get();
    let choices = Language::ALL
        .into_iter()
        .map(|language| Choice::new(language, move || language.name().to_owned()))
        .collect();
    view! {
        <Choices
            name="language"
            legend=text(app, Key::SettingsLanguage)
            choices
            value=Signal::derive(move || app.language.get())
            on_choose=move |language: Language| {
                app.settings.update(|settings| settings.language = Some(language.tag().to_owned()));
            }
        />
    }
}

#[component]
fn ThemeField() -> impl IntoView {
    let app = App::get();
    let key = |theme| match theme {
        Theme::System => Key::SettingsThemeSystem,
        Theme::Light => Key::SettingsThemeLight,
        Theme::Dark => Key::SettingsThemeDark,
        Theme::HighContrast => Key::SettingsThemeContrast,
    };
    let choices = Theme::ALL
        .into_iter()
        .map(|theme| Choice::new(theme, move || app.tr(key(theme)).to_owned()))
        .collect();
    view! {
        <Choices
            name="theme"
            legend=text(app, Key::SettingsTheme)
            choices
            value=read(app, |settings| settings.theme)
            on_choose=move |theme| app.settings.update(|settings| settings.theme = theme)
        />
    }
}

#[component]
fn PaletteField() -> impl IntoView {
    let app = App::get();
    let choice = |safe, key| Choice::new(safe, move || app.tr(key).to_owned());
    let choices = vec![choice(false, Key::SettingsPaletteStandard), choice(true, Key::SettingsPaletteSafe)];
    view! {
        <Choices
            name="palette"
            legend=text(app, Key::SettingsPalette)
            choices
            value=read(app, |settings| settings.color_safe)
            on_choose=move |safe| app.settings.update(|settings| settings.color_safe = safe)
        />
    }
}

#[component]
fn VolumeField() -> impl IntoView {
    let app = App::get();
    let change = move |event| {
        if let Ok(volume) = event_target_value(&event).parse::<u8>() {
            app.settings.update(|settings| settings.volume = volume.min(10));
            app.play_sound(Sound::Place);
        }
    };
    view! {
        <div class="field">
            <label for="volume">{move || app.tr(Key::SettingsVolume)}</label>
            <div class="range">
                <input
                    id="volume"
                    type="range"
                    min="0"
                    max="10"
                    prop:value=move || app.settings.with(|settings| settings.volume.to_string())
                    on:change=change
                />
                <output>
                    {move || match app.settings.with(|settings| settings.volume) {
                        0 => app.tr(Key::CommonOff).to_owned(),
                        volume => volume.to_string(),
                    }}
                </output>
            </div>
        </div>
    }
}

#[component]
fn MotionField() -> impl IntoView {
    let app = App::get();
    let key = |motion| match motion {
        Motion::System => Key::SettingsMotionSystem,
        Motion::Full => Key::SettingsMotionFull,
        Motion::Reduced => Key::SettingsMotionReduced,
    };
    let choices = Motion::ALL
        .into_iter()
        .map(|motion| Choice::new(motion, move || app.tr(key(motion)).to_owned()))
        .collect();
    view! {
        <Choices
            name="motion"
            legend=text(app, Key::SettingsMotion)
            choices
            value=read(app, |settings| settings.motion)
            on_choose=move |motion| app.settings.update(|settings| settings.motion = motion)
        />
    }
}

#[component]
fn PinnedField() -> impl IntoView {
    let app = App::get();
    let key = |pinned| match pinned {
        Pinned::Never => Key::SettingsPinnedNever,
        Pinned::Pointed => Key::SettingsPinnedTouch,
        Pinned::Always => Key::SettingsPinnedAlways,
    };
    let choices = Pinned::ALL
        .into_iter()
        .map(|pinned| Choice::new(pinned, move || app.tr(key(pinned)).to_owned()))
        .collect();
    view! {
        <Choices
            name="pinned"
            legend=text(app, Key::SettingsPinned)
            choices
            value=read(app, |settings| settings.pinned)
            on_choose=move |pinned| app.settings.update(|settings| settings.pinned = pinned)
        />
    }
}

#[component]
fn Toggles() -> impl IntoView {
    let app = App::get();
    view! {
        <div class="field">
            <Switch
                label=text(app, Key::SettingsLegalCells)
                value=read(app, |settings| settings.targets)
                on_change=move |on| app.settings.update(|settings| settings.targets = on)
            />
            <Switch
                label=text(app, Key::SettingsConfirm)
                value=read(app, |settings| settings.confirm)
                on_change=move |on| app.settings.update(|settings| settings.confirm = on)
            />
            <Switch
                label=text(app, Key::SetupTips)
                note=text(app, Key::SetupTipsText)
                value=read(app, |settings| settings.tips)
                on_change=move |on| app.settings.update(|settings| settings.tips = on)
            />
            <Switch
                label=text(app, Key::SettingsLetters)
                note=text(app, Key::SettingsLettersText)
                value=read(app, |settings| settings.letter_keys)
                on_change=move |on| app.settings.update(|settings| settings.letter_keys = on)
            />
            <Switch
                label=text(app, Key::SetupThinking)
                value=read(app, |settings| settings.thinking)
                on_change=move |on| app.settings.update(|settings| settings.thinking = on)
            />
        </div>
    }
}
