//! `help`: what can be said to this engine.

use crate::reply::Reply;

/// Usage and meaning of each command. No line begins with `err`, `invalidmove` or `ok`.
const COMMANDS: [(&str, &str, &str); 14] = [
    ("info", "info", "who this is and which expansions it plays"),
    ("newgame", "newgame [GameType | GameString]", "start a game, or load one"),
    ("play", "play MoveString", "play a turn"),
    ("pass", "pass", "pass, when nothing else is possible"),
    ("validmoves", "validmoves", "list all legal turns"),
    (
        "bestmove",
        "bestmove [depth N | time HH:MM:SS.fff | nodes N | clock HH:MM:SS [HH:MM:SS]]",
        "search for the best turn within a limit, or until stop; clock takes what is left and the increment",
    ),
    ("stop", "stop", "end a running bestmove, explain or perft"),
    ("undo", "undo [N]", "take back N turns, or one"),
    ("options", "options [get Name | set Name Value]", "list, show or change options"),
    ("explain", "explain [MoveString]", "what the engine makes of the position, or of a turn"),
    ("perft", "perft N", "count all sequences of up to N turns"),
    ("help", "help [command]", "list the commands"),
    ("exit", "exit", "end the program"),
    ("ctrl-c", "Ctrl-C", "ends a running bestmove, explain or perft, or else the program"),
];

/// All commands, or one of them.
pub(super) fn help(topic: Option<&str>) -> Reply {
    let line = |(_, usage, meaning): &(&str, &str, &str)| format!("{usage}: {meaning}");
    match topic {
        None => Reply::Lines(COMMANDS.iter().map(line).collect()),
        Some(topic) => match COMMANDS.iter().find(|(name, ..)| *name == topic) {
            Some(command) => Reply::line(line(command)),
            None => Reply::error(format!("there is no command {:?}", crate::command::excerpt(topic))),
        },
    }
}
