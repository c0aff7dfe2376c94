//! Which crate may be built with which.

use super::map::{self, GAMES, RESERVED};
use crate::workspace::Crate;

/// Every dependency that points the wrong way.
pub fn check(crates: &[Crate]) -> Vec<String> {
    let mut breaches = Vec::new();
    for one in crates {
        for dependency in &one.dependencies {
            if let Some(why) = forbids(crates, &one.name, dependency) {
                breaches
                    .push(format!("{}/Cargo.toml: {} must not use {dependency}: {why}", one.home, one.name));
            }
        }
        if one.name == "game" && !one.test_dependencies.is_empty() {
            breaches.push(format!("{}/Cargo.toml: game depends on nothing, in its tests neither", one.home));
        }
    }
    breaches
}

/// Why a crate must not be built with another.
fn forbids(crates: &[Crate], name: &str, dependency: &str) -> Option<String> {
    let room = map::room(name);
    if map::more(name).contains(&dependency) {
        return None;
    }
    if crates.iter().any(|one| one.name == dependency) {
        let stands_for = if map::is_game(dependency) { GAMES } else { dependency };
        return (!room.inside.contains(&stands_for)).then(|| may_use(room.inside, "rooms"));
    }
    if let Some(outside) = room.outside
        && !outside.contains(&dependency)
    {
        return Some(may_use(outside, "crates of others"));
    }
    let reserved = RESERVED.iter().find(|(what, who, _)| what.contains(&dependency) && !who.contains(&name));
    reserved.map(|(_, _, why)| (*why).to_owned())
}

fn may_use(allowed: &[&str], what: &str) -> String {
    match allowed {
        [] => format!("it uses no {what}"),
        _ => format!("of {what} it may use {}", allowed.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(edges: &[(&str, &[&str])]) -> Vec<Crate> {
        let member = |name: &str, dependencies: &[&str]| Crate {
            name: name.to_owned(),
            home: format!("crates/{name}"),
            dependencies: dependencies.iter().map(|&one| one.to_owned()).collect(),
            test_dependencies: Vec::new(),
        };
        let mut crates: Vec<Crate> =
            edges.iter().map(|(name, dependencies)| member(name, dependencies)).collect();
        for name in ["game", "grid", "xiangqi", "chess", "search", "eval", "table", "server", "gomoku"] {
            if !crates.iter().any(|one| one.name == name) {
                crates.push(member(name, &[]));
            }
        }
        crates
    }

    fn breaches(name: &str, dependencies: &[&str]) -> usize {
        check(&house(&[(name, dependencies)])).len()
    }

    #[test]
    fn the_grammar_depends_on_nothing() {
        assert_eq!(breaches("game", &["grid"]), 1);
        assert_eq!(breaches("grid", &["libc"]), 1);
        let mut crates = house(&[]);
        crates[0].test_dependencies.push("proptest".into());
        assert_eq!(check(&crates).len(), 1);
    }

    #[test]
    fn games_stand_on_the_grammar_alone() {
        assert_eq!(breaches("xiangqi", &["game", "grid"]), 0);
        assert_eq!(breaches("xiangqi", &["search"]), 1);
        assert_eq!(breaches("xiangqi", &["chess"]), 1);
        assert_eq!(breaches("toy", &["serde"]), 1);
        assert_eq!(breaches("chess", &["game", "cozy-chess"]), 0);
        assert_eq!(breaches("xiangqi", &["cozy-chess"]), 1);
        assert_eq!(breaches("jieqi", &["game", "xiangqi", "rand_chacha", "sha2"]), 0);
    }

    #[test]
    fn a_new_game_needs_no_line_on_the_map() {
        assert_eq!(breaches("gomoku", &["game", "grid"]), 0);
        assert_eq!(breaches("gomoku", &["table"]), 1);
        assert_eq!(breaches("table", &["gomoku"]), 0);
    }

    #[test]
    fn choosing_names_no_game_and_doors_name_none_either() {
        assert_eq!(breaches("search", &["game"]), 0);
        assert_eq!(breaches("search", &["xiangqi"]), 1);
        assert_eq!(breaches("eval", &["xiangqi", "search"]), 1);
        assert_eq!(breaches("kydai", &["xiangqi"]), 1);
        assert_eq!(breaches("server", &["chess"]), 1);
    }

    #[test]
    fn json_and_http_stay_at_their_doors() {
        assert_eq!(breaches("table", &["serde_json"]), 1);
        assert_eq!(breaches("record", &["serde"]), 1);
        assert_eq!(breaches("words", &["serde_json"]), 0);
        assert_eq!(breaches("kydai", &["serde_json", "axum"]), 1);
        assert_eq!(breaches("server", &["serde_json", "axum"]), 0);
    }
}
