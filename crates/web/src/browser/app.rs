//! What every screen can reach: settings, language, address, engine, stored games, and the line that is read aloud.

use leptos::prelude::*;
use skep_tabletop::Keymap;
use skep_words::{Key, Language};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

use super::course::Course;
use super::device::{
    coin, fresh_id, matches_media, read_local, root_element, wall_clock, window, write_local,
};
use super::engine::{Engine, Health};
use super::library::Library;
use super::offline::Offline;
use super::online::Online;
use super::sound::{self, Sound};
use crate::players::NewGame;
use crate::route::Route;
use crate::saved::Saved;
use crate::settings::{Motion, Settings, Theme};

const SETTINGS: &str = "skep-settings";

/// Handles to the app's few shared things; as cheap to copy as a number.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) settings: RwSignal<Settings>,
    pub(crate) language: Memo<Language>,
    pub(crate) route: RwSignal<Route>,
    pub(crate) engine: StoredValue<Engine, LocalStorage>,
    pub(crate) health: RwSignal<Health>,
    pub(crate) library: Library,
    pub(crate) course: Course,
    pub(crate) offline: Offline,
    pub(crate) online: Online,
    /// The polite live region's text.
    pub(crate) announcement: RwSignal<String>,
}

impl App {
    /// Builds everything and keeps the page in step with the settings.
    pub(crate) fn start(worker_url: String) -> App {
        let settings = RwSignal::new(Settings::parse(&read_local(SETTINGS).unwrap_or_default()));
        let language = Memo::new(move |_| settings.with(chosen_language));
        let health = RwSignal::new(Health::Fine);
        let app = App {
            settings,
            language,
            route: RwSignal::new(current_route()),
            engine: StoredValue::new_local(Engine::new(worker_url, health)),
            health,
            library: Library::open(),
            course: Course::open(),
            offline: Offline::register(),
            online: Online::new(),
            announcement: RwSignal::new(String::new()),
        };
        app.follow_address();
        app.follow_system_theme();
        Effect::new(move |_| settings.with(|settings| write_local(SETTINGS, &settings.to_string())));
        Effect::new(move |_| app.dress_page());
        app.online.start();
        app.online.follow_new_games(app);
        provide_context(app);
        app
    }

    /// The app, inside any component.
    pub(crate) fn get() -> App {
        expect_context()
    }

    /// A text in the reader's language; follows a change of language.
    pub(crate) fn tr(self, key: Key) -> &'static str {
        skep_words::tr(self.language.get(), key)
    }

    /// Goes to another screen.
    pub(crate) fn go(self, route: &Route) {
        let _ = window().location().set_hash(&route.href());
    }

    /// Begins a game and goes to its table.
    pub(crate) fn start_game(self, new: &NewGame) {
        let mut saved = Saved::new(new.rules, new.seats(coin()), new.control, wall_clock());
        let language = self.language.get_untracked();
        saved.names = new.names(|color| skep_words::color_name(language, color).to_owned());
        self.settings.update(|settings| settings.level = new.level.number());
        let id = fresh_id();
        self.library.hold(&id, saved);
        self.go(&Route::Game(id));
    }

    /// Has a sentence read aloud by a screen reader.
    pub(crate) fn announce(self, sentence: String) {
        // The same sentence twice is no change to a live region; an unseen mark makes it one.
        self.announcement.update(|said| {
            *said = if *said == sentence { sentence + "\u{200b}" } else { sentence };
        });
    }

    pub(crate) fn play_sound(self, sound: Sound) {
        let volume = self.settings.with_untracked(|settings| settings.volume);
        // After the paint.
        set_timeout(move || sound::play(sound, volume), std::time::Duration::ZERO);
    }

    /// Wakes the sound card as soon as a table has been painted, so that the first move does not wait for it.
    pub(crate) fn warm_up_sound(self) {
        if self.settings.with_untracked(|settings| settings.volume > 0) {
            request_animation_frame(|| set_timeout(sound::warm_up, std::time::Duration::ZERO));
        }
    }

    /// The keys as this person has set them; follows a change.
    pub(crate) fn keymap(self) -> Keymap {
        self.settings.with(|settings| {
            let mut keymap = Keymap::with_changes(&settings.keys);
            keymap.characters = settings.letter_keys;
            keymap
        })
    }

    /// Whether tiles should not travel.
    pub(crate) fn reduced_motion(self) -> bool {
        match self.settings.with_untracked(|settings| settings.motion) {
            Motion::Full => false,
            Motion::Reduced => true,
            Motion::System => matches_media("(prefers-reduced-motion: reduce)"),
        }
    }

    fn dress_page(self) {
        let root = root_element();
        let _ = root.set_attribute("lang", self.language.get().tag());
        self.settings.with(|settings| {
            let theme = match settings.theme {
                Theme::System if matches_media("(prefers-color-scheme: dark)") => Theme::Dark,
                Theme::System => Theme::Light,
                chosen => chosen,
            };
            let _ = root.set_attribute("data-theme", theme.key());
            let _ = root.set_attribute("data-palette", if settings.color_safe { "safe" } else { "standard" });
            let _ = root.set_attribute("data-motion", settings.motion.key());
        });
    }

    fn follow_address(self) {
        let changed = Closure::<dyn FnMut()>::new(move || {
            let route = current_route();
            if self.route.with_untracked(|known| *known != route) {
                self.route.set(route);
            }
        });
        let _ = window().add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
        changed.forget();
    }

    fn follow_system_theme(self) {
        if let Ok(Some(query)) = window().match_media("(prefers-color-scheme: dark)") {
            let changed = Closure::<dyn FnMut()>::new(move || self.dress_page());
            let _ = query.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
            changed.forget();
        }
    }
}

fn current_route() -> Route {
    Route::parse(&window().location().hash().unwrap_or_default())
}

/// The chosen language, or the first of the browser's that Skep speaks.
fn chosen_language(settings: &Settings) -> Language {
    settings.language.as_deref().and_then(Language::from_tag).unwrap_or_else(|| {
        let tags = window().navigator().languages();
        Language::pick(tags.iter().filter_map(|tag| tag.as_string()))
    })
}
