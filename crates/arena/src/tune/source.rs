//! Weights in the source file that defines them.

use std::fmt::Write;

use eval::TaperedScore;

/// Weights per line.
const PER_LINE: usize = 8;

/// Replaces the weights `p(1, 2)` of a source in order and keeps all else; `None` if their number differs.
pub fn replace_weights(source: &str, weights: &[TaperedScore]) -> Option<String> {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    let mut next = weights.iter();
    while let Some(place) = rest.find("p(") {
        let (before, at) = rest.split_at(place);
        out.push_str(before);
        rest = match entry_length(at) {
            Some(length) => {
                let weight = next.next()?;
                write!(out, "p({}, {})", weight.middlegame(), weight.endgame()).ok()?;
                &at[length..]
            }
            None => {
                out.push_str("p(");
                &at[2..]
            }
        };
    }
    out.push_str(rest);
    next.next().is_none().then_some(out)
}

/// Returns the weights of a source in order.
pub fn parse_weights(source: &str) -> Vec<TaperedScore> {
    let read = |text: &str| {
        let (middlegame, endgame) = text.split_once(')')?.0.split_once(',')?;
        Some(TaperedScore::new(middlegame.trim().parse().ok()?, endgame.trim().parse().ok()?))
    };
    source.split("p(").skip(1).filter_map(read).collect()
}

/// Returns the length of `p(number, number)` at the start of a text.
fn entry_length(text: &str) -> Option<usize> {
    let close = text.find(')')?;
    let (middlegame, endgame) = text.get(2..close)?.split_once(',')?;
    let is_number = |text: &str| text.trim().parse::<i32>().is_ok();
    (is_number(middlegame) && is_number(endgame)).then_some(close + 1)
}

/// Formats weights as lines of a source.
pub fn format_weights(weights: &[TaperedScore]) -> String {
    let line = |scores: &[TaperedScore]| {
        let cells: Vec<String> =
            scores.iter().map(|score| format!("p({}, {})", score.middlegame(), score.endgame())).collect();
        format!("    {},\n", cells.join(", "))
    };
    weights.chunks(PER_LINE).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_keeps_all_but_its_numbers() {
        let source =
            "[\n    // pawns\n    p(1, -2), p(3, 4),\n];\nconst fn p(middlegame: i32, endgame: i32) {}\n";
        let weights = [TaperedScore::new(10, 20), TaperedScore::new(-30, 40)];
        let wanted =
            "[\n    // pawns\n    p(10, 20), p(-30, 40),\n];\nconst fn p(middlegame: i32, endgame: i32) {}\n";
        assert_eq!(replace_weights(source, &weights).as_deref(), Some(wanted));
        assert_eq!(parse_weights(source), [TaperedScore::new(1, -2), TaperedScore::new(3, 4)]);
        assert_eq!(parse_weights(wanted), weights);
        assert_eq!(replace_weights(source, &weights[..1]), None);
        assert_eq!(replace_weights(source, &[weights[0]; 3]), None);
        assert_eq!(format_weights(&weights), "    p(10, 20), p(-30, 40),\n");
    }
}
