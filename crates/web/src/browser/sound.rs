//! Sounds made on the spot: knocks on wood under 200 ms, no files to load.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{AudioBuffer, AudioContext, AudioNode, OscillatorType};

/// What a sound tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sound {
    /// A tile comes down.
    Place,
    /// A tile slides.
    Crawl,
    /// A tile jumps.
    Hop,
    /// A tile climbs to this level.
    Climb(u8),
    /// Your queen is nearly surrounded.
    Danger,
    /// One of the last ten seconds.
    Tick,
    /// You won.
    Win,
    /// You lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The opponent has moved: your turn.
    YourTurn,
    /// That move is not allowed.
    Refused,
}

thread_local! {
    // Browsers allow a few contexts per page: made once.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Wakes the sound card, which can hold up the page for a tenth of a second: better while nobody is waiting.
pub(crate) fn warm_up() {
    let _ = context();
}

fn context() -> Result<AudioContext, JsValue> {
    CONTEXT.with_borrow_mut(|slot| match slot {
        Some(context) => Ok(context.clone()),
        None => AudioContext::new().inspect(|context| *slot = Some(context.clone())),
    })
}

/// Plays at `volume` 0 to 10. A browser without sound stays silent.
pub(crate) fn play(sound: Sound, volume: u8) {
    if volume > 0 {
        let _ = try_play(sound, f32::from(volume.min(10)) / 10.0);
    }
}

fn try_play(sound: Sound, volume: f32) -> Result<(), JsValue> {
    let context = context()?;
    let _ = context.resume()?;
    let wood = Wood { context: &context, volume };
    match sound {
        Sound::Place => wood.clack(0.0, 1.0, 1.0),
        Sound::Crawl => wood.scuff(0.0, 0.16, 0.35),
        Sound::Hop => wood.clack(0.0, 1.5, 0.5).and_then(|()| wood.clack(0.11, 1.0, 1.0)),
        // A third higher with each level.
        Sound::Climb(level) => wood.clack(0.0, 1.26_f32.powi(i32::from(level.min(6))), 1.0),
        Sound::Danger => wood.tone(0.0, 92.0, 0.32, 0.5),
        Sound::Tick => wood.clack(0.0, 3.2, 0.3),
        Sound::Win => wood.melody(&[392.0, 494.0, 587.0]),
        Sound::Loss => wood.melody(&[392.0, 330.0, 262.0]),
        Sound::Draw => wood.melody(&[392.0, 392.0, 392.0]),
        Sound::YourTurn => wood.clack(0.16, 1.9, 0.5).and_then(|()| wood.clack(0.3, 1.9, 0.5)),
        Sound::Refused => wood.clack(0.0, 0.55, 0.6),
    }
}

struct Wood<'a> {
    context: &'a AudioContext,
    volume: f32,
}

impl Wood<'_> {
    /// Two tiles meeting: a low body, a higher overtone that dies first, a breath of noise.
    fn clack(&self, delay: f64, pitch: f32, strength: f32) -> Result<(), JsValue> {
        self.tone(delay, 196.0 * pitch, 0.11, 0.7 * strength)?;
        self.tone(delay, 523.0 * pitch, 0.05, 0.35 * strength)?;
        self.scuff(delay, 0.025, 0.4 * strength)
    }

    fn melody(&self, notes: &[f32]) -> Result<(), JsValue> {
        for (index, &note) in notes.iter().enumerate() {
            self.tone(index as f64 * 0.14, note, 0.2, 0.4)?;
        }
        Ok(())
    }

    fn tone(&self, delay: f64, pitch: f32, length: f64, strength: f32) -> Result<(), JsValue> {
        let start = self.context.current_time() + delay;
        let oscillator = self.context.create_oscillator()?;
        oscillator.set_type(OscillatorType::Sine);
        oscillator.frequency().set_value(pitch);
        self.through_fading_gain(&oscillator, start, length, strength)?;
        oscillator.start_with_when(start)?;
        oscillator.stop_with_when(start + length)
    }

    fn scuff(&self, delay: f64, length: f64, strength: f32) -> Result<(), JsValue> {
        let start = self.context.current_time() + delay;
        let source = self.context.create_buffer_source()?;
        source.set_buffer(Some(&self.noise(length)?));
        let filter = self.context.create_biquad_filter()?;
        filter.set_type(web_sys::BiquadFilterType::Lowpass);
        filter.frequency().set_value(1400.0);
        source.connect_with_audio_node(&filter)?;
        self.through_fading_gain(&filter, start, length, strength)?;
        source.start_with_when(start)
    }

    fn noise(&self, length: f64) -> Result<AudioBuffer, JsValue> {
        let rate = self.context.sample_rate();
        let count = (f64::from(rate) * length) as u32 + 1;
        let buffer = self.context.create_buffer(1, count, rate)?;
        let samples: Vec<f32> = (0..count).map(|_| js_sys::Math::random() as f32 * 2.0 - 1.0).collect();
        buffer.copy_to_channel(&samples, 0)?;
        Ok(buffer)
    }

    fn through_fading_gain(
        &self,
        node: &AudioNode,
        start: f64,
        length: f64,
        strength: f32,
    ) -> Result<(), JsValue> {
        let gain = self.context.create_gain()?;
        gain.gain().set_value_at_time((strength * self.volume * 0.5).max(0.001), start)?;
        gain.gain().exponential_ramp_to_value_at_time(0.0005, start + length)?;
        node.connect_with_audio_node(&gain)?;
        gain.connect_with_audio_node(&self.context.destination())?;
        Ok(())
    }
}
