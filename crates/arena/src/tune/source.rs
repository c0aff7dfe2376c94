//! Weights as the source file that holds them.

use std::fmt::Write;

use eval::TaperedScore;

/// Pairs in a line.
const A_LINE: usize = 8;

/// A source's text with its pairs `p(1, 2)` replaced in their order, all else kept; `None` where their number differs.
pub fn rewrite(source: &str, weights: &[TaperedScore]) -> Option<String> {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    let mut next = weights.iter();
    while let Some(place) = rest.find("p(") {
        let (before, at) = rest.split_at(place);
        out.push_str(before);
        rest = match pair_length(at) {
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

/// The pairs of a source, in their order.
pub fn pairs(source: &str) -> Vec<TaperedScore> {
    let read = |text: &str| {
        let (middle, end) = text.split_once(')')?.0.split_once(',')?;
        Some(TaperedScore::new(middle.trim().parse().ok()?, end.trim().parse().ok()?))
    };
    source.split("p(").skip(1).filter_map(read).collect()
}

/// The length of `p(number, number)` at the head of a text.
fn pair_length(text: &str) -> Option<usize> {
    let close = text.find(')')?;
    let (middle, end) = text.get(2..close)?.split_once(',')?;
    let is_number = |text: &str| text.trim().parse::<i32>().is_ok();
    (is_number(middle) && is_number(end)).then_some(close + 1)
}

/// The pairs alone, as lines of a source.
pub fn plain(weights: &[TaperedScore]) -> String {
    let line = |pairs: &[TaperedScore]| {
        let cells: Vec<String> =
            pairs.iter().map(|pair| format!("p({}, {})", pair.middlegame(), pair.endgame())).collect();
        format!("    {},\n", cells.join(", "))
    };
    weights.chunks(A_LINE).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_keeps_all_but_its_numbers() {
        let source = "[\n    // pawns\n    p(1, -2), p(3, 4),\n];\nconst fn p(middle: i32, end: i32) {}\n";
        let weights = [TaperedScore::new(10, 20), TaperedScore::new(-30, 40)];
        let wanted =
            "[\n    // pawns\n    p(10, 20), p(-30, 40),\n];\nconst fn p(middle: i32, end: i32) {}\n";
        assert_eq!(rewrite(source, &weights).as_deref(), Some(wanted));
        assert_eq!(pairs(source), [TaperedScore::new(1, -2), TaperedScore::new(3, 4)]);
        assert_eq!(pairs(wanted), weights);
        assert_eq!(rewrite(source, &weights[..1]), None);
        assert_eq!(rewrite(source, &[weights[0]; 3]), None);
        assert_eq!(plain(&weights), "    p(10, 20), p(-30, 40),\n");
    }
}
