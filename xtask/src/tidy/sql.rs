//! Rules of SQL: it stays inside the store, and SQLite and PostgreSQL both accept it.

use super::code::{code_only, has_word, literals};

/// Directory of the store.
pub const STORE: &str = "crates/server/src/store/";
/// The migrations; the older ones are SQLite's alone, the others are given to PostgreSQL as a whole.
const MIGRATIONS: &str = "crates/server/src/store/schema.rs";
/// Sources that may use the database: the store, and the library with its own tables.
const MAY_USE_DATABASE: [&str; 2] = [STORE, "crates/library/"];

/// What only SQLite accepts, in lower case.
const SQLITE_ONLY: [&str; 15] = [
    "?",
    "insert or",
    "replace into",
    "rowid",
    "ifnull(",
    "iif(",
    "json_",
    "glob ",
    "strftime(",
    "datetime(",
    "unixepoch(",
    "group_concat(",
    "collate nocase",
    "indexed by",
    "changes()",
];
/// Words by which SQL is known among other texts.
const CLAUSES: [&str; 8] = ["SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "WHERE", "AND", "ORDER"];
/// Names in statements about SQLite itself.
const ABOUT_SQLITE: [&str; 3] = ["PRAGMA", "VACUUM", "sqlite_master"];

/// Adds every violation of one file.
pub fn check(path: &str, text: &str, violations: &mut Vec<String>) {
    if !path.ends_with(".rs") {
        return;
    }
    let is_product = path.starts_with("crates/") && path.contains("/src/");
    if is_product && !MAY_USE_DATABASE.iter().any(|home| path.starts_with(home)) {
        let code = code_only(text);
        if let Some(line) = code.lines().position(|line| has_word(line, "sqlx")) {
            violations.push(format!("{path}:{}: only the store ({STORE}) uses the database", line + 1));
        }
    }
    if !is_checked(path) {
        return;
    }
    for (line, literal) in literals(text) {
        if is_sql(literal)
            && let Some(part) = SQLITE_ONLY.iter().find(|part| literal.to_lowercase().contains(**part))
        {
            violations.push(format!("{path}:{}: `{part}` in SQL is SQLite's alone", line + 1));
        }
    }
}

/// Returns true for files whose statements both databases are to accept.
pub fn is_checked(path: &str) -> bool {
    path.starts_with(STORE) && path.ends_with(".rs") && path != MIGRATIONS
}

fn is_sql(literal: &str) -> bool {
    CLAUSES.iter().any(|word| has_word(literal, word))
        && !ABOUT_SQLITE.iter().any(|name| has_word(literal, name))
}

/// Statement of the store.
#[derive(Debug, PartialEq, Eq)]
pub struct Statement {
    /// File and line.
    pub place: String,
    /// Text, with the constants it is composed of.
    pub sql: String,
}

/// Statements of source files that both databases are to accept, given as paths and texts. Those about SQLite itself and
/// about the library's tables are left out.
pub fn statements(files: &[(String, String)]) -> Result<Vec<Statement>, String> {
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| is_checked(path)) {
        for (line, literal) in literals(text).into_iter().filter(|(_, literal)| is_sql(literal)) {
            let place = format!("{path}:{}", line + 1);
            let sql = compose(&place, literal, path, files)?;
            let verb = sql.split_whitespace().next().unwrap_or_default();
            let is_whole = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(&verb);
            if is_whole && !sql.contains("library_") && !is_part(literal, text) {
                found.push(Statement { place, sql });
            }
        }
    }
    Ok(found)
}

/// Text of a literal, with constants in place of their names in braces.
fn compose(place: &str, literal: &str, path: &str, files: &[(String, String)]) -> Result<String, String> {
    let mut sql = String::new();
    let mut rest = literal;
    while let Some((before, after)) = rest.split_once('{') {
        sql.push_str(before);
        match after.split_once('}') {
            Some(("", _)) => {
                return Err(format!("{place}: a part of a statement is named: `{{NAME}}`"));
            }
            Some((name, after)) if is_constant(name) => {
                // A constant of the same file comes first.
                let own = files.iter().filter(|(file, _)| file == path);
                let text = own.chain(files).find_map(|(_, text)| constant(text, name));
                sql.push_str(text.ok_or_else(|| format!("{place}: there is no constant {name}"))?);
                rest = after;
            }
            _ => {
                sql.push('{');
                rest = after;
            }
        }
    }
    sql.push_str(rest);
    Ok(sql.replace("\\\"", "\"").trim().to_owned())
}

fn is_constant(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Value of a constant of a source file.
fn constant<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = text.split_once(&format!("const {name}: &str ="))?;
    Some(literals(value).first()?.1)
}

/// Returns true if a literal is the value of a constant that statements of this file are composed of.
fn is_part(literal: &str, text: &str) -> bool {
    text.split("const ").skip(1).any(|declared| {
        let name = declared.split(':').next().unwrap_or_default();
        is_constant(name) && text.contains(&format!("{{{name}}}")) && constant(text, name) == Some(literal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "crates/server/src/store/read.rs";

    fn violations(path: &str, text: &str) -> Vec<String> {
        let mut violations = Vec::new();
        check(path, text, &mut violations);
        violations
    }

    #[test]
    fn statements_that_only_sqlite_accepts_are_reported() {
        for sql in [
            "SELECT name FROM player WHERE id = ?",
            "SELECT name FROM player WHERE id = ?1",
            "INSERT OR REPLACE INTO job (id) VALUES ($1)",
            "INSERT OR IGNORE INTO shelf (room) VALUES ($1)",
            "SELECT rowid FROM room",
            "r.plies = 0 AND r.touched_at < ?2",
        ] {
            assert_eq!(violations(FILE, &format!("query(\"{sql}\")")).len(), 1, "{sql}");
        }
        for text in [
            "query(\"SELECT name FROM player WHERE id = $1\")",
            "query(\"VACUUM INTO ?\")",
            "query(\"SELECT 1 FROM sqlite_master WHERE name = $1\")",
            "panic!(\"Is the disk full?\")",
            "// INSERT OR REPLACE deletes the old row. Is that wanted?",
        ] {
            assert!(violations(FILE, text).is_empty(), "{text}");
        }
        assert!(
            violations(MIGRATIONS, "const FIRST: &str = \"UPDATE room SET aids = json_valid(asked)\"")
                .is_empty()
        );
    }

    #[test]
    fn only_the_store_uses_the_database() {
        assert_eq!(violations("crates/server/src/maintenance.rs", "sqlx::query(\"SELECT 1\")").len(), 1);
        assert!(violations("crates/server/src/maintenance.rs", "// sqlx").is_empty());
        assert!(violations("crates/server/tests/rooms.rs", "sqlx::query(\"SELECT 1\")").is_empty());
        assert!(violations("crates/library/src/lib.rs", "sqlx::query(\"SELECT 1\")").is_empty());
    }

    #[test]
    fn statements_are_composed_of_their_constants() {
        let read = r#"
            const ROW: &str = "SELECT id FROM room";
            const PLAYER: &str = "SELECT name FROM player";
            fn f() { format!("{ROW} WHERE {UNPLAYED}"); query(PLAYER); format!("{ROW} ORDER BY id");
                query("PRAGMA page_count"); format!("PRAGMA check({MOST})"); text("{name}: no") }
        "#;
        let write = r#"const UNPLAYED: &str = "body <> '{\"moved\":1}'";"#;
        let file = |name: &str, text: &str| (format!("{STORE}{name}"), text.to_owned());
        let found = statements(&[file("read.rs", read), file("write.rs", write)]).unwrap();
        let found: Vec<&str> = found.iter().map(|one| one.sql.as_str()).collect();
        assert_eq!(
            found,
            [
                "SELECT name FROM player",
                r#"SELECT id FROM room WHERE body <> '{"moved":1}'"#,
                "SELECT id FROM room ORDER BY id",
            ]
        );
        assert!(statements(&[file("a.rs", "format!(\"SELECT id FROM room WHERE {}\", which)")]).is_err());
        assert!(statements(&[file("a.rs", "format!(\"SELECT id FROM room WHERE {WHICH}\")")]).is_err());
    }
}
