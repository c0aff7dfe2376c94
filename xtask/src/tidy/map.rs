//! The map of the house: every room that is not a game, and what it may be built with.
//!
//! A crate that is not on the map is a game: the strictest room, so that a new game needs no line here.

use crate::workspace::Crate;

/// A room of the house.
#[derive(Debug)]
pub struct Room {
    /// The crate.
    pub name: &'static str,
    /// The rooms it may use. [`GAMES`] stands for every game.
    pub inside: &'static [&'static str],
    /// The crates of others it may use; `None` where only the bans below count.
    pub outside: Option<&'static [&'static str]>,
    /// Whether it may speak to the world: print, read its input, files, the environment.
    pub is_door: bool,
    /// Whether it must not know the clock, threads of its own aside.
    pub is_pure: bool,
}

/// Stands for every game in [`Room::inside`].
pub const GAMES: &str = "(games)";

/// The file that lists the games, the only one that may.
pub const REGISTRY: &str = "crates/table/src/games.rs";

/// Where a game's board is somebody else's, or it stands on another game, it may use these besides [`GAME`]'s.
const MORE: &[(&str, &[&str])] =
    &[("chess", &["cozy-chess"]), ("jieqi", &["xiangqi", "rand_chacha", "sha2"])];

/// The room of every game.
const GAME: Room =
    Room { name: GAMES, inside: &["game", "grid"], outside: Some(&[]), is_door: false, is_pure: true };

const ROOMS: &[Room] = &[
    Room { name: "game", inside: &[], outside: Some(&[]), is_door: false, is_pure: true },
    Room { name: "grid", inside: &[], outside: Some(&[]), is_door: false, is_pure: true },
    Room {
        name: "eval",
        inside: &["game", "grid", GAMES],
        outside: Some(&[]),
        is_door: false,
        is_pure: true,
    },
    Room {
        name: "search",
        inside: &["game", "grid"],
        outside: Some(&["libc"]),
        is_door: false,
        is_pure: true,
    },
    Room { name: "record", inside: &["game", "grid", GAMES], outside: None, is_door: false, is_pure: true },
    Room { name: "words", inside: &["game"], outside: None, is_door: false, is_pure: true },
    Room {
        name: "table",
        inside: &["game", "grid", "eval", "search", "record", GAMES],
        outside: None,
        is_door: false,
        is_pure: false,
    },
    Room {
        name: "protocol",
        inside: &["game", "record", "words", "table"],
        outside: None,
        is_door: true,
        is_pure: false,
    },
    Room { name: "library", inside: &["game", "table"], outside: None, is_door: false, is_pure: false },
    Room {
        name: "server",
        inside: &["game", "library", "record", "words", "table"],
        outside: None,
        is_door: true,
        is_pure: false,
    },
    Room { name: "web-ui", inside: &[], outside: None, is_door: false, is_pure: false },
    Room {
        name: "arena",
        inside: &["game", "record", "words", "table", "protocol", "eval", "search"],
        outside: None,
        is_door: true,
        is_pure: false,
    },
    Room {
        name: "learn",
        inside: &["game", "eval", "search"],
        outside: Some(&[]),
        is_door: true,
        is_pure: false,
    },
    Room {
        name: "kydai",
        inside: &[
            "game", "library", "record", "words", "table", "protocol", "server", "arena", "learn", "web-ui",
        ],
        outside: None,
        is_door: true,
        is_pure: false,
    },
    Room { name: "xtask", inside: &[], outside: None, is_door: true, is_pure: false },
    Room {
        name: "trials",
        inside: &["game", "record", "search", "table", GAMES],
        outside: None,
        is_door: true,
        is_pure: false,
    },
];

/// Crates of others that belong to one kind of room: what, who may, and why.
pub const RESERVED: &[(&[&str], &[&str], &str)] = &[
    (
        &["serde", "serde_json"],
        &["kydai", "server", "words", "arena", "xtask"],
        "JSON lives at the doors and in the catalogues",
    ),
    (&["axum", "hyper", "tokio", "tower", "reqwest"], &["server"], "HTTP lives in the server"),
    (&["clap"], &["kydai", "xtask", "trials"], "arguments are read by programs"),
];

/// The room of a crate.
pub fn room(name: &str) -> &'static Room {
    ROOMS.iter().find(|room| room.name == name).unwrap_or(&GAME)
}

/// Whether a crate is a game.
pub fn is_game(name: &str) -> bool {
    room(name).name == GAMES
}

/// The games of the workspace.
pub fn games(crates: &[Crate]) -> impl Iterator<Item = &str> {
    crates.iter().map(|one| one.name.as_str()).filter(|name| is_game(name))
}

/// What a game may use beyond the common room.
pub fn more(name: &str) -> &'static [&'static str] {
    MORE.iter().find(|(game, _)| *game == name).map_or(&[], |(_, more)| more)
}
