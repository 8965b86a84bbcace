//! Lines of the Universal Hive Protocol: whatever is said, an answer ends in one `ok`.

use skep_engine::StopToken;
use skep_uhp::{Flow, RandomBrain, Session};

/// A conversation, one command a line.
pub fn protocol(text: &str) {
    // Stopped from the start: thinking without a limit, and counting to any depth, ends at once.
    let stop = StopToken::new();
    stop.stop();
    let mut session = Session::new(Vec::new(), RandomBrain::new(1), "Fuzz 1.0");
    let mut commands = 0;
    for line in text.lines().take(100) {
        let flow = session.handle(line, &stop).expect("a vector can be written to");
        commands += usize::from(!line.trim().is_empty());
        if flow == Flow::Exit {
            commands -= 1;
            break;
        }
    }
    let answers = String::from_utf8(session.into_output()).expect("answers are text");
    let ends = answers.lines().filter(|line| *line == "ok").count();
    assert_eq!(ends, commands, "an `ok` for each command:\n{text}\n---\n{answers}");
    assert!(answers.is_empty() || answers.ends_with("ok\n"), "{answers}");
}
