//! Parser of `info` lines of UCI and UCCI.

use table::Score;

use crate::player::Choice;

/// Updates the choice from an `info` line. Bounds and further MultiPV lines are ignored.
pub fn parse(line: &str, choice: &mut Choice) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1..).filter(|rest| !rest.is_empty())
    };
    let number = |name: &str| after(name).and_then(|rest| rest[0].parse::<u64>().ok());
    if number("multipv").is_some_and(|line| line > 1) || words.contains(&"string") {
        return;
    }
    if let Some(depth) = number("depth") {
        choice.depth = u32::try_from(depth).unwrap_or(u32::MAX);
    }
    if let Some(nodes) = number("nodes") {
        choice.nodes = nodes;
    }
    let is_bound = words.contains(&"lowerbound") || words.contains(&"upperbound");
    if let Some(score) = after("score").and_then(score).filter(|_| !is_bound) {
        choice.score = Some(score);
    }
}

/// Parses `cp 31`, `mate -3` (moves), or the bare number of UCCI.
fn score(words: &[&str]) -> Option<Score> {
    let second = || words.get(1)?.parse::<i32>().ok();
    match *words.first()? {
        "cp" => second().map(Score::cp),
        "mate" => second().map(|moves| {
            let plies = moves.unsigned_abs().saturating_mul(2) as usize;
            if moves > 0 { Score::mate_in(plies.saturating_sub(1)) } else { Score::mated_in(plies) }
        }),
        bare => bare.parse().ok().map(Score::cp),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(lines: &[&str]) -> Choice {
        let mut choice = Choice::default();
        lines.iter().for_each(|line| parse(line, &mut choice));
        choice
    }

    #[test]
    fn scores_depths_and_nodes_are_parsed() {
        let choice = parsed(&["info depth 9 seldepth 14 multipv 1 score cp -31 nodes 4711 nps 1 pv h2e2"]);
        assert_eq!((choice.depth, choice.nodes, choice.score), (9, 4711, Some(Score::cp(-31))));
        assert_eq!(parsed(&["info depth 3 score mate 2"]).score, Some(Score::mate_in(3)));
        assert_eq!(parsed(&["info depth 3 score mate -2"]).score, Some(Score::mated_in(4)));
        assert_eq!(parsed(&["info depth 3 score 17 pv h2e2"]).score, Some(Score::cp(17)));
    }

    #[test]
    fn bounds_further_lines_and_strings_are_ignored() {
        let first = "info depth 9 score cp 5 nodes 1";
        let lines = [
            first,
            "info depth 9 score cp 99 lowerbound",
            "info multipv 2 score cp 77",
            "info string score cp 1",
        ];
        assert_eq!(parsed(&lines).score, Some(Score::cp(5)));
        assert_eq!(parsed(&["info depth", "info score", "info score cp x", ""]), Choice::default());
    }
}
