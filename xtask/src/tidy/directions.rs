//! Dependency rules between crates.

use super::map::{self, GAMES, RESERVED};
use crate::workspace::Crate;

/// Returns every forbidden dependency.
pub fn check(crates: &[Crate]) -> Vec<String> {
    let mut violations = Vec::new();
    for one in crates {
        for dependency in &one.dependencies {
            if let Some(why) = reason_against(crates, &one.name, dependency) {
                violations
                    .push(format!("{}/Cargo.toml: {} must not use {dependency}: {why}", one.home, one.name));
            }
        }
        if one.name == "game" && !one.test_dependencies.is_empty() {
            violations.push(format!(
                "{}/Cargo.toml: game must not have dependencies, not even for its tests",
                one.home
            ));
        }
    }
    violations
}

/// Returns the reason why a crate must not depend on another.
fn reason_against(crates: &[Crate], name: &str, dependency: &str) -> Option<String> {
    let rules = map::rules(name);
    if map::extra(name).contains(&dependency) {
        return None;
    }
    if crates.iter().any(|one| one.name == dependency) {
        let name_in_rules = if map::is_game(dependency) { GAMES } else { dependency };
        return (!rules.internal.contains(&name_in_rules))
            .then(|| may_use(rules.internal, "workspace crates"));
    }
    if let Some(external) = rules.external
        && !external.contains(&dependency)
    {
        return Some(may_use(external, "external crates"));
    }
    let reserved = RESERVED.iter().find(|(what, who, _)| what.contains(&dependency) && !who.contains(&name));
    reserved.map(|(_, _, why)| (*why).to_owned())
}

fn may_use(allowed: &[&str], what: &str) -> String {
    match allowed {
        [] => format!("it may not use {what}"),
        _ => format!("of {what} it may use {}", allowed.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace(edges: &[(&str, &[&str])]) -> Vec<Crate> {
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

    fn violations(name: &str, dependencies: &[&str]) -> usize {
        check(&workspace(&[(name, dependencies)])).len()
    }

    #[test]
    fn game_and_grid_have_no_dependencies() {
        assert_eq!(violations("game", &["grid"]), 1);
        assert_eq!(violations("grid", &["libc"]), 1);
        let mut crates = workspace(&[]);
        crates[0].test_dependencies.push("proptest".into());
        assert_eq!(check(&crates).len(), 1);
    }

    #[test]
    fn games_depend_on_game_and_grid_only() {
        assert_eq!(violations("xiangqi", &["game", "grid"]), 0);
        assert_eq!(violations("xiangqi", &["search"]), 1);
        assert_eq!(violations("xiangqi", &["chess"]), 1);
        assert_eq!(violations("toy", &["serde"]), 1);
        assert_eq!(violations("chess", &["game", "cozy-chess"]), 0);
        assert_eq!(violations("xiangqi", &["cozy-chess"]), 1);
        assert_eq!(violations("jieqi", &["game", "xiangqi", "rand_chacha", "sha2"]), 0);
    }

    #[test]
    fn a_new_game_needs_no_entry() {
        assert_eq!(violations("gomoku", &["game", "grid"]), 0);
        assert_eq!(violations("gomoku", &["table"]), 1);
        assert_eq!(violations("table", &["gomoku"]), 0);
    }

    #[test]
    fn search_and_front_ends_do_not_depend_on_games() {
        assert_eq!(violations("search", &["game"]), 0);
        assert_eq!(violations("search", &["xiangqi"]), 1);
        assert_eq!(violations("eval", &["xiangqi", "search"]), 1);
        assert_eq!(violations("kydai", &["xiangqi"]), 1);
        assert_eq!(violations("server", &["chess"]), 1);
    }

    #[test]
    fn json_and_http_stay_in_their_crates() {
        assert_eq!(violations("table", &["serde_json"]), 1);
        assert_eq!(violations("record", &["serde"]), 1);
        assert_eq!(violations("words", &["serde_json"]), 0);
        assert_eq!(violations("kydai", &["serde_json", "axum"]), 1);
        assert_eq!(violations("server", &["serde_json", "axum"]), 0);
    }
}
