//! Perft suites: positions with their leaf counts by depth.

use crate::{Done, root};

/// A position with its counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The position.
    pub position: String,
    /// Its name, if the file gives one (`id cpw2`).
    pub id: Option<String>,
    /// Depths and leaf counts.
    pub counts: Vec<(u32, u64)>,
}

/// Reads `position ;D1 44 ;D2 1920 ; id name`, line by line; `#` begins a comment. An error names its line.
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| case(line).ok_or_else(|| format!("line {}: no perft case", index + 1)))
        .collect()
}

/// Returns the xiangqi position with this name.
pub fn xiangqi(id: &str) -> Done<String> {
    let path = root().join("testdata").join("perft").join("xiangqi.epd");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let named = read(&text)?.into_iter().find(|case| case.id.as_deref() == Some(id));
    Ok(named.ok_or_else(|| format!("testdata has no position {id}"))?.position)
}

fn case(line: &str) -> Option<Case> {
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next()?.to_owned();
    let (mut counts, mut id) = (Vec::new(), None);
    for field in fields {
        let (key, value) = field.split_once(char::is_whitespace)?;
        match key.strip_prefix('D') {
            Some(depth) => counts.push((depth.parse().ok()?, value.trim().parse().ok()?)),
            None if key == "id" => id = Some(value.trim().to_owned()),
            None => {}
        }
    }
    (!counts.is_empty()).then_some(Case { position, id, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_position_counts_and_name() {
        let cases = read("# note\n\n4k4/9 w - - 0 1 ;D1 44 ;D2 1920 ; id start; verified_depth 4\n").unwrap();
        let expected = Case {
            position: "4k4/9 w - - 0 1".into(),
            id: Some("start".into()),
            counts: vec![(1, 44), (2, 1920)],
        };
        assert_eq!(cases, [expected]);
    }

    #[test]
    fn a_line_without_counts_is_an_error_that_names_it() {
        assert_eq!(read("# note\n4k4/9 w\n").unwrap_err(), "line 2: no perft case");
        assert_eq!(read("4k4/9 w ;D1 many\n").unwrap_err(), "line 1: no perft case");
    }
}
