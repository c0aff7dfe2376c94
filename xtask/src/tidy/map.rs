//! Rules of the crates: the dependencies of each crate that is not a game, and its access to I/O and clock.
//!
//! A crate without an entry is a game, with the strictest rules: a new game needs no entry here.

use crate::workspace::Crate;

/// Rules of one crate.
#[derive(Debug)]
pub struct CrateRules {
    /// Name of the crate.
    pub name: &'static str,
    /// Workspace crates it may use. [`GAMES`] stands for every game.
    pub internal: &'static [&'static str],
    /// External crates it may use; `None` if only [`RESERVED`] applies.
    pub external: Option<&'static [&'static str]>,
    /// True if it may do I/O: print, read its input, files, the environment.
    pub may_do_io: bool,
    /// True if it must not use clocks or I/O types.
    pub is_pure: bool,
}

/// Stands for every game in [`CrateRules::internal`].
pub const GAMES: &str = "(games)";

/// Registrations of the games, one file or folder each.
pub const REGISTRATIONS: &str = "crates/table/src/games/";

/// The only file that may list the games.
pub const REGISTRY: &str = "crates/table/src/games/mod.rs";

/// Additional dependencies of games, for a board of an external crate or another game they build on.
const EXTRA: &[(&str, &[&str])] =
    &[("chess", &["cozy-chess"]), ("jieqi", &["xiangqi", "rand_chacha", "sha2"])];

/// Rules of every game.
const GAME: CrateRules = CrateRules {
    name: GAMES,
    internal: &["game", "grid"],
    external: Some(&[]),
    may_do_io: false,
    is_pure: true,
};

const CRATE_RULES: &[CrateRules] = &[
    CrateRules { name: "game", internal: &[], external: Some(&[]), may_do_io: false, is_pure: true },
    CrateRules { name: "grid", internal: &[], external: Some(&[]), may_do_io: false, is_pure: true },
    CrateRules {
        name: "eval",
        internal: &["game", "grid", GAMES],
        external: Some(&["libm"]),
        may_do_io: false,
        is_pure: true,
    },
    CrateRules {
        name: "search",
        internal: &["game", "grid"],
        external: Some(&["libc", "libm"]),
        may_do_io: false,
        is_pure: true,
    },
    CrateRules {
        name: "record",
        internal: &["game", "grid", GAMES],
        external: None,
        may_do_io: false,
        is_pure: true,
    },
    CrateRules { name: "words", internal: &["game"], external: None, may_do_io: false, is_pure: true },
    CrateRules {
        name: "table",
        internal: &["game", "grid", "eval", "search", "record", GAMES],
        external: None,
        may_do_io: false,
        is_pure: false,
    },
    CrateRules {
        name: "protocol",
        internal: &["game", "record", "words", "table"],
        external: None,
        may_do_io: true,
        is_pure: false,
    },
    CrateRules {
        name: "library",
        internal: &["game", "table"],
        external: None,
        may_do_io: false,
        is_pure: false,
    },
    CrateRules {
        name: "server",
        internal: &["game", "library", "record", "words", "table", "tournament", "arena", "no-types"],
        external: None,
        may_do_io: true,
        is_pure: false,
    },
    CrateRules { name: "tournament", internal: &[], external: Some(&[]), may_do_io: false, is_pure: true },
    CrateRules { name: "no-types", internal: &[], external: Some(&[]), may_do_io: false, is_pure: true },
    CrateRules { name: "web-ui", internal: &[], external: None, may_do_io: false, is_pure: false },
    CrateRules {
        name: "arena",
        internal: &["game", "record", "words", "table", "protocol", "eval", "search"],
        external: None,
        may_do_io: true,
        is_pure: false,
    },
    CrateRules {
        name: "learn",
        // A game and `cozy-chess` for the teacher network, which exists for chess only.
        internal: &["game", "eval", "search", "table", GAMES],
        external: Some(&["cozy-chess"]),
        may_do_io: true,
        is_pure: false,
    },
    CrateRules {
        name: "kydai",
        internal: &[
            "game",
            "library",
            "record",
            "words",
            "table",
            "tournament",
            "protocol",
            "server",
            "arena",
            "learn",
            "web-ui",
        ],
        external: None,
        may_do_io: true,
        is_pure: false,
    },
    CrateRules { name: "xtask", internal: &[], external: None, may_do_io: true, is_pure: false },
    CrateRules {
        name: "testkit",
        internal: &["game", "table", "server", "arena"],
        external: None,
        may_do_io: true,
        is_pure: false,
    },
    CrateRules {
        name: "trials",
        internal: &["game", "record", "search", "table", GAMES],
        external: None,
        may_do_io: true,
        is_pure: false,
    },
];

/// External crates reserved for some crates: the crates, the users, the reason.
pub const RESERVED: &[(&[&str], &[&str], &str)] = &[
    (
        &["serde", "serde_json"],
        &["kydai", "server", "words", "arena", "xtask", "testkit"],
        "JSON belongs to the front ends and the message catalogues",
    ),
    (&["axum", "hyper", "tokio", "tower", "reqwest"], &["server", "testkit"], "HTTP belongs to the server"),
    (&["clap"], &["kydai", "xtask", "trials"], "only programs read command-line arguments"),
];

/// Crates besides the games that compile for every target, a browser included.
const PORTABLE: &[&str] = &["game", "grid", "eval", "search", "record", "table", "words"];

/// Returns true if a crate must compile for every target.
pub fn is_portable(name: &str) -> bool {
    PORTABLE.contains(&name) || is_game(name)
}

/// Returns the rules of a crate.
pub fn rules(name: &str) -> &'static CrateRules {
    CRATE_RULES.iter().find(|rules| rules.name == name).unwrap_or(&GAME)
}

/// Returns true if a crate is a game.
pub fn is_game(name: &str) -> bool {
    rules(name).name == GAMES
}

/// Returns the games of the workspace.
pub fn games(crates: &[Crate]) -> impl Iterator<Item = &str> {
    crates.iter().map(|one| one.name.as_str()).filter(|name| is_game(name))
}

/// Returns the additional dependencies of a game.
pub fn extra(name: &str) -> &'static [&'static str] {
    EXTRA.iter().find(|(game, _)| *game == name).map_or(&[], |(_, extra)| extra)
}
